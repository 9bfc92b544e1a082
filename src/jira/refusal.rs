//! Why Jira did not give what was asked for, told apart: values in, values out.

use std::fmt;

use serde_json::Value;
use url::Url;

use super::settings::Secret;
use crate::output::Failure;
use crate::system::http::{Fault, LARGEST_BODY, Reply};
use crate::ticket::TicketKey;

/// The most characters of a server's own words that are quoted.
const LONGEST_QUOTE: usize = 300;

/// What helps where something answers that does not behave like Jira.
const CHECK_THE_ADDRESS: &str = "check that the address is the one of Jira itself, with its path if it has one";

/// What helps where a login page answers.
const USE_THE_API: &str =
    "single sign-on does not take tokens: use the address of Jira's REST API, or a token that it accepts";

/// The fewest bytes of what is hidden as a secret: a shorter one would be found in words that have nothing to do with it.
const SHORTEST_SECRET: usize = 6;

/// What was asked of which Jira, for the words of a refusal.
#[derive(Debug, Clone)]
pub(super) struct Asked<'a> {
    /// The address of the request.
    pub(super) address: &'a Url,
    /// What it was to give.
    pub(super) wanted: Wanted<'a>,
    /// Where the credential came from.
    pub(super) credential: String,
    /// What is not repeated.
    pub(super) secrets: &'a [Secret],
}

/// What a request is to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted<'a> {
    /// A ticket by its key.
    Ticket(&'a TicketKey),
    /// The web links of a ticket.
    Links(&'a TicketKey),
    /// The components of a ticket, which is the parent of another.
    Components(&'a TicketKey),
    /// A page of a search.
    Query,
    /// The account of the credential.
    Account,
    /// Who runs this Jira.
    Kind,
    /// A project of Jira by its key.
    Project(&'a str),
    /// All projects that the account may see.
    Projects,
    /// The components of a project of Jira.
    ProjectComponents(&'a str),
    /// Tickets that have a label.
    Labels,
    /// Labels that begin like one.
    Suggestions,
}

impl Wanted<'_> {
    /// Whether it may be missing, or not for this account, in a Jira that is in order.
    pub(super) fn may_be_missing(self) -> bool {
        matches!(self, Self::Project(_) | Self::ProjectComponents(_) | Self::Suggestions)
    }
}

impl fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ticket(key) => write!(f, "the ticket `{key}`"),
            Self::Links(key) => write!(f, "the web links of `{key}`"),
            Self::Components(key) => write!(f, "the components of the parent `{key}`"),
            Self::Query => f.write_str("the tickets of the query"),
            Self::Account => f.write_str("whose credential it is"),
            Self::Kind => f.write_str("which Jira it is"),
            Self::Project(key) => write!(f, "the Jira project `{key}`"),
            Self::Projects => f.write_str("the Jira projects"),
            Self::ProjectComponents(key) => write!(f, "the components of the Jira project `{key}`"),
            Self::Labels => f.write_str("the tickets with a label"),
            Self::Suggestions => f.write_str("the labels"),
        }
    }
}

/// Why a reply is a refusal; none where it is an answer in JSON.
pub(super) fn of_reply(asked: &Asked<'_>, reply: &Reply) -> Option<Failure> {
    let is_answer = (200..=299).contains(&reply.status) && !is_html(reply);
    if is_answer && !is_captcha(reply) && !is_rejected(reply) {
        return None;
    }
    let Failure { message, hint, problems } = refusal(asked, reply);
    Some(Failure { message: asked.hide(message), hint: hint.map(|hint| asked.hide(hint)), problems })
}

/// Whether Jira itself says that a thing is not there, or not for this account: in JSON, and with a valid login. Whatever else is not
/// found or forbidden is Jira as a whole.
pub(super) fn is_absent(reply: &Reply) -> bool {
    let says_so = matches!(reply.status, 403 | 404) && !is_captcha(reply) && !is_rejected(reply);
    says_so && serde_json::from_slice::<Value>(&reply.body).is_ok_and(|body| body.is_object())
}

