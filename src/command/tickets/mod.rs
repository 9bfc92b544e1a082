//! Labelled tickets, for the commands that measure or learn: from a file, standard input, or a query.
//!
//! They go by one after the other and in their order, so that memory does not grow with them. A command says what it makes of each
//! ticket (on several threads where they come from a file), and takes what comes of it.

mod intake;
mod lines;
mod query;

use anyhow::Result;
use serde_json::Value;

pub(super) use self::intake::{Intake, IntakeReport};
use super::Context;
use crate::output::Problem;
use crate::registry::Registry;
use crate::ticket::Ticket;
use crate::ticket::issue::Fault;
use crate::ticket::labelled::LabelFrom;

/// Adds to a ticket what its source does not carry; it may ask Jira, so it is called only for tickets that count, and after the label
/// was taken off.
pub(super) type Complete<'c> = &'c mut dyn FnMut(&mut Ticket);

/// Where labelled tickets come from, as it stands on the command line.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// A file of labelled tickets, or `-` for standard input
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    #[arg(required_unless_present = "jql", conflicts_with = "jql")]
    tickets: Option<String>,

    /// Read every ticket that this Jira query finds
    #[arg(long, value_name = "QUERY", requires = "label_from")]
    jql: Option<String>,

    /// Where a ticket names its project: `component`, `project` (its Jira project), or `field:NAME`, if not in `expected`
    ///
    /// The name is that of a project of the registry; a component may also be one that a project claims. With `component` the
    /// components are the answer, so they are left out of the score. A field has the name of Jira's REST API, such as
    /// `field:customfield_10010`.
    #[arg(long, value_name = "FROM", value_parser = parse_label_from)]
    label_from: Option<LabelFrom>,

    /// The address of Jira, if not the one of `SKREG_JIRA_URL` or the registry
    #[arg(long, value_name = "URL", requires = "jql")]
    jira_url: Option<String>,
}

impl Args {
    /// Where a ticket names its project.
    pub(super) fn label_from(&self) -> &LabelFrom {
        self.label_from.as_ref().unwrap_or(&LabelFrom::Expected)
    }

    /// Reads the tickets: `parse` makes something of each, completing it first, which `take` is given, or why the ticket cannot be read. `doing` is for the
    /// person who waits, such as "measuring on".
    ///
    /// # Errors
    /// Where the file cannot be read to its end, or Jira does not give the tickets.
    pub(super) fn read<T: Send>(
        &self,
        context: &Context,
        registry: &Registry,
        doing: &str,
        parse: impl Fn(&Value, Complete<'_>) -> Result<T, Vec<Fault>> + Sync,
        take: impl FnMut(Result<T, Problem>),
    ) -> Result<()> {
        match (&self.tickets, &self.jql) {
            (Some(name), _) => lines::read(context, name, doing, parse, take),
            (None, Some(jql)) => query::read(context, registry, self, jql, parse, take),
            (None, None) => unreachable!("clap asks for a file or a query"),
        }
    }
}

fn parse_label_from(text: &str) -> Result<LabelFrom, String> {
    match text {
        "component" => Ok(LabelFrom::Component),
        "project" => Ok(LabelFrom::Project),
        _ => match text.strip_prefix("field:").filter(|name| !name.is_empty()) {
            Some(name) => Ok(LabelFrom::Field(name.to_owned())),
            None => Err("it is `component`, `project`, or `field:` and the name of a field".to_owned()),
        },
    }
}
