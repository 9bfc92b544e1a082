//! Addresses of repositories made comparable: the two clone addresses of one repository, and its pages, come to the same place.
//!
//! A user, a password, a port, `www.`, the case of letters and an ending `.git` make no difference. What the hosts do each in
//! their own way is brought to one form:
//!
//! - GitLab puts `/-/` between a repository and its pages: <https://docs.gitlab.com/user/reserved_names/>;
//! - Bitbucket Data Center clones from `/scm/KEY/NAME` and shows `/projects/KEY/repos/NAME`, personal ones as `~user`:
//!   <https://confluence.atlassian.com/bitbucketserver/clone-a-repository-790632786.html>;
//! - Azure DevOps has `ORG/PROJECT/_git/NAME`, its older host `ORG.visualstudio.com`, and `v3/ORG/PROJECT/NAME` over ssh:
//!   <https://learn.microsoft.com/azure/devops/repos/git/use-ssh-keys-to-authenticate>.

use percent_encoding::percent_decode_str;
use url::Host;

/// Hosts that are another one by a second name: those for ssh through a firewall, and Azure's.
const SECOND_NAMES: [(&str, &str); 5] = [
    ("ssh.github.com", "github.com"),
    ("altssh.gitlab.com", "gitlab.com"),
    ("altssh.bitbucket.org", "bitbucket.org"),
    ("ssh.dev.azure.com", AZURE),
    ("vs-ssh.visualstudio.com", AZURE),
];

const AZURE: &str = "dev.azure.com";

/// Stands before the organisation of each repository on Azure's older host.
const OLD_AZURE: &str = ".visualstudio.com";

/// A host as addresses are compared by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) host: String,
    /// The first part of each path, where the host's name says it.
    organisation: Option<String>,
}

/// Where an address leads on its host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) parts: Vec<String>,
    /// Whether the parts are surely those of the repository; else it may be what the first of them name.
    pub(super) is_whole: bool,
}

/// Takes the address of a repository apart; none for one without a host, such as a folder of this machine.
pub(super) fn parse(address: &str) -> Option<(Site, &str)> {
    let address = address.trim();
    match address.split_once("://") {
        Some((scheme, _)) if scheme.eq_ignore_ascii_case("file") => None,
        Some((_, rest)) => {
            let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
            Some((site(authority)?, path))
        }
        None => {
            let (authority, path) = address.split_once(':').filter(|(authority, _)| !authority.contains('/'))?;
            Some((site(authority)?, path))
        }
    }
}

/// The site of an authority: a host, with or without a user before and a port behind it.
pub(super) fn site(authority: &str) -> Option<Site> {
    let (_, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let host = host.split(':').next().unwrap_or_default().trim_end_matches('.');
    let host = if host.is_ascii() { host.to_ascii_lowercase() } else { Host::parse(host).ok()?.to_string() };
    let host = host.strip_prefix("www.").unwrap_or(&host);
    if host.is_empty() {
        return None;
    }
    if let Some((_, first)) = SECOND_NAMES.iter().find(|(second, _)| *second == host) {
        return Some(Site { host: (*first).to_owned(), organisation: None });
    }
    Some(match host.strip_suffix(OLD_AZURE) {
        Some(organisation) => Site { host: AZURE.to_owned(), organisation: Some(organisation.to_owned()) },
        None => Site { host: host.to_owned(), organisation: None },
    })
}

/// The places that a path of a site may lead to, the surest first; none for one that climbs with `..`.
pub(super) fn places(site: &Site, path: &str) -> Vec<Place> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(plain).collect();
    if parts.iter().any(|part| part == "." || part == "..") {
        return Vec::new();
    }
    if site.host == AZURE {
        parts = of_azure(site, parts);
    }
    let place = ended(parts);
    of_bitbucket(&place.parts).into_iter().chain([place]).collect()
}

/// A part of a path without its percent signs and its case; as it is where it would hold a slash then.
fn plain(part: &str) -> String {
    let decoded = percent_decode_str(part).decode_utf8().ok();
    let decoded = decoded.filter(|decoded| !decoded.contains(|letter: char| letter == '/' || letter.is_control()));
    decoded.as_deref().unwrap_or(part).to_lowercase()
}

/// Brings the forms of Azure's path to `ORG/PROJECT/_git/NAME`.
fn of_azure(site: &Site, mut parts: Vec<String>) -> Vec<String> {
    if parts.first().is_some_and(|part| part == "v3") && parts.len() >= 4 {
        parts.remove(0);
        parts.insert(2, "_git".to_owned());
    }
    if let Some(organisation) = &site.organisation {
        parts.retain(|part| part != "defaultcollection");
        parts.insert(0, organisation.clone());
    }
    // A project's first repository has its name, and the address then leaves the project out.
    if let [_, git, name, ..] = parts.as_slice()
        && git == "_git"
    {
        parts.insert(1, name.clone());
    }
    parts
}

/// Cuts a path where a mark says that the repository's own part of it ends.
fn ended(mut parts: Vec<String>) -> Place {
    if let Some(git) = parts.iter().position(|part| part == "_git").filter(|git| git + 1 < parts.len()) {
        parts.remove(git);
        parts.truncate(git + 1);
        return Place { parts, is_whole: true };
    }
    if let Some(pages) = parts.iter().position(|part| part == "-").filter(|pages| *pages > 1) {
        parts.truncate(pages);
        return Place { parts, is_whole: true };
    }
    let is_repository = |part: &String| part.len() > ".git".len() && part.ends_with(".git");
    if let Some(last) = parts.iter().position(is_repository) {
        parts.truncate(last + 1);
        let length = parts[last].len() - ".git".len();
        parts[last].truncate(length);
        return Place { parts, is_whole: true };
    }
    Place { parts, is_whole: false }
}

