//! What the registry names of Jira: projects, components and labels, each with its place in the file.

use std::collections::{BTreeMap, BTreeSet};

use crate::dispatch::fold_name;
use crate::json_edit::pointer;
use crate::registry::{Project, Registry};

/// What the registry names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// The names of the projects that are checked.
    pub(super) names: Vec<Name>,
    /// The keys of Jira projects that any project of the registry claims, as Jira writes them.
    pub(super) keys: BTreeSet<String>,
    /// The folded components that any project of the registry claims.
    pub(super) claimed: BTreeSet<String>,
    /// The Jira projects that each project claims.
    pub(super) homes: BTreeMap<String, Vec<String>>,
}

/// One name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// The project of the registry.
    pub(super) project: String,
    pub(super) kind: Kind,
    /// Whether it makes a ticket not belong there.
    pub(super) excludes: bool,
    pub(super) value: String,
    pub(super) pointer: String,
}

/// What a name is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Component,
    Label,
    JiraProject,
}

impl Wanted {
    /// Gathers the names of these projects of the registry.
    pub(super) fn of(registry: &Registry, projects: &[&Project]) -> Self {
        let all = || registry.projects.iter();
        let homes = all().map(|project| (project.name.clone(), keys_of(project)));
        let components = all().flat_map(|project| &project.entry.routing.components);
        Self {
            names: projects.iter().flat_map(|project| names_of(project)).collect(),
            keys: all().flat_map(keys_of).collect(),
            claimed: components.map(|name| fold_name(name)).collect(),
            homes: homes.collect(),
        }
    }

    /// The names of a kind.
    pub(super) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Name> {
        self.names.iter().filter(move |name| name.kind == kind)
    }

    /// The Jira projects that a component is looked for in: those that its project claims, or all where it claims none, and for a
    /// component that keeps tickets away.
    pub(super) fn scope(&self, name: &Name) -> Option<&[String]> {
        let homes = self.homes.get(&name.project).map(Vec::as_slice).unwrap_or_default();
        (!name.excludes && !homes.is_empty()).then_some(homes)
    }
}

impl Name {
    /// Whether it is a label with a space in it, which no label in Jira has.
    pub(super) fn is_label_with_space(&self) -> bool {
        self.kind == Kind::Label && self.value.trim().contains(char::is_whitespace)
    }
}

fn keys_of(project: &Project) -> Vec<String> {
    project.entry.routing.jira_projects.iter().map(|key| as_key(key)).collect()
}

/// A key as Jira writes it: in capitals.
pub(super) fn as_key(key: &str) -> String {
    key.trim().to_uppercase()
}

fn names_of(project: &Project) -> Vec<Name> {
    let routing = &project.entry.routing;
    let at = pointer(&pointer("/projects", &project.name), "routing");
    let exclude = pointer(&at, "exclude");
    let lists = [
        (Kind::JiraProject, false, pointer(&at, "jira_projects"), &routing.jira_projects),
        (Kind::Component, false, pointer(&at, "components"), &routing.components),
        (Kind::Label, false, pointer(&at, "labels"), &routing.labels),
        (Kind::Component, true, pointer(&exclude, "components"), &routing.exclude.components),
        (Kind::Label, true, pointer(&exclude, "labels"), &routing.exclude.labels),
    ];
    let mut names = Vec::new();
    for (kind, excludes, list, values) in lists {
        names.extend(values.iter().enumerate().map(|(index, value)| Name {
            project: project.name.clone(),
            kind,
            excludes,
            value: value.clone(),
            pointer: pointer(&list, index),
        }));
    }
    names
}
