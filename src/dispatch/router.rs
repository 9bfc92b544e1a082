//! Scoring a ticket against every project at once.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::candidate::{Candidate, Excluded, Reason, Scored, Signal, SignalKind};
use super::index::Index;
use super::repository::Repositories;
use super::signal_set::{Facts, Match, SignalSet};
use crate::registry::model::{Routing, Scoring};
use crate::ticket::Ticket;

/// The signals of all projects, made ready for any number of tickets.
#[derive(Debug)]
pub struct Router<'r> {
    scoring: Scoring,
    projects: Vec<&'r str>,
    signals: SignalSet<'r>,
    excludes: SignalSet<'r>,
    jira_projects: Index<'r>,
    repositories: Repositories,
}

/// Candidates with the positions of their projects, in the order of those.
type Placed = Vec<(usize, Candidate)>;

impl<'r> Router<'r> {
    /// Prepares the signals of projects, given by name; their order does not matter.
    pub fn new(projects: impl IntoIterator<Item = (&'r str, &'r Routing)>, scoring: &Scoring) -> Self {
        let projects: Vec<_> = projects.into_iter().collect();
        let signals: [fn(&Routing) -> &Vec<String>; 3] =
            [|routing| &routing.components, |routing| &routing.labels, |routing| &routing.keywords];
        let excludes: [fn(&Routing) -> &Vec<String>; 3] = [
            |routing| &routing.exclude.components,
            |routing| &routing.exclude.labels,
            |routing| &routing.exclude.keywords,
        ];
        Self {
            scoring: *scoring,
            signals: SignalSet::new(&projects, signals),
            excludes: SignalSet::new(&projects, excludes),
            jira_projects: Index::new(&projects, |routing| &routing.jira_projects, fold_key),
            repositories: Repositories::default(),
            projects: projects.into_iter().map(|(name, _)| name).collect(),
        }
    }

