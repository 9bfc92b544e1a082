//! What the model thinks of a ticket, and why.

use std::collections::BTreeMap;

use serde::Serialize;

use super::feature::Features;
use super::fit::softmax;
use super::sketch::Sketch;
use crate::ticket::Ticket;

/// How many words are told.
const HEAVY_WORDS: usize = 5;

/// A learned model of which words belong to which project.
#[derive(Debug, Clone, PartialEq)]
pub struct TextModel {
    /// The tickets that it was learned from.
    pub(super) tickets: usize,
    /// Which those were.
    pub(super) sketch: Sketch,
    /// What logits are divided by, so that probabilities are what comes true.
    pub(super) temperature: f64,
    pub(super) projects: Vec<ModelProject>,
    pub(super) features: BTreeMap<String, Weighed>,
}

/// A project as the model knows it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ModelProject {
    pub(super) name: String,
    /// The tickets of it that the model was learned from.
    pub(super) tickets: usize,
    pub(super) bias: f64,
    /// Whether the registry has no such project any more.
    pub(super) is_gone: bool,
}

/// A feature with its weight by rarity, and its weights for projects by position; those left out are 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Weighed {
    pub(super) rarity: f64,
    pub(super) weights: Vec<(usize, f64)>,
}

/// What the model thinks of one ticket.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Opinion {
    /// Every project of the registry that the model knows with its probability, the highest first, then by name. They sum to less than 1
    /// where the model knows projects that the registry has no more.
    pub chances: Vec<(String, f64)>,
    /// The highest probability of a project that the registry has no more.
    pub gone: f64,
    /// The words that weighed most for the first, the heaviest first.
    pub heavy_words: Vec<HeavyWord>,
}

/// A word, component or label that spoke for a project.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeavyWord {
    /// It: a word, or `component:` or `label:` and a name; folded.
    pub word: String,
    /// By how much it raised the logarithm of the odds against the second.
    pub weight: f64,
}

impl TextModel {
    /// The same model for a registry with these projects only: of others it says nothing, though tickets may still be theirs.
    pub fn among<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        for project in &mut self.projects {
            project.is_gone = !names.contains(&project.name.as_str());
        }
        self
    }

    /// What the model thinks of a ticket with these features; nothing where it knows none of them, or no project.
    pub fn opinion(&self, features: &Features) -> Option<Opinion> {
        let known = self.known(features);
        if known.is_empty() {
            return None;
        }
        let probabilities = self.probabilities(&known);
        let (gone, mut order): (Vec<usize>, Vec<usize>) =
            (0..self.projects.len()).partition(|at| self.projects[*at].is_gone);
        let place = |at: &usize| (-probabilities[*at], &self.projects[*at].name);
        order.sort_by(|one, other| {
            let (one, other) = (place(one), place(other));
            one.0.total_cmp(&other.0).then_with(|| one.1.cmp(other.1))
        });
        let heavy_words = self.heavy_words(&known, *order.first()?, order.get(1).copied());
        let chances = order.into_iter().map(|at| (self.projects[at].name.clone(), probabilities[at])).collect();
        let gone = gone.into_iter().map(|at| probabilities[at]).fold(0.0, f64::max);
        Some(Opinion { chances, gone, heavy_words })
    }

    /// The logarithm of the odds of each project, in the model's order, before it is scaled; none where no feature is known.
    pub(super) fn logits(&self, features: &Features) -> Option<Vec<f64>> {
        let known = self.known(features);
        (!known.is_empty()).then(|| self.raw(&known))
    }

    fn probabilities(&self, known: &[(&str, &Weighed, f64)]) -> Vec<f64> {
        let logits: Vec<f64> = self.raw(known).into_iter().map(|logit| logit / self.temperature).collect();
        softmax(&logits)
    }

    fn raw(&self, known: &[(&str, &Weighed, f64)]) -> Vec<f64> {
        let mut logits: Vec<f64> = self.projects.iter().map(|project| project.bias).collect();
        for (_, weighed, value) in known {
            weighed.weights.iter().for_each(|(at, weight)| logits[*at] += weight * value);
        }
        logits
    }

    /// The features that the model knows, with their values.
    fn known<'m>(&'m self, features: &Features) -> Vec<(&'m str, &'m Weighed, f64)> {
        let found: Vec<_> = features
            .iter()
            .filter_map(|(feature, count)| Some((self.features.get_key_value(feature)?, count)))
            .collect();
        let values = vector(found.iter().enumerate().map(|(at, ((_, weighed), count))| (at, weighed.rarity, *count)));
        values.into_iter().map(|(at, value)| (found[at].0.0.as_str(), found[at].0.1, value)).collect()
    }

    fn heavy_words(&self, known: &[(&str, &Weighed, f64)], first: usize, second: Option<usize>) -> Vec<HeavyWord> {
        let weight = |weighed: &Weighed, of: usize| {
            weighed.weights.iter().find(|(at, _)| *at == of).map_or(0.0, |(_, weight)| *weight)
        };
        let ahead = |weighed: &Weighed| weight(weighed, first) - second.map_or(0.0, |second| weight(weighed, second));
        let scaled = |value: f64| (value / self.temperature * 100.0).round() / 100.0;
        let mut heavy_words: Vec<HeavyWord> = known
            .iter()
            .map(|(feature, weighed, value)| HeavyWord {
                word: (*feature).to_owned(),
                weight: scaled(value * ahead(weighed)),
            })
            .filter(|heavy| heavy.weight > 0.0)
            .collect();
        heavy_words.sort_by(|one, other| other.weight.total_cmp(&one.weight).then_with(|| one.word.cmp(&other.word)));
        heavy_words.truncate(HEAVY_WORDS);
        heavy_words
    }

    /// The same model with what tells which tickets it was learned from.
    pub fn with_sketch(self, sketch: Sketch) -> Self {
        Self { sketch, ..self }
    }

    /// Whether it was learned from a ticket; none where that is not known of this one.
    pub fn was_learned_from(&self, ticket: &Ticket) -> Option<bool> {
        self.sketch.holds(ticket)
    }

    /// How many tickets it was learned from.
    pub fn tickets(&self) -> usize {
        self.tickets
    }

    /// How many tickets of a project it was learned from; none where it does not know the project.
    pub fn tickets_of(&self, project: &str) -> Option<usize> {
        self.projects.iter().find(|known| known.name == project).map(|known| known.tickets)
    }

    /// How many features it knows.
    pub fn features(&self) -> usize {
        self.features.len()
    }
}

