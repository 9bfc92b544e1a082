//! What is worth saying about the front matter of a file, whatever the file is.

use super::finding::Findings;
use super::front_matter::{FrontMatter, Place, Reading, Value};
use super::key::{self, Kind};
use super::remedy::{QUOTES, remedy};

/// Tells what the front matter loses, and whether it loses anything.
pub(super) fn examine(front: &FrontMatter, kind: Kind, findings: &mut Findings<'_>) -> bool {
    let before = findings.list.len();
    examine_reading(front, kind, findings);
    examine_cut(front, findings);
    let loses = findings.has_error();
    examine_mended(front, findings);
    examine_comments(front, findings);
    examine_marks(front, findings);
    if front.is_not_utf8 && findings.list.len() == before {
        let message = "the file is not UTF-8, and some characters are lost";
        findings.warning("not_utf8", None, message, "save the file as UTF-8");
    }
    key::examine(front, kind, findings);
    loses
}

fn examine_reading(front: &FrontMatter, kind: Kind, findings: &mut Findings<'_>) {
    match &front.reading {
        Reading::Fields(_) | Reading::Absent(None) => {}
        Reading::Absent(Some(miss)) => {
            let message = format!("there is no front matter, and all fields are lost: {}", miss.message());
            let place = Place { line: miss.line(), column: 1 };
            findings.error("front_matter_not_found", Some(place), message, miss.hint());
        }
        Reading::NoFields(node) => {
            let message =
                format!("the front matter is {} and no `key: value`: it counts for nothing", node.value.kind());
            let hint = match (&node.value, front.line(node.place).contains(":\u{a0}")) {
                (_, true) => "write a plain blank behind the colon: this one is a no-break space",
                (Value::Text(_), _) => "write a blank behind the colon",
                _ => "write `key: value` at the left edge",
            };
            findings.error("front_matter_not_fields", Some(node.place), message, hint);
        }
        Reading::Broken(fault, keys) => {
            let lost =
                if keys.is_empty() { "all fields are lost".to_owned() } else { format!("lost: {}", ticked(keys)) };
            let message = format!("the front matter does not parse, {lost}: {}", fault.message);
            findings.error("front_matter_broken", Some(fault.place), message, remedy(front, fault, kind));
        }
    }
}

fn examine_cut(front: &FrontMatter, findings: &mut Findings<'_>) {
    let Some(cut) = &front.cut else { return };
    let hint = "keep `---` out of the front matter but for the line that ends it";
    if cut.loses_text {
        let lost = if cut.keys.is_empty() { String::new() } else { format!(", lost: {}", ticked(&cut.keys)) };
        let message = format!("the client ends the front matter at this `---`{lost}");
        findings.error("front_matter_cut", Some(cut.place), message, hint);
    } else {
        findings.warning("front_matter_cut", Some(cut.place), "the client ends the front matter at this `---`", hint);
    }
}

fn examine_mended(front: &FrontMatter, findings: &mut Findings<'_>) {
    for line in &front.mended {
        let text = front.lines.get(line - 1).map_or("", String::as_str);
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        let blanks = value.chars().take_while(|character| character.is_whitespace()).count();
        let place = Place { line: *line, column: key.chars().count() + 2 + blanks };
        let message = format!(
            "the value of `{key}` is no YAML as it stands; this client puts it in quotes, others lose every field"
        );
        findings.warning("mended", Some(place), message, QUOTES);
    }
}

/// A blank and `#` begin a comment, also where they were meant for text.
fn examine_comments(front: &FrontMatter, findings: &mut Findings<'_>) {
    for field in
        front.fields().iter().filter(|field| ["description", "when_to_use", "name"].contains(&field.key.as_str()))
    {
        let place = field.node.place;
        let line: String = front.line(place).chars().skip(place.column - 1).collect();
        let is_plain =
            !line.starts_with(['"', '\'', '|', '>', '&', '*', '!', '[', '{']) && !front.mended.contains(&place.line);
        if let Some(at) = line.find(" #").filter(|_| is_plain && matches!(field.node.value, Value::Text(_))) {
            let place = Place { column: place.column + line[..at].chars().count() + 1, ..place };
            let message = format!("`#` begins a comment here, and the rest of `{}` is lost", field.key);
            findings.warning("comment_cuts", Some(place), message, QUOTES);
        }
    }
}

/// A value that begins with `!` or `&` loses its first word to YAML.
fn examine_marks(front: &FrontMatter, findings: &mut Findings<'_>) {
    for field in front.fields().iter().filter(|field| matches!(field.node.value, Value::Text(_))) {
        let (start, end) = (field.place.column - 1, field.node.place.column - 1);
        let line = front.line(field.place).chars().skip(start).take(end.saturating_sub(start));
        let line: String = line.collect();
        let mark = line.split_once(':').map(|(_, mark)| mark.trim()).unwrap_or_default();
        if field.place.line == field.node.place.line && mark.starts_with(['!', '&']) && !mark.starts_with("!!") {
            let message = format!("`{mark}` is a mark of YAML here, and no part of `{}`", field.key);
            findings.warning("mark_swallowed", Some(field.place), message, QUOTES);
        }
    }
}

/// Words in backticks, with commas.
pub(super) fn ticked(words: &[impl AsRef<str>]) -> String {
    words.iter().map(|word| format!("`{}`", word.as_ref())).collect::<Vec<_>>().join(", ")
}
