//! What holds for every registry and every ticket.

use proptest::prelude::*;

use super::{Decision, Doubt, Router, Scored, SignalKind, decide};
use crate::registry::model::{Exclude, Routing, Scoring};
use crate::ticket::Ticket;

/// Few words, so that projects and tickets meet; none overlaps another.
const WORDS: [&str; 8] = ["refund", "Invoice", "k8s", "ＡＰＩ", "支払い", "İstanbul", "c++", "🚀"];

fn few_words() -> BoxedStrategy<Vec<String>> {
    prop::collection::vec(prop::sample::select(&WORDS[..]).prop_map(str::to_owned), 0..5).boxed()
}

fn any_words() -> BoxedStrategy<Vec<String>> {
    prop::collection::vec(any::<String>(), 0..5).boxed()
}

fn routings(words: BoxedStrategy<Vec<String>>) -> impl Strategy<Value = Vec<Routing>> {
    let lists = (words.clone(), words.clone(), words.clone(), few_keys());
    // Most projects exclude nothing.
    let exclude = prop::option::weighted(0.2, (words.clone(), words.clone(), words));
    let routing = (lists, exclude).prop_map(|((components, labels, keywords, jira_projects), exclude)| {
        let (few, fewer, fewest) = exclude.unwrap_or_default();
        let first = |words: Vec<String>| words.into_iter().take(1).collect();
        let exclude = Exclude { components: first(few), labels: first(fewer), keywords: first(fewest) };
        Routing { components, labels, keywords, jira_projects, exclude, ..Routing::default() }
    });
    prop::collection::vec(routing, 0..6)
}

fn few_keys() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop::sample::select(&["PAY", "pay", "OPS"][..]).prop_map(str::to_owned), 0..3)
}

fn tickets(words: BoxedStrategy<Vec<String>>) -> impl Strategy<Value = Ticket> {
    let lists = (words.clone(), words.clone(), words.clone(), words, few_keys(), addresses());
    lists.prop_map(|(components, labels, summary, description, keys, links)| Ticket {
        summary: summary.join(" "),
        description: description.join(" "),
        components,
        labels,
        project: keys.into_iter().next(),
        links,
        ..Ticket::default()
    })
}

/// Addresses, some of them those of the first few projects.
fn addresses() -> impl Strategy<Value = Vec<String>> {
    const FORMS: [&str; 3] = ["https://github.com/acme/project-", "git@github.com:acme/project-", "acme/project-"];
    let address = (prop::sample::select(&FORMS[..]), 0..4_u32).prop_map(|(form, number)| format!("{form}{number}#1"));
    prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(address, 1..3)]
}

prop_compose! {
    fn scorings()(component in 0..20_u32, label in 0..20_u32, keyword in 0..20_u32, keyword_cap in 0..40_u32) -> Scoring {
        Scoring { component, label, keyword, keyword_cap, ..Scoring::default() }
    }
}

fn named(routings: &[Routing]) -> Vec<(String, &Routing)> {
    routings.iter().enumerate().map(|(index, routing)| (format!("project-{index}"), routing)).collect()
}

fn score(projects: &[(String, &Routing)], scoring: &Scoring, ticket: &Ticket) -> Scored {
    let remotes = projects.iter().map(|(name, _)| (name.as_str(), format!("git@github.com:acme/{name}.git")));
    let remotes: Vec<_> = remotes.collect();
    let remotes = remotes.iter().map(|(name, remote)| (*name, remote.as_str()));
    let projects = projects.iter().map(|(name, routing)| (name.as_str(), *routing));
    Router::new(projects, scoring).with_remotes(remotes).score(ticket)
}

fn score_of(routing: &Routing, scoring: &Scoring, ticket: &Ticket) -> u32 {
    score(&[("p".into(), routing)], scoring, ticket).candidates.first().map_or(0, |candidate| candidate.score)
}

fn with(words: &[String], word: &str) -> Vec<String> {
    words.iter().cloned().chain([word.to_owned()]).collect()
}

