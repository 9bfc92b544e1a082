//! The answer of `skreg status`.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::link::{LinkState, ProjectState};
use crate::output::{Mark, Page, Report, escape};
use crate::registry::{Project, shortened};

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
    pub(super) hint: Option<String>,
    pub(super) worktrees: Vec<WorktreeReport>,
    pub(super) problems: Vec<StatusProblem>,
    /// Whether a run of setup would change anything.
    #[serde(skip)]
    pub(super) is_repairable: bool,
}

impl ProjectReport {
    /// A project that is not linked on this machine.
    pub(super) fn new(project: &Project) -> Self {
        Self {
            project: project.name.clone(),
            repo: project.repo.clone(),
            state: ProjectState::Off,
            error: None,
            hint: None,
            worktrees: Vec::new(),
            problems: Vec::new(),
            is_repairable: false,
        }
    }

    /// Whether nothing is wrong; what the profile lacks is wrong also where the repository is not on this machine.
    pub(super) fn is_in_order(&self, named: bool) -> bool {
        self.state.is_in_order(named) && self.problems.iter().all(|problem| problem.information)
    }
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
    pub(super) expected: Option<PathBuf>,
    pub(super) found: Option<PathBuf>,
    pub(super) reason: Option<String>,
    pub(super) hint: Option<String>,
    /// Whether the repository's own, which git tracks, is used instead: nothing is wrong with that.
    #[serde(skip)]
    pub(super) is_decided: bool,
}

impl LinkReport {
    /// Whether it is as the registry says, or as everybody who works on the repository decided.
    pub(super) fn is_in_order(&self) -> bool {
        self.state == LinkState::Ok || self.is_decided
    }
}

#[derive(Debug, Serialize)]
pub(super) struct GlobalReport {
    pub(super) state: ProjectState,
    pub(super) links: Vec<LinkReport>,
    /// Whether a run of setup would change anything.
    #[serde(skip)]
    pub(super) is_repairable: bool,
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

/// The line of a project.
struct Title<'t> {
    name: &'t str,
    word: &'t str,
    mark: Mark,
    place: &'t Path,
    widths: (usize, usize),
}

impl Report for StatusReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let widths = self.widths();
        for project in &self.projects {
            self.write_project(page, project, widths)?;
        }
        if self.shows_global() {
            let state = self.global.state;
            let (word, mark) = (state.word(), self.mark(state));
            self.write_title(page, &Title { name: "global", word, mark, place: &self.home, widths })?;
            self.global.links.iter().try_for_each(|link| self.write_link(page, link))?;
        }
        let (word, mark) = match &self.central.problems[..] {
            [] => ("ok", Mark::Good),
            problems if problems.iter().all(|problem| problem.information) => ("note", Mark::Warn),
            _ => ("drift", Mark::Bad),
        };
        self.write_title(page, &Title { name: "central", word, mark, place: &self.central.path, widths })?;
        self.write_central(page)?;
        match self.global.is_repairable || self.projects.iter().any(|project| project.is_repairable) {
            true => page.line(format_args!("{} run `skreg setup` to repair the links", Mark::Hint.paint("next:"))),
            false => Ok(()),
        }
    }
}

impl StatusReport {
    fn path(&self, path: &Path) -> String {
        escape(&shortened(path, &self.home)).into_owned()
    }

    fn shows_global(&self) -> bool {
        !self.global.links.is_empty() || self.global.state == ProjectState::Off
    }

