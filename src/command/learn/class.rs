//! Makes lessons of tickets.

use std::collections::HashSet;

use anyhow::Result;
use serde_json::Value;

use crate::command::tickets::Complete;
use crate::dispatch::eval::{Label, Truth};
use crate::dispatch::learn::{Learned, Lesson, Subject, learn};
use crate::dispatch::model::{words_of, words_of_people};
use crate::registry::Registry;
use crate::ticket::issue::Fault;
use crate::ticket::labelled::{LabelFrom, parse_labelled};
use crate::ticket::people::people;

/// Knows the projects that are learned about.
pub(super) struct Class<'r> {
    registry: &'r Registry,
    truth: Truth<'r>,
    from: &'r LabelFrom,
}

/// A lesson, and the words by which its ticket names people.
pub(super) struct Heard {
    lesson: Lesson,
    people: Vec<String>,
}

impl<'r> Class<'r> {
    pub(super) fn new(registry: &'r Registry, from: &'r LabelFrom) -> Self {
        let projects = registry.projects.iter().map(|project| (project.name.as_str(), &project.entry.routing));
        Self { registry, truth: Truth::new(projects, *from == LabelFrom::Component), from }
    }

    /// What a ticket's label says, and the lesson where it names one project.
    pub(super) fn hear(&self, ticket: &Value, complete: Complete<'_>) -> Result<(Label, Option<Heard>), Vec<Fault>> {
        let mut labelled = parse_labelled(ticket, self.from)?;
        let label = self.truth.label(&labelled.labels);
        let Label::Project(project) = label else { return Ok((label, None)) };
        complete(&mut labelled.ticket);
        let texts = [&labelled.ticket.summary, &labelled.ticket.description];
        let mut names: Vec<String> = texts.iter().flat_map(|text| words_of_people(text)).collect();
        names.extend(people(ticket).iter().flat_map(|name| words_of(name)));
        let lesson = Lesson::new(project, labelled.created, labelled.ticket);
        Ok((label, Some(Heard { lesson, people: names })))
    }

    /// Learns from what was heard.
    pub(super) fn learn(&self, heard: Vec<Heard>) -> Result<Learned> {
        let projects = || self.registry.projects.iter();
        let subject = Subject {
            projects: projects().map(|project| (project.name.as_str(), &project.entry.routing)).collect(),
            remotes: projects()
                .filter_map(|project| Some((project.name.as_str(), project.entry.remote.as_deref()?)))
                .collect(),
            scoring: &self.registry.scoring,
        };
        let mut lessons = Vec::with_capacity(heard.len());
        let mut people = HashSet::new();
        for Heard { lesson, people: names } in heard {
            people.extend(names);
            lessons.push(lesson);
        }
        self.keep_names_of_things(&mut people, &lessons);
        learn(&subject, lessons, &people)
    }

    /// Words that projects, components and labels are called by are no names of people, whoever is called so, too: an account may be the
    /// `Android Build Bot`.
    fn keep_names_of_things(&self, people: &mut HashSet<String>, lessons: &[Lesson]) {
        if people.is_empty() {
            return;
        }
        let tickets = lessons.iter().map(|lesson| &lesson.ticket);
        let named = tickets.flat_map(|ticket| ticket.components.iter().chain(&ticket.labels));
        let things: HashSet<&String> =
            named.chain(self.registry.projects.iter().map(|project| &project.name)).collect();
        for word in things.into_iter().flat_map(|thing| words_of(thing)) {
            people.remove(&word);
        }
    }
}
