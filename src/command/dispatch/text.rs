//! The answer of `skreg dispatch` for people.

use std::io;

use super::super::shell_path;
use super::dispatcher::Weighed;
use super::opinion::percent;
use super::report::{DispatchReport, TicketReport};
use super::route::Route;
use crate::dispatch::{Candidate, Choice, Doubt, Excluded, Signal};
use crate::output::{Mark, Page, Report, Table, escape, quoted};
use crate::registry::model::Scoring;

/// How many of the likeliest projects are told.
const SHOWN: usize = 3;

/// A project as a choice of a question.
pub(super) fn choice(choice: &Choice, weighed: &Weighed, ticket: &TicketReport) -> String {
    let candidate = weighed.scored.candidate(&choice.project);
    let points = candidate.map(|found| format!("{} points: {}", found.score, signals(found, ticket)));
    let model = choice.probability.map(|probability| format!("text model {}", percent(probability)));
    let why: Vec<String> = points.into_iter().chain(model).collect();
    escape(&format!("{} ({})", choice.project, why.join("; "))).into_owned()
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
        self.write_opinion(page)?;
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
    /// What the text model thinks, and where it is a question, the likeliest projects.
    fn write_opinion(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Some(opinion) = self.text_model.as_ref().filter(|_| !matches!(self.route, Route::Text(_))) else {
            return Ok(());
        };
        page.line(format_args!("text model: {}", escape(&opinion.line())))?;
        let likely: Vec<&str> = self.choices.iter().take(SHOWN).map(|choice| choice.project.as_str()).collect();
        if likely.is_empty() { Ok(()) } else { page.line(format_args!("likeliest: {}", escape(&likely.join(", ")))) }
    }

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
            Route::Text(project) => {
                let least = self.scoring.text_min;
                let sure = self.text_model.as_ref().map(|model| model.sureness(least)).unwrap_or_default();
                let why = format!("{project}: only words speak here, and the text model is {sure}");
                format!("{} {}", Mark::Good.paint("text:"), escape(&why))
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
            Doubt::Disagreed => {
                let (top, other) = (self.candidates.first(), self.text_model.as_ref());
                let top = top.map(|top| top.project.clone()).unwrap_or_default();
                match other {
                    Some(other) => format!("the points say {top}, and the text model does not: {}", other.line()),
                    None => format!("the points say {top}, and the text model knows nothing of the ticket"),
                }
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
            Route::Linked(_) | Route::Auto(_) | Route::Text(_) | Route::Chosen(_) if self.is_ready() => {
                Some(self.command())
            }
            Route::Linked(_) | Route::Auto(_) | Route::Text(_) | Route::Chosen(_) => None,
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
