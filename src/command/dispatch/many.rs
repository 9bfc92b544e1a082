//! `skreg dispatch --jql`: routes every ticket of a query.

use std::collections::HashMap;
use std::io;

use anyhow::Result;
use serde::Serialize;

use super::dispatcher::Dispatcher;
use super::report::{DispatchReport, Source, TicketReport};
use super::target::{self, Target};
use super::{Args, Extra, source};
use crate::command::{Context, Outcome};
use crate::jira::Jira;
use crate::output::{Failure, Page, Report, Table};
use crate::registry::Registry;
use crate::ticket::Ticket;

/// Routes every ticket that the query finds: one JSON object a line for programs, a table at the end for people.
pub(super) fn run(context: &Context, registry: &Registry, args: &Args, jql: &str) -> Result<Outcome> {
    refuse_empty(jql)?;
    let dispatcher = Dispatcher::new(context, registry)?;
    let settings = source::jira_settings(context, registry, args.jira_url.as_deref())?;
    let jira = Jira::connect(&settings, context.clock, &context.output)?;
    let mut many = Many { context, registry, args, dispatcher, targets: HashMap::new(), answer: Answer::default() };
    let mut extra = Extra::new(&jira, &registry.scoring, &context.output);
    let progress = context.output.progress();
    jira.search(jql, |tickets, total| {
        progress.expect(total);
        for mut ticket in tickets {
            progress.step();
            progress.aside(|| {
                ticket.iter_mut().for_each(|ticket| extra.complete(ticket));
                many.take(ticket)
            })?;
        }
        Ok(())
    })?;
    drop(progress);
    let undecided = many.answer.tickets.iter().any(|ticket| ticket.undecided) || many.answer.unread > 0;
    if !context.output.is_json() {
        context.output.report(&many.answer)?;
    }
    Ok(Outcome::from_ok(!undecided))
}

/// Refuses a query that says nothing.
pub(in crate::command) fn refuse_empty(jql: &str) -> Result<()> {
    if jql.trim().is_empty() {
        return Err(Failure::new("the query is empty, which would ask for every ticket")
            .hint("give a query such as `project = PROJ AND statusCategory != Done`")
            .into());
    }
    Ok(())
}

struct Many<'m> {
    context: &'m Context,
    registry: &'m Registry,
    args: &'m Args,
    dispatcher: Dispatcher<'m>,
    /// What was found of the projects that tickets went to.
    targets: HashMap<String, Target>,
    answer: Answer,
}

/// The table; the tickets' own texts are not kept.
#[derive(Debug, Default, Serialize)]
struct Answer {
    tickets: Vec<Row>,
    unread: usize,
}

#[derive(Debug, Serialize)]
struct Row {
    cells: [String; 5],
    undecided: bool,
}

impl Many<'_> {
    /// Routes one ticket, or tells why it cannot be read.
    fn take(&mut self, ticket: Result<Ticket, String>) -> Result<()> {
        match ticket {
            Ok(ticket) => self.route(&ticket),
            Err(reason) => {
                self.answer.unread += 1;
                self.context.output.note(format_args!("note: cannot read {reason}"));
                Ok(())
            }
        }
    }

    fn route(&mut self, ticket: &Ticket) -> Result<()> {
        let weighed = self.dispatcher.weigh(ticket);
        let route = self.dispatcher.decide(&weighed, self.args.project.as_deref(), self.args.yes);
        let target = route.project().map(|name| self.target(name)).transpose()?;
        let home = self.context.environment.home();
        let shown = TicketReport::new(ticket, Source::Jira);
        let report = DispatchReport::new(shown, route, target, weighed, self.registry.scoring, home);
        if self.context.output.is_json() {
            self.context.output.json_line(&report)?;
        }
        let undecided = matches!(report.decision(), "ask" | "none");
        self.answer.tickets.push(Row { cells: report.row(), undecided });
        Ok(())
    }

    fn target(&mut self, name: &str) -> Result<Target> {
        if let Some(target) = self.targets.get(name) {
            return Ok(target.clone());
        }
        let project = self.registry.project(name)?;
        let target = target::verify(self.context, self.registry, project, self.args.skill.as_deref())?;
        if !self.context.output.is_json() {
            // Once for all tickets that go there: the table has no room for it.
            target.problems.iter().for_each(|problem| self.context.output.note(problem.note(name)));
        }
        self.targets.insert(name.to_owned(), target.clone());
        Ok(target)
    }
}

impl Report for Answer {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        if !self.tickets.is_empty() {
            let mut table = Table::new(&["KEY", "SUMMARY", "DECISION", "PROJECT", "SCORE"]);
            self.tickets.iter().for_each(|row| table.row(&row.cells));
            table.write(page)?;
        }
        let count = |word: &str| self.tickets.iter().filter(|row| row.cells[2] == word).count();
        let told = [
            ("linked", "linked"),
            ("auto", "routed"),
            ("chosen", "chosen"),
            ("ask", "to ask about"),
            ("none", "without a match"),
        ];
        let told = told.iter().map(|(word, shown)| (count(word), *shown)).chain([(self.unread, "unreadable")]);
        let told: Vec<_> =
            told.filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
        match told.is_empty() {
            true => page.line("the query finds no ticket"),
            false => page.line(told.join(", ")),
        }
    }
}
