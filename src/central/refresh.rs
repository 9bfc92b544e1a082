//! Brings the bundled files of a central repository up to those of this program, and leaves alone what somebody edited.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Serialize;
use similar::TextDiff;

use super::bundle::{Bundle, Bundled, BundledState};
use super::stamp::{self, Stamp, own_version};
use crate::system::{access, disk};

/// What is done with a bundled file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// This program's text replaces an older one that nobody edited.
    Updated,
    /// It is written where nothing was.
    Added,
    /// It stays as it is.
    Kept,
}

/// One bundled file and what is done with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refresh {
    /// Its path below the central repository.
    pub path: PathBuf,
    /// How it compares.
    pub state: BundledState,
    /// What is done.
    pub action: Step,
    /// How an edited file differs from this program's, as a unified diff.
    pub diff: Option<String>,
    /// Why nothing is done where something else stands in the way.
    pub reason: Option<String>,
    /// The text to write.
    #[serde(skip)]
    text: Option<String>,
}

/// What a refresh does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The files, by path.
    pub files: Vec<Refresh>,
    /// The new text of the stamp, where it changes.
    stamp: Option<String>,
}

impl Plan {
    /// Whether anything is to be written.
    pub fn is_empty(&self) -> bool {
        self.stamp.is_none() && self.files.iter().all(|file| file.action == Step::Kept)
    }

    /// The files to write with their texts, the stamp last.
    fn writes(&self) -> impl Iterator<Item = (&Path, &String)> {
        let files = self.files.iter().filter_map(|file| Some((file.path.as_path(), file.text.as_ref()?)));
        files.chain(self.stamp.iter().map(|text| (Path::new(stamp::FILE), text)))
    }

    /// Whether the stamp changes.
    pub fn writes_stamp(&self) -> bool {
        self.stamp.is_some()
    }

    /// Whether a newer skreg wrote some of the files.
    pub fn is_for_newer(&self) -> bool {
        self.files.iter().any(|file| file.state == BundledState::Newer)
    }
}

/// Decides what a refresh does, `missing` files only where they are asked for. Where a newer skreg wrote the files, it does nothing; a stamp
/// that cannot be read stays as it is.
pub fn plan_refresh(bundle: Bundle, missing: bool) -> Plan {
    let is_newer = bundle.stamp.as_ref().is_some_and(Stamp::is_newer);
    let stamp = if is_newer || bundle.problem.is_some() { None } else { next_stamp(&bundle) };
    let files = bundle.files.into_iter().map(|file| refresh(file, missing && !is_newer));
    Plan { files: files.collect(), stamp }
}

fn refresh(file: Bundled, missing: bool) -> Refresh {
    let action = match file.state {
        BundledState::Older => Step::Updated,
        BundledState::New => Step::Added,
        BundledState::Missing if missing => Step::Added,
        _ => Step::Kept,
    };
    let diff = file.found.as_deref().filter(|_| file.state == BundledState::Edited);
    let diff = diff.map(|found| diff_of(&file.path, found, &file.brought));
    let text = (action != Step::Kept).then_some(file.brought);
    Refresh { path: file.path, state: file.state, action, diff, reason: file.reason, text }
}

/// How an edited text differs from this program's.
fn diff_of(path: &Path, found: &str, brought: &str) -> String {
    let (found, brought) = (found.replace("\r\n", "\n"), brought.replace("\r\n", "\n"));
    let (yours, ours) = (format!("yours/{}", path.display()), format!("skreg/{}", path.display()));
    TextDiff::from_lines(&found, &brought).unified_diff().header(&yours, &ours).to_string()
}

