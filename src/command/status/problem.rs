//! Further facts, each with a code.

use std::path::{Path, PathBuf};

use super::super::shell_path;
use super::report::StatusProblem;
use crate::link::{self, ExcludeFile, Found, LinkState, Observation, Plan, Skipped, Spot, Supply, Worktree};
use crate::output::quoted;
use crate::profile::{self, Trace, TraceKind};
use crate::registry::{LOCAL_FILE, Project, Registry};
use crate::{central, json_edit};

/// Links that git would commit, and what else git does to the places where links belong.
pub(super) fn of_git(observation: &Observation, plan: &Plan, home: &Path) -> Vec<StatusProblem> {
    let Some(exclude) = &observation.exclude else { return Vec::new() };
    let mut problems = Vec::new();
    for (number, worktree) in observation.worktrees.iter().enumerate() {
        let question = Question { worktree, is_own: number == 0, exclude, plan, home };
        problems.extend(question.spots());
    }
    problems.extend(stale_rules(observation, plan));
    problems
}

/// What is asked about one worktree.
struct Question<'q> {
    worktree: &'q Worktree,
    /// Whether it is the project's own, whose places are told without its path.
    is_own: bool,
    exclude: &'q ExcludeFile,
    plan: &'q Plan,
    home: &'q Path,
}

impl Question<'_> {
    fn spots(&self) -> Vec<StatusProblem> {
        let mut problems = Vec::new();
        for spot in self.worktree.spots() {
            let Some(state) = link::link_state(spot) else { continue };
            problems.extend(
                self.tracked(spot).or_else(|| if state == LinkState::Ok { self.not_ignored(spot) } else { None }),
            );
            problems.extend(self.hidden(spot));
        }
        problems
    }

    fn wrong(&self, code: &'static str, spot: &Spot, message: &str, hint: String) -> StatusProblem {
        let path = if self.is_own { spot.shown.clone() } else { spot.path.display().to_string() };
        StatusProblem { code, path, message: message.to_owned(), hint, information: false }
    }

    fn git(&self) -> String {
        format!("git -C {}", shell_path(&self.worktree.path, self.home))
    }

    /// A link that git tracks, or that stands for what git tracks.
    fn tracked(&self, spot: &Spot) -> Option<StatusProblem> {
        let (git, place) = (self.git(), quoted(&spot.shown));
        let is_link = matches!(spot.found, Found::Link { .. } | Found::Loop { .. });
        if spot.is_shadowed() {
            return None;
        }
        if spot.git.tracked && is_link {
            let message = match spot.found.text().is_some_and(Path::is_absolute) {
                true => "git tracks the link, and every clone gets this machine's path",
                false => "git tracks the link",
            };
            let hint = format!("run `{git} rm --cached {place}` and commit: the link is made anew on each machine");
            return Some(self.wrong("tracked_link", spot, message, hint));
        }
        if !spot.git.tracked_below || spot.supply == Supply::Spread {
            return None;
        }
        let message = "git tracks files below it, and `git stash` and `git switch` fail beside a link in their place";
        let keep = match is_link {
            true => String::new(),
            false => format!("move what is worth keeping into `{}`, ", shell_path(&spot.target, self.home)),
        };
        let hint = format!(
            "`\"link\": \"entries\"` links each skill beside them; or {keep}run `{git} rm -r --cached {place}`, commit, then run \
             `skreg setup`"
        );
        Some(self.wrong("tracked_below", spot, message, hint))
    }

    /// Real files of another worktree that the shared rule hides.
    fn hidden(&self, spot: &Spot) -> Option<StatusProblem> {
        let hidden = spot.others.hidden.as_ref()?;
        let message = format!("the rule in `info/exclude` hides `{}` of another worktree from git", hidden.display());
        let hint = "move that away, or commit it with `git add -f`: git overwrites ignored files without a question"
            .to_owned();
        self.exclude.has_rule(&spot.shown).then(|| self.wrong("hides_worktree", spot, &message, hint))
    }

    /// A link is in order with its exact path in `info/exclude`: whether another rule matches it depends on a slash at its end.
    fn not_ignored(&self, spot: &Spot) -> Option<StatusProblem> {
        let place = format!("/{}", spot.shown);
        let lacks_rule = self.plan.exclude.added.iter().any(|rule| rule.ends_with(&place));
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
                let hint = format!(
                    "take away the `!` rule that `{} check-ignore -v -n {}` names",
                    self.git(),
                    quoted(&spot.shown)
                );
                ("another rule takes back that of `info/exclude`, and `git add -A` would commit the link", hint)
            }
        };
        Some(self.wrong("not_ignored", spot, message, hint))
    }
}

