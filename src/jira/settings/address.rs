//! The base address of a Jira, valid ever after.

use std::fmt;

use url::Url;

use super::host::{Host, Kind};
use crate::ticket::TicketKey;

/// The host of Atlassian's gateway, which scoped tokens and service accounts need.
const GATEWAY: &str = "api.atlassian.com";

/// First path segments of Jira's own pages and of its interfaces: what a pasted address has from there on is no base path.
const OWN_SEGMENTS: [&str; 4] = ["browse", "rest", "secure", "login.jsp"];

/// The base address of a Jira: https, or http on this machine, with the base path that a Data Center may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    base: Url,
    host: Host,
    /// Where people read tickets: the base itself, or the site behind the gateway as far as it is known.
    site: Option<Url>,
}

impl Address {
    /// Reads an address as people write and paste it: a bare host becomes https; trailing slashes, queries and what follows a
    /// pasted page or REST path are cut off.
    ///
    /// # Errors
    /// The reason as the end of a sentence that begins with the place it stands at. It never repeats the text, which may hold
    /// a password.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let url = parse_url(text.trim())?;
        let host = Host::of(&url).ok_or("names no host that a certificate can be for")?;
        match url.scheme() {
            "https" => {}
            "http" if host.is_loopback() => {}
            "http" => return Err("is plain http, which shows the credential to everyone on the way; give it as https"),
            _ => return Err("is no https address"),
        }
        let is_gateway = url.host_str() == Some(GATEWAY);
        let base = with_path(&url, &base_path(&url, is_gateway, host.kind() == Some(Kind::Cloud))?);
        Ok(Self { site: (!is_gateway).then(|| base.clone()), base, host })
    }

    /// The address of Atlassian's gateway for a cloud id; people go on reading at the site.
    ///
    /// # Errors
    /// The reason as the end of a sentence that begins with the cloud id's place.
    pub fn gateway(cloud_id: &str, site: Option<&Self>) -> Result<Self, &'static str> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if cloud_id.is_empty() || !cloud_id.bytes().all(is_plain) {
            return Err("is no cloud id, which is made of letters, digits and hyphens");
        }
        let gateway = Self::parse(&format!("https://{GATEWAY}/ex/jira/{cloud_id}"))?;
        Ok(Self { site: site.and_then(|site| site.site.clone()), ..gateway })
    }

    /// The address of a resource below the base: each segment is escaped, and the base path is kept.
    pub fn at(&self, segments: &[&str]) -> Url {
        appended(&self.base, segments)
    }

    /// Where people read a ticket; `None` where only the gateway is known.
    pub fn browse(&self, key: &TicketKey) -> Option<Url> {
        self.browse_base().map(|site| appended(site, &["browse", key.as_str()]))
    }

    /// The base of what people read: the site, also where requests go to the gateway.
    pub fn browse_base(&self) -> Option<&Url> {
        self.site.as_ref()
    }

    /// The base of requests.
    pub fn base(&self) -> &Url {
        &self.base
    }

    /// The host that requests go to.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The host that people know it by: the site's, or the gateway's where the site is not known.
    pub fn site_host(&self) -> Host {
        self.site.as_ref().and_then(Host::of).unwrap_or_else(|| self.host.clone())
    }

    /// Whether requests go to Atlassian's gateway.
    pub fn is_gateway(&self) -> bool {
        self.base.host_str() == Some(GATEWAY)
    }

    /// Who runs it, as far as the address tells; otherwise `serverInfo` is to be asked.
    pub fn kind(&self) -> Option<Kind> {
        match self.is_gateway() {
            true => Some(Kind::Cloud),
            false => self.host.kind(),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base.as_str().trim_end_matches('/'))
    }
}

/// The address with a scheme, and nothing in it that a reader and a program could take differently.
fn parse_url(text: &str) -> Result<Url, &'static str> {
    if text.is_empty() {
        return Err("is empty");
    }
    if text.contains(|character: char| character.is_control() || character.is_whitespace() || character == '\\') {
        return Err("holds a blank, a control character or a backslash");
    }
    let is_scheme = |scheme: &str| scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (scheme, rest) = text.split_once("://").filter(|(scheme, _)| is_scheme(scheme)).unwrap_or(("https", text));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() {
        return Err("names no host");
    }
    if authority.contains('@') {
        return Err("holds a user or a password; give the address without them");
    }
    Url::parse(&format!("{scheme}://{rest}")).map_err(|_| "is no web address")
}

/// The segments of the base path. A Cloud site has none: `/jira/software/…` there is a page.
fn base_path(url: &Url, is_gateway: bool, is_cloud: bool) -> Result<Vec<String>, &'static str> {
    let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
    let kept = match segments.as_slice() {
        ["ex", "jira", _, ..] if is_gateway => &segments[..3],
        _ if is_gateway => return Err("names Atlassian's gateway without `/ex/jira/<cloud id>`"),
        _ if is_cloud => &[],
        _ => &segments[..segments.iter().position(|part| OWN_SEGMENTS.contains(part)).unwrap_or(segments.len())],
    };
    Ok(kept.iter().map(|segment| (*segment).to_owned()).collect())
}

