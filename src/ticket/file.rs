//! A ticket file: one JSON object, as [`parse_issue`] reads it, or a line for each of many.

use serde_json::{Deserializer, Value};

use super::Ticket;
use super::issue::{Fault, parse_issue};
use crate::json_edit::{Document, Place};
use crate::output::{Failure, Problem};

/// Reads the one ticket of a file; `file` is its name as shown to people.
///
/// A byte order mark is skipped. The text must be strict JSON, nested at most 127 deep (`serde_json`'s limit).
///
/// # Errors
///
/// Everything that is wrong with the file at once, each with its line and column.
pub fn parse_ticket(bytes: &[u8], file: &str) -> Result<Ticket, Failure> {
    parse(bytes, parse_issue).map_err(|faults| {
        let mut problems: Vec<_> = faults.into_iter().map(|fault| fault.into_problem(file)).collect();
        problems.sort_by_key(|problem| (problem.line, problem.column));
        Failure::new(format!("cannot read a ticket from `{file}`")).problems(problems)
    })
}

/// Reads the ticket on one line of a file; `line` is its number, from 1, and `read` says what is made of the value.
///
/// # Errors
///
/// The first fault of the line.
pub fn parse_line<T>(
    bytes: &[u8],
    file: &str,
    line: usize,
    read: impl FnOnce(&Value) -> Result<T, Vec<Fault>>,
) -> Result<T, Problem> {
    parse(bytes, read).map_err(|faults| {
        let first = faults.into_iter().map(|fault| fault.into_problem(file)).min_by_key(|problem| problem.column);
        let mut problem = first.expect("what cannot be read has a fault");
        if problem.pointer.is_none() || !bytes.trim_ascii_start().starts_with(b"{") {
            problem.hint = Some("write each ticket as strict JSON on a line of its own".to_owned());
        }
        Problem { line: Some(line), ..problem }
    })
}

fn parse<T>(bytes: &[u8], read: impl FnOnce(&Value) -> Result<T, Vec<Fault>>) -> Result<T, Vec<PlacedFault>> {
    let text = decode(bytes).map_err(|fault| vec![fault])?;
    let value = parse_value(text).map_err(|fault| vec![fault])?;
    read(&value).map_err(|faults| {
        let document = Document::parse("", text).ok();
        faults.into_iter().map(|fault| PlacedFault::of_value(document.as_ref(), fault)).collect()
    })
}

fn decode(bytes: &[u8]) -> Result<&str, PlacedFault> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        PlacedFault::of_text(Place::of_byte(&valid, valid.len()), "this is not UTF-8", "save the file as UTF-8")
    })
}

/// The only JSON value of a text.
fn parse_value(text: &str) -> Result<Value, PlacedFault> {
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let Some(first) = values.next() else {
        let hint = "a ticket is an object such as {\"summary\": \"…\", \"components\": [\"…\"]}";
        return Err(PlacedFault::of_text(Place::of_byte(text, 0), "there is nothing to read", hint));
    };
    let first = first.map_err(|error| not_json(text, &error))?;
    let rest = &text[values.byte_offset()..];
    let second = text.len() - rest.trim_start().len();
    match values.next() {
        None => Ok(first),
        Some(Ok(_)) if first.is_object() => {
            let hint = "put the one ticket to route into a file of its own";
            Err(PlacedFault::of_text(
                Place::of_byte(text, second),
                "one ticket is asked for, and here begins another",
                hint,
            ))
        }
        Some(_) => {
            let hint = "take away what stands after the ticket";
            Err(PlacedFault::of_text(Place::of_byte(text, second), "the JSON value ends before this", hint))
        }
    }
}

fn not_json(text: &str, error: &serde_json::Error) -> PlacedFault {
    let told = error.to_string();
    let reason = told.rsplit_once(" at line ").map_or(told.as_str(), |(reason, _)| reason);
    let hint = "write the ticket as strict JSON: no comments, no comma after the last value, at most 127 levels";
    PlacedFault::of_text(Place::of_error(text, error), &format!("this is not JSON: {reason}"), hint)
}

/// A fault and where it stands in the file.
struct PlacedFault {
    place: Option<Place>,
    pointer: Option<String>,
    message: String,
    hint: String,
}

impl PlacedFault {
    fn of_text(place: Place, message: &str, hint: &str) -> Self {
        Self { place: Some(place), pointer: None, message: message.into(), hint: hint.into() }
    }

    fn of_value(document: Option<&Document<'_>>, fault: Fault) -> Self {
        let place = document.map(|document| document.place(&fault.pointer));
        Self { place, pointer: Some(fault.pointer), message: fault.message, hint: fault.hint }
    }

