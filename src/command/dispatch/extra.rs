//! What more Jira is asked about a ticket, where the registry wants it: web links, and the components of its parent.

use std::collections::HashMap;

use crate::jira::Jira;
use crate::output::{Failure, Output, escape};
use crate::registry::model::Scoring;
use crate::ticket::{Parent, Ticket, TicketKey};

/// After so many failures in a row nothing more is asked: each of them may have taken long.
const MOST_FAILURES: u32 = 3;

/// Asks for what tickets of a Jira do not carry themselves. What fails is told once, and routing goes on without it.
pub(in crate::command) struct Extra<'j> {
    jira: &'j Jira<'j>,
    output: &'j Output,
    /// Whether the web links of each ticket are wanted.
    links: bool,
    /// Whether the components of a parent are wanted.
    parents: bool,
    /// The components by the key of the parent, also where they could not be read.
    known: HashMap<TicketKey, Option<Vec<String>>>,
    failures: u32,
}

impl<'j> Extra<'j> {
    pub(in crate::command) fn new(jira: &'j Jira<'j>, scoring: &Scoring, output: &'j Output) -> Self {
        let (links, parents) = (scoring.linked && scoring.remote_links, scoring.parent);
        Self { jira, output, links, parents, known: HashMap::new(), failures: 0 }
    }

    /// Adds what the registry wants to a ticket.
    pub(in crate::command) fn complete(&mut self, ticket: &mut Ticket) {
        if let Some(key) = ticket.key.as_deref().and_then(TicketKey::parse).filter(|_| self.links) {
            let jira = self.jira;
            let links = self.ask(|| jira.web_links(&key));
            ticket.links.extend(links.into_iter().flatten());
        }
        let lacks = self.parents && ticket.components.is_empty();
        if let Some(parent) = ticket.parent.as_mut().filter(|parent| lacks && parent.components.is_none()) {
            self.complete_parent(parent);
        }
    }

    fn complete_parent(&mut self, parent: &mut Parent) {
        let Some(key) = TicketKey::parse(&parent.key) else { return };
        if !self.known.contains_key(&key) {
            let jira = self.jira;
            let components = self.ask(|| jira.components(&key));
            self.known.insert(key.clone(), components);
        }
        parent.components = self.known.get(&key).cloned().flatten();
    }

    fn ask<T>(&mut self, ask: impl FnOnce() -> Result<T, Failure>) -> Option<T> {
        if self.failures == MOST_FAILURES {
            return None;
        }
        let failure = match ask() {
            Ok(found) => {
                self.failures = 0;
                return Some(found);
            }
            Err(failure) => failure,
        };
        self.failures += 1;
        self.output.note(format_args!("note: routing goes on without it: {}", escape(&failure.message)));
        if self.failures == MOST_FAILURES {
            self.output.note(format_args!("note: web links and parents are not asked for any more"));
        }
        None
    }
}
