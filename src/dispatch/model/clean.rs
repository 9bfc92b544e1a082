//! What is in a ticket's text and is no word of it: addresses, people, keys and secrets.

use std::sync::LazyLock;

use regex::{Captures, Regex};

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

/// A stretch that may be a token: letters, digits, and what is between them in tokens.
static STRETCH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[A-Za-z0-9_=-]{8,}").expect("the pattern is a constant"));

/// How the tokens of known services begin.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    let beginnings = r"^(?:gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|sk-|pk_|rk_|AKIA|ASIA|eyJ|npm_|pypi-|ATATT)";
    Regex::new(&format!("{beginnings}[A-Za-z0-9_=-]{{8,}}$")).expect("the pattern is a constant")
});

/// The text with blanks in place of what is no word, cut at [`MOST_BYTES`].
pub(super) fn clean(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MOST_BYTES)];
    let text = NO_WORDS.replace_all(text, " ");
    // As a whole, before it falls into parts that do not look like one.
    let blank = |stretch: &Captures<'_>| if looks_secret(&stretch[0]) { " ".to_owned() } else { stretch[0].to_owned() };
    STRETCH.replace_all(&text, blank).into_owned()
}

/// Whether a word may be learned: it is not so long as identifiers of machines are.
pub(super) fn is_learnable(word: &str) -> bool {
    word.len() <= LONGEST_WORD && !looks_secret(word)
}

/// Whether a text looks like a secret.
///
/// It begins as the tokens of a known service do, or one of its words mixes digits and letters as hashes and tokens do: at least 8
/// with a fifth of them digits, or at least 16 with a digit; or one has 32 letters and more.
pub fn looks_secret(text: &str) -> bool {
    let is_random = |word: &str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let has_letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        let is_dense = word.len() >= 8 && digits >= 2 && digits * 5 >= word.len();
        word.len() >= 32 || has_letters && (is_dense || word.len() >= 16 && digits > 0)
    };
    TOKEN.is_match(text) || text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(is_random)
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
    fn secrets_are_no_words() {
        for secret in [
            "deadbeef12345678",
            "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz",
            "AKIAIOSFODNN7EXAMPLE",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLXRleHQ",
            "550e8400-e29b-41d4-a716-446655440000",
            "xoxb-abcdefghij",
            "sha256=2c26b46b68ffc68ff99b453c1d304134",
            "QWxhZGRpbjpvcGVuIHNlc2FtZSBhbmQgbW9yZQ==",
        ] {
            let left = cleaned(&format!("key {secret} used"));
            let words: Vec<&str> = left.split([' ', '.']).filter(|word| !word.is_empty()).collect();
            assert_eq!(words, ["key", "used"], "{secret}");
            assert!(looks_secret(secret), "{secret}");
        }
    }

    #[test]
    fn words_that_look_a_little_like_secrets_stay() {
        for word in [
            "refund",
            "k8s",
            "oauth2",
            "base64",
            "internationalization",
            "utf8",
            "sha256",
            "postgresql15",
            "androidmapv2",
            "module_androidmapv2",
            "read-only-file-system-of-the-image",
            "qe-5-3-0",
            "ERR_CERT_AUTHORITY_INVALID",
        ] {
            assert_eq!(cleaned(word), word);
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
