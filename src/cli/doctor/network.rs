//! What `doctor` finds out about the way to a server, the same for both: the port, what it speaks, its certificate, the
//! password.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::Finding;
use crate::cli::remedy::RIGHT;
use post::probe::{self, Opening, Spoken, protocol_of};
use post::{Certificate, ImapSettings, ImapTls, Login, PostError, SmtpSettings, SmtpTls};

/// A server as the settings name it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    /// `mail.in` or `mail.out`.
    pub section: &'static str,
    protocol: &'static str,
    /// Its ports, for those who have another.
    ports: &'static str,
    host: &'a str,
    port: u16,
    ca_file: Option<&'a Path>,
    user: Option<&'a str>,
    login: &'a Login,
    /// How TLS begins; `None` for a conversation in the clear.
    opening: Option<Opening>,
}

impl<'a> Place<'a> {
    pub fn of_imap(settings: &'a ImapSettings) -> Self {
        Self {
            section: "mail.in",
            protocol: "IMAP",
            ports: "usually 993 with tls = \"implicit\", or 143 with tls = \"starttls\"",
            host: &settings.host,
            port: settings.port(),
            ca_file: settings.ca_file.as_deref(),
            user: Some(&settings.user),
            login: &settings.login,
            opening: match settings.tls {
                ImapTls::Implicit => Some(Opening::Implicit),
                ImapTls::Starttls => Some(Opening::Imap),
                ImapTls::None => None,
            },
        }
    }

    pub fn of_smtp(settings: &'a SmtpSettings) -> Self {
        Self {
            section: "mail.out",
            protocol: "SMTP",
            ports: "usually 587 with tls = \"starttls\", or 465 with tls = \"implicit\"",
            host: &settings.host,
            port: settings.port,
            ca_file: settings.ca_file.as_deref(),
            user: settings.user.as_deref(),
            login: &settings.login,
            opening: match settings.tls {
                SmtpTls::Implicit => Some(Opening::Implicit),
                SmtpTls::Starttls => Some(Opening::Smtp),
                SmtpTls::None => None,
            },
        }
    }

    pub fn wrong(&self, words: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding::wrong(self.section, words, remedy)
    }

