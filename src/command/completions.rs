//! `skreg completions`: what a shell needs to complete the command line.

use std::io;

use anyhow::Result;
use clap_complete::Shell;
use serde::Serialize;

use super::Outcome;
use crate::output::{Output, Page, Report};

/// Print a completion script for a shell
///
/// For bash: `skreg completions bash > ~/.local/share/bash-completion/completions/skreg`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

#[derive(Serialize)]
struct CompletionsReport {
    shell: String,
    script: String,
}

impl Report for CompletionsReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line(self.script.trim_end())
    }
}

/// Prints the script. It needs nothing of the world: a package is built without a home directory.
///
/// # Errors
/// Where it cannot be written.
pub fn run(output: &Output, args: &Args, program: &mut clap::Command) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, program, "skreg", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    output.report(&CompletionsReport { shell: args.shell.to_string(), script })?;
    Ok(Outcome::InOrder)
}
