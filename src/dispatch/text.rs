//! Text made ready for keyword search: folded, with the places where words and their parts begin and end.

use unicode_normalization::char::is_combining_mark;

use super::fold::{compose, fold_letters};
use super::letter::{Letter, is_cut};

/// Stands between two fields; no folded keyword holds it, so none reaches from one field into the next.
const FIELD_END: &str = "\n";

/// Folded text and its boundaries.
#[derive(Debug, Default)]
pub(super) struct Text {
    folded: String,
    /// One entry per byte of `folded`: whether a word or a part of one begins or ends before it.
    cuts: Vec<bool>,
}

impl Text {
    /// Folds the fields of a ticket one after the other.
    pub(super) fn new(fields: &[&str]) -> Self {
        let mut text = Self::default();
        for field in fields {
            text.push_field(field);
            text.push(FIELD_END, true);
        }
        text
    }

    /// The folded text.
    pub(super) fn as_str(&self) -> &str {
        &self.folded
    }

    /// Whether a whole word, a whole part of one, or several of them stand between two bytes.
    pub(super) fn is_whole(&self, start: usize, end: usize) -> bool {
        self.is_cut(start) && self.is_cut(end)
    }

    /// Whether a word or a part of one begins or ends before a byte.
    pub(super) fn is_cut(&self, at: usize) -> bool {
        self.cuts.get(at).copied().unwrap_or(at == self.folded.len())
    }

    fn push_field(&mut self, field: &str) {
        self.folded.reserve(field.len() + 1);
        self.cuts.reserve(field.len() + 1);
        // Case tells parts of words apart, so the cuts are found before it goes.
        let composed = compose(field);
        let letters: Vec<Letter> = clusters(&composed).map(|cluster| Letter::of(first(cluster))).collect();
        let mut in_space = false;
        for (index, cluster) in clusters(&composed).enumerate() {
            let is_space = first(cluster).is_whitespace();
            if is_space && !in_space {
                self.push(" ", true);
            } else if !is_space {
                self.push_cluster(cluster, is_cut(&letters, index));
            }
            in_space = is_space;
        }
    }

    fn push_cluster(&mut self, cluster: &str, is_cut: bool) {
        match cluster.as_bytes() {
            [letter] => {
                self.folded.push(char::from(letter.to_ascii_lowercase()));
                self.cuts.push(is_cut);
            }
            _ if is_caseless(cluster) => self.push(cluster, is_cut),
            _ => self.push(&fold_letters(cluster), is_cut),
        }
    }

    fn push(&mut self, folded: &str, is_cut: bool) {
        let start = self.folded.len();
        self.folded.push_str(folded);
        self.cuts.resize(self.folded.len(), false);
        if let Some(cut) = self.cuts.get_mut(start) {
            *cut = is_cut;
        }
    }
}

/// The form in which a keyword is searched for in a [`Text`]; empty for a blank one.
pub(super) fn fold_keyword(keyword: &str) -> String {
    let mut text = Text::default();
    text.push_field(keyword);
    text.folded.trim_matches(' ').to_owned()
}

/// Letters, each with the combining marks that stand on it; white space takes none.
fn clusters(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let letter = rest.chars().next()?;
        let alone = letter.len_utf8();
        let end = if letter.is_whitespace() {
            alone
        } else {
            rest[alone..].find(|next: char| !is_mark(next)).map_or(rest.len(), |marks| alone + marks)
        };
        let (cluster, after) = rest.split_at(end);
        rest = after;
        Some(cluster)
    })
}

fn is_mark(letter: char) -> bool {
    !letter.is_ascii() && is_combining_mark(letter)
}

fn first(cluster: &str) -> char {
    cluster.chars().next().expect("a cluster begins with its letter")
}

