//! Reads a folder of skills and agents as the client does, and judges what stands in it.

mod agents;
mod skills;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use super::agent::AgentVerdict;
use super::finding::{Finding, Findings, Loads};
use super::skill::SkillVerdict;
use crate::system::disk::{self, Standing, Target};

/// What stands in a folder, each file with its real path.
#[derive(Debug, Default)]
pub struct Found {
    /// Its skills, by name.
    pub skills: Vec<(PathBuf, SkillVerdict)>,
    /// Its agents, by file.
    pub agents: Vec<(PathBuf, AgentVerdict)>,
    /// What is to be told of the folders themselves.
    pub problems: Vec<Finding>,
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

    /// What another folder holds, as it is once it is linked here: hidden where something of its name stands here already.
    #[must_use]
    pub fn hiding(&self, mut other: Self) -> Self {
        let is_there = |loads: Loads| !matches!(loads, Loads::NotDiscovered);
        for (_, skill) in &mut other.skills {
            let own = self.skills.iter().find(|(_, own)| own.name == skill.name && is_there(own.loads));
            if let Some((_, own)) = own.filter(|_| skill.loads.is_loaded()) {
                *skill = skill.clone().unloaded(Loads::Hidden, hidden(&skill.path, &own.path));
            }
        }
        for (_, agent) in &mut other.agents {
            let own = self.agents.iter().find(|(_, own)| own.file == agent.file && is_there(own.loads));
            if let Some((_, own)) = own.filter(|_| agent.loads.is_loaded()) {
                *agent = agent.clone().unloaded(Loads::Hidden, hidden(&agent.path, &own.path));
            }
        }
        other
    }

    /// The names of all that is loaded, skills first.
    pub fn loaded(&self) -> Vec<&str> {
        let skills = self.skills.iter().filter(|(_, skill)| skill.loads.is_loaded()).map(|(_, skill)| &*skill.name);
        let agents = self.agents.iter().filter(|(_, agent)| agent.loads.is_loaded()).map(|(_, agent)| &*agent.file);
        skills.chain(agents).collect()
    }

    /// Takes in what another folder holds; of the agents of one name all but the last are hidden.
    pub fn extend(&mut self, other: Self) {
        self.skills.extend(other.skills);
        self.agents.extend(other.agents);
        self.agents = agents::hide_twins(std::mem::take(&mut self.agents));
        self.problems.extend(other.problems);
    }
}

/// What programs know a file of a profile by that a repository's own hides.
pub const HIDDEN_BY_REPOSITORY: &str = "hidden_by_repository";

fn hidden(path: &str, winner: &str) -> Finding {
    let message = format!("`{winner}` stands where it would be linked, and counts");
    error(path, HIDDEN_BY_REPOSITORY, message, "rename one of the two")
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
        let loaded = || skills.iter().filter(|(_, skill)| skill.loads.is_loaded());
        Self {
            names: loaded().map(|(_, skill)| (skill.name.clone(), skill.path.clone())).collect(),
            files: loaded().map(|(file, _)| file.clone()).collect(),
        }
    }
}

/// How paths are shown to people.
pub type Shown<'s> = dyn Fn(&Path) -> String + 's;

/// Reads `skills` and `agents` of a folder; either may be missing. What cannot be read is told of.
pub fn observe(folder: &Path, earlier: &Earlier, shown: &Shown<'_>) -> Found {
    let mut found = observe_skills(&folder.join("skills"), earlier, shown);
    found.extend(observe_agents(&folder.join("agents"), shown));
    found
}

/// Reads a folder of skills; one that is not there holds none. What cannot be read is told of.
pub fn observe_skills(folder: &Path, earlier: &Earlier, shown: &Shown<'_>) -> Found {
    match names_of(folder, shown) {
        Ok(names) => Found { skills: skills::observe(folder, &names, earlier, shown), ..Found::default() },
        Err(problems) => Found { problems, ..Found::default() },
    }
}

/// Reads a folder of agents; one that is not there holds none. What cannot be read is told of.
pub fn observe_agents(folder: &Path, shown: &Shown<'_>) -> Found {
    match names_of(folder, shown) {
        Ok(_) => Found { agents: agents::observe(folder, shown), ..Found::default() },
        Err(problems) => Found { problems, ..Found::default() },
    }
}

/// The names in a folder, none where it is not there; or what is to be told of it.
fn names_of(folder: &Path, shown: &Shown<'_>) -> Result<Vec<OsString>, Vec<Finding>> {
    let path = shown(folder);
    let told = |finding: Finding| Err(vec![finding]);
    match (disk::look(folder), disk::follow(folder)) {
        (Ok(Standing::Missing), _) => Ok(Vec::new()),
        (_, Ok(Target::Directory)) => disk::names(folder).map_err(|error| vec![unreadable(&path, &error)]),
        (_, Ok(Target::File)) => told(error(
            &path,
            "not_a_folder",
            "the client looks for a folder here",
            "make it a folder, or take it away",
        )),
        (_, Ok(Target::Missing | Target::Loop)) => told(broken_link(&path)),
        (_, Err(error)) => told(unreadable(&path, &error)),
    }
}

/// What is to be told of the folder that holds `skills`, `agents` and settings, such as `.claude`; nothing where it is not there.
pub fn examine_folder(folder: &Path, shown: &Shown<'_>) -> Vec<Finding> {
    names_of(folder, shown).err().unwrap_or_default()
}

/// A link that leads to nothing or back to itself.
pub fn broken_link(path: &str) -> Finding {
    error(path, "broken_link", "it is a link that leads to nothing", "make the link anew, or take it away")
}

/// What cannot be read, and why.
pub fn unreadable(path: &str, reason: &io::Error) -> Finding {
    match disk::is_irregular(reason) {
        true => irregular(path),
        false => error(path, "unreadable", format!("it cannot be read: {reason}"), "make it readable, or take it away"),
    }
}

/// A pipe, a device or a socket in the place of a file.
fn irregular(path: &str) -> Finding {
    error(path, "no_regular_file", "it is no regular file", "make it a file, or take it away")
}

/// A name that the client cannot spell.
fn not_utf8(path: &str) -> Finding {
    error(path, "name_not_utf8", "its name is not UTF-8, and the client does not find it", "rename it")
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

/// A name as people read it.
fn text(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// The real path of a file; where it leads to nothing, that of its folder with its name.
fn real(path: &Path) -> PathBuf {
    let beside = || Some(disk::real_path(path.parent()?).ok()?.join(path.file_name()?));
    disk::real_path(path).ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}
