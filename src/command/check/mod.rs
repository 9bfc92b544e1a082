//! `skreg check`: what Claude Code will make of skills, agents and settings, and what fills its context window.

mod budget;
mod central;
mod place;
mod report;
mod settings;

use std::path::{Path, PathBuf};

use anyhow::Result;

use self::budget::Sources;
use self::place::Place;
use self::report::{CentralReport, CheckReport, ProjectReport};
use super::{Context, Outcome};
use crate::client::settings::{Scope, Verdict};
use crate::client::{self, Earlier, Found, SkillVerdict};
use crate::registry::{Link, Project, Registry};
use crate::system::disk;

/// Tell what Claude Code will make of skills, agents and settings
///
/// Names the files that load without their fields, are left out, are hidden by others, or are never found, and the settings that the
/// client does without, with line, column and what to do. Exits 1 where any of them loads other than its author meant.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these projects, or one folder that holds skills/, agents/ or settings
    #[arg(value_name = "PROJECT|PATH")]
    targets: Vec<String>,

    /// Exit 1 for warnings too
    #[arg(long)]
    strict: bool,

    /// Show what fills the context window
    #[arg(long)]
    budget: bool,
}

/// Checks projects, or one folder.
///
/// # Errors
/// Where the registry cannot be read or names an unknown project, or a folder cannot be read or holds nothing to check.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let mut report = match place::of_targets(context, &args.targets)? {
        Some(place) => check_place(context, &place)?,
        None => check_projects(context, &args.targets)?,
    };
    report.decide(args.strict);
    report.shows_budget = args.budget;
    context.output.report(&report)?;
    Ok(Outcome::from_ok(report.ok))
}

/// One folder, which no registry is needed for.
fn check_place(context: &Context, place: &Place) -> Result<CheckReport> {
    let shown = |path: &Path| shown_below(context.environment.working_folder(), path);
    let found = place.observe(&shown)?;
    let settings = place.settings(&shown)?;
    let memory = place.memory();
    let all: Vec<_> = settings.iter().collect();
    let sources = Sources { user: &[], found: &found, settings: &all, memory: &memory };
    let budget = budget::observe(&sources, &settings::listing(&settings), &shown)?;
    let project = ProjectReport::new(None, vec![place.folder().to_owned()], found).with(settings, budget, &shown);
    Ok(CheckReport::new(vec![project], CentralReport::default()))
}

fn check_projects(context: &Context, names: &[String]) -> Result<CheckReport> {
    let registry = context.registry()?;
    let home = context.environment.home().join(".claude");
    let shown = |path: &Path| context.shown(path);
    let skills = client::observe_skills(&home.join("skills"), &Earlier::default(), &shown)?;
    let settings = settings::observe(&home, Scope::User, &shown)?;
    let user = User { earlier: Earlier::of(&skills), skills, settings, memory: home.join("CLAUDE.md") };
    let check = |project: &Project| check_project(&registry, project, &user, &shown);
    let projects = registry.select(names)?.into_iter().map(check).collect::<Result<Vec<_>>>()?;
    let central = if names.is_empty() { central::problems(&registry, &shown)? } else { Vec::new() };
    Ok(CheckReport::new(projects, CentralReport { problems: central }).with_user(user.settings))
}

/// What one user has for every project.
struct User {
    earlier: Earlier,
    skills: Vec<(PathBuf, SkillVerdict)>,
    settings: Vec<Verdict>,
    memory: PathBuf,
}

/// What stands in the repository, linked or its own, and what of the profile is not linked there.
fn check_project(
    registry: &Registry,
    project: &Project,
    user: &User,
    shown: &client::Shown<'_>,
) -> Result<ProjectReport> {
    let profile = registry.profile_folder(&project.entry.profile);
    let repository = project.repo.join(".claude");
    let is_used = project.link != Link::Off && disk::is_folder(&repository);
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut found = Found::default();
    let mut own = Vec::new();
    if is_used {
        found = client::observe(&repository, &user.earlier, shown)?;
        own = settings::observe(&repository, Scope::Repository, shown)?;
        folders.push(repository);
    }
    let missing = found.lacking_of(client::observe(&profile, &user.earlier, shown)?);
    if !missing.is_empty() || folders.is_empty() {
        folders.push(profile);
        found.extend(missing);
    }
    let mut memory = budget::memory_of(&project.repo);
    memory.push(user.memory.clone());
    let all: Vec<_> = user.settings.iter().chain(&own).collect();
    let sources = Sources { user: &user.skills, found: &found, settings: &all, memory: &memory };
    let listing = settings::listing(&user.settings).under(&settings::listing(&own));
    let budget = budget::observe(&sources, &listing, shown)?;
    Ok(ProjectReport::new(Some(project.name.clone()), folders, found).with(own, budget, shown))
}

/// A path as seen from the working folder, where it lies below it.
fn shown_below(folder: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(folder).ok().filter(|inner| !inner.as_os_str().is_empty());
    inner.unwrap_or(path).display().to_string()
}
