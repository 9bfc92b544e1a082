//! Requests over HTTP, each answered with a reply or a fault that says what to look at.

use std::error::Error as _;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, ensure};
use reqwest::blocking;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderValue};
use reqwest::redirect::Policy;
use url::Url;

use super::disk;

/// The largest body that is read, in bytes after decompression: the largest issues that were seen have 3 to 4 MB.
pub const LARGEST_BODY: u64 = 16 * 1024 * 1024;

/// What some servers put before UTF-8; RFC 8259, section 8.1, lets a parser pass over it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How to connect.
#[derive(Debug, Clone)]
pub struct Options {
    /// The longest time that a request may take with its whole answer, however slowly that drips in.
    pub timeout: Duration,
    /// Certificates in PEM that are trusted beside those of the system; `SSL_CERT_FILE` replaces the system's.
    pub ca_file: Option<PathBuf>,
    /// Files in PEM that hold the certificate and the private key to show to the server.
    pub client_certificate: Vec<PathBuf>,
    /// Whether the server is this machine, which is never reached through a proxy: another machine's proxy would see what goes
    /// over plain http, and would ask itself.
    pub is_this_machine: bool,
}

/// Makes requests. Redirects are not followed: where they lead is told, and the caller decides. Proxies come from `HTTPS_PROXY`,
/// `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`.
pub struct Client {
    inner: blocking::Client,
    timeout: Duration,
}

/// What a server answered.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// Names in lower case, and values; a value that is no text is left out.
    pub headers: Vec<(String, String)>,
    /// The body, decompressed, without a byte order mark.
    pub body: Vec<u8>,
}

impl Reply {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).next()
    }

    /// All values of a header, by its name in lower case.
    pub fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No connection, with the reason.
    Connect(String),
    /// The server's certificate is not trusted, or TLS failed otherwise.
    Tls(String),
    /// The server took too long.
    Timeout,
    /// The body is larger than [`LARGEST_BODY`].
    TooLarge,
    /// The answer broke off.
    Truncated(String),
}

/// What a request is sent with; no part of it reaches a log.
#[derive(Clone, Copy)]
pub enum Login<'a> {
    /// `Authorization: Basic`.
    Basic {
        /// The user.
        user: &'a str,
        /// The password or token.
        password: &'a str,
    },
    /// `Authorization: Bearer`.
    Bearer(&'a str),
}

impl Client {
    /// A client.
    ///
    /// # Errors
    /// Where a certificate cannot be read.
    pub fn new(options: &Options) -> Result<Self> {
        let agent = concat!("skreg/", env!("CARGO_PKG_VERSION"));
        let mut builder = blocking::Client::builder()
            .user_agent(agent)
            .redirect(Policy::none())
            .connect_timeout(options.timeout)
            .timeout(options.timeout);
        if let Some(path) = &options.ca_file {
            let trusted = authorities(path);
            builder = builder.tls_certs_merge(
                trusted.with_context(|| format!("cannot read the certificates in `{}`", path.display()))?,
            );
        }
        if let Some(first) = options.client_certificate.first() {
            let read = || -> Result<_> {
                let parts = options
                    .client_certificate
                    .iter()
                    .map(|path| disk::read_bytes(path))
                    .collect::<Result<Vec<_>, _>>()?;
                reqwest::Identity::from_pem(&parts.join(&b'\n')).map_err(reason)
            };
            let shown = first.display();
            builder =
                builder.identity(read().with_context(|| format!("cannot read the client certificate `{shown}`"))?);
        }
        if options.is_this_machine {
            builder = builder.no_proxy();
        }
        Ok(Self {
            inner: builder.build().map_err(reason).context("cannot prepare connections")?,
            timeout: options.timeout,
        })
    }

    /// Gets JSON from an address.
    ///
    /// # Errors
    /// Where there is no whole answer.
    pub fn get(&self, address: &Url, login: Login<'_>) -> Result<Reply, Fault> {
        let end = monotonic() + self.timeout;
        read(self.request(address, login).send().map_err(|error| fault(&error))?, end)
    }

