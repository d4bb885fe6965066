//! A game of offices: names of any length, seats that nobody holds, most that nobody waits for, and a store from which all take
//! in the order in which their letters come. Orders of it that do not wait are tried in `acts`.

use std::sync::LazyLock;

use crate::support::store::{game_id, seat_id};
use adjutant::cli::replay::compare;
use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::desk::{AnswerLimits, Step, StepKind};
use adjutant::facts::{Audience, Brief, Fact};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Dice, LONGEST_SEAT, NextPhase, SeatId, SeatSpec};
use adjutant::mail::compose::WIDTH;
use adjutant::order::{Filed, Remark};
use adjutant::rules::case::Case;
use adjutant::rules::{
    About, Acted, Assigned, Context, Giver, LineReview, OrderSet, Outcome, OwnFile, RefusedActs, Review, RuleBook,
    Shelf, Unsound,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub const GM: &str = "grace@gm.example";
pub const ANN: &str = "ann@play.example";
pub const BOB: &str = "bob@play.example";
pub const CAT: &str = "cat@play.example";
/// Monday, 2 March 2026, 12:00 UTC; phases end at 20:00 every day.
pub const BEGINS: i64 = 1_772_452_800;
pub const HOUR: i64 = 3_600;
pub const SECRETARY: &str = "secretary-of-the-treasury-and-the-navies";
/// So much is in the store each turn.
const STORE: usize = 3;
/// So much a person may buy in a turn, whatever the number of his seats.
const MOST_BOUGHT: usize = 3;

/// A president, for whom all wait; a secretary, for whom he stands in; a senator and a governor without whom it goes on.
/// `take corn` takes from the store while there is anything in it. Two orders do not wait: `grab corn` takes at once what nobody
/// grabbed before him, so that all see it, with a throw of a die for how much; `hide corn` hides what its giver grabbed, of which
/// the president alone hears beside him. `buy corn` stands beside what was bought before.
#[derive(Clone, Copy)]
pub struct Offices;

/// What an office may do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Order {
    Take(String),
    Buy(String),
    Grab(String),
    Hide(String),
}

/// What is told of the orders that do not wait, for receipts and reports.
const TELLS: &str = r#"{% for item in items %}{% if item.kind == "Grabbed" %}{{ item.by }} has {{ item.count }} {{ item.what }}.

{% elif item.kind == "Hidden" %}{{ item.by }} hid {{ item.what }}.

{% elif item.kind == "Heard" %}{{ item.words }}

{% endif %}{% endfor %}Quiet."#;

fn offices() -> [SeatId; 4] {
    ["president", SECRETARY, "senator", "governor"].map(seat_id)
}

fn next(turn: u64) -> Option<NextPhase> {
    Some(NextPhase::new("turn", format!("Turn {turn}"), offices().into()).awaiting([seat_id("president")].into()))
}

impl RuleBook for Offices {
    type Scenario = ();
    type State = Value;
    type Order = Order;
    type Item = Value;