    fn into_problem(self, file: &str) -> Problem {
        Problem {
            file: file.into(),
            line: self.place.map(|place| place.line),
            column: self.place.map(|place| place.column),
            pointer: self.pointer,
            message: self.message,
            hint: Some(self.hint),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Place and message of every problem.
    fn problems(bytes: &[u8]) -> Vec<String> {
        let failure = parse_ticket(bytes, "t.json").unwrap_err();
        assert_eq!(failure.message, "cannot read a ticket from `t.json`");
        failure.problems.iter().map(|problem| format!("{}: {}", problem.place(), problem.message)).collect()
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(parse_ticket("\u{feff}{\"summary\":\"s\"}\n".as_bytes(), "t.json").unwrap().summary, "s");
    }

    #[test]
    fn a_description_of_megabytes_is_read() {
        let text = format!("{{\"summary\":\"s\",\"description\":\"{}\"}}", "word ".repeat(1_000_000));
        assert_eq!(parse_ticket(text.as_bytes(), "t.json").unwrap().description.len(), 5_000_000);
    }

    #[test]
    fn nothing_is_no_ticket() {
        for text in ["", " \n", "\u{feff}"] {
            assert_eq!(problems(text.as_bytes()), ["t.json:1:1: there is nothing to read"]);
        }
    }

    #[test]
    fn broken_json_is_told_with_its_place() {
        assert_eq!(
            problems("{\n  \"summary\": \"ä\",,\n}".as_bytes()),
            ["t.json:2:18: this is not JSON: key must be a string"]
        );
        assert_eq!(problems(b"{\"summary\": \"s"), ["t.json:1:14: this is not JSON: EOF while parsing a string"]);
        assert_eq!(problems(b"PAY-7"), ["t.json:1:1: this is not JSON: expected value"]);
        assert_eq!(problems(b"{}\xff"), ["t.json:1:3: this is not UTF-8"]);
    }

    #[test]
    fn one_ticket_is_asked_for() {
        assert_eq!(
            problems(b"{\"summary\":\"a\"}\n{\"summary\":\"b\"}\n"),
            ["t.json:2:1: one ticket is asked for, and here begins another"]
        );
        assert_eq!(problems(b"[{}]"), ["t.json:1:1: one ticket is asked for, a JSON object, and this is a list"]);
        assert_eq!(problems(b"{\"summary\":\"a\"} // x"), ["t.json:1:17: the JSON value ends before this"]);
    }

    #[test]
    fn all_faults_have_their_place() {
        assert_eq!(
            problems(b"{\n  \"labels\": [\"a\",\n    1],\n  \"components\": {}\n}"),
            [
                "t.json:1:1: the ticket has no `summary`",
                "t.json:3:5 (/labels/1): `labels/1` is a number, where a name is asked for",
                "t.json:4:17 (/components): `components` is an object, where a list of names is asked for",
            ]
        );
    }

    #[test]
    fn a_fault_of_a_line_stands_on_that_line() {
        let told = |bytes: &[u8]| {
            let problem = parse_line(bytes, "t.jsonl", 7, parse_issue).unwrap_err();
            format!("{}: {}; {}", problem.place(), problem.message, problem.hint.unwrap())
        };
        assert_eq!(
            told(b"{\"summary\": 4, \"labels\": 1}\n"),
            "t.jsonl:7:13 (/summary): `summary` is a number, where text is asked for; make it text, or leave it out"
        );
        let hint = "write each ticket as strict JSON on a line of its own";
        assert_eq!(
            told(b"{\"summary\":"),
            format!("t.jsonl:7:11: this is not JSON: EOF while parsing a value; {hint}")
        );
        let list = "t.jsonl:7:1: one ticket is asked for, a JSON object, and this is a list";
        assert_eq!(told(b"[{}]"), format!("{list}; {hint}"));
        assert_eq!(told(b"\xff"), format!("t.jsonl:7:1: this is not UTF-8; {hint}"));
        assert!(parse_line(b"{\"summary\": \"s\"}\r\n", "t.jsonl", 1, parse_issue).is_ok());
    }

    #[test]
    fn deep_nesting_is_refused_instead_of_overflowing() {
        for open in ["[", "{\"content\":["] {
            let found = problems(format!("{{\"summary\":\"s\",\"description\":{}", open.repeat(200_000)).as_bytes());
            assert!(found[0].ends_with("this is not JSON: recursion limit exceeded"), "{found:?}");
        }
    }

    proptest! {
        #[test]
        fn no_input_panics(bytes in prop::collection::vec(any::<u8>(), 0..64), text in "[\\[\\]{}\",:0a \n]{0,40}") {
            let _ = parse_ticket(&bytes, "t.json");
            let _ = parse_ticket(text.as_bytes(), "t.json");
        }
    }
}
