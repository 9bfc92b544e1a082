//! What to do about what was found: values in, values out.

#[cfg(test)]
mod laws;
mod step;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use self::step::Step;
pub(super) use self::step::barred;
use self::step::place_steps;
use super::exclude::ExcludeChange;
use super::found::{Found, Observation, Spot, Worktree};

/// Where backups stand that cannot be kept inside git's folder.
pub(super) const BACKUPS: &str = ".claude/skreg-backups";

/// What a run does in one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Per worktree one step per place that is wanted or holds a link of ours, by the place's number in [`Worktree::spots`].
    pub worktrees: Vec<Vec<(usize, Step)>>,
    /// The change of git's local ignore rules if every step succeeds.
    pub exclude: ExcludeChange,
}

impl Plan {
    /// Whether it changes anything.
    pub fn changes(&self) -> bool {
        !self.exclude.is_empty() || self.worktrees.iter().flatten().any(|(_, step)| step.changes())
    }

    /// The step at a place of a worktree.
    pub fn step(&self, worktree: usize, spot: usize) -> Option<&Step> {
        self.worktrees.get(worktree)?.iter().find(|(index, _)| *index == spot).map(|(_, step)| step)
    }
}

/// Plans one repository; `force` also replaces links of others (they are kept in the backups).
pub fn plan(observation: &Observation, force: bool) -> Plan {
    let steps = |hidden: &dyn Fn(usize, &Spot) -> Option<PathBuf>| -> Vec<Vec<(usize, Step)>> {
        let worktrees = observation.worktrees.iter().enumerate();
        worktrees
            .map(|(number, worktree)| worktree_steps(observation, worktree, &|spot| hidden(number, spot), force))
            .collect()
    };
    // What is real in one worktree and stays there must not be hidden from git by the rule of a link in another.
    let stays = staying(observation, &steps(&|_, _| None));
    let hidden = |number: usize, spot: &Spot| {
        let elsewhere = stays.get(spot.shown.as_str()).into_iter().flatten();
        let mut elsewhere = elsewhere.filter(|(worktree, _)| *worktree != number).map(|(_, path)| (*path).to_owned());
        elsewhere.next().or_else(|| spot.others.hidden.clone())
    };
    let worktrees = steps(&hidden);
    let exclude = plan_rules(observation, &worktrees, &hidden);
    Plan { worktrees, exclude }
}

/// The real things of each place that no step moves, with the number of their worktree.
fn staying<'o>(
    observation: &'o Observation,
    steps: &[Vec<(usize, Step)>],
) -> BTreeMap<&'o str, Vec<(usize, &'o Path)>> {
    let mut staying: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (number, (worktree, steps)) in observation.worktrees.iter().zip(steps).enumerate() {
        for (index, spot) in worktree.spots().into_iter().enumerate() {
            let real = matches!(spot.found, Found::Directory | Found::File | Found::Unreadable(_));
            let moves = steps.iter().any(|(at, step)| *at == index && step.changes());
            if real && !moves {
                staying.entry(spot.shown.as_str()).or_default().push((number, spot.path.as_path()));
            }
        }
    }
    staying
}

fn worktree_steps(
    observation: &Observation,
    worktree: &Worktree,
    hidden: &dyn Fn(&Spot) -> Option<PathBuf>,
    force: bool,
) -> Vec<(usize, Step)> {
    let steps =
        worktree.places.iter().flat_map(|place| place_steps(place, observation.exclude.as_ref(), hidden, force));
    steps.enumerate().filter_map(|(index, step)| Some((index, step?))).collect()
}

/// Plans the ignore rules: one for each place where a link of ours stands in any worktree.
fn plan_rules(
    observation: &Observation,
    steps: &[Vec<(usize, Step)>],
    hidden: &dyn Fn(usize, &Spot) -> Option<PathBuf>,
) -> ExcludeChange {
    let Some(exclude) = &observation.exclude else { return ExcludeChange::default() };
    let mut rules: BTreeMap<&str, Option<bool>> = BTreeMap::new();
    for (number, (worktree, steps)) in observation.worktrees.iter().zip(steps).enumerate() {
        for (index, spot) in worktree.spots().into_iter().enumerate() {
            let step = steps.iter().find(|(at, _)| *at == index).map(|(_, step)| step);
            let linked = if spot.others.linked { Some(true) } else { leaves_link(step, &spot.found) };
            // A rule that hides real files of another worktree is not added; what is there is told by status.
            let linked = linked.filter(|linked| !linked || hidden(number, spot).is_none());
            let known = rules.entry(&spot.shown).or_insert(Some(false));
            *known = match (*known, linked) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (None, _) | (_, None) => None,
                (Some(false), Some(false)) => Some(false),
            };
        }
        let replaces = steps.iter().any(|(_, step)| step.moves_away());
        if replaces && worktree.vault.keeps_beside() {
            rules.insert(BACKUPS, Some(true));
        }
    }
    exclude.plan(rules.into_iter().filter_map(|(place, linked)| Some((place, linked?))))
}

/// Whether a link of ours stands at the place once the step is done; none where it cannot be told, or where a link of others
/// stands: the rule may be theirs, of another central repository.
fn leaves_link(step: Option<&Step>, found: &Found) -> Option<bool> {
    match (step, found) {
        (Some(Step::Keep | Step::Link { .. } | Step::Relink { .. } | Step::Replace { .. } | Step::Fold { .. }), _) => {
            Some(true)
        }
        (Some(Step::Remove { .. } | Step::Clear), _) => Some(false),
        (Some(Step::Blocked { .. } | Step::Shadowed { .. }) | None, found) if found.is_ours() => Some(true),
        (_, Found::Missing | Found::Directory | Found::File) => Some(false),
        (_, Found::Link { .. } | Found::Loop { .. } | Found::Unreadable(_)) => None,
    }
}
