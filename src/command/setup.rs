//! `skreg setup`: links every project's profile into its repository.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::{Context, Outcome};
use crate::link::{self, Action, AskGit, LinkResult, Owner, Presence, ProjectState, Worktree, WorktreeResult};
use crate::output::{Mark, Page, Report};
use crate::profile;
use crate::registry::model::LinkMode;
use crate::registry::{self, Link, Project, Registry, shortened};
use crate::system::disk;

/// Link every project's profile into its repository
///
/// What stands in the way is moved to a backup, which `skreg restore` puts back. A second run changes nothing.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these projects; the global skills are left out
    projects: Vec<String>,

    /// Tell what would be done and do nothing
    #[arg(long, short = 'n')]
    dry_run: bool,

    /// Link in this way, also where `restore` turned linking off
    #[arg(long, value_name = "MODE")]
    link: Option<LinkMode>,

    /// Also replace links that are not ours (they are kept in the backups)
    #[arg(long)]
    force: bool,

    /// Print only what is not in order
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug, Serialize)]
struct SetupReport {
    dry_run: bool,
    ok: bool,
    projects: Vec<ProjectReport>,
    global: GlobalReport,
    summary: Summary,
    #[serde(skip)]
    view: View,
}

#[derive(Debug, Serialize)]
struct ProjectReport {
    project: String,
    repo: PathBuf,
    state: ProjectState,
    error: Option<String>,
    worktrees: Vec<WorktreeReport>,
}

#[derive(Debug, Serialize)]
struct WorktreeReport {
    #[serde(flatten)]
    result: WorktreeResult,
    /// Skills that were replaced and that the profile does not have.
    lacking: Vec<String>,
}

#[derive(Debug, Serialize)]
struct GlobalReport {
    links: Vec<LinkResult>,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    linked: usize,
    relinked: usize,
    kept: usize,
    removed: usize,
    blocked: usize,
    failed: usize,
    backups: usize,
}

/// How the report shows itself to people.
#[derive(Debug)]
struct View {
    home: PathBuf,
    quiet: bool,
}

/// Links the projects.
///
/// # Errors
/// Where the registry cannot be read or names an unknown project.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let _lock = if args.dry_run { None } else { Some(context.lock()?) };
    let registry = context.registry()?;
    let projects = registry.select(&args.projects)?;
    let owner = context.owner(&registry)?;
    let run = Run { context, args, registry: &registry, owner: &owner };
    let global = if args.projects.is_empty() { run.global()? } else { Vec::new() };
    let projects = projects.into_iter().map(|project| run.project(project)).collect();
    let report = run.report(projects, global);
    context.output.report(&report)?;
    Ok(Outcome::from_ok(report.ok))
}

/// What the steps of this command share.
struct Run<'r> {
    context: &'r Context,
    args: &'r Args,
    registry: &'r Registry,
    owner: &'r Owner,
}

