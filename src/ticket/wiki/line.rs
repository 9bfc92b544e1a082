//! What the start of a line makes of it.

use super::inline::append_inline;
use super::page::{Gap, Page};
use super::tag::Tag;

/// Adds a line of prose that is not blank.
pub(super) fn append_line(line: &str, page: &mut Page) {
    let line = line.trim_end();
    let trimmed = line.trim_start();
    page.end_item();
    if is_rule(trimmed) {
        page.part(Gap::Paragraph);
    } else if let Some(tag) = lone_tag(trimmed) {
        page.push(tag.title());
    } else if let Some(words) = heading(trimmed) {
        append_inline(words, false, page);
    } else if let Some(words) = item(trimmed) {
        page.begin_item();
        append_inline(words, false, page);
    } else {
        append_inline(line, trimmed.starts_with('|'), page);
    }
}

/// Four hyphens or more.
fn is_rule(line: &str) -> bool {
    line.len() >= 4 && line.bytes().all(|byte| byte == b'-')
}

/// A macro that has the line to itself. Those around blocks were taken out before.
fn lone_tag(line: &str) -> Option<Tag<'_>> {
    Tag::parse(line).filter(|tag| tag.length == line.len() && !tag.is_quoted())
}

/// The words after `h1. ` … `h6. ` or `bq. `.
fn heading(line: &str) -> Option<&str> {
    let (mark, words) = line.split_once('.')?;
    let is_mark = matches!(mark, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "bq");
    (is_mark && !words.starts_with(|first: char| !first.is_whitespace())).then(|| words.trim_start())
}

/// The words after the bullets of a list, one bullet for each level.
fn item(line: &str) -> Option<&str> {
    let words = line.trim_start_matches(['*', '#', '-']);
    (words.len() < line.len() && words.starts_with(char::is_whitespace)).then(|| words.trim_start())
}

#[cfg(test)]
mod tests {
    use super::super::to_text;

    #[test]
    fn headings_lose_their_mark() {
        assert_eq!(to_text("h2. *Steps*\r\nh7. no\nbq. said\nh1.no\nx h3. y"), "Steps\nh7. no\nsaid\nh1.no\nx h3. y");
    }

    #[test]
    fn items_of_every_level_have_one_bullet() {
        assert_eq!(to_text("* a\n** b\n#* c\n - d\n*e* f\n-1\n#5"), "- a\n- b\n- c\n- d\ne f\n-1\n#5");
    }

    #[test]
    fn a_rule_is_a_blank_line() {
        assert_eq!(to_text("a\n----\nb\n---\nc"), "a\n\nb\n---\nc");
    }

    #[test]
    fn cells_never_run_together() {
        assert_eq!(
            to_text("||Name|| ||Value||\r\n|a|[b|http://c.d]|\r\n|{{e|f}}||!g.png|thumbnail!|"),
            "Name | Value\na | b <http://c.d>\ne|f | g.png"
        );
        assert_eq!(to_text("|*a|b*|_c_|"), "*a | b* | c");
        assert_eq!(to_text("a|b"), "a|b");
    }
}
