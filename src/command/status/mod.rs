//! `skreg status`: whether everything is as the registry says.

mod report;

use std::path::{Path, PathBuf};

use anyhow::Result;

use self::report::{
    CentralReport, GlobalReport, LinkReport, ProjectReport, StatusProblem, StatusReport, WorktreeReport,
};
use super::{Context, Outcome, clone_hint, shell_path};
use crate::central;
use crate::link::{
    self, Aim, AskGit, Found, LinkState, Owner, Plan, Presence, ProjectState, Spot, Step, Supply, Worktree,
};
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
    let central = observe_central(&registry, home);
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
            report.error = Some(format!("{error:#}"));
        }
        Presence::Present(worktree) => {
            let plan = link::plan(&worktree, false);
            report.problems.splice(..0, git_problems(&worktree, &plan, home));
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

fn observe_central(registry: &Registry, home: &Path) -> CentralReport {
    let path = registry.central().to_owned();
    let look = format!("`git -C {} status`", shell_path(&path, home));
    let problem = |code, path: &Path, message, hint| {
        let path = path.display().to_string();
        StatusProblem { code, path, message, hint, information: true }
    };
    let problems = match central::uncommitted(registry) {
        Ok(paths) => {
            let hint = format!("look at it with {look}: an edit of yours, or something written through a link");
            let told = |path: PathBuf| problem("central_uncommitted", &path, "not committed".to_owned(), hint.clone());
            paths.into_iter().map(told).collect()
        }
        Err(error) => {
            let hint = format!("see what {look} says");
            vec![problem("central_unreadable", &path, format!("{error:#}"), hint)]
        }
    };
    CentralReport { path, problems }
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
        (_, _, Some(Step::Blocked { reason, .. })) if !spot.git.tracked_below => {
            Some(format!("`skreg setup` leaves it alone: {reason}"))
        }
        _ => None,
    };
    let hint = match step {
        // The problem `tracked_below` tells of it.
        Some(Step::Blocked { .. }) if spot.git.tracked_below => None,
        Some(Step::Blocked { hint, .. }) => Some(hint.clone()),
        _ if state == LinkState::Unreadable => Some("make it readable first".to_owned()),
        _ => None,
    };
    LinkReport { path: spot.shown.clone(), state, dangling, expected: spot.target.clone(), found, reason, hint }
}

/// Links that git would commit, and what else git does to the places where links belong.
fn git_problems(worktree: &Worktree, plan: &Plan, home: &Path) -> Vec<StatusProblem> {
    let git = format!("git -C {}", shell_path(&worktree.path, home));
    let mut problems = Vec::new();
    for spot in &worktree.spots {
        let Some(state) = link::link_state(spot) else { continue };
        let place = &spot.shown;
        let is_link = matches!(spot.found, Found::Link { .. } | Found::Loop { .. });
        if spot.git.tracked && is_link {
            let hint = format!("run `{git} rm --cached {place}` and commit: every clone would get this machine's path");
            problems.push(wrong("tracked_link", place, "git tracks the link", hint));
        } else if spot.git.tracked_below {
            let message =
                "git tracks files below it, and `git stash` and `git switch` fail beside a link in their place";
            let keep = match is_link {
                true => String::new(),
                false => format!("move what is worth keeping into `{}`, ", shell_path(&spot.target, home)),
            };
            let hint = format!("{keep}run `{git} rm -r --cached {place}`, commit, then run `skreg setup`");
            problems.push(wrong("tracked_below", place, message, hint));
        } else if state == LinkState::Ok {
            problems.extend(not_ignored(spot, plan, &git));
        }
    }
    problems.extend(stale_rules(worktree, plan));
    problems
}

fn wrong(code: &'static str, path: &str, message: &str, hint: String) -> StatusProblem {
    StatusProblem { code, path: path.to_owned(), message: message.to_owned(), hint, information: false }
}

/// A link is in order with its exact path in `info/exclude`: whether another rule matches it depends on a slash at its end.
fn not_ignored(spot: &Spot, plan: &Plan, git: &str) -> Option<StatusProblem> {
    let place = format!("/{}", spot.shown);
    let lacks_rule = plan.exclude.added.iter().any(|rule| rule.ends_with(&place));
    let (message, hint) = match (lacks_rule, spot.git.ignored) {
        (false, true) => return None,
        (true, ignored) => {
            let message = match ignored {
                true => "`info/exclude` lacks the exact path (a rule with a slash at its end matches no link)",
                false => "git does not ignore the link, and `git add -A` would commit it",
            };
            (message, "run `skreg setup`, which writes the exact path to `info/exclude`".to_owned())
        }
        (false, false) => {
            let hint = format!("take away the `!` rule that `{git} check-ignore -v -n {}` names", spot.shown);
            ("another rule takes back that of `info/exclude`, and `git add -A` would commit the link", hint)
        }
    };
    Some(wrong("not_ignored", &spot.shown, message, hint))
}

/// Rules of ours whose link is gone and not only about to go.
fn stale_rules(worktree: &Worktree, plan: &Plan) -> Vec<StatusProblem> {
    let ours = |spot: &&Spot| matches!(spot.found, Found::Link { aim: Aim::Right | Aim::Elsewhere, .. });
    let linked: Vec<_> = worktree.spots.iter().filter(ours).map(|spot| format!("/{}", spot.shown)).collect();
    let stale = plan.exclude.removed.iter().filter(|rule| !linked.iter().any(|place| rule.ends_with(place)));
    let problem = |rule: &String| {
        let message = format!("`info/exclude` has the rule `{rule}`, and no link of ours stands there");
        let hint = "run `skreg setup`, which takes the rule away: git overwrites ignored files without a question";
        wrong("stale_rule", rule.trim_start_matches('/'), &message, hint.to_owned())
    };
    stale.map(problem).collect()
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
