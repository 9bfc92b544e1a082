//! Further facts, each with a code.

use std::path::{Path, PathBuf};

use super::super::shell_path;
use super::report::StatusProblem;
use crate::link::{self, Aim, Found, LinkState, Plan, Spot, Worktree};
use crate::registry::{LOCAL_FILE, Project, Registry};
use crate::{central, json_edit, profile};

/// Links that git would commit, and what else git does to the places where links belong.
pub(super) fn of_git(worktree: &Worktree, plan: &Plan, home: &Path) -> Vec<StatusProblem> {
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
        problems.extend(hidden(spot, worktree));
    }
    problems.extend(stale_rules(worktree, plan));
    problems
}

fn wrong(code: &'static str, path: &str, message: &str, hint: String) -> StatusProblem {
    StatusProblem { code, path: path.to_owned(), message: message.to_owned(), hint, information: false }
}

/// Real files of another worktree that the shared rule hides.
fn hidden(spot: &Spot, worktree: &Worktree) -> Option<StatusProblem> {
    let hidden = spot.others.hidden.as_ref()?;
    let has_rule = worktree.exclude.as_ref().is_some_and(|exclude| exclude.has_rule(&spot.shown));
    let message = format!("the rule in `info/exclude` hides `{}` of another worktree from git", hidden.display());
    let hint = "move that away or commit it: git overwrites ignored files without a question".to_owned();
    has_rule.then(|| wrong("hides_worktree", &spot.shown, &message, hint))
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
pub(super) fn of_skills(registry: &Registry, project: &Project) -> Vec<StatusProblem> {
    let name = &project.entry.profile;
    let skills = match profile::skills(registry, name) {
        Ok(skills) => skills,
        Err(error) => {
            let path = format!("profiles/{name}/skills");
            return vec![wrong("profile_unreadable", &path, &format!("{error:#}"), "make it readable".to_owned())];
        }
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
        let message = format!("the registry promises the skill `{skill}`, which the profile does not have");
        wrong("skill_missing", &format!("profiles/{name}/skills/{skill}"), &message, hint)
    };
    missing.into_iter().map(problem).collect()
}

/// What a person may want to know of the central repository; none of it is wrong.
pub(super) fn of_central(registry: &Registry, home: &Path) -> Vec<StatusProblem> {
    let look = format!("`git -C {} status`", shell_path(registry.central(), home));
    let mut problems = match central::uncommitted(registry) {
        Ok(paths) => {
            let hint = format!("{look} shows it: commit what is yours; anything else was written through a link");
            let told = |path: PathBuf| {
                let path = path.display().to_string();
                information("central_uncommitted", path, "not committed".to_owned(), hint.clone())
            };
            paths.into_iter().map(told).collect()
        }
        Err(error) => {
            let path = registry.central().display().to_string();
            vec![information("central_unreadable", path, format!("{error:#}"), format!("see what {look} says"))]
        }
    };
    problems.extend(registry.strays.iter().map(|name| stray(registry, name)));
    problems
}

fn information(code: &'static str, path: String, message: String, hint: String) -> StatusProblem {
    StatusProblem { code, path, message, hint, information: true }
}

/// A project that only the local file names.
fn stray(registry: &Registry, name: &str) -> StatusProblem {
    let known = registry.projects.iter().map(|project| project.name.as_str());
    let message = format!("names the project `{name}`, which the registry does not have");
    let hint = match json_edit::nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "take it out, or pull the registry that has it".to_owned(),
    };
    information("local_unknown_project", LOCAL_FILE.to_owned(), message, hint)
}
