//! The folders that links are made in.

use std::path::{Path, PathBuf};

use crate::registry::model::Target;

/// One of the folders that links are made in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    /// The program that reads it.
    pub(super) target: Target,
    /// The folder that it stands in.
    pub(super) parent: &'static str,
    /// Its name, which is that of the profile's folder, too.
    pub(super) name: &'static str,
    /// What a backup of it is called.
    pub(super) backup: &'static str,
}

/// All of them, in the order of their paths.
pub(super) const KINDS: [Kind; 3] = [
    Kind { target: Target::Agents, parent: ".agents", name: "skills", backup: ".agents-skills" },
    Kind { target: Target::Claude, parent: ".claude", name: "agents", backup: "agents" },
    Kind { target: Target::Claude, parent: ".claude", name: "skills", backup: "skills" },
];

impl Kind {
    /// The place as people see it, such as `.claude/skills`.
    pub(super) fn shown(self) -> String {
        format!("{}/{}", self.parent, self.name)
    }

    /// The place below a folder.
    pub(super) fn below(self, folder: &Path) -> PathBuf {
        folder.join(self.parent).join(self.name)
    }

    /// What a backup of an entry is called: no name that a backup of a whole folder has.
    pub(super) fn backup_of(self, entry: &str) -> String {
        format!("{}.{entry}", self.backup)
    }

    /// Whether a backup of this name is of the folder or of an entry in it.
    pub(super) fn is_backup(self, name: &str) -> bool {
        name == self.backup || self.entry_of(name).is_some()
    }

    /// The entry that a backup of this name is of.
    pub(super) fn entry_of(self, backup: &str) -> Option<&str> {
        backup.strip_prefix(self.backup)?.strip_prefix('.')
    }
}
