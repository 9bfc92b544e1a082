//! What to do about what was found: values in, values out.

use std::path::PathBuf;

use super::exclude::ExcludeChange;
use super::found::{Aim, Found, Parent, Spot, Supply, Worktree};
use crate::system::git::Treatment;

/// Where backups stand that cannot be kept inside git's folder.
pub(super) const BACKUPS: &str = ".claude/skreg-backups";

/// What a run does in one worktree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// One step per place that is wanted or holds a link of ours, in the order of the worktree's places.
    pub steps: Vec<(usize, Step)>,
    /// The change of git's local ignore rules if every step succeeds.
    pub exclude: ExcludeChange,
}

/// What a run does at one place. Each variant carries all it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The right link stands there.
    Keep,
    /// Make a link where nothing stands.
    Link {
        /// Its text.
        target: PathBuf,
    },
    /// Point a link of ours elsewhere, at once.
    Relink {
        /// Its new text.
        target: PathBuf,
    },
    /// Move what stands there to the backups, then make a link.
    Replace {
        /// Its text.
        target: PathBuf,
        /// Whether a link is replaced, and not something real.
        link: bool,
    },
    /// Take a link of ours away: the profile has nothing to link there.
    Remove,
    /// Leave what stands there alone.
    Blocked {
        /// Why.
        reason: String,
        /// What to do about it.
        hint: String,
    },
}

impl Step {
    /// Whether the step changes the disk.
    pub fn changes(&self) -> bool {
        !matches!(self, Self::Keep | Self::Blocked { .. })
    }
}

/// Whether a link of ours stands at the place once the step is done; none where it cannot be told, or where a link of others
/// stands: the rule may be theirs, of another central repository.
fn leaves_link(step: Option<&Step>, found: &Found) -> Option<bool> {
    match (step, found) {
        (Some(Step::Keep | Step::Link { .. } | Step::Relink { .. } | Step::Replace { .. }), _) => Some(true),
        (Some(Step::Remove), _) => Some(false),
        (Some(Step::Blocked { .. }) | None, Found::Link { aim: Aim::Right | Aim::Elsewhere, .. }) => Some(true),
        (Some(Step::Blocked { .. }) | None, Found::Missing | Found::Directory | Found::File) => Some(false),
        (Some(Step::Blocked { .. }) | None, _) => None,
    }
}

/// Plans one worktree; `force` also replaces links of others (they are kept in the backups).
pub fn plan(worktree: &Worktree, force: bool) -> Plan {
    let steps: Vec<_> = (worktree.spots.iter().enumerate())
        .filter_map(|(index, spot)| Some((index, step(worktree, spot, force)?)))
        .collect();
    let linked = worktree.spots.iter().enumerate().filter_map(|(index, spot)| {
        let step = steps.iter().find(|(at, _)| *at == index).map(|(_, step)| step);
        let linked = spot.others.linked || leaves_link(step, &spot.found)?;
        // A rule that hides real files of another worktree is not added; what is there is told by status.
        (!linked || spot.others.hidden.is_none()).then_some((spot.shown.as_str(), linked))
    });
    let beside = steps.iter().any(|(_, step)| matches!(step, Step::Replace { .. })) && worktree.vault.keeps_beside();
    let linked = linked.chain(beside.then_some((BACKUPS, true)));
    let exclude = worktree.exclude.as_ref().map(|file| file.plan(linked)).unwrap_or_default();
    Plan { exclude, steps }
}

/// The step at one place; none where nothing is wanted and nothing of ours stands.
fn step(worktree: &Worktree, spot: &Spot, force: bool) -> Option<Step> {
    let ours = matches!(spot.found, Found::Link { aim: Aim::Right | Aim::Elsewhere, .. });
    match &spot.supply {
        Supply::Missing | Supply::Unwanted if ours => Some(guarded(worktree, spot, Step::Remove)),
        Supply::Missing | Supply::Unwanted => None,
        Supply::Unreadable(reason) => Some(blocked(
            format!("cannot tell what `{}` holds: {reason}", spot.target.display()),
            "nothing is changed until it can be read",
        )),
        Supply::Filled | Supply::Empty => Some(guarded(worktree, spot, wanted(spot, force))),
    }
}

fn wanted(spot: &Spot, force: bool) -> Step {
    let target = spot.target.clone();
    match &spot.found {
        Found::Link { aim: Aim::Right, .. } => Step::Keep,
        Found::Missing => Step::Link { target },
        Found::Link { aim: Aim::Elsewhere, .. } => Step::Relink { target },
        Found::Directory | Found::File if spot.supply == Supply::Empty => blocked(
            format!("the profile's `{}` is empty and would hide what stands here", spot.target.display()),
            "put something into the profile first",
        ),
        Found::Directory | Found::File => Step::Replace { target, link: false },
        Found::Loop { .. } | Found::Link { aim: Aim::Foreign, .. } if force => Step::Replace { target, link: true },
        Found::Loop { .. } => blocked(
            "it is a link that leads back to itself, and not one of ours".to_owned(),
            "take it away, or run again with `--force`, which moves it to the backups",
        ),
        Found::Link { text, .. } => blocked(
            format!("it is a link to `{}`, which is not ours", text.display()),
            "take it away, or run again with `--force`, which moves it to the backups",
        ),
        Found::Unreadable(reason) => {
            blocked(format!("cannot tell what stands here: {reason}"), "make it readable first")
        }
    }
}