    fn name(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// What the port speaks, unless that cannot be what the settings expect.
    pub fn listen(&self) -> Result<Spoken, Finding> {
        let expects_tls = self.opening == Some(Opening::Implicit);
        let spoken = probe::listen(self.host, self.port, expects_tls).map_err(|error| self.explain(&error))?;
        match &spoken {
            Spoken::Plain(line) => match protocol_of(line) {
                Some(other) if other != self.protocol => {
                    let words = format!("{} is an {other} server, and letters need {}", self.name(), self.protocol);
                    Err(self.wrong(words, self.correct_port()))
                }
                _ if expects_tls => Err(self.speaks_plain()),
                _ => Ok(spoken),
            },
            Spoken::Tls if !expects_tls => {
                let words = format!("{} speaks TLS from the first byte, and tls says otherwise", self.name());
                Err(self.wrong(words, format!("set tls = \"implicit\" under [{}]", self.section)))
            }
            _ => Ok(spoken),
        }
    }

    fn speaks_plain(&self) -> Finding {
        let section = self.section;
        let words = format!("{} speaks plain text, and tls says that it begins with TLS", self.name());
        let opening = if self.protocol == "SMTP" { Opening::Smtp } else { Opening::Imap };
        let remedy = if probe::offers_starttls(self.host, self.port, opening) {
            format!("set tls = \"starttls\" under [{section}]")
        } else {
            self.do_without_tls()
        };
        self.wrong(words, remedy)
    }

    /// Whether the server is on this machine.
    pub fn is_here(&self) -> bool {
        probe::is_here(self.host, self.port)
    }

    /// What helps where a server has no TLS at a port.
    pub fn do_without_tls(&self) -> String {
        let section = self.section;
        if self.is_here() {
            return format!("set tls = \"none\" under [{section}], for this server is on this machine");
        }
        format!("set port under [{section}] to one with TLS ({})", self.ports)
    }

    fn correct_port(&self) -> String {
        format!("correct host and port under [{}]: the port is {}", self.section, self.ports)
    }

    /// An error of the way there, with what helps.
    pub fn explain(&self, error: &PostError) -> Finding {
        let section = self.section;
        let remedy = match error {
            PostError::Unreachable { source, .. } => match source.kind() {
                std::io::ErrorKind::ConnectionRefused => {
                    format!("{}; if they are right, start the server", self.correct_port())
                }
                std::io::ErrorKind::TimedOut => {
                    format!("{}; if they are right, a firewall is in the way", self.correct_port())
                }
                // What a name leads to is no word of the system's.
                _ if source.raw_os_error().is_none() => {
                    format!("correct host under [{section}], or see that this machine can look names up")
                }
                _ => format!("see to this machine's network, or correct host under [{section}]"),
            },
            PostError::Plaintext { remedy, .. } => format!("set tls = {remedy} under [{section}]"),
            PostError::Login { .. } => self.correct_password(),
            PostError::Settings { why, .. } => self.correct_way(why),
            PostError::Token { source, .. } if source.needs_person() => {
                format!("log in anew with `adjutant login`: token_file under [{section}]")
            }
            PostError::Token { .. } => "try again later, or see to this machine's network".to_owned(),
            PostError::Command { key, .. } => format!("type the command yourself that {key} under [{section}] names"),
            PostError::File { source, .. } if source.kind() == ErrorKind::PermissionDenied => RIGHT.to_owned(),
            PostError::File { path, .. } if Some(path) == self.login.password_file.as_ref() => {
                format!("write the password into {}, or correct password_file under [{section}]", path.display())
            }
            PostError::File { path, .. } => {
                format!("see that {} can be read, or correct ca_file under [{section}]", path.display())
            }
            PostError::Tls { .. } => {
                let is_refused = error.to_string().contains("STARTTLS");
                let remedy = || if is_refused { self.do_without_tls() } else { self.correct_port() };
                return self.look_at_certificate().unwrap_or_else(|| self.wrong(error.to_string(), remedy()));
            }
            PostError::Broken { .. } => format!("{}; if they are right, see to the server", self.correct_port()),
            _ => format!("correct [{section}], or see to the server"),
        };
        self.wrong(error.to_string(), remedy)
    }

    /// A server that takes the connection and says nothing at all.
    pub fn is_silent(&self) -> Finding {
        let words = format!("{} takes the connection and says nothing, neither in plain text nor in TLS", self.name());
        self.wrong(words, format!("{}; if they are right, see to the server", self.correct_port()))
    }

    /// A login that we may not read needs no word of the server's. An empty file is no password, and a server would only say
    /// that it is wrong.
    pub fn look_at_password(&self) -> Result<(), Finding> {
        if let Some(file) = &self.login.token_file
            && let Err(why) = fs::File::open(file)
            && why.kind() == ErrorKind::PermissionDenied
        {
            return Err(self.wrong(format!("cannot read the login in {}: {why}", file.display()), RIGHT));
        }
        let Some(file) = &self.login.password_file else { return Ok(()) };
        let text = fs::read_to_string(file);
        if text.is_ok_and(|text| text.lines().next().unwrap_or_default().is_empty()) {
            let words = format!("the first line of {} is empty", file.display());
            return Err(
                self.wrong(words, format!("write the password into it: password_file under [{}]", self.section))
            );
        }
        Ok(())
    }

    /// Where a server and the settings have no way in common.
    fn correct_way(&self, why: &str) -> String {
        let section = self.section;
        if why.contains("does not offer") {
            return format!("set auth under [{section}] to a way that the server offers");
        }
        if why.contains("takes no plain password") {
            return format!("set tls under [{section}] to \"implicit\" or \"starttls\", whichever the server has");
        }
        format!("correct [{section}]")
    }

    /// Where the password stands that was refused.
    pub fn correct_password(&self) -> String {
        let section = self.section;
        let key = match (self.login.key(), &self.login.password_file) {
            ("token_file", _) => format!("log in anew with `adjutant login`: token_file under [{section}]"),
            ("token_command", _) => format!("see what token_command under [{section}] prints"),
            (_, Some(file)) => {
                format!("password_file under [{section}] names {}: correct its first line", file.display())
            }
            (key, None) => format!("correct {key} under [{section}]"),
        };
        let user = self.user.unwrap_or_default();
        format!("{key}, or correct user, which is {user:?}; many providers want an app password here")
    }

    /// What is wrong with the certificate, if something is.
    pub fn look_at_certificate(&self) -> Option<Finding> {
        let shown = probe::look_at_certificate(self.host, self.port, self.opening?, self.ca_file).ok()?;
        let (words, remedy) = self.explain_certificate(shown)?;
        Some(self.wrong(format!("the certificate of {} {words}", self.name()), remedy))
    }

    /// What is wrong with a certificate, behind its name, and what helps.
    fn explain_certificate(&self, shown: Certificate) -> Option<(String, String)> {
        let (section, host) = (self.section, self.host);
        let show = self.show_certificate();
        Some(match shown {
            Certificate::Trusted => return None,
            Certificate::Unknown { fingerprint, is_own: true } => (
                format!("signs itself, and is not known; its SHA-256 is {fingerprint}"),
                format!("if it is the server's, keep it and name it as ca_file under [{section}]: {show} > ca.pem"),
            ),
            Certificate::Unknown { fingerprint, is_own: false } => (
                format!("is signed by an authority that is not known, whose SHA-256 is {fingerprint}"),
                format!("have that authority's certificate given to you, and name it as ca_file under [{section}]"),
            ),
            Certificate::Orphan => (
                "is signed by nobody who is known, and the server does not show by whom".to_owned(),
                format!(
                    "have the server show its whole chain, or name the certificate of who signed it as ca_file under [{section}]"
                ),
            ),
            Certificate::Authority => (
                "is made for an authority (CA:TRUE): no server's can be, and it is not trusted even as ca_file"
                    .to_owned(),
                format!(
                    "{}; give the server both files, and name cert.pem as ca_file under [{section}]",
                    self.make_another()
                ),
            ),
            Certificate::OtherName { names } => (
                format!("is not for {host} but for {}", if names.is_empty() { "nobody" } else { &names }),
                format!("set host under [{section}] to a name of the certificate's, or have one made for {host}"),
            ),
            Certificate::Expired => ("is no longer valid".to_owned(), "renew it at the server".to_owned()),
            Certificate::Early => {
                ("is not valid yet".to_owned(), "set this machine's clock, or the server's".to_owned())
            }
            Certificate::Unusable(why) => (
                format!("cannot be used: {why}"),
                format!(
                    "{}; give the server both files, and name cert.pem as ca_file under [{section}]",
                    self.make_another()
                ),
            ),
        })
    }

    /// A command that prints the server's own certificate.
    fn show_certificate(&self) -> String {
        let starttls = match self.opening {
            Some(Opening::Smtp) => " -starttls smtp",
            Some(Opening::Imap) => " -starttls imap",
            Some(Opening::Implicit) | None => "",
        };
        format!("openssl s_client -connect {}{starttls} </dev/null | openssl x509", self.name())
    }

    /// A command that makes a certificate which can be trusted.
    fn make_another(&self) -> String {
        let kind = if self.host.parse::<std::net::IpAddr>().is_ok() { "IP" } else { "DNS" };
        format!(
            "openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj '/CN={host}' -addext 'subjectAltName={kind}:{host}' \
             -addext 'basicConstraints=critical,CA:FALSE' -keyout key.pem -out cert.pem",
            host = self.host
        )
    }
}
