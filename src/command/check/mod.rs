//! `skreg check`: what Claude Code will make of skills and agents.

mod central;
mod place;
mod report;

use std::path::{Path, PathBuf};

use anyhow::Result;

use self::place::Place;
use self::report::{CentralReport, CheckReport, ProjectReport};
use super::{Context, Outcome};
use crate::client::{self, Earlier, Found};
use crate::registry::{Link, Project, Registry};
use crate::system::disk;

/// Tell what Claude Code will make of skills and agents
///
/// Names the files that load without their fields, are left out, are hidden by others, or are never found, with line, column and
/// what to do. Exits 1 where any of them loads other than its author meant.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these projects, or one folder that holds skills/ or agents/
    #[arg(value_name = "PROJECT|PATH")]
    targets: Vec<String>,

    /// Exit 1 for warnings too
    #[arg(long)]
    strict: bool,
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
    context.output.report(&report)?;
    Ok(Outcome::from_ok(report.ok))
}

/// One folder, which no registry is needed for.
fn check_place(context: &Context, place: &Place) -> Result<CheckReport> {
    let shown = |path: &Path| shown_below(context.environment.working_folder(), path);
    let found = place.observe(&shown)?;
    let project = ProjectReport::new(None, vec![place.folder().to_owned()], found);
    Ok(CheckReport::new(vec![project], CentralReport::default()))
}

fn check_projects(context: &Context, names: &[String]) -> Result<CheckReport> {
    let registry = context.registry()?;
    let home = context.environment.home().join(".claude");
    let shown = |path: &Path| context.shown(path);
    let user = client::observe_skills(&home.join("skills"), &Earlier::default(), &shown)?;
    let earlier = Earlier::of(&user);
    let check = |project: &Project| check_project(&registry, project, &earlier, &shown);
    let projects = registry.select(names)?.into_iter().map(check).collect::<Result<Vec<_>>>()?;
    let central = if names.is_empty() { central::problems(&registry, &shown)? } else { Vec::new() };
    Ok(CheckReport::new(projects, CentralReport { problems: central }))
}

/// What stands in the repository, linked or its own, and what of the profile is not linked there.
fn check_project(
    registry: &Registry,
    project: &Project,
    earlier: &Earlier,
    shown: &client::Shown<'_>,
) -> Result<ProjectReport> {
    let profile = registry.profile_folder(&project.entry.profile);
    let repository = project.repo.join(".claude");
    let is_used = project.link != Link::Off && disk::is_folder(&repository);
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut found = Found::default();
    if is_used {
        found = client::observe(&repository, earlier, shown)?;
        folders.push(repository);
    }
    let missing = found.lacking_of(client::observe(&profile, earlier, shown)?);
    if !missing.is_empty() || folders.is_empty() {
        folders.push(profile);
        found.extend(missing);
    }
    Ok(ProjectReport::new(Some(project.name.clone()), folders, found))
}

/// A path as seen from the working folder, where it lies below it.
fn shown_below(folder: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(folder).ok().filter(|inner| !inner.as_os_str().is_empty());
    inner.unwrap_or(path).display().to_string()
}
