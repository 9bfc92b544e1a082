//! The key that names one ticket.

use std::fmt;

use serde::Serialize;

/// A key such as `PROJ-123`, in upper case.
///
/// The project's part may hold digits and underscores as on Data Center: `SDR_6-44`, `D_DEV-123`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct TicketKey(String);

impl TicketKey {
    /// Reads a key of the form `[A-Za-z][A-Za-z0-9_]*-[0-9]+`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (project, number) = text.rsplit_once('-')?;
        let is_project = project.starts_with(|first: char| first.is_ascii_alphabetic())
            && project.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_project && is_number).then(|| Self(text.to_ascii_uppercase()))
    }

    /// The whole key.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key of the project: what stands before the hyphen.
    pub fn project(&self) -> &str {
        self.0.rsplit_once('-').map_or("", |(project, _)| project)
    }
}

impl fmt::Display for TicketKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<String> {
        TicketKey::parse(text).map(|key| key.to_string())
    }

    #[test]
    fn keys_are_upper_cased() {
        assert_eq!(parse("proj-123"), Some("PROJ-123".into()));
        assert_eq!(parse("D_DEV-123"), Some("D_DEV-123".into()));
        assert_eq!(parse("SDR_6-44"), Some("SDR_6-44".into()));
        assert_eq!(parse("a-0"), Some("A-0".into()));
    }

    #[test]
    fn the_project_is_what_stands_before_the_number() {
        assert_eq!(TicketKey::parse("sdr_6-44").unwrap().project(), "SDR_6");
    }

    #[test]
    fn anything_else_is_no_key() {
        for text in [
            "",
            "-",
            "-1",
            "A-",
            "A",
            "1A-1",
            "_A-1",
            "A-B-1",
            "A-1 ",
            " A-1",
            "A-１",
            "É-1",
            "A-1/..",
            "ticket.json",
            "#12",
            "A--1",
            "A-+1",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