    /// The same with the addresses that projects are cloned from; those of projects that it does not know are passed over.
    ///
    /// Nothing changes where `scoring.linked` is off.
    pub fn with_remotes<'a>(mut self, remotes: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        if self.scoring.linked {
            let positions: HashMap<_, _> = self.projects.iter().enumerate().map(|(at, name)| (*name, at)).collect();
            let known = remotes.into_iter().filter_map(|(name, remote)| Some((*positions.get(name)?, remote)));
            self.repositories = Repositories::new(known);
        }
        self
    }

    /// What speaks for each project, and against it.
    ///
    /// Every component, label and keyword that matches gives its weight once; the keywords of one project give no more
    /// than their cap together. The key of the Jira project gives its weight divided by the projects that claim it. An
    /// address gives no points. A project with a match of its `exclude` is no candidate.
    pub fn score(&self, ticket: &Ticket) -> Scored {
        let facts = Facts::new(ticket, self.scoring.parent);
        let mut matches = Vec::new();
        self.signals.add_matches(&facts, &mut matches);
        self.match_jira_project(ticket, &mut matches);
        matches.sort_unstable();
        matches.dedup();
        let found = matches.chunk_by(|one, other| one.project == other.project);
        let mut candidates: Placed = found.map(|matches| self.candidate(matches)).collect();
        let named = self.add_named(ticket, &mut candidates);
        candidates.retain(|(_, candidate)| candidate.score > 0 || candidate.repository().is_some());
        let (excluded, ruled_out) = self.take_excluded(&facts, &mut candidates);
        let mut candidates: Vec<Candidate> = candidates.into_iter().map(|(_, candidate)| candidate).collect();
        candidates.sort_unstable_by(|one, other| {
            (Reverse(one.score), &one.project).cmp(&(Reverse(other.score), &other.project))
        });
        Scored { candidates, excluded, ruled_out, named }
    }

    fn match_jira_project(&self, ticket: &Ticket, matches: &mut Vec<Match<'r>>) {
        let Some(key) = &ticket.project else { return };
        let claims = self.jira_projects.claims(&fold_key(key));
        let sharers = u32::try_from(claims.len()).unwrap_or(u32::MAX);
        matches.extend(claims.iter().map(|claim| Match { sharers, ..Match::new(SignalKind::JiraProject, claim) }));
    }

    /// Adds the addresses that name a project's repository, and gives the names of those projects.
    fn add_named(&self, ticket: &Ticket, candidates: &mut Placed) -> Vec<String> {
        let own = [ticket.summary.as_str(), &ticket.description];
        let texts: Vec<&str> = own.into_iter().chain(ticket.links.iter().map(String::as_str)).collect();
        let mut named = Vec::new();
        for (at, value) in self.repositories.named(&texts) {
            let project = self.projects[at].to_owned();
            named.push(project.clone());
            let address = Signal { kind: SignalKind::Repository, value, points: 0, from: None };
            match candidates.binary_search_by_key(&at, |(at, _)| *at) {
                Ok(found) => candidates[found].1.signals.insert(0, address),
                Err(free) => candidates.insert(free, (at, Candidate { project, score: 0, signals: vec![address] })),
            }
        }
        named.sort_unstable();
        named
    }

    /// Takes the projects out whose `exclude` matches; also gives the names of all of them.
    fn take_excluded(&self, facts: &Facts<'_>, candidates: &mut Placed) -> (Vec<Excluded>, Vec<String>) {
        let mut matches = Vec::new();
        self.excludes.add_matches(facts, &mut matches);
        matches.sort_unstable();
        matches.dedup();
        let reason = |found: &Match<'_>| Reason { kind: found.kind, value: found.value.to_owned(), from: found.from };
        let mut ruled_out = Vec::new();
        let excluded = matches.chunk_by(|one, other| one.project == other.project).filter_map(|matches| {
            ruled_out.push(self.projects[matches.first()?.project].to_owned());
            let found = candidates.binary_search_by_key(&matches.first()?.project, |(at, _)| *at).ok()?;
            let (_, Candidate { project, .. }) = candidates.remove(found);
            Some(Excluded { project, signals: matches.iter().map(reason).collect() })
        });
        let mut excluded: Vec<_> = excluded.collect();
        excluded.sort_unstable_by(|one, other| one.project.cmp(&other.project));
        ruled_out.sort_unstable();
        (excluded, ruled_out)
    }

    /// The candidate of the project that all the matches belong to, at least one, and the project's position.
    fn candidate(&self, matches: &[Match<'_>]) -> (usize, Candidate) {
        let mut score = 0;
        let mut keyword_room = self.scoring.keyword_cap;
        let mut count = |found: &Match<'_>| {
            let weight = match found.kind {
                SignalKind::Repository | SignalKind::Text => 0,
                SignalKind::Component => self.scoring.component,
                SignalKind::JiraProject => self.scoring.jira_project / found.sharers.max(1),
                SignalKind::Label => self.scoring.label,
                SignalKind::Keyword => self.scoring.keyword.min(keyword_room),
            };
            let points = weight.min(u32::MAX - score);
            if found.kind == SignalKind::Keyword {
                keyword_room -= points;
            }
            score += points;
            Signal { kind: found.kind, value: found.value.to_owned(), points, from: found.from }
        };
        let signals = matches.iter().map(&mut count).collect();
        let at = matches.first().map_or(0, |found| found.project);
        (at, Candidate { project: self.projects[at].to_owned(), score, signals })
    }
}

