//! How the connection is made: certificates and patience.

use std::path::PathBuf;
use std::time::Duration;

use super::variable::{self, Variables};
use crate::output::Failure;

/// Seconds that a request may take where nothing else is said.
const TIMEOUT: u64 = 30;

/// The most seconds that can be asked for.
const LONGEST: u64 = 3600;

/// Certificates and patience; the files are not read here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// PEM file of further certificate authorities.
    pub ca_file: Option<PathBuf>,
    /// PEM file of the client's certificate.
    pub client_certificate: Option<PathBuf>,
    /// PEM file of the client's key; absent where the certificate's file holds it too.
    pub client_key: Option<PathBuf>,
    /// How long one request may take.
    pub timeout: Duration,
}

impl Connection {
    /// Reads `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT`, `SKREG_JIRA_CLIENT_KEY` and `SKREG_JIRA_TIMEOUT` (seconds).
    ///
    /// # Errors
    /// Where the time is no whole number from 1 to 3600, or a key stands without its certificate.
    pub(super) fn parse(variables: &Variables) -> Result<Self, Failure> {
        let path = |name| variables.get(name).map(PathBuf::from);
        let (client_certificate, client_key) = (path(variable::CLIENT_CERT), path(variable::CLIENT_KEY));
        if client_key.is_some() && client_certificate.is_none() {
            let (key, certificate) = (variable::CLIENT_KEY, variable::CLIENT_CERT);
            return Err(Failure::new(format!("`{key}` is set without `{certificate}`"))
                .hint(format!("set `{certificate}` to the certificate that the key belongs to")));
        }
        let timeout = variables.get(variable::TIMEOUT).map_or(Ok(Duration::from_secs(TIMEOUT)), parse_timeout)?;
        Ok(Self { ca_file: path(variable::CA_FILE), client_certificate, client_key, timeout })
    }
}

fn parse_timeout(text: &str) -> Result<Duration, Failure> {
    let seconds = text.parse().ok().filter(|seconds| (1..=LONGEST).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(|| {
        Failure::new(format!("the value of `{}` is no whole number of seconds from 1 to {LONGEST}", variable::TIMEOUT))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pairs: &[(&str, &str)]) -> Result<Connection, Failure> {
        Connection::parse(&pairs.iter().copied().collect())
    }

    #[test]
    fn files_and_time_are_read_and_have_defaults() {
        let nothing = parse(&[]).unwrap();
        assert_eq!((nothing.ca_file, nothing.timeout), (None, Duration::from_secs(30)));
        let all = parse(&[
            ("SKREG_JIRA_CA_FILE", "/ca.pem"),
            ("SKREG_JIRA_CLIENT_CERT", "/c.pem"),
            ("SKREG_JIRA_CLIENT_KEY", "/k.pem"),
            ("SKREG_JIRA_TIMEOUT", "5"),
        ]);
        let expected = Connection {
            ca_file: Some("/ca.pem".into()),
            client_certificate: Some("/c.pem".into()),
            client_key: Some("/k.pem".into()),
            timeout: Duration::from_secs(5),
        };
        assert_eq!(all.unwrap(), expected);
    }

    #[test]
    fn a_time_that_is_none_and_a_key_alone_are_refused() {
        for text in ["0", "-1", "1.5", "ten", "3601", "99999999999999999999"] {
            assert!(parse(&[("SKREG_JIRA_TIMEOUT", text)]).is_err(), "{text}");
        }
        assert!(parse(&[("SKREG_JIRA_CLIENT_KEY", "/k.pem")]).is_err());
        assert!(parse(&[("SKREG_JIRA_CLIENT_CERT", "/both.pem")]).is_ok());
    }
}
