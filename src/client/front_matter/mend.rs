//! What the client does to front matter that does not parse, before it tries once more.

use super::fence::is_blank;
use super::value::Value;
use super::yaml;

/// Front matter mended, and the lines where a value was put in double quotes, from 0.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) lines: Vec<usize>,
}

/// Puts every value in double quotes that holds a character with a meaning of its own in YAML, or a colon and a blank behind it, and
/// makes two blanks of every tab that begins a line.
///
/// Only whole lines `key: value` at the left edge count, with a key of ASCII letters, `-` and `_`. A value that begins and ends with the
/// same kind of quote is left alone, whatever stands between them, and so is a list in brackets that parses by itself. A comment behind
/// the value becomes a part of it, and a map in braces becomes text. In a file with CR LF nothing is mended, since the value may hold no CR.
pub(super) fn mend(text: &str) -> Mended {
    let mut lines = Vec::new();
    let mended = text.split('\n').enumerate().map(|(at, line)| match mended_line(line) {
        Some(mended) => {
            lines.push(at);
            mended
        }
        None => without_tabs(line),
    });
    let text = mended.collect::<Vec<_>>().join("\n");
    Mended { text, lines }
}

fn mended_line(line: &str) -> Option<String> {
    let (key, rest) = line.split_once(':')?;
    let value = rest.trim_start_matches(is_blank);
    let is_key =
        !key.is_empty() && key.chars().all(|character| character.is_ascii_alphabetic() || "-_".contains(character));
    let is_one_line = !value.contains(['\r', '\u{2028}', '\u{2029}']);
    if !is_key
        || !is_one_line
        || value.len() == rest.len()
        || value.is_empty()
        || is_quoted(value)
        || !is_special(value)
        || is_list(value)
    {
        return None;
    }
    // The blanks stay as they are where YAML takes them for blanks, so that columns stay right.
    let blanks = &rest[..rest.len() - value.len()];
    let blanks = if blanks.trim_matches([' ', '\t']).is_empty() { blanks } else { " " };
    Some(format!("{key}:{blanks}\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")))
}

fn without_tabs(line: &str) -> String {
    let rest = line.trim_start_matches('\t');
    format!("{}{rest}", "  ".repeat(line.len() - rest.len()))
}

/// One quote alone both begins and ends a value.
fn is_quoted(value: &str) -> bool {
    ['"', '\''].iter().any(|quote| value.starts_with(*quote) && value.ends_with(*quote))
}

/// A list in brackets that parses by itself.
fn is_list(value: &str) -> bool {
    let is_enclosed = value.starts_with('[') && value.ends_with(']');
    is_enclosed && yaml::parse(value).is_ok_and(|node| matches!(node.value, Value::List(_)))
}

fn is_special(value: &str) -> bool {
    value.contains(['{', '}', '[', ']', '*', '&', '#', '!', '|', '>', '%', '@', '`']) || value.contains(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_a_meaning_of_their_own_are_quoted() {
        let mended =
            mend("name: x\ndescription: Ask: \"why\" \\ not\nnote:\t@me\nmap: {a: b}\nlist: [a, b]\nodd: [*]\n");
        assert_eq!(
            mended.text,
            "name: x\ndescription: \"Ask: \\\"why\\\" \\\\ not\"\nnote:\t\"@me\"\nmap: \"{a: b}\"\nlist: [a, b]\nodd: \"[*]\"\n"
        );
        assert_eq!(mended.lines, [1, 2, 3, 5]);
    }

    #[test]
    fn other_lines_stay() {
        let text =
            "a: \"x\": \"y\"\nb: 'Don't'\n  c: d: e\nf2: g: h\n'i': j: k\n- l: m: n\no:p: q\nr: s:\tt\nu: \nv: - w\n";
        assert_eq!(mend(text), Mended { text: text.to_owned(), lines: Vec::new() });
    }

    #[test]
    fn a_tab_at_the_left_edge_is_two_blanks() {
        assert_eq!(mend("a:\n\t- b\tc\n\t\t- d\n \t- e\n").text, "a:\n  - b\tc\n    - d\n \t- e\n");
    }

    #[test]
    fn a_comment_becomes_a_part_of_the_value() {
        assert_eq!(mend("a: true # by hand").text, "a: \"true # by hand\"");
    }

    #[test]
    fn a_carriage_return_keeps_a_line_from_being_mended() {
        assert_eq!(mend("a: b: c\r\nd: @e\r\n").lines, Vec::<usize>::new());
    }
}
