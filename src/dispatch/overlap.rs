//! Which keywords of one project count where their hits lie over each other.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// One place of a text where a keyword stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    /// Number of the keyword.
    pub(super) keyword: usize,
    /// The bytes of the folded text.
    pub(super) span: Range<usize>,
}

/// Which of a project's keywords count, in their order: those with at least one hit that no hit of a longer keyword lies
/// over.
///
/// Every keyword is given as its hits, at least one, in the order of the text; they all have its length. A hit that is
/// itself lain over takes nothing from a shorter one, and neither of two of one length takes from the other.
pub(super) fn surviving(keywords: &[&[Hit]]) -> Vec<bool> {
    let mut survives = vec![true; keywords.len()];
    let length = |index: &usize| keywords[*index].first().map_or(0, |hit| hit.span.len());
    let mut longest_first: Vec<usize> = (0..keywords.len()).collect();
    longest_first.sort_by_key(|index| Reverse(length(index)));
    let mut taken = Spans::default();
    for same_length in longest_first.chunk_by(|one, other| length(one) == length(other)) {
        let mut accepted = Vec::new();
        for &index in same_length {
            let before = accepted.len();
            accepted.extend(keywords[index].iter().map(|hit| &hit.span).filter(|span| !taken.reaches(span)));
            survives[index] = accepted.len() > before;
        }
        accepted.into_iter().for_each(|span| taken.insert(span.clone()));
    }
    survives
}

/// Spans of text, joined where they touch.
#[derive(Default)]
struct Spans {
    /// Start to end.
    ends: BTreeMap<usize, usize>,
}

impl Spans {
    fn holds(&self, byte: usize) -> bool {
        self.ends.range(..=byte).next_back().is_some_and(|(_, &end)| byte < end)
    }

    /// Whether any byte of the span is taken. Only longer ones were inserted, so one of its two ends is then.
    fn reaches(&self, span: &Range<usize>) -> bool {
        self.holds(span.start) || self.holds(span.end.saturating_sub(1))
    }

    fn insert(&mut self, mut span: Range<usize>) {
        while let Some((&start, &end)) = self.ends.range(..=span.end).next_back().filter(|&(_, &end)| end >= span.start)
        {
            self.ends.remove(&start);
            span = start.min(span.start)..end.max(span.end);
        }
        self.ends.insert(span.start, span.end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks keywords given as the first bytes and the ends of their hits.
    fn check(keywords: &[&[(usize, usize)]], expected: &[bool]) {
        let hit = |keyword, &(start, end): &(usize, usize)| Hit { keyword, span: start..end };
        let hits: Vec<Vec<Hit>> = keywords
            .iter()
            .enumerate()
            .map(|(keyword, spans)| spans.iter().map(|span| hit(keyword, span)).collect())
            .collect();
        let hits: Vec<&[Hit]> = hits.iter().map(Vec::as_slice).collect();
        assert_eq!(surviving(&hits), expected);
    }

    #[test]
    fn the_longer_of_two_that_overlap_counts() {
        check(&[&[(0, 6)], &[(0, 12)]], &[false, true]);
        check(&[&[(0, 6), (20, 26)], &[(0, 12)]], &[true, true]);
    }

    #[test]
    fn two_of_one_length_both_count() {
        check(&[&[(0, 9)], &[(5, 14)]], &[true, true]);
    }

    #[test]
    fn touching_is_no_overlap() {
        check(&[&[(0, 3), (9, 12)], &[(3, 9)]], &[true, true]);
    }

    #[test]
    fn a_hit_that_is_lain_over_takes_nothing() {
        check(&[&[(0, 3)], &[(2, 7)], &[(6, 14)]], &[true, false, true]);
    }

    #[test]
    fn a_keyword_may_overlap_itself() {
        check(&[&[(0, 5), (3, 8)], &[(7, 9)]], &[true, false]);
    }

    /// The rule as it is told, one hit at a time.
    fn surviving_by_the_book(keywords: &[Vec<Hit>]) -> Vec<bool> {
        let mut hits: Vec<&Hit> = keywords.iter().flatten().collect();
        hits.sort_by_key(|hit| Reverse(hit.span.len()));
        let mut accepted: Vec<&Hit> = Vec::new();
        for hit in hits {
            let lies_over = |longer: &&Hit| longer.span.start < hit.span.end && hit.span.start < longer.span.end;
            if !accepted.iter().filter(|longer| longer.span.len() > hit.span.len()).any(lies_over) {
                accepted.push(hit);
            }
        }
        (0..keywords.len()).map(|keyword| accepted.iter().any(|hit| hit.keyword == keyword)).collect()
    }

    proptest! {
        #[test]
        fn the_rule_holds_for_any_hits(
            keywords in prop::collection::vec((1..9_usize, prop::collection::btree_set(0..40_usize, 1..5)), 0..7),
        ) {
            let keywords: Vec<Vec<Hit>> = keywords
                .into_iter()
                .enumerate()
                .map(|(keyword, (length, starts))| {
                    starts.into_iter().map(|start| Hit { keyword, span: start..start + length }).collect()
                })
                .collect();
            let hits: Vec<&[Hit]> = keywords.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(surviving(&hits), surviving_by_the_book(&keywords));
        }

        #[test]
        fn spans_hold_what_was_inserted(spans in prop::collection::vec((0..60_usize, 1..12_usize), 0..20)) {
            let spans: Vec<_> = spans.into_iter().map(|(start, length)| start..start + length).collect();
            let mut taken = Spans::default();
            spans.iter().cloned().for_each(|span| taken.insert(span));
            for byte in 0..80 {
                prop_assert_eq!(taken.holds(byte), spans.iter().any(|span| span.contains(&byte)), "{}", byte);
            }
        }
    }
}
