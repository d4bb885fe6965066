//! Nobody is told what he may not know: planted values are looked for in everybody else's letters, and games that differ
//! only in what a seat cannot see give that seat the same bytes.

mod eia;

use crate::support::club;
use adjutant::cli::stage::Received;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::support::club::{Club, everything_in};
use crate::support::war::{SEATS, War};

/// A planted value: the seats that may read it, and the game master may always.
struct Canary {
    value: &'static str,
    readers: &'static [&'static str],
}

const CANARIES: [Canary; 12] = [
    Canary { value: "8713", readers: &["csa-sc", "csa-east", "csa-west"] },
    Canary { value: "7717", readers: &["csa-sc", "csa-west"] },
    Canary { value: "7919", readers: &["csa-sc", "csa-west"] },
    Canary { value: "6133", readers: &["csa-west", "csa-sc"] },
    Canary { value: "A. Johnston", readers: &["csa-west"] },
    Canary { value: "entrench the force at Vicksburg", readers: &["csa-west"] },
    Canary { value: "xylophone", readers: &["csa-west"] },
    Canary { value: "quagmire", readers: &["csa-sc"] },
    Canary { value: "5171", readers: &["usa-sc", "usa-east"] },
    Canary { value: "Heintzelman", readers: &["usa-east"] },
    Canary { value: "periwinkle", readers: &["usa-east"] },
    Canary { value: "enter 1 infantry at Philadelphia", readers: &["usa-east"] },
];

/// A first sub-turn full of planted values, played.
async fn planted() -> War {
    let mut war = War::begin().await;
    war.end_phase().await;
    war.command(
        "SET stacks.1427.sp = 8713 BECAUSE a test
SET accounts.csa.west.cp = 7717 BECAUSE a test
SET accounts.csa.west.pp = 7919 BECAUSE a test
SET accounts.csa.west.reinforcements = 6133 BECAUSE a test
SET accounts.usa.east.cp = 5171 BECAUSE a test",
    )
    .await;
    war.order(
        "csa-west",
        "PP 1-3: entrench at Vicksburg
the xylophone plays while we march",
    )
    .await;
    war.order("csa-west", "PRESS TO csa-sc: quagmire and no way out").await;
    war.order("usa-east", "PP 1: enter 1 infantry at Philadelphia\nwe shall wear periwinkle").await;
    for seat in SEATS {
        war.order(seat, "STATUS").await;
        war.order(seat, "SHOW").await;
    }
    war.end_phase().await;
    for seat in SEATS {
        war.order(seat, "REPORT").await;
    }
    war
}

/// What the letters of each seat show, opened as far as they go.
fn shown(club: &Club) -> Vec<(&'static str, Vec<String>)> {
    let of = |seat| club.letters(seat).iter().map(|letter| without_hashes(&everything_in(letter))).collect();
    club.setup.seats().map(|seat| (seat, of(seat))).collect()
}

