//! What the client makes of a settings file (pure).
//!
//! The client is all or nothing: a value of the wrong kind in any setting it knows, a fault of syntax, or a fault in a hook that
//! may be a guard puts the whole file out of force, every hook in it included, without a word on the terminal where nobody
//! answers. Some settings, and the hooks of other events, lose only the entry at fault.

mod hook;
mod hook_schema;
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

use serde::Serialize;
pub use values::ListingSettings;

use super::finding::{Finding, Severity};
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
    pub problems: Vec<Finding>,
    /// The commands that run at the start of a session, where it is in force: what they print goes into the context window.
    #[serde(skip)]
    pub session_start: Vec<String>,
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
    let mut verdict = Verdict::new(path, Vec::new());
    if decoded.text.trim().is_empty() {
        verdict.problems = notes.into_problems();
        return verdict;
    }
    if let Some((place, message)) = text::fault(&decoded.text) {
        let message = format!("{message}: the client does without the whole file");
        let hint = "write plain JSON: no comments, no comma before a closing bracket";
        notes.add_at(Severity::Error, "settings_malformed", place, message, Some(hint));
    } else {
        let readable = text::readable(&decoded.text);
        let judged = text::tree(&readable).map(|tree| top::judge(&tree, scope, &mut notes));
        if let Some((running, listing)) = judged.filter(|_| !notes.is_out_of_force()) {
            verdict.hooks_run = runs(&running);
            (verdict.session_start, verdict.listing) = (running.at_start, listing);
        }
    }
    verdict.in_force = !notes.is_out_of_force();
    verdict.problems = notes.into_problems();
    verdict
}

/// A settings file that the client does without, as this finding tells.
pub fn unread(finding: Finding) -> Verdict {
    Verdict { in_force: false, ..Verdict::new(&finding.path.clone(), vec![finding]) }
}

/// Whether hooks run: those for `Stop`, by which it was measured, or any where there are none for it.
fn runs(running: &hook::Running) -> bool {
    match running.events.get("Stop") {
        Some(count) => *count > 0,
        None => running.events.values().any(|count| *count > 0),
    }
}

/// Whether a file's name says that the client never reads it: it reads plain JSON alone.
pub fn is_never_read(path: &str) -> bool {
    let path = path.to_lowercase();
    [".jsonc", ".json5", ".yaml", ".yml", ".toml"].iter().any(|ending| path.ends_with(ending))
}

fn never_read(path: &str) -> Verdict {
    let problem = Finding {
        code: "settings_never_read",
        path: path.to_owned(),
        line: None,
        column: None,
        message: "the client never reads a file of this name".to_owned(),
        hint: Some("write it as plain JSON into `settings.json`".to_owned()),
        severity: Severity::Warning,
    };
    unread(problem)
}

impl Verdict {
    fn new(path: &str, problems: Vec<Finding>) -> Self {
        let (session_start, listing) = (Vec::new(), ListingSettings::default());
        Self { path: path.to_owned(), hooks_run: false, in_force: true, problems, session_start, listing }
    }
}
