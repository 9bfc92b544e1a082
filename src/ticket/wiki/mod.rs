//! Jira's wiki markup to plain text.
//!
//! The markup is what the REST API v2 of Data Center gives for a description:
//! <https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all>. It is read in three passes, each over what
//! the one before found and each in linear time: blocks, lines, and the inline markup of a line. Whatever is not quite
//! markup stays as it was written.

mod block;
mod inline;
mod line;
mod link;
pub(super) mod page;
mod phrase;
mod tag;

#[cfg(test)]
mod laws;

use block::Block;
use page::{Gap, Page};

/// The words of a description in reading order.
///
/// - Code and preformatted text stand word for word between fences, with the language where it is given.
/// - Headings, lists, quotes, panels and rows stand on lines of their own; a bar stands between the cells of a row.
/// - A link keeps its words and, in angle brackets, its target; a picture and an attachment keep their name.
/// - A person's name is left out and `@` stands for it: the markup holds a login, which says nothing to a reader.
/// - A macro that Jira does not come with is left out where it stands alone on its line, but for its title. Elsewhere it
///   stays: `/users/{id}` is no macro.
pub fn to_text(markup: &str) -> String {
    let mut page = Page::default();
    for block in block::blocks(markup) {
        match block {
            Block::Prose(prose) => append_prose(prose, &mut page),
            Block::Edge { title } => {
                page.end_item();
                page.push(title);
                page.part(Gap::Line);
            }
            Block::Code { language, title, code } => {
                page.end_item();
                page.push(title);
                page.push_code(language, code);
            }
        }
    }
    page.finish()
}

fn append_prose(prose: &str, page: &mut Page) {
    let mut lines = prose.split('\n').peekable();
    let mut is_first = true;
    while let Some(line) = lines.next() {
        // What stands before the first line end and after the last is no line of its own.
        let is_inside = !is_first && lines.peek().is_some();
        if line.trim().is_empty() {
            page.part(if is_inside { Gap::Paragraph } else { Gap::Line });
        } else {
            line::append_line(line, page);
        }
        is_first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::to_text;

    #[test]
    fn code_is_word_for_word_between_fences() {
        let markup = "See:\r\n{code:java|title=Foo.java|borderStyle=solid}\r\n  if (a[0]) { *b*; }\r\n\r\n  h1. x\r\n{code}\r\nand";
        assert_eq!(to_text(markup), "See:\nFoo.java\n```java\n  if (a[0]) { *b*; }\n\n  h1. x\n```\nand");
        assert_eq!(to_text("{noformat}\n|a|{code}b{code}\n{noformat}"), "```\n|a|{code}b{code}\n```");
        assert_eq!(to_text("a {code}x{code} b {Code:title=t.c|c}y{CODE}"), "a\n```\nx\n```\nb\nt.c\n```c\ny\n```");
        assert_eq!(to_text("{code}{code}a"), "a");
    }

    #[test]
    fn a_block_without_an_end_runs_to_the_end() {
        assert_eq!(to_text("a\n{code:sql}\nselect *\n{quote}"), "a\n```sql\nselect *\n{quote}\n```");
        assert_eq!(to_text("{quote}a\n{panel:title=b"), "a\n{panel:title=b");
        assert_eq!(to_text("{code"), "{code");
        assert_eq!(to_text("a {noformat}"), "a");
    }

    #[test]
    fn quotes_and_panels_stand_on_lines_of_their_own() {
        assert_eq!(to_text("a{quote}b{quote}c"), "a\nb\nc");
        assert_eq!(to_text("{panel:title=Known *so far*|bgColor=#eee}\r\n* x\r\n{panel}y"), "Known *so far*\n- x\ny");
        assert_eq!(to_text("{quote}* a{quote}"), "- a");
    }

    #[test]
    fn colours_and_anchors_leave_their_words() {
        assert_eq!(to_text("{color:red}*stop*{color} {anchor:top}here{color:#fff}!{color}"), "stop here!");
    }

    #[test]
    fn other_macros_go_only_where_they_stand_alone() {
        assert_eq!(to_text("{info:title=Read me|icon=false}\ntext\n{info}\n  {toc}  "), "Read me\ntext");
        assert_eq!(
            to_text("GET /users/{id}/posts with {title:'Apples'}"),
            "GET /users/{id}/posts with {title:'Apples'}"
        );
        for line in ["{title:'Apples'}", "row({color: \"red\"})"] {
            assert_eq!(to_text(line), line);
        }
    }

    #[test]
    fn blank_lines_become_one() {
        assert_eq!(to_text("\r\n a\r\n\r\n \r\n\r\nb\r\n"), "a\n\nb");
    }

    #[test]
    fn megabytes_of_openings_end() {
        // Were any of it searched to its end for each opening, this would take an hour.
        let openings =
            ["{", "[", "|", "*", "|*a", "{{a", "!a", "_a ", "[a|", "{code", "{quote:", "a\n", "://", "??a", "{{"];
        for opening in openings {
            let markup = opening.repeat(1_100_000 / opening.len());
            assert!(to_text(&markup).len() <= 2 * markup.len());
        }
    }
}
