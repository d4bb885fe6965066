//! Robots that answer a judge's letters: each loop falls silent by itself within the limits, and those who can look are
//! told once a day. Every robot is tried for 300 rounds of five minutes; `ADJUTANT_LONG` makes it 1,000.

use std::collections::BTreeMap;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::desk::{AnswerLimits, House};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{GameId, SeatId};

const JUDGE: &str = "judge@adjutant.example";
const GM: &str = "grace@gm.example";
const ROBOT: &str = "robot@machine.example";
const BOB: &str = "bob@home.example";
const BEGINS: i64 = 1_772_452_800;
/// What a robot quotes may look like requests, talk for the game master and letters that prove nothing: twenty answers an
/// hour to what changes nothing, six questions a day whether a letter is his, and what was handed on.
const ASKED: usize = 30;
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn rounds() -> usize {
    if std::env::var_os("ADJUTANT_LONG").is_some() { 1_000 } else { 300 }
}

fn scene(judge: &'static str) -> Scene {
    let rhythm = || Rhythm { cron: "0 20 * * Tue".to_owned(), least_minutes: 3 * 1440 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 1440,
        reminders_minutes: vec![180],
        pace: Pace::default(),
    };
    Scene {
        judge,
        gm: ("Grace", GM),
        timetable,
        shelf: adjutant::books::of_the_house(),
        begins: BEGINS,
        templates: Vec::new(),
    }
}

/// A game in which the robot has the seat usa-sc.
struct Loop {
    stage: Stage,
    // The folder goes when the loop does.
    _root: tempfile::TempDir,
    /// How many of a correspondent's letters were looked at.
    seen: BTreeMap<String, usize>,
    /// When letters came, and what they were.
    came: BTreeMap<String, Vec<(i64, String)>>,
    number: usize,
}

impl Loop {
    async fn begin(judge: &'static str, robot: &str) -> Self {
        Self::begin_with(judge, robot, |_| {}).await
    }

    async fn begin_with(judge: &'static str, robot: &str, arrange: impl FnOnce(&mut House)) -> Self {
        let root = tempfile::tempdir().unwrap();
        let mut stage = Stage::set_up_with(root.path(), scene(judge), [7; 32], arrange).unwrap();
        stage.pass().await.unwrap();
        for (subject, text) in [
            ("a game", "CREATE war FROM civil-war/1861".to_owned()),
            ("[war] seats", format!("SEAT Robot <{robot}> AS usa-sc\nSEAT Bob <{BOB}> AS csa-sc")),
            ("[war] go", "START".to_owned()),
            ("[war] time", "DEADLINE 2031-01-07 20:00".to_owned()),
        ] {
            let welcome = stage.letters(GM).unwrap().remove(0);
            let text = format!("CODE {}\n{text}", welcome.code().expect("a welcome with a code"));
            let letter = Written { from: GM.to_owned(), subject: subject.to_owned(), text, ..Written::default() };
            stage.mail(&letter).unwrap();
            stage.pass().await.unwrap();
        }
        let mut this = Self { stage, _root: root, seen: BTreeMap::new(), came: BTreeMap::new(), number: 0 };
        for who in [GM, robot, BOB] {
            this.news(who);
        }
        // The robot may answer what came at the beginning, too.
        this.seen.remove(robot);
        this.came.clear();
        this
    }

    /// Letters to somebody since the last look.
    fn news(&mut self, who: &str) -> Vec<Received> {
        let letters = self.stage.letters(who).unwrap();
        let seen = self.seen.insert(who.to_owned(), letters.len()).unwrap_or(0);
        let news: Vec<Received> = letters.into_iter().skip(seen).collect();
        let came = self.came.entry(who.to_owned()).or_default();
        came.extend(news.iter().map(|letter| (self.stage.now, letter.subject.clone())));
        news
    }

    async fn pass(&mut self) {
        self.stage.now += 5 * MINUTE;
        self.stage.pass().await.unwrap();
    }

    /// The robot answers every letter it gets, round after round.
    async fn go_round(&mut self, who: &str, answer: impl Fn(usize, &Received) -> Written) {
        for _ in 0..rounds() {
            for letter in self.news(who) {
                self.number += 1;
                let answer = answer(self.number, &letter);
                self.stage.mail(&answer).unwrap();
            }
            self.pass().await;
        }
        self.news(who);
        for other in [GM, BOB] {
            self.news(other);
        }
    }

