//! A line for the person who waits.

use std::io::Write as _;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use console::Term;

/// How long nothing is said.
pub(super) const SILENCE: Duration = Duration::from_secs(1);

/// A wait that is under way; it ends when this is dropped.
pub struct Patience {
    _ended: Sender<()>,
}

impl Patience {
    /// Begins a wait that tells this message once it has lasted a second.
    pub(super) fn new(message: String) -> Self {
        let (ended, wait) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            if wait.recv_timeout(SILENCE) == Err(RecvTimeoutError::Timeout) {
                // Nobody is left to tell where standard error is gone.
                let terminal = Term::stderr();
                if terminal.is_term() {
                    // A bar may stand there.
                    let _ = terminal.clear_line();
                }
                let _ = writeln!(anstream::stderr().lock(), "{message} …");
            }
        });
        Self { _ended: ended }
    }
}
