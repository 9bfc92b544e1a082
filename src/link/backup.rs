//! Where replaced things are kept, and found again.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use serde::Serialize;

use crate::system::disk::{self, Standing};

/// Where the replaced things of one worktree are kept: inside git's common folder, which neither the client nor `git clean` looks
/// into, or beside the links where that is no git repository or another file system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vault {
    /// `<git common dir>/skreg/backups/<worktree>`; none outside git.
    pub inside_git: Option<PathBuf>,
    /// Whether that is on another file system, so that nothing can be moved there at once.
    pub is_far: bool,
    /// `.claude/skreg-backups`.
    pub beside: PathBuf,
}

/// What one run replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Backup {
    /// The time of the run in UTC, such as `20300102T030405Z`; `-2` and so on where that was taken.
    pub at: String,
    /// The folder.
    pub path: PathBuf,
    /// What it holds, such as `skills`.
    pub items: Vec<String>,
}

impl Vault {
    /// All backups, the newest first.
    ///
    /// # Errors
    /// Where a folder of backups cannot be read.
    pub fn backups(&self) -> Result<Vec<Backup>> {
        let mut backups = Vec::new();
        for place in self.places() {
            for name in names(place)?.into_iter().filter(|name| is_time(name)) {
                let path = place.join(&name);
                let items = names(&path)?;
                if !items.is_empty() {
                    backups.push(Backup { at: name, path, items });
                }
            }
        }
        backups.sort_by(|left, right| order(&right.at).cmp(&order(&left.at)));
        Ok(backups)
    }

    /// The names of all that is kept; what cannot be read is told by [`Self::backups`].
    pub(super) fn items(&self) -> Vec<String> {
        self.backups().unwrap_or_default().into_iter().flat_map(|backup| backup.items).collect()
    }

    fn places(&self) -> impl Iterator<Item = &Path> {
        self.inside_git.as_deref().into_iter().chain([self.beside.as_path()])
    }

    /// Where things can be moved to, the best first.
    fn targets(&self) -> impl Iterator<Item = &Path> {
        self.places().skip(usize::from(self.is_far && self.inside_git.is_some()))
    }

    /// Whether the next backup will stand beside the links.
    pub(super) fn keeps_beside(&self) -> bool {
        self.is_far || self.inside_git.is_none()
    }
}

/// Moves things into a vault, all of one run into one folder that is made when the first comes.
pub(super) struct Mover<'v> {
    vault: &'v Vault,
    stamp: String,
    folder: Option<PathBuf>,
}

impl<'v> Mover<'v> {
    pub(super) fn new(vault: &'v Vault, now: Timestamp) -> Self {
        Self { vault, stamp: now.strftime("%Y%m%dT%H%M%SZ").to_string(), folder: None }
    }

    /// Moves what stands at a path into the vault and gives its new place; never over anything.
    pub(super) fn keep(&mut self, path: &Path, name: &str) -> Result<PathBuf> {
        let places: Vec<_> = self.folder.clone().into_iter().chain(self.vault.targets().map(Path::to_owned)).collect();
        for place in places {
            let made = self.folder.as_ref() != Some(&place);
            let folder = if made { self.make_folder(&place)? } else { place };
            let kept = folder.join(name);
            match disk::rename(path, &kept) {
                Ok(()) => {
                    self.folder = Some(folder);
                    return Ok(kept);
                }
                Err(error) => {
                    if made {
                        remove_empty_folders(&folder);
                    }
                    if error.kind() != ErrorKind::CrossesDevices {
                        return Err(error)
                            .with_context(|| format!("cannot move `{}` to `{}`", path.display(), kept.display()));
                    }
                }
            }
        }
        anyhow::bail!("`{}` is a file system of its own, and no folder for a backup is on it", path.display())
    }

