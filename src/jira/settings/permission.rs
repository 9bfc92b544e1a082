//! Whether a credential may go to a host.

use super::address::Address;
use super::credential::{Credential, CredentialSource};
use super::host::Host;
use crate::output::Failure;
use crate::registry::UserFile;

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permission {
    /// The host was named together with the credential, or the user's configuration names it.
    Allowed,
    /// Nothing says which host the credential is for: ask on a terminal and record the answer, else refuse with
    /// [`unanswered`].
    AskOnce,
    /// The credential is for another host.
    Refused {
        /// Why, lower case.
        reason: String,
        /// What to set if it is meant so.
        hint: String,
    },
}

/// Whether a credential may go to the host of an address.
///
/// Hosts are compared whole, with their ports ([`Host`]). That an address stands on the command line or in a shared registry
/// gives no permission: either may have been written by somebody else, such as a ticket that a model obeys. Plain http to
/// another machine is no [`Address`].
pub fn permission(credential: &Credential, address: &Address, user: &UserFile) -> Permission {
    let host = address.host();
    let confirmed = user.jira.hosts.iter().filter_map(|text| Host::parse(text));
    let own = user.jira.url.as_deref().and_then(|text| Address::parse(text).ok()).map(|address| address.host().clone());
    if credential.named_hosts.contains(host) || confirmed.chain(own).any(|known| known == *host) {
        return Permission::Allowed;
    }
    if credential.named_hosts.is_empty() {
        return Permission::AskOnce;
    }
    let named: Vec<String> = credential.named_hosts.iter().map(|named| format!("`{named}`")).collect();
    let reason = format!("the credential of {} is for {}, not for `{host}`", credential.source, named.join(" and "));
    Permission::Refused { reason, hint: setting(credential, address) }
}

/// The question to a person whose yes is recorded in `jira.hosts`.
pub fn question(credential: &Credential, address: &Address) -> String {
    format!("send the credential of {} to {}, now and later?", credential.source, address.host())
}

/// The refusal where the question cannot be asked or is answered with no.
pub fn unanswered(credential: &Credential, address: &Address) -> Failure {
    let message = format!("nothing says that the credential of {} may go to `{}`", credential.source, address.host());
    Failure::new(message).hint(setting(credential, address))
}

/// The settings that allow it.
fn setting(credential: &Credential, address: &Address) -> String {
    let host = address.host();
    let recorded = format!(
        "add \"{host}\" to `jira.hosts` in the user's configuration: {{\"jira\": {{\"hosts\": [\"{host}\"]}}}}"
    );
    match credential.source {
        CredentialSource::Variable(_) => format!("if it may, set SKREG_JIRA_URL={address} beside it, or {recorded}"),
        CredentialSource::Netrc { .. } => format!("if it may, {recorded}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jira::settings::{Scheme, Secret};
    use crate::registry::UserJira;

    fn named(hosts: &[&str]) -> Credential {
        Credential {
            scheme: Scheme::Bearer { secret: Secret::from("hunter2") },
            source: CredentialSource::Variable("JIRA_API_TOKEN"),
            named_hosts: hosts.iter().map(|host| Host::parse(host).unwrap()).collect(),
        }
    }

    fn user(url: Option<&str>, hosts: &[&str]) -> UserFile {
        let hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
        UserFile { jira: UserJira { url: url.map(str::to_owned), hosts }, ..UserFile::default() }
    }

    fn ask(credential: &Credential, address: &str, user: &UserFile) -> Permission {
        permission(credential, &Address::parse(address).unwrap(), user)
    }

    #[test]
    fn the_host_that_was_named_with_it_or_by_the_user_is_allowed() {
        let nobody = UserFile::default();
        assert_eq!(
            ask(&named(&["acme.atlassian.net"]), "https://ACME.atlassian.net:443", &nobody),
            Permission::Allowed
        );
        assert_eq!(ask(&named(&["localhost:8080"]), "http://localhost:8080/jira", &nobody), Permission::Allowed);
        assert_eq!(
            ask(&named(&[]), "jira.example:8443", &user(None, &["x", "JIRA.example:8443"])),
            Permission::Allowed
        );
        assert_eq!(
            ask(&named(&[]), "jira.example", &user(Some("https://jira.example/jira"), &[])),
            Permission::Allowed
        );
        assert_eq!(
            ask(&named(&["other.example"]), "jira.example", &user(None, &["jira.example"])),
            Permission::Allowed
        );
    }

    #[test]
    fn a_credential_that_names_no_host_is_asked_about() {
        let nobody = user(Some("http://not an address"), &["https://acme.atlassian.net", "*.atlassian.net", "*"]);
        assert_eq!(ask(&named(&[]), "acme.atlassian.net", &nobody), Permission::AskOnce);
        let address = Address::parse("jira.example:8443/jira").unwrap();
        insta::assert_snapshot!(question(&named(&[]), &address), @"send the credential of environment variable JIRA_API_TOKEN to jira.example:8443, now and later?");
        let failure = unanswered(&named(&[]), &address);
        insta::assert_snapshot!(format!("{failure}\n{}", failure.hint.clone().unwrap()), @r#"
        nothing says that the credential of environment variable JIRA_API_TOKEN may go to `jira.example:8443`
        if it may, set SKREG_JIRA_URL=https://jira.example:8443/jira beside it, or add "jira.example:8443" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["jira.example:8443"]}}
        "#);
    }

    #[test]
    fn look_alikes_of_the_named_host_are_refused() {
        for address in [
            "evil-acme.atlassian.net",
            "x.acme.atlassian.net",
            "acme.atlassian.net.evil.example",
            "acme.atlassian.net:8443",
            "http://localhost:443",
            "https://atlassian.net",
            "https://аcme.atlassian.net",
            "https://evil.example/acme.atlassian.net",
            "https://evil.example/browse/@acme.atlassian.net",
            "https://evil.example?acme.atlassian.net",
            "https://api.atlassian.com/ex/jira/11-22",
        ] {
            for credential in [named(&["acme.atlassian.net"]), named(&[])] {
                let permission = ask(&credential, address, &user(None, &["acme.atlassian.net"]));
                assert_ne!(permission, Permission::Allowed, "{address}");
            }
        }
        let refused = ask(&named(&["a.example"]), "b.example", &user(None, &[]));
        let Permission::Refused { reason, hint } = refused else { unreachable!("another host was named") };
        insta::assert_snapshot!(format!("{reason}\n{hint}"), @r#"
        the credential of environment variable JIRA_API_TOKEN is for `a.example`, not for `b.example`
        if it may, set SKREG_JIRA_URL=https://b.example beside it, or add "b.example" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["b.example"]}}
        "#);
    }
}
