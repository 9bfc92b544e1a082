//! A repository's entry in the registry, and the edits that write it.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::json_edit;
use crate::registry::model::ProjectEntry;
use crate::registry::{Registry, shortened};
use crate::system::disk;

/// How a repository's folder is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// For everybody, in the registry.
    pub shared: String,
    /// For this machine, in the local file, where the shared one does not lead to the folder here.
    pub local: Option<String>,
}

/// How to write a folder down: relative to the workspace where it lies below it; else under its own name for everybody and with
/// its true place for this machine. Without a workspace the place stands in the registry, as short as it can be.
pub fn place(registry: &Registry, root: &Path, home: &Path) -> Place {
    let Some(workspace) = &registry.workspace else { return Place { shared: shortened(root, home), local: None } };
    let real_workspace = disk::real_path(workspace).unwrap_or_else(|_| workspace.clone());
    match root.strip_prefix(&real_workspace) {
        Ok(below) if !below.as_os_str().is_empty() => Place { shared: below.display().to_string(), local: None },
        _ => {
            let name = root.file_name().unwrap_or(root.as_os_str());
            Place { shared: name.to_string_lossy().into_owned(), local: Some(shortened(root, home)) }
        }
    }
}

/// Something to be written into the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// The project's name.
    pub name: String,
    /// Its entry.
    pub entry: ProjectEntry,
    /// Its place on this machine, for the local file.
    pub local_repo: Option<String>,
}

/// Writes additions into the registry and the local file, keeping every other byte of both.
///
/// # Errors
/// Where a file cannot be read, edited or written.
pub fn write_additions(registry: &Registry, additions: &[Addition]) -> Result<()> {
    let here = additions.iter().filter_map(|addition| Some((addition, Value::from(addition.local_repo.clone()?))));
    let here: Vec<_> = here.map(|(addition, repo)| (["projects", &addition.name, "repo"], repo)).collect();
    edit(&registry.local_path(), here.iter().map(|(path, value)| (path.as_slice(), value.clone())))?;
    let shared =
        additions.iter().map(|addition| Ok((["projects", &addition.name], serde_json::to_value(&addition.entry)?)));
    let shared = shared.collect::<Result<Vec<_>>>()?;
    edit(registry.path(), shared.iter().map(|(path, value)| (path.as_slice(), value.clone())))
}

fn edit<'p>(file: &Path, changes: impl Iterator<Item = (&'p [&'p str], Value)>) -> Result<()> {
    let before = disk::read_text(file)?;
    let mut text = before.clone().unwrap_or_else(|| "{}\n".to_owned());
    let mut changed = false;
    for (path, value) in changes {
        text = json_edit::set(&text, path, &value).with_context(|| format!("cannot edit `{}`", file.display()))?;
        changed = true;
    }
    if changed { disk::write_text(file, &text) } else { Ok(()) }
}
