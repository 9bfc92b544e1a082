//! A parsed JSON text that knows where each value stands.

use std::string::FromUtf8Error;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::output::Problem;

/// A place in a text, from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place of a byte: of the character that holds it, or the end of the text.
    pub fn of_byte(text: &str, byte: usize) -> Self {
        let before = &text[..text.floor_char_boundary(byte.min(text.len()))];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// The place that `serde_json` reports as a line and a column in bytes.
    pub fn of_error(text: &str, error: &serde_json::Error) -> Self {
        let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        Self::of_byte(text, line_start + error.column().saturating_sub(1))
    }
}

/// A JSON text (RFC 8259, nothing beyond it) and its tree.
pub struct Document<'a> {
    /// The file as shown to people.
    file: &'a str,
    text: &'a str,
    root: Value<'a>,
}

impl<'a> Document<'a> {
    /// Parses a text.
    ///
    /// # Errors
    /// The fault of syntax, with its place.
    pub fn parse(file: &'a str, text: &'a str) -> Result<Self, Problem> {
        let fault = |at: usize, message: String| {
            let place = Place::of_byte(text, at);
            let (line, column) = (Some(place.line), Some(place.column));
            Problem { file: file.to_owned(), line, column, pointer: None, message, hint: None }
        };
        match parse_to_ast(text, &CollectOptions::default(), &strict()) {
            Ok(parsed) => match parsed.value {
                Some(root) => Ok(Self { file, text, root }),
                None => Err(fault(0, "the file is empty".to_owned())),
            },
            Err(error) => Err(fault(error.range().start, lower_first(&error.kind().to_string()))),
        }
    }

    /// The file as shown to people.
    pub fn file(&self) -> &'a str {
        self.file
    }

    /// The text as parsed.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The value of the whole text.
    pub(super) fn root(&self) -> &Value<'a> {
        &self.root
    }

    /// The place of the value that a JSON Pointer names; of the nearest value above it where there is none.
    pub fn place(&self, pointer: &str) -> Place {
        self.at(self.offsets(pointer).1)
    }

    /// Where the value that a JSON Pointer names begins, its name included, and where the value alone does.
    fn offsets(&self, pointer: &str) -> (usize, usize) {
        let mut value = &self.root;
        let mut with_name = value.start();
        for part in pointer.split('/').skip(1) {
            let part = part.replace("~1", "/").replace("~0", "~");
            let next = match value {
                Value::Object(object) => object.get(&part).map(|property| (property.start(), &property.value)),
                Value::Array(array) => {
                    let element = part.parse().ok().and_then(|index: usize| array.elements.get(index));
                    element.map(|element| (element.start(), element))
                }
                _ => None,
            };
            match next {
                Some(next) => (with_name, value) = next,
                None => break,
            }
        }
        (with_name, value.start())
    }

    /// A problem with the value that a JSON Pointer names.
    pub fn problem(&self, pointer: &str, message: impl Into<String>, hint: Option<String>) -> Problem {
        self.problem_at(self.place(pointer), pointer, message, hint)
    }

    /// A problem with the name of the property that a JSON Pointer names.
    pub fn problem_of_name(&self, pointer: &str, message: impl Into<String>, hint: Option<String>) -> Problem {
        self.problem_at(self.at(self.offsets(pointer).0), pointer, message, hint)
    }

    /// A problem that only `serde_json` sees, such as a number beyond all bounds.
    pub fn problem_of_error(&self, error: &serde_json::Error) -> Problem {
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        let Place { line, column } = Place::of_error(self.text, error);
        let (line, column) = (Some(line), Some(column));
        Problem { file: self.file.to_owned(), line, column, pointer: None, message: message.to_owned(), hint: None }
    }

    /// A problem with what stands at an offset of the text, where a pointer may be ambiguous.
    pub(super) fn problem_from(&self, offset: usize, pointer: &str, message: String, hint: Option<String>) -> Problem {
        self.problem_at(self.at(offset), pointer, message, hint)
    }

    fn problem_at(&self, place: Place, pointer: &str, message: impl Into<String>, hint: Option<String>) -> Problem {
        Problem {
            file: self.file.to_owned(),
            line: Some(place.line),
            column: Some(place.column),
            pointer: Some(pointer.to_owned()),
            message: message.into(),
            hint,
        }
    }

    fn at(&self, offset: usize) -> Place {
        Place::of_byte(self.text, offset)
    }
}

