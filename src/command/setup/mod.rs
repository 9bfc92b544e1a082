//! `skreg setup`: links every project's profile into its repository.

mod clone;
mod grant;
mod report;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use self::clone::Clones;
use self::grant::Ground;
use self::report::{ExcludeReport, ProjectReport, SetupReport, WorktreeReport};
use super::{Context, Outcome, clone_hint, no_repository_hint};
use crate::link::{
    self, Applied, AskGit, LinkResult, Manner, Observation, Observer, Owner, Presence, ProjectState, WorktreeResult,
    Worktrees,
};
use crate::profile;
use crate::registry::model::LinkMode;
use crate::registry::{self, Link, Project, Registry};
use crate::system::disk::{self, Target};
use crate::system::git;

/// Link every project's profile into its repository
///
/// What stands in the way is moved to a backup, which `skreg restore` puts back. A second run changes nothing.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these projects; the global skills are left out
    projects: Vec<String>,

    /// Only the skills in the home directory
    #[arg(long, conflicts_with = "projects")]
    global: bool,

    /// Clone the repositories that are not on this machine first, with git
    #[arg(long, conflicts_with = "global")]
    clone: bool,

    /// Tell what would be done and do nothing
    #[arg(long, short = 'n')]
    dry_run: bool,

    /// Link in this way from now on, on this machine; also where `restore` turned linking off
    #[arg(long, value_name = "MODE")]
    link: Option<LinkMode>,

    /// Link every git worktree of each repository
    #[arg(long, conflicts_with = "global")]
    worktrees: bool,

    /// Let Claude Code read what lies beside a linked `SKILL.md`, by rules in `.claude/settings.local.json`
    #[arg(long, conflicts_with = "global")]
    grant_read: bool,

    /// Also replace links that are not ours (they are kept in the backups)
    #[arg(long)]
    force: bool,

    /// Print only what is not in order
    #[arg(long, short)]
    quiet: bool,
}

/// Links the projects.
///
/// # Errors
/// Where the registry cannot be read or names an unknown project.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let _lock = context.lock_unless(args.dry_run)?;
    let registry = context.registry()?;
    let projects = if args.global { Vec::new() } else { registry.select(&args.projects)? };
    let owner = context.owner(&registry)?;
    let clones = clone::run(context, args, &registry, &projects)?;
    let run = Run { context, args, registry: &registry, owner: &owner, clones };
    let global = if args.projects.is_empty() { run.global()? } else { Vec::new() };
    let (mut projects, grounds): (Vec<_>, Vec<_>) = projects.into_iter().map(|project| run.project(project)).unzip();
    grant::run(&run, &mut projects, &grounds);
    let report = SetupReport::new(args, projects, global, context.environment.home());
    context.output.report(&report)?;
    Ok(Outcome::from_ok(report.ok))
}

/// What the steps of this command share.
struct Run<'r> {
    context: &'r Context,
    args: &'r Args,
    registry: &'r Registry,
    owner: &'r Owner,
    clones: Clones,
}

