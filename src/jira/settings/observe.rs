//! Reads what settings are made of.

use std::path::{Path, PathBuf};

use super::variable::Variables;
use super::{Inputs, TextFile};
use crate::registry::{UserFile, shortened};
use crate::system::{Environment, disk};

impl Inputs {
    /// Reads the environment, `$NETRC` or `~/.netrc`, and jira-cli's file. A file that cannot be read is a note: it is another
    /// tool's, and may not be needed.
    pub fn observe(
        environment: &Environment,
        flag_url: Option<&str>,
        registry_url: Option<&str>,
        user_file: UserFile,
    ) -> Self {
        let mut notes = Vec::new();
        Self {
            variables: Variables::observe(environment),
            flag_url: flag_url.map(str::to_owned),
            registry_url: registry_url.map(str::to_owned),
            user_file,
            netrc: read(environment.home(), &netrc_path(environment), &mut notes),
            jira_cli: read(environment.home(), &jira_cli_path(environment), &mut notes),
            notes,
        }
    }
}

/// curl and jira-cli look at `$NETRC` first.
fn netrc_path(environment: &Environment) -> PathBuf {
    named_by(environment, "NETRC").unwrap_or_else(|| environment.home().join(".netrc"))
}

/// jira-cli looks at `$JIRA_CONFIG_FILE`, then in `$XDG_CONFIG_HOME` or `~/.config` on every system.
fn jira_cli_path(environment: &Environment) -> PathBuf {
    let folder = || named_by(environment, "XDG_CONFIG_HOME").unwrap_or_else(|| environment.home().join(".config"));
    named_by(environment, "JIRA_CONFIG_FILE").unwrap_or_else(|| folder().join(".jira").join(".config.yml"))
}

fn named_by(environment: &Environment, variable: &str) -> Option<PathBuf> {
    environment.variable(variable).map(|path| environment.working_folder().join(path))
}

fn read(home: &Path, path: &Path, notes: &mut Vec<String>) -> Option<TextFile> {
    match disk::read_text(path) {
        Ok(text) => text.map(|text| TextFile {
            shown: shortened(path, home),
            text: text.into(),
            open_to_others: disk::is_open_to_others(path),
        }),
        Err(error) => {
            notes.push(format!("{error:#}"));
            None
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_with_who_may_read_it_and_an_unreadable_one_is_a_note() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(".netrc");
        let mut notes = Vec::new();
        assert!(read(home.path(), &path, &mut notes).is_none() && notes.is_empty(), "none is no fault");
        disk::write_text(&path, "machine a password hunter2").unwrap();
        for (mode, open) in [(0o600, false), (0o640, true), (0o604, true)] {
            rustix::fs::chmod(&path, mode.into()).unwrap();
            let file = read(home.path(), &path, &mut notes).unwrap();
            assert_eq!((file.shown.as_str(), file.open_to_others), ("~/.netrc", open), "{mode:o}");
            assert_eq!(file.text.expose(), "machine a password hunter2");
        }
        assert!(read(home.path(), home.path(), &mut notes).is_none());
        assert_eq!(notes.len(), 1, "a folder cannot be read: {notes:?}");
    }
}
