//! What is in a ticket's text and is no word of it: addresses, people, keys and secrets.

use std::sync::LazyLock;

use regex::Regex;

use crate::dispatch::text::Text;

/// Longer words are identifiers of machines, or secrets.
const LONGEST_WORD: usize = 24;

/// The text up to here tells enough: on real tickets the first 1,000 letters did as well as the whole, and some have a megabyte of log.
const MOST_BYTES: usize = 20_000;

/// Addresses of the web and of mail, people who are mentioned, greeted or thanked, and keys of issues.
static NO_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    let patterns = [
        r"\b[A-Za-z][A-Za-z0-9+.-]*://\S+",
        r"\bwww\.\S+",
        r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*",
        r"\[~[^\]\n]*\]",
        r"\B@[\w.-]+",
        r"\b[A-Z][A-Z0-9_]+-[0-9]+\b",
        r"\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Tt]hanks|[Tt]hank you|[Cc]heers|[Rr]egards|[Cc]c|CC)[ \t,:]+(?:\p{Lu}\p{Ll}+[ \t]?){1,3}",
    ];
    Regex::new(&patterns.join("|")).expect("the pattern is a constant")
});

/// A name in a mention, or before the `@` of an address.
static PEOPLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[~([^\]\n]*)\]|([\w.+-]+)@[\w-]+(?:\.[\w-]+)*").expect("the pattern is a constant"));

/// The text with blanks in place of what is no word, cut at [`MOST_BYTES`].
pub(super) fn clean(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MOST_BYTES)];
    NO_WORDS.replace_all(text, " ").into_owned()
}

/// Whether a word may be learned: it does not look like a secret or a machine's identifier.
pub(super) fn is_learnable(word: &str) -> bool {
    word.len() <= LONGEST_WORD && !looks_secret(word)
}

/// Whether a text looks like a secret: one of its words has eight letters and more, and mixes digits and letters as hashes and
/// tokens do.
pub fn looks_secret(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let has_letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        word.len() >= 8 && has_letters && digits >= 2 && digits * 5 >= word.len()
    })
}

/// The words by which a text names people, folded: the name in a mention as Jira writes it, and what stands before the `@` of an
/// address of mail.
pub fn words_of_people(text: &str) -> Vec<String> {
    let names = PEOPLE.captures_iter(text).filter_map(|found| found.get(1).or_else(|| found.get(2)));
    names.flat_map(|name| words_of(name.as_str())).collect()
}

/// The words of a text, folded, each as often as it stands there.
pub fn words_of(text: &str) -> Vec<String> {
    Text::new(&[text]).words().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str) -> String {
        clean(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn addresses_people_and_keys_are_no_words() {
        assert_eq!(cleaned("see https://acme.example/x?token=1 or www.acme.example now"), "see or now");
        assert_eq!(cleaned("ask jane.doe@acme.example, [~jdoe] or @jane.doe about it"), "ask , or about it");
        assert_eq!(cleaned("as in PAY-123 and ssh://git@host/x.git"), "as in and");
        assert_eq!(cleaned("Hi Jane Doe, the refund fails. Thanks, John"), ", the refund fails.");
    }

    #[test]
    fn words_stay() {
        for text in ["the refund fails", "user@ home", "COVID is no key", "thanks for the Refund", "a-b-c", "ISO-8859"]
        {
            let expected = if text.starts_with("ISO") { "" } else { text };
            assert_eq!(cleaned(text), expected);
        }
    }

    #[test]
    fn secrets_are_not_learned() {
        for secret in ["deadbeef12345678", "ghp1a2b3c4d5e6f7", "a1b2c3d4", "averyveryverylongidentifierofamachine"] {
            assert!(!is_learnable(secret), "{secret}");
        }
        for word in ["refund", "k8s", "oauth2", "base64", "internationalization", "utf8", "sha256", "postgresql15"] {
            assert!(is_learnable(word), "{word}");
        }
    }

    #[test]
    fn people_are_named_in_mentions_and_addresses() {
        assert_eq!(
            words_of_people("[~jane.doe], see Bob.Ross@acme.example about the refund"),
            ["jane", "doe", "bob", "ross"]
        );
        assert!(words_of_people("@Override at 5 @ 3").is_empty());
    }

    #[test]
    fn a_megabyte_is_cut_between_letters() {
        assert!(clean(&"é".repeat(600_000)).len() <= MOST_BYTES);
    }
}
