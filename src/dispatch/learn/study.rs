//! The whole of learning: order, hold back, choose, measure, learn from all.

use std::collections::HashSet;

use anyhow::Result;

use super::choice::{Setting, choose, propose};
use super::effect::{Effect, measure};
use super::lesson::{Lesson, sort, split};
use super::proposal::{Proposal, with_proposals};
use crate::dispatch::SignalKind;
use crate::dispatch::eval::Share;
use crate::dispatch::model::{Example, TextModel, train};
use crate::registry::model::{Routing, Scoring};

/// What is learned about.
#[derive(Debug)]
pub struct Subject<'r> {
    /// The projects by name, with the routing that they have, sorted by name.
    pub projects: Vec<(&'r str, &'r Routing)>,
    /// Weights and gate.
    pub scoring: &'r Scoring,
}

impl<'r> Subject<'r> {
    /// The routing of every project.
    pub fn routings(&self) -> Vec<&'r Routing> {
        self.projects.iter().map(|(_, routing)| *routing).collect()
    }

    /// The position of a project.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.projects.binary_search_by_key(&name, |(name, _)| name).ok()
    }

    fn names(&self) -> Vec<&'r str> {
        self.projects.iter().map(|(name, _)| *name).collect()
    }
}

/// What was learned.
#[derive(Debug)]
pub struct Learned {
    /// What projects could have, by project, kind and worth.
    pub proposals: Vec<Proposal>,
    /// How strict the proposals are.
    pub setting: Setting,
    /// Whether the tickets' own times told older from newer, and not their order.
    pub dated: bool,
    /// The model, of all tickets.
    pub model: TextModel,
    /// What it does on the newest tickets, learned from the others alone; none where no project has enough tickets to hold some back.
    pub effect: Option<Effect>,
}

/// Learns from tickets; the same tickets teach the same. `people` are words that name people, folded: they are never proposed and
/// never learned.
///
/// The effect is measured on the newest three tenths of each project's tickets with what the others teach. What is proposed at the
/// end, and the model, are learned from all of them at the same setting.
///
/// # Errors
/// Where the model cannot be fitted.
pub fn learn(subject: &Subject<'_>, mut lessons: Vec<Lesson>, people: &HashSet<String>) -> Result<Learned> {
    let dated = sort(&mut lessons);
    for lesson in &mut lessons {
        lesson.features = std::mem::take(&mut lesson.features).without(people);
    }
    let all: Vec<&Lesson> = lessons.iter().collect();
    let (older, newer) = split(&all, subject.projects.len());
    let setting = choose(subject, &older, people);
    let mut temperature = 1.0;
    let effect = if newer.is_empty() {
        None
    } else {
        let examples: Vec<_> = newer.iter().map(|lesson| lesson.example()).collect();
        let model = fit(subject, &older)?;
        temperature = model.temperature_on(&examples);
        let model = model.at_temperature(temperature);
        let routings = with_proposals(&subject.routings(), &propose(subject, &older, people, setting));
        let current: Vec<Routing> = subject.routings().into_iter().cloned().collect();
        let before = measure(subject, &current, &newer);
        let after = measure(subject, &routings, &newer);
        Some(Effect { older: older.len(), before, after })
    };
    let mut proposals = propose(subject, &all, people, setting);
    count_newer(&mut proposals, &newer);
    let model = fit(subject, &all)?.at_temperature(temperature);
    Ok(Learned { proposals, setting, dated, model, effect })
}

fn fit(subject: &Subject<'_>, lessons: &[&Lesson]) -> Result<TextModel> {
    let examples: Vec<Example<'_>> = lessons.iter().map(|lesson| lesson.example()).collect();
    train(&subject.names(), &examples)
}
