//! The order in which the client lists skills: that of a dictionary, as JavaScript's `localeCompare` has it.

use std::cmp::Ordering;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Marks in the order of the Unicode collation, all before digits and letters.
const MARKS: &str = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// Compares two names: letter by letter without accents and case, then by accents, then small letters first.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    let letters =
        |name: &str| name.nfd().filter(|character| !is_combining_mark(*character)).map(weight).collect::<Vec<_>>();
    let accents = |name: &str| name.nfd().filter(|character| is_combining_mark(*character)).collect::<String>();
    let cases = |name: &str| name.chars().map(char::is_uppercase).collect::<Vec<_>>();
    (letters(left).cmp(&letters(right)))
        .then_with(|| accents(left).cmp(&accents(right)))
        .then_with(|| cases(left).cmp(&cases(right)))
        .then_with(|| left.cmp(right))
}

/// Marks first, then digits, then letters of whatever case.
fn weight(character: char) -> (u8, u32) {
    match MARKS.find(character) {
        Some(at) => (0, at as u32),
        None if character.is_ascii_digit() => (1, character as u32),
        None => (2, character.to_lowercase().next().unwrap_or(character) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_the_client() {
        let listed = [
            "1", "10", "2", "a", "ä", "a10", "A10", "a2", "b", "B", "d", "d x", "d_x", "d-x", "d.x", "é", "z_z", "z-z",
            "zebra", "zz",
        ];
        let mut names = listed;
        names.reverse();
        names.sort_by(|left, right| compare(left, right));
        assert_eq!(names, listed);
    }
}
