//! What to set where settings lack something.

use super::Inputs;
use super::address::Address;
use super::choice::Choice;
use super::credential::{CredentialSource, Search};
use super::host::Kind;
use super::variable;
use crate::output::Failure;

/// There is no address.
pub(super) fn address(inputs: &Inputs) -> Failure {
    let message = match inputs.variables.first(&variable::TOKEN) {
        Some((name, _)) => format!("`{name}` holds a token, but no Jira address is set"),
        None => "Jira is not set up: there is neither an address nor a token".to_owned(),
    };
    Failure::new(message).hint(for_either(None))
}

/// There is an address, but no credential for it.
pub(super) fn credential(search: &Search<'_>) -> Failure {
    let Choice { address, source, kind, .. } = search.choice;
    let host = address.site_host();
    if let (Some(netrc), Some(_)) = (&search.inputs.netrc, search.netrc_entry(None).and_then(|entry| entry.host())) {
        return Failure::new(format!("`{}` has another login for `{host}` than the user that is set", netrc.shown))
            .hint("set SKREG_JIRA_USER to the login that stands there");
    }
    let message = match search.inputs.variables.get(variable::PERSONAL_TOKEN) {
        Some(_) => {
            let name = variable::PERSONAL_TOKEN;
            format!("`{name}` is a token of Jira Data Center, but `{host}` (from {source}) is Jira Cloud")
        }
        None => format!("there is no credential for the Jira at `{address}` (from {source})"),
    };
    let hint = match kind {
        Some(kind) => for_kind(*kind, Some(address)),
        None => for_either(Some(address)),
    };
    Failure::new(message).hint(format!("{hint}; or name `machine {host}` with login and password in ~/.netrc"))
}

/// There is a token, but nobody whose it is.
pub(super) fn user(source: &CredentialSource, choice: &Choice) -> Failure {
    let host = choice.address.site_host();
    let (wanted, user) = match choice.kind {
        Some(Kind::Cloud) => ("Jira Cloud", "the email of your Atlassian account"),
        _ => ("`basic`", "your user name"),
    };
    Failure::new(format!("the token of {source} has no user beside it, which {wanted} needs at `{host}`"))
        .hint(format!("set SKREG_JIRA_USER to {user}"))
}

fn for_either(address: Option<&Address>) -> String {
    let (cloud, own) = (for_kind(Kind::Cloud, address), for_kind(Kind::DataCenter, address));
    format!("for Jira Cloud {cloud}; for Jira Data Center {own}")
}

fn for_kind(kind: Kind, address: Option<&Address>) -> String {
    let known = address.map(|address| address.to_string());
    let url = |example: &str| known.clone().unwrap_or_else(|| example.to_owned());
    match kind {
        Kind::Cloud => format!(
            "set SKREG_JIRA_URL={}, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>",
            url("https://<site>.atlassian.net"),
        ),
        Kind::DataCenter => format!(
            "set SKREG_JIRA_URL={} and SKREG_JIRA_TOKEN=<personal access token>",
            url("https://<host>/<path, if it has one>"),
        ),
    }
}
