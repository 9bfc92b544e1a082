//! The markup inside a line.

use super::link::{self, Link};
use super::page::{Gap, Page};
use super::phrase::{self, Delimiter};
use super::tag::Tag;

/// Emoticons that look like markup; the others need no care.
const EMOTICONS: [&str; 14] =
    [":-)", ":-(", ":-D", ":-P", ";-)", "(+)", "(-)", "(!)", "(?)", "(*)", "(*r)", "(*g)", "(*b)", "(*y)"];
/// What a backslash takes its meaning from, as Jira's `BackslashEscapeRendererComponent` has it.
const ESCAPABLE: &str = "-#*_+?^~|%{}[]()!@";

/// A piece of a line.
#[derive(Debug)]
pub(super) enum Token<'t> {
    /// Words that are no markup, or no longer.
    Text(&'t str),
    /// Begins or ends a phrase, or neither.
    Delimiter(Delimiter<'t>),
    /// A link with its words.
    Link(Link<'t>),
    /// Stands between two cells.
    Cell,
    /// A line end inside a line.
    Break,
}

/// Adds the words of a line; bars part the cells of a row.
pub(super) fn append_inline(line: &str, is_row: bool, page: &mut Page) {
    let mut tokens = tokens(line, is_row);
    phrase::pair(&mut tokens);
    for token in tokens {
        match token {
            Token::Text(words) => page.push(words),
            Token::Delimiter(delimiter) => page.push(delimiter.shown()),
            Token::Cell => page.part(Gap::Cell),
            Token::Break => page.part(Gap::Line),
            Token::Link(link) => {
                let start = page.len();
                // The words of a link hold no other, so this goes one level deep.
                append_inline(link.words, false, page);
                page.push_target(start, link.target);
            }
        }
    }
}

fn tokens(line: &str, is_row: bool) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < line.len() {
        match token_at(line, at, is_row) {
            None => at += 1,
            Some((token, length)) => {
                if start < at {
                    tokens.push(Token::Text(&line[start..at]));
                }
                tokens.push(token);
                at += length;
                start = at;
            }
        }
    }
    if start < at {
        tokens.push(Token::Text(&line[start..]));
    }
    tokens
}

/// The token that begins at a byte and its length; `None` inside a word.
fn token_at(line: &str, at: usize, is_row: bool) -> Option<(Token<'_>, usize)> {
    let byte = line.as_bytes()[at];
    if !byte.is_ascii_punctuation() {
        return None;
    }
    let (before, rest) = line.split_at(at);
    let before = before.chars().next_back();
    match byte {
        b'\\' => backslash(rest),
        b'{' => match rest.as_bytes().get(1)? {
            b'{' => phrase::monospaced(before, rest),
            letter if letter.is_ascii_alphabetic() => dropped_tag(rest),
            _ => phrase::braced(rest),
        },
        b'[' => link::link(rest),
        b'!' => link::image(before, rest),
        b':' if rest.starts_with("://") => Some(text(rest, link::url_length(rest))),
        b'|' if is_row => Some((Token::Cell, 1)),
        b':' | b';' | b'(' => EMOTICONS.iter().find(|icon| rest.starts_with(**icon)).map(|icon| text(rest, icon.len())),
        _ => phrase::delimiter(before, rest),
    }
}

/// The first bytes of a text as they are.
fn text(rest: &str, length: usize) -> (Token<'_>, usize) {
    (Token::Text(&rest[..length]), length)
}

/// One backslash takes the meaning from what follows. Two break the line, but in a path such as `\\server\share`: Jira's
/// `ForceNewLineRendererComponent`. More of them are words.
fn backslash(rest: &str) -> Option<(Token<'_>, usize)> {
    let after = rest.trim_start_matches('\\');
    let is_in_path = || {
        after
            .find(|letter: char| letter == '\\' || letter.is_whitespace())
            .is_some_and(|end| after[end..].starts_with('\\'))
    };
    match rest.len() - after.len() {
        1 if after.starts_with(|letter| ESCAPABLE.contains(letter)) => Some((Token::Text(&after[..1]), 2)),
        2 if !is_in_path() => Some((Token::Break, 2)),
        length => Some(text(rest, length)),
    }
}

/// Macros that leave nothing but their body; `{color: 'red'}` is code that nobody marked.
fn dropped_tag(rest: &str) -> Option<(Token<'_>, usize)> {
    let tag = Tag::parse(rest).filter(|tag| (tag.is("color") || tag.is("anchor")) && !tag.is_quoted())?;
    Some((Token::Text(""), tag.length))
}

#[cfg(test)]
mod tests {
    use super::super::to_text;

    #[test]
    fn a_backslash_takes_the_meaning_from_markup_only() {
        assert_eq!(to_text(r"\{code} \*a\* \[x|http://y] C:\temp \d+"), r"{code} *a* [x|http://y] C:\temp \d+");
    }

    #[test]
    fn two_backslashes_break_the_line_outside_of_paths() {
        assert_eq!(to_text(r"a\\b \\ c"), "a\nb\nc");
        assert_eq!(to_text(r"\\server\share x\\\y"), r"\\server\share x\\\y");
    }

    #[test]
    fn emoticons_and_entities_stay() {
        let line = "(*) done (*) :-) -x (-) &lt;b&gt; (/) (y) ;-)";
        assert_eq!(to_text(line), line);
    }

    #[test]
    fn addresses_stay_whole() {
        let line = "http://x.org/_foo_/-a-?b=*c* https://y.org/~z~/";
        assert_eq!(to_text(line), line);
        assert_eq!(to_text("*http://x.org/*, _see https://x.org/a_b_"), "http://x.org/, see https://x.org/a_b");
    }
}
