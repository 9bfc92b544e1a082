//! Figures of an effect, as `skreg learn` answers.

use serde::Serialize;

use crate::command::figure::{Automatic, rate, rounded};
use crate::dispatch::eval::{Share, Tally};
use crate::dispatch::learn::ModelEffect;

/// The rule's figures.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Figures {
    pub(super) auto: Automatic,
    pub(super) top1: f64,
    pub(super) top3: f64,
    pub(super) macro_recall: f64,
    pub(super) no_score: f64,
}

impl Figures {
    pub(super) fn new(tally: &Tally) -> Self {
        Self {
            auto: Automatic::new(tally.automatic, tally.precision),
            top1: rate(tally.top1),
            top3: rate(tally.top3),
            macro_recall: rounded(tally.macro_recall().unwrap_or_default()),
            no_score: rate(tally.no_score),
        }
    }
}

/// What the text model adds to the rule with the proposals.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct ModelFigures {
    /// The tickets that the rule asks about.
    pub(super) asked: usize,
    /// Of those, the share with their project among the first three in the model's order, and in the rule's.
    pub(super) asked_top3: Option<f64>,
    pub(super) asked_top3_by_rule: Option<f64>,
    /// What is taken without a question with `scoring.strict`.
    pub(super) strict: Automatic,
    /// What the model would take with `scoring.text`, of the tickets on which only words speak, at this least probability.
    pub(super) text: Automatic,
    pub(super) text_min: f64,
}

impl ModelFigures {
    pub(super) fn new(effect: &ModelEffect, text_min: f64) -> Self {
        let share = |share: Share| (share.of > 0).then(|| rate(share));
        Self {
            asked: effect.advice.near.of,
            asked_top3: share(effect.advice.near),
            asked_top3_by_rule: share(effect.advice.near_by_rule),
            strict: Automatic::of(effect.advice.strict),
            text: Automatic::of(effect.text),
            text_min,
        }
    }
}
