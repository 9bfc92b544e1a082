//! Takes our links away and puts a backup back.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use serde::Serialize;

use super::apply::{passing_name, remove_empty_parents, remove_link};
use super::backup::{Backup, Mover, put_back};
use super::exclude::ExcludeChange;
use super::found::{Found, Observation, Parent, Place, Spot, Worktree};
use super::plan::BACKUPS;
use crate::system::disk::{self, Standing};

/// What to do at one place to have it as it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undo {
    /// Nothing of ours stands there, and nothing is to come back.
    Nothing,
    /// Take our link away; put a backup back where there is one.
    Restore {
        /// What goes first.
        clearing: Clearing,
        /// What comes back.
        backup: Option<PathBuf>,
    },
    /// Leave what stands there alone.
    Blocked {
        /// Why.
        reason: String,
        /// Whether `--force` would get past it.
        yields: bool,
    },
}

/// What goes before a backup comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clearing {
    /// Nothing stands there.
    Nothing,
    /// A link of ours is taken away.
    Unlink,
    /// A folder that held nothing but links of ours, which are gone by then, is taken away.
    Fold,
    /// What stands there is moved to the backups.
    Keep,
}

/// What became of one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UndoAction {
    /// A backup came back.
    Restored,
    /// Our link was taken away, and nothing was to come back.
    Removed,
    /// Nothing was to be done.
    Kept,
    /// Nothing was changed, for a reason.
    Blocked,
    /// A change was tried and failed.
    Failed,
}

/// What became of one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UndoResult {
    /// The place below the worktree.
    pub path: String,
    /// What became of it.
    pub action: UndoAction,
    /// The backup that came back.
    pub from: Option<PathBuf>,
    /// Where what stood in the way was moved to.
    pub backup: Option<PathBuf>,
    /// Why it is blocked or failed.
    pub reason: Option<String>,
    /// What to do about that.
    pub hint: Option<&'static str>,
}

/// What is asked of a restore.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The backup of this time, and not the newest.
    pub at: Option<&'a str>,
    /// Move to the backups what stands in the way.
    pub force: bool,
    /// Linking is turned off already: what stands there is what a restore left, or the user's own since.
    pub off: bool,
}

/// Plans one worktree: one undo for each of its places, in the order of [`Place::undo_spots`].
pub fn plan_undo(worktree: &Worktree, backups: &[Backup], wish: Wish<'_>) -> Vec<Undo> {
    worktree.places.iter().flat_map(|place| place_undos(place, backups, wish)).collect()
}

fn place_undos(place: &Place, backups: &[Backup], wish: Wish<'_>) -> Vec<Undo> {
    let entry = |entry| spot_undo(&place.inner, entry, false, backups, wish);
    let entries: Vec<_> = place.entries.iter().map(entry).collect();
    let Some(whole) = &place.whole else { return entries };
    let is_filled = entries.iter().any(|undo| matches!(undo, Undo::Restore { backup: Some(_), .. }));
    let is_emptied = whole.found == Found::Directory && !place.holds_others;
    let undo = match is_emptied && is_filled {
        // What comes back in the folder is of a later time than what stood in its place.
        true => Undo::Nothing,
        false => spot_undo(&place.parent, whole, is_emptied, backups, wish),
    };
    if place.is_undone_first() {
        std::iter::once(undo).chain(entries).collect()
    } else {
        entries.into_iter().chain([undo]).collect()
    }
}

