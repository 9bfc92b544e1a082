//! A bar for the person who waits.

use indicatif::{ProgressBar, ProgressStyle};

/// How far a long piece of work is, on standard error and only where that is a terminal; gone when it is dropped.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar that does not know yet how much there is to do.
    pub(super) fn new() -> Self {
        Self { bar: ProgressBar::new_spinner() }
    }

    /// Tells how much there is to do, where that is known.
    pub fn expect(&self, total: Option<u64>) {
        if let Some(total) = total.filter(|total| self.bar.length() != Some(*total)) {
            self.bar.set_style(ProgressStyle::default_bar());
            self.bar.set_length(total);
        }
    }

    /// Does what may print, with the bar out of its way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// One more is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
