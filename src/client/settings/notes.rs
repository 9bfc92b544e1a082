//! What is told of a settings file.

use super::super::finding::{Finding, Severity};
use crate::json_edit::Place;

/// Problems while they are found.
pub(super) struct Notes<'f> {
    path: &'f str,
    text: &'f str,
    problems: Vec<Finding>,
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
        self.problems.push(Finding { code, path, line, column, message, hint, severity });
    }

    /// Whether the client does without the file.
    pub(super) fn is_out_of_force(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The problems in the order of the text.
    pub(super) fn into_problems(mut self) -> Vec<Finding> {
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        self.problems
    }
}
