//! A signal that a project could have.

use crate::dispatch::eval::Share;
use crate::dispatch::text::fold_keyword;
use crate::dispatch::{SignalKind, fold_name};
use crate::registry::model::Routing;

/// A signal that a project could have, with what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The position of the project.
    pub project: usize,
    /// Component, label or keyword.
    pub kind: SignalKind,
    /// The signal as most tickets spell it; a keyword is folded.
    pub value: String,
    /// Of the tickets that have it, those of the project.
    pub tickets: Share,
    /// The same of the newest tickets alone.
    pub newer: Share,
}

/// The routing of every project with what is proposed for it, at the ends of the lists.
pub fn with_proposals(routings: &[&Routing], proposals: &[Proposal]) -> Vec<Routing> {
    let mut routings: Vec<Routing> = routings.iter().map(|routing| (*routing).clone()).collect();
    for proposal in proposals {
        let routing = &mut routings[proposal.project];
        match proposal.kind {
            SignalKind::Component => routing.components.push(proposal.value.clone()),
            SignalKind::Label => routing.labels.push(proposal.value.clone()),
            _ => routing.keywords.push(proposal.value.clone()),
        }
    }
    routings
}

/// The proposals that a project has not already, in this or another spelling.
pub(super) fn new_ones(proposals: Vec<Proposal>, routings: &[&Routing]) -> Vec<Proposal> {
    let is_new = |proposal: &Proposal| {
        let routing = routings[proposal.project];
        let (list, fold): (_, fn(&str) -> String) = match proposal.kind {
            SignalKind::Component => (&routing.components, fold_name),
            SignalKind::Label => (&routing.labels, fold_name),
            _ => (&routing.keywords, fold_keyword),
        };
        let folded = fold(&proposal.value);
        !list.iter().any(|known| fold(known) == folded)
    };
    proposals.into_iter().filter(is_new).collect()
}
