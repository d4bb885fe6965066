use super::*;
use crate::{Address, House, Limits, parse};

fn trusted() -> TrustedServer {
    TrustedServer {
        authserv_id: "mx.club.example".to_owned(),
        received_above: 1,
        parents: vec!["play.example".to_owned()],
        is_spf_enough: false,
    }
}

const SIGNED: &str =
    "DKIM-Signature: v=1; a=rsa-sha256; d=play.example; s=s1; h=from:to:subject\n\t:date : Message-ID; b=x\n";

/// A letter of Ann's as the club's server would hand it over, with these fields between its two Received.
fn letter(results: &str, signature: &str) -> Letter {
    let raw = format!(
        "Return-Path: <ann@play.example>\nReceived: from mx by box\n{results}Received: from sender by mx\n{signature}\
         From: Ann <ann@play.example>\nTo: judge@club.example\nSubject: orders\nDate: Mon, 2 Mar 2026 12:00:00 +0000\n\
         Message-ID: <1@play.example>\n\nPP 1: hold\n"
    );
    let house = House::new(Address::parse("judge@club.example").unwrap(), "club.example");
    parse(raw.replace('\n', "\r\n").as_bytes(), &Limits::default(), &house).unwrap()
}

fn said(results: &str) -> Option<Vouched> {
    vouched(&letter(&format!("Authentication-Results: {results}\n"), SIGNED), &trusted())
}

#[test]
fn servers_in_use_are_understood() {
    for (results, by) in [
        ("mx.club.example; dmarc=pass header.from=play.example", Vouched::Dmarc),
        ("mx.club.example 1; dmarc=pass (p=none dis=none) header.from=PLAY.example", Vouched::Dmarc),
        (
            "mx.club.example;\n       dkim=pass header.i=@play.example header.s=s1 header.b=\"a/b=\";\n       \
             spf=pass (mx: domain of ann@play.example designates 192.0.2.1 as permitted sender) \
             smtp.mailfrom=ann@play.example;\n       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=play.example",
            Vouched::Dmarc,
        ),
        (
            "mx.club.example;\n\tdkim=pass (2048-bit key; unprotected) header.d=play.example header.b=Ab12/+; spf=none",
            Vouched::Dkim,
        ),
        (
            "mx.club.example; dkim/1 = pass reason=\"good \\\"key\\\"\" header.d=play.example; iprev=pass policy.iprev=2001:db8::1",
            Vouched::Dkim,
        ),
        (
            "mx.club.example; spf=softfail smtp.mailfrom=\"a; b\"@list.example; dkim=pass header.d=play.example",
            Vouched::Dkim,
        ),
        ("mx.club.example; dmarc=none header.from=play.example; dkim=pass header.d=play.example", Vouched::Dkim),
    ] {
        assert_eq!(said(results), Some(by), "{results}");
    }
}

#[test]
fn what_is_not_aligned_or_contradicted_is_nothing() {
    for results in [
        "mx.club.example; none",
        "mx.club.example; dmarc=fail header.from=play.example",
        "mx.club.example; dmarc=temperror header.from=play.example; dkim=pass header.d=play.example",
        "mx.club.example; dmarc=pass header.from=play.example.evil.example",
        "mx.club.example; dmarc=pass header.from=evil.example",
        "mx.club.example; dmarc=pass",
        "mx.club.example; dmarc=pass header.from=play.example; dmarc=pass header.from=evil.example",
        "mx.club.example; dmarc=pass header.from=play.example; dkim=fail header.d=play.example",
        "mx.club.example; dmarc=pass header.from=play.example; spf=fail smtp.mailfrom=ann@play.example",
        "mx.club.example; dkim=policy header.d=play.example; dmarc=pass header.from=play.example",
        "mx.club.example; dkim=pass header.d=evil.example",
        "mx.club.example; dkim=pass header.d=example",
        "mx.club.example; dkim=pass header.d=sub.play.example",
        "mx.club.example; dkim=pass header.i=@play.example",
        "mx.club.example; spf=pass smtp.mailfrom=ann@play.example",
        "mx.club.example; spf=pass smtp.mailfrom=ann@evil.example",
        "mx.club.example; auth=pass smtp.auth=ann@play.example",
    ] {
        assert_eq!(said(results), None, "{results}");
    }
}

