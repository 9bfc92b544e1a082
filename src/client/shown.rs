//! How the client shows a skill to the model: one line `- name: description` in a list.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::front_matter::{FrontMatter, Value, is_blank};

/// The longest description in the list, the mark of a cut included, in UTF-16 units as JavaScript counts.
pub const LONGEST_SHOWN: usize = 1536;

/// The longest description that is taken from the text of a skill.
const LONGEST_TAKEN: usize = 100;

/// Stands for a skill that has neither a description nor any text.
const NOTHING: &str = "Skill";

/// The description of a skill before it is made fit for the list: its own, or the first line of its text, and when to use it.
pub(super) fn description(front: &FrontMatter) -> String {
    let description = own_description(front).unwrap_or_else(|| first_line(&front.body));
    match when_to_use(front) {
        Some(when) => format!("{description} - {when}"),
        None => description,
    }
}

/// The description that a skill has of its own: a plain value with something in it.
pub(super) fn own_description(front: &FrontMatter) -> Option<String> {
    let text = front.field("description")?.node.value.plain()?;
    let text = text.trim_matches(is_blank);
    (!text.is_empty()).then(|| text.to_owned())
}

/// When to use it, as JavaScript makes text of any value; nothing where that is empty.
pub(super) fn when_to_use(front: &FrontMatter) -> Option<String> {
    let value = &front.field("when_to_use")?.node.value;
    Some(text_of(value)).filter(|text| !text.is_empty())
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::List(items) => items.iter().map(|item| text_of(&item.value)).collect::<Vec<_>>().join(","),
        Value::Map(_) => "[object Object]".to_owned(),
        plain => plain.plain().unwrap_or_default(),
    }
}

/// The first line with something on it, without the marks of a heading, cut short.
fn first_line(body: &str) -> String {
    let line = body.split('\n').map(|line| line.trim_matches(is_blank)).find(|line| !line.is_empty());
    let Some(line) = line else { return NOTHING.to_owned() };
    let text = line.trim_start_matches('#');
    let heading = text.trim_start_matches(is_blank);
    let is_heading = text.len() < line.len() && heading.len() < text.len() && !heading.is_empty();
    cut(if is_heading { heading } else { line }, LONGEST_TAKEN, "...")
}

/// A description as the list shows it: on one line, without what cannot be seen, `<` and `>` spelled out, cut short.
pub(super) fn shown(description: &str) -> String {
    let mut line = String::new();
    let mut rest = without_escapes(description).replace("\r\n", "\n");
    while rest.contains("\n\n") {
        rest = rest.replace("\n\n", "\n");
    }
    // No more is shown, and a description may be as long as a book.
    for character in rest.chars().take(LONGEST_SHOWN + 1) {
        match character {
            '<' => line.push_str("&lt;"),
            '>' => line.push_str("&gt;"),
            unseen if is_unseen(unseen) => line.push(' '),
            seen => line.push(seen),
        }
    }
    cut(&line, LONGEST_SHOWN, "…")
}

/// Whether the client loads a skill from a folder of this name: nothing in it may be unseen or mean something to the list, and of blanks
/// only single plain ones between words will do.
pub(super) fn is_plain_name(name: &str) -> bool {
    let is_plain = |character: char| {
        !is_unseen(character) && !matches!(character, '<' | '>') && (character == ' ' || !is_blank(character))
    };
    name.chars().all(is_plain) && name.split(' ').all(|word| !word.is_empty())
}

/// A text in at most as many UTF-16 units; a character of two may be cut in half, and is U+FFFD then.
fn cut(text: &str, most: usize, mark: &str) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    if units.len() <= most {
        return text.to_owned();
    }
    let kept = most - mark.encode_utf16().count();
    format!("{}{mark}", String::from_utf16_lossy(&units[..kept]))
}

/// Control and format characters, those of private use and unassigned ones, line and paragraph separators, and what is invisible.
fn is_unseen(character: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    GeneralCategoryGroup::Other.contains(category)
        || matches!(category, GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
        || character == '\u{2800}'
}

/// A text without the escape sequences that a terminal obeys: ECMA-48, chapters 5.3 to 5.6.
fn without_escapes(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let opening = match (character, characters.peek().copied()) {
            ('\u{1b}', Some(next @ '\u{40}'..='\u{5f}')) => {
                characters.next();
                u32::from(next) + 0x40
            }
            (opening, _) => u32::from(opening),
        };
        match opening {
            // A control sequence ends with a letter or the like.
            0x9b => while characters.next().is_some_and(|character| !matches!(character, '@'..='~')) {},
            // A control string ends with a terminator of its own.
            0x90 | 0x98 | 0x9d..=0x9f => {
                while characters.next().is_some_and(|character| !matches!(character, '\u{7}' | '\u{9c}')) {}
            }
            _ => plain.push(character),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(text: &str) -> String {
        shown(&description(&FrontMatter::read(text.as_bytes())))
    }

    #[test]
    fn the_description_is_its_own_or_the_first_line_of_the_text() {
        for (text, expected) in [
            ("---\ndescription: \" one \"\n---\ntext", "one"),
            ("---\ndescription: 1.50\n---\ntext", "1.5"),
            ("---\ndescription: True\n---\ntext", "true"),
            ("---\ndescription: ''\n---\n\n\n## Title\ntext", "Title"),
            ("---\ndescription: [one]\n---\ntext\nmore", "text"),
            ("---\ndescription: {a: b}\n---\n", "Skill"),
            ("", "Skill"),
            ("#\ntext", "#"),
            ("#tag\ntext", "#tag"),
            ("---\ndescription: one\nwhen_to_use: two\n---\n", "one - two"),
            ("---\nwhen_to_use: [a, b]\n---\ntext", "text - a,b"),
            ("---\ndescription: one\nwhen_to_use:\n---\ntext", "one"),
        ] {
            assert_eq!(described(text), expected, "{text:?}");
        }
    }

    #[test]
    fn it_stands_on_one_line_without_what_cannot_be_seen() {
        assert_eq!(shown("a\nb\n\nc\r\nd\te"), "a b c d e");
        assert_eq!(shown("a \u{7} b\u{200b}c\u{202e}d\u{feff}e\u{fe0f}f"), "a   b c d e f");
        assert_eq!(shown("<b> & \u{1b}[31mred\u{1b}[0m"), "&lt;b&gt; & red");
        assert_eq!(shown("a\u{9b}1mb\u{1b}]0;title\u{7}c"), "abc");
        assert_eq!(shown("a\u{a0}b\u{3000}c é 写 🙂"), "a\u{a0}b\u{3000}c é 写 🙂");
    }

    #[test]
    fn a_folder_of_an_odd_name_is_no_skill() {
        assert!(["My Skill", "ünï", "a:b", "x~", ".hidden", "🙂"].into_iter().all(is_plain_name));
        assert!(!["a<b", " a", "a ", "a  b", "a\tb", "a\u{a0}b", "a\u{200b}b"].into_iter().any(is_plain_name));
    }

    #[test]
    fn long_ones_are_cut_by_units_of_utf16() {
        assert_eq!(shown(&"x".repeat(1536)), "x".repeat(1536));
        assert_eq!(shown(&"x".repeat(1537)), format!("{}…", "x".repeat(1535)));
        assert_eq!(shown(&"🙂".repeat(800)), format!("{}\u{fffd}…", "🙂".repeat(767)));
        assert_eq!(described(&format!("# {}", "w".repeat(101))), format!("{}...", "w".repeat(97)));
        assert_eq!(described(&format!("# {}", "w".repeat(100))), "w".repeat(100));
    }
}
