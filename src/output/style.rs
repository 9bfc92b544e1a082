//! Colour for meaning, and text of others made harmless.

use std::borrow::Cow;
use std::path::Path;

use anstyle::{AnsiColor, Style};

/// What a coloured word means; without colour the word says it alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// In order.
    Good,
    /// Worth a look.
    Warn,
    /// Not in order.
    Bad,
    /// Something to do.
    Hint,
    /// Of less weight.
    Quiet,
    /// A heading.
    Strong,
}

impl Mark {
    /// The text in this mark's colour; the stream takes the colour away where it is not wanted.
    pub fn paint(self, text: impl AsRef<str>) -> String {
        let style = match self {
            Self::Good => AnsiColor::Green.on_default(),
            Self::Warn => AnsiColor::Yellow.on_default(),
            Self::Bad => AnsiColor::Red.on_default().bold(),
            Self::Hint => AnsiColor::Cyan.on_default(),
            Self::Quiet => Style::new().dimmed(),
            Self::Strong => Style::new().bold(),
        };
        format!("{style}{}{style:#}", text.as_ref())
    }
}

/// Text of others for a terminal: control characters and those that turn the direction of writing are spelled out.
///
/// A terminal obeys escape sequences that a ticket's summary or a file's name may hold; see CVE-2021-42574 for the
/// direction marks.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let spelled = |character: char| match is_harmful(character) {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    Cow::Owned(text.chars().map(spelled).collect())
}

/// A path or a word as a shell reads it: in quotes where it needs them.
///
/// What holds a zero byte cannot be quoted and cannot be a path either.
pub fn quoted(text: impl AsRef<Path>) -> String {
    let text = text.as_ref().to_string_lossy().into_owned();
    shlex::try_quote(&text).map(Cow::into_owned).unwrap_or(text)
}

/// JSON with the same characters spelled out: the same value, and harmless where a person looks at it.
///
/// Outside strings JSON holds none of them but line breaks, so the whole text can be treated alike.
pub(super) fn escape_json(json: &str) -> Cow<'_, str> {
    let is_spelled = |character| is_harmful(character) && character != '\n';
    if !json.chars().any(is_spelled) {
        return Cow::Borrowed(json);
    }
    let spelled = |character: char| match is_spelled(character) {
        true => format!("\\u{:04x}", u32::from(character)),
        false => character.to_string(),
    };
    Cow::Owned(json.chars().map(spelled).collect())
}

/// Control characters, marks of direction, and the line breaks of Unicode; all of them lie in the first 65,536 characters.
fn is_harmful(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{escape, escape_json};

    #[test]
    fn spells_out_what_a_terminal_would_obey() {
        assert_eq!(escape("a\u{1b}[2Jb\r\n\u{202e}c"), "a\\u{1b}[2Jb\\r\\n\\u{202e}c");
        assert_eq!(escape("Größe 写 🙂"), "Größe 写 🙂");
    }

    #[test]
    fn json_keeps_its_value() {
        let value = serde_json::json!({"summary": "a\u{1b}\u{7f}\u{9b}2J\u{202e}\u{2028}\n\\ 🙂", "lines": [1, 2]});
        let text = serde_json::to_string_pretty(&value).unwrap();
        let harmless = escape_json(&text);
        assert!(!harmless.contains(['\u{7f}', '\u{9b}', '\u{202e}', '\u{2028}']), "{harmless}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&harmless).unwrap(), value);
    }
}
