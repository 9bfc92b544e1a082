//! The user's configuration: where the central repository is, and what skills read from it.

use std::path::{Path, PathBuf};

use anyhow::Result;
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
    /// One object per skill, laid over what the profiles say.
    pub skills: IndexMap<String, Map<String, Value>>,
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
