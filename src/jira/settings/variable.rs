//! The environment variables that are read: skreg's own first, then those of other tools.
//!
//! Sources: ankitpokhrel/jira-cli (`JIRA_SERVER`, `JIRA_LOGIN`, `JIRA_API_TOKEN`, `JIRA_AUTH_TYPE`), sooperset/mcp-atlassian
//! (`JIRA_URL`, `JIRA_USERNAME`, `JIRA_PERSONAL_TOKEN`), rvben/jira-cli (`JIRA_HOST`, `JIRA_EMAIL`, `JIRA_TOKEN`,
//! `JIRA_CLOUD_ID`), and `JIRA_BASE_URL` of many scripts. `JIRA_TOKEN_KIND` says nothing that the cloud id does not.

use std::collections::BTreeMap;

use super::secret::Secret;
use crate::system::Environment;

pub(super) const URL: [&str; 5] = ["SKREG_JIRA_URL", "JIRA_URL", "JIRA_SERVER", "JIRA_BASE_URL", "JIRA_HOST"];
pub(super) const USER: [&str; 4] = ["SKREG_JIRA_USER", "JIRA_USERNAME", "JIRA_LOGIN", "JIRA_EMAIL"];
pub(super) const PERSONAL_TOKEN: &str = "JIRA_PERSONAL_TOKEN";
pub(super) const API_TOKEN: &str = "JIRA_API_TOKEN";
pub(super) const TOKEN: [&str; 4] = ["SKREG_JIRA_TOKEN", PERSONAL_TOKEN, API_TOKEN, "JIRA_TOKEN"];
pub(super) const AUTH: [&str; 2] = ["SKREG_JIRA_AUTH", "JIRA_AUTH_TYPE"];
pub(super) const CLOUD_ID: [&str; 2] = ["SKREG_JIRA_CLOUD_ID", "JIRA_CLOUD_ID"];
pub(super) const CA_FILE: &str = "SKREG_JIRA_CA_FILE";
pub(super) const CLIENT_CERT: &str = "SKREG_JIRA_CLIENT_CERT";
pub(super) const CLIENT_KEY: &str = "SKREG_JIRA_CLIENT_KEY";
pub(super) const TIMEOUT: &str = "SKREG_JIRA_TIMEOUT";

/// The variables of this run that settings are read from; each may be a secret, so none is shown.
#[derive(Debug, Clone, Default)]
pub struct Variables(BTreeMap<String, Secret>);

impl Variables {
    /// Takes the known ones out of the environment.
    pub(super) fn observe(environment: &Environment) -> Self {
        let alone = [CA_FILE, CLIENT_CERT, CLIENT_KEY, TIMEOUT];
        let names = [&URL[..], &USER, &TOKEN, &AUTH, &CLOUD_ID, &alone].concat();
        names.into_iter().filter_map(|name| Some((name, environment.variable(name)?))).collect()
    }

    /// The value without blanks around it; one that is nothing but blanks is not set.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|value| value.expose().trim()).filter(|value| !value.is_empty())
    }

    /// The first of these names that is set, with its value.
    pub(super) fn first(&self, names: &[&'static str]) -> Option<(&'static str, &str)> {
        names.iter().find_map(|name| Some((*name, self.get(name)?)))
    }
}

impl<'v> FromIterator<(&'v str, &'v str)> for Variables {
    fn from_iter<I: IntoIterator<Item = (&'v str, &'v str)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.to_owned(), Secret::from(value))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_that_is_set_wins_and_blanks_set_nothing() {
        let variables = Variables::from_iter([("JIRA_URL", " \n"), ("JIRA_SERVER", " s \r\n"), ("JIRA_HOST", "h")]);
        assert_eq!(variables.first(&URL), Some(("JIRA_SERVER", "s")));
        assert_eq!(variables.first(&TOKEN), None);
    }
}
