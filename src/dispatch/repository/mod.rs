//! Which projects' repositories a ticket names.

mod address;
mod scan;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use self::address::{Place, Site, parse, places, site};
use self::scan::{Found, scan};
use crate::system::git::without_secrets;

/// The remotes of all projects, found by where they lead.
#[derive(Debug, Default)]
pub(super) struct Repositories {
    /// Projects by `host/path`.
    by_address: HashMap<String, Vec<usize>>,
    /// Projects by path alone, for `owner/name#12`.
    by_path: HashMap<String, Vec<usize>>,
    hosts: HashSet<String>,
}

/// How many addresses of known hosts are looked up for one ticket; logs of megabytes are full of them.
const MOST_ADDRESSES: usize = 2_000;

/// The first address of each named project: the number of its text, and where it stands there.
type Firsts = BTreeMap<usize, (usize, Range<usize>)>;

impl Repositories {
    /// Indexes the remotes of projects, given by their position; a remote without a host is passed over.
    pub(super) fn new<'r>(remotes: impl IntoIterator<Item = (usize, &'r str)>) -> Self {
        let mut repositories = Self::default();
        for (project, remote) in remotes {
            let Some((site, path)) = parse(remote) else { continue };
            let Some(Place { parts, .. }) =
                places(&site, path).into_iter().next().filter(|place| !place.parts.is_empty())
            else {
                continue;
            };
            let path = parts.join("/");
            repositories.by_address.entry(format!("{}/{path}", site.host)).or_default().push(project);
            if parts.len() > 1 {
                repositories.by_path.entry(path).or_default().push(project);
            }
            repositories.hosts.insert(site.host);
        }
        repositories
    }

    /// The named projects by their position, each with the first address that names it, without secrets.
    ///
    /// A longer path goes before a shorter one, and the address of a page names the repository that it is of. What comes behind
    /// [`MOST_ADDRESSES`] is not looked up.
    pub(super) fn named(&self, texts: &[&str]) -> BTreeMap<usize, String> {
        let (mut firsts, mut looked_up) = (Firsts::new(), 0);
        for (index, text) in texts.iter().enumerate().filter(|_| !self.by_address.is_empty()) {
            let knows = |authority: &str| site(authority).is_some_and(|site| self.hosts.contains(&site.host));
            scan(text, knows, |found| {
                looked_up += 1;
                if looked_up > MOST_ADDRESSES {
                    return;
                }
                let (projects, span) = match found {
                    Found::Address { authority, path, span } => (self.at(authority, path), span),
                    Found::Short { path, span } => (self.by_path.get(&path.to_lowercase()), span),
                };
                for project in projects.into_iter().flatten() {
                    let first = firsts.entry(*project).or_insert_with(|| (index, span.clone()));
                    if first.0 == index && span.start < first.1.start {
                        first.1 = span.clone();
                    }
                }
            });
        }
        firsts.into_iter().map(|(project, (index, span))| (project, without_secrets(&texts[index][span]))).collect()
    }

    /// The projects at an address.
    fn at(&self, authority: &str, path: &str) -> Option<&Vec<usize>> {
        let site = site(authority)?;
        places(&site, path).iter().find_map(|place| self.at_place(&site, place))
    }

    fn at_place(&self, site: &Site, place: &Place) -> Option<&Vec<usize>> {
        let mut key = format!("{}/{}", site.host, place.parts.join("/"));
        if place.is_whole || place.parts.len() < 2 {
            return self.by_address.get(&key).or_else(|| self.by_address.get(before_letters(&key)?));
        }
        for last in place.parts.iter().skip(1).rev() {
            if let Some(projects) = self.by_address.get(&key).or_else(|| self.by_address.get(before_letters(&key)?)) {
                return Some(projects);
            }
            key.truncate(key.len() - last.len() - 1);
        }
        None
    }
}

