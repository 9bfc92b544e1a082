//! What the model looks at: words of the text, components and labels.
//!
//! Not the key of the Jira project: where one project of Jira holds the tickets of many repositories it pulls them all to the largest, and
//! where it names the repository, a registry says so itself.

use std::collections::HashSet;

use super::clean::{clean, is_learnable};
use crate::dispatch::fold::fold_name;
use crate::dispatch::text::Text;
use crate::ticket::Ticket;

/// The features of a ticket, each with how often it is there.
///
/// A word is itself; the others are written `component:android` and `label:billing`, which no word can be taken for, because a
/// colon ends a word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    /// In the order of their letters.
    counts: Vec<(Box<str>, u32)>,
}

impl Features {
    /// The features of a ticket; people, secrets, keys and addresses are not among its words.
    pub fn of(ticket: &Ticket) -> Self {
        let words = words(&[&ticket.summary, &ticket.description]);
        let named = [("component", &ticket.components), ("label", &ticket.labels)];
        let named = named.into_iter().flat_map(|(kind, names)| names.iter().map(move |name| (kind, name)));
        let mut named: Vec<String> = named.filter_map(|(kind, name)| named_feature(kind, name)).collect();
        named.sort_unstable();
        named.dedup();
        Self::counted(words.into_iter().chain(named).collect())
    }

    /// The words of a text.
    pub(super) fn of_text(text: &str) -> Self {
        Self::counted(words(&[text]))
    }

    fn counted(mut found: Vec<String>) -> Self {
        found.sort_unstable();
        let alike = found.chunk_by(|one, other| one == other);
        let count = |alike: &[String]| (alike[0].as_str().into(), u32::try_from(alike.len()).unwrap_or(u32::MAX));
        Self { counts: alike.map(count).collect() }
    }

    /// The same without these words.
    pub fn without(mut self, words: &HashSet<String>) -> Self {
        self.counts.retain(|(feature, _)| !words.contains(&**feature));
        self
    }

    /// The features in the order of their letters, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.counts.iter().map(|(feature, count)| (&**feature, *count))
    }

    /// The words alone, without components and labels.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(feature, _)| feature).filter(|feature| !feature.contains(':'))
    }
}

fn named_feature(kind: &str, name: &str) -> Option<String> {
    let name = fold_name(name);
    (!name.is_empty()).then(|| format!("{kind}:{name}"))
}

fn words(fields: &[&str]) -> Vec<String> {
    let cleaned: Vec<String> = fields.iter().map(|field| clean(field)).collect();
    let text = Text::new(&cleaned.iter().map(String::as_str).collect::<Vec<_>>());
    text.words().filter(|word| is_learnable(word)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_names_are_told_apart() {
        let ticket = Ticket {
            summary: "Android: refund".into(),
            description: "refund refund".into(),
            components: vec!["Android ".into(), " ".into()],
            labels: vec!["UI".into()],
            project: Some("PAY".into()),
            ..Ticket::default()
        };
        let features = Features::of(&ticket);
        let found: Vec<_> = features.iter().collect();
        let expected = [("android", 1), ("component:android", 1), ("label:ui", 1), ("refund", 3)];
        assert_eq!(found, expected);
        assert_eq!(features.words().collect::<Vec<_>>(), ["android", "refund"]);
        let without = features.without(&HashSet::from(["refund".to_owned()]));
        assert_eq!(without.words().collect::<Vec<_>>(), ["android"]);
    }
}
