//! Where something stands in a JSON text.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// Line and column, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// The place of a byte: of the character that holds it, or the end of the text.
    pub(super) fn of_byte(text: &str, byte: usize) -> Self {
        let start = (0..=byte).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        Self { line: text[..start].matches('\n').count() + 1, column: text[line_start..start].chars().count() + 1 }
    }

    /// The place that `serde_json` reports as a line and a column in bytes.
    pub(super) fn of_error(text: &str, error: &serde_json::Error) -> Self {
        let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        Self::of_byte(text, line_start + error.column().saturating_sub(1))
    }
}

/// The places of the values of one JSON text.
pub(super) struct Places<'t> {
    text: &'t str,
    /// Absent where the text is no JSON.
    root: Option<Value<'t>>,
}

impl<'t> Places<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
        Self { text, root: parsed.ok().and_then(|parsed| parsed.value) }
    }

    /// The place of the value that a JSON Pointer without escapes names.
    pub(super) fn of_pointer(&self, pointer: &str) -> Option<Place> {
        let value = pointer.split('/').skip(1).try_fold(self.root.as_ref()?, |value, step| match value {
            Value::Object(object) => object.get(step).map(|property| &property.value),
            Value::Array(array) => array.elements.get(step.parse::<usize>().ok()?),
            _ => None,
        })?;
        Some(Place::of_byte(self.text, value.range().start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"ä\": [1,\n    2]}";

    #[test]
    fn a_column_counts_characters() {
        assert_eq!(Place::of_byte(TEXT, 0), Place { line: 1, column: 1 });
        assert_eq!(Place::of_byte(TEXT, TEXT.find(':').unwrap()), Place { line: 2, column: 6 });
        assert_eq!(Place::of_byte("ä", 1), Place { line: 1, column: 1 });
        assert_eq!(Place::of_byte("ä", 99), Place { line: 1, column: 2 });
    }

    #[test]
    fn a_pointer_leads_to_its_value() {
        let places = Places::new(TEXT);
        assert_eq!(places.of_pointer(""), Some(Place { line: 1, column: 1 }));
        assert_eq!(places.of_pointer("/ä/1"), Some(Place { line: 3, column: 5 }));
        assert_eq!(places.of_pointer("/ä/2"), None);
        assert_eq!(places.of_pointer("/b"), None);
    }

    #[test]
    fn an_error_of_the_parser_has_its_place() {
        let text = "{\n\"ä\": nil}";
        let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
        assert_eq!(Place::of_error(text, &error), Place { line: 2, column: 7 });
    }
}
