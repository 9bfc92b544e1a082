//! Asks Jira, tries again where that may help, and tells every refusal apart.

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use url::Url;

use super::page::Pager;
use super::refusal::{self, Asked, Wanted};
use super::retry::{self, TRIES};
use super::settings::{Kind, Scheme, Secret, Settings};
use crate::output::{Failure, Output, escape};
use crate::system::clock::Clock;
use crate::system::http::{Client, Login, Options, Reply};
use crate::ticket::issue::parse_issue;
use crate::ticket::{Ticket, TicketKey};

/// The fields that are asked for, always by name: without names an issue comes with all of them, and a search with none.
const FIELDS: &str = "summary,description,components,labels,issuetype,priority,project,parent,status";

/// What helps where connections cannot be prepared.
const CHECK_THE_CERTIFICATES: &str = "check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`";

/// A Jira whose credential may go to it.
pub struct Jira<'a> {
    client: Client,
    settings: &'a Settings,
    clock: Clock,
    output: &'a Output,
    kind: Kind,
    /// What no refusal may repeat, though a server echo it: the token, and the form it is sent in.
    secrets: Vec<Secret>,
}

/// Whose credential it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Account {
    /// The name that Jira shows.
    pub name: String,
    /// The email or user name, where Jira tells it.
    pub login: Option<String>,
}

impl<'a> Jira<'a> {
    /// Prepares to ask; which kind of Jira it is is asked first where its host does not tell.
    ///
    /// The caller has made sure that the credential may go to this host.
    ///
    /// # Errors
    /// Where a certificate cannot be read, or the kind cannot be told.
    pub fn connect(settings: &'a Settings, clock: Clock, output: &'a Output) -> Result<Self> {
        let connection = &settings.connection;
        let client = Client::new(&Options {
            timeout: connection.timeout,
            ca_file: connection.ca_file.clone(),
            client_certificate: [&connection.client_certificate, &connection.client_key]
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
            is_this_machine: settings.address.host().is_loopback(),
        })
        .map_err(|error| Failure::new(format!("{error:#}")).hint(CHECK_THE_CERTIFICATES))?;
        let kind = settings.kind.unwrap_or(Kind::DataCenter);
        let mut jira = Self { client, settings, clock, output, kind, secrets: Vec::new() };
        jira.secrets = jira.secrets();
        if settings.kind.is_none() {
            jira.kind = jira.ask_kind()?;
        }
        Ok(jira)
    }

    /// Whether it is Atlassian's or the company's own.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The host, as people see it.
    pub fn host(&self) -> String {
        self.settings.address.host().to_string()
    }

    /// Reads a ticket. Its key may differ from the one that was asked for: the ticket has moved.
    ///
    /// # Errors
    /// Each refusal with its own words; see the table in the documentation.
    pub fn issue(&self, key: &TicketKey) -> Result<Ticket, Failure> {
        let mut address = self.settings.address.at(&["rest", "api", self.version(), "issue", key.as_str()]);
        address.query_pairs_mut().append_pair("fields", FIELDS);
        let asked = self.asked(&address, Wanted::Ticket(key));
        let issue = self.get(&asked)?;
        parse_issue(&issue).map_err(|faults| refusal::not_understood(&asked, &faults[0].message))
    }

