//! Nobody is told what he may not know: planted values are looked for in everybody else's letters, and games that differ
//! only in what a seat cannot see give that seat the same bytes.

#[path = "support/war.rs"]
mod war;

use adjutant::cli::stage::Received;

use war::{SEATS, War, address, everything_in};

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
    Canary { value: "quagmire", readers: &["csa-sc", "csa-west"] },
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
        "PRESS TO csa-sc: quagmire and no way out
PP 1-3: entrench at Vicksburg
the xylophone plays while we march",
    )
    .await;
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

fn looked_for(war: &War, value: &str) -> Vec<String> {
    let is_in = |letter: &Received| everything_in(letter).contains(value);
    let readers = SEATS.iter().filter(|seat| war.letters(seat).iter().any(is_in));
    readers.map(|seat| (*seat).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn planted_values_reach_those_who_may_know_them_and_nobody_else() {
    let war = planted().await;
    for canary in &CANARIES {
        let mut may: Vec<String> = canary.readers.iter().map(|seat| (*seat).to_owned()).collect();
        may.sort();
        let mut read = looked_for(&war, canary.value);
        read.sort();
        if read != may { for l in war.letters("csa-west") { println!("##### {}\n{}", l.subject, l.text); } }
        assert_eq!(read, may, "{}", canary.value);
    }
    subjects_keep_secrets(&war);
    addresses_and_codes_stay_with_their_owners(&war);
}

/// Subjects are seen by every server on the way.
fn subjects_keep_secrets(war: &War) {
    for seat in SEATS {
        for letter in war.letters(seat) {
            for canary in &CANARIES {
                assert!(!letter.subject.contains(canary.value), "{seat}: {}", letter.subject);
            }
            let code = code_of(war, seat);
            assert!(!letter.subject.contains(&code) && letter.subject.starts_with("[war] "), "{}", letter.subject);
        }
    }
}

fn addresses_and_codes_stay_with_their_owners(war: &War) {
    for reader in SEATS {
        let texts: Vec<_> = war.letters(reader).iter().map(everything_in).collect();
        for other in SEATS.into_iter().filter(|other| *other != reader) {
            let (address, code) = (address(other), code_of(war, other));
            let leaks = texts.iter().find(|text| text.contains(&address) || text.contains(&code));
            assert!(leaks.is_none(), "{reader} reads the address or code of {other}");
        }
        assert!(texts.iter().any(|text| text.contains(&code_of(war, reader))), "{reader} knows his own code");
    }
}

fn code_of(war: &War, seat: &str) -> String {
    let welcome = &war.letters(seat)[0];
    let line = welcome.text.lines().find_map(|line| line.trim().strip_prefix("CODE "));
    line.expect("a welcome with a code").to_owned()
}
