//! Whom we trust, and where a name leads: what the IMAP and the SMTP side share. Knows no mail protocol.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};

use super::PostError;

/// TLS with the public authorities and, when a file is given, the certificates in it.
pub(super) fn client_config(place: &str, ca_file: Option<&Path>) -> Result<Arc<ClientConfig>, PostError> {
    let roots = roots(place, ca_file)?;
    // The provider is named because another crate in the tree may bring a second one.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| PostError::Tls { place: place.to_owned(), why: error.to_string() })?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// The public authorities and, when a file is given, the certificates in it.
pub(super) fn roots(place: &str, ca_file: Option<&Path>) -> Result<RootCertStore, PostError> {
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    if let Some(file) = ca_file {
        add_roots(place, file, &mut roots)?;
    }
    Ok(roots)
}

fn add_roots(place: &str, file: &Path, roots: &mut RootCertStore) -> Result<(), PostError> {
    let unusable = |why: String| PostError::Settings {
        place: place.to_owned(),
        why: format!("ca_file {}: {why}", file.display()),
    };
    let bytes = std::fs::read(file).map_err(|source| PostError::file("read the certificates in", file, source))?;
    let before = roots.len();
    for certificate in CertificateDer::pem_slice_iter(&bytes) {
        let certificate = certificate.map_err(|error| unusable(error.to_string()))?;
        roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
    }
    if roots.len() == before {
        return Err(unusable("no PEM certificate in it".to_owned()));
    }
    Ok(())
}

/// The name that the server's certificate must carry.
pub(super) fn server_name(place: &str, host: &str) -> Result<ServerName<'static>, PostError> {
    ServerName::try_from(host.to_owned())
        .map_err(|_| PostError::Settings { place: place.to_owned(), why: format!("{host:?} is no host name") })
}

/// The addresses of a host. Blocks on the resolver.
pub(super) fn resolve(place: &str, host: &str, port: u16) -> Result<Vec<SocketAddr>, PostError> {
    let unreachable = |source| PostError::Unreachable { place: place.to_owned(), source };
    let found: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(unreachable)?.collect();
    if found.is_empty() {
        let nowhere = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        return Err(unreachable(nowhere));
    }
    Ok(found)
}

/// Refuses plain text unless every address of the host is on this machine.
pub(super) fn require_loopback(place: &str, addresses: &[SocketAddr], remedy: &'static str) -> Result<(), PostError> {
    if addresses.iter().all(|address| address.ip().is_loopback()) {
        return Ok(());
    }
    Err(PostError::Plaintext { place: place.to_owned(), remedy })
}
