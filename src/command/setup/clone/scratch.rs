//! The folder beside its place in which a repository is cloned, so that half a clone never stands there.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};

use crate::system::disk::{self, Standing};

/// The file that makes such a folder known as ours; whoever clones there holds its lock.
const MARK: &str = "made-by-skreg-setup";

/// What the mark says.
const MARK_TEXT: &str = "A clone that `skreg setup --clone` began. What is left of it is removed by the next one.\n";

/// The folder of the clone in it.
const CLONE: &str = "clone";

/// How many letters and digits of chance a name ends with.
const CHANCE: usize = 8;

/// How long the part of the name that tells the place may be: a name has room for 255 bytes.
const LONGEST_NAME: usize = 200;

/// A folder for one clone; it is gone when this is dropped.
pub(super) struct Scratch {
    folder: PathBuf,
    place: PathBuf,
    /// The folders above the place that were made for it, the lowest first.
    made: Vec<PathBuf>,
    lock: Option<File>,
}

impl Scratch {
    /// Makes the folder, and those above the place where they are not there.
    ///
    /// # Errors
    /// Where something cannot be made.
    pub(super) fn new(place: &Path, chance: &str) -> Result<Self> {
        let parent = place.parent().ok_or_else(|| anyhow!("`{}` is no place for a repository", place.display()))?;
        let is_missing = |folder: &&Path| matches!(disk::look(folder), Ok(Standing::Missing));
        let made = parent.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        let folder = parent.join(format!("{}{chance}", prefix(place)));
        disk::make_folders(parent)?;
        let mut scratch = Self { folder, place: place.to_owned(), made, lock: None };
        let folder = scratch.folder.clone();
        disk::make_folder(&folder).with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        disk::write_text(&folder.join(MARK), MARK_TEXT)?;
        scratch.lock = disk::try_lock(&folder.join(MARK)).ok().flatten();
        Ok(scratch)
    }

    /// Where to clone to.
    pub(super) fn target(&self) -> PathBuf {
        self.folder.join(CLONE)
    }

    /// Moves the clone to its place, where nothing may stand but the empty folder that was there before.
    ///
    /// # Errors
    /// Where something stands there by now, or it cannot be moved.
    pub(super) fn keep(mut self, in_empty: bool) -> Result<()> {
        let moved = if in_empty {
            rename_over_empty(&self.target(), &self.place)
        } else {
            disk::rename_new(&self.target(), &self.place)
        };
        match moved {
            Ok(()) => self.made.clear(),
            Err(error) if is_taken(&error) => {
                return Err(anyhow!("something else appeared at `{}` meanwhile", self.place.display()));
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot move the clone to `{}`", self.place.display()));
            }
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.lock = None;
        // What cannot be removed now is removed by the next run.
        let _ = remove(&self.folder);
        for folder in &self.made {
            let _ = disk::remove_empty_folder(folder);
        }
    }
}

/// Moves a folder to the place of an empty one, at once: `rename(2)` replaces a folder that holds nothing and no other.
#[cfg(unix)]
fn rename_over_empty(from: &Path, to: &Path) -> io::Result<()> {
    disk::rename(from, to)
}

/// Moves a folder to the place of an empty one, which is removed first.
#[cfg(not(unix))]
fn rename_over_empty(from: &Path, to: &Path) -> io::Result<()> {
    disk::remove_empty_folder(to)?;
    disk::rename_new(from, to)
}

fn is_taken(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    matches!(error.kind(), AlreadyExists | DirectoryNotEmpty | NotADirectory)
}

/// Whether an empty folder stands at a place, and no link to one.
pub(super) fn is_empty_folder(place: &Path) -> bool {
    matches!(disk::look(place), Ok(Standing::Directory)) && disk::is_empty_folder(place).unwrap_or_default()
}

/// Letters and digits of chance for the name of a folder.
pub(super) fn chance() -> String {
    std::iter::repeat_with(fastrand::lowercase).take(CHANCE).collect()
}

/// Removes what runs that were killed left beside a place.
pub(super) fn remove_leftovers(place: &Path) {
    let Some(parent) = place.parent() else { return };
    let names = disk::names(parent).unwrap_or_default();
    let left = names.iter().filter(|name| is_name(name, place)).map(|name| parent.join(name));
    for folder in left.filter(|folder| is_abandoned(folder)) {
        // What cannot be removed is in nobody's way.
        let _ = remove(&folder);
    }
}

/// What the name of every such folder begins with.
fn prefix(place: &Path) -> String {
    let name = place.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    let end = (0..=name.len().min(LONGEST_NAME)).rev().find(|end| name.is_char_boundary(*end)).unwrap_or_default();
    format!(".{}.skreg-clone-", &name[..end])
}

fn is_name(name: &OsStr, place: &Path) -> bool {
    let chance = name.to_str().and_then(|name| name.strip_prefix(&prefix(place)));
    chance.is_some_and(|chance| chance.len() == CHANCE && chance.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Whether a folder is surely one of ours, and no run works in it: it holds nothing, or our mark and at most a clone.
fn is_abandoned(folder: &Path) -> bool {
    if !matches!(disk::look(folder), Ok(Standing::Directory)) {
        return false;
    }
    let mark = folder.join(MARK);
    let is_marked = || {
        matches!(disk::look(&mark), Ok(Standing::File))
            && disk::read_text(&mark).is_ok_and(|text| text.is_some_and(|text| text == MARK_TEXT))
            && disk::try_lock(&mark).is_ok_and(|lock| lock.is_some())
    };
    match disk::names(folder) {
        Ok(names) if names.is_empty() => true,
        Ok(names) => names.iter().all(|name| name == MARK || name == CLONE) && is_marked(),
        Err(_) => false,
    }
}

/// Removes such a folder, its mark last, so that the rest is known as ours as long as it is there.
fn remove(folder: &Path) -> io::Result<()> {
    let clone = folder.join(CLONE);
    if !matches!(disk::look(&clone)?, Standing::Missing) {
        disk::remove_tree(&clone)?;
    }
    let mark = folder.join(MARK);
    if !matches!(disk::look(&mark)?, Standing::Missing) {
        disk::remove_file(&mark)?;
    }
    disk::remove_empty_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_of_this_place_is_one() {
        let place = Path::new("/code/api");
        let is = |name: &str| is_name(OsStr::new(name), place);
        assert!(is(".api.skreg-clone-abcdefgh") && is(&format!("{}{}", prefix(place), chance())));
        for other in [
            ".api.skreg-clone-",
            ".api.skreg-clone-ABCDEFGH",
            ".apis.skreg-clone-abcdefgh",
            "api",
            ".api.skreg-clone-abcdefghi",
        ] {
            assert!(!is(other), "{other}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_two_characters() {
        let long = prefix(&Path::new("/code").join("ü".repeat(127)));
        assert_eq!(long, format!(".{}.skreg-clone-", "ü".repeat(100)));
    }
}