/// A changing step, unless git or the folder above forbids it.
fn guarded(worktree: &Worktree, spot: &Spot, step: Step) -> Step {
    if !step.changes() {
        return step;
    }
    barred(&worktree.parent).or_else(|| unruly(worktree, spot, &step)).unwrap_or_else(|| untracked(spot, step))
}

/// Why nothing can be done in the folder of the links, if nothing can.
fn barred(parent: &Parent) -> Option<Step> {
    let (reason, hint) = match parent {
        Parent::Missing | Parent::Directory => return None,
        Parent::Link => (
            "its folder is itself a link, and nothing is written through a link",
            "make it a real folder, then run again",
        ),
        Parent::Repository => {
            ("its folder is a git repository of its own", "take what is linked here out of that repository first")
        }
        Parent::File => ("its folder is a file", "move that away, then run again"),
        Parent::Unreadable(reason) => {
            return Some(blocked(format!("cannot look into its folder: {reason}"), "make it readable first"));
        }
    };
    Some(blocked(reason.to_owned(), hint))
}

/// Why git cannot be told to ignore a new link, if it cannot.
fn unruly(worktree: &Worktree, spot: &Spot, step: &Step) -> Option<Step> {
    let exclude = worktree.exclude.as_ref().filter(|_| *step != Step::Remove)?;
    if exclude.is_link && !exclude.has_rule(&spot.shown) {
        let reason = format!(
            "git's local ignore rules, `{}`, are a link, and nothing is written through a link",
            exclude.path.display()
        );
        return Some(Step::Blocked {
            reason,
            hint: format!("add the rule `{}` to them yourself, or make them a file", exclude.rule(&spot.shown)),
        });
    }
    let hidden = spot.others.hidden.as_ref()?;
    let reason = format!(
        "`{}` in another worktree is real, and the ignore rule that all worktrees share would hide it from git",
        hidden.display()
    );
    Some(blocked(reason, "move it away from there, or commit it on a branch of its own, then run again"))
}

/// The step, unless git tracks what it would change.
fn untracked(spot: &Spot, step: Step) -> Step {
    match spot.git {
        Treatment { tracked_below: true, .. } => Step::Blocked {
            reason: "git tracks files below it, and a link in their place would break `git stash` and `git switch`"
                .to_owned(),
            hint: format!(
                "move what is worth keeping into `{}`, run `git rm -r --cached {}`, commit, then run again",
                spot.target.display(),
                spot.shown
            ),
        },
        Treatment { tracked: true, .. } => Step::Blocked {
            reason: "git tracks it, and a change here would show up in every clone".to_owned(),
            hint: format!("run `git rm --cached {}`, commit, then run again", spot.shown),
        },
        _ => step,
    }
}