fn refusal(asked: &Asked<'_>, reply: &Reply) -> Failure {
    let (host, wanted, status) = (host(asked.address), asked.wanted, reply.status);
    let told = |message: String, hint: &str| asked.quoted(message, reply).hint(hint);
    match status {
        _ if is_captcha(reply) => captcha(asked, reply),
        _ if is_rejected(reply) => rejected(asked, reply),
        200..=299 => {
            Failure::new(format!("{host} answers with a web page and not with JSON: a login page, most likely"))
                .hint(USE_THE_API)
        }
        300..=399 => redirect(asked, reply),
        400 => bad_request(asked, reply),
        401 => rejected(asked, reply),
        403 => told(
            format!("{host} forbids reading {wanted}"),
            "the account needs permission to use Jira and to browse the project",
        ),
        404 => not_found(asked, reply),
        410 => told(
            format!("{host} has taken this part of its API away"),
            "update skreg: a newer one may know its successor",
        ),
        429 => {
            told(format!("{host} answers too many requests, and was still busy after the last try"), &busy_hint(reply))
        }
        500..=599 => told(
            format!("{host} failed with status {status}, also on the last try"),
            "try again later; its own status page may tell more",
        ),
        _ => {
            told(format!("{host} answered with status {status}, which says nothing about {wanted}"), CHECK_THE_ADDRESS)
        }
    }
}

fn bad_request(asked: &Asked<'_>, reply: &Reply) -> Failure {
    let message = format!("{} does not understand the request for {}", host(asked.address), asked.wanted);
    let failure = asked.quoted(message, reply);
    match asked.wanted {
        Wanted::Query => failure
            .hint("check the query; Jira Cloud wants it bounded, such as `project = \"PROJ\" AND created >= -30d`"),
        _ => failure.hint(CHECK_THE_ADDRESS),
    }
}

/// Jira says in JSON that it has no such ticket; whatever else is not found is Jira itself, as behind a wrong base path.
fn not_found(asked: &Asked<'_>, reply: &Reply) -> Failure {
    match asked.wanted {
        Wanted::Ticket(key) | Wanted::Links(key) | Wanted::Components(key)
            if serde_json::from_slice::<Value>(&reply.body).is_ok_and(|body| body.is_object()) =>
        {
            let message = match asked.wanted {
                Wanted::Links(_) => format!("there are no web links of `{key}`, or this account may not see them"),
                _ => format!("the ticket `{key}` does not exist, or this account may not see it"),
            };
            let source = &asked.credential;
            let hint =
                format!("check the key; `skreg dispatch --whoami` tells whose credential the one from {source} is");
            asked.quoted(message, reply).hint(hint)
        }
        _ => {
            let base = base(asked.address);
            let base = base.as_ref().unwrap_or(asked.address);
            asked.quoted(format!("there is no Jira at {}", shown(base)), reply)
                .hint("check the address: Jira Data Center often has a path of its own, such as https://jira.example.com/jira")
        }
    }
}

/// Why there is no whole reply.
pub(super) fn of_fault(asked: &Asked<'_>, fault: &Fault) -> Failure {
    let host = host(asked.address);
    match fault {
        Fault::Connect(reason) => Failure::new(format!("cannot connect to {host}: {reason}"))
            .hint("check the address, the network and `HTTPS_PROXY` / `NO_PROXY`"),
        Fault::Tls(reason) => untrusted(&host, reason),
        Fault::Timeout => Failure::new(format!("{host} took too long"))
            .hint("try again, or give it more seconds with `SKREG_JIRA_TIMEOUT`"),
        Fault::TooLarge => {
            let message = format!("the answer of {host} is larger than {} MB", LARGEST_BODY / 1024 / 1024);
            Failure::new(message).hint("save the issue as a file without the long fields, and give the file")
        }
        Fault::Truncated(reason) => Failure::new(format!("no whole answer came from {host}: {reason}"))
            .hint("try again; if it stays, check that the address is the one of Jira itself"),
    }
}

