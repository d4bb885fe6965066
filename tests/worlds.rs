//! Random games by mail. Words planted wherever a person may write one reach those who may know them and nobody else;
//! and two worlds that differ in something a seat cannot see give that seat the same bytes: subjects, sizes, ids, times.
//! `ADJUTANT_LONG=1` plays 100 games of ten phases and 300 pairs of worlds.

#[path = "support/chance.rs"]
mod chance;
#[path = "support/war.rs"]
mod war;

#[path = "worlds/letters.rs"]
mod letters;

use std::collections::BTreeMap;

use adjutant::cli::stage::Received;
use chance::Chance;
use letters::{Planted, addresses, letter, planted};
use war::{SEATS, War, address, everything_in};

const SEED: u64 = 1861;
const GM: &str = "grace@gm.example";

fn count(short: u64, long: u64) -> u64 {
    if std::env::var_os("ADJUTANT_LONG").is_some() { long } else { short }
}

fn kind_of(phase: usize) -> &'static str {
    if phase.is_multiple_of(3) { "strategic" } else { "tactical" }
}

/// A game in which every letter's bytes and time are given by its writer alone.
struct World {
    war: War,
    written: BTreeMap<String, usize>,
    roots: BTreeMap<String, String>,
    taken_in: usize,
}

impl World {
    async fn begin() -> Self {
        Self { war: War::begin().await, written: BTreeMap::new(), roots: BTreeMap::new(), taken_in: 0 }
    }

    /// From here on letters answer the last report.
    fn open_phase(&mut self) {
        for address in addresses().iter().map(String::as_str).chain([GM]) {
            let letters = self.war.stage.letters(address).unwrap();
            let root = letters.iter().rev().find(|letter| letter.text.contains("This is ")).expect("a report");
            self.roots.insert(address.to_owned(), root.message_id.clone());
        }
    }

    fn mail(&mut self, from: &str, subject: &str, text: &str) {
        let answers = self.roots.get(from).cloned();
        self.mail_answering(from, subject, answers.as_deref(), text);
    }

    fn mail_answering(&mut self, from: &str, subject: &str, answers: Option<&str>, text: &str) {
        let nth = self.written.entry(from.to_owned()).or_default();
        *nth += 1;
        let bytes = letter(from, *nth, subject, answers, text);
        self.war.stage.mail_raw(&bytes).unwrap();
    }

    /// All letters are decided an hour on, however many there are.
    async fn decide(&mut self) {
        let at = self.war.stage.now + 3600;
        self.taken_in += self.war.stage.pass_at(at).await.unwrap().taken_in;
    }