/// The undo at one place; `is_emptied` tells that it is a folder which holds nothing once its links are gone.
fn spot_undo(parent: &Parent, spot: &Spot, is_emptied: bool, backups: &[Backup], wish: Wish<'_>) -> Undo {
    let holds = |backup: &&Backup| backup.items.contains(&spot.name) && wish.at.is_none_or(|at| backup.at == at);
    let backup = backups.iter().find(holds).map(|backup| backup.path.join(&spot.name));
    if let Found::Unreadable(reason) = &spot.found {
        return blocked(&format!("cannot tell what stands here: {reason}"));
    }
    if !spot.is_ours() && backup.is_none() && !is_emptied {
        return Undo::Nothing;
    }
    if spot.git.tracked || spot.git.tracked_below {
        // The repository's own skills beside ours: a backup of the time before git tracked them stays where it is.
        let stays = spot.found == Found::Directory && wish.at.is_none();
        return if stays { Undo::Nothing } else { blocked("git tracks what stands here") };
    }
    let clearing = match (parent, &spot.found) {
        (Parent::Link, _) => return blocked("its folder is itself a link, and nothing is written through a link"),
        (Parent::File | Parent::Unreadable(_), _) => return blocked("its folder cannot be looked into"),
        (Parent::Repository, _) => return blocked("its folder is a git repository of its own"),
        (_, Found::Missing) => Clearing::Nothing,
        _ if spot.is_ours() => Clearing::Unlink,
        _ if is_emptied => Clearing::Fold,
        _ if wish.off && wish.at.is_none() => return Undo::Nothing,
        _ if wish.force => Clearing::Keep,
        _ => {
            return Undo::Blocked {
                reason: "something that is not ours stands here, and a backup is to come back".to_owned(),
                yields: true,
            };
        }
    };
    Undo::Restore { clearing, backup }
}

/// What became of one worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RestoredWorktree {
    /// The folder that holds `.claude`.
    pub path: PathBuf,
    /// One result per place.
    pub links: Vec<UndoResult>,
}

/// What became of one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// Its worktrees.
    pub worktrees: Vec<RestoredWorktree>,
    /// The change of git's local ignore rules.
    pub exclude: ExcludeChange,
    /// Why those could not be changed.
    pub error: Option<String>,
}

/// Does what was planned for the places of each worktree, in their order. Goes on past a place that fails.
pub fn apply_undo(observation: &Observation, undos: &[Vec<Undo>], now: Timestamp) -> Restored {
    let worktrees =
        observation.worktrees.iter().zip(undos).map(|(worktree, undos)| undo_worktree(worktree, undos, now));
    let worktrees: Vec<_> = worktrees.collect();
    let exclude = rules_to_remove(observation, &worktrees);
    let error = observation.exclude.as_ref().and_then(|file| file.apply(&exclude).err());
    Restored { worktrees, exclude, error: error.map(|error| format!("{error:#}")) }
}

fn undo_worktree(worktree: &Worktree, undos: &[Undo], now: Timestamp) -> RestoredWorktree {
    let mut mover = Mover::new(&worktree.vault, now);
    let mut undo = |spot: &Spot, undo: &Undo| {
        let undo = if is_overtaken(spot, undo) { &Undo::Nothing } else { undo };
        let mut result = expected(spot, undo);
        if let Undo::Restore { clearing, backup } = undo {
            match restore(spot, *clearing, backup.as_deref(), &mut mover) {
                Ok(kept) => result.backup = kept,
                Err(error) => {
                    result.action = UndoAction::Failed;
                    result.reason = Some(format!("{error:#}"));
                }
            }
        }
        result
    };
    let spots = worktree.places.iter().flat_map(Place::undo_spots);
    let links = spots.zip(undos).map(|(spot, planned)| undo(spot, planned)).collect();
    remove_empty_parents(worktree);
    RestoredWorktree { path: worktree.path.clone(), links }
}

/// What would become of the places of each worktree. Where one of them is blocked the others are left alone, too.
pub fn untried_undo(observation: &Observation, undos: &[Vec<Undo>]) -> Restored {
    let worktree = |(worktree, undos): (&Worktree, &Vec<Undo>)| {
        let spots = worktree.places.iter().flat_map(Place::undo_spots);
        let links = spots.zip(undos).map(|(spot, undo)| expected(spot, undo));
        RestoredWorktree { path: worktree.path.clone(), links: links.collect() }
    };
    let mut worktrees: Vec<_> = observation.worktrees.iter().zip(undos).map(worktree).collect();
    if worktrees.iter().flat_map(|worktree| &worktree.links).any(|link| link.action == UndoAction::Blocked) {
        for worktree in &mut worktrees {
            worktree.links.retain(|link| link.action == UndoAction::Blocked);
        }
        return Restored { worktrees, exclude: ExcludeChange::default(), error: None };
    }
    Restored { exclude: rules_to_remove(observation, &worktrees), worktrees, error: None }
}

