//! Which agents the client finds in a folder: the `.md` files at any depth; of one name the last by its path counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::{Shown, error, names, real, warning};
use crate::client::agent::{AgentVerdict, judge};
use crate::client::finding::{Finding, Loads};
use crate::system::disk::{self, Target};

type Agent = (PathBuf, AgentVerdict);

pub(super) fn observe(folder: &Path, shown: &Shown<'_>) -> Result<Vec<Agent>> {
    let files = disk::files_below(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let mut agents = Vec::new();
    for path in files {
        let inner = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        let agent = match extension(&inner) {
            Extension::Read => {
                let bytes = disk::read_bytes(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
                judge(&inner, &shown(&path), &bytes)
            }
            Extension::Near => unfound(&inner, wrong_extension(&shown(&path))),
            Extension::Other => continue,
        };
        agents.push((real(&path), agent));
    }
    agents.extend(broken_links(folder, shown)?);
    agents.sort_by(|(_, left), (_, right)| left.file.cmp(&right.file));
    Ok(hide_twins(agents))
}

enum Extension {
    Read,
    Near,
    Other,
}

fn extension(file: &str) -> Extension {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("md") => Extension::Read,
        Some(other) if other.eq_ignore_ascii_case("md") || other.eq_ignore_ascii_case("markdown") => Extension::Near,
        _ => Extension::Other,
    }
}

fn wrong_extension(path: &str) -> Finding {
    error(path, "wrong_extension", "the client reads files that end with `.md`, in small letters", "rename it")
}

fn unfound(file: &str, finding: Finding) -> AgentVerdict {
    AgentVerdict::unread(file, &finding.path.clone()).unloaded(Loads::NotDiscovered, finding)
}

/// Links right in the folder that lead to nothing.
fn broken_links(folder: &Path, shown: &Shown<'_>) -> Result<Vec<Agent>> {
    let is_broken = |name: &String| matches!(disk::follow(&folder.join(name)), Ok(Target::Missing | Target::Loop));
    let broken = names(folder)?.into_iter().filter(is_broken).map(|name| {
        let path = folder.join(&name);
        let message = "it is a link that leads to nothing";
        let finding = error(&shown(&path), "broken_link", message, "make the link anew, or take it away");
        (path, unfound(&name, finding))
    });
    Ok(broken.collect())
}

/// Of the agents of one name all but the last are hidden.
fn hide_twins(agents: Vec<Agent>) -> Vec<Agent> {
    let mut last: BTreeMap<String, (usize, String, PathBuf)> = BTreeMap::new();
    for (at, (file, agent)) in agents.iter().enumerate() {
        if let Some(name) = agent.name.as_ref().filter(|_| matches!(agent.loads, Loads::Ok | Loads::Degraded)) {
            last.insert(name.clone(), (at, agent.path.clone(), file.clone()));
        }
    }
    let hide = |(at, (file, agent)): (usize, Agent)| {
        let winner = agent.name.as_ref().and_then(|name| last.get(name)).filter(|(winner, ..)| *winner > at);
        let loads = matches!(agent.loads, Loads::Ok | Loads::Degraded);
        match winner.filter(|_| loads) {
            Some((_, winner, other)) => {
                let message = format!("`{winner}` has the same name, comes later by its path, and counts");
                let finding = match *other == file {
                    true => {
                        warning(&agent.path, "same_file", "it is the same file as one that comes later", "keep one")
                    }
                    false => error(&agent.path, "hidden_by_twin", message, "give each its own `name`"),
                };
                (file, agent.unloaded(Loads::Hidden, finding))
            }
            None => (file, agent),
        }
    };
    agents.into_iter().enumerate().map(hide).collect()
}
