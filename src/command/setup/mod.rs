//! `skreg setup`: links every project's profile into its repository.

mod clone;
mod report;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use self::clone::Clones;
use self::report::{ProjectReport, SetupReport, WorktreeReport, is_in_order};
use super::{Context, Outcome, clone_hint};
use crate::link::{self, AskGit, LinkResult, Owner, Presence, ProjectState, Worktree, WorktreeResult};
use crate::profile;
use crate::registry::model::LinkMode;
use crate::registry::{self, Link, Project, Registry};
use crate::system::disk::{self, Target};

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

/// Links the projects.
///
/// # Errors
/// Where the registry cannot be read or names an unknown project.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let _lock = if args.dry_run { None } else { Some(context.lock()?) };
    let registry = context.registry()?;
    let projects = if args.global { Vec::new() } else { registry.select(&args.projects)? };
    let owner = context.owner(&registry)?;
    let clones = clone::run(context, args, &registry, &projects)?;
    let run = Run { context, args, registry: &registry, owner: &owner, clones };
    let global = if args.projects.is_empty() { run.global()? } else { Vec::new() };
    let projects = projects.into_iter().map(|project| run.project(project)).collect();
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
    fn project(&self, project: &Project) -> ProjectReport {
        let mut report = ProjectReport {
            project: project.name.clone(),
            repo: project.repo.clone(),
            state: ProjectState::Off,
            error: None,
            hint: None,
            clone: None,
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
            Presence::Absent => {
                report.state = ProjectState::Absent;
                let named = !self.args.projects.is_empty();
                report.hint = named.then(|| clone_hint(project, self.context.environment.home()));
            }
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
        clone::tell(&mut report, self.clones.get(&project.name).cloned());
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
        let Ok(skills) = profile::skills(self.registry, &project.entry.profile) else { return Vec::new() };
        let replaced = result.links.iter().filter(|link| {
            let moved = self.args.dry_run || link.backup.is_some();
            link.path == ".claude/skills" && link.replaced == Some("directory") && moved
        });
        let there = replaced
            .flat_map(|link| skill_names(&link.backup.clone().unwrap_or_else(|| worktree.path.join(&link.path))));
        let known: BTreeSet<_> = skills.into_iter().map(|skill| skill.name).collect();
        there.filter(|name| !known.contains(name)).collect()
    }
}

fn skill_names(folder: &Path) -> Vec<String> {
    let names = disk::names(folder).unwrap_or_default().into_iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| matches!(disk::follow(&folder.join(name).join("SKILL.md")), Ok(Target::File))).collect()
}
