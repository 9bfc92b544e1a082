//! Which projects ask for a signal.

use std::collections::HashMap;
use std::collections::hash_map::IntoIter;

use crate::registry::model::Routing;

/// One project's claim to a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Claim<'r> {
    /// Position of the project among those given.
    pub(super) project: usize,
    /// Position of the signal in the project's list.
    pub(super) position: usize,
    /// The signal as the registry spells it.
    pub(super) value: &'r str,
}

/// Folded signals of one kind, each with the projects that claim it, in their order.
#[derive(Debug)]
pub(super) struct Index<'r> {
    claims: HashMap<String, Vec<Claim<'r>>>,
}

impl<'r> Index<'r> {
    /// Indexes one list of every project.
    ///
    /// A signal that folds to nothing is left out; of several in one list that fold alike, the first counts.
    pub(super) fn new(
        projects: &[(&'r str, &'r Routing)],
        list: fn(&Routing) -> &Vec<String>,
        fold: fn(&str) -> String,
    ) -> Self {
        let mut claims: HashMap<String, Vec<Claim<'r>>> = HashMap::new();
        for (project, (_, routing)) in projects.iter().enumerate() {
            for (position, value) in list(routing).iter().enumerate() {
                let folded = fold(value);
                if folded.is_empty() {
                    continue;
                }
                let claims = claims.entry(folded).or_default();
                if claims.last().is_none_or(|last| last.project != project) {
                    claims.push(Claim { project, position, value });
                }
            }
        }
        Self { claims }
    }

    /// The projects that claim a folded signal.
    pub(super) fn claims(&self, folded: &str) -> &[Claim<'r>] {
        self.claims.get(folded).map_or(&[], Vec::as_slice)
    }
}

impl<'r> IntoIterator for Index<'r> {
    type Item = (String, Vec<Claim<'r>>);
    type IntoIter = IntoIter<String, Vec<Claim<'r>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.claims.into_iter()
    }
}
