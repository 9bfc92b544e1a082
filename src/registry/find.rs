//! Finding the central repository.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::Value;

use super::user::read_user_file;
use crate::output::Failure;
use crate::system::disk::{self, Standing};
use crate::system::{Environment, git};

/// The name of the registry in its central repository.
pub const FILE: &str = "registry.json";

/// The name of the local paths beside it.
pub const LOCAL_FILE: &str = "registry.local.json";

/// The path of `registry.json`: the flag's, else `SKREG_REGISTRY`'s, else the nearest upwards from the working folder, else the
/// one that this repository's own links lead to, else the one that `skreg init` recorded.
///
/// # Errors
/// Where there is none, or a named one does not exist.
pub fn find(flag: Option<&Path>, environment: &Environment) -> Result<PathBuf> {
    if let Some(path) = flag {
        return named(path, "--registry", environment);
    }
    if let Some(path) = environment.variable("SKREG_REGISTRY") {
        return named(Path::new(path), "SKREG_REGISTRY", environment);
    }
    let here = environment.working_folder();
    let central = upwards(here).or_else(|| through_links(here));
    match central.or(recorded(environment)?) {
        Some(central) => Ok(central.join(FILE)),
        None => {
            let message =
                "there is no registry here, above here, behind this repository's links, or recorded on this machine";
            let hint = "run `skreg init <folder>` to make a central repository or to record the one that you cloned";
            Err(Failure::new(message).hint(hint).into())
        }
    }
}

/// Whether a folder is a central repository: `profiles/` beside a `registry.json` that has a `version`.
///
/// Other programs keep a `registry.json`, too; one that does not parse counts as ours, so that its problem is told.
pub fn is_central(folder: &Path) -> bool {
    let Ok(Some(text)) = disk::read_text(&folder.join(FILE)) else { return false };
    let ours = serde_json::from_str::<Value>(&text).map_or(true, |value| value.get("version").is_some());
    ours && disk::is_folder(&folder.join("profiles"))
}

fn named(path: &Path, source: &str, environment: &Environment) -> Result<PathBuf> {
    let path = environment.absolute(path);
    let file = if disk::is_folder(&path) { path.join(FILE) } else { path };
    match disk::follow(&file)? {
        disk::Target::File => Ok(file),
        _ => Err(Failure::new(format!("{source} names `{}`, which is no file", file.display())).into()),
    }
}

fn upwards(from: &Path) -> Option<PathBuf> {
    from.ancestors().find(|folder| is_central(folder)).map(Path::to_owned)
}

/// From the links of the repository that a folder lies in to the central repository that they point into.
fn through_links(from: &Path) -> Option<PathBuf> {
    let root = git::open(from).ok()??.root().to_owned();
    from.ancestors().take_while(|folder| folder.starts_with(&root)).find_map(|folder| {
        ["skills", "agents"].iter().find_map(|kind| match disk::look(&folder.join(".claude").join(kind)) {
            Ok(Standing::Link(text)) if text.is_absolute() => upwards(text.parent()?),
            _ => None,
        })
    })
}

fn recorded(environment: &Environment) -> Result<Option<PathBuf>> {
    let Some(central) = read_user_file(environment)?.central else { return Ok(None) };
    if is_central(&central) {
        return Ok(Some(central));
    }
    let message = format!("the recorded central repository `{}` is not there", central.display());
    Err(Failure::new(message).hint("run `skreg init <folder>` with the place where it is now").into())
}
