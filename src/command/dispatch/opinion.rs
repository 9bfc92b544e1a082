//! What the text model thinks of a ticket, as the answer shows it.

use serde::Serialize;

use super::dispatcher::Weighed;
use crate::dispatch::Choice;
use crate::dispatch::model::{HeavyWord, Opinion};

/// The model's opinion.
#[derive(Debug, Clone, Serialize)]
pub(super) struct OpinionReport {
    /// The project that it would take.
    project: String,
    probability: f64,
    /// Whether that is the first of the rule, alone; null where the rule has none.
    agrees: Option<bool>,
    /// The words that weighed most against the second project.
    words: Vec<HeavyWord>,
}

impl OpinionReport {
    pub(super) fn new(weighed: &Weighed) -> Option<Self> {
        let opinion: &Opinion = weighed.opinion.as_ref()?;
        let (project, probability) = opinion.first();
        let first = match weighed.scored.candidates.as_slice() {
            [top, second, ..] if top.score == second.score => None,
            [top, ..] => Some(&top.project),
            [] => None,
        };
        Some(Self {
            project: project.to_owned(),
            probability: rounded(probability),
            agrees: first.map(|first| first == project),
            words: opinion.heavy_words.clone(),
        })
    }

    /// Project, probability and words in one line.
    pub(super) fn line(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|told| told.word.as_str()).collect();
        let by = if words.is_empty() {
            "by no word above the others".to_owned()
        } else {
            format!("by {}", words.join(", "))
        };
        format!("{} {}, {by}", self.project, percent(self.probability))
    }
}

/// A choice with a probability that people can read.
pub(super) fn shown(choice: Choice) -> Choice {
    Choice { probability: choice.probability.map(rounded), ..choice }
}

/// A probability to a tenth of a percent.
fn rounded(probability: f64) -> f64 {
    (probability * 1_000.0).round() / 1_000.0
}

/// A probability for people.
pub(super) fn percent(probability: f64) -> String {
    format!("{:.1} %", probability * 100.0)
}
