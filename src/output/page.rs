//! The two faces of an answer.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

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
