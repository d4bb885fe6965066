//! Letters in somebody else's name, as they lie in the judge's mailbox: what a mail server wrote stands above, what the
//! impostor wrote below. Each is tried against a player and against the game master.

/// Whom an impostor plays.
pub struct Victim {
    pub address: String,
    pub domain: String,
    pub name: &'static str,
    /// What he must not bring about.
    pub text: &'static str,
    /// The code of somebody else who plays.
    pub other_code: String,
    /// The code of the victim himself, got hold of by a stranger.
    pub own_code: String,
    /// A letter of the judge to somebody else.
    pub others_id: String,
    /// A letter of the judge to the victim that others were shown.
    pub burnt_id: String,
}

/// One letter and what it is.
pub struct Attack {
    /// The fault it is.
    pub row: &'static str,
    pub what: String,
    pub bytes: Vec<u8>,
}

/// The domain impostors write from.
pub const ELSEWHERE: &str = "elsewhere.example";
pub const MALLORY: &str = "mallory@elsewhere.example";
/// The server whose word counts where any does; it stands below one Received.
pub const SERVER: &str = "mx.club.example";

/// What the trusted server writes of a letter with a forged From.
fn failed(domain: &str) -> String {
    format!("{SERVER}; spf=pass smtp.mailfrom={MALLORY}; dkim=none; dmarc=fail header.from={domain}")
}

struct Maker<'a> {
    victim: &'a Victim,
    made: Vec<Attack>,
}

/// A letter from its parts: results of the trusted server (empty: none), header of the impostor, body.
fn letter(results: &str, header: &str, body: &str, number: usize) -> Vec<u8> {
    let results = match results {
        "" => String::new(),
        results => format!("Authentication-Results: {results}\n"),
    };
    let id = if header.contains("Message-ID:") {
        String::new()
    } else {
        format!("Message-ID: <forged-{number}@{ELSEWHERE}>\n")
    };
    let to = if header.contains("\nTo:") || header.starts_with("To:") { "" } else { "To: judge@adjutant.example\n" };
    let text = format!(
        "Return-Path: <{MALLORY}>\nReceived: from {SERVER} by box.club.example with LMTP\n{results}Received: from \
         mail.{ELSEWHERE} by {SERVER} with ESMTP\n{header}\n{to}Subject: [war] orders {number}\nDate: Mon, 2 Mar 2026 \
         12:00:00 +0000\n{id}MIME-Version: 1.0\n\n{body}\n"
    );
    text.replace('\n', "\r\n").into_bytes()
}

