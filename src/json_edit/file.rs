//! Edits of a file in its place.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::system::{access, disk};

/// The mark that some editors put before a text; it is no part of JSON and stays where it is.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Changes the text of a JSON file, or of an empty object where there is none; a file that would stay as it is, is not written.
///
/// # Errors
/// Where it cannot be read, changed or written.
pub fn change_file(path: &Path, change: impl FnOnce(&str) -> Result<String>) -> Result<()> {
    changed(path, change)?.map_or(Ok(()), |text| disk::write_text(path, &text))
}

/// As [`change_file`], and nothing is written: what is told is whether it could be, as far as that can be known.
///
/// # Errors
/// Where it cannot be read or changed, or may not be written.
pub fn check_change(path: &Path, change: impl FnOnce(&str) -> Result<String>) -> Result<()> {
    match changed(path, change)? {
        None => Ok(()),
        Some(_) => access::check_replace(path).with_context(|| format!("cannot write `{}`", path.display())),
    }
}

/// The whole text that a change makes of a file; none where it would stay as it is.
fn changed(path: &Path, change: impl FnOnce(&str) -> Result<String>) -> Result<Option<String>> {
    let before = disk::read_text_with_mark(path)?;
    let text = before.as_deref().unwrap_or("{}\n");
    let json = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mark = &text[..text.len() - json.len()];
    let changed = change(json).with_context(|| format!("cannot edit `{}`", path.display()))?;
    Ok((changed != json).then(|| format!("{mark}{changed}")))
}