fn blocked(reason: String, hint: &str) -> Step {
    Step::Blocked { reason, hint: hint.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::backup::Vault;
    use super::super::exclude::ExcludeFile;
    use super::super::found::Others;
    use super::*;

    fn found_states() -> Vec<Found> {
        let link = |aim, dangling| Found::Link { text: PathBuf::from("/x"), aim, dangling };
        vec![
            Found::Missing,
            link(Aim::Right, false),
            link(Aim::Right, true),
            link(Aim::Elsewhere, false),
            link(Aim::Elsewhere, true),
            link(Aim::Foreign, false),
            link(Aim::Foreign, true),
            Found::Loop { text: PathBuf::from("skills") },
            Found::Directory,
            Found::File,
            Found::Unreadable("permission denied".to_owned()),
        ]
    }

    fn supplies() -> Vec<Supply> {
        vec![
            Supply::Filled,
            Supply::Empty,
            Supply::Missing,
            Supply::Unwanted,
            Supply::Unreadable("permission denied".to_owned()),
        ]
    }

    fn parents() -> Vec<Parent> {
        let unreadable = Parent::Unreadable("permission denied".to_owned());
        vec![Parent::Missing, Parent::Directory, Parent::Link, Parent::Repository, Parent::File, unreadable]
    }

    fn treatments() -> Vec<Treatment> {
        let clean = Treatment::default();
        vec![
            clean,
            Treatment { tracked: true, ..clean },
            Treatment { tracked_below: true, ..clean },
            Treatment { ignored: true, ..clean },
        ]
    }

    fn worktree(parent: Parent, supply: Supply, found: Found, git: Treatment) -> Worktree {
        let (shown, name) = (".claude/skills".to_owned(), "skills".to_owned());
        let (path, target) = (PathBuf::from("/repo/.claude/skills"), PathBuf::from("/central/profiles/api/skills"));
        Worktree {
            path: PathBuf::from("/repo"),
            parent,
            spots: vec![Spot { path, shown, name, target, supply, found, git, others: Others::default() }],
            vault: Vault { inside_git: Some(PathBuf::new()), is_far: false, beside: PathBuf::new() },
            exclude: Some(ExcludeFile {
                path: PathBuf::new(),
                text: String::new(),
                prefix: PathBuf::new(),
                is_link: false,
            }),
        }
    }

    /// What the disk would hold once the plan is done.
    fn simulate(mut worktree: Worktree, plan: &Plan) -> Worktree {
        for (index, step) in &plan.steps {
            let spot = &mut worktree.spots[*index];
            match step {
                Step::Link { target } | Step::Relink { target } | Step::Replace { target, .. } => {
                    assert_eq!(target, Path::new("/central/profiles/api/skills"));
                    spot.found = Found::Link { text: target.clone(), aim: Aim::Right, dangling: false };
                    worktree.parent = Parent::Directory;
                }
                Step::Remove => spot.found = Found::Missing,
                Step::Keep | Step::Blocked { .. } => {}
            }
        }
        worktree
    }

    fn every_state(mut check: impl FnMut(Worktree, bool)) {
        for parent in parents() {
            for supply in supplies() {
                for found in found_states() {
                    for git in treatments() {
                        for force in [false, true] {
                            check(worktree(parent.clone(), supply.clone(), found.clone(), git), force);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_second_run_changes_nothing_whatever_was_found() {
        let mut states = 0;
        every_state(|worktree, force| {
            let done = simulate(worktree.clone(), &plan(&worktree, force));
            let again = plan(&done, force);
            assert!(!again.steps.iter().any(|(_, step)| step.changes()), "{worktree:?} then {again:?}");
            states += 1;
        });
        assert_eq!(states, 6 * 5 * 11 * 4 * 2);
    }

    #[test]
    fn what_git_tracks_and_what_stands_behind_a_link_is_never_changed() {
        every_state(|worktree, force| {
            let git = worktree.spots[0].git;
            let barred =
                matches!(worktree.parent, Parent::Link | Parent::Repository | Parent::File | Parent::Unreadable(_));
            if git.tracked || git.tracked_below || barred {
                let plan = plan(&worktree, force);
                assert!(!plan.steps.iter().any(|(_, step)| step.changes()), "{worktree:?}: {plan:?}");
            }
        });
    }

    #[test]
    fn something_real_is_replaced_only_by_a_profile_that_holds_something() {
        every_state(|worktree, force| {
            let spot = &worktree.spots[0];
            let real = matches!(spot.found, Found::Directory | Found::File);
            if real && spot.supply != Supply::Filled {
                assert!(!plan(&worktree, force).steps.iter().any(|(_, step)| step.changes()), "{worktree:?}");
            }
        });
    }

    #[test]
    fn a_link_of_others_is_replaced_only_by_force_and_goes_to_the_backups() {
        every_state(|worktree, force| {
            let foreign = matches!(worktree.spots[0].found, Found::Link { aim: Aim::Foreign, .. } | Found::Loop { .. });
            for (_, step) in plan(&worktree, force).steps.iter().filter(|_| foreign) {
                assert!(
                    matches!((step, force), (Step::Blocked { .. }, _) | (Step::Replace { link: true, .. }, true)),
                    "{worktree:?}"
                );
            }
        });
    }

    #[test]
    fn a_rule_for_git_stands_exactly_where_a_link_of_ours_stands() {
        every_state(|worktree, force| {
            let plan = plan(&worktree, force);
            let done = simulate(worktree.clone(), &plan);
            let linked = matches!(done.spots[0].found, Found::Link { aim: Aim::Right | Aim::Elsewhere, .. });
            assert_eq!(plan.exclude.added.len(), usize::from(linked), "{worktree:?}: {plan:?}");
        });
    }

    #[test]
    fn a_rule_stays_where_it_cannot_be_told_whether_a_link_stands() {
        every_state(|mut worktree, force| {
            let block =
                "# >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>\n/.claude/skills\n";
            worktree.exclude.as_mut().unwrap().text = block.to_owned();
            let plan = plan(&worktree, force);
            let done = simulate(worktree.clone(), &plan);
            let gone = !matches!(done.spots[0].found, Found::Link { .. } | Found::Unreadable(_) | Found::Loop { .. });
            assert_eq!(plan.exclude.removed.len(), usize::from(gone), "{worktree:?}: {plan:?}");
        });
    }
}
