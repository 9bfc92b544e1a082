//! Names that become part of a path.

use std::borrow::Cow;

use crate::output::escape;

/// Whether a name is one plain path component on every system: not empty, no separator, no `.` or `..`, no control character,
/// no leading dot (hidden) or hyphen (an option), no blank at either end, nothing that a terminal would obey.
pub fn is_plain_name(name: &str) -> bool {
    let forbidden = |character: char| "/\\:*?\"<>|".contains(character);
    let is_harmless = matches!(escape(name), Cow::Borrowed(_));
    is_harmless && !name.is_empty() && !name.starts_with(['.', '-']) && name.trim() == name && !name.contains(forbidden)
}

#[cfg(test)]
mod tests {
    use super::is_plain_name;

    #[test]
    fn a_plain_name_stays_inside_its_folder() {
        for name in ["api", "payments-api", "Web_Shop.2", "größe", "写"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in
            ["", ".", "..", ".hidden", "a/b", "a\\b", "/abs", "C:x", "-x", " a", "a ", "a\nb", "a\0b", "a\u{202e}b"]
        {
            assert!(!is_plain_name(name), "{name:?}");
        }
    }
}
