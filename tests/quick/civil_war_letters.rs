//! The letters of `civil-war`: real situations through its templates, as each reader gets them.

use std::collections::BTreeMap;

use adjutant::books::civil_war::item::{ActOutcome, BattleResult, CaseEnd, Item, LeaderChange, LeaderFate, Modifier};
use adjutant::books::civil_war::leaders::{Case, Decision, Shift};
use adjutant::books::civil_war::order::{Matter, Verdict};
use adjutant::books::civil_war::scenario::{Account, Scenario, Side, SizeClass, Theatre};
use adjutant::books::civil_war::state::{LeaderPlace, Ratings, State};
use adjutant::books::civil_war::{CivilWar, audience, begin, situation, strategic};
use adjutant::facts::{Audience, Brief, Fact, Viewer, brief};
use adjutant::game::{Dice, SeatId, Secret};
use adjutant::mail::{Entry, visible};
use adjutant::report::Renderer;
use adjutant::rules::{Context, OrderSet, RuleBook};

/// The passage that this reader gets, by the road every letter takes.
fn render(template: &str, known: Brief<Item>) -> String {
    let renderer = Renderer::new(adjutant::books::of_the_house().templates(), &BTreeMap::new()).unwrap();
    let known = known.try_map(serde_json::to_value).unwrap();
    renderer.passage(template, &known).unwrap().text().to_owned()
}

fn account_of(item: Item) -> String {
    let text = render("civil-war/account.txt", brief(Viewer::stranger(), &[Fact::new(Audience::Everyone, item)]));
    show("account", &text);
    assert_tables_fit(&text);
    text
}

fn seat(id: &str) -> SeatId {
    SeatId::parse(id).unwrap()
}

fn dice() -> Dice {
    Dice::committed(&Secret::new([5; 32]), "1.1")
}

/// What `reader` gets of these events in this state.
fn letter(scenario: &Scenario, state: &State, events: &[Fact<Item>], reader: &str) -> String {
    let mut facts = events.to_vec();
    facts.extend(situation::situation(scenario, state));
    let text = render("civil-war/report.txt", brief(Viewer::vacant(&seat(reader)), &facts));
    show(reader, &text);
    text
}

/// With `--nocapture` the letters can be read.
fn show(what: &str, text: &str) {
    println!("===== {what}\n{text}\n");
}

fn assert_tables_fit(text: &str) {
    for line in text.lines().filter(|line| line.starts_with("  ")) {
        assert!(line.chars().count() <= 72, "{} columns: {line}", line.chars().count());
    }
}

fn battle(is_attacker: bool, result: BattleResult) -> Item {
    Item::Battle {
        pulse: 11,
        hex: "4910".parse().unwrap(),
        place: "Manassas".to_owned(),
        is_attacker,
        own_sp: 8,
        own_leader: Some("McDowell".to_owned()),
        enemy: SizeClass::Medium,
        enemy_leader: None,
        enemy_initiative: None,
        dice: vec![4, 3],
        modifiers: vec![
            Modifier { reason: "odds 8:7".to_owned(), value: 0 },
            Modifier { reason: "entrenched".to_owned(), value: -2 },
        ],
        total: 5,
        own_losses: 1,
        result,
        throws: Vec::new(),
    }
}

fn done(pulses: &str, order: &str, outcome: ActOutcome) -> Item {
    Item::Done { account: Account::East, pulses: pulses.to_owned(), order: order.to_owned(), outcome }
}

#[test]
fn the_supreme_commander_opens_a_turn_with_his_totals_and_limits() {
    let scenario = Scenario::embedded().unwrap();
    let outcome = begin::begin(&scenario, &mut dice());
    let text = letter(&scenario, &outcome.state, &outcome.events, "usa-sc");
    assert_tables_fit(&text);
    let own = &outcome.state.sides[&Side::Usa];
    assert!(text.trim_start().starts_with("Turn 1, Jul-Aug 1861. Next to be played: the strategic phase.\n"));
    assert!(text.contains(&format!("You have {} command points (CP) and {} pulse points (PP)", own.cp, own.pp)));
    assert!(text.contains("\nNew leaders\n-----------\n  1 of ***  infantry  planned for East\n"));
    assert!(!text.contains("McClellan") && !text.contains("Stuart") && !text.contains("Dice and rulings"));
}

