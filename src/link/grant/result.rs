//! What became of the rules, as values.

use std::path::PathBuf;

use serde::Serialize;

use super::found::{Grant, Obstacle};

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
