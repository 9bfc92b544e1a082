//! A source file as a tree of tokens, each word that can matter with its line.
//!
//! Tokens rather than `syn`'s syntax tree: inside macros there is nothing else, and a path looks the same in a `use`, a
//! type, a pattern, an attribute and a macro, so one rule finds it in all of them. Comments are gone by then, and strings
//! are tokens of their own.

use syn::buffer::{Cursor, TokenBuffer};

use super::tree::Source;

/// Joins a word and its line while `syn` has the text; see [`stamp`].
const STAMP: &str = "__line_";

/// What the checks tell apart; lifetimes, numbers and characters are [`Token::Other`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// An identifier or keyword, without `r#`; the line is known for the words given to [`parse`].
    Word(String, Option<usize>),
    /// `::`
    Colons,
    /// One character of punctuation.
    Mark(char),
    /// What a string literal says.
    Text(String),
    /// What stands between two brackets of any kind.
    Group(Vec<Token>),
    /// Anything else.
    Other,
}

impl Token {
    /// True for this very word.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self, Token::Word(text, _) if text == word)
    }
}

/// Reads a file, which must be valid Rust, and keeps the line of each of `words`.
pub(super) fn parse(source: &Source, words: &[&str]) -> Vec<Token> {
    let valid = syn::parse_file(&source.text).map(drop);
    let tokens = valid.and_then(|()| tokens_of(&stamp(&source.text, words)));
    tokens.unwrap_or_else(|error| unreadable(&source.path, &error))
}

/// Reads the code in a string of an attribute: a type, a path, or what follows `where`. Prose is none of them.
pub(super) fn parse_string(text: &str) -> Option<Vec<Token>> {
    use syn::parse::Parser as _;
    use syn::punctuated::Punctuated;
    let bounds = Punctuated::<syn::WherePredicate, syn::Token![,]>::parse_terminated;
    let is_code = syn::parse_str::<syn::Type>(text).is_ok() || bounds.parse_str(text).is_ok();
    is_code.then(|| tokens_of(text).ok()).flatten()
}

fn unreadable(path: &str, error: &syn::Error) -> Vec<Token> {
    panic!("{path} is not valid Rust: {error}")
}

/// Writes `crate` as `crate__line_7`, for each of `words`.
///
/// `syn` knows lines only where `proc-macro2` is built with its feature `span-locations`, and nothing here depends on that
/// crate otherwise. Strings are stamped too, which is how a path in an attribute gets its line.
fn stamp(text: &str, words: &[&str]) -> String {
    let mut stamped = String::new();
    for (line, number) in text.lines().zip(1..) {
        for piece in line.split_inclusive(|c: char| !is_word(c)) {
            let word = piece.trim_end_matches(|c: char| !is_word(c));
            stamped.push_str(word);
            if words.contains(&word) {
                stamped.push_str(&format!("{STAMP}{number}"));
            }
            stamped.push_str(&piece[word.len()..]);
        }
        stamped.push('\n');
    }
    stamped
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn tokens_of(text: &str) -> syn::Result<Vec<Token>> {
    let buffer = TokenBuffer::new2(syn::parse_str(text)?);
    Ok(tokens_from(buffer.begin()))
}

fn tokens_from(mut cursor: Cursor<'_>) -> Vec<Token> {
    let mut tokens = Vec::new();
    while !cursor.eof() {
        let (token, next) = next_token(cursor);
        tokens.push(token);
        cursor = next;
    }
    tokens
}

fn next_token(cursor: Cursor<'_>) -> (Token, Cursor<'_>) {
    if let Some((ident, next)) = cursor.ident() {
        (word(&ident.to_string()), next)
    } else if let Some((first, next)) = cursor.punct() {
        let second = next.punct().filter(|(second, _)| first.as_char() == ':' && second.as_char() == ':');
        second.map_or((Token::Mark(first.as_char()), next), |(_, next)| (Token::Colons, next))
    } else if let Some((literal, next)) = cursor.literal() {
        let token = match syn::Lit::new(literal) {
            syn::Lit::Str(text) => Token::Text(text.value()),
            _ => Token::Other,
        };
        (token, next)
    } else if let Some((inside, _, _, next)) = cursor.any_group() {
        (Token::Group(tokens_from(inside)), next)
    } else {
        let (_, next) = cursor.lifetime().expect("a token is a word, a mark, a literal, a group or a lifetime");
        (Token::Other, next)
    }
}

fn word(text: &str) -> Token {
    let text = text.trim_start_matches("r#");
    let (word, line) = text.split_once(STAMP).unwrap_or((text, ""));
    Token::Word(word.to_owned(), line.parse().ok())
}
