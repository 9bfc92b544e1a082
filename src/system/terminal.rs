//! The person at the terminal, if there is one.

use std::io::{IsTerminal as _, Read as _};

use anyhow::{Context as _, Result};

/// Whether a question can be asked: standard input and standard error are both a terminal.
pub fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// The width of the terminal that standard output goes to, in columns; none where it goes elsewhere.
pub fn width() -> Option<u16> {
    console::Term::stdout().size_checked().map(|(_, columns)| columns)
}

/// Lets the person choose one of the choices; none where they leave without an answer.
///
/// # Errors
/// Where the terminal cannot be read.
pub fn choose(question: &str, choices: &[String]) -> Result<Option<usize>> {
    dialoguer::Select::new()
        .with_prompt(question)
        .items(choices)
        .default(0)
        .interact_opt()
        .context("cannot ask on this terminal")
}

/// Reads standard input to its end.
///
/// # Errors
/// Where it cannot be read.
pub fn read_standard_input() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    Ok(bytes)
}
