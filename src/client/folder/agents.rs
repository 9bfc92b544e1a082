//! Which agents the client finds in a folder: the `.md` files at any depth; of one name the last by its path counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Shown, broken_link, error, irregular, not_utf8, real, text, unreadable, warning};
use crate::client::agent::{AgentVerdict, judge};
use crate::client::finding::{Finding, Loads};
use crate::system::disk::{self, Below, Kind};

type Agent = (PathBuf, AgentVerdict);

pub(super) fn observe(folder: &Path, shown: &Shown<'_>) -> Vec<Agent> {
    let mut agents: Vec<_> =
        disk::walk(folder).into_iter().filter_map(|below| observe_file(folder, below, shown)).collect();
    agents.sort_by(|(_, left), (_, right)| left.file.cmp(&right.file));
    hide_twins(agents)
}

/// The agent of a file, or what is to be told of what stands there; none for a file that nobody takes for an agent.
fn observe_file(folder: &Path, Below { path, kind }: Below, shown: &Shown<'_>) -> Option<Agent> {
    let inner = path.strip_prefix(folder).unwrap_or(&path);
    let (file, place) = (text(inner.as_os_str()), shown(&path));
    let is_text = inner.to_str().is_some();
    let agent = match (kind, extension(&file)) {
        (Ok(Kind::BrokenLink), _) => unfound(&file, broken_link(&place)),
        (Err(error), Extension::Other) => unfound(&file, unreadable(&place, &error)),
        (_, Extension::Other) => return None,
        (_, _) if !is_text => unfound(&file, not_utf8(&place)),
        (Ok(Kind::Irregular), _) => unread(&file, irregular(&place)),
        (_, Extension::Near) => unfound(&file, wrong_extension(&place)),
        (_, Extension::Read) => match disk::read_bytes(&path) {
            Ok(bytes) => judge(&file, &place, &bytes),
            Err(error) => unread(&file, unreadable(&place, &error)),
        },
    };
    Some((real(&path), agent))
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

/// A file that the client looks at and cannot read.
fn unread(file: &str, finding: Finding) -> AgentVerdict {
    AgentVerdict::unread(file, &finding.path.clone()).unloaded(Loads::Dropped, finding)
}

/// Of the agents of one name all but the last are hidden.
pub(super) fn hide_twins(agents: Vec<Agent>) -> Vec<Agent> {
    let mut last: BTreeMap<String, (usize, String, PathBuf)> = BTreeMap::new();
    for (at, (file, agent)) in agents.iter().enumerate() {
        if let Some(name) = agent.name.as_ref().filter(|_| agent.loads.is_loaded()) {
            last.insert(name.clone(), (at, agent.path.clone(), file.clone()));
        }
    }
    let hide = |(at, (file, agent)): (usize, Agent)| {
        let winner = agent.name.as_ref().and_then(|name| last.get(name)).filter(|(winner, ..)| *winner > at);
        let loads = agent.loads.is_loaded();
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
