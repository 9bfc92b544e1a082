//! `skreg status`: whether everything is as the registry says.

mod report;

use std::path::Path;

use anyhow::Result;

use self::report::{
    CentralReport, GlobalReport, LinkReport, ProjectReport, StatusProblem, StatusReport, WorktreeReport,
};
use super::{Context, Outcome};
use crate::central;
use crate::json_edit;
use crate::link::{self, AskGit, Found, LinkState, Owner, Presence, ProjectState, Spot, Worktree};
use crate::profile;
use crate::registry::{LOCAL_FILE, Link, Project, Registry, shortened};

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
    let ok = projects.iter().all(|project| project.state.is_in_order(named)) && global.state.is_in_order(false);
    let report = StatusReport { ok, projects, global, central, home: home.to_owned(), named };
    context.output.report(&report)?;
    Ok(Outcome::from_ok(ok))
}

fn observe_project(registry: &Registry, project: &Project, owner: &Owner, home: &Path) -> ProjectReport {
    let mut report = ProjectReport {
        project: project.name.clone(),
        repo: project.repo.clone(),
        state: ProjectState::Off,
        error: None,
        worktrees: Vec::new(),
        problems: Vec::new(),
    };
    if project.link == Link::Off {
        return report;
    }
    match link::observe_project(registry, project, owner, home, AskGit::Always) {
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
            report.problems.extend(git_problems(&worktree));
            report.worktrees.push(WorktreeReport { links: links(&worktree), path: worktree.path });
        }
    }
    report.problems.extend(skill_problems(registry, project));
    if report.state == ProjectState::Off {
        report.state = drift(report.worktrees.iter().flat_map(|worktree| &worktree.links), &report.problems);
    }
    report
}

fn observe_global(registry: &Registry, owner: &Owner, home: &Path) -> GlobalReport {
    match link::observe_global(registry, owner, home) {
        None => GlobalReport { state: ProjectState::Off, links: Vec::new() },
        Some(worktree) => {
            let links = links(&worktree);
            GlobalReport { state: drift(links.iter(), &[]), links }
        }
    }
}

fn observe_central(registry: &Registry, home: &Path) -> CentralReport {
    let path = registry.central().to_owned();
    let problems = match central::uncommitted(registry) {
        Ok(paths) if paths.is_empty() => Vec::new(),
        Ok(paths) => paths.into_iter().map(|changed| uncommitted(&shortened(&path, home), &changed)).collect(),
        Err(error) => vec![StatusProblem {
            code: "central_unreadable",
            path: path.display().to_string(),
            message: format!("{error:#}"),
            hint: "its changes cannot be told".to_owned(),
            information: true,
        }],
    };
    let strays = registry.strays.iter().map(|name| stray(registry, name));
    CentralReport { path, problems: problems.into_iter().chain(strays).collect() }
}

/// A project that only the local file names.
fn stray(registry: &Registry, name: &str) -> StatusProblem {
    let known = registry.projects.iter().map(|project| project.name.as_str());
    StatusProblem {
        code: "local_unknown_project",
        path: LOCAL_FILE.to_owned(),
        message: format!("names the project `{name}`, which the registry does not have"),
        hint: match json_edit::nearest(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "take it out, or pull the registry that has it".to_owned(),
        },
        information: true,
    }
}

fn uncommitted(central: &str, changed: &Path) -> StatusProblem {
    StatusProblem {
        code: "central_uncommitted",
        path: changed.display().to_string(),
        message: "is not committed".to_owned(),
        hint: format!(
            "look at it with `git -C {} status`: an edit of yours, or something written through a link",
            central
        ),
        information: true,
    }
}

fn drift<'l>(mut links: impl Iterator<Item = &'l LinkReport>, problems: &[StatusProblem]) -> ProjectState {
    let in_order = links.all(|link| link.state == LinkState::Ok) && problems.iter().all(|problem| problem.information);
    if in_order { ProjectState::Ok } else { ProjectState::Drift }
}

fn links(worktree: &Worktree) -> Vec<LinkReport> {
    worktree.spots.iter().filter_map(|spot| Some(link_report(spot, link::link_state(spot)?))).collect()
}

fn link_report(spot: &Spot, state: LinkState) -> LinkReport {
    let (found, dangling, reason) = match &spot.found {
        Found::Link { text, dangling, .. } => (Some(text.clone()), *dangling, None),
        Found::Loop { text } => (Some(text.clone()), true, None),
        Found::Unreadable(reason) => (None, false, Some(reason.clone())),
        Found::Missing | Found::Directory | Found::File => (None, false, None),
    };
    LinkReport { path: spot.shown.clone(), state, dangling, expected: spot.target.clone(), found, reason }
}

/// Links of ours that git would commit, and what else git does to them.
fn git_problems(worktree: &Worktree) -> Vec<StatusProblem> {
    let problem = |spot: &Spot, code, message: &str, hint: String| StatusProblem {
        code,
        path: spot.shown.clone(),
        message: message.to_owned(),
        hint,
        information: false,
    };
    let mut problems = Vec::new();
    for spot in worktree.spots.iter().filter(|spot| matches!(spot.found, Found::Link { .. } | Found::Loop { .. })) {
        if spot.git.tracked {
            let hint =
                format!("run `git rm --cached {}` and commit: every clone would get this machine's path", spot.shown);
            problems.push(problem(spot, "tracked_link", "git tracks the link", hint));
        } else if spot.git.tracked_below {
            let hint = format!(
                "run `git rm -r --cached {}` and commit: `git stash` and `git switch` fail beside the link",
                spot.shown
            );
            problems.push(problem(spot, "tracked_below", "git tracks files below the link", hint));
        } else if !spot.git.ignored && link::link_state(spot) == Some(LinkState::Ok) {
            let hint = "run `skreg setup`: it writes the exact path to `info/exclude` (a rule with a slash at its end matches no link)";
            problems.push(problem(
                spot,
                "not_ignored",
                "git does not ignore the link, and `git add -A` would commit it",
                hint.to_owned(),
            ));
        }
    }
    problems
}

/// Skills that the registry promises and the profile does not have.
fn skill_problems(registry: &Registry, project: &Project) -> Vec<StatusProblem> {
    let name = &project.entry.profile;
    let skills = match profile::skills(registry, name) {
        Ok(skills) => skills,
        Err(error) => return vec![missing_skill(name, "", format!("{error:#}"), "make it readable".to_owned())],
    };
    let promised = project.entry.skills.iter().chain(&project.entry.routing.skill);
    let mut missing: Vec<_> = promised.filter(|promised| skills.iter().all(|skill| skill.name != **promised)).collect();
    missing.sort();
    missing.dedup();
    let problem = |skill: &String| {
        let near = json_edit::nearest(skill, skills.iter().map(|skill| skill.name.as_str()));
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("add `profiles/{name}/skills/{skill}/SKILL.md`, or take `{skill}` out of the registry"),
        };
        missing_skill(
            name,
            skill,
            format!("the registry promises the skill `{skill}`, which the profile does not have"),
            hint,
        )
    };
    missing.into_iter().map(problem).collect()
}

fn missing_skill(profile: &str, skill: &str, message: String, hint: String) -> StatusProblem {
    let path = format!("profiles/{profile}/skills/{skill}");
    StatusProblem { code: "skill_missing", path, message, hint, information: false }
}
