//! Reading the registry: parse, check, resolve; all problems at once.

use std::path::{Path, PathBuf};

use anyhow::Result;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::files::Files;
use super::find::LOCAL_FILE;
use super::model::{LinkMode, LocalLink};
use super::paths::Expander;
use super::problem::{self, Surroundings};
use super::resolved::{Global, Link, Project, Registry};
use crate::json_edit::{self, Document};
use crate::output::{Failure, Problem};
use crate::system::{Environment, disk};

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
        Some(LocalLink::Entries) => Link::On(LinkMode::Entries),
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
        grant_read: local.grant_read,
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
