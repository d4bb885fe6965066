//! The certificate that a server shows, and what would make it trusted: for those who set a judge up. No connection that
//! looks at one ever stands, so nothing can be said over it.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::HEXUPPER;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use sha2::{Digest, Sha256};

use super::{PostError, tls};

/// What is to be thought of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Certificate {
    /// It is trusted.
    Trusted,
    /// It would be trusted if one that the server shows stood in `ca_file`.
    Unknown {
        /// SHA-256 of that one, as `openssl x509 -fingerprint -sha256` writes it.
        fingerprint: String,
        /// It is the server's own, not that of an authority.
        is_own: bool,
    },
    /// Whoever signed it is neither known nor shown.
    Orphan,
    /// It is an authority's own, which no server may show as its own: it can never be trusted.
    Authority,
    /// It is for other names than the host's.
    OtherName {
        /// Its names, with commas.
        names: String,
    },
    /// Its time is over.
    Expired,
    /// Its time has not come: its clock or ours is wrong.
    Early,
    /// It cannot be trusted for another reason, in the words of the library.
    Unusable(String),
}

/// Keeps the certificates that a server shows, and refuses them all.
#[derive(Debug)]
pub(super) struct Recorder {
    provider: Arc<CryptoProvider>,
    chain: Mutex<Option<Vec<CertificateDer<'static>>>>,
}

impl Recorder {
    /// What was shown: the server's own certificate first.
    pub(super) fn chain(&self) -> Option<Vec<CertificateDer<'static>>> {
        self.chain.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ServerCertVerifier for Recorder {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let chain = [end_entity].into_iter().chain(intermediates).map(|one| one.clone().into_owned()).collect();
        *self.chain.lock().unwrap_or_else(PoisonError::into_inner) = Some(chain);
        Err(Error::General("it was only looked at".to_owned()))
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("it was only looked at".to_owned()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verify_tls12_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// TLS that ends as soon as the server has shown its certificates.
pub(super) fn recorder(place: &str) -> Result<(Arc<ClientConfig>, Arc<Recorder>), PostError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let recorder = Arc::new(Recorder { provider: provider.clone(), chain: Mutex::new(None) });
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| PostError::Tls { place: place.to_owned(), why: error.to_string() })?
        .dangerous()
        .with_custom_certificate_verifier(recorder.clone())
        .with_no_client_auth();
    Ok((Arc::new(config), recorder))
}

/// Judges what a server showed, and tries whether naming one of it as `ca_file` would help.
pub(super) fn judge(
    place: &str,
    host: &str,
    chain: &[CertificateDer<'static>],
    ca_file: Option<&Path>,
) -> Result<Certificate, PostError> {
    let name = tls::server_name(place, host)?;
    let known = verify(chain, &name, tls::roots(place, ca_file)?);
    Ok(match known {
        Ok(()) => Certificate::Trusted,
        Err(Error::InvalidCertificate(CertificateError::UnknownIssuer)) => try_each(chain, &name),
        Err(other) => read(&other),
    })
}

/// The last shown is nearest to an authority, and lasts longest.
fn try_each(chain: &[CertificateDer<'static>], name: &ServerName<'_>) -> Certificate {
    let mut verdict = Certificate::Orphan;
    for one in chain.iter().rev() {
        let mut roots = RootCertStore::empty();
        if roots.add(one.clone()).is_err() {
            continue;
        }
        match verify(chain, name, roots) {
            Ok(()) => {
                return Certificate::Unknown { fingerprint: fingerprint(one), is_own: chain.first() == Some(one) };
            }
            Err(Error::InvalidCertificate(CertificateError::UnknownIssuer)) => {}
            Err(other) => verdict = read(&other),
        }
    }
    verdict
}

fn verify(chain: &[CertificateDer<'static>], name: &ServerName<'_>, roots: RootCertStore) -> Result<(), Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
        .build()
        .map_err(|error| Error::General(error.to_string()))?;
    let (own, others) = chain.split_first().ok_or(Error::NoCertificatesPresented)?;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    verifier.verify_server_cert(own, others, name, &[], UnixTime::since_unix_epoch(since)).map(|_| ())
}

fn read(error: &Error) -> Certificate {
    use CertificateError::{Expired, ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYet};
    match error {
        Error::InvalidCertificate(Expired | ExpiredContext { .. }) => Certificate::Expired,
        Error::InvalidCertificate(NotValidYet | CertificateError::NotValidYetContext { .. }) => Certificate::Early,
        Error::InvalidCertificate(NotValidForName) => Certificate::OtherName { names: String::new() },
        Error::InvalidCertificate(NotValidForNameContext { presented, .. }) => {
            // As the library writes them: DnsName("mx.example").
            let name = |shown: &String| shown.split('"').nth(1).unwrap_or(shown).to_owned();
            Certificate::OtherName { names: presented.iter().map(name).collect::<Vec<_>>().join(", ") }
        }
        // The library has no name of its own for what its verifier says.
        other if format!("{other:?}").contains("CaUsedAsEndEntity") => Certificate::Authority,
        other => Certificate::Unusable(other.to_string()),
    }
}

fn fingerprint(certificate: &CertificateDer<'_>) -> String {
    let hash = Sha256::digest(certificate.as_ref());
    hash.iter().map(|byte| HEXUPPER.encode(&[*byte])).collect::<Vec<_>>().join(":")
}
