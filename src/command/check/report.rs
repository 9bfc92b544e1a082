//! The answer of `skreg check`.

use std::io;
use std::path::PathBuf;

use serde::Serialize;

use super::budget::BudgetReport;
use super::jira::JiraReport;
use crate::client::settings::Verdict;
use crate::client::{AgentVerdict, Finding, Found, Loads, Severity, Shown, SkillVerdict};
use crate::output::{Mark, Page, Report, escape};

#[derive(Debug, Serialize)]
pub(super) struct CheckReport {
    pub(super) ok: bool,
    /// The version of Claude Code that the verdicts are those of.
    client: &'static str,
    projects: Vec<ProjectReport>,
    /// What one user has for every project.
    user: UserReport,
    central: CentralReport,
    /// What Jira has and has not, where it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    jira: Option<JiraReport>,
    summary: Summary,
    #[serde(skip)]
    strict: bool,
    /// Whether people are shown what fills the context window.
    #[serde(skip)]
    pub(super) shows_budget: bool,
}

#[derive(Debug, Default, Serialize)]
struct UserReport {
    settings: Vec<Verdict>,
    /// What is to be told of the folders themselves.
    problems: Vec<Finding>,
}

/// A project, or the one folder that was asked for, which has no name.
#[derive(Debug, Serialize)]
pub(super) struct ProjectReport {
    project: Option<String>,
    /// The folders that were read.
    folders: Vec<PathBuf>,
    skills: Vec<SkillVerdict>,
    agents: Vec<AgentVerdict>,
    settings: Vec<Verdict>,
    #[serde(flatten)]
    budget: BudgetReport,
    /// What is worth saying about all of it together.
    problems: Vec<Finding>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct CentralReport {
    pub(super) problems: Vec<Finding>,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    skills: usize,
    agents: usize,
    settings: usize,
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
        let (user, strict, shows_budget) = (UserReport::default(), false, false);
        Self { ok: true, client, projects, user, central, jira: None, summary, strict, shows_budget }.counted()
    }

    /// The same with the settings of one user, and what is to be told of the user's folders.
    pub(super) fn with_user(mut self, settings: Vec<Verdict>, problems: Vec<Finding>) -> Self {
        self.user = UserReport { settings, problems };
        self.counted()
    }

    /// The same with what Jira has and has not.
    pub(super) fn with_jira(mut self, jira: Option<JiraReport>) -> Self {
        self.jira = jira;
        self.counted()
    }

    fn counted(mut self) -> Self {
        let settings = self.projects.iter().map(|project| project.settings.len()).sum::<usize>();
        self.summary.settings = settings + self.user.settings.len();
        self.summary.errors = self.count(Severity::Error);
        self.summary.warnings = self.count(Severity::Warning);
        self
    }

    /// Decides whether all is in order, also by warnings where that is asked for.
    pub(super) fn decide(&mut self, strict: bool) {
        self.strict = strict;
        self.ok = self.summary.errors == 0 && (!strict || self.summary.warnings == 0);
    }

    fn count(&self, severity: Severity) -> usize {
        let projects = self.projects.iter().flat_map(ProjectReport::problems);
        let user = self.user.settings.iter().flat_map(|file| &file.problems).chain(&self.user.problems);
        let here = projects.chain(user).chain(&self.central.problems);
        let jira = self.jira.as_ref().map_or(0, |jira| jira.count(severity));
        here.filter(|problem| problem.severity == severity).count() + jira
    }
}

impl ProjectReport {
    pub(super) fn new(project: Option<String>, folders: Vec<PathBuf>, found: Found) -> Self {
        let skills = found.skills.into_iter().map(|(_, skill)| skill).collect();
        let agents = found.agents.into_iter().map(|(_, agent)| agent).collect();
        let (settings, budget, problems) = (Vec::new(), BudgetReport::default(), found.problems);
        Self { project, folders, skills, agents, settings, budget, problems }
    }

    /// The same with its settings and what fills the context window.
    pub(super) fn with(mut self, settings: Vec<Verdict>, budget: BudgetReport, shown: &Shown<'_>) -> Self {
        let place = self.folders.first().map(|folder| shown(folder)).unwrap_or_default();
        self.problems.extend(budget.problems(&place));
        (self.settings, self.budget) = (settings, budget);
        self
    }

    fn problems(&self) -> impl Iterator<Item = &Finding> {
        let skills = self.skills.iter().flat_map(|skill| &skill.problems);
        let agents = self.agents.iter().flat_map(|agent| &agent.problems);
        let settings = self.settings.iter().flat_map(|file| &file.problems);
        skills.chain(agents).chain(settings).chain(&self.problems)
    }
}

impl Report for CheckReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        for project in &self.projects {
            project.write(page, self.shows_budget)?;
        }
        if self.user.settings.iter().any(|file| !file.problems.is_empty()) || !self.user.problems.is_empty() {
            page.line(Mark::Strong.paint("user"))?;
            self.user.settings.iter().try_for_each(|file| write_settings(page, file))?;
            self.user.problems.iter().try_for_each(|problem| write_problem(page, problem))?;
        }
        if !self.central.problems.is_empty() {
            page.line(Mark::Strong.paint("central"))?;
            self.central.problems.iter().try_for_each(|problem| write_problem(page, problem))?;
        }
        if let Some(jira) = &self.jira {
            jira.write(page)?;
        }
        let Summary { skills, agents, settings, errors, warnings } = self.summary;
        let read = match settings {
            0 => format!("{} and {}", counted(skills, "skill"), counted(agents, "agent")),
            _ => {
                let (skills, agents) = (counted(skills, "skill"), counted(agents, "agent"));
                format!("{skills}, {agents} and {}", counted(settings, "settings file"))
            }
        };
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
    fn write(&self, page: &mut Page<'_>, shows_budget: bool) -> io::Result<()> {
        let named = self.project.as_deref().filter(|_| shows_budget || self.problems().next().is_some());
        if let Some(name) = named {
            page.line(Mark::Strong.paint(escape(name)))?;
        }
        for skill in &self.skills {
            write_file(page, ("skill", &skill.name), skill.loads, &skill.problems)?;
        }
        for agent in &self.agents {
            write_file(page, ("agent", &agent.file), agent.loads, &agent.problems)?;
        }
        self.settings.iter().try_for_each(|file| write_settings(page, file))?;
        self.problems.iter().try_for_each(|problem| write_problem(page, problem))?;
        if shows_budget { self.budget.write(page) } else { Ok(()) }
    }
}

/// One settings file with its problems; one without any is not worth a line.
fn write_settings(page: &mut Page<'_>, file: &Verdict) -> io::Result<()> {
    if file.problems.is_empty() {
        return Ok(());
    }
    let state = if file.in_force { Mark::Quiet.paint("in force") } else { Mark::Bad.paint("out of force") };
    page.line(format_args!("  settings {}  {state}", escape(&file.path)))?;
    file.problems.iter().try_for_each(|problem| write_problem(page, problem))
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

pub(super) fn write_problem(page: &mut Page<'_>, problem: &Finding) -> io::Result<()> {
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

pub(super) fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
