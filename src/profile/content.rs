//! The skills and agents of a profile.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::SHARED;
use crate::registry::Registry;
use crate::system::disk::{self, Target};

/// A skill or an agent of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    /// What it is called by: a skill's folder, an agent's file without `.md`.
    pub name: String,
    /// Where it comes from.
    pub from: From,
}

/// Where a skill or an agent of a profile comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum From {
    /// The profile's own folder.
    Profile,
    /// The shared profile, by a link.
    Shared,
}

/// The skills of a profile, sorted: its direct sub-folders that hold a `SKILL.md`, which is what Claude Code discovers.
///
/// # Errors
/// Where the folder cannot be read; a profile without one has no skills.
pub fn skills(registry: &Registry, profile: &str) -> Result<Vec<Item>> {
    let folder = registry.profile_folder(profile).join("skills");
    let is_skill = |name: &str| disk::is_regular(&folder.join(name).join("SKILL.md"));
    let names = names(&folder)?.into_iter().filter(|name| is_skill(name));
    Ok(names.map(|name| Item { from: origin(registry, profile, &folder.join(&name)), name }).collect())
}

/// The agents of a profile, sorted: the Markdown files at any depth below its `agents`, which is what Claude Code discovers.
///
/// # Errors
/// Where the folder cannot be read; a profile without one has no agents.
pub fn agents(registry: &Registry, profile: &str) -> Result<Vec<Item>> {
    let folder = registry.profile_folder(profile).join("agents");
    if !is_there(&folder)? {
        return Ok(Vec::new());
    }
    let files = disk::files_below(&folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let is_markdown = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let item = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Item { from: origin(registry, profile, path), name }
    };
    let mut items: Vec<_> = files.iter().filter(is_markdown).map(item).collect();
    items.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(items)
}

/// The names in a folder of skills or agents that are linked where each has a link of its own, sorted: folders, and for agents Markdown
/// files, too. A folder without a `SKILL.md` is among them: skills may lean on what lies beside them. Hidden names are left out.
///
/// # Errors
/// Where the folder cannot be read; one that is not there has none.
pub fn linkable(folder: &Path, kind: &str) -> Result<Vec<OsString>> {
    if !is_there(folder)? {
        return Ok(Vec::new());
    }
    let is_linkable = |name: &OsString| match disk::follow(&folder.join(name)) {
        Ok(Target::Directory) => true,
        Ok(Target::File) => kind == "agents" && Path::new(name).extension().is_some_and(|extension| extension == "md"),
        Ok(Target::Missing) => false,
        // What cannot be told is not left out, or it would lose its link.
        Ok(Target::Loop) | Err(_) => true,
    };
    let names = disk::names(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let is_hidden = |name: &OsString| name.as_encoded_bytes().starts_with(b".");
    Ok(names.into_iter().filter(|name| !is_hidden(name) && is_linkable(name)).collect())
}

fn names(folder: &Path) -> Result<Vec<String>> {
    if !is_there(folder)? {
        return Ok(Vec::new());
    }
    let names = disk::names(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    Ok(names.into_iter().filter_map(|name| name.into_string().ok()).collect())
}

/// Whether a folder is there; one that cannot be looked at is neither there nor not there.
fn is_there(folder: &Path) -> Result<bool> {
    let found = disk::follow(folder).with_context(|| format!("cannot look at `{}`", folder.display()))?;
    Ok(found == Target::Directory)
}

fn origin(registry: &Registry, profile: &str, path: &Path) -> From {
    let shared = disk::real_path(&registry.profile_folder(SHARED));
    match (disk::real_path(path), shared) {
        (Ok(real), Ok(shared)) if real.starts_with(&shared) && profile != SHARED => From::Shared,
        _ => From::Profile,
    }
}
