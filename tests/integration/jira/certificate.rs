//! A certificate authority that only a test trusts.

use std::sync::Arc;

use rcgen::{BasicConstraints, Certificate, CertificateParams, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::server::WebPkiClientVerifier;
use rustls::server::danger::ClientCertVerifier;
use rustls::{RootCertStore, ServerConfig};

/// The hosts that it vouches for.
const HOSTS: [&str; 5] = ["127.0.0.1", "acme.atlassian.net", "api.atlassian.com", "jira.example", "elsewhere.example"];

/// An authority, and a server's certificate that it has signed.
pub(super) struct Authority {
    pem: String,
    server: Arc<ServerConfig>,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    pub(super) fn new() -> Self {
        Self::with(|_| WebPkiClientVerifier::no_client_auth())
    }

    /// The same, where its servers want to see a certificate of a client that it has signed.
    pub(super) fn that_wants_clients() -> Self {
        Self::with(|own| {
            let mut roots = RootCertStore::empty();
            roots.add(own.der().clone()).unwrap();
            let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().unwrap()
        })
    }

    fn with(clients: impl FnOnce(&Certificate) -> Arc<dyn ClientCertVerifier>) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let own = params.self_signed(&key).unwrap();
        let issuer = Issuer::new(params, key);
        let key = KeyPair::generate().unwrap();
        let hosts = HOSTS.map(str::to_owned).to_vec();
        let certificate = CertificateParams::new(hosts).unwrap().signed_by(&key, &issuer).unwrap();
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let server = builder
            .with_client_cert_verifier(clients(&own))
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        Self { pem: own.pem(), server: Arc::new(server), issuer }
    }

    /// A client's certificate and its key, as files hold them.
    pub(super) fn client(&self) -> [String; 2] {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        [params.signed_by(&key, &self.issuer).unwrap().pem(), key.serialize_pem()]
    }

    /// Its own certificate, as a file holds it.
    pub(super) fn pem(&self) -> &str {
        &self.pem
    }

    pub(super) fn server(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.server)
    }
}
