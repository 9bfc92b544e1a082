//! `skreg dispatch`: routes a ticket to the project it belongs to.

mod account;
mod dispatcher;
mod extra;
mod many;
mod opinion;
mod report;
mod route;
mod source;
mod target;
mod text;

use anyhow::Result;

pub(super) use self::dispatcher::{Dispatcher, Weighed};
pub(super) use self::extra::Extra;
pub(super) use self::many::refuse_empty;
use self::report::{DispatchReport, TicketReport};
use self::route::Route;
pub(super) use self::source::jira_settings;
use super::{Context, Outcome};
use crate::dispatch::Doubt;
use crate::jira::open_tickets;
use crate::output::Failure;
use crate::registry::Registry;
use crate::system::{process, terminal};

/// Route a ticket to the project it belongs to
///
/// A ticket that names the repository of exactly one project (the address of its `remote` or of a page below it, or
/// `owner/name#12`) goes there. Otherwise points decide: a component that matches gives 10, a label 5, a keyword 2 (all keywords of
/// a project at most 10), and the Jira project that the ticket stands in 10, divided by the projects that claim it. The top is
/// taken without a question when it has at least 10 points and at least twice those of the runner-up, unless the ticket names the
/// repositories of other projects. A project with a match of its `exclude` is left out. The registry can set other numbers.
/// Otherwise skreg asks, or exits 1 with the table where nobody can be asked.
///
/// A text model that `skreg learn` made orders the choices. With `"strict": true` in the registry's `scoring` it must agree before
/// points route without a question; with `"text": true` it decides where nothing but words of the text speaks, if it is as sure as
/// `text_min`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A ticket's key, a JSON file, or `-` for standard input
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    #[arg(required_unless_present_any = ["jql", "open", "whoami"], conflicts_with_all = ["jql", "open", "whoami"])]
    ticket: Option<String>,

    /// Route every ticket that this Jira query finds, without a question
    #[arg(long, value_name = "QUERY", conflicts_with_all = ["whoami", "run"])]
    jql: Option<String>,

    /// Route every open ticket of this Jira project, without a question
    #[arg(long, value_name = "KEY", conflicts_with_all = ["jql", "whoami", "run"])]
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    open: Option<String>,

    /// With `--open`: only tickets of this component; may be repeated
    #[arg(long = "component", value_name = "NAME", requires = "open")]
    components: Vec<String>,

    /// Tell which Jira is asked, with which credential, and who one is there
    #[arg(long, conflicts_with_all = ["skill", "project", "yes", "run"])]
    whoami: bool,

    /// The address of Jira, if not the one of `SKREG_JIRA_URL` or the registry
    #[arg(long, value_name = "URL")]
    jira_url: Option<String>,

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
    // Before anybody is asked or waited for.
    args.project.as_deref().map(|name| registry.project(name)).transpose()?;
    if args.whoami {
        return account::run(context, &registry, args);
    }
    let open = args.open.as_ref().map(|project| open_tickets(project, &args.components));
    match (&args.ticket, args.jql.as_ref().or(open.as_ref())) {
        (Some(ticket), _) => one(context, &registry, args, ticket),
        (None, Some(jql)) => many::run(context, &registry, args, jql),
        (None, None) => unreachable!("clap asks for a ticket or a query"),
    }
}

/// Routes one ticket.
fn one(context: &Context, registry: &Registry, args: &Args, name: &str) -> Result<Outcome> {
    let (ticket, shown) = source::read_ticket(context, registry, name, args.jira_url.as_deref())?;
    let dispatcher = Dispatcher::new(context, registry)?;
    let weighed = dispatcher.weigh(&ticket);
    let route = match dispatcher.decide(&weighed, args.project.as_deref(), args.yes) {
        // A program that asked for JSON cannot answer, even where a terminal stands behind it.
        Route::Ask(doubt) if can_ask(context) => ask(&shown, &weighed, Some(doubt))?,
        // What the model would choose is worth a question where nothing has points.
        Route::None if can_ask(context) && !weighed.choices().is_empty() => ask(&shown, &weighed, None)?,
        route => route,
    };
    let verify = |name: &str| target::verify(context, registry, registry.project(name)?, args.skill.as_deref());
    let target = route.project().map(verify).transpose()?;
    let ticket = shown;
    let report = DispatchReport::new(ticket, route, target, weighed, registry.scoring, context.environment.home());
    context.output.report(&report)?;
    match args.run && report.is_ready() {
        true => start(&report),
        false => Ok(Outcome::from_ok(report.is_ready())),
    }
}

fn can_ask(context: &Context) -> bool {
    !context.output.is_json() && terminal::can_ask()
}

/// Asks the person at the terminal, the likeliest first; where a contradiction is the reason, the projects that are ruled out are
/// choices, too.
fn ask(ticket: &TicketReport, weighed: &Weighed, doubt: Option<Doubt>) -> Result<Route> {
    let why = match doubt {
        Some(Doubt::Unclear) => "no project is far enough ahead",
        Some(Doubt::Tied) => "the first place is shared",
        Some(Doubt::NotNamed) => "the ticket names the repositories of other projects",
        Some(Doubt::OnlyNamed) => "the ticket names the repositories of several projects",
        Some(Doubt::Excluded) => "what the ticket names is excluded",
        Some(Doubt::Disagreed) => "the text model does not agree with the points",
        None => "no project has points",
    };
    let question = format!("{}\n{why}; where does it belong?", ticket.names().join("  "));
    let excluded = weighed.scored.excluded.iter().filter(|_| doubt == Some(Doubt::Excluded));
    let likely =
        weighed.choices().into_iter().map(|found| (found.project.clone(), text::choice(&found, weighed, ticket)));
    let excluded = excluded.map(|found| (found.project.clone(), text::excluded_choice(found, ticket)));
    let (names, choices): (Vec<_>, Vec<_>) = likely.chain(excluded).unzip();
    let chosen = terminal::choose(&question, &choices)?.and_then(|index| names.get(index).cloned());
    Ok(chosen.map_or(doubt.map_or(Route::None, Route::Ask), Route::Chosen))
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
