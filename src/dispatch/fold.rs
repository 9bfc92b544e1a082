//! Letters made comparable: two spellings of one name fold to the same text.

use std::borrow::Cow;

use unicase::UniCase;
use unicode_normalization::{UnicodeNormalization, is_nfkc};

/// Folding settles when one more round changes nothing; the limit makes sure that it ends, whatever Unicode adds.
const MAX_ROUNDS: usize = 8;

/// The form in which components and labels are compared.
///
/// [`fold_letters`], with white space trimmed and each run of it made one space. Folding a second time changes nothing.
pub fn fold_name(name: &str) -> String {
    let folded = fold_letters(name);
    let mut words = folded.split_whitespace();
    let mut joined = words.next().unwrap_or_default().to_owned();
    for word in words {
        joined.push(' ');
        joined.push_str(word);
    }
    joined
}

/// Letters without their case and width; white space is kept.
///
/// Compatibility composition (NFKC, UAX #15) and full case folding (`CaseFolding.txt`), in turns until nothing changes, as
/// in the Unicode Standard's compatibility caseless match (section 3.13, D146). Two rules come on top: a Turkish `İ` is a
/// plain `i`, so that `İstanbul`, `ISTANBUL` and `istanbul` are one word; and the variation selectors that ask for a text
/// or emoji picture (U+FE0E, U+FE0F) are left out.
pub fn fold_letters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = compose(text).into_owned();
    for _ in 0..MAX_ROUNDS {
        let cased = undot(UniCase::unicode(&folded).to_folded_case());
        let next = compose(&cased);
        if next == folded {
            break;
        }
        folded = next.into_owned();
    }
    folded
}

/// Compatibility composition, without the selectors between the text and the emoji picture of a character.
pub(super) fn compose(text: &str) -> Cow<'_, str> {
    let is_selector = |letter: char| matches!(letter, '\u{fe0e}' | '\u{fe0f}');
    if text.is_ascii() || (is_nfkc(text) && !text.contains(is_selector)) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().filter(|&letter| !is_selector(letter)).nfkc().collect())
    }
}

/// Takes the dots (U+0307) away that case folding puts over the `i` of a Turkish `İ`.
fn undot(text: String) -> String {
    if !text.contains("i\u{307}") {
        return text;
    }
    let mut after_i = false;
    text.chars()
        .filter(|&letter| {
            let is_dot = after_i && letter == '\u{307}';
            after_i = is_dot || letter == 'i';
            !is_dot
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spellings_of_one_name_fold_alike() {
        for (one, other) in [
            ("Payments", "PAYMENTS"),
            ("  Web,\tMobile \u{a0} & API\r\n", "web, mobile & api"),
            ("ＡＰＩ　ｇａｔｅｗａｙ", "API Gateway"),
            ("Straße", "STRASSE"),
            ("caf\u{e9}", "CAFE\u{301}"),
            ("ΟΔΟΣ", "οδος"),
            ("ﬁle", "FILE"),
            ("☎\u{fe0f}", "☎\u{fe0e}"),
            ("ǰ\u{323}", "J\u{30c}\u{323}"),
        ] {
            assert_eq!(fold_name(one), fold_name(other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_turkish_i_is_a_plain_one() {
        for name in ["İstanbul", "I\u{307}stanbul", "i\u{307}stanbul", "ISTANBUL", "istanbul"] {
            assert_eq!(fold_name(name), "istanbul", "{name:?}");
        }
    }

    #[test]
    fn different_names_stay_different() {
        for (one, other) in [("C", "C++"), ("café", "cafe"), ("ab", "a b"), ("ı", "i")] {
            assert_ne!(fold_name(one), fold_name(other));
        }
    }

    #[test]
    fn blank_folds_to_nothing() {
        for name in ["", " \t\u{3000}\u{85}", "\u{fe0f}"] {
            assert_eq!(fold_name(name), "");
        }
    }

    #[test]
    fn every_character_folds_once() {
        for letter in (0..=0x1_ffff).filter_map(char::from_u32) {
            let folded = fold_letters(letter.encode_utf8(&mut [0; 4]));
            assert_eq!(fold_letters(&folded), folded, "{letter:?}");
        }
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(name in any::<String>(), marked in "[iIİıjǰJßẞἂᾈΐaK][\u{300}-\u{36f}\u{fe0f} ]{0,5}") {
            for name in [name, marked] {
                let folded = fold_name(&name);
                prop_assert_eq!(fold_name(&folded), folded);
            }
        }
    }
}
