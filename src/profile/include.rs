//! What a profile includes from the shared one.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::SHARED;
use crate::system::disk::{self, Standing, Target};

/// A relative link by which a profile includes a skill or an agent of the shared one. It is committed with the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include {
    /// Where the link belongs.
    pub path: PathBuf,
    /// Its text.
    pub text: PathBuf,
}

/// The links that a profile lacks to include every skill and agent of the shared one; a name that the profile has itself wins.
///
/// A skill is a folder with a `SKILL.md`, an agent a Markdown file or a folder of them, which is what Claude Code discovers.
///
/// # Errors
/// Where a folder cannot be read.
pub fn missing_includes(profiles: &Path, profile: &str) -> Result<Vec<Include>> {
    let mut includes = Vec::new();
    for kind in ["skills", "agents"] {
        let shared = profiles.join(SHARED).join(kind);
        if !disk::is_folder(&shared) {
            continue;
        }
        let names = disk::names(&shared).with_context(|| format!("cannot read `{}`", shared.display()))?;
        for name in names.into_iter().filter(|name| is_wanted(kind, &shared.join(name))) {
            let path = profiles.join(profile).join(kind).join(&name);
            if disk::look(&path).with_context(|| format!("cannot look at `{}`", path.display()))? == Standing::Missing {
                let text = Path::new("../..").join(SHARED).join(kind).join(name);
                includes.push(Include { path, text });
            }
        }
    }
    Ok(includes)
}

fn is_wanted(kind: &str, path: &Path) -> bool {
    let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let is_agent = || disk::is_folder(path) || path.extension().is_some_and(|extension| extension == "md");
    let is_skill = || matches!(disk::follow(&path.join("SKILL.md")), Ok(Target::File));
    !is_hidden && if kind == "skills" { is_skill() } else { is_agent() }
}