/// What stands before the first letter beyond ASCII: prose in scripts without spaces goes on right behind an address.
fn before_letters(key: &str) -> Option<&str> {
    key.find(|letter: char| !letter.is_ascii()).map(|end| &key[..end])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const REMOTES: [&str; 8] = [
        "git@github.com:acme/api.git",
        "https://github.com/acme/web",
        "https://gitlab.example/group/sub/app.git",
        "ssh://git@git.example:7999/pay/core.git",
        "https://dev.azure.com/acme/Pay%20Team/_git/ledger",
        "git@tiny.example:dotfiles.git",
        "/srv/git/local.git",
        "https://github.com/acme/web.git",
    ];

    fn named(texts: &[&str]) -> BTreeMap<usize, String> {
        Repositories::new(REMOTES.into_iter().enumerate()).named(texts)
    }

    fn projects(text: &str) -> Vec<usize> {
        named(&[text]).into_keys().collect()
    }

    #[test]
    fn a_page_names_the_repository_that_it_is_of() {
        for (text, expected) in [
            ("https://github.com/acme/api", &[0][..]),
            ("https://github.com/Acme/API/pull/12/files#diff-1", &[0]),
            ("https://github.com/acme/api/blob/main/src/a.rs?plain=1", &[0]),
            ("https://github.com/acme/api/commit/0a1b2c", &[0]),
            ("https://github.com/acme/api#readme", &[0]),
            ("ssh://git@github.com:22/acme/api.git", &[0]),
            ("git clone git@github.com:acme/api", &[0]),
            ("as in acme/api#12", &[0]),
            ("https://github.com/acme/apiを見て", &[0]),
            ("https://github.com/acme/web/issues", &[1, 7]),
            ("https://gitlab.example/group/sub/app/-/merge_requests/7", &[2]),
            ("group/sub/app#4", &[2]),
            ("https://git.example/projects/PAY/repos/core/pull-requests/3", &[3]),
            ("https://git.example/scm/pay/core.git", &[3]),
            ("https://dev.azure.com/acme/Pay%20Team/_git/ledger?path=/a", &[4]),
            ("https://tiny.example/dotfiles", &[5]),
            ("https://github.com/acme/api and https://github.com/acme/web", &[0, 1, 7]),
        ] {
            assert_eq!(projects(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_near_an_address_names_nothing() {
        for text in [
            "https://github.com/acme",
            "https://github.com/acme/api-docs",
            "https://github.com/acme/api.js",
            "https://github.com/other/api",
            "https://github.example/acme/api",
            "https://gist.github.com/acme/api",
            "https://github.com/acme/api/../other",
            "https://github.com@evil.example/acme/api",
            "https://github.com/acme%2Fapi",
            "https://gіthub.com/acme/api",
            "https://gitlab.example/group/sub/app/more/-/issues/1",
            "https://tiny.example/dotfiles/more",
            "https://github.com/acme／api",
            "github.com acme/api",
            "acme/api",
            "acme/api#latest",
            "/srv/git/local.git",
            "api#12",
        ] {
            assert!(projects(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_first_address_is_told_without_its_secrets() {
        let texts = ["acme/api#3, https://ann:s3cret@github.com/acme/api/pull/1", "https://github.com/acme/web"];
        let found = named(&texts);
        assert_eq!(found[&0], "acme/api#3");
        assert_eq!(found[&1], "https://github.com/acme/web");
        let found = named(&["", "https://ann:s3cret@github.com/acme/api/pull/1?token=x then acme/api#3"]);
        assert_eq!(found[&0], "https://github.com/acme/api/pull/1");
    }

    #[test]
    fn without_remotes_nothing_is_named() {
        let none = Repositories::new([(0, "/srv/git/local.git"), (1, ""), (2, "https://github.com/")]);
        assert!(none.named(&["https://github.com/ https://github.com/acme/api"]).is_empty());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>(), remote in any::<String>(), marked in "(://|https?|git@|[a/#.@:é%1 -]|\\.git|_git|scm){0,30}") {
            let repositories = Repositories::new([(0, remote.as_str()), (1, marked.as_str()), (2, "git@a:a/a")]);
            let _ = repositories.named(&[&text, &marked, &remote]);
        }

        #[test]
        fn every_form_of_an_address_names_its_repository(owner in "[a-z][a-z0-9-]{0,8}", name in "[a-zA-Z][a-zA-Z0-9_]{0,8}", around in "[ ()<>\"|,]{0,3}") {
            prop_assume!(!["scm", "v3", "projects", "users"].contains(&owner.as_str()));
            let forms = [
                format!("git@h.example:{owner}/{name}.git"), format!("https://h.example/{owner}/{name}"),
                format!("ssh://git@h.example:22/{owner}/{name}.git"), format!("https://www.h.example:8443/{owner}/{name}/pull/1"),
            ];
            for remote in &forms[..3] {
                let repositories = Repositories::new([(4, remote.as_str())]);
                for form in &forms {
                    let text = format!("x {around} {form}{around} x");
                    let found = repositories.named(&[&text]);
                    prop_assert_eq!(found.get(&4), Some(form), "{} in {}", remote, text);
                }
            }
        }
    }
}
