//! Routes one ticket and compares with what it is labelled with.

use anyhow::Result;
use serde_json::Value;

use crate::command::Context;
use crate::command::dispatch::{Dispatcher, Weighed};
use crate::command::tickets::Complete;
use crate::dispatch::eval::{Advice, Label, Outcome, Truth};
use crate::dispatch::model::TextModel;
use crate::registry::Registry;
use crate::registry::model::Scoring;
use crate::ticket::issue::Fault;
use crate::ticket::labelled::{LabelFrom, parse_labelled};

/// Routes tickets as the registry says, and knows the projects' names.
pub(super) struct Judge<'r> {
    registry: &'r Registry,
    dispatcher: Dispatcher<'r>,
    truth: Truth<'r>,
    from: &'r LabelFrom,
}

/// What came of one ticket: numbers, and the key for an example.
#[derive(Debug, PartialEq)]
pub(super) struct Judged {
    pub(super) key: Option<String>,
    pub(super) created: Option<i64>,
    pub(super) label: Label,
    /// What routing made of it; none where its label names no project.
    pub(super) outcome: Option<Outcome>,
    /// What the text model makes of it; none where there is no model, or no outcome.
    pub(super) advice: Option<Advice>,
    /// Whether the text model was learned from the ticket; none where that is not known.
    pub(super) learned: Option<bool>,
}

impl<'r> Judge<'r> {
    pub(super) fn new(context: &Context, registry: &'r Registry, from: &'r LabelFrom) -> Result<Self> {
        let projects = registry.projects.iter().map(|project| (project.name.as_str(), &project.entry.routing));
        let truth = Truth::new(projects, *from == LabelFrom::Component);
        Ok(Self { registry, dispatcher: Dispatcher::new(context, registry)?, truth, from })
    }

    /// Judges a ticket; nothing is routed where its project is not known, and only where it is, the ticket is completed.
    pub(super) fn judge(&self, ticket: &Value, complete: Complete<'_>) -> Result<Judged, Vec<Fault>> {
        let mut labelled = parse_labelled(ticket, self.from)?;
        let label = self.truth.label(&labelled.labels);
        let Label::Project(expected) = label else {
            return Ok(Judged {
                key: labelled.ticket.key,
                created: labelled.created,
                label,
                outcome: None,
                advice: None,
                learned: None,
            });
        };
        complete(&mut labelled.ticket);
        let learned = self.model().and_then(|model| model.was_learned_from(&labelled.ticket));
        let weighed = self.dispatcher.weigh(&labelled.ticket);
        let position = |name: &str| self.truth.position(name);
        let outcome = Outcome::new(&weighed.scored, weighed.opinion.as_ref(), self.scoring(), expected, position);
        let advice = self.model().map(|_| self.advice(&weighed, expected, outcome.rank));
        Ok(Judged {
            key: labelled.ticket.key,
            created: labelled.created,
            label,
            outcome: Some(outcome),
            advice,
            learned,
        })
    }

    fn advice(&self, weighed: &Weighed, expected: usize, rank: Option<usize>) -> Advice {
        let Weighed { scored, opinion } = weighed;
        Advice::new(scored, opinion.as_ref(), self.scoring(), self.name(expected), rank)
    }

    /// The text model, where there is one.
    pub(super) fn model(&self) -> Option<&TextModel> {
        self.dispatcher.model()
    }

    /// The name of a project.
    pub(super) fn name(&self, position: usize) -> &'r str {
        self.truth.name(position)
    }

    /// The weights and the gate in force.
    pub(super) fn scoring(&self) -> &'r Scoring {
        &self.registry.scoring
    }

    /// Where labels are read from.
    pub(super) fn from(&self) -> &'r LabelFrom {
        self.from
    }
}