    /// Copies a file into the vault and gives its new place. A copy may be on another file system.
    pub(super) fn copy(&mut self, path: &Path, name: &str) -> Result<PathBuf> {
        let place = self.vault.places().next().unwrap_or(&self.vault.beside).to_owned();
        let folder = self.make_folder(&place)?;
        let kept = folder.join(name);
        disk::copy(path, &kept).map_err(|error| {
            // An empty folder of backups is no backup: if it cannot go, it stays and is not shown.
            let _ = disk::remove_empty_folder(&folder);
            anyhow::Error::from(error).context(format!("cannot copy `{}` to `{}`", path.display(), kept.display()))
        })?;
        Ok(kept)
    }

    /// Moves a backup of this run back because what was to come in its place failed, and gives that error; where it cannot be moved
    /// back, the error tells where it is.
    pub(super) fn give_back(&mut self, kept: &Path, path: &Path, error: anyhow::Error) -> anyhow::Error {
        match put_back(kept, path) {
            Ok(()) => {
                self.folder = None;
                error
            }
            Err(_) => error.context(format!("what stood at `{}` is now `{}`", path.display(), kept.display())),
        }
    }

    /// Makes a folder of this run's time that nobody has used.
    fn make_folder(&self, place: &Path) -> Result<PathBuf> {
        disk::make_folders(place)?;
        for attempt in 1..1000 {
            let name = if attempt == 1 { self.stamp.clone() } else { format!("{}-{attempt}", self.stamp) };
            let folder = place.join(name);
            match disk::make_folder(&folder) {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot make the folder `{}`", folder.display()));
                }
            }
        }
        anyhow::bail!("`{}` is full of backups of this second", place.display())
    }
}

/// Moves the backup of a file over what stands in its place by now, at once where both are on one file system.
pub(super) fn put_over(kept: &Path, path: &Path) -> Result<()> {
    match disk::rename(kept, path) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            disk::write_text(path, &disk::read_text_with_mark(kept)?.unwrap_or_default())?;
            disk::remove_file(kept).with_context(|| format!("cannot remove the backup `{}`", kept.display()))?;
        }
        Err(error) => {
            return Err(error).with_context(|| format!("cannot move `{}` to `{}`", kept.display(), path.display()));
        }
    }
    remove_emptied(kept);
    Ok(())
}

/// Moves a backup back to its place and takes its folder away when that was the last thing in it.
pub(super) fn put_back(kept: &Path, path: &Path) -> Result<()> {
    if disk::look(path)? != Standing::Missing {
        anyhow::bail!("`{}` is in the way", path.display());
    }
    if let Some(folder) = path.parent() {
        if matches!(disk::look(folder)?, Standing::Link(_)) {
            anyhow::bail!("`{}` is a link, and nothing is written through a link", folder.display());
        }
        disk::make_folders(folder)?;
    }
    disk::rename(kept, path)
        .with_context(|| format!("cannot move `{}` back to `{}`", kept.display(), path.display()))?;
    remove_emptied(kept);
    Ok(())
}

/// Takes the folders of a backup that is gone away as far as they hold nothing else.
fn remove_emptied(kept: &Path) {
    kept.parent().into_iter().for_each(remove_empty_folders);
}

/// Takes a folder of a vault away and those above it, as far as they are empty: git's folder and `.claude` are not.
fn remove_empty_folders(folder: &Path) {
    for folder in folder.ancestors() {
        if disk::remove_empty_folder(folder).is_err() {
            break;
        }
    }
}

fn names(folder: &Path) -> Result<Vec<String>> {
    match disk::names(folder) {
        Ok(names) => Ok(names.into_iter().filter_map(|name| name.into_string().ok()).collect()),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read the backups in `{}`", folder.display())),
    }
}

/// Whether a name is the time of a run, and not a folder of the packages of a repository.
fn is_time(name: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (stamp, attempt) = name.split_once('-').map_or((name, "1"), |(stamp, attempt)| (stamp, attempt));
    let parts = stamp.strip_suffix('Z').and_then(|stamp| stamp.split_once('T'));
    parts.is_some_and(|(date, time)| date.len() == 8 && digits(date) && time.len() == 6 && digits(time))
        && digits(attempt)
}

fn order(at: &str) -> (&str, u32) {
    at.split_once('-').map_or((at, 1), |(stamp, attempt)| (stamp, attempt.parse().unwrap_or(0)))
}
