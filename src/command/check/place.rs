//! A folder that is checked without a registry.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{budget, settings};
use crate::client::settings::{Scope, Verdict};
use crate::client::{self, Earlier, Found, Shown};
use crate::command::Context;
use crate::output::Failure;
use crate::registry;
use crate::system::disk::{self, Standing, Target};

/// What a path holds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A folder with `skills`, `agents` or settings.
    Both(PathBuf),
    /// A folder of skills.
    Skills(PathBuf),
    /// A folder of agents.
    Agents(PathBuf),
    /// One skill's folder.
    Skill(PathBuf),
    /// A settings file.
    Settings(PathBuf),
    /// A central repository, whose projects are checked.
    Central(PathBuf),
}

/// The folder that the targets name; none where they name projects. A target is a path where it has a separator or is a dot, or where
/// a folder of that name is there and no project is.
///
/// # Errors
/// Where a path stands beside other targets, is not there, or holds nothing to check.
pub(super) fn of_targets(here: &Path, context: Option<&Context>, targets: &[String]) -> Result<Option<Place>> {
    let is_spelled = |target: &String| target.contains(std::path::is_separator) || target == "." || target == "..";
    let path_of = |target: &str| here.join(target);
    let is_path =
        |target: &String| is_spelled(target) || (disk::is_folder(&path_of(target)) && !is_project(context, target));
    match targets {
        [target] if is_path(target) => of_path(&disk::resolve_by_name(&path_of(target)), target).map(Some),
        _ => match targets.iter().find(|target| is_spelled(target)) {
            Some(path) => Err(Failure::new(format!("`{path}` is a path, and a path is checked alone"))
                .hint(format!("run `skreg check {}`", crate::output::quoted(path)))
                .into()),
            None => Ok(None),
        },
    }
}

fn is_project(context: Option<&Context>, name: &str) -> bool {
    let registry = context.and_then(|context| context.registry().ok());
    registry.is_some_and(|registry| registry.project(name).is_ok())
}

fn of_path(path: &Path, target: &str) -> Result<Place> {
    let failure = |message: String| Failure::new(message).hint("name a folder that holds `skills` or `agents`");
    match disk::follow(path) {
        Ok(Target::Directory) => {}
        Ok(Target::File) => {
            let is_skill = path.file_name().is_some_and(|name| name == "SKILL.md");
            if path.extension().is_some_and(|ending| ending == "json" || ending == "jsonc") {
                return Ok(Place::Settings(path.to_owned()));
            }
            return match path.parent().filter(|_| is_skill) {
                Some(folder) => Ok(Place::Skill(folder.to_owned())),
                None => Err(failure(format!("`{target}` is a file")).into()),
            };
        }
        Ok(Target::Missing | Target::Loop) => return Err(failure(format!("`{target}` is not there")).into()),
        Err(error) => return Err(anyhow::Error::from(error).context(format!("cannot look at `{target}`"))),
    }
    let holds_settings = |folder: &Path| {
        let names = disk::names(folder).unwrap_or_default();
        names.iter().filter_map(|name| name.to_str()).any(settings::is_settings)
    };
    let holds = |folder: &Path| {
        let stands = |kind: &&str| !matches!(disk::look(&folder.join(kind)), Ok(Standing::Missing) | Err(_));
        ["skills", "agents"].iter().any(stands) || holds_settings(folder)
    };
    let is_named = |name: &str| path.file_name().is_some_and(|own| own == name);
    if registry::is_central(path) {
        Ok(Place::Central(path.to_owned()))
    } else if holds(&path.join(".claude")) {
        Ok(Place::Both(path.join(".claude")))
    } else if holds(path) {
        Ok(Place::Both(path.to_owned()))
    } else if matches!(disk::follow(&path.join("SKILL.md")), Ok(Target::File)) {
        Ok(Place::Skill(path.to_owned()))
    } else if is_named("agents") {
        Ok(Place::Agents(path.to_owned()))
    } else if is_named("skills") || holds_skills(path) {
        Ok(Place::Skills(path.to_owned()))
    } else {
        Err(failure(format!("`{target}` holds neither skills nor agents")).into())
    }
}

/// Whether any sub-folder is a skill.
fn holds_skills(folder: &Path) -> bool {
    let is_skill =
        |name: &std::ffi::OsString| matches!(disk::follow(&folder.join(name).join("SKILL.md")), Ok(Target::File));
    disk::names(folder).unwrap_or_default().iter().any(is_skill)
}

impl Place {
    /// The folder that is read.
    pub(super) fn folder(&self) -> &Path {
        match self {
            Self::Both(folder) | Self::Skills(folder) | Self::Agents(folder) | Self::Skill(folder) => folder,
            Self::Settings(path) | Self::Central(path) => path,
        }
    }

    /// Its settings files, judged.
    pub(super) fn settings(&self, shown: &Shown<'_>) -> Vec<Verdict> {
        match self {
            Self::Both(folder) => settings::observe(folder, Scope::Repository, shown),
            Self::Settings(file) => vec![settings::judge(file, Scope::Repository, shown)],
            Self::Skills(_) | Self::Agents(_) | Self::Skill(_) | Self::Central(_) => Vec::new(),
        }
    }

    /// The files that a session in the repository of this folder reads whole.
    pub(super) fn memory(&self) -> Vec<PathBuf> {
        match self {
            Self::Both(folder) if folder.file_name().is_some_and(|name| name == ".claude") => {
                folder.parent().map(budget::memory_of).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// What stands in it.
    pub(super) fn observe(&self, shown: &Shown<'_>) -> Found {
        let earlier = Earlier::default();
        match self {
            Self::Both(folder) => client::observe(folder, &earlier, shown),
            Self::Skills(folder) => client::observe_skills(folder, &earlier, shown),
            Self::Settings(_) | Self::Central(_) => Found::default(),
            Self::Agents(folder) => client::observe_agents(folder, shown),
            Self::Skill(folder) => {
                let found = folder.parent().map(|parent| client::observe_skills(parent, &earlier, shown));
                let mut found = found.unwrap_or_default();
                let file = folder.join("SKILL.md");
                let real = disk::real_path(&file).unwrap_or(file);
                found.skills.retain(|(file, _)| *file == real);
                found
            }
        }
    }
}
