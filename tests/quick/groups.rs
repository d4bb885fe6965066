//! However many letters share a transaction, they come to the same: verdicts, sheets, states and letters, byte for byte.

use std::collections::BTreeMap;

use crate::support::by_hand::ByHand;
use crate::support::war::{SEATS, War, address};
use adjutant::cli::stage::Written;
use adjutant::game::GameId;

const GM: &str = "grace@gm.example";
/// Letters of a campaign.
const LETTERS: usize = 40;

/// What players and others write, with orders of all kinds; `#` stands for a number from 1 to 9.
const BY_PLAYERS: &[&str] = &[
    "PP 1: enter # infantry at Washington\nPP 2-5: move McDowell to Manassas",
    "PP #: enter 1 infantry at Richmond\nhold Jackson",
    "ADD\nPP #: enter 1 infantry at Cairo",
    "SHOW",
    "CANCEL 1",
    "CANCEL #",
    "RESTORE",
    "READY",
    "HELP",
    "REPORT",
    "PRESS TO ALL: good day, # times",
    "TRACE",
    "ORDERS PHASE next\nPP 1: enter 1 infantry at Nashville",
    "RESIGN",
    "ADDRESS ADD other#@else.example",
    "FORMAT plain",
    "Dear judge, thank you for everything.",
];

/// What the game master writes.
const BY_THE_GM: &[&str] = &[
    "DEADLINE +#h because=\"of rain\"",
    "EXTEND #h",
    "AS csa-east\nPP 1: enter # infantry at Norfolk",
    "HOLD",
    "RELEASE",
    "PAUSE",
    "RESUME",
    "WHO",
    "JOURNAL",
    "LOCK Emil",
    "UNLOCK Emil",
    "SET accounts.csa.west.pp = 2# BECAUSE a test",
    "WHATIF\nAS csa-east\nCANCEL ALL",
    "SEAT Nora <nora@new.example> AS usa-trans",
    "ROLLBACK phase=1",
    "PROCESS",
];

/// Numbers that follow from a seed (the generator of Lehmer, by Park and Miller).
struct Luck(u64);

impl Luck {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 as usize % count
    }
}

fn writers() -> Vec<String> {
    SEATS.into_iter().map(address).chain([GM.to_owned(), "somebody@else.example".to_owned()]).collect()
}

/// A campaign's letters, most of them proven.
fn write(war: &mut War, seed: u64) -> Vec<Vec<u8>> {
    let (mut luck, writers) = (Luck(seed * 7_919 + 1), writers());
    let mut written: Vec<Vec<u8>> = Vec::new();
    while written.len() < LETTERS {
        let from = &writers[luck.below(writers.len())];
        let texts = if from == GM { BY_THE_GM } else { BY_PLAYERS };
        let text = texts[luck.below(texts.len())].replace('#', &(1 + luck.below(9)).to_string());
        let is_proven = luck.below(8) > 0;
        let letter = Written {
            subject: "Re: [war] orders".to_owned(),
            text,
            in_reply_to: war.stage.newest(from).ok().filter(|_| is_proven).map(|report| report.message_id),
            from: from.clone(),
            ..Written::default()
        };
        written.push(war.stage.write(&letter).unwrap().1);
        if luck.below(12) == 0 {
            written.push(written[luck.below(written.len())].clone());
        }
    }
    written
}

/// Everything that letters change: verdicts, sheets, steps, the journal, and all that was sent.
async fn come_to(seed: u64, letters_together: usize) -> BTreeMap<String, String> {
    let mut war = War::begin().await;
    war.end_phase().await;
    let mut war = war.with(|stage| stage.with_groups_of(letters_together));
    for letter in write(&mut war, seed) {
        war.stage.mail_raw(&letter).unwrap();
    }
    war.stage.pass().await.unwrap();
    let store = war.stage.judge().store();
    assert!(store.undecided(9).unwrap().is_empty(), "seed {seed}: all are decided");
    let mut all = BTreeMap::new();
    let hand = ByHand::open(&war.folder().join("adjutant.db"));
    for select in [
        "SELECT id || ' ' || ifnull(verdict, '') || ' ' || ifnull(writer, '') || ' ' || ifnull(game, '') FROM letter ORDER BY id",
        "SELECT game || ' ' || number || ' ' || seat || ' ' || revision || ' ' || lines FROM sheet ORDER BY 1",
        "SELECT seq || ' ' || at || ' ' || act || ' ' || hash FROM journal ORDER BY seq",
        "SELECT id || ' ' || status FROM game",
        "SELECT game || number || revision || deadline || state || ready || ifnull(paused_at, '') FROM phase ORDER BY 1",
        "SELECT player || ' ' || body FROM tally ORDER BY 1",
        "SELECT hash || ' ' || act || ' ' || ifnull(spent, '') FROM question ORDER BY 1",
    ] {
        all.insert(select.to_owned(), hand.all::<String>(select).join("\n"));
    }
    let steps = store.steps(&GameId::parse("war").unwrap()).unwrap();
    all.insert("steps".to_owned(), format!("{steps:?}"));
    for who in writers() {
        let mut letters: Vec<String> = war
            .stage
            .letters(&who)
            .unwrap_or_default()
            .into_iter()
            .map(|letter| String::from_utf8_lossy(&letter.raw).into_owned())
            .collect();
        letters.sort();
        all.insert(format!("letters to {who}"), letters.join("\n====\n"));
    }
    all
}

/// 3 campaigns; so many as ADJUTANT_SEEDS says (50 of them are 2,000 letters).
#[tokio::test]
async fn letters_in_groups_of_1_of_16_and_of_64_come_to_the_same() {
    let seeds = std::env::var("ADJUTANT_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(3);
    for seed in 1..=seeds {
        let alone = come_to(seed, 1).await;
        for together in [16, 64] {
            let other = come_to(seed, together).await;
            for (what, found) in &alone {
                assert_eq!(&other[what], found, "seed {seed}, groups of {together}: {what}");
            }
        }
    }
}
