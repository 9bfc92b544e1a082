//! `skreg restore`: takes our links away and puts a backup back exactly.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::{Context, Outcome};
use crate::link::{
    self, AskGit, Backup, ExcludeChange, Grant, GrantAction, GrantQuestion, GrantResult, Manner, Observation, Observer,
    Owner, Presence, Restored, RestoredWorktree, Skipped, Undo, UndoAction, UndoResult, Wish, Worktree, Worktrees,
};
use crate::output::{Failure, Mark, Page, Report, Table, escape, quoted};
use crate::registry::{self, Link, Project, Registry, shortened};

/// Take our links away and put a backup back exactly
///
/// Linking is turned off for the project on this machine, so that `skreg setup` leaves it alone;
/// `skreg setup PROJECT --link auto` turns it on again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The projects
    projects: Vec<String>,

    /// The skills in the home directory
    #[arg(long, conflicts_with = "projects")]
    global: bool,

    /// Put back the backup of this time, as `--list` shows it, and not the newest
    #[arg(long, value_name = "TIME")]
    at: Option<String>,

    /// Show the backups and do nothing
    #[arg(long, conflicts_with_all = ["at", "force"])]
    list: bool,

    /// Move to the backups what stands in the way
    #[arg(long)]
    force: bool,

    /// Tell what would be done and do nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// How many times are named where the one that is asked for is unknown.
const NEWEST: usize = 3;

#[derive(Debug, Serialize)]
struct RestoreReport {
    dry_run: bool,
    ok: bool,
    places: Vec<PlaceReport>,
    #[serde(skip)]
    home: PathBuf,
}

/// One project, or the home directory.
#[derive(Debug, Serialize)]
struct PlaceReport {
    /// The project; none for the home directory.
    project: Option<String>,
    path: PathBuf,
    ok: bool,
    error: Option<String>,
    /// What to do about the error.
    hint: Option<String>,
    worktrees: Vec<RestoredWorktree>,
    /// Worktrees that were left alone.
    skipped: Vec<Skipped>,
    exclude: ExcludeChange,
    /// The settings files that held rules of ours to read what lies beside the skills.
    grants: Vec<GrantResult>,
}

#[derive(Debug, Serialize)]
struct BackupsReport {
    places: Vec<PlaceBackups>,
    #[serde(skip)]
    home: PathBuf,
}

#[derive(Debug, Serialize)]
struct PlaceBackups {
    project: Option<String>,
    /// The worktree.
    path: PathBuf,
    backups: Vec<Backup>,
}

/// Restores the projects, or shows their backups.
///
/// # Errors
/// Where the registry cannot be read, names no such project, or `--at` names no backup.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    if args.projects.is_empty() && !args.global {
        return Err(Failure::new("it is not said what to restore")
            .hint("name projects, or `--global` for the home directory")
            .into());
    }
    let _lock = if args.list { None } else { context.lock_unless(args.dry_run)? };
    let registry = context.registry()?;
    let owner = context.owner(&registry)?;
    let run = Run { context, args, registry: &registry, owner: &owner };
    let subjects: Vec<Option<&Project>> = match args.global {
        true => vec![None],
        false => registry.select(&args.projects)?.into_iter().map(Some).collect(),
    };
    let home = context.environment.home().to_owned();
    if args.list {
        let places = subjects.into_iter().map(|subject| run.backups(subject)).collect::<Result<Vec<_>>>()?;
        let places = places.into_iter().flatten().collect();
        context.output.report(&BackupsReport { places, home })?;
        return Ok(Outcome::InOrder);
    }
    let places: Vec<_> = subjects.into_iter().map(|subject| run.place(subject)).collect();
    let ok = places.iter().all(|place| place.ok);
    context.output.report(&RestoreReport { dry_run: args.dry_run, ok, places, home })?;
    Ok(Outcome::from_ok(ok))
}

/// Why no backup of this time is put back, and which there are.
fn unknown_time(at: &str, project: Option<&Project>, backups: &[Backup]) -> Failure {
    let mut times: Vec<_> = backups.iter().map(|backup| &*backup.at).collect();
    times.sort_unstable_by(|left, right| right.cmp(left));
    times.dedup();
    let failure = Failure::new(format!("there is no backup of `{at}`"));
    let newest: Vec<_> = times.iter().take(NEWEST).map(|time| format!("`{time}`")).collect();
    if newest.is_empty() {
        return failure.hint("there is no backup here at all; without `--at` only the links are taken away");
    }
    let place = project.map_or_else(|| "--global".to_owned(), |project| quoted(&project.name));
    failure.hint(format!("the newest are {}; `skreg restore {place} --list` shows all", newest.join(", ")))
}

/// What the steps of this command share.
struct Run<'r> {
    context: &'r Context,
    args: &'r Args,
    registry: &'r Registry,
    owner: &'r Owner,
}

