//! `skreg dispatch` with tickets from a Jira, each test against a server of its own.

mod certificate;
mod check;
mod credential;
mod eval;
mod extra;
mod many;
mod network;
mod reading;
mod refusal;
mod retry;
mod server;
mod whoami;

use std::process::Command;

use serde_json::{Value, json};

use self::certificate::Authority;
use self::server::{Answer, Request, Server};
use crate::dispatch;
use crate::sandbox::{Ran, Sandbox};

/// The token of every test; no output may hold it.
const TOKEN: &str = "s3cr3t-t0ken";

/// A sandbox, a Jira, and the variables that name it.
struct World {
    sandbox: Sandbox,
    server: Server,
    variables: Vec<(&'static str, String)>,
}

impl World {
    /// A Jira Data Center on this machine, asked with a personal access token.
    fn data_center(answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        let server = Server::start(answer);
        let variables = vec![("SKREG_JIRA_URL", server.url()), ("SKREG_JIRA_TOKEN", TOKEN.to_owned())];
        Self { sandbox: dispatch::sandbox(), server, variables }
    }

    /// A Jira Data Center that gives the same answer to everything.
    fn always(answer: Answer) -> Self {
        Self::data_center(move |_, _| answer.clone())
    }

    /// The Jira at any address of an authority's hosts, behind the company's proxy.
    fn behind_proxy(url: &str, answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        let (sandbox, authority) = (dispatch::sandbox(), Authority::new());
        sandbox.write("~/ca.pem", authority.pem());
        let server = Server::proxy(&authority, answer);
        let variables = vec![
            ("SKREG_JIRA_URL", url.to_owned()),
            ("SKREG_JIRA_TOKEN", TOKEN.to_owned()),
            ("SKREG_JIRA_CA_FILE", sandbox.path("~/ca.pem").to_str().unwrap().to_owned()),
            ("HTTPS_PROXY", server.url()),
        ];
        Self { sandbox, server, variables }
    }

    /// A Jira Cloud, asked with an email and an API token.
    fn cloud(answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        Self::behind_proxy("https://acme.atlassian.net", answer).with("SKREG_JIRA_USER", "ann@acme.example")
    }

    /// The same with one variable set.
    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self = self.without(name);
        self.variables.push((name, value.into()));
        self
    }

    /// The same with one variable not set.
    fn without(mut self, name: &str) -> Self {
        self.variables.retain(|(known, _)| *known != name);
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.sandbox.command("central", &[&["dispatch"], arguments].concat());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let ran = self.sandbox.run(self.command(arguments), "");
        assert!(!ran.to_string().contains(TOKEN), "the token is shown");
        ran
    }

    /// All that `skreg dispatch` prints, and how it ends.
    fn dispatch(&self, arguments: &[&str]) -> String {
        self.server.shown(&self.run(arguments).to_string())
    }

    /// The targets of the requests, in their order.
    fn targets(&self) -> Vec<String> {
        self.server.requests().into_iter().map(|request| request.target).collect()
    }

    /// The only request.
    fn request(&self) -> Request {
        let [request] = self.server.requests().try_into().unwrap();
        request
    }
}

/// An issue that is clearly `api`'s, as Data Center gives it.
fn issue() -> Value {
    json!({"id": "1", "key": "PROJ-1", "fields": {
        "summary": "Refund fails", "description": "The *refund* fails", "components": [{"id": "9", "name": "Payments"}],
        "labels": [], "project": {"key": "PROJ"}}})
}
