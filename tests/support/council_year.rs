//! A year of a government by mail: seats that nobody holds, an officer who is changed in mid-turn, votes that are carried, vetoed and
//! overruled, orders that act around a deadline, a rollback over one, and somebody who loses two of his offices. Over Maildirs or over
//! real servers.

use adjutant::cli::replay::compare;
use adjutant::cli::stage::{Received, Stage, Written};
use adjutant::daemon::Mailbox;
use adjutant::desk::{GameRecord, Step, StepKind};
use adjutant::game::PlayerId;
use adjutant::mail::compose::WIDTH;
use adjutant::post::{ImapSettings, ImapSource, ImapTls, Login, Sink, SmtpSettings, SmtpSink, SmtpTls};

use serde_json::Value;

use super::council::{self, GM, State};
use crate::support::servers::{PASSWORD, Servers};
use crate::support::store::game_id;

pub const ANN: &str = "ann@war.test";
pub const BOB: &str = "bob@war.test";
pub const CAT: &str = "cat@war.test";
pub const DAN: &str = "dan@war.test";
pub const HOUR: i64 = 3_600;

/// A game in which Ann presides and Bob is Treasurer, Captain and the North's; the South has nobody.
pub async fn new_game(folder: &std::path::Path) -> Town {
    begun(Town { stage: council::stage(folder), servers: None }).await
}

/// The same where all letters go by these servers.
pub async fn new_game_over(servers: Servers, folder: &std::path::Path) -> Town {
    let mut stage = council::stage(folder);
    connect(&mut stage, &servers);
    begun(Town { stage, servers: Some(servers) }).await
}

async fn begun(mut town: Town) -> Town {
    town.make("town").await;
    town.begin().await;
    town
}

/// The judge's letters about a game, as the store has them.
pub fn sent_letters(stage: &Stage, game: &str) -> Vec<Value> {
    let export = stage.judge().store().export(&game_id(game)).unwrap();
    export.and_then(|export| export["outbox"].as_array().cloned()).unwrap_or_default()
}

/// What somebody has at the servers, in the order in which it was written, when all has come of these rows and of so many others.
pub fn letters_over(servers: &Servers, rows: &[Value], who: &str, others: usize) -> Vec<Received> {
    let id = serde_json::json!(PlayerId::of_address(who));
    let sent = rows.iter().filter(|row| row["player"] == id && row["state"] == "sent").count();
    let user = who.split('@').next().unwrap();
    let read = |raw: Vec<u8>| {
        let plain = adjutant::mail::plain_text(&raw).unwrap();
        Received { subject: plain.subject, text: plain.text, message_id: plain.message_id, raw }
    };
    let mut letters: Vec<Received> = servers.await_letters(user, sent + others).into_iter().map(read).collect();
    // Of those of one second the newest is the one that was written last, whichever was passed on first.
    let place = |letter: &Received| {
        let is_it = |row: &Value| row["message_id"].as_str().map(bare) == Some(bare(&letter.message_id));
        rows.iter().position(is_it)
    };
    letters.sort_by_key(|letter| {
        let date = field(letter, "Date").unwrap_or_default();
        let date = chrono::DateTime::parse_from_rfc2822(date.trim()).map_or(0, |date| date.timestamp());
        (date, place(letter))
    });
    letters
}

/// The judge's mailbox and his way out at these servers.
pub fn connect(stage: &mut Stage, servers: &Servers) {
    let imap = ImapSettings {
        port: Some(servers.imaps_port),
        login: Login::by_password(PASSWORD),
        tls: ImapTls::Implicit,
        ca_file: Some(servers.ca_file.clone()),
        ..ImapSettings::new("localhost", "judge")
    };
    let smtp = SmtpSettings {
        port: servers.smtps_port,
        tls: SmtpTls::Implicit,
        ca_file: Some(servers.ca_file.clone()),
        hello: "judge.war.test".to_owned(),
        ..SmtpSettings::new("localhost")
    };
    let (source, sink) = (ImapSource::new(imap).unwrap(), SmtpSink::new(smtp).unwrap());
    stage.connect(Mailbox::new(Box::new(source)), Sink::Smtp(Box::new(sink)));
}

