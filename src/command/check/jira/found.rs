//! What was found in Jira of what the registry names: a value, which the comparison reads.

use std::collections::BTreeMap;

use super::wanted::{Kind, Name, Wanted, as_key};
use crate::dispatch::fold_name;
use crate::jira::JiraComponent;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The Jira projects that the registry names, by the key it has for them.
    pub(super) keys: BTreeMap<String, KeyState>,
    /// The Jira projects whose components were read.
    pub(super) projects: Vec<SeenProject>,
    /// Whether the components of all projects that the account may see were read.
    pub(super) is_whole: bool,
    /// Whether there are projects that were not read because there are too many.
    pub(super) was_cut_short: bool,
    /// The labels that the registry names, folded.
    pub(super) labels: BTreeMap<String, LabelState>,
}

/// A Jira project whose components were read.
#[derive(Debug)]
pub(super) struct SeenProject {
    pub(super) key: String,
    pub(super) components: Vec<JiraComponent>,
}

/// How it is with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyState {
    /// There is a project, and this is its key now.
    There(String),
    Archived,
    /// There is none, or the account may not see it.
    Missing {
        near: Option<String>,
    },
}

/// How it is with a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LabelState {
    Used,
    Unused { near: Option<String> },
}

impl Found {
    /// The projects that are meant by keys of the registry, as far as their components were read; all where there is no list of keys.
    pub(super) fn within(&self, scope: Option<&[String]>) -> Vec<&SeenProject> {
        let current = |key: &String| match self.keys.get(&as_key(key)) {
            Some(KeyState::There(now)) => Some(now),
            _ => None,
        };
        let is_in = |project: &&SeenProject| match scope {
            Some(keys) => keys.iter().filter_map(current).any(|now| *now == project.key),
            None => true,
        };
        self.projects.iter().filter(is_in).collect()
    }

    /// Whether nothing of a scope is out of sight.
    pub(super) fn sees_all_of(&self, scope: Option<&[String]>) -> bool {
        match scope {
            Some(keys) => keys.iter().all(|key| matches!(self.keys.get(&as_key(key)), Some(KeyState::There(_)))),
            None => self.is_whole,
        }
    }

    /// The components that any Jira project may have, and that those which were read do not: the others have to be read for them.
    pub(super) fn lacks_components(&self, wanted: &Wanted) -> bool {
        let is_there = |name: &Name| self.projects.iter().any(|project| project.live(&fold_name(&name.value)));
        let mut anywhere = wanted.of_kind(Kind::Component).filter(|name| wanted.scope(name).is_none());
        anywhere.any(|name| !is_there(name))
    }
}

impl SeenProject {
    /// Whether it has a component of this folded name that was not archived.
    pub(super) fn live(&self, folded: &str) -> bool {
        self.components.iter().any(|component| !component.archived && fold_name(&component.name) == folded)
    }

    /// Whether it has a component of this folded name.
    pub(super) fn has(&self, folded: &str) -> bool {
        self.components.iter().any(|component| fold_name(&component.name) == folded)
    }
}
