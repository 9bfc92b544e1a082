//! Reads the fields of a ticket one by one, and keeps what is wrong with them.

use serde_json::{Map, Value};

use super::Fault;
use crate::ticket::{Parent, Ticket, adf, wiki};

/// How many faults of one list are told; where there are more, they have one cause.
pub(super) const MAX_LIST_FAULTS: usize = 20;

/// Which of the two forms an object has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Ours,
    Jira,
}

impl Shape {
    /// JSON Pointer of the object that holds the fields.
    fn pointer(self) -> &'static str {
        match self {
            Self::Ours => "",
            Self::Jira => "/fields",
        }
    }
}

/// Reads the fields of one object and keeps the faults that it meets.
pub(super) struct Reader<'v> {
    pub(super) object: &'v Map<String, Value>,
    pub(super) shape: Shape,
    pub(super) faults: Vec<Fault>,
}

impl<'v> Reader<'v> {
    fn field(&self, name: &str) -> Option<&'v Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        match self.field(name)? {
            Value::String(text) => Some(text.clone()),
            other => {
                let fault = self.wrong_type(&format!("/{name}"), other, "text");
                self.faults.push(fault);
                None
            }
        }
    }

    pub(super) fn summary(&mut self) -> String {
        if self.field("summary").is_none() {
            self.faults.push(Fault {
                pointer: self.shape.pointer().into(),
                message: "the ticket has no `summary`".into(),
                hint: "add \"summary\": the title of the ticket".into(),
            });
        }
        self.text("summary").unwrap_or_default()
    }

    pub(super) fn description(&mut self) -> String {
        match self.field("description") {
            Some(document @ Value::Object(_)) => adf::to_text(document),
            Some(Value::String(markup)) if self.shape == Shape::Jira => wiki::to_text(markup),
            _ => self.text("description").unwrap_or_default(),
        }
    }

    /// The issue above: its key as text in a file of ours, an object with `key` else; what is neither is no fault.
    pub(super) fn parent(&mut self) -> Option<Parent> {
        let parent = self.field("parent")?;
        let key = parent.as_str().or_else(|| parent.get("key")?.as_str())?.to_owned();
        let beside = parent.get("components").map(|found| ("/parent/components", found));
        let below = || Some(("/parent/fields/components", parent.get("fields")?.get("components")?));
        let components = beside.or_else(below).filter(|(_, found)| !found.is_null());
        Some(Parent { key, components: components.map(|(path, found)| self.list(path, found, "name", "a name")) })
    }

    /// The addresses of a file of ours; Jira gives them by another request.
    pub(super) fn links(&mut self) -> Vec<String> {
        match self.field("links").filter(|_| self.shape == Shape::Ours) {
            Some(found) => self.list("/links", found, "url", "an address"),
            None => Vec::new(),
        }
    }

    /// The project's key: text in a file of ours, an object with `key` in Jira's.
    pub(super) fn project(&mut self) -> Option<String> {
        match self.field("project")? {
            Value::Object(project) => project.get("key")?.as_str().map(str::to_owned),
            _ => self.text("project"),
        }
    }

    /// A list of names, each of them text or an object with `name`.
    pub(super) fn names(&mut self, name: &str) -> Vec<String> {
        self.field(name).map_or_else(Vec::new, |found| self.list(&format!("/{name}"), found, "name", "a name"))
    }

    /// A list at a place below the fields: each item is text, or an object with the text in one field.
    fn list(&mut self, path: &str, found: &Value, field: &str, item_kind: &str) -> Vec<String> {
        let Value::Array(items) = found else {
            let plural = if item_kind == "a name" { "a list of names" } else { "a list of addresses" };
            self.faults.push(self.wrong_type(path, found, plural));
            return Vec::new();
        };
        let mut faults = Vec::new();
        let names = items.iter().enumerate().filter_map(|(index, item)| {
            let found = item.as_str().or_else(|| item.get(field)?.as_str());
            if found.is_none() && faults.len() < MAX_LIST_FAULTS {
                faults.push(self.wrong_type(&format!("{path}/{index}"), item, item_kind));
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
            pointer: format!("{}{path}", self.shape.pointer()),
            message: format!("`{named}` is {}, where {wanted} is asked for", kind(found)),
            hint: format!("make it {wanted}, or leave it out"),
        }
    }

    /// A blank ticket would be routed to nowhere without a word; it is far more likely a mistake.
    pub(super) fn refuse_empty(&mut self, ticket: &Ticket) {
        let texts = [&ticket.summary, &ticket.description].into_iter();
        let lists = ticket.components.iter().chain(&ticket.labels).chain(&ticket.links);
        let blank = texts.chain(lists).all(|text| text.trim().is_empty());
        if blank && self.faults.is_empty() {
            self.faults.push(Fault {
                pointer: format!("{}/summary", self.shape.pointer()),
                message: "`summary` is empty, and so is everything else that routing looks at".into(),
                hint: "give the ticket a summary, a description, components or labels".into(),
            });
        }
    }
}

pub(in crate::ticket) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