#[test]
fn a_theatre_commander_reads_what_he_was_given_and_who_waits_in_his_pool() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let outcome = strategic::play(&scenario, &state, &OrderSet::default(), &mut dice());
    let text = letter(&scenario, &outcome.state, &outcome.events, "csa-east");
    assert_tables_fit(&text);
    assert!(text.contains("\n  East               1. Lee *** 2 (+2/+2)"));
    assert!(text.contains("\n  Manassas               4910    7     Beauregard *** 3 (+1/0)\n"));
    assert!(text.contains("\n  Washington             5009  large\n"), "the picket at Manassas sees Washington");
    assert!(text.contains("Passing sightings\n-----------------\nNone."));
    assert!(!text.contains("To distribute"));
    let sc = letter(&scenario, &outcome.state, &outcome.events, "csa-sc");
    assert_tables_fit(&sc);
    assert!(sc.contains("Your distribution\n-----------------\nWhat was not ordered was divided by the default.\n"));
    assert!(sc.contains("Accounts of your commanders"));
    assert!(!sc.contains("Lee ***"));
}

#[test]
fn battles_and_orders_are_told_with_dice_modifiers_and_reasons() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let mut state = strategic::play(&scenario, &state, &OrderSet::default(), &mut dice()).state;
    let washington = state.stacks.get_mut(&"5009".parse().unwrap()).unwrap();
    (washington.demoralised, washington.is_entrenched) = (washington.sp, true);
    let long = "move 3 SP from Washington to hex 4909 near Frederick, via Harpers Ferry and Hagerstown, one by one";
    let told = vec![
        done(
            "PP 1-3",
            "PP 1-3: enter 3 leaders at Washington",
            ActOutcome::Done { text: "McClellan and Heintzelman entered".to_owned() },
        ),
        done(
            "PP 4-7",
            long,
            ActOutcome::Partly {
                text: "2 SP arrived".to_owned(),
                why: "the enemy stood in the way of the third".to_owned(),
            },
        ),
        done(
            "PP 9-11",
            "move McDowell to Manassas",
            ActOutcome::Void { why: "the force was attacked first".to_owned() },
        ),
        done("PP 12", "idle", ActOutcome::Idle),
        Item::Tie {
            pulse: 11,
            order: "Move McDowell to Manassas".to_owned(),
            throw: 3,
            equal: Vec::new(),
            initiative: 4,
            is_first: true,
            throws: Vec::new(),
        },
        battle(true, BattleResult::Repulsed),
        battle(false, BattleResult::RetreatedDemoralised),
        Item::Lapsed { account: Account::East, cp: 1, pp: 4, reinforcements: 1, kept: 5 },
        Item::Refunded { account: Account::East, cp: 3, place: "Washington".to_owned(), is_lost: false },
        Item::CityTaken { name: "Winchester".to_owned(), hex: "4709".parse().unwrap(), by: Side::Usa },
        Item::Passed {
            side: Side::Csa,
            from_pulse: 3,
            to_pulse: 5,
            class: SizeClass::Small,
            hexes: ["4809", "4808"].map(|hex| hex.parse().unwrap()).to_vec(),
            heading: "NW".to_owned(),
        },
        Item::Losses { account: Account::East, own_sp: 2 },
    ];
    let to_east = |item| Fact::new(audience::commander(&scenario, Side::Usa, Account::East), item);
    let events: Vec<_> = told.into_iter().map(to_east).collect();
    let text = letter(&scenario, &state, &events, "usa-east");
    assert_tables_fit(&text);
    assert!(text.contains(
        "Pulse 11: battle at Manassas (4910). Our 8 SP under McDowell attacked a medium force. The attacker threw 4 and 3; \
         odds 8:7 (0), entrenched (-2): 5 in all. We were repulsed. We lost 1 SP.\n"
    ));
    assert!(text.contains("We had to fall back and are demoralised. We lost 1 SP."));
    assert!(text.contains("\n              -> not done: the force was attacked first\n"));
    assert!(text.contains("\n  Washington             5009   10 ED  McDowell ** 4 (0/-1)\n"));
    assert!(text.contains(
        "\n  PP 1-3      enter 3 leaders at Washington\n              -> McClellan and Heintzelman entered\n"
    ));
    assert!(text.contains("E: entrenched. D: demoralised."));
    assert!(text.contains("A small Confederate force, pulses 3 to 5, by 4809, 4808, last going NW."));
}

