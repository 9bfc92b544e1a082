//! The people whom an issue names beside its text.

use serde_json::Value;

/// The fields in which Jira names one person.
const FIELDS: [&str; 3] = ["reporter", "creator", "assignee"];

/// What of a person is a name; of an address of mail what stands before the `@`.
const NAMES: [&str; 3] = ["displayName", "name", "emailAddress"];

/// The names of the people in the fields of an issue, as they are written there; none in a ticket of our own, unless it has such fields.
pub fn people(issue: &Value) -> Vec<String> {
    let fields = issue.get("fields").unwrap_or(issue);
    let mut found = Vec::new();
    for person in FIELDS.iter().filter_map(|field| fields.get(field)) {
        let names = person.as_str().into_iter().chain(NAMES.iter().filter_map(|name| person.get(name)?.as_str()));
        found.extend(names.map(|name| name.split('@').next().unwrap_or_default().to_owned()));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::people;

    #[test]
    fn people_are_named_in_their_fields() {
        let issue = json!({"key": "A-1", "fields": {
            "reporter": {"name": "jdoe", "displayName": "Jane Doe", "emailAddress": "jane.doe@acme.example"},
            "assignee": null, "creator": {"accountId": "5b10"}}});
        assert_eq!(people(&issue), ["Jane Doe", "jdoe", "jane.doe"]);
        assert_eq!(people(&json!({"summary": "s", "reporter": "Bob"})), ["Bob"]);
        assert!(people(&json!([])).is_empty());
    }
}
