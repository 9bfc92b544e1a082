//! The two faces of an answer.

use std::fmt;
use std::io::{self, Write};

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::error::ErrorReport;
use super::patience::Patience;
use super::style::escape_json;
use crate::system::terminal;

/// The version of every JSON answer.
const SCHEMA: u8 = 1;

/// An answer: `--json` prints it as it is, people get what it writes as text.
pub trait Report: Serialize {
    /// Writes the answer for people.
    ///
    /// # Errors
    /// Only what the page gives.
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()>;
}

/// Where a report writes its text.
pub struct Page<'a> {
    out: &'a mut dyn Write,
    width: Option<u16>,
}

impl<'a> Page<'a> {
    /// A page of a width in columns; none where lines may be of any length.
    pub fn new(out: &'a mut dyn Write, width: Option<u16>) -> Self {
        Self { out, width }
    }

    /// Writes one line.
    ///
    /// # Errors
    /// Where the reader is gone.
    pub fn line(&mut self, line: impl fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// The width of the page in columns.
    pub fn width(&self) -> Option<u16> {
        self.width
    }
}

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

    /// Says on standard error what is waited for, if it takes longer than a second; the wait ends when the value is dropped.
    pub fn after_a_second(&self, message: String) -> Patience {
        Patience::new(message)
    }

    /// Says something beside the answer, on standard error.
    pub fn note(&self, line: impl fmt::Display) {
        // Nobody is left to tell where standard error is gone.
        let _ = writeln!(anstream::AutoStream::auto(io::stderr().lock()), "{line}");
    }

    /// Prints why the command could not run: text on standard error, with `--json` one object on standard output, unless that
    /// is what cannot be written.
    pub fn error(&self, error: &anyhow::Error) {
        let report = ErrorReport::new(error);
        if self.json && self.report(&report).is_ok() {
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
