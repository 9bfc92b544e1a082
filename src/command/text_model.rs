//! The learned text model of the central repository, as the commands use it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Context;
use crate::dispatch::model::{FILE, MOST_BYTES, TextModel};
use crate::output::{Failure, escape};
use crate::registry::Registry;
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
    let path = path(registry);
    let found = usable(&path);
    let wanted = [("strict", registry.scoring.strict), ("text", registry.scoring.text)];
    let wanted = wanted.into_iter().find(|(_, is_on)| *is_on).map(|(name, _)| name);
    match (found, wanted) {
        (Ok(None), Some(name)) => Err(lacking(name, &format!("there is no `{FILE}` in the central repository"))),
        (Err(reason), Some(name)) => Err(lacking(name, &reason)),
        (Err(reason), None) => {
            context.output.note(format_args!("note: the text model is left out: {}", escape(&reason)));
            Ok(None)
        }
        (Ok(found), _) => {
            let names = || registry.projects.iter().map(|project| project.name.as_str());
            Ok(found.map(|model| model.among(names())))
        }
    }
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
