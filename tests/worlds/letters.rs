//! Letters of seven correspondents that follow from a seed and from nothing a judge ever answered.

use std::collections::BTreeMap;

use crate::chance::Chance;
use crate::war::{SEATS, address};

const LEADERS: [&str; 12] = [
    "McDowell",
    "Banks",
    "Grant",
    "Lyon",
    "Butler",
    "Beauregard",
    "Jackson",
    "Longstreet",
    "Polk",
    "Price",
    "Lee",
    "McClellan",
];
const TOWNS: [&str; 14] = [
    "Washington",
    "Baltimore",
    "Richmond",
    "Manassas",
    "Winchester",
    "Norfolk",
    "Cairo",
    "Paducah",
    "Nashville",
    "Memphis",
    "Vicksburg",
    "Atlanta",
    "St Louis",
    "New Orleans",
];

/// Planted words, and the seats that may read each.
pub type Planted = BTreeMap<String, Vec<String>>;

/// A word that stands nowhere else.
pub fn canary(chance: &mut Chance) -> String {
    let letter = |number: u64| char::from(b'a' + u8::try_from(number % 26).unwrap());
    let number = chance.next();
    let rest: String = (0..9).map(|place| letter(number >> (6 * place))).collect();
    format!("qz{rest}")
}

/// Orders of a phase, legal or not.
pub fn orders(chance: &mut Chance, kind: &str) -> Vec<String> {
    (0..2 + chance.below(4)).map(|_| if kind == "strategic" { division(chance) } else { deed(chance) }).collect()
}

fn division(chance: &mut Chance) -> String {
    let (east, west) = (30 + chance.below(20), 20 + chance.below(20));
    match chance.below(3) {
        0 => format!("PP East {east}%, West {west}%, Trans 10%"),
        1 => format!("CP East {east}%, West {west}%, Trans 10%"),
        _ => format!("{} discretionary to West", 1 + chance.below(6)),
    }
}

fn deed(chance: &mut Chance) -> String {
    let (leader, town) = (*chance.one_of(&LEADERS).unwrap(), *chance.one_of(&TOWNS).unwrap());
    let pulse = 1 + chance.below(12);
    match chance.below(6) {
        0 => format!("PP {pulse}-{}: move {leader} to {town}", pulse + 2),
        1 => format!("{leader} attacks {town}"),
        2 => format!("enter {} infantry at {town}", 1 + chance.below(3)),
        3 => format!("entrench at {town}"),
        4 => format!("PP {pulse}: move {} SP from {town} to {}", 1 + chance.below(3), chance.one_of(&TOWNS).unwrap()),
        _ => format!("PP {pulse}: nothing"),
    }
}

/// The letters of one seat in one phase, with words planted wherever a person may write one.
pub fn planted(seat: &str, kind: &str, chance: &mut Chance, words: &mut Planted) -> Vec<(String, String)> {
    let mut plant = |readers: &[&str]| {
        let word = canary(chance);
        words.insert(word.clone(), readers.iter().map(|seat| (*seat).to_owned()).collect());
        word
    };
    let own = [seat];
    let (aside, nowhere, titled) = (plant(&own), plant(&own), plant(&own));
    let to = SEATS[(seat.len() + aside.len() + usize::from(aside.as_bytes()[4])) % SEATS.len()];
    let told = plant(&[seat, to]);
    let mut text = orders(chance, kind).join("\n");
    text.push_str(&format!("\nwe drink to {aside} tonight\nenter 1 infantry at {nowhere}"));
    let subject = format!("Re: [war] {titled}");
    let press = format!("PRESS TO {to}: {told} is all I say");
    let asks = ["STATUS", "SHOW", "REPORT", "CHECK\nentrench at Cairo", "HELP orders"];
    let ask = (*chance.one_of(&asks).unwrap()).to_owned();
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

/// Everybody's address.
pub fn addresses() -> Vec<String> {
    SEATS.iter().map(|seat| address(seat)).collect()
}
