//! `skreg setup --grant-read`: lets Claude Code read what lies beside a linked `SKILL.md`.

use std::io;

use anyhow::Result;

use super::Run;
use super::report::{ProjectReport, View};
use crate::link::{
    self, Grant, GrantAction, GrantQuestion, GrantResult, LOCAL_SETTINGS, Observation, ProjectState, apply_grant,
    plan_grant, untried_grant,
};
use crate::output::{Mark, Page, escape};
use crate::registry::{self, Project};
use crate::system::terminal;

/// A project that is here, and what was observed of it before it was linked.
pub(super) type Ground<'p> = (&'p Project, Observation);

/// Writes the rules where a flag or an answer says so, and keeps those right that were written before.
///
/// The links are made by now and are told of whatever happens here: what goes wrong is told with the project, and a question that
/// cannot be asked, or an answer that cannot be kept, in a note.
pub(super) fn run(run: &Run<'_>, reports: &mut [ProjectReport], grounds: &[Option<Ground<'_>>]) {
    let asks_for_all = run.args.grant_read || run.registry.grant_read == Some(true);
    let asked = if asks_for_all { remember_flag(run).map(|()| Vec::new()) } else { ask(run, grounds) };
    let chosen = asked.unwrap_or_else(|error| {
        run.context.output.note(format_args!("note: {error:#}"));
        Vec::new()
    });
    for (report, ground) in reports.iter_mut().zip(grounds) {
        let Some((project, observation)) = ground else { continue };
        let wish = asks_for_all || chosen.contains(&project.name);
        report.grants = grant(run, project, observation, wish);
        if report.state == ProjectState::Ok && !report.grants.iter().all(GrantResult::is_in_order) {
            report.state = ProjectState::Drift;
        }
    }
}

/// The flag for all projects takes back a no that was given before.
fn remember_flag(run: &Run<'_>) -> Result<()> {
    let is_for_all = run.args.grant_read && run.args.projects.is_empty() && !run.args.dry_run;
    if is_for_all { registry::forget_declined_grants(run.registry) } else { Ok(()) }
}

fn grant(run: &Run<'_>, project: &Project, observation: &Observation, wish: bool) -> Vec<GrantResult> {
    let does = |grant: &Grant| {
        let step = plan_grant(grant, wish)?;
        Some(match run.args.dry_run {
            true => untried_grant(grant, &step),
            false => apply_grant(grant, &step, run.context.clock.now()),
        })
    };
    question(run, project, observation).observe(wish).iter().filter_map(does).collect()
}

fn question<'q>(run: &Run<'q>, project: &'q Project, observation: &'q Observation) -> GrantQuestion<'q> {
    GrantQuestion { registry: run.registry, owner: run.owner, project, observation }
}

/// Asks the person at the terminal about all projects that lack rules they need, and gives those that are to have them.
fn ask(run: &Run<'_>, grounds: &[Option<Ground<'_>>]) -> Result<Vec<String>> {
    let is_silent = run.args.dry_run || run.args.quiet || run.context.output.is_json();
    if is_silent || run.registry.grant_read.is_some() || !terminal::can_ask() {
        return Ok(Vec::new());
    }
    let mut lacking: Vec<(String, String)> = Vec::new();
    for (project, observation) in grounds.iter().flatten() {
        let Some(file) = link::file_beside(run.registry, project) else { continue };
        let mut grants = question(run, project, observation).observe(true).into_iter();
        if grants.any(|grant| !grant.is_granted() && grant.can_be_granted()) {
            lacking.push((project.name.clone(), file));
        }
    }
    let Some((_, file)) = lacking.first() else { return Ok(Vec::new()) };
    let names: Vec<_> = lacking.iter().map(|(name, _)| escape(name)).collect();
    let question = format!(
        "Claude Code does not read what lies beside a linked `SKILL.md`, such as `{}`, unless a rule lets it.\n\
         Write rules that let it read that, and change nothing, into `{LOCAL_SETTINGS}` of {}?",
        escape(file),
        names.join(", ")
    );
    match terminal::confirm(&question)? {
        Some(true) => Ok(lacking.into_iter().map(|(name, _)| name).collect()),
        Some(false) => registry::decline_grants(run.registry).map(|()| Vec::new()),
        None => Ok(Vec::new()),
    }
}

/// Tells what became of the rules.
pub(super) fn write_text(report: &ProjectReport, page: &mut Page<'_>, view: &View) -> io::Result<()> {
    for grant in &report.grants {
        let (mark, word) = match grant.action {
            GrantAction::Kept => continue,
            GrantAction::Granted | GrantAction::WouldGrant => (Mark::Good, "granted "),
            GrantAction::Removed => (Mark::Good, "removed "),
            GrantAction::Refused => (Mark::Bad, "refused "),
            GrantAction::Failed => (Mark::Bad, "failed  "),
        };
        if view.is_quiet() && grant.is_in_order() {
            continue;
        }
        let told = match (&grant.reason, grant.action) {
            (Some(reason), _) => escape(reason).into_owned(),
            (None, GrantAction::Removed) => "our rules to read, which are for nothing any more".to_owned(),
            (None, _) => format!("{} rules to read what lies beside the skills", grant.rules.len()),
        };
        page.line(format_args!("  {} {}: {told}", mark.paint(word), view.path_in(&report.repo, &grant.path)))?;
        if let Some(backup) = &grant.backup {
            page.line(format_args!("           the file as it was is kept in {}", view.path(backup)))?;
        }
        if let Some(hint) = &grant.hint {
            page.line(format_args!("           {} {}", Mark::Hint.paint("hint:"), escape(hint)))?;
        }
    }
    Ok(())
}
