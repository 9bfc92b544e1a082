//! Addresses of repositories, and the secrets that people put into them.

/// An address taken apart, as far as it can hold a secret.
struct Address<'a> {
    /// The scheme with its `://`; empty for a path and for `host:path`.
    lead: &'a str,
    user: Option<&'a str>,
    password: Option<&'a str>,
    /// Host and path.
    place: &'a str,
    /// What stands behind a `?`.
    query: Option<&'a str>,
}

/// An address as it may be shown and stored: without a password, without a user where that may be a token, and without a query.
///
/// A user stays where it says only who is asked: that of `ssh`, also in `user@host:path`. A path of this machine stays whole.
pub fn without_secrets(address: &str) -> String {
    let Address { lead, user, password, place, .. } = parse(address);
    let scheme = scheme(lead);
    let is_name = lead.is_empty() || scheme.contains("ssh") || (password.is_none() && !scheme.starts_with("http"));
    let user = user.filter(|_| is_name).map(|user| format!("{user}@")).unwrap_or_default();
    format!("{lead}{user}{place}")
}

/// A text of another program with every address in it without its secrets; a query stays where it is not named like one, for it may be what
/// a person must open in a browser.
pub fn text_without_secrets(text: &str) -> String {
    let is_end = |character: char| character.is_whitespace() || matches!(character, '\'' | '"' | '`' | '<' | '>');
    text.split_inclusive(is_end).map(word_without_secrets).collect()
}

fn word_without_secrets(word: &str) -> String {
    let is_of_scheme = |character: char| character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.');
    let start = word.find("://").map_or(0, |at| word[..at].trim_end_matches(is_of_scheme).len());
    let (before, address) = word.split_at(start);
    let end =
        address.trim_end_matches(|character: char| character.is_whitespace() || "'\"`<>".contains(character)).len();
    let (address, after) = address.split_at(end);
    let query = parse(address).query.filter(|_| !names_secret(address)).map(|query| format!("?{query}"));
    let is_address = start > 0 || address.contains("://") || holds_secret(address);
    match is_address {
        true => format!("{before}{}{}{after}", without_secrets(address), query.unwrap_or_default()),
        false => word.to_owned(),
    }
}

/// Whether an address surely holds a secret: a password, or a query that is named like one. A user alone may be a mere name.
pub fn holds_secret(address: &str) -> bool {
    parse(address).password.is_some() || names_secret(address)
}

/// Whether a query of an address is named like a secret.
fn names_secret(address: &str) -> bool {
    const NAMES: [&str; 7] = ["token", "password", "passwd", "secret", "key", "auth", "sig"];
    let is_secret = |parameter: &str| {
        let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
        NAMES.iter().any(|secret| name.contains(secret))
    };
    parse(address).query.is_some_and(|query| query.split(['&', ';']).any(is_secret))
}

fn scheme(lead: &str) -> String {
    let name = lead.trim_end_matches("://").rsplit("::").next().unwrap_or_default();
    name.to_ascii_lowercase()
}

fn parse(address: &str) -> Address<'_> {
    let (lead, rest) = address.split_at(address.find("://").map_or(0, |at| at + "://".len()));
    let end = if lead.is_empty() { end_of_short_user(rest) } else { end_of_user(rest) };
    let (user, after) = match end {
        Some(end) => (Some(&rest[..end]), &rest[end + 1..]),
        None => (None, rest),
    };
    let (user, password) = match user.and_then(|user| user.split_once(':')) {
        Some((user, password)) => (Some(user), Some(password)),
        None => (user, None),
    };
    let is_path = match lead {
        "" => is_path(rest),
        _ => scheme(lead) == "file",
    };
    let (place, query) = match after.split_once('?').filter(|_| !is_path) {
        Some((place, query)) => (place, Some(query)),
        None => (after, None),
    };
    Address { lead, user, password, place, query }
}

/// Where the user, and what stands with it, ends behind a scheme: at the last `@` before the path. A password with a slash in it looks like
/// a host with a port that is no number.
fn end_of_user(rest: &str) -> Option<usize> {
    let authority = &rest[..rest.find('/').unwrap_or(rest.len())];
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let is_cut = !authority.contains(['@', '[']) && authority.split_once(':').is_some_and(|(_, port)| !is_port(port));
    if is_cut { rest.rfind('@') } else { authority.rfind('@') }
}

/// Whether an address without a scheme is a path of this machine, whose names may hold anything.
fn is_path(rest: &str) -> bool {
    rest.find(':').is_none_or(|colon| rest[..colon].contains('/'))
}