    fn came(&self, who: &str) -> &[(i64, String)] {
        self.came.get(who).map_or(&[], Vec::as_slice)
    }

    fn alerts(&self, who: &str) -> usize {
        self.came(who).iter().filter(|(_, subject)| subject.contains("answers kept back")).count()
    }

    /// What the loop came to: within the limits, still at the end, and nobody else was bothered.
    fn check(&self, name: &str, most: usize) {
        self.check_within(name, most, AnswerLimits::default().repeated_per_hour)
    }

    fn check_within(&self, name: &str, most: usize, most_an_hour: usize) {
        let answers: Vec<i64> =
            self.came(ROBOT).iter().skip_while(|(at, _)| *at <= BEGINS).map(|(at, _)| *at).collect();
        let within = |span: i64| {
            let counts =
                answers.iter().map(|from| answers.iter().filter(|at| (*from..from + span).contains(at)).count());
            counts.max().unwrap_or(0)
        };
        let (hour, day, alerts) = (within(HOUR), within(DAY), self.alerts(GM));
        println!(
            "{name}: {} rounds, {} letters of the robot, {} to it; {hour} in an hour and {day} in a day at most; \
             {alerts} alerts",
            rounds(),
            self.number,
            answers.len()
        );
        let limits = AnswerLimits::default();
        assert!(
            hour <= most_an_hour && day <= most_an_hour.max(limits.repeated_per_day + 6),
            "{name}: {hour}, {day}: {:?}",
            self.came(ROBOT)
        );
        assert!(answers.len() <= most, "{name}: {:?}", self.came(ROBOT));
        assert!(self.came(BOB).is_empty(), "{name}: {:?}", self.came(BOB));
        let days = (self.stage.now - BEGINS) / DAY + 1;
        assert!(alerts as i64 <= days, "{name}: {alerts} alerts");
    }

    /// The last hours were quiet on both sides.
    fn check_quiet(&self, name: &str) {
        let last = self.came(ROBOT).last().map_or(BEGINS, |(at, _)| *at);
        assert!(last < self.stage.now - 12 * HOUR, "{name} goes on");
    }
}

fn answer(letter: &Received, subject: &str, text: &str, headers: &[(&str, &str)]) -> Written {
    Written {
        from: format!("The Machine <{ROBOT}>"),
        subject: subject.to_owned(),
        text: text.to_owned(),
        in_reply_to: Some(letter.message_id.clone()),
        headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        ..Written::default()
    }
}

const AWAY: &str = "Thank you for your letter. I am at sea until the end of the month and will read it then.\n\nR.";

#[tokio::test]
async fn a_vacation_reply_with_its_marks_is_never_answered() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    let marks = [("Auto-Submitted", "auto-replied (vacation)")];
    game.go_round(ROBOT, |_, letter| answer(letter, &format!("Auto: {}", letter.subject), AWAY, &marks)).await;
    game.check("vacation with marks", 0);
    assert_eq!(game.alerts(GM), 0);
}

#[tokio::test]
async fn a_vacation_reply_without_marks_falls_silent() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    game.go_round(ROBOT, |_, letter| answer(letter, &format!("Re: {}", letter.subject), AWAY, &[])).await;
    game.check("vacation without marks", 20);
    game.check_quiet("vacation without marks");
    assert_eq!(game.alerts(GM), 1);
}

#[tokio::test]
async fn a_vacation_reply_that_quotes_without_marks_falls_silent() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    let text = |letter: &Received| format!("{AWAY}\n\n{}", letter.text);
    game.go_round(ROBOT, |_, letter| answer(letter, &format!("Re: {}", letter.subject), &text(letter), &[])).await;
    game.check_within("vacation that quotes", 30, ASKED);
    game.check_quiet("vacation that quotes");
}

