//! Letters of correspondents that follow from a seed and from nothing a judge ever answered.

use std::collections::BTreeMap;

use super::campaign::Campaign;
use crate::support::chance::Chance;

/// Planted words, and the seats that may read each.
pub type Planted = BTreeMap<String, Vec<String>>;

/// A word that stands nowhere else.
pub fn canary(chance: &mut Chance) -> String {
    let letter = |number: u64| char::from(b'a' + u8::try_from(number % 26).unwrap());
    let number = chance.next();
    let rest: String = (0..9).map(|place| letter(number >> (6 * place))).collect();
    format!("qz{rest}")
}

/// The letters of one seat in one phase, with words planted wherever a person may write one.
pub fn planted(
    campaign: &Campaign,
    seat: &str,
    kind: &str,
    chance: &mut Chance,
    words: &mut Planted,
) -> Vec<(String, String)> {
    let mut plant = |readers: &[&str]| {
        let word = canary(chance);
        words.insert(word.clone(), readers.iter().map(|seat| (*seat).to_owned()).collect());
        word
    };
    let own = [seat];
    let (aside, nowhere, titled) = (plant(&own), plant(&own), plant(&own));
    let seats: Vec<_> = campaign.setup.seats().collect();
    let to = seats[(seat.len() + aside.len() + usize::from(aside.as_bytes()[4])) % seats.len()];
    let told = plant(&[seat, to]);
    let mut text = campaign.orders(chance, kind).join("\n");
    text.push_str(&format!("\nwe drink to {aside} tonight\n{}", (campaign.naming)(&nowhere)));
    let subject = campaign.setup.subject(&titled);
    let press = format!("PRESS TO {to}: {told} is all I say");
    let check = format!("CHECK\n{}", campaign.tried);
    let ask = (*chance.one_of(&["STATUS", "SHOW", "REPORT", check.as_str(), "HELP orders"]).unwrap()).to_owned();
    vec![(subject.clone(), text), (subject.clone(), press), (subject, ask)]
}

/// A letter as bytes. Its Message-ID follows from who wrote it and how many of his came before.
pub fn letter(from: &str, nth: usize, subject: &str, answers: Option<&str>, text: &str) -> Vec<u8> {
    let domain = from.rsplit('@').next().unwrap_or_default().trim_end_matches('>');
    let mut head = format!(
        "From: {from}\nTo: judge@adjutant.example\nSubject: {subject}\nMessage-ID: <n{nth}.{}@{domain}>\n",
        from.len()
    );
    if let Some(id) = answers {
        head.push_str(&format!("In-Reply-To: {id}\nReferences: {id}\n"));
    }
    format!("{head}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}\n")
        .replace('\n', "\r\n")
        .into_bytes()
}
