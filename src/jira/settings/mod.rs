//! Which Jira, whose credential, and may it go there.
//!
//! [`Inputs::observe`] reads the environment and the files that other tools use; [`Settings::resolve`] makes settings of these
//! values; [`permission`] tells whether the credential may go to the address. A caller asks for permission before the first
//! request, and never follows a redirect to another [`Host`].
//!
//! | what | the first of these that is set |
//! |---|---|
//! | address | `--jira-url`, `SKREG_JIRA_URL`, `JIRA_URL`, `JIRA_SERVER`, `JIRA_BASE_URL`, `JIRA_HOST`, the user's `jira.url`, the registry's `jira.url`, jira-cli's `server` |
//! | user | `SKREG_JIRA_USER`, `JIRA_USERNAME`, `JIRA_LOGIN`, `JIRA_EMAIL`, jira-cli's `login` for its own server |
//! | token | `SKREG_JIRA_TOKEN`, `JIRA_PERSONAL_TOKEN` (always Bearer, never on Cloud), `JIRA_API_TOKEN`, `JIRA_TOKEN`, netrc |
//! | scheme | `SKREG_JIRA_AUTH`, `JIRA_AUTH_TYPE`, jira-cli's `auth_type` for its own server, else Basic with a user and Bearer without |
//! | gateway | `SKREG_JIRA_CLOUD_ID`, `JIRA_CLOUD_ID` |

mod address;
mod choice;
mod connection;
mod credential;
#[cfg(test)]
mod grants;
mod host;
mod jira_cli;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod leaks;
mod missing;
mod netrc;
mod observe;
#[cfg(test)]
mod orders;
mod permission;
mod secret;
mod variable;

pub use address::Address;
pub use choice::AddressSource;
pub use connection::Connection;
pub use credential::{Credential, CredentialSource, Scheme};
pub use host::{Host, Kind};
pub use permission::{Permission, permission, question, unanswered};
pub use secret::Secret;
pub use variable::Variables;

use credential::Search;
use jira_cli::JiraCli;

use crate::output::Failure;
use crate::registry::UserFile;

/// What settings are made of.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    /// The environment.
    pub variables: Variables,
    /// `--jira-url`.
    pub flag_url: Option<String>,
    /// `jira.url` of the registry.
    pub registry_url: Option<String>,
    /// The user's configuration.
    pub user_file: UserFile,
    /// `$NETRC` or `~/.netrc`.
    pub netrc: Option<TextFile>,
    /// jira-cli's configuration.
    pub jira_cli: Option<TextFile>,
    /// What could not be read.
    pub notes: Vec<String>,
}

/// A file of another tool.
#[derive(Debug, Clone)]
pub struct TextFile {
    /// Its path for people.
    pub shown: String,
    /// All of it.
    pub text: Secret,
    /// Whether somebody else than its owner may read it.
    pub open_to_others: bool,
}

/// Which Jira is asked, with which credential, and how.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The base of requests.
    pub address: Address,
    /// Where the address stands.
    pub address_source: AddressSource,
    /// Who runs it; `None` where only `serverInfo` can tell.
    pub kind: Option<Kind>,
    /// What it is asked with, once [`permission`] allows it.
    pub credential: Credential,
    /// Certificates and patience.
    pub connection: Connection,
    /// What is worth knowing and stops nothing.
    pub notes: Vec<String>,
}

impl Settings {
    /// Makes settings of what was read.
    ///
    /// # Errors
    /// Where something is missing or wrong; the hint tells what to set. No secret is part of it.
    pub fn resolve(inputs: &Inputs) -> Result<Self, Failure> {
        let jira_cli = inputs.jira_cli.as_ref().map(|file| JiraCli::parse(file.text.expose()));
        let broken = matches!(jira_cli, Some(None));
        let jira_cli = jira_cli.flatten().unwrap_or_default();
        let netrc = inputs.netrc.as_ref().map(|file| netrc::parse(file.text.expose())).unwrap_or_default();
        let choice = choice::choose(inputs, &jira_cli)?.ok_or_else(|| missing::address(inputs))?;
        let search = Search { inputs, choice: &choice, jira_cli: &jira_cli, netrc: &netrc };
        let credential = search.credential()?;
        let notes = notes(inputs, broken, choice.note.as_deref(), &credential);
        let connection = Connection::parse(&inputs.variables)?;
        let choice::Choice { address, source: address_source, kind, .. } = choice;
        Ok(Self { address, address_source, kind, credential, connection, notes })
    }
}

impl Inputs {
    /// The hosts that the environment names, whichever of its variables does.
    fn hosts_of_environment(&self) -> Vec<Host> {
        let addresses = variable::URL.iter().filter_map(|name| Address::parse(self.variables.get(name)?).ok());
        addresses.map(|address| address.host().clone()).chain(self.gateway_of_environment()).collect()
    }

    /// The gateway's host where the environment has a cloud id: the user himself leads a credential there.
    fn gateway_of_environment(&self) -> Option<Host> {
        let (_, id) = self.variables.first(&variable::CLOUD_ID)?;
        Some(Address::gateway(id, None).ok()?.host().clone())
    }
}

fn notes(inputs: &Inputs, broken: bool, choice: Option<&str>, credential: &Credential) -> Vec<String> {
    let mut notes = inputs.notes.clone();
    notes.extend(choice.map(str::to_owned));
    if let Some(file) = inputs.jira_cli.as_ref().filter(|_| broken) {
        notes.push(format!("`{}` is not the YAML that jira-cli writes: it is not used", file.shown));
    }
    let hosts = inputs.user_file.jira.hosts.iter().filter(|host| Host::parse(host).is_none());
    notes.extend(hosts.map(|host| format!("`{host}` in `jira.hosts` is no host or host:port: it allows nothing")));
    let open = inputs.netrc.as_ref().filter(|file| file.open_to_others);
    if let (Some(file), CredentialSource::Netrc { .. }) = (open, &credential.source) {
        notes.push(format!("`{0}` can be read by others on this machine: `chmod 600 {0}`", file.shown));
    }
    notes
}
