//! Where the ticket is read from.

use std::path::Path;

use anyhow::{Context as _, Result};

use super::extra::Extra;
use super::report::{Source, TicketReport};
use crate::command::Context;
use crate::jira::Jira;
use crate::jira::settings::{self, Inputs, Permission, Settings};
use crate::json_edit;
use crate::output::Failure;
use crate::registry::{self, Registry, read_user_file, user_file_path};
use crate::system::{disk, terminal};
use crate::ticket::{self, Ticket, TicketKey};

/// Reads the ticket from where its name says: standard input, Jira for a key, else a file.
pub(super) fn read_ticket(
    context: &Context,
    registry: &Registry,
    name: &str,
    jira_url: Option<&str>,
) -> Result<(Ticket, TicketReport)> {
    let (ticket, source) = if name == "-" {
        let bytes = terminal::read_standard_input()?;
        (ticket::file::parse_ticket(&bytes, "standard input")?, Source::Stdin)
    } else if let Some(key) = TicketKey::parse(name) {
        return read_issue(context, registry, &key, jira_url);
    } else {
        (read_file(context, name)?, Source::File)
    };
    let report = TicketReport::new(&ticket, source);
    Ok((ticket, report))
}

/// Reads a ticket from Jira; where it has moved, both keys are told.
fn read_issue(
    context: &Context,
    registry: &Registry,
    key: &TicketKey,
    jira_url: Option<&str>,
) -> Result<(Ticket, TicketReport)> {
    let settings =
        jira_settings(context, registry, jira_url).with_context(|| format!("cannot read `{key}` from Jira"))?;
    let jira = Jira::connect(&settings, context.clock, &context.output)?;
    let mut ticket = jira.issue(key)?;
    Extra::new(&jira, &registry.scoring, &context.output).complete(&mut ticket);
    let moved = ticket.key.as_deref().is_some_and(|found| found != key.as_str());
    let report = TicketReport::new(&ticket, Source::Jira).moved_from(moved.then(|| key.to_string()));
    Ok((ticket, report))
}

fn read_file(context: &Context, name: &str) -> Result<Ticket> {
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
    let bytes = disk::read_stream(&path).with_context(|| format!("cannot read the ticket `{name}`"))?;
    Ok(ticket::file::parse_ticket(&bytes, name)?)
}

/// Which Jira is asked and with which credential, once it may go there: it was named together with the host, or the person at
/// the terminal says so, which is recorded.
pub(in crate::command) fn jira_settings(
    context: &Context,
    registry: &Registry,
    jira_url: Option<&str>,
) -> Result<Settings> {
    let user = read_user_file(&context.environment)?;
    let inputs = Inputs::observe(&context.environment, jira_url, registry.jira_url.as_deref(), user.clone());
    let settings = Settings::resolve(&inputs)?;
    settings.notes.iter().for_each(|note| context.output.note(format_args!("note: {note}")));
    match settings::permission(&settings.credential, &settings.address, &user) {
        Permission::Allowed => Ok(settings),
        Permission::Refused { reason, hint } => Err(Failure::new(reason).hint(hint).into()),
        Permission::AskOnce if !context.output.is_json() && terminal::can_ask() => {
            let question = settings::question(&settings.credential, &settings.address);
            match terminal::choose(&question, &["yes".to_owned()])? {
                Some(_) => record_host(context, &settings).map(|()| settings),
                None => Err(settings::unanswered(&settings.credential, &settings.address).into()),
            }
        }
        Permission::AskOnce => Err(settings::unanswered(&settings.credential, &settings.address).into()),
    }
}

fn record_host(context: &Context, settings: &Settings) -> Result<()> {
    let _lock = context.lock()?;
    let path = user_file_path(&context.environment);
    disk::make_folders(context.environment.config_folder())?;
    let host = settings.address.host().to_string();
    json_edit::change_file(&path, |text| registry::with_jira_host(text, &host))
}
