//! `skreg list`: the projects in a table.

use std::io;
use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::{Context, Outcome};
use crate::output::{Page, Report, Table};
use crate::profile::{self, Item};
use crate::registry::{Project, Registry, shortened};
use crate::system::disk;

/// Show the projects in a table
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Show the skills and agents of each project instead of its signals
    #[arg(long)]
    skills: bool,
}

#[derive(Debug, Serialize)]
struct ListReport {
    projects: Vec<ProjectRow>,
    #[serde(skip)]
    skills: bool,
    #[serde(skip)]
    home: PathBuf,
}

#[derive(Debug, Serialize)]
struct ProjectRow {
    project: String,
    repo: PathBuf,
    exists: bool,
    profile: String,
    stack: Vec<String>,
    components: Vec<String>,
    labels: Vec<String>,
    keywords: Vec<String>,
    skills: Vec<Item>,
    agents: Vec<Item>,
}

/// Shows the projects.
///
/// # Errors
/// Where the registry or a profile cannot be read.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let registry = context.registry()?;
    let projects = registry.projects.iter().map(|project| row(&registry, project)).collect::<Result<_>>()?;
    context.output.report(&ListReport {
        projects,
        skills: args.skills,
        home: context.environment.home().to_owned(),
    })?;
    Ok(Outcome::InOrder)
}

fn row(registry: &Registry, project: &Project) -> Result<ProjectRow> {
    let entry = &project.entry;
    Ok(ProjectRow {
        project: project.name.clone(),
        exists: disk::is_folder(&project.repo),
        repo: project.repo.clone(),
        profile: entry.profile.clone(),
        stack: entry.stack.clone(),
        components: entry.routing.components.clone(),
        labels: entry.routing.labels.clone(),
        keywords: entry.routing.keywords.clone(),
        skills: profile::skills(registry, &entry.profile)?,
        agents: profile::agents(registry, &entry.profile)?,
    })
}

impl Report for ListReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.projects.is_empty() {
            return page.line("no projects yet: `skreg add <path>` registers a repository");
        }
        let headings: &[&str] = match self.skills {
            true => &["PROJECT", "PROFILE", "SKILLS", "AGENTS"],
            false => &["PROJECT", "REPOSITORY", "PROFILE", "STACK", "COMPONENTS", "LABELS", "KEYWORDS"],
        };
        let mut table = Table::new(headings);
        for project in &self.projects {
            let name = project.project.clone();
            table.row(match self.skills {
                true => vec![name, project.profile.clone(), items(&project.skills), items(&project.agents)],
                false => vec![
                    name,
                    self.repo(project),
                    project.profile.clone(),
                    words(&project.stack),
                    words(&project.components),
                    words(&project.labels),
                    words(&project.keywords),
                ],
            });
        }
        table.write(page)
    }
}

impl ListReport {
    fn repo(&self, project: &ProjectRow) -> String {
        let place = shortened(&project.repo, &self.home);
        if project.exists { place } else { format!("{place} (absent)") }
    }
}

fn words(words: &[String]) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join(", ") }
}

fn items(items: &[Item]) -> String {
    let shown = |item: &Item| match item.from {
        profile::From::Profile => item.name.clone(),
        profile::From::Shared => format!("{} (shared)", item.name),
    };
    words(&items.iter().map(shown).collect::<Vec<_>>())
}
