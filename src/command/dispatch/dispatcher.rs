//! What routing goes by: the signals of all projects, and the text model where there is one.

use anyhow::Result;

use super::route::Route;
use crate::command::{Context, text_model};
use crate::dispatch::model::{Features, Opinion, TextModel};
use crate::dispatch::{Choice, Decision, Router, Scored, choices, decide_with};
use crate::registry::Registry;
use crate::registry::model::Scoring;
use crate::ticket::Ticket;

/// Routes any number of tickets by a registry.
pub(in crate::command) struct Dispatcher<'r> {
    scoring: Scoring,
    router: Router<'r>,
    model: Option<TextModel>,
}

/// What the rule and the model say about a ticket.
#[derive(Debug)]
pub(in crate::command) struct Weighed {
    pub(in crate::command) scored: Scored,
    /// None where there is no model, or it knows nothing of the ticket.
    pub(in crate::command) opinion: Option<Opinion>,
}

impl<'r> Dispatcher<'r> {
    /// Reads the model of the central repository.
    pub(in crate::command) fn new(context: &Context, registry: &'r Registry) -> Result<Self> {
        let model = text_model::read(context, registry)?;
        Ok(Self { scoring: registry.scoring, router: router(registry), model })
    }

    /// The model, where there is one.
    pub(in crate::command) fn model(&self) -> Option<&TextModel> {
        self.model.as_ref()
    }

    /// Weighs a ticket.
    pub(in crate::command) fn weigh(&self, ticket: &Ticket) -> Weighed {
        let opinion = self.model.as_ref().and_then(|model| model.opinion(&Features::of(ticket)));
        Weighed { scored: self.router.score(ticket), opinion }
    }

    /// Decides by a project that is asked for, by the repository that the ticket names, by the rule, and by the model as far as the
    /// registry gives it a say; `yes` takes the top of a close race.
    pub(super) fn decide(&self, weighed: &Weighed, project: Option<&str>, yes: bool) -> Route {
        if let Some(project) = project {
            return Route::Chosen(project.to_owned());
        }
        match decide_with(&weighed.scored, weighed.opinion.as_ref(), &self.scoring) {
            Decision::Linked(candidate) => Route::Linked(candidate.project.clone()),
            Decision::Automatic(top) => Route::Auto(top.project.clone()),
            Decision::Text(project) => Route::Text(project.to_owned()),
            Decision::Ask { closest: Some(closest), doubt } if yes && doubt.may_be_waived() => {
                Route::Chosen(closest.project.clone())
            }
            Decision::Ask { doubt, .. } => Route::Ask(doubt),
            Decision::NoMatch => Route::None,
        }
    }
}

impl Weighed {
    /// The projects that the ticket may belong to, the likeliest first.
    pub(super) fn choices(&self) -> Vec<Choice> {
        choices(&self.scored.candidates, self.opinion.as_ref(), |project| self.scored.is_ruled_out(project))
    }
}

/// The signals of all projects.
pub(in crate::command) fn router(registry: &Registry) -> Router<'_> {
    let signals = registry.projects.iter().map(|project| (project.name.as_str(), &project.entry.routing));
    let remotes = registry.projects.iter();
    let remotes = remotes.filter_map(|project| Some((project.name.as_str(), project.entry.remote.as_deref()?)));
    Router::new(signals, &registry.scoring).with_remotes(remotes)
}
