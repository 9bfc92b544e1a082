//! Atlassian Document Format to plain text.
//!
//! The format is the tree of nodes that Jira Cloud's REST API v3 gives for a description:
//! <https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/>. It grows all the time, so a node of a
//! type that is not known here counts by what it contains.

use jiff::Timestamp;
use serde_json::Value;

use super::wiki::page::{Gap, Page};

/// How deep nodes are followed; what lies deeper is left out. Text that `serde_json` parsed never gets there: it allows 127
/// levels of JSON, and a node takes two. The same limit lets the value be dropped, which takes a call for each level.
const MAX_DEPTH: usize = 256;

/// The words of a document in reading order.
///
/// - Blocks and cells stand on lines of their own, items of lists behind a hyphen, code word for word between fences.
/// - A link keeps its words and, in angle brackets, its target where the words do not say it.
/// - A date is shown as ISO 8601 has it, in UTC as Jira stores it; an emoji by its name and its picture.
///
/// Any value is accepted: where a part is not as the format has it, that part is empty.
pub fn to_text(document: &Value) -> String {
    let mut page = Page::default();
    append_node(document, 0, &mut page);
    page.finish()
}

fn append_node(node: &Value, depth: usize, page: &mut Page) {
    if depth > MAX_DEPTH {
        return;
    }
    match text_of(node, "type") {
        "text" => page.push(text_of(node, "text")),
        "codeBlock" => append_code(node, page),
        "listItem" | "taskItem" | "blockTaskItem" | "decisionItem" => {
            page.begin_item();
            append_content(node, depth, page);
            page.end_item();
        }
        kind => {
            let (gap, shown) = shown_attributes(kind);
            page.part(gap);
            for name in shown {
                page.push(attribute(node, name));
                page.part(gap);
            }
            if kind.ends_with("Card") {
                page.push(card_data(node));
                page.part(gap);
            }
            if kind == "date" {
                page.push(&date(node).unwrap_or_default());
            }
            append_content(node, depth, page);
            page.part(gap);
        }
    }
}

/// What parts a node from its neighbours, and which of its attributes a reader sees as words.
fn shown_attributes(kind: &str) -> (Gap, &'static [&'static str]) {
    match kind {
        "mention" | "status" | "placeholder" | "inlineExtension" => (Gap::Word, &["text"]),
        "emoji" => (Gap::Word, &["shortName", "text"]),
        "inlineCard" => (Gap::Word, &["url"]),
        "mediaInline" => (Gap::Word, &["alt"]),
        "date" => (Gap::Word, &[]),
        "extension" => (Gap::Line, &["text"]),
        "blockCard" | "embedCard" => (Gap::Line, &["url"]),
        "media" | "image" => (Gap::Line, &["alt"]),
        "expand" | "nestedExpand" => (Gap::Line, &["title"]),
        _ => (Gap::Line, &[]),
    }
}

/// Adds the children of a node. A link's target comes after the last of the texts that the link is made of.
fn append_content(node: &Value, depth: usize, page: &mut Page) {
    let mut open: Option<(&str, usize)> = None;
    for child in children(node) {
        let target = link_target(child);
        if let Some((before, start)) = open.filter(|(before, _)| Some(*before) != target) {
            page.push_target(start, before);
            open = None;
        }
        if let (Some(target), None) = (target, open) {
            open = Some((target, page.len()));
        }
        append_node(child, depth + 1, page);
    }
    if let Some((target, start)) = open {
        page.push_target(start, target);
    }
}

/// Where a text leads to when it is clicked.
fn link_target(node: &Value) -> Option<&str> {
    let marks = node.get("marks")?.as_array()?;
    marks.iter().find(|mark| text_of(mark, "type") == "link").map(|mark| attribute(mark, "href"))
}

fn append_code(node: &Value, page: &mut Page) {
    let code: String = children(node).map(|child| text_of(child, "text")).collect();
    page.push_code(attribute(node, "language"), &code);
}

/// The day of a date node: `attrs.timestamp` is milliseconds since 1970, as text.
fn date(node: &Value) -> Option<String> {
    let found = node.get("attrs")?.get("timestamp")?;
    let milliseconds = found.as_i64().or_else(|| found.as_str()?.trim().parse().ok())?;
    Some(Timestamp::from_millisecond(milliseconds).ok()?.strftime("%F").to_string())
}

fn children(node: &Value) -> impl Iterator<Item = &Value> {
    node.get("content").and_then(Value::as_array).into_iter().flatten()
}

fn attribute<'n>(node: &'n Value, name: &str) -> &'n str {
    node.get("attrs").map_or("", |attributes| text_of(attributes, name))
}