/// The text without secrets and hashes of dice: among so many digits any four stand somewhere.
fn without_hashes(text: &str) -> String {
    let runs = text.split_inclusive(|c: char| !c.is_ascii_hexdigit());
    runs.filter(|run| run.trim_end_matches(|c: char| !c.is_ascii_hexdigit()).len() < 32).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn planted_values_reach_those_who_may_know_them_and_nobody_else() {
    let war = planted().await;
    only_readers_read(&war, &CANARIES);
}

#[tokio::test(flavor = "multi_thread")]
async fn planted_values_of_secret_windows_reach_those_who_may_know_them_and_nobody_else() {
    only_readers_read(&eia::planted().await, &eia::CANARIES);
}

fn only_readers_read(club: &Club, canaries: &[Canary]) {
    let shown = shown(club);
    for canary in canaries {
        let mut may = canary.readers.to_vec();
        may.sort_unstable();
        let readers = shown.iter().filter(|(_, texts)| texts.iter().any(|text| text.contains(canary.value)));
        let mut read: Vec<_> = readers.map(|(seat, _)| *seat).collect();
        read.sort_unstable();
        assert_eq!(read, may, "{}", canary.value);
    }
    subjects_keep_secrets(club, canaries);
    addresses_and_codes_stay_with_their_owners(club, &shown);
}

/// Subjects are seen by every server on the way.
fn subjects_keep_secrets(club: &Club, canaries: &[Canary]) {
    let tag = format!("[{}] ", club.setup.game);
    for seat in club.setup.seats() {
        for letter in club.letters(seat) {
            for canary in canaries {
                assert!(!letter.subject.contains(canary.value), "{seat}: {}", letter.subject);
            }
            let code = club.code_of(seat);
            assert!(!letter.subject.contains(&code) && letter.subject.starts_with(&tag), "{}", letter.subject);
        }
    }
}

fn addresses_and_codes_stay_with_their_owners(club: &Club, shown: &[(&'static str, Vec<String>)]) {
    for (reader, texts) in shown {
        for other in club.setup.seats().filter(|other| other != reader) {
            let (address, code) = (club.setup.address(other), club.code_of(other));
            let leaks = texts.iter().find(|text| text.contains(&address) || text.contains(&code));
            assert!(leaks.is_none(), "{reader} reads the address or code of {other}");
        }
        assert!(texts.iter().any(|text| text.contains(&club.code_of(reader))), "{reader} knows his own code");
    }
}

/// What one world does otherwise than the other: letters of the game master, and orders of the other seats.
#[derive(Clone, Copy)]
struct Otherwise {
    set: &'static str,
    orders: [(&'static str, &'static str); 2],
}

const QUIET: [(&str, &str); 2] = [("csa-west", "PP 1: idle"), ("usa-west", "PP 1-2: idle")];

/// The letters of Union East after a first sub-turn in which he asks after everything that he cannot see.
async fn seen_by_union_east(world: Otherwise, plays: bool) -> Seen {
    let mut war = War::begin().await;
    war.end_phase().await;
    for letter in world.set.split("--") {
        war.command(letter.trim()).await;
    }
    for (seat, orders) in world.orders {
        war.order(seat, orders).await;
    }
    war.order(
        "usa-east",
        "PP 1-4: McDowell attacks Manassas
PP 5: enter 1 infantry at Memphis
PP 6-7: attack A. Johnston with Banks
move Polk to Nashville
PP 9-12: move Butler to Norfolk
entrench at Memphis
enter Hardee at Richmond
enter Forrest at Richmond",
    )
    .await;
    war.order("usa-east", "CHECK\nPP 1-4: move McDowell to Memphis\nattack Hardee").await;
    for command in ["STATUS", "SHOW", "REPORT", "PRESS TO usa-sc: nothing new"] {
        war.order("usa-east", command).await;
    }
    if plays {
        war.end_phase().await;
        war.order("usa-east", "REPORT").await;
    }
    let of = |seat: &str| war.letters(seat).iter().map(everything_in).collect();
    Seen { own: war.letters("usa-east"), of_confederate_west: of("csa-west"), of_union_west: of("usa-west") }
}

/// What came of a world: the watched letters, and those of seats that may notice the difference.
struct Seen {
    own: Vec<Received>,
    of_confederate_west: String,
    of_union_west: String,
}

fn assert_same(one: &[Received], other: &[Received], what: &str) {
    let subjects = |letters: &[Received]| letters.iter().map(|it| it.subject.clone()).collect::<Vec<_>>();
    assert_eq!(subjects(one), subjects(other), "{what}: number of letters");
    for (first, second) in one.iter().zip(other) {
        assert_eq!(first.text, second.text, "{what}: {}", first.subject);
        assert_eq!(first.raw, second.raw, "{what}: {}", first.subject);
    }
}

/// Two values of each thing that Union East cannot see; both differ from what is there, so that both are corrections.
const HIDDEN: [(&str, [&str; 2]); 6] = [
    ("a force elsewhere", ["SET stacks.1720.sp = 4 BECAUSE a test", "SET stacks.1720.sp = 9 BECAUSE a test"]),
    ("command points", ["SET accounts.csa.west.cp = 3 BECAUSE a test", "SET accounts.csa.west.cp = 29 BECAUSE a test"]),
    (
        "reinforcements",
        [
            "SET accounts.csa.west.reinforcements = 1 BECAUSE a test",
            "SET accounts.csa.west.reinforcements = 9 BECAUSE a test",
        ],
    ),
    (
        "a leader's ratings",
        ["SET leaders.Polk.tactical = 1 BECAUSE a test", "SET leaders.Polk.tactical = 2 BECAUSE a test"],
    ),
    (
        "a leader's place",
        [
            "SET leaders.Polk.place.map = \"2617\" BECAUSE a test",
            "SET leaders.Polk.place.map = \"4913\" BECAUSE a test",
        ],
    ),
    (
        "ships whose place alone is known",
        [
            "SET fleets.2232/2332 = {\"side\": \"csa\", \"ironclads\": 2} BECAUSE a test
            -- SET fleets.2232/2332.ironclads = 1 BECAUSE a test",
            "SET fleets.2232/2332 = {\"side\": \"csa\", \"ironclads\": 2} BECAUSE a test
            -- SET fleets.2232/2332.ironclads = 4 BECAUSE a test",
        ],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn games_that_differ_in_what_a_seat_cannot_see_give_it_the_same_bytes() {
    for (what, sets) in HIDDEN {
        let [one, other] = sets.map(|set| seen_by_union_east(Otherwise { set, orders: QUIET }, true));
        let (one, other) = tokio::join!(one, other);
        assert!(one.own.len() >= 10, "{} letters", one.own.len());
        assert_same(&one.own, &other.own, what);
        assert_ne!(one.of_confederate_west, other.of_confederate_west, "{what}: the games are alike");
    }
}

/// The letters of Union East after a first sub-turn of a world, with their maps.
async fn mapped(which: usize) -> (Vec<Received>, Vec<Received>) {
    let mut war = War::begin_with_pictures().await;
    war.end_phase().await;
    // What is told to everybody goes first and alone: it is the same in both worlds.
    let (alone, together): (Vec<&str>, Vec<&str>) =
        HIDDEN.iter().map(|(_, sets)| sets[which].split_once("--").unwrap_or(("", sets[which]))).unzip();
    for told in alone.into_iter().filter(|told| !told.is_empty()) {
        war.command(told).await;
    }
    war.command(&together.into_iter().map(str::trim).collect::<Vec<_>>().join("\n")).await;
    war.order("usa-east", "MAP Memphis 5\nMAP 4913\nMAP").await;
    war.order("csa-west", "MAP Memphis 5").await;
    war.end_phase().await;
    (war.letters("usa-east"), war.letters("csa-west"))
}

#[tokio::test(flavor = "multi_thread")]
async fn maps_of_games_that_differ_in_what_a_seat_cannot_see_are_the_same_to_the_byte() {
    let (one, other) = tokio::join!(mapped(0), mapped(1));
    let pictures = |letters: &[Received]| {
        letters.iter().map(|letter| String::from_utf8_lossy(&letter.raw).matches("image/png").count()).sum::<usize>()
    };
    // One with the welcome, two with each of three reports, three that were asked for.
    assert_eq!(pictures(&one.0), 10);
    assert_same(&one.0, &other.0, "maps");
    assert_eq!(pictures(&one.1), 8);
    assert!(one.1.iter().zip(&other.1).any(|(one, other)| one.raw != other.raw), "the games are alike");
}

/// The letters of the commander of the fleet who sails past Memphis, where something is otherwise that he cannot see.
async fn seen_by_the_fleet(set: &str) -> (Vec<Received>, String) {
    let mut war = War::begin().await;
    war.end_phase().await;
    let ships = "SET fleets.1522/1622 = {\"side\": \"usa\", \"river\": 2} BECAUSE a test";
    war.command(ships).await;
    war.command(set).await;
    war.order(
        "usa-trans",
        "PP 1-2: sail 2 ships at 1522/1622 to Memphis
bombard Memphis with 2 ships at 1522/1622
PP 3-4: sail 2 ships at 1522/1622 to New Madrid, run the forts",
    )
    .await;
    for command in ["CHECK\nPP 1-2: sail 2 ships at 1522/1622 to 1719", "STATUS", "SHOW", "REPORT"] {
        war.order("usa-trans", command).await;
    }
    (war.letters("usa-trans"), war.letters("csa-west").iter().map(everything_in).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn c4_5_2_a_fort_that_nobody_has_seen_shows_in_no_receipt_of_the_ships_that_will_meet_it() {
    let fort = seen_by_the_fleet("SET works.1720.has_fort = true BECAUSE a test");
    let none = seen_by_the_fleet("SET accounts.csa.west.pp = 29 BECAUSE a test");
    let ((one, told_one), (other, told_other)) = tokio::join!(fort, none);
    assert_same(&one, &other, "a hidden fort");
    assert_ne!(told_one, told_other, "the games are alike");
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_deadline_nobodys_orders_show_in_another_seats_letters() {
    let busy = [
        ("csa-west", "PP 1-3: entrench at Memphis\nPP 4: move 1 SP from Nashville to 2616"),
        ("usa-west", "PP 1-3: entrench at Cairo\nPP 4-6: move Grant to Columbus KY"),
    ];
    let set = "SET stacks.1720.sp = 4 BECAUSE a test";
    let quiet = seen_by_union_east(Otherwise { set, orders: QUIET }, false);
    let (quiet, busy) = tokio::join!(quiet, seen_by_union_east(Otherwise { set, orders: busy }, false));
    assert_same(&quiet.own, &busy.own, "orders on file");
    assert_ne!(quiet.of_confederate_west, busy.of_confederate_west);
}

/// The words of a report on the battle of Manassas.
fn battle(letters: &[Received]) -> String {
    let report = letters
        .iter()
        .rev()
        .map(|letter| club::unwrapped(&letter.text))
        .find(|text| text.contains("battle at Manassas"));
    let report = report.expect("a report of the battle");
    let from = report.find("battle at Manassas").unwrap();
    report[from..].chars().take(240).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_nobody_here_sees_does_not_shift_the_dice_of_this_one() {
    let fight = [("csa-west", "PP 1: move 1 SP from Memphis to 1820"), ("usa-west", "PP 1-3: Grant attacks 1916")];
    let set = "SET stacks.1916.sp = 2 BECAUSE a test";
    let foe = "SET stacks.1916 = {\"side\": \"csa\", \"sp\": 2, \"army\": null} BECAUSE a test";
    let quiet = seen_by_union_east(Otherwise { set, orders: QUIET }, true);
    let (quiet, loud) = tokio::join!(quiet, seen_by_union_east(Otherwise { set: foe, orders: fight }, true));
    assert!(loud.of_union_west.contains(": battle at ") && !quiet.of_union_west.contains(": battle at "));
    assert_eq!(battle(&quiet.own), battle(&loud.own));
}

/// The value after a name in the part of a letter on dice.
fn after<'a>(text: &'a str, heading: &str, name: &str) -> &'a str {
    let part = &text[text.find(heading).expect(heading)..];
    let line = part.lines().find_map(|line| line.trim().strip_prefix(name));
    line.expect(name).trim()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_can_check_the_dice_he_was_shown() {
    let set = "SET stacks.1720.sp = 4 BECAUSE a test";
    let letters = seen_by_union_east(Otherwise { set, orders: QUIET }, true).await.own;
    let texts: Vec<&str> = letters.iter().map(|letter| letter.text.as_str()).collect();
    let opening = texts.iter().find(|text| text.contains("dice of phase 2")).expect("the opening of the phase");
    let result = texts.iter().find(|text| text.contains("secrets of phase 2")).expect("the result of the phase");
    let secret = after(result, "secrets of phase 2", "open");
    let bytes = data_encoding::HEXLOWER.decode(secret.as_bytes()).unwrap();
    let commitment = data_encoding::HEXLOWER.encode(&Sha256::digest(&bytes));
    assert_eq!(commitment, after(opening, "dice of phase 2", "open"));
    let mixed = mixed(&bytes, result);
    let thrown: Vec<u64> = (1..=2).map(|nth| die(&mixed, &format!("2.1|battle 4910 p4|{nth}"))).collect();
    let words = format!("The attacker threw {} and {}", thrown[0], thrown[1]);
    assert!(battle(&letters).contains(&words), "{words} / {}", battle(&letters));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dice_before_the_opening_are_committed_with_the_seat_and_shown_with_the_opening() {
    let war = War::begin().await;
    let welcome =
        war.letters("usa-sc").into_iter().find(|letter| letter.subject.contains("welcome")).expect("a welcome");
    let opening = war.report("usa-sc").text;
    for scope in ["open", "usa"] {
        let secret = after(&opening, "secrets of the opening (label 0.1)", scope);
        let bytes = data_encoding::HEXLOWER.decode(secret.as_bytes()).unwrap();
        let commitment = data_encoding::HEXLOWER.encode(&Sha256::digest(&bytes));
        assert_eq!(commitment, after(&welcome.text, "(label 0.1)", scope));
    }
    assert!(!everything_in(&welcome).contains("csa"), "{}", welcome.text);
}

/// What docs/dice.md tells a reader to compute.
fn die(secret: &[u8], what: &str) -> u64 {
    u64::from_be_bytes(keyed(secret, what)[..8].try_into().unwrap()) % 6 + 1
}

/// The secret with the seeds mixed in that a report lists.
fn mixed(secret: &[u8], report: &str) -> Vec<u8> {
    let rows = seed_rows(report);
    assert_eq!(rows.len(), SEATS.len(), "{rows:?}");
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    keyed(secret, &format!("seeds|{}", data_encoding::HEXLOWER.encode(&Sha256::digest(lines))))
}

/// A seat and its value each.
fn seed_rows(report: &str) -> Vec<String> {
    let list = &report[report.find("The seeds of ").expect("the seeds of the phase")..];
    let rows = list.lines().skip_while(|line| !line.starts_with("  ")).take_while(|line| line.starts_with("  "));
    let words: Vec<&str> = rows.flat_map(str::split_whitespace).collect();
    words.chunks(2).map(|pair| pair.join(" ")).collect()
}

fn keyed(secret: &[u8], what: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).unwrap();
    mac.update(what.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// The seed that was drawn for the reader of a report.
fn drawn(report: &str) -> &str {
    let list = &report[report.find("Drawn for your seat").expect("a seed")..];
    let row = list.lines().find(|line| line.starts_with("  ")).expect("its row");
    row.split_once('=').expect("a seed").1
}

#[tokio::test(flavor = "multi_thread")]
async fn seeds_are_told_to_nobody_but_their_seats_and_their_rows_to_all_alike() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let drawn_now = |war: &War| SEATS.map(|seat| (seat, drawn(&war.report(seat).text).to_owned()));
    let first = drawn_now(&war);
    war.command("HOLD").await;
    war.order("csa-west", "SEED seventeen pelicans").await;
    war.order("usa-east", "STATUS").await;
    war.command("WHO").await;
    war.command("JOURNAL").await;
    war.end_phase().await;
    war.command("RELEASE").await;
    let second = drawn_now(&war);
    assert_ne!(first, second);
    let of_seats = SEATS.map(|seat| (seat, war.letters(seat)));
    for (reader, letters) in of_seats.into_iter().chain([("gm", war.letters_of_the_gm())]) {
        let texts: Vec<String> = letters.iter().map(everything_in).collect();
        for (seat, drawn) in first.iter().chain(&second) {
            let is_told = texts.iter().any(|text| text.contains(drawn.as_str()));
            assert_eq!(is_told, reader == *seat, "{reader} of the seed of {seat}");
        }
        let is_told = texts.iter().any(|text| text.contains("pelicans"));
        assert_eq!(is_told, reader == "csa-west", "{reader}");
    }
    let rows = |seat| seed_rows(&war.report(seat).text);
    for seat in SEATS {
        assert_eq!(rows(seat), rows("usa-sc"), "{seat}");
    }
    let own = |seat: &str, seed: &str| format!("{seat} {}", data_encoding::HEXLOWER.encode(&Sha256::digest(seed)));
    for (seat, drawn) in &first {
        let words = if *seat == "csa-west" { " seventeen pelicans" } else { "" };
        assert!(rows("usa-sc").contains(&own(seat, &format!("{drawn}{words}"))), "{seat}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_secrets_a_reader_gets_do_not_tell_the_other_sides_points() {
    let mut war = War::begin().await;
    for _ in 0..3 {
        war.end_phase().await;
    }
    let report = war.report("usa-sc").text;
    let part = &report[report.find("secrets of phase 3").expect("the secrets of the phase")..];
    let part = &part[..part.find("The seeds of").expect("the seeds of the phase")];
    assert!(part.contains("open") && part.contains("usa") && !part.contains("csa"), "{part}");
    let foes = war.report("csa-sc").text;
    let secret = |report, scope| after(report, "secrets of phase 3", scope).to_owned();
    assert_eq!(secret(&report, "open"), secret(&foes, "open"));
    let all = [secret(&report, "open"), secret(&report, "usa"), secret(&foes, "csa")];
    assert!(all[0] != all[1] && all[0] != all[2] && all[1] != all[2], "one secret for several scopes: {all:?}");
}