impl Maker<'_> {
    fn add(&mut self, row: &'static str, what: &str, results: &str, header: &str, body: &str) {
        let number = self.made.len();
        self.made.push(Attack { row, what: what.to_owned(), bytes: letter(results, header, body, number) });
    }

    /// With the victim's orders, and once more for every way the server may have put its doubt.
    fn with_header(&mut self, row: &'static str, header: &str) {
        let results = failed(&self.victim.domain);
        self.add(row, header, &results, header, self.victim.text);
    }

    fn with_results(&mut self, row: &'static str, results: &str) {
        let header = self.victims_from();
        self.add(row, results, results, &header, self.victim.text);
    }

    fn victims_from(&self) -> String {
        format!("From: {} <{}>", self.victim.name, self.victim.address)
    }

    /// A01, A07, A14: the address of the victim and nothing behind it.
    fn bare(&mut self) {
        let domain = self.victim.domain.clone();
        for results in [
            String::new(),
            format!("{SERVER}; none"),
            failed(&domain),
            format!("{SERVER}; dmarc=none header.from={domain}; spf=none; dkim=none"),
            format!("{SERVER}; dkim=fail header.d={domain}; spf=softfail smtp.mailfrom={domain}"),
            format!("{SERVER}; dmarc=temperror header.from={domain}"),
        ] {
            self.with_results("A01", &results);
        }
        let from = self.victims_from();
        self.with_header("A07", &format!("{from}\nReply-To: {MALLORY}\nDisposition-Notification-To: {MALLORY}"));
        self.with_header(
            "A07",
            &format!("{from}\nReturn-Receipt-To: {MALLORY}\nErrors-To: {MALLORY}\nSender: {MALLORY}"),
        );
    }

    /// A02 to A06: From fields that programs read differently.
    fn disguises(&mut self) {
        let v = self.victim.address.clone();
        for from in [
            format!("From: \"{v}\" <{MALLORY}>"),
            format!("From: \"Ann <{v}>\" <{MALLORY}>"),
            format!("From: {MALLORY} ({v})"),
            format!("From: =?utf-8?q?{}?= <{MALLORY}>", v.replace('@', "=40")),
            format!("From: {MALLORY}\nX-Original-From: {v}\nResent-From: {v}"),
        ] {
            self.with_header("A02", &from);
        }
        for from in [
            format!("From: {MALLORY}\nFrom: {v}"),
            format!("From: {v}\nFrom: {MALLORY}"),
            format!("From: {MALLORY}\nFrom : {v}"),
            format!("From : {v}\nFrom: {MALLORY}"),
            format!("From:\n {v}\nFROM: {MALLORY}"),
            format!("X: y\rFrom: {v}\nFrom: {MALLORY}"),
        ] {
            self.with_header("A03", &from);
        }
        for from in [
            format!("From: {MALLORY}, {v}"),
            format!("From: {v}, {MALLORY}"),
            format!("From: players: {v};"),
            format!("Sender: {v}"),
            format!("Resent-From: {v}\nSender: {v}"),
            "From:".to_owned(),
        ] {
            self.with_header("A04", &from);
        }
        self.mailsploits(&v);
        let upper = v.replacen('a', "\u{430}", 1);
        for from in [
            format!("From: {upper}"),
            format!("From: {}", v.replace('@', "\u{ff20}")),
            format!("From: {}", v.replacen("example", "ex\u{430}mple", 1)),
            format!("From: {}", v.replacen("example", "xn--exmple-cua", 1)),
            format!("From: {}", v.replacen('.', "\u{3002}", 1)),
            format!("From: {v}."),
        ] {
            self.with_header("A06", &from);
        }
    }

    fn mailsploits(&mut self, v: &str) {
        let (local, domain) = v.split_once('@').expect("an address");
        let encoded = data_encoding::BASE64.encode(v.as_bytes());
        for from in [
            format!("From: =?utf-8?b?{encoded}?==?utf-8?Q?=00?=@{ELSEWHERE}"),
            format!("From: =?utf-8?Q?{local}=40{domain}=0A=00?=@{ELSEWHERE}"),
            format!("From: {v}\0@{ELSEWHERE}"),
            format!("From: {v}\x0b<{MALLORY}>"),
            format!("From: <@{ELSEWHERE},@attack.example:{v}>"),
            format!("From: \"{local}\"@{domain}"),
            format!("From: \"{v}\"@{ELSEWHERE}"),
            format!("From: {v} <{MALLORY}>"),
            format!("From: <{v}><{MALLORY}>"),
            format!("From: <{v}>{MALLORY}"),
            format!("From: {v},"),
            format!("From: {MALLORY} <{v}>"),
            format!("From: <{v} {MALLORY}>"),
            format!("From: {v}({MALLORY}"),
            format!("From: {v}(.{ELSEWHERE})"),
            format!("From: {v}'@{ELSEWHERE}"),
            format!("From: {v}%{ELSEWHERE}"),
            format!("From: {v}\\,{MALLORY}"),
        ] {
            // A list that ends in a comma is one mailbox; it is still no proof.
            self.with_header("A05", &from);
        }
    }

    /// A08 to A10, A13: words of servers, trusted or not.
    fn results(&mut self) {
        let d = self.victim.domain.clone();
        self.with_results("A08", &format!("{SERVER}; spf=pass smtp.mailfrom={MALLORY}"));
        self.with_results("A08", &format!("{SERVER}; spf=pass smtp.mailfrom={d}@{ELSEWHERE}"));
        self.with_results("A08", &format!("{SERVER}; spf=pass smtp.helo={d}"));
        let pass = format!("dmarc=pass header.from={d}; dkim=pass header.d={d}; spf=pass smtp.mailfrom={d}");
        for results in [
            format!("mx.{ELSEWHERE}; {pass}"),
            format!("{SERVER}.{ELSEWHERE}; {pass}"),
            format!("x{SERVER}; {pass}"),
            format!("({SERVER}) mx.{ELSEWHERE}; {pass}"),
            format!("\"{SERVER}\"; {pass}"),
            format!("mx.{ELSEWHERE}; x=\"a; {SERVER}; {pass}\""),
            format!("{SERVER}; dkim=pass header.d={d}(.{ELSEWHERE} header.s=a)b; spf=none"),
            format!("{SERVER}; dkim=pass header.d={d}'.{ELSEWHERE}"),
            format!("{SERVER}; spf=pass smtp.mailfrom=ann@{d}(.{ELSEWHERE}"),
            format!("{SERVER}; dkim=pass header.d={d}\"; dmarc=pass header.from={d}"),
            format!("{SERVER}; dkim=none (; {pass})"),
        ] {
            self.with_results("A09", &results);
        }
        let from = self.victims_from();
        for forged in [
            format!("Authentication-Results: {SERVER}; {pass}\n{from}"),
            format!("Authentication-Results : {SERVER}; {pass}\n{from}"),
            format!("{from}\nAuthentication-Results: {SERVER}; {pass}"),
            format!("Received: from here by there\nAuthentication-Results: {SERVER}; {pass}\n{from}"),
            format!("ARC-Authentication-Results: i=1; {SERVER}; {pass}\n{from}"),
            format!(
                "X-Authentication-Results: {SERVER}; {pass}\nAuthentication-Results-Original: {SERVER}; {pass}\n{from}"
            ),
        ] {
            self.with_header("A09", &forged);
            self.add("A09", &format!("alone: {forged}"), "", &forged, self.victim.text);
        }
        for results in [
            format!("{SERVER}; dmarc=pass header.from={ELSEWHERE}; dkim=pass header.d={ELSEWHERE}"),
            format!("{SERVER}; dmarc=pass header.from={d}.{ELSEWHERE}"),
            format!("{SERVER}; dmarc=pass header.from={}", d.replacen('a', "4", 1)),
            format!("{SERVER}; dmarc=pass header.from={d}; dkim=fail header.d={d}"),
            format!("{SERVER}; dmarc=pass header.from={d}; dmarc=fail header.from={d}"),
            format!("{SERVER}; dkim=pass header.d=example"),
            format!("{SERVER}; dkim=pass header.d=sub.{d}"),
            format!("{SERVER}; dkim=pass header.i=@{d}"),
        ] {
            self.with_results("A10", &results);
        }
        self.broken_signatures(&format!("{SERVER}; {pass}"), &d);
    }

    fn broken_signatures(&mut self, passed: &str, domain: &str) {
        let from = self.victims_from();
        let all = "h=from:to:subject:date:message-id";
        for header in [
            format!("DKIM-Signature: v=1; d={domain}; {all}; l=20; b=x\n{from}"),
            format!("DKIM-Signature: v=1; d={domain}; h=to:subject:date:message-id; b=x\n{from}"),
            format!("DKIM-Signature: v=1; d={domain}; {all}; b=x\n{from}\nSubject: signed"),
            format!("DKIM-Signature: v=1; d={domain}; {all}; b=x\n{from}\nTo: judge@adjutant.example\nTo: {MALLORY}"),
            format!("DKIM-Signature: v=1; d={domain}; {all}; b=x\n{from}\nMIME-Version: 1.0"),
        ] {
            self.add("A13", &header, passed, &header, self.victim.text);
        }
        self.with_results(
            "A13",
            &format!("{SERVER}; dkim=policy (1-bit key) header.d={domain}; dmarc=pass header.from={domain}"),
        );
    }

    /// A15, A16, A18, A19: secrets guessed, found and stolen.
    fn secrets(&mut self) {
        let v = self.victim;
        let from = self.victims_from();
        let failed = failed(&v.domain);
        let mut add = |row, what: &str, header: &str, code: &str| {
            let body = if code.is_empty() { v.text.to_owned() } else { format!("CODE {code}\n{}", v.text) };
            self.add(row, what, &failed, header, &body);
        };
        add("A15", "a guess", &from, "AAAA-BBBB-CCCC");
        add("A15", "a guess in the address", &format!("{from}\nTo: judge+aaaabbbbcccc@adjutant.example"), "");
        add("A15", "half of the code", &from, &format!("{}-AAAA", &v.own_code[..9]));
        let stranger = format!("From: {} <{MALLORY}>", v.name);
        add("A16", "the code from a stranger", &stranger, &v.own_code);
        let tag = v.own_code.replace('-', "").to_lowercase();
        let tagged = format!("{stranger}\nTo: judge+{tag}@adjutant.example");
        add("A16", "the code in the address, from a stranger", &tagged, "");
        add("A18", "the code of another", &from, &v.other_code);
        for (what, id) in [("of another", &v.others_id), ("that others saw", &v.burnt_id)] {
            add("A19", &format!("a letter {what}"), &format!("{from}\nIn-Reply-To: {id}\nReferences: {id}"), "");
        }
        add(
            "A19",
            "a guessed thread",
            &format!("{from}\nIn-Reply-To: <abcdefghijklmnopqrstuvwxyz234567@adjutant.example>"),
            "",
        );
        for id in [&v.others_id, &v.burnt_id] {
            add(
                "A19",
                "a stolen thread, by a stranger",
                &format!("{stranger}\nIn-Reply-To: {id}\nReferences: {id}"),
                "",
            );
        }
    }

    /// A20, A25, A26: who somebody says he is elsewhere in a letter.
    fn claims(&mut self) {
        let v = self.victim;
        let (failed, from) = (failed(&v.domain), self.victims_from());
        self.with_header("A20", &format!("From: \"{} (GM)\" <{MALLORY}>\nX-Role: gm", v.name));
        let inner = |kind: &str| {
            format!("{kind}\nContent-Type: multipart/signed; boundary=b; protocol=\"application/pgp-signature\"")
        };
        let signed = format!(
            "--b\nContent-Type: text/plain; protected-headers=\"v1\"\n{from}\n\n{}\n--b\nContent-Type: \
             application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\nxx\n-----END PGP SIGNATURE-----\n--b--",
            v.text
        );
        self.add("A25", "a signature nobody checked", &failed, &inner(&from), &signed);
        self.add("A26", "From inside a signed part", &failed, &inner(&format!("From: {MALLORY}")), &signed);
        let clear = format!(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{}\n-----BEGIN PGP SIGNATURE-----\nxx\n-----END PGP SIGNATURE-----",
            v.text
        );
        self.add("A25", "signed in the text", &failed, &from, &clear);
    }
}

/// All of them.
pub fn against(victim: &Victim) -> Vec<Attack> {
    let mut maker = Maker { victim, made: Vec::new() };
    maker.bare();
    maker.disguises();
    maker.results();
    maker.secrets();
    maker.claims();
    maker.made
}
