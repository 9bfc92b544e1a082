//! The person at the terminal, if there is one.

use std::io::{self, BufRead, IsTerminal as _, Read as _};

use anyhow::{Context as _, Result};
use console::Term;

/// Whether a question can be asked: standard input and standard error are both a terminal.
pub fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// The width of the terminal that standard output goes to, in columns; none where it goes elsewhere.
pub fn width() -> Option<u16> {
    Term::stdout().size_checked().map(|(_, columns)| columns)
}

/// Lets the person choose one of the choices by its number; none where they give none or end the input.
///
/// A list and a line, and not a menu driven by single keys: it leaves nothing hidden or half drawn when it is interrupted, it
/// scrolls, and it can be read aloud.
///
/// # Errors
/// Where the terminal cannot be read or written.
pub fn choose(question: &str, choices: &[String]) -> Result<Option<usize>> {
    let ask = || -> Result<String, dialoguer::Error> {
        let terminal = Term::stderr();
        terminal.write_line(question)?;
        for (index, choice) in choices.iter().enumerate() {
            terminal.write_line(&format!("  {}  {choice}", index + 1))?;
        }
        dialoguer::Input::new()
            .with_prompt(match choices.len() {
                1 => "1, or nothing for none of these".to_owned(),
                more => format!("a number from 1 to {more}, or nothing for none of these"),
            })
            .allow_empty(true)
            .report(false)
            .validate_with(|text: &String| index(text, choices.len()).map(drop))
            .interact_on(&terminal)
    };
    let text = ask().context("cannot ask on this terminal")?;
    Ok(index(&text, choices.len()).unwrap_or_default())
}

/// Asks the person a question that a yes or a no answers; none where they give neither or end the input.
///
/// # Errors
/// Where the terminal cannot be read or written.
pub fn confirm(question: &str) -> Result<Option<bool>> {
    let ask = || -> Result<String, dialoguer::Error> {
        let terminal = Term::stderr();
        terminal.write_line(question)?;
        dialoguer::Input::new()
            .with_prompt("yes or no, or nothing to be asked again the next time")
            .allow_empty(true)
            .report(false)
            .validate_with(|text: &String| answer(text).map(drop))
            .interact_on(&terminal)
    };
    let text = ask().context("cannot ask on this terminal")?;
    Ok(answer(&text).unwrap_or_default())
}

/// A yes or a no; none for nothing.
fn answer(text: &str) -> Result<Option<bool>, String> {
    match text.trim().to_lowercase().as_str() {
        "" => Ok(None),
        "y" | "yes" => Ok(Some(true)),
        "n" | "no" => Ok(Some(false)),
        _ => Err("it is neither yes nor no".to_owned()),
    }
}

/// The index of a choice that was given by its number; none for nothing.
fn index(text: &str, choices: usize) -> Result<Option<usize>, String> {
    match text.trim() {
        "" => Ok(None),
        number => match number.parse::<usize>() {
            Ok(number) if (1..=choices).contains(&number) => Ok(Some(number - 1)),
            _ => Err(format!("it is no number from 1 to {choices}")),
        },
    }
}

/// Reads standard input to its end.
///
/// # Errors
/// Where it cannot be read.
pub fn read_standard_input() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    Ok(bytes)
}

/// Standard input, to be read piece by piece.
pub fn standard_input() -> impl BufRead {
    io::stdin().lock()
}

#[cfg(test)]
mod tests {
    use super::{answer, index};

    #[test]
    fn a_yes_and_a_no_are_taken_and_nothing_is_neither() {
        assert_eq!(
            ["y", " YES\n", "n", "No", ""].map(answer),
            [true, true, false, false].map(Some).map(Ok).into_iter().chain([Ok(None)]).collect::<Vec<_>>()[..]
        );
        assert!(answer("maybe").is_err());
    }

    #[test]
    fn only_a_number_of_the_list_is_taken() {
        assert_eq!(index("2\n", 2), Ok(Some(1)));
        assert_eq!(index(" 1 ", 2), Ok(Some(0)));
        assert_eq!(index("\n", 2), Ok(None));
        for odd in ["0", "3", "-1", "web", "\u{1b}[A", "99999999999999999999"] {
            assert!(index(odd, 2).is_err(), "{odd}");
        }
    }
}
