//! The answer of `skreg dispatch`.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::super::shell_path;
use super::target::Target;
use crate::dispatch::{Candidate, Doubt, Excluded, Origin, Scored, Signal};
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
    /// The ticket says so: it names the project's repository.
    Linked(String),
    /// The rule says so.
    Auto(String),
    /// A person or a flag says so.
    Chosen(String),
    /// Somebody has to say.
    Ask(Doubt),
    /// Nothing scored.
    None,
}

impl Route {
    pub(super) fn project(&self) -> Option<&str> {
        match self {
            Self::Linked(project) | Self::Auto(project) | Self::Chosen(project) => Some(project),
            Self::Ask(_) | Self::None => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Linked(_) => "linked",
            Self::Auto(_) => "auto",
            Self::Chosen(_) => "chosen",
            Self::Ask(_) => "ask",
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
    fn origin(&self, from: Option<Origin>) -> String {
        match (from, &self.parent) {
            (Some(Origin::Parent), Some(parent)) => format!(" of {parent}"),
            (Some(Origin::Parent), None) => " of its parent".to_owned(),
            (None, _) => String::new(),
        }
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
    /// Projects that would be candidates, were they not ruled out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<Excluded>,
    /// The projects whose repository the ticket names.
    #[serde(skip)]
    named: Vec<String>,
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
        scored: Scored,
        scoring: Scoring,
        home: &Path,
    ) -> Self {
        let (repo, skill, problems) = match target {
            Some(Target { repo, skill, problems }) => (Some(repo), skill, problems),
            None => (None, None, Vec::new()),
        };
        let (decision, project) = (route.word(), route.project().map(str::to_owned));
        let Scored { candidates, excluded, named } = scored;
        let home = home.to_owned();
        Self { ticket, decision, project, repo, skill, problems, candidates, excluded, named, route, scoring, home }
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
pub(super) fn choice(candidate: &Candidate, ticket: &TicketReport) -> String {
    let signals = signals(candidate, ticket);
    escape(&format!("{} ({} points: {signals})", candidate.project, candidate.score)).into_owned()
}

/// A project that is ruled out, as a choice of a question.
pub(super) fn excluded_choice(excluded: &Excluded, ticket: &TicketReport) -> String {
    escape(&format!("{} (excluded: {})", excluded.project, reasons(excluded, ticket))).into_owned()
}

fn signals(candidate: &Candidate, ticket: &TicketReport) -> String {
    let shown = |signal: &Signal| {
        let Signal { kind, value, points, from } = signal;
        format!("{} {value}{} +{points}", kind.word(), ticket.origin(*from))
    };
    candidate.signals.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn reasons(excluded: &Excluded, ticket: &TicketReport) -> String {
    let reasons = excluded.signals.iter();
    let shown =
        reasons.map(|reason| format!("{} \"{}\"{}", reason.kind.word(), reason.value, ticket.origin(reason.from)));
    shown.collect::<Vec<_>>().join(", ")
}

impl Report for DispatchReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let [key, summary] = self.ticket.names();
        page.line(format_args!("{}  {summary}", Mark::Strong.paint(key)))?;
        if !self.candidates.is_empty() {
            let mut table = Table::new(&["PROJECT", "SCORE", "SIGNALS"]);
            for candidate in &self.candidates {
                table.row([candidate.project.clone(), candidate.score.to_string(), signals(candidate, &self.ticket)]);
            }
            table.write(page)?;
        }
        if !self.excluded.is_empty() {
            let shown = |found: &Excluded| format!("{} ({})", found.project, reasons(found, &self.ticket));
            let excluded = self.excluded.iter().map(shown).collect::<Vec<_>>().join(", ");
            page.line(format_args!("excluded: {}", escape(&excluded)))?;
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
            Route::Linked(project) => {
                let mut candidates = self.candidates.iter().filter(|candidate| candidate.project == *project);
                let address = candidates.find_map(Candidate::repository).unwrap_or_default();
                let why = format!("{project}: the ticket names its repository, {address}");
                format!("{} {}", Mark::Good.paint("linked:"), escape(&why))
            }
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
            Route::Ask(doubt) => {
                format!("{} {}", Mark::Warn.paint("ask:"), escape(&self.question(*doubt, top, runner_up)))
            }
            Route::None if !self.excluded.is_empty() => {
                format!("{} nothing else matches any project", Mark::Warn.paint("none:"))
            }
            Route::None => {
                format!("{} no component, label or keyword of any project matches", Mark::Warn.paint("none:"))
            }
        }
    }

    /// Why somebody has to say.
    fn question(&self, doubt: Doubt, top: u32, runner_up: u32) -> String {
        let Scoring { auto_min, auto_ratio, .. } = self.scoring;
        let named = self.named.join(", ");
        match doubt {
            Doubt::Tied => format!("the first place is shared by projects with {top} points"),
            Doubt::Unclear if top < auto_min => {
                format!("the top has {top} points, and {auto_min} are needed to route without a question")
            }
            Doubt::Unclear => {
                format!("a close race: {top} points are less than {auto_ratio} times the runner-up's {runner_up}")
            }
            Doubt::NotNamed => {
                format!("{top} points would do, but the ticket names the repositories of other projects: {named}")
            }
            Doubt::OnlyNamed => {
                format!("the ticket names the repositories of several projects, and none has points: {named}")
            }
            Doubt::Excluded => format!("the ticket names a repository of a project that it is kept from: {named}"),
        }
    }

    fn next(&self) -> Option<String> {
        match &self.route {
            Route::Ask(doubt) if doubt.may_be_waived() => {
                Some("choose with `--project NAME`, or take the top with `--yes`".to_owned())
            }
            Route::Ask(_) => Some("choose with `--project NAME`".to_owned()),
            Route::None => {
                Some("choose with `--project NAME`; `skreg list` shows the projects and their signals".to_owned())
            }
            Route::Linked(_) | Route::Auto(_) | Route::Chosen(_) if self.is_ready() => Some(self.command()),
            Route::Linked(_) | Route::Auto(_) | Route::Chosen(_) => None,
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
