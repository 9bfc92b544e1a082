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
    seen: BTreeSet<String>,
}

impl Pager {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, so_far: 0, token: None, seen: BTreeSet::new() }
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

    /// Takes a page in and gives its issues, and whether there is another page.
    ///
    /// An empty page, a page that says it is the last, one without a token and one with a token that was there before all end the
    /// search: servers were seen that would otherwise go round for ever.
    pub(super) fn turn(&mut self, page: &Value) -> (Vec<Value>, bool) {
        let issues = page["issues"].as_array().cloned().unwrap_or_default();
        self.so_far += issues.len() as u64;
        let more = match self.kind {
            Kind::Cloud => {
                self.token = page["nextPageToken"].as_str().map(str::to_owned);
                let is_new = self.token.clone().is_some_and(|token| self.seen.insert(token));
                is_new && page["isLast"] != true
            }
            Kind::DataCenter => page["total"].as_u64().is_none_or(|total| self.so_far < total),
        };
        let more = more && !issues.is_empty();
        (issues, more)
    }

    /// How many issues there are in all, where the server says so.
    pub(super) fn total(page: &Value) -> Option<u64> {
        page["total"].as_u64()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ends(kind: Kind, pages: &[Value]) -> usize {
        let mut pager = Pager::new(kind);
        pages.iter().position(|page| !pager.turn(page).1).map_or(pages.len() + 1, |at| at + 1)
    }

    #[test]
    fn cloud_goes_on_while_there_is_a_new_token() {
        let issue = json!([{"key": "A-1"}]);
        for (pages, read) in [
            (vec![json!({"issues": issue, "nextPageToken": "x"}), json!({"issues": issue})], 2),
            (vec![json!({"issues": issue, "nextPageToken": "x", "isLast": true})], 1),
            (vec![json!({"issues": [], "nextPageToken": "x"})], 1),
            (vec![json!({"issues": issue, "nextPageToken": "x"}), json!({"issues": issue, "nextPageToken": "x"})], 2),
            (vec![json!({})], 1),
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
        ] {
            assert_eq!(ends(Kind::DataCenter, &pages), read, "{pages:?}");
        }
    }

    #[test]
    fn a_token_goes_into_the_query_as_it_came() {
        let mut pager = Pager::new(Kind::Cloud);
        pager.turn(&json!({"issues": [{}], "nextPageToken": "a/b+c=="}));
        assert_eq!(pager.query(), [("maxResults", "100".to_owned()), ("nextPageToken", "a/b+c==".to_owned())]);
    }
}
