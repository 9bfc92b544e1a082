//! The learned text model of the central repository, as the commands use it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Context;
use crate::dispatch::model::{FILE, MOST_BYTES, TextModel};
use crate::output::{Failure, escape};
use crate::registry::Registry;
use crate::registry::model::Scoring;
use crate::system::disk;

/// Where the model's file is, if there is one.
pub(super) fn path(registry: &Registry) -> PathBuf {
    registry.central().join(FILE)
}

/// Reads the model, made fit for the projects of the registry; none where there is no file.
///
/// A file that cannot be used is told about, and routing goes on without it.
///
/// # Errors
/// Where the registry's `scoring` gives the model a say, and there is none that can be used.
pub(super) fn read(context: &Context, registry: &Registry) -> Result<Option<TextModel>> {
    match (usable(&path(registry)), setting_that_asks(&registry.scoring)) {
        (Ok(None), Some(setting)) => Err(lacking(setting, &missing())),
        (Err(reason), Some(setting)) => Err(lacking(setting, &reason)),
        (Err(reason), None) => {
            context.output.note(format_args!("note: the text model is left out: {}", escape(&reason)));
            Ok(None)
        }
        (Ok(found), _) => {
            let names = registry.projects.iter().map(|project| project.name.as_str());
            Ok(found.map(|model| model.among(names)))
        }
    }
}

/// What is wrong with the model's file, and whether routing cannot do without it; none where all is in order.
pub(super) fn fault(registry: &Registry) -> Option<(String, bool)> {
    let is_asked_for = setting_that_asks(&registry.scoring).is_some();
    match usable(&path(registry)) {
        Ok(Some(_)) => None,
        Ok(None) => is_asked_for.then(|| (missing(), true)),
        Err(reason) => Some((reason, is_asked_for)),
    }
}

/// The setting of the registry that gives the model a say.
fn setting_that_asks(scoring: &Scoring) -> Option<&'static str> {
    let settings = [("strict", scoring.strict), ("text", scoring.text)];
    settings.into_iter().find(|(_, is_on)| *is_on).map(|(name, _)| name)
}

fn missing() -> String {
    format!("there is no `{FILE}` in the central repository")
}

/// The model of a file, or why it cannot be used.
fn usable(path: &Path) -> Result<Option<TextModel>, String> {
    let shown = path.display();
    match disk::size(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot look at `{shown}`: {error}")),
        Ok(size) if size > MOST_BYTES as u64 => Err(format!("`{shown}` is larger than any model is")),
        Ok(_) => {
            let text = disk::read_text(path).map_err(|error| format!("{error:#}"))?.unwrap_or_default();
            TextModel::parse(&text).map(Some).map_err(|fault| format!("`{shown}` cannot be used: {fault}"))
        }
    }
}

fn lacking(setting: &str, reason: &str) -> anyhow::Error {
    Failure::new(format!("`scoring.{setting}` asks for the text model, and {reason}"))
        .hint("make it with `skreg learn TICKETS --write`, or set it to false in `registry.json`")
        .into()
}
