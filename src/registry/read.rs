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
    /// The name of the file that says where that is.
    pub repo_origin: String,
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
    let registry_text = read_text(path, &name, &mut problems)?;
    let local_text = read_text(&central.join(LOCAL_FILE), LOCAL_FILE, &mut problems)?;
    let local_text = local_text.unwrap_or_else(|| "{}".to_owned());
    if registry_text.is_none() && problems.is_empty() {
        return Err(Failure::new(format!("`{}` is gone", path.display())).into());
    }
    let file = registry_text.as_deref().and_then(|text| parse(&name, text, problem::of_version, &mut problems));
    let local = parse(LOCAL_FILE, &local_text, |_| None, &mut problems);
    if let (Some((document, file)), Some((local_document, local))) = (file, local) {
        let surroundings = Surroundings::observe(&central, &file, environment);
        let files = Files { document, file, local_document, local };
        let expander = problem::workspace(&files, environment, &mut problems);
        problems.extend(problem::of_registry(&files.document, &files.file, &surroundings));
        let projects = resolve(&files, expander.as_ref(), &mut problems);
        problems.extend(problem::of_places(&files, &projects, &surroundings));
        if let (Some(expander), true) = (expander, problems.is_empty()) {
            return Ok(assemble(path, central, files, &expander, projects));
        }
    }
    problems.sort_by_key(|problem| (problem.file == LOCAL_FILE, problem.line, problem.column));
    let message = format!("the registry in `{}` has problems, and nothing is done while it has", central.display());
    Err(Failure::new(message).problems(problems).into())
}

/// Both files, of the right shape.
pub(super) struct Files<'t> {
    pub(super) document: Document<'t>,
    pub(super) file: RegistryFile,
    pub(super) local_document: Document<'t>,
    pub(super) local: LocalFile,
}

impl<'t> Files<'t> {
    /// The file that says where a project is on this machine, and how it spells the place.
    pub(super) fn repo_of(&self, name: &str) -> (&Document<'t>, &str) {
        let own = self.local.projects.get(name).and_then(|project| project.repo.as_deref());
        match own {
            Some(repo) => (&self.local_document, repo),
            None => (&self.document, self.file.projects.get(name).map_or("", |entry| &entry.repo)),
        }
    }
}

/// The text of a file; one that is not UTF-8 is a problem, and nothing.
fn read_text(path: &Path, name: &str, problems: &mut Vec<Problem>) -> Result<Option<String>> {
    disk::read_text(path).or_else(|error| {
        problems.push(json_edit::encoding_problem(name, &error).ok_or(error)?);
        Ok(None)
    })
}

/// The name that people see: the file alone, since a registry has one place.
fn shown(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Parses a file and judges its shape; what is beyond its shape is told as well, as far as the rest can be read.
fn parse<'a, T: JsonSchema + DeserializeOwned>(
    file: &'a str,
    text: &'a str,
    beforehand: impl Fn(&Document<'a>) -> Option<Problem>,
    problems: &mut Vec<Problem>,
) -> Option<(Document<'a>, T)> {
    let document = Document::parse(file, text).map_err(|problem| problems.push(problem)).ok()?;
    if let Some(problem) = beforehand(&document) {
        problems.push(problem);
        return None;
    }
    let (value, faults) = json_edit::read(&document);
    problems.extend(faults);
    Some((document, value?))
}

/// The projects with their places on this machine; none where the workspace that these may need is a problem itself.
fn resolve(files: &Files<'_>, expander: Option<&Expander<'_>>, problems: &mut Vec<Problem>) -> Vec<Project> {
    let mut projects = Vec::new();
    let Some(expander) = expander else { return projects };
    for (name, entry) in &files.file.projects {
        let at = json_edit::pointer(&json_edit::pointer("/projects", name), "repo");
        let (document, spelling) = files.repo_of(name);
        match expander.expand(spelling) {
            Ok(repo) => {
                let link = link(files.local.projects.get(name).and_then(|here| here.link), entry.link);
                let repo_origin = document.file().to_owned();
                projects.push(Project { name: name.clone(), repo, repo_origin, link, entry: entry.clone() });
            }
            Err(reason) => {
                let hint = match document.file() {
                    LOCAL_FILE => "write the folder as it is on this machine".to_owned(),
                    _ => format!(
                        "write it absolute, below `~` or relative to `workspace`, or give `{name}` a place in `{LOCAL_FILE}`"
                    ),
                };
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
    files: Files<'_>,
    expander: &Expander<'_>,
    projects: Vec<Project>,
) -> Registry {
    let Files { file, local, .. } = files;
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
