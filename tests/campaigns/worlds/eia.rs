//! Random games of Empires in Arms: secret windows, orders sent ahead, standing orders, the game master's corrections.

use super::campaign::{Campaign, Difference, Points, Secret};
use super::letters::canary;
use crate::support::chance::Chance;
use crate::support::powers::{SETUP, kind_of};

/// The book's part in the worlds. Nobody shows his treasury to another here, nor owes anything, so that each account has one
/// reader.
pub static EIA: Campaign = Campaign {
    setup: &SETUP,
    kind_of,
    quiet: 3,
    differences: &[
        Difference::Orders,
        Difference::Points,
        Difference::Press,
        Difference::Letters,
        Difference::Words,
        Difference::Forgeries,
        Difference::Questions,
        Difference::Strangers,
    ],
    lengths: &[4, 5, 6, 7, 8, 9],
    order,
    naming: |word| format!("buy counters: 1 corps ({word})"),
    asks: &["STATUS", "SHOW", "REPORT", "CHECK\nbuy 1 infantry", "buy 3 artillery for Bavaria"],
    tried: "buy 1 infantry",
    points,
    hidden_points: |watched, points| {
        let power = if watched == "austria" { "Russia" } else { "Austria" };
        format!("POST {power} money +{points} a test")
    },
};

const POWERS: [&str; 7] = ["Britain", "France", "Russia", "Austria", "Prussia", "Spain", "Turkey"];
/// The last phase of a quarter whose end is played.
const CEDING: usize = 8;
/// The phase in which money is lent.
const LENDING: usize = 6;

/// A line for a phase; while the months and the sheet are open, one that is sent ahead.
fn order(chance: &mut Chance, kind: &str) -> String {
    let windows = ["offer", "answer", "lending", "spending", "ceding"];
    let window = if windows.contains(&kind) { kind } else { *chance.one_of(&windows).unwrap() };
    let standing = if chance.below(6) == 0 { "standing: " } else { "" };
    format!("{standing}{}", line(chance, window))
}

fn line(chance: &mut Chance, window: &str) -> String {
    let (power, count) = (*chance.one_of(&POWERS).unwrap(), 1 + chance.below(4));
    let lines = match window {
        "offer" => [
            format!("offer trade to all except {power}"),
            format!("Black Sea leave for {power}"),
            format!("stop American trade of {power}"),
            format!("reduce {power} by {count} VP"),
        ],
        "answer" => [
            "agree to trade".to_owned(),
            "refuse trade".to_owned(),
            "agree to trade except Danzig".to_owned(),
            "agree to trade except Riga".to_owned(),
        ],
        "lending" => [
            format!("give {count} to {power}"),
            format!("manipulation {:+}", chance.below(5) as i64 - 2),
            format!("aid Holland with {count}"),
            format!("aid Moldavia with {count}"),
        ],
        "spending" => [
            format!("buy {count} infantry"),
            format!("buy {count} cavalry, max infantry"),
            format!("buy counters: {count} corps"),
            format!("buy for Holland {count} infantry"),
        ],
        _ => [
            format!("cede Genoa to {power}"),
            format!("cede Corfu to {power}"),
            "decline cession".to_owned(),
            "levy cossack at Kiev".to_owned(),
        ],
    };
    chance.one_of(&lines).unwrap().clone()
}

/// A correction that only the owner of the account may know.
fn points(chance: &mut Chance) -> Points {
    let places: Vec<usize> = (0..POWERS.len()).collect();
    let place = *chance.one_of(&places).unwrap();
    let points = 100_000 + chance.below(800_000);
    let reason = canary(chance);
    Points {
        text: format!("POST {} money +{points} {reason}", POWERS[place]),
        words: vec![points.to_string(), reason],
        readers: vec![SETUP.seats[place].0],
    }
}

/// A secret of the windows, or of the game master: two letters of which nobody else may know which it was.
pub fn secret(chance: &mut Chance) -> Secret {
    let seats: Vec<&'static str> = SETUP.seats().collect();
    let writer = *chance.one_of(&seats).unwrap();
    if chance.below(6) == 0 {
        return entered(chance, writer);
    }
    let until = CEDING - chance.below(5);
    // Britain has no answer to give.
    let writer = if (writer, kind_of(until)) == ("britain", "answer") { "turkey" } else { writer };
    let in_time = both(chance, writer, kind_of(until));
    let (sent, texts) = match chance.below(3) {
        // In the window itself, ahead of it, or as a standing order.
        0 => (until, in_time),
        1 => (EIA.quiet + chance.below(until - EIA.quiet), in_time),
        _ => (EIA.quiet + chance.below(until - EIA.quiet), in_time.map(|line| format!("standing: {line}"))),
    };
    // What is bought stays its owner's own: the worksheets of the others, which come with April, do not tell either.
    let until = if kind_of(until) == "spending" { until + chance.below(3) } else { until };
    Secret { writer, knows: vec![writer], sent, until, texts }
}

/// Two letters for a window that differ in what they order.
fn both(chance: &mut Chance, writer: &str, window: &str) -> [String; 2] {
    let pairs: Vec<[&str; 2]> = match (window, writer) {
        ("offer", "britain") => vec![
            ["offer trade to all except Prussia", "offer trade to Turkey, Portugal"],
            ["stop American trade of France", "stop American trade of nobody"],
            ["reduce France by 1 VP", "reduce Spain by 2 VP"],
        ],
        ("offer", "turkey") => vec![["Black Sea leave for Russia", "Black Sea leave for Odessa"]],
        ("offer", _) => vec![["keep quiet about victory", "announce victory when final"]],
        ("answer", "russia") => vec![["agree to trade except Riga", "refuse trade"]],
        ("answer", _) => vec![["agree to trade", "refuse trade"]],
        ("lending", "france") => {
            vec![["give 2 to Spain", "lend 1 to Spain due June"], ["aid Holland with 1", "aid Holland with 2"]]
        }
        ("lending", _) => vec![["manipulation +1", "manipulation -2"], ["manipulation 0", "manipulation +2"]],
        ("spending", "prussia") => vec![["save 1 manpower", "save 3 manpower"], ["buy 1 infantry", "buy 2 militia"]],
        ("spending", _) => {
            vec![["buy 1 infantry", "buy 1 cavalry, max infantry"], ["buy counters: 1 corps", "buy counters: 2 corps"]]
        }
        (_, "france") => vec![["cede Genoa to Spain", "cede Corsica to Spain"]],
        (_, "russia") => vec![["levy cossack at Kiev", "levy cossack at Moscow"]],
        (_, _) => vec![["decline cession", "accept cession as conquered"]],
    };
    chance.one_of(&pairs).unwrap().map(str::to_owned)
}

/// A correction of an account, by one sum or another; nobody but its owner hears of it, nor when the next window is open.
fn entered(chance: &mut Chance, owner: &'static str) -> Secret {
    let phases = 1 + CEDING - EIA.quiet;
    let sent = EIA.quiet + chance.below(phases);
    // Later it may tell: more money may be lent, or bankruptcy be spared.
    let until = if sent + 1 < LENDING { sent + 1 } else { sent };
    let name = POWERS[SETUP.seats().position(|seat| seat == owner).unwrap()];
    let text = |sum: u32| format!("POST {name} money +{sum} as agreed between us");
    Secret { writer: "gm", knows: vec![owner], sent, until, texts: [text(3), text(14)] }
}
