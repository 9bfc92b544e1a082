//! What every command is given.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::link::Owner;
use crate::output::{Failure, Output, quoted};
use crate::registry::{self, Project, Registry};
use crate::system::clock::Clock;
use crate::system::disk::Standing;
use crate::system::{Environment, access, disk, git};

/// How a command that ran ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// In order.
    InOrder,
    /// The answer is no; the report tells why.
    No,
}

impl Outcome {
    /// In order, or not.
    pub fn from_ok(ok: bool) -> Self {
        if ok { Self::InOrder } else { Self::No }
    }
}

/// The world and the global flags of this run.
pub struct Context {
    /// What the process was started with.
    pub environment: Environment,
    /// The time.
    pub clock: Clock,
    /// Where answers go.
    pub output: Output,
    registry_flag: Option<PathBuf>,
}

impl Context {
    /// Reads the environment.
    ///
    /// # Errors
    /// Where it lacks a home directory or a working folder.
    pub fn new(json: bool, registry_flag: Option<PathBuf>) -> Result<Self> {
        let environment = Environment::read()?;
        let clock = Clock::read(&environment)?;
        Ok(Self { clock, output: Output::new(json), registry_flag, environment })
    }

    /// Finds and reads the registry.
    ///
    /// # Errors
    /// Where there is none, or it has problems.
    pub fn registry(&self) -> Result<Registry> {
        let path = registry::find(self.registry_flag.as_deref(), &self.environment)?;
        registry::read(&path, &self.environment)
    }

    /// Tells whose a link is.
    ///
    /// # Errors
    /// Where the user's configuration has problems.
    pub fn owner(&self, registry: &Registry) -> Result<Owner> {
        let user = registry::read_user_file(&self.environment)?;
        // The recorded central repository may be another one that lives: its links are its own.
        let moved = user.central.filter(|place| place == registry.central() || !registry::is_central(place));
        let places = user.former.into_iter().chain(moved).collect::<Vec<_>>();
        Ok(Owner::new(registry.central(), &places))
    }

    /// The lock under which links and files are planned and changed: one run at a time.
    ///
    /// # Errors
    /// Where it cannot be had.
    pub fn lock(&self) -> Result<File> {
        let _patience = self.output.after_a_second("waiting for another run of skreg to end".to_owned());
        let place = self.lock_place();
        disk::lock(&place).map_err(|error| unlocked(&place, format!("{:#}", error.root_cause())))
    }

    /// As [`Context::lock`]; a dry run takes no lock, and only learns whether it could be had.
    ///
    /// # Errors
    /// Where it cannot be had.
    pub fn lock_unless(&self, dry_run: bool) -> Result<Option<File>> {
        if !dry_run {
            return self.lock().map(Some);
        }
        let place = self.lock_place();
        access::check_open(&place).map(|()| None).map_err(|error| unlocked(&place, error.to_string()))
    }

    fn lock_place(&self) -> PathBuf {
        self.environment.state_folder().join("lock")
    }

    /// A path for people: with `~` for the home directory.
    pub fn shown(&self, path: &Path) -> String {
        registry::shortened(path, self.environment.home())
    }
}

fn unlocked(place: &Path, reason: String) -> anyhow::Error {
    let failure = Failure::new(reason).hint("make it writable; two runs at the same time would undo each other's work");
    anyhow::Error::from(failure).context(format!("cannot lock `{}`", place.display()))
}

/// A path as a shell reads it, with `~` for the home directory where that needs no quotes.
pub(super) fn shell_path(path: &Path, home: &Path) -> String {
    let short = registry::shortened(path, home);
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "/._-".contains(character);
    if short.trim_start_matches('~').chars().all(is_plain) { short } else { quoted(path) }
}

/// How to bring a repository onto this machine that is not there.
pub(super) fn clone_hint(project: &Project, home: &Path) -> String {
    let (name, place) = (quoted(&project.name), shell_path(&project.repo, home));
    match &project.entry.remote {
        Some(remote) => {
            let from = git::without_secrets(remote);
            format!("run `skreg setup {name} --clone`, which clones `{from}` to `{place}`")
        }
        None => format!("clone it to `{place}`, then run `skreg setup {name}`"),
    }
}

/// What to do about the folder of a project that is no repository.
pub(super) fn no_repository_hint(project: &Project, home: &Path) -> String {
    let place = shell_path(&project.repo, home);
    let otherwise = format!("make it one with `git init`, or correct `repo` of `{}` in the registry", project.name);
    let is_empty = disk::is_empty_folder(&project.repo).unwrap_or_default();
    match (project.entry.remote.is_some(), disk::look(&project.repo)) {
        (true, Ok(Standing::Directory)) if is_empty => clone_hint(project, home),
        (true, Ok(Standing::Link(_))) if is_empty => {
            format!("take the link `{place}` away, then {}", clone_hint(project, home))
        }
        (true, _) => format!("move `{place}` elsewhere, then {}; or {otherwise}", clone_hint(project, home)),
        (false, _) => otherwise,
    }
}