impl Run<'_> {
    /// Sets one project up; a failure is told and does not stop the others.
    fn project<'p>(&self, project: &'p Project) -> (ProjectReport, Option<Ground<'p>>) {
        let mut report = ProjectReport {
            project: project.name.clone(),
            repo: project.repo.clone(),
            state: ProjectState::Off,
            error: None,
            hint: None,
            clone: None,
            worktrees: Vec::new(),
            skipped: Vec::new(),
            exclude: ExcludeReport::default(),
            grants: Vec::new(),
        };
        let mode = match self.mode(project) {
            Ok(Some(mode)) => mode,
            Ok(None) => return (report, None),
            Err(error) => {
                let error = Some(format!("{error:#}"));
                return (ProjectReport { state: ProjectState::Error, error, ..report }, None);
            }
        };
        let mut manner = Manner { mode, ..Manner::of(project) };
        if self.args.worktrees {
            manner.worktrees = Worktrees::All;
        }
        let mut ground = None;
        match self.observer().project(project, manner) {
            Presence::Absent => {
                report.state = ProjectState::Absent;
                let named = !self.args.projects.is_empty();
                report.hint = named.then(|| clone_hint(project, self.context.environment.home()));
            }
            Presence::NotARepo => {
                report.state = ProjectState::NotARepo;
                report.error = Some("it is no git repository".to_owned());
                report.hint = Some(no_repository_hint(project, self.context.environment.home()));
            }
            Presence::Error(error) => {
                report.state = ProjectState::Error;
                report.hint = git::hint(&error).map(str::to_owned);
                report.error = Some(format!("{error:#}"));
            }
            Presence::Present(observation) => {
                self.present(project, &observation, &mut report);
                ground = Some((project, observation));
            }
        }
        clone::tell(&mut report, self.clones.get(&project.name).cloned());
        (report, ground)
    }

    /// Links the worktrees of a repository that is there.
    fn present(&self, project: &Project, observation: &Observation, report: &mut ProjectReport) {
        let applied = self.apply(observation);
        let links = || applied.worktrees.iter().flat_map(|worktree| &worktree.links);
        let in_order = applied.error.is_none() && links().all(LinkResult::is_in_order);
        report.state = if in_order { ProjectState::Ok } else { ProjectState::Drift };
        report.exclude = ExcludeReport { change: applied.exclude, error: applied.error };
        report.skipped.clone_from(&observation.skipped);
        for result in applied.worktrees {
            let lacking = self.lacking(project, &result);
            report.worktrees.push(WorktreeReport { result, lacking });
        }
    }

    fn global(&self) -> Result<Vec<LinkResult>> {
        match (self.registry.global.link, self.args.link) {
            (Link::Off, None) => return Ok(Vec::new()),
            (Link::Off, Some(_)) => registry::turn_on_global(self.registry, self.args.dry_run)?,
            _ => {}
        }
        let observation = link::observe_home(self.registry, self.owner, self.context.environment.home());
        Ok(self.apply(&observation).worktrees.into_iter().flat_map(|worktree| worktree.links).collect())
    }

    fn apply(&self, observation: &Observation) -> Applied {
        let plan = link::plan(observation, self.args.force);
        match self.args.dry_run {
            true => link::untried(observation, &plan),
            false => link::apply(observation, &plan, self.context.clock.now()),
        }
    }

    fn observer(&self) -> Observer<'_> {
        let home = self.context.environment.home();
        Observer { registry: self.registry, owner: self.owner, home, ask: AskGit::Tracked }
    }

    /// How a project is linked; none where it is not. What `--link` says is kept for this machine.
    fn mode(&self, project: &Project) -> Result<Option<LinkMode>> {
        match (self.args.link, project.link) {
            (Some(mode), _) => {
                registry::set_link(self.registry, project, mode, self.args.dry_run)?;
                Ok(Some(mode))
            }
            (None, Link::On(mode)) => Ok(Some(mode)),
            (None, Link::Off) => Ok(None),
        }
    }

    /// The skills that were replaced, or would be, and that the profile does not have.
    fn lacking(&self, project: &Project, result: &WorktreeResult) -> Vec<String> {
        let Ok(skills) = profile::skills(self.registry, &project.entry.profile) else { return Vec::new() };
        let replaced = result.links.iter().filter(|link| {
            let moved = self.args.dry_run || link.backup.is_some();
            link.path == ".claude/skills" && link.replaced == Some("directory") && moved
        });
        let there =
            replaced.flat_map(|link| skill_names(&link.backup.clone().unwrap_or_else(|| result.path.join(&link.path))));
        let known: BTreeSet<_> = skills.into_iter().map(|skill| skill.name).collect();
        there.filter(|name| !known.contains(name)).collect()
    }
}

fn skill_names(folder: &Path) -> Vec<String> {
    let names = disk::names(folder).unwrap_or_default().into_iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| matches!(disk::follow(&folder.join(name).join("SKILL.md")), Ok(Target::File))).collect()
}