    async fn end_phase(&mut self) {
        self.war.end_phase().await;
        self.war.stage.now += 60;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn planted_words_reach_nobody_who_may_not_read_them() {
    let games = count(1, 100);
    let (mut planted, mut letters) = (0, 0);
    for game in 0..games {
        let (words, read) = planted_game(SEED + game, 10).await;
        planted += words;
        letters += read;
    }
    println!("{games} games of 10 phases from seed {SEED}: {planted} planted words, {letters} letters read, 0 foreign");
}

/// One game; how many words were planted and letters read.
async fn planted_game(seed: u64, phases: usize) -> (usize, usize) {
    let (mut chance, mut words) = (Chance(seed), Planted::new());
    let mut world = World::begin().await;
    for phase in 0..phases {
        world.open_phase();
        for seat in SEATS {
            for (subject, text) in planted(seat, kind_of(phase), &mut chance, &mut words) {
                world.mail(&address(seat), &subject, &text);
            }
        }
        plant_points(&mut world, &mut chance, &mut words);
        world.decide().await;
        world.end_phase().await;
    }
    let read = assert_no_foreign_words(&world.war, &words, seed);
    (words.len(), read)
}

/// Points that only a theatre's commander and his superior may know.
fn plant_points(world: &mut World, chance: &mut Chance, words: &mut Planted) {
    let rows =
        [("usa.east", "usa-east", "usa-sc"), ("usa.west", "usa-west", "usa-sc"), ("csa.west", "csa-west", "csa-sc")];
    let (account, commander, superior) = *chance.one_of(&rows).unwrap();
    let points = 100_000 + chance.below(800_000);
    words.insert(points.to_string(), vec![commander.to_owned(), superior.to_owned()]);
    let reason = letters::canary(chance);
    words.insert(reason.clone(), vec![commander.to_owned(), superior.to_owned()]);
    let phase = chance.below(2) + 1;
    let what = ["cp", "pp"][phase - 1];
    world.mail(GM, "Re: [war] points", &format!("SET accounts.{account}.{what} = {points} BECAUSE {reason}"));
}

/// Looks at every word of every letter; says how many letters there were.
fn assert_no_foreign_words(war: &War, words: &Planted, seed: u64) -> usize {
    let (mut read, mut found) = (0, 0);
    for seat in SEATS {
        for letter in war.letters(seat) {
            read += 1;
            let all = everything_in(&letter);
            for word in all.split(|sign: char| !sign.is_ascii_alphanumeric()) {
                let Some(readers) = words.get(word) else { continue };
                found += 1;
                assert!(
                    readers.iter().any(|reader| reader == seat),
                    "seed {seed}: {seat} reads {word}\n{}",
                    letter.text
                );
            }
            assert!(!words.keys().any(|word| letter.subject.contains(word.as_str())), "{}", letter.subject);
        }
    }
    assert!(found > words.len(), "seed {seed}: {found} of {} words were found at all", words.len());
    read
}

/// What one of two worlds has more or otherwise; a seat that has no part in it must not notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    /// Others write other words beside their orders.
    Words,
    /// Others write more letters: questions, dry runs, nonsense.
    Letters,
    /// Others order something else; nothing is played yet.
    Orders,
    /// Letters come in others' names that prove nothing.
    Forgeries,
    /// Others write to each other.
    Press,
    /// The GM asks who is missing.
    Questions,
    /// Strangers and machines write.
    Strangers,
    /// The GM corrects the other side's points; nothing is played yet.
    Points,
}

impl Difference {
    const ALL: [Difference; 8] = [
        Difference::Words,
        Difference::Letters,
        Difference::Orders,
        Difference::Forgeries,
        Difference::Press,
        Difference::Questions,
        Difference::Strangers,
        Difference::Points,
    ];

