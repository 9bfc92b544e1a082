//! Other programs, started with an argument vector and never through a shell.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Starts a program in a folder, hands it this terminal, waits for it, and gives its exit code (none where a signal ended
/// it).
///
/// # Errors
/// Where it cannot be started.
#[expect(clippy::disallowed_methods, reason = "this is the place that starts programs")]
pub fn run_in(folder: &Path, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<Option<i32>> {
    let status = std::process::Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PWD", folder)
        .status()
        .with_context(|| format!("cannot start `{program}` in `{}`", folder.display()))?;
    Ok(status.code())
}
