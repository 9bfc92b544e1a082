//! `skreg check --jira`: the registry's components, labels and Jira projects held against the team's Jira.

mod compare;
mod found;
mod label;
mod observe;
mod report;
mod wanted;

use anyhow::Result;

use self::compare::{Fault, compare, unclaimed};
use self::observe::{MOST_PROJECTS, observe};
use self::report::JiraProblem;
pub(super) use self::report::JiraReport;
use self::wanted::{Name, Wanted};
use crate::client::{Finding, Severity};
use crate::command::{Context, dispatch};
use crate::jira::Jira;
use crate::json_edit::Document;
use crate::registry::{Project, Registry};
use crate::system::disk;

/// Asks Jira, with the credential and under the rules of `skreg dispatch`, and by nothing but GET requests.
///
/// # Errors
/// Where Jira cannot be asked, or refuses.
pub(super) fn run(
    context: &Context,
    registry: &Registry,
    projects: &[&Project],
    url: Option<&str>,
) -> Result<JiraReport> {
    let wanted = Wanted::of(registry, projects);
    let settings = dispatch::jira_settings(context, registry, url)?;
    let jira = Jira::connect(&settings, context.clock, &context.output)?;
    let found = observe(&jira, &wanted, &context.output)?;
    if found.was_cut_short {
        context.output.note(format_args!(
            "note: {MOST_PROJECTS} Jira projects were read, and there are more; name yours in `jira_projects`"
        ));
    }
    Ok(JiraReport {
        url: settings.address.to_string(),
        complete: !found.was_cut_short,
        projects_seen: found.projects.len(),
        components_seen: found.projects.iter().map(|project| project.components.len()).sum(),
        problems: placed(context, registry, compare(&wanted, &found))?,
        unclaimed: unclaimed(&wanted, &found),
    })
}

/// Labels of the registry that can be of no ticket in Jira, which no Jira has to be asked for. A ticket from a file may have one.
pub(super) fn labels_with_space(context: &Context, registry: &Registry) -> Result<Vec<Finding>> {
    let wanted = Wanted::of(registry, &registry.projects.iter().collect::<Vec<_>>());
    let names = wanted.names.iter().filter(|name| name.is_label_with_space());
    let faults = names.map(|name: &Name| compare::label_with_space(name, Severity::Warning)).collect();
    Ok(placed(context, registry, faults)?.into_iter().map(|problem| problem.finding).collect())
}

/// The faults with their places in the registry, in the order of those.
fn placed(context: &Context, registry: &Registry, faults: Vec<Fault>) -> Result<Vec<JiraProblem>> {
    if faults.is_empty() {
        return Ok(Vec::new());
    }
    let path = context.shown(registry.path());
    let text = disk::read_text(registry.path())?.unwrap_or_default();
    // It was read before; who changes it meanwhile gets no places.
    let document = Document::parse(&path, &text).ok();
    let placed = |Fault { code, severity, pointer, message, hint }| {
        let place = document.as_ref().map(|document| document.place(&pointer));
        let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
        JiraProblem { finding: Finding { code, severity, path: path.clone(), line, column, message, hint }, pointer }
    };
    let mut problems: Vec<_> = faults.into_iter().map(placed).collect();
    problems.sort_by_key(|problem| (problem.finding.line, problem.finding.column));
    Ok(problems)
}
