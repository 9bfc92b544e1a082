//! The file system. Whatever changes it goes through `change`, which the crash tests stop at every call.

#![expect(clippy::disallowed_methods, reason = "this is the place that touches the disk")]

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result};

/// What stands at a path, looked at without following a link there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Missing,
    /// A symbolic link with this text.
    Link(PathBuf),
    /// A folder.
    Directory,
    /// A file, or anything else that is no folder and no link.
    File,
}

/// What a path leads to when every link is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A folder.
    Directory,
    /// A file, or anything else.
    File,
    /// Nothing: some part of it does not exist.
    Missing,
    /// Links that lead back to themselves.
    Loop,
}

/// Looks at a path without following a link there.
///
/// # Errors
/// Where it cannot be told, such as for lack of permission; a path below a file counts as missing.
pub fn look(path: &Path) -> io::Result<Standing> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => fs::read_link(path).map(Standing::Link),
        Ok(found) if found.is_dir() => Ok(Standing::Directory),
        Ok(_) => Ok(Standing::File),
        Err(error) if is_absence(&error) => Ok(Standing::Missing),
        Err(error) => Err(error),
    }
}

/// Follows a path to its end.
///
/// # Errors
/// Where it cannot be told, such as for lack of permission.
pub fn follow(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Ok(Target::Directory),
        Ok(_) => Ok(Target::File),
        Err(error) if is_absence(&error) => Ok(Target::Missing),
        Err(error) if is_loop(&error) => Ok(Target::Loop),
        Err(error) => Err(error),
    }
}

/// Whether a folder stands at the end of a path; what cannot be told is none.
pub fn is_folder(path: &Path) -> bool {
    matches!(follow(path), Ok(Target::Directory))
}

/// Whether two paths are on one file system; what cannot be told is one.
#[cfg(unix)]
pub fn is_one_file_system(left: &Path, right: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (fs::metadata(left), fs::metadata(right)) {
        (Ok(left), Ok(right)) => left.dev() == right.dev(),
        _ => true,
    }
}

/// Whether two paths are on one file system: it is found out by moving.
#[cfg(not(unix))]
pub fn is_one_file_system(_: &Path, _: &Path) -> bool {
    true
}

/// Whether somebody else than the owner may read a file; what cannot be told is not.
#[cfg(unix)]
pub fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o044 != 0)
}

/// Whether somebody else than the owner may read a file: not told on this system.
#[cfg(not(unix))]
pub fn is_open_to_others(_: &Path) -> bool {
    false
}

/// The files at any depth below a folder, links followed, sorted by name. What a link leads to that is not there, or that is above
/// it, is left out.
///
/// # Errors
/// Where a folder cannot be read.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_file() => files.push(entry.into_path()),
            Ok(_) => {}
            Err(error) if error.loop_ancestor().is_some() => {}
            Err(error) => {
                let error = io::Error::from(error);
                if !is_absence(&error) && !is_loop(&error) {
                    return Err(error);
                }
            }
        }
    }
    Ok(files)
}

/// The path with every link resolved.
///
/// # Errors
/// Where it does not exist or cannot be told.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// The path with `.` and `..` resolved by name alone, without asking the disk.
pub fn resolve_by_name(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}

/// The names in a folder, sorted.
///
/// # Errors
/// Where the folder cannot be read.
pub fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// Whether a folder holds nothing.
///
/// # Errors
/// Where the folder cannot be read.
pub fn is_empty_folder(folder: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(folder)?.next().is_none())
}

/// The text of a file, or nothing where it does not exist. A leading byte order mark is left out.
///
/// # Errors
/// Where it cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> Result<Option<String>> {
    let text = read_text_with_mark(path)?;
    Ok(text.map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
}

/// As [`read_text`], with the byte order mark, for an edit that keeps it.
///
/// # Errors
/// Where it cannot be read or is not UTF-8.
pub fn read_text_with_mark(path: &Path) -> Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).with_context(|| format!("`{}` is not UTF-8", path.display())),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// The bytes of a file.
///
/// # Errors
/// Where it cannot be read.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

/// Writes a whole file so that a reader sees the old text or the new one, keeping the mode of a file that is there.
///
/// # Errors
/// Where it cannot be written, or where a link stands there: nothing is written through a link.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    let write = || -> io::Result<()> {
        if matches!(look(path)?, Standing::Link(_)) {
            return Err(io::Error::other("it is a symbolic link, and nothing is written through a link"));
        }
        let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
        file.write_all(text.as_bytes())?;
        file.commit()
    };
    change(write).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Makes a folder and those above it; one that is there is fine.
///
/// # Errors
/// Where it cannot be made.
pub fn make_folders(folder: &Path) -> Result<()> {
    change(|| fs::create_dir_all(folder)).with_context(|| format!("cannot make the folder `{}`", folder.display()))
}

/// Makes one folder.
///
/// # Errors
/// Also where it is there already.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    change(|| fs::create_dir(folder))
}

/// Removes a folder that holds nothing.
///
/// # Errors
/// Also where it holds something.
pub fn remove_empty_folder(folder: &Path) -> io::Result<()> {
    change(|| fs::remove_dir(folder))
}

/// Moves what stands at one path to another on the same file system, at once.
///
/// # Errors
/// `ErrorKind::CrossesDevices` where the other path is on another file system.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    change(|| fs::rename(from, to))
}

/// Makes a symbolic link to a folder or a file, with this text.
///
/// # Errors
/// Also where something stands at the path.
pub fn make_link(text: &Path, path: &Path) -> io::Result<()> {
    change(|| symlink::symlink_auto(text, path))
}

/// Removes a symbolic link, never what it leads to.
///
/// # Errors
/// Also where the path is no link.
pub fn remove_link(path: &Path) -> io::Result<()> {
    if !matches!(look(path)?, Standing::Link(_)) {
        return Err(io::Error::other("it is not a symbolic link"));
    }
    change(|| symlink::remove_symlink_auto(path))
}

/// Opens a file to lock it, making it and its folders where needed, and waits until the lock is free.
///
/// # Errors
/// Where the file cannot be made or locked.
pub fn lock(path: &Path) -> Result<fs::File> {
    let open = || -> io::Result<fs::File> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = fs::OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.lock()?;
        Ok(file)
    };
    open().with_context(|| format!("cannot lock `{}`", path.display()))
}

fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(unix)]
fn is_loop(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_loop(_: &io::Error) -> bool {
    false
}

/// Runs one call that changes the disk, with a point before and after it where a crash test ends the process, and one where a test
/// says that the disk is full.
fn change<T>(call: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    #[cfg(feature = "failpoints")]
    fail::fail_point!("disk-full", |_| Err(ErrorKind::StorageFull.into()));
    #[cfg(feature = "failpoints")]
    fail::fail_point!("disk-change", |_| std::process::abort());
    let result = call();
    #[cfg(feature = "failpoints")]
    fail::fail_point!("disk-change", |_| std::process::abort());
    result
}