/// The rules of places that hold no link of ours any more in any worktree.
fn rules_to_remove(observation: &Observation, worktrees: &[RestoredWorktree]) -> ExcludeChange {
    let Some(exclude) = &observation.exclude else { return ExcludeChange::default() };
    let spots = || observation.worktrees.iter().flat_map(|worktree| worktree.places.iter().flat_map(Place::undo_spots));
    let needed = spots().filter(|spot| spot.others.linked).map(|spot| spot.shown.as_str());
    let failed = worktrees.iter().flat_map(|worktree| &worktree.links);
    let failed = failed.filter(|link| link.action == UndoAction::Failed).map(|link| link.path.as_str());
    let needed: Vec<_> = needed.chain(failed).collect();
    let gone = spots().map(|spot| spot.shown.as_str()).filter(|place| !needed.contains(place));
    let is_without_backups = |worktree: &Worktree| matches!(disk::look(&worktree.vault.beside), Ok(Standing::Missing));
    let no_backups = observation.worktrees.iter().all(is_without_backups).then_some(BACKUPS);
    let mut change = exclude.plan(gone.chain(no_backups).map(|place| (place, false)));
    change.removed.sort();
    change.removed.dedup();
    change
}

/// Whether a backup of an entry has no place any more: the folder that came back before it has that name, or is none.
fn is_overtaken(spot: &Spot, undo: &Undo) -> bool {
    let comes_back = matches!(undo, Undo::Restore { clearing: Clearing::Nothing, backup: Some(_) });
    let folder = spot.path.parent().map_or(Ok(Standing::Missing), disk::look);
    let is_free = match folder {
        Ok(Standing::Missing) => true,
        Ok(Standing::Directory) => matches!(disk::look(&spot.path), Ok(Standing::Missing)),
        Ok(Standing::Link(_) | Standing::File) | Err(_) => false,
    };
    spot.own_wins && comes_back && !is_free
}

fn restore(spot: &Spot, clearing: Clearing, backup: Option<&Path>, mover: &mut Mover<'_>) -> Result<Option<PathBuf>> {
    let left_over = passing_name(&spot.path);
    let is_folder_real = matches!(spot.path.parent().map(disk::look), Some(Ok(Standing::Directory)));
    if is_folder_real && matches!(disk::look(&left_over), Ok(Standing::Link(_))) {
        remove_link(&left_over)?;
    }
    let kept = match clearing {
        Clearing::Nothing => None,
        Clearing::Unlink => {
            remove_link(&spot.path)?;
            None
        }
        Clearing::Fold => {
            disk::remove_empty_folder(&spot.path)
                .with_context(|| format!("cannot take the folder `{}` away", spot.path.display()))?;
            None
        }
        Clearing::Keep => Some(mover.keep(&spot.path, &spot.name)?),
    };
    if let Some(backup) = backup {
        put_back(backup, &spot.path).map_err(|error| match &kept {
            Some(kept) => error.context(format!("what stood at `{}` is now `{}`", spot.path.display(), kept.display())),
            None => error,
        })?;
    }
    Ok(kept)
}

/// What would become of one place.
fn expected(spot: &Spot, undo: &Undo) -> UndoResult {
    let path = spot.shown.clone();
    let result = UndoResult { path, action: UndoAction::Kept, from: None, backup: None, reason: None, hint: None };
    match undo {
        Undo::Nothing | Undo::Restore { clearing: Clearing::Fold, backup: None } => result,
        Undo::Restore { backup: Some(backup), .. } => {
            UndoResult { action: UndoAction::Restored, from: Some(backup.clone()), ..result }
        }
        Undo::Restore { .. } => UndoResult { action: UndoAction::Removed, ..result },
        Undo::Blocked { reason, yields } => {
            let hint = match yields {
                true => "run again with `--force`, which moves it to the backups first",
                false => "put that right, then run again",
            };
            UndoResult { action: UndoAction::Blocked, reason: Some(reason.clone()), hint: Some(hint), ..result }
        }
    }
}

fn blocked(reason: &str) -> Undo {
    Undo::Blocked { reason: reason.to_owned(), yields: false }
}
