//! Whether git may be given an address that a shared file holds.

use std::path::Path;

/// The transports that git has itself; any other is a program of that name.
const SCHEMES: [&str; 7] = ["https", "http", "ssh", "git", "file", "git+ssh", "ssh+git"];

/// Checks that an address makes git clone and nothing else: an address of a registry comes from whoever may write to it.
///
/// `ext::` and other `name::` addresses start programs, see `gitremote-helpers(7)`.
///
/// # Errors
/// The reason against it.
pub(super) fn check(remote: &str) -> Result<(), String> {
    let helper = remote.split_once("::").map(|(name, _)| name).filter(|name| name.chars().all(is_of_scheme));
    let scheme = remote.split_once("://").map(|(name, _)| name).filter(|name| name.chars().all(is_of_scheme));
    let host = remote.split_once("://").map_or(remote, |(_, rest)| rest);
    match (helper, scheme) {
        _ if remote.trim().is_empty() => Err("it is empty".to_owned()),
        _ if remote.starts_with('-') || host.starts_with('-') => {
            Err("it begins with `-`, and a program would take it for an option".to_owned())
        }
        _ if remote.chars().any(char::is_control) => Err("it holds a control character".to_owned()),
        (Some(name), _) => Err(format!("`{name}::` makes git start another program")),
        (_, Some(name)) if !SCHEMES.contains(&name) => Err(format!("`{name}://` makes git start another program")),
        _ => Ok(()),
    }
}

fn is_of_scheme(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.')
}

/// The folder above a place that has the name of the repository which the address names, where the place itself has another:
/// then the place is a part of that repository, and to clone the whole into it would be wrong.
pub(super) fn whole<'p>(remote: &str, place: &'p Path) -> Option<&'p Path> {
    let last = remote.trim_end_matches('/').rsplit(['/', ':', '\\']).next().unwrap_or_default();
    let name = last.strip_suffix(".git").unwrap_or(last);
    let is_named = |folder: &&Path| folder.file_name().is_some_and(|own| own == name);
    place.ancestors().find(is_named).filter(|folder| *folder != place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_git_pass() {
        for remote in [
            "git@git.example:acme/api.git",
            "git.example:api",
            "[::1]:api.git",
            "[user@2001:db8::1]:api.git",
            "ssh://git@git.example:22/api.git",
            "https://git.example/a::b/api.git",
            "file:///srv/git/api.git",
            "/srv/git/api.git",
            "../api.git",
            "C:\\git\\api",
            "work:a://b",
        ] {
            assert_eq!(check(remote), Ok(()), "{remote}");
        }
    }

    #[test]
    fn what_would_start_something_else_is_refused() {
        for (remote, reason) in [
            ("", "it is empty"),
            (" ", "it is empty"),
            ("--upload-pack=touch x", "it begins with `-`, and a program would take it for an option"),
            ("-oProxyCommand=touch x:api", "it begins with `-`, and a program would take it for an option"),
            ("ssh://-oProxyCommand=x/api", "it begins with `-`, and a program would take it for an option"),
            ("https://git.example/a\nhost=evil.example", "it holds a control character"),
            ("ext::sh -c touch% x", "`ext::` makes git start another program"),
            ("fd::17", "`fd::` makes git start another program"),
            ("::17", "`::` makes git start another program"),
            ("EXT::x", "`EXT::` makes git start another program"),
            ("ext://sh", "`ext://` makes git start another program"),
        ] {
            assert_eq!(check(remote), Err(reason.to_owned()), "{remote}");
        }
    }

    #[test]
    fn a_part_of_a_repository_is_known_by_the_name_above_it() {
        let whole = |remote, place| whole(remote, Path::new(place)).map(|path| path.to_str().unwrap());
        assert_eq!(whole("git@git.example:acme/mono.git", "/code/mono/packages/api"), Some("/code/mono"));
        assert_eq!(whole("git.example:mono", "/code/mono/api"), Some("/code/mono"));
        assert_eq!(whole("https://git.example/mono/", "/code/mono"), None);
        assert_eq!(whole("https://git.example/acme/acme.git", "/acme/acme"), None);
        assert_eq!(whole("https://git.example/acme/api.git", "/code/web"), None);
    }
}