impl Run<'_> {
    fn place(&self, project: Option<&Project>) -> PlaceReport {
        let path = project.map_or_else(|| self.context.environment.home(), |project| &project.repo);
        let report = PlaceReport {
            project: project.map(|project| project.name.clone()),
            path: path.to_owned(),
            ok: false,
            error: None,
            hint: None,
            worktrees: Vec::new(),
            skipped: Vec::new(),
            exclude: ExcludeChange::default(),
            grants: Vec::new(),
        };
        let observed = self.observe(project);
        let skipped = observed.as_ref().map(|observation| observation.skipped.clone()).unwrap_or_default();
        let report = PlaceReport { skipped, ..report };
        match observed.and_then(|observation| self.restore(project, &observation)) {
            Ok((Restored { worktrees, exclude, error }, grants)) => {
                let mut links = worktrees.iter().flat_map(|worktree| &worktree.links);
                let ok = error.is_none() && links.all(is_in_order) && grants.iter().all(GrantResult::is_in_order);
                PlaceReport { ok, error, worktrees, exclude, grants, ..report }
            }
            Err(error) => {
                let hint = error.chain().find_map(|cause| cause.downcast_ref::<Failure>()?.hint.clone());
                PlaceReport { error: Some(format!("{error:#}")), hint, ..report }
            }
        }
    }

    fn restore(&self, project: Option<&Project>, observation: &Observation) -> Result<(Restored, Vec<GrantResult>)> {
        let backups = observation.worktrees.iter().map(|worktree| worktree.vault.backups());
        let backups = backups.collect::<Result<Vec<_>>>()?;
        if let Some(at) = &self.args.at
            && backups.iter().flatten().all(|backup| backup.at != *at)
        {
            return Err(unknown_time(at, project, &backups.concat()).into());
        }
        let name = project.map(|project| project.name.as_str());
        let off = project.map_or(self.registry.global.link, |project| project.link) == Link::Off;
        let wish = Wish { at: self.args.at.as_deref(), force: self.args.force, off };
        let worktrees = observation.worktrees.iter().zip(&backups);
        let undos: Vec<_> = worktrees.map(|(worktree, backups)| link::plan_undo(worktree, backups, wish)).collect();
        let withdraw = |apply: fn(&Grant) -> GrantResult| {
            let (registry, owner) = (self.registry, self.owner);
            let question = project.map(|project| GrantQuestion { registry, owner, project, observation });
            question.map_or_else(Vec::new, |question| question.observe_all().iter().map(apply).collect())
        };
        let is_blocked = undos.iter().flatten().any(|undo| matches!(undo, Undo::Blocked { .. }));
        if self.args.dry_run || is_blocked {
            if !is_blocked {
                registry::turn_off(self.registry, name, true)?;
            }
            let grants = if is_blocked { Vec::new() } else { withdraw(link::untried_withdrawal) };
            return Ok((link::untried_undo(observation, &undos), grants));
        }
        // First of all, so that a run that is ended half way does not look like one that never was.
        registry::turn_off(self.registry, name, false)?;
        let restored = link::apply_undo(observation, &undos, self.context.clock.now());
        Ok((restored, withdraw(link::apply_withdrawal)))
    }

    fn backups(&self, project: Option<&Project>) -> Result<Vec<PlaceBackups>> {
        let name = project.map(|project| project.name.clone());
        let observation = self.observe(project)?;
        let backups = |worktree: &Worktree| {
            let backups = worktree.vault.backups()?;
            Ok(PlaceBackups { project: name.clone(), path: worktree.path.clone(), backups })
        };
        observation.worktrees.iter().map(backups).collect()
    }

    fn observe(&self, project: Option<&Project>) -> Result<Observation> {
        let home = self.context.environment.home();
        let Some(project) = project else { return Ok(link::observe_home(self.registry, self.owner, home)) };
        let observer = Observer { registry: self.registry, owner: self.owner, home, ask: AskGit::Tracked };
        match observer.project(project, Manner { worktrees: Worktrees::All, ..Manner::of(project) }) {
            Presence::Present(observation) => Ok(observation),
            Presence::Absent => Err(Failure::new("the repository is not on this machine").into()),
            Presence::NotARepo => Err(Failure::new("it is no git repository").into()),
            Presence::Error(error) => Err(error),
        }
    }
}

/// Whether nothing was refused and nothing failed at one place.
fn is_in_order(link: &UndoResult) -> bool {
    !matches!(link.action, UndoAction::Blocked | UndoAction::Failed)
}

