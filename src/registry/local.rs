//! Edits of `registry.local.json`: what one developer's machine does otherwise.

use anyhow::Result;
use serde_json::Value;

use super::model::{LinkMode, LocalLink};
use super::{Link, Project, Registry};
use crate::json_edit;

/// Writes that a project, or the global skills where none is named, are not linked on this machine; a dry run only learns whether that
/// could be written, here and below.
///
/// # Errors
/// Where the file cannot be read, edited or written.
pub fn turn_off(registry: &Registry, project: Option<&str>, dry_run: bool) -> Result<()> {
    edit(registry, dry_run, |text| json_edit::set(text, &path(project), &Value::from("off")))
}

/// Takes back what [`turn_off`] wrote for the global skills.
///
/// # Errors
/// Where the file cannot be read, edited or written.
pub fn turn_on_global(registry: &Registry, dry_run: bool) -> Result<()> {
    edit(registry, dry_run, |text| json_edit::remove(text, &path(None), 0))
}

/// Writes how a project is linked on this machine; nothing where that is what the registry says.
///
/// # Errors
/// Where the file cannot be read, edited or written.
pub fn set_link(registry: &Registry, project: &Project, mode: LinkMode, dry_run: bool) -> Result<()> {
    if project.link == Link::On(mode) {
        return Ok(());
    }
    let path = path(Some(&project.name));
    if mode == project.entry.link.unwrap_or_default() {
        return edit(registry, dry_run, |text| json_edit::remove(text, &path, 1));
    }
    let value = serde_json::to_value(LocalLink::from(mode))?;
    edit(registry, dry_run, |text| json_edit::set(text, &path, &value))
}

/// Writes that nobody is to be asked again on this machine about the rules to read what lies beside a linked `SKILL.md`.
///
/// # Errors
/// Where the file cannot be read, edited or written.
pub fn decline_grants(registry: &Registry) -> Result<()> {
    edit(registry, false, |text| json_edit::set(text, &GRANT_READ, &Value::from(false)))
}

/// Takes back what [`decline_grants`] wrote.
///
/// # Errors
/// Where the file cannot be read, edited or written.
pub fn forget_declined_grants(registry: &Registry) -> Result<()> {
    match registry.grant_read {
        Some(false) => edit(registry, false, |text| json_edit::remove(text, &GRANT_READ, 0)),
        _ => Ok(()),
    }
}

const GRANT_READ: [&str; 1] = ["grant_read"];

fn path(project: Option<&str>) -> Vec<&str> {
    match project {
        Some(project) => vec!["projects", project, "link"],
        None => vec!["global", "link"],
    }
}

fn edit(registry: &Registry, dry_run: bool, change: impl FnOnce(&str) -> Result<String>) -> Result<()> {
    let path = registry.local_path();
    if dry_run { json_edit::check_change(&path, change) } else { json_edit::change_file(&path, change) }
}
