//! Edits of `registry.local.json`: what one developer's machine does otherwise.

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::Registry;
use crate::json_edit;
use crate::system::disk;

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
    let path = registry.local_path();
    let text = disk::read_text(&path)?.unwrap_or_else(|| "{}\n".to_owned());
    let changed = change(&text).with_context(|| format!("cannot edit `{}`", path.display()))?;
    if changed == text { Ok(()) } else { disk::write_text(&path, &changed) }
}
