//! What stands below a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{is_absence, is_loop};

/// Something below a folder.
#[derive(Debug)]
pub struct Below {
    /// Where it stands.
    pub path: PathBuf,
    /// What stands there, or why that cannot be told.
    pub kind: io::Result<Kind>,
}

/// What stands below a folder, links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A pipe, a device or a socket.
    Irregular,
    /// A link that leads to nothing or back to itself.
    BrokenLink,
}

/// What stands at any depth below a folder, but for folders, sorted by name and links followed. A link to a folder above it is left out.
pub fn walk(folder: &Path) -> Vec<Below> {
    let entries = walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name();
    entries.into_iter().filter_map(below).collect()
}

fn below(entry: walkdir::Result<walkdir::DirEntry>) -> Option<Below> {
    let error = match entry {
        Ok(entry) if entry.file_type().is_dir() => return None,
        Ok(entry) => {
            let kind = if entry.file_type().is_file() { Kind::File } else { Kind::Irregular };
            return Some(Below { path: entry.into_path(), kind: Ok(kind) });
        }
        Err(error) => error,
    };
    let path = error.path().map(Path::to_owned).filter(|_| error.loop_ancestor().is_none())?;
    // Wrapped into another error, it would not tell what it is.
    let error = error.into_io_error()?;
    let is_link = fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink());
    match is_absence(&error) || is_loop(&error) {
        true => is_link.then_some(Below { path, kind: Ok(Kind::BrokenLink) }),
        false => Some(Below { path, kind: Err(error) }),
    }
}

/// The regular files at any depth below a folder, links followed, sorted by name. What a link leads to that is not there, or that is
/// above it, is left out.
///
/// # Errors
/// Where a folder cannot be read.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for Below { path, kind } in walk(folder) {
        if kind? == Kind::File {
            files.push(path);
        }
    }
    Ok(files)
}

/// The bytes of all regular files at any depth below a folder, and the links to folders there, which are not gone into, sorted. What
/// cannot be read counts for nothing.
pub fn weigh_below(folder: &Path) -> (u64, Vec<PathBuf>) {
    let (mut bytes, mut links) = (0, Vec::new());
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok) {
        match fs::metadata(entry.path()) {
            Ok(found) if found.is_file() => bytes += found.len(),
            Ok(found) if found.is_dir() && entry.path_is_symlink() && entry.depth() > 0 => {
                links.push(entry.into_path())
            }
            _ => {}
        }
    }
    (bytes, links)
}