/// A game of the council on its stage.
pub struct Town {
    pub stage: Stage,
    servers: Option<Servers>,
}

impl Town {
    /// A game that is made and has not begun.
    pub async fn unbegun(folder: &std::path::Path) -> Town {
        Town::unbegun_from(folder, "town").await
    }

    /// The same from another scenario.
    pub async fn unbegun_from(folder: &std::path::Path, scenario: &str) -> Town {
        let mut town = Town { stage: council::stage(folder), servers: None };
        town.make(scenario).await;
        town
    }

    async fn make(&mut self, scenario: &str) {
        self.stage.pass().await.unwrap();
        self.say(GM, &format!("CREATE town FROM council/{scenario}")).await;
    }

    /// Its seats are filled, and it begins.
    pub async fn begin(&mut self) {
        self.begin_with(&[("president", ANN), ("treasurer", BOB), ("captain", BOB), ("north", BOB)]).await;
    }

    /// The same with these people in these seats.
    pub async fn begin_with(&mut self, seats: &[(&str, &str)]) {
        let line = |(seat, who): &(&str, &str)| {
            let name = who.split('@').next().unwrap_or_default();
            format!("SEAT {}{} <{who}> AS {seat}\n", name[..1].to_uppercase(), &name[1..])
        };
        let seats: String = seats.iter().map(line).collect();
        self.say(GM, &format!("{seats}START")).await;
    }

    /// Writes to the judge in answer to the newest letter; the answer, in one line.
    pub async fn say(&mut self, from: &str, text: &str) -> String {
        let in_reply_to = Some(self.newest(from).message_id);
        let (from, subject, text) = (from.to_owned(), "[town] letter".to_owned(), text.to_owned());
        let letter = Written { from: from.clone(), subject, text, in_reply_to, ..Written::default() };
        self.stage.now += 60;
        let (id, bytes) = self.stage.write(&letter).unwrap();
        self.mail(&bytes);
        self.stage.pass().await.unwrap();
        let is_answer =
            |letter: &&Received| field(letter, "In-Reply-To").is_some_and(|answered| answered.contains(&id));
        let letters = self.letters(&from);
        flat(&letters.iter().rev().find(is_answer).or(letters.last()).expect("an answer").text)
    }

    fn mail(&mut self, bytes: &[u8]) {
        let Some(servers) = &self.servers else { return self.stage.mail_raw(bytes).unwrap() };
        let date = chrono::DateTime::from_timestamp(self.stage.now, 0).unwrap();
        servers.append("judge", &date.format("%d-%b-%Y %H:%M:%S +0000").to_string(), bytes);
    }

    /// All that somebody has, in the order in which it was written; from servers when all has come that the judge has handed to them,
    /// for they pass letters on side by side.
    pub fn letters(&self, who: &str) -> Vec<Received> {
        let Some(servers) = &self.servers else { return self.stage.letters(who).unwrap() };
        // His first letter is about no game.
        letters_over(servers, &sent_letters(&self.stage, "town"), who, usize::from(who == GM))
    }

    pub fn newest(&self, who: &str) -> Received {
        self.letters(who).pop().expect("a letter")
    }

