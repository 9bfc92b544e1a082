//! A repository that is to be registered, and the profile that it gets.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::Args;
use crate::central::{self, Addition};
use crate::output::Failure;
use crate::profile::{self, Include};
use crate::registry::model::ProjectEntry;
use crate::registry::{LOCAL_FILE, Project, Registry, is_plain_name};
use crate::stack::{self, Stack};
use crate::system::disk::{self, Standing, Target};
use crate::system::git::Repository;

/// A repository with all that has to be written for it.
pub(super) struct Candidate {
    pub(super) root: PathBuf,
    pub(super) addition: Addition,
    pub(super) profile: PathBuf,
    pub(super) includes: Vec<Include>,
    pub(super) notes: Vec<String>,
}

/// Looks at a repository that no project has its place at.
pub(super) fn observe(
    registry: &Registry,
    repository: &Repository,
    root: PathBuf,
    args: &Args,
    others: &[Candidate],
    home: &Path,
) -> Result<Candidate> {
    let Some(path) = root.to_str() else { return Err(Failure::new("its path is not Unicode").into()) };
    let folder = path.rsplit('/').next().unwrap_or(path).to_owned();
    let name = args.name.as_deref().unwrap_or(&folder);
    let profile = args.profile.as_deref().unwrap_or(name);
    for (flag, name) in [("--name", name), ("--profile", profile)] {
        if !is_plain_name(name) {
            let hint =
                format!("give one of letters, digits, `-`, `_` and `.` with `{flag}`, which begins with no `-` or `.`");
            return Err(Failure::new(format!("`{name}` is not one plain path component")).hint(hint).into());
        }
    }
    if others.iter().any(|other| other.addition.name == name) {
        let hint = "register this one alone, with a name of its own: `--name`";
        return Err(Failure::new(format!("another of the paths is called `{name}`, too")).hint(hint).into());
    }
    match registry.projects.iter().find(|project| project.name == name) {
        Some(project) => elsewhere(registry, project, repository, root, home),
        None => new(registry, repository, root, args, (name, profile), home),
    }
}

fn new(
    registry: &Registry,
    repository: &Repository,
    root: PathBuf,
    args: &Args,
    (name, profile): (&str, &str),
    home: &Path,
) -> Result<Candidate> {
    let includes = profile::missing_includes(&registry.central().join("profiles"), profile)?;
    let Stack { stack, commands, notes } = detect(&root)?;
    let place = central::place(registry, name, &root, home);
    let entry = ProjectEntry {
        repo: place.shared,
        remote: repository.remote(),
        skills: promised(registry, profile, &includes)?,
        profile: profile.to_owned(),
        stack,
        commands,
        default_branch: repository.default_branch(),
        routing: args.routing(),
        ..ProjectEntry::default()
    };
    let addition = Addition { name: name.to_owned(), entry: Some(entry), local_repo: place.local };
    Ok(Candidate { root, addition, profile: registry.profile_folder(profile), includes, notes })
}

/// The place on this machine of a project that the registry has, where it is the same repository and not where it belongs.
fn elsewhere(
    registry: &Registry,
    project: &Project,
    repository: &Repository,
    root: PathBuf,
    home: &Path,
) -> Result<Candidate> {
    let remotes = (project.entry.remote.as_deref(), repository.remote());
    let is_same = matches!(&remotes, (Some(one), Some(other)) if central::is_same_remote(one, other));
    let is_absent = matches!(disk::follow(&project.repo), Ok(Target::Missing));
    if !(is_same && is_absent) {
        let name = &project.name;
        let hint = format!(
            "give this one another name with `--name`, or, if it is the same project, write its place into `{LOCAL_FILE}`"
        );
        let message = format!("the registry has a project `{name}` already, at `{}`", project.repo.display());
        return Err(Failure::new(message).hint(hint).into());
    }
    let local_repo = Some(central::spelled(&root, home));
    let addition = Addition { name: project.name.clone(), entry: None, local_repo };
    let profile = registry.profile_folder(&project.entry.profile);
    let notes = vec!["the registry has the project already; only its place on this machine is new".to_owned()];
    Ok(Candidate { root, addition, profile, includes: Vec::new(), notes })
}

/// The skills that the profile has once its includes are made.
fn promised(registry: &Registry, profile: &str, includes: &[Include]) -> Result<Vec<String>> {
    let mut names: Vec<_> = profile::skills(registry, profile)?.into_iter().map(|skill| skill.name).collect();
    let skills =
        includes.iter().filter(|include| include.path.parent().is_some_and(|folder| folder.ends_with("skills")));
    names.extend(skills.filter_map(|include| Some(include.path.file_name()?.to_string_lossy().into_owned())));
    names.sort();
    Ok(names)
}

/// Reads the manifests at the root of a repository.
fn detect(root: &Path) -> Result<Stack> {
    let mut files = BTreeMap::new();
    let mut unread: Vec<String> = Vec::new();
    let is_file = |name: &str| -> Result<bool> {
        let target = disk::follow(&root.join(name)).with_context(|| format!("cannot look at `{name}`"))?;
        Ok(target == Target::File)
    };
    for name in stack::manifests() {
        if !is_file(name)? {
            continue;
        }
        match disk::read_bytes(&root.join(name)) {
            // What is read off a manifest are plain words; a comment in another encoding does not matter.
            Ok(bytes) => drop(files.insert(name.to_owned(), String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) => unread.push(format!("cannot read `{name}`: {error}")),
        }
    }
    for name in stack::markers() {
        if is_file(name)? {
            files.insert(name.to_owned(), String::new());
        }
    }
    let mut stack = stack::detect(&files);
    stack.notes.extend(unread);
    Ok(stack)
}

/// Makes what the profile lacks: its folder, an empty configuration, the links to the shared skills and agents.
pub(super) fn make_profile(candidate: &Candidate) -> Result<()> {
    disk::make_folders(&candidate.profile)?;
    for Include { path, text } in &candidate.includes {
        if let Some(folder) = path.parent() {
            disk::make_folders(folder)?;
        }
        disk::make_link(text, path).with_context(|| format!("cannot link `{}`", path.display()))?;
    }
    let config = candidate.profile.join("config.json");
    match disk::look(&config).with_context(|| format!("cannot look at `{}`", config.display()))? {
        Standing::Missing => disk::write_text(&config, "{}\n"),
        _ => Ok(()),
    }
}
