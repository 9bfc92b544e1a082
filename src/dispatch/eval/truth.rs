//! The project that a ticket's label names.

use std::collections::{BTreeSet, HashMap};

use crate::dispatch::fold_name;
use crate::registry::model::Routing;

/// The names by which labels name projects.
#[derive(Debug)]
pub struct Truth<'r> {
    projects: Vec<&'r str>,
    exact: HashMap<&'r str, usize>,
    /// Who has a name, or claims a component, by its folded form.
    folded: HashMap<String, BTreeSet<usize>>,
    components: HashMap<String, BTreeSet<usize>>,
}

/// What the labels of a ticket say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Label {
    /// The ticket has no label.
    Missing,
    /// It belongs to the project at this position.
    Project(usize),
    /// No project has this name.
    Unknown(String),
    /// It belongs to several projects.
    Several,
}

impl<'r> Truth<'r> {
    /// Prepares the names of projects. Where `by_component`, a label is a component, and names the projects that claim it.
    pub fn new(projects: impl IntoIterator<Item = (&'r str, &'r Routing)>, by_component: bool) -> Self {
        let mut truth =
            Self { projects: Vec::new(), exact: HashMap::new(), folded: HashMap::new(), components: HashMap::new() };
        for (at, (name, routing)) in projects.into_iter().enumerate() {
            truth.projects.push(name);
            truth.exact.insert(name, at);
            truth.folded.entry(fold_name(name)).or_default().insert(at);
            for component in routing.components.iter().filter(|_| by_component) {
                truth.components.entry(fold_name(component)).or_default().insert(at);
            }
        }
        truth
    }

    /// The name of a project.
    pub fn name(&self, position: usize) -> &'r str {
        self.projects.get(position).copied().unwrap_or_default()
    }

    /// The position of the project with exactly this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.exact.get(name).copied()
    }

    /// The project that the labels of a ticket name; blank ones say nothing.
    ///
    /// A label names the projects that claim it as a component, else the one with exactly this name, else those whose name
    /// differs from it in case and white space alone. Labels that no project has are passed over where another names one.
    pub fn label(&self, labels: &[String]) -> Label {
        let mut labels = labels.iter().map(|label| label.trim()).filter(|label| !label.is_empty()).peekable();
        let Some(first) = labels.peek().map(|label| (*label).to_owned()) else { return Label::Missing };
        let named: BTreeSet<usize> = labels.flat_map(|label| self.named(label)).collect();
        match (named.first(), named.len()) {
            (Some(project), 1) => Label::Project(*project),
            (None, _) => Label::Unknown(first),
            _ => Label::Several,
        }
    }

    fn named(&self, label: &str) -> BTreeSet<usize> {
        let folded = fold_name(label);
        if let Some(claiming) = self.components.get(&folded) {
            return claiming.clone();
        }
        match self.position(label) {
            Some(project) => BTreeSet::from([project]),
            None => self.folded.get(&folded).cloned().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(by_component: bool, labels: &[&str]) -> Label {
        let routing = |components: &[&str]| Routing {
            components: components.iter().map(ToString::to_string).collect(),
            ..Routing::default()
        };
        let (api, web, upper) = (routing(&["Payments", "Core"]), routing(&["Shop", "Core"]), routing(&[]));
        let truth = Truth::new([("api", &api), ("web", &web), ("WEB", &upper)], by_component);
        truth.label(&labels.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn a_name_is_found_by_its_letters() {
        assert_eq!(label(false, &["api"]), Label::Project(0));
        assert_eq!(label(false, &[" API "]), Label::Project(0));
        assert_eq!(label(false, &["WEB"]), Label::Project(2));
        assert_eq!(label(false, &["Web"]), Label::Several, "two projects differ in case alone");
    }

    #[test]
    fn what_no_project_has_is_unknown() {
        assert_eq!(label(false, &["Payments"]), Label::Unknown("Payments".into()));
        assert_eq!(label(false, &[]), Label::Missing);
        assert_eq!(label(false, &["", " "]), Label::Missing);
    }

    #[test]
    fn a_component_names_who_claims_it() {
        assert_eq!(label(true, &["payments", "Other"]), Label::Project(0));
        assert_eq!(label(true, &["Core"]), Label::Several);
        assert_eq!(label(true, &["Payments", "Shop"]), Label::Several);
        assert_eq!(label(true, &["web"]), Label::Project(1));
    }
}
