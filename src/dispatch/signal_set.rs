//! The names and words that projects list, and those of them that a ticket matches.

use aho_corasick::AhoCorasick;

use super::candidate::{Origin, SignalKind};
use super::fold::fold_name;
use super::index::{Claim, Index};
use super::overlap::{Hit, surviving};
use super::text::{Text, fold_keyword};
use crate::registry::model::Routing;
use crate::ticket::Ticket;

/// A list of a project.
pub(super) type List = fn(&Routing) -> &Vec<String>;

/// Components, labels and keywords of all projects, made ready for any number of tickets.
#[derive(Debug)]
pub(super) struct SignalSet<'r> {
    components: Index<'r>,
    labels: Index<'r>,
    /// Finds the folded keywords of all projects, each of them once.
    keywords: AhoCorasick,
    /// Who claims each keyword of the automaton.
    keyword_claims: Vec<Vec<Claim<'r>>>,
    /// Whether no project lists anything, as most exclude nothing.
    is_empty: bool,
}

/// A signal of a project that a ticket matches; the order of the fields is the order of a candidate's signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Match<'r> {
    pub(super) project: usize,
    pub(super) kind: SignalKind,
    pub(super) position: usize,
    pub(super) value: &'r str,
    /// Whose it is, where it is not the ticket's own.
    pub(super) from: Option<Origin>,
    /// How many projects share its points.
    pub(super) sharers: u32,
}

impl<'r> Match<'r> {
    pub(super) fn new(kind: SignalKind, claim: &Claim<'r>) -> Self {
        Self { project: claim.project, kind, position: claim.position, value: claim.value, from: None, sharers: 1 }
    }
}

/// What a ticket is matched by.
#[derive(Debug)]
pub(super) struct Facts<'t> {
    components: &'t [String],
    components_from: Option<Origin>,
    labels: &'t [String],
    text: Text,
}

impl<'t> Facts<'t> {
    /// The facts of a ticket; one without components has those of its parent where `with_parent` says so.
    pub(super) fn new(ticket: &'t Ticket, with_parent: bool) -> Self {
        let parent = ticket.parent.as_ref().filter(|_| with_parent && ticket.components.is_empty());
        let inherited = parent.and_then(|parent| parent.components.as_deref());
        Self {
            components: inherited.unwrap_or(&ticket.components),
            components_from: inherited.map(|_| Origin::Parent),
            labels: &ticket.labels,
            text: Text::new(&[&ticket.summary, &ticket.description]),
        }
    }
}

impl<'r> SignalSet<'r> {
    /// Indexes three lists of every project.
    pub(super) fn new(projects: &[(&'r str, &'r Routing)], [components, labels, keywords]: [List; 3]) -> Self {
        let lists = [components, labels, keywords];
        let is_empty = projects.iter().all(|(_, routing)| lists.iter().all(|list| list(routing).is_empty()));
        let keywords = Index::new(projects, keywords, fold_keyword);
        let (keywords, keyword_claims): (Vec<String>, Vec<_>) = keywords.into_iter().unzip();
        Self {
            components: Index::new(projects, components, fold_name),
            labels: Index::new(projects, labels, fold_name),
            keywords: AhoCorasick::new(&keywords).expect("the keywords of a registry are far below 2^31 bytes"),
            keyword_claims,
            is_empty,
        }
    }

    /// Adds what a ticket matches, in no order; a name that it has twice, twice.
    pub(super) fn add_matches(&self, facts: &Facts<'_>, matches: &mut Vec<Match<'r>>) {
        if self.is_empty {
            return;
        }
        let start = matches.len();
        match_names(&self.components, SignalKind::Component, facts.components, matches);
        matches[start..].iter_mut().for_each(|found| found.from = facts.components_from);
        match_names(&self.labels, SignalKind::Label, facts.labels, matches);
        if !self.keyword_claims.is_empty() {
            self.match_keywords(&facts.text, matches);
        }
    }

    fn match_keywords(&self, text: &Text, matches: &mut Vec<Match<'r>>) {
        let mut hits: Vec<Hit> = self
            .keywords
            .find_overlapping_iter(text.as_str())
            .filter(|found| text.is_whole(found.start(), found.end()))
            .map(|found| Hit { keyword: found.pattern().as_usize(), span: found.range() })
            .collect();
        hits.sort_by_key(|hit| hit.keyword);
        let mut claimed: Vec<(&Claim<'r>, &[Hit])> = hits
            .chunk_by(|one, other| one.keyword == other.keyword)
            .flat_map(|hits| self.keyword_claims[hits[0].keyword].iter().map(move |claim| (claim, hits)))
            .collect();
        claimed.sort_unstable_by_key(|(claim, _)| claim.project);
        for of_project in claimed.chunk_by(|(one, _), (other, _)| one.project == other.project) {
            if let [(claim, _)] = of_project {
                matches.push(Match::new(SignalKind::Keyword, claim));
                continue;
            }
            let hits: Vec<&[Hit]> = of_project.iter().map(|&(_, hits)| hits).collect();
            let survivors = of_project.iter().zip(surviving(&hits)).filter(|&(_, survives)| survives);
            matches.extend(survivors.map(|((claim, _), _)| Match::new(SignalKind::Keyword, claim)));
        }
    }
}

fn match_names<'r>(index: &Index<'r>, kind: SignalKind, names: &[String], matches: &mut Vec<Match<'r>>) {
    for name in names {
        matches.extend(index.claims(&fold_name(name)).iter().map(|claim| Match::new(kind, claim)));
    }
}
