//! What the registry names held against what Jira has: values in, values out.

use super::found::{Found, KeyState, LabelState, SeenProject};
use super::report::Unclaimed;
use super::wanted::{Kind, Name, Wanted, as_key};
use crate::client::Severity;
use crate::dispatch::fold_name;
use crate::json_edit::nearest;

/// Something that does not fit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) pointer: String,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

/// What of the registry Jira does not have, or not as it is named, in the order of the registry.
pub(super) fn compare(wanted: &Wanted, found: &Found) -> Vec<Fault> {
    let fault = |name: &Name| match name.kind {
        Kind::JiraProject => of_key(name, found),
        Kind::Component => of_component(name, wanted, found),
        Kind::Label => of_label(name, found),
    };
    wanted.names.iter().filter_map(fault).collect()
}

/// The components of Jira that no project claims, in the projects that the registry names, or in all where it names none.
pub(super) fn unclaimed(wanted: &Wanted, found: &Found) -> Vec<Unclaimed> {
    let keys: Vec<_> = wanted.keys.iter().cloned().collect();
    let asked = found.within((!keys.is_empty()).then_some(&keys));
    let mut unclaimed = Vec::new();
    for project in asked {
        let live = project.components.iter().filter(|component| !component.archived);
        let of_nobody = live.filter(|component| !wanted.claimed.contains(&fold_name(&component.name)));
        unclaimed.extend(
            of_nobody
                .map(|component| Unclaimed { jira_project: project.key.clone(), component: component.name.clone() }),
        );
    }
    unclaimed.sort();
    unclaimed
}

/// A label that can be of no ticket in Jira.
pub(super) fn label_with_space(name: &Name, severity: Severity) -> Fault {
    let joined = name.value.split_whitespace().collect::<Vec<_>>().join("-");
    let message = format!("no label in Jira has a space, so `{}` matches none of its tickets", name.value);
    let hint = format!("write it as the tickets have it, such as `{joined}`");
    Fault { code: "label_with_space", severity, ..name.error(message, hint) }
}

fn of_key(name: &Name, found: &Found) -> Option<Fault> {
    let key = as_key(&name.value);
    match found.keys.get(&key)? {
        KeyState::There(now) if *now == key => None,
        KeyState::There(now) => {
            let message = format!("the Jira project `{key}` has the key `{now}` now, and so have its tickets");
            Some(Fault { code: "jira_project_renamed", ..name.error(message, format!("write `{now}`")) })
        }
        KeyState::Archived => {
            let message = format!("the Jira project `{key}` is archived, and gets no more tickets");
            let hint = "take it out, or name the project that took its place".to_owned();
            Some(Fault { code: "jira_project_archived", ..name.error(message, hint) })
        }
        KeyState::Missing { near } => {
            let message = format!("Jira has no project `{key}`, or this account may not see it");
            let hint = did_you_mean(near.as_deref(), "check the key, and what the account may see");
            Some(Fault { code: "jira_project_missing", ..name.error(message, hint) })
        }
    }
}

fn of_label(name: &Name, found: &Found) -> Option<Fault> {
    if name.is_label_with_space() {
        return Some(label_with_space(name, Severity::Error));
    }
    match found.labels.get(&fold_name(&name.value))? {
        LabelState::Used => None,
        LabelState::Unused { near } => {
            let message = format!("no ticket that this account may see has the label `{}`", name.value);
            let hint = did_you_mean(near.as_deref(), "take it out, or write it as the tickets have it");
            Some(Fault { code: "label_missing", ..name.error(message, hint) })
        }
    }
}

/// A component that is there under another spelling is there: the scorer folds both.
fn of_component(name: &Name, wanted: &Wanted, found: &Found) -> Option<Fault> {
    let folded = fold_name(&name.value);
    let scope = wanted.scope(name);
    let asked = found.within(scope);
    if asked.iter().any(|project| project.live(&folded)) {
        return None;
    }
    if let Some(other) = found.projects.iter().find(|project| project.live(&folded)) {
        return Some(elsewhere(name, &other.key, scope.unwrap_or_default()));
    }
    if let Some(project) = asked.iter().find(|project| project.has(&folded)) {
        let message = format!("the component `{}` is archived in the Jira project `{}`", name.value, project.key);
        let hint = did_you_mean(near(&folded, &asked), "take it out once no open ticket has it");
        return Some(Fault { code: "component_archived", ..name.error(message, hint) });
    }
    missing(name, &asked, scope, found.sees_all_of(scope))
}

fn elsewhere(name: &Name, other: &str, scope: &[String]) -> Fault {
    let message =
        format!("the component `{}` stands in the Jira project `{other}`, not in {}", name.value, any_of(scope));
    let hint = format!("add `{other}` to `jira_projects`, if its tickets belong here");
    Fault { code: "component_elsewhere", severity: Severity::Info, ..name.error(message, hint) }
}

/// A component that was not found; none where not one project could be asked for it, which is told of the projects themselves.
fn missing(name: &Name, asked: &[&SeenProject], scope: Option<&[String]>, is_certain: bool) -> Option<Fault> {
    if asked.is_empty() && !is_certain {
        return None;
    }
    let message = match (scope, is_certain) {
        (Some(keys), true) => format!("{} has no component `{}`", any_of(keys), name.value),
        (None, true) => format!("no Jira project has the component `{}`", name.value),
        (_, false) => {
            format!("none of the {} Jira projects that were read has the component `{}`", asked.len(), name.value)
        }
    };
    let hint = did_you_mean(near(&fold_name(&name.value), asked), "take it out, or write it as Jira has it");
    let severity = if is_certain { Severity::Error } else { Severity::Warning };
    Some(Fault { code: "component_missing", severity, ..name.error(message, hint) })
}

/// The component of some projects that is most like a folded name.
fn near<'f>(folded: &str, asked: &[&'f SeenProject]) -> Option<&'f str> {
    let live = asked.iter().flat_map(|project| &project.components).filter(|component| !component.archived);
    nearest(folded, live.map(|component| component.name.as_str()))
}

/// Jira projects by their keys, as the subject or object of a sentence.
fn any_of(keys: &[String]) -> String {
    match keys {
        [only] => format!("the Jira project `{only}`"),
        _ => {
            let keys: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
            format!("any of the Jira projects {}", keys.join(", "))
        }
    }
}

fn did_you_mean(near: Option<&str>, otherwise: &str) -> String {
    near.map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

impl Name {
    /// A fault without a code of its own yet.
    fn error(&self, message: String, hint: String) -> Fault {
        Fault { code: "", severity: Severity::Error, pointer: self.pointer.clone(), message, hint: Some(hint) }
    }
}
