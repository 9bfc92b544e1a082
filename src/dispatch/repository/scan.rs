//! What may be the address of a repository in a text.

use std::ops::Range;

use memchr::memchr_iter;
use memchr::memmem::find_iter;

/// The schemes of addresses, the longest first where one ends another.
const SCHEMES: [&str; 4] = ["https", "http", "ssh", "git"];

/// How much of an address is looked at, in bytes; the part that names the repository is far shorter. It bounds the work for a
/// text that is nothing but addresses.
const LONGEST: usize = 512;

/// The longest host that the domain name system has, in bytes (RFC 1035, section 2.3.4).
const LONGEST_HOST: usize = 255;

/// One place of a text that looks like an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found<'t> {
    /// `https://user@host:port/path` and `user@host:path`.
    Address { authority: &'t str, path: &'t str, span: Range<usize> },
    /// The path of `owner/name#12`.
    Short { path: &'t str, span: Range<usize> },
}

/// Gives everything in a text that may be an address, each kind in the order of the text.
///
/// `knows` tells whether an authority is worth a closer look. What is given never holds white space, control characters or
/// marks that stand around addresses.
pub(super) fn scan<'t>(text: &'t str, knows: impl Fn(&str) -> bool, mut each: impl FnMut(Found<'t>)) {
    for at in find_iter(text.as_bytes(), "://") {
        url(text, at, &knows).into_iter().for_each(&mut each);
    }
    let mut end = 0;
    for at in memchr_iter(b'@', text.as_bytes()) {
        let found = if at < end { None } else { user_and_host(text, at, &knows) };
        if let Some(Found::Address { span, .. }) = &found {
            end = span.end;
        }
        found.into_iter().for_each(&mut each);
    }
    for at in memchr_iter(b'#', text.as_bytes()) {
        short(text, at).into_iter().for_each(&mut each);
    }
}

/// The address around a `://`.
fn url<'t>(text: &'t str, at: usize, knows: impl Fn(&str) -> bool) -> Option<Found<'t>> {
    let before = &text.as_bytes()[..at];
    let is_before = |scheme: &&&str| {
        before
            .len()
            .checked_sub(scheme.len())
            .is_some_and(|start| before[start..].eq_ignore_ascii_case(scheme.as_bytes()))
    };
    let scheme = SCHEMES.iter().find(is_before)?;
    let start = at + "://".len();
    let rest = &text[start..];
    let authority = part(rest, LONGEST, |letter| is_end(letter) || matches!(letter, '/' | '?' | '#'));
    let path = &rest[authority.len()..];
    let authority = if path.starts_with('/') { authority } else { authority.trim_end_matches(MARKS) };
    knows(authority).then(|| {
        let path = part(path, LONGEST, is_end).trim_end_matches(MARKS);
        Found::Address { authority, path, span: at - scheme.len()..start + authority.len() + path.len() }
    })
}

/// The address `user@host:path` around an `@`.
fn user_and_host<'t>(text: &'t str, at: usize, knows: impl Fn(&str) -> bool) -> Option<Found<'t>> {
    let rest = &text[at + 1..];
    let host = part(rest, LONGEST_HOST, |letter| !is_of_host(letter));
    let path = rest[host.len()..].strip_prefix(':')?;
    let user = text[..at].bytes().rev().take(LONGEST_HOST).take_while(|byte| is_of_name(*byte)).count();
    // Behind one of these it is the user of an address with a scheme.
    let is_rest = text[..at - user].ends_with(['/', ':']);
    (user > 0 && !is_rest && knows(host)).then(|| {
        let path = part(path, LONGEST, is_end).trim_end_matches(MARKS);
        Found::Address { authority: host, path, span: at - user..at + 1 + host.len() + 1 + path.len() }
    })
}

/// The reference `owner/name#12` around a `#`.
fn short(text: &str, at: usize) -> Option<Found<'_>> {
    let bytes = text.as_bytes();
    let digits = bytes[at + 1..].iter().take(LONGEST_HOST).take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let is_of_path = |byte: u8| is_of_name(byte) || byte == b'/';
    let start = at - bytes[..at].iter().rev().take(LONGEST).take_while(|byte| is_of_path(**byte)).count();
    let path = &text[start..at];
    // Behind one of these it is the rest of something longer, such as an address.
    let is_rest =
        start.checked_sub(1).is_some_and(|before| is_of_path(bytes[before]) || b"@:%=?&+#\\".contains(&bytes[before]));
    (!is_rest && !path.starts_with('/') && path.contains('/'))
        .then(|| Found::Short { path, span: start..at + 1 + digits })
}

