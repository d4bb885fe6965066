//! Random games by mail. Words planted wherever a person may write one reach those who may know them and nobody else;
//! and two worlds that differ in something a seat cannot see give that seat the same bytes: subjects, sizes, ids, times.
//! Each rule book has a campaign of its own under `worlds/`. `ADJUTANT_LONG=1` plays 100 games of ten phases of each, 300
//! pairs of worlds of the first book, 100 of the second, and 100 pairs in which a letter stays secret until its window closes.

mod campaign;
mod civil_war;
mod eia;
mod letters;

use std::collections::BTreeMap;

use crate::support::chance::Chance;
use crate::support::club::{Club, GM, everything_in};
use adjutant::cli::stage::Received;
use campaign::{Campaign, Difference, Secret};
use civil_war::CIVIL_WAR;
use eia::EIA;
use letters::{Planted, letter, planted};

const SEED: u64 = 1861;

fn count(short: u64, long: u64) -> u64 {
    if std::env::var_os("ADJUTANT_LONG").is_some() { long } else { short }
}

/// A game in which every letter's bytes and time are given by its writer alone.
struct World {
    campaign: &'static Campaign,
    club: Club,
    written: BTreeMap<String, usize>,
    roots: BTreeMap<String, String>,
    taken_in: usize,
}

impl World {
    async fn begin(campaign: &'static Campaign) -> Self {
        let club = Club::begin(campaign.setup).await;
        Self { campaign, club, written: BTreeMap::new(), roots: BTreeMap::new(), taken_in: 0 }
    }

    /// From here on letters answer the last report.
    fn open_phase(&mut self) {
        let players = self.campaign.setup.seats().map(|seat| self.campaign.setup.address(seat));
        for address in players.chain([GM.to_owned()]) {
            let letters = self.club.stage.letters(&address).unwrap();
            let root = letters.iter().rev().find(|letter| letter.text.contains("This is ")).expect("a report");
            self.roots.insert(address, root.message_id.clone());
        }
    }

    /// A letter of a seat's player, or of the game master.
    fn write(&mut self, writer: &str, words: &str, text: &str) {
        let from = if writer == "gm" { GM.to_owned() } else { self.campaign.setup.address(writer) };
        self.mail(&from, &self.campaign.setup.subject(words), text);
    }

    fn mail(&mut self, from: &str, subject: &str, text: &str) {
        let answers = self.roots.get(from).cloned();
        self.mail_answering(from, subject, answers.as_deref(), text);
    }

    fn mail_answering(&mut self, from: &str, subject: &str, answers: Option<&str>, text: &str) {
        let nth = self.written.entry(from.to_owned()).or_default();
        *nth += 1;
        let bytes = letter(from, *nth, subject, answers, text);
        self.club.stage.mail_raw(&bytes).unwrap();
    }

    /// All letters are decided an hour on, however many there are.
    async fn decide(&mut self) {
        let at = self.club.stage.now + 3600;
        self.taken_in += self.club.stage.pass_at(at).await.unwrap().taken_in;
    }

