//! What git says while it clones.

use std::collections::VecDeque;

use crate::system::git;

/// How many of the last lines tell why a clone failed: those of a refused key are four.
const LAST_LINES: usize = 4;

/// How far one phase of a clone is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Step<'l> {
    pub(super) what: &'l str,
    pub(super) percent: u64,
}

/// Reads a line such as `Receiving objects:  45% (9/20), 1.00 MiB`, in whatever language git speaks.
pub(super) fn parse_step(line: &str) -> Option<Step<'_>> {
    let (before, after) = line.split_once("% (")?;
    let (done, rest) = after.split_once('/')?;
    let (total, _) = rest.split_once(')')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let start = before.trim_end_matches(|character: char| character.is_ascii_digit());
    let percent = before[start.len()..].parse().ok().filter(|percent| *percent <= 100)?;
    let what = start.trim_end().trim_end_matches([':', '：']).trim();
    let what = what.strip_prefix("remote: ").unwrap_or(what);
    (is_number(done) && is_number(total)).then_some(Step { what, percent })
}

/// Whether a line comes from the other side or tells of progress: the connection stands then, and no password is asked for any more.
pub(super) fn is_connected(line: &str) -> bool {
    line.starts_with("remote: ") || parse_step(line).is_some()
}

/// The last lines that are worth a report.
#[derive(Debug, Default)]
pub(super) struct LastLines {
    lines: VecDeque<String>,
}

impl LastLines {
    pub(super) fn push(&mut self, line: String) {
        if parse_step(&line).is_none() && !line.trim().is_empty() {
            self.lines.push_back(line);
        }
        if self.lines.len() > LAST_LINES {
            self.lines.pop_front();
        }
    }

    /// Them all as one line, without secrets.
    pub(super) fn told(&self) -> String {
        let lines: Vec<_> = self.lines.iter().map(|line| git::text_without_secrets(line.trim())).collect();
        lines.join(" / ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_read_in_any_language() {
        for (line, what, percent) in [
            ("Receiving objects:  45% (9/20)", "Receiving objects", 45),
            ("Receiving objects: 100% (20/20), 1.00 MiB | 2.00 MiB/s, done.", "Receiving objects", 100),
            ("remote: Compressing objects:   0% (1/300)", "Compressing objects", 0),
            ("Empfange Objekte:   7% (7/100)", "Empfange Objekte", 7),
            ("展开对象中：  50% (1/2)", "展开对象中", 50),
        ] {
            assert_eq!(parse_step(line), Some(Step { what, percent }), "{line}");
        }
    }

    #[test]
    fn what_is_no_progress_is_none() {
        for line in [
            "Cloning into '/tmp/50% (x/y)'...",
            "remote: Enumerating objects: 20, done.",
            "fatal: 101% (1/2)",
            "% (1/2)",
            "50% (/2)",
            "warning: disk is 95% full",
            "",
        ] {
            assert_eq!(parse_step(line), None, "{line}");
        }
        assert!(is_connected("remote: Enumerating objects: 20, done."));
        assert!(!is_connected("git@git.example: Permission denied (publickey)."));
    }

    #[test]
    fn the_last_lines_hold_no_progress_and_no_password() {
        let mut said = LastLines::default();
        for line in ["one", "two", "Receiving objects:  45% (9/20)", "", "three", "four"] {
            said.push(line.to_owned());
        }
        said.push("fatal: unable to access 'https://ann:s3cret@git.example/a.git/': gone".to_owned());
        assert_eq!(said.told(), "two / three / four / fatal: unable to access 'https://git.example/a.git/': gone");
    }
}