impl Run<'_> {
    /// Sets one project up; a failure is told and does not stop the others.
    fn project(&self, project: &Project) -> ProjectReport {
        let mut report = ProjectReport {
            project: project.name.clone(),
            repo: project.repo.clone(),
            state: ProjectState::Off,
            error: None,
            worktrees: Vec::new(),
        };
        match self.turned_on(project.link, Some(&project.name)) {
            Ok(true) => {}
            Ok(false) => return report,
            Err(error) => {
                return ProjectReport { state: ProjectState::Error, error: Some(format!("{error:#}")), ..report };
            }
        }
        match link::observe_project(
            self.registry,
            project,
            self.owner,
            self.context.environment.home(),
            AskGit::BeforeAChange,
        ) {
            Presence::Absent => report.state = ProjectState::Absent,
            Presence::NotARepo => {
                report.state = ProjectState::NotARepo;
                report.error = Some("it is no git repository".to_owned());
            }
            Presence::Error(error) => {
                report.state = ProjectState::Error;
                report.error = Some(format!("{error:#}"));
            }
            Presence::Present(worktree) => {
                let result = self.worktree(&worktree);
                let in_order = result.error.is_none() && result.links.iter().all(is_in_order);
                report.state = if in_order { ProjectState::Ok } else { ProjectState::Drift };
                let lacking = self.lacking(project, &worktree, &result);
                report.worktrees.push(WorktreeReport { result, lacking });
            }
        }
        report
    }

    fn global(&self) -> Result<Vec<LinkResult>> {
        if !self.turned_on(self.registry.global.link, None)? {
            return Ok(Vec::new());
        }
        let worktree = link::observe_home(self.registry, self.owner, self.context.environment.home());
        Ok(self.worktree(&worktree).links)
    }

    fn worktree(&self, worktree: &Worktree) -> WorktreeResult {
        let plan = link::plan(worktree, self.args.force);
        match self.args.dry_run {
            true => link::untried(worktree, &plan),
            false => link::apply(worktree, &plan, self.context.clock.now()),
        }
    }

    /// Whether to link at all; `--link` turns on what `restore` turned off.
    fn turned_on(&self, link: Link, project: Option<&str>) -> Result<bool> {
        match (link, self.args.link, self.args.dry_run) {
            (Link::On(_), ..) => Ok(true),
            (Link::Off, None, _) => Ok(false),
            (Link::Off, Some(_), true) => Ok(true),
            (Link::Off, Some(_), false) => registry::turn_on(self.registry, project).map(|()| true),
        }
    }

    /// The skills that were replaced, or would be, and that the profile does not have.
    fn lacking(&self, project: &Project, worktree: &Worktree, result: &WorktreeResult) -> Vec<String> {
        let replaced = result.links.iter().zip(&worktree.spots).filter(|(link, spot)| {
            let would_be = self.args.dry_run && spot.found == link::Found::Directory;
            spot.name == "skills" && link.action == Action::Linked && (would_be || link.backup.is_some())
        });
        let there = replaced.flat_map(|(link, spot)| skill_names(link.backup.as_deref().unwrap_or(&spot.path)));
        let skills = profile::skills(self.registry, &project.entry.profile).unwrap_or_default();
        let known: BTreeSet<_> = skills.into_iter().map(|skill| skill.name).collect();
        there.filter(|name| !known.contains(name)).collect()
    }

    fn report(&self, projects: Vec<ProjectReport>, global: Vec<LinkResult>) -> SetupReport {
        let named = !self.args.projects.is_empty();
        let links =
            || projects.iter().flat_map(|project| &project.worktrees).flat_map(|worktree| &worktree.result.links);
        let count = |action: Action| links().filter(|link| link.action == action).count();
        let summary = Summary {
            linked: count(Action::Linked),
            relinked: count(Action::Relinked),
            kept: count(Action::Kept),
            removed: count(Action::Removed),
            blocked: count(Action::Blocked),
            failed: count(Action::Failed),
            backups: links().filter(|link| link.backup.is_some()).count(),
        };
        let ok = projects.iter().all(|project| project.state.is_in_order(named)) && global.iter().all(is_in_order);
        let view = View { home: self.context.environment.home().to_owned(), quiet: self.args.quiet };
        SetupReport { dry_run: self.args.dry_run, ok, projects, global: GlobalReport { links: global }, summary, view }
    }
}

fn is_in_order(link: &LinkResult) -> bool {
    !matches!(link.action, Action::Blocked | Action::Failed)
}

fn skill_names(folder: &Path) -> Vec<String> {
    let names = disk::names(folder).unwrap_or_default().into_iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| disk::is_folder(&folder.join(name))).collect()
}

impl Report for SetupReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        for project in &self.projects {
            project.write_text(page, &self.view)?;
        }
        let global: Vec<_> = self.global.links.iter().filter(|link| self.view.shows(link)).collect();
        if !global.is_empty() {
            page.line(format_args!("{}  {}", Mark::Strong.paint("global"), self.view.path(&self.view.home)))?;
            global.into_iter().try_for_each(|link| write_link(link, page, &self.view))?;
        }
        if self.view.quiet && self.ok {
            return Ok(());
        }
        page.line(self.summary_line())?;
        match self.next() {
            Some(next) => page.line(format_args!("{} {next}", Mark::Hint.paint("next:"))),
            None => Ok(()),
        }
    }
}

