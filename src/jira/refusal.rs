//! Why Jira did not give what was asked for, told apart: values in, values out.

use serde_json::Value;
use url::Url;

use crate::output::{Failure, escape};
use crate::system::http::{Fault, LARGEST_BODY, Reply};

/// The most characters of a server's own words that are quoted.
const LONGEST_QUOTE: usize = 300;

/// What was asked of which Jira, for the words of a refusal.
#[derive(Debug, Clone)]
pub(super) struct Asked<'a> {
    /// The address of the request.
    pub(super) address: &'a Url,
    /// What it was to give, such as "the ticket `PROJ-1`".
    pub(super) what: String,
    /// Where the credential came from.
    pub(super) credential: String,
}

/// Why a reply is a refusal; none where it is an answer in JSON.
pub(super) fn of_reply(asked: &Asked<'_>, reply: &Reply) -> Option<Failure> {
    let host = host(asked.address);
    match reply.status {
        _ if is_rejected(reply) => Some(rejected(asked, reply)),
        200..=299 if is_html(reply) => Some(login_page(&host)),
        200..=299 => None,
        300..=399 => Some(redirect(asked, reply)),
        401 => Some(rejected(asked, reply)),
        403 if reply.header("x-authentication-denied-reason").is_some_and(|reason| reason.contains("CAPTCHA")) => {
            let message = format!("{host} asks for a CAPTCHA before it lets this account in again");
            Some(
                Failure::new(message)
                    .hint(format!("log in once in the browser at {}, then try again", captcha_page(asked, reply))),
            )
        }
        403 => Some(
            quoted(format!("{host} forbids reading {}", asked.what), reply)
                .hint("the account needs permission to browse the project"),
        ),
        404 => {
            let message = format!("{} does not exist, or this account may not see it", asked.what);
            let source = &asked.credential;
            let hint =
                format!("check the key; `skreg dispatch --whoami` tells whose credential the one from {source} is");
            Some(quoted(message, reply).hint(hint))
        }
        400 => Some(
            quoted(format!("{host} does not understand the request for {}", asked.what), reply)
                .hint("check the query; Jira Cloud wants it bounded, such as `project = \"PROJ\" AND created >= -30d`"),
        ),
        410 => Some(
            quoted(format!("{host} has taken this part of its API away"), reply)
                .hint("update skreg: a newer one may know its successor"),
        ),
        429 => Some(
            quoted(format!("{host} answers too many requests, and was still busy after the last try"), reply)
                .hint(busy_hint(reply)),
        ),
        500..=599 => Some(
            quoted(format!("{host} failed with status {}, also on the last try", reply.status), reply)
                .hint("try again later; its own status page may tell more"),
        ),
        status => Some(quoted(
            format!("{host} answered with status {status}, which says nothing about {}", asked.what),
            reply,
        )),
    }
}

/// Why there is no whole reply.
pub(super) fn of_fault(asked: &Asked<'_>, fault: &Fault) -> Failure {
    let host = host(asked.address);
    match fault {
        Fault::Connect(reason) => Failure::new(format!("cannot connect to {host}: {reason}"))
            .hint("check the address, the network and `HTTPS_PROXY` / `NO_PROXY`"),
        Fault::Tls(reason) => Failure::new(format!("cannot trust {host}: {reason}"))
            .hint("give the authority that signed its certificate with `SKREG_JIRA_CA_FILE` or `SSL_CERT_FILE`"),
        Fault::Timeout => Failure::new(format!("{host} took too long"))
            .hint("try again, or give it more seconds with `SKREG_JIRA_TIMEOUT`"),
        Fault::TooLarge => {
            let message = format!("the answer of {host} is larger than {} MB", LARGEST_BODY / 1024 / 1024);
            Failure::new(message).hint("save the issue as a file without the long fields, and give the file")
        }
        Fault::Truncated(reason) => Failure::new(format!("the answer of {host} broke off: {reason}")).hint("try again"),
    }
}

