//! What the client makes of a settings file (pure).
//!
//! The client is all or nothing: a value of the wrong kind in any setting it knows, a fault of syntax, or a fault in a hook that
//! may be a guard puts the whole file out of force, every hook in it included, without a word on the terminal where nobody
//! answers. Some settings, and the hooks of other events, lose only the entry at fault.

mod hook;
mod kind;
#[cfg(test)]
mod measured;
mod notes;
mod object;
mod rule;
mod schema;
mod text;
mod top;
mod values;

pub use notes::{SettingsProblem, Severity};
use serde::Serialize;
pub use values::ListingSettings;

use notes::Notes;

/// Whose settings a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One user's, in the home directory.
    User,
    /// A repository's; also those that one user keeps beside it.
    Repository,
}

/// What the client makes of one settings file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The file as shown to people.
    pub path: String,
    /// Whether its hooks for `Stop` run, or any hook where it has none for `Stop`; false where it holds no hook at all.
    pub hooks_run: bool,
    /// Whether the client follows the file at all.
    pub in_force: bool,
    /// What is to be told of it, in the order of its text.
    pub problems: Vec<SettingsProblem>,
    /// What it says about the list of skills; nothing where it is out of force.
    #[serde(skip)]
    pub listing: ListingSettings,
}

/// Judges a settings file by its path as shown to people and its bytes.
pub fn judge(path: &str, bytes: &[u8], scope: Scope) -> Verdict {
    if is_never_read(path) {
        return never_read(path);
    }
    let decoded = text::decode(bytes);
    let mut notes = Notes::new(path, &decoded.text);
    if let Some(place) = decoded.replaced {
        let message = "these bytes are no UTF-8, and the client reads them as U+FFFD";
        notes.add_at(Severity::Warning, "not_utf8", place, message, Some("save the file as UTF-8"));
    }
    let mut verdict = Verdict {
        path: path.to_owned(),
        hooks_run: false,
        in_force: true,
        problems: Vec::new(),
        listing: ListingSettings::default(),
    };
    if decoded.text.trim().is_empty() {
        verdict.problems = notes.into_problems();
        return verdict;
    }
    if let Some((place, message)) = text::fault(&decoded.text) {
        let message = format!("{message}: the client does without the whole file");
        notes.add_at(
            Severity::Error,
            "settings_malformed",
            place,
            message,
            Some("write plain JSON: no comments, no comma before a closing bracket"),
        );
    } else {
        let readable = text::readable(&decoded.text);
        let judged = text::tree(&readable).map(|tree| top::judge(&tree, scope, &mut notes));
        let (running, listing) = judged.unwrap_or_default();
        verdict.hooks_run = !notes.is_out_of_force() && runs(&running);
        verdict.listing = if notes.is_out_of_force() { ListingSettings::default() } else { listing };
    }
    verdict.in_force = !notes.is_out_of_force();
    verdict.problems = notes.into_problems();
    verdict
}

/// Whether hooks run: those for `Stop`, by which it was measured, or any where there are none for it.
fn runs(running: &hook::Running) -> bool {
    match running.get("Stop") {
        Some(count) => *count > 0,
        None => running.values().any(|count| *count > 0),
    }
}

/// Whether a file's name says that the client never reads it: it reads plain JSON alone.
pub fn is_never_read(path: &str) -> bool {
    let path = path.to_lowercase();
    [".jsonc", ".json5", ".yaml", ".yml", ".toml"].iter().any(|ending| path.ends_with(ending))
}

fn never_read(path: &str) -> Verdict {
    let problem = SettingsProblem {
        code: "settings_never_read",
        path: path.to_owned(),
        line: None,
        column: None,
        message: "the client never reads a file of this name".to_owned(),
        hint: Some("write it as plain JSON into `settings.json`".to_owned()),
        severity: Severity::Warning,
    };
    Verdict {
        path: path.to_owned(),
        hooks_run: false,
        in_force: false,
        problems: vec![problem],
        listing: ListingSettings::default(),
    }
}
