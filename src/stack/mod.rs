//! Languages, frameworks and commands read off a repository's manifests.
//!
//! The caller looks for [`manifests`] and [`markers`] at the root of the repository and hands over what is there; nothing
//! here touches a disk. A manifest that does not parse gives a note and still says which language it stands for.
//!
//! # Which command wins
//!
//! Each ecosystem offers at most one command per purpose. The first of `ECOSYSTEMS` that offers one wins that purpose:
//!
//! 1. `justfile`, then `Makefile`: whoever keeps one at the root says how the team builds. A justfile comes first because it
//!    does nothing else, while a Makefile may serve one part of the build.
//! 2. The languages, with `package.json` last: beside another language it mostly serves the front end or the tooling.
//!
//! Where two languages offer the same purpose, a note names what was left out. A purpose that nothing speaks for is left
//! out. Command lines are put together from words of this room and checked names, never from text of a manifest.

mod document;
mod ecosystem;
mod go;
mod gradle;
mod just;
mod jvm;
mod make;
mod maven;
mod node;
mod python;
mod rust;

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};

use ecosystem::{Ecosystem, Finding, Manifests, Purpose};

/// Every ecosystem that is looked for, in the order in which their commands win and the stack lists them.
const ECOSYSTEMS: &[Ecosystem] = &[
    just::ECOSYSTEM,
    make::ECOSYSTEM,
    rust::ECOSYSTEM,
    go::ECOSYSTEM,
    maven::ECOSYSTEM,
    gradle::ECOSYSTEM,
    python::ECOSYSTEM,
    node::ECOSYSTEM,
];

/// What a repository is made of and how it is built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stack {
    /// Languages, each followed by its frameworks: `rust`, `axum`, `postgres`.
    pub stack: Vec<String>,
    /// Command lines by purpose, in the order `build`, `test`, `lint`, `format`, `run`; each is run from the root.
    pub commands: IndexMap<String, String>,
    /// What a person may want to look at: manifests that do not parse, commands that were left out.
    pub notes: Vec<String>,
}

/// Lists the files whose text [`detect`] reads, as paths relative to the root of the repository.
pub fn manifests() -> impl Iterator<Item = &'static str> {
    ECOSYSTEMS.iter().flat_map(|ecosystem| ecosystem.manifests).copied()
}

/// Lists the files whose presence is enough for [`detect`]: lock files, wrappers, settings of tools. They may be large or
/// not be text, so their content is better left unread.
pub fn markers() -> impl Iterator<Item = &'static str> {
    ECOSYSTEMS.iter().flat_map(|ecosystem| ecosystem.markers).copied()
}

/// Tells languages, frameworks and commands from the files that exist, by path relative to the root.
///
/// The content of [`markers`] may be empty; other files are not looked at. The same files give the same answer.
pub fn detect(files: &BTreeMap<String, String>) -> Stack {
    let present = Manifests::new(files);
    merge(ECOSYSTEMS.iter().map(|ecosystem| (ecosystem.detect)(present)).collect())
}

fn merge(findings: Vec<Finding>) -> Stack {
    let mut notes: IndexSet<String> = findings.iter().flat_map(|found| found.notes.iter().cloned()).collect();
    let mut commands = IndexMap::new();
    for purpose in Purpose::ALL {
        let mut offers = findings.iter().filter_map(|found| Some((found, found.commands.get(&purpose)?)));
        let Some((winner, line)) = offers.next() else { continue };
        if winner.is_language() {
            notes.extend(offers.map(|(_, other)| format!("`{}` is `{line}`; `{other}` was left out", purpose.name())));
        }
        commands.insert(purpose.name().to_owned(), line.clone());
    }
    let stack: IndexSet<&str> = findings.iter().flat_map(|found| found.stack.iter().copied()).collect();
    Stack { stack: stack.into_iter().map(str::to_owned).collect(), commands, notes: notes.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(entries: &[(&str, &str)]) -> Stack {
        detect(&entries.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect())
    }

    fn commands(stack: &Stack) -> Vec<(&str, &str)> {
        stack.commands.iter().map(|(purpose, line)| (purpose.as_str(), line.as_str())).collect()
    }

    #[test]
    fn knows_nothing_of_an_empty_repository() {
        assert_eq!(detected(&[]), Stack::default());
        assert_eq!(detected(&[("README.md", "# hello")]), Stack::default());
    }

    #[test]
    fn names_each_file_once() {
        let all: Vec<&str> = manifests().chain(markers()).collect();
        let unique: IndexSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), unique.len());
    }

    #[test]
    fn lets_a_justfile_win_over_a_makefile_and_both_over_the_language() {
        let found = detected(&[
            ("justfile", "test:\n    cargo nextest run\n"),
            ("Makefile", "build:\n\tcargo build --release\ntest:\n\tcargo test\n"),
            ("Cargo.toml", "[package]\nname = \"api\"\n[package.metadata]\n[lints.clippy]\nall = \"warn\"\n"),
        ]);
        assert_eq!(found.stack, ["rust"]);
        assert_eq!(commands(&found), [("build", "make build"), ("test", "just test"), ("lint", "cargo clippy")]);
        assert!(found.notes.is_empty(), "{:?}", found.notes);
    }

    #[test]
    fn lists_every_language_and_notes_what_was_left_out() {
        let found = detected(&[
            ("Cargo.toml", "[package]\nname = \"app\"\n[dependencies]\naxum = \"0.8\"\n"),
            (
                "package.json",
                r#"{"scripts": {"test": "vitest", "dev": "vite"}, "devDependencies": {"react": "19", "typescript": "5"}}"#,
            ),
        ]);
        assert_eq!(found.stack, ["rust", "axum", "node", "typescript", "react"]);
        assert_eq!(commands(&found), [("build", "cargo build"), ("test", "cargo test"), ("run", "npm run dev")]);
        assert_eq!(found.notes, ["`test` is `cargo test`; `npm test` was left out"]);
    }

    #[test]
    fn survives_every_manifest_being_broken() {
        for text in ["", "\u{feff}", "{{{{", "[[[[", "\0\u{1}", "null", "[]", "= = =\r\n:::\r\n", "'''", "define x"] {
            let files = manifests().chain(markers()).map(|name| (name.to_owned(), text.to_owned())).collect();
            let found = detect(&files);
            assert_eq!(found.stack, ["rust", "go", "java", "python", "node", "typescript"], "{text:?}");
        }
    }

    #[test]
    fn survives_deep_nesting() {
        let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
        let found = detected(&[
            ("package.json", &format!("{{\"scripts\": {open}{close}}}")),
            ("Cargo.toml", &format!("dependencies = {open}{close}")),
            ("Makefile", &format!("{}build:\n", "$(".repeat(100_000))),
            ("justfile", &format!("test x={}a{}:\n", "(".repeat(100_000), ")".repeat(100_000))),
        ]);
        assert_eq!(found.stack, ["rust", "node"]);
        assert_eq!(found.notes.len(), 2, "{:?}", found.notes);
    }
}
