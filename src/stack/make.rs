//! make: the targets that a Makefile has rules for.

use std::collections::BTreeSet;

use super::ecosystem::{Ecosystem, Finding, Manifests};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem { manifests: &MANIFESTS, markers: &[], detect };

/// In the order in which GNU make looks for them; it reads the first only ("What Name to Give Your Makefile").
const MANIFESTS: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// First words of lines that are no rules though they may hold a colon.
const DIRECTIVES: &[&str] = &[
    "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "include", "-include", "sinclude", "export", "unexport",
    "override", "private", "undefine", "vpath",
];

fn detect(present: Manifests<'_>) -> Finding {
    let Some((file, text)) = present.first(&MANIFESTS) else { return Finding::default() };
    let mut found = Finding::default();
    let (targets, closed) = parse_targets(text);
    if !closed {
        found.notes.push(format!("`{file}`: a `define` is never closed"));
    }
    found.add_targets(|name| targets.contains(name), |name| format!("make {name}"));
    found
}

/// The targets, and whether every `define` has its `endef`.
fn parse_targets(text: &str) -> (BTreeSet<String>, bool) {
    let mut targets = BTreeSet::new();
    let mut recipe_prefix = '\t';
    let mut defines = 0usize;
    for line in logical_lines(text).iter().filter(|line| !line.is_empty()) {
        if line.starts_with(recipe_prefix) {
            continue;
        }
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("define"), _) | (Some("override"), Some("define")) => defines += 1,
            (Some("endef"), _) => defines = defines.saturating_sub(1),
            _ if defines > 0 => {}
            (Some(first), _) if DIRECTIVES.contains(&first) => {}
            _ => match line.trim().strip_prefix(".RECIPEPREFIX") {
                Some(value) => recipe_prefix = value.trim_start_matches([' ', ':', '=']).chars().next().unwrap_or('\t'),
                None => targets.extend(rule_targets(line).map(str::to_owned)),
            },
        }
    }
    (targets, defines == 0)
}

/// Lines with those joined that end in a backslash.
fn logical_lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut joined = String::new();
    for line in text.lines() {
        let backslashes = line.len() - line.trim_end_matches('\\').len();
        if backslashes % 2 == 1 {
            joined.push_str(&line[..line.len() - 1]);
            joined.push(' ');
        } else {
            joined.push_str(line);
            lines.push(std::mem::take(&mut joined));
        }
    }
    lines.push(joined);
    lines
}

/// The words before the colon of a rule; none for assignments, `name: variable = value` among them.
fn rule_targets(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split('#').next().unwrap_or_default();
    let rule = outside_references(code, [':', '=']).filter(|(_, found)| *found == ':');
    let targets = rule.and_then(|(at, _)| {
        let after = code[at..].trim_start_matches(':');
        (!after.starts_with('=') && !sets_variable(after)).then(|| code[..at].trim_end_matches('&'))
    });
    targets.unwrap_or_default().split_whitespace()
}

/// Whether what follows a target's colon is `NAME = value`, which sets a variable for that target and is no rule.
fn sets_variable(after: &str) -> bool {
    let after = after.split(';').next().unwrap_or_default();
    outside_references(after, ['='; 2]).is_some()
}

/// The first of two characters that stands outside of `$(…)` and `${…}`.
fn outside_references(code: &str, wanted: [char; 2]) -> Option<(usize, char)> {
    let mut depth = 0usize;
    let mut after_dollar = false;
    for (at, next) in code.char_indices() {
        match next {
            '(' | '{' if after_dollar || depth > 0 => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && wanted.contains(&next) => return Some((at, next)),
            _ => {}
        }
        after_dollar = next == '$';
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::ecosystem::found;
    use super::*;

    const SERVICE: &str = "\
# run: docs only
VERSION := $(shell git describe --tags)
run = not a rule
URL ?= http://localhost:8080
OBJECTS = $(SOURCES:%.c=%.o)
.PHONY: build test lint format \\
  dev
ifeq ($(CI):x,true: lint)
export lint: yes
endif

bin/app build: $(OBJECTS) main.c | out ; @echo built=yes
\tgo build -o bin/app
\tdev: this is a recipe line

test:: unit
unit:
\tgo test ./... \\
lint: still the recipe above
format: FLAGS += -w
%.o: %.c
$(TARGETS): fmt
fmt dev &: unit # both
\tgofmt -w .
";

    #[test]
    fn finds_the_rules_of_a_makefile() {
        let found = found(&ECOSYSTEM, &[("Makefile", SERVICE)]);
        assert_eq!(
            found.lines(),
            [("build", "make build"), ("test", "make test"), ("format", "make fmt"), ("run", "make dev")]
        );
        assert!(found.stack.is_empty());
        assert!(found.notes.is_empty());
    }

    #[test]
    fn reads_other_line_ends_and_a_byte_order_mark() {
        let found = found(&ECOSYSTEM, &[("makefile", "\u{feff}build: a \\\r\n  b\r\n\tcc\r\ntest:\r\n")]);
        assert_eq!(found.lines(), [("build", "make build"), ("test", "make test")]);
    }

    #[test]
    fn reads_only_the_file_that_make_reads() {
        let found = found(&ECOSYSTEM, &[("Makefile", "build:\n"), ("GNUmakefile", "test:\n")]);
        assert_eq!(found.lines(), [("test", "make test")]);
    }

    #[test]
    fn follows_another_recipe_prefix() {
        let found = found(&ECOSYSTEM, &[("Makefile", ".RECIPEPREFIX = >\nbuild:\n> test: no\n>lint: no\n")]);
        assert_eq!(found.lines(), [("build", "make build")]);
    }

    #[test]
    fn leaves_out_what_is_only_defined_as_text() {
        let found = found(&ECOSYSTEM, &[("Makefile", "define RULES\nbuild: x\nendef\ntest:\ndefine OPEN\nlint:\n")]);
        assert_eq!(found.lines(), [("test", "make test")]);
        assert_eq!(found.notes, ["`Makefile`: a `define` is never closed"]);
    }
}
