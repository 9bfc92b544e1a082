//! From labelled tickets to a model.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;

use super::feature::Features;
use super::fit::{Fitted, Row, Size, fit};
use super::opinion::{ModelProject, TextModel, Weighed, vector};
use super::sketch::Sketch;

/// A model has no more features than this, the most frequent ones.
pub(super) const MOST_FEATURES: usize = 20_000;

/// A model keeps no more weights than this, the largest ones. As many, and half of them, decided as all did on tickets of two trackers.
pub(super) const MOST_WEIGHTS: usize = 50_000;

/// Longer features (names of components and labels can be long) are left out, so that the file stays bounded.
const LONGEST_FEATURE: usize = 100;

/// Features times projects while fitting: with the memory of the search some 250 MB.
const MOST_PARAMETERS: usize = 2_000_000;

/// Tickets times projects while fitting; of more tickets the newest are taken.
const MOST_CELLS: usize = 4_000_000;

/// A feature that one ticket alone has tells nothing about the next one.
const FEWEST_TICKETS: usize = 2;

/// The name of a project counts as so many tickets of it: enough to tell a project without tickets from the others.
const NAME_WEIGHT: f64 = 5.0;

/// A ticket and the position of its project.
#[derive(Debug, Clone, Copy)]
pub struct Example<'f> {
    /// Position of the project.
    pub project: usize,
    /// The ticket's features.
    pub features: &'f Features,
}

/// Learns a model from tickets, given oldest first; the same tickets give the same model.
///
/// TF-IDF over the features (with the logarithm of the count, and vectors of length 1), and multinomial logistic regression. The words
/// of a project's name count as a few tickets of it, so that a project without tickets can be told, too.
///
/// # Errors
/// Where the weights cannot be fitted.
pub fn train(projects: &[&str], examples: &[Example<'_>]) -> Result<TextModel> {
    let labels = projects.len().max(1);
    let most = (MOST_CELLS / labels).max(1);
    let examples = &examples[examples.len().saturating_sub(most)..];
    let names: Vec<Features> = projects.iter().map(|name| Features::of_text(name)).collect();
    let vocabulary = vocabulary(examples, &names, MOST_FEATURES.min(MOST_PARAMETERS / labels));
    let row = |label, weight, features: &Features| Row { label, weight, values: vocabulary.row(features) };
    let named = names.iter().enumerate().map(|(label, name)| row(label, NAME_WEIGHT, name));
    let told = examples.iter().map(|example| row(example.project, 1.0, example.features));
    let rows: Vec<Row> = told.chain(named).filter(|row| !row.values.is_empty()).collect();
    let fitted = fit(&rows, Size { features: vocabulary.features.len(), labels })?;
    Ok(assemble(projects, examples, vocabulary, &fitted))
}

/// The features that count, in the order of their letters, with their weight by rarity.
struct Vocabulary {
    features: Vec<(String, f64)>,
    positions: BTreeMap<String, usize>,
}

impl Vocabulary {
    fn row(&self, features: &Features) -> Vec<(usize, f64)> {
        vector(features.iter().filter_map(|(feature, count)| {
            let position = *self.positions.get(feature)?;
            Some((position, self.features[position].1, count))
        }))
    }
}

/// The features of two tickets and more, and those of the names; of too many the most frequent.
fn vocabulary(examples: &[Example<'_>], names: &[Features], most: usize) -> Vocabulary {
    let mut tickets: BTreeMap<&str, usize> = BTreeMap::new();
    for features in examples.iter().map(|example| example.features) {
        features.iter().for_each(|(feature, _)| *tickets.entry(feature).or_default() += 1);
    }
    tickets.retain(|feature, count| *count >= FEWEST_TICKETS && feature.len() <= LONGEST_FEATURE);
    for (feature, _) in names.iter().flat_map(Features::iter) {
        tickets.entry(feature).or_insert(1);
    }
    let mut frequent: Vec<(&str, usize)> = tickets.into_iter().collect();
    frequent.sort_by_key(|(feature, count)| (Reverse(*count), *feature));
    frequent.truncate(most);
    frequent.sort_unstable();
    let rarity = |count: usize| ((1.0 + examples.len() as f64) / (1.0 + count as f64)).ln() + 1.0;
    let features: Vec<(String, f64)> =
        frequent.into_iter().map(|(feature, count)| (feature.to_owned(), rounded(rarity(count)))).collect();
    let positions = features.iter().enumerate().map(|(at, (feature, _))| (feature.clone(), at)).collect();
    Vocabulary { features, positions }
}

fn assemble(projects: &[&str], examples: &[Example<'_>], vocabulary: Vocabulary, fitted: &Fitted) -> TextModel {
    let mut tickets = vec![0; projects.len()];
    examples.iter().for_each(|example| tickets[example.project] += 1);
    let project = |(at, name): (usize, &&str)| ModelProject {
        name: (*name).to_owned(),
        tickets: tickets[at],
        bias: rounded(fitted.biases().get(at).copied().unwrap_or_default()),
        is_gone: false,
    };
    let least = least_weight(&vocabulary, fitted);
    let weighed = vocabulary.features.into_iter().enumerate().map(|(at, (feature, rarity))| {
        let weights = centred(fitted.weights(at)).into_iter().enumerate();
        let weights =
            weights.filter(|(_, weight)| weight.abs() >= least).map(|(label, weight)| (label, rounded(weight)));
        (feature, Weighed { rarity, weights: weights.filter(|(_, weight)| *weight != 0.0).collect() })
    });
    TextModel {
        tickets: examples.len(),
        sketch: Sketch::default(),
        temperature: 1.0,
        projects: projects.iter().enumerate().map(project).collect(),
        features: weighed.filter(|(_, weighed)| !weighed.weights.is_empty()).collect(),
    }
}

/// The size that a weight needs to be kept.
fn least_weight(vocabulary: &Vocabulary, fitted: &Fitted) -> f64 {
    let mut sizes: Vec<f64> =
        (0..vocabulary.features.len()).flat_map(|at| centred(fitted.weights(at))).map(f64::abs).collect();
    if sizes.len() <= MOST_WEIGHTS {
        return 0.0;
    }
    sizes.sort_unstable_by(|one, other| other.total_cmp(one));
    // Above the first that is one too many, so that no tie brings it back.
    sizes[MOST_WEIGHTS].next_up()
}

/// The weights of a feature less their median: what all labels have in common decides nothing, and most become small enough to
/// be left out.
fn centred(weights: &[f64]) -> Vec<f64> {
    let mut sorted = weights.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let median = if weights.len() > 2 { median } else { 0.0 };
    weights.iter().map(|weight| weight - median).collect()
}

/// A number to a thousandth, as the file has it.
fn rounded(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}
