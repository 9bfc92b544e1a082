//! Words that tell a project from the others.

use std::collections::{BTreeMap, HashSet};

use super::lesson::Lesson;
use super::proposal::Proposal;
use crate::dispatch::SignalKind;
use crate::dispatch::eval::Share;

/// A word of fewer tickets of a project is none of its keywords.
const FEWEST: usize = 3;

/// Chance gives a word this much in one case of a thousand (chi-squared with one degree of freedom); below it a word tells nothing.
const SIGNIFICANT: f64 = 10.828;

/// How many words of a project, and of what purity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Demand {
    /// The most words of a project.
    pub(super) most: usize,
    /// Of the tickets with the word, the least share that are the project's.
    pub(super) least_share: f64,
}

/// The words of every project by how well they tell it from the others, the best first.
///
/// The measure is Pearson's chi-squared of the table of tickets with and without the word, of the project and of others (Y. Yang and
/// J. O. Pedersen, "A comparative study on feature selection in text categorization", ICML 1997). Only words that are more
/// frequent in the project than elsewhere count. Words are those that the scorer sees.
pub(super) fn rank_words(lessons: &[&Lesson], people: &HashSet<String>) -> BTreeMap<usize, Vec<Proposal>> {
    let mut tickets: BTreeMap<usize, usize> = BTreeMap::new();
    let mut words: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
    for lesson in lessons {
        *tickets.entry(lesson.project).or_default() += 1;
        for word in lesson.features.words().filter(|word| !people.contains(*word)) {
            *words.entry(word).or_default().entry(lesson.project).or_default() += 1;
        }
    }
    let mut ranked: BTreeMap<usize, Vec<(f64, Proposal)>> = BTreeMap::new();
    for (word, projects) in &words {
        let with: usize = projects.values().sum();
        for (&project, &hits) in projects.iter().filter(|(_, hits)| **hits >= FEWEST) {
            let telling = chi_squared(hits, with, tickets[&project], lessons.len());
            if telling >= SIGNIFICANT {
                let tickets = Share { hits, of: with };
                let value = (*word).to_owned();
                let proposal = Proposal { project, kind: SignalKind::Keyword, value, tickets, newer: Share::default() };
                ranked.entry(project).or_default().push((telling, proposal));
            }
        }
    }
    let sorted = ranked.into_iter().map(|(project, mut words)| {
        words.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.value.cmp(&other.1.value)));
        (project, words.into_iter().map(|(_, proposal)| proposal).collect())
    });
    sorted.collect()
}

/// The first of the ranked words that meet a demand, project by project.
pub(super) fn take_words(ranked: &BTreeMap<usize, Vec<Proposal>>, demand: Demand) -> Vec<Proposal> {
    let is_pure = |proposal: &&Proposal| proposal.tickets.rate().is_some_and(|share| share >= demand.least_share);
    ranked.values().flat_map(|words| words.iter().filter(is_pure).take(demand.most)).cloned().collect()
}

/// Pearson's chi-squared where a word is more frequent in the project than elsewhere, else 0.
///
/// `hits` tickets of the project have the word, of `with` that have it, of `own` of the project, of `all`.
fn chi_squared(hits: usize, with: usize, own: usize, all: usize) -> f64 {
    let [both, word, project, all] = [hits, with, own, all].map(|count| count as f64);
    let (word_only, project_only) = (word - both, project - both);
    let neither = all - word - project_only;
    let lean = both * neither - word_only * project_only;
    let whole = word * project * (all - word) * (all - project);
    if lean > 0.0 && whole > 0.0 { all * lean * lean / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ticket::Ticket;

    fn lessons(texts: &[(usize, &str, usize)]) -> Vec<Lesson> {
        let of = |(project, text, times): &(usize, &str, usize)| {
            let ticket = Ticket { summary: (*text).to_owned(), ..Ticket::default() };
            vec![Lesson::new(*project, None, ticket); *times]
        };
        texts.iter().flat_map(of).collect()
    }

    fn words(texts: &[(usize, &str, usize)], demand: Demand, people: &[&str]) -> Vec<(usize, String)> {
        let lessons = lessons(texts);
        let people = people.iter().map(ToString::to_string).collect();
        let ranked = rank_words(&lessons.iter().collect::<Vec<_>>(), &people);
        take_words(&ranked, demand).into_iter().map(|told| (told.project, told.value)).collect()
    }

    const ALL: Demand = Demand { most: 9, least_share: 0.0 };

    #[test]
    fn chi_squared_is_that_of_the_table() {
        // 20 of 25 with the word among 50 of 100: 100 (20·45 − 5·30)² / (25·75·50·50).
        assert!((chi_squared(20, 25, 50, 100) - 12.0).abs() < 1e-9);
        assert_eq!(chi_squared(5, 25, 50, 100), 0.0, "less frequent than elsewhere");
        assert_eq!(chi_squared(50, 50, 50, 50), 0.0, "one project alone");
    }

    #[test]
    fn words_that_tell_a_project_come_first() {
        let texts = [(0, "the refund", 25), (0, "the invoice", 15), (1, "the page", 25), (1, "the refund page", 5)];
        let expected = [(0, "refund".to_owned()), (0, "invoice".to_owned()), (1, "page".to_owned())];
        assert_eq!(words(&texts, ALL, &[]), expected);
        let pure = Demand { least_share: 0.9, ..ALL };
        assert_eq!(words(&texts, pure, &[]), [(0, "invoice".to_owned()), (1, "page".to_owned())]);
        let one = Demand { most: 1, ..ALL };
        assert_eq!(words(&texts, one, &[]), [(0, "refund".to_owned()), (1, "page".to_owned())]);
    }

    #[test]
    fn what_chance_gives_is_no_keyword() {
        assert!(words(&[(0, "slow", 12), (0, "x", 8), (1, "slow", 10), (1, "x", 10)], ALL, &[]).is_empty());
    }

    #[test]
    fn people_and_rare_words_are_left_out() {
        let texts = [(0, "asked jane", 9), (0, "rare", 2), (1, "page", 9)];
        assert_eq!(words(&texts, ALL, &["jane"]), [(0, "asked".to_owned()), (1, "page".to_owned())]);
    }
}
