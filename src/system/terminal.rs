//! The person at the terminal, if there is one.

use std::io::{self, BufRead, IsTerminal as _, Read as _, Write};

use anyhow::{Context as _, Result};

/// Whether a question can be asked: standard input and standard error are both a terminal.
pub fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// The width of the terminal that standard output goes to, in columns; none where it goes elsewhere.
pub fn width() -> Option<u16> {
    console::Term::stdout().size_checked().map(|(_, columns)| columns)
}

/// Lets the person choose one of the choices by its number; none where they give none or end the input.
///
/// A list and a line, and not a menu driven by single keys: it leaves nothing hidden or half drawn when it is interrupted, it
/// scrolls, and it can be read aloud.
///
/// # Errors
/// Where the terminal cannot be read or written.
pub fn choose(question: &str, choices: &[String]) -> Result<Option<usize>> {
    ask(&mut io::stdin().lock(), &mut io::stderr().lock(), question, choices).context("cannot ask on this terminal")
}

fn ask(
    input: &mut impl BufRead,
    out: &mut impl Write,
    question: &str,
    choices: &[String],
) -> io::Result<Option<usize>> {
    writeln!(out, "{question}")?;
    for (index, choice) in choices.iter().enumerate() {
        writeln!(out, "  {}  {choice}", index + 1)?;
    }
    loop {
        write!(out, "a number from 1 to {}, or nothing for none of these: ", choices.len())?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" => return Ok(None),
            number => match number.parse::<usize>() {
                Ok(number) if (1..=choices.len()).contains(&number) => return Ok(Some(number - 1)),
                _ => {}
            },
        }
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

#[cfg(test)]
mod tests {
    use super::ask;

    fn answer(input: &str) -> (Option<usize>, usize) {
        let mut out = Vec::new();
        let chosen = ask(&mut input.as_bytes(), &mut out, "Which?", &["api".to_owned(), "web".to_owned()]).unwrap();
        (chosen, String::from_utf8(out).unwrap().matches("a number").count())
    }

    #[test]
    fn a_number_of_the_list_is_taken_and_anything_else_is_asked_again() {
        assert_eq!(answer("2\n"), (Some(1), 1));
        assert_eq!(answer(" 1 "), (Some(0), 1));
        assert_eq!(answer("0\n3\n-1\nweb\n\u{1b}[A\n99999999999999999999\n1\n"), (Some(0), 7));
        assert_eq!(answer("\n2\n"), (None, 1));
        assert_eq!(answer(""), (None, 1));
        assert_eq!(answer("3"), (None, 2));
    }
}