#[test]
fn every_item_can_be_rendered_for_every_reader() {
    let scenario = Scenario::embedded().unwrap();
    let start = begin::begin(&scenario, &mut dice());
    let outcome = strategic::play(&scenario, &start.state, &OrderSet::default(), &mut dice());
    let readers = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
    let lengths: BTreeMap<_, _> = readers
        .into_iter()
        .flat_map(|reader| {
            [(&start.state, &start.events), (&outcome.state, &outcome.events)].map(|(state, events)| {
                let text = letter(&scenario, state, events, reader);
                assert_tables_fit(&text);
                ((reader, state.stage), text.lines().count())
            })
        })
        .collect();
    assert_eq!(lengths.len(), 14);
    let public =
        render("civil-war/report.txt", brief(Viewer::stranger(), &situation::situation(&scenario, &start.state)));
    show("stranger", &public);
    assert!(!public.contains("Own forces") && public.contains("Known to everybody"));
}

#[test]
fn supply_works_and_railways_are_told() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = begin::begin(&scenario, &mut dice()).state;
    let (corinth, far) = ("2121".parse().unwrap(), "2412".parse().unwrap());
    state.rails.insert(corinth, Side::Usa);
    let mut lost = state.stacks.remove(&"1720".parse().unwrap()).unwrap();
    lost.army = Some("Army of the West".to_owned());
    state.stacks.insert(far, lost);
    let place = || "Corinth".to_owned();
    let west = audience::commander(&scenario, Side::Csa, Account::West);
    let what = "the depot was destroyed".to_owned();
    let events = [
        Fact::new(Audience::Everyone, Item::RailConverted { pulse: 4, hex: corinth, place: place(), by: Side::Usa }),
        Fact::new(west, Item::WorksLost { account: Account::West, pulse: 3, hex: corinth, place: place(), what }),
        Fact::new(
            audience::side(&scenario, Side::Csa),
            Item::Attrition { hex: far, place: "Evansville".to_owned(), sp_lost: 1 },
        ),
    ];
    let text = letter(&scenario, &state, &events, "csa-west");
    assert_tables_fit(&text);
    assert!(
        text.contains(
            "  Evansville             2412    3 U   \n                                       Army of the West"
        )
    );
    assert!(text.contains(" U: out of supply."));
    assert!(text.contains("\n\nOut of supply: Evansville (2412), 3 SP.\n"));
    assert!(text.contains("\n\nLost for want of supply: Evansville (2412), 1 SP.\n"));
    assert!(text.contains("\nPulse 3: the enemy entered Corinth (2121); the depot was destroyed.\n"));
    assert!(
        text.contains("\n\nRailway news\n------------\nPulse 4: the Union converted the railway at Corinth (2121).\n")
    );
    assert!(text.contains("\nRailways that changed hands: Corinth (2121) (Union).\n"));
    let other = letter(&scenario, &state, &events, "usa-east");
    assert!(
        other.contains("Pulse 4: the Union converted") && !other.contains("supply") && !other.contains("depot was")
    );
}

#[test]
fn a_supreme_commander_reads_his_rail_points_and_how_he_divided_them_last() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = begin::begin(&scenario, &mut dice()).state;
    let own = state.sides.get_mut(&Side::Usa).unwrap();
    own.last_rail = BTreeMap::from([(Account::East, 11), (Account::West, 9), (Account::Trans, 4)]);
    let text = letter(&scenario, &state, &[], "usa-sc");
    assert!(text.contains("\nYou have 24 rail points for the three theatres;"), "{text}");
    assert!(text.contains(" Last turn: East 11, West 9, Trans-Mississippi 4.\n"), "{text}");
    assert!(!letter(&scenario, &state, &[], "usa-east").contains("24 rail points"));
}