/// A robot that cannot prove anything is asked as often a day as anybody, and then not any more.
#[tokio::test]
async fn a_robot_that_proves_nothing_is_asked_six_times_a_day() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    let unthreaded = |letter: Written| Written { in_reply_to: None, ..letter };
    game.go_round(ROBOT, |n, letter| {
        unthreaded(answer(
            letter,
            &format!("[#{n}] {}", letter.subject),
            &format!("Your ticket is #{n}.\n{}", letter.text),
            &[],
        ))
    })
    .await;
    // Besides six questions: what quotes the welcome quotes the code in it.
    game.check_within("ticket system without threads", 24, 12);
}

#[tokio::test]
async fn a_ticket_system_that_echoes_falls_silent() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    game.go_round(ROBOT, |n, letter| {
        let text =
            format!("##- Please type your reply above this line -##\n\nTicket {n} was opened for:\n\n{}", letter.text);
        answer(letter, &format!("[Ticket {n}] {}", letter.subject), &text, &[])
    })
    .await;
    game.check_within("ticket system", 30, ASKED);
    game.check_quiet("ticket system");
}

/// Whatever it gets, it writes: answers stay within the limits all the same, and the alert comes once a day.
#[tokio::test]
async fn a_robot_that_never_rests_is_not_answered_more() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    let root = game.stage.letters(ROBOT).unwrap().pop().unwrap();
    game.news(ROBOT);
    for round in 0..rounds() {
        let letter = answer(&root, "Re: status", &format!("Ticket {round}: we are working on it.\n\nHELP"), &[]);
        game.number += 1;
        game.stage.mail(&letter).unwrap();
        game.pass().await;
        game.news(ROBOT);
    }
    game.news(GM);
    let days = (game.stage.now - BEGINS).div_euclid(DAY) + 1;
    // The first HELP asks something new.
    game.check_within("robot that never rests", 21 * days as usize, 7);
    assert!(game.alerts(GM) as i64 >= days - 1);
}

/// What the other judge gets is what its own mail server would hand it, with or without the marks we put in.
fn carried(letter: &Received, keeps_marks: bool) -> Vec<u8> {
    if keeps_marks {
        return letter.raw.clone();
    }
    let text = String::from_utf8(letter.raw.clone()).expect("seven bits");
    let (head, body) = text.split_once("\r\n\r\n").expect("a header");
    let marks = ["auto-submitted:", "x-loop:", "precedence:", "x-auto-response-suppress:", "list-"];
    let is_mark = |line: &&str| marks.iter().any(|mark| line.to_ascii_lowercase().starts_with(mark));
    let head: Vec<&str> = head.split("\r\n").filter(|line| !is_mark(line)).collect();
    format!("{}\r\n\r\n{body}", head.join("\r\n")).into_bytes()
}

async fn two_judges(keeps_marks: bool) -> (Loop, Loop) {
    const OTHER: &str = "robot@machine.example";
    let mut here = Loop::begin(JUDGE, OTHER).await;
    let mut there = Loop::begin(OTHER, JUDGE).await;
    for _ in 0..rounds() {
        for letter in here.news(OTHER) {
            there.stage.mail_raw(&carried(&letter, keeps_marks)).unwrap();
        }
        for letter in there.news(JUDGE) {
            here.number += 1;
            here.stage.mail_raw(&carried(&letter, keeps_marks)).unwrap();
        }
        here.pass().await;
        there.pass().await;
    }
    here.news(OTHER);
    for other in [GM, BOB] {
        here.news(other);
        there.news(other);
    }
    (here, there)
}

#[tokio::test]
async fn two_judges_do_not_answer_each_other() {
    let (here, there) = two_judges(true).await;
    here.check("second judge", 0);
    assert_eq!(there.came(JUDGE).iter().filter(|(at, _)| *at > BEGINS).count(), 0);
}

#[tokio::test]
async fn two_judges_whose_marks_are_lost_fall_silent() {
    let (here, there) = two_judges(false).await;
    here.check_within("second judge without marks", 30, ASKED);
    here.check_quiet("second judge without marks");
    let answers = there.came(JUDGE).iter().filter(|(at, _)| *at > BEGINS).count();
    assert!(answers <= 30, "{answers}");
}