/// The address of a card that carries what it shows (JSON-LD) in place of `url`.
fn card_data(node: &Value) -> &str {
    node.get("attrs").and_then(|attributes| attributes.get("data")).map_or("", |data| text_of(data, "url"))
}

fn text_of<'n>(value: &'n Value, name: &str) -> &'n str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// The types of node of `@atlaskit/adf-schema`, and some that came and went.
    #[rustfmt::skip]
    const KINDS: &[&str] = &[
        "doc", "text", "paragraph", "heading", "bulletList", "orderedList", "listItem", "taskList", "taskItem",
        "blockTaskItem", "decisionList", "decisionItem", "blockquote", "panel", "expand", "nestedExpand", "table", "tableRow",
        "tableHeader", "tableCell", "rule", "mediaSingle", "mediaGroup", "media", "mediaInline", "caption", "codeBlock",
        "layoutSection", "layoutColumn", "extension", "inlineExtension", "bodiedExtension", "multiBodiedExtension",
        "extensionFrame", "syncBlock", "bodiedSyncBlock", "blockCard", "inlineCard", "embedCard", "emoji", "mention", "date",
        "status", "placeholder", "hardBreak", "image", "applicationCard", "unsupportedBlock", "?",
    ];

    fn doc(content: Value) -> String {
        to_text(&json!({"type": "doc", "version": 1, "content": content}))
    }

    fn words(text: &str) -> Value {
        json!({"type": "paragraph", "content": [{"type": "text", "text": text}]})
    }

    #[test]
    fn blocks_stand_on_lines_of_their_own() {
        let cell = |text: &str| json!({"type": "tableCell", "content": [words(text)]});
        let text = doc(json!([
            {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Steps"}]},
            {"type": "bulletList", "content": [
                {"type": "listItem", "content": [words("one"), {"type": "bulletList", "content": [
                    {"type": "listItem", "content": [words("one and a half"), words("more")]}, {"type": "listItem"},
                ]}]},
                {"type": "listItem", "content": [words("two")]},
            ]},
            {"type": "rule"},
            {"type": "taskList", "content": [{"type": "taskItem", "content": [{"type": "text", "text": "task"}]}]},
            {"type": "table", "content": [{"type": "tableRow", "content": [cell("left"), cell("right")]}]},
        ]));
        assert_eq!(text, "Steps\n- one\n- one and a half\nmore\n- two\n- task\nleft\nright");
    }

    #[test]
    fn code_is_word_for_word_between_fences() {
        let code = |attributes: Value, code: &str| json!({"type": "codeBlock", "attrs": attributes, "content": [{"type": "text", "text": code}]});
        let (rust, empty) = (json!({"language": "rust"}), json!({"type": "codeBlock", "content": null}));
        let text =
            doc(json!([code(rust, "\n  fn main() {\n  }\n"), code(Value::Null, "a"), empty, code(json!([]), "b")]));
        assert_eq!(text, "```rust\n  fn main() {\n  }\n```\n```\na\n```\n```\nb\n```");
    }

    #[test]
    fn a_word_in_two_styles_stays_one_word() {
        let strong = json!({"type": "text", "text": "re", "marks": [{"type": "strong"}]});
        let text = doc(json!([strong, {"type": "text", "text": "fund"}, {"type": "hardBreak"}, words("next")]));
        assert_eq!(text, "refund\nnext");
    }

    #[test]
    fn a_link_tells_its_target_once() {
        let link = |text: &str, target: &str| json!({"type": "text", "text": text, "marks": [{"type": "em"}, {"type": "link", "attrs": {"href": target}}]});
        let text = doc(json!([{"type": "paragraph", "content": [
            {"type": "text", "text": "see "}, link("the do", "https://a.org"), link("cs", "https://a.org"),
            link("more", "https://b.org"), {"type": "text", "text": ", "}, link("https://c.org", "https://c.org"),
            {"type": "text", "text": " "}, link("a@d.org", "mailto:a@d.org"),
            {"type": "text", "text": "!", "marks": [null, {"type": "link", "attrs": null}]},
        ]}]));
        assert_eq!(text, "see the docs <https://a.org>more <https://b.org>, https://c.org a@d.org!");
    }

    #[test]
    fn what_a_reader_sees_of_other_nodes_is_kept_apart() {
        let text = doc(json!([
            {"type": "paragraph", "content": [
                {"type": "text", "text": "ask"},
                {"type": "mention", "attrs": {"id": "1", "text": "@Ada"}},
                {"type": "status", "attrs": {"text": "BLOCKED", "color": "red"}},
                {"type": "emoji", "attrs": {"shortName": ":rocket:", "text": "🚀"}},
                {"type": "inlineCard", "attrs": {"url": "https://example.org/a"}},
                {"type": "date", "attrs": {"timestamp": "1700000000000"}},
                {"type": "text", "text": "now"},
                {"type": "inlineExtension", "attrs": {"text": "macro"}},
            ]},
            {"type": "blockCard", "attrs": {"url": "https://example.org/b"}},
            {"type": "mediaSingle", "content": [
                {"type": "media", "attrs": {"alt": "a chart", "id": "x"}},
                {"type": "caption", "content": [{"type": "text", "text": "of sums"}]},
            ]},
            {"type": "expand", "attrs": {"title": "More"}, "content": [words("inside")]},
        ]));
        let inline = "ask @Ada BLOCKED :rocket: 🚀 https://example.org/a 2023-11-14 now macro";
        assert_eq!(text, format!("{inline}\nhttps://example.org/b\na chart\nof sums\nMore\ninside"));
    }

    #[test]
    fn a_date_that_is_none_is_empty() {
        let date = |timestamp: Value| doc(json!([{"type": "date", "attrs": {"timestamp": timestamp}}]));
        let none = [json!("x"), json!("99999999999999999"), json!(null), json!(""), json!("9223372036854775808")];
        assert_eq!(none.map(date).concat(), "");
        assert_eq!(date(json!(-1)), "1969-12-31");
    }

    #[test]
    fn a_node_of_any_type_counts_by_its_content() {
        for kind in around() {
            let inside = json!({"type": kind, "attrs": null, "content": [{"type": "text", "text": "inside"}]});
            let text = doc(json!([words("before"), inside, {"type": "text", "text": "after"}]));
            assert_eq!(text.replace("- ", "").replace(' ', "\n"), "before\ninside\nafter", "{kind}");
            assert_eq!(doc(json!([{"type": kind, "content": null}])), "", "{kind}");
        }
    }

    #[test]
    fn nulls_and_wrong_types_are_empty() {
        let text = doc(json!([
            null, 1, "x", [], {"type": "mediaInline", "attrs": {"id": "x", "collection": ""}},
            {"type": "paragraph", "content": null}, {"type": null, "content": {}}, {"type": "text", "text": null},
        ]));
        assert_eq!(text + &to_text(&Value::Null), "");
    }

    #[test]
    fn deep_nesting_ends_instead_of_overflowing() {
        let nested = (0..1_000).fold(json!({"type": "text", "text": "deep"}), |inner, _| {
            Value::Object([("content".to_owned(), Value::Array(vec![inner]))].into_iter().collect())
        });
        assert_eq!(to_text(&nested), "");
        let parsed = format!("{}{}{}", r#"{"content":["#.repeat(61), words("deep"), "]}".repeat(61));
        assert_eq!(to_text(&serde_json::from_str(&parsed).unwrap()), "deep", "as deep as text of JSON may be");
    }

    /// The types of node around others.
    fn around() -> Vec<&'static str> {
        KINDS.iter().copied().filter(|kind| !["text", "codeBlock"].contains(kind)).collect()
    }

    proptest! {
        #[test]
        fn no_document_panics(document in arbitrary_node()) {
            prop_assert!(!to_text(&document).ends_with(char::is_whitespace));
        }

        #[test]
        fn words_of_two_blocks_never_run_together(
            words in prop::collection::vec("[a-zäß漢]{1,6}", 0..8),
            kinds in prop::collection::vec(prop::sample::select(around()), 1..6),
        ) {
            let block = |(index, word): (usize, &String)| {
                let text = json!({"type": "text", "text": word});
                let kinds = kinds.iter().cycle().skip(index).take(1 + index % 4);
                kinds.fold(text, |inner, kind| json!({"type": kind, "content": [inner]}))
            };
            let text = doc(words.iter().enumerate().map(block).collect());
            let found: Vec<_> = text.split_whitespace().filter(|word| *word != "-").collect();
            prop_assert_eq!(found, words);
        }
    }

    fn arbitrary_node() -> impl Strategy<Value = Value> {
        let kind = prop::sample::select(KINDS);
        let leaf = prop_oneof![
            prop::option::of(any::<String>()).prop_map(Value::from),
            (kind.clone(), any::<String>(), any::<i64>()).prop_map(|(kind, text, timestamp)| json!({
                "type": kind, "text": text, "marks": [{"type": "link", "attrs": {"href": text}}],
                "attrs": {"text": text, "alt": 1, "language": text, "timestamp": timestamp},
            })),
        ];
        leaf.prop_recursive(12, 128, 6, move |inner| {
            (kind.clone(), prop::collection::vec(inner, 0..6))
                .prop_map(|(kind, content)| json!({"type": kind, "attrs": null, "content": content}))
        })
    }
}