    fn write_project(&self, page: &mut Page<'_>, project: &ProjectReport, widths: (usize, usize)) -> io::Result<()> {
        let (name, word, mark) = (&project.project, project.state.word(), self.mark(project.state));
        self.write_title(page, &Title { name, word, mark, place: &project.repo, widths })?;
        if let Some(error) = &project.error {
            page.line(format_args!("    {}", escape(error)))?;
        }
        let is_fine = project.state.is_in_order(self.named);
        write_hint(page, project.hint.as_deref().filter(|_| !is_fine))?;
        for worktree in &project.worktrees {
            if worktree.path != project.repo && !worktree.links.iter().all(|link| link.state == LinkState::Ok) {
                page.line(format_args!("    {} {}", Mark::Strong.paint("worktree"), self.path(&worktree.path)))?;
            }
            worktree.links.iter().try_for_each(|link| self.write_link(page, link))?;
        }
        project.problems.iter().try_for_each(|problem| write_problem(page, problem))
    }

    fn mark(&self, state: ProjectState) -> Mark {
        match state {
            ProjectState::Ok => Mark::Good,
            ProjectState::Off => Mark::Quiet,
            ProjectState::Absent if !self.named => Mark::Quiet,
            _ => Mark::Bad,
        }
    }

    /// The widest name and the widest state, so that each stands below those of the others.
    fn widths(&self) -> (usize, usize) {
        let widest = |words: &mut dyn Iterator<Item = &str>| words.map(|word| word.chars().count()).max();
        let names = &mut self.projects.iter().map(|project| project.project.as_str()).chain(["central"]);
        let global = self.shows_global().then_some(self.global.state);
        let states = self.projects.iter().map(|project| project.state).chain(global);
        let states = &mut states.map(ProjectState::word).chain(["drift"]);
        (widest(names).unwrap_or_default(), widest(states).unwrap_or_default())
    }

    /// The line of a project: name, state and place.
    fn write_title(&self, page: &mut Page<'_>, title: &Title<'_>) -> io::Result<()> {
        let Title { name, word, mark, place, widths: (name_width, state_width) } = title;
        let state = mark.paint(format!("{word:state_width$}"));
        page.line(format_args!("{:name_width$}  {state}  {}", escape(name), self.path(place)))
    }

    fn write_link(&self, page: &mut Page<'_>, link: &LinkReport) -> io::Result<()> {
        if link.state == LinkState::Ok {
            return Ok(());
        }
        if let Some(reason) = link.reason.as_ref().filter(|_| link.is_decided) {
            let state = Mark::Warn.paint(link.state.word());
            return page.line(format_args!("    {state} {}: {}", escape(&link.path), escape(reason)));
        }
        let told = link.found.as_ref().map(|found| format!(" -> {}", self.path(found))).unwrap_or_default();
        let leads_nowhere = link.dangling && link.state == LinkState::Foreign;
        let dangling = if leads_nowhere { ", where nothing stands" } else { "" };
        page.line(format_args!("    {} {}{told}{dangling}", Mark::Bad.paint(link.state.word()), escape(&link.path)))?;
        if let Some(expected) = link.expected.as_ref().filter(|expected| link.found.as_ref() != Some(expected)) {
            page.line(format_args!("      expected -> {}", self.path(expected)))?;
        }
        if let Some(reason) = &link.reason {
            page.line(format_args!("      {}", escape(reason)))?;
        }
        write_hint(page, link.hint.as_deref())
    }
}

impl StatusReport {
    /// Many changed paths have one remedy, which is told once.
    fn write_central(&self, page: &mut Page<'_>) -> io::Result<()> {
        let problems = &self.central.problems;
        for (index, problem) in problems.iter().enumerate() {
            let same_hint = problems.get(index + 1).is_some_and(|next| next.hint == problem.hint);
            page.line(format_args!(
                "    {} {}: {}",
                Mark::Warn.paint(problem.code),
                escape(&problem.path),
                escape(&problem.message)
            ))?;
            if !same_hint {
                write_hint(page, Some(&problem.hint))?;
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
    write_hint(page, Some(&problem.hint))
}

fn write_hint(page: &mut Page<'_>, hint: Option<&str>) -> io::Result<()> {
    match hint {
        Some(hint) => page.line(format_args!("      {} {}", Mark::Hint.paint("hint:"), escape(hint))),
        None => Ok(()),
    }
}
