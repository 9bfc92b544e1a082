//! The answer of `skreg eval`.

use std::cmp::Reverse;

use serde::Serialize;

use super::judge::Judge;
use super::measured::Measured;
use super::model::ModelReport;
use crate::command::figure::{Automatic, percent, rate, rounded};
use crate::command::tickets::IntakeReport;
use crate::dispatch::SignalKind;
use crate::dispatch::eval::{Confusion, FEWEST, Gate, Kinds, Share, Tally, Trial, try_gate};
use crate::registry::model::Scoring;

/// What was measured.
#[derive(Debug, Serialize)]
pub(super) struct EvalReport {
    #[serde(flatten)]
    pub(super) intake: IntakeReport,
    pub(super) auto: Automatic,
    pub(super) top1: f64,
    pub(super) top3: f64,
    pub(super) macro_recall: f64,
    /// The projects that a ticket belongs to.
    pub(super) projects: usize,
    pub(super) no_score: f64,
    pub(super) by_evidence: Vec<Evidence>,
    pub(super) confusions: Vec<Confused>,
    pub(super) gate: GateReport,
    /// What the text model adds; null where there is none.
    pub(super) text_model: Option<ModelReport>,
}

/// Tickets taken without a question for the same kinds of signals.
#[derive(Debug, Serialize)]
pub(super) struct Evidence {
    pub(super) kinds: Vec<SignalKind>,
    pub(super) count: usize,
    pub(super) precision: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// Tickets of one project for which another stands in the first place.
#[derive(Debug, Serialize)]
pub(super) struct Confused {
    pub(super) expected: String,
    pub(super) got: String,
    pub(super) count: usize,
    /// How many were taken there without a question.
    pub(super) auto: usize,
    pub(super) examples: Vec<String>,
}

/// The search for a gate: a gate and its figures, or the reason why there is none.
#[derive(Debug, Serialize)]
pub(super) struct GateReport {
    pub(super) wanted: f64,
    /// The gate in force.
    pub(super) current: GateNumbers,
    /// The gate that was chosen.
    pub(super) chosen: Option<GateNumbers>,
    pub(super) older: Option<Automatic>,
    pub(super) newer: Option<Automatic>,
    /// What the gate in force does on the newer half.
    pub(super) newer_current: Option<Automatic>,
    /// What tells older from newer.
    pub(super) order: Order,
    /// Labelled tickets that are in neither half: the address of a repository decides on them, and no gate.
    pub(super) by_address: usize,
    pub(super) refused: Option<String>,
}

/// `auto_min` and `auto_ratio` of the registry's `scoring`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct GateNumbers {
    pub(super) auto_min: u32,
    pub(super) auto_ratio: f64,
}

/// What tells older tickets from newer ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Order {
    /// Their field `created`.
    Created,
    /// Their place among the tickets.
    File,
}

impl EvalReport {
    /// The figures of what was measured, at least one labelled ticket.
    pub(super) fn new(mut measured: Measured, judge: &Judge<'_>, wanted: f64) -> Self {
        let tally = std::mem::take(&mut measured.tally);
        let intake = std::mem::take(&mut measured.intake).report(judge.from());
        let text_model = judge.model().map(|model| ModelReport::new(model, &mut measured, judge.scoring(), wanted));
        Self {
            intake,
            text_model,
            auto: Automatic::new(tally.automatic, tally.precision),
            top1: rate(tally.top1),
            top3: rate(tally.top3),
            macro_recall: rounded(tally.macro_recall().unwrap_or_default()),
            projects: tally.projects(),
            no_score: rate(tally.no_score),
            by_evidence: evidence(&tally),
            confusions: tally.confusions().into_iter().map(|(pair, told)| Confused::new(pair, told, judge)).collect(),
            gate: GateReport::new(measured, judge.scoring(), wanted),
        }
    }
}

impl Confused {
    fn new((expected, got): (usize, usize), confusion: &Confusion, judge: &Judge<'_>) -> Self {
        Self {
            expected: judge.name(expected).to_owned(),
            got: judge.name(got).to_owned(),
            count: confusion.count,
            auto: confusion.automatic,
            examples: confusion.examples().into_iter().map(str::to_owned).collect(),
        }
    }
}

impl GateReport {
    fn new(mut measured: Measured, scoring: &Scoring, wanted: f64) -> Self {
        let by_address = measured.by_address;
        let (races, dated) = measured.take_races();
        let current = GateNumbers { auto_min: scoring.auto_min, auto_ratio: scoring.auto_ratio };
        let order = if dated { Order::Created } else { Order::File };
        let none = Self {
            wanted,
            current,
            chosen: None,
            older: None,
            newer: None,
            newer_current: None,
            order,
            by_address,
            refused: None,
        };
        let in_force = Gate { auto_min: scoring.auto_min, auto_ratio: scoring.auto_ratio };
        match try_gate(&races, wanted, in_force) {
            Trial::TooFew => {
                let refused =
                    format!("{} labelled tickets are too few to choose a gate by; it takes {FEWEST}", races.len());
                Self { refused: Some(refused), ..none }
            }
            Trial::OutOfReach => {
                let refused = format!("no gate reaches {} on the older half", percent(wanted));
                Self { refused: Some(refused), ..none }
            }
            Trial::Chosen { gate, older, newer, newer_now } => Self {
                chosen: Some(GateNumbers { auto_min: gate.auto_min, auto_ratio: gate.auto_ratio }),
                older: Some(Automatic::of(older)),
                newer: Some(Automatic::of(newer)),
                newer_current: Some(Automatic::of(newer_now)),
                ..none
            },
        }
    }
}

fn evidence(tally: &Tally) -> Vec<Evidence> {
    let row = |(kinds, share): (&Kinds, &Share)| {
        let Automatic { precision, low, high, .. } = Automatic::new(*share, *share);
        Evidence { kinds: kinds.list(), count: share.of, precision, low, high }
    };
    let mut rows: Vec<_> = tally.by_kinds.iter().map(row).collect();
    rows.sort_by_key(|row| Reverse(row.count));
    rows
}
