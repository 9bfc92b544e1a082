//! What could be done on the disk, asked without doing it: a dry run ends as the run would.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::disk::{self, Standing, Target};

/// Checks that something could be made at a place, and the folders above it where they are not there.
///
/// # Errors
/// Where what is above it is no folder or may not be written into.
pub fn check_make(place: &Path) -> io::Result<()> {
    let is_there = |above: &&Path| !matches!(disk::look(above), Ok(Standing::Missing));
    let Some(above) = place.ancestors().skip(1).find(is_there) else { return Ok(()) };
    let fault = |what: &str| Err(io::Error::new(ErrorKind::NotADirectory, format!("`{}` {what}", above.display())));
    match disk::follow(above)? {
        Target::Directory if may_write(above) => Ok(()),
        Target::Directory => {
            let message = format!("the folder `{}` may not be written into", above.display());
            Err(io::Error::new(ErrorKind::PermissionDenied, message))
        }
        Target::File => fault("is no folder"),
        Target::Missing => fault("is a link that leads nowhere"),
        Target::Loop => fault("is a link that leads back to itself"),
    }
}

/// Checks that a file could be opened for writing, or made.
///
/// # Errors
/// As [`check_make`], and where a folder or a file of somebody else stands there.
pub fn check_open(place: &Path) -> io::Result<()> {
    match disk::follow(place)? {
        Target::Missing => check_make(place),
        Target::Directory => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
        Target::File if may_write(place) => Ok(()),
        Target::File => Err(io::Error::new(ErrorKind::PermissionDenied, "it may not be written")),
        Target::Loop => Err(io::Error::other("it is a link that leads back to itself")),
    }
}

/// Checks that a whole file could be written in the place of what is there, as [`disk::write_text`] does it: for that the folder is
/// written into, and not the file.
///
/// # Errors
/// As [`check_make`], and where a link or a folder stands there.
pub fn check_replace(place: &Path) -> io::Result<()> {
    match disk::look(place)? {
        Standing::Link(_) => Err(io::Error::other("it is a symbolic link, and nothing is written through a link")),
        Standing::Directory => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
        Standing::Missing | Standing::File => check_make(place),
    }
}

/// Whether the system lets this user write a file, or make and remove what is in a folder.
#[cfg(unix)]
fn may_write(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    let wanted = if disk::is_folder(path) { Access::WRITE_OK | Access::EXEC_OK } else { Access::WRITE_OK };
    access(path, wanted).is_ok()
}

/// Whether the system lets this user write: it is found out by writing.
#[cfg(not(unix))]
fn may_write(_: &Path) -> bool {
    true
}
