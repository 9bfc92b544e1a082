//! Atlassian Document Format to plain text.
//!
//! The format is the tree of nodes that Jira Cloud's REST API v3 gives for a description:
//! <https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/>. It grows all the time, so a node of a
//! type that is not known here counts by what it contains.

use serde_json::Value;

/// How deep nodes are followed; what lies deeper is left out. Text that `serde_json` parsed never gets there: it allows 127
/// levels of JSON, and a node takes two.
const MAX_DEPTH: usize = 256;

/// The words of a document in reading order, blocks on lines of their own.
///
/// Any value is accepted: where a part is not as the format has it, that part is empty.
pub fn to_text(document: &Value) -> String {
    let mut text = String::new();
    append_node(document, 0, &mut text);
    text.truncate(text.trim_end().len());
    text
}

fn append_node(node: &Value, depth: usize, text: &mut String) {
    if depth > MAX_DEPTH {
        return;
    }
    let kind = node.get("type").and_then(Value::as_str).unwrap_or_default();
    if kind == "text" {
        text.push_str(node.get("text").and_then(Value::as_str).unwrap_or_default());
        return;
    }
    let shown = shown_attributes(kind);
    let gap = if shown.is_empty() { '\n' } else { ' ' };
    separate(gap, text);
    for value in shown.iter().filter_map(|name| node.get("attrs")?.get(name)?.as_str()) {
        text.push_str(value);
        separate(gap, text);
    }
    for child in node.get("content").and_then(Value::as_array).into_iter().flatten() {
        append_node(child, depth + 1, text);
    }
    separate(gap, text);
}

/// The attributes of a node that a reader sees as words.
fn shown_attributes(kind: &str) -> &'static [&'static str] {
    match kind {
        "mention" | "status" | "placeholder" => &["text"],
        "emoji" => &["shortName", "text"],
        "inlineCard" | "blockCard" | "embedCard" => &["url"],
        "media" | "mediaInline" => &["alt"],
        "expand" | "nestedExpand" => &["title"],
        _ => &[],
    }
}

/// Keeps the word before from running into the one after.
fn separate(gap: char, text: &mut String) {
    if text.ends_with(|last: char| !last.is_whitespace()) {
        text.push(gap);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn doc(content: Value) -> String {
        to_text(&json!({"type": "doc", "version": 1, "content": content}))
    }

    #[test]
    fn blocks_stand_on_lines_of_their_own() {
        let words = |text: &str| json!({"type": "paragraph", "content": [{"type": "text", "text": text}]});
        let cell = |text: &str| json!({"type": "tableCell", "content": [words(text)]});
        let text = doc(json!([
            {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Steps"}]},
            {"type": "bulletList", "content": [
                {"type": "listItem", "content": [words("one")]},
                {"type": "listItem", "content": [words("two")]},
            ]},
            {"type": "table", "content": [{"type": "tableRow", "content": [cell("left"), cell("right")]}]},
            {"type": "codeBlock", "attrs": {"language": "rust"}, "content": [{"type": "text", "text": "fn main() {}"}]},
        ]));
        assert_eq!(text, "Steps\none\ntwo\nleft\nright\nfn main() {}");
    }

    #[test]
    fn a_word_in_two_styles_stays_one_word() {
        let text = doc(json!([{"type": "paragraph", "content": [
            {"type": "text", "text": "re", "marks": [{"type": "strong"}]}, {"type": "text", "text": "fund"},
            {"type": "hardBreak"}, {"type": "text", "text": "next"},
        ]}]));
        assert_eq!(text, "refund\nnext");
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
                {"type": "text", "text": "now"},
            ]},
            {"type": "blockCard", "attrs": {"url": "https://example.org/b"}},
            {"type": "mediaSingle", "content": [{"type": "media", "attrs": {"alt": "a chart", "id": "x"}}]},
            {"type": "expand", "attrs": {"title": "More"}, "content": []},
        ]));
        assert_eq!(text, "ask @Ada BLOCKED :rocket: 🚀 https://example.org/a now\nhttps://example.org/b a chart More");
    }

    #[test]
    fn an_unknown_node_counts_by_its_content() {
        let text = doc(json!([
            {"type": "hologram", "content": [{"type": "text", "text": "inside"}]}, {"type": "text", "text": "after"},
        ]));
        assert_eq!(text, "inside\nafter");
    }

    #[test]
    fn nulls_and_wrong_types_are_empty() {
        let text = doc(json!([
            null, 1, "x", [],
            {"type": "mention", "attrs": null}, {"type": "mediaInline", "attrs": {"id": "x", "collection": ""}},
            {"type": "paragraph", "content": null}, {"type": null, "content": {}}, {"type": "text", "text": null},
        ]));
        assert_eq!(text, "");
        assert_eq!(to_text(&Value::Null), "");
    }

    #[test]
    fn deep_nesting_ends_instead_of_overflowing() {
        let nested = (0..1_000).fold(json!({"type": "text", "text": "deep"}), |inner, _| {
            Value::Object([("content".to_owned(), Value::Array(vec![inner]))].into_iter().collect())
        });
        assert_eq!(to_text(&nested), "");
    }

    proptest! {
        #[test]
        fn no_document_panics(document in arbitrary_node()) {
            let text = to_text(&document);
            prop_assert_eq!(text.trim_end(), &text);
        }
    }

    fn arbitrary_node() -> impl Strategy<Value = Value> {
        let kind =
            prop::sample::select(vec!["doc", "text", "paragraph", "mention", "emoji", "media", "hardBreak", "?"]);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<String>().prop_map(Value::from),
            (kind.clone(), any::<String>())
                .prop_map(|(kind, text)| json!({"type": kind, "text": text, "attrs": {"text": text, "alt": 1}})),
        ];
        leaf.prop_recursive(12, 128, 6, move |inner| {
            (kind.clone(), prop::collection::vec(inner, 0..6))
                .prop_map(|(kind, content)| json!({"type": kind, "attrs": null, "content": content}))
        })
    }
}
