//! What a Jira has: its projects, their components, and the labels of its tickets.

use std::collections::BTreeSet;

use serde_json::Value;

use super::client::Jira;
use super::page::Pager;
use super::query::with_any_label;
use super::refusal::Wanted;
use super::settings::Kind;
use crate::output::Failure;

/// How many projects Jira Cloud gives at once, at most.
const AT_ONCE: &str = "100";

/// A project of Jira.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JiraProject {
    /// Its key, as it is now: a former key finds it, too.
    pub key: String,
    /// Whether it was archived.
    pub archived: bool,
}

/// The projects of a Jira that an account may see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectList {
    /// The projects, the archived ones among them as far as the account may see those.
    pub projects: Vec<JiraProject>,
    /// Whether these are all.
    pub is_whole: bool,
}

/// A component of a project of Jira.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JiraComponent {
    /// Its name.
    pub name: String,
    /// Whether it was archived, as Data Center can: tickets keep it, and none can be given it.
    pub archived: bool,
}

impl Jira<'_> {
    /// A project by its key; none where Jira has none of it, or this account may not see it.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn project(&self, key: &str) -> Result<Option<JiraProject>, Failure> {
        // Anything else would be another address.
        if !is_key(key) {
            return Ok(None);
        }
        let one = |answer: &Value| answer["key"].as_str().map(|_| project(answer)).ok_or("it has no `key`");
        self.find(&["project", key], &[], Wanted::Project(key), one).map(Option::flatten)
    }

    /// The projects that the account may see. Data Center gives all of them at once, Cloud page by page, of which none is asked for
    /// after so many projects.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn projects(&self, most: usize) -> Result<ProjectList, Failure> {
        match self.kind() {
            Kind::Cloud => self.projects_of_cloud(most),
            Kind::DataCenter => {
                let query = [("includeArchived", "true".to_owned())];
                let list = |answer: &Value| answer.as_array().cloned().ok_or("it is no list");
                let found = self.find(&["project"], &query, Wanted::Projects, list)?.unwrap_or_default();
                Ok(ProjectList { projects: found.iter().filter_map(project).collect(), is_whole: true })
            }
        }
    }

    fn projects_of_cloud(&self, most: usize) -> Result<ProjectList, Failure> {
        let mut list = ProjectList::default();
        let mut keys = BTreeSet::new();
        let mut start = 0;
        while list.projects.len() < most && !list.is_whole {
            let query = [
                ("startAt", start.to_string()),
                ("maxResults", AT_ONCE.to_owned()),
                ("orderBy", "key".to_owned()),
                ("status", "live".to_owned()),
                ("status", "archived".to_owned()),
            ];
            let page = self.find(&["project", "search"], &query, Wanted::Projects, values)?.unwrap_or_default();
            start += page.values.len();
            let new: Vec<_> =
                page.values.iter().filter_map(project).filter(|project| keys.insert(project.key.clone())).collect();
            // A page without anything new ends the list, too: a server may give the same one for ever.
            list.is_whole = page.is_last || new.is_empty() || page.total.is_some_and(|total| start >= total);
            list.projects.extend(new);
        }
        Ok(list)
    }

    /// The components of a project; none where Jira has no such project, or this account may not see it.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn project_components(&self, key: &str) -> Result<Option<Vec<JiraComponent>>, Failure> {
        if !is_key(key) {
            return Ok(None);
        }
        // A project of Cloud may have those of Compass instead of its own.
        let query = match self.kind() {
            Kind::Cloud => vec![("componentSource", "auto".to_owned())],
            Kind::DataCenter => Vec::new(),
        };
        let list = |answer: &Value| answer.as_array().cloned().ok_or("it is no list");
        let found = self.find(&["project", key, "components"], &query, Wanted::ProjectComponents(key), list)?;
        Ok(found.map(|found| found.iter().filter_map(component).collect()))
    }

    /// The labels of some tickets that have any of these, all of their labels among them; none where no ticket has one of them.
    ///
    /// Each is told as the ticket has it. Whether Jira compares with regard to case depends on its version.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn labels_beside(&self, labels: &[&str]) -> Result<Option<Vec<String>>, Failure> {
        let first = Pager::new(self.kind());
        let mut query = first.query();
        query.extend([("jql", with_any_label(labels)), ("fields", "labels".to_owned())]);
        // Behind `rest`, `api` and its version.
        let path = &first.segments()[3..];
        let issues = |answer: &Value| answer["issues"].as_array().cloned().ok_or("it has no list of `issues`");
        let found = self.find(path, &query, Wanted::Labels, issues)?.unwrap_or_default();
        let labels = found.iter().filter_map(|issue| issue["fields"]["labels"].as_array()).flatten();
        Ok((!found.is_empty()).then(|| labels.filter_map(Value::as_str).map(str::to_owned).collect()))
    }

    /// Labels that Jira suggests to whoever begins to write one: a handful, and none where it does not suggest any.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn suggested_labels(&self, begun: &str) -> Result<Vec<String>, Failure> {
        let query = [("fieldName", "labels".to_owned()), ("fieldValue", begun.to_owned())];
        let path = ["jql", "autocompletedata", "suggestions"];
        let results = |answer: &Value| answer["results"].as_array().cloned().ok_or("it has no list of `results`");
        let found = self.find(&path, &query, Wanted::Suggestions, results)?.unwrap_or_default();
        Ok(found.iter().filter_map(|result| result["value"].as_str()).map(unquoted).collect())
    }
}