    const ID: &'static str = "offices";
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        static ABOUT: LazyLock<About> =
            LazyLock::new(|| About { scenarios: vec!["one".to_owned()], has_acts: true, ..About::default() });
        &ABOUT
    }
    fn document(&self, _: &str) -> Option<Value> {
        Some(json!({}))
    }
    fn prepare(&self, _: &Value) -> Result<(), String> {
        Ok(())
    }
    fn seats(&self, (): &()) -> Vec<SeatSpec> {
        let spec = |id: SeatId| SeatSpec {
            title: format!("The {}", id.as_str().split('-').next().unwrap_or_default()),
            side: "state".to_owned(),
            stand_in: (id.as_str() == SECRETARY).then(|| seat_id("president")),
            may_stay_vacant: ["senator", "governor"].contains(&id.as_str()),
            id,
        };
        offices().map(spec).into()
    }
    fn begin(&self, (): &(), _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: json!({ "turn": 1 }), events: Vec::new(), next: next(1) }
    }
    fn begins_order(&self, line: &str) -> bool {
        ["take ", "buy ", "grab ", "hide "].iter().any(|verb| line.starts_with(verb))
    }
    fn read(&self, (): &(), _: &mut Context, line: &str) -> Result<(Vec<Order>, Vec<Remark>), Remark> {
        let (verb, what) = line.split_once(' ').ok_or_else(Remark::chatter)?;
        let order = match verb {
            "take" => Order::Take,
            "buy" => Order::Buy,
            "grab" => Order::Grab,
            "hide" => Order::Hide,
            _ => return Err(Remark::chatter()),
        };
        Ok((vec![order(what.to_owned())], Vec::new()))
    }
    fn write(&self, (): &(), order: &Order) -> String {
        match order {
            Order::Take(what) => format!("take {what}"),
            Order::Buy(what) => format!("buy {what}"),
            Order::Grab(what) => format!("grab {what}"),
            Order::Hide(what) => format!("hide {what}"),
        }
    }
    fn acts(&self, (): &(), order: &Order) -> bool {
        !matches!(order, Order::Take(_) | Order::Buy(_))
    }
    fn act(
        &self,
        (): &(),
        state: &Value,
        giver: &Giver,
        orders: &[Order],
        dice: &mut Dice,
    ) -> Result<Acted<Value, Value>, RefusedActs> {
        let mut state = state.clone();
        let (seat, order) = (giver.seat.as_str(), &orders[0]);
        let refused = |words: &str| Err(vec![(0, Remark::refused(words).hint("Something else."))]);
        let (Order::Take(what) | Order::Buy(what) | Order::Grab(what) | Order::Hide(what)) = order;
        let by = state["grabbed"][what]["by"].as_str().map(str::to_owned);
        match (order, by) {
            (Order::Grab(what), None) if what == "noise" => {
                panic!("the book breaks");
            }
            (Order::Grab(what), None) => {
                let count = dice.roll(&format!("grab {what}"), 6);
                let at = giver.received.map(|received| received.at);
                state["grabbed"][what] = json!({ "by": seat, "count": count, "at": at });
            }
            (Order::Grab(what), Some(by)) => return refused(&format!("{by} has the {what}.")),
            (Order::Hide(what), Some(by)) if by == seat => state["hidden"][what] = json!(seat),
            _ => return refused(&format!("You have no {what}.")),
        }
        let heard = json!({ "kind": "Heard", "words": format!("It is done: {}.", self.write(&(), order)) });
        let events = vec![Fact::new(Audience::seat(&giver.seat), heard)];
        Ok(Acted { state, events, is_told_now: true, vain: None })
    }
    fn assign(&self, (): &(), _: &Brief<Value>, seats: &[SeatId], orders: &[Order]) -> Vec<Result<Assigned, Remark>> {
        let assigned = |order: &Order| {
            let named = seats.iter().find(|seat| self.write(&(), order).ends_with(&format!(" for {seat}")));
            let seat =
                named.or(seats.first()).ok_or_else(|| Remark::refused("No seat of yours may order this."))?.clone();
            Ok(match order {
                Order::Buy(_) => Assigned::new(seat, "market").added(),
                _ => Assigned::new(seat, "store"),
            })
        };
        orders.iter().map(assigned).collect()
    }
    fn review(&self, (): &(), _: &Brief<Value>, file: OwnFile<'_, Order>) -> Review<Value> {
        let note = |line: &Filed<Order>| line.received.map_or_else(String::new, |came| format!("came {}", came.at));
        let is_bought = |line: &&Filed<Order>| matches!(line.order, Order::Buy(_));
        let reviewed = |(at, line): (usize, &Filed<Order>)| {
            let by_others = file.others_before(line).filter(is_bought).count();
            let bought = by_others + file.lines[..=at].iter().filter(is_bought).count();
            let is_too_much = is_bought(&line) && bought > MOST_BOUGHT;
            let refused = is_too_much.then(|| Remark::refused(format!("This would be your purchase {bought}.")));
            LineReview { note: note(line), remarks: refused.into_iter().collect() }
        };
        Review { lines: file.lines.iter().enumerate().map(reviewed).collect(), account: Vec::new() }
    }
    fn situation(&self, (): &(), state: &Value) -> Vec<Fact<Value>> {
        let mut facts = vec![Fact::new(Audience::Everyone, json!({ "kind": "Quiet" }))];
        let of = |part: &str| state[part].as_object().cloned().unwrap_or_default();
        for (what, held) in of("grabbed") {
            let item = json!({ "kind": "Grabbed", "what": what, "by": held["by"], "count": held["count"] });
            facts.push(Fact::new(Audience::Everyone, item));
        }
        for (what, by) in of("hidden") {
            let readers = [seat_id("president"), seat_id(by.as_str().unwrap_or_default())];
            let item = json!({ "kind": "Hidden", "what": what, "by": by });
            facts.push(Fact::new(Audience::Seats(readers.into()), item));
        }
        facts
    }
    fn adjudicate(&self, (): &(), state: &Value, orders: &OrderSet<Order>, _: &mut Dice) -> Outcome<Value, Value> {
        let turn = state["turn"].as_u64().unwrap_or_default() + 1;
        let taken = orders.in_order_of_receipt().into_iter().take(STORE);
        let taken = taken.filter_map(|(_, line)| match &line.order {
            Order::Take(what) => Some(what.clone()),
            Order::Buy(_) | Order::Grab(_) | Order::Hide(_) => None,
        });
        let taken: Vec<String> = taken.collect();
        let held: Vec<SeatId> = offices().into_iter().filter(|seat| orders.is_held(seat)).collect();
        let kept = |part: &str| state[part].clone();
        let state =
            json!({ "turn": turn, "taken": taken, "held": held, "grabbed": kept("grabbed"), "hidden": kept("hidden") });
        Outcome { state, events: Vec::new(), next: next(turn) }
    }
    fn sound(&self, (): &(), _: &Value) -> Result<(), Unsound> {
        Ok(())
    }
}

pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes to the judge in answer to the newest letter; the answer, in one line.
pub async fn say(stage: &mut Stage, from: &str, text: &str) -> String {
    let answered = stage.newest(from).unwrap().message_id;
    let (from, subject, text) = (from.to_owned(), "[one] letter".to_owned(), text.to_owned());
    let letter = Written { from: from.clone(), subject, text, in_reply_to: Some(answered), ..Written::default() };
    stage.now += 60;
    stage.mail(&letter).unwrap();
    stage.pass().await.unwrap();
    flat(&stage.newest(&from).unwrap().text)
}

/// The letters of somebody with these words in their subject, each in one line.
pub fn told(stage: &Stage, who: &str, subject: &str) -> Vec<String> {
    let letters = stage.letters(who).unwrap().into_iter();
    letters.filter(|letter| letter.subject.contains(subject)).map(|letter| flat(&letter.text)).collect()
}

pub fn steps(stage: &Stage) -> Vec<Step> {
    stage.judge().store().steps(&game_id("one")).unwrap().into_iter().map(|stored| stored.step).collect()
}

pub fn phase_number(stage: &Stage) -> u32 {
    let judge = stage.judge();
    judge.store().read().game(&game_id("one"), &judge.house().shelf).unwrap().unwrap().phase_number()
}

/// The key of the judge.
pub const KEY: [u8; 32] = [3; 32];

/// A judge with this book alone, whose answers to one person have these limits.
pub fn set_up(folder: &std::path::Path, limits: AnswerLimits) -> Stage {
    let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
    let scene = Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable: Timetable {
            zone: chrono_tz::UTC,
            rhythms: [("turn".to_owned(), rhythm)].into(),
            grace_minutes: 120,
            reminders_minutes: vec![60],
            pace: Pace { outage: None, ..Pace::default() },
        },
        shelf: Shelf::default().with(|| Offices),
        begins: BEGINS,
        templates: [("report", TELLS), ("account", TELLS), ("help", "Quiet.")]
            .map(|(name, text)| (format!("offices/{name}.txt"), text.to_owned()))
            .to_vec(),
    };
    Stage::set_up_with(folder, scene, KEY, |house| house.limits = limits).unwrap()
}

