//! What stands between a letter and its reader: a spam filter, and whoever looks at the page closely.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A letter with the fields that two servers on its way put above it.
pub fn as_delivered(raw: &[u8], to: &str) -> String {
    let letter = String::from_utf8(raw.to_vec()).expect("ASCII").replace("\r\n", "\n");
    let date = letter.lines().find_map(|line| line.strip_prefix("Date: ")).expect("a date");
    format!(
        "Return-Path: <judge@adjutant.example>\n\
         Received: from mail.adjutant.example (mail.adjutant.example [192.88.99.25])\n\
         \tby mx.home.example (Postfix) with ESMTPS id 4XyZ1k2Lm3z9sNb\n\
         \t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))\n\tfor <{to}>; {date}\n\
         Received: from adjutant.example (judge.adjutant.example [192.88.99.26])\n\
         \tby mail.adjutant.example (Postfix) with ESMTPSA id 4XyZ1j7Qw1z9sNa\n\tfor <{to}>; {date}\n{letter}"
    )
}

/// What SpamAssassin says of each letter: the score and the tests that were hit. Its rules as they were installed, without
/// network, without what it learned and without anybody's preferences. It starts slowly and takes many letters at once.
pub fn spam_scores(letters: &[String]) -> Vec<(f64, String)> {
    let folder = tempfile::tempdir().unwrap();
    let mbox = folder.path().join("mbox");
    let mut file = File::create(&mbox).unwrap();
    for (number, letter) in letters.iter().enumerate() {
        let letter = letter.replace("\nFrom ", "\n>From ");
        writeln!(file, "From judge@adjutant.example Mon Mar  2 12:00:00 2026\n{NUMBER}{number}\n{letter}\n").unwrap();
    }
    let mut filter = Command::new("spamassassin");
    filter.args(["-L", "-t", "-x", "--mbox", "--cf", "use_bayes 0", "--configpath", "/usr/share/spamassassin"]);
    filter.env("HOME", folder.path()).stdin(File::open(&mbox).unwrap());
    let done = filter.output().expect("tests/install brings it");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // The letters come out in another order than they went in.
    let marked = String::from_utf8_lossy(&done.stdout);
    let mut scores: Vec<_> = marked.split("\nX-Spam-Status: ").skip(1).map(read_status).collect();
    scores.sort_by_key(|(number, ..)| *number);
    assert!(scores.iter().map(|(number, ..)| *number).eq(0..letters.len()), "one verdict a letter: {scores:?}");
    scores.into_iter().map(|(_, score, hits)| (score, hits)).collect()
}

/// A field by which a letter is known again.
const NUMBER: &str = "X-Number: ";

/// "No, score=0.1 required=5.0 tests=HTML_MESSAGE,MIME_HTML_ONLY autolearn=...", folded, and below it the letter's number.
fn read_status(status: &str) -> (usize, f64, String) {
    let behind = |text: &str, name: &str| text.split_once(name).expect("a value").1.to_owned();
    let number = behind(status, &format!("\n{NUMBER}")).lines().next().expect("a number").parse().expect("a number");
    let score = behind(status, "score=").split_whitespace().next().expect("a score").parse().expect("a score");
    let hits = behind(status, "tests=").split("autolearn=").next().expect("tests").split_whitespace().collect();
    (number, score, hits)
}

/// What tidy says of a page, which is nothing of a clean one.
pub fn complaints_of_tidy(page: &str) -> String {
    let mut tidy = Command::new("tidy");
    tidy.args(["-e", "-q"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut tidy = tidy.spawn().expect("tests/install brings it");
    tidy.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
    let Output { stdout, stderr, .. } = tidy.wait_with_output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr))
}