    /// A command of the game master and the word that it takes.
    pub async fn confirm(&mut self, command: &str) -> String {
        let asked = self.say(GM, command).await;
        let word = asked.split("CONFIRM ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
        self.say(GM, &format!("CONFIRM {}", word.trim_end_matches(['.', ',']))).await
    }

    pub fn game(&self) -> GameRecord {
        let judge = self.stage.judge();
        judge.store().read().game(&game_id("town"), &judge.house().shelf).unwrap().unwrap()
    }

    pub fn state(&self) -> State {
        serde_json::from_value((*self.game().state).clone()).unwrap()
    }

    pub fn steps(&self) -> Vec<Step> {
        let steps = self.stage.judge().store().steps(&game_id("town")).unwrap();
        steps.into_iter().map(|stored| stored.step).collect()
    }

    /// The end of the turn that is open, and of what the grace adds.
    pub async fn end_turn(&mut self) {
        let turn = self.state().turn;
        self.say(ANN, "READY NOTHING").await;
        let deadline = self.stage.deadline("town").unwrap().unwrap();
        self.stage.pass_at(deadline + 1).await.unwrap();
        assert_eq!(self.state().turn, turn + 1);
    }

    /// Whether the newest letter to somebody tells this, a quarter of an hour after what was done.
    pub async fn tells(&mut self, who: &str, words: &str) -> bool {
        self.stage.pass_at(self.stage.now + 901).await.unwrap();
        self.letters(who).iter().rev().take(2).any(|letter| flat(&letter.text).contains(words))
    }

    pub fn replays(&self) {
        let judge = self.stage.judge();
        let table = judge.store().read().table_at_the_start(&game_id("town"), &judge.house().shelf).unwrap().unwrap();
        compare(&table, &self.steps()).unwrap();
        assert!(self.stage.judge().store().verify_rows().unwrap().damaged.is_empty());
    }
}

/// A field of a letter's head, on one line.
fn field(letter: &Received, name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(&letter.raw);
    let head: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let begins = |line: &&str| line.get(..=name.len()).is_some_and(|it| it.eq_ignore_ascii_case(&format!("{name}:")));
    let at = head.iter().position(begins)?;
    let rest = head[at + 1..].iter().take_while(|line| line.starts_with([' ', '\t']));
    Some(std::iter::once(&head[at][name.len() + 1..]).chain(rest.copied()).collect())
}

fn bare(message_id: &str) -> &str {
    message_id.trim().trim_matches(['<', '>'])
}

pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All twelve turns.
pub async fn play(mut town: Town) {
    a_vote_is_won_and_an_officer_changed(&mut town).await;
    a_veto_is_overruled_and_another_stands(&mut town).await;
    acts_around_a_deadline(&mut town).await;
    a_rollback_over_an_act(&mut town).await;
    somebody_loses_two_offices(&mut town).await;
    an_option_is_changed(&mut town).await;
    while town.game().phase.is_some() {
        let turn = town.state().turn;
        town.say(ANN, "READY NOTHING").await;
        let deadline = town.stage.deadline("town").unwrap().unwrap();
        town.stage.pass_at(deadline + 1).await.unwrap();
        assert_eq!(town.state().turn, turn + 1);
    }
    assert_eq!(town.state().turn, 13);
    town.replays();
    for who in [GM, ANN, BOB, CAT, DAN] {
        for letter in town.letters(who) {
            let is_wide = |line: &&str| line.chars().count() > WIDTH && line.trim().contains(' ');
            assert_eq!(letter.text.lines().find(is_wide), None, "{}", letter.subject);
        }
    }
}

/// Turn 1. The South is vacant, so the North alone is more than half of the held seats.
async fn a_vote_is_won_and_an_officer_changed(town: &mut Town) {
    let bought = town.say(BOB, "buy 3\neach turn buy 2\npropose tax 5\nvote 1 aye").await;
    assert!(bought.contains("2 orders were carried out at once."), "{bought}");
    assert!(bought.contains("The treasurer: 2 orders on file."), "{bought}");
    assert!(town.tells(ANN, "Proposal 1, a tax of 5: awaits-assent").await);
    let again = town.say(BOB, "vote 1 no").await;
    assert!(again.contains("1 was carried, and waits for the President."), "{again}");
    let none = town.say(BOB, "sign 1").await;
    assert!(none.contains("This is done by: president."), "{none}");
    town.say(ANN, "sign 1\ngive the company to captain").await;
    assert_eq!(town.state().tax, 5);
    assert!(town.tells(BOB, "The company is now captain's; it stands at K5-R5.").await);
    let marched = town.say(BOB, "march to K6-R5").await;
    assert!(marched.contains("The captain: 1 order on file."), "{marched}");
    town.end_turn().await;
    let state = town.state();
    assert_eq!((state.supplies, state.treasury, state.company.to_string().as_str()), (5, 20, "K6-R5"));
    assert_eq!(state.standing, 2);
}

/// Turns 2 and 3. Both districts are held from now on.
async fn a_veto_is_overruled_and_another_stands(town: &mut Town) {
    town.confirm(&format!("SEAT Cat <{CAT}> AS south")).await;
    town.say(CAT, "propose tax 9\nvote 2 aye\npropose tax 1\nvote 3 aye").await;
    assert!(town.state().motions.iter().skip(1).all(|motion| motion.ballots.len() == 1));
    town.say(BOB, "vote 2 aye\nvote 3 aye").await;
    let vetoed = town.say(ANN, "veto 2\nveto 3").await;
    assert!(vetoed.contains("2 orders were carried out at once."), "{vetoed}");
    town.end_turn().await;
    town.say(CAT, "override 2").await;
    assert_eq!(town.state().tax, 5);
    let twice = town.say(CAT, "override 2").await;
    assert!(twice.contains("You have said the same of 2 before; it counts once."), "{twice}");
    town.say(BOB, "override 2").await;
    assert_eq!(town.state().tax, 9);
    assert!(town.tells(ANN, "Proposal 2, a tax of 9: it is law.").await);
    town.end_turn().await;
    let report = flat(&town.newest(CAT).text);
    assert!(report.contains("Proposal 3, a tax of 1: it has fallen."), "{report}");
    let late = town.say(BOB, "override 3").await;
    assert!(late.contains("3 has fallen."), "{late}");
}

/// Turn 4: an hour before the deadline, and an hour after it, while the President is waited for.
async fn acts_around_a_deadline(town: &mut Town) {
    let deadline = town.stage.deadline("town").unwrap().unwrap();
    town.stage.pass_at(deadline - HOUR).await.unwrap();
    let before = town.say(CAT, "propose tax 7").await;
    assert!(before.contains("1 order was carried out at once."), "{before}");
    town.stage.pass_at(deadline + HOUR).await.unwrap();
    let after = town.say(CAT, "vote 4 aye").await;
    assert!(after.contains("it is carried out as soon as it was played"), "{after}");
    assert!(town.state().motions[3].ballots.is_empty());
    town.stage.pass_at(deadline + 2 * HOUR + 60).await.unwrap();
    let state = town.state();
    assert_eq!((state.turn, state.motions[3].ballots.len()), (5, 1));
    town.replays();
}

/// Turn 5 is played anew, and what was carried out in it is void.
async fn a_rollback_over_an_act(town: &mut Town) {
    town.say(BOB, "vote 4 aye").await;
    assert!(town.tells(ANN, "Proposal 4, a tax of 7: awaits-assent").await);
    town.end_turn().await;
    let told = town.confirm("ROLLBACK phase=5").await;
    assert!(told.contains("5"), "{told}");
    let state = town.state();
    assert_eq!((state.turn, state.tax), (5, 9));
    assert!(!town.steps().iter().any(|step| step.kind == StepKind::Rollback && step.phase > 5));
    town.replays();
}

/// Bob keeps the North alone: what the Treasurer and the Captain know he knows no more.
async fn somebody_loses_two_offices(town: &mut Town) {
    for office in ["treasurer", "captain"] {
        let replaced = town.confirm(&format!("REPLACE {office} BY Dan <{DAN}>")).await;
        assert!(replaced.contains(&format!("The {office} is held by Dan")), "{replaced}");
    }
    let refused = town.say(BOB, "buy 1\nmarch to K5-R5\nbuy 2").await;
    assert!(refused.contains("This is done by: treasurer, president."), "{refused}");
    assert!(!refused.contains("Left to spend"), "{refused}");
    town.end_turn().await;
    let (bob, dan) = (flat(&town.newest(BOB).text), flat(&town.newest(DAN).text));
    assert!(!bob.contains("The treasury has") && !bob.contains("The company stands"), "{bob}");
    assert!(dan.contains("The treasury has") && dan.contains("The company stands"), "{dan}");
    // What he had ordered for the offices he lost stays with them, and is carried out: it stands each turn.
    assert_eq!(town.state().standing, 2);
}

/// Turn 6: from the next one on everybody knows the treasury.
async fn an_option_is_changed(town: &mut Town) {
    town.confirm("SET GAME treasury_told = public").await;
    let told = flat(&town.newest(BOB).text);
    assert!(told.contains("treasury_told = public (it was private)"), "{told}");
    town.end_turn().await;
    let bob = flat(&town.newest(BOB).text);
    assert!(bob.contains("The treasury has"), "{bob}");
    town.replays();
}