#[test]
fn a_receipt_says_what_rail_points_are_left() {
    let open = Item::Undistributed {
        cp: 0,
        pp: 0,
        is_cp_divided: true,
        is_pp_divided: true,
        discretionary: 0,
        is_complete: true,
    };
    let rail = Item::RailUndistributed { points: 24, is_divided: false };
    let facts = [open, rail].map(|item| Fact::new(Audience::Everyone, item));
    let text = render("civil-war/account.txt", brief(Viewer::stranger(), &facts));
    assert!(
        text.contains("\n- Railway points: 24 still to be divided; without orders they go as last turn.\n"),
        "{text}"
    );
    let spent = account_of(Item::RailSpending { account: Account::West, points: 3, available: 9 });
    assert!(spent.contains("\nRailway points: West 3 of 9.\n"), "{spent}");
}

#[test]
fn a_receipt_says_in_a_few_lines_what_is_left() {
    let spending = Item::Spending {
        account: Account::Trans,
        sub_turn: 1,
        cp: 9,
        cp_available: 12,
        pp: 18,
        pp_available: 20,
        reinforcements: 3,
        reinforcements_left: 2,
        leaders: 1,
        leaders_left: 0,
        kept_cp: 3,
        kept_pp: 2,
    };
    let text = account_of(spending);
    assert!(text.contains("  Trans-Mississippi    9    12     18    20 "));
    assert!(text.contains("Of these Trans-Mississippi keeps 3 CP and 2 PP for conditions."));
    let open = Item::Undistributed {
        cp: 22,
        pp: 0,
        is_cp_divided: false,
        is_pp_divided: true,
        discretionary: 3,
        is_complete: false,
    };
    let text = account_of(open);
    assert!(text.contains("Command points: 22 still to be divided") && text.contains("Pulse points: all divided."));
}

/// The blanks of a form filled in, and the whole quoted as mail programs do.
fn answered(letter: &str, blanks: &[(&str, &str)]) -> String {
    let mut text = letter.to_owned();
    for (blank, filled) in blanks {
        assert!(text.contains(blank), "no \"{blank}\" in the form:\n{letter}");
        text = text.replacen(blank, filled, 1);
    }
    let quoted: Vec<String> = text.lines().map(|line| format!("> {line}").trim_end().to_owned()).collect();
    format!("Here are my orders.\n\nOn Tue, 1 Apr 2025, the judge wrote:\n{}\n", quoted.join("\n"))
}

/// What is filled into the forms of an answer, those of the report as they were sent.
fn entries(report: &str, text: &str) -> Vec<String> {
    let (sent, answered) = (visible::read_plain(report).forms, visible::read_plain(text).forms);
    assert_eq!(sent.len(), answered.len());
    let entries = answered.iter().zip(&sent).flat_map(|(form, sent)| form.entries(sent));
    let entries = entries.filter_map(|entry| match entry {
        Entry::Filled(text) => Some(text),
        Entry::Heading(_) => None,
        Entry::Half(text) => panic!("\"{text}\" is filled in only in part"),
        Entry::Strange(text) => panic!("\"{text}\" fits no blank"),
    });
    entries.collect()
}

