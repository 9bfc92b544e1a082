//! just: the recipes that run without arguments, and aliases.

use std::collections::BTreeSet;

use super::ecosystem::{Ecosystem, Finding, Manifests};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem { manifests: &MANIFESTS, markers: &[], detect };

/// The spellings in use; just itself takes any case.
const MANIFESTS: [&str; 4] = ["justfile", "Justfile", "JUSTFILE", ".justfile"];

/// What opens and closes a string or a backtick command, longest first; each may go on over several lines.
const QUOTES: [&str; 6] = ["\"\"\"", "'''", "```", "\"", "'", "`"];

fn detect(present: Manifests<'_>) -> Finding {
    let Some((file, text)) = present.first(&MANIFESTS) else { return Finding::default() };
    let mut found = Finding::default();
    let (recipes, closed) = parse_recipes(text);
    if !closed {
        found.notes.push(format!("`{file}`: a string is never closed"));
    }
    found.add_targets(|name| recipes.contains(name), |name| format!("just {name}"));
    found
}

/// The names that `just NAME` runs, and whether every string is closed.
fn parse_recipes(text: &str) -> (BTreeSet<String>, bool) {
    let mut names = BTreeSet::new();
    let mut open = None;
    let mut is_private = false;
    for line in text.lines() {
        let is_body = line.starts_with([' ', '\t']);
        if open.is_none() && is_body {
            continue;
        }
        let begins_in_string = open.is_some();
        let code;
        (code, open) = without_strings(line, open);
        if begins_in_string || code.trim().is_empty() {
            continue;
        }
        if let Some(attributes) = code.strip_prefix('[') {
            is_private |= attributes.split([',', ']']).any(|attribute| attribute.trim() == "private");
            continue;
        }
        if !is_private {
            names.extend(runnable_name(&code).map(str::to_owned));
        }
        is_private = false;
    }
    (names, open.is_none())
}

/// The line with `_` in place of each string, cut at a comment, and the quote that is still open at its end.
fn without_strings(line: &str, mut open: Option<&'static str>) -> (String, Option<&'static str>) {
    let mut code = String::new();
    let mut rest = line;
    while let Some(next) = rest.chars().next() {
        let mut width = next.len_utf8();
        if let Some(quote) = open {
            if rest.starts_with(quote) {
                width = quote.len();
                open = None;
            } else if next == '\\' && quote.starts_with('"') {
                width += rest[width..].chars().next().map_or(0, char::len_utf8);
            }
        } else if next == '#' {
            break;
        } else if let Some(quote) = QUOTES.into_iter().find(|quote| rest.starts_with(quote)) {
            width = quote.len();
            open = Some(quote);
            code.push('_');
        } else {
            code.push(next);
        }
        rest = &rest[width..];
    }
    (code, open)
}

/// The name of a recipe that needs no argument, or of an alias.
fn runnable_name(code: &str) -> Option<&str> {
    let (head, after) = code.split_once(':')?;
    if let Some(alias) = head.strip_prefix("alias ") {
        return after.starts_with('=').then_some(alias.trim());
    }
    let head = head.trim_start_matches('@');
    let (name, parameters) = head.split_once([' ', '\t']).unwrap_or((head, ""));
    (!after.starts_with('=') && !needs_argument(parameters)).then_some(name)
}

/// Whether a parameter has no default and does not take "none or more" (`*`).
fn needs_argument(parameters: &str) -> bool {
    let mut depth = 0usize;
    let mut flat = String::new();
    for next in parameters.chars() {
        match next {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                flat.push('_');
            }
            '=' if depth == 0 => {
                flat.truncate(flat.trim_end().len());
                flat.push('=');
            }
            next if next.is_whitespace() && (depth > 0 || flat.ends_with('=')) => {}
            next if depth == 0 => flat.push(next),
            _ => {}
        }
    }
    flat.split_whitespace().any(|parameter| !parameter.starts_with('*') && !parameter.contains('='))
}

#[cfg(test)]
mod tests {
    use super::super::ecosystem::found;
    use super::*;

    const SERVICE: &str = "\
set shell := [\"bash\", \"-c\"]
export RUST_LOG := 'info: all'
run := 'not a recipe'
banner := '''
lint:
it's here
'''
alias fmt := lint

# test: comment
[group('ci'), no-cd]
@test filter='a: b' *args: lint
    cargo nextest run {{filter}} {{args}} # don't
    lint: body

[private]
[doc(\"it's private\")]
lint:
    cargo clippy

build target=(arch() + \"-linux\") $MODE = \"debug\": && test
    cargo build
dev port:
    cargo run -- {{port}}
start +names:
";

    #[test]
    fn finds_the_recipes_that_run_without_arguments() {
        let found = found(&ECOSYSTEM, &[("justfile", SERVICE)]);
        assert_eq!(found.lines(), [("build", "just build"), ("test", "just test"), ("format", "just fmt")]);
        assert!(found.stack.is_empty());
        assert!(found.notes.is_empty(), "{:?}", found.notes);
    }

    #[test]
    fn reads_other_line_ends_and_a_byte_order_mark() {
        let found = found(&ECOSYSTEM, &[(".justfile", "\u{feff}build:\r\n\tcargo build\r\n\r\n@run *args:\r\n")]);
        assert_eq!(found.lines(), [("build", "just build"), ("run", "just run")]);
    }

    #[test]
    fn notes_a_string_without_end() {
        let found = found(&ECOSYSTEM, &[("Justfile", "build:\nname := \"open \\\"\ntest:\n")]);
        assert_eq!(found.lines(), [("build", "just build")]);
        assert_eq!(found.notes, ["`Justfile`: a string is never closed"]);
    }

    #[test]
    fn tells_parameters_with_a_default_from_those_without() {
        for free in ["", "*rest", "a='_' b=c", "a = _", "+a=_", "$a=(b + (c + d)) *e"] {
            assert!(!needs_argument(free), "{free}");
        }
        for bound in ["a", "+a", "$a", "a=_ b", "a=(b) c", "a b=_"] {
            assert!(needs_argument(bound), "{bound}");
        }
    }
}