/// Our own letters come back, as they were and with another sender.
#[tokio::test]
async fn our_own_letters_come_back_unanswered() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    game.news(ROBOT);
    for round in 0..rounds() {
        let letters = game.stage.letters(BOB).unwrap();
        let letter = &letters[round % letters.len()];
        let again = format!("Received: by round{round}\r\n{}", String::from_utf8(letter.raw.clone()).unwrap());
        let sender = if round % 2 == 0 { JUDGE } else { ROBOT };
        game.stage
            .mail_raw(again.replace("Adjutant <judge@", &format!("x{round} <{}@", &sender[..5])).as_bytes())
            .unwrap();
        let own = Written {
            from: JUDGE.to_owned(),
            subject: format!("Re: {round}"),
            text: "HELP".to_owned(),
            ..Written::default()
        };
        game.stage.mail(&own).unwrap();
        game.number += 2;
        game.pass().await;
    }
    for who in [ROBOT, BOB, GM] {
        game.news(who);
    }
    game.check("own letters", 0);
    assert!(game.stage.letters(JUDGE).unwrap().is_empty() && game.came(GM).is_empty());
}

/// The game master is away, and his mail program says so to every alert.
#[tokio::test]
async fn a_game_masters_own_vacation_reply_falls_silent() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    let away = |letter: &Received| Written {
        from: GM.to_owned(),
        ..answer(letter, &format!("Re: {}", letter.subject), AWAY, &[])
    };
    for round in 0..rounds() {
        // There is always something to tell him.
        let junk = format!(
            "From: {ROBOT}\r\nTo: x@y.example\r\nCc: {JUDGE}\r\nSubject: {round}\r\n\r\nsee below, {round}\r\n"
        );
        game.stage.mail_raw(junk.as_bytes()).unwrap();
        for letter in game.news(GM) {
            game.number += 1;
            let letter = away(&letter);
            game.stage.mail(&letter).unwrap();
        }
        game.pass().await;
    }
    game.news(GM);
    let came = game.came(GM);
    let within = |span: i64| {
        came.iter().map(|(from, _)| came.iter().filter(|(at, _)| (*from..from + span).contains(at)).count()).max()
    };
    let limits = AnswerLimits::default();
    println!(
        "game master away: {} rounds, {} letters to him, {:?} in a day at most",
        rounds(),
        came.len(),
        within(DAY)
    );
    assert!(within(DAY).unwrap_or(0) <= limits.notices_per_day + limits.repeated_per_day + 1);
    assert!(game.came(ROBOT).iter().all(|(at, _)| *at <= BEGINS), "the robot was told nothing");
}

/// A budget in receipts would let one letter cause forty reports with their maps, and thirty such letters a gigabyte.
#[tokio::test]
async fn reports_that_are_asked_for_again_and_again_end_with_the_bytes_of_a_day() {
    const BYTES: usize = 1_500_000;
    let mut game = Loop::begin_with(JUDGE, ROBOT, |house| house.limits.bytes_per_day = BYTES as u64).await;
    let root = game.stage.letters(ROBOT).unwrap().pop().unwrap();
    game.news(ROBOT);
    let (mut bytes, mut largest, mut reports) = (0, 0, Vec::new());
    for number in 0..20 {
        // Each letter changes something, so that no other limit keeps its answer back.
        let text = format!("{} discretionary reinforcements to West\n{}", number % 2 + 2, "REPORT 0\n".repeat(40));
        game.stage.mail(&answer(&root, &format!("[war] orders {number}"), &text, &[])).unwrap();
        game.pass().await;
        let news = game.news(ROBOT);
        reports.push(news.iter().filter(|letter| letter.subject.contains("opening")).count());
        for letter in news {
            bytes += letter.raw.len();
            largest = largest.max(letter.raw.len());
        }
    }
    assert_eq!(reports[0], 1, "one for all seats he serves");
    assert!(bytes <= BYTES + 2 * largest, "{bytes} bytes, the largest letter {largest}");
    assert_eq!(reports[19], 0, "{reports:?}");
    let id = GameId::parse("war").unwrap();
    let record = game.stage.judge().store().read().game(&id, &game.stage.judge().house().shelf).unwrap().unwrap();
    assert_eq!(record.sheets[&SeatId::parse("usa-sc").unwrap()].revision, 20, "every letter counted");
    // The next day brings what was asked for.
    game.stage.now += DAY;
    game.stage.mail(&answer(&root, "[war] report", "REPORT 0", &[])).unwrap();
    game.pass().await;
    assert!(game.news(ROBOT).iter().any(|letter| letter.subject.contains("opening")));
}

