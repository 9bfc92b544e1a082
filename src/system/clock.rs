//! The time, which a test can hold still.

use std::time::Duration;

use anyhow::{Context as _, Result};
use jiff::Timestamp;

use super::Environment;

/// Tells the time; `SKREG_NOW` (RFC 3339) holds it still.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    held: Option<Timestamp>,
}

impl Clock {
    /// The clock of this run.
    ///
    /// # Errors
    /// Where `SKREG_NOW` is set and is no time.
    pub fn read(environment: &Environment) -> Result<Self> {
        let held = environment.variable("SKREG_NOW").map(str::parse).transpose();
        Ok(Self { held: held.context("cannot read `SKREG_NOW` as a time such as 2030-01-02T03:04:05Z")? })
    }

    /// Waits; a clock that is held still does not.
    pub fn wait(&self, duration: Duration) {
        if self.held.is_none() {
            std::thread::sleep(duration);
        }
    }

    /// A random number from 0 to 1; a clock that is held still always gives 0.
    pub fn jitter(&self) -> f64 {
        if self.held.is_none() { fastrand::f64() } else { 0.0 }
    }

    /// The time now, in UTC.
    #[expect(clippy::disallowed_methods, reason = "this is the place that asks for the time")]
    pub fn now(&self) -> Timestamp {
        self.held.unwrap_or_else(Timestamp::now)
    }
}
