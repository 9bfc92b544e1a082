//! What is told of a settings file.

use serde::Serialize;

use crate::json_edit::Place;

/// How much a problem weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Something is not as it was meant.
    Warning,
    /// The client does without the file.
    Error,
}

/// One thing that is told of a settings file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingsProblem {
    /// What programs know it by.
    pub code: &'static str,
    /// The file as shown to people.
    pub path: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// A thing to do.
    pub hint: Option<String>,
    /// How much it weighs.
    pub severity: Severity,
}

/// Problems while they are found.
pub(super) struct Notes<'f> {
    path: &'f str,
    text: &'f str,
    problems: Vec<SettingsProblem>,
}

impl<'f> Notes<'f> {
    pub(super) fn new(path: &'f str, text: &'f str) -> Self {
        Self { path, text, problems: Vec::new() }
    }

    /// Adds a problem with what stands at a byte of the text.
    pub(super) fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        at: usize,
        message: impl Into<String>,
        hint: Option<&str>,
    ) {
        self.add_at(severity, code, Place::of_byte(self.text, at), message, hint);
    }

    /// Adds a problem at a place.
    pub(super) fn add_at(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: Place,
        message: impl Into<String>,
        hint: Option<&str>,
    ) {
        let (line, column) = (Some(place.line), Some(place.column));
        let (path, message, hint) = (self.path.to_owned(), message.into(), hint.map(str::to_owned));
        self.problems.push(SettingsProblem { code, path, line, column, message, hint, severity });
    }

    /// Whether the client does without the file.
    pub(super) fn is_out_of_force(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The problems in the order of the text.
    pub(super) fn into_problems(mut self) -> Vec<SettingsProblem> {
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        self.problems
    }
}
