//! What the text model adds, as `skreg eval` answers.

use std::io;

use serde::Serialize;

use super::measured::Measured;
use crate::command::figure::{Automatic, passed, percent, rate};
use crate::dispatch::eval::{FEWEST, Share, TextTrial, try_text};
use crate::dispatch::model::TextModel;
use crate::output::{Mark, Page};
use crate::registry::model::Scoring;

/// What the text model adds, whatever say the registry gives it.
#[derive(Debug, Serialize)]
pub(super) struct ModelReport {
    /// The tickets that it was learned from.
    learned_from: usize,
    /// Of these tickets, the share that are among those; by a sample where there are many. Its figures say little then.
    overlap: f64,
    /// The tickets that the rule asks about.
    asked: usize,
    /// Of those, the share with their project among the first three in the model's order, and in the rule's.
    asked_top3: Option<f64>,
    asked_top3_by_rule: Option<f64>,
    /// What is taken without a question with `scoring.strict`.
    strict: Automatic,
    text: TextReport,
}

/// Where only words speak: the search for the probability at which the model may decide.
#[derive(Debug, Serialize)]
struct TextReport {
    wanted: f64,
    /// The tickets on which only words speak, and that the rule asks about.
    tickets: usize,
    /// The least probability in force.
    current: f64,
    /// The one that was chosen.
    chosen: Option<f64>,
    older: Option<Automatic>,
    newer: Option<Automatic>,
    /// What the one in force does on the newer half.
    newer_current: Option<Automatic>,
    refused: Option<String>,
    /// Whether the registry lets it decide.
    is_on: bool,
}

impl ModelReport {
    pub(super) fn new(model: &TextModel, measured: &mut Measured, scoring: &Scoring, wanted: f64) -> Self {
        let advice = measured.advice.clone();
        let share = |share: Share| (share.of > 0).then(|| rate(share));
        Self {
            learned_from: model.tickets(),
            overlap: rate(measured.learned),
            asked: advice.near.of,
            asked_top3: share(advice.near),
            asked_top3_by_rule: share(advice.near_by_rule),
            strict: Automatic::of(advice.strict),
            text: TextReport::new(measured, scoring, wanted),
        }
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line("")?;
        let head = Mark::Strong.paint("text model:");
        page.line(format_args!("{head} learned from {} tickets", self.learned_from))?;
        if self.overlap > 0.0 {
            let warn = Mark::Warn.paint("caution:");
            let told = format!("it was learned from about {} of these; measure it on others", percent(self.overlap));
            page.line(format_args!("  {warn} {told}"))?;
        }
        if let (Some(top3), Some(by_rule)) = (self.asked_top3, self.asked_top3_by_rule) {
            let told = format!("in its order {} have their project in the first three", percent(top3));
            page.line(format_args!(
                "  when it is a question ({}): {told}, by the rule {}",
                self.asked,
                percent(by_rule)
            ))?;
        }
        page.line(format_args!("  with `\"strict\": true`: {}", passed(self.strict)))?;
        self.text.write(page)
    }
}

impl TextReport {
    fn new(measured: &mut Measured, scoring: &Scoring, wanted: f64) -> Self {
        let sure = measured.take_sure();
        let none = Self {
            wanted,
            tickets: sure.len(),
            current: scoring.text_min,
            chosen: None,
            older: None,
            newer: None,
            newer_current: None,
            refused: None,
            is_on: scoring.text,
        };
        match try_text(&sure, wanted, scoring.text_min) {
            TextTrial::TooFew => Self {
                refused: Some(format!(
                    "{} tickets with only words are too few to choose by; it takes {FEWEST}",
                    sure.len()
                )),
                ..none
            },
            TextTrial::OutOfReach => {
                Self { refused: Some(format!("no probability reaches {} on the older half", percent(wanted))), ..none }
            }
            TextTrial::Chosen { text_min, older, newer, newer_now } => Self {
                chosen: Some(text_min),
                older: Some(Automatic::of(older)),
                newer: Some(Automatic::of(newer)),
                newer_current: Some(Automatic::of(newer_now)),
                ..none
            },
        }
    }

    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        if let Some(refused) = &self.refused {
            return page.line(format_args!("  where only words speak: {refused}"));
        }
        let (Some(chosen), Some(older), Some(newer)) = (self.chosen, self.older, self.newer) else { return Ok(()) };
        let wanted = percent(self.wanted);
        page.line(format_args!(
            "  where only words speak ({}): {chosen} sure, chosen to reach {wanted}",
            self.tickets
        ))?;
        page.line(format_args!("    older half: {}", passed(older)))?;
        page.line(format_args!("    newer half: {}", passed(newer)))?;
        let next = Mark::Hint.paint("next:");
        if newer.precision.is_none_or(|precision| precision < self.wanted) {
            let hint = "the newer half stays below; ask for more with `--precision` before you let it decide";
            return page.line(format_args!("  {next} {hint}"));
        }
        if self.is_on && chosen == self.current {
            return page.line(format_args!("  {next} nothing to do: it decides at this probability"));
        }
        page.line(format_args!(
            "  {next} to let it decide there, set `\"text\": true, \"text_min\": {chosen}` in `scoring` of registry.json"
        ))
    }
}
