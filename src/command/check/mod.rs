//! `skreg check`: what Claude Code will make of skills, agents and settings, and what fills its context window.

mod budget;
mod central;
mod decided;
mod jira;
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
use crate::client::{self, Earlier, Finding, Found, Severity, Shown, SkillVerdict};
use crate::output::{Failure, Output, quoted};
use crate::registry::{self, Link, Project, Registry};
use crate::system::disk;
use crate::system::working_folder;

/// Tell what Claude Code will make of skills, agents and settings
///
/// Names the files that load without their fields, are left out, are hidden by others, or are never found, and the settings that the
/// client does without, with line, column and what to do. Exits 1 where any of them loads other than its author meant. With `--jira`
/// also where Jira does not have a component, a label or a project that the registry names.
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

    /// Ask Jira whether it has the components, labels and projects that the registry names
    #[arg(long)]
    jira: bool,

    /// With `--jira`: the address of Jira, if not the one of `SKREG_JIRA_URL` or the registry
    #[arg(long, value_name = "URL", requires = "jira")]
    jira_url: Option<String>,
}

/// Checks projects, or one folder, for which no home directory and no registry is needed.
///
/// # Errors
/// Where the registry cannot be read or names an unknown project, or a folder holds nothing to check.
pub fn run(context: impl FnOnce() -> Result<Context>, output: &Output, args: &Args) -> Result<Outcome> {
    let here = working_folder()?;
    let context = context();
    let mut report = match place::of_targets(&here, context.as_ref().ok(), &args.targets)? {
        Some(Place::Central(folder)) => {
            let context = context?;
            let registry = registry::read(&folder.join(registry::FILE), &context.environment)?;
            check_projects(&context, &registry, &[], args)?
        }
        Some(_) if args.jira => return Err(without_registry(&args.targets)),
        Some(place) => check_place(&here, &place),
        None => {
            let context = context?;
            check_projects(&context, &context.registry()?, &args.targets, args)?
        }
    };
    report.decide(args.strict);
    report.shows_budget = args.budget;
    output.report(&report)?;
    Ok(Outcome::from_ok(report.ok))
}

/// A folder has no registry that Jira could be asked about.
fn without_registry(targets: &[String]) -> anyhow::Error {
    let message = format!("`--jira` asks about a registry, and `{}` is checked without one", targets.join(" "));
    Failure::new(message).hint("leave the path out, or name projects of the registry").into()
}

/// One folder.
fn check_place(here: &Path, place: &Place) -> CheckReport {
    let shown = |path: &Path| shown_below(here, path);
    let found = place.observe(&shown);
    let settings = place.settings(&shown);
    let memory = place.memory();
    let all: Vec<_> = settings.iter().collect();
    let sources = Sources { user: &[], found: &found, settings: &all, memory: &memory };
    let budget = budget::observe(&sources, &settings::listing(&settings), &shown);
    let project = ProjectReport::new(None, vec![place.folder().to_owned()], found).with(settings, budget, &shown);
    CheckReport::new(vec![project], CentralReport::default())
}

fn check_projects(context: &Context, registry: &Registry, names: &[String], args: &Args) -> Result<CheckReport> {
    let selected = registry.select(names)?;
    let jira = match args.jira {
        true => Some(jira::run(context, registry, &selected, args.jira_url.as_deref())?),
        false => None,
    };
    let shown = |path: &Path| context.shown(path);
    let user = User::observe(&context.environment.home().join(".claude"), &shown);
    let check = |project: &Project| check_project(registry, project, &user, &shown);
    let projects = selected.into_iter().map(check).collect();
    let mut central = if names.is_empty() { central::problems(registry, &shown) } else { Vec::new() };
    if names.is_empty() && jira.is_none() {
        central.extend(jira::labels_with_space(context, registry)?);
    }
    let report = CheckReport::new(projects, CentralReport { problems: central });
    Ok(report.with_user(user.settings, user.problems).with_jira(jira))
}

