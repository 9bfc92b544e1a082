//! Tables that fit the terminal.

use std::io;

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Row};

use super::page::Page;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(width: Option<u16>) -> String {
        let mut table = Table::new(&["PROJECT", "KEYWORDS"]);
        table.row(["payments-api", "refund, invoice, chargeback, card token"]);
        table.row(["web", "\u{1b}[31mred\u{202e}"]);
        table.row(["größe 写", "-"]);
        let mut out = Vec::new();
        table.write(&mut Page::new(&mut out, width)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_row_is_one_line_where_no_terminal_reads() {
        insta::assert_snapshot!(written(None), @r"
        PROJECT       KEYWORDS
        payments-api  refund, invoice, chargeback, card token
        web           \u{1b}[31mred\u{202e}
        größe 写      -
        ");
    }

    #[test]
    fn a_table_that_fits_does_not_wrap() {
        assert_eq!(written(Some(80)), written(None));
    }

    #[test]
    fn cells_wrap_in_a_narrow_terminal() {
        insta::assert_snapshot!(written(Some(32)), @r"
        PROJECT       KEYWORDS
        payments-api  refund, invoice,
                      chargeback, card
                      token
        web           \u{1b}[31mred\u{
                      202e}
        größe 写      -
        ");
        assert!(written(Some(32)).lines().all(|line| line.chars().count() <= 32));
        assert!(!written(Some(3)).is_empty());
    }
}