#[test]
fn another_servers_word_or_a_broken_one_is_nothing() {
    for results in [
        "evil.example; dmarc=pass header.from=play.example",
        "MX.club.example; dmarc=pass header.from=play.example",
        "mx.club.example.evil.example; dmarc=pass header.from=play.example",
        "xmx.club.example; dmarc=pass header.from=play.example",
        "(mx.club.example) evil.example; dmarc=pass header.from=play.example",
        "(mx.club.example; dmarc=pass header.from=play.example",
        "\"mx.club.example\"; dmarc=pass header.from=play.example",
        "evil.example; x=\"y; mx.club.example; dmarc=pass header.from=play.example\"",
        "mx.club.example 2; dmarc=pass header.from=play.example",
        "mx.club.example dmarc=pass header.from=play.example",
        "mx.club.example(x); dmarc=pass header.from=play.example",
        "mx.club.example",
        "mx.club.example;",
        "mx.club.example; dmarc=pass header.from=play.example;",
        "mx.club.example; dmarc=pass header.from=play.example junk",
        "mx.club.example; dmarc=pass header.from=play.example header.from=evil.example",
        "mx.club.example; dmarc = header.from=play.example",
        "mx.club.example; dmarc=pass header.from=\"play.example",
        "mx.club.example; dmarc=pass header.from=play.example(.evil.example",
        "mx.club.example; dkim=pass header.d=play.example(.evil.example header.s=x)y; spf=none",
        "mx.club.example; dkim=pass header.d=play.example'\"'.evil.example",
        "mx.club.example; dkim=pass header.d=\"play.example\\",
        "mx.club.example; dkim=pass header.d=play.example\u{e9}",
        "mx.club.example; dmarc=pass (\u{202e}) header.from=play.example",
    ] {
        assert_eq!(said(results), None, "{results}");
    }
}

#[test]
fn only_the_topmost_field_at_its_place_counts() {
    let pass = "Authentication-Results: mx.club.example; dmarc=pass header.from=play.example\n";
    let nothing = "Authentication-Results: mx.club.example; dmarc=none; spf=none\n";
    let against = "Authentication-Results: mx.club.example; dmarc=fail header.from=play.example\n";
    let broken = "Authentication-Results: mx.club.example; dmarc\n";
    let foreign = "Authentication-Results: evil.example; dmarc=pass header.from=play.example\n";
    let hop = "Received: from here by there\n";
    let ask = |results: &str| vouched(&letter(results, SIGNED), &trusted());
    assert_eq!(ask(pass), Some(Vouched::Dmarc));
    assert_eq!(ask(&format!("{pass}{nothing}{foreign}")), Some(Vouched::Dmarc));
    for results in [
        String::new(),
        format!("{nothing}{pass}"),
        format!("{foreign}{pass}"),
        format!("{pass}{against}"),
        format!("{against}{pass}"),
        format!("{pass}{broken}"),
        format!("{hop}{pass}"),
        format!("{nothing}{hop}{pass}"),
    ] {
        assert_eq!(ask(&results), None, "{results}");
    }
    // Above its place it is as wrong as below.
    let elsewhere = TrustedServer { received_above: 2, ..trusted() };
    assert_eq!(vouched(&letter(pass, SIGNED), &elsewhere), None);
}

#[test]
fn spf_alone_counts_where_the_operator_says_so() {
    let spf = TrustedServer { is_spf_enough: true, ..trusted() };
    let ask = |results: &str| vouched(&letter(&format!("Authentication-Results: {results}\n"), ""), &spf);
    assert_eq!(ask("mx.club.example; spf=pass smtp.mailfrom=play.example"), Some(Vouched::Spf));
    for results in [
        "mx.club.example; spf=pass smtp.mailfrom=evil.example",
        "mx.club.example; spf=pass smtp.mailfrom=play.example@evil.example",
        "mx.club.example; spf=pass smtp.mailfrom=<>",
        "mx.club.example; spf=pass smtp.helo=play.example",
        "mx.club.example; spf=pass smtp.mailfrom=play.example; dmarc=fail header.from=play.example",
    ] {
        assert_eq!(ask(results), None, "{results}");
    }
}

#[test]
fn a_named_parent_signs_for_the_domains_below_it() {
    let parents = ["play.example".to_owned()];
    assert!(is_aligned("play.example", "mail.play.example", &parents));
    assert!(!is_aligned("play.example", "display.example", &parents));
    assert!(!is_aligned("example", "play.example", &parents));
    assert!(!is_aligned("play.example", "mail.play.example", &[]));
    assert!(!is_aligned("mail.play.example", "play.example", &parents));
}

#[test]
fn a_signature_that_leaves_something_open_needs_the_servers_of_the_domain() {
    let dmarc = "Authentication-Results: mx.club.example; dmarc=pass header.from=play.example";
    let with_spf = format!("{dmarc}; spf=pass smtp.mailfrom=ann@play.example\n");
    let open = "DKIM-Signature: d=play.example; h=From:Date:Subject:Message-ID; b=x\n";
    assert_eq!(vouched(&letter(&format!("{dmarc}\n"), open), &trusted()), None);
    assert_eq!(vouched(&letter(&with_spf, open), &trusted()), Some(Vouched::Dmarc));
    for broken in [
        "DKIM-Signature: d=play.example; h=from:to:subject:date:message-id; l=10; b=x\n",
        "DKIM-Signature: d=play.example; h=to:subject:date:message-id; b=x\n",
        "DKIM-Signature: junk\n",
        "Subject: another\n",
        "Content-Type: text/html\nContent-Type: text/plain\n",
    ] {
        assert_eq!(vouched(&letter(&with_spf, &format!("{SIGNED}{broken}")), &trusted()), None, "{broken}");
    }
    let dkim = "Authentication-Results: mx.club.example; dkim=pass header.d=play.example\n";
    assert_eq!(vouched(&letter(dkim, ""), &trusted()), None, "a valid signature that is not there");
}
