//! Queries in JQL of skreg's own making.

/// The open tickets of a Jira project, or of some components of it, by their keys. It is bounded, as Jira Cloud wants it.
///
/// Every name is quoted: a project may be called `IN`, a component `A&B` or `Web, Mobile "beta"`.
pub fn open_tickets(project: &str, components: &[String]) -> String {
    let mut query = format!("project = {}", quoted(project));
    if !components.is_empty() {
        let names = components.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        query.push_str(&format!(" AND component in ({names})"));
    }
    query.push_str(" AND statusCategory != Done ORDER BY key");
    query
}

/// The tickets that have any of these labels.
///
/// A label that no ticket has is no fault of the query: labels are not declared anywhere.
pub(super) fn with_any_label(labels: &[&str]) -> String {
    let names = labels.iter().map(|label| quoted(label)).collect::<Vec<_>>().join(", ");
    format!("labels in ({names})")
}

/// A name as JQL takes it literally: in quotes, with a backslash before a quote and a backslash.
fn quoted(name: &str) -> String {
    let escaped = |character: char| match character {
        '"' | '\\' => format!("\\{character}"),
        other => other.to_string(),
    };
    format!("\"{}\"", name.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{open_tickets, with_any_label};

    #[test]
    fn every_name_is_quoted() {
        assert_eq!(open_tickets("IN", &[]), r#"project = "IN" AND statusCategory != Done ORDER BY key"#);
        let components = ["A&B", r#"Web, Mobile "beta""#, r"C:\temp"].map(str::to_owned);
        assert_eq!(
            open_tickets("PROJ", &components),
            r#"project = "PROJ" AND component in ("A&B", "Web, Mobile \"beta\"", "C:\\temp") AND statusCategory != Done ORDER BY key"#
        );
        assert_eq!(with_any_label(&["a-b", r#"c"d"#]), r#"labels in ("a-b", "c\"d")"#);
    }
}