/// What one user has for every project.
struct User {
    earlier: Earlier,
    skills: Vec<(PathBuf, SkillVerdict)>,
    settings: Vec<Verdict>,
    /// A file that sessions read whole, unless it cannot be read.
    memory: Option<PathBuf>,
    problems: Vec<Finding>,
}

impl User {
    fn observe(home: &Path, shown: &Shown<'_>) -> Self {
        let Found { skills, problems, .. } = client::observe_skills(&home.join("skills"), &Earlier::default(), shown);
        let settings = settings::observe(home, Scope::User, shown);
        let memory = home.join("CLAUDE.md");
        let unread = budget::unread(&memory, shown);
        let memory = Some(memory).filter(|_| unread.is_none());
        let problems = client::examine_folder(home, shown).into_iter().chain(problems).chain(unread).collect();
        Self { earlier: Earlier::of(&skills), skills, settings, memory, problems }
    }
}

/// What stands in the repository, linked or its own, and what of the profile is not linked there.
fn check_project(registry: &Registry, project: &Project, user: &User, shown: &Shown<'_>) -> ProjectReport {
    let profile = registry.profile_folder(&project.entry.profile);
    let repository = project.repo.join(".claude");
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut found = Found::default();
    let mut own = Vec::new();
    if project.link != Link::Off {
        found.problems = client::examine_folder(&repository, shown);
        if disk::is_folder(&repository) {
            found.extend(client::observe(&repository, &user.earlier, shown));
            own = settings::observe(&repository, Scope::Repository, shown);
            folders.push(repository);
        }
    }
    let mut missing = found.hiding(found.lacking_of(client::observe(&profile, &user.earlier, shown)));
    decided::soften(&mut missing, &project.repo);
    if !missing.is_empty() || folders.is_empty() {
        folders.push(profile);
        found.problems.extend(absent(project, shown).or_else(|| not_linked(project, &missing, shown)));
        found.extend(missing);
    }
    let mut memory = budget::memory_of(&project.repo);
    memory.extend(user.memory.clone());
    let all: Vec<_> = user.settings.iter().chain(&own).collect();
    let sources = Sources { user: &user.skills, found: &found, settings: &all, memory: &memory };
    let listing = settings::listing(&user.settings).under(&settings::listing(&own));
    let budget = budget::observe(&sources, &listing, shown);
    ProjectReport::new(Some(project.name.clone()), folders, found).with(own, budget, shown)
}

/// A repository that is not on this machine: what is told of its project is that of the profile alone.
fn absent(project: &Project, shown: &Shown<'_>) -> Option<Finding> {
    if project.link == Link::Off || disk::look(&project.repo).ok()? != disk::Standing::Missing {
        return None;
    }
    let message = "the repository is not on this machine, so only the profile was checked".to_owned();
    let hint = format!("run `skreg status {}`, which says how to get it", quoted(&project.name));
    let path = shown(&project.repo);
    let hint = Some(hint);
    Some(Finding { code: "absent", severity: Severity::Info, path, line: None, column: None, message, hint })
}

/// What of the profile the client does not see in the repository, since it is not linked there.
fn not_linked(project: &Project, missing: &Found, shown: &Shown<'_>) -> Option<Finding> {
    let names = missing.loaded();
    if names.is_empty() || !disk::is_folder(&project.repo) {
        return None;
    }
    let message = format!("not linked here, and the client sees none of it until then: {}", budget::first_of(&names));
    let setup = format!("run `skreg setup {}`", quoted(&project.name));
    let hint = (project.link != Link::Off).then_some(setup);
    let path = shown(&project.repo);
    Some(Finding { code: "not_linked", severity: Severity::Info, path, line: None, column: None, message, hint })
}

/// A path as seen from the working folder, where it lies below it.
fn shown_below(folder: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(folder).ok().filter(|inner| !inner.as_os_str().is_empty());
    inner.unwrap_or(path).display().to_string()
}
