//! What holds for every registry and every ticket.

use proptest::prelude::*;

use super::{Router, Scored, SignalKind, decide};
use crate::registry::model::{Routing, Scoring};
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
    let routing = (words.clone(), words.clone(), words).prop_map(|(components, labels, keywords)| Routing {
        components,
        labels,
        keywords,
        ..Routing::default()
    });
    prop::collection::vec(routing, 0..6)
}

fn tickets(words: BoxedStrategy<Vec<String>>) -> impl Strategy<Value = Ticket> {
    (words.clone(), words.clone(), words.clone(), words).prop_map(|(components, labels, summary, description)| Ticket {
        summary: summary.join(" "),
        description: description.join(" "),
        components,
        labels,
        ..Ticket::default()
    })
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
    let projects = projects.iter().map(|(name, routing)| (name.as_str(), *routing));
    Router::new(projects, scoring).score(ticket)
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
            prop_assert!(score_of(routing, &scoring, &richer) >= score_of(routing, &scoring, &ticket));
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
            prop_assert!(candidate.score > 0);
            prop_assert_eq!(points(None), candidate.score);
            prop_assert!(points(Some(SignalKind::Keyword)) <= scoring.keyword_cap);
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
