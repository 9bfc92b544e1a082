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

/// What of the registry Jira does not have, or not as it is named.
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
        format!("the component `{}` is one of the Jira project `{other}`, and not of {}", name.value, listed(scope));
    let hint = format!("add `{other}` to `jira_projects`, if its tickets belong here");
    Fault { code: "component_elsewhere", severity: Severity::Info, ..name.error(message, hint) }
}

/// A component that was not found; none where not one project could be asked for it, which is told of the projects themselves.
fn missing(name: &Name, asked: &[&SeenProject], scope: Option<&[String]>, is_certain: bool) -> Option<Fault> {
    if asked.is_empty() && !is_certain {
        return None;
    }
    let message = match (scope, is_certain) {
        (Some([key]), true) => format!("the Jira project `{key}` has no component `{}`", name.value),
        (Some(keys), true) => format!("none of the Jira projects {} has the component `{}`", listed(keys), name.value),
        (None, true) => format!("no Jira project has the component `{}`", name.value),
        (_, false) => format!("no Jira project that was read has the component `{}`", name.value),
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

fn listed(keys: &[String]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jira::JiraComponent;

    /// A name of the project `api`.
    fn name(kind: Kind, excludes: bool, value: &str) -> Name {
        Name { project: "api".to_owned(), kind, excludes, value: value.to_owned(), pointer: format!("/{value}") }
    }

    fn component(value: &str) -> Name {
        name(Kind::Component, false, value)
    }

    /// What a registry names whose project `api` claims these Jira projects.
    fn wanted(names: &[Name], homes: &[&str]) -> Wanted {
        let homes: Vec<_> = homes.iter().map(|&key| key.to_owned()).collect();
        let claims = names.iter().filter(|name| name.kind == Kind::Component && !name.excludes);
        Wanted {
            names: names.to_vec(),
            keys: homes.iter().cloned().collect(),
            claimed: claims.map(|name| fold_name(&name.value)).collect(),
            homes: [("api".to_owned(), homes)].into(),
        }
    }

    /// A project that was read; a component that begins with a minus sign is archived.
    fn seen(key: &str, components: &[&str]) -> SeenProject {
        let component = |text: &&str| JiraComponent {
            name: text.trim_start_matches('-').to_owned(),
            archived: text.starts_with('-'),
        };
        SeenProject { key: key.to_owned(), components: components.iter().map(component).collect() }
    }

    /// What was found where these projects were read, each of them by its key.
    fn found(projects: Vec<SeenProject>, is_whole: bool) -> Found {
        let keys = projects.iter().map(|project| (project.key.clone(), KeyState::There(project.key.clone())));
        Found { keys: keys.collect(), projects, is_whole, ..Found::default() }
    }

    fn codes(wanted: &Wanted, found: &Found) -> Vec<(&'static str, Severity)> {
        compare(wanted, found).into_iter().map(|fault| (fault.code, fault.severity)).collect()
    }

    #[test]
    fn another_spelling_is_the_same_component() {
        let names = ["payments", "Ｗｅｂ  API", " Straße "].map(component);
        let found = found(vec![seen("PAY", &["PAYMENTS ", "web api", "STRASSE"])], true);
        assert_eq!(codes(&wanted(&names, &["PAY"]), &found), []);
        assert_eq!(codes(&wanted(&names, &[]), &found), []);
        assert_eq!(unclaimed(&wanted(&names, &["PAY"]), &found), []);
    }

    #[test]
    fn a_component_is_looked_for_where_its_project_is_at_home() {
        let found = found(vec![seen("PAY", &["-Old", "Ledger"]), seen("WEB", &["Shop", "-Older"])], true);
        let error = Severity::Error;
        for (value, homes, expected) in [
            ("Shop", vec!["PAY"], vec![("component_elsewhere", Severity::Info)]),
            ("Shop", vec!["PAY", "WEB"], vec![]),
            ("Shop", vec![], vec![]),
            ("Old", vec!["PAY"], vec![("component_archived", error)]),
            ("Old", vec![], vec![("component_archived", error)]),
            ("Older", vec!["PAY"], vec![("component_missing", error)]),
            ("Gone", vec!["PAY", "WEB"], vec![("component_missing", error)]),
        ] {
            assert_eq!(codes(&wanted(&[component(value)], &homes), &found), expected, "{value} {homes:?}");
        }
        let excluded = name(Kind::Component, true, "Shop");
        assert_eq!(codes(&wanted(&[excluded], &["PAY"]), &found), [], "that of another project keeps tickets away");
    }

    #[test]
    fn what_lives_on_elsewhere_is_not_archived() {
        let found = found(vec![seen("PAY", &["-Shop"]), seen("WEB", &["Shop"])], true);
        assert_eq!(codes(&wanted(&[component("Shop")], &["PAY"]), &found), [("component_elsewhere", Severity::Info)]);
        assert_eq!(codes(&wanted(&[component("Shop")], &[]), &found), []);
    }

    #[test]
    fn what_may_be_out_of_sight_is_not_missing_for_certain() {
        let part = found(vec![seen("PAY", &["Ledger"])], false);
        assert_eq!(codes(&wanted(&[component("Gone")], &[]), &part), [("component_missing", Severity::Warning)]);
        assert_eq!(codes(&wanted(&[component("Gone")], &["PAY"]), &part), [("component_missing", Severity::Error)]);
        let both = wanted(&[component("Gone")], &["PAY", "WEB"]);
        assert_eq!(codes(&both, &part), [("component_missing", Severity::Warning)]);
        assert_eq!(codes(&wanted(&[component("Gone")], &["WEB"]), &part), [], "the project is told of instead");
        assert_eq!(
            codes(&wanted(&[component("Gone")], &[]), &found(vec![], true)),
            [("component_missing", Severity::Error)]
        );
    }

    #[test]
    fn the_key_and_the_label_are_told_of_as_they_were_found() {
        let key = |value| name(Kind::JiraProject, false, value);
        let label = |value| name(Kind::Label, false, value);
        let names = [key("pay"), key("OLD"), key("WEB"), key("SHP"), label("Billing"), label("gone"), label("a b")];
        let missing = |near: &str| KeyState::Missing { near: Some(near.to_owned()) };
        let found = Found {
            keys: [
                ("PAY".to_owned(), KeyState::There("PAY".to_owned())),
                ("OLD".to_owned(), KeyState::There("NEW".to_owned())),
                ("WEB".to_owned(), KeyState::Archived),
                ("SHP".to_owned(), missing("SHOP")),
            ]
            .into(),
            labels: [("billing".to_owned(), LabelState::Used), ("gone".to_owned(), LabelState::Unused { near: None })]
                .into(),
            ..Found::default()
        };
        let faults = compare(&wanted(&names, &[]), &found);
        let told: Vec<_> = faults.iter().map(|fault| (fault.code, fault.hint.as_deref().unwrap_or_default())).collect();
        assert_eq!(
            told,
            [
                ("jira_project_renamed", "write `NEW`"),
                ("jira_project_archived", "take it out, or name the project that took its place"),
                ("jira_project_missing", "did you mean `SHOP`?"),
                ("label_missing", "take it out, or write it as the tickets have it"),
                ("label_with_space", "write it as the tickets have it, such as `a-b`"),
            ]
        );
        assert_eq!(faults[0].pointer, "/OLD");
    }

    #[test]
    fn what_nobody_claims_is_that_of_the_projects_that_are_named() {
        let found = found(vec![seen("WEB", &["Shop", "-Old"]), seen("PAY", &["Ledger", "Books", "payments"])], true);
        let told = |homes: &[&str]| {
            let list =
                unclaimed(&wanted(&[component("Payments"), name(Kind::Component, true, "Books")], homes), &found);
            list.into_iter().map(|found| format!("{} {}", found.jira_project, found.component)).collect::<Vec<_>>()
        };
        assert_eq!(told(&["PAY"]), ["PAY Books", "PAY Ledger"]);
        assert_eq!(told(&[]), ["PAY Books", "PAY Ledger", "WEB Shop"]);
    }
}