fn orders_in(scenario: &Scenario, report: &str, text: &str) -> Vec<String> {
    let (book, mut context) = (CivilWar, Context::default());
    let mut words = Vec::new();
    for line in entries(report, text).iter().filter(|line| book.begins_order(line)) {
        let (orders, _) = book.read(scenario, &mut context, line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        words.extend(orders.iter().map(|order| book.write(scenario, order)));
    }
    words
}

#[test]
fn the_order_form_is_understood_filled_in_quote_marks_and_all() {
    let scenario = Scenario::embedded().unwrap();
    let opened = begin::begin(&scenario, &mut dice());
    let played = strategic::play(&scenario, &opened.state, &OrderSet::default(), &mut dice());
    let report = letter(&scenario, &played.state, &[], "csa-east");
    assert_tables_fit(&report);
    let filled = answered(
        &report,
        &[
            ("PP ____: enter ____ infantry at ____", "PP 1-2: enter 2 infantry at Richmond"),
            ("PP ____: enter Lee at ____", "PP 3: enter Lee at Richmond"),
            ("PP ____: move Beauregard to ____", "PP ____: move Beauregard to Culpeper"),
            ("PP ____: ____", "PP 7: nothing"),
        ],
    );
    assert_eq!(
        orders_in(&scenario, &report, &filled),
        [
            "PP 1-2: enter 2 infantry at Richmond",
            "PP 3: enter Lee at Richmond",
            "move Beauregard to Culpeper",
            "PP 7: idle"
        ]
    );
    assert_eq!(orders_in(&scenario, &report, &answered(&report, &[])), [""; 0], "a form left blank orders nothing");
    let supreme = letter(&scenario, &opened.state, &[], "csa-sc");
    let filled = answered(
        &supreme,
        &[(
            "distribute CP East ____, West ____, Trans ____, Naval ____",
            "distribute CP East 9, West 7, Trans 4, Naval 0",
        )],
    );
    assert_eq!(orders_in(&scenario, &supreme, &filled), ["distribute CP East 9, West 7, Trans 4, Naval 0"]);
}

/// The state of turn 1's first sub-turn, with all that can be said of leaders.
fn with_leaders_to_settle(scenario: &Scenario) -> State {
    let state = begin::begin(scenario, &mut dice()).state;
    let mut state = strategic::play(scenario, &state, &OrderSet::default(), &mut dice()).state;
    let affairs = &mut state.sides.get_mut(&Side::Usa).unwrap().leaders;
    let case =
        |leader: &str, account, matter, is_presented| Case { leader: leader.to_owned(), account, matter, is_presented };
    affairs.cases = vec![
        case("McDowell", Account::East, Matter::Dismissal, true),
        case("Banks", Account::East, Matter::Relief, false),
    ];
    affairs.decided = vec![Decision { leader: "Butler".to_owned(), account: Account::East, verdict: Verdict::Promote }];
    affairs.shifts = vec![Shift { leader: "McDowell".to_owned(), to: Theatre::West }];
    affairs.captured = vec!["Lyon".to_owned()];
    state.leaders.get_mut("Lyon").unwrap().place = LeaderPlace::Captured(Account::Trans);
    state.leaders.get_mut("Grant").unwrap().place = LeaderPlace::Wounded { account: Account::West, turns: 2 };
    state.leaders.get_mut("Banks").unwrap().shown = Some(Ratings { tactical: 1, strategic: 0 });
    state
}

#[test]
fn what_stands_about_leaders_is_told_to_each_by_what_he_may_know() {
    let scenario = Scenario::embedded().unwrap();
    let state = with_leaders_to_settle(&scenario);
    let text = letter(&scenario, &state, &[], "usa-east");
    assert_tables_fit(&text);
    for row in [
        "\nLeaders to decide\n-----------------\n  McDowell **        East               dismissal, before the SC\n",
        "\n  Banks **           East               relief, may be presented\n",
        "\n  Butler             promoted\n",
        "\n  McDowell           East to West\n",
        "\n  Grant              wounded, back in 2 turns (West)\n",
        "\n  Lyon               Union prisoner, number 1 to be exchanged\n",
        "Banks ** 4 (+1/0)*\n",
        "*: these ratings are old, the new ones are shown after his next fight.",
    ] {
        assert!(text.contains(row), "{row}");
    }
    let supreme = letter(&scenario, &state, &[], "usa-sc");
    assert_tables_fit(&supreme);
    assert!(supreme.contains("dismissal, before the SC") && !supreme.contains("relief, may be presented"));
    assert!(
        supreme.contains("\nLeaders in the pools\n--------------------\n  East               1 of ***  infantry\n")
    );
    let enemy = letter(&scenario, &state, &[], "csa-west");
    assert!(enemy.contains("Lyon               Union prisoner") && !enemy.contains("McDowell"));
    let ally = letter(&scenario, &state, &[], "usa-west");
    assert!(!ally.contains("Leaders to decide") && !ally.contains("Sent to another theatre"));
}

#[test]
fn what_became_of_leaders_is_told_in_sentences() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let state = strategic::play(&scenario, &state, &OrderSet::default(), &mut dice()).state;
    let fate = |fate| Item::LeaderFate {
        account: Account::East,
        pulse: 3,
        place: "Manassas".to_owned(),
        leader: "Banks".to_owned(),
        fate,
    };
    let closed =
        |end| Item::CaseClosed { leader: "Banks".to_owned(), account: Account::East, matter: Matter::Promotion, end };
    // Of one leader what was decided and has happened would be told once.
    let changed = |change| Item::LeaderChanged {
        leader: "Sigel".to_owned(),
        account: Account::East,
        change,
        stars: 3,
        initiative: 4,
        seniority: 35,
    };
    let (turns, now) = (2, 3);
    let fates = [
        LeaderFate::Killed,
        LeaderFate::Captured,
        LeaderFate::Wounded { turns },
        LeaderFate::Dismissal,
        LeaderFate::Relief,
        LeaderFate::Promotion,
        LeaderFate::Initiative { now },
    ];
    let ends = [
        CaseEnd::Promoted,
        CaseEnd::Refused,
        CaseEnd::Removed,
        CaseEnd::Reduced,
        CaseEnd::Kept,
        CaseEnd::NotPresented,
        CaseEnd::Unanswered,
    ];
    let changes = [
        LeaderChange::Promoted,
        LeaderChange::Reduced,
        LeaderChange::Removed,
        LeaderChange::Recovered,
        LeaderChange::Exchanged,
    ];
    let items = fates.map(fate).into_iter().chain(ends.map(closed)).chain(changes.map(changed));
    let east = |item| Fact::new(audience::commander(&scenario, Side::Usa, Account::East), item);
    let events: Vec<_> = items.map(east).collect();
    let text = letter(&scenario, &state, &events, "usa-east");
    for sentence in [
        "Pulse 3, after the battle at Manassas: Banks was killed.",
        "Banks was captured.",
        "Banks was wounded and is away for 2 turns.",
        "Banks is up for dismissal; the supreme commander decides.",
        "Banks may be presented for relief.",
        "Banks may be presented for promotion.",
        "Banks has initiative 3 from now on.",
        "Banks will be promoted as the next turn opens.",
        "Banks is not promoted.",
        "Banks leaves the game as the next turn opens.",
        "Banks loses a star as the next turn opens.",
        "Banks is not demoted.",
        "Banks was not presented in time; his promotion is closed.",
        "Nothing was decided about Banks in time; his promotion is closed.",
        "Sigel was promoted: 3 stars, initiative 4, seniority 35.",
        "Sigel lost a star and has 3.",
        "Sigel left the game.",
        "Sigel recovered from his wounds and is in the pool of East.",
        "Sigel was exchanged and is in the pool of East.",
    ] {
        assert!(text.contains(sentence), "{sentence}");
    }
    let both = [
        closed(CaseEnd::Removed),
        Item::LeaderChanged {
            leader: "Banks".to_owned(),
            account: Account::East,
            change: LeaderChange::Removed,
            stars: 3,
            initiative: 4,
            seniority: 35,
        },
    ];
    let text = letter(&scenario, &state, &both.map(east), "usa-east");
    assert!(text.contains("Banks left the game.") && !text.contains("Banks leaves the game"), "{text}");
}

