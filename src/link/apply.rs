//! Does what a plan says, and tells what became of each step.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use serde::Serialize;

use super::backup::Mover;
use super::exclude::ExcludeChange;
use super::found::{Found, Observation, Spot, Worktree};
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
    /// The repository's own of that name is used instead.
    Shadowed,
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
    /// Where the link pointed before, if it points elsewhere now.
    pub was: Option<PathBuf>,
    /// Why it is blocked, shadowed, removed or failed.
    pub reason: Option<String>,
    /// What to do about that.
    pub hint: Option<String>,
    /// Whether the repository's own, which git tracks, is used instead: everybody who works on it decided so, and nothing is wrong.
    #[serde(skip)]
    pub is_decided: bool,
}

impl LinkResult {
    /// Whether nothing was refused and nothing failed.
    pub fn is_in_order(&self) -> bool {
        match self.action {
            Action::Linked | Action::Relinked | Action::Kept | Action::Removed => true,
            Action::Shadowed => self.is_decided,
            Action::Blocked | Action::Failed => false,
        }
    }
}

/// What became of one worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorktreeResult {
    /// The folder that holds `.claude`.
    pub path: PathBuf,
    /// One result per step.
    pub links: Vec<LinkResult>,
}

/// What became of one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// Its worktrees.
    pub worktrees: Vec<WorktreeResult>,
    /// The change of git's local ignore rules.
    pub exclude: ExcludeChange,
    /// Why git's local ignore rules could not be changed.
    pub error: Option<String>,
}

impl Applied {
    fn links(&self) -> impl Iterator<Item = &LinkResult> {
        self.worktrees.iter().flat_map(|worktree| &worktree.links)
    }
}

/// Does a plan. Goes on past a step that fails.
pub fn apply(observation: &Observation, plan: &Plan, now: Timestamp) -> Applied {
    let mut applied = untried(observation, plan);
    // The rules come before the links: a link that git does not ignore would be committed with everything else.
    let rules = ExcludeChange { added: plan.exclude.added.clone(), removed: Vec::new() };
    let exclude = match observation.exclude.as_ref().map(|file| file.apply(&rules)).transpose() {
        Ok(exclude) => exclude,
        Err(error) => return without_rules(applied, &error),
    };
    let worktrees = observation.worktrees.iter().zip(&plan.worktrees);
    for ((worktree, steps), result) in worktrees.zip(&mut applied.worktrees) {
        apply_steps(worktree, steps, result, now);
    }
    let Some(exclude) = exclude else { return applied };
    let failed: Vec<_> =
        applied.links().filter(|link| link.action == Action::Failed).map(|link| link.path.as_str()).collect();
    let failed: Vec<_> = failed.into_iter().map(|path| exclude.rule(path)).collect();
    let linked: Vec<_> =
        applied.links().filter(|link| link.leaves_link()).map(|link| exclude.rule(&link.path)).collect();
    let needless = |rule: &&String| failed.contains(rule) && !linked.contains(rule);
    let needless: Vec<_> = rules.added.iter().filter(needless).cloned().collect();
    applied.exclude.added.retain(|rule| !needless.contains(rule));
    applied.exclude.removed.retain(|rule| !failed.contains(rule));
    let gone = applied.exclude.removed.iter().cloned().chain(needless).collect();
    applied.error =
        exclude.apply(&ExcludeChange { added: Vec::new(), removed: gone }).err().map(|error| format!("{error:#}"));
    applied
}

impl LinkResult {
    fn leaves_link(&self) -> bool {
        matches!(self.action, Action::Linked | Action::Relinked | Action::Kept)
    }
}

fn apply_steps(worktree: &Worktree, steps: &[(usize, Step)], result: &mut WorktreeResult, now: Timestamp) {
    let mut mover = Mover::new(&worktree.vault, now);
    let spots = worktree.spots();
    for ((index, step), link) in steps.iter().zip(&mut result.links) {
        match apply_step(spots[*index], step, &mut mover) {
            Ok(backup) => link.backup = backup,
            Err(error) => {
                link.action = Action::Failed;
                link.reason = Some(format!("{error:#}"));
            }
        }
    }
    if result.links.iter().any(|link| link.action == Action::Removed) {
        remove_empty_parents(worktree);
    }
}

