//! A ticket whose project is known, to measure routing by.

use jiff::Timestamp;
use serde_json::Value;

use super::Ticket;
use super::issue::{Fault, kind, parse_issue};

/// Where a ticket says which project it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelFrom {
    /// The field `expected` of a ticket file.
    Expected,
    /// Its components; routing then sees none of them, nor those of its parent.
    Component,
    /// The key of the Jira project that it stands in; routing then does not see it.
    Project,
    /// Another field, by the name that Jira's REST API has for it.
    Field(String),
}

/// A ticket as routing sees it, and what is known beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledTicket {
    /// The ticket, without what the label was read from.
    pub ticket: Ticket,
    /// What names the project: one label, several where it is read from components, or none.
    pub labels: Vec<String>,
    /// When the ticket was made, in seconds since 1970; none where it does not tell.
    pub created: Option<i64>,
}

/// Reads a ticket of either form, with its label and its field `created`.
///
/// `created` is a date (midnight in UTC then), or a time with its offset as Jira and RFC 3339 write them; anything else counts as
/// not told.
///
/// # Errors
///
/// All faults at once; a label that is there and no name is one.
pub fn parse_labelled(value: &Value, from: &LabelFrom) -> Result<LabelledTicket, Vec<Fault>> {
    let mut ticket = parse_issue(value)?;
    let labels = match from {
        LabelFrom::Expected => read_name(value, "expected")?,
        LabelFrom::Field(name) => read_name(value, name)?,
        LabelFrom::Component => {
            ticket.parent = None;
            std::mem::take(&mut ticket.components)
        }
        LabelFrom::Project => ticket.project.take().into_iter().collect(),
    };
    let created = field(value, "created").and_then(|(_, created)| seconds(created.as_str()?));
    Ok(LabelledTicket { ticket, labels, created })
}

/// A field of a ticket that is not null, with its place; below `fields` where Jira keeps it.
fn field<'v>(value: &'v Value, name: &str) -> Option<(String, &'v Value)> {
    let below = value.get("fields").and_then(|fields| fields.get(name)).map(|found| (format!("/fields/{name}"), found));
    let found = below.or_else(|| Some((format!("/{name}"), value.get(name)?)));
    found.filter(|(_, found)| !found.is_null())
}

/// The names in a field: text, a choice of Jira's (an object with `value` or `name`), or a list of them.
fn read_name(ticket: &Value, field_name: &str) -> Result<Vec<String>, Vec<Fault>> {
    let Some((pointer, found)) = field(ticket, field_name) else { return Ok(Vec::new()) };
    let items = found.as_array().map_or(std::slice::from_ref(found), Vec::as_slice);
    let names: Option<Vec<_>> = items.iter().map(|item| Some(name(item)?.to_owned())).collect();
    names.ok_or_else(|| {
        let message = format!("`{field_name}` is {}, where the name of a project is asked for", kind(found));
        vec![Fault { pointer, message, hint: "make it the name of a project, or leave it out".into() }]
    })
}

fn name(item: &Value) -> Option<&str> {
    item.as_str().or_else(|| item.get("value")?.as_str()).or_else(|| item.get("name")?.as_str())
}

fn seconds(created: &str) -> Option<i64> {
    let time = created.parse::<Timestamp>().or_else(|_| format!("{created}T00:00:00Z").parse());
    time.ok().map(Timestamp::as_second)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn labels(value: &Value, from: &LabelFrom) -> Vec<String> {
        parse_labelled(value, from).unwrap().labels
    }

    #[test]
    fn a_ticket_file_names_the_project() {
        let ticket = json!({"summary": "s", "components": ["A"], "expected": "api"});
        assert_eq!(labels(&ticket, &LabelFrom::Expected), ["api"]);
        assert_eq!(parse_labelled(&ticket, &LabelFrom::Expected).unwrap().ticket.components, ["A"]);
        assert!(labels(&json!({"summary": "s", "expected": null}), &LabelFrom::Expected).is_empty());
        assert!(labels(&json!({"summary": "s"}), &LabelFrom::Expected).is_empty());
    }

    #[test]
    fn what_the_label_is_read_from_is_no_signal() {
        let issue = json!({"key": "PAY-1", "fields": {"summary": "s", "components": [{"name": "A"}, {"name": "B"}],
            "parent": {"key": "PAY-7", "components": ["C"]}}});
        let by_component = parse_labelled(&issue, &LabelFrom::Component).unwrap();
        assert_eq!((by_component.labels, by_component.ticket.components), (vec!["A".into(), "B".into()], vec![]));
        assert_eq!(by_component.ticket.parent, None);
        let by_project = parse_labelled(&issue, &LabelFrom::Project).unwrap();
        assert_eq!((by_project.labels, by_project.ticket.project), (vec!["PAY".into()], None));
        assert_eq!(by_project.ticket.components, ["A", "B"]);
    }

    #[test]
    fn a_field_of_jira_is_text_or_a_choice() {
        let from = LabelFrom::Field("customfield_7".into());
        for found in [json!("api"), json!({"id": "1", "value": "api"}), json!([{"name": "api"}])] {
            assert_eq!(labels(&json!({"fields": {"summary": "s", "customfield_7": found}}), &from), ["api"]);
        }
    }

    #[test]
    fn a_label_that_is_no_name_is_told() {
        let faults = parse_labelled(&json!({"summary": "s", "expected": 3}), &LabelFrom::Expected).unwrap_err();
        assert_eq!(faults[0].pointer, "/expected");
        assert_eq!(faults[0].message, "`expected` is a number, where the name of a project is asked for");
    }

    #[test]
    fn the_time_of_making_is_read_as_jira_and_others_write_it() {
        let created = |text: &str| {
            let ticket = json!({"fields": {"summary": "s", "created": text}});
            parse_labelled(&ticket, &LabelFrom::Expected).unwrap().created
        };
        assert_eq!(created("1970-01-02"), Some(86_400));
        assert_eq!(created("1970-01-01T02:00:00.000+0200"), Some(0));
        assert_eq!(created("1970-01-01T00:00:05Z"), Some(5));
        assert_eq!((created("yesterday"), created("")), (None, None));
    }
}
