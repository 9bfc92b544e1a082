//! The words of a text as a keyword can match them: whole words, their parts, and pairs of letters where a script has no spaces.

use std::ops::Range;

use super::letter::Letter;
use super::text::Text;

impl Text {
    /// The words, folded, each as often as it stands there.
    ///
    /// A word that is cut into parts gives itself and the parts: `MemoryUpdate` is `memoryupdate`, `memory`, `update`. Scripts that
    /// are written without spaces give each pair of neighbours. Single letters and bare numbers say nothing and are left out. Every
    /// word that this gives matches the text again as a keyword.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let folded = self.as_str();
        self.runs()
            .into_iter()
            .flat_map(|run| self.words_of(run))
            .map(|word| &folded[word])
            .filter(|word| is_telling(word))
    }

    /// The stretches without a gap.
    fn runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (start, letter) in self.as_str().char_indices() {
            let end = start + letter.len_utf8();
            // A mark belongs to the letter before: no cut parts the two.
            let is_inside = Letter::of(letter) != Letter::Gap || !self.is_cut(start);
            match runs.last_mut() {
                Some(run) if is_inside && run.end == start => run.end = end,
                _ if is_inside => runs.push(start..end),
                _ => {}
            }
        }
        runs
    }

    /// A stretch as a whole and in its parts.
    fn words_of(&self, run: Range<usize>) -> Vec<Range<usize>> {
        let folded = self.as_str();
        let mut starts: Vec<usize> = run.clone().filter(|at| *at == run.start || self.is_cut(*at)).collect();
        starts.push(run.end);
        let parts: Vec<Range<usize>> = starts.windows(2).map(|ends| ends[0]..ends[1]).collect();
        let runs_on =
            |part: &Range<usize>| folded[part.clone()].chars().next().map(Letter::of) == Some(Letter::Running);
        let pairs = parts.windows(2).filter(|pair| pair.iter().all(runs_on)).map(|pair| pair[0].start..pair[1].end);
        let whole = (parts.len() > 1 && !parts.iter().any(runs_on)).then_some(run);
        let alone = parts.iter().filter(|part| !runs_on(part)).cloned();
        // A stretch may begin with a mark that belongs to what is before it.
        let is_whole = |word: &Range<usize>| self.is_whole(word.start, word.end);
        whole.into_iter().chain(alone).chain(pairs).filter(is_whole).collect()
    }
}

/// Whether a word is more than one letter and more than a number.
fn is_telling(word: &str) -> bool {
    word.chars().nth(1).is_some() && !word.chars().all(|letter| Letter::of(letter) == Letter::Digit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::text::fold_keyword;
    use super::*;

    fn words(text: &str) -> Vec<String> {
        Text::new(&[text]).words().map(str::to_owned).collect()
    }

    #[test]
    fn words_come_whole_and_in_parts() {
        assert_eq!(
            words("The MemoryUpdate of tool_use"),
            ["the", "memoryupdate", "memory", "update", "of", "tool", "use"]
        );
        assert_eq!(words("XMLHttpRequest"), ["xmlhttprequest", "xml", "http", "request"]);
        assert_eq!(words("Straße, CAFÉ"), ["strasse", "café"]);
    }

    #[test]
    fn single_letters_and_numbers_say_nothing() {
        assert_eq!(words("a 3 2024 k8s v2.1 C++"), ["k8s", "v2"]);
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(words("用python写函数"), ["python", "写函", "函数"]);
        assert_eq!(words("決済"), ["決済"]);
    }

    #[test]
    fn a_mark_belongs_to_what_is_before_it() {
        assert!(words("!\u{16ff0}ㇰ").is_empty());
    }

    #[test]
    fn nothing_has_no_words() {
        assert!(words("").is_empty() && words(" \n--\u{301}").is_empty());
    }

    proptest! {
        #[test]
        fn every_word_matches_again_as_a_keyword(text in any::<String>(), mixed in "[a-zA-Z0-9_ßé用写ก\u{301} .]{0,24}") {
            for field in [text, mixed] {
                let text = Text::new(&[&field]);
                for word in text.words() {
                    let folded = fold_keyword(word);
                    // At every place, as the scorer looks: hits may overlap.
                    let starts = text.as_str().char_indices().map(|(start, _)| start);
                    let mut hits = starts.filter(|start| text.as_str()[*start..].starts_with(&folded));
                    prop_assert!(hits.any(|start| text.is_whole(start, start + folded.len())), "{word:?} of {field:?}");
                }
            }
        }
    }
}