/// The address with these escaped segments as its whole path.
fn with_path(url: &Url, segments: &[String]) -> Url {
    let mut url = url.clone();
    url.set_path(&segments.join("/"));
    url.set_query(None);
    url.set_fragment(None);
    url
}

/// The address with more segments; `Url::join` with a leading slash would lose the base path.
fn appended(base: &Url, segments: &[&str]) -> Url {
    let mut url = base.clone();
    let mut path = url.path_segments_mut().expect("a web address has a path");
    path.pop_if_empty().extend(segments);
    drop(path);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::parse(text).unwrap()
    }

    fn shown(text: &str) -> String {
        address(text).to_string()
    }

    #[test]
    fn a_pasted_address_is_cut_to_its_base() {
        let site = "https://acme.atlassian.net";
        for text in [
            "acme.atlassian.net",
            " https://ACME.atlassian.net// ",
            "https://acme.atlassian.net:443/browse/PROJ-1?focusedCommentId=1#x",
            "https://acme.atlassian.net/rest/api/2",
            "https://acme.atlassian.net/jira/software/projects/PROJ/boards/1",
            "acme.atlassian.net/x?to=http://evil.example",
        ] {
            assert_eq!(shown(text), site, "{text}");
        }
        assert_eq!(shown("https://jira.example:8443/tools/jira/"), "https://jira.example:8443/tools/jira");
        assert_eq!(shown("https://jira.example/jira/browse/PROJ-1"), "https://jira.example/jira");
        assert_eq!(shown("https://jira.example/jira//rest/api/2/"), "https://jira.example/jira");
        assert_eq!(shown("https://jira.example/secure/Dashboard.jspa"), "https://jira.example");
        assert_eq!(
            shown("https://api.atlassian.com/ex/jira/11-22/rest/api/3"),
            "https://api.atlassian.com/ex/jira/11-22"
        );
    }

    #[test]
    fn plain_http_is_for_this_machine_alone() {
        for text in ["http://localhost:8080/jira", "http://127.0.0.1:9", "http://127.9.9.9", "http://[::1]:8080"] {
            assert!(Address::parse(text).is_ok(), "{text}");
        }
        for text in ["http://jira.example", "http://localhost.evil.example", "http://0.0.0.0", "http://10.0.0.1"] {
            assert!(Address::parse(text).unwrap_err().contains("https"), "{text}");
        }
    }

    #[test]
    fn tricks_and_nonsense_are_refused_without_repeating_them() {
        for text in [
            "",
            "https://",
            "ftp://jira.example",
            "https://user:hunter2@jira.example",
            "https://acme.atlassian.net@evil.example",
            "acme.atlassian.net:hunter2@evil.example",
            "https:hunter2",
            "https://acme.atlassian.net\\@evil.example",
            "https://acme.atlassian.net\t.evil.example",
            "https://acme.atlassian.net.",
            "*.atlassian.net",
            "https://jira.example:hunter2",
            "https://api.atlassian.com/",
        ] {
            let reason = Address::parse(text).unwrap_err();
            assert!(!reason.contains("hunter2"), "{text}: {reason}");
        }
    }

    #[test]
    fn resources_keep_the_base_path_and_are_escaped() {
        let jira = address("https://jira.example/jira");
        let issue = jira.at(&["rest", "api", "2", "issue", "A/B?c#d%20 e"]);
        assert_eq!(issue.as_str(), "https://jira.example/jira/rest/api/2/issue/A%2FB%3Fc%23d%2520%20e");
        assert_eq!(address("acme.atlassian.net").at(&["rest"]).as_str(), "https://acme.atlassian.net/rest");
        let key = TicketKey::parse("PROJ-1").unwrap();
        assert_eq!(jira.browse(&key).unwrap().as_str(), "https://jira.example/jira/browse/PROJ-1");
    }

    #[test]
    fn people_read_at_the_site_while_requests_go_to_the_gateway() {
        let site = address("acme.atlassian.net");
        let gateway = Address::gateway("11-22", Some(&site)).unwrap();
        assert_eq!(gateway.at(&["rest"]).as_str(), "https://api.atlassian.com/ex/jira/11-22/rest");
        assert_eq!(gateway.browse_base().map(Url::as_str), Some("https://acme.atlassian.net/"));
        assert_eq!((gateway.host().to_string(), gateway.kind()), (GATEWAY.to_owned(), Some(Kind::Cloud)));
        assert_eq!(gateway.site_host(), *site.host());
        assert_eq!(Address::gateway("11-22", None).unwrap().browse_base(), None);
        for wrong in ["", "../../evil", "a/b", "a b", "a?b"] {
            assert!(Address::gateway(wrong, None).is_err(), "{wrong}");
        }
    }
}
