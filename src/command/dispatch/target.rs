//! Whether work can start in the project that a ticket is routed to.

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use crate::command::{Context, clone_hint};
use crate::json_edit;
use crate::link::{self, AskGit, LinkState, Manner, Observer, Presence};
use crate::output::{escape, quoted};
use crate::profile;
use crate::registry::{Link, Project, Registry};

/// The skill that work starts with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct SkillReport {
    pub(super) name: String,
    pub(super) available: bool,
}

/// Why work cannot start in the project.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TargetProblem {
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) hint: String,
}

impl TargetProblem {
    pub(super) fn new(code: &'static str, message: String, hint: String) -> Self {
        Self { code, message, hint }
    }

    /// The problem of a project beside an answer about many tickets.
    pub(super) fn note(&self, project: &str) -> String {
        escape(&format!("note: {project}: {}: {}", self.message, self.hint)).into_owned()
    }
}

/// A project that a ticket is routed to, and whether work can start there.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) repo: PathBuf,
    pub(super) skill: Option<SkillReport>,
    pub(super) problems: Vec<TargetProblem>,
}

/// Verifies that the project is present, linked, and has the skill.
pub(super) fn verify(context: &Context, registry: &Registry, project: &Project, skill: Option<&str>) -> Result<Target> {
    let mut problems = Vec::new();
    problems.extend(link_problem(context, registry, project)?);
    let name = skill.map(str::to_owned).or_else(|| project.entry.routing.skill.clone());
    let skills = profile::skills(registry, &project.entry.profile)?;
    let skill = name.map(|name| SkillReport { available: skills.iter().any(|skill| skill.name == name), name });
    if let Some(missing) = skill.as_ref().filter(|skill| !skill.available) {
        let message = format!("the profile `{}` has no skill `{}`", project.entry.profile, missing.name);
        let known: Vec<_> = skills.iter().map(|skill| format!("`{}`", skill.name)).collect();
        let hint = match json_edit::nearest(&missing.name, skills.iter().map(|skill| skill.name.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it has no skills at all".to_owned(),
            None => format!("it has {}", known.join(", ")),
        };
        problems.push(TargetProblem::new("skill_missing", message, hint));
    }
    Ok(Target { repo: project.repo.clone(), skill, problems })
}

/// Why the project cannot be worked in, if it cannot.
fn link_problem(context: &Context, registry: &Registry, project: &Project) -> Result<Option<TargetProblem>> {
    let (name, shown) = (&project.name, context.shown(&project.repo));
    let tells_more = || format!("`skreg status {}` tells more", quoted(name));
    let owner = context.owner(registry)?;
    let home = context.environment.home();
    let observer = Observer { registry, owner: &owner, home, ask: AskGit::Tracked };
    Ok(match observer.project(project, Manner::of(project)) {
        Presence::Absent => {
            let hint = clone_hint(project, home);
            Some(TargetProblem::new("absent", format!("`{shown}` is not on this machine"), hint))
        }
        Presence::NotARepo => {
            let message = format!("`{shown}` is no git repository of its own");
            Some(TargetProblem::new("not_a_repo", message, tells_more()))
        }
        Presence::Error(error) => Some(TargetProblem::new("error", format!("{error:#}"), tells_more())),
        Presence::Present(_) if project.link == Link::Off => {
            let hint = format!("run `skreg setup {} --link auto` to link it again", quoted(name));
            Some(TargetProblem::new("off", "linking is turned off here".to_owned(), hint))
        }
        Presence::Present(observation) => {
            let own = observation.worktrees.first().map(|worktree| worktree.spots()).unwrap_or_default();
            let is_fine = |state| matches!(state, LinkState::Ok | LinkState::Shadowed);
            let in_order = own.into_iter().filter_map(link::link_state).all(is_fine);
            (!in_order).then(|| {
                let hint = format!("run `skreg setup {}`; {}", quoted(name), tells_more());
                TargetProblem::new("not_linked", format!("`{shown}` is not linked as the registry says"), hint)
            })
        }
    })
}