    /// Whether the phase may be played before the worlds are compared.
    fn stays_unseen(self) -> bool {
        !matches!(self, Difference::Orders | Difference::Points)
    }
}

/// What a world came to.
struct Told {
    /// Letters by reader.
    letters: BTreeMap<String, Vec<Received>>,
    /// How many letters the judge took in.
    taken_in: usize,
}

/// A world up to the phase in which it may differ; `otherwise`: it does.
async fn world(seed: u64, watched: &str, difference: Difference, otherwise: bool) -> Told {
    let phases = 2 + usize::try_from(seed % 2).unwrap();
    let mut world = World::begin().await;
    for phase in 0..phases {
        world.open_phase();
        let is_last = phase + 1 == phases;
        for (place, seat) in SEATS.into_iter().enumerate() {
            let mut chance = Chance(seed ^ ((phase * 8 + place) as u64) << 32);
            if is_last && otherwise && difference == Difference::Orders && seat != watched {
                chance = Chance(!chance.0);
            }
            write_as_usual(&mut world, seat, phase, &mut chance);
        }
        if is_last {
            differ(&mut world, watched, difference, otherwise);
        }
        world.decide().await;
        if !is_last || difference.stays_unseen() {
            world.end_phase().await;
        }
    }
    let readers = SEATS.iter().map(|seat| (seat.to_string(), world.war.letters(seat)));
    let letters = readers.chain([("gm".to_owned(), world.war.letters_of_the_gm())]).collect();
    Told { letters, taken_in: world.taken_in }
}

fn write_as_usual(world: &mut World, seat: &str, phase: usize, chance: &mut Chance) {
    let mut text = letters::orders(chance, kind_of(phase)).join("\n");
    text.push_str("\nall is well here");
    world.mail(&address(seat), "Re: [war] orders", &text);
    let asks = ["STATUS", "SHOW", "REPORT", "CHECK\nentrench at Cairo", "PP 3: attack Hardee with Grant"];
    let ask = *chance.one_of(&asks).unwrap();
    world.mail(&address(seat), "Re: [war] a question", ask);
}

fn differ(world: &mut World, watched: &str, difference: Difference, otherwise: bool) {
    let others = || SEATS.into_iter().filter(|seat| *seat != watched);
    let side = &watched[..3];
    match difference {
        Difference::Orders => {}
        Difference::Words => {
            let word = if otherwise { "beautiful" } else { "ugly" };
            others().for_each(|seat| world.mail(&address(seat), "Re: [war] a word", &format!("the weather is {word}")));
        }
        Difference::Letters if otherwise => {
            for seat in others() {
                for text in ["STATUS", "CHECK\nmove Grant to Paducah", "mvoe 3 to nowhere", "thank you"] {
                    world.mail(&address(seat), "Re: [war] more", text);
                }
            }
        }
        Difference::Forgeries if otherwise => others().for_each(|seat| {
            world.mail_answering(&address(seat), "[war] orders", None, "PP 1: enter 1 infantry at Cairo")
        }),
        Difference::Press => {
            let names: Vec<&str> = others().collect();
            let text = if otherwise { "a long and secret talk about everything" } else { "no" };
            let letters = names.iter().zip(names.iter().cycle().skip(1));
            letters
                .for_each(|(from, to)| world.mail(&address(from), "Re: [war] talk", &format!("PRESS TO {to}: {text}")));
        }
        Difference::Questions if otherwise => world.mail(GM, "Re: [war] who", "WHO\nSTATUS"),
        Difference::Strangers if otherwise => {
            world.mail_answering("someone@far.example", "[war] orders", None, "PP 1: enter 1 infantry at Cairo");
            world.mail_answering(
                "MAILER-DAEMON@far.example",
                "Undelivered Mail Returned to Sender",
                None,
                "it bounced",
            );
        }
        Difference::Points => {
            let account = if side == "usa" { "csa.west" } else { "usa.east" };
            let points = if otherwise { 41 } else { 97 };
            world.mail(GM, "Re: [war] points", &format!("SET accounts.{account}.cp = {points} BECAUSE a test"));
        }
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn worlds_that_differ_where_a_seat_cannot_look_give_it_the_same_bytes() {
    let pairs = count(8, 300);
    let mut compared = 0;
    for pair in 0..pairs {
        let seed = SEED + 7 * pair;
        let watched = *Chance(seed).one_of(&SEATS).unwrap();
        let difference = Difference::ALL[usize::try_from(pair).unwrap() % Difference::ALL.len()];
        let (one, other) =
            tokio::join!(world(seed, watched, difference, false), world(seed, watched, difference, true));
        compared += assert_same_bytes(
            &one.letters[watched],
            &other.letters[watched],
            &format!("{difference:?}, seed {seed}, {watched}"),
        );
        assert!(is_noticed(&one, &other), "{difference:?}, seed {seed}: the worlds are alike");
    }
    println!("{pairs} pairs of worlds from seed {SEED}: {compared} letters compared, 0 differ");
}

fn assert_same_bytes(one: &[Received], other: &[Received], what: &str) -> usize {
    assert_eq!(one.len(), other.len(), "{what}: number of letters");
    for (first, second) in one.iter().zip(other) {
        assert_eq!(first.text, second.text, "{what}: {}", first.subject);
        assert_eq!(
            String::from_utf8_lossy(&first.raw),
            String::from_utf8_lossy(&second.raw),
            "{what}: {}",
            first.subject
        );
    }
    assert!(one.len() >= 6, "{what}: {} letters", one.len());
    one.len()
}

/// Somebody who may notice the difference has other letters, or the judge took in others.
fn is_noticed(one: &Told, other: &Told) -> bool {
    let bytes = |told: &Told| told.letters.values().flatten().map(|letter| letter.raw.clone()).collect::<Vec<_>>();
    one.taken_in != other.taken_in || bytes(one) != bytes(other)
}
