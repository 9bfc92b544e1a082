//! Reading the registry: parse, check, resolve; all problems at once.

use std::path::{Path, PathBuf};

use anyhow::Result;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::find::LOCAL_FILE;
use super::model::{LinkMode, LocalFile, LocalLink, ProjectEntry, RegistryFile, Scoring};
use super::paths::Expander;
use super::problem::{self, Surroundings};
use crate::json_edit::{self, Document};
use crate::output::{Failure, Problem};
use crate::system::{Environment, disk};

/// A registry without problems, its paths resolved for this machine.
#[derive(Debug, Clone)]
pub struct Registry {
    central: PathBuf,
    file: PathBuf,
    /// The folder that relative paths start from.
    pub workspace: Option<PathBuf>,
    /// Weights and gate of routing.
    pub scoring: Scoring,
    /// The address of the team's Jira.
    pub jira_url: Option<String>,
    /// What is linked into the home directory.
    pub global: Global,
    /// The projects, sorted by name.
    pub projects: Vec<Project>,
    /// Projects that only the local file names: taken out of the registry since, or mistyped. They change nothing.
    pub strays: Vec<String>,
}

/// What is linked into the home directory.
#[derive(Debug, Clone)]
pub struct Global {
    /// Command name and folder of the central repository, absolute.
    pub skills: Vec<(String, PathBuf)>,
    /// Whether they are linked on this machine.
    pub link: Link,
}

/// One project of the registry.
#[derive(Debug, Clone)]
pub struct Project {
    /// Its name.
    pub name: String,
    /// Its repository's folder, absolute.
    pub repo: PathBuf,
    /// Whether and how it is linked on this machine.
    pub link: Link,
    /// Its entry in the registry.
    pub entry: ProjectEntry,
}

/// Whether and how something is linked on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Linked in this way.
    On(LinkMode),
    /// Not linked, as `registry.local.json` says.
    Off,
}

impl Registry {
    /// The central repository's folder.
    pub fn central(&self) -> &Path {
        &self.central
    }

    /// The path of `registry.json`.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// The path of `registry.local.json`.
    pub fn local_path(&self) -> PathBuf {
        self.central.join(LOCAL_FILE)
    }

    /// The folder of a profile.
    pub fn profile_folder(&self, profile: &str) -> PathBuf {
        self.central.join("profiles").join(profile)
    }

    /// The projects of these names, or all where none is named; each once, in the registry's order.
    ///
    /// # Errors
    /// Where a name is unknown, with the nearest one.
    pub fn select(&self, names: &[String]) -> Result<Vec<&Project>> {
        for name in names {
            self.project(name)?;
        }
        Ok(self.projects.iter().filter(|project| names.is_empty() || names.contains(&project.name)).collect())
    }

    /// The project of a name.
    ///
    /// # Errors
    /// Where the name is unknown, with the nearest one.
    pub fn project(&self, name: &str) -> Result<&Project> {
        self.projects.iter().find(|project| project.name == name).ok_or_else(|| {
            let failure = Failure::new(format!("`{}` has no project `{name}`", self.file.display()));
            let known = self.projects.iter().map(|project| project.name.as_str());
            match json_edit::nearest(name, known) {
                Some(near) => failure.hint(format!("did you mean `{near}`?")).into(),
                None => failure.hint("`skreg list` shows the projects").into(),
            }
        })
    }
}