/// The text of the stamp after the refresh; none where it stays. An edited file keeps the text that it came with, as far as
/// that is known, so that it counts as unedited once its edit is taken back.
fn next_stamp(bundle: &Bundle) -> Option<String> {
    let brought = bundle.files.iter().map(|file| (file.path.clone(), file.brought.clone())).collect();
    let mut next = Stamp::of(&brought);
    if let Some(before) = &bundle.stamp {
        let stays = |state| matches!(state, BundledState::Edited | BundledState::Missing | BundledState::Blocked);
        for file in bundle.files.iter().filter(|file| stays(file.state)) {
            if let Some(came) = before.files.get(&file.path) {
                next.files.insert(file.path.clone(), came.clone());
            }
        }
        if before.files == next.files && before.version == own_version() {
            return None;
        }
    }
    Some(next.to_text())
}

/// Checks that what is planned could be written, for a dry run as well.
///
/// # Errors
/// Where it could not.
pub fn check_refresh(central: &Path, plan: &Plan) -> Result<()> {
    plan.writes().try_for_each(|(path, _)| {
        let place = central.join(path);
        access::check_make(&place).with_context(|| format!("cannot write `{}`", place.display()))
    })
}

/// Writes what is planned, the stamp last: killed before it, the next refresh finds the written files in order.
///
/// # Errors
/// Where a file cannot be written.
pub fn apply_refresh(central: &Path, plan: &Plan) -> Result<()> {
    for (path, text) in plan.writes() {
        let place = central.join(path);
        if let Some(folder) = place.parent() {
            disk::make_folders(folder)?;
        }
        disk::write_text(&place, text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::bundle::tests::bundle;
    use super::*;

    fn actions(found: Option<&str>, stamped: Option<(&str, Option<&str>)>) -> (Step, bool, bool) {
        let plan = plan_refresh(bundle(found, stamped), false);
        (plan.files[0].action, plan.files[0].diff.is_some(), plan.writes_stamp())
    }

    #[test]
    fn only_what_nobody_edited_is_written() {
        let own = env!("CARGO_PKG_VERSION");
        assert_eq!(actions(Some("old\n"), Some(("0.0.1", Some("old\n")))), (Step::Updated, false, true));
        assert_eq!(actions(None, None), (Step::Kept, false, true));
        assert_eq!(actions(None, Some((own, None))), (Step::Added, false, true));
        assert_eq!(actions(Some("mine\n"), Some(("0.0.1", Some("old\n")))), (Step::Kept, true, true));
        assert_eq!(actions(Some("mine\n"), None), (Step::Kept, true, true));
        assert_eq!(actions(None, Some((own, Some("new\n")))), (Step::Kept, false, false));
        assert_eq!(actions(Some("new\n"), Some((own, Some("new\n")))), (Step::Kept, false, false));
        assert_eq!(actions(Some("newest\n"), Some(("99.0.0", Some("newest\n")))), (Step::Kept, false, false));
        assert_eq!(actions(None, Some(("99.0.0", None))), (Step::Kept, false, false));
    }

    #[test]
    fn what_was_taken_out_comes_back_where_it_is_asked_for() {
        let action = |stamped| plan_refresh(bundle(None, stamped), true).files[0].action;
        assert_eq!(action(None), Step::Added);
        assert_eq!(action(Some(("0.0.1", Some("old\n")))), Step::Added);
        assert_eq!(action(Some(("99.0.0", Some("old\n")))), Step::Kept);
    }

    #[test]
    fn an_edit_that_is_taken_back_can_be_refreshed() {
        let text = plan_refresh(bundle(Some("mine\n"), Some(("0.0.1", Some("old\n")))), false).stamp.unwrap();
        let stamp = Stamp::parse(&text).unwrap();
        assert!(stamp.is_unedited(Path::new("a"), "old\n"));
        assert_eq!(stamp.version, own_version());
    }

    #[test]
    fn the_diff_leads_from_theirs_to_ours() {
        let plan = plan_refresh(bundle(Some("mine\r\n"), None), false);
        insta::assert_snapshot!(plan.files[0].diff.as_deref().unwrap(), @"
        --- yours/a
        +++ skreg/a
        @@ -1 +1 @@
        -mine
        +new
        ");
    }
}
