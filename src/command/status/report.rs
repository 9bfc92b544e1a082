//! The answer of `skreg status`.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::link::{LinkState, ProjectState};
use crate::output::{Mark, Page, Report, escape};
use crate::registry::shortened;

#[derive(Debug, Serialize)]
pub(super) struct StatusReport {
    pub(super) ok: bool,
    pub(super) projects: Vec<ProjectReport>,
    pub(super) global: GlobalReport,
    pub(super) central: CentralReport,
    #[serde(skip)]
    pub(super) home: PathBuf,
    #[serde(skip)]
    pub(super) named: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct ProjectReport {
    pub(super) project: String,
    pub(super) repo: PathBuf,
    pub(super) state: ProjectState,
    pub(super) error: Option<String>,
    pub(super) worktrees: Vec<WorktreeReport>,
    pub(super) problems: Vec<StatusProblem>,
}

#[derive(Debug, Serialize)]
pub(super) struct WorktreeReport {
    pub(super) path: PathBuf,
    pub(super) links: Vec<LinkReport>,
}

#[derive(Debug, Serialize)]
pub(super) struct LinkReport {
    pub(super) path: String,
    pub(super) state: LinkState,
    pub(super) dangling: bool,
    pub(super) expected: PathBuf,
    pub(super) found: Option<PathBuf>,
    pub(super) reason: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct GlobalReport {
    pub(super) state: ProjectState,
    pub(super) links: Vec<LinkReport>,
}

#[derive(Debug, Serialize)]
pub(super) struct CentralReport {
    pub(super) path: PathBuf,
    pub(super) problems: Vec<StatusProblem>,
}

/// A further fact, with a code that programs can rely on.
#[derive(Debug, Serialize)]
pub(super) struct StatusProblem {
    pub(super) code: &'static str,
    pub(super) path: String,
    pub(super) message: String,
    pub(super) hint: String,
    /// Told for information only: it makes nothing wrong.
    pub(super) information: bool,
}

impl Report for StatusReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let width = self.projects.iter().map(|project| project.project.len()).max().unwrap_or(0).max("central".len());
        for project in &self.projects {
            let title = (project.project.as_str(), project.state, project.repo.as_path());
            self.write_title(page, width, title)?;
            if let Some(error) = &project.error {
                page.line(format_args!("    {}", escape(error)))?;
            }
            project
                .worktrees
                .iter()
                .flat_map(|worktree| &worktree.links)
                .try_for_each(|link| self.write_link(page, link))?;
            project.problems.iter().try_for_each(|problem| write_problem(page, problem))?;
        }
        if !self.global.links.is_empty() || self.global.state == ProjectState::Off {
            self.write_title(page, width, ("global", self.global.state, &self.home))?;
            self.global.links.iter().try_for_each(|link| self.write_link(page, link))?;
        }
        let state =
            if self.central.problems.is_empty() { Mark::Good.paint("ok   ") } else { Mark::Warn.paint("note ") };
        page.line(format_args!("{:width$}  {state}  {}", "central", self.path(&self.central.path)))?;
        self.write_central(page)?;
        match self.ok {
            true => Ok(()),
            false => page.line(format_args!(
                "{} run `skreg setup` to repair links; the lines above say the rest",
                Mark::Hint.paint("next:")
            )),
        }
    }
}

impl StatusReport {
    fn path(&self, path: &Path) -> String {
        escape(&shortened(path, &self.home)).into_owned()
    }

    fn write_title(
        &self,
        page: &mut Page<'_>,
        width: usize,
        (name, state, place): (&str, ProjectState, &Path),
    ) -> io::Result<()> {
        let mark = match state {
            ProjectState::Ok => Mark::Good,
            ProjectState::Off => Mark::Quiet,
            ProjectState::Absent if !self.named => Mark::Quiet,
            _ => Mark::Bad,
        };
        let word = mark.paint(format!("{:5}", state.word()));
        page.line(format_args!("{name:width$}  {word}  {}", self.path(place)))
    }

    fn write_link(&self, page: &mut Page<'_>, link: &LinkReport) -> io::Result<()> {
        if link.state == LinkState::Ok {
            return Ok(());
        }
        let told = match (&link.found, &link.reason) {
            (Some(found), _) => format!(" -> {}", self.path(found)),
            (None, Some(reason)) => format!(": {}", escape(reason)),
            (None, None) => String::new(),
        };
        let leads_nowhere = link.dangling && link.state == LinkState::Foreign;
        let dangling = if leads_nowhere { ", where nothing stands" } else { "" };
        page.line(format_args!("    {} {}{told}{dangling}", Mark::Bad.paint(link.state.word()), link.path))?;
        page.line(format_args!("      expected -> {}", self.path(&link.expected)))
    }
}

impl StatusReport {
    /// Many changed paths have one remedy, which is told once.
    fn write_central(&self, page: &mut Page<'_>) -> io::Result<()> {
        let problems = &self.central.problems;
        for (index, problem) in problems.iter().enumerate() {
            let same_hint = problems.get(index + 1).is_some_and(|next| next.hint == problem.hint);
            page.line(format_args!(
                "    {} {} {}",
                Mark::Warn.paint(problem.code),
                escape(&problem.path),
                escape(&problem.message)
            ))?;
            if !same_hint {
                page.line(format_args!("      {} {}", Mark::Hint.paint("hint:"), escape(&problem.hint)))?;
            }
        }
        Ok(())
    }
}

fn write_problem(page: &mut Page<'_>, problem: &StatusProblem) -> io::Result<()> {
    let mark = if problem.information { Mark::Warn } else { Mark::Bad };
    page.line(format_args!(
        "    {} {}: {}",
        mark.paint(problem.code),
        escape(&problem.path),
        escape(&problem.message)
    ))?;
    page.line(format_args!("      {} {}", Mark::Hint.paint("hint:"), escape(&problem.hint)))
}