/// The form in which keys of Jira projects are compared.
fn fold_key(key: &str) -> String {
    key.trim().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    fn routing(components: &[&str], labels: &[&str], keywords: &[&str]) -> Routing {
        Routing {
            components: words(components),
            labels: words(labels),
            keywords: words(keywords),
            ..Routing::default()
        }
    }

    fn ticket(components: &[&str], labels: &[&str], summary: &str, description: &str) -> Ticket {
        Ticket {
            components: words(components),
            labels: words(labels),
            summary: summary.into(),
            description: description.into(),
            ..Ticket::default()
        }
    }

    /// The signals of the only project as `value+points`.
    fn signals(routing: &Routing, ticket: &Ticket, scoring: Scoring) -> Vec<String> {
        let candidates = Router::new([("p", routing)], &scoring).score(ticket).candidates;
        let signals = candidates.iter().flat_map(|candidate| &candidate.signals);
        signals.map(|signal| format!("{}+{}", signal.value, signal.points)).collect()
    }

    fn keywords(keywords: &[&str], text: &str) -> Vec<String> {
        signals(&routing(&[], &[], keywords), &ticket(&[], &[], text, ""), Scoring::default())
    }

    #[test]
    fn candidates_carry_their_reasons() {
        let api = routing(&["Payments"], &["Billing"], &["refund", "invoice"]);
        let web = routing(&["Web"], &[], &["Refund"]);
        let router = Router::new([("web", &web), ("api", &api)], &Scoring::default());
        let candidates = router.score(&ticket(&[" PAYMENTS "], &["billing"], "Refund fails", "no refund")).candidates;
        assert_eq!(
            serde_json::to_value(candidates).unwrap(),
            json!([
                {"project": "api", "score": 17, "signals": [
                    {"kind": "component", "value": "Payments", "points": 10},
                    {"kind": "label", "value": "Billing", "points": 5},
                    {"kind": "keyword", "value": "refund", "points": 2},
                ]},
                {"project": "web", "score": 2, "signals": [{"kind": "keyword", "value": "Refund", "points": 2}]},
            ])
        );
    }

    #[test]
    fn equal_scores_stand_in_the_order_of_names() {
        let same = routing(&["Web"], &[], &[]);
        let router = Router::new([("b", &same), ("c", &same), ("a", &same)], &Scoring::default());
        let names: Vec<_> =
            router.score(&ticket(&["web"], &[], "", "")).candidates.into_iter().map(|found| found.project).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[test]
    fn keywords_end_at_their_cap() {
        let text = "six five four three two one";
        let six = ["one", "two", "three", "four", "five", "six"];
        assert_eq!(keywords(&six, text), ["one+2", "two+2", "three+2", "four+2", "five+2", "six+0"]);
        let heavy = Scoring { keyword: 3, ..Scoring::default() };
        let found = signals(&routing(&[], &[], &six[..4]), &ticket(&[], &[], text, ""), heavy);
        assert_eq!(found, ["one+3", "two+3", "three+3", "four+1"]);
    }

    #[test]
    fn a_signal_counts_once() {
        let listed_twice = routing(&["Web", "WEB "], &["a", "A"], &["tool", "Tool", "ＴＯＯＬ"]);
        let named_twice = ticket(&["web", "Web"], &["a", "a"], "tool, tool", "tool");
        assert_eq!(signals(&listed_twice, &named_twice, Scoring::default()), ["Web+10", "a+5", "tool+2"]);
    }

    #[test]
    fn blank_signals_never_match() {
        let blank = routing(&["", " "], &["\u{3000}"], &["", "\t", "\u{fe0f}"]);
        assert!(signals(&blank, &ticket(&["", " "], &[""], "a  b", ""), Scoring::default()).is_empty());
    }

    #[test]
    fn names_match_whole() {
        let found = signals(
            &routing(&["Web"], &["ui"], &[]),
            &ticket(&["Web API"], &["ui-kit"], "web ui", ""),
            Scoring::default(),
        );
        assert!(found.is_empty());
    }

    #[test]
    fn the_longer_of_two_keywords_counts_where_they_overlap() {
        let both = ["google", "google-drive"];
        assert_eq!(keywords(&both, "sync google-drive"), ["google-drive+2"]);
        assert_eq!(keywords(&both, "google-drive and Google"), ["google+2", "google-drive+2"]);
        assert_eq!(keywords(&["google"], "google-drive"), ["google+2"]);
        assert_eq!(keywords(&["決済", "決済サーバー"], "決済サーバーが落ちた"), ["決済サーバー+2"]);
    }

    #[test]
    fn keywords_of_other_projects_do_not_overlap() {
        let (short, long) = (routing(&[], &[], &["google"]), routing(&[], &[], &["google-drive"]));
        let router = Router::new([("a", &short), ("b", &long)], &Scoring::default());
        assert_eq!(router.score(&ticket(&[], &[], "", "google-drive")).candidates.len(), 2);
    }

    #[test]
    fn summary_and_description_are_not_one_phrase() {
        let phrase = routing(&[], &[], &["pull request"]);
        assert!(signals(&phrase, &ticket(&[], &[], "pull", "request"), Scoring::default()).is_empty());
        assert_eq!(signals(&phrase, &ticket(&[], &[], "", "a pull\n request"), Scoring::default()), ["pull request+2"]);
    }

    #[test]
    fn huge_weights_end_at_the_largest_number() {
        let huge = Scoring { component: u32::MAX, label: u32::MAX, keyword: u32::MAX, ..Scoring::default() };
        let found = signals(&routing(&["a"], &["b"], &["c"]), &ticket(&["a"], &["b"], "c", ""), huge);
        assert_eq!(found, ["a+4294967295", "b+0", "c+0"]);
    }

    #[test]
    fn without_projects_there_are_no_candidates() {
        let scored = Router::new([], &Scoring::default()).score(&ticket(&["a"], &["b"], "c", "d"));
        assert_eq!(scored, Scored::default());
    }
}
