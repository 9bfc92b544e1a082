//! How the bundled files of a central repository compare with those that this program brings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use semver::Version;
use serde::Serialize;

use super::stamp::{self, Stamp, is_same};
use super::starter::bundled_files;
use crate::output::Problem;
use crate::system::disk::{self, Standing};

/// How a bundled file compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BundledState {
    /// It is what this program brings.
    Same,
    /// Nobody edited it since an older skreg, or an older build of this one, wrote it.
    Older,
    /// Somebody edited it, or nobody knows.
    Edited,
    /// A newer skreg wrote it.
    Newer,
    /// It was there and was taken out, or no stamp tells.
    Missing,
    /// It was never there.
    New,
    /// Something else stands there, or on the way there.
    Blocked,
}

/// One bundled file of a central repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundled {
    /// Its path below the central repository.
    pub path: PathBuf,
    /// How it compares.
    pub state: BundledState,
    /// Its text, where it has one.
    pub(super) found: Option<String>,
    /// The text that this program brings.
    pub(super) brought: String,
    /// Why it is [`BundledState::Blocked`].
    pub reason: Option<String>,
}

/// All bundled files of a central repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The files, by path.
    pub files: Vec<Bundled>,
    /// The stamp, as far as there is one.
    pub(super) stamp: Option<Stamp>,
    /// Why the stamp that is there cannot be read.
    pub problem: Option<Problem>,
}

impl Bundle {
    /// The skreg that last wrote the files, as far as it is known.
    pub fn version(&self) -> Option<&Version> {
        self.stamp.as_ref().map(|stamp| &stamp.version)
    }
}

/// What stands at the place of a bundled file.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Found {
    Missing,
    Text(String),
    Other(String),
}

/// Looks at the bundled files of a central repository.
///
/// # Errors
/// Where it cannot be told what stands there.
pub fn observe_bundle(central: &Path) -> Result<Bundle> {
    let stamp = match find(central, Path::new(stamp::FILE))? {
        Found::Text(text) => Stamp::parse(&text).map(Some),
        Found::Missing => Ok(None),
        Found::Other(reason) => Err(stamp::unreadable(reason)),
    };
    let mut found = BTreeMap::new();
    let brought = bundled_files();
    for path in brought.keys() {
        found.insert(path.clone(), find(central, path)?);
    }
    let (stamp, problem) = match stamp {
        Ok(stamp) => (stamp, None),
        Err(problem) => (None, Some(problem)),
    };
    Ok(Bundle { problem, ..compare(brought, found, stamp) })
}

/// What stands at a path, no link on the way followed: a file behind one is somebody else's.
fn find(central: &Path, path: &Path) -> Result<Found> {
    let mut place = central.to_owned();
    for part in path.components() {
        place.push(part);
        let standing = disk::look(&place).with_context(|| format!("cannot look at `{}`", place.display()))?;
        let is_end = place == central.join(path);
        match standing {
            Standing::Missing => return Ok(Found::Missing),
            Standing::Link(_) => return Ok(Found::Other(format!("`{}` is a link", below(&place, central)))),
            Standing::Directory if is_end => return Ok(Found::Other("a folder stands there".to_owned())),
            Standing::File if !is_end => return Ok(Found::Other(format!("`{}` is a file", below(&place, central)))),
            Standing::Directory | Standing::File => {}
        }
    }
    let bytes = disk::read_bytes(&place).with_context(|| format!("cannot read `{}`", place.display()))?;
    let text = String::from_utf8(bytes);
    Ok(text.map_or_else(|_| Found::Other("it is not UTF-8".to_owned()), Found::Text))
}

fn below(place: &Path, central: &Path) -> String {
    place.strip_prefix(central).unwrap_or(place).display().to_string()
}

/// Compares what is there with what is brought.
fn compare(brought: BTreeMap<PathBuf, String>, mut found: BTreeMap<PathBuf, Found>, stamp: Option<Stamp>) -> Bundle {
    let files = brought.into_iter().map(|(path, brought)| {
        let found = found.remove(&path).unwrap_or(Found::Missing);
        let state = state(&path, &found, &brought, stamp.as_ref());
        let (found, reason) = match found {
            Found::Text(text) => (Some(text), None),
            Found::Other(reason) => (None, Some(reason)),
            Found::Missing => (None, None),
        };
        Bundled { path, state, found, brought, reason }
    });
    Bundle { files: files.collect(), stamp, problem: None }
}

fn state(path: &Path, found: &Found, brought: &str, stamp: Option<&Stamp>) -> BundledState {
    let is_newer = stamp.is_some_and(Stamp::is_newer);
    match (found, stamp) {
        (Found::Other(_), _) => BundledState::Blocked,
        (Found::Missing, Some(stamp)) if !stamp.files.contains_key(path) && !is_newer => BundledState::New,
        (Found::Missing, _) => BundledState::Missing,
        (Found::Text(text), _) if is_same(text, brought) => BundledState::Same,
        (Found::Text(text), Some(stamp)) if stamp.is_unedited(path, text) => {
            if is_newer {
                BundledState::Newer
            } else {
                BundledState::Older
            }
        }
        (Found::Text(_), _) => BundledState::Edited,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A bundle of one file, `a`, of which `new` is brought.
    pub(crate) fn bundle(found: Option<&str>, stamped: Option<(&str, Option<&str>)>) -> Bundle {
        let texts = |text: &str| BTreeMap::from([(PathBuf::from("a"), text.to_owned())]);
        let stamp = stamped.map(|(version, text)| {
            let mut stamp = Stamp::of(&text.map(texts).unwrap_or_default());
            stamp.version = Version::parse(version).unwrap();
            stamp
        });
        let found = found.map_or(Found::Missing, |text| Found::Text(text.to_owned()));
        compare(texts("new\n"), BTreeMap::from([(PathBuf::from("a"), found)]), stamp)
    }

    #[test]
    fn a_file_is_judged_by_its_stamp() {
        use BundledState::{Edited, Missing, New, Newer, Older, Same};
        let old = Some(("0.0.1", Some("old\n")));
        let newer = Some(("99.0.0", Some("newest\n")));
        let cases = [
            (Some("new\n"), None, Same),
            (Some("new\r\n"), old, Same),
            (Some("old\n"), None, Edited),
            (Some("old\n"), old, Older),
            (Some("mine\n"), old, Edited),
            (None, None, Missing),
            (None, old, Missing),
            (None, Some(("0.0.1", None)), New),
            (Some("newest\n"), newer, Newer),
            (Some("mine\n"), newer, Edited),
            (Some("new\n"), newer, Same),
            (None, Some(("99.0.0", None)), Missing),
        ];
        for (found, stamped, state) in cases {
            assert_eq!(bundle(found, stamped).files[0].state, state, "{found:?} {stamped:?}");
        }
    }

    #[test]
    fn what_this_program_brings_is_the_same_to_itself() {
        let brought = bundled_files();
        let found = brought.iter().map(|(path, text)| (path.clone(), Found::Text(text.clone()))).collect();
        assert!(compare(brought, found, None).files.iter().all(|file| file.state == BundledState::Same));
    }
}
