//! The step at one place.

use std::path::PathBuf;

use super::super::exclude::ExcludeFile;
use super::super::found::{Aim, Found, Parent, Place, Spot, Supply};
use crate::output::quoted;
use crate::system::git::Treatment;

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
        /// Its old text.
        was: PathBuf,
    },
    /// Move what stands there to the backups, then make a link.
    Replace {
        /// Its text.
        target: PathBuf,
        /// Whether a link is replaced, and not something real.
        link: bool,
    },
    /// Take the folder away that held nothing but links of ours, which are gone by now, and make a link.
    Fold {
        /// Its text.
        target: PathBuf,
    },
    /// Move what stands there to the backups: a real folder is to stand there.
    Clear,
    /// Take a link of ours away.
    Remove {
        /// Why.
        reason: &'static str,
    },
    /// Leave the repository's own alone, which is used instead of ours.
    Shadowed {
        /// What shadows ours.
        reason: String,
        /// What to do to have ours.
        hint: String,
        /// Whether that is what git tracks, and so what everybody who works on the repository decided.
        by_git: bool,
    },
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
        !matches!(self, Self::Keep | Self::Blocked { .. } | Self::Shadowed { .. })
    }

    /// Whether the step moves something to the backups.
    pub(super) fn moves_away(&self) -> bool {
        matches!(self, Self::Replace { .. } | Self::Clear)
    }
}

const LEFT: &str = "the profile has nothing to link here";
const SPREAD: &str = "each skill and agent has a link of its own now";

/// Where something real stands at the same place in another worktree, if it does.
type Hidden<'h> = &'h dyn Fn(&Spot) -> Option<PathBuf>;

/// The steps at a folder of links and in it, in the order of [`Place::spots`]; none where nothing is wanted and nothing of ours stands.
pub(super) fn place_steps(
    place: &Place,
    exclude: Option<&ExcludeFile>,
    hidden: Hidden<'_>,
    force: bool,
) -> Vec<Option<Step>> {
    let guard = Guard { exclude, hidden };
    let whole = place.whole.as_ref().map(|whole| whole_step(place, whole, &guard, force));
    let is_stuck = matches!(whole, Some(Some(Step::Blocked { .. })));
    let entries = place.entries.iter().map(|entry| match is_stuck {
        true => None,
        false => spot_step(&inner(place), entry, &guard, force),
    });
    if place.is_spread() { whole.into_iter().chain(entries).collect() } else { entries.chain(whole.clone()).collect() }
}

/// What the folder is when links are made in it: what bars the folder above bars this one, too.
fn inner(place: &Place) -> Parent {
    match (&place.whole, &place.inner) {
        _ if barred(&place.parent).is_some() => place.parent.clone(),
        // A file or a link of others is out of the way by then.
        (Some(_), Parent::File | Parent::Link) => Parent::Missing,
        (_, inner) => inner.clone(),
    }
}

/// The step at a folder as a whole.
fn whole_step(place: &Place, whole: &Spot, guard: &Guard<'_>, force: bool) -> Option<Step> {
    match &whole.supply {
        Supply::Spread => spread_step(place, whole, force),
        _ => {
            let is_ours_alone = whole.found == Found::Directory && !place.holds_others;
            Some(match spot_step(&place.parent, whole, guard, force)? {
                Step::Replace { target, .. } if is_ours_alone => Step::Fold { target },
                other => other,
            })
        }
    }
}

/// The step at a folder that is to be real and hold links.
fn spread_step(place: &Place, whole: &Spot, force: bool) -> Option<Step> {
    let step = match &whole.found {
        Found::Missing | Found::Directory => return None,
        Found::Link { aim: Aim::Right | Aim::Elsewhere, .. } => Step::Remove { reason: SPREAD },
        Found::File => Step::Clear,
        Found::Loop { .. } | Found::Link { aim: Aim::Foreign, .. } if force => Step::Clear,
        Found::Loop { .. } | Found::Link { .. } if whole.git.tracked => untracked(whole, Step::Keep),
        other => in_the_way(other),
    };
    let is_tracked = whole.git.tracked && step.changes();
    let tracked = is_tracked.then(|| untracked(whole, step.clone()));
    Some(barred(&place.parent).filter(|_| step.changes()).or(tracked).unwrap_or(step))
}

/// The step at one place; none where nothing is wanted and nothing of ours stands.
fn spot_step(parent: &Parent, spot: &Spot, guard: &Guard<'_>, force: bool) -> Option<Step> {
    let removal = |reason| spot.is_ours().then(|| guard.checked(parent, spot, Step::Remove { reason }));
    match &spot.supply {
        Supply::Missing | Supply::Spread => removal(LEFT),
        Supply::Unwanted(reason) => removal(reason),
        Supply::Unfit(reason) => Some(blocked(reason.clone(), "give it another name in the central repository")),
        Supply::Unreadable(reason) => Some(blocked(
            format!("cannot tell what `{}` holds: {reason}", spot.target.display()),
            "nothing is changed until it can be read",
        )),
        Supply::Filled | Supply::Empty if spot.is_shadowed() => Some(shadowed(spot)),
        Supply::Filled | Supply::Empty => Some(guard.checked(parent, spot, wanted(spot, force))),
    }
}

