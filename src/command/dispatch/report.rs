//! The answer of `skreg dispatch`.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::super::shell_path;
use super::target::Target;
use crate::dispatch::{Candidate, Signal, SignalKind};
use crate::output::{Failure, Mark, Page, Report, Table, escape, quoted};
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

/// Where a ticket goes, and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Route {
    /// The rule says so.
    Auto(String),
    /// A person or a flag says so.
    Chosen(String),
    /// Somebody has to say.
    Ask { tied: bool },
    /// Nothing scored.
    None,
}

impl Route {
    pub(super) fn project(&self) -> Option<&str> {
        match self {
            Self::Auto(project) | Self::Chosen(project) => Some(project),
            Self::Ask { .. } | Self::None => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Auto(_) => "auto",
            Self::Chosen(_) => "chosen",
            Self::Ask { .. } => "ask",
            Self::None => "none",
        }
    }
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
}

impl TicketReport {
    pub(super) fn new(ticket: &Ticket, source: Source) -> Self {
        Self { key: ticket.key.clone(), asked_for: None, summary: ticket.summary.clone(), source }
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
}

/// The skill that work starts with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct SkillReport {
    pub(super) name: String,
    pub(super) available: bool,
}

/// Why work cannot start in the project.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TargetProblem {
    code: &'static str,
    message: String,
    hint: String,
}

impl TargetProblem {
    pub(super) fn new(code: &'static str, message: String, hint: String) -> Self {
        Self { code, message, hint }
    }

    /// The problem of a project beside an answer about many tickets.
    pub(super) fn note(&self, project: &str) -> String {
        escape(&format!("note: {project}: {}: {}", self.message, self.hint)).into_owned()
    }
}

/// The answer.
#[derive(Debug, Serialize)]
pub(super) struct DispatchReport {
    ticket: TicketReport,
    decision: &'static str,
    project: Option<String>,
    repo: Option<PathBuf>,
    skill: Option<SkillReport>,
    problems: Vec<TargetProblem>,
    candidates: Vec<Candidate>,
    #[serde(skip)]
    route: Route,
    #[serde(skip)]
    scoring: Scoring,
    #[serde(skip)]
    home: PathBuf,
}

impl DispatchReport {
    pub(super) fn new(
        ticket: TicketReport,
        route: Route,
        target: Option<Target>,
        candidates: Vec<Candidate>,
        scoring: Scoring,
        home: &Path,
    ) -> Self {
        let (repo, skill, problems) = match target {
            Some(Target { repo, skill, problems }) => (Some(repo), skill, problems),
            None => (None, None, Vec::new()),
        };
        let (decision, project) = (route.word(), route.project().map(str::to_owned));
        Self { ticket, decision, project, repo, skill, problems, candidates, route, scoring, home: home.to_owned() }
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

    fn key(&self) -> Option<TicketKey> {
        self.ticket.key.as_deref().and_then(TicketKey::parse)
    }
}

/// A candidate as a choice of a question.
pub(super) fn choice(candidate: &Candidate) -> String {
    escape(&format!("{} ({} points: {})", candidate.project, candidate.score, signals(candidate))).into_owned()
}

fn signals(candidate: &Candidate) -> String {
    let shown = |signal: &Signal| {
        let kind = match signal.kind {
            SignalKind::Component => "component",
            SignalKind::Label => "label",
            SignalKind::Keyword => "keyword",
        };
        format!("{kind} {} +{}", signal.value, signal.points)
    };
    candidate.signals.iter().map(shown).collect::<Vec<_>>().join(", ")
}

impl Report for DispatchReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let [key, summary] = self.ticket.names();
        page.line(format_args!("{}  {summary}", Mark::Strong.paint(key)))?;
        if !self.candidates.is_empty() {
            let mut table = Table::new(&["PROJECT", "SCORE", "SIGNALS"]);
            for candidate in &self.candidates {
                table.row([candidate.project.clone(), candidate.score.to_string(), signals(candidate)]);
            }
            table.write(page)?;
        }
        page.line(self.verdict())?;
        for problem in &self.problems {
            page.line(format_args!("  {} {}", Mark::Bad.paint(problem.code), escape(&problem.message)))?;
            page.line(format_args!("    {} {}", Mark::Hint.paint("hint:"), escape(&problem.hint)))?;
        }
        match self.next() {
            Some(next) => page.line(format_args!("{} {}", Mark::Hint.paint("next:"), escape(&next))),
            None => Ok(()),
        }
    }
}

impl DispatchReport {
    fn verdict(&self) -> String {
        let Scoring { auto_min, auto_ratio, .. } = self.scoring;
        let [top, runner_up] = [0, 1].map(|at| self.candidates.get(at).map_or(0, |candidate| candidate.score));
        match &self.route {
            Route::Auto(project) if runner_up == 0 => {
                let project = escape(project);
                format!("{} {project}: {top} points, and no other project has any", Mark::Good.paint("auto:"))
            }
            Route::Auto(project) => {
                let why =
                    format!("{top} points, at least {auto_min} and {auto_ratio} times the runner-up's {runner_up}");
                format!("{} {}: {why}", Mark::Good.paint("auto:"), escape(project))
            }
            Route::Chosen(project) => format!("{} {}", Mark::Good.paint("chosen:"), escape(project)),
            Route::Ask { tied: true } => {
                format!("{} the first place is shared by projects with {top} points", Mark::Warn.paint("ask:"))
            }
            Route::Ask { tied: false } if top < auto_min => {
                format!(
                    "{} the top has {top} points, and {auto_min} are needed to route without a question",
                    Mark::Warn.paint("ask:")
                )
            }
            Route::Ask { tied: false } => {
                let why = format!("{top} points are less than {auto_ratio} times the runner-up's {runner_up}");
                format!("{} a close race: {why}", Mark::Warn.paint("ask:"))
            }
            Route::None => {
                format!("{} no component, label or keyword of any project matches", Mark::Warn.paint("none:"))
            }
        }
    }

    fn next(&self) -> Option<String> {
        match &self.route {
            Route::Ask { tied: true } => Some("choose with `--project NAME`".to_owned()),
            Route::Ask { tied: false } => Some("choose with `--project NAME`, or take the top with `--yes`".to_owned()),
            Route::None => {
                Some("choose with `--project NAME`; `skreg list` shows the projects and their signals".to_owned())
            }
            Route::Auto(_) | Route::Chosen(_) if self.is_ready() => Some(self.command()),
            Route::Auto(_) | Route::Chosen(_) => None,
        }
    }

    /// The command that starts a session in the repository, for a person's shell.
    fn command(&self) -> String {
        let repo = self.repo.as_deref().map(|repo| shell_path(repo, &self.home)).unwrap_or_default();
        match (&self.skill, self.key()) {
            (Some(skill), Some(key)) if is_plain(&skill.name) => {
                format!("cd {repo} && claude \"/{} {key}\"", skill.name)
            }
            (Some(skill), Some(key)) => format!("cd {repo} && claude {}", quoted(format!("/{} {key}", skill.name))),
            _ => format!("cd {repo} && claude"),
        }
    }
}

/// Whether a shell reads a word as it is, in double quotes or without.
fn is_plain(word: &str) -> bool {
    word.chars().all(|character| character.is_ascii_alphanumeric() || "/._-".contains(character))
}
