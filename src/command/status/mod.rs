//! `skreg status`: whether everything is as the registry says.

mod report;

use std::path::Path;

use anyhow::Result;

use self::report::{
    CentralReport, GlobalReport, LinkReport, ProjectReport, StatusProblem, StatusReport, WorktreeReport,
};
use super::{Context, Outcome};
use crate::central;
use crate::link::{
    self, Aim, AskGit, Found, LinkState, Owner, Plan, Presence, ProjectState, Spot, Step, Supply, Worktree,
};
use crate::output::quoted;
use crate::profile;
use crate::registry::{Link, Project, Registry};

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
    let central = observe_central(&registry);
    let named = !args.projects.is_empty();
    let ok = projects.iter().all(|project| project.is_in_order(named)) && global.state.is_in_order(false);
    let report = StatusReport { ok, projects, global, central, home: home.to_owned(), named };
    context.output.report(&report)?;
    Ok(Outcome::from_ok(ok))
}

fn observe_project(registry: &Registry, project: &Project, owner: &Owner, home: &Path) -> ProjectReport {
    let mut report = ProjectReport::new(project);
    if project.link == Link::Off {
        return report;
    }
    report.problems = skill_problems(registry, project);
    match link::observe_project(registry, project, owner, home, AskGit::Always) {
        Presence::Absent => report.state = ProjectState::Absent,
        Presence::NotARepo => {
            report.state = ProjectState::NotARepo;
            report.error = Some("it is no git repository of its own".to_owned());
            report.hint =
                Some(format!("make it one with `git init`, or correct `repo` of `{}` in the registry", project.name));
        }
        Presence::Error(error) => {
            report.state = ProjectState::Error;
            report.error = Some(format!("{error:#}"));
        }
        Presence::Present(worktree) => {
            let plan = link::plan(&worktree, false);
            report.problems.splice(..0, git_problems(&worktree, &plan));
            let links = links(&worktree, &plan);
            report.state = drift(links.iter(), &report.problems);
            report.is_repairable = is_repairable(&plan);
            report.worktrees.push(WorktreeReport { links, path: worktree.path });
        }
    }
    report
}

fn observe_global(registry: &Registry, owner: &Owner, home: &Path) -> GlobalReport {
    match link::observe_global(registry, owner, home) {
        None => GlobalReport { state: ProjectState::Off, links: Vec::new(), is_repairable: false },
        Some(worktree) => {
            let plan = link::plan(&worktree, false);
            let links = links(&worktree, &plan);
            GlobalReport { state: drift(links.iter(), &[]), links, is_repairable: is_repairable(&plan) }
        }
    }
}

/// Whether a run of setup would change anything.
fn is_repairable(plan: &Plan) -> bool {
    !plan.exclude.is_empty() || plan.steps.iter().any(|(_, step)| step.changes())
}

fn observe_central(registry: &Registry) -> CentralReport {
    let path = registry.central().to_owned();
    let problems = match central::uncommitted(registry) {
        Ok(paths) if paths.is_empty() => Vec::new(),
        Ok(paths) => paths.into_iter().map(|changed| uncommitted(&path, &changed)).collect(),
        Err(error) => vec![StatusProblem {
            code: "central_unreadable",
            path: path.display().to_string(),
            message: format!("{error:#}"),
            hint: "its changes cannot be told".to_owned(),
            information: true,
        }],
    };
    CentralReport { path, problems }
}

fn uncommitted(central: &Path, changed: &Path) -> StatusProblem {
    StatusProblem {
        code: "central_uncommitted",
        path: changed.display().to_string(),
        message: "is not committed".to_owned(),
        hint: format!(
            "look at it with `git -C {} status`: an edit of yours, or something written through a link",
            quoted(central)
        ),
        information: true,
    }
}

fn drift<'l>(mut links: impl Iterator<Item = &'l LinkReport>, problems: &[StatusProblem]) -> ProjectState {
    let in_order = links.all(|link| link.state == LinkState::Ok) && problems.iter().all(|problem| problem.information);
    if in_order { ProjectState::Ok } else { ProjectState::Drift }
}

fn links(worktree: &Worktree, plan: &Plan) -> Vec<LinkReport> {
    let report = |(index, spot): (usize, &Spot)| {
        let step = plan.steps.iter().find(|(at, _)| *at == index).map(|(_, step)| step);
        Some(link_report(spot, link::link_state(spot)?, step))
    };
    worktree.spots.iter().enumerate().filter_map(report).collect()
}

