//! The projects, as they are before anything is learned about them.

use crate::registry::model::{Routing, Scoring};

/// What is learned about.
#[derive(Debug)]
pub struct Subject<'r> {
    /// The projects by name, with the routing that they have, sorted by name.
    pub projects: Vec<(&'r str, &'r Routing)>,
    /// The projects by name, with the addresses that they are cloned from.
    pub remotes: Vec<(&'r str, &'r str)>,
    /// Weights and gate.
    pub scoring: &'r Scoring,
}

impl<'r> Subject<'r> {
    /// The routing of every project.
    pub fn routings(&self) -> Vec<&'r Routing> {
        self.projects.iter().map(|(_, routing)| *routing).collect()
    }

    /// The position of a project.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.projects.binary_search_by_key(&name, |(name, _)| name).ok()
    }

    pub(super) fn names(&self) -> Vec<&'r str> {
        self.projects.iter().map(|(name, _)| *name).collect()
    }
}
