//! Takes our links away and puts a backup back.

use std::path::{Path, PathBuf};

use anyhow::Result;
use jiff::Timestamp;
use serde::Serialize;

use super::apply::{passing_name, remove_link};
use super::backup::{Backup, Mover, put_back};
use super::exclude::ExcludeChange;
use super::found::{Aim, Found, Parent, Spot, Worktree};
use super::plan::BACKUPS;
use crate::system::disk::{self, Standing};

/// What to do at one place to have it as it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undo {
    /// Nothing of ours stands there, and nothing is to come back.
    Nothing,
    /// Take our link away; put a backup back where there is one.
    Restore {
        /// Whether a link of ours stands there.
        unlink: bool,
        /// Whether what stands there is moved to the backups first.
        replace: bool,
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

/// What became of one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UndoResult {
    /// The place below the worktree.
    pub path: String,
    /// `restored`, `removed`, `kept`, `blocked` or `failed`.
    pub action: &'static str,
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

/// Plans one place.
pub fn plan_undo(parent: &Parent, spot: &Spot, backups: &[Backup], wish: Wish<'_>) -> Undo {
    let holds = |backup: &&Backup| backup.items.contains(&spot.name) && wish.at.is_none_or(|at| backup.at == at);
    let backup = backups.iter().find(holds).map(|backup| backup.path.join(&spot.name));
    let ours = matches!(spot.found, Found::Link { aim: Aim::Right | Aim::Elsewhere, .. });
    if let Found::Unreadable(reason) = &spot.found {
        return blocked(&format!("cannot tell what stands here: {reason}"));
    }
    if !ours && backup.is_none() {
        return Undo::Nothing;
    }
    if spot.git.tracked || spot.git.tracked_below {
        return blocked("git tracks what stands here");
    }
    match (parent, &spot.found) {
        (Parent::Link, _) => blocked("its folder is itself a link, and nothing is written through a link"),
        (Parent::File | Parent::Unreadable(_), _) => blocked("its folder cannot be looked into"),
        (Parent::Repository, _) => blocked("its folder is a git repository of its own"),
        (_, Found::Missing) => Undo::Restore { unlink: false, replace: false, backup },
        _ if ours => Undo::Restore { unlink: true, replace: false, backup },
        _ if wish.off && wish.at.is_none() => Undo::Nothing,
        _ if wish.force => Undo::Restore { unlink: false, replace: true, backup },
        _ => Undo::Blocked {
            reason: "something that is not ours stands here, and a backup is to come back".to_owned(),
            yields: true,
        },
    }
}

/// What became of the places of one worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// One result per place.
    pub links: Vec<UndoResult>,
    /// The change of git's local ignore rules.
    pub exclude: ExcludeChange,
    /// Why those could not be changed.
    pub error: Option<String>,
}

/// Does what was planned for the places of one worktree, in their order. Goes on past a place that fails.
pub fn apply_undo(worktree: &Worktree, undos: &[Undo], now: Timestamp) -> Restored {
    let mut mover = Mover::new(&worktree.vault, now);
    let links = worktree.spots.iter().zip(undos).map(|(spot, undo)| {
        let mut result = expected(spot, undo);
        if let Undo::Restore { unlink, replace, backup } = undo {
            match restore(&spot.path, &spot.name, *unlink, *replace, backup.as_deref(), &mut mover) {
                Ok(kept) => result.backup = kept,
                Err(error) => {
                    result.action = "failed";
                    result.reason = Some(format!("{error:#}"));
                }
            }
        }
        result
    });
    let links: Vec<_> = links.collect();
    let exclude = rules_to_remove(worktree, &links);
    let error = worktree.exclude.as_ref().and_then(|file| file.apply(&exclude).err());
    Restored { links, exclude, error: error.map(|error| format!("{error:#}")) }
}

/// What would become of the places of one worktree. Where one of them is blocked the others are left alone, too.
pub fn untried_undo(worktree: &Worktree, undos: &[Undo]) -> Restored {
    let links: Vec<_> = worktree.spots.iter().zip(undos).map(|(spot, undo)| expected(spot, undo)).collect();
    if links.iter().any(|link| link.action == "blocked") {
        let links = links.into_iter().filter(|link| link.action == "blocked").collect();
        return Restored { links, exclude: ExcludeChange::default(), error: None };
    }
    Restored { exclude: rules_to_remove(worktree, &links), links, error: None }
}

/// The rules of places that hold no link of ours any more.
fn rules_to_remove(worktree: &Worktree, links: &[UndoResult]) -> ExcludeChange {
    let gone = worktree.spots.iter().zip(links).filter(|(spot, link)| link.action != "failed" && !spot.others.linked);
    let gone = gone.map(|(_, link)| (link.path.as_str(), false));
    let no_backups = matches!(disk::look(&worktree.vault.beside), Ok(Standing::Missing));
    let gone = gone.chain(no_backups.then_some((BACKUPS, false)));
    worktree.exclude.as_ref().map(|file| file.plan(gone)).unwrap_or_default()
}

fn restore(
    path: &Path,
    name: &str,
    unlink: bool,
    replace: bool,
    backup: Option<&Path>,
    mover: &mut Mover<'_>,
) -> Result<Option<PathBuf>> {
    let left_over = passing_name(path);
    if matches!(disk::look(&left_over), Ok(Standing::Link(_))) {
        remove_link(&left_over)?;
    }
    if unlink {
        remove_link(path)?;
    }
    let kept = if replace { Some(mover.keep(path, name)?) } else { None };
    if let Some(backup) = backup {
        put_back(backup, path).map_err(|error| match &kept {
            Some(kept) => error.context(format!("what stood at `{}` is now `{}`", path.display(), kept.display())),
            None => error,
        })?;
    }
    Ok(kept)
}

/// What would become of one place.
fn expected(spot: &Spot, undo: &Undo) -> UndoResult {
    let result =
        UndoResult { path: spot.shown.clone(), action: "kept", from: None, backup: None, reason: None, hint: None };
    match undo {
        Undo::Nothing => result,
        Undo::Restore { backup: Some(backup), .. } => {
            UndoResult { action: "restored", from: Some(backup.clone()), ..result }
        }
        Undo::Restore { .. } => UndoResult { action: "removed", ..result },
        Undo::Blocked { reason, yields } => {
            let hint = match yields {
                true => "run again with `--force`, which moves it to the backups first",
                false => "put that right, then run again",
            };
            UndoResult { action: "blocked", reason: Some(reason.clone()), hint: Some(hint), ..result }
        }
    }
}

fn blocked(reason: &str) -> Undo {
    Undo::Blocked { reason: reason.to_owned(), yields: false }
}
