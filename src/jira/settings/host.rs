//! A host with its port, as it is compared before a credential goes anywhere.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host as Name, Url};

/// The port of https, which a name without a port means.
const HTTPS: u16 = 443;

/// Who runs a Jira; the two speak different dialects (REST v3 and ADF, REST v2 and wiki markup).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Atlassian: `*.atlassian.net` and its like.
    Cloud,
    /// The company itself: Jira Data Center or Server.
    DataCenter,
}

/// The domains whose subdomains are Jira Cloud, as mcp-atlassian knows them; the last two are the US government's.
const CLOUD: [&str; 4] = ["atlassian.net", "jira.com", "atlassian-us-gov-mod.net", "atlassian-us-gov.net"];

/// How many of [`CLOUD`] are served by the gateway too.
const BEHIND_GATEWAY: usize = 2;

/// A host and its port, in the one spelling that is connected to: lower case, punycode (UTS 46), IP addresses in short form.
///
/// Two of them are equal only where name and port are; there is no matching of suffixes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Host {
    name: Name<String>,
    port: u16,
}

impl Host {
    /// Reads `host` or `host:port`; `None` for anything else, such as an address with a scheme, a user, a path, a wildcard or
    /// a trailing dot.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_more =
            |character: char| character.is_control() || character.is_whitespace() || "/\\?#@".contains(character);
        if text.is_empty() || text.contains(is_more) {
            return None;
        }
        Self::of(&Url::parse(&format!("https://{text}")).ok()?)
    }

    /// The host of an address; `None` where it has none or one that no certificate is for.
    pub(super) fn of(url: &Url) -> Option<Self> {
        let name = url.host()?.to_owned();
        let strange = matches!(&name, Name::Domain(name) if !is_plain_domain(name));
        (!strange).then_some(Self { name, port: url.port_or_known_default()? })
    }

    /// Whether the names are equal, whatever the ports.
    pub(super) fn has_name_of(&self, other: &Self) -> bool {
        self.name == other.name
    }

    /// The port.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Whether it is this machine: `localhost`, 127.0.0.0/8, `::1`.
    pub fn is_loopback(&self) -> bool {
        match &self.name {
            Name::Domain(name) => name == "localhost",
            Name::Ipv4(address) => address.is_loopback(),
            Name::Ipv6(address) => address.is_loopback(),
        }
    }

    /// Who runs the Jira here, as far as the name tells.
    pub(super) fn kind(&self) -> Option<Kind> {
        let private = match &self.name {
            Name::Domain(_) => self.is_loopback(),
            Name::Ipv4(address) => is_private_v4(*address),
            Name::Ipv6(address) => is_private_v6(*address),
        };
        match private {
            true => Some(Kind::DataCenter),
            false => self.is_below(&CLOUD).then_some(Kind::Cloud),
        }
    }

    /// Whether a site of this name can be reached through Atlassian's gateway.
    pub(super) fn is_behind_gateway(&self) -> bool {
        self.is_below(&CLOUD[..BEHIND_GATEWAY])
    }

    fn is_below(&self, domains: &[&str]) -> bool {
        let Name::Domain(name) = &self.name else { return false };
        let below = |domain: &&str| name.strip_suffix(domain).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'));
        domains.iter().any(below)
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            HTTPS => write!(f, "{}", self.name),
            port => write!(f, "{}:{port}", self.name),
        }
    }
}

/// Letters, digits, hyphens and underscores in labels that are not empty: no wildcard, and no dot at the end, which resolvers
/// pass over and certificates do not.
fn is_plain_domain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    name.split('.').all(|label| !label.is_empty() && label.bytes().all(is_plain))
}

/// RFC 1918, loopback and link-local.
fn is_private_v4(address: Ipv4Addr) -> bool {
    address.is_private() || address.is_loopback() || address.is_link_local()
}

/// RFC 4193, loopback and link-local.
fn is_private_v6(address: Ipv6Addr) -> bool {
    address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Host {
        Host::parse(text).unwrap()
    }

    #[test]
    fn equal_are_only_equal_names_at_equal_ports() {
        assert_eq!(host("acme.atlassian.net"), host("ACME.atlassian.net:443"));
        assert_eq!(host("acme。atlassian.net"), host("acme.atlassian.net"), "one host to whoever connects");
        let others = [
            "acme.atlassian.net:8443",
            "evil-acme.atlassian.net",
            "x.acme.atlassian.net",
            "acme.atlassian.net.evil.example",
            "atlassian.net",
            "аcme.atlassian.net",
            "acme-atlassian.net",
        ];
        for other in others {
            assert_ne!(host("acme.atlassian.net"), host(other), "{other}");
        }
        assert_eq!(host("аcme.atlassian.net").to_string(), "xn--cme-5cd.atlassian.net");
    }

    #[test]
    fn what_is_more_or_less_than_a_host_is_none() {
        let wrong = [
            "",
            "https://acme.atlassian.net",
            "acme.atlassian.net/jira",
            "acme.atlassian.net.",
            "user@acme.atlassian.net",
            "acme.atlassian.net@evil.example",
            "*.atlassian.net",
            "acme.atlassian.net#",
            "acme.atlassian.net?",
            "acme.atlassian.net\\x",
            "a b",
            "a\tb",
            "host:port",
            "host:99999",
            "::1",
        ];
        for text in wrong {
            assert_eq!(Host::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_kind_is_guessed_from_whole_labels() {
        for cloud in ["acme.atlassian.net", "acme.jira.com", "agency.atlassian-us-gov-mod.net"] {
            assert_eq!(host(cloud).kind(), Some(Kind::Cloud), "{cloud}");
        }
        for own in ["localhost", "127.0.0.1:8080", "10.1.2.3", "192.168.0.1", "172.31.0.1", "[::1]", "[fd00::1]"] {
            assert_eq!(host(own).kind(), Some(Kind::DataCenter), "{own}");
        }
        let unknown =
            ["jira.example.com", "atlassian.net", "evilatlassian.net", "a.atlassian.net.evil.example", "172.32.0.1"];
        for unknown in unknown {
            assert_eq!(host(unknown).kind(), None, "{unknown}");
        }
    }
}
