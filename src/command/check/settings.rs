//! The settings files of a folder, judged.

use std::path::Path;

use crate::client::settings::{self, ListingSettings, Scope, Verdict};
use crate::client::{self, Finding, Severity, Shown};
use crate::system::disk::{self, Target};

/// Judges the settings files of a `.claude` folder, and those beside them that the client never reads. One that is not there, or cannot
/// be read, has none.
pub(super) fn observe(folder: &Path, scope: Scope, shown: &Shown<'_>) -> Vec<Verdict> {
    let names = disk::names(folder).unwrap_or_default();
    let names = names.iter().filter_map(|name| name.to_str()).filter(|name| is_settings(name));
    names.map(|name| judge(&folder.join(name), scope, shown)).collect()
}

/// Judges one settings file; one that cannot be read is out of force, and says why.
pub(super) fn judge(file: &Path, scope: Scope, shown: &Shown<'_>) -> Verdict {
    let path = shown(file);
    match disk::follow(file) {
        Ok(Target::Directory) => settings::unread(folder_in_its_place(path)),
        Ok(Target::Missing | Target::Loop) => settings::unread(client::broken_link(&path)),
        Ok(Target::File) | Err(_) => match disk::read_bytes(file) {
            Ok(bytes) => settings::judge(&path, &bytes, scope),
            Err(error) => settings::unread(client::unreadable(&path, &error)),
        },
    }
}

fn folder_in_its_place(path: String) -> Finding {
    Finding {
        code: "settings_not_a_file",
        severity: Severity::Error,
        path,
        line: None,
        column: None,
        message: "it is a folder, and the client looks for a file here".to_owned(),
        hint: Some("make it a file, or take it away".to_owned()),
    }
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
