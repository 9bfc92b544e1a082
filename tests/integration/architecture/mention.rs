//! Finds every path in a file that starts at the crate root, at `self` or at `super`, and where it leads.

use super::token::{Token, parse, parse_string};
use super::tree::Source;

/// The name under which `main.rs` knows the library.
const LIBRARY: &str = "skreg";

/// One path of a source file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// The line, from 1.
    pub(super) line: usize,
    /// The room it stands in, or `main` or `lib`.
    pub(super) from: String,
    /// The first module below the crate root; `None` for the root itself, which opens the way to every room.
    pub(super) to: Option<String>,
    /// The path as written, with the prefix of its group.
    pub(super) written: String,
}

/// The room of a file below `src/`: its first module, or `main` or `lib`.
pub(super) fn room_of(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or(path);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// Every path of `source` that leads to a room or to the crate root; `rooms` are the names that `lib.rs` can use bare.
pub(super) fn mentions(source: &Source, rooms: &[&str]) -> Vec<Mention> {
    let words: Vec<&str> = ["crate", "self", "super", LIBRARY, "mod"].iter().chain(rooms).copied().collect();
    let tokens = parse(source, &words);
    let module = module_of(&source.path);
    let mut walk = Walk { file: room_of(&source.path), rooms, module, found: Vec::new() };
    walk.tokens(&tokens, false);
    walk.found
}

fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if matches!(path, "lib" | "main") { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

struct Walk<'a> {
    file: &'a str,
    rooms: &'a [&'a str],
    /// The module that the walk is in, below the crate root.
    module: Vec<String>,
    found: Vec<Mention>,
}

/// A path being read: where it has come to, how it was written, the line it would be reported at.
#[derive(Clone)]
struct Prefix {
    module: Vec<String>,
    written: String,
    line: usize,
}