/// Why there is no secure connection, by the words of rustls.
fn untrusted(host: &str, reason: &str) -> Failure {
    if reason.contains("CertificateRequired") {
        return Failure::new(format!("{host} wants to see a certificate of its client"))
            .hint("give it with `SKREG_JIRA_CLIENT_CERT`, and its key with `SKREG_JIRA_CLIENT_KEY`");
    }
    if reason.contains("fatal alert") {
        return Failure::new(format!("{host} refuses a secure connection: {reason}"))
            .hint("check the address and, if it wants one, the certificate in `SKREG_JIRA_CLIENT_CERT`");
    }
    let failure = Failure::new(format!("cannot trust {host}: {reason}"));
    match reason.contains("not valid for name") {
        true => failure.hint("check the address: its certificate is for another one"),
        false => {
            failure.hint("give the authority that signed its certificate with `SKREG_JIRA_CA_FILE` or `SSL_CERT_FILE`")
        }
    }
}

/// Why the body of an answer is not what was asked for.
pub(super) fn not_understood(asked: &Asked<'_>, reason: &str) -> Failure {
    let message = format!("{} did not answer with {}: {reason}", host(asked.address), asked.wanted);
    Failure::new(message).hint(CHECK_THE_ADDRESS)
}

/// The host of an address, with its port where it is not the usual one.
pub(super) fn host(address: &Url) -> String {
    let name = address.host_str().unwrap_or_default();
    address.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"))
}

/// Whether Jira says that the login failed, whatever the status: without a valid login it answers as to a stranger.
fn is_rejected(reply: &Reply) -> bool {
    reply.headers("x-seraph-loginreason").any(|reason| reason.contains("AUTHENTICATED_FAILED"))
}

fn rejected(asked: &Asked<'_>, reply: &Reply) -> Failure {
    let host = host(asked.address);
    let source = &asked.credential;
    let failure = asked.quoted(format!("{host} rejects the credential from {source}"), reply);
    match host.ends_with(".atlassian.net") {
        true => failure.hint(
            "it may be wrong or expired; a scoped token works only through the gateway: set `JIRA_CLOUD_ID`, or `SKREG_JIRA_URL=https://api.atlassian.com/ex/jira/<cloud id>`",
        ),
        false => failure.hint("it may be wrong or expired: make a new token, and check that user and token belong together"),
    }
}

fn redirect(asked: &Asked<'_>, reply: &Reply) -> Failure {
    let from = host(asked.address);
    let Some(target) = reply.header("location").and_then(|location| asked.address.join(location).ok()) else {
        return Failure::new(format!("{from} sends elsewhere without saying where")).hint(CHECK_THE_ADDRESS);
    };
    let to = host(&target);
    let same_name = target.host_str() == asked.address.host_str();
    match (asked.address.scheme(), target.scheme()) {
        ("http", "https") if same_name => {
            let base = base(&target).or_else(|| on_the_host_of(&target, &base(asked.address)?)).unwrap_or(target);
            Failure::new(format!("{from} wants https")).hint(format!("use the address {}", shown(&base)))
        }
        _ if to != from => Failure::new(format!(
            "{from} sends to another host, {to}, which is not followed: it would get the credential"
        ))
        .hint("it may be single sign-on, or Jira has moved: set its true address"),
        ("https", "http") => {
            Failure::new(format!("{from} sends to plain http, which is not followed: it would show the credential"))
                .hint("whoever runs Jira can set its base URL to https")
        }
        _ => match base(&target).filter(|found| base(asked.address).as_ref() != Some(found)) {
            Some(base) => Failure::new(format!("{from} sends to {}", target.path()))
                .hint(format!("if that is Jira, use the address {}", shown(&base))),
            None => {
                Failure::new(format!("{from} sends to {}: a login page, most likely", target.path())).hint(USE_THE_API)
            }
        },
    }
}

