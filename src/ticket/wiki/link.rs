//! Links, attachments, people and pictures.

use super::super::TicketKey;
use super::inline::Token;
use super::page::address;

/// A link: what it says, and where it leads to unless only Jira knows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link<'t> {
    pub(super) words: &'t str,
    pub(super) target: &'t str,
}

/// `[words|target]`, `[target]`, `[~person]`, `[^attachment]`; anything else in brackets is no link: `[ERROR]`, `a[0]`.
pub(super) fn link(rest: &str) -> Option<(Token<'_>, usize)> {
    let inside = rest.strip_prefix('[')?;
    let end = inside.find(['[', ']']).filter(|end| inside[*end..].starts_with(']'))?;
    let inside = &inside[..end];
    let token = match inside.split_once('|') {
        Some((words, targets)) => titled_link(words, targets.split('|').next().unwrap_or_default().trim())?,
        None => bare_link(inside.trim())?,
    };
    Some((token, end + 2))
}

fn titled_link<'t>(words: &'t str, target: &'t str) -> Option<Token<'t>> {
    let is_inside_jira = target.len() > 1 && target.starts_with(['#', '^', '~']);
    if is_inside_jira && !words.trim().is_empty() {
        return Some(Token::Link(Link { words, target: "" }));
    }
    let is_target =
        is_url(target) || target.starts_with("www.") || target.starts_with('/') || TicketKey::parse(target).is_some();
    if !is_target || target.contains(char::is_whitespace) {
        return None;
    }
    Some(if words.trim().is_empty() { Token::Text(address(target)) } else { Token::Link(Link { words, target }) })
}

fn bare_link(target: &str) -> Option<Token<'_>> {
    if let Some(file) = target.strip_prefix('^') {
        return is_file(file).then_some(Token::Text(file));
    }
    if target.len() > 1 && target.starts_with('~') {
        return Some(Token::Text("@"));
    }
    (is_url(target) && !target.contains(char::is_whitespace)).then(|| Token::Text(address(target)))
}

/// `!picture.png!` and `!picture.png|alt=words!`.
pub(super) fn image(before: Option<char>, rest: &str) -> Option<(Token<'_>, usize)> {
    let inside = rest.strip_prefix('!')?;
    let end = inside.find('!')?;
    let after = inside[end + 1..].chars().next();
    let (file, parameters) = inside[..end].split_once('|').unwrap_or((&inside[..end], ""));
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    if is_word(before) || is_word(after) || !is_file(file) {
        return None;
    }
    let words = parameters.split([',', '|']).find_map(shown_name).filter(|words| !words.is_empty());
    Some((Token::Text(words.unwrap_or(file)), end + 2))
}

/// The words of the parameter that tells what a picture shows.
fn shown_name(parameter: &str) -> Option<&str> {
    let (name, words) = parameter.split_once('=')?;
    matches!(name.trim(), "alt" | "title").then(|| words.trim_matches(['"', ' ']))
}

/// How much of a text belongs to the address that it is the end of; marks after it do not.
pub(super) fn url_length(rest: &str) -> usize {
    let is_end = |letter: char| letter.is_whitespace() || "\"'<>|{}[]\\^`".contains(letter);
    let url = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    url.trim_end_matches(['*', '_', '-', '+', '~', '?', '!', '.', ',', ';', ')']).len().max("://".len())
}

fn is_url(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// A name with an ending, such as `Screen shot 1.png`.
fn is_file(name: &str) -> bool {
    let is_ending =
        |ending: &str| (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    !name.starts_with(char::is_whitespace)
        && name.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && is_ending(ending))
}

#[cfg(test)]
mod tests {
    use super::super::to_text;

    #[test]
    fn a_link_keeps_words_and_target() {
        assert_eq!(to_text("[the *docs*|https://example.org/a_b_c|a tip]."), "the docs <https://example.org/a_b_c>.");
        assert_eq!(
            to_text("[http://x.org] [x|/y] [PAY-1|PAY-1] [|http://x.org]"),
            "http://x.org x </y> PAY-1 http://x.org"
        );
        assert_eq!(to_text("[http://x.org|http://x.org|smart-link]"), "http://x.org");
        assert_eq!(to_text("[a@x.org|mailto:a@x.org] [mailto:b@x.org]"), "a@x.org b@x.org");
        assert_eq!(to_text("[above|#top] [log|^a.log]"), "above log");
    }

    #[test]
    fn a_person_is_a_mark() {
        assert_eq!(to_text("ask [~ada.l] or [her|~ada.l]"), "ask @ or her");
    }

    #[test]
    fn files_and_pictures_keep_their_name() {
        assert_eq!(to_text("[^report 1.pdf] !Screen shot.png|thumbnail!"), "report 1.pdf Screen shot.png");
        assert_eq!(to_text("!http://x.org/a.png|alt=\"a chart\", width=3!"), "a chart");
    }

    #[test]
    fn other_brackets_and_shouts_stay() {
        for line in [
            "[ERROR] a[0] [x] [a|b] [^a-z] [#12] []",
            "[a|b c://d]",
            "[unclosed|http://x.org",
            "Wow! This is great!",
            "!important!",
            "a!b.c!",
            "! a.b!",
            "[[x]]",
            "!!",
            "!a.b",
            "[~]",
            "if (!a.b && !c)",
        ] {
            assert_eq!(to_text(line), line);
        }
        assert_eq!(to_text("[[x|http://y]]"), "[x <http://y>]");
    }
}
