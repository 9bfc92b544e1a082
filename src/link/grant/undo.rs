//! Takes the rules away again.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::apply::{GrantAction, GrantResult};
use super::edit::{Without, withdrawn};
use super::observe::Grant;
use super::settings::Settings;
use super::{FILE, LOCAL_SETTINGS};
use crate::link::backup::{self, Backup};
use crate::link::exclude::ExcludeChange;
use crate::system::disk;

/// Takes the rules of ours out of a settings file, and the file away if it held nothing else.
pub fn apply_withdrawal(grant: &Grant) -> GrantResult {
    let result = untried_withdrawal(grant);
    if !result.is_in_order() {
        return result;
    }
    match withdraw(grant) {
        Ok(()) => result,
        Err(error) => GrantResult::failed(grant, &error),
    }
}

/// What would become of a settings file without the rules of ours.
pub fn untried_withdrawal(grant: &Grant) -> GrantResult {
    match (&grant.settings, &grant.barrier) {
        (Settings::Unfit { obstacle, holds_rules: true }, _) => GrantResult::refused(grant, obstacle),
        _ if grant.ours.is_empty() => GrantResult::new(grant, GrantAction::Kept, &[]),
        (_, Some(barrier)) => GrantResult::refused(grant, barrier),
        (_, None) => GrantResult::new(grant, GrantAction::Removed, &grant.ours),
    }
}

fn withdraw(grant: &Grant) -> Result<()> {
    if !grant.ours.is_empty() {
        restore(grant)?;
    }
    // A rule that is left behind would let git overwrite a file that comes back.
    match grant.exclude.as_ref().filter(|exclude| exclude.has_rule(LOCAL_SETTINGS)) {
        Some(exclude) => {
            let removed = vec![exclude.rule(LOCAL_SETTINGS)];
            exclude.apply(&ExcludeChange { added: Vec::new(), removed }).map(drop)
        }
        None => Ok(()),
    }
}

fn restore(grant: &Grant) -> Result<()> {
    let kept = backups(grant)?;
    let texts = kept.iter().map(|path| Ok(disk::read_text_with_mark(path)?.unwrap_or_default()));
    let texts = texts.collect::<Result<Vec<_>>>()?;
    let text = disk::read_text_with_mark(&grant.path)?.unwrap_or_default();
    let json = text.trim_start_matches('\u{feff}');
    let mark = &text[..text.len() - json.len()];
    let editing = || format!("cannot edit `{}`", grant.path.display());
    match withdrawn(json, &grant.ours, &texts).with_context(editing)? {
        Without::Backup(number) => backup::put_over(&kept[number], &grant.path),
        Without::Text(text) => disk::write_text(&grant.path, &format!("{mark}{text}")),
        Without::Nothing => {
            disk::remove_file(&grant.path).with_context(|| format!("cannot remove `{}`", grant.path.display()))?;
            if let Some(folder) = grant.path.parent().filter(|folder| disk::is_empty_folder(folder).unwrap_or(false)) {
                // It was made for the links and the rules; if it cannot go, an empty folder stays.
                let _ = disk::remove_empty_folder(folder);
            }
            Ok(())
        }
    }
}

/// The backups of a settings file, the newest first.
pub(super) fn backups(grant: &Grant) -> Result<Vec<PathBuf>> {
    let has_it = |backup: &Backup| backup.items.iter().any(|item| item == FILE);
    let backups = grant.vault.backups()?.into_iter().filter(has_it);
    Ok(backups.map(|backup| backup.path.join(FILE)).collect())
}
