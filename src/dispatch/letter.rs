//! Where words begin and end, and the parts of words.

use unicode_script::{Script, UnicodeScript};

/// The scripts whose words run on without spaces, or with particles stuck to them (Hangul).
const RUNNING: [Script; 8] = [
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Hangul,
    Script::Thai,
    Script::Lao,
    Script::Khmer,
    Script::Myanmar,
];

/// What a letter tells about the words around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letter {
    Upper,
    Lower,
    /// A lower-case `s`, which behind an acronym makes its plural: `APIs`.
    LowerS,
    /// A letter of a script without case.
    Caseless,
    Digit,
    /// A letter of a script that is written without spaces.
    Running,
    /// White space, punctuation, a symbol, a picture.
    Gap,
}

impl Letter {
    pub(super) fn of(letter: char) -> Self {
        match letter {
            's' => Self::LowerS,
            'a'..='z' => Self::Lower,
            'A'..='Z' => Self::Upper,
            '0'..='9' => Self::Digit,
            _ if letter.is_ascii() || !letter.is_alphanumeric() => Self::Gap,
            _ if is_running(letter) => Self::Running,
            _ if letter.is_numeric() => Self::Digit,
            _ if letter.is_uppercase() => Self::Upper,
            _ if letter.is_lowercase() => Self::Lower,
            _ => Self::Caseless,
        }
    }

    fn is_lower(self) -> bool {
        matches!(self, Self::Lower | Self::LowerS)
    }
}

/// Whether the script is one of [`RUNNING`]; a letter that several of them share, such as `ー`, counts too.
fn is_running(letter: char) -> bool {
    let scripts = letter.script_extension();
    !scripts.is_common() && RUNNING.iter().any(|&script| scripts.contains_script(script))
}

/// Whether a word or a part of one begins or ends before the letter at `index`; it does at both ends of the text.
///
/// Parts are cut at a gap (an underscore is one), between digits and letters, and as camelCase: `fooBar` is `foo`, `Bar`,
/// and `XMLHttp` is `XML`, `Http`. The plural of an acronym is not taken for such a part: `APIs` is `API`, `s`.
pub(super) fn is_cut(letters: &[Letter], index: usize) -> bool {
    use Letter::{Digit, Gap, LowerS, Running, Upper};
    let goes_on = |rest: &[Letter]| rest.first().is_some_and(|letter| letter.is_lower());
    match letters.split_at(index) {
        ([], _) | (_, []) => true,
        ([.., Gap | Running], _) | (_, [Gap | Running, ..]) => true,
        ([.., before], [after, ..]) if (*before == Digit) != (*after == Digit) => true,
        ([.., Upper, Upper], [LowerS, rest @ ..]) => !goes_on(rest),
        ([.., Upper], [Upper, LowerS, rest @ ..]) => goes_on(rest),
        ([.., Upper], [Upper, rest @ ..]) => goes_on(rest),
        ([.., before], [Upper, ..]) => before.is_lower(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with a bar at every cut inside.
    fn cut(text: &str) -> String {
        let letters: Vec<_> = text.chars().map(Letter::of).collect();
        let mut shown = String::new();
        for (index, letter) in text.chars().enumerate() {
            if index > 0 && is_cut(&letters, index) {
                shown.push('|');
            }
            shown.push(letter);
        }
        shown
    }

    #[test]
    fn words_are_cut_into_parts() {
        for parts in [
            "memory|Update",
            "XML|Http|Request",
            "tool|_|use",
            "AWSEC|2",
            "k|8|s",
            "O|Auth|2",
            "knative",
            "Jetbrains",
            "API|s",
            "API|s| |off",
            "AP|Iso",
            "Is",
            "USB",
            "C|+|+",
        ] {
            assert_eq!(cut(&parts.replace('|', "")), parts);
        }
    }

    #[test]
    fn other_scripts_have_case_and_digits_too() {
        for parts in ["привет|Мир", "ЖД|Поезд", "שלום", "عربي|٣"] {
            assert_eq!(cut(&parts.replace('|', "")), parts);
        }
    }

    #[test]
    fn running_scripts_are_cut_everywhere() {
        for parts in ["用|python|写", "abc|를", "デ|ー|タ|base", "ก|า|API", "𠀀|a", "𰀀|a", "〇|a"] {
            assert_eq!(cut(&parts.replace('|', "")), parts);
        }
    }
}