impl SetupReport {
    fn summary_line(&self) -> String {
        let Summary { linked, relinked, kept, removed, blocked, failed, backups } = self.summary;
        let counts = [
            (linked, "linked"),
            (relinked, "relinked"),
            (removed, "removed"),
            (kept, "kept"),
            (blocked, "blocked"),
            (failed, "failed"),
            (backups, "moved to backups"),
        ];
        let told = counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
        let told = told.collect::<Vec<_>>().join(", ");
        let told = if told.is_empty() { "no links".to_owned() } else { told };
        let projects = self.projects.iter().filter(|project| !project.worktrees.is_empty()).count();
        let lead = match (self.dry_run, self.changes()) {
            (_, false) if self.ok => "nothing to do: ",
            (true, _) => "dry run, nothing was changed: ",
            _ => "",
        };
        format!("{lead}{told} in {projects} project{}", if projects == 1 { "" } else { "s" })
    }

    fn changes(&self) -> bool {
        let Summary { linked, relinked, removed, .. } = self.summary;
        let global = self
            .global
            .links
            .iter()
            .any(|link| matches!(link.action, Action::Linked | Action::Relinked | Action::Removed));
        let mut worktrees = self.projects.iter().flat_map(|project| &project.worktrees);
        linked + relinked + removed > 0 || global || worktrees.any(|worktree| !worktree.result.exclude.is_empty())
    }

    fn next(&self) -> Option<&'static str> {
        match (self.ok, self.dry_run, self.changes()) {
            (false, ..) => Some("do what the lines above say, then run `skreg setup` again"),
            (true, true, true) => Some("run `skreg setup` without `--dry-run`"),
            (true, false, true) => {
                Some("start a new Claude Code session to see new skills; `skreg status` verifies the links")
            }
            (true, _, false) => None,
        }
    }
}

impl ProjectReport {
    fn write_text(&self, page: &mut Page<'_>, view: &View) -> io::Result<()> {
        let quiet = view.quiet && self.state.is_in_order(false);
        if quiet {
            return Ok(());
        }
        let repo = view.path(&self.repo);
        let name = Mark::Strong.paint(&self.project);
        match self.state {
            ProjectState::Ok | ProjectState::Drift => page.line(format_args!("{name}  {repo}"))?,
            ProjectState::Absent => {
                page.line(format_args!("{name}  {repo}: {}", Mark::Warn.paint("not on this machine")))?
            }
            ProjectState::Off => {
                let how = format!("turned off here; `skreg setup {} --link auto` turns it on", self.project);
                page.line(format_args!("{name}  {repo}: {how}"))?;
            }
            ProjectState::NotARepo | ProjectState::Error => {
                let error = self.error.as_deref().unwrap_or(self.state.word());
                page.line(format_args!("{name}  {repo}: {}", Mark::Bad.paint(error)))?;
            }
        }
        for worktree in &self.worktrees {
            for link in worktree.result.links.iter().filter(|link| view.shows(link)) {
                write_link(link, page, view)?;
            }
            if let Some(error) = &worktree.result.error {
                page.line(format_args!("  {}   git's local ignore rules: {error}", Mark::Bad.paint("failed")))?;
            }
            if !worktree.lacking.is_empty() {
                let names = worktree.lacking.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                page.line(format_args!(
                    "           the profile lacks {names}: copy from the backup what you want to keep"
                ))?;
            }
        }
        Ok(())
    }
}

impl View {
    fn path(&self, path: &Path) -> String {
        shortened(path, &self.home)
    }

    fn shows(&self, link: &LinkResult) -> bool {
        !self.quiet || !is_in_order(link)
    }
}

fn write_link(link: &LinkResult, page: &mut Page<'_>, view: &View) -> io::Result<()> {
    let (mark, word) = match link.action {
        Action::Linked => (Mark::Good, "linked  "),
        Action::Relinked => (Mark::Good, "relinked"),
        Action::Kept => (Mark::Quiet, "kept    "),
        Action::Removed => (Mark::Good, "removed "),
        Action::Blocked => (Mark::Bad, "blocked "),
        Action::Failed => (Mark::Bad, "failed  "),
    };
    let target = match link.action {
        Action::Linked | Action::Relinked | Action::Kept => format!(" -> {}", view.path(&link.target)),
        _ => String::new(),
    };
    let reason = link.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    page.line(format_args!("  {} {}{target}{reason}", mark.paint(word), link.path))?;
    if let Some(backup) = &link.backup {
        page.line(format_args!("           what stood there is now {}", view.path(backup)))?;
    }
    match &link.hint {
        Some(hint) => page.line(format_args!("           {} {hint}", Mark::Hint.paint("hint:"))),
        None => Ok(()),
    }
}
