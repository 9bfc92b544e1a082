//! Where the front matter of a file begins and ends.

/// The front matter of a text and what follows it, as byte places in the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fence {
    /// Where the front matter begins: after the line break behind the first `---`, and after blank lines that follow.
    pub(super) start: usize,
    /// Where it ends: before the next `---`, wherever on a line that stands.
    pub(super) end: usize,
    /// Where the text behind the second `---` begins, blanks and blank lines left out.
    pub(super) body: usize,
}

const MARK: &str = "---";

/// Finds the front matter; none where the text does not begin with `---` alone on its line, or no second `---` follows.
///
/// The client takes the first `---` behind the opening line for the end, also in the middle of a line or inside a block, and
/// does not know `...`.
pub(super) fn find(text: &str) -> Option<Fence> {
    let rest = text.strip_prefix(MARK)?;
    let blanks = &rest[..rest.len() - after_blanks(rest).len()];
    let start = MARK.len() + blanks.rfind('\n')? + 1;
    let end = start + text[start..].find(MARK)?;
    let body = text.len() - after_blanks(&text[end + MARK.len()..]).len();
    Some(Fence { start, end, body })
}

/// A text without the blanks and line breaks that it begins with.
pub(super) fn after_blanks(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// Whether a character is white space to the client: to JavaScript, that is, which counts the byte order mark and not U+0085.
pub(in crate::client) fn is_blank(character: char) -> bool {
    (character.is_whitespace() && character != '\u{85}') || character == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(text: &str) -> Option<(&str, &str)> {
        find(text).map(|fence| (&text[fence.start..fence.end], &text[fence.body..]))
    }

    #[test]
    fn blanks_around_the_fences_do_no_harm() {
        assert_eq!(inner("---\na: b\n---\n\n# Title\n"), Some(("a: b\n", "# Title\n")));
        assert_eq!(inner("--- \t\r\n\r\n a: b\r\n---\t\r\ntext"), Some((" a: b\r\n", "text")));
        assert_eq!(inner("---\u{a0}\n---"), Some(("", "")));
    }

    #[test]
    fn the_next_three_dashes_end_it_wherever_they_stand() {
        assert_eq!(inner("---\na: one --- two\nb: c\n---\n"), Some(("a: one ", "two\nb: c\n---\n")));
        assert_eq!(inner("---\na: |\n  one\n  ---\n  two\n---\n"), Some(("a: |\n  one\n  ", "two\n---\n")));
        assert_eq!(inner("---\na: b\n-----\nc"), Some(("a: b\n", "--\nc")));
    }

    #[test]
    fn anything_else_is_no_front_matter() {
        for text in [
            "",
            "---",
            "---\n",
            "---\na: b\n",
            " ---\na\n---\n",
            "--- # x\na\n---\n",
            "----\na\n----\n",
            "+++\na\n+++\n",
        ] {
            assert_eq!(inner(text), None, "{text:?}");
        }
        assert_eq!(inner("---\ra: b\r---\r"), None, "a carriage return alone breaks no line");
    }
}
