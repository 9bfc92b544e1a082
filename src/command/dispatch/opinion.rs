//! What the text model thinks of a ticket, as the answer shows it.

use serde::Serialize;

use super::dispatcher::Weighed;
use crate::dispatch::Choice;
use crate::dispatch::model::{HeavyWord, Opinion};

/// People are told the words with this share of the heaviest one's weight.
const WORTH_TELLING: f64 = 0.1;

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
        format!("{} {}, {}", self.project, percent(self.probability), self.by())
    }

    /// How sure it is, and what must be reached.
    pub(super) fn sureness(&self, least: f64) -> String {
        format!("{} sure, {}; {} are needed", percent(self.probability), self.by(), percent(least))
    }

    /// The words that weighed most, those next to nothing left out.
    fn by(&self) -> String {
        let least = self.words.first().map_or(0.0, |heaviest| heaviest.weight * WORTH_TELLING);
        let words = self.words.iter().filter(|told| told.weight >= least);
        let words: Vec<String> = words.map(|told| told.word.replacen(':', " ", 1)).collect();
        if words.is_empty() { "by no word above the others".to_owned() } else { format!("by {}", words.join(", ")) }
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

/// A probability for people; none is told as certain.
pub(super) fn percent(probability: f64) -> String {
    match probability {
        nearly if nearly > 0.999 => "over 99.9 %".to_owned(),
        none if none < 0.001 => "under 0.1 %".to_owned(),
        other => format!("{:.1} %", other * 100.0),
    }
}
