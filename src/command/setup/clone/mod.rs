//! `skreg setup --clone`: brings the repositories that are not here, with the user's own git.

mod remote;
mod said;
mod scratch;
mod workshop;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use self::workshop::{Job, Workshop};
use super::Args;
use super::report::ProjectReport;
use crate::command::{Context, shell_path};
use crate::link::ProjectState;
use crate::output::{Output, escape, quoted};
use crate::registry::{Link, Project, Registry};
use crate::system::disk::{self, Standing, Target};
use crate::system::{access, git};

/// What was done about a repository that is not here.
#[derive(Debug, Clone, Serialize)]
pub(super) struct CloneReport {
    /// Where it is cloned from, without a password.
    pub(super) from: Option<String>,
    pub(super) action: CloneAction,
    pub(super) reason: Option<String>,
    #[serde(skip)]
    hint: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CloneAction {
    /// It stands in its place now.
    Cloned,
    /// A run that is not dry would clone it.
    WouldClone,
    /// It is not here, for the reason that stands beside.
    Failed,
}

/// What was done, by the name of the project.
pub(super) type Clones = BTreeMap<String, CloneReport>;

/// Clones the projects that are not here; nothing without `--clone`.
///
/// # Errors
/// Where there is no git at all. What goes wrong with one repository is told with it.
pub(super) fn run(context: &Context, args: &Args, registry: &Registry, projects: &[&Project]) -> Result<Clones> {
    let mut clones = Clones::new();
    if !args.clone {
        return Ok(clones);
    }
    let home = context.environment.home();
    let is_on = |project: &&&Project| args.link.is_some() || project.link != Link::Off;
    let mut jobs = Vec::new();
    for project in projects.iter().filter(is_on) {
        if !args.dry_run {
            scratch::remove_leftovers(&project.repo);
        }
        match plan(project, home, registry.central()) {
            Plan::Here => {}
            Plan::Clone(job) => jobs.push(job),
            Plan::Refused(report) => drop(clones.insert(project.name.clone(), report)),
        }
    }
    // A repository that lies in another one is cloned after it.
    jobs.sort_by_key(|job| &job.project.repo);
    if !jobs.is_empty() {
        workshop::check_git(registry.central())?;
    }
    if args.dry_run {
        clones.extend(jobs.iter().map(|job| (job.project.name.clone(), job.report(CloneAction::WouldClone, None))));
    } else if !jobs.is_empty() {
        clones.extend(Workshop::new(context, registry.central(), args.quiet)?.clone_all(jobs)?);
    }
    Ok(clones)
}

/// What is to be done about one project.
enum Plan<'p> {
    Here,
    Clone(Job<'p>),
    Refused(CloneReport),
}

fn plan<'p>(project: &'p Project, home: &Path, central: &Path) -> Plan<'p> {
    let place = shell_path(&project.repo, home);
    let refuse = |reason: String, hint: String| {
        let from = project.entry.remote.as_deref().map(git::without_secrets);
        Plan::Refused(CloneReport { from, action: CloneAction::Failed, reason: Some(reason), hint: Some(hint) })
    };
    match disk::look(&project.repo) {
        Ok(Standing::Missing) => {}
        Ok(Standing::Directory) if may_be_replaced(&project.repo) => {}
        Ok(Standing::Link(_)) if matches!(disk::follow(&project.repo), Ok(Target::Missing)) => {
            let reason = "a link that leads nowhere stands there, and nothing is cloned through it";
            return refuse(reason.to_owned(), format!("take `{place}` away, or make what it leads to"));
        }
        _ => return Plan::Here,
    }
    if let Err(error) = access::check_make(&project.repo) {
        let hint = format!("correct that, or `repo` of `{}` in the registry", project.name);
        return refuse(format!("nothing can be cloned there: {error}"), hint);
    }
    let Some(remote) = &project.entry.remote else {
        let hint = format!("set `remote` of `{}` in registry.json, or clone it to `{place}` yourself", project.name);
        return refuse("the registry does not say where it is cloned from".to_owned(), hint);
    };
    if let Err(reason) = remote::check(remote) {
        let reason = format!("the `remote` `{}` is refused: {reason}", git::without_secrets(remote));
        return refuse(reason, format!("correct it in registry.json, or clone it to `{place}` yourself"));
    }
    match remote::whole(remote, &project.repo).filter(|whole| is_free_or_repository(whole)) {
        Some(whole) => {
            let (shown, from) = (shell_path(whole, home), quoted(git::without_secrets(remote)));
            let hint = match disk::is_folder(whole) {
                true => format!("`{shown}` is there: bring it up to date, or correct `repo` of `{}`", project.name),
                false => format!("run `git clone -- {from} {shown}`"),
            };
            refuse(format!("it is a part of the repository `{shown}`, which is cloned as a whole"), hint)
        }
        None => {
            let hint = by_hand(project, remote, &place, &shell_path(central, home));
            Plan::Clone(Job { project, remote, in_empty: scratch::is_empty_folder(&project.repo), hint })
        }
    }
}

