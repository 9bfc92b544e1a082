//! Why a file has no front matter although one was meant.

use super::fence::is_blank;

/// What keeps the client from finding a front matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Miss {
    /// The file is in UTF-16.
    Utf16,
    /// Lines end with a carriage return alone.
    LineEnds,
    /// Something stands before the first `---`, on this line or above it.
    Before(usize),
    /// The first line is not `---` alone.
    Opening,
    /// No second `---` follows.
    Unclosed,
}

impl Miss {
    /// Says it, lower case.
    pub fn message(self) -> String {
        match self {
            Self::Utf16 => "the file is in UTF-16, which the client reads as UTF-8".to_owned(),
            Self::LineEnds => {
                "the lines end with a carriage return alone, which breaks no line for the client".to_owned()
            }
            Self::Before(line) => {
                format!("the first `---` stands on line {line}: the client looks for it on line 1 only")
            }
            Self::Opening => "the first line is not `---` alone".to_owned(),
            Self::Unclosed => "no second `---` ends the front matter".to_owned(),
        }
    }

    /// What to do about it.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Utf16 => "save the file as UTF-8",
            Self::LineEnds => "save the file with line feeds",
            Self::Before(_) => "begin the file with `---`, with nothing before it",
            Self::Opening => "write `---` alone on the first line, and again below the last field",
            Self::Unclosed => "write `---` on a line of its own below the last field",
        }
    }

    /// The line to look at, from 1.
    pub fn line(self) -> usize {
        if let Self::Before(line) = self { line } else { 1 }
    }
}

/// Tells what was meant for a front matter in a text without one; none where nothing was.
pub(super) fn find(bytes: &[u8], text: &str) -> Option<Miss> {
    if bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || text.starts_with("-\0")
        || text.starts_with("\0-")
    {
        return Some(Miss::Utf16);
    }
    let opens = |line: &str| line.starts_with("---") || line == "+++";
    if text.contains('\r') && !text.contains('\n') && opens(text.get(..3)?) {
        return Some(Miss::LineEnds);
    }
    let first = text.lines().next()?;
    if first.trim_end_matches(is_blank) == "---" {
        return Some(Miss::Unclosed);
    }
    let is_near = |line: &str| line.trim_matches('-').is_empty() || line == "+++" || line.starts_with("--- ");
    if opens(first) && is_near(first.trim_end_matches(is_blank)) && has_field(text.lines().skip(1)) {
        return Some(Miss::Opening);
    }
    late_opening(text)
}

/// A line of three dashes near the top with a field right behind it.
fn late_opening(text: &str) -> Option<Miss> {
    let lines: Vec<&str> = text.lines().take(40).collect();
    let is_fence = |line: &str| line.trim_matches(is_blank) == "---";
    let at = lines.iter().position(|line| is_fence(line))?;
    let follows = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
    has_field(follows.copied().into_iter()).then_some(Miss::Before(at + 1))
}

/// Whether the first line with something on it is a key with a value.
fn has_field<'l>(mut lines: impl Iterator<Item = &'l str>) -> bool {
    let line = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_key = |key: &str| {
        let plain = |character: char| character.is_ascii_alphanumeric() || "-_ ".contains(character);
        key.starts_with(|first: char| first.is_ascii_alphabetic()) && key.len() < 30 && key.chars().all(plain)
    };
    line.split_once([':', '=']).is_some_and(|(key, _)| is_key(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn miss(text: &str) -> Option<Miss> {
        find(text.as_bytes(), text)
    }

    #[test]
    fn what_was_meant_for_front_matter_is_told() {
        assert_eq!(miss("\n\n---\nname: x\n---\n"), Some(Miss::Before(3)));
        assert_eq!(miss("<!-- licence -->\n---\nname: x\n---\n"), Some(Miss::Before(2)));
        assert_eq!(miss("  ---\nname: x\n  ---\n"), Some(Miss::Before(1)));
        assert_eq!(miss("----\nname: x\n----\n"), Some(Miss::Opening));
        assert_eq!(miss("+++\nname = \"x\"\n+++\n"), Some(Miss::Opening));
        assert_eq!(miss("--- # fields\nname: x\n---\n"), Some(Miss::Opening));
        assert_eq!(miss("---\nname: x\n...\n"), Some(Miss::Unclosed));
        assert_eq!(miss("---\rname: x\r---\r"), Some(Miss::LineEnds));
        assert_eq!(find(b"\xff\xfe-\0-\0-\0\n\0", "\u{fffd}\u{fffd}-\0-\0-\0\n\0"), Some(Miss::Utf16));
    }

    #[test]
    fn a_plain_text_was_meant_for_none() {
        for text in ["", "# Title\n\ntext\n", "# Title\n\n---\n\nMore text.\n", "----\n", "text\n---\n\n## Note\n"] {
            assert_eq!(miss(text), None, "{text:?}");
        }
    }
}
