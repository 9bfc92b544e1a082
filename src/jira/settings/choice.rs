//! Which Jira: the first place that names one decides.

use std::fmt;

use super::Inputs;
use super::address::Address;
use super::host::Kind;
use super::jira_cli::JiraCli;
use super::variable;
use crate::output::Failure;

/// Where an address stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressSource {
    /// The flag `--jira-url`.
    Flag,
    /// An environment variable of this name.
    Variable(&'static str),
    /// `jira.url` of the user's configuration.
    UserFile,
    /// `jira.url` of the registry, which a team shares.
    Registry,
    /// jira-cli's configuration at this path.
    JiraCli(String),
}

impl fmt::Display for AddressSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("--jira-url"),
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::UserFile => f.write_str("jira.url of the user's configuration"),
            Self::Registry => f.write_str("jira.url of registry.json"),
            Self::JiraCli(path) => f.write_str(path),
        }
    }
}

/// The Jira that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) address: Address,
    pub(super) source: AddressSource,
    pub(super) kind: Option<Kind>,
    pub(super) note: Option<String>,
}

/// The first address in the order flag, skreg's variable, other tools' variables, user's configuration, registry, jira-cli's
/// file; a cloud id turns a Cloud site into the gateway's address, and is an address by itself.
///
/// # Errors
/// Where the first place that names an address names no valid one: the next one is not taken in its stead.
pub(super) fn choose(inputs: &Inputs, jira_cli: &JiraCli) -> Result<Option<Choice>, Failure> {
    let site = match first_place(inputs, jira_cli) {
        Some((source, text)) => Some((parse(&source, text)?, source)),
        None => None,
    };
    let cloud_id = inputs.variables.first(&variable::CLOUD_ID);
    let (address, source, note) = match (site, cloud_id) {
        (None, None) => return Ok(None),
        (None, Some((name, id))) => (gateway(name, id, None)?, AddressSource::Variable(name), None),
        (Some((site, source)), Some((name, id))) if site.host().is_behind_gateway() => {
            (gateway(name, id, Some(&site))?, source, None)
        }
        (Some((site, source)), Some((name, _))) if !site.is_gateway() => {
            let note = format!("{name} is set, but {} is not behind Atlassian's gateway: it is not used", site.host());
            (site, source, Some(note))
        }
        (Some((site, source)), _) => (site, source, None),
    };
    let said = || jira_cli.kind().filter(|_| jira_cli.host() == Some(address.site_host()));
    Ok(Some(Choice { kind: address.kind().or_else(said), address, source, note }))
}

fn first_place<'i>(inputs: &'i Inputs, jira_cli: &'i JiraCli) -> Option<(AddressSource, &'i str)> {
    let flag = || Some((AddressSource::Flag, inputs.flag_url.as_deref()?));
    let variable = || inputs.variables.first(&variable::URL).map(|(name, text)| (AddressSource::Variable(name), text));
    let user = || Some((AddressSource::UserFile, inputs.user_file.jira.url.as_deref()?));
    let registry = || Some((AddressSource::Registry, inputs.registry_url.as_deref()?));
    let other_tool = || {
        let file = inputs.jira_cli.as_ref()?;
        Some((AddressSource::JiraCli(file.shown.clone()), jira_cli.server.as_deref()?))
    };
    flag().or_else(variable).or_else(user).or_else(registry).or_else(other_tool)
}

fn parse(source: &AddressSource, text: &str) -> Result<Address, Failure> {
    let failure = |reason| {
        Failure::new(format!("the Jira address in {source} {reason}"))
            .hint("give the address that your browser shows, such as https://acme.atlassian.net or https://jira.example.com/jira")
    };
    Address::parse(text).map_err(failure)
}

fn gateway(name: &str, id: &str, site: Option<&Address>) -> Result<Address, Failure> {
    Address::gateway(id, site).map_err(|reason| {
        Failure::new(format!("the value of `{name}` {reason}"))
            .hint("it is the `cloudId` that https://<site>.atlassian.net/_edge/tenant_info answers")
    })
}
