//! What the model looks at: words of the text, components, labels, the Jira project.

use std::collections::BTreeMap;

use super::clean::{clean, is_learnable};
use crate::dispatch::fold::fold_name;
use crate::dispatch::text::Text;
use crate::ticket::Ticket;

/// The features of a ticket, each with how often it is there.
///
/// A word is itself; the others are written `component:android`, `label:billing` and `jira project:pay`, which no word can be
/// taken for, because a colon ends a word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    counts: BTreeMap<String, u32>,
}

impl Features {
    /// The features of a ticket; people, secrets, keys and addresses are not among its words.
    pub fn of(ticket: &Ticket) -> Self {
        let mut features = Self::of_text(&[&ticket.summary, &ticket.description]);
        let project = ticket.project.iter();
        let named = [("component", &ticket.components), ("label", &ticket.labels)];
        let named = named.into_iter().flat_map(|(kind, names)| names.iter().map(move |name| (kind, name)));
        for (kind, name) in named.chain(project.map(|key| ("jira project", key))) {
            let name = fold_name(name);
            if !name.is_empty() {
                features.counts.insert(format!("{kind}:{name}"), 1);
            }
        }
        features
    }

    /// The words of a text.
    pub(super) fn of_text(fields: &[&str]) -> Self {
        let cleaned: Vec<String> = fields.iter().map(|field| clean(field)).collect();
        let text = Text::new(&cleaned.iter().map(String::as_str).collect::<Vec<_>>());
        let mut features = Self::default();
        for word in text.words().filter(|word| is_learnable(word)) {
            match features.counts.get_mut(word) {
                Some(count) => *count += 1,
                None => drop(features.counts.insert(word.to_owned(), 1)),
            }
        }
        features
    }

    /// The features in the order of their letters, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.counts.iter().map(|(feature, count)| (feature.as_str(), *count))
    }

    /// The words alone, without components, labels and Jira project.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(feature, _)| feature).filter(|feature| !feature.contains(':'))
    }
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
        let expected =
            [("android", 1), ("component:android", 1), ("jira project:pay", 1), ("label:ui", 1), ("refund", 3)];
        assert_eq!(found, expected);
        assert_eq!(features.words().collect::<Vec<_>>(), ["android", "refund"]);
    }
}