/// A word without which nothing is done is mailed however much was asked before, and so are the answers to a game master.
#[tokio::test]
async fn whoever_is_proven_gets_the_word_he_needs_after_any_number_of_letters() {
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    let welcome = game.stage.letters(GM).unwrap().remove(0);
    let root = game.stage.letters(ROBOT).unwrap().pop().unwrap();
    for number in 0..30 {
        let asked = format!("HELP word{number}");
        let by_gm = Written { from: GM.to_owned(), ..answer(&welcome, "[war] help", &asked, &[]) };
        game.stage.mail(&by_gm).unwrap();
        game.stage.mail(&answer(&root, "[war] help", &asked, &[])).unwrap();
    }
    game.stage.now += MINUTE;
    game.stage.pass().await.unwrap();
    let answered = |news: Vec<Received>| news.iter().filter(|letter| letter.subject.contains("help")).count();
    let (to_gm, to_player) = (game.news(GM), game.news(ROBOT));
    assert_eq!((answered(to_gm), answered(to_player)), (30, 20), "a game master's commands are all answered");
    let by_gm = Written { from: GM.to_owned(), ..answer(&welcome, "[war] process", "PROCESS phase=1", &[]) };
    game.stage.mail(&by_gm).unwrap();
    game.stage.mail(&answer(&root, "[war] resign", "RESIGN", &[])).unwrap();
    game.stage.now += MINUTE;
    game.stage.pass().await.unwrap();
    for who in [GM, ROBOT] {
        let news = game.news(who);
        assert!(news.iter().any(|letter| letter.text.contains("  CONFIRM ")), "{who}: {news:?}");
    }
}

/// One player floods the judge before the deadline: the others' letters are decided before the phase is played, his
/// own too, and his answers are limited; then one letter answers the rest.
#[tokio::test]
async fn a_flood_before_the_deadline_keeps_nobody_waiting() {
    let letters = if std::env::var_os("ADJUTANT_LONG").is_some() { 10_000 } else { 300 };
    let mut game = Loop::begin(JUDGE, ROBOT).await;
    let root = game.stage.letters(ROBOT).unwrap().pop().unwrap();
    for number in 0..letters {
        let share = number % 3 + 1;
        let text = format!("{share} discretionary reinforcement{} to West", if share == 1 { "" } else { "s" });
        let letter = answer(&root, &format!("[war] orders {number}"), &text, &[]);
        game.stage.mail(&letter).unwrap();
    }
    let report = game.stage.newest(BOB).unwrap();
    let orders = Written {
        from: BOB.to_owned(),
        ..answer(&report, "Re: [war] orders", "2 discretionary reinforcements to West", &[])
    };
    game.stage.mail(&orders).unwrap();
    game.pass().await;
    let to_bob = game.news(BOB);
    assert!(to_bob.len() == 1 && to_bob[0].text.contains("1 order on file"), "{to_bob:?}");
    let receipts = game.news(ROBOT).into_iter().filter(|letter| letter.subject.contains("orders, phase")).count();
    assert_eq!(receipts, AnswerLimits::default().per_hour as usize);
    assert!(game.news(GM).len() == 1 && game.alerts(GM) == 1);
    let id = GameId::parse("war").unwrap();
    let record = game.stage.judge().store().read().game(&id, &game.stage.judge().house().shelf).unwrap().unwrap();
    assert_eq!(record.sheets[&SeatId::parse("usa-sc").unwrap()].revision, letters, "every letter counted");
    // A quarter of an hour later one letter answers those that had none.
    for _ in 0..4 {
        game.pass().await;
    }
    let together = game.news(ROBOT);
    assert_eq!(together.len(), 1);
    assert!(
        together[0].text.contains(&format!("{} letters of yours had no answer of their own", letters - 60)),
        "{}",
        together[0].text
    );
    assert!(together[0].text.contains("discretionary"), "{}", together[0].text);
}
