//! The text of a settings file as the client reads it, and its tree.

use jsonc_parser::ast::Value;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

use crate::json_edit::{Document, Place};

/// How deep the tree goes; what is nested deeper stands in it as a number. No known setting is nested that deep.
const DEEPEST: usize = 100;

/// The text of a file, without the mark that some editors put before it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Text {
    /// The text; bytes that are no text are replaced in it.
    pub(super) text: String,
    /// Where the first bytes stand that are no text.
    pub(super) replaced: Option<Place>,
}

/// Decodes a file: UTF-16 where its mark says so in little-endian order, otherwise UTF-8. The client knows no other order and
/// takes UTF-16 without a mark for UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Text {
    if let Some(rest) = bytes.strip_prefix(&[0xff, 0xfe]) {
        let units = rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        return Text {
            text: char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect(),
            replaced: None,
        };
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
    let replaced = std::str::from_utf8(bytes).err().map(|error| {
        let mark = if bytes.starts_with("\u{feff}".as_bytes()) { "\u{feff}".len() } else { 0 };
        Place::of_byte(&text, error.valid_up_to().saturating_sub(mark))
    });
    Text { text, replaced }
}

/// The first fault of a text against the grammar that JavaScript's `JSON.parse` accepts: where it is and what it is.
///
/// That grammar is RFC 8259 with half surrogate pairs and numbers beyond all bounds, which is what `serde_json` skips over.
pub(super) fn fault(text: &str) -> Option<(Place, String)> {
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    let told = Document::parse("", text).err();
    let told = told.and_then(|told| Some((Place { line: told.line?, column: told.column? }, told.message)));
    Some(told.unwrap_or_else(|| {
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        (Place::of_error(text, &error), message.to_owned())
    }))
}

/// A text without a [`fault`] in which every value stands where it stood, and which a parser of Rust strings can read.
pub(super) fn readable(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut depth = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = mend_string(&mut bytes, at + 1),
            b'[' | b'{' if depth == DEEPEST => at = blank(&mut bytes, at),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    String::from_utf8(bytes).expect("only ASCII is replaced, or whole strings by spaces")
}

/// Replaces halves of surrogate pairs in a string; gives where its closing quote is.
fn mend_string(bytes: &mut [u8], mut at: usize) -> usize {
    let unit = |bytes: &[u8], at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    while bytes[at] != b'"' {
        match (unit(bytes, at), unit(bytes, at + 6)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => at += 12,
            (Some(0xd800..0xe000), _) => {
                bytes[at + 2..at + 6].copy_from_slice(b"fffd");
                at += 6;
            }
            _ if bytes[at] == b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// Replaces a list or an object by a number and spaces; gives where it ends.
fn blank(bytes: &mut [u8], start: usize) -> usize {
    let mut depth = 0;
    let mut at = start;
    loop {
        match bytes[at] {
            b'"' => at = mend_string(bytes, at + 1),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        at += 1;
    }
    bytes[start..=at].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    bytes[start] = b'0';
    at
}

/// The tree of a [`readable`] text.
pub(super) fn tree(text: &str) -> Option<Value<'_>> {
    parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).ok()?.value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_says_how_a_text_is_coded() {
        let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        assert_eq!(decode(&units("\u{feff}{\"é\": 1}")).text, "{\"é\": 1}");
        assert_eq!(decode("\u{feff}{}".as_bytes()).text, "{}");
        assert_eq!(decode("\u{feff}\u{feff}{}".as_bytes()).text, "\u{feff}{}");
        assert!(fault(&decode(&units("{}")).text).is_some());
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_placed() {
        let text = decode(b"\xef\xbb\xbf{\n\"a\": \"x\xe9\"}");
        assert_eq!(
            text,
            Text { text: "{\n\"a\": \"x\u{fffd}\"}".to_owned(), replaced: Some(Place { line: 2, column: 8 }) }
        );
    }

    #[test]
    fn what_javascript_refuses_is_a_fault() {
        for text in [
            "",
            "{a: 1}",
            "{'a': 1}",
            "{\"a\": 1,}",
            "// x\n{}",
            "{} x",
            "[01]",
            "[\"\t\"]",
            "[NaN]",
            "\u{a0}{}",
            "[\"\\x\"]",
        ] {
            assert!(fault(text).is_some(), "{text:?}");
        }
        for text in [
            "null",
            "[\"\\ud800\"]",
            "[1e999]",
            "{\"a\": 1, \"a\": 2}",
            &format!("{}{}", "[".repeat(3000), "]".repeat(3000)),
        ] {
            assert!(fault(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn a_fault_has_a_place() {
        let (place, message) = fault("{\n  \"a\": \"x\ty\"\n}").unwrap();
        assert_eq!((place, message.contains("control character")), (Place { line: 2, column: 9 }, true));
        assert_eq!(fault("{\n  // x\n}").unwrap().0, Place { line: 2, column: 3 });
    }

    #[test]
    fn what_no_string_can_hold_is_replaced_in_its_place() {
        assert_eq!(
            readable(r#"["\ud800", "\ud83d\ude00", "\\ud800", "\udc00x"]"#),
            r#"["\ufffd", "\ud83d\ude00", "\\ud800", "\ufffdx"]"#
        );
        let deep = format!("{{\"a\": {}\"é]\"{}, \"b\": [1]}}", "[".repeat(300), "]".repeat(300));
        let flat = readable(&deep);
        assert_eq!(flat.find("\"b\""), deep.find("\"b\""));
        assert!(tree(&flat).unwrap().as_object().unwrap().get_array("b").is_some());
    }
}
