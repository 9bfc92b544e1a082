//! Routes one ticket and compares with what it is labelled with.

use serde_json::Value;

use crate::command::dispatch::router;
use crate::dispatch::Router;
use crate::dispatch::eval::{Label, Outcome, Truth};
use crate::json_edit;
use crate::registry::Registry;
use crate::registry::model::Scoring;
use crate::ticket::Ticket;
use crate::ticket::issue::Fault;
use crate::ticket::labelled::{LabelFrom, parse_labelled};

/// Routes tickets as the registry says, and knows the projects' names.
pub(super) struct Judge<'r> {
    registry: &'r Registry,
    router: Router<'r>,
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
}

impl<'r> Judge<'r> {
    pub(super) fn new(registry: &'r Registry, from: &'r LabelFrom) -> Self {
        let projects = registry.projects.iter().map(|project| (project.name.as_str(), &project.entry.routing));
        let truth = Truth::new(projects, *from == LabelFrom::Component);
        Self { registry, router: router(registry), truth, from }
    }

    /// Judges a ticket; nothing is routed where its project is not known.
    pub(super) fn judge(&self, ticket: &Value) -> Result<Judged, Vec<Fault>> {
        self.judge_completed(ticket, |_| {})
    }

    /// As [`Judge::judge`], once `complete` has added to a ticket what its source does not carry; that is asked only where its
    /// project is known, and after the label was taken off it.
    pub(super) fn judge_completed(
        &self,
        ticket: &Value,
        complete: impl FnOnce(&mut Ticket),
    ) -> Result<Judged, Vec<Fault>> {
        let mut labelled = parse_labelled(ticket, self.from)?;
        let label = self.truth.label(&labelled.labels);
        let outcome = match label {
            Label::Project(expected) => {
                complete(&mut labelled.ticket);
                let scored = self.router.score(&labelled.ticket);
                Some(Outcome::new(&scored, self.scoring(), expected, |name| self.truth.position(name)))
            }
            _ => None,
        };
        Ok(Judged { key: labelled.ticket.key, created: labelled.created, label, outcome })
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

    /// What to do about a name that no project has.
    pub(super) fn hint_at(&self, unknown: &str) -> String {
        let known = self.registry.projects.iter().map(|project| project.name.as_str());
        match json_edit::nearest(unknown, known) {
            Some(near) => format!("no project is called `{unknown}`; did you mean `{near}`?"),
            None => format!("no project is called `{unknown}`; `skreg list` shows the projects"),
        }
    }
}