    async fn end_phase(&mut self) {
        self.club.end_phase().await;
        self.club.stage.now += 60;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn planted_words_reach_nobody_who_may_not_read_them() {
    planted_games(&CIVIL_WAR).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn planted_words_reach_nobody_who_may_not_read_them_in_secret_windows() {
    planted_games(&EIA).await;
}

async fn planted_games(campaign: &'static Campaign) {
    let games = count(1, 100);
    let (mut planted, mut letters) = (0, 0);
    for game in 0..games {
        let (words, read) = planted_game(campaign, SEED + game, 10).await;
        planted += words;
        letters += read;
    }
    let book = campaign.setup.scenario;
    println!(
        "{book}: {games} games of 10 phases from seed {SEED}: {planted} planted words, {letters} letters, 0 foreign"
    );
}

/// One game; how many words were planted and letters read.
async fn planted_game(campaign: &'static Campaign, seed: u64, phases: usize) -> (usize, usize) {
    let (mut chance, mut words) = (Chance(seed), Planted::new());
    let mut world = World::begin(campaign).await;
    for phase in 0..phases {
        world.open_phase();
        for seat in campaign.setup.seats() {
            let kind = (campaign.kind_of)(phase);
            for (subject, text) in planted(campaign, seat, kind, &mut chance, &mut words) {
                world.mail(&campaign.setup.address(seat), &subject, &text);
            }
        }
        plant_points(&mut world, &mut chance, &mut words);
        world.decide().await;
        world.end_phase().await;
    }
    let read = assert_no_foreign_words(&world.club, &words, seed);
    (words.len(), read)
}

/// Points that only some may know, in words that nobody else may read.
fn plant_points(world: &mut World, chance: &mut Chance, words: &mut Planted) {
    let points = (world.campaign.points)(chance);
    for word in points.words {
        words.insert(word, points.readers.iter().map(|reader| (*reader).to_owned()).collect());
    }
    world.write("gm", "points", &points.text);
}

/// Looks at every word of every letter; says how many letters there were.
fn assert_no_foreign_words(club: &Club, words: &Planted, seed: u64) -> usize {
    let (mut read, mut found) = (0, 0);
    for seat in club.setup.seats() {
        for letter in club.letters(seat) {
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

/// What a world came to.
struct Told {
    /// Letters by reader.
    letters: BTreeMap<String, Vec<Received>>,
    /// How many letters the judge took in.
    taken_in: usize,
}

/// A world up to the phase in which it may differ; `otherwise`: it does.
async fn world(campaign: &'static Campaign, seed: u64, watched: &str, difference: Difference, otherwise: bool) -> Told {
    let phases = campaign.lengths[usize::try_from(seed).unwrap() % campaign.lengths.len()];
    let mut world = World::begin(campaign).await;
    for phase in 0..phases {
        world.open_phase();
        let is_last = phase + 1 == phases;
        for (place, seat) in campaign.setup.seats().enumerate().filter(|_| phase >= campaign.quiet) {
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
    world.told()
}

impl World {
    fn told(&self) -> Told {
        let readers = self.campaign.setup.seats().map(|seat| (seat.to_owned(), self.club.letters(seat)));
        let letters = readers.chain([("gm".to_owned(), self.club.letters_of_the_gm())]).collect();
        Told { letters, taken_in: self.taken_in }
    }
}

fn write_as_usual(world: &mut World, seat: &str, phase: usize, chance: &mut Chance) {
    let campaign = world.campaign;
    let mut text = campaign.orders(chance, (campaign.kind_of)(phase)).join("\n");
    text.push_str("\nall is well here");
    world.write(seat, "orders", &text);
    world.write(seat, "a question", chance.one_of(campaign.asks).unwrap());
}

fn differ(world: &mut World, watched: &str, difference: Difference, otherwise: bool) {
    let setup = world.campaign.setup;
    let others = || setup.seats().filter(|seat| *seat != watched);
    match difference {
        Difference::Orders => {}
        Difference::Words => {
            let word = if otherwise { "beautiful" } else { "ugly" };
            others().for_each(|seat| world.write(seat, "a word", &format!("the weather is {word}")));
        }
        Difference::Letters if otherwise => {
            let check = format!("CHECK\n{}", world.campaign.tried);
            for seat in others() {
                for text in ["STATUS", check.as_str(), "mvoe 3 to nowhere", "thank you"] {
                    world.write(seat, "more", text);
                }
            }
        }
        Difference::Forgeries if otherwise => {
            let (subject, forged) = (format!("[{}] orders", setup.game), world.campaign.tried);
            others().for_each(|seat| world.mail_answering(&setup.address(seat), &subject, None, forged));
        }
        Difference::Press => {
            let names: Vec<&str> = others().collect();
            let text = if otherwise { "a long and secret talk about everything" } else { "no" };
            let letters = names.iter().zip(names.iter().cycle().skip(1));
            letters.for_each(|(from, to)| world.write(from, "talk", &format!("PRESS TO {to}: {text}")));
        }
        Difference::Questions if otherwise => world.write("gm", "who", "WHO\nSTATUS"),
        Difference::Strangers if otherwise => {
            let subject = format!("[{}] orders", setup.game);
            world.mail_answering("someone@far.example", &subject, None, world.campaign.tried);
            world.mail_answering(
                "MAILER-DAEMON@far.example",
                "Undelivered Mail Returned to Sender",
                None,
                "it bounced",
            );
        }
        Difference::Points => {
            let text = (world.campaign.hidden_points)(watched, if otherwise { 41 } else { 97 });
            world.write("gm", "points", &text);
        }
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn worlds_that_differ_where_a_seat_cannot_look_give_it_the_same_bytes() {
    pairs_of_worlds(&CIVIL_WAR, count(8, 300)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn worlds_of_secret_windows_that_differ_where_a_seat_cannot_look_give_it_the_same_bytes() {
    pairs_of_worlds(&EIA, count(4, 100)).await;
}

async fn pairs_of_worlds(campaign: &'static Campaign, pairs: u64) {
    let seats: Vec<_> = campaign.setup.seats().collect();
    let mut compared = 0;
    for pair in 0..pairs {
        let seed = SEED + 7 * pair;
        let watched = *Chance(seed).one_of(&seats).unwrap();
        let difference = campaign.differences[usize::try_from(pair).unwrap() % campaign.differences.len()];
        let (one, other) = tokio::join!(
            world(campaign, seed, watched, difference, false),
            world(campaign, seed, watched, difference, true)
        );
        compared += assert_same_bytes(
            &one.letters[watched],
            &other.letters[watched],
            &format!("{difference:?}, seed {seed}, {watched}"),
        );
        assert!(is_noticed(&one, &other), "{difference:?}, seed {seed}: the worlds are alike");
    }
    let book = campaign.setup.scenario;
    println!("{book}: {pairs} pairs of worlds from seed {SEED}: {compared} letters compared, 0 differ");
}

/// A world in which one letter says one thing or the other, up to the moment before its window closes, when the last
/// reminder was due.
async fn secret_world(campaign: &'static Campaign, seed: u64, secret: &Secret, otherwise: bool) -> Told {
    let mut world = World::begin(campaign).await;
    for phase in 0..=secret.until {
        world.open_phase();
        for (place, seat) in campaign.setup.seats().enumerate().filter(|_| phase >= campaign.quiet) {
            // Nothing of his own takes the place of what he wrote in secret.
            if seat != secret.writer || phase < secret.sent {
                let mut chance = Chance(seed ^ ((phase * 8 + place) as u64) << 32);
                write_as_usual(&mut world, seat, phase, &mut chance);
            }
        }
        if phase == secret.sent {
            world.write(secret.writer, "between us", &secret.texts[usize::from(otherwise)]);
        }
        world.decide().await;
        match phase == secret.until {
            true => world.club.remind().await,
            false => world.end_phase().await,
        }
    }
    world.told()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_letter_shows_in_nobody_elses_letters_until_its_window_closes() {
    let pairs = count(4, 100);
    let mut compared = 0;
    for pair in 0..pairs {
        let seed = SEED + 11 * pair;
        let secret = eia::secret(&mut Chance(seed));
        let what = format!("seed {seed}, phase {} to {}, {:?}", secret.sent, secret.until, secret.texts);
        let (one, other) =
            tokio::join!(secret_world(&EIA, seed, &secret, false), secret_world(&EIA, seed, &secret, true));
        for seat in EIA.setup.seats() {
            if secret.knows.contains(&seat) {
                let bytes =
                    |told: &Told| told.letters[seat].iter().map(|letter| letter.raw.clone()).collect::<Vec<_>>();
                assert_ne!(bytes(&one), bytes(&other), "{what}: {seat} may know, and the letters are alike");
            } else {
                compared += assert_same_bytes(&one.letters[seat], &other.letters[seat], &format!("{what}, {seat}"));
            }
        }
    }
    println!("{pairs} secrets from seed {SEED}: {compared} letters of others compared, 0 differ");
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