/// The base address that the address of a request begins with; none where it is no address of the REST API.
fn base(address: &Url) -> Option<Url> {
    let (path, _) = address.path().split_once("/rest/api/")?;
    let mut base = address.clone();
    base.set_path(path);
    base.set_query(None);
    base.set_fragment(None);
    // Without a user or password in it, whatever a server says.
    (base.username().is_empty() && base.password().is_none()).then_some(base)
}

/// A base address as people write it.
fn shown(base: &Url) -> &str {
    base.as_str().trim_end_matches('/')
}

/// A path on the host of another address.
fn on_the_host_of(address: &Url, path: &Url) -> Option<Url> {
    address.join(path.path()).ok()
}

/// Whether Jira wants to see a person first, as Data Center does after some failed logins.
fn is_captcha(reply: &Reply) -> bool {
    reply.headers("x-authentication-denied-reason").any(|reason| reason.contains("CAPTCHA"))
}

fn captcha(asked: &Asked<'_>, reply: &Reply) -> Failure {
    let message = format!("{} asks for a CAPTCHA before it lets this account in again", host(asked.address));
    let page = captcha_page(asked, reply);
    Failure::new(message).hint(format!("log in once in the browser at {page}, then try again"))
}

fn captcha_page(asked: &Asked<'_>, reply: &Reply) -> String {
    let reason = reply.header("x-authentication-denied-reason").unwrap_or_default();
    let page = reason.split("login-url=").nth(1).map(|page| page.split([';', ' ']).next().unwrap_or_default());
    let of_this_host = page.and_then(|page| Url::parse(page).ok()).filter(|page| is_page_of(page, asked.address));
    of_this_host.map_or_else(|| host(asked.address), String::from)
}

/// Whether a page that a server names is one of its own.
fn is_page_of(page: &Url, address: &Url) -> bool {
    let is_web = matches!(page.scheme(), "http" | "https");
    is_web && page.username().is_empty() && page.password().is_none() && page.host_str() == address.host_str()
}

fn busy_hint(reply: &Reply) -> String {
    match (reply.header("retry-after"), reply.header("ratelimit-reason")) {
        (_, Some(reason)) => format!("try again later; its reason is `{reason}`"),
        (Some(after), None) => format!("try again later; it says `Retry-After: {after}`"),
        (None, None) => "try again later".to_owned(),
    }
}

impl Asked<'_> {
    /// A failure with the server's own words behind it, at most [`LONGEST_QUOTE`] characters.
    fn quoted(&self, message: String, reply: &Reply) -> Failure {
        // First hidden, then cut: half a secret would not be found.
        let words = self.hide(words(reply)).split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            return Failure::new(message);
        }
        let mut quote: String = words.chars().take(LONGEST_QUOTE).collect();
        if quote.len() < words.len() {
            quote.push('…');
        }
        Failure::new(format!("{message}: \"{quote}\""))
    }

    /// The text without the secrets that a server may have put into it.
    fn hide(&self, text: String) -> String {
        let secrets = self.secrets.iter().map(Secret::expose).filter(|secret| secret.len() >= SHORTEST_SECRET);
        secrets.fold(text, |text, secret| text.replace(secret, "[secret]"))
    }
}

/// What a server says in its body: the five shapes that Jira and its gateway use, or a short text.
fn words(reply: &Reply) -> String {
    if is_html(reply) {
        return String::new();
    }
    let Ok(body) = serde_json::from_slice::<Value>(&reply.body) else {
        return String::from_utf8_lossy(&reply.body).trim().to_owned();
    };
    let list = |name: &str| {
        body[name].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut said = list("errorMessages");
    let fields = body["errors"].as_object().into_iter().flatten();
    said.extend(fields.filter_map(|(field, reason)| Some(format!("{field}: {}", reason.as_str()?))));
    said.extend(list("warningMessages"));
    said.extend(["message", "errorMessage"].iter().filter_map(|name| body[name].as_str().map(str::to_owned)));
    said.join("; ")
}

fn is_html(reply: &Reply) -> bool {
    let declared = reply.header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().contains("html"));
    declared || reply.body.trim_ascii_start().starts_with(b"<")
}
