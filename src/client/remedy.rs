//! What to do about front matter that does not parse: advice that was tried on the text before it is given.

use super::front_matter::{Fault, FrontMatter, Reading};
use super::key::Kind;

/// What to do about a value that YAML takes for something else.
pub(super) const QUOTES: &str = "put the value in single quotes, and write `''` for a quote in it";

const CHARACTER: &str = "take the character out";
const UNINDENT: &str = "take the indentation away";

/// Longer text is not tried again for the sake of a hint.
const LONGEST_TRIED: usize = 100_000;

/// A thing to do, and the lines as they are once it is done.
type Advice = (&'static str, Vec<String>);

/// What helps against a fault: the first advice that makes the text parse, or what the fault itself suggests.
pub(super) fn remedy(front: &FrontMatter, fault: &Fault, kind: Kind) -> &'static str {
    let at = fault.place.line - 1;
    let is_tried = front.lines.iter().map(String::len).sum::<usize>() < LONGEST_TRIED;
    let advice =
        if is_tried && at < front.lines.len() { advice(&front.lines, at, &fault.message, kind) } else { Vec::new() };
    let helps = |(_, lines): &Advice| matches!(FrontMatter::read(lines.join("\n").as_bytes()).reading, Reading::Fields(fields) if !fields.is_empty());
    advice.into_iter().find(helps).map_or_else(|| suggested(front.line(fault.place), &fault.message), |(hint, _)| hint)
}

/// What a fault suggests where nothing was tried or nothing helps.
fn suggested(line: &str, message: &str) -> &'static str {
    if message.contains("tab ") {
        "indent with blanks"
    } else if line.contains(is_odd) || message.contains("unexpected character") {
        CHARACTER
    } else if message.contains("backslash") {
        "use single quotes, or write `\\\\` for a backslash"
    } else if message.contains("no `key: value`") {
        "indent the line by two blanks, or write a key and a colon before it"
    } else if message.contains("recursion") {
        "put fewer lists and maps into one another"
    } else if message.contains("aliases") {
        "write the values out, or fewer of them"
    } else if message.contains("indentation") || message.contains("go on with") {
        "indent the line as the lines that it belongs to, or not at all"
    } else {
        QUOTES
    }
}

/// What to try on the line at this index, the most likely first; nothing where the fault itself says it all.
fn advice(lines: &[String], at: usize, message: &str, kind: Kind) -> Vec<Advice> {
    let line = lines[at].as_str();
    let with = |line: &str| {
        let mut lines = lines.to_vec();
        line.clone_into(&mut lines[at]);
        lines
    };
    let says_all = ["backslash", "no `key: value`", "recursion", "aliases"].iter().any(|part| message.contains(part));
    let mut advice = Vec::new();
    if line.contains(is_odd) {
        advice.push((CHARACTER, with(&line.replace(is_odd, ""))));
    }
    if says_all {
        return advice;
    }
    let unindented = (UNINDENT, with(line.trim_start()));
    if is_key(line.trim_start(), kind) {
        advice.push(unindented.clone());
    }
    if message.contains("tab ") {
        advice.push(("indent with blanks", lines.iter().map(|line| with_blanks(line)).collect()));
        advice.push(unindented);
    } else if message.contains("indentation") || message.contains("go on with") {
        let hint = "indent the line as the lines that it belongs to, or not at all";
        let above = lines[..at].iter().rev().find(|line| !line.trim().is_empty()).map_or("", String::as_str);
        let indent = &above[..above.len() - above.trim_start().len()];
        advice.push((hint, with(&format!("{indent}{}", line.trim_start()))));
        advice.push((hint, with(line.trim_start())));
    }
    advice.extend(quoted(lines, at).map(|lines| (QUOTES, lines)));
    advice
}

/// A control character that belongs into no text.
fn is_odd(character: char) -> bool {
    character.is_control() && character != '\t'
}

/// Whether a line begins with a key that the client knows, or another spelling of one.
fn is_key(line: &str, kind: Kind) -> bool {
    line.split_once(':').is_some_and(|(key, _)| kind.keys().contains(&key) || kind.meant(key).is_some())
}

/// A line with two blanks for every tab that it is indented by.
fn with_blanks(line: &str) -> String {
    let rest = line.trim_start();
    format!("{}{rest}", line[..line.len() - rest.len()].replace('\t', "  "))
}

/// The lines with the value that this one belongs to in single quotes: from its key to the next line at the left edge.
fn quoted(lines: &[String], at: usize) -> Option<Vec<String>> {
    let is_inner = |line: &String| line.starts_with([' ', '\t']) || line.is_empty();
    let start = lines[..=at].iter().rposition(|line| !is_inner(line) && line.contains(": "))?;
    let end = lines[start + 1..].iter().position(|line| !is_inner(line)).map_or(lines.len(), |inner| start + 1 + inner);
    let (key, value) = lines[start].split_once(": ")?;
    let mut inner = vec![value.trim_start().to_owned()];
    inner.extend_from_slice(&lines[start + 1..end]);
    let text = inner.join("\n");
    let value = format!("{key}: '{}'", text.trim_end().replace('\'', "''"));
    let quoted = value.split('\n').map(str::to_owned);
    Some(lines[..start].iter().cloned().chain(quoted).chain(lines[end..].iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where front matter is at fault, and what to do.
    fn told(text: &str) -> String {
        let front = FrontMatter::read(format!("---\n{text}\n---\n\nText.\n").as_bytes());
        let Reading::Broken(fault, _) = &front.reading else { return "nothing".to_owned() };
        format!("{}:{} {}", fault.place.line, fault.place.column, remedy(&front, fault, Kind::Skill))
    }

    #[test]
    fn the_advice_helps() {
        insta::assert_snapshot!(told("name: x\n\tdescription: y"), @"3:1 take the indentation away");
        insta::assert_snapshot!(told("name: x\n  description: y"), @"3:14 take the indentation away");
        insta::assert_snapshot!(told("description: Use when: a\n  - b"), @"3:3 put the value in single quotes, and write `''` for a quote in it");
        insta::assert_snapshot!(told("name: x\n\u{0}\ndescription: y"), @"3:1 take the character out");
        insta::assert_snapshot!(told("name: x\n\u{7}\ndescription: y"), @"3:1 take the character out");
        insta::assert_snapshot!(told(&format!("metadata:\n  {}{}", "[".repeat(2000), "]".repeat(2000))), @"3:258 put fewer lists and maps into one another");
        insta::assert_snapshot!(told("description: \"Fast\" and good"), @"2:21 put the value in single quotes, and write `''` for a quote in it");
        insta::assert_snapshot!(told("description: >-\n\tone"), @"3:1 indent with blanks");
        insta::assert_snapshot!(told("metadata:\n  a: b\n c: d"), @"4:2 indent the line as the lines that it belongs to, or not at all");
        insta::assert_snapshot!(told("description: one\ntwo"), @"3:1 indent the line by two blanks, or write a key and a colon before it");
        insta::assert_snapshot!(told("description: \"C:\\work\""), @r"2:14 use single quotes, or write `\\` for a backslash");
    }
}