#[test]
fn a_receipt_reminds_of_a_leader_who_is_still_to_be_sent_away() {
    let owed = |sub_turn| {
        let (leader, from, to) = ("Grant".to_owned(), Account::West, Theatre::East);
        account_of(Item::ShiftOwed { leader, from, to, sub_turn })
    };
    assert!(owed(1).contains("- Grant, to the east: name a pulse and a town"));
    assert!(owed(2).contains("Else he goes at the end of this sub-turn."));
}

#[test]
fn d16_each_side_reads_its_own_half_of_a_withdrawal() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let item = |is_own: bool, is_gone: bool| Item::GaveWay {
        pulse: 4,
        hex: "4908".parse().unwrap(),
        place: "Frederick".to_owned(),
        is_own,
        leader: is_own.then(|| "Stuart".to_owned()),
        is_gone,
        to: is_own.then(|| "Winchester".to_owned()),
        die: is_own.then_some(3),
        throws: Vec::new(),
    };
    let read = |item: Item| {
        let told = [Fact::new(Audience::seat(&seat("csa-east")), item)];
        letter(&scenario, &state, &told, "csa-east").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let own = "our cavalry under Stuart at Frederick (4908) threw 3 and";
    assert!(read(item(true, true)).contains(&format!("{own} withdrew to Winchester before the attack.")));
    assert!(read(item(true, false)).contains(&format!("{own} could not withdraw before the attack.")));
    let other = read(item(false, true));
    assert!(
        other.contains("the enemy cavalry at Frederick (4908) was gone before we struck.") && !other.contains("threw")
    );
}