impl Walk<'_> {
    fn tokens(&mut self, tokens: &[Token], attribute: bool) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let (before, rest) = tokens.split_at(at);
            at += match rest {
                [Token::Mark('#'), Token::Group(inside), ..] => self.nested(inside, true, 2),
                [Token::Mark('#'), Token::Mark('!'), Token::Group(inside), ..] => self.nested(inside, true, 3),
                [word, Token::Word(name, _), Token::Group(inside), ..] if word.is("mod") => {
                    self.module.push(name.clone());
                    self.tokens(inside, attribute);
                    self.module.pop();
                    3
                }
                [Token::Group(inside), ..] => self.nested(inside, attribute, 1),
                [Token::Text(text), ..] if attribute && !is_doc(before) => {
                    self.tokens(&parse_string(text).unwrap_or_default(), false);
                    1
                }
                [Token::Word(text, line), after @ ..] => {
                    let line = line.unwrap_or_default();
                    1 + match self.start_of_path(token, before, after) {
                        Some(module) => self.path(Prefix { module, written: text.clone(), line }, after),
                        None => self.declaration(token, before, after, line),
                    }
                }
                _ => 1,
            };
        }
    }

    fn nested(&mut self, inside: &[Token], attribute: bool, length: usize) -> usize {
        self.tokens(inside, attribute);
        length
    }

    /// The module that a path starts from if `word` begins one that can leave the room.
    fn start_of_path(&self, word: &Token, before: &[Token], after: &[Token]) -> Option<Vec<String>> {
        let Token::Word(text, _) = word else { return None };
        let leads_on = after.first() == Some(&Token::Colons) || after.first().is_some_and(|next| next.is("as"));
        let inside_a_path = before.last() == Some(&Token::Colons);
        match text.as_str() {
            LIBRARY if leads_on && !(inside_a_path && continues_a_path(before)) => Some(Vec::new()),
            _ if !leads_on || inside_a_path || self.file == "main" => None,
            "crate" => Some(Vec::new()),
            // `self as u8` is an expression; a module has no other name for itself than through a group.
            "self" if after.first() == Some(&Token::Colons) => Some(self.module.clone()),
            "super" => Some(parent(&self.module)),
            room if self.file == "lib" && self.module.is_empty() && self.rooms.contains(&room) => {
                Some(vec![room.to_owned()])
            }
            _ => None,
        }
    }

    /// Follows a path after its first word, and each branch of a group; returns how many tokens it took.
    fn path(&mut self, mut prefix: Prefix, after: &[Token]) -> usize {
        let mut taken = 0;
        loop {
            match &after[taken..] {
                [Token::Colons, Token::Word(text, line), ..] => prefix.step(text, *line),
                [Token::Colons, Token::Group(inside), ..] => {
                    self.group(&prefix, inside);
                    return taken + 2;
                }
                [Token::Colons, Token::Mark('*'), ..] => {
                    prefix.written.push_str("::*");
                    self.push(prefix);
                    return taken + 2;
                }
                rest => {
                    if !prefix.module.is_empty() || rest.first().is_some_and(|next| next.is("as")) {
                        self.push(prefix);
                    }
                    return taken;
                }
            }
            taken += 2;
        }
    }

    fn group(&mut self, prefix: &Prefix, inside: &[Token]) {
        for branch in inside.split(|token| *token == Token::Mark(',')) {
            match branch {
                [Token::Word(text, line), after @ ..] => {
                    let mut prefix = prefix.clone();
                    let names_itself = text == "self";
                    prefix.step(text, *line);
                    if names_itself {
                        self.push(prefix);
                    } else {
                        self.path(prefix, after);
                    }
                }
                [Token::Mark('*')] => {
                    let written = format!("{}::*", prefix.written);
                    self.push(Prefix { written, ..prefix.clone() });
                }
                [Token::Group(inside)] => self.group(prefix, inside),
                _ => {}
            }
        }
    }

    /// `extern crate self as x` names the root anew; `mod x;` in `main.rs` would compile a room a second time. Returns how
    /// many tokens after the word it took.
    fn declaration(&mut self, word: &Token, before: &[Token], after: &[Token], line: usize) -> usize {
        let extern_crate = word.is("crate") && before.last().is_some_and(|last| last.is("extern"));
        match after {
            [Token::Word(name, _), ..] if extern_crate && (name == "self" || name == LIBRARY) => {
                self.push(Prefix { module: Vec::new(), written: format!("extern crate {name}"), line });
                1
            }
            [Token::Word(name, _), Token::Mark(';'), ..] if word.is("mod") && self.file == "main" => {
                self.push(Prefix { module: vec![name.clone()], written: format!("mod {name}"), line });
                1
            }
            _ => 0,
        }
    }

    fn push(&mut self, prefix: Prefix) {
        let outer = self.module.first().filter(|_| self.file != "main");
        let from = outer.map_or(self.file, String::as_str).to_owned();
        let to = prefix.module.into_iter().next();
        self.found.push(Mention { line: prefix.line, from, to, written: prefix.written });
    }
}

impl Prefix {
    fn step(&mut self, text: &str, line: Option<usize>) {
        match text {
            "self" => {}
            "super" => self.module = parent(&self.module),
            name => {
                if self.module.is_empty() {
                    self.line = line.unwrap_or(self.line);
                }
                self.module.push(name.to_owned());
            }
        }
        self.written.push_str("::");
        self.written.push_str(text);
    }
}

fn parent(module: &[String]) -> Vec<String> {
    module[..module.len().saturating_sub(1)].to_vec()
}

/// True if the `::` at the end of `before` goes on from something, rather than standing first as in `::skreg`.
fn continues_a_path(before: &[Token]) -> bool {
    let keyword = |token: &Token| ["use", "as", "in", "return", "dyn", "impl", "mut"].iter().any(|word| token.is(word));
    match before {
        [.., last @ Token::Word(..), Token::Colons] => !keyword(last),
        [.., Token::Mark('>'), Token::Colons] => true,
        _ => false,
    }
}

/// True for what follows `doc =`, which is how a documentation comment looks by now.
fn is_doc(before: &[Token]) -> bool {
    matches!(before, [.., word, Token::Mark('=')] if word.is("doc"))
}