/// The JSON Pointer of a part below another pointer, escaped as RFC 6901 has it.
pub fn pointer(above: &str, part: impl std::fmt::Display) -> String {
    format!("{above}/{}", part.to_string().replace('~', "~0").replace('/', "~1"))
}

/// Options that allow JSON and nothing beyond it.
pub(super) fn strict() -> ParseOptions {
    ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

/// The problem with a file that could not be read because it is not UTF-8; none where the error is another one.
pub fn encoding_problem(file: &str, error: &anyhow::Error) -> Option<Problem> {
    let error = error.downcast_ref::<FromUtf8Error>()?;
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let valid = String::from_utf8_lossy(valid);
    let Place { line, column } = Place::of_byte(valid.trim_start_matches('\u{feff}'), usize::MAX);
    Some(Problem {
        file: file.to_owned(),
        line: Some(line),
        column: Some(column),
        pointer: None,
        message: "the text is not UTF-8 here".to_owned(),
        hint: Some("save the file as UTF-8".to_owned()),
    })
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"é\": [1, {\"a/b\": true}]\n}";

    #[test]
    fn knows_the_line_and_the_column_of_a_pointer() {
        let document = Document::parse("x.json", TEXT).unwrap();
        assert_eq!(document.place("/é/1/a~1b"), Place { line: 2, column: 20 });
        assert_eq!(document.place("/é/0"), Place { line: 2, column: 9 });
    }

    #[test]
    fn a_pointer_to_nothing_falls_back_to_what_is_above_it() {
        let document = Document::parse("x.json", TEXT).unwrap();
        assert_eq!(document.place("/é/7/x"), document.place("/é"));
    }

    #[test]
    fn a_problem_with_a_name_stands_at_the_name() {
        let document = Document::parse("x.json", TEXT).unwrap();
        let columns = |pointer: &str| {
            (document.problem_of_name(pointer, "", None).column, document.problem(pointer, "", None).column)
        };
        assert_eq!(columns("/é"), (Some(3), Some(8)));
        assert_eq!(columns("/é/1/a~1b"), (Some(13), Some(20)));
        assert_eq!(columns("/é/0"), (Some(9), Some(9)));
    }

    #[test]
    fn a_fault_of_syntax_has_a_place() {
        for (text, line, column) in
            [("", 1, 1), ("{\n  \"a\": 1,\n}", 2, 9), ("{\"a\" 1}", 1, 6), ("// no\n{}", 1, 1), ("{} {}", 1, 4)]
        {
            let problem = Document::parse("x.json", text).err().unwrap();
            assert_eq!((problem.line, problem.column), (Some(line), Some(column)), "{text}: {}", problem.message);
        }
    }

    #[test]
    fn a_column_counts_characters() {
        assert_eq!(Place::of_byte("ä: 1", 2), Place { line: 1, column: 2 });
        assert_eq!(Place::of_byte("ä", 1), Place { line: 1, column: 1 });
        assert_eq!(Place::of_byte("ä", 99), Place { line: 1, column: 2 });
    }

    #[test]
    fn an_error_of_the_parser_has_its_place() {
        let text = "{\n\"ä\": nil}";
        let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
        assert_eq!(Place::of_error(text, &error), Place { line: 2, column: 7 });
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_crash() {
        assert!(Document::parse("x.json", &"[".repeat(100_000)).is_err());
    }
}
