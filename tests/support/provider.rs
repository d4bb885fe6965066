//! A provider of logins by OAuth 2.0, over TLS, that answers as the test says and remembers what it was asked.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// What somebody asked for: the path, and the values of the form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    pub path: String,
    pub form: BTreeMap<String, String>,
}

/// A running provider.
pub struct Provider {
    /// Its address.
    pub address: String,
    asked: Arc<Mutex<Vec<Request>>>,
}

impl Provider {
    /// Starts one that shows `cert.pem` of a folder. `answer` says status and JSON; `None` is the usual discovery.
    pub fn start(folder: &Path, answer: impl Fn(&Request) -> Option<(u16, String)> + Send + 'static) -> Provider {
        let certificate = CertificateDer::from_pem_file(folder.join("cert.pem")).unwrap();
        let key = PrivateKeyDer::from_pem_file(folder.join("cert.key")).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (home, notes) = (address.clone(), Arc::clone(&asked));
        thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
                // Whoever does not trust us hangs up.
                let _ = serve(StreamOwned::new(connection, socket), &home, &notes, &answer);
            }
        });
        Provider { address, asked }
    }

    /// What was asked so far.
    pub fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }
}

fn serve(
    stream: StreamOwned<ServerConnection, TcpStream>,
    home: &str,
    notes: &Mutex<Vec<Request>>,
    answer: &dyn Fn(&Request) -> Option<(u16, String)>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        if let Some((_, value)) = line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
            length = value.trim().parse().unwrap();
        }
        if line.trim_end().is_empty() {
            break;
        }
    }
    let mut form = vec![0; length];
    reader.read_exact(&mut form)?;
    let pairs = std::str::from_utf8(&form).unwrap().split('&').filter_map(|pair| pair.split_once('='));
    let plain =
        |text: &str| percent_encoding::percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
    let request = Request { path, form: pairs.map(|(name, value)| (plain(name), plain(value))).collect() };
    notes.lock().unwrap().push(request.clone());
    let (status, text) = answer(&request).unwrap_or_else(|| (200, discovery(home)));
    let place = if (300..400).contains(&status) { format!("Location: {text}\r\n") } else { String::new() };
    let head = format!("HTTP/1.1 {status} said\r\nContent-Length: {}\r\n{place}Connection: close\r\n\r\n", text.len());
    let stream = reader.get_mut();
    stream.write_all(format!("{head}{text}").as_bytes())?;
    stream.conn.send_close_notify();
    stream.flush()
}

fn discovery(home: &str) -> String {
    format!(
        r#"{{"issuer":"{home}","authorization_endpoint":"{home}/authorize","device_authorization_endpoint":"{home}/device","token_endpoint":"{home}/token"}}"#
    )
}
