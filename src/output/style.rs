//! Colour for meaning, and text of others made harmless.

use std::borrow::Cow;

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

fn is_harmful(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn spells_out_what_a_terminal_would_obey() {
        assert_eq!(escape("a\u{1b}[2Jb\r\n\u{202e}c"), "a\\u{1b}[2Jb\\r\\n\\u{202e}c");
        assert_eq!(escape("Größe 写 🙂"), "Größe 写 🙂");
    }
}
