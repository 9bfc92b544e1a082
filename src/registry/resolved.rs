//! A registry that is valid, with its paths resolved for this machine.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::find::LOCAL_FILE;
use super::model::{LinkMode, ProjectEntry, Scoring};
use crate::json_edit;
use crate::output::Failure;

/// A registry without problems, its paths resolved for this machine.
#[derive(Debug, Clone)]
pub struct Registry {
    pub(super) central: PathBuf,
    pub(super) file: PathBuf,
    /// The folder that relative paths start from.
    pub workspace: Option<PathBuf>,
    /// Weights and gate of routing.
    pub scoring: Scoring,
    /// The address of the team's Jira.
    pub jira_url: Option<String>,
    /// What is linked into the home directory.
    pub global: Global,
    /// Whether the rules to read what lies beside a linked `SKILL.md` are written on this machine; none where nobody said.
    pub grant_read: Option<bool>,
    /// The projects, sorted by name.
    pub projects: Vec<Project>,
    /// Projects that only the local file names: taken out of the registry since, or mistyped. They change nothing.
    pub strays: Vec<String>,
}

/// What is linked into the home directory.
#[derive(Debug, Clone)]
pub struct Global {
    /// Command name and folder of the central repository, absolute.
    pub skills: Vec<(String, PathBuf)>,
    /// Whether they are linked on this machine.
    pub link: Link,
}

/// One project of the registry.
#[derive(Debug, Clone)]
pub struct Project {
    /// Its name.
    pub name: String,
    /// Its repository's folder, absolute.
    pub repo: PathBuf,
    /// The name of the file that says where that is.
    pub repo_origin: String,
    /// Whether and how it is linked on this machine.
    pub link: Link,
    /// Its entry in the registry.
    pub entry: ProjectEntry,
}

/// Whether and how something is linked on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Linked in this way.
    On(LinkMode),
    /// Not linked, as `registry.local.json` says.
    Off,
}

impl Registry {
    /// The central repository's folder.
    pub fn central(&self) -> &Path {
        &self.central
    }

    /// The path of `registry.json`.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// The path of `registry.local.json`.
    pub fn local_path(&self) -> PathBuf {
        self.central.join(LOCAL_FILE)
    }

    /// The folder of a profile.
    pub fn profile_folder(&self, profile: &str) -> PathBuf {
        self.central.join("profiles").join(profile)
    }

    /// The projects of these names, or all where none is named; each once, in the registry's order.
    ///
    /// # Errors
    /// Where a name is unknown, with the nearest one.
    pub fn select(&self, names: &[String]) -> Result<Vec<&Project>> {
        for name in names {
            self.project(name)?;
        }
        Ok(self.projects.iter().filter(|project| names.is_empty() || names.contains(&project.name)).collect())
    }

    /// The project of a name.
    ///
    /// # Errors
    /// Where the name is unknown, with the nearest one.
    pub fn project(&self, name: &str) -> Result<&Project> {
        self.projects.iter().find(|project| project.name == name).ok_or_else(|| {
            let failure = Failure::new(format!("`{}` has no project `{name}`", self.file.display()));
            let known = self.projects.iter().map(|project| project.name.as_str());
            match json_edit::nearest(name, known) {
                Some(near) => failure.hint(format!("did you mean `{near}`?")).into(),
                None => failure.hint("`skreg list` shows the projects").into(),
            }
        })
    }
}
