//! What a profile includes from the shared one.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::SHARED;
use crate::system::disk::{self, Standing};

/// A relative link by which a profile includes a skill or an agent of the shared one. It is committed with the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include {
    /// Where the link belongs.
    pub path: PathBuf,
    /// Its text.
    pub text: PathBuf,
}

/// The links that a profile lacks to include everything of the shared one; a name that the profile has itself wins.
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
        for name in names.into_iter().filter(|name| !name.to_string_lossy().starts_with('.')) {
            let path = profiles.join(profile).join(kind).join(&name);
            if disk::look(&path).with_context(|| format!("cannot look at `{}`", path.display()))? == Standing::Missing {
                let text = Path::new("../..").join(SHARED).join(kind).join(name);
                includes.push(Include { path, text });
            }
        }
    }
    Ok(includes)
}
