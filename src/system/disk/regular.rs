//! Regular files, and what stands in the place of one.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// Whether a regular file stands at the end of a path: no folder, and nothing that is read without an end, such as a pipe or a device.
/// What cannot be told is none.
pub fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file())
}

/// Whether an error says that something is no regular file: a pipe, a device or a socket, whose reading may never end.
pub fn is_irregular(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Irregular>())
}

/// Refuses what is neither a file nor a folder before it is opened, which may wait or change something already.
///
/// # Errors
/// Also where it is not there or cannot be looked at.
pub(super) fn refuse_irregular(path: &Path) -> io::Result<()> {
    let found = fs::metadata(path)?;
    if found.is_file() || found.is_dir() { Ok(()) } else { Err(io::Error::other(Irregular)) }
}

#[derive(Debug)]
struct Irregular;

impl fmt::Display for Irregular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is no regular file")
    }
}

impl std::error::Error for Irregular {}
