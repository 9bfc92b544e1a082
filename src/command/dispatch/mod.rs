//! `skreg dispatch`: routes a ticket to the project it belongs to.

mod report;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use self::report::{DispatchReport, Route, SkillReport, Source, TargetProblem, TicketReport};
use super::{Context, Outcome};
use crate::dispatch::{self, Candidate, Decision, Router};
use crate::link::{self, AskGit, LinkState, Presence};
use crate::output::{Failure, escape};
use crate::profile;
use crate::registry::{Link, Project, Registry};
use crate::system::{disk, process, terminal};
use crate::ticket::{self, Ticket, TicketKey};

/// Route a ticket to the project it belongs to
///
/// A component that matches gives 10 points, a label 5, a keyword 2 (all keywords of a project at most 10). The top is taken
/// without a question when it has at least 10 points and at least twice those of the runner-up; the registry can set other
/// numbers. Otherwise skreg asks, or exits 1 with the table where nobody can be asked.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A ticket's key, a JSON file, or `-` for standard input
    ticket: String,

    /// The skill to start with, if not the project's `routing.skill`
    #[arg(long, value_name = "NAME")]
    skill: Option<String>,

    /// Take this project, whatever the scores
    #[arg(long, value_name = "NAME", conflicts_with = "yes")]
    project: Option<String>,

    /// Take the top of a close race without a question, though never of a tie
    #[arg(long, short)]
    yes: bool,

    /// Start `claude` in the repository with the skill and the ticket's key
    #[arg(long)]
    run: bool,
}

/// Routes a ticket.
///
/// # Errors
/// Where the registry or the ticket cannot be read, or `--run` cannot start `claude`.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    if args.run && context.output.is_json() {
        return Err(Failure::new("`--run` starts a session for a person, and `--json` answers a program")
            .hint("leave one of them out")
            .into());
    }
    let registry = context.registry()?;
    let (ticket, source) = read_ticket(context, &registry, &args.ticket)?;
    let router = Router::new(
        registry.projects.iter().map(|project| (project.name.as_str(), &project.entry.routing)),
        &registry.scoring,
    );
    let candidates = router.score(&ticket);
    let route = route(&registry, &candidates, args)?;
    let target = route
        .project()
        .map(|name| verify(context, &registry, registry.project(name)?, args.skill.as_deref()))
        .transpose()?;
    let report = DispatchReport::new(
        TicketReport::new(&ticket, source),
        route,
        target,
        candidates,
        registry.scoring,
        context.environment.home(),
    );
    context.output.report(&report)?;
    match args.run && report.is_ready() {
        true => start(&report),
        false => Ok(Outcome::from_ok(report.is_ready())),
    }
}

/// Reads the ticket from where its name says: standard input, Jira for a key, else a file.
fn read_ticket(context: &Context, registry: &Registry, name: &str) -> Result<(Ticket, Source)> {
    if name == "-" {
        let bytes = terminal::read_standard_input()?;
        return Ok((ticket::file::parse_ticket(&bytes, "standard input")?, Source::Stdin));
    }
    if let Some(key) = TicketKey::parse(name) {
        return Err(needs_jira(registry, &key).into());
    }
    let path = context.environment.absolute(Path::new(name));
    if disk::follow(&path).with_context(|| format!("cannot look at `{name}`"))? != disk::Target::File {
        let hint = "give a key such as `PROJ-123`, a JSON file, or `-` for standard input";
        return Err(Failure::new(format!("`{}` is no file and no ticket key", escape(name))).hint(hint).into());
    }
    let bytes = disk::read_bytes(&path).with_context(|| format!("cannot read the ticket `{name}`"))?;
    Ok((ticket::file::parse_ticket(&bytes, name)?, Source::File))
}

fn needs_jira(registry: &Registry, key: &TicketKey) -> Failure {
    match &registry.jira_url {
        None => Failure::new(format!("`{key}` is a Jira key, and no Jira address is set"))
            .hint("set `jira.url` in `registry.json`; a ticket in a file needs none: `skreg dispatch ./ticket.json`"),
        Some(url) => {
            Failure::new(format!("`{key}` stands in Jira at {}, which this version does not read", escape(url)))
                .hint("save the issue as JSON and give the file: `skreg dispatch ./ticket.json`")
        }
    }
}

