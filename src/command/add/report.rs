//! What `skreg add` tells.

use std::io;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde::Serialize;

use super::candidate::Candidate;
use crate::output::{Failure, Mark, Page, Report, escape};
use crate::registry::model::Routing;
use crate::registry::{LOCAL_FILE, shortened};

#[derive(Debug, Serialize)]
pub(super) struct AddReport {
    pub(super) ok: bool,
    projects: Vec<ProjectReport>,
    #[serde(skip)]
    home: PathBuf,
}

#[derive(Debug, Serialize)]
pub(super) struct ProjectReport {
    project: Option<String>,
    repo: PathBuf,
    /// `added`, `placed` (only its place on this machine is new), `known` or `failed`.
    action: &'static str,
    /// The place as written into the local file, where the registry does not lead there.
    local_repo: Option<String>,
    profile: Option<String>,
    stack: Vec<String>,
    commands: IndexMap<String, String>,
    default_branch: Option<String>,
    remote: Option<String>,
    skills: Vec<String>,
    notes: Vec<String>,
    error: Option<String>,
    hint: Option<String>,
    /// Whether a ticket can match the project.
    #[serde(skip)]
    has_signals: bool,
}

impl ProjectReport {
    fn new(repo: PathBuf, action: &'static str) -> Self {
        Self {
            project: None,
            repo,
            action,
            local_repo: None,
            profile: None,
            stack: Vec::new(),
            commands: IndexMap::new(),
            default_branch: None,
            remote: None,
            skills: Vec::new(),
            notes: Vec::new(),
            error: None,
            hint: None,
            has_signals: false,
        }
    }

    pub(super) fn added(candidate: &Candidate) -> Self {
        let project = Some(candidate.addition.name.clone());
        let local_repo = candidate.addition.local_repo.clone();
        let Some(entry) = candidate.addition.entry.clone() else {
            let notes = candidate.notes.clone();
            return Self { project, local_repo, notes, ..Self::new(candidate.root.clone(), "placed") };
        };
        Self {
            project,
            local_repo,
            profile: Some(entry.profile),
            stack: entry.stack,
            commands: entry.commands,
            default_branch: entry.default_branch,
            remote: entry.remote,
            skills: entry.skills,
            notes: candidate.notes.clone(),
            has_signals: entry.routing != Routing::default(),
            ..Self::new(candidate.root.clone(), "added")
        }
    }

    pub(super) fn known(project: String, root: PathBuf) -> Self {
        Self { project: Some(project), ..Self::new(root, "known") }
    }

    pub(super) fn failed(path: PathBuf, error: &anyhow::Error) -> Self {
        let hint = error.chain().find_map(|cause| cause.downcast_ref::<Failure>()?.hint.clone());
        Self { error: Some(format!("{error:#}")), hint, ..Self::new(path, "failed") }
    }
}

impl AddReport {
    pub(super) fn new(projects: Vec<ProjectReport>, home: &Path) -> Self {
        let ok = projects.iter().all(|project| project.error.is_none());
        Self { ok, projects, home: home.to_owned() }
    }
}

impl Report for AddReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.projects.iter().try_for_each(|project| project.write_text(page, &self.home))?;
        let new: Vec<_> =
            self.projects.iter().filter(|project| ["added", "placed"].contains(&project.action)).collect();
        let next = match new.as_slice() {
            [] if self.ok => return page.line("nothing to do: the registry has all of them"),
            [] => return Ok(()),
            new if new.iter().any(|project| project.action == "added" && !project.has_signals) => {
                "give each its components, labels and keywords in `registry.json`, then run `skreg setup`"
            }
            [_] => "`skreg setup` links it",
            _ => "`skreg setup` links them",
        };
        page.line(format_args!("{} {next}", Mark::Hint.paint("next:")))
    }
}

impl ProjectReport {
    fn write_text(&self, page: &mut Page<'_>, home: &Path) -> io::Result<()> {
        let repo = shortened(&self.repo, home);
        let repo = escape(&repo);
        if let Some(error) = &self.error {
            page.line(format_args!("{} {repo}: {}", Mark::Bad.paint("failed"), escape(error)))?;
            return match &self.hint {
                Some(hint) => page.line(format_args!("  {} {}", Mark::Hint.paint("hint:"), escape(hint))),
                None => Ok(()),
            };
        }
        let mark = if self.action == "known" { Mark::Quiet } else { Mark::Good };
        let action = mark.paint(format!("{:6}", self.action));
        page.line(format_args!("{action} {}  {repo}", escape(self.project.as_deref().unwrap_or_default())))?;
        self.write_detected(page)
    }

    fn write_detected(&self, page: &mut Page<'_>) -> io::Result<()> {
        let mut line = |name: &str, value: String| match value.is_empty() {
            true => Ok(()),
            false => page.line(format_args!("  {name:8} {}", escape(&value))),
        };
        if let Some(place) = &self.local_repo {
            line("place", format!("{place} (in `{LOCAL_FILE}`)"))?;
        }
        line("profile", self.profile.clone().unwrap_or_default())?;
        line("skills", self.skills.join(", "))?;
        line("stack", self.stack.join(", "))?;
        line("branch", self.default_branch.clone().unwrap_or_default())?;
        line("remote", self.remote.clone().unwrap_or_default())?;
        self.commands.iter().try_for_each(|(name, command)| line(name, command.clone()))?;
        self.notes.iter().try_for_each(|note| line("note", note.clone()))
    }
}