impl Report for RestoreReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        for place in &self.places {
            let name = place.project.as_deref().unwrap_or("global");
            page.line(format_args!("{}  {}", Mark::Strong.paint(name), self.path(&place.path)))?;
            place.worktrees.iter().try_for_each(|worktree| self.write_worktree(page, place, worktree))?;
            place.skipped.iter().try_for_each(|skipped| {
                let told = format_args!("{}: {}", self.path(&skipped.path), escape(&skipped.reason));
                page.line(format_args!("  {} {told}", Mark::Warn.paint("skipped ")))
            })?;
            if let Some(error) = &place.error {
                page.line(format_args!("  {} {}", Mark::Bad.paint("failed  "), escape(error)))?;
            }
            if let Some(hint) = &place.hint {
                page.line(format_args!("           {} {}", Mark::Hint.paint("hint:"), escape(hint)))?;
            }
            place.grants.iter().try_for_each(|grant| self.write_grant(page, place, grant))?;
            let mut links = place.worktrees.iter().flat_map(|worktree| &worktree.links);
            let is_kept = links.all(|link| link.action == UndoAction::Kept)
                && place.grants.iter().all(|grant| grant.action == GrantAction::Kept);
            if place.ok && is_kept {
                page.line("  nothing to do: no link of ours, and nothing to put back")?;
            }
            if place.ok && !self.dry_run {
                let again = place.project.as_ref().map_or_else(|| " --global".to_owned(), |name| format!(" {name}"));
                page.line(format_args!(
                    "  linking is off here now; `skreg setup{again} --link auto` turns it on again"
                ))?;
            }
        }
        match self.dry_run {
            true => page.line("dry run, nothing was changed"),
            false => Ok(()),
        }
    }
}

impl RestoreReport {
    fn path(&self, path: &Path) -> String {
        escape(&shortened(path, &self.home)).into_owned()
    }

    fn write_worktree(&self, page: &mut Page<'_>, place: &PlaceReport, worktree: &RestoredWorktree) -> io::Result<()> {
        let told = || worktree.links.iter().filter(|link| link.action != UndoAction::Kept);
        if worktree.path != place.path && told().next().is_some() {
            page.line(format_args!("  {} {}", Mark::Strong.paint("worktree"), self.path(&worktree.path)))?;
        }
        told().try_for_each(|link| self.write_link(page, link))
    }

    fn write_grant(&self, page: &mut Page<'_>, place: &PlaceReport, grant: &GrantResult) -> io::Result<()> {
        let (mark, word) = match grant.action {
            GrantAction::Kept => return Ok(()),
            GrantAction::Removed | GrantAction::Granted | GrantAction::WouldGrant => (Mark::Good, "removed "),
            GrantAction::Refused => (Mark::Bad, "refused "),
            GrantAction::Failed => (Mark::Bad, "failed  "),
        };
        let told = grant.reason.as_deref().unwrap_or("our rules to read what lies beside the skills");
        let path = match grant.path.strip_prefix(&place.path) {
            Ok(below) => escape(&below.to_string_lossy()).into_owned(),
            Err(_) => self.path(&grant.path),
        };
        page.line(format_args!("  {} {path}: {}", mark.paint(word), escape(told)))?;
        match &grant.hint {
            Some(hint) => page.line(format_args!("           {} {}", Mark::Hint.paint("hint:"), escape(hint))),
            None => Ok(()),
        }
    }

    fn write_link(&self, page: &mut Page<'_>, link: &UndoResult) -> io::Result<()> {
        let reason = link.reason.as_ref().map(|reason| format!(": {}", escape(reason))).unwrap_or_default();
        let from = link.from.as_ref().map(|from| format!(" from {}", self.path(from))).unwrap_or_default();
        let (mark, word, rest) = match link.action {
            UndoAction::Kept => return Ok(()),
            UndoAction::Restored => (Mark::Good, "restored", from),
            UndoAction::Removed => (Mark::Good, "removed ", ": our link, and nothing to put back".to_owned()),
            UndoAction::Blocked => (Mark::Bad, "blocked ", reason),
            UndoAction::Failed => (Mark::Bad, "failed  ", reason),
        };
        page.line(format_args!("  {} {}{rest}", mark.paint(word), escape(&link.path)))?;
        if let Some(backup) = &link.backup {
            page.line(format_args!("           what stood there is now {}", self.path(backup)))?;
        }
        if let Some(hint) = link.hint {
            page.line(format_args!("           {} {hint}", Mark::Hint.paint("hint:")))?;
        }
        Ok(())
    }
}

impl Report for BackupsReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.places.iter().all(|place| place.backups.is_empty()) {
            return page.line("no backups");
        }
        let mut table = Table::new(&["PROJECT", "TIME", "HOLDS", "FOLDER"]);
        for place in &self.places {
            for backup in &place.backups {
                let name = place.project.clone().unwrap_or_else(|| "global".to_owned());
                table.row([name, backup.at.clone(), backup.items.join(", "), shortened(&backup.path, &self.home)]);
            }
        }
        table.write(page)
    }
}
