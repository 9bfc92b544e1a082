//! `skreg add`: registers repositories.

mod candidate;
mod report;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use self::candidate::Candidate;
use self::report::{AddReport, ProjectReport};
use super::{Context, Outcome};
use crate::central;
use crate::output::Failure;
use crate::registry::Registry;
use crate::registry::model::Routing;
use crate::system::disk::{self, Target};
use crate::system::git::{self, Repository};

/// Register repositories and give each a profile
///
/// Stack, commands, default branch and remote are detected. Each gets an entry in the registry and a profile that includes the
/// shared skills. A repository that the registry has under this name and with the same remote, and that is not where it says on
/// this machine, gets its place written into the git-ignored `registry.local.json`.
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

impl Args {
    /// Whether something is asked for that only one project can have.
    fn is_for_one(&self) -> bool {
        self.name.is_some() || self.routing() != Routing::default()
    }

    fn routing(&self) -> Routing {
        let Self { components, labels, keywords, .. } = self.clone();
        Routing { components, labels, keywords, ..Routing::default() }
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
    if [&args.components, &args.labels, &args.keywords].into_iter().flatten().any(|signal| signal.trim().is_empty()) {
        return Err(Failure::new("a blank component, label or keyword can match nothing").hint("leave it out").into());
    }
    let _lock = context.lock()?;
    let registry = context.registry()?;
    let home = context.environment.home();
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut projects = Vec::new();
    for path in &args.paths {
        let path = context.environment.absolute(path);
        match add(&registry, &path, args, &candidates, home) {
            Ok(Found::New(candidate)) => {
                projects.push(ProjectReport::added(&candidate));
                candidates.push(*candidate);
            }
            Ok(Found::Known { project, root }) => projects.push(ProjectReport::known(project, root)),
            Err(error) => projects.push(ProjectReport::failed(path, &error)),
        }
    }
    let additions: Vec<_> = candidates.into_iter().map(|candidate| candidate.addition).collect();
    central::write_additions(&registry, &additions)?;
    let report = AddReport::new(projects, home);
    context.output.report(&report)?;
    Ok(Outcome::from_ok(report.ok))
}

/// Finds what a path leads to, and makes the profile of what is new.
fn add(registry: &Registry, path: &Path, args: &Args, others: &[Candidate], home: &Path) -> Result<Found> {
    let repository = open(path)?;
    let root = repository.main_root();
    if disk::real_path(home).is_ok_and(|home| home == root) {
        let message = "its repository is the home directory, whose `.claude` is the user's own";
        return Err(Failure::new(message).hint("run `git init` in the folder that is to be a project").into());
    }
    if disk::real_path(registry.central()).is_ok_and(|central| central.starts_with(&root)) {
        return Err(Failure::new("its repository holds the central repository, which needs no links").into());
    }
    let known = registry.projects.iter().find(|project| is_worktree_of(&project.repo, &repository, &root));
    if let Some(project) = known {
        let other_profile = args.profile.as_ref().is_some_and(|profile| *profile != project.entry.profile);
        if other_profile || args.routing() != Routing::default() {
            let name = &project.name;
            let message = format!("it is registered already, as `{name}`, and `add` changes nothing of it");
            return Err(Failure::new(message).hint(format!("edit `{name}` in `registry.json`")).into());
        }
    }
    let given_before = || others.iter().find(|other| other.root == root).map(|other| &other.addition.name);
    if let Some(project) = known.map(|project| &project.name).or_else(given_before) {
        return Ok(Found::Known { project: project.clone(), root });
    }
    let candidate = candidate::observe(registry, &repository, root, args, others, home)?;
    candidate::make_profile(&candidate)?;
    Ok(Found::New(Box::new(candidate)))
}

fn open(path: &Path) -> Result<Repository> {
    match disk::follow(path).context("it cannot be looked at")? {
        Target::Directory => {}
        Target::Missing => return Err(Failure::new("it does not exist").into()),
        Target::File => return Err(Failure::new("it is a file").hint("give the folder of a repository").into()),
        Target::Loop => return Err(Failure::new("it is a link that leads back to itself").into()),
    }
    let none = || Failure::new("it is in no git repository").hint("run `git init` there first");
    Ok(git::open(path)?.ok_or_else(none)?)
}

/// Whether a project's place is this repository: its root, or one of its worktrees.
fn is_worktree_of(place: &Path, repository: &Repository, root: &Path) -> bool {
    let Ok(place) = disk::real_path(place) else { return false };
    let is_worktree = |other: Repository| other.root() == place && other.common_folder() == repository.common_folder();
    place == root || git::open(&place).ok().flatten().is_some_and(is_worktree)
}
