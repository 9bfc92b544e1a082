//! A ticket as a JSON value: one of our own, or a whole issue as Jira's REST API gives it.
//!
//! Ours is `{"key", "project", "summary", "description", "components": [], "labels": [], "parent", "links": []}`, where
//! `parent` is a key or `{"key", "components": []}`. Jira's keeps everything but the key below `fields`, the fields of the
//! parent below those; its description is wiki markup on v2 (Data Center) and a document on v3 (Cloud), and both become
//! plain text here. Absent, null and an empty list mean the same, because Jira leaves out what it could not load.
//!
//! Jira answers for an issue that has moved with the issue under its new key and project, so both are read off the answer:
//! <https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/>.

mod reader;

pub(super) use reader::kind;
use reader::{Reader, Shape};
use serde_json::Value;

use super::{Ticket, TicketKey};

/// A fault of one value of a ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// JSON Pointer of the value, or of the object that lacks it.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
    /// A thing to do.
    pub hint: String,
}

/// Reads a ticket of either form; fields that routing does not look at may be there.
///
/// # Errors
///
/// All faults at once: no object, no summary, values of the wrong type, nothing to route by.
pub fn parse_issue(value: &Value) -> Result<Ticket, Vec<Fault>> {
    let Value::Object(issue) = value else {
        return Err(vec![not_an_object(value)]);
    };
    let mut top = Reader { object: issue, shape: Shape::Ours, faults: Vec::new() };
    let key = top.text("key");
    let mut reader = match issue.get("fields") {
        Some(Value::Object(fields)) => Reader { object: fields, shape: Shape::Jira, faults: top.faults },
        _ => top,
    };
    let project = reader.project().or_else(|| Some(TicketKey::parse(key.as_deref()?)?.project().to_owned()));
    let ticket = Ticket {
        project,
        summary: reader.summary(),
        description: reader.description(),
        components: reader.names("components"),
        labels: reader.names("labels"),
        parent: reader.parent(),
        links: reader.links(),
        key,
    };
    reader.refuse_empty(&ticket);
    if reader.faults.is_empty() { Ok(ticket) } else { Err(reader.faults) }
}

