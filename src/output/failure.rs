//! Errors that a person can act on: what was tried on which thing, where, and what to do next.

use std::fmt;

use serde::Serialize;

/// One fault in a user's file: where it stands, what it is, what to do.
///
/// Lines and columns count from 1; a column counts characters, not bytes. `pointer` is a JSON Pointer (RFC 6901) and is
/// absent for faults of syntax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The file as shown to people.
    pub file: String,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// JSON Pointer of the value at fault.
    pub pointer: Option<String>,
    /// What is wrong, lower case, names in backticks.
    pub message: String,
    /// A thing to do.
    pub hint: Option<String>,
}

impl Problem {
    /// The place as `file:line:column (/pointer)`, as far as it is known.
    pub fn place(&self) -> String {
        let mut place = self.file.clone();
        if let Some(line) = self.line {
            place.push_str(&format!(":{line}"));
        }
        if let Some(column) = self.column {
            place.push_str(&format!(":{column}"));
        }
        if let Some(pointer) = self.pointer.as_deref().filter(|pointer| !pointer.is_empty()) {
            place.push_str(&format!(" ({pointer})"));
        }
        place
    }
}

/// A reason why a command could not run, with a hint and the problems of the files it read.
///
/// It travels inside `anyhow::Error`; contexts laid over it become the first line, this becomes a cause, and its hint and
/// problems are printed all the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failure {
    /// What was tried on which thing, lower case.
    pub message: String,
    /// A thing to do.
    pub hint: Option<String>,
    /// Faults in files, all of them at once.
    pub problems: Vec<Problem>,
}

impl Failure {
    /// A failure with nothing but its message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// The same failure with something to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same failure with the faults that caused it.
    #[must_use]
    pub fn problems(mut self, problems: Vec<Problem>) -> Self {
        self.problems = problems;
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
