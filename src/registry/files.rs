//! The two files of a registry, of the right shape and not yet checked further.

use super::model::{LocalFile, RegistryFile};
use crate::json_edit::Document;

/// Both files, of the right shape.
pub(super) struct Files<'t> {
    pub(super) document: Document<'t>,
    pub(super) file: RegistryFile,
    pub(super) local_document: Document<'t>,
    pub(super) local: LocalFile,
}

impl<'t> Files<'t> {
    /// The file that says where a project is on this machine, and how it spells the place.
    pub(super) fn repo_of(&self, name: &str) -> (&Document<'t>, &str) {
        let own = self.local.projects.get(name).and_then(|project| project.repo.as_deref());
        match own {
            Some(repo) => (&self.local_document, repo),
            None => (&self.document, self.file.projects.get(name).map_or("", |entry| &entry.repo)),
        }
    }
}
