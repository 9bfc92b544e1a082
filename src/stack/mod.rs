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