fn wrong(code: &'static str, path: &str, message: &str, hint: String) -> StatusProblem {
    StatusProblem { code, path: path.to_owned(), message: message.to_owned(), hint, information: false }
}

/// Rules of ours whose link is gone and not only about to go.
fn stale_rules(observation: &Observation, plan: &Plan) -> Vec<StatusProblem> {
    let spots = observation.worktrees.iter().flat_map(Worktree::spots);
    let linked: Vec<_> = spots.filter(|spot| spot.is_ours()).map(|spot| format!("/{}", spot.shown)).collect();
    let stale = plan.exclude.removed.iter().filter(|rule| !linked.iter().any(|place| rule.ends_with(place)));
    let problem = |rule: &String| {
        let message = format!("`info/exclude` has the rule `{rule}`, and no link of ours stands there");
        let hint = "run `skreg setup`, which takes the rule away: git overwrites ignored files without a question";
        wrong("stale_rule", rule.trim_start_matches('/'), &message, hint.to_owned())
    };
    stale.map(problem).collect()
}

/// A worktree in which no links are made.
pub(super) fn of_skipped(skipped: &Skipped) -> StatusProblem {
    let (message, hint) = skipped.reason.split_once("; ").unwrap_or((&skipped.reason, "see `git worktree list`"));
    let path = skipped.path.display().to_string();
    information("worktree_skipped", path, format!("its links are not looked at: {message}"), hint.to_owned())
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
            let undo = format!("git -C {}", shell_path(registry.central(), home));
            let hint = format!(
                "{look} shows it: commit what is yours; what was written through a link, `{undo} restore PATH` undoes, \
                 or `{undo} clean -i PATH` for a new file"
            );
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
    problems.extend(profile::traces(registry).iter().map(|trace| of_trace(registry, trace, home)));
    problems
}

/// What another program left in the central repository.
fn of_trace(registry: &Registry, trace: &Trace, home: &Path) -> StatusProblem {
    let path = trace.path.strip_prefix(registry.central()).unwrap_or(&trace.path).display().to_string();
    let place = shell_path(&trace.path, home);
    let git = format!("git -C {}", shell_path(registry.central(), home));
    match trace.kind {
        TraceKind::Installer(installer) => {
            let message =
                format!("`{installer}` wrote here, through a link: every repository that gets this profile has it now");
            let hint = format!(
                "`{git} status -- profiles` shows what came with it, `{git} clean -i -- profiles` takes it away; \
                 `\"link\": \"entries\"` keeps what is installed in a repository there"
            );
            information("foreign_writer", path, message, hint)
        }
        TraceKind::Synchronised => {
            let message = "Claude Code wrote the skills of an account here, through a link".to_owned();
            let hint = "the rule `synced/` in the central `.gitignore` keeps them out of git; `\"link\": \"entries\"` keeps them \
                        in the repository"
                .to_owned();
            information("foreign_writer", path, message, hint)
        }
        TraceKind::Circle => {
            let message = "it is a link to a folder that it lies in, as a second `ln -s` makes it";
            wrong("circle", &path, message, format!("take it away: `rm {place}`, without a slash at the end"))
        }
    }
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
