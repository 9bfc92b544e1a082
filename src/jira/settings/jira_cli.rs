//! What the configuration of ankitpokhrel/jira-cli tells: which Jira and whose, never a token.

use serde::Deserialize;

use super::address::Address;
use super::host::{Host, Kind};

/// The keys of jira-cli's `.config.yml` that are read; all others are passed over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct JiraCli {
    /// Base address.
    pub(super) server: Option<String>,
    /// The user's name or email.
    pub(super) login: Option<String>,
    /// `Cloud` or `Local`.
    installation: Option<String>,
    /// `basic`, `bearer` or `mtls`.
    pub(super) auth_type: Option<String>,
}

impl JiraCli {
    /// Reads the file; `None` where it is no such YAML. The parser's words are left out: they repeat the text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "" => Some(Self::default()),
            text => serde_saphyr::from_str(text).ok(),
        }
    }

    /// The host of its server, if that is an address.
    pub(super) fn host(&self) -> Option<Host> {
        Some(Address::parse(self.server.as_deref()?).ok()?.host().clone())
    }

    /// Who runs its server, as it says.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self.installation.as_deref()?.to_ascii_lowercase().as_str() {
            "cloud" => Some(Kind::Cloud),
            "local" => Some(Kind::DataCenter),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_keys_are_read_and_the_rest_is_passed_over() {
        let text = "auth_type: bearer\nboard:\n  id: 1\n  name: 'A: B'\ninstallation: Local\nlogin: \"ann@acme.example\"\n\
                    project: {key: PROJ}\nserver: https://jira.example/jira # ours\nissue:\n  types: [a, b]\n";
        let read = JiraCli::parse(text).unwrap();
        assert_eq!(read.server.as_deref(), Some("https://jira.example/jira"));
        assert_eq!(read.login.as_deref(), Some("ann@acme.example"));
        assert_eq!((read.kind(), read.auth_type.as_deref()), (Some(Kind::DataCenter), Some("bearer")));
        assert_eq!(read.host(), Host::parse("jira.example"));
    }

    #[test]
    fn empty_and_broken_files_are_told_apart() {
        assert_eq!(JiraCli::parse(" \n"), Some(JiraCli::default()));
        assert_eq!(JiraCli::parse("server: null\nlogin:\n"), Some(JiraCli::default()));
        assert_eq!(JiraCli::parse("server: [a"), None);
        assert_eq!(JiraCli::parse("- a"), None);
    }
}