    /// What a request shows of a login behind the name of the scheme, for whoever must not repeat it.
    pub fn shown_of(&self, address: &Url, login: Login<'_>) -> Option<String> {
        let request = self.request(address, login).build().ok()?;
        let (_, shown) = request.headers().get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        Some(shown.to_owned())
    }

    fn request(&self, address: &Url, login: Login<'_>) -> blocking::RequestBuilder {
        let request = self.inner.get(address.clone()).header(ACCEPT, "application/json");
        match login {
            Login::Basic { user, password } => request.basic_auth(user, Some(password)),
            Login::Bearer(token) => request.bearer_auth(token),
        }
    }
}

fn authorities(path: &Path) -> Result<Vec<reqwest::Certificate>> {
    let certificates = reqwest::Certificate::from_pem_bundle(&disk::read_bytes(path)?).map_err(reason)?;
    // What is inside them is looked at only now.
    reqwest::Client::builder().tls_certs_only(certificates.clone()).build().map_err(reason)?;
    ensure!(!certificates.is_empty(), "there is none, in PEM, between `BEGIN CERTIFICATE` and `END CERTIFICATE`");
    Ok(certificates)
}

fn read(response: blocking::Response, end: Instant) -> Result<Reply, Fault> {
    let status = response.status().as_u16();
    let text = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
    let headers =
        response.headers().iter().filter_map(|(name, value)| Some((name.as_str().to_owned(), text(value)?))).collect();
    let body = read_body(response.take(LARGEST_BODY + 1), end)?;
    if body.len() as u64 > LARGEST_BODY {
        return Err(Fault::TooLarge);
    }
    let body = body.strip_prefix(BYTE_ORDER_MARK).map(<[u8]>::to_vec).unwrap_or(body);
    Ok(Reply { status, headers, body })
}

/// Reads piece by piece: each has the whole time by itself, so that the clock is looked at after each.
fn read_body(mut answer: impl Read, end: Instant) -> Result<Vec<u8>, Fault> {
    let mut body = Vec::new();
    let mut piece = vec![0; 64 * 1024];
    loop {
        match answer.read(&mut piece) {
            Ok(0) => return Ok(body),
            Ok(_) if monotonic() > end => return Err(Fault::Timeout),
            Ok(count) => body.extend_from_slice(&piece[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(broken(&error)),
        }
    }
}

/// The clock of this machine that never goes back: patience with a server is measured even where a test holds the time.
#[expect(clippy::disallowed_methods, reason = "`system::clock` tells what time it is, not how long something takes")]
fn monotonic() -> Instant {
    Instant::now()
}

fn broken(error: &io::Error) -> Fault {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<reqwest::Error>()) {
        _ if error.kind() == ErrorKind::TimedOut => Fault::Timeout,
        Some(inner) if inner.is_timeout() => Fault::Timeout,
        Some(inner) => Fault::Truncated(innermost(inner)),
        None => Fault::Truncated(error.to_string()),
    }
}

fn fault(error: &reqwest::Error) -> Fault {
    let reason = innermost(error);
    let tls = ["certificate", "tls", "handshake"].iter().any(|word| reason.to_lowercase().contains(word));
    match error {
        error if error.is_timeout() => Fault::Timeout,
        error if error.is_connect() && reason.contains("InvalidContentType") => {
            Fault::Connect("it does not speak https there".to_owned())
        }
        // A server may refuse a client only after the client thinks that all is well.
        _ if reason.contains("fatal alert") => Fault::Tls(reason),
        error if error.is_connect() && tls => Fault::Tls(reason),
        error if error.is_connect() => Fault::Connect(reason),
        _ => Fault::Truncated(reason),
    }
}

/// An error that says no more than its cause.
#[expect(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
fn reason(error: reqwest::Error) -> anyhow::Error {
    anyhow!(innermost(&error))
}

/// The cause that says most: the last of the chain.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause = error.source();
    let mut reason = error.to_string();
    while let Some(inner) = cause {
        reason = inner.to_string();
        cause = inner.source();
    }
    reason
}
