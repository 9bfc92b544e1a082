//! Tables that fit the terminal.

use std::io;

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Row};

use super::report::Page;
use super::style::escape;

/// A table for people: a line of headings, then the rows; cells wrap where the terminal is narrow.
pub struct Table {
    inner: comfy_table::Table,
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        let mut inner = comfy_table::Table::new();
        inner.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_header(headings.to_vec());
        Self { inner }
    }

    /// Adds a row; the text of cells is made harmless.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl AsRef<str>>) {
        self.inner
            .add_row(Row::from(cells.into_iter().map(|cell| escape(cell.as_ref()).into_owned()).collect::<Vec<_>>()));
    }

    /// Writes the table onto a page, in its width.
    ///
    /// # Errors
    /// Only what the page gives.
    pub fn write(mut self, page: &mut Page<'_>) -> io::Result<()> {
        match page.width() {
            Some(width) => self.inner.set_width(width),
            None => self.inner.set_content_arrangement(ContentArrangement::Disabled),
        };
        for column in self.inner.column_iter_mut() {
            column.set_padding((0, 2));
        }
        self.inner.lines().try_for_each(|line| page.line(line.trim_end()))
    }
}
