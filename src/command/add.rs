//! `skreg add`: registers repositories.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use indexmap::IndexMap;
use serde::Serialize;

use super::{Context, Outcome};
use crate::central::{self, Addition};
use crate::output::{Failure, Mark, Page, Report, escape};
use crate::profile::{self, Include};
use crate::registry::model::{ProjectEntry, Routing};
use crate::registry::{Registry, is_plain_name, shortened};
use crate::stack::{self, Stack};
use crate::system::disk::{self, Standing, Target};
use crate::system::git::{self, Repository};

/// Register repositories and give each a profile
///
/// Stack, commands, default branch and remote are detected. Each gets an entry in the registry and a profile that includes the shared skills.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Folders in the repositories
    #[arg(required = true, value_hint = clap::ValueHint::DirPath)]
    paths: Vec<PathBuf>,

    /// The project's name, if not that of its folder
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// The profile, if not one of the project's name
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    /// A component whose tickets belong to the project; may be repeated
    #[arg(long = "component", value_name = "NAME")]
    components: Vec<String>,

    /// A label whose tickets belong to the project; may be repeated
    #[arg(long = "label", value_name = "NAME")]
    labels: Vec<String>,

    /// A word or phrase of tickets that belong to the project; may be repeated
    #[arg(long = "keyword", value_name = "WORDS")]
    keywords: Vec<String>,
}

#[derive(Debug, Serialize)]
struct AddReport {
    ok: bool,
    projects: Vec<ProjectReport>,
    #[serde(skip)]
    home: PathBuf,
}

#[derive(Debug, Serialize)]
struct ProjectReport {
    project: Option<String>,
    repo: PathBuf,
    /// `added`, `known` or `failed`.
    action: &'static str,
    profile: Option<String>,
    stack: Vec<String>,
    commands: IndexMap<String, String>,
    default_branch: Option<String>,
    remote: Option<String>,
    skills: Vec<String>,
    notes: Vec<String>,
    error: Option<String>,
    hint: Option<String>,
    /// Whether a ticket can match the project.
    #[serde(skip)]
    has_signals: bool,
}

/// A repository that is to be registered, with all that has to be written for it.
struct Candidate {
    root: PathBuf,
    addition: Addition,
    profile: PathBuf,
    includes: Vec<Include>,
    notes: Vec<String>,
}

impl Args {
    /// Whether something is asked for that only one project can have.
    fn is_for_one(&self) -> bool {
        self.name.is_some() || self.routing() != Routing::default()
    }

    fn routing(&self) -> Routing {
        let Self { components, labels, keywords, .. } = self.clone();
        Routing { components, labels, keywords, skill: None }
    }
}

/// What came of one path.
enum Found {
    New(Box<Candidate>),
    Known { project: String, root: PathBuf },
}

/// Registers the repositories.
///
/// # Errors
/// Where the registry cannot be read or written.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    if args.is_for_one() && args.paths.len() > 1 {
        let message =
            "`--name`, `--component`, `--label` and `--keyword` are for one project, and several paths are given";
        return Err(Failure::new(message).hint("add them one by one").into());
    }
    let _lock = context.lock()?;
    let registry = context.registry()?;
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut projects = Vec::new();
    for path in &args.paths {
        let path = context.environment.absolute(path);
        match find(&registry, &path, args, &candidates, context.environment.home()) {
            Ok(Found::New(candidate)) => {
                projects.push(ProjectReport::added(&candidate));
                candidates.push(*candidate);
            }
            Ok(Found::Known { project, root }) => projects.push(ProjectReport::known(project, root)),
            Err(error) => projects.push(ProjectReport::failed(path, &error)),
        }
    }
    candidates.iter().try_for_each(make_profile)?;
    let additions: Vec<_> = candidates.into_iter().map(|candidate| candidate.addition).collect();
    central::write_additions(&registry, &additions)?;
    let ok = projects.iter().all(|project| project.error.is_none());
    context.output.report(&AddReport { ok, projects, home: context.environment.home().to_owned() })?;
    Ok(Outcome::from_ok(ok))
}

fn find(registry: &Registry, path: &Path, args: &Args, others: &[Candidate], home: &Path) -> Result<Found> {
    if !disk::is_folder(path) {
        return Err(Failure::new("it is no folder").into());
    }
    let repository = git::open(path)?
        .ok_or_else(|| Failure::new("it is in no git repository").hint("run `git init` there first"))?;
    let root = repository.root().to_owned();
    if disk::real_path(home).is_ok_and(|home| home == root) {
        return Err(
            Failure::new("the repository there is the home directory, whose `.claude` is the user's own").into()
        );
    }
    if disk::real_path(registry.central()).is_ok_and(|central| central.starts_with(&root)) {
        return Err(Failure::new("the central repository is in there; it needs no links").into());
    }
    let same = |repo: &Path| disk::real_path(repo).is_ok_and(|repo| repo == root);
    let known = registry.projects.iter().find(|project| same(&project.repo)).map(|project| project.name.clone());
    let known =
        known.or_else(|| others.iter().find(|other| other.root == root).map(|other| other.addition.name.clone()));
    match known {
        Some(project) => Ok(Found::Known { project, root }),
        None => {
            candidate(registry, &repository, root, args, others, home).map(|candidate| Found::New(Box::new(candidate)))
        }
    }
}