fn not_an_object(value: &Value) -> Fault {
    let hint = match value {
        Value::Array(_) => "take the one ticket to route out of the list",
        _ => "a ticket is an object such as {\"summary\": \"…\", \"components\": [\"…\"]}",
    };
    Fault {
        pointer: String::new(),
        message: format!("one ticket is asked for, a JSON object, and this is {}", kind(value)),
        hint: hint.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::reader::MAX_LIST_FAULTS;
    use super::*;
    use crate::ticket::Parent;

    fn faults(value: Value) -> Vec<(String, String)> {
        parse_issue(&value).unwrap_err().into_iter().map(|fault| (fault.pointer, fault.message)).collect()
    }

    #[test]
    fn a_summary_is_enough() {
        let ticket = parse_issue(&json!({"summary": "refund fails"})).unwrap();
        assert_eq!(ticket, Ticket { summary: "refund fails".into(), ..Ticket::default() });
    }

    #[test]
    fn a_ticket_of_our_own_is_read_whole() {
        let ticket = parse_issue(&json!({
            "key": "PAY-7", "project": "PAY", "summary": "s", "description": "d", "components": ["A, B", {"name": "C"}],
            "labels": ["x", {"name": "y"}], "parent": "PAY-1", "links": ["https://git.example/a/b"], "expected": "api",
        }));
        let expected = Ticket {
            key: Some("PAY-7".into()),
            project: Some("PAY".into()),
            summary: "s".into(),
            description: "d".into(),
            components: vec!["A, B".into(), "C".into()],
            labels: vec!["x".into(), "y".into()],
            parent: Some(Parent { key: "PAY-1".into(), components: None }),
            links: vec!["https://git.example/a/b".into()],
        };
        assert_eq!(ticket, Ok(expected));
    }

    #[test]
    fn an_issue_of_rest_v2_is_read_below_fields() {
        let ticket = parse_issue(&json!({"id": "1", "key": "D_DEV-1", "fields": {
            "summary": "s", "description": "h2. Steps\r\n{code}x{code}", "labels": ["x"], "project": {"key": "D_DEV"},
            "components": [{"id": "9", "name": "Web, Mobile & API"}], "customfield_10008": 4,
            "parent": {"id": "2", "key": "D_DEV-7", "fields": {"summary": "above"}},
        }}));
        let ticket = ticket.unwrap();
        assert_eq!(ticket.project.as_deref(), Some("D_DEV"));
        assert_eq!(ticket.description, "Steps\n```\nx\n```");
        assert_eq!(ticket.components, ["Web, Mobile & API"]);
        assert_eq!(ticket.parent, Some(Parent { key: "D_DEV-7".into(), components: None }));
    }

    #[test]
    fn a_parent_may_tell_its_components() {
        for parent in [
            json!({"key": "PAY-1", "components": ["A", {"name": "B"}]}),
            json!({"key": "PAY-1", "fields": {"components": [{"name": "A"}, {"name": "B"}]}}),
        ] {
            let components = Some(vec!["A".to_owned(), "B".to_owned()]);
            let expected = Some(Parent { key: "PAY-1".into(), components });
            assert_eq!(parse_issue(&json!({"summary": "s", "parent": parent})).unwrap().parent, expected);
            assert_eq!(parse_issue(&json!({"fields": {"summary": "s", "parent": parent}})).unwrap().parent, expected);
        }
        let none = parse_issue(&json!({"summary": "s", "parent": {"key": "PAY-1", "components": []}})).unwrap();
        assert_eq!(none.parent.unwrap().components, Some(vec![]), "it is known that there are none");
    }

    #[test]
    fn what_is_wrong_beside_the_text_is_told() {
        let ticket =
            json!({"summary": "s", "links": ["https://git.example/a", 4], "parent": {"key": "A-1", "components": "x"}});
        let expected = [
            ("/parent/components", "`components` is text, where a list of names is asked for"),
            ("/links/1", "`links/1` is a number, where an address is asked for"),
        ];
        assert_eq!(faults(ticket), expected.map(|(pointer, message)| (pointer.to_owned(), message.to_owned())));
        assert!(parse_issue(&json!({"fields": {"summary": "s", "links": 4}})).is_ok(), "a field of Jira's own");
    }

    #[test]
    fn text_of_our_own_is_no_markup() {
        let description = "h2. {code}\r\n *x*";
        let ours = json!({"summary": "s", "description": description});
        assert_eq!(parse_issue(&ours).unwrap().description, description);
        let jira =
            json!({"fields": {"summary": "s", "description": {"content": [{"type": "text", "text": description}]}}});
        assert_eq!(parse_issue(&jira).unwrap().description, description, "nor is the text of a document");
    }

    #[test]
    fn a_moved_issue_has_the_key_and_project_of_the_answer() {
        let moved =
            json!({"key": "NEW-3", "fields": {"summary": "s", "project": {"key": "NEW"}, "parent": {"id": "1"}}});
        let ticket = parse_issue(&moved).unwrap();
        assert_eq!((ticket.key.as_deref(), ticket.project.as_deref()), (Some("NEW-3"), Some("NEW")));
        assert_eq!(ticket.parent, None, "without a key it has no name");
    }

    #[test]
    fn an_issue_of_rest_v3_has_its_document_flattened() {
        let document = json!({"type": "doc", "version": 1, "content": [
            {"type": "paragraph", "content": [{"type": "text", "text": "one"}]},
            {"type": "paragraph", "content": [{"type": "text", "text": "two"}]},
        ]});
        let ticket = parse_issue(&json!({"key": "A-1", "fields": {"summary": "s", "description": document}})).unwrap();
        assert_eq!(ticket.description, "one\ntwo");
        assert_eq!(ticket.project.as_deref(), Some("A"), "the key tells the project");
    }

    #[test]
    fn absent_null_and_empty_are_alike() {
        let empty = json!({"key": "A-1", "fields": {"summary": "s", "components": [], "labels": []}});
        let null = json!({"key": "A-1", "fields": {
            "summary": "s", "description": null, "components": null, "labels": null, "project": null}});
        assert_eq!(parse_issue(&empty), parse_issue(&null));
        assert_eq!(parse_issue(&empty), parse_issue(&json!({"key": "A-1", "fields": {"summary": "s"}})));
    }

    #[test]
    fn an_empty_summary_needs_something_beside_it() {
        assert!(parse_issue(&json!({"summary": "", "labels": ["x"]})).is_ok());
        let message = "`summary` is empty, and so is everything else that routing looks at".to_owned();
        assert_eq!(faults(json!({"summary": " ", "labels": [""]})), [("/summary".to_owned(), message)]);
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let found = faults(json!({"key": 7, "fields": {
            "description": 3, "components": ["a", 4, {"id": "1"}], "labels": "x", "project": true}}));
        let expected = [
            ("/key", "`key` is a number, where text is asked for"),
            ("/fields/project", "`project` is true or false, where text is asked for"),
            ("/fields", "the ticket has no `summary`"),
            ("/fields/description", "`description` is a number, where text is asked for"),
            ("/fields/components/1", "`components/1` is a number, where a name is asked for"),
            ("/fields/components/2", "`components/2` is an object, where a name is asked for"),
            ("/fields/labels", "`labels` is text, where a list of names is asked for"),
        ];
        assert_eq!(found, expected.map(|(pointer, message)| (pointer.to_owned(), message.to_owned())));
    }

    #[test]
    fn a_list_of_nothing_but_faults_is_not_told_whole() {
        assert_eq!(faults(json!({"summary": "s", "labels": vec![1; 1_000]})).len(), MAX_LIST_FAULTS);
    }

    #[test]
    fn only_an_object_is_a_ticket() {
        for (value, kind) in [(json!([{}]), "a list"), (json!(null), "null"), (json!("PAY-7"), "text")] {
            let message = format!("one ticket is asked for, a JSON object, and this is {kind}");
            assert_eq!(faults(value), [(String::new(), message)]);
        }
    }
}