fn link_report(spot: &Spot, state: LinkState, step: Option<&Step>) -> LinkReport {
    let (found, dangling) = match &spot.found {
        Found::Link { text, dangling, .. } => (Some(text.clone()), *dangling),
        Found::Loop { text } => (Some(text.clone()), true),
        Found::Unreadable(_) | Found::Missing | Found::Directory | Found::File => (None, false),
    };
    let reason = match (&spot.found, &spot.supply, step) {
        (Found::Unreadable(reason), ..) => Some(reason.clone()),
        (_, Supply::Unreadable(reason), _) => Some(format!("what it is to point at: {reason}")),
        _ if state == LinkState::SourceMissing => {
            Some("the profile has nothing there, and `skreg setup` takes the link away".to_owned())
        }
        (_, _, Some(Step::Blocked { reason, .. })) => Some(format!("`skreg setup` leaves it alone: {reason}")),
        _ => None,
    };
    let hint = match step {
        Some(Step::Blocked { hint, .. }) => Some(hint.clone()),
        _ if state == LinkState::Unreadable => Some("make it readable first".to_owned()),
        _ => None,
    };
    LinkReport { path: spot.shown.clone(), state, dangling, expected: spot.target.clone(), found, reason, hint }
}

/// Links that git would commit, and what else git does to the places where links belong.
fn git_problems(worktree: &Worktree, plan: &Plan) -> Vec<StatusProblem> {
    let problem = |code, path: &str, message: &str, hint: String| StatusProblem {
        code,
        path: path.to_owned(),
        message: message.to_owned(),
        hint,
        information: false,
    };
    let git = format!("git -C {}", quoted(&worktree.path));
    let mut problems = Vec::new();
    for spot in &worktree.spots {
        let Some(state) = link::link_state(spot) else { continue };
        let place = &spot.shown;
        let is_link = matches!(spot.found, Found::Link { .. } | Found::Loop { .. });
        if spot.git.tracked && is_link {
            let hint = format!("run `{git} rm --cached {place}` and commit: every clone would get this machine's path");
            problems.push(problem("tracked_link", place, "git tracks the link", hint));
        } else if spot.git.tracked_below {
            let hint = format!(
                "run `{git} rm -r --cached {place}` and commit: `git stash` and `git switch` fail beside a link"
            );
            problems.push(problem("tracked_below", place, "git tracks files below it", hint));
        } else if !spot.git.ignored && state == LinkState::Ok {
            let message = "git does not ignore the link, and `git add -A` would commit it";
            let hint = "run `skreg setup`: it writes the exact path to `info/exclude` (a rule with a slash at its end matches no link)";
            problems.push(problem("not_ignored", place, message, hint.to_owned()));
        }
    }
    let ours = |spot: &&Spot| matches!(spot.found, Found::Link { aim: Aim::Right | Aim::Elsewhere, .. });
    let linked: Vec<_> = worktree.spots.iter().filter(ours).map(|spot| format!("/{}", spot.shown)).collect();
    for rule in plan.exclude.removed.iter().filter(|rule| !linked.iter().any(|place| rule.ends_with(place))) {
        let message = format!("`info/exclude` has the rule `{rule}`, and no link of ours stands there");
        let hint = "run `skreg setup`: it takes the rule away (git overwrites ignored files without a question)";
        problems.push(problem("stale_rule", rule.trim_start_matches('/'), &message, hint.to_owned()));
    }
    problems
}

/// Skills that the registry promises and the profile does not have.
fn skill_problems(registry: &Registry, project: &Project) -> Vec<StatusProblem> {
    let name = &project.entry.profile;
    let skills = match profile::skills(registry, name) {
        Ok(skills) => skills,
        Err(error) => {
            return vec![StatusProblem {
                code: "profile_unreadable",
                path: format!("profiles/{name}/skills"),
                message: format!("{error:#}"),
                hint: "make it readable".to_owned(),
                information: false,
            }];
        }
    };
    let promised = project.entry.skills.iter().chain(&project.entry.routing.skill);
    let mut missing: Vec<_> = promised.filter(|promised| skills.iter().all(|skill| skill.name != **promised)).collect();
    missing.sort();
    missing.dedup();
    let problem = |skill: &String| {
        let near = crate::json_edit::nearest(skill, skills.iter().map(|skill| skill.name.as_str()));
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