/// Where the user ends without a scheme: in `user@host:path`, in `user:password@host:path`, which people write after it, and in
/// `user:password@host/path`. An `@` in a path, as in `host:a/b@2`, is none.
fn end_of_short_user(rest: &str) -> Option<usize> {
    let colon = rest.find(':')?;
    match rest.find('@') {
        _ if is_path(rest) => None,
        Some(at) if at < colon => Some(at),
        _ => {
            let at = rest.rfind('@').filter(|at| *at > colon + 1)?;
            let (password, place) = (&rest[colon + 1..at], &rest[at + 1..]);
            (place.contains(':') || (place.contains('/') && !password.contains('/'))).then_some(at)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_loses_its_secrets_and_nothing_else() {
        for (given, kept) in [
            ("https://ann:s3cret@git.example/a/b.git", "https://git.example/a/b.git"),
            ("https://ann:s3/cret@git.example/a.git", "https://git.example/a.git"),
            ("https://ann:s3@cr?et@git.example/a.git", "https://git.example/a.git"),
            ("https://ghp_token@git.example/a.git", "https://git.example/a.git"),
            ("HTTPS://ghp_token@git.example/a.git", "HTTPS://git.example/a.git"),
            ("ext::https://ghp_token@git.example/a.git", "ext::https://git.example/a.git"),
            ("https://git.example/a.git?private_token=s3cret", "https://git.example/a.git"),
            ("https://git.example?private_token=s3cret", "https://git.example"),
            ("https://ann:s3cret@git.example/a.git?b=c/d@e", "https://git.example/a.git"),
            ("ssh://git@git.example/a.git?token=s3cret", "ssh://git@git.example/a.git"),
            ("https://git.example/a@b.git", "https://git.example/a@b.git"),
            ("https://git.example:8443/a@b.git", "https://git.example:8443/a@b.git"),
            ("https://[2001:db8::1]:8443/a@b.git", "https://[2001:db8::1]:8443/a@b.git"),
            ("git@git.example:a/b.git", "git@git.example:a/b.git"),
            ("git@git.example:a/b@2.git", "git@git.example:a/b@2.git"),
            ("git.example:a/b@2.git", "git.example:a/b@2.git"),
            ("git.example:@acme/a.git", "git.example:@acme/a.git"),
            ("ann:s3cret@git.example:a.git", "ann@git.example:a.git"),
            ("ann:s3@cr/et@git.example:a.git", "ann@git.example:a.git"),
            ("ann:s3cret@git.example/a.git", "ann@git.example/a.git"),
            ("git@git.example:a.git?token=s3cret", "git@git.example:a.git"),
            ("ssh://git@git.example:22/a.git", "ssh://git@git.example:22/a.git"),
            ("ssh://ann:s3cret@git.example/a.git", "ssh://ann@git.example/a.git"),
            ("git+ssh://ann:s3cret@git.example/a.git", "git+ssh://ann@git.example/a.git"),
            ("[ann@2001:db8::1]:a.git", "[ann@2001:db8::1]:a.git"),
            ("/srv/git/a.git", "/srv/git/a.git"),
            ("/srv/a:b@c:d?e.git", "/srv/a:b@c:d?e.git"),
            ("../a?b.git", "../a?b.git"),
            ("file:///srv/git/a?b.git", "file:///srv/git/a?b.git"),
            ("", ""),
        ] {
            assert_eq!(without_secrets(given), kept, "{given}");
        }
    }

    #[test]
    fn a_text_loses_the_secrets_of_its_addresses() {
        for (given, kept) in [
            ("a https://x:y@h/p, ssh://g:p@h", "a https://h/p, ssh://g@h"),
            ("fatal: 'ann:s3cret@h:x.git' is gone", "fatal: 'ann@h:x.git' is gone"),
            ("at https://h/x.git?private_token=s3cret\n", "at https://h/x.git\n"),
            ("(https://ann:s3cret@h/device?code=1)", "(https://h/device?code=1)"),
            ("git@h: Permission denied? (publickey).", "git@h: Permission denied? (publickey)."),
        ] {
            assert_eq!(text_without_secrets(given), kept, "{given}");
        }
    }

    #[test]
    fn a_secret_is_known_where_it_is_surely_one() {
        for address in [
            "https://ann:s3cret@git.example/a.git",
            "ssh://ann:s3cret@git.example/a.git",
            "ann:s3cret@git.example:a.git",
            "https://git.example/a.git?x=y&private_token=s3cret",
            "https://git.example/a.git?API_KEY=s3cret",
        ] {
            assert!(holds_secret(address), "{address}");
        }
        for address in [
            "https://ann@git.example/a.git",
            "https://git.example/web?p=a.git",
            "git@git.example:a/b@2.git",
            "ssh://git@git.example:22/a.git",
            "/srv/token=a:b@c:d?e.git",
            "git.example:a",
        ] {
            assert!(!holds_secret(address), "{address}");
        }
    }
}