/// Decides by the rule, by a flag or by asking.
fn route(registry: &Registry, candidates: &[Candidate], args: &Args) -> Result<Route> {
    if let Some(name) = &args.project {
        return Ok(Route::Chosen(registry.project(name)?.name.clone()));
    }
    match dispatch::decide(candidates, &registry.scoring) {
        Decision::Automatic(top) => Ok(Route::Auto(top.project.clone())),
        Decision::Ask { closest, tied: false } if args.yes => Ok(Route::Chosen(closest.project.clone())),
        Decision::Ask { tied, .. } => ask(candidates, tied),
        Decision::NoMatch => Ok(Route::None),
    }
}

/// Asks the person at the terminal, if there is one.
fn ask(candidates: &[Candidate], tied: bool) -> Result<Route> {
    if !terminal::can_ask() {
        return Ok(Route::Ask { tied });
    }
    let mut choices: Vec<_> = candidates.iter().map(report::choice).collect();
    choices.push("none of these".to_owned());
    let question = if tied {
        "The first place is shared. Where does it belong?"
    } else {
        "It is a close race. Where does it belong?"
    };
    let chosen = terminal::choose(question, &choices)?.and_then(|index| candidates.get(index));
    Ok(chosen.map_or(Route::Ask { tied }, |candidate| Route::Chosen(candidate.project.clone())))
}

/// A project that a ticket is routed to, and whether work can start there.
struct Target {
    repo: PathBuf,
    skill: Option<SkillReport>,
    problems: Vec<TargetProblem>,
}

/// Verifies that the project is present, linked, and has the skill.
fn verify(context: &Context, registry: &Registry, project: &Project, skill: Option<&str>) -> Result<Target> {
    let mut problems = Vec::new();
    problems.extend(link_problem(context, registry, project)?);
    let name = skill.map(str::to_owned).or_else(|| project.entry.routing.skill.clone());
    let skills = profile::skills(registry, &project.entry.profile)?;
    let skill = name.map(|name| SkillReport { available: skills.iter().any(|skill| skill.name == name), name });
    if let Some(missing) = skill.as_ref().filter(|skill| !skill.available) {
        let known = skills.iter().map(|skill| format!("`{}`", skill.name)).collect::<Vec<_>>().join(", ");
        let message = format!("the profile `{}` has no skill `{}`", project.entry.profile, missing.name);
        problems.push(TargetProblem::new(
            "skill_missing",
            message,
            format!("it has {}", if known.is_empty() { "none" } else { &known }),
        ));
    }
    Ok(Target { repo: project.repo.clone(), skill, problems })
}

fn link_problem(context: &Context, registry: &Registry, project: &Project) -> Result<Option<TargetProblem>> {
    let (name, shown) = (&project.name, context.shown(&project.repo));
    let repair = || format!("run `skreg setup {name}`; `skreg status {name}` tells more");
    let owner = context.owner(registry)?;
    let presence = link::observe_project(registry, project, &owner, context.environment.home(), AskGit::BeforeAChange);
    Ok(match presence {
        Presence::Absent => {
            let remote = project.entry.remote.as_deref().unwrap_or("<its remote>");
            Some(TargetProblem::new(
                "absent",
                format!("`{shown}` is not on this machine"),
                format!("run `git clone {remote} {shown}`, then `skreg setup {name}`"),
            ))
        }
        Presence::NotARepo => {
            Some(TargetProblem::new("not_a_repo", format!("`{shown}` is no git repository"), repair()))
        }
        Presence::Error(error) => Some(TargetProblem::new("error", format!("{error:#}"), repair())),
        Presence::Present(_) if project.link == Link::Off => {
            let hint = format!("run `skreg setup {name} --link auto` to link it again");
            Some(TargetProblem::new("off", "linking is turned off here".to_owned(), hint))
        }
        Presence::Present(worktree) => {
            let in_order = worktree.spots.iter().filter_map(link::link_state).all(|state| state == LinkState::Ok);
            (!in_order).then(|| {
                TargetProblem::new("not_linked", format!("`{shown}` is not linked as the registry says"), repair())
            })
        }
    })
}

/// Starts a session in the repository, with an argument vector and no shell.
fn start(report: &DispatchReport) -> Result<Outcome> {
    let (repo, prompt) = report.session()?;
    let code = process::run_in(repo, "claude", &[prompt]).map_err(|error| {
        let failure = Failure::new(format!("{error:#}"));
        failure.hint("install Claude Code, or start the session by hand as the last line says")
    })?;
    Ok(Outcome::from_ok(code == Some(0)))
}