/// Whether a folder is empty and not the place of a submodule, which the repository around it fills.
fn may_be_replaced(folder: &Path) -> bool {
    let is_submodule = |repository: git::Repository| {
        let real = disk::real_path(folder).unwrap_or_else(|_| folder.to_owned());
        real.strip_prefix(repository.root()).is_ok_and(|below| repository.is_in_submodule(below).unwrap_or(true))
    };
    scratch::is_empty_folder(folder) && !git::open(folder).is_ok_and(|found| found.is_some_and(is_submodule))
}

/// How to find out alone why something cannot be cloned; an address that is a relative path counts from the central repository.
fn by_hand(project: &Project, remote: &str, place: &str, central: &str) -> String {
    let from = quoted(git::without_secrets(remote));
    let folder = if remote.contains(':') || remote.starts_with('/') { String::new() } else { format!(" -C {central}") };
    format!("try `git{folder} clone -- {from} {place}`, or correct `remote` of `{}` in registry.json", project.name)
}

/// A folder of any other kind only happens to have the name of a repository.
fn is_free_or_repository(folder: &Path) -> bool {
    let is_there = |path: &Path| !matches!(disk::look(path), Ok(Standing::Missing));
    !is_there(folder) || is_there(&folder.join(".git"))
}

/// Puts what was done about a project into its report.
pub(super) fn tell(report: &mut ProjectReport, clone: Option<CloneReport>) {
    let is_here = matches!(report.state, ProjectState::Ok | ProjectState::Drift | ProjectState::Off);
    if let Some(clone) = clone.as_ref().filter(|_| !is_here) {
        report.hint.clone_from(&clone.hint);
        report.error.clone_from(&clone.reason);
        report.state = match clone.action {
            CloneAction::Failed => ProjectState::Error,
            _ => ProjectState::Absent,
        };
    }
    report.clone = clone;
}

/// Says how one ended, where no bar showed it.
fn note(output: &Output, name: &str, report: &CloneReport) {
    let told = match report.action {
        CloneAction::Failed => "could not clone",
        _ => "cloned",
    };
    output.note(format_args!("{told} `{name}` from {}", report.shown_from()));
}

impl CloneReport {
    /// Where it is cloned from, for people.
    fn shown_from(&self) -> String {
        escape(self.from.as_deref().unwrap_or_default()).into_owned()
    }
}

impl ProjectReport {
    /// Whether nothing is wrong; what would be cloned would be here.
    pub(super) fn is_in_order(&self, named: bool) -> bool {
        self.state.is_in_order(named && !self.comes())
    }

    /// Whether it was cloned, or would be.
    pub(super) fn comes(&self) -> bool {
        self.clone.as_ref().is_some_and(|clone| clone.action != CloneAction::Failed)
    }

    /// Whether it was to be cloned and could not be.
    pub(super) fn stays_away(&self) -> bool {
        self.clone.as_ref().is_some_and(|clone| clone.action == CloneAction::Failed)
    }

    /// Where it was cloned from just now, for people.
    pub(super) fn cloned_from(&self) -> Option<String> {
        let cloned = self.clone.as_ref().filter(|clone| clone.action == CloneAction::Cloned);
        cloned.map(CloneReport::shown_from)
    }

    /// What a run that is not dry would do.
    pub(super) fn would_clone(&self) -> String {
        format!("would clone from {}", self.clone.as_ref().map(CloneReport::shown_from).unwrap_or_default())
    }
}
