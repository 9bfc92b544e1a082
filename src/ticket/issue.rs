//! A ticket as a JSON value: one of our own, or a whole issue as Jira's REST API gives it.
//!
//! Ours is `{"key", "project", "summary", "description", "components": [], "labels": []}`. Jira's keeps everything but the
//! key below `fields`; its description is text on v2 (Data Center) and a document on v3 (Cloud). Absent, null and an empty
//! list mean the same, because Jira leaves out what it could not load.

use serde_json::{Map, Value};

use super::{Ticket, TicketKey, adf};

/// How many faults of one list are told; where there are more, they have one cause.
const MAX_LIST_FAULTS: usize = 20;

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
    let mut top = Reader { object: issue, pointer: "", faults: Vec::new() };
    let key = top.text("key");
    let mut reader = match issue.get("fields") {
        Some(Value::Object(fields)) => Reader { object: fields, pointer: "/fields", faults: top.faults },
        _ => top,
    };
    let project = reader.project().or_else(|| Some(TicketKey::parse(key.as_deref()?)?.project().to_owned()));
    let ticket = Ticket {
        project,
        summary: reader.summary(),
        description: reader.description(),
        components: reader.names("components"),
        labels: reader.names("labels"),
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

/// Reads the fields of one object and keeps the faults that it meets.
struct Reader<'v> {
    object: &'v Map<String, Value>,
    pointer: &'static str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn field(&self, name: &str) -> Option<&Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    fn text(&mut self, name: &str) -> Option<String> {
        match self.field(name)? {
            Value::String(text) => Some(text.clone()),
            other => {
                let fault = self.wrong_type(&format!("/{name}"), other, "text");
                self.faults.push(fault);
                None
            }
        }
    }

    fn summary(&mut self) -> String {
        if self.field("summary").is_none() {
            self.faults.push(Fault {
                pointer: self.pointer.into(),
                message: "the ticket has no `summary`".into(),
                hint: "add \"summary\": the title of the ticket".into(),
            });
        }
        self.text("summary").unwrap_or_default()
    }

    fn description(&mut self) -> String {
        match self.field("description") {
            Some(document @ Value::Object(_)) => adf::to_text(document),
            _ => self.text("description").unwrap_or_default(),
        }
    }

    /// The project's key: text in a file of ours, an object with `key` in Jira's.
    fn project(&mut self) -> Option<String> {
        match self.field("project")? {
            Value::Object(project) => project.get("key")?.as_str().map(str::to_owned),
            _ => self.text("project"),
        }
    }

    /// A list of names, each of them text or an object with `name`.
    fn names(&mut self, name: &str) -> Vec<String> {
        let items = match self.field(name) {
            None => return Vec::new(),
            Some(Value::Array(items)) => items.as_slice(),
            Some(other) => {
                let fault = self.wrong_type(&format!("/{name}"), other, "a list of names");
                self.faults.push(fault);
                return Vec::new();
            }
        };
        let mut faults = Vec::new();
        let names = items.iter().enumerate().filter_map(|(index, item)| {
            let found = item.as_str().or_else(|| item.get("name")?.as_str());
            if found.is_none() && faults.len() < MAX_LIST_FAULTS {
                faults.push(self.wrong_type(&format!("/{name}/{index}"), item, "a name"));
            }
            found.map(str::to_owned)
        });
        let names = names.collect();
        self.faults.append(&mut faults);
        names
    }

    fn wrong_type(&self, path: &str, found: &Value, wanted: &str) -> Fault {
        let (_, name) = path.rsplit_once('/').unwrap_or_default();
        let named = if name.bytes().all(|byte| byte.is_ascii_digit()) { path.trim_start_matches('/') } else { name };
        Fault {
            pointer: format!("{}{path}", self.pointer),
            message: format!("`{named}` is {}, where {wanted} is asked for", kind(found)),
            hint: format!("make it {wanted}, or leave it out"),
        }
    }

    /// A blank ticket would be routed to nowhere without a word; it is far more likely a mistake.
    fn refuse_empty(&mut self, ticket: &Ticket) {
        let texts = [&ticket.summary, &ticket.description].into_iter();
        let blank = texts.chain(&ticket.components).chain(&ticket.labels).all(|text| text.trim().is_empty());
        if blank && self.faults.is_empty() {
            self.faults.push(Fault {
                pointer: format!("{}/summary", self.pointer),
                message: "`summary` is empty, and so is everything else that routing looks at".into(),
                hint: "give the ticket a summary, a description, components or labels".into(),
            });
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
            "labels": ["x", {"name": "y"}], "expected": "api",
        }));
        let expected = Ticket {
            key: Some("PAY-7".into()),
            project: Some("PAY".into()),
            summary: "s".into(),
            description: "d".into(),
            components: vec!["A, B".into(), "C".into()],
            labels: vec!["x".into(), "y".into()],
        };
        assert_eq!(ticket, Ok(expected));
    }

    #[test]
    fn an_issue_of_rest_v2_is_read_below_fields() {
        let ticket = parse_issue(&json!({"id": "1", "key": "D_DEV-1", "fields": {
            "summary": "s", "description": "h2. Steps\r\n{code}x{code}", "labels": ["x"], "project": {"key": "D_DEV"},
            "components": [{"id": "9", "name": "Web, Mobile & API"}], "customfield_10008": 4,
        }}));
        let ticket = ticket.unwrap();
        assert_eq!(ticket.project.as_deref(), Some("D_DEV"));
        assert_eq!(ticket.description, "h2. Steps\r\n{code}x{code}");
        assert_eq!(ticket.components, ["Web, Mobile & API"]);
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
