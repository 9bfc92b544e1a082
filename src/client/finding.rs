//! What is worth saying about a file, and how the client takes the file.

use serde::Serialize;

use super::front_matter::Place;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something loads other than its author meant.
    Error,
    /// It loads, and is worth a look.
    Warning,
    /// Good to know.
    Info,
}

/// Something worth saying about a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What programs know it by; what begins with `spec_` is a rule of the Agent Skills specification that the client does not enforce.
    pub code: &'static str,
    /// How much it weighs.
    pub severity: Severity,
    /// The file as shown to people.
    pub path: String,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// What is the case, lower case, names in backticks.
    pub message: String,
    /// A thing to do.
    pub hint: Option<String>,
}

/// How the client takes a skill or an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Loads {
    /// As it is written.
    Ok,
    /// Without fields that are written in it.
    Degraded,
    /// Not at all, although the client looks at it.
    Dropped,
    /// Not at all: another of its name, or the same file by another name, stands before it.
    Hidden,
    /// Not at all: the client does not look there.
    NotDiscovered,
}

impl Loads {
    /// Whether the client loads it at all.
    pub fn is_loaded(self) -> bool {
        matches!(self, Self::Ok | Self::Degraded)
    }

    /// The word that JSON and text share.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Degraded => "degraded",
            Self::Dropped => "dropped",
            Self::Hidden => "hidden",
            Self::NotDiscovered => "not_discovered",
        }
    }
}

/// Findings about one file while they are made.
#[derive(Debug)]
pub(super) struct Findings<'p> {
    path: &'p str,
    pub(super) list: Vec<Finding>,
}

impl<'p> Findings<'p> {
    pub(super) fn new(path: &'p str) -> Self {
        Self { path, list: Vec::new() }
    }

    pub(super) fn error(&mut self, code: &'static str, place: Option<Place>, message: impl Into<String>, hint: &str) {
        self.add(Severity::Error, code, place, message.into(), hint);
    }

    pub(super) fn warning(&mut self, code: &'static str, place: Option<Place>, message: impl Into<String>, hint: &str) {
        self.add(Severity::Warning, code, place, message.into(), hint);
    }

    pub(super) fn info(&mut self, code: &'static str, place: Option<Place>, message: impl Into<String>, hint: &str) {
        self.add(Severity::Info, code, place, message.into(), hint);
    }

    /// Adds a finding; an empty hint is none.
    pub(super) fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: Option<Place>,
        message: String,
        hint: &str,
    ) {
        self.list.push(Finding {
            code,
            severity,
            path: self.path.to_owned(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            message,
            hint: (!hint.is_empty()).then(|| hint.to_owned()),
        });
    }

    /// Whether any of them is an error.
    pub(super) fn has_error(&self) -> bool {
        self.list.iter().any(|finding| finding.severity == Severity::Error)
    }
}