proptest! {
    #[test]
    fn the_order_of_projects_does_not_matter(
        (routings, order) in routings(few_words()).prop_flat_map(|routings| {
            let order = Just((0..routings.len()).collect::<Vec<_>>()).prop_shuffle();
            (Just(routings), order)
        }),
        ticket in tickets(few_words()),
        scoring in scorings(),
    ) {
        let projects = named(&routings);
        let shuffled: Vec<_> = order.iter().map(|&index| projects[index].clone()).collect();
        prop_assert_eq!(score(&projects, &scoring, &ticket), score(&shuffled, &scoring, &ticket));
    }

    #[test]
    fn one_more_signal_never_lowers_a_score(
        routing in routings(few_words()).prop_filter_map("no project", |mut routings| routings.pop()),
        ticket in tickets(few_words()),
        scoring in scorings(),
        word in prop::sample::select(&WORDS[..]),
    ) {
        let before = score_of(&routing, &scoring, &ticket);
        let richer = [
            Routing { jira_projects: with(&routing.jira_projects, "OPS"), ..routing.clone() },
            Routing { components: with(&routing.components, word), ..routing.clone() },
            Routing { labels: with(&routing.labels, word), ..routing.clone() },
            Routing { keywords: with(&routing.keywords, word), ..routing.clone() },
        ];
        for richer in richer {
            prop_assert!(score_of(&richer, &scoring, &ticket) >= before);
        }
    }

    #[test]
    fn one_more_component_or_label_of_a_ticket_never_lowers_a_score(
        routings in routings(few_words()),
        ticket in tickets(few_words()),
        scoring in scorings(),
        word in prop::sample::select(&WORDS[..]),
    ) {
        let richer = Ticket {
            components: with(&ticket.components, word),
            labels: with(&ticket.labels, word),
            ..ticket.clone()
        };
        for routing in &routings {
            let routing = Routing { exclude: Exclude::default(), ..routing.clone() };
            prop_assert!(score_of(&routing, &scoring, &richer) >= score_of(&routing, &scoring, &ticket));
        }
    }

    #[test]
    fn points_sum_to_the_score_and_keywords_stay_under_their_cap(
        routings in routings(few_words()),
        ticket in tickets(few_words()),
        scoring in scorings(),
    ) {
        for candidate in score(&named(&routings), &scoring, &ticket).candidates {
            let points = |kind: Option<SignalKind>| -> u32 {
                let signals = candidate.signals.iter().filter(|signal| kind.is_none_or(|kind| signal.kind == kind));
                signals.map(|signal| signal.points).sum()
            };
            prop_assert!(candidate.score > 0 || candidate.repository().is_some());
            prop_assert_eq!(points(Some(SignalKind::Repository)), 0);
            prop_assert!(points(Some(SignalKind::JiraProject)) <= scoring.jira_project);
            prop_assert_eq!(points(None), candidate.score);
            prop_assert!(points(Some(SignalKind::Keyword)) <= scoring.keyword_cap);
        }
    }

    #[test]
    fn what_is_excluded_is_nothing_else(
        routings in routings(few_words()),
        ticket in tickets(few_words()),
        scoring in scorings(),
    ) {
        let found = score(&named(&routings), &scoring, &ticket);
        let bare: Vec<_> = routings.iter().map(|routing| Routing { exclude: Exclude::default(), ..routing.clone() }).collect();
        let all = score(&named(&bare), &scoring, &ticket);
        let mut names: Vec<_> = found.candidates.iter().map(|candidate| &candidate.project).collect();
        names.extend(found.excluded.iter().map(|excluded| &excluded.project));
        names.sort();
        let mut expected: Vec<_> = all.candidates.iter().map(|candidate| &candidate.project).collect();
        expected.sort();
        prop_assert_eq!(names, expected);
        for candidate in &found.candidates {
            prop_assert_eq!(Some(candidate), all.candidate(&candidate.project), "nothing changes for the others");
        }
        prop_assert_eq!(&found.named, &all.named);
        prop_assert!(found.excluded.iter().all(|excluded| !excluded.signals.is_empty()));
    }

    #[test]
    fn a_project_is_taken_only_where_nothing_speaks_against_it(
        routings in routings(few_words()),
        ticket in tickets(few_words()),
        scoring in scorings(),
    ) {
        let found = score(&named(&routings), &scoring, &ticket);
        match decide(&found, &scoring) {
            Decision::Linked(taken) => {
                prop_assert_eq!(&found.named, std::slice::from_ref(&taken.project));
                prop_assert!(!found.is_left_to_points());
            }
            Decision::Automatic(taken) => {
                prop_assert!(found.is_left_to_points());
                prop_assert!(found.named.is_empty() || found.named.contains(&taken.project));
            }
            Decision::Ask { closest, doubt } => {
                prop_assert_eq!(closest, found.candidates.first());
                prop_assert!(closest.is_some() || doubt == Doubt::Excluded);
            }
            Decision::NoMatch => prop_assert!(found.candidates.is_empty() && found.named.is_empty()),
            Decision::Text(_) => prop_assert!(false, "the rule knows no text model"),
        }
    }

    #[test]
    fn no_text_panics(routings in routings(any_words()), ticket in tickets(any_words()), scoring in scorings()) {
        let scored = score(&named(&routings), &scoring, &ticket);
        let _ = decide(&scored, &scoring);
    }

    #[test]
    fn a_ticket_made_of_a_projects_signals_finds_it(words in any_words()) {
        let routing = Routing { components: words.clone(), labels: words.clone(), ..Routing::default() };
        let ticket = Ticket { components: words.clone(), labels: words.clone(), ..Ticket::default() };
        let is_blank = words.iter().all(|word| super::fold_name(word).is_empty());
        prop_assert_eq!(score_of(&routing, &Scoring::default(), &ticket) > 0, !is_blank);
    }
}
