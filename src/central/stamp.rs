//! The stamp that tells which skreg wrote the bundled files of a central repository, and what they were like then.
//!
//! With it, a file that nobody edited can be told from one that somebody did, although both differ from what this skreg brings.
//! It is committed with the repository; a repository without one, as skreg's own checkout, is judged by the files alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use git2::{ObjectType, Oid};
use semver::Version;
use serde::{Deserialize, Serialize};

use crate::json_edit::Place;
use crate::output::Problem;

/// Where the stamp stands in a central repository: beside the skills, not among them.
pub(super) const FILE: &str = "profiles/shared/.skreg-bundle.json";

/// What is written into the stamp for people.
const NOTE: &str =
    "written by skreg init: the bundled files as they came, for `skreg init --refresh`; commit it with them";

/// The stamp.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    note: String,
    /// The skreg that wrote it.
    pub(super) version: Version,
    /// For each bundled file the git blob that it was, line ends as on Unix.
    pub(super) files: BTreeMap<PathBuf, String>,
}

impl Stamp {
    /// The stamp of this program for files with their texts.
    pub(super) fn of(files: &BTreeMap<PathBuf, String>) -> Self {
        let files = files.iter().map(|(path, text)| (path.clone(), blob(text))).collect();
        Self { note: NOTE.to_owned(), version: own_version(), files }
    }

    /// Reads a stamp.
    ///
    /// # Errors
    /// Where it is none, as between the marks of a git conflict, with its place.
    pub(super) fn parse(text: &str) -> Result<Self, Problem> {
        serde_json::from_str(text).map_err(|error| {
            let place = Place::of_error(text, &error);
            // The library tells the place once more, at the end.
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default().to_owned();
            Problem { line: Some(place.line), column: Some(place.column), ..unreadable(message) }
        })
    }

    /// The text of the file.
    pub(super) fn to_text(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("names and words are JSON");
        format!("{json}\n")
    }

    /// Whether a newer skreg wrote it.
    pub(super) fn is_newer(&self) -> bool {
        self.version > own_version()
    }

    /// Whether a file has the text that it came with.
    pub(super) fn is_unedited(&self, path: &Path, text: &str) -> bool {
        self.files.get(path).is_some_and(|came| *came == blob(text))
    }
}

/// The problem of a stamp that cannot be read.
pub(super) fn unreadable(reason: String) -> Problem {
    let hint = format!("take it back from git with `git restore {FILE}`, or take it away");
    Problem { file: FILE.to_owned(), line: None, column: None, pointer: None, message: reason, hint: Some(hint) }
}

/// The version of this program.
pub(super) fn own_version() -> Version {
    Version::parse(env!("CARGO_PKG_VERSION")).expect("cargo takes no other version")
}

/// Whether two texts are one but for their line ends, which git may turn at a checkout.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    left == right || left.replace("\r\n", "\n") == right.replace("\r\n", "\n")
}

/// What git calls a text: `git hash-object` gives the same.
fn blob(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    Oid::hash_object(ObjectType::Blob, text.as_bytes()).expect("a text can be hashed").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_called_as_git_calls_it() {
        assert_eq!(blob("hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
        assert_eq!(blob("hello\r\n"), blob("hello\n"));
    }

    #[test]
    fn a_stamp_is_read_as_it_was_written() {
        let stamp = Stamp::of(&BTreeMap::from([(PathBuf::from("a"), "x".to_owned())]));
        assert_eq!(Stamp::parse(&stamp.to_text()), Ok(stamp.clone()));
        assert!(stamp.is_unedited(Path::new("a"), "x") && !stamp.is_unedited(Path::new("b"), "x"));
        let place = |text: &str| Stamp::parse(text).map_err(|problem| problem.place()).unwrap_err();
        assert_eq!(place("<<<<<<< HEAD\n{}"), format!("{FILE}:1:1"));
        assert_eq!(place("{\n  \"note\": 1}"), format!("{FILE}:2:11"));
    }
}