/// Whether folding leaves a composed letter as it is.
fn is_caseless(cluster: &str) -> bool {
    let mut letters = cluster.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return false };
    letter.to_lowercase().eq([letter]) && letter.to_uppercase().eq([letter])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn finds(keyword: &str, text: &str) -> bool {
        let text = Text::new(&[text]);
        let keyword = fold_keyword(keyword);
        // `match_indices` gives no overlapping hits, and the keywords of these tests cannot overlap themselves.
        text.as_str().match_indices(&keyword).any(|(start, _)| text.is_whole(start, start + keyword.len()))
    }

    #[test]
    fn a_keyword_is_a_whole_word_or_a_whole_part_of_one() {
        for (keyword, text) in [
            ("memory", "a MemoryUpdate event"),
            ("tool", "tool_use"),
            ("use", "tool_use"),
            ("OAuth2", "the oauth2 flow"),
            ("oauth", "OAUTH2"),
            ("k8s", "on K8s."),
            ("k8s", "k8s"),
            ("🚀", "ship it🚀now"),
            ("❤", "❤\u{fe0f}"),
            ("C++", "in C++, again"),
            (".net", "ASP.NET"),
            ("ＡＰＩ", "the api"),
            ("api", "ＡＰＩ　ｄｏｗｎ"),
            ("api", "all APIs"),
            ("Http", "XMLHttpRequest"),
            ("xml", "XMLHttpRequest"),
            ("xmlhttp", "XMLHttpRequest"),
            ("strasse", "Hauptstraße Straße"),
            ("istanbul", "İstanbul"),
            ("İstanbul", "ISTANBUL"),
            ("istanbul", "I\u{307}stanbul"),
        ] {
            assert!(finds(keyword, text), "{keyword:?} in {text:?}");
        }
    }

    #[test]
    fn a_piece_of_a_word_is_no_keyword() {
        for (keyword, text) in [
            ("SEC", "https://docs.aws.amazon.com/AWSEC2/latest"),
            ("ai", "Jetbrains"),
            ("lti", "multiple"),
            ("native", "knative"),
            ("s", "Straße"),
            ("cafe", "cafe\u{301}"),
            ("cafe", "café"),
            ("q", "q\u{308}"),
            ("net", "network"),
            ("ci", "Circular"),
        ] {
            assert!(!finds(keyword, text), "{keyword:?} in {text:?}");
        }
    }

    #[test]
    fn running_scripts_match_inside_text() {
        for (keyword, text) in [
            ("python", "用python写函数"),
            ("函数", "用python写函数"),
            ("abc", " abc를"),
            ("결제", "결제가 안 됩니다"),
            ("決済", "決済が失敗する"),
            ("データ", "データベース"),
            ("ชำระ", "การชำระเงิน"),
            ("𠮷野", "𠮷野家"),
        ] {
            assert!(finds(keyword, text), "{keyword:?} in {text:?}");
        }
        assert!(!finds("กา", "ก้าว"), "a mark belongs to the letter before");
    }

    #[test]
    fn white_space_in_a_phrase_is_one_space() {
        assert!(finds("pull request", "a Pull\r\n\t request"));
        assert!(finds(" pull\u{a0} request ", "pull request"));
        assert!(!finds("pull request", "pullrequest"));
    }

    #[test]
    fn a_phrase_does_not_reach_over_fields() {
        let text = Text::new(&["a pull", "request"]);
        assert!(!text.as_str().contains(&fold_keyword("pull request")));
    }

    #[test]
    fn blank_keywords_fold_to_nothing() {
        for keyword in ["", " \n\u{3000}", "\u{fe0f}"] {
            assert_eq!(fold_keyword(keyword), "");
        }
    }

    proptest! {
        #[test]
        fn every_text_finds_itself(text in any::<String>()) {
            let keyword = fold_keyword(&text);
            prop_assert!(keyword.is_empty() || finds(&text, &text));
        }

        #[test]
        fn there_is_one_cut_per_byte_and_none_inside_a_letter(fields in prop::collection::vec(any::<String>(), 0..3)) {
            let fields: Vec<_> = fields.iter().map(String::as_str).collect();
            let text = Text::new(&fields);
            prop_assert_eq!(text.cuts.len(), text.folded.len());
            for (at, _) in text.cuts.iter().enumerate().filter(|(_, is_cut)| **is_cut) {
                prop_assert!(text.folded.is_char_boundary(at));
            }
        }
    }
}