/// A game that Ann presides over, with Bob as the secretary and Cat as the senator; the governor's seat is vacant.
pub async fn new_game(folder: &std::path::Path) -> (Stage, String) {
    begin(set_up(folder, AnswerLimits::default())).await
}

/// The same by this judge.
pub async fn begin(mut stage: Stage) -> (Stage, String) {
    stage.pass().await.unwrap();
    say(&mut stage, GM, "CREATE one FROM offices/one").await;
    let seats = format!("SEAT Ann <{ANN}> AS president\nSEAT Bob <{BOB}> AS {SECRETARY}\nSEAT Cat <{CAT}> AS senator");
    let started = say(&mut stage, GM, &format!("{seats}\nSTART")).await;
    (stage, started)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_starts_without_anybody_in_a_seat_that_may_stay_vacant() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, started) = new_game(folder.path()).await;
    assert!(started.contains("Nobody serves governor, without whom the game goes on as well."), "{started}");
    let who = say(&mut stage, GM, "WHO").await;
    for words in [
        "governor nobody owes none",
        "senator Cat owes orders",
        "The president, The secretary, The senator. The phase waits for The president alone.",
    ] {
        assert!(who.contains(words), "{words}: {who}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_with_the_longest_name_fits_into_letters() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    assert_eq!(SECRETARY.len(), LONGEST_SEAT);
    let status = say(&mut stage, BOB, "take salt\nSTATUS\nSHOW").await;
    assert!(status.contains(&format!("Your seat {SECRETARY}, 1 order on file The secretary")), "{status}");
    let on_behalf = say(&mut stage, GM, "AS secretary of the treasury and the navies\ntake iron").await;
    assert!(on_behalf.contains(&format!("Did you mean AS {SECRETARY}?")), "{on_behalf}");
    say(&mut stage, GM, "WHO\nSTATUS\nLOCK Bob").await;
    for who in [GM, ANN, BOB, CAT] {
        for letter in stage.letters(who).unwrap() {
            let is_wide = |line: &&str| line.chars().count() > WIDTH && line.trim().contains(' ');
            assert_eq!(letter.text.lines().find(is_wide), None, "{}", letter.subject);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_owe_orders_are_reminded_and_the_phase_waits_for_some_of_them_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let due = BEGINS + 8 * HOUR;
    stage.pass_at(due - HOUR + 60).await.unwrap();
    let reminded = |who| told(&stage, who, "reminder").pop().unwrap_or_default();
    assert!(reminded(ANN).contains("We have none yet from The president."), "{}", reminded(ANN));
    assert!(!reminded(ANN).contains("does not wait"), "{}", reminded(ANN));
    for who in [BOB, CAT] {
        assert!(reminded(who).contains("The phase does not wait for them"), "{}", reminded(who));
    }
    // The president is late: he is waited for, and is told so with the game master, and nobody else.
    stage.pass_at(due + 60).await.unwrap();
    assert_eq!(phase_number(&stage), 1);
    assert_eq!(told(&stage, ANN, "late").len(), 1);
    assert!(told(&stage, BOB, "late").is_empty() && told(&stage, CAT, "late").is_empty());
    let missing = told(&stage, GM, "orders are missing").pop().unwrap();
    assert!(missing.contains("none are on file for The president."), "{missing}");
    // With his orders it is played, though others are silent, who are told that they were.
    say(&mut stage, ANN, "take corn").await;
    stage.pass_at(due + 600).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    let report = told(&stage, BOB, "Turn 1 played").pop().unwrap();
    assert!(report.contains("No orders had come from you"), "{report}");
    let reports = told(&stage, ANN, "Turn 1 played").join(" ");
    assert!(reports.contains("No orders had come from The secretary"), "{reports}");
    // In the next one his orders are there, so nothing is waited for after the deadline.
    say(&mut stage, ANN, "take corn").await;
    stage.pass_at(due + 24 * HOUR + 60).await.unwrap();
    assert_eq!(phase_number(&stage), 3);
    assert!(told(&stage, BOB, "late").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phase_ends_early_when_those_are_ready_for_whom_it_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let nothing = say(&mut stage, BOB, "READY NOTHING").await;
    assert!(nothing.contains("to be played; it does not wait for you. WAIT"), "{nothing}");
    let ready = say(&mut stage, ANN, "take corn\nREADY").await;
    assert!(ready.contains("so is everybody else who is waited for"), "{ready}");
    let [bob, cat] = [BOB, CAT].map(|who| told(&stage, who, "everybody is ready").pop().unwrap());
    assert!(bob.contains("Everybody whom phase 1 (Turn 1) waits for is ready."), "{bob}");
    assert!(!bob.contains("count when they come before that"), "{bob}");
    assert!(cat.contains("Orders for The senator count when they come before that."), "{cat}");
    stage.pass_at(stage.now + HOUR + 60).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_all_take_from_is_taken_in_the_order_in_which_letters_come() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let first = say(&mut stage, BOB, "take salt\ntake iron").await;
    assert!(first.contains(&format!("1. take salt [came {}]", stage.now)), "{first}");
    say(&mut stage, CAT, "take corn").await;
    say(&mut stage, ANN, "take wood").await;
    // He repeats his list in another order, with more behind it: what he had keeps its place.
    let came = stage.now - 120;
    let again = say(&mut stage, BOB, "take gold\ntake iron\ntake salt").await;
    assert!(again.contains(&format!("2. take iron [came {came}]")), "{again}");
    assert!(again.contains(&format!("1. take gold [came {}]", stage.now)), "{again}");
    stage.pass_at(BEGINS + 8 * HOUR + 60).await.unwrap();
    let steps = steps(&stage);
    let played = steps.iter().find(|step| step.kind == StepKind::Phase).unwrap();
    assert_eq!(played.state["taken"], json!(["salt", "iron", "corn"]));
    assert_eq!(played.state["held"], json!(["president", SECRETARY, "senator"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_are_decided_later_have_come_when_they_came() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let begun = stage.now;
    stage.now += 600;
    for (who, text, came) in [(ANN, "take corn", 300), (CAT, "take wood", 200), (BOB, "take salt\ntake iron", 100)] {
        let in_reply_to = Some(stage.newest(who).unwrap().message_id);
        let (from, subject, text) = (who.to_owned(), "[one] letter".to_owned(), text.to_owned());
        let letter = Written { from, subject, text, in_reply_to, ..Written::default() };
        let (_, bytes) = stage.write(&letter).unwrap();
        stage.mail_raw_at(&bytes, begun + came).unwrap();
        stage.pass().await.unwrap();
    }
    stage.pass_at(BEGINS + 8 * HOUR + 60).await.unwrap();
    let played = steps(&stage).into_iter().find(|step| step.kind == StepKind::Phase).unwrap();
    assert_eq!(played.state["taken"], json!(["salt", "iron", "wood"]));
}

#[test]
fn a_rule_case_says_when_letters_come_and_which_seats_are_vacant() {
    let case = r#"
        book = "offices"
        scenario = "one"
        rule = "1"
        name = "Who writes first takes first"
        vacant = ["senator", "governor"]
        [orders.president]
        arrives = 2
        lines = "take corn"
        [orders.senator]
        arrives = 1
        lines = "take wood"
        [orders.governor]
        arrives = 2
        lines = """
        take salt
        take iron
        """
        [dice]
        [expect]
        notes.president = ["came 2"]
        notes.senator = ["came 1"]
        [expect.state]
        taken = ["wood", "salt", "iron"]
        held = ["president", "secretary-of-the-treasury-and-the-navies"]
    "#;
    let differences = Case::parse(case).unwrap().run(&Shelf::default().with(|| Offices)).unwrap();
    assert!(differences.is_empty(), "{}", differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_off_the_file_comes_with_the_letter_that_brings_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "take salt").await;
    say(&mut stage, BOB, "CANCEL ALL").await;
    let restored = say(&mut stage, BOB, "RESTORE").await;
    assert!(restored.contains(&format!("1. take salt [came {}]", stage.now)), "{restored}");
    let came = stage.now;
    let replaced = say(&mut stage, BOB, "CANCEL ALL\ntake salt").await;
    assert!(replaced.contains(&format!("1. take salt [came {came}]")), "{replaced}");
    let added = say(&mut stage, BOB, "ADD\ntake salt").await;
    assert!(added.contains(&format!("2. take salt [came {}]", stage.now)), "{added}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_holds_a_seat_and_what_came_first_are_replayed_with_a_phase() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, CAT, "take corn\ntake wood").await;
    say(&mut stage, ANN, "take salt\ntake iron").await;
    stage.pass_at(BEGINS + 8 * HOUR + 60).await.unwrap();
    let steps = steps(&stage);
    let table = stage.judge().house().shelf.table("offices", "one").unwrap();
    assert!(compare(&table, &steps).is_ok());
    let otherwise = |change: fn(&mut Value)| {
        let mut steps = steps.clone();
        let played = steps.iter_mut().find(|step| step.kind == StepKind::Phase).unwrap();
        change(&mut played.input);
        compare(&table, &steps).map(drop).unwrap_err().to_string()
    };
    let of_all = otherwise(|input| input["held"] = Value::Null);
    assert!(of_all.contains("at held"), "of a phase from before every seat is taken for held: {of_all}");
    let unknown = otherwise(|input| {
        let lines = input["orders"]["president"].as_array_mut().unwrap();
        lines.iter_mut().for_each(|line| drop(line.as_object_mut().unwrap().remove("received")));
    });
    assert!(unknown.contains("at taken"), "orders from before come first: {unknown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_adds_stands_beside_earlier_ones_and_is_not_doubled_by_a_letter_that_is_sent_twice() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "buy salt").await;
    let second = say(&mut stage, BOB, "buy iron\ntake corn").await;
    assert!(second.contains("you had 1 order, now 3 orders on file."), "{second}");
    assert!(second.contains("It is ordered beside what is on file already (buy salt)."), "{second}");
    let again = say(&mut stage, BOB, "buy iron\ntake wood").await;
    assert!(again.contains("This is on file already, so it was not put there a second time."), "{again}");
    assert!(again.contains("Below a line ADD it is ordered once more."), "{again}");
    for (order, is_on_file) in [("buy salt", true), ("buy iron", true), ("take wood", true), ("take corn", false)] {
        assert_eq!(again.contains(&format!("{order} [came")), is_on_file, "{order}: {again}");
    }
    let added = say(&mut stage, BOB, "ADD\nbuy iron").await;
    assert!(added.contains("now 4 orders on file."), "{added}");
    // Each on file answers for one like it, and no more.
    let thrice = say(&mut stage, BOB, "CANCEL 1").await;
    assert!(thrice.contains("now 3 orders on file."), "{thrice}");
    let thrice = say(&mut stage, BOB, "buy iron\nbuy iron\nbuy iron").await;
    assert!(thrice.contains("now 4 orders on file."), "{thrice}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_spends_by_one_of_his_seats_he_cannot_spend_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let seated = say(&mut stage, GM, &format!("SEAT Cat <{CAT}> AS governor")).await;
    assert!(seated.contains("governor"), "{seated}");
    let bought = say(
        &mut stage,
        CAT,
        "buy salt for governor\nbuy iron for governor\nbuy corn for senator\nbuy wood for senator",
    )
    .await;
    assert!(bought.contains("This would be your purchase 4."), "{bought}");
    // Whoever holds one of them alone is held to his own.
    let alone = say(&mut stage, BOB, "buy salt\nbuy iron\nbuy corn").await;
    assert!(alone.contains("3 orders on file."), "{alone}");
    // What is found for one seat is shown with the letter that spends by the other.
    say(&mut stage, CAT, "CANCEL ALL").await;
    say(&mut stage, CAT, "buy salt for senator\nbuy iron for senator").await;
    let both = say(&mut stage, CAT, "buy corn for governor\nbuy wood for governor").await;
    assert!(both.contains("This would be your purchase 4."), "{both}");
}