/// Whether a text may be a project's key: in the path of an address it stands for itself, and neither for a number nor for a folder.
fn is_key(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A project; none where it has no key, or lies in the bin.
fn project(answer: &Value) -> Option<JiraProject> {
    let key = answer["key"].as_str().filter(|_| answer["deleted"] != true)?;
    Some(JiraProject { key: key.to_owned(), archived: answer["archived"] == true })
}

/// A component; none where it has no name, or was deleted.
fn component(answer: &Value) -> Option<JiraComponent> {
    let name = answer["name"].as_str().filter(|_| answer["deleted"] != true)?;
    Some(JiraComponent { name: name.to_owned(), archived: answer["archived"] == true })
}

/// One page of a list of Cloud.
#[derive(Debug, Default)]
struct ListPage {
    values: Vec<Value>,
    is_last: bool,
    total: Option<usize>,
}

fn values(answer: &Value) -> Result<ListPage, &'static str> {
    let values = answer["values"].as_array().cloned().ok_or("it has no list of `values`")?;
    let total = answer["total"].as_u64().and_then(|total| usize::try_from(total).ok());
    Ok(ListPage { values, is_last: answer["isLast"] == true, total })
}

/// A value as it is, which is suggested as it would stand in a query: in quotes where it needs them.
fn unquoted(value: &str) -> String {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.map_or_else(|| value.to_owned(), |inner| inner.replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_stands_for_itself_in_a_path_is_a_key() {
        for key in ["PAY", "pay", "A1", "SDR_6"] {
            assert!(is_key(key), "{key}");
        }
        for odd in ["", ".", "..", "10000", "_A", "A-B", "A/B", "A B", "Ä", "A\0"] {
            assert!(!is_key(odd), "{odd:?}");
        }
    }

    #[test]
    fn what_was_deleted_is_not_there() {
        assert_eq!(project(&json!({"key": "A"})), Some(JiraProject { key: "A".to_owned(), archived: false }));
        assert_eq!(
            project(&json!({"key": "A", "archived": true})),
            Some(JiraProject { key: "A".to_owned(), archived: true })
        );
        assert_eq!(project(&json!({"key": "A", "deleted": true})), None);
        assert_eq!(component(&json!({"name": "A", "deleted": true})), None);
        for odd in [json!({}), json!({"key": 7, "name": 7}), json!(7), json!(null)] {
            assert_eq!((project(&odd), component(&odd)), (None, None), "{odd}");
        }
    }

    #[test]
    fn a_suggestion_stands_in_quotes_where_a_query_needs_them() {
        for (value, label) in [("billing", "billing"), (r#""a.b""#, "a.b"), (r#""a\"b\\c""#, r#"a"b\c"#), ("\"", "\"")]
        {
            assert_eq!(unquoted(value), label);
        }
    }
}