/// The place by the two forms of Bitbucket Data Center, below whatever path it is served from.
fn of_bitbucket(parts: &[String]) -> Option<Place> {
    let place = |owner: String, name: &String| Some(Place { parts: vec![owner, name.clone()], is_whole: true });
    for start in 0..parts.len() {
        match &parts[start..] {
            [first, owner, repos, name, ..] if first == "projects" && repos == "repos" => {
                return place(owner.clone(), name);
            }
            [first, owner, repos, name, ..] if first == "users" && repos == "repos" => {
                return place(format!("~{owner}"), name);
            }
            [first, owner, name, ..] if first == "scm" => return place(owner.clone(), name),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first place of an address as `host/part/part`, with an ending `+` where it may go on.
    fn place(address: &str) -> String {
        let Some((site, path)) = parse(address) else { return "nowhere".to_owned() };
        let Some(place) = places(&site, path).into_iter().next() else { return "nowhere".to_owned() };
        format!("{}/{}{}", site.host, place.parts.join("/"), if place.is_whole { "" } else { "+" })
    }

    #[test]
    fn the_forms_of_one_address_come_to_one_place() {
        for address in [
            "git@github.com:acme/api.git",
            "github.com:acme/api.git",
            "ssh://git@github.com/Acme/api.git",
            "ssh://git@ssh.github.com:443/acme/api.git",
            "git+ssh://git@github.com/acme/api.git",
            "git://github.com/acme/api.git",
            "https://github.com/acme/api.git/",
            "https://ann:pw@WWW.GitHub.com:443/acme//API.git?x=/y#z",
            "https://github.com./acme/%61pi.git",
            "https://ＧitHub.com/acme/api.git",
        ] {
            assert_eq!(place(address), "github.com/acme/api", "{address}");
        }
        assert_eq!(place("https://github.com/acme/api"), "github.com/acme/api+");
        assert_eq!(place("https://Bücher.example/a/b.git"), "xn--bcher-kva.example/a/b");
    }

    #[test]
    fn pages_of_gitlab_end_its_subgroups() {
        assert_eq!(place("https://gitlab.example/a/b/c/-/merge_requests/7"), "gitlab.example/a/b/c");
        assert_eq!(place("git@gitlab.example:a/b/c.git"), "gitlab.example/a/b/c");
        assert_eq!(place("https://gitlab.example/a/-"), "gitlab.example/a/-+", "a repository may be called so");
    }

    #[test]
    fn bitbucket_has_a_clone_address_and_a_page() {
        for address in [
            "https://git.example/scm/pay/api.git",
            "https://git.example/bitbucket/scm/PAY/api.git",
            "ssh://git@git.example:7999/pay/api.git",
            "https://git.example/projects/PAY/repos/api/browse/src/a.rs?at=main",
            "https://git.example/bitbucket/projects/PAY/repos/api/pull-requests/3",
        ] {
            assert_eq!(place(address), "git.example/pay/api", "{address}");
        }
        assert_eq!(place("https://git.example/users/ann/repos/x"), "git.example/~ann/x");
        assert_eq!(place("ssh://git@git.example:7999/~ann/x.git"), "git.example/~ann/x");
    }

    #[test]
    fn azure_has_three_hosts() {
        for address in [
            "https://dev.azure.com/acme/Pay%20Team/_git/api",
            "https://acme@dev.azure.com/acme/Pay%20Team/_git/api/pullrequest/3",
            "git@ssh.dev.azure.com:v3/acme/Pay%20Team/api",
            "https://acme.visualstudio.com/Pay%20Team/_git/api",
            "https://acme.visualstudio.com/DefaultCollection/Pay%20Team/_git/api?path=/x",
            "acme@vs-ssh.visualstudio.com:v3/acme/Pay%20Team/api",
        ] {
            assert_eq!(place(address), "dev.azure.com/acme/pay team/api", "{address}");
        }
        assert_eq!(place("https://dev.azure.com/acme/_git/api"), "dev.azure.com/acme/api/api");
        assert_eq!(place("https://tfs.example/tfs/Main/Pay/_git/api"), "tfs.example/tfs/main/pay/api");
    }

    #[test]
    fn tricks_lead_elsewhere() {
        for (address, expected) in [
            ("https://github.com@evil.example/acme/api", "evil.example/acme/api+"),
            ("https://github.com:pw@evil.example/acme/api", "evil.example/acme/api+"),
            ("https://gіthub.com/acme/api", "xn--gthub-n2e.com/acme/api+"),
            ("https://github.com/acme%2fapi", "github.com/acme%2fapi+"),
            ("https://github.com/acme/api/../other", "nowhere"),
            ("https://github.com/acme/%2e%2e/api", "nowhere"),
            ("https://github.com/acme/api%1b[2J", "github.com/acme/api%1b[2j+"),
            ("https:///acme/api", "nowhere"),
            ("https://[::1]/acme/api", "[/acme/api+"),
        ] {
            assert_eq!(place(address), expected, "{address}");
        }
    }

    #[test]
    fn what_has_no_host_leads_nowhere() {
        for address in ["", "/srv/git/api.git", "file:///srv/git/api.git", "../api", "api", "a/b:c", "://", ":x"] {
            assert_eq!(place(address), "nowhere", "{address}");
        }
    }
}
