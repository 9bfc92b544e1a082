//! Blocks: code apart from prose, and the edges of quotes and panels.

use super::tag::Tag;

/// Macros whose body Jira shows as it is written.
const VERBATIM: [&str; 2] = ["code", "noformat"];
/// Macros around blocks of prose that come with Jira.
const EDGES: [&str; 3] = ["quote", "panel", "html"];

/// A part of a description.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block<'t> {
    /// Lines with inline markup.
    Prose(&'t str),
    /// Where a quote or panel begins or ends.
    Edge { title: &'t str },
    /// Text in which nothing is markup.
    Code { language: &'t str, title: &'t str, code: &'t str },
}

/// The blocks of a description in order.
pub(super) fn blocks(markup: &str) -> impl Iterator<Item = Block<'_>> {
    let mut rest = markup;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (block, after) = split_block(rest);
        rest = after;
        Some(block)
    })
}

fn split_block(text: &str) -> (Block<'_>, &str) {
    let (prose, rest) = text.split_at(find_block_tag(text));
    match Tag::parse(rest) {
        Some(tag) if prose.is_empty() => {
            let rest = &rest[tag.length..];
            if EDGES.iter().any(|name| tag.is(name)) {
                (Block::Edge { title: tag.title() }, rest)
            } else {
                split_code(tag, rest)
            }
        }
        _ => (Block::Prose(prose), rest),
    }
}

fn split_code<'t>(tag: Tag<'t>, text: &'t str) -> (Block<'t>, &'t str) {
    let is_end =
        |at: &usize| Tag::parse(&text[*at..]).is_some_and(|end| end.is(tag.name) && end.length == tag.name.len() + 2);
    let end = text.match_indices('{').map(|(at, _)| at).find(is_end);
    let (code, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = rest.get(tag.name.len() + 2..).unwrap_or_default();
    let language = if tag.is("code") { tag.language() } else { "" };
    (Block::Code { language, title: tag.title(), code }, rest)
}

/// Where the first tag of a block stands, or the end of the text. An escaped one is none, nor is one in `{{…}}`.
fn find_block_tag(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += match (byte, bytes.get(at + 1)) {
            (b'{', Some(b'{')) | (b'\\', Some(b'\\' | b'{')) => 2,
            (b'{', _) if is_block_tag(&text[at..]) => return at,
            _ => 1,
        };
    }
    text.len()
}

fn is_block_tag(text: &str) -> bool {
    Tag::parse(text).is_some_and(|tag| VERBATIM.iter().chain(&EDGES).any(|name| tag.is(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escaped_or_monospaced_tag_opens_no_block() {
        for prose in ["a \\{code} b", "{{code}} b", "{codes} {quotes}"] {
            assert_eq!(blocks(prose).collect::<Vec<_>>(), [Block::Prose(prose)]);
        }
    }

    #[test]
    fn a_forced_line_break_before_a_block_escapes_nothing() {
        let found: Vec<_> = blocks("a\\\\{quote}b").collect();
        assert_eq!(found, [Block::Prose("a\\\\"), Block::Edge { title: "" }, Block::Prose("b")]);
    }

    #[test]
    fn only_a_bare_tag_ends_code() {
        let found: Vec<_> = blocks("{code:js}a{code:js}b{noformat}{code}c").collect();
        let code = Block::Code { language: "js", title: "", code: "a{code:js}b{noformat}" };
        assert_eq!(found, [code, Block::Prose("c")]);
    }
}