/// Reads the registry at a path together with the local paths beside it.
///
/// # Errors
/// Where it cannot be read; where it has problems, all of them.
pub fn read(path: &Path, environment: &Environment) -> Result<Registry> {
    let central = path.parent().unwrap_or(Path::new("/")).to_owned();
    let name = shown(path);
    let mut problems = Vec::new();
    let registry_text = disk::read_text(path)?;
    let registry_text = registry_text.ok_or_else(|| Failure::new(format!("`{}` is gone", path.display())))?;
    let file: Option<(Document<'_>, RegistryFile)> = parse(&name, &registry_text, &mut problems);
    let local_path = central.join(LOCAL_FILE);
    let local_text = disk::read_text(&local_path)?.unwrap_or_else(|| "{}".to_owned());
    let local: Option<(Document<'_>, LocalFile)> = parse(LOCAL_FILE, &local_text, &mut problems);
    if let (Some((document, file)), Some((local_document, local))) = (file, local) {
        let surroundings = Surroundings::observe(&central, &file, environment);
        let expander = problem::workspace(&document, &file, &local_document, &local, environment, &mut problems);
        problems.extend(problem::of_registry(&document, &file, &surroundings));
        let projects = resolve(&document, &file, &local_document, &local, &expander, &mut problems);
        problems.extend(problem::of_places(&document, &projects, &surroundings));
        if problems.is_empty() {
            return Ok(assemble(path, central, file, &local, &expander, projects));
        }
    }
    Err(Failure::new("the registry has problems, and nothing is done while it has").problems(problems).into())
}

/// The name that people see: the file alone, since a registry has one place.
fn shown(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn parse<'a, T: JsonSchema + DeserializeOwned>(
    file: &'a str,
    text: &'a str,
    problems: &mut Vec<Problem>,
) -> Option<(Document<'a>, T)> {
    match Document::parse(file, text) {
        Ok(document) => {
            let faults = json_edit::problems::<T>(&document);
            let value = faults.is_empty().then(|| serde_json::from_str(text));
            problems.extend(faults);
            match value? {
                Ok(value) => Some((document, value)),
                Err(error) => {
                    problems.push(document.problem("", error.to_string(), None));
                    None
                }
            }
        }
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

fn resolve(
    document: &Document<'_>,
    file: &RegistryFile,
    local_document: &Document<'_>,
    local: &LocalFile,
    expander: &Expander<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<Project> {
    let mut projects = Vec::new();
    for (name, entry) in &file.projects {
        let at = json_edit::pointer(&json_edit::pointer("/projects", name), "repo");
        let here = local.projects.get(name);
        let own = here.and_then(|here| here.repo.as_deref());
        match expander.expand(own.unwrap_or(&entry.repo)) {
            Ok(repo) => {
                let link = link(here.and_then(|here| here.link), entry.link);
                projects.push(Project { name: name.clone(), repo, link, entry: entry.clone() });
            }
            Err(reason) => {
                let document = if own.is_some() { local_document } else { document };
                let hint = format!("give `{name}` a place of its own in `{LOCAL_FILE}`");
                problems.push(document.problem(&at, reason, Some(hint)));
            }
        }
    }
    projects.sort_by(|left, right| left.name.cmp(&right.name));
    projects
}

fn link(local: Option<LocalLink>, shared: Option<LinkMode>) -> Link {
    match local {
        Some(LocalLink::Off) => Link::Off,
        Some(LocalLink::Auto) => Link::On(LinkMode::Auto),
        Some(LocalLink::Directory) => Link::On(LinkMode::Directory),
        None => Link::On(shared.unwrap_or_default()),
    }
}

fn assemble(
    path: &Path,
    central: PathBuf,
    file: RegistryFile,
    local: &LocalFile,
    expander: &Expander<'_>,
    projects: Vec<Project>,
) -> Registry {
    let skills = file.global.skills.into_iter().map(|(name, folder)| (name, central.join(folder)));
    let strays = local.projects.keys().filter(|name| !file.projects.contains_key(*name)).cloned().collect();
    Registry {
        strays,
        global: Global {
            skills: skills.collect(),
            link: link(local.global.as_ref().and_then(|global| global.link), None),
        },
        file: path.to_owned(),
        workspace: expander.workspace().map(Path::to_owned),
        scoring: file.scoring,
        jira_url: file.jira.map(|jira| jira.url),
        projects,
        central,
    }
}
