//! The file system. Whatever changes it goes through `change`, which the crash tests stop at every call.

#![expect(clippy::disallowed_methods, reason = "this is the place that touches the disk")]

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};

mod regular;
mod walk;

pub use regular::{is_irregular, is_regular};
pub use walk::{Below, Kind, files_below, walk, weigh_below};

use regular::refuse_irregular;

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

/// The path with every link resolved; on Windows spelled as other programs do, without `\\?\`.
///
/// # Errors
/// Where it does not exist or cannot be told.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    #[cfg(windows)]
    return dunce::canonicalize(path);
    #[cfg(not(windows))]
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
/// Where it cannot be read, is no regular file, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<Option<String>> {
    let text = read_text_with_mark(path)?;
    Ok(text.map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
}

/// As [`read_text`], with the byte order mark, for an edit that keeps it.
///
/// # Errors
/// Where it cannot be read, is no regular file, or is not UTF-8.
pub fn read_text_with_mark(path: &Path) -> Result<Option<String>> {
    match read_bytes(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).with_context(|| format!("`{}` is not UTF-8", path.display())),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// The bytes of a file.
///
/// # Errors
/// Where it cannot be read, or is no regular file: see [`is_irregular`].
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    refuse_irregular(path)?;
    fs::read(path)
}

/// As [`read_bytes`], also of a pipe or a device, for what a person named on the command line: a shell makes pipes with `<(…)`.
///
/// # Errors
/// Where it cannot be read.
pub fn read_stream(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

/// Opens a file to read it piece by piece.
///
/// # Errors
/// Where it cannot be opened.
pub fn open(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

/// How many bytes a file holds, links followed.
///
/// # Errors
/// Where it cannot be told.
pub fn size(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path)?.len())
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

/// Copies a file with its mode to a place where nothing stands: at once, as a second name of it, where the file system can do that.
/// The file must then be replaced and not written into.
///
/// # Errors
/// Where it cannot be read or written.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    change(|| fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(drop)))
}

/// As [`rename`], and never over something that stands at the other path.
///
/// # Errors
/// `ErrorKind::AlreadyExists` where something stands there.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    change(|| rename_where_nothing_stands(from, to))
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_where_nothing_stands(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // Some file systems cannot.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => look_and_rename(from, to),
        done => Ok(done?),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_where_nothing_stands(from: &Path, to: &Path) -> io::Result<()> {
    look_and_rename(from, to)
}

fn look_and_rename(from: &Path, to: &Path) -> io::Result<()> {
    match look(to)? {
        Standing::Missing => fs::rename(from, to),
        _ => Err(ErrorKind::AlreadyExists.into()),
    }
}

/// Removes a folder and everything below it, never what links there lead to.
///
/// A program that was just ended may leave one behind that still writes there for a moment: then it is tried again.
///
/// # Errors
/// Where something cannot be removed.
pub fn remove_tree(folder: &Path) -> io::Result<()> {
    const PAUSE: Duration = Duration::from_millis(50);
    for _ in 0..10 {
        match change(|| fs::remove_dir_all(folder)) {
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => std::thread::sleep(PAUSE),
            done => return done,
        }
    }
    change(|| fs::remove_dir_all(folder))
}

/// Removes a file.
///
/// # Errors
/// Also where it is not there.
pub fn remove_file(path: &Path) -> io::Result<()> {
    change(|| fs::remove_file(path))
}

/// Makes a symbolic link with this text; to a folder where it leads to nothing yet.
///
/// # Errors
/// Also where something stands at the path, and on Windows where the user may not make links.
pub fn make_link(text: &Path, path: &Path) -> io::Result<()> {
    let end = path.parent().map_or_else(|| text.to_owned(), |folder| folder.join(text));
    let make = || match follow(&end) {
        // Windows knows two kinds of links.
        Ok(Target::File) => symlink::symlink_file(text, path),
        _ => symlink::symlink_dir(text, path),
    };
    change(make).map_err(with_remedy)
}

#[cfg(windows)]
fn with_remedy(error: io::Error) -> io::Error {
    /// What Windows says to a user who may not make symbolic links.
    const PRIVILEGE_NOT_HELD: i32 = 1314;
    let message = "Windows lets you make no symbolic links: turn on the developer mode (Settings, System, For \
                   developers), or run this in a shell that was started as administrator";
    match error.raw_os_error() {
        Some(PRIVILEGE_NOT_HELD) => io::Error::new(ErrorKind::PermissionDenied, message),
        _ => error,
    }
}

#[cfg(not(windows))]
fn with_remedy(error: io::Error) -> io::Error {
    error
}

/// Removes a symbolic link, never what it leads to.
///
/// # Errors
/// Also where the path is no link.
pub fn remove_link(path: &Path) -> io::Result<()> {
    if !matches!(look(path)?, Standing::Link(_)) {
        return Err(io::Error::other("it is not a symbolic link"));
    }
    change(|| remove_link_of_its_kind(path))
}

#[cfg(windows)]
fn remove_link_of_its_kind(path: &Path) -> io::Result<()> {
    use std::os::windows::fs::FileTypeExt as _;
    match fs::symlink_metadata(path)?.file_type().is_symlink_dir() {
        true => fs::remove_dir(path),
        false => fs::remove_file(path),
    }
}

#[cfg(not(windows))]
fn remove_link_of_its_kind(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
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
        refuse_irregular(path).or_else(|error| if is_absence(&error) { Ok(()) } else { Err(error) })?;
        let file = fs::OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.lock()?;
        Ok(file)
    };
    open().with_context(|| format!("cannot lock `{}`", path.display()))
}

/// Opens a file and locks it; none where another process holds the lock.
///
/// # Errors
/// Where it is not there or cannot be opened.
pub fn try_lock(path: &Path) -> io::Result<Option<fs::File>> {
    refuse_irregular(path)?;
    let file = fs::OpenOptions::new().write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
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
