//! The whole of learning: order, hold back, choose, measure, learn from all.

use std::collections::{HashMap, HashSet};

use anyhow::Result;

use super::choice::{Setting, choose, propose};
use super::effect::{Effect, measure, measure_model};
use super::lesson::{Lesson, sort, split};
use super::proposal::{Proposal, with_proposals};
use super::subject::Subject;
use crate::dispatch::model::{Example, Sketch, TextModel, train};
use crate::dispatch::{SignalKind, fold_name};
use crate::registry::model::Routing;

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
    let (effect, temperature) = match newer.is_empty() {
        true => (None, 1.0),
        false => try_out(subject, &older, &newer, people, setting)
            .map(|(effect, temperature)| (Some(effect), temperature))?,
    };
    let mut proposals = propose(subject, &all, people, setting);
    count_newer(&mut proposals, &newer);
    let sketch = Sketch::of(all.iter().map(|lesson| &lesson.ticket));
    let model = fit(subject, &all)?.at_temperature(temperature).with_sketch(sketch);
    Ok(Learned { proposals, setting, dated, model, effect })
}

/// What the older lessons teach, measured on the newer ones; and the temperature at which the model is as sure as it is right there.
fn try_out(
    subject: &Subject<'_>,
    older: &[&Lesson],
    newer: &[&Lesson],
    people: &HashSet<String>,
    setting: Setting,
) -> Result<(Effect, f64)> {
    let model = fit(subject, older)?;
    let temperature = model.temperature_on(&newer.iter().map(|lesson| lesson.example()).collect::<Vec<_>>());
    let model = model.at_temperature(temperature);
    let current: Vec<Routing> = subject.routings().into_iter().cloned().collect();
    let proposed = with_proposals(&subject.routings(), &propose(subject, older, people, setting));
    let effect = Effect {
        older: older.len(),
        before: measure(subject, &current, newer),
        after: measure(subject, &proposed, newer),
        model: measure_model(subject, &proposed, &model, newer),
    };
    Ok((effect, temperature))
}

/// Counts the newest tickets that have each signal.
fn count_newer(proposals: &mut [Proposal], newer: &[&Lesson]) {
    let mut places: HashMap<(SignalKind, String), Vec<usize>> = HashMap::new();
    for (at, proposal) in proposals.iter().enumerate() {
        places.entry((proposal.kind, fold_name(&proposal.value))).or_default().push(at);
    }
    for lesson in newer {
        let names = |kind, names: &[String]| names.iter().map(move |name| (kind, fold_name(name))).collect::<Vec<_>>();
        let mut found: HashSet<(SignalKind, String)> = HashSet::new();
        found.extend(names(SignalKind::Component, &lesson.ticket.components));
        found.extend(names(SignalKind::Label, &lesson.ticket.labels));
        found.extend(lesson.features.words().map(|word| (SignalKind::Keyword, word.to_owned())));
        for at in found.iter().filter_map(|signal| places.get(signal)).flatten() {
            proposals[*at].newer.count(proposals[*at].project == lesson.project);
        }
    }
}

fn fit(subject: &Subject<'_>, lessons: &[&Lesson]) -> Result<TextModel> {
    let examples: Vec<Example<'_>> = lessons.iter().map(|lesson| lesson.example()).collect();
    train(&subject.names(), &examples)
}