    /// Reads the addresses of a ticket's web links ("remote issue links"); odd ones are passed over.
    ///
    /// <https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-remote-links/>; Data Center has the same.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn web_links(&self, key: &TicketKey) -> Result<Vec<String>, Failure> {
        let address = self.settings.address.at(&["rest", "api", self.version(), "issue", key.as_str(), "remotelink"]);
        let asked = self.asked(&address, Wanted::Links(key));
        let answer = self.get(&asked)?;
        let links = answer.as_array().ok_or_else(|| refusal::not_understood(&asked, "it is no list"))?;
        Ok(links.iter().filter_map(|link| link["object"]["url"].as_str()).map(str::to_owned).collect())
    }

    /// Reads the names of a ticket's components, and nothing else of it.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn components(&self, key: &TicketKey) -> Result<Vec<String>, Failure> {
        let mut address = self.settings.address.at(&["rest", "api", self.version(), "issue", key.as_str()]);
        address.query_pairs_mut().append_pair("fields", "components");
        let asked = self.asked(&address, Wanted::Components(key));
        let issue = self.get(&asked)?;
        if !issue["fields"].is_object() {
            return Err(refusal::not_understood(&asked, "it has no `fields`"));
        }
        let components = issue["fields"]["components"].as_array().into_iter().flatten();
        Ok(components.filter_map(|component| component["name"].as_str()).map(str::to_owned).collect())
    }

    /// Reads all tickets of a query, page by page; `each` is given every page's tickets and the total where Jira tells it. A ticket that
    /// cannot be understood is given as its key and the reason.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn search(
        &self,
        jql: &str,
        mut each: impl FnMut(Vec<Result<Ticket, String>>, Option<u64>) -> Result<()>,
    ) -> Result<()> {
        self.search_issues(jql, &[], |issues, total| each(issues.iter().map(ticket).collect(), total))
    }

    /// As [`Jira::search`], with the issues as they came and more fields of them, by the names that the REST API has for them.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn search_issues(
        &self,
        jql: &str,
        more_fields: &[&str],
        mut each: impl FnMut(Vec<Value>, Option<u64>) -> Result<()>,
    ) -> Result<()> {
        let fields = [&[FIELDS], more_fields].concat().join(",");
        let mut pager = Pager::new(self.kind);
        loop {
            let mut address = self.settings.address.at(pager.segments());
            address
                .query_pairs_mut()
                .append_pair("jql", jql)
                .append_pair("fields", &fields)
                .extend_pairs(pager.query());
            let asked = self.asked(&address, Wanted::Query);
            let page = self.get(&asked)?;
            let turned = pager.turn(&page);
            let (issues, more) = turned.ok_or_else(|| refusal::not_understood(&asked, "it has no list of `issues`"))?;
            each(issues, Pager::total(&page))?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Whose credential it is.
    ///
    /// # Errors
    /// Each refusal with its own words.
    pub fn whoami(&self) -> Result<Account, Failure> {
        let address = self.settings.address.at(&["rest", "api", self.version(), "myself"]);
        let asked = self.asked(&address, Wanted::Account);
        let answer = self.get(&asked)?;
        let text = |name: &str| answer[name].as_str().map(str::to_owned);
        let name = text("displayName").or_else(|| text("name"));
        let name = name.ok_or_else(|| refusal::not_understood(&asked, "it has no `displayName`"))?;
        Ok(Account { name, login: text("emailAddress").or_else(|| text("name")) })
    }

    fn version(&self) -> &'static str {
        match self.kind {
            Kind::Cloud => "3",
            Kind::DataCenter => "2",
        }
    }

    fn ask_kind(&self) -> Result<Kind, Failure> {
        let address = self.settings.address.at(&["rest", "api", "2", "serverInfo"]);
        let asked = self.asked(&address, Wanted::Kind);
        let answer = self.get(&asked)?;
        match answer["deploymentType"].as_str() {
            Some("Cloud") => Ok(Kind::Cloud),
            // Servers from before Jira 7 do not tell.
            Some("Server") | None if answer["version"].is_string() => Ok(Kind::DataCenter),
            _ => Err(refusal::not_understood(&asked, "it does not say whether it is Cloud or Server")),
        }
    }

    fn asked<'q>(&'q self, address: &'q Url, wanted: Wanted<'q>) -> Asked<'q> {
        Asked { address, wanted, credential: self.settings.credential.source.to_string(), secrets: &self.secrets }
    }

    fn secrets(&self) -> Vec<Secret> {
        let (Scheme::Basic { secret, .. } | Scheme::Bearer { secret }) = &self.settings.credential.scheme;
        let sent = self.client.shown_of(&self.settings.address.at(&[]), self.login());
        [secret.clone()].into_iter().chain(sent.map(Secret::from)).collect()
    }

    /// What the REST API gives at a path below its version, as a function reads it; none where Jira says that it is not there, or not
    /// for this account, of what may be missing.
    pub(super) fn find<T>(
        &self,
        path: &[&str],
        query: &[(&str, String)],
        wanted: Wanted<'_>,
        read: impl FnOnce(&Value) -> Result<T, &'static str>,
    ) -> Result<Option<T>, Failure> {
        let mut address = self.settings.address.at(&[&["rest", "api", self.version()], path].concat());
        if !query.is_empty() {
            address.query_pairs_mut().extend_pairs(query);
        }
        let asked = self.asked(&address, wanted);
        let reply = self.reply(&asked)?;
        if wanted.may_be_missing() && refusal::is_absent(&reply) {
            return Ok(None);
        }
        read(&understood(&asked, &reply)?).map(Some).map_err(|reason| refusal::not_understood(&asked, reason))
    }

    fn get(&self, asked: &Asked<'_>) -> Result<Value, Failure> {
        understood(asked, &self.reply(asked)?)
    }

    /// Asks, and tries again after a wait where the server is busy or failed by itself.
    fn reply(&self, asked: &Asked<'_>) -> Result<Reply, Failure> {
        let host = refusal::host(asked.address);
        let _patience = self.output.after_a_second(format!("reading {} from {host}", asked.wanted));
        let mut attempt = 1;
        loop {
            let reply =
                self.client.get(asked.address, self.login()).map_err(|fault| refusal::of_fault(asked, &fault))?;
            if !retry::is_passing(reply.status) || attempt == TRIES {
                return Ok(reply);
            }
            self.wait(&host, attempt, &reply);
            attempt += 1;
        }
    }

    fn wait(&self, host: &str, attempt: u32, reply: &Reply) {
        let wait = retry::wait(attempt, reply.header("retry-after"), self.clock.now(), self.clock.jitter());
        let seconds = wait.as_secs_f64();
        self.output.note(format_args!("{host} answered with status {}: trying again in {seconds:.1} s", reply.status));
        self.clock.wait(wait);
    }

    fn login(&self) -> Login<'_> {
        match &self.settings.credential.scheme {
            Scheme::Basic { user, secret } => Login::Basic { user, password: secret.expose() },
            Scheme::Bearer { secret } => Login::Bearer(secret.expose()),
        }
    }
}

/// The JSON of an answer, unless it is a refusal.
fn understood(asked: &Asked<'_>, reply: &Reply) -> Result<Value, Failure> {
    match refusal::of_reply(asked, reply) {
        Some(failure) => Err(failure),
        None => serde_json::from_slice(&reply.body)
            .map_err(|error| refusal::not_understood(asked, &format!("no whole JSON, {error}"))),
    }
}

/// One ticket of a page.
fn ticket(issue: &Value) -> Result<Ticket, String> {
    parse_issue(issue).map_err(|faults| {
        let key = issue["key"].as_str().unwrap_or("a ticket without a key");
        format!("{}: {}", escape(key), faults.first().map_or("it cannot be understood", |fault| &fault.message))
    })
}
