//! `skreg status`: whether everything is as the registry says.

mod grant;
mod link_report;
mod problem;
mod report;

use std::path::Path;

use anyhow::Result;

use self::link_report::worktrees;
use self::report::{CentralReport, GlobalReport, LinkReport, ProjectReport, StatusProblem, StatusReport};
use super::{Context, Outcome, clone_hint};
use crate::link::{self, AskGit, GrantQuestion, Manner, Observer, Owner, Presence, ProjectState};
use crate::registry::{Link, Project, Registry};
use crate::system::git;

/// Verify links, repositories, skills and the central repository
///
/// Exits 1 where something is not as the registry says. A repository that is not on this machine is reported and is no
/// error unless it is named.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these projects
    projects: Vec<String>,
}

/// Verifies the projects.
///
/// # Errors
/// Where the registry cannot be read or names an unknown project.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let registry = context.registry()?;
    let owner = context.owner(&registry)?;
    let home = context.environment.home();
    let projects = registry.select(&args.projects)?;
    let projects: Vec<_> =
        projects.into_iter().map(|project| observe_project(&registry, project, &owner, home)).collect();
    let global = observe_global(&registry, &owner, home);
    let central = observe_central(&registry, home);
    let named = !args.projects.is_empty();
    let is_central_fine = central.problems.iter().all(|problem| problem.information);
    let ok = projects.iter().all(|project| project.is_in_order(named));
    let ok = ok && global.state.is_in_order(false) && is_central_fine;
    let report = StatusReport { ok, projects, global, central, home: home.to_owned(), named };
    context.output.report(&report)?;
    Ok(Outcome::from_ok(ok))
}

fn observe_project(registry: &Registry, project: &Project, owner: &Owner, home: &Path) -> ProjectReport {
    let mut report = ProjectReport::new(project);
    if project.link == Link::Off {
        return report;
    }
    report.problems = problem::of_skills(registry, project);
    let observer = Observer { registry, owner, home, ask: AskGit::Always };
    match observer.project(project, Manner::of(project)) {
        Presence::Absent => {
            report.state = ProjectState::Absent;
            report.hint = Some(clone_hint(project, home));
        }
        Presence::NotARepo => {
            report.state = ProjectState::NotARepo;
            report.error = Some("it is no git repository of its own".to_owned());
            report.hint =
                Some(format!("make it one with `git init`, or correct `repo` of `{}` in the registry", project.name));
        }
        Presence::Error(error) => {
            report.state = ProjectState::Error;
            report.hint = git::hint(&error).map(str::to_owned);
            report.error = Some(format!("{error:#}"));
        }
        Presence::Present(observation) => {
            let plan = link::plan(&observation, false);
            report.problems.splice(..0, problem::of_git(&observation, &plan, home));
            let question = GrantQuestion { registry, owner, project, observation: &observation };
            let grants = grant::problems(question, home);
            let is_stale = grants.iter().any(|problem| !problem.information);
            report.problems.extend(grants);
            report.problems.extend(observation.skipped.iter().map(problem::of_skipped));
            report.worktrees = worktrees(&observation, &plan);
            report.state = drift(report.worktrees.iter().flat_map(|worktree| &worktree.links), &report.problems);
            report.is_repairable = plan.changes() || is_stale;
        }
    }
    report
}

fn observe_global(registry: &Registry, owner: &Owner, home: &Path) -> GlobalReport {
    match link::observe_global(registry, owner, home) {
        None => GlobalReport { state: ProjectState::Off, links: Vec::new(), is_repairable: false },
        Some(observation) => {
            let plan = link::plan(&observation, false);
            let links: Vec<_> =
                worktrees(&observation, &plan).into_iter().flat_map(|worktree| worktree.links).collect();
            GlobalReport { state: drift(links.iter(), &[]), links, is_repairable: plan.changes() }
        }
    }
}

fn observe_central(registry: &Registry, home: &Path) -> CentralReport {
    CentralReport { path: registry.central().to_owned(), problems: problem::of_central(registry, home) }
}

fn drift<'l>(mut links: impl Iterator<Item = &'l LinkReport>, problems: &[StatusProblem]) -> ProjectState {
    let in_order = links.all(LinkReport::is_in_order) && problems.iter().all(|problem| problem.information);
    if in_order { ProjectState::Ok } else { ProjectState::Drift }
}
