//! Phrases: `*bold*`, `_italic_`, `??cited??`, `{{monospaced}}` and the like.
//!
//! The rules are those of Jira's `PhraseRendererComponent`: neither mark of a phrase may touch a letter or digit outside,
//! nor white space inside; a phrase stays on its line and holds no mark of its own kind. `{*}` may stand inside a word.

use super::inline::Token;

/// The marks that begin and end a phrase.
const MARKS: [&str; 7] = ["*", "_", "-", "+", "^", "~", "??"];

/// A mark in a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Delimiter<'t> {
    /// Which of [`MARKS`].
    kind: usize,
    written: &'t str,
    opens: bool,
    closes: bool,
    is_paired: bool,
}

impl<'t> Delimiter<'t> {
    /// The mark, or nothing where it is one of a pair.
    pub(super) fn shown(&self) -> &'t str {
        if self.is_paired { "" } else { self.written }
    }
}

/// The mark at the start of `rest`. One of a row of the same letter is no mark: `--flag`, `2**3`.
pub(super) fn delimiter(before: Option<char>, rest: &str) -> Option<(Token<'_>, usize)> {
    let kind = MARKS.iter().position(|mark| rest.starts_with(*mark))?;
    let mark = MARKS[kind];
    let after = rest.trim_start_matches(|letter| mark.starts_with(letter));
    let written = &rest[..rest.len() - after.len()];
    let after = after.chars().next();
    let is_alone = written.len() == mark.len();
    let delimiter = Delimiter {
        kind,
        written,
        opens: is_alone && !is_word(before) && after.is_some_and(|letter| !letter.is_whitespace()),
        closes: is_alone && !is_word(after) && before.is_some_and(|letter| !letter.is_whitespace()),
        is_paired: false,
    };
    Some((Token::Delimiter(delimiter), written.len()))
}

/// A mark in braces, such as `{*}`, which may touch letters.
pub(super) fn braced(rest: &str) -> Option<(Token<'_>, usize)> {
    let inside = rest.strip_prefix('{')?;
    let kind = MARKS.iter().position(|mark| inside.strip_prefix(mark).is_some_and(|rest| rest.starts_with('}')))?;
    let written = &rest[..MARKS[kind].len() + 2];
    let delimiter = Delimiter { kind, written, opens: true, closes: true, is_paired: false };
    Some((Token::Delimiter(delimiter), written.len()))
}

/// The words of `{{…}}`, in which nothing else is markup.
pub(super) fn monospaced(before: Option<char>, rest: &str) -> Option<(Token<'_>, usize)> {
    let inside = rest.strip_prefix("{{")?;
    // Stopping at the next opening keeps a row of them from being searched again and again.
    let is_mark = |pair: &[u8]| pair == b"{{" || pair == b"}}";
    let end = inside.as_bytes().windows(2).position(is_mark).filter(|end| inside[*end..].starts_with('}'))?;
    let words = &inside[..end];
    let fits =
        !is_word(before) && !words.is_empty() && words.trim() == words && !is_word(inside[end + 2..].chars().next());
    fits.then_some((Token::Text(words), end + 4))
}

/// Finds which marks make pairs: each one with the next of its kind, in the same cell.
pub(super) fn pair(tokens: &mut [Token<'_>]) {
    let mut open: [Option<usize>; MARKS.len()] = [None; MARKS.len()];
    for index in 0..tokens.len() {
        let (before, rest) = tokens.split_at_mut(index);
        match rest.first_mut() {
            Some(Token::Cell) => open = [None; MARKS.len()],
            Some(Token::Delimiter(end)) => {
                let start = open[end.kind].take().and_then(|start| before.get_mut(start));
                match start {
                    Some(Token::Delimiter(start)) if end.closes => {
                        start.is_paired = true;
                        end.is_paired = true;
                    }
                    _ => open[end.kind] = end.opens.then_some(index),
                }
            }
            _ => {}
        }
    }
}

fn is_word(letter: Option<char>) -> bool {
    letter.is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::super::to_text;

    #[test]
    fn phrases_lose_their_marks() {
        assert_eq!(to_text("*b* _i_ -s- +u+ ^p^ ~q~ ??c?? {{m_n}}."), "b i s u p q c m_n.");
        assert_eq!(to_text("*_both_* (_a_), \"*b*\""), "both (a), \"b\"");
        assert_eq!(to_text("wo{*}r{*}d and {_}x_"), "word and x");
    }

    #[test]
    fn words_with_marks_inside_stay() {
        let line =
            "snake_case_word 2*3*4 a-b-c x^2^ C++ --flag -v __init__ 2**3 a_b c_d what??? - x - * _ ~/.a ~/.b -5 -6";
        assert_eq!(to_text(line), line);
        for line in ["_foo_bar", "_foo_bar_", "*.rs *.toml", "* a*b *", "-a -b c -", "{*}", "a ${*}", "*a", "b*"] {
            assert_eq!(to_text(line).trim_start_matches("- "), line.trim_start_matches("* "), "{line:?}");
        }
    }

    #[test]
    fn monospaced_words_hold_no_markup() {
        assert_eq!(to_text("{{*a* [b|http://c]}}"), "*a* [b|http://c]");
        for line in ["{{ name }}", "x{{y}}z", "{{}}", "{{a", "{{a {{b"] {
            assert_eq!(to_text(line), line);
        }
    }

    #[test]
    fn letters_of_every_script_are_words() {
        assert_eq!(to_text("日本*語*です 🚀*x*🚀"), "日本*語*です 🚀x🚀");
    }
}
