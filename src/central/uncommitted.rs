//! What in the central repository is not committed: an edit on the way, or something that another program wrote through a link.

use std::path::PathBuf;

use anyhow::Result;

use crate::registry::{FILE, Registry};
use crate::system::{disk, git};

/// The changed and new paths below what the projects use, relative to the git root; none outside git.
///
/// # Errors
/// Where git cannot tell.
pub fn uncommitted(registry: &Registry) -> Result<Vec<PathBuf>> {
    let Some(repository) = git::open(registry.central())? else { return Ok(Vec::new()) };
    let central = disk::real_path(registry.central())?;
    let prefix = central.strip_prefix(repository.root())?.to_owned();
    let mut places = vec![prefix.join("profiles"), prefix.join(FILE)];
    places.extend(
        registry
            .global
            .skills
            .iter()
            .filter_map(|(_, folder)| Some(prefix.join(folder.strip_prefix(registry.central()).ok()?))),
    );
    repository.uncommitted(&places)
}