/// Why the body of an answer is not what was asked for.
pub(super) fn not_understood(asked: &Asked<'_>, reason: &str) -> Failure {
    let message = format!("{} did not answer with {}: {reason}", host(asked.address), asked.what);
    Failure::new(message).hint("check that the address is the one of Jira itself, with its path if it has one")
}

/// The host of an address, with its port where it is not the usual one.
pub(super) fn host(address: &Url) -> String {
    let name = address.host_str().unwrap_or_default();
    address.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"))
}

/// Whether Jira says that the login failed, whatever the status: without a valid login it answers as to a stranger.
fn is_rejected(reply: &Reply) -> bool {
    reply.header("x-seraph-loginreason").is_some_and(|reason| reason.contains("AUTHENTICATED_FAILED"))
}

fn rejected(asked: &Asked<'_>, reply: &Reply) -> Failure {
    let host = host(asked.address);
    let source = &asked.credential;
    let failure = quoted(format!("{host} rejects the credential from {source}"), reply);
    match host.ends_with(".atlassian.net") {
        true => failure.hint(
            "it may be wrong or expired; a scoped token works only through the gateway: set `JIRA_CLOUD_ID`, or `SKREG_JIRA_URL=https://api.atlassian.com/ex/jira/<cloud id>`",
        ),
        false => failure.hint("it may be wrong or expired: make a new token, and check that user and token belong together"),
    }
}

fn login_page(host: &str) -> Failure {
    Failure::new(format!("{host} answers with a web page and not with JSON: a login page, most likely"))
        .hint("single sign-on does not take tokens: use the address of Jira's REST API, or a token that it accepts")
}

fn redirect(asked: &Asked<'_>, reply: &Reply) -> Failure {
    let from = host(asked.address);
    let Some(target) = reply.header("location").and_then(|location| asked.address.join(location).ok()) else {
        return Failure::new(format!("{from} sends elsewhere without saying where"));
    };
    let to = host(&target);
    let same_name = target.host_str() == asked.address.host_str();
    match (asked.address.scheme(), target.scheme()) {
        ("http", "https") if same_name => {
            let mut base = target.clone();
            base.set_path("");
            base.set_query(None);
            Failure::new(format!("{from} wants https"))
                .hint(format!("use the address {base} with Jira's own path, if it has one"))
        }
        _ if to != from => Failure::new(format!(
            "{from} sends to another host, {to}, which is not followed: it would get the credential"
        ))
        .hint("it may be single sign-on, or Jira has moved: set its true address"),
        _ => Failure::new(format!("{from} sends to {}: a login page, most likely", escape(target.path()))).hint(
            "single sign-on does not take tokens: use the address of Jira's REST API, or a token that it accepts",
        ),
    }
}

fn captcha_page(asked: &Asked<'_>, reply: &Reply) -> String {
    let reason = reply.header("x-authentication-denied-reason").unwrap_or_default();
    let page = reason.split("login-url=").nth(1).map(|page| page.split([';', ' ']).next().unwrap_or_default());
    let same_host = |page: &&str| Url::parse(page).is_ok_and(|page| page.host_str() == asked.address.host_str());
    page.filter(same_host).map_or_else(|| host(asked.address), str::to_owned)
}

fn busy_hint(reply: &Reply) -> String {
    match (reply.header("retry-after"), reply.header("ratelimit-reason")) {
        (_, Some(reason)) => format!("try again later; its reason is `{}`", escape(reason)),
        (Some(after), None) => format!("try again later; it says `Retry-After: {}`", escape(after)),
        (None, None) => "try again later".to_owned(),
    }
}

/// A failure with the server's own words behind it, at most [`LONGEST_QUOTE`] characters.
fn quoted(message: String, reply: &Reply) -> Failure {
    let words = words(reply);
    if words.is_empty() {
        return Failure::new(message);
    }
    let mut quote: String = words.chars().take(LONGEST_QUOTE).collect();
    if quote.len() < words.len() {
        quote.push('…');
    }
    Failure::new(format!("{message}: \"{quote}\""))
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
    let declared = reply.header("content-type").is_some_and(|kind| kind.contains("html"));
    declared || reply.body.trim_ascii_start().starts_with(b"<")
}
