//! `skreg completions`: what a shell needs to complete the command line.

use anyhow::Result;
use clap_complete::Shell;

use super::{Context, Outcome};

/// Print a completion script for a shell
///
/// For bash: `skreg completions bash > ~/.local/share/bash-completion/completions/skreg`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// Where it cannot be written.
pub fn run(context: &Context, args: &Args, program: &mut clap::Command) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, program, "skreg", &mut script);
    context.output.raw(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::InOrder)
}
