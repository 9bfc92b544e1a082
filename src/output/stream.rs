//! Where answers and messages go.

use std::fmt;
use std::io::{self, Write};

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::error::ErrorReport;
use super::page::{Page, Report};
use super::patience::Patience;
use super::progress::Progress;
use super::reading::Reading;
use super::style::escape_json;
use super::transfers::Transfers;
use crate::system::terminal;

/// The version of every JSON answer.
const SCHEMA: u8 = 1;

#[derive(Serialize)]
struct Envelope<'a, R> {
    schema: u8,
    #[serde(flatten)]
    report: &'a R,
}

/// Where this run says what it has to say.
pub struct Output {
    json: bool,
}

impl Output {
    /// For programs (`json`) or for people.
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether a program reads the answer.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Prints the answer.
    ///
    /// # Errors
    /// Where it cannot be written; see [`is_closed_pipe`] for the reader that is gone.
    pub fn report(&self, report: &impl Report) -> Result<()> {
        if self.json {
            let text = serde_json::to_string_pretty(&Envelope { schema: SCHEMA, report });
            return self.raw(&format!("{}\n", escape_json(&text.context("cannot write the answer as JSON")?)));
        }
        let mut out = anstream::AutoStream::auto(io::stdout().lock());
        let written = report.write_text(&mut Page::new(&mut out, terminal::width()));
        written.and_then(|()| out.flush()).context("cannot write to standard output")
    }

    /// Prints every byte as it is, whatever a terminal makes of it.
    fn raw(&self, text: &str) -> Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write to standard output")
    }

    /// Prints an answer as one line of JSON, for an answer of many.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn json_line(&self, report: &impl Report) -> Result<()> {
        let text = serde_json::to_string(&Envelope { schema: SCHEMA, report });
        self.raw(&format!("{}\n", escape_json(&text.context("cannot write the answer as JSON")?)))
    }

    /// A bar on standard error for work on many things.
    pub fn progress(&self) -> Progress {
        Progress::new()
    }

    /// Bars on standard error for pieces of work that go on at the same time, unless they are not wanted.
    pub fn transfers(&self, wanted: bool) -> Transfers {
        Transfers::new(wanted)
    }

    /// Says on standard error how far the reading of something is, if it takes longer than a second; its size is in bytes, where that is
    /// known.
    pub fn reading(&self, message: String, size: Option<u64>) -> Reading {
        Reading::new(message, size)
    }

    /// Says on standard error what is waited for, if it takes longer than a second; the wait ends when the value is dropped.
    pub fn after_a_second(&self, message: String) -> Patience {
        Patience::new(message)
    }

    /// Says something beside the answer, on standard error.
    pub fn note(&self, line: impl fmt::Display) {
        // Nobody is left to tell where standard error is gone.
        let _ = writeln!(anstream::AutoStream::auto(io::stderr().lock()), "{line}");
    }

    /// Prints why the command could not run: text on standard error, with `--json` one object on one line of standard output (it
    /// may come behind other lines), unless that is what cannot be written.
    pub fn error(&self, error: &anyhow::Error) {
        let report = ErrorReport::new(error);
        if self.json && self.json_line(&report).is_ok() {
            return;
        }
        let mut out = anstream::AutoStream::auto(io::stderr().lock());
        let _ = report.write_text(&mut Page::new(&mut out, None));
    }
}

/// Whether an error says that the reader of standard output is gone, which is success.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}