/// Marks that end a sentence, and not an address.
const MARKS: [char; 4] = ['.', ':', '!', '?'];

/// What cannot stand in an address, or stands around one in prose and markup.
fn is_end(letter: char) -> bool {
    match letter.is_ascii() {
        true => letter.is_ascii_whitespace() || letter.is_ascii_control() || "<>\"'`|{}[]\\^(),;*".contains(letter),
        false => !letter.is_alphanumeric(),
    }
}

fn is_of_host(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '.')
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'~')
}

/// The text up to an end, or up to so many bytes.
fn part(text: &str, longest: usize, is_end: impl Fn(char) -> bool) -> &str {
    let end = text.char_indices().find(|(at, letter)| at + letter.len_utf8() > longest || is_end(*letter));
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is found in a text, as it stands there.
    fn found(text: &str) -> Vec<&str> {
        let mut all = Vec::new();
        scan(
            text,
            |_| true,
            |found| {
                let (Found::Address { span, .. } | Found::Short { span, .. }) = found;
                all.push(&text[span]);
            },
        );
        all
    }

    #[test]
    fn an_address_ends_where_prose_goes_on() {
        for (text, expected) in [
            ("see https://h.example/a/b.", "https://h.example/a/b"),
            ("(https://h.example/a/b), or", "https://h.example/a/b"),
            ("<https://h.example/a/b>", "https://h.example/a/b"),
            ("[b|https://h.example/a/b|smart-link]", "https://h.example/a/b"),
            ("[b](https://h.example/a/b)", "https://h.example/a/b"),
            ("\"https://h.example/a/b\"; x", "https://h.example/a/b"),
            ("**https://h.example/a/b**!", "https://h.example/a/b"),
            ("https://h.example/a/b\u{1b}[31m", "https://h.example/a/b"),
            ("https://h.example/a/b\u{202e}x", "https://h.example/a/b"),
            ("https://h.example/a/b。次", "https://h.example/a/b"),
            ("https://h.example/a/bを見て", "https://h.example/a/bを見て"),
            ("seeHTTPS://h.example!", "HTTPS://h.example"),
            ("git+ssh://git@h.example:22/a/b.git: no", "ssh://git@h.example:22/a/b.git"),
            ("git clone git@h.example:a/b.git.", "git@h.example:a/b.git"),
            ("fixed by acme/api#12.", "acme/api#12"),
            ("(a/b/c#1)", "a/b/c#1"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
        assert_eq!(
            found("http://a.example/x?u=https://b.example/y"),
            ["http://a.example/x?u=https://b.example/y", "https://b.example/y"]
        );
    }

    #[test]
    fn other_text_is_no_address() {
        for text in [
            "",
            "://",
            "x://h.example/a",
            "a@b",
            "ann@h.example, hi",
            "@h.example:a/b",
            "#12",
            "a#12",
            "/a/b#12",
            "a/b#c",
            "a/b# 1",
            "x@a/b#1",
            "ticket #4",
            "##1",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn a_text_of_nothing_but_openings_ends() {
        for opening in [
            "://",
            "https://",
            "https://h.example/",
            "@",
            "@h:",
            "a@h:",
            "#",
            "#1",
            "a/b#1",
            "/",
            "a/",
            "é://",
            "https://é/",
        ] {
            let text = opening.repeat(330_000 / opening.len());
            let mut longest = 0;
            scan(
                &text,
                |_| true,
                |found| {
                    let (Found::Address { span, .. } | Found::Short { span, .. }) = found;
                    longest = longest.max(span.len());
                },
            );
            assert!(longest <= 2 * LONGEST + LONGEST_HOST, "{opening}: {longest}");
        }
    }

    proptest! {
        #[test]
        fn what_is_found_stands_in_the_text(text in "([a/#.@:é ]|://|https|git@|1|\u{1b}|\u{202e}){0,40}") {
            for found in found(&text) {
                prop_assert!(!found.chars().any(|letter| letter.is_control() || letter.is_whitespace()));
                prop_assert!(text.contains(found));
            }
        }
    }
}