/// Takes the folders away that were made for links and hold nothing now; any other stays, because it is not empty.
pub(super) fn remove_empty_parents(worktree: &Worktree) {
    let folders = worktree.places.iter().filter_map(|place| place.whole.as_ref()?.path.parent());
    for folder in folders.filter(|folder| matches!(disk::look(folder), Ok(Standing::Directory))) {
        if disk::is_empty_folder(folder).is_ok_and(|is_empty| is_empty) {
            let _ = disk::remove_empty_folder(folder);
        }
    }
}

/// The result where the ignore rules cannot be written: no link is made that git would not ignore.
fn without_rules(mut applied: Applied, error: &anyhow::Error) -> Applied {
    let links = applied.worktrees.iter_mut().flat_map(|worktree| &mut worktree.links);
    for link in links.filter(|link| !matches!(link.action, Action::Kept | Action::Blocked | Action::Shadowed)) {
        link.action = Action::Failed;
        link.reason = Some("git cannot be told to ignore it".to_owned());
    }
    Applied { exclude: ExcludeChange::default(), error: Some(format!("{error:#}")), ..applied }
}

/// What would become of a repository if every step succeeded.
pub fn untried(observation: &Observation, plan: &Plan) -> Applied {
    let worktree = |(worktree, steps): (&Worktree, &Vec<(usize, Step)>)| {
        let spots = worktree.spots();
        let links = steps.iter().map(|(index, step)| expected(spots[*index], step));
        WorktreeResult { path: worktree.path.clone(), links: links.collect() }
    };
    let worktrees = observation.worktrees.iter().zip(&plan.worktrees).map(worktree);
    Applied { worktrees: worktrees.collect(), exclude: plan.exclude.clone(), error: None }
}

fn expected(spot: &Spot, step: &Step) -> LinkResult {
    let (action, reason, hint) = match step {
        Step::Keep => (Action::Kept, None, None),
        Step::Link { .. } | Step::Fold { .. } | Step::Replace { link: false, .. } => (Action::Linked, None, None),
        Step::Relink { .. } | Step::Replace { link: true, .. } => (Action::Relinked, None, None),
        Step::Remove { reason } => (Action::Removed, Some((*reason).to_owned()), None),
        Step::Clear => (Action::Removed, Some("each skill and agent has a link of its own now".to_owned()), None),
        Step::Shadowed { reason, hint, .. } => (Action::Shadowed, Some(reason.clone()), Some(hint.clone())),
        Step::Blocked { reason, hint } => (Action::Blocked, Some(reason.clone()), Some(hint.clone())),
    };
    let replaced = match (step, &spot.found) {
        (Step::Replace { .. } | Step::Clear, Found::Directory) => Some("directory"),
        (Step::Replace { .. } | Step::Clear, Found::File) => Some("file"),
        (Step::Replace { .. } | Step::Clear, _) => Some("link"),
        _ => None,
    };
    let was = match step {
        Step::Relink { was, .. } => Some(was.clone()),
        _ => None,
    };
    let is_decided = matches!(step, Step::Shadowed { by_git: true, .. });
    let (path, target) = (spot.shown.clone(), spot.target.clone());
    LinkResult { path, target, action, replaced, backup: None, was, reason, hint, is_decided }
}

/// Does one step and gives the place of the backup, if one was made.
fn apply_step(spot: &Spot, step: &Step, mover: &mut Mover<'_>) -> Result<Option<PathBuf>> {
    match step {
        Step::Keep | Step::Blocked { .. } | Step::Shadowed { .. } => Ok(None),
        Step::Link { target } | Step::Relink { target, .. } => make_link(target, &spot.path).map(|()| None),
        Step::Replace { target, .. } => {
            let backup = mover.keep(&spot.path, &spot.name)?;
            match make_link(target, &spot.path) {
                Ok(()) => Ok(Some(backup)),
                Err(error) => Err(mover.give_back(&backup, &spot.path, error)),
            }
        }
        Step::Fold { target } => {
            disk::remove_empty_folder(&spot.path)
                .with_context(|| format!("cannot take the folder `{}` away", spot.path.display()))?;
            make_link(target, &spot.path).map(|()| None)
        }
        Step::Clear => mover.keep(&spot.path, &spot.name).map(Some),
        Step::Remove { .. } => remove_link(&spot.path).map(|()| None),
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
    path.with_file_name(".skreg-new")
}
