//! How strict to be with what is proposed: tried on held-back tickets.

use std::collections::HashSet;

use super::effect::measure;
use super::keyword::{Demand, rank_words, take_words};
use super::lesson::{Lesson, split};
use super::name::learn_names;
use super::proposal::{Proposal, new_ones, with_proposals};
use super::subject::Subject;
use crate::dispatch::SignalKind;
use crate::dispatch::eval::{FEWEST, Share, Tally};

/// The precision that automatic routes should keep; of the settings that do, the one that routes most is taken.
const WANTED: f64 = 0.97;

/// A setting must do better on this share of the tickets to be taken before one that was tried earlier, with shorter lists: people read
/// them, and short ones hold on tickets of other times.
const MARGIN: f64 = 0.01;

/// So many of the newest tickets are enough to try settings on.
const MOST_TRIED: usize = 4_000;

/// How strict proposals are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Of the tickets with a component or label, the least share that are the project's.
    pub name_share: f64,
    /// The most keywords of a project.
    pub keywords: usize,
    /// Of the tickets with a keyword, the least share that are the project's.
    pub keyword_share: f64,
}

impl Setting {
    /// What is taken where too few tickets are there to try others: it did well on tickets of two trackers.
    const DEFAULT: Self = Self { name_share: 0.8, keywords: 10, keyword_share: 0.3 };

    /// The settings that are tried, those with short lists first.
    fn all() -> impl Iterator<Item = Self> {
        let shares = [0.8, 0.5, 0.9];
        let keywords = [(5, 0.3), (10, 0.3), (10, 0.5), (20, 0.3), (20, 0.5), (50, 0.3), (50, 0.5), (0, 0.3)];
        shares.into_iter().flat_map(move |name_share| {
            keywords.map(|(keywords, keyword_share)| Self { name_share, keywords, keyword_share })
        })
    }
}

/// What these lessons teach at a setting, beside what the registry has.
pub(super) fn propose(
    subject: &Subject<'_>,
    lessons: &[&Lesson],
    people: &HashSet<String>,
    setting: Setting,
) -> Vec<Proposal> {
    let words = take_words(&rank_words(lessons, people), setting.demand());
    assemble(subject, lessons, words, setting)
}

fn assemble(subject: &Subject<'_>, lessons: &[&Lesson], words: Vec<Proposal>, setting: Setting) -> Vec<Proposal> {
    let components = learn_names(lessons, SignalKind::Component, |ticket| &ticket.components, setting.name_share);
    let labels = learn_names(lessons, SignalKind::Label, |ticket| &ticket.labels, setting.name_share);
    let mut proposals = components;
    proposals.extend(labels);
    proposals.extend(words);
    proposals.sort_by_key(|proposal| (proposal.project, proposal.kind));
    new_ones(proposals, &subject.routings())
}

/// The setting that does best on the newest of these lessons, learned from the others.
///
/// The one that routes most without a question at [`WANTED`] precision; where none reaches that, the one with the best balance of
/// right and wrong ones, a wrong one outweighing as many right ones as that precision says. Longer lists must gain [`MARGIN`].
pub(super) fn choose(subject: &Subject<'_>, lessons: &[&Lesson], people: &HashSet<String>) -> Setting {
    let (older, newer) = split(lessons, subject.projects.len());
    if newer.len() < FEWEST {
        return Setting::DEFAULT;
    }
    let newer = &newer[newer.len().saturating_sub(MOST_TRIED)..];
    let ranked = rank_words(&older, people);
    let tried = Setting::all().map(|setting| {
        let proposals = assemble(subject, &older, take_words(&ranked, setting.demand()), setting);
        let routings = with_proposals(&subject.routings(), &proposals);
        (Worth::of(&measure(subject, &routings, newer)), setting)
    });
    let better = |best: (Worth, Setting), next: (Worth, Setting)| {
        if next.0.is_clearly_better(&best.0) { next } else { best }
    };
    tried.reduce(better).map_or(Setting::DEFAULT, |(_, setting)| setting)
}

impl Setting {
    fn demand(self) -> Demand {
        Demand { most: self.keywords, least_share: self.keyword_share }
    }
}

/// What a setting is worth; more is better.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Worth {
    tickets: usize,
    reaches: bool,
    automatic: usize,
    balance: f64,
    first: usize,
}

impl Worth {
    fn of(tally: &Tally) -> Self {
        let Share { hits, of } = tally.precision;
        let balance = hits as f64 - (of - hits) as f64 * WANTED / (1.0 - WANTED);
        let reaches = of > 0 && hits as f64 >= WANTED * of as f64;
        Self { tickets: tally.top1.of, reaches, automatic: of, balance, first: tally.top1.hits }
    }

    /// Whether it reaches the precision where the other does not, or does better by the margin: in what is routed, else in the balance of
    /// right and wrong, and where neither routes anything, in the first place.
    fn is_clearly_better(&self, other: &Self) -> bool {
        let gain = match (self.reaches, other.reaches) {
            (true, false) => return true,
            (false, true) => return false,
            (true, true) => self.automatic as f64 - other.automatic as f64,
            (false, false) if self.automatic + other.automatic == 0 => self.first as f64 - other.first as f64,
            (false, false) => self.balance - other.balance,
        };
        gain > MARGIN * self.tickets as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(right: usize, wrong: usize, first: usize) -> Worth {
        let share = |hits, of| Share { hits, of };
        let mut tally = Tally::default();
        tally.precision = share(right, right + wrong);
        tally.top1 = share(first, 1_000);
        Worth::of(&tally)
    }

    #[test]
    fn precision_comes_before_how_much_is_routed() {
        assert!(worth(97, 3, 0).is_clearly_better(&worth(900, 100, 0)));
        assert!(worth(970, 30, 0).is_clearly_better(&worth(97, 3, 0)));
        assert!(worth(95, 5, 0).is_clearly_better(&worth(900, 100, 0)), "fewer wrong ones without the precision");
        assert!(worth(0, 0, 500).is_clearly_better(&worth(0, 0, 400)), "else the first place counts");
    }

    #[test]
    fn a_little_better_is_not_worth_longer_lists() {
        assert!(!worth(500, 0, 0).is_clearly_better(&worth(495, 0, 0)));
        assert!(worth(500, 0, 0).is_clearly_better(&worth(480, 0, 0)));
    }
}
