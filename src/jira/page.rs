//! Paging through a search, by either of Jira's two ways: values in, values out.

use std::collections::BTreeSet;

use serde_json::Value;

use super::settings::Kind;

/// How many issues are asked for at once; a server may give fewer.
const AT_ONCE: &str = "100";

/// Where a search stands.
#[derive(Debug)]
pub(super) struct Pager {
    kind: Kind,
    /// The number of issues so far, which is where the next page starts on Data Center.
    so_far: u64,
    /// The token of the next page, on Cloud.
    token: Option<String>,
    /// The tokens and the names of the issues that were there before.
    tokens: BTreeSet<String>,
    issues: BTreeSet<String>,
}

impl Pager {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, so_far: 0, token: None, tokens: BTreeSet::new(), issues: BTreeSet::new() }
    }

    /// What stands behind the base address for a search.
    pub(super) fn segments(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Cloud => &["rest", "api", "3", "search", "jql"],
            Kind::DataCenter => &["rest", "api", "2", "search"],
        }
    }

    /// The part of the query that names the page.
    pub(super) fn query(&self) -> Vec<(&'static str, String)> {
        let mut query = vec![("maxResults", AT_ONCE.to_owned())];
        match self.kind {
            Kind::Cloud => query.extend(self.token.clone().map(|token| ("nextPageToken", token))),
            Kind::DataCenter => query.push(("startAt", self.so_far.to_string())),
        }
        query
    }

    /// Takes a page in and gives those of its issues that were not there before, and whether there is another page; none where it is no
    /// page.
    ///
    /// A page without anything new, a page that says it is the last, one without a token and one with a token that was there before all
    /// end the search: servers were seen that would otherwise go round for ever. An issue comes twice where it moved from one page to
    /// the next between two requests.
    pub(super) fn turn(&mut self, page: &Value) -> Option<(Vec<Value>, bool)> {
        let issues = page["issues"].as_array()?;
        self.so_far += issues.len() as u64;
        let more = match self.kind {
            Kind::Cloud => {
                self.token = page["nextPageToken"].as_str().map(str::to_owned);
                let is_new = self.token.clone().is_some_and(|token| self.tokens.insert(token));
                is_new && page["isLast"] != true
            }
            Kind::DataCenter => page["total"].as_u64().is_none_or(|total| self.so_far < total),
        };
        let issues: Vec<_> = issues.iter().filter(|issue| self.issues.insert(name(issue))).cloned().collect();
        let more = more && !issues.is_empty();
        Some((issues, more))
    }

    /// How many issues there are in all, where the server says so.
    pub(super) fn total(page: &Value) -> Option<u64> {
        page["total"].as_u64()
    }
}

/// What tells an issue from others: its key, as far as it has one.
fn name(issue: &Value) -> String {
    issue["key"].as_str().map_or_else(|| issue.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ends(kind: Kind, pages: &[Value]) -> usize {
        let mut pager = Pager::new(kind);
        pages.iter().position(|page| !pager.turn(page).unwrap().1).map_or(pages.len() + 1, |at| at + 1)
    }

    #[test]
    fn cloud_goes_on_while_there_is_a_new_token() {
        let (one, other) = (json!([{"key": "A-1"}]), json!([{"key": "A-2"}]));
        for (pages, read) in [
            (vec![json!({"issues": one, "nextPageToken": "x"}), json!({"issues": other})], 2),
            (vec![json!({"issues": one, "nextPageToken": "x", "isLast": true})], 1),
            (vec![json!({"issues": [], "nextPageToken": "x"})], 1),
            (vec![json!({"issues": one, "nextPageToken": "x"}), json!({"issues": other, "nextPageToken": "x"})], 2),
            (vec![json!({"issues": one, "nextPageToken": "x"}), json!({"issues": one, "nextPageToken": "y"})], 2),
        ] {
            assert_eq!(ends(Kind::Cloud, &pages), read, "{pages:?}");
        }
    }

    #[test]
    fn data_center_goes_on_until_the_total() {
        let two = json!([{"key": "A-1"}, {"key": "A-2"}]);
        for (pages, read) in [
            (vec![json!({"issues": two, "total": 3}), json!({"issues": [{"key": "A-3"}], "total": 3})], 2),
            (vec![json!({"issues": two, "total": 9}), json!({"issues": [], "total": 9})], 2),
            (vec![json!({"issues": two}), json!({"issues": []})], 2),
            (vec![json!({"issues": two, "total": 9}), json!({"issues": two, "total": 9})], 2),
            (vec![json!({"issues": [{}, {}]}), json!({"issues": [{}]})], 2),
        ] {
            assert_eq!(ends(Kind::DataCenter, &pages), read, "{pages:?}");
        }
    }

    #[test]
    fn an_issue_that_moved_to_the_next_page_is_given_once() {
        let mut pager = Pager::new(Kind::DataCenter);
        pager.turn(&json!({"issues": [{"key": "A-1"}, {"key": "A-2"}], "total": 4}));
        let (issues, more) = pager.turn(&json!({"issues": [{"key": "A-2"}, {"key": "A-3"}], "total": 4})).unwrap();
        assert_eq!((issues, more), (vec![json!({"key": "A-3"})], false));
    }

    #[test]
    fn what_has_no_issues_is_no_page() {
        for odd in [json!({}), json!([]), json!({"issues": {}}), json!({"errorMessages": ["no"]})] {
            assert_eq!(Pager::new(Kind::Cloud).turn(&odd), None, "{odd}");
        }
    }

    #[test]
    fn a_token_goes_into_the_query_as_it_came() {
        let mut pager = Pager::new(Kind::Cloud);
        pager.turn(&json!({"issues": [{}], "nextPageToken": "a/b+c=="}));
        assert_eq!(pager.query(), [("maxResults", "100".to_owned()), ("nextPageToken", "a/b+c==".to_owned())]);
    }
}
