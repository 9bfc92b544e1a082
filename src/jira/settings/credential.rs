//! Whose credential: the first place that holds one decides.
//!
//! There is no flag for it. A token on a command line is seen by every user of the machine, and a flag that names a variable
//! would let whoever may call skreg with flags of his choice send any variable anywhere.

use std::fmt;

use super::choice::{AddressSource, Choice};
use super::host::{Host, Kind};
use super::jira_cli::JiraCli;
use super::netrc::{self, Entry};
use super::secret::Secret;
use super::{Inputs, missing, variable};
use crate::output::Failure;

/// How a credential is presented.
#[derive(Debug, Clone)]
pub enum Scheme {
    /// `Authorization: Basic`: email and API token on Cloud, user and password on Data Center.
    Basic {
        /// The user's name or email, without a colon.
        user: String,
        /// The token or password.
        secret: Secret,
    },
    /// `Authorization: Bearer`: a personal access token (Jira 8.14 and later), or OAuth.
    Bearer {
        /// The token, in visible ASCII.
        secret: Secret,
    },
}

/// Where a credential comes from, in words that people know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CredentialSource {
    /// An environment variable of this name.
    Variable(&'static str),
    /// A netrc file.
    Netrc {
        /// Its path for people.
        file: String,
        /// The machine of the entry; `None` for `default`.
        machine: Option<String>,
    },
}

impl fmt::Display for CredentialSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Netrc { file, machine: Some(machine) } => write!(f, "{file} (machine {machine})"),
            Self::Netrc { file, machine: None } => write!(f, "{file} (default)"),
        }
    }
}

/// A credential and the hosts that were named together with it.
#[derive(Debug, Clone)]
pub struct Credential {
    /// How it is presented.
    pub scheme: Scheme,
    /// Where it comes from.
    pub source: CredentialSource,
    /// The hosts that the same source names: all addresses of the environment, the machine of netrc, jira-cli's server for
    /// the variable that jira-cli reads.
    pub named_hosts: Vec<Host>,
}

/// What a credential is looked for in and for.
pub(super) struct Search<'s> {
    pub(super) inputs: &'s Inputs,
    pub(super) choice: &'s Choice,
    pub(super) jira_cli: &'s JiraCli,
    pub(super) netrc: &'s [Entry],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Auth {
    Basic,
    Bearer,
}

impl<'s> Search<'s> {
    /// The credential: from the environment, else from netrc.
    ///
    /// # Errors
    /// Where there is none, where it lacks its user, or where it cannot be sent as it is.
    pub(super) fn credential(&self) -> Result<Credential, Failure> {
        let auth = self.auth()?;
        let token = self.inputs.variables.first(self.token_names(auth));
        match (token, self.netrc_entry(self.user())) {
            (Some((name, secret)), _) => self.credential_of_variable(name, secret, auth),
            (None, Some(entry)) => self.credential_of_entry(entry, auth),
            (None, None) => Err(missing::credential(self)),
        }
    }

