//! Which labels some ticket has, in as few requests as may be.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::dispatch::fold_name;

/// The most labels, and bytes of labels, of one query: it is part of an address, and servers take about 8,000 bytes of those.
const MOST_LABELS: usize = 50;
const MOST_BYTES: usize = 1_500;

/// The most characters that a label in Jira has.
const LONGEST: usize = 255;

/// Which of some labels any ticket has, folded. `ask` gives the labels of some tickets that have any of those it is given, and none where
/// no ticket has.
///
/// Each answer tells at least one label apart from the others or is the last, so that there are at most two questions for each label,
/// however many tickets there are; most often there is one for all.
pub(super) fn used_labels(
    labels: &[&str],
    mut ask: impl FnMut(&[&str]) -> Result<Option<Vec<String>>>,
) -> Result<BTreeSet<String>> {
    let mut used = BTreeSet::new();
    let mut open = batches(labels);
    while let Some(asked) = open.pop() {
        let Some(beside) = ask(&asked)? else { continue };
        let beside: BTreeSet<_> = beside.iter().map(|label| fold_name(label)).collect();
        let (there, rest): (Vec<&str>, Vec<&str>) =
            asked.iter().copied().partition(|label| beside.contains(&fold_name(label)));
        used.extend(there.iter().map(|label| fold_name(label)));
        match (there.is_empty(), asked.as_slice()) {
            // Jira found it by rules of its own.
            (true, [only]) => used.extend([fold_name(only)]),
            (true, several) => open.extend(several.iter().map(|label| vec![*label])),
            (false, _) if !rest.is_empty() => open.push(rest),
            (false, _) => {}
        }
    }
    Ok(used)
}

/// Whether Jira can have such a label at all; what it cannot have would spoil a query.
pub(super) fn can_be(label: &str) -> bool {
    label.chars().count() <= LONGEST && !label.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

/// The labels, in lots of which each makes one query.
fn batches<'l>(labels: &[&'l str]) -> Vec<Vec<&'l str>> {
    let mut batches: Vec<Vec<&str>> = Vec::new();
    let mut bytes = 0;
    for label in labels {
        match batches.last_mut() {
            Some(last) if last.len() < MOST_LABELS && bytes + label.len() <= MOST_BYTES => last.push(label),
            _ => {
                batches.push(vec![label]);
                bytes = 0;
            }
        }
        bytes += label.len();
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks tickets with these labels, of which one answer has so many; gives what is used and how often was asked.
    fn asked(tickets: &[&[&str]], at_once: usize, labels: &[&str]) -> (Vec<String>, usize) {
        let mut questions = 0;
        let used = used_labels(labels, |asked| {
            questions += 1;
            let is_asked = |label: &&str| asked.iter().any(|other| other.eq_ignore_ascii_case(label));
            let hits = tickets.iter().filter(|ticket| ticket.iter().any(is_asked));
            let hits: Vec<_> =
                hits.take(at_once).flat_map(|ticket| ticket.iter().map(|&label| label.to_owned())).collect();
            Ok((!hits.is_empty()).then_some(hits))
        });
        (used.unwrap().into_iter().collect(), questions)
    }

    #[test]
    fn one_question_is_enough_where_the_tickets_show_all() {
        let tickets: [&[&str]; 2] = [&["Billing", "x"], &["frontend"]];
        assert_eq!(
            asked(&tickets, 100, &["billing", "frontend"]),
            (vec!["billing".to_owned(), "frontend".to_owned()], 1)
        );
        assert_eq!(asked(&tickets, 100, &["gone", "lost"]), (Vec::new(), 1));
        assert_eq!(asked(&tickets, 100, &["gone", "billing"]), (vec!["billing".to_owned()], 2));
        assert_eq!(asked(&tickets, 100, &[]), (Vec::new(), 0));
    }

    #[test]
    fn a_label_of_many_tickets_does_not_hide_the_others() {
        let tickets: [&[&str]; 4] = [&["a"], &["a"], &["a"], &["b"]];
        assert_eq!(asked(&tickets, 2, &["a", "b", "c"]), (vec!["a".to_owned(), "b".to_owned()], 3));
    }

    #[test]
    fn an_answer_without_the_labels_is_taken_apart() {
        let mut questions = Vec::new();
        let used = used_labels(&["ä", "b"], |asked| {
            questions.push(asked.join(" "));
            Ok(asked.contains(&"ä").then(|| vec!["a".to_owned()]))
        });
        assert_eq!(
            (used.unwrap().into_iter().collect::<Vec<_>>(), questions),
            (vec!["ä".to_owned()], vec!["ä b".to_owned(), "b".to_owned(), "ä".to_owned()])
        );
    }

    #[test]
    fn a_query_stays_short() {
        let many: Vec<_> = (0..120).map(|number| format!("label-{number}")).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        assert_eq!(batches(&many).iter().map(Vec::len).collect::<Vec<_>>(), [50, 50, 20]);
        let long = "x".repeat(LONGEST);
        assert_eq!(batches(&[long.as_str(); 12]).iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 2]);
    }

    #[test]
    fn what_jira_cannot_have_is_not_asked_for() {
        for label in ["billing", "a.b", "ü", "\"", &"x".repeat(255)] {
            assert!(can_be(label), "{label}");
        }
        for label in ["a b", "a\tb", "a\u{7}", &"x".repeat(256)] {
            assert!(!can_be(label), "{label}");
        }
    }
}