fn wanted(spot: &Spot, force: bool) -> Step {
    let target = spot.target.clone();
    match &spot.found {
        Found::Link { aim: Aim::Right, .. } => Step::Keep,
        Found::Missing => Step::Link { target },
        Found::Link { aim: Aim::Elsewhere, text, .. } => Step::Relink { target, was: text.clone() },
        Found::Directory | Found::File if spot.supply == Supply::Empty => blocked(
            format!("the profile's `{}` is empty and would hide what stands here", spot.target.display()),
            "put something into the profile first",
        ),
        Found::Directory | Found::File => Step::Replace { target, link: false },
        Found::Loop { .. } | Found::Link { aim: Aim::Foreign, .. } if force => Step::Replace { target, link: true },
        // `--force` would not help.
        Found::Loop { .. } | Found::Link { .. } if spot.git.tracked || spot.git.tracked_below => {
            untracked(spot, Step::Keep)
        }
        other => in_the_way(other),
    }
}

/// Why something that is not ours is left alone.
fn in_the_way(found: &Found) -> Step {
    let hint = "take it away, or run again with `--force`, which moves it to the backups";
    match found {
        Found::Loop { .. } => blocked("it is a link that leads back to itself, and not one of ours".to_owned(), hint),
        Found::Link { text, .. } => blocked(format!("it is a link to `{}`, which is not ours", text.display()), hint),
        Found::Unreadable(reason) => {
            blocked(format!("cannot tell what stands here: {reason}"), "make it readable first")
        }
        Found::Missing | Found::Directory | Found::File => blocked("something stands here".to_owned(), hint),
    }
}

/// The repository's own skill or agent of that name stays.
fn shadowed(spot: &Spot) -> Step {
    let by_git = spot.git.tracked || spot.git.tracked_below;
    let target = spot.target.display();
    let (reason, hint) = match (by_git, &spot.found) {
        (true, Found::Missing) => (
            "git tracks one of that name, which is not checked out here".to_owned(),
            format!(
                "`git checkout -- {}` brings it back; give one of the two another name to have both",
                quoted(&spot.shown)
            ),
        ),
        (true, _) => (
            "the repository has its own of that name, which git tracks".to_owned(),
            format!("give one of the two another name to have both; ours is `{target}`"),
        ),
        (false, _) => (
            "the repository has its own of that name".to_owned(),
            format!("give one of the two another name to have both, or move it away to have ours, `{target}`"),
        ),
    };
    Step::Shadowed { reason, hint, by_git }
}

/// What may forbid a change.
struct Guard<'g> {
    exclude: Option<&'g ExcludeFile>,
    hidden: Hidden<'g>,
}

impl Guard<'_> {
    /// A changing step, unless git or the folder above forbids it.
    fn checked(&self, parent: &Parent, spot: &Spot, step: Step) -> Step {
        if step == Step::Keep {
            return self.hiding(spot).unwrap_or(step);
        }
        if !step.changes() {
            return step;
        }
        let is_tracked = spot.git.tracked || spot.git.tracked_below;
        let unruly = || if is_tracked { None } else { self.unruly(spot, &step) };
        barred(parent).or_else(unruly).unwrap_or_else(|| untracked(spot, step))
    }

    /// Why git cannot be told to ignore a new link, if it cannot.
    fn unruly(&self, spot: &Spot, step: &Step) -> Option<Step> {
        let exclude = self.exclude.filter(|_| !matches!(step, Step::Remove { .. }))?;
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
        self.hiding(spot)
    }

    /// What the rule of a link would hide from git in another worktree, if anything.
    fn hiding(&self, spot: &Spot) -> Option<Step> {
        let hidden = (self.hidden)(spot).filter(|_| self.exclude.is_some())?;
        let reason = format!(
            "`{}` in another worktree is real, and the ignore rule that all worktrees share would hide it from git",
            hidden.display()
        );
        Some(blocked(
            reason,
            "move it away from there, check a branch without it out, or give one of the two another name, then run again",
        ))
    }
}

/// Why nothing can be done in the folder of the links, if nothing can.
pub(in crate::link) fn barred(parent: &Parent) -> Option<Step> {
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

/// The step, unless git tracks what it would change.
fn untracked(spot: &Spot, step: Step) -> Step {
    match spot.git {
        Treatment { tracked_below: true, .. } => Step::Blocked {
            reason: "git tracks files below it, and a link in their place would break `git stash` and `git switch`"
                .to_owned(),
            hint: format!(
                "`\"link\": \"entries\"` links each skill beside them; or move what is worth keeping into `{}`, run \
                 `git rm -r --cached {}`, commit, then run again",
                spot.target.display(),
                quoted(&spot.shown)
            ),
        },
        Treatment { tracked: true, .. } => Step::Blocked {
            reason: "git tracks it, and a change here would show up in every clone".to_owned(),
            hint: format!("run `git rm --cached {}`, commit, then run again", quoted(&spot.shown)),
        },
        _ => step,
    }
}

fn blocked(reason: String, hint: &str) -> Step {
    Step::Blocked { reason, hint: hint.to_owned() }
}
