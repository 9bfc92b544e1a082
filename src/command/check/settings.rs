//! The settings files of a folder, judged.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::client::Shown;
use crate::client::settings::{self, ListingSettings, Scope, Verdict};
use crate::system::disk::{self, Target};

/// Judges the settings files of a `.claude` folder, and those beside them that the client never reads. One that is not there has
/// none.
///
/// # Errors
/// Where the folder or a file cannot be read.
pub(super) fn observe(folder: &Path, scope: Scope, shown: &Shown<'_>) -> Result<Vec<Verdict>> {
    if !disk::is_folder(folder) {
        return Ok(Vec::new());
    }
    let names = disk::names(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let names = names.iter().filter_map(|name| name.to_str()).filter(|name| is_settings(name));
    let files = names.map(|name| folder.join(name));
    files.filter(|file| matches!(disk::follow(file), Ok(Target::File))).map(|file| judge(&file, scope, shown)).collect()
}

/// Judges one settings file.
///
/// # Errors
/// Where it cannot be read.
pub(super) fn judge(file: &Path, scope: Scope, shown: &Shown<'_>) -> Result<Verdict> {
    let bytes = disk::read_bytes(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    Ok(settings::judge(&shown(file), &bytes, scope))
}

/// Whether a name is that of a settings file, or somebody may take it for one.
pub(super) fn is_settings(name: &str) -> bool {
    let is_read = matches!(name, "settings.json" | "settings.local.json");
    is_read || (name.starts_with("settings.") && settings::is_never_read(name))
}

/// What files say together about the list of skills, the weakest first: the user's, the repository's, those of one user in it.
pub(super) fn listing(files: &[Verdict]) -> ListingSettings {
    files.iter().fold(ListingSettings::default(), |weaker, file| weaker.under(&file.listing))
}

#[cfg(test)]
mod tests {
    use super::is_settings;

    #[test]
    fn only_what_may_be_taken_for_settings_is_one() {
        for name in ["settings.json", "settings.local.json", "settings.jsonc", "settings.local.jsonc", "settings.yaml"]
        {
            assert!(is_settings(name), "{name}");
        }
        for name in ["settings", "my-settings.json", "settings.json.bak", "CLAUDE.md", "settings.skreg.json"] {
            assert!(!is_settings(name), "{name}");
        }
    }
}