fn candidate(
    registry: &Registry,
    repository: &Repository,
    root: PathBuf,
    args: &Args,
    others: &[Candidate],
    home: &Path,
) -> Result<Candidate> {
    let folder = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = args.name.clone().unwrap_or(folder);
    let taken = registry.projects.iter().any(|project| project.name == name)
        || others.iter().any(|other| other.addition.name == name);
    if taken {
        return Err(Failure::new(format!("the registry has another project `{name}`"))
            .hint("give this one a name with `--name`")
            .into());
    }
    let profile = args.profile.clone().unwrap_or_else(|| name.clone());
    for name in [&name, &profile] {
        if !is_plain_name(name) {
            let hint = "give it a name of letters, digits, `-`, `_` and `.` with `--name` and `--profile`";
            return Err(Failure::new(format!("`{name}` is not one plain path component")).hint(hint).into());
        }
    }
    let includes = profile::missing_includes(&registry.central().join("profiles"), &profile)?;
    let Stack { stack, commands, notes } = detect(&root)?;
    let place = central::place(registry, &root, home);
    let entry = ProjectEntry {
        repo: place.shared,
        remote: repository.remote(),
        skills: promised(registry, &profile, &includes)?,
        profile,
        stack,
        commands,
        default_branch: repository.default_branch(),
        routing: args.routing(),
        ..ProjectEntry::default()
    };
    let profile = registry.profile_folder(&entry.profile);
    Ok(Candidate { root, addition: Addition { name, entry, local_repo: place.local }, profile, includes, notes })
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
    let mut unread = Vec::new();
    for name in stack::manifests() {
        match disk::read_text(&root.join(name)) {
            Ok(Some(text)) => drop(files.insert(name.to_owned(), text)),
            Ok(None) => {}
            Err(error) => {
                unread.push(format!("{error:#}"));
                files.insert(name.to_owned(), String::new());
            }
        }
    }
    for name in stack::markers() {
        if disk::follow(&root.join(name)).with_context(|| format!("cannot look at `{name}`"))? == Target::File {
            files.insert(name.to_owned(), String::new());
        }
    }
    let mut stack = stack::detect(&files);
    stack.notes.extend(unread);
    Ok(stack)
}

/// Makes what the profile lacks: its folder, an empty configuration, the links to the shared skills and agents.
fn make_profile(candidate: &Candidate) -> Result<()> {
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

impl ProjectReport {
    fn new(repo: PathBuf, action: &'static str) -> Self {
        Self {
            project: None,
            repo,
            action,
            profile: None,
            stack: Vec::new(),
            commands: IndexMap::new(),
            default_branch: None,
            remote: None,
            skills: Vec::new(),
            notes: Vec::new(),
            error: None,
            hint: None,
            has_signals: false,
        }
    }

    fn added(candidate: &Candidate) -> Self {
        let entry = candidate.addition.entry.clone();
        Self {
            project: Some(candidate.addition.name.clone()),
            profile: Some(entry.profile),
            stack: entry.stack,
            commands: entry.commands,
            default_branch: entry.default_branch,
            remote: entry.remote,
            skills: entry.skills,
            notes: candidate.notes.clone(),
            has_signals: entry.routing != Routing::default(),
            ..Self::new(candidate.root.clone(), "added")
        }
    }

    fn known(project: String, root: PathBuf) -> Self {
        Self { project: Some(project), ..Self::new(root, "known") }
    }

    fn failed(path: PathBuf, error: &anyhow::Error) -> Self {
        let hint = error.chain().find_map(|cause| cause.downcast_ref::<Failure>()?.hint.clone());
        Self { error: Some(format!("{error:#}")), hint, ..Self::new(path, "failed") }
    }
}

impl Report for AddReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        for project in &self.projects {
            let repo = escape(&shortened(&project.repo, &self.home)).into_owned();
            match (&project.project, &project.error) {
                (_, Some(error)) => {
                    page.line(format_args!("{} {repo}: {}", Mark::Bad.paint("failed"), escape(error)))?;
                    if let Some(hint) = &project.hint {
                        page.line(format_args!("  {} {hint}", Mark::Hint.paint("hint:")))?;
                    }
                }
                (Some(name), None) if project.action == "known" => page.line(format_args!("known  {name}  {repo}"))?,
                (name, None) => {
                    page.line(format_args!(
                        "{}  {}  {repo}",
                        Mark::Good.paint("added"),
                        name.as_deref().unwrap_or_default()
                    ))?;
                    project.write_detected(page)?;
                }
            }
        }
        let added: Vec<_> = self.projects.iter().filter(|project| project.action == "added").collect();
        let next = match added.as_slice() {
            [] => return Ok(()),
            added if added.iter().all(|project| project.has_signals) => "`skreg setup` links it",
            _ => "give each its components, labels and keywords in `registry.json`, then run `skreg setup`",
        };
        page.line(format_args!("{} {next}", Mark::Hint.paint("next:")))
    }
}

impl ProjectReport {
    fn write_detected(&self, page: &mut Page<'_>) -> io::Result<()> {
        let mut line = |name: &str, value: String| match value.is_empty() {
            true => Ok(()),
            false => page.line(format_args!("  {name:8} {}", escape(&value))),
        };
        line("profile", self.profile.clone().unwrap_or_default())?;
        line("skills", self.skills.join(", "))?;
        line("stack", self.stack.join(", "))?;
        line("branch", self.default_branch.clone().unwrap_or_default())?;
        line("remote", self.remote.clone().unwrap_or_default())?;
        self.commands.iter().try_for_each(|(name, command)| line(name, command.clone()))?;
        self.notes.iter().try_for_each(|note| line("note", note.clone()))
    }
}
