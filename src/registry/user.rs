//! The user's configuration: where the central repository is, and what skills read from it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::paths::shortened;
use crate::json_edit::{self, Document};
use crate::output::Failure;
use crate::system::{Environment, disk};

/// The whole of `config.json` in skreg's configuration folder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UserFile {
    /// The central repository, absolute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub central: Option<PathBuf>,
    /// Places where the central repository was before; links into them are still ours.
    pub former: Vec<PathBuf>,
    /// The user's own Jira, and where credentials may go.
    pub jira: UserJira,
    /// One object per skill, laid over what the profiles say.
    pub skills: IndexMap<String, Map<String, Value>>,
}

/// The user's own Jira, and where credentials may go.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UserJira {
    /// Base address; it goes before the registry's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Hosts that may receive the user's credentials, as `host` or `host:port`.
    pub hosts: Vec<String>,
}

/// Where the user's configuration is kept.
pub fn user_file_path(environment: &Environment) -> PathBuf {
    environment.config_folder().join("config.json")
}

/// Reads the user's configuration; one that is not there is empty.
///
/// # Errors
/// Where it cannot be read or has problems.
pub fn read_user_file(environment: &Environment) -> Result<UserFile> {
    let path = user_file_path(environment);
    let shown = shortened(&path, environment.home());
    let refused = |problems| Failure::new("your configuration of skreg has problems").problems(problems).into();
    let text = disk::read_text(&path).map_err(|error| match json_edit::encoding_problem(&shown, &error) {
        Some(problem) => refused(vec![problem]),
        None => error,
    })?;
    let Some(text) = text else { return Ok(UserFile::default()) };
    let document = Document::parse(&shown, &text).map_err(|problem| refused(vec![problem]))?;
    match json_edit::read(&document) {
        (Some(file), problems) if problems.is_empty() => Ok(file),
        (_, problems) => Err(refused(problems)),
    }
}

/// The text of the user's configuration with another central repository; the one before becomes a former place.
///
/// # Errors
/// Where the text is not JSON.
pub fn with_central(text: &str, file: &UserFile, central: &Path) -> Result<String> {
    let mut former = file.former.clone();
    former.retain(|place| place != central);
    former.extend(file.central.clone().filter(|place| place != central && !file.former.contains(place)));
    let text = json_edit::set(text, &["central"], &Value::from(central.to_string_lossy()))?;
    let text = match former == file.former {
        true => text,
        false => json_edit::set(&text, &["former"], &serde_json::to_value(&former)?)?,
    };
    Ok(text)
}

/// The text of the user's configuration with one more host that may receive credentials; one that stands there already
/// changes nothing.
///
/// # Errors
/// Where the text is not the JSON of a [`UserFile`].
pub fn with_jira_host(text: &str, host: &str) -> Result<String> {
    let file: UserFile = match text.trim() {
        "" => UserFile::default(),
        text => serde_json::from_str(text).context("cannot read the user's configuration")?,
    };
    let mut hosts = file.jira.hosts;
    if hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return Ok(text.to_owned());
    }
    hosts.push(host.to_owned());
    json_edit::set(text, &["jira", "hosts"], &serde_json::to_value(&hosts)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_added_once_and_every_other_byte_stays() {
        let text = "{\n  \"central\": \"/c\",\n  \"jira\": {\"url\":  \"https://jira.example\"}\n}\n";
        let once = with_jira_host(text, "jira.example:8443").unwrap();
        insta::assert_snapshot!(once, @r#"
        {
          "central": "/c",
          "jira": {"url":  "https://jira.example", "hosts": ["jira.example:8443"]}
        }
        "#);
        assert_eq!(with_jira_host(&once, "JIRA.example:8443").unwrap(), once);
        insta::assert_snapshot!(with_jira_host(&once, "acme.atlassian.net").unwrap(), @r#"
        {
          "central": "/c",
          "jira": {"url":  "https://jira.example", "hosts": ["jira.example:8443", "acme.atlassian.net"]}
        }
        "#);
        insta::assert_snapshot!(with_jira_host("", "acme.atlassian.net").unwrap(), @r#"
        {
          "jira": {
            "hosts": ["acme.atlassian.net"]
          }
        }
        "#);
        assert!(with_jira_host("{\"jira\": []}", "acme.atlassian.net").is_err());
    }

    #[test]
    fn an_unknown_field_of_jira_is_a_problem() {
        let text = "{\"jira\": {\"host\": [], \"url\": 1}}";
        let found = json_edit::problems::<UserFile>(&Document::parse("config.json", text).unwrap());
        let found: Vec<_> = found.iter().map(|problem| (problem.pointer.as_deref(), problem.hint.as_deref())).collect();
        assert_eq!(found, [(Some("/jira/host"), Some("did you mean `hosts`?")), (Some("/jira/url"), None)]);
    }
}
