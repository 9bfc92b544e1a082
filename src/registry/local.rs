//! Edits of `registry.local.json`: what one developer's machine does otherwise.

use anyhow::Result;
use serde_json::Value;

use super::Registry;
use crate::json_edit;

/// Writes that a project, or the global skills where none is named, are not linked on this machine.
///
/// # Errors
/// Where the file cannot be read, edited or written.
pub fn turn_off(registry: &Registry, project: Option<&str>) -> Result<()> {
    edit(registry, |text| json_edit::set(text, &path(project), &Value::from("off")))
}

/// Takes back what [`turn_off`] wrote.
///
/// # Errors
/// Where the file cannot be read, edited or written.
pub fn turn_on(registry: &Registry, project: Option<&str>) -> Result<()> {
    let keep = usize::from(project.is_some());
    edit(registry, |text| json_edit::remove(text, &path(project), keep))
}

fn path(project: Option<&str>) -> Vec<&str> {
    match project {
        Some(project) => vec!["projects", project, "link"],
        None => vec!["global", "link"],
    }
}

fn edit(registry: &Registry, change: impl FnOnce(&str) -> Result<String>) -> Result<()> {
    json_edit::change_file(&registry.local_path(), change)
}
