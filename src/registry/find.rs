//! Finding the central repository.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
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
        return named(Path::new(path), "$SKREG_REGISTRY", environment);
    }
    let here = environment.working_folder();
    if let Some(central) = upwards(here).or_else(|| through_links(here)) {
        return Ok(central.join(FILE));
    }
    match recorded(environment)? {
        Some(central) => Ok(central.join(FILE)),
        None => Err(nowhere(here).into()),
    }
}

/// Whether a folder is a central repository: `profiles/` beside a `registry.json` that has a `version`.
///
/// Other programs keep a `registry.json`, too; one that cannot be read or does not parse counts as ours, so that its problem
/// is told.
pub fn is_central(folder: &Path) -> bool {
    let ours = match disk::read_text(&folder.join(FILE)) {
        Ok(Some(text)) => serde_json::from_str::<Value>(&text).map_or(true, |value| value.get("version").is_some()),
        Ok(None) => false,
        Err(_) => true,
    };
    ours && disk::is_folder(&folder.join("profiles"))
}

fn named(path: &Path, source: &str, environment: &Environment) -> Result<PathBuf> {
    // A shell leaves `~` in `--registry=~/…` as it is, and a settings file has no shell.
    let path = path.strip_prefix("~").map_or_else(|_| environment.absolute(path), |rest| environment.home().join(rest));
    let file = if disk::is_folder(&path) { path.join(FILE) } else { path };
    let failure = |what: &str| {
        let hint = "name a `registry.json`, or the folder that holds it";
        Err(Failure::new(format!("{source} names `{}`, which {what}", file.display())).hint(hint).into())
    };
    match disk::follow(&file).with_context(|| format!("cannot look at `{}`, which {source} names", file.display()))? {
        disk::Target::File => Ok(file),
        disk::Target::Directory => failure("is a folder"),
        disk::Target::Missing => failure("does not exist"),
        disk::Target::Loop => failure("is a link that leads back to itself"),
    }
}

fn upwards(from: &Path) -> Option<PathBuf> {
    from.ancestors().find(|folder| is_central(folder)).map(Path::to_owned)
}

/// From the links of the repository that a folder lies in to the central repository that they point into.
///
/// A link of ours never points into its own project: one that does came with the repository, and chooses nothing.
fn through_links(from: &Path) -> Option<PathBuf> {
    let root = git::open(from).ok()??.root().to_owned();
    let from = disk::real_path(from).ok()?;
    let is_outside = |central: &PathBuf| disk::real_path(central).is_ok_and(|central| !central.starts_with(&root));
    from.ancestors().take_while(|folder| folder.starts_with(&root)).find_map(|folder| {
        let places = [".claude/skills", ".claude/agents", ".agents/skills"].iter().map(|place| folder.join(place));
        places.flat_map(links_at).filter_map(|link| behind(&link)).find(is_outside)
    })
}

/// A path, and what is in it where it is a folder.
fn links_at(path: PathBuf) -> Vec<PathBuf> {
    let names = match disk::look(&path) {
        Ok(Standing::Directory) => disk::names(&path).unwrap_or_default(),
        _ => return vec![path],
    };
    names.into_iter().map(|name| path.join(name)).collect()
}

/// The central repository that a link points into; the link may lead to what is gone.
fn behind(path: &Path) -> Option<PathBuf> {
    match disk::look(path).ok()? {
        Standing::Link(text) => upwards(disk::resolve_by_name(&path.parent()?.join(text)).parent()?),
        _ => None,
    }
}

/// The recorded place, if a registry is there, whatever may be wrong with it.
fn recorded(environment: &Environment) -> Result<Option<PathBuf>> {
    let Some(central) = read_user_file(environment)?.central else { return Ok(None) };
    if !matches!(disk::look(&central.join(FILE)), Ok(Standing::Missing)) {
        return Ok(Some(central));
    }
    let message = format!("the recorded central repository `{}` is not there", central.display());
    Err(Failure::new(message).hint("run `skreg init <folder>` with the place where it is now").into())
}

fn nowhere(here: &Path) -> Failure {
    let message = "there is no registry here, above here, behind this repository's links, or recorded on this machine";
    let foreign = here.ancestors().map(|folder| folder.join(FILE));
    let mut foreign = foreign.filter(|file| matches!(disk::look(file), Ok(Standing::File | Standing::Link(_))));
    Failure::new(message).hint(match foreign.next() {
        Some(file) => format!(
            "`{}` is not skreg's: ours has a `version`, and `profiles/` beside it; `skreg init <folder>` makes one",
            file.display()
        ),
        None => {
            "run `skreg init <folder>` to make a central repository or to record the one that you cloned".to_owned()
        }
    })
}
