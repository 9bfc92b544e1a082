//! Every ticket that a query finds.

use anyhow::Result;
use serde_json::Value;

use super::{Args, Complete};
use crate::command::Context;
use crate::command::dispatch::{Extra, jira_settings, refuse_empty};
use crate::jira::Jira;
use crate::output::Problem;
use crate::registry::Registry;
use crate::ticket::issue::Fault;
use crate::ticket::labelled::LabelFrom;

/// Reads every ticket that a query finds, with what its label is read from and the time it was made.
pub(super) fn read<T>(
    context: &Context,
    registry: &Registry,
    args: &Args,
    jql: &str,
    parse: impl Fn(&Value, Complete<'_>) -> Result<T, Vec<Fault>>,
    mut take: impl FnMut(Result<T, Problem>),
) -> Result<()> {
    refuse_empty(jql)?;
    let settings = jira_settings(context, registry, args.jira_url.as_deref())?;
    let jira = Jira::connect(&settings, context.clock, &context.output)?;
    let mut extra = Extra::new(&jira, &registry.scoring, &context.output);
    let progress = context.output.progress();
    let label = match args.label_from() {
        LabelFrom::Field(name) => Some(name.as_str()),
        LabelFrom::Expected | LabelFrom::Component | LabelFrom::Project => None,
    };
    let more_fields: Vec<_> = ["created"].into_iter().chain(label).collect();
    jira.search_issues(jql, &more_fields, |issues, total| {
        progress.expect(total);
        for issue in &issues {
            progress.step();
            let parsed = progress.aside(|| parse(issue, &mut |ticket| extra.complete(ticket)));
            take(parsed.map_err(|faults| problem_of(issue, faults)));
        }
        Ok(())
    })
}

fn problem_of(issue: &Value, faults: Vec<Fault>) -> Problem {
    let first = faults.into_iter().next().expect("what cannot be read has a fault");
    let file = issue["key"].as_str().unwrap_or("a ticket without a key").to_owned();
    let Fault { pointer, message, hint } = first;
    Problem { file, line: None, column: None, pointer: Some(pointer), message, hint: Some(hint) }
}
