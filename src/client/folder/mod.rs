//! Reads a folder of skills and agents as the client does, and judges what stands in it.

mod agents;
mod skills;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::agent::AgentVerdict;
use super::finding::{Finding, Findings, Loads};
use super::skill::SkillVerdict;
use crate::system::disk;

/// What stands in a folder, each file with its real path.
#[derive(Debug, Default)]
pub struct Found {
    /// Its skills, by name.
    pub skills: Vec<(PathBuf, SkillVerdict)>,
    /// Its agents, by file.
    pub agents: Vec<(PathBuf, AgentVerdict)>,
}

impl Found {
    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty() && self.agents.is_empty()
    }

    /// What another folder holds beside the files that stand here already.
    #[must_use]
    pub fn lacking_of(&self, mut other: Self) -> Self {
        let skills: BTreeSet<_> = self.skills.iter().map(|(file, _)| file).collect();
        let agents: BTreeSet<_> = self.agents.iter().map(|(file, _)| file).collect();
        other.skills.retain(|(file, _)| !skills.contains(file));
        other.agents.retain(|(file, _)| !agents.contains(file));
        other
    }

    /// Takes in what another folder holds.
    pub fn extend(&mut self, other: Self) {
        self.skills.extend(other.skills);
        self.agents.extend(other.agents);
    }
}

/// Skills that the client loads before those of a folder: a name or a file that stands here is not loaded again.
#[derive(Debug, Default, Clone)]
pub struct Earlier {
    names: BTreeMap<String, String>,
    files: BTreeSet<PathBuf>,
}

impl Earlier {
    /// The skills of the user, which the client loads before those of a project.
    pub fn of(skills: &[(PathBuf, SkillVerdict)]) -> Self {
        let loaded = || skills.iter().filter(|(_, skill)| matches!(skill.loads, Loads::Ok | Loads::Degraded));
        Self {
            names: loaded().map(|(_, skill)| (skill.name.clone(), skill.path.clone())).collect(),
            files: loaded().map(|(file, _)| file.clone()).collect(),
        }
    }
}

/// How paths are shown to people.
pub type Shown<'s> = dyn Fn(&Path) -> String + 's;

/// Reads `skills` and `agents` of a folder; either may be missing.
///
/// # Errors
/// Where a folder or a file cannot be read.
pub fn observe(folder: &Path, earlier: &Earlier, shown: &Shown<'_>) -> Result<Found> {
    Ok(Found {
        skills: observe_skills(&folder.join("skills"), earlier, shown)?,
        agents: observe_agents(&folder.join("agents"), shown)?,
    })
}

/// Reads a folder of skills; one that is not there holds none.
///
/// # Errors
/// Where a folder or a file cannot be read.
pub fn observe_skills(folder: &Path, earlier: &Earlier, shown: &Shown<'_>) -> Result<Vec<(PathBuf, SkillVerdict)>> {
    if disk::is_folder(folder) { skills::observe(folder, earlier, shown) } else { Ok(Vec::new()) }
}

/// Reads a folder of agents; one that is not there holds none.
///
/// # Errors
/// Where a folder or a file cannot be read.
pub fn observe_agents(folder: &Path, shown: &Shown<'_>) -> Result<Vec<(PathBuf, AgentVerdict)>> {
    if disk::is_folder(folder) { agents::observe(folder, shown) } else { Ok(Vec::new()) }
}

/// One error about a path.
fn error(path: &str, code: &'static str, message: impl Into<String>, hint: &str) -> Finding {
    let mut findings = Findings::new(path);
    findings.error(code, None, message, hint);
    findings.list.remove(0)
}

/// One warning about a path.
fn warning(path: &str, code: &'static str, message: impl Into<String>, hint: &str) -> Finding {
    let mut findings = Findings::new(path);
    findings.warning(code, None, message, hint);
    findings.list.remove(0)
}

/// One fact about a path.
fn info(path: &str, code: &'static str, message: impl Into<String>) -> Finding {
    let mut findings = Findings::new(path);
    findings.info(code, None, message, "");
    findings.list.remove(0)
}

/// The names in a folder that are text, sorted by their bytes.
fn names(folder: &Path) -> Result<Vec<String>> {
    use anyhow::Context as _;
    let names = disk::names(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    Ok(names.into_iter().map(|name| name.to_string_lossy().into_owned()).collect())
}

/// The real path of a file, or the path itself where that cannot be told.
fn real(path: &Path) -> PathBuf {
    disk::real_path(path).unwrap_or_else(|_| path.to_owned())
}
