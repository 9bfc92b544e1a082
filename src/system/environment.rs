//! What the process was started with, read once.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use etcetera::BaseStrategy as _;

use super::disk;

/// The environment of this run: variables, home, working folder, the user's folders.
#[derive(Debug, Clone)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
    home: PathBuf,
    working_folder: PathBuf,
    config_folder: PathBuf,
    state_folder: PathBuf,
}

impl Environment {
    /// Reads the environment of this process.
    ///
    /// # Errors
    /// Where there is no home directory or no working folder.
    pub fn read() -> Result<Self> {
        let variables: BTreeMap<_, _> = std::env::vars_os().collect();
        refuse_home(variables.get(OsStr::new("HOME")).map(Path::new))?;
        let strategy = etcetera::choose_base_strategy().context("cannot tell the home directory")?;
        let working_folder = working_folder()?;
        Ok(Self {
            home: strategy.home_dir().to_owned(),
            config_folder: strategy.config_dir().join("skreg"),
            state_folder: strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("skreg"),
            variables,
            working_folder,
        })
    }

    /// The value of a variable that is set, not empty and Unicode.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(&OsString::from(name))?.to_str().filter(|value| !value.is_empty())
    }

    /// The home directory.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The working folder, spelled as the shell shows it.
    pub fn working_folder(&self) -> &Path {
        &self.working_folder
    }

    /// skreg's folder of user configuration: `~/.config/skreg` or what `XDG_CONFIG_HOME` says.
    pub fn config_folder(&self) -> &Path {
        &self.config_folder
    }

    /// skreg's folder of state: `~/.local/state/skreg` or what `XDG_STATE_HOME` says.
    pub fn state_folder(&self) -> &Path {
        &self.state_folder
    }

    /// The absolute spelling of a path, with `.` and `..` resolved by name where that names the same place.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        let joined = self.working_folder.join(path);
        let by_name = disk::resolve_by_name(&joined);
        match disk::real_path(&joined) {
            Ok(real) if disk::real_path(&by_name).ok().as_ref() != Some(&real) => real,
            _ => by_name,
        }
    }
}

/// The working folder, spelled as the shell shows it, for what needs nothing else of the environment: no home directory.
///
/// # Errors
/// Where there is none.
#[expect(clippy::disallowed_methods, reason = "this is the place that reads the environment")]
pub fn working_folder() -> Result<PathBuf> {
    let real = std::env::current_dir().context("cannot tell the working folder")?;
    Ok(logical_folder(std::env::var_os("PWD").map(PathBuf::from), real))
}

/// Refuses to go on without a home directory: the one that the system knows of the user may be another than the one meant,
/// and a relative one would be another in every folder.
fn refuse_home(home: Option<&Path>) -> Result<()> {
    match home {
        _ if cfg!(not(unix)) => Ok(()),
        Some(home) if home.is_absolute() && home.to_str().is_some() => Ok(()),
        Some(home) if home.is_absolute() => bail!("the variable `HOME` is not UTF-8: `{}`", home.display()),
        Some(home) if !home.as_os_str().is_empty() => {
            bail!("the variable `HOME` is `{}`, and a home directory must be an absolute path", home.display())
        }
        _ => bail!("the variable `HOME` is not set; set it to your home directory"),
    }
}

/// `$PWD` where it names the real working folder, else the real one: links are to read as the user spells them.
fn logical_folder(shown: Option<PathBuf>, real: PathBuf) -> PathBuf {
    shown.filter(|shown| shown.is_absolute() && disk::real_path(shown).is_ok_and(|path| path == real)).unwrap_or(real)
}
