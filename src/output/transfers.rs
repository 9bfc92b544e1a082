//! Bars for the person who waits for several things at once.

use std::fmt;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Output;
use super::style::escape;

/// How far some pieces of work are, on standard error and only where that is a terminal.
pub struct Transfers {
    bars: MultiProgress,
}

impl Transfers {
    pub(super) fn new(wanted: bool) -> Self {
        let target = if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        Self { bars: MultiProgress::with_draw_target(target) }
    }

    /// Whether nobody sees them.
    pub fn is_hidden(&self) -> bool {
        self.bars.is_hidden()
    }

    /// A bar for one piece of work, which is drawn once it tells how far it is.
    pub fn begin(&self, name: &str) -> Transfer {
        let style = ProgressStyle::with_template("{prefix}  {bar:30}  {percent:>3}%  {msg}");
        let bar = ProgressBar::hidden().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_length(100);
        bar.set_prefix(escape(name).into_owned());
        Transfer { bar: self.bars.add(bar) }
    }

    /// Says a line beside the answer, with the bars out of its way.
    pub fn note(&self, output: &Output, line: impl fmt::Display) {
        self.bars.suspend(|| output.note(line));
    }

    /// Takes the bars away until one of them goes on, so that another program can write there.
    pub fn make_room(&self) {
        // Nobody is left to see them where standard error is gone.
        let _ = self.bars.clear();
    }
}

/// How far one piece of work is; its bar is gone when this is dropped.
pub struct Transfer {
    bar: ProgressBar,
}

impl Transfer {
    /// Shows what is done and how many percent of that there are.
    pub fn show(&self, what: &str, percent: u64) {
        self.bar.set_message(escape(what).into_owned());
        self.bar.set_position(percent);
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
