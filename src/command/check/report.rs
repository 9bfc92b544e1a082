//! The answer of `skreg check`.

use std::io;
use std::path::PathBuf;

use serde::Serialize;

use crate::client::{AgentVerdict, Finding, Found, Loads, Severity, SkillVerdict};
use crate::output::{Mark, Page, Report, escape};

#[derive(Debug, Serialize)]
pub(super) struct CheckReport {
    pub(super) ok: bool,
    /// The version of Claude Code that the verdicts are those of.
    client: &'static str,
    projects: Vec<ProjectReport>,
    central: CentralReport,
    summary: Summary,
    #[serde(skip)]
    strict: bool,
}

/// A project, or the one folder that was asked for, which has no name.
#[derive(Debug, Serialize)]
pub(super) struct ProjectReport {
    project: Option<String>,
    /// The folders that were read.
    folders: Vec<PathBuf>,
    skills: Vec<SkillVerdict>,
    agents: Vec<AgentVerdict>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct CentralReport {
    pub(super) problems: Vec<Finding>,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    skills: usize,
    agents: usize,
    errors: usize,
    warnings: usize,
}

impl CheckReport {
    pub(super) fn new(projects: Vec<ProjectReport>, central: CentralReport) -> Self {
        let summary = Summary {
            skills: projects.iter().map(|project| project.skills.len()).sum(),
            agents: projects.iter().map(|project| project.agents.len()).sum(),
            ..Summary::default()
        };
        let client = crate::client::VERSION;
        let mut report = Self { ok: true, client, projects, central, summary, strict: false };
        report.summary.errors = report.count(Severity::Error);
        report.summary.warnings = report.count(Severity::Warning);
        report
    }

    /// Decides whether all is in order, also by warnings where that is asked for.
    pub(super) fn decide(&mut self, strict: bool) {
        self.strict = strict;
        self.ok = self.summary.errors == 0 && (!strict || self.summary.warnings == 0);
    }

    fn count(&self, severity: Severity) -> usize {
        let projects = self.projects.iter().flat_map(ProjectReport::problems);
        projects.chain(&self.central.problems).filter(|problem| problem.severity == severity).count()
    }
}

impl ProjectReport {
    pub(super) fn new(project: Option<String>, folders: Vec<PathBuf>, found: Found) -> Self {
        let skills = found.skills.into_iter().map(|(_, skill)| skill).collect();
        let agents = found.agents.into_iter().map(|(_, agent)| agent).collect();
        Self { project, folders, skills, agents }
    }

    fn problems(&self) -> impl Iterator<Item = &Finding> {
        let skills = self.skills.iter().flat_map(|skill| &skill.problems);
        skills.chain(self.agents.iter().flat_map(|agent| &agent.problems))
    }
}

impl Report for CheckReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        for project in &self.projects {
            project.write(page)?;
        }
        if !self.central.problems.is_empty() {
            page.line(Mark::Strong.paint("central"))?;
            self.central.problems.iter().try_for_each(|problem| write_problem(page, problem))?;
        }
        let Summary { skills, agents, errors, warnings } = self.summary;
        let read = format!("{} and {}", counted(skills, "skill"), counted(agents, "agent"));
        let found = match (errors, warnings) {
            (0, 0) => Mark::Good.paint("all in order"),
            _ => {
                let mark = if errors > 0 { Mark::Bad } else { Mark::Warn };
                mark.paint(format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")))
            }
        };
        page.line(format_args!("{read} as Claude Code {} reads them: {found}", self.client))
    }
}

impl ProjectReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let named = self.project.as_deref().filter(|_| self.problems().next().is_some());
        if let Some(name) = named {
            page.line(Mark::Strong.paint(escape(name)))?;
        }
        for skill in &self.skills {
            write_file(page, ("skill", &skill.name), skill.loads, &skill.problems)?;
        }
        for agent in &self.agents {
            write_file(page, ("agent", &agent.file), agent.loads, &agent.problems)?;
        }
        Ok(())
    }
}

/// One file with its problems; one without any is not worth a line.
fn write_file(page: &mut Page<'_>, (kind, name): (&str, &str), loads: Loads, problems: &[Finding]) -> io::Result<()> {
    if problems.is_empty() {
        return Ok(());
    }
    let mark = if loads == Loads::Ok { Mark::Quiet } else { Mark::Bad };
    page.line(format_args!("  {kind} {}  {}", escape(name), mark.paint(loads.word())))?;
    problems.iter().try_for_each(|problem| write_problem(page, problem))
}

fn write_problem(page: &mut Page<'_>, problem: &Finding) -> io::Result<()> {
    let (word, mark) = match problem.severity {
        Severity::Error => ("error", Mark::Bad),
        Severity::Warning => ("warning", Mark::Warn),
        Severity::Info => ("note", Mark::Quiet),
    };
    let place =
        [problem.line, problem.column].into_iter().flatten().map(|number| format!(":{number}")).collect::<String>();
    let word = mark.paint(format!("{word}[{}]", problem.code));
    page.line(format_args!("    {}{place}: {word} {}", escape(&problem.path), escape(&problem.message)))?;
    match &problem.hint {
        Some(hint) => page.line(format_args!("      {} {}", Mark::Hint.paint("hint:"), escape(hint))),
        None => Ok(()),
    }
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
