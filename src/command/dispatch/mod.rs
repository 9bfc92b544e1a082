//! `skreg dispatch`: routes a ticket to the project it belongs to.

mod report;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use self::report::{DispatchReport, Route, SkillReport, Source, TargetProblem, TicketReport};
use super::{Context, Outcome, clone_hint};
use crate::dispatch::{self, Candidate, Decision, Router};
use crate::link::{self, AskGit, LinkState, Presence};
use crate::output::{Failure, quoted};
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
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
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
    let ticket = TicketReport::new(&ticket, source);
    let route = route(context, &registry, &ticket, &candidates, args)?;
    let target = route
        .project()
        .map(|name| verify(context, &registry, registry.project(name)?, args.skill.as_deref()))
        .transpose()?;
    let report = DispatchReport::new(ticket, route, target, candidates, registry.scoring, context.environment.home());
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
    let refused = |message: String| {
        // The address of a ticket in a browser ends in its key.
        let key = name.starts_with("http").then(|| TicketKey::parse(name.rsplit('/').next()?)).flatten();
        let key = key.map_or("a key such as `PROJ-123`".to_owned(), |key| format!("the key alone, `{key}`"));
        Failure::new(message).hint(format!("give {key}, a JSON file, or `-` for standard input"))
    };
    match disk::follow(&path) {
        Ok(disk::Target::File) => {}
        Ok(disk::Target::Directory) => {
            return Err(refused(format!("`{name}` is a folder, and a ticket is a file")).into());
        }
        Ok(disk::Target::Missing | disk::Target::Loop) => {
            return Err(refused(format!("`{name}` is no file and no ticket key")).into());
        }
        Err(error) => return Err(refused(format!("cannot look at `{name}`: {error}")).into()),
    }
    let bytes = disk::read_bytes(&path).with_context(|| format!("cannot read the ticket `{name}`"))?;
    Ok((ticket::file::parse_ticket(&bytes, name)?, Source::File))
}

fn needs_jira(registry: &Registry, key: &TicketKey) -> Failure {
    match &registry.jira_url {
        None => Failure::new(format!("`{key}` is a Jira key, and no Jira address is set"))
            .hint("set `jira.url` in `registry.json`; a ticket in a file needs none: `skreg dispatch ./ticket.json`"),
        Some(url) => Failure::new(format!("`{key}` stands in Jira at {}, which this version does not read", url))
            .hint("save the issue as JSON and give the file: `skreg dispatch ./ticket.json`"),
    }
}

/// Decides by the rule, by a flag or by asking.
fn route(
    context: &Context,
    registry: &Registry,
    ticket: &TicketReport,
    candidates: &[Candidate],
    args: &Args,
) -> Result<Route> {
    if let Some(name) = &args.project {
        return Ok(Route::Chosen(registry.project(name)?.name.clone()));
    }
    match dispatch::decide(candidates, &registry.scoring) {
        Decision::Automatic(top) => Ok(Route::Auto(top.project.clone())),
        Decision::Ask { closest, tied: false } if args.yes => Ok(Route::Chosen(closest.project.clone())),
        // A program that asked for JSON cannot answer, even where a terminal stands behind it.
        Decision::Ask { tied, .. } if context.output.is_json() || !terminal::can_ask() => Ok(Route::Ask { tied }),
        Decision::Ask { tied, .. } => ask(ticket, candidates, tied),
        Decision::NoMatch => Ok(Route::None),
    }
}

/// Asks the person at the terminal.
fn ask(ticket: &TicketReport, candidates: &[Candidate], tied: bool) -> Result<Route> {
    let why = if tied { "the first place is shared" } else { "no project is far enough ahead" };
    let question = format!("{}\n{why}; where does it belong?", ticket.names().join("  "));
    let choices: Vec<_> = candidates.iter().map(report::choice).collect();
    let chosen = terminal::choose(&question, &choices)?.and_then(|index| candidates.get(index));
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
        let message = format!("the profile `{}` has no skill `{}`", project.entry.profile, missing.name);
        let known: Vec<_> = skills.iter().map(|skill| format!("`{}`", skill.name)).collect();
        let hint = match crate::json_edit::nearest(&missing.name, skills.iter().map(|skill| skill.name.as_str())) {
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
    let presence = link::observe_project(registry, project, &owner, context.environment.home(), AskGit::BeforeAChange);
    Ok(match presence {
        Presence::Absent => {
            let hint = clone_hint(project, context.environment.home());
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
        Presence::Present(worktree) => {
            let in_order = worktree.spots.iter().filter_map(link::link_state).all(|state| state == LinkState::Ok);
            (!in_order).then(|| {
                let hint = format!("run `skreg setup {}`; {}", quoted(name), tells_more());
                TargetProblem::new("not_linked", format!("`{shown}` is not linked as the registry says"), hint)
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
