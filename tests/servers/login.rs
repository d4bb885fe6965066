//! `adjutant login` at a provider of our own, and what becomes of the login: it is renewed, told of before it ends, and opens
//! a mailbox.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::support::provider::{Provider, Request};
use crate::support::servers::make_certificate;
use crate::support::servers::tokens::{dovecot_with_tokens, token};
use adjutant::post::oauth::Grant;
use adjutant::post::{Auth, ImapSettings, ImapSource, ImapTls, Login, MailSource, PostError};
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

const INVITATION: &str = r#"{"device_code":"dev1","user_code":"WXYZ-1234","verification_uri":"https://id.test/device","expires_in":60,"interval":1}"#;

fn tokens(access: &str, refresh: &str, expires_in: i64) -> (u16, String) {
    (200, format!(r#"{{"access_token":"{access}","refresh_token":"{refresh}","expires_in":{expires_in}}}"#))
}

fn refusal(kind: &str, words: &str) -> (u16, String) {
    (400, format!(r#"{{"error":"{kind}","error_description":"{words}"}}"#))
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        make_certificate(folder.path(), "cert");
        Place { folder }
    }

    fn token_file(&self) -> PathBuf {
        self.folder.path().join("judge.token")
    }

    fn login(&self, provider: &str, more: &[&str]) -> Child {
        let folder = self.folder.path();
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(["login", provider, "--client-id", "club", "--scope", "mail offline_access"]);
        command.arg("--ca-file").arg(folder.join("cert.pem")).arg("--token-file").arg(self.token_file());
        command.args(more).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    fn read(&self) -> BTreeMap<String, serde_json::Value> {
        serde_json::from_str(&std::fs::read_to_string(self.token_file()).unwrap()).unwrap()
    }
}

fn words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_code_typed_on_another_device_lets_the_judge_in() {
    let place = Place::new();
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let provider = Provider::start(place.folder.path(), move |request| match request.path.as_str() {
        "/device" => Some((200, INVITATION.to_owned())),
        "/token" if asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0 => {
            Some(refusal("authorization_pending", ""))
        }
        "/token" => Some(tokens("access1", "refresh1", 3600)),
        _ => None,
    });
    let output = place.login(&provider.address, &[]).wait_with_output().unwrap();
    let said = words(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("Open https://id.test/device on any device and type the code WXYZ-1234"), "{said}");
    assert!(!said.contains("access1") && !said.contains("refresh1") && !said.contains("dev1"), "{said}");
    let mode = std::fs::metadata(place.token_file()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(place.read()["refresh_token"], "refresh1");
    let last = provider.asked().pop().unwrap();
    assert_eq!((last.form["device_code"].as_str(), last.form["client_id"].as_str()), ("dev1", "club"));
}

/// The page that the judge asks to be opened, and what is to be read of it.
fn page(child: &mut Child) -> (BTreeMap<String, String>, BufReader<std::process::ChildStdout>) {
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("/authorize?") {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0, "no page is shown");
    }
    let query = line.trim().split_once('?').unwrap().1.to_owned();
    let plain = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    (pairs.map(|(name, value)| (name.to_owned(), plain(value))).collect(), reader)
}

/// A provider whose page gives the code `4/c` to whoever can show the secret behind the challenge.
fn by_page(place: &Place) -> Provider {
    Provider::start(place.folder.path(), |request| match request.path.as_str() {
        "/token" if request.form["code"] == "4/c" => Some(tokens("access1", "refresh1", 3600)),
        "/token" => Some(refusal("invalid_grant", "no such code")),
        _ => None,
    })
}

fn assert_let_in(provider: &Provider, page: &BTreeMap<String, String>) {
    let last: Request = provider.asked().pop().unwrap();
    assert_eq!(last.form["redirect_uri"], page["redirect_uri"]);
    let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(last.form["code_verifier"].as_bytes()));
    assert_eq!((page["code_challenge"].as_str(), page["code_challenge_method"].as_str()), (challenge.as_str(), "S256"));
    assert_eq!(page["scope"], "mail offline_access");
}

#[test]
fn a_browser_on_this_machine_lets_the_judge_in_and_a_stranger_does_not() {
    let place = Place::new();
    let provider = by_page(&place);
    let mut child = place.login(&provider.address, &["--browser"]);
    let (page, mut rest) = page(&mut child);
    let port = page["redirect_uri"].rsplit(':').next().unwrap().to_owned();
    let visit = |query: &str| {
        let mut socket = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        socket.write_all(format!("GET /?{query} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        answer
    };
    // Somebody who plants a code of his own does not know the state.
    visit("code=evil&state=guess");
    assert!(visit(&format!("code=4%2Fc&state={}", page["state"])).contains("200 OK"));
    let mut said = String::new();
    rest.read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success(), "{said}");
    assert!(said.contains("no answer to this login") && said.contains("renewed by itself"), "{said}");
    assert_let_in(&provider, &page);
    assert_eq!(place.read()["access_token"], "access1");
}

#[test]
fn the_address_that_a_distant_browser_ended_at_can_be_pasted() {
    let place = Place::new();
    let provider = by_page(&place);
    let mut child = place.login(&provider.address, &["--browser"]);
    let (page, _rest) = page(&mut child);
    let pasted = format!("\n{}/?state={}&code=4/c&scope=mail\n", page["redirect_uri"], page["state"]);
    child.stdin.take().unwrap().write_all(pasted.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_let_in(&provider, &page);
}

#[test]
fn a_refusal_is_told_in_the_providers_words_and_nothing_is_written() {
    let place = Place::new();
    let provider = Provider::start(place.folder.path(), |request| match request.path.as_str() {
        "/device" => Some(refusal("invalid_client", "AADSTS700016: no such application")),
        _ => None,
    });
    let output = place.login(&provider.address, &[]).wait_with_output().unwrap();
    let said = words(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("invalid_client: AADSTS700016: no such application") && said.contains("remedy:"), "{said}");
    assert!(!place.token_file().exists());
    let output = place.login("yahoo", &[]).wait_with_output().unwrap();
    assert!(words(&output).contains("name google, microsoft, or the address"), "{}", words(&output));
}

#[test]
fn nothing_goes_to_a_host_that_nobody_named_and_nothing_in_the_open() {
    let place = Place::new();
    let other = Provider::start(place.folder.path(), |_| None);
    let elsewhere = format!("{}/device", other.address);
    let provider = Provider::start(place.folder.path(), move |request| match request.path.as_str() {
        "/device" => Some((302, elsewhere.clone())),
        _ => None,
    });
    let output = place.login(&provider.address, &[]).wait_with_output().unwrap();
    assert!(!output.status.success() && other.asked().is_empty(), "{}", words(&output));
    let open = Provider::start(place.folder.path(), |_| {
        let told =
            r#"{"device_authorization_endpoint":"http://127.0.0.1:9/d","token_endpoint":"http://127.0.0.1:9/t"}"#;
        Some((200, told.to_owned()))
    });
    let output = place.login(&open.address, &[]).wait_with_output().unwrap();
    assert!(!output.status.success() && words(&output).contains("https"), "{}", words(&output));
}

/// Writes a login whose access token ends at a time.
fn write_grant(file: &Path, provider: &Provider, folder: &Path, access: &str, access_ends: i64) {
    let grant = serde_json::json!({
        "provider": provider.address,
        "token_endpoint": format!("{}/token", provider.address),
        "client_id": "club",
        "ca_file": folder.join("cert.pem"),
        "refresh_token": "refresh1",
        "access_token": access,
        "expires_at": access_ends,
    });
    std::fs::write(file, grant.to_string()).unwrap();
}

#[test]
fn a_login_opens_a_mailbox_is_renewed_and_kept_until_the_provider_takes_it_back() {
    let place = Place::new();
    let servers = dovecot_with_tokens(place.folder.path());
    servers.deliver("gm", b"From: grant@war.test\nSubject: one\n\nhold\n");
    let is_over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let taken_back = std::sync::Arc::clone(&is_over);
    let provider = Provider::start(place.folder.path(), move |request| {
        if taken_back.load(std::sync::atomic::Ordering::SeqCst) {
            return Some(refusal("invalid_grant", "Token has been expired or revoked."));
        }
        assert_eq!(request.form["grant_type"], "refresh_token");
        let next = if request.form["refresh_token"] == "refresh1" { "refresh2" } else { "refresh3" };
        Some(tokens(&token("gm", 4_000_000_000), next, 3600))
    });
    let file = place.token_file();
    let fetch = || {
        let settings = ImapSettings {
            port: Some(servers.imap_port),
            login: Login { auth: Auth::Xoauth2, token_file: Some(file.clone()), ..Login::default() },
            tls: ImapTls::None,
            ..ImapSettings::new("127.0.0.1", "gm")
        };
        ImapSource::new(settings).unwrap().fetch(&|_| false, 9)
    };
    // It is over: it is renewed first. Then it is good for an hour. Then the server takes it back before its time.
    write_grant(&file, &provider, place.folder.path(), "old", 1_700_000_000);
    assert_eq!(fetch().unwrap().len(), 1);
    assert_eq!(place.read()["refresh_token"], "refresh2");
    assert_eq!((fetch().unwrap().len(), provider.asked().len()), (1, 1));
    write_grant(&file, &provider, place.folder.path(), &token("gm", 1_700_000_100), 4_000_000_000);
    assert_eq!((fetch().unwrap().len(), provider.asked().len()), (1, 2));
    // The provider takes the whole login back: a person is needed, and what is there is kept.
    is_over.store(true, std::sync::atomic::Ordering::SeqCst);
    write_grant(&file, &provider, place.folder.path(), "old", 1_700_000_000);
    let refused = fetch().unwrap_err();
    assert!(matches!(refused, PostError::Token { .. }) && !refused.is_temporary(), "{refused}");
    assert!(refused.to_string().contains("invalid_grant: Token has been expired or revoked."), "{refused}");
    assert!(!refused.to_string().contains("refresh1"), "{refused}");
    assert_eq!(Grant::read(&file).unwrap().provider, provider.address);
}

#[test]
fn a_provider_that_is_away_is_tried_again_and_a_missing_login_names_its_remedy() {
    let place = Place::new();
    let provider = Provider::start(place.folder.path(), |_| Some((503, "<html>busy</html>".to_owned())));
    let file = place.token_file();
    let settings = ImapSettings {
        login: Login { auth: Auth::Xoauth2, token_file: Some(file.clone()), ..Login::default() },
        tls: ImapTls::None,
        ..ImapSettings::new("127.0.0.1", "gm")
    };
    let missing = ImapSource::new(settings.clone()).unwrap().fetch(&|_| false, 9).unwrap_err();
    assert!(!missing.is_temporary() && missing.to_string().contains("`adjutant login` makes it"), "{missing}");
    write_grant(&file, &provider, place.folder.path(), "old", 1_700_000_000);
    let away = ImapSource::new(settings).unwrap().fetch(&|_| false, 9).unwrap_err();
    assert!(away.is_temporary() && away.to_string().contains("renew the login"), "{away}");
}
