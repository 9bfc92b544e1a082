//! A certificate authority that only a test trusts.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;

/// The hosts that it vouches for.
const HOSTS: [&str; 5] = ["127.0.0.1", "acme.atlassian.net", "api.atlassian.com", "jira.example", "elsewhere.example"];

/// An authority, and a server's certificate that it has signed.
pub(super) struct Authority {
    pem: String,
    server: Arc<ServerConfig>,
}

impl Authority {
    pub(super) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem();
        let issuer = Issuer::new(params, key);
        let key = KeyPair::generate().unwrap();
        let hosts = HOSTS.map(str::to_owned).to_vec();
        let certificate = CertificateParams::new(hosts).unwrap().signed_by(&key, &issuer).unwrap();
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let server = builder.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key).unwrap();
        Self { pem, server: Arc::new(server) }
    }

    /// Its own certificate, as a file holds it.
    pub(super) fn pem(&self) -> &str {
        &self.pem
    }

    pub(super) fn server(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.server)
    }
}
