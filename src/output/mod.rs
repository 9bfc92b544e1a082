//! What a command says: reports with two faces, tables, JSON, errors.
//!
//! Answers go to standard output, everything else to standard error. A command fills one [`Report`]; `--json` prints it as
//! one object with `"schema": 1`, otherwise it writes itself as text.

mod error;
mod failure;
mod page;
mod patience;
mod progress;
mod reading;
mod stream;
mod style;
mod table;
mod transfers;

pub use failure::{Failure, Problem};
pub use page::{Page, Report};
pub use progress::Progress;
pub use stream::{Output, is_closed_pipe};
pub use style::{Mark, escape, quoted};
pub use table::Table;
pub use transfers::{Transfer, Transfers};