impl Opinion {
    /// The project that the model would take, with its probability.
    pub fn first(&self) -> (&str, f64) {
        self.chances.first().map_or(("", 0.0), |(project, probability)| (project, *probability))
    }

    /// The probability of a project; 0 where the model does not know it.
    pub fn chance(&self, project: &str) -> f64 {
        self.chances.iter().find(|(name, _)| name == project).map_or(0.0, |(_, probability)| *probability)
    }
}

/// A vector of length 1 from positions, weights by rarity, and counts.
pub(super) fn vector(found: impl Iterator<Item = (usize, f64, u32)>) -> Vec<(usize, f64)> {
    let mut values: Vec<(usize, f64)> =
        found.map(|(at, rarity, count)| (at, rarity * (1.0 + f64::from(count).ln()))).collect();
    let length = values.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
    values.iter_mut().for_each(|(_, value)| *value /= length);
    values
}

#[cfg(test)]
mod tests {
    use super::super::{Example, train};
    use super::*;

    fn features(text: &str) -> Features {
        Features::of(&Ticket { summary: text.into(), ..Ticket::default() })
    }

    /// A model of `api` and `web` from four tickets each; `docs` has none.
    fn model() -> TextModel {
        let texts = [
            (0, "refund of an invoice fails"),
            (1, "the button has the wrong colour"),
            (0, "invoice is sent twice"),
            (1, "colour of the page"),
            (0, "refund is late"),
            (1, "page with a button"),
            (0, "late invoice"),
            (1, "button and page"),
        ];
        let told: Vec<(usize, Features)> = texts.iter().map(|(project, text)| (*project, features(text))).collect();
        let examples: Vec<_> = told.iter().map(|(project, features)| Example { project: *project, features }).collect();
        train(&["api", "web", "docs"], &examples).unwrap()
    }

    fn first(model: &TextModel, text: &str) -> Option<String> {
        Some(model.opinion(&features(text))?.first().0.to_owned())
    }

    #[test]
    fn words_tell_the_project() {
        let model = model();
        assert_eq!(first(&model, "an invoice").as_deref(), Some("api"));
        assert_eq!(first(&model, "which button?").as_deref(), Some("web"));
        assert_eq!((model.tickets(), model.tickets_of("api"), model.tickets_of("docs")), (8, Some(4), Some(0)));
        assert_eq!(model.tickets_of("other"), None);
    }

    #[test]
    fn a_project_without_tickets_is_told_by_its_name() {
        assert_eq!(first(&model(), "the docs").as_deref(), Some("docs"));
    }

    #[test]
    fn what_is_not_known_has_no_opinion() {
        assert_eq!(model().opinion(&features("xyzzy")), None);
        assert_eq!(model().opinion(&Features::default()), None);
        assert_eq!(model().among([]).opinion(&features("invoice")), None);
    }

    #[test]
    fn probabilities_sum_to_one_and_come_highest_first() {
        let opinion = model().opinion(&features("the invoice page")).unwrap();
        let sum: f64 = opinion.chances.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!(opinion.chances.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        assert_eq!(opinion.chance("nobody"), 0.0);
    }

    #[test]
    fn the_words_that_weighed_most_are_told() {
        let opinion = model().opinion(&features("refund invoice is xyzzy")).unwrap();
        let words: Vec<_> = opinion.heavy_words.iter().map(|heavy| heavy.word.as_str()).collect();
        assert_eq!(words, ["invoice", "refund", "is"]);
        assert!(opinion.heavy_words.iter().all(|heavy| heavy.weight > 0.0));
    }

    #[test]
    fn projects_that_the_registry_has_not_have_no_chance() {
        let model = model().among(["web", "other"]);
        let opinion = model.opinion(&features("refund of an invoice, page")).unwrap();
        let [(only, chance)] = opinion.chances.as_slice() else { unreachable!("one of its projects is left") };
        assert_eq!(only, "web");
        assert!(*chance < 0.5 && opinion.gone > 0.5, "what is gone keeps its chance: {opinion:?}");
    }
}
