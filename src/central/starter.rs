//! The files that a central repository starts with, embedded in the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use include_dir::{Dir, include_dir};
use serde_json::json;

use super::project_entry::spelled;
use super::stamp::{self, Stamp};
use crate::registry;
use crate::system::disk::{self, Standing};
use crate::system::git;

static SHARED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/profiles/shared");
static DISPATCH: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/dispatch-skill");

const GIT_IGNORE: &str = ".gitignore";

const IGNORED: &str =
    "# One developer's own paths.\n/registry.local.json\n\n# What Claude Code writes through a link.\nsynced/\n";

/// The starter files that a folder lacks, by their path below it, with their text; a `.gitignore` that is there keeps its lines
/// and gets ours.
///
/// # Errors
/// Where the folder cannot be read.
pub fn missing_files(folder: &Path, home: &Path) -> Result<BTreeMap<PathBuf, String>> {
    let mut missing = BTreeMap::new();
    for (path, text) in files(folder, home) {
        let place = folder.join(&path);
        if disk::look(&place).with_context(|| format!("cannot look at `{}`", place.display()))? == Standing::Missing {
            missing.insert(path, text);
        }
    }
    if !missing.contains_key(Path::new(GIT_IGNORE)) {
        let text = disk::read_text(&folder.join(GIT_IGNORE))?.unwrap_or_default();
        missing.extend(with_ignored(&text).map(|text| (PathBuf::from(GIT_IGNORE), text)));
    }
    Ok(missing)
}

/// The text of a `.gitignore` with our lines after its own; none where it ignores the local paths already.
fn with_ignored(text: &str) -> Option<String> {
    let is_ours = |line: &str| line.trim_end().trim_start_matches('/') == registry::LOCAL_FILE;
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    (!text.lines().any(is_ours)).then(|| format!("{text}{gap}{IGNORED}"))
}

/// Whether a folder holds a `registry.json` that is not ours.
pub fn is_taken(folder: &Path) -> bool {
    !registry::is_central(folder) && !matches!(disk::look(&folder.join(registry::FILE)), Ok(Standing::Missing))
}

/// Makes a folder a git repository where it lies in none, and writes files into it, the registry last: with it the folder
/// counts as complete.
///
/// # Errors
/// Where a file cannot be written.
pub fn make(folder: &Path, files: &BTreeMap<PathBuf, String>) -> Result<()> {
    disk::make_folders(folder)?;
    if git::open(folder)?.is_none() {
        git::create(folder)?;
    }
    let is_registry = |path: &Path| path == Path::new(registry::FILE);
    let (last, first): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| is_registry(path));
    for (path, text) in first.into_iter().chain(last) {
        let path = folder.join(path);
        if let Some(above) = path.parent() {
            disk::make_folders(above)?;
        }
        disk::write_text(&path, text)?;
    }
    Ok(())
}

fn files(folder: &Path, home: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = bundled_files();
    files.insert(PathBuf::from(stamp::FILE), Stamp::of(&files).to_text());
    files.insert(PathBuf::from(registry::FILE), starter_registry(folder, home));
    files.insert(PathBuf::from(GIT_IGNORE), IGNORED.to_owned());
    files
}

/// The files that this program brings and keeps fresh, by their path in a central repository, with their text.
pub(super) fn bundled_files() -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for (dir, below) in [(&SHARED, "profiles/shared"), (&DISPATCH, "dispatch-skill")] {
        embedded(dir, Path::new(below), &mut files);
    }
    files.insert(PathBuf::from("registry.schema.json"), registry::schema_text());
    files
}

fn embedded(dir: &Dir<'_>, below: &Path, files: &mut BTreeMap<PathBuf, String>) {
    for file in dir.files() {
        let text = file.contents_utf8().expect("the embedded files are text");
        files.insert(below.join(file.path()), text.to_owned());
    }
    for dir in dir.dirs() {
        embedded(dir, below, files);
    }
}

/// A registry without projects; the folder that the central repository lies in is taken for the workspace.
fn starter_registry(folder: &Path, home: &Path) -> String {
    let workspace = spelled(folder.parent().unwrap_or(folder), home);
    let registry = json!({
        "$schema": "./registry.schema.json",
        "version": registry::model::VERSION,
        "requires": concat!(">=", env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR")),
        "workspace": workspace,
        "global": { "skills": { "dispatch": "dispatch-skill" } },
        "projects": {},
    });
    format!("{registry:#}\n")
}

#[cfg(test)]
mod tests {
    use super::with_ignored;

    #[test]
    fn a_gitignore_keeps_its_lines_and_gets_ours_once() {
        let ours = super::IGNORED;
        assert_eq!(with_ignored("target\n"), Some(format!("target\n\n{ours}")));
        assert_eq!(with_ignored("target"), Some(format!("target\n\n{ours}")));
        assert_eq!(with_ignored(""), Some(ours.to_owned()));
        assert_eq!(with_ignored(ours), None);
        assert_eq!(with_ignored("registry.local.json\r\n"), None);
    }
}
