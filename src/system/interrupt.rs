//! Signals that end the program, held back while there is something to put in order first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context as _, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// Ctrl-C, `kill`, and a terminal that is closed.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];

/// Ctrl-C, and an end that is asked for.
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// While this is there, a signal is noted and nothing more; afterwards it ends the program as it does without.
pub struct Watch {
    caught: Arc<AtomicUsize>,
    is_over: Arc<AtomicBool>,
}

impl Watch {
    /// Begins to hold signals back.
    ///
    /// # Errors
    /// Where the system refuses.
    pub fn begin() -> Result<Self> {
        let watch = Self { caught: Arc::default(), is_over: Arc::default() };
        let register = |signal: i32| -> std::io::Result<()> {
            flag::register_conditional_default(signal, Arc::clone(&watch.is_over))?;
            let number = usize::try_from(signal).unwrap_or_default();
            flag::register_usize(signal, Arc::clone(&watch.caught), number).map(drop)
        };
        SIGNALS.into_iter().try_for_each(register).context("cannot watch for signals")?;
        Ok(watch)
    }

    /// Whether a signal asked for the end.
    pub fn is_interrupted(&self) -> bool {
        self.caught.load(Ordering::SeqCst) != 0
    }

    /// Ends the program as the signal that was caught does by itself, so that a shell sees what happened (130 for Ctrl-C); goes
    /// on where none was caught.
    #[expect(clippy::disallowed_methods, reason = "a signal ends the program from wherever it is")]
    pub fn end_if_interrupted(&self) {
        let Some(signal) = i32::try_from(self.caught.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0) else {
            return;
        };
        if cfg!(unix) {
            // It returns only where the system does not know the signal.
            let _ = low_level::emulate_default_handler(signal);
        }
        std::process::exit(128 + signal);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
    }
}
