//! Which room may import which.

use std::collections::BTreeSet;
use std::fmt;

use super::mention::{Mention, mentions, room_of};
use super::tree::Source;

/// Each room and the rooms it may import, which all stand further down. A new room gets a row here.
#[rustfmt::skip]
pub(super) const ARROWS: &[(&str, &[&str])] = &[
    ("lib", &[]),
    ("main", &["cli"]),
    ("cli", &["command", "central", "link", "dispatch", "profile", "client", "stack", "jira", "ticket", "registry", "json_edit", "output", "system"]),
    ("command", &["central", "link", "dispatch", "profile", "client", "stack", "jira", "ticket", "registry", "json_edit", "output", "system"]),
    ("central", &["registry", "json_edit", "output", "system"]),
    ("link", &["profile", "registry", "json_edit", "output", "system"]),
    ("dispatch", &["ticket", "registry", "json_edit", "output", "system"]),
    ("profile", &["registry", "json_edit", "output", "system"]),
    ("client", &["json_edit", "output", "system"]),
    ("stack", &["json_edit", "output", "system"]),
    ("jira", &["ticket", "registry", "json_edit", "output", "system"]),
    ("ticket", &["json_edit", "output", "system"]),
    ("registry", &["json_edit", "output", "system"]),
    ("json_edit", &["output", "system"]),
    ("output", &["system"]),
    ("system", &[]),
];

/// A path against the arrows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Violation {
    file: String,
    mention: Mention,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mention { line, from, to, written } = &self.mention;
        let to = to.as_deref().unwrap_or("the crate root");
        write!(f, "{}:{line}: {from} -> {to} by {written}", self.file)
    }
}

/// Every path of these files, given by their place below `src/`, that no arrow allows.
pub(super) fn violations(files: &[Source]) -> Vec<Violation> {
    let rooms: Vec<&str> = ARROWS.iter().map(|(room, _)| *room).collect();
    let in_file = |file: &Source| {
        let wrong = mentions(file, &rooms).into_iter().filter(|mention| !is_allowed(mention));
        wrong.map(|mention| Violation { file: file.path.clone(), mention }).collect::<Vec<_>>()
    };
    files.iter().flat_map(in_file).collect()
}

/// A room may name itself and what its row lists; the crate root would lead anywhere.
fn is_allowed(mention: &Mention) -> bool {
    let Some(to) = mention.to.as_deref() else { return false };
    let row = ARROWS.iter().find(|(room, _)| *room == mention.from);
    to == mention.from || row.is_some_and(|(_, targets)| targets.contains(&to))
}

/// The rooms that these files make up, `main` and `lib` among them.
pub(super) fn rooms(files: &[Source]) -> BTreeSet<&str> {
    files.iter().map(|file| room_of(&file.path)).collect()
}

/// Rooms that the table does not name, rows and targets without a room, and arrows that point up or nowhere.
pub(super) fn rows_and_rooms_that_differ(table: &[(&str, &[&str])], files: &[Source]) -> Vec<String> {
    let rooms = rooms(files);
    let unnamed = rooms.iter().filter(|room| table.iter().all(|(row, _)| row != *room));
    let mut complaints: Vec<String> = unnamed.map(|room| format!("`{room}` has no row in ARROWS")).collect();
    for (at, (row, targets)) in table.iter().enumerate() {
        if !rooms.contains(row) {
            complaints.push(format!("ARROWS has a row `{row}`, but src/ has no such room"));
        }
        let below = |target: &&&str| table[at + 1..].iter().any(|(room, _)| room == *target);
        let upward = targets.iter().filter(|target| !below(target));
        complaints.extend(upward.map(|target| format!("the arrow `{row}` -> `{target}` points at no row below")));
    }
    complaints
}
