//! What Jira has and has not, as part of the answer.

use std::io;

use serde::Serialize;

use super::super::budget::first_of;
use super::super::report::{counted, write_problem};
use crate::client::{Finding, Severity};
use crate::output::{Mark, Page, escape};

/// What came out.
#[derive(Debug, Serialize)]
pub(in crate::command::check) struct JiraReport {
    pub(super) url: String,
    /// Whether all Jira projects that had to be read were read.
    pub(super) complete: bool,
    /// How many Jira projects were read.
    pub(super) projects_seen: usize,
    /// How many components they have.
    pub(super) components_seen: usize,
    pub(super) problems: Vec<JiraProblem>,
    /// Components of Jira that no project of the registry claims.
    pub(super) unclaimed: Vec<Unclaimed>,
}

/// A problem with the place of what it is of.
#[derive(Debug, Serialize)]
pub(super) struct JiraProblem {
    #[serde(flatten)]
    pub(super) finding: Finding,
    /// JSON Pointer of the name.
    pub(super) pointer: String,
}

/// A component that no project of the registry claims, so that its tickets go nowhere by it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Unclaimed {
    pub(super) jira_project: String,
    pub(super) component: String,
}

impl JiraReport {
    /// How many problems have this weight.
    pub(in crate::command::check) fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem.finding.severity == severity).count()
    }

    /// Writes it for people.
    pub(in crate::command::check) fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line(format_args!("{} {}", Mark::Strong.paint("jira"), escape(&self.url)))?;
        self.problems.iter().try_for_each(|problem| write_problem(page, &problem.finding))?;
        let projects = counted(self.projects_seen, "Jira project");
        let components = counted(self.components_seen, "component");
        page.line(format_args!("  {projects} with {components} read"))?;
        if self.unclaimed.is_empty() {
            return Ok(());
        }
        let names: Vec<_> = self
            .unclaimed
            .iter()
            .map(|Unclaimed { jira_project, component }| format!("{jira_project}: {component}"))
            .collect();
        let claimed = if names.len() == 1 { "is" } else { "are" };
        let of_nobody =
            format!("{} {claimed} claimed by no project: {}", counted(names.len(), "component"), first_of(&names));
        page.line(format_args!("  {}", escape(&of_nobody)))
    }
}
