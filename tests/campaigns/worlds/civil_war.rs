//! Random games of civil-war.

use super::campaign::{Campaign, Difference, Points};
use super::letters::canary;
use crate::support::chance::Chance;
use crate::support::war::SETUP;

/// The book's part in the worlds.
pub static CIVIL_WAR: Campaign = Campaign {
    setup: &SETUP,
    kind_of: |phase| if phase.is_multiple_of(3) { "strategic" } else { "tactical" },
    quiet: 0,
    differences: &[
        Difference::Words,
        Difference::Letters,
        Difference::Orders,
        Difference::Forgeries,
        Difference::Press,
        Difference::Questions,
        Difference::Strangers,
        Difference::Points,
    ],
    lengths: &[2, 3],
    order: |chance, kind| if kind == "strategic" { division(chance) } else { deed(chance) },
    naming: |word| format!("enter 1 infantry at {word}"),
    asks: &["STATUS", "SHOW", "REPORT", "CHECK\nentrench at Cairo", "PP 3: attack Hardee with Grant"],
    tried: "PP 1: enter 1 infantry at Cairo",
    points,
    hidden_points: |watched, points| {
        let account = if watched.starts_with("usa") { "csa.west" } else { "usa.east" };
        format!("SET accounts.{account}.cp = {points} BECAUSE a test")
    },
};

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

fn division(chance: &mut Chance) -> String {
    let (east, west) = (30 + chance.below(20), 20 + chance.below(20));
    match chance.below(6) {
        4 => format!("rail East {east}%, West {west}%"),
        0 => format!("PP East {east}%, West {west}%, Trans 10%"),
        1 => format!("CP East {east}%, West {west}%, Trans 10%"),
        2 => format!("{} discretionary to West", 1 + chance.below(6)),
        3 => format!("assign {} one-star leaders to East", 1 + chance.below(2)),
        _ => format!("shift {} to West", chance.one_of(&LEADERS).unwrap()),
    }
}

fn deed(chance: &mut Chance) -> String {
    let (leader, town) = (*chance.one_of(&LEADERS).unwrap(), *chance.one_of(&TOWNS).unwrap());
    let pulse = 1 + chance.below(12);
    match chance.below(15) {
        0 => format!("PP {pulse}-{}: move {leader} to {town}", pulse + 2),
        1 => format!("{leader} attacks {town}"),
        2 => format!("enter {} infantry at {town}", 1 + chance.below(3)),
        3 => format!("entrench at {town}"),
        4 => format!("PP {pulse}: move {} SP from {town} to {}", 1 + chance.below(3), chance.one_of(&TOWNS).unwrap()),
        5 => format!("PP {pulse}-{}: build depot at {town}", pulse + 2),
        6 => format!("PP {pulse}: convert rail at {town}"),
        7 => format!("move {} SP by rail from {town} to {}", 1 + chance.below(3), chance.one_of(&TOWNS).unwrap()),
        8 => format!("PP {pulse}-{}: build fort at {town}", pulse + 3),
        9 => format!("form army under {leader}"),
        10 => format!("PP {pulse}: transfer {leader} to {town}"),
        11 => format!("present {leader}"),
        12 => format!("{} {leader}", chance.one_of(&["promote", "refuse", "remove", "keep"]).unwrap()),
        13 => format!("IF enemy at {town} THEN entrench {leader} (reserve 3 CP, 3 PP)"),
        _ => format!("PP {pulse}: nothing"),
    }
}

/// Points that only a theatre's commander and his superior may know.
fn points(chance: &mut Chance) -> Points {
    let rows =
        [("usa.east", "usa-east", "usa-sc"), ("usa.west", "usa-west", "usa-sc"), ("csa.west", "csa-west", "csa-sc")];
    let (account, commander, superior) = *chance.one_of(&rows).unwrap();
    let points = 100_000 + chance.below(800_000);
    let reason = canary(chance);
    let what = *chance.one_of(&["cp", "pp", "rail"]).unwrap();
    Points {
        text: format!("SET accounts.{account}.{what} = {points} BECAUSE {reason}"),
        words: vec![points.to_string(), reason],
        readers: vec![commander, superior],
    }
}
