//! Does what a plan says, and tells what became of each step.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use serde::Serialize;

use super::backup::Mover;
use super::exclude::ExcludeChange;
use super::found::{Found, Spot, Supply, Worktree};
use super::plan::{Plan, Step};
use crate::system::disk::{self, Standing};

/// What became of one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A link was made where nothing or something real stood.
    Linked,
    /// A link was made where a link stood.
    Relinked,
    /// The right link stood there.
    Kept,
    /// A link of ours was taken away.
    Removed,
    /// Nothing was changed, for a reason.
    Blocked,
    /// A change was tried and failed.
    Failed,
}

/// What became of one place, and where its backup is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LinkResult {
    /// The place below the worktree.
    pub path: String,
    /// Where its link points or was to point.
    pub target: PathBuf,
    /// What became of it.
    pub action: Action,
    /// What stood there and was moved to the backups, or would be: `directory`, `file` or `link`.
    pub replaced: Option<&'static str>,
    /// Where what stood there was moved to; in a dry run none.
    pub backup: Option<PathBuf>,
    /// Why it is blocked or failed.
    pub reason: Option<String>,
    /// What to do about that.
    pub hint: Option<String>,
}

/// What became of one worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorktreeResult {
    /// The folder that holds `.claude`.
    pub path: PathBuf,
    /// One result per step.
    pub links: Vec<LinkResult>,
    /// The change of git's local ignore rules.
    pub exclude: ExcludeChange,
    /// Why git's local ignore rules could not be changed.
    pub error: Option<String>,
}

/// Does a plan. Goes on past a step that fails.
pub fn apply(worktree: &Worktree, plan: &Plan, now: Timestamp) -> WorktreeResult {
    let mut mover = Mover::new(&worktree.vault, now);
    let mut result = untried(worktree, plan);
    // The rules come before the links: a link that git does not ignore would be committed with everything else.
    let rules = ExcludeChange { added: plan.exclude.added.clone(), removed: Vec::new() };
    let exclude = match worktree.exclude.as_ref().map(|file| file.apply(&rules)).transpose() {
        Ok(exclude) => exclude,
        Err(error) => return without_rules(result, &error),
    };
    for ((index, step), link) in plan.steps.iter().zip(&mut result.links) {
        match apply_step(&worktree.spots[*index], step, &mut mover) {
            Ok(backup) => link.backup = backup,
            Err(error) => {
                link.action = Action::Failed;
                link.reason = Some(format!("{error:#}"));
            }
        }
    }
    let needless = result.links.iter().filter(|link| link.action == Action::Failed);
    let needless =
        needless.filter_map(|link| Some(exclude.as_ref()?.rule(&link.path)).filter(|rule| rules.added.contains(rule)));
    let needless: Vec<_> = needless.collect();
    result.exclude.added.retain(|rule| !needless.contains(rule));
    result.exclude.removed.retain(|rule| !failed(&result.links, rule));
    let gone = result.exclude.removed.iter().cloned().chain(needless).collect();
    let gone = ExcludeChange { added: Vec::new(), removed: gone };
    if let Some(Err(error)) = exclude.map(|file| file.apply(&gone)) {
        result.error = Some(format!("{error:#}"));
    }
    result
}

/// The result where the ignore rules cannot be written: no link is made that git would not ignore.
fn without_rules(mut result: WorktreeResult, error: &anyhow::Error) -> WorktreeResult {
    for link in result.links.iter_mut().filter(|link| !matches!(link.action, Action::Kept | Action::Blocked)) {
        link.action = Action::Failed;
        link.reason = Some("git cannot be told to ignore it".to_owned());
    }
    result.exclude = ExcludeChange::default();
    result.error = Some(format!("{error:#}"));
    result
}

/// Whether the step at the place of a rule failed.
fn failed(links: &[LinkResult], rule: &str) -> bool {
    links.iter().any(|link| link.action == Action::Failed && rule.ends_with(&format!("/{}", link.path)))
}

/// What would become of a worktree if every step succeeded.
pub fn untried(worktree: &Worktree, plan: &Plan) -> WorktreeResult {
    let links = plan.steps.iter().map(|(index, step)| expected(&worktree.spots[*index], step));
    WorktreeResult { path: worktree.path.clone(), links: links.collect(), exclude: plan.exclude.clone(), error: None }
}

fn expected(spot: &Spot, step: &Step) -> LinkResult {
    let (action, reason, hint) = match step {
        Step::Keep => (Action::Kept, None, None),
        Step::Link { .. } | Step::Replace { link: false, .. } => (Action::Linked, None, None),
        Step::Relink { .. } | Step::Replace { link: true, .. } => (Action::Relinked, None, None),
        Step::Remove if spot.supply == Supply::Unwanted => {
            (Action::Removed, Some("the registry does not name it any more".to_owned()), None)
        }
        Step::Remove => (Action::Removed, Some("the profile has nothing to link here".to_owned()), None),
        Step::Blocked { reason, hint } => (Action::Blocked, Some(reason.clone()), Some(hint.clone())),
    };
    let replaced = match (step, &spot.found) {
        (Step::Replace { .. }, Found::Directory) => Some("directory"),
        (Step::Replace { .. }, Found::File) => Some("file"),
        (Step::Replace { .. }, _) => Some("link"),
        _ => None,
    };
    LinkResult { path: spot.shown.clone(), target: spot.target.clone(), action, replaced, backup: None, reason, hint }
}

/// Does one step and gives the place of the backup, if one was made.
fn apply_step(spot: &Spot, step: &Step, mover: &mut Mover<'_>) -> Result<Option<PathBuf>> {
    match step {
        Step::Keep | Step::Blocked { .. } => Ok(None),
        Step::Link { target } | Step::Relink { target } => make_link(target, &spot.path).map(|()| None),
        Step::Replace { target, .. } => {
            let backup = mover.keep(&spot.path, &spot.name)?;
            match make_link(target, &spot.path) {
                Ok(()) => Ok(Some(backup)),
                Err(error) => Err(mover.give_back(&backup, &spot.path, error)),
            }
        }
        Step::Remove => remove_link(&spot.path).map(|()| None),
    }
}

/// Makes a link under another name and renames it into its place, so that a reader sees the old link or the new one.
fn make_link(target: &Path, path: &Path) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    disk::make_folders(folder)?;
    let passing = passing_name(path);
    if matches!(disk::look(&passing), Ok(Standing::Link(_))) {
        disk::remove_link(&passing).with_context(|| format!("cannot remove the left over `{}`", passing.display()))?;
    }
    let make = || {
        disk::make_link(target, &passing)?;
        match disk::look(path)? {
            Standing::Missing | Standing::Link(_) => disk::rename(&passing, path),
            _ => Err(std::io::Error::other("something real came in the way")),
        }
    };
    make().map_err(|error| {
        // What is left over is taken away by the next run if it cannot be now.
        let _ = disk::remove_link(&passing);
        anyhow::Error::from(error).context(format!("cannot link `{}` to `{}`", path.display(), target.display()))
    })
}

/// Takes a link of ours away.
pub(super) fn remove_link(path: &Path) -> Result<()> {
    disk::remove_link(path).with_context(|| format!("cannot remove the link `{}`", path.display()))
}

/// The name that a link has before it is in its place: always the same, so that the next run takes a left over one away.
pub(super) fn passing_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.skreg-new"))
}
