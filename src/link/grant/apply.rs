//! Writes the rules, and tells what became of each settings file.

use std::path::{Path, PathBuf};

use anyhow::Result;
use jiff::Timestamp;
use serde::Serialize;

use super::observe::Grant;
use super::plan::{GrantStep, Obstacle};
use super::settings::Settings;
use super::{FILE, LOCAL_SETTINGS, edit, undo};
use crate::json_edit;
use crate::link::backup::Mover;
use crate::link::exclude::ExcludeChange;
use crate::system::disk;

/// What became of one settings file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GrantAction {
    /// Rules were written.
    Granted,
    /// A run that is not dry would write them.
    WouldGrant,
    /// The right rules stood there, or nothing was to be done.
    Kept,
    /// Our rules were taken away.
    Removed,
    /// Nothing was changed, for a reason.
    Refused,
    /// A change was tried and failed.
    Failed,
}

/// What became of one settings file, and where its backup is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GrantResult {
    /// The file.
    pub path: PathBuf,
    /// What became of it.
    pub action: GrantAction,
    /// The rules that stand there now or would; those that were taken away.
    pub rules: Vec<String>,
    /// Where the file as it was before is kept.
    pub backup: Option<PathBuf>,
    /// Why it is refused or failed.
    pub reason: Option<String>,
    /// What to do about that.
    pub hint: Option<String>,
}

impl GrantResult {
    pub(super) fn new(grant: &Grant, action: GrantAction, rules: &[String]) -> Self {
        let (path, rules) = (grant.path.clone(), rules.to_vec());
        Self { path, action, rules, backup: None, reason: None, hint: None }
    }

    pub(super) fn refused(grant: &Grant, obstacle: &Obstacle) -> Self {
        let (reason, hint) = (Some(obstacle.reason.clone()), Some(obstacle.hint.clone()));
        Self { reason, hint, ..Self::new(grant, GrantAction::Refused, &[]) }
    }

    pub(super) fn failed(grant: &Grant, error: &anyhow::Error) -> Self {
        Self { reason: Some(format!("{error:#}")), ..Self::new(grant, GrantAction::Failed, &[]) }
    }

    /// Whether nothing was refused and nothing failed.
    pub fn is_in_order(&self) -> bool {
        !matches!(self.action, GrantAction::Refused | GrantAction::Failed)
    }
}

/// Does a step.
pub fn apply_grant(grant: &Grant, step: &GrantStep, now: Timestamp) -> GrantResult {
    match step {
        GrantStep::Grant { missing, stale } => match write(grant, missing, stale, now) {
            Ok(backup) => GrantResult { backup, ..GrantResult::new(grant, GrantAction::Granted, wanted(grant)) },
            Err(error) => GrantResult::failed(grant, &error),
        },
        GrantStep::Withdraw => undo::apply_withdrawal(grant),
        GrantStep::Keep | GrantStep::Refuse(_) => untried_grant(grant, step),
    }
}

/// What would become of a settings file.
pub fn untried_grant(grant: &Grant, step: &GrantStep) -> GrantResult {
    match step {
        GrantStep::Keep => GrantResult::new(grant, GrantAction::Kept, wanted(grant)),
        GrantStep::Grant { .. } => GrantResult::new(grant, GrantAction::WouldGrant, wanted(grant)),
        GrantStep::Withdraw => undo::untried_withdrawal(grant),
        GrantStep::Refuse(obstacle) => GrantResult::refused(grant, obstacle),
    }
}

fn wanted(grant: &Grant) -> &[String] {
    grant.wanted.as_deref().unwrap_or_default()
}

/// Writes the rules and gives the place of the backup, if one was made.
fn write(grant: &Grant, missing: &[String], stale: &[String], now: Timestamp) -> Result<Option<PathBuf>> {
    // Before the file: one that git does not ignore would be committed with everything else.
    if let Some(exclude) = grant.exclude.as_ref().filter(|_| grant.needs_rule) {
        exclude.apply(&ExcludeChange { added: vec![exclude.rule(LOCAL_SETTINGS)], removed: Vec::new() })?;
    }
    // What only our own rules are taken from or added to again is no file of before.
    let is_of_before = grant.settings != Settings::Missing && !grant.is_granted();
    let backup = if is_of_before { Some(keep(grant, now)?) } else { None };
    disk::make_folders(grant.path.parent().unwrap_or(Path::new("/")))?;
    json_edit::change_file(&grant.path, |text| edit::granted(text, missing, stale))?;
    Ok(backup)
}

/// Copies the file to the backups, unless a run that was ended half way did.
fn keep(grant: &Grant, now: Timestamp) -> Result<PathBuf> {
    let text = disk::read_bytes(&grant.path)?;
    let kept = undo::backups(grant)?.into_iter().next();
    match kept.filter(|kept| disk::read_bytes(kept).is_ok_and(|before| before == text)) {
        Some(kept) => Ok(kept),
        None => Mover::new(&grant.vault, now).copy(&grant.path, FILE),
    }
}
