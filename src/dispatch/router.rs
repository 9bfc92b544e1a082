//! Scoring a ticket against every project at once.

use std::cmp::Reverse;

use aho_corasick::AhoCorasick;

use super::candidate::{Candidate, Signal, SignalKind};
use super::fold::fold_name;
use super::index::{Claim, Index};
use super::overlap::{Hit, surviving};
use super::text::{Text, fold_keyword};
use crate::registry::model::{Routing, Scoring};
use crate::ticket::Ticket;

/// The signals of all projects, made ready for any number of tickets.
#[derive(Debug)]
pub struct Router<'r> {
    scoring: Scoring,
    projects: Vec<&'r str>,
    components: Index<'r>,
    labels: Index<'r>,
    /// Finds the folded keywords of all projects, each of them once.
    keywords: AhoCorasick,
    /// Who claims each keyword of the automaton.
    keyword_claims: Vec<Vec<Claim<'r>>>,
}

impl<'r> Router<'r> {
    /// Prepares the signals of projects, given by name; their order does not matter.
    pub fn new(projects: impl IntoIterator<Item = (&'r str, &'r Routing)>, scoring: &Scoring) -> Self {
        let projects: Vec<_> = projects.into_iter().collect();
        let keywords = Index::new(&projects, |routing| &routing.keywords, fold_keyword);
        let (keywords, keyword_claims): (Vec<String>, Vec<_>) = keywords.into_iter().unzip();
        Self {
            scoring: *scoring,
            components: Index::new(&projects, |routing| &routing.components, fold_name),
            labels: Index::new(&projects, |routing| &routing.labels, fold_name),
            keywords: AhoCorasick::new(&keywords).expect("the keywords of a registry are far below 2^31 bytes"),
            keyword_claims,
            projects: projects.into_iter().map(|(name, _)| name).collect(),
        }
    }

    /// The projects with points for a ticket, the highest score first, then by name.
    ///
    /// Every component, label and keyword that matches gives its weight once; the keywords of one project give no more
    /// than their cap together.
    pub fn score(&self, ticket: &Ticket) -> Vec<Candidate> {
        let mut matches = Vec::new();
        match_names(&self.components, SignalKind::Component, &ticket.components, &mut matches);
        match_names(&self.labels, SignalKind::Label, &ticket.labels, &mut matches);
        self.match_keywords(ticket, &mut matches);
        matches.sort_unstable();
        matches.dedup();
        let mut candidates: Vec<Candidate> = matches
            .chunk_by(|one, other| one.project == other.project)
            .map(|matches| self.candidate(matches))
            .filter(|candidate| candidate.score > 0)
            .collect();
        candidates.sort_unstable_by(|one, other| {
            (Reverse(one.score), &one.project).cmp(&(Reverse(other.score), &other.project))
        });
        candidates
    }

    fn match_keywords(&self, ticket: &Ticket, matches: &mut Vec<Match<'r>>) {
        let text = Text::new(&[&ticket.summary, &ticket.description]);
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

    /// The candidate of the project that all the matches belong to.
    fn candidate(&self, matches: &[Match<'_>]) -> Candidate {
        let mut score = 0;
        let mut keyword_room = self.scoring.keyword_cap;
        let mut count = |found: &Match<'_>| {
            let weight = match found.kind {
                SignalKind::Component => self.scoring.component,
                SignalKind::Label => self.scoring.label,
                SignalKind::Keyword => self.scoring.keyword.min(keyword_room),
            };
            let points = weight.min(u32::MAX - score);
            if found.kind == SignalKind::Keyword {
                keyword_room -= points;
            }
            score += points;
            Signal { kind: found.kind, value: found.value.to_owned(), points }
        };
        let signals = matches.iter().map(&mut count).collect();
        let project = matches.first().map_or("", |found| self.projects[found.project]).to_owned();
        Candidate { project, score, signals }
    }
}

/// A signal of a project that a ticket matches; the order of the fields is the order of a candidate's signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Match<'r> {
    project: usize,
    kind: SignalKind,
    position: usize,
    value: &'r str,
}

impl<'r> Match<'r> {
    fn new(kind: SignalKind, claim: &Claim<'r>) -> Self {
        Self { project: claim.project, kind, position: claim.position, value: claim.value }
    }
}

fn match_names<'r>(index: &Index<'r>, kind: SignalKind, names: &[String], matches: &mut Vec<Match<'r>>) {
    for name in names {
        matches.extend(index.claims(&fold_name(name)).iter().map(|claim| Match::new(kind, claim)));
    }
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
        let candidates = Router::new([("p", routing)], &scoring).score(ticket);
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
        let candidates = router.score(&ticket(&[" PAYMENTS "], &["billing"], "Refund fails", "no refund"));
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
            router.score(&ticket(&["web"], &[], "", "")).into_iter().map(|found| found.project).collect();
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
        assert_eq!(router.score(&ticket(&[], &[], "", "google-drive")).len(), 2);
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
        assert!(Router::new([], &Scoring::default()).score(&ticket(&["a"], &["b"], "c", "d")).is_empty());
    }
}
