//! The answer of a command that could not run.

use std::io;

use serde::Serialize;

use super::page::{Page, Report};
use super::style::{Mark, escape};
use super::{Failure, Problem};

/// What went wrong, as `{"error": …}`.
#[derive(Debug, Serialize)]
pub(super) struct ErrorReport {
    error: ErrorBody,
}

#[derive(Debug, Serialize)]
struct ErrorBody {
    message: String,
    causes: Vec<String>,
    hint: Option<String>,
    problems: Vec<Problem>,
}

impl ErrorReport {
    pub(super) fn new(error: &anyhow::Error) -> Self {
        let failures = || error.chain().filter_map(|cause| cause.downcast_ref::<Failure>());
        Self {
            error: ErrorBody {
                message: error.to_string(),
                causes: error.chain().skip(1).map(ToString::to_string).collect(),
                hint: failures().find_map(|failure| failure.hint.clone()),
                problems: failures().flat_map(|failure| failure.problems.clone()).collect(),
            },
        }
    }
}

impl Report for ErrorReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let ErrorBody { message, causes, hint, problems } = &self.error;
        page.line(format_args!("{} {}", Mark::Bad.paint("error:"), escape(message)))?;
        for cause in causes {
            page.line(format_args!("  {}", escape(cause)))?;
        }
        for problem in problems {
            page.line(format_args!("  {}: {}", escape(&problem.place()), escape(&problem.message)))?;
            if let Some(hint) = &problem.hint {
                page.line(format_args!("    {} {}", Mark::Hint.paint("hint:"), escape(hint)))?;
            }
        }
        match hint {
            Some(hint) => page.line(format_args!("{} {}", Mark::Hint.paint("hint:"), escape(hint))),
            None => Ok(()),
        }
    }
}