    /// The entry of netrc for this Jira and a user.
    pub(super) fn netrc_entry(&self, user: Option<&str>) -> Option<&'s Entry> {
        let address = &self.choice.address;
        netrc::find(self.netrc, &[address.site_host(), address.host().clone()], user)
    }

    /// The user: from the environment, else jira-cli's login where this is its Jira.
    pub(super) fn user(&self) -> Option<&'s str> {
        let login = || self.own_jira_cli()?.login.as_deref().map(str::trim).filter(|login| !login.is_empty());
        self.inputs.variables.first(&variable::USER).map(|(_, user)| user).or_else(login)
    }

    /// A personal access token exists on Data Center only; on Cloud its variable is for another Jira.
    fn token_names(&self, auth: Option<Auth>) -> &'static [&'static str] {
        const ON_CLOUD: [&str; 3] = [variable::TOKEN[0], variable::TOKEN[2], variable::TOKEN[3]];
        match self.choice.kind {
            Some(Kind::Cloud) if auth != Some(Auth::Bearer) => &ON_CLOUD,
            _ => &variable::TOKEN,
        }
    }

    fn credential_of_variable(
        &self,
        name: &'static str,
        secret: &str,
        auth: Option<Auth>,
    ) -> Result<Credential, Failure> {
        let source = CredentialSource::Variable(name);
        let auth = if name == variable::PERSONAL_TOKEN { Some(Auth::Bearer) } else { auth };
        let scheme = self.scheme(&source, self.user(), Secret::from(secret), auth)?;
        let jira_cli = self.jira_cli.host().filter(|_| name == variable::API_TOKEN);
        let named_hosts = self.inputs.hosts_of_environment().into_iter().chain(jira_cli).collect();
        Ok(Credential { scheme, source, named_hosts })
    }

    fn credential_of_entry(&self, entry: &Entry, auth: Option<Auth>) -> Result<Credential, Failure> {
        let file = self.inputs.netrc.as_ref().map(|file| file.shown.clone()).unwrap_or_default();
        let source = CredentialSource::Netrc { file, machine: entry.machine.clone() };
        let secret = entry.password.clone().unwrap_or_else(|| Secret::from(""));
        let scheme = self.scheme(&source, entry.login.as_deref().or(self.user()), secret, auth)?;
        Ok(Credential { scheme, source, named_hosts: self.hosts_of_entry(entry) })
    }

    /// The machine; at the port that the user's own environment names, if the machine names none; and the gateway, if the
    /// user's own environment has the cloud id.
    fn hosts_of_entry(&self, entry: &Entry) -> Vec<Host> {
        let Some(machine) = entry.host() else { return Vec::new() };
        let site = self.choice.address.site_host();
        let is_own = matches!(self.choice.source, AddressSource::Variable(_));
        let at_port = is_own && site.has_name_of(&machine) && !entry.names_port(machine.port());
        let gateway = self.inputs.gateway_of_environment();
        [Some(machine), at_port.then_some(site), gateway].into_iter().flatten().collect()
    }

    /// What people ask for, else what this kind of Jira takes: Basic with a user, Bearer without one, never Bearer on Cloud.
    fn scheme(
        &self,
        source: &CredentialSource,
        user: Option<&str>,
        secret: Secret,
        auth: Option<Auth>,
    ) -> Result<Scheme, Failure> {
        let needs_user = auth == Some(Auth::Basic) || self.choice.kind == Some(Kind::Cloud);
        let scheme = match (auth, user) {
            (Some(Auth::Bearer), _) => Scheme::Bearer { secret },
            (_, Some(user)) => Scheme::Basic { user: user.to_owned(), secret },
            (_, None) if needs_user => return Err(missing::user(source, self.choice)),
            (_, None) => Scheme::Bearer { secret },
        };
        sendable(&scheme).map_err(|reason| Failure::new(format!("the credential of {source} {reason}")))?;
        Ok(scheme)
    }

    fn auth(&self) -> Result<Option<Auth>, Failure> {
        match self.inputs.variables.first(&variable::AUTH) {
            Some((name, text)) => parse_auth(text).map(Some).ok_or_else(|| {
                Failure::new(format!("the value of `{name}` is none of `basic`, `bearer`, `pat`"))
                    .hint("`basic` goes with a user, `bearer` with a personal access token")
            }),
            None => Ok(self.own_jira_cli().and_then(|file| parse_auth(file.auth_type.as_deref()?))),
        }
    }

    /// jira-cli's file where this Jira is the one it is about.
    fn own_jira_cli(&self) -> Option<&'s JiraCli> {
        (self.jira_cli.host() == Some(self.choice.address.site_host())).then_some(self.jira_cli)
    }
}

/// `pat` is rvben/jira-cli's word for `bearer`; jira-cli's `mtls` sends a token as Bearer beside the client certificate.
fn parse_auth(text: &str) -> Option<Auth> {
    match text.trim().to_ascii_lowercase().as_str() {
        "basic" => Some(Auth::Basic),
        "bearer" | "pat" | "mtls" => Some(Auth::Bearer),
        _ => None,
    }
}

/// Whether it fits a header: RFC 7617 forbids control characters and a colon in the user, RFC 6750 takes visible ASCII.
fn sendable(scheme: &Scheme) -> Result<(), &'static str> {
    let is_control = |text: &str| text.chars().any(char::is_control);
    match scheme {
        Scheme::Basic { user, .. } if user.contains(':') => Err("has a user with a colon"),
        Scheme::Basic { user, secret } if is_control(user) || is_control(secret.expose()) => {
            Err("holds a line break or another control character")
        }
        Scheme::Bearer { secret } if !secret.expose().bytes().all(|byte| byte.is_ascii_graphic()) => {
            Err("is no token: it holds a blank or something else than visible ASCII")
        }
        _ => Ok(()),
    }
}
