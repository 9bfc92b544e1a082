//! The answer of `skreg dispatch`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::dispatcher::Weighed;
use super::opinion::{self, OpinionReport};
use super::route::Route;
use super::target::{SkillReport, Target, TargetProblem};
use crate::dispatch::{Candidate, Choice, Excluded, Origin, Scored};
use crate::output::{Failure, escape};
use crate::registry::model::Scoring;
use crate::ticket::{Ticket, TicketKey};

/// Where a ticket was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Source {
    Jira,
    File,
    Stdin,
}

/// The ticket as the answer shows it. Its text was written by somebody else.
#[derive(Debug, Serialize)]
pub(super) struct TicketReport {
    key: Option<String>,
    /// The key that was asked for, where the ticket has another one by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_for: Option<String>,
    summary: String,
    source: Source,
    /// The key of the issue above, for the words about what comes from there.
    #[serde(skip)]
    parent: Option<String>,
}

impl TicketReport {
    pub(super) fn new(ticket: &Ticket, source: Source) -> Self {
        let parent = ticket.parent.as_ref().map(|parent| parent.key.clone());
        Self { key: ticket.key.clone(), asked_for: None, summary: ticket.summary.clone(), source, parent }
    }

    /// The same for a ticket that was asked for by another key.
    pub(super) fn moved_from(self, asked_for: Option<String>) -> Self {
        Self { asked_for, ..self }
    }

    /// What the ticket is called, and its title.
    pub(super) fn names(&self) -> [Cow<'_, str>; 2] {
        let key = escape(self.key.as_deref().unwrap_or("ticket"));
        let key = self.asked_for.as_ref().map_or(key.clone(), |asked| format!("{key} (asked for as {asked})").into());
        [key, escape(&self.summary)]
    }

    /// Whose signal it is, where it is not the ticket's own.
    pub(super) fn origin(&self, from: Option<Origin>) -> String {
        match (from, &self.parent) {
            (Some(Origin::Parent), Some(parent)) => format!(" of {parent}"),
            (Some(Origin::Parent), None) => " of its parent".to_owned(),
            (None, _) => String::new(),
        }
    }
}

/// The answer.
#[derive(Debug, Serialize)]
pub(super) struct DispatchReport {
    pub(super) ticket: TicketReport,
    pub(super) decision: &'static str,
    pub(super) project: Option<String>,
    pub(super) repo: Option<PathBuf>,
    pub(super) skill: Option<SkillReport>,
    pub(super) problems: Vec<TargetProblem>,
    pub(super) candidates: Vec<Candidate>,
    /// Projects that would be candidates, were they not ruled out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) excluded: Vec<Excluded>,
    /// Where somebody has to say: the projects that it may be, the likeliest first; only where there is a text model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) choices: Vec<Choice>,
    /// What the text model thinks; left out where there is none, or it knows no word of the ticket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text_model: Option<OpinionReport>,
    /// The projects whose repository the ticket names.
    #[serde(skip)]
    pub(super) named: Vec<String>,
    #[serde(skip)]
    pub(super) route: Route,
    #[serde(skip)]
    pub(super) scoring: Scoring,
    #[serde(skip)]
    pub(super) home: PathBuf,
}

impl DispatchReport {
    pub(super) fn new(
        ticket: TicketReport,
        route: Route,
        target: Option<Target>,
        weighed: Weighed,
        scoring: Scoring,
        home: &Path,
    ) -> Self {
        let (repo, skill, problems) = match target {
            Some(Target { repo, skill, problems }) => (Some(repo), skill, problems),
            None => (None, None, Vec::new()),
        };
        let (decision, project) = (route.word(), route.project().map(str::to_owned));
        let text_model = OpinionReport::new(&weighed);
        let is_open = project.is_none() && text_model.is_some();
        let choices = if is_open { weighed.choices().into_iter().map(opinion::shown).collect() } else { Vec::new() };
        let Scored { candidates, excluded, named, .. } = weighed.scored;
        let home = home.to_owned();
        Self {
            ticket,
            decision,
            project,
            repo,
            skill,
            problems,
            candidates,
            excluded,
            choices,
            text_model,
            named,
            route,
            scoring,
            home,
        }
    }

    /// The row of a table of many tickets: key, summary, decision, project, score.
    pub(super) fn row(&self) -> [String; 5] {
        let score =
            |name: &str| self.candidates.iter().find(|candidate| candidate.project == name).map(|found| found.score);
        let project = self.project.clone().or_else(|| Some(format!("{}?", self.candidates.first()?.project)));
        let score = self.project.as_deref().and_then(score).or_else(|| Some(self.candidates.first()?.score));
        let dash = || "-".to_owned();
        let [key, summary] = [self.ticket.key.clone().unwrap_or_else(dash), self.ticket.summary.clone()];
        let score = score.map_or_else(dash, |score| score.to_string());
        [key, summary, self.decision.to_owned(), project.unwrap_or_else(dash), score]
    }

    /// The word of the decision.
    pub(super) fn decision(&self) -> &'static str {
        self.decision
    }

    /// Whether the ticket has a project, and work can start there.
    pub(super) fn is_ready(&self) -> bool {
        self.project.is_some() && self.problems.is_empty()
    }

    /// The repository and the first message of a session there.
    ///
    /// Only a key of the known form gets into it: everything else of a ticket is somebody else's text.
    pub(super) fn session(&self) -> Result<(&Path, String)> {
        let repo = self.repo.as_deref().ok_or_else(|| Failure::new("no project is chosen"))?;
        match (&self.skill, self.key()) {
            (None, _) => Err(Failure::new("`--run` needs a skill, and the project names none")
                .hint("name one with `--skill`")
                .into()),
            (_, None) => Err(Failure::new("`--run` needs a ticket with a key such as `PROJ-123`").into()),
            (Some(skill), Some(key)) => Ok((repo, format!("/{} {key}", skill.name))),
        }
    }

    pub(super) fn key(&self) -> Option<TicketKey> {
        self.ticket.key.as_deref().and_then(TicketKey::parse)
    }
}
