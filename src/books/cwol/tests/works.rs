//! What waits for the game master's word, and what comes of it.

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::Filed;
use board::square::Compass;
use kit::amount::Amount;
use kit::stores::Standing;
use rules::{OrderSet, OwnFile, Question, RuleBook};

use super::play;
use crate::CivilWarOnLine;
use crate::approval::{Word, pending, questions, word};
use crate::item::Item;
use crate::order::{Act, DepotKind, Front, Good, Order, Works};
use crate::scenario::{Scenario, WAR};
use crate::side::{Class, Side};
use crate::situation::situation;
use crate::state::{Depot, Fort, Measure, State};

fn war() -> (Scenario, State) {
    let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
    let mut state = State::opening(&scenario);
    state.turn = 1;
    (scenario, state)
}

/// A line, ruled or not.
fn filed(works: Works, ruled: Option<&str>) -> Filed<Order> {
    let mut line = play::filed(Act::Works(works));
    line.order.is_approved = ruled.map(|name| name == "A");
    line
}

/// The state after a turn with one order of the Union's Treasury, and what came of that.
fn play(scenario: &Scenario, state: &State, line: Filed<Order>) -> (State, bool, String) {
    let mut orders = OrderSet::default();
    let giver = SeatId::parse("us-treasury").unwrap();
    orders.sheets.insert(giver.clone(), vec![line]);
    let mut dice = Dice::committed(&Secret::new([7; 32]), "war");
    let outcome = CivilWarOnLine.adjudicate(scenario, state, &orders, &mut dice);
    CivilWarOnLine.sound(scenario, &outcome.state).unwrap();
    let told = brief(Viewer::vacant(&giver), &outcome.events);
    let result = told.items().iter().find_map(|item| match item {
        Item::Result { is_done, words, .. } => Some((*is_done, words.clone())),
        _ => None,
    });
    let (is_done, words) = result.expect("a result");
    (outcome.state, is_done, words)
}

/// Greenbacks circulate at 180.
fn with_paper() -> (Scenario, State) {
    let (scenario, mut state) = war();
    let side = Side::Union;
    state.close_build_fund(side);
    state.print("3.3", side, Amount::whole(1_000), "greenbacks issued");
    state.pay("7.2", side, Amount::whole(1_000), "purchases").unwrap();
    let nation = state.nations.of_mut(side);
    nation.greenbacks_authorised = Some(Amount::whole(1_000));
    nation.greenbacks_value = Some(180);
    (scenario, state)
}

#[test]
fn slag_1_3c_200_of_gold_at_180_buy_360_greenbacks_which_are_no_more() {
    let (scenario, before) = with_paper();
    let line = filed(Works::BuyBack { eagles: 200, is_paper: false }, Some("A"));
    let (after, is_done, words) = play(&scenario, &before, line);
    assert!(is_done, "{words}");
    assert_eq!(words, "360 Eg of greenbacks were bought back for 200 Eg of gold.");
    assert_eq!(after.outstanding(Side::Union), Amount::whole(640));
    assert_eq!(after.nations.union.greenbacks_authorised, Some(Amount::whole(640)));
    let spent = after.ledger.postings_of("US").filter(|posting| posting.subject == "greenbacks bought back");
    assert_eq!(spent.map(|posting| (posting.measure, posting.amount)).collect::<Vec<_>>(), [(Measure::Gold, 20_000)]);
}

#[test]
fn slag_1_3d_no_more_is_bought_back_than_circulates_and_nothing_without_the_game_master() {
    let (scenario, before) = with_paper();
    let buy = |eagles, ruled| play(&scenario, &before, filed(Works::BuyBack { eagles, is_paper: true }, ruled));
    assert_eq!(buy(360, Some("A")).2, "360 Eg of greenbacks were bought back for 200 Eg of gold.");
    assert_eq!(buy(1_001, Some("A")).2, "1001 Eg would be bought back, and 1000 Eg of greenbacks circulate.");
    assert_eq!(buy(100, None).2, "The game master has not approved it in time.");
    assert_eq!(buy(100, Some("IGNORE")).2, "The game master did not approve it.");
}

#[test]
fn slag_5_4b_a_ship_from_europe_costs_gold_and_comes_three_turns_after_it_is_built() {
    let (scenario, mut before) = war();
    before.close_build_fund(Side::Union);
    let order = Works::BuildAbroad { count: 1, class: Class::Frigate, pool: None, port: "boston-ma".to_owned() };
    let refused = |state: &State, ruled| play(&scenario, state, filed(order.clone(), ruled)).2;
    assert_eq!(refused(&before, Some("A")), "Europe builds no ships for us now.");
    before.nations.union.may_build_abroad = true;
    assert_eq!(refused(&before, None), "The game master has not approved it in time.");
    let (mut state, is_done, words) = play(&scenario, &before, filed(order.clone(), Some("A")));
    assert!(is_done && words.starts_with("1 frigate ordered in Europe for 100 Eg of gold"), "{words}");
    let after = |state: &State| {
        let mut dice = Dice::committed(&Secret::new([7; 32]), "war");
        CivilWarOnLine.adjudicate(&scenario, state, &OrderSet::default(), &mut dice).state
    };
    for _ in 0..11 {
        state = after(&state);
    }
    assert!(state.ships.is_empty(), "ten turns of building, and three");
    let mut lost = state.clone();
    lost.cities.get_mut("boston-ma").unwrap().held_by = Some(Side::Confederacy);
    assert!(after(&lost).ships.is_empty(), "it waits while its port is the enemy's");
    assert_eq!(after(&state).ships.len(), 1);
}

#[test]
fn rivers_close_a_ring_only_where_the_scenario_says_so_and_older_documents_keep_theirs() {
    let mut document = Scenario::document(WAR).unwrap();
    let rivers = document["rivers"].as_object_mut().unwrap();
    let ring = [("A0-O0", ["E", "S"]), ("A1-O0", ["S", "W"]), ("A1-O1", ["N", "W"]), ("A0-O1", ["N", "E"])];
    rivers.extend(ring.map(|(square, sides)| (square.to_owned(), sides.as_slice().into())));
    assert!(Scenario::prepare(&document).is_err());
    document["rings"] = true.into();
    assert!(Scenario::prepare(&document).is_ok());
    document.as_object_mut().unwrap().remove("rings");
    assert!(Scenario::prepare(&document).is_ok(), "a game that was made before");
}

#[test]
fn slag_2_8b_no_scenario_has_an_embargo_of_more_than_a_fifth() {
    let mut document = Scenario::document(WAR).unwrap();
    let mut with = |part: i64| {
        document["tables"]["income"]["embargo"]["part"] = part.into();
        Scenario::prepare(&document).is_ok()
    };
    assert_eq!([with(20), with(21)], [true, false]);
}

#[test]
fn slag_8_5b_an_approved_work_loses_a_level_for_what_it_cost_and_in_as_many_turns() {
    let (scenario, mut before) = war();
    let (square, tac) = ("K1-R9".parse().unwrap(), "5-6".parse().unwrap());
    let front = Front { square, tac, facing: Compass::W };
    before.forts.push(Fort { side: Side::Union, front, level: 2 });
    let (mid, is_done, words) = play(&scenario, &before, filed(Works::Raze { front }, Some("A")));
    assert!(is_done && words.starts_with("Begun at Gettysburg for 40 Eg"), "{words}");
    assert_eq!(mid.forts[0].level, 2, "it takes two turns");
    let mut dice = Dice::committed(&Secret::new([7; 32]), "war");
    let after = CivilWarOnLine.adjudicate(&scenario, &mid, &OrderSet::default(), &mut dice).state;
    assert_eq!(after.forts[0].level, 1);
    let (refused, is_done, words) = play(&scenario, &before, filed(Works::Raze { front }, Some("IGNORE")));
    assert_eq!(
        (refused.jobs.iter().count(), is_done, words.as_str()),
        (0, false, "The game master did not approve it.")
    );
}

/// What the game master is asked of lines of the Union's Treasury.
fn asked_of(scenario: &Scenario, state: &State, lines: &[Filed<Order>]) -> Vec<Question<Order, Item>> {
    let (seat, facts) = (SeatId::parse("us-treasury").unwrap(), situation(scenario, state));
    let file = OwnFile { seat: &seat, lines, others: &Default::default() };
    questions(scenario, &brief(Viewer::vacant(&seat), &facts), file)
}

#[test]
fn the_game_master_is_asked_once_about_what_needs_his_word_and_about_nothing_else() {
    let (scenario, state) = war();
    let waits = filed(Works::BuyBack { eagles: 200, is_paper: false }, None);
    let other = filed(Works::BuyAbroad { count: 3 }, None);
    let ruled = filed(Works::BuyBack { eagles: 300, is_paper: false }, Some("A"));
    assert_eq!([&waits, &ruled].map(word), [Word::Waits, Word::Given]);
    assert!(pending(&waits).is_some() && pending(&other).is_none() && pending(&ruled).is_none());
    let asked = asked_of(&scenario, &state, &[other, waits, ruled]);
    assert_eq!(asked.iter().map(|question| question.line).collect::<Vec<_>>(), [1]);
    assert_eq!(asked[0].readings.iter().map(|reading| reading.name.as_str()).collect::<Vec<_>>(), ["A", "IGNORE"]);
    // The book is handed the order of the reading that was ruled, and nothing else of the ruling.
    assert_eq!(
        asked[0].readings.iter().map(|reading| reading.order.is_approved).collect::<Vec<_>>(),
        [Some(true), Some(false)]
    );
}

/// A passage as a seat reads it.
fn passage(template: &str, facts: Vec<Fact<Item>>, viewer: Viewer) -> String {
    let facts: Vec<Fact<serde_json::Value>> =
        facts.into_iter().map(|fact| fact.map(|item| serde_json::to_value(item).unwrap())).collect();
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &Default::default()).unwrap();
    renderer.passage(template, &brief(viewer, &facts)).unwrap().text().to_owned()
}

#[test]
fn reports_show_works_and_goods_to_those_who_read_of_them() {
    let (scenario, mut state) = war();
    let (square, tac) = ("K1-R9".parse().unwrap(), "5-6".parse().unwrap());
    let side = Side::Union;
    for (facing, level) in [(Compass::N, 3), (Compass::W, 1)] {
        state.forts.push(Fort { side, front: Front { square, tac, facing }, level });
    }
    let depot = Depot { side, kind: DepotKind::Depot, tac, is_closed: true };
    state.depots.insert("K2-R9".parse().unwrap(), depot);
    let order = Standing {
        place: "boston-ma".to_owned(),
        good: Good::Stores,
        buy: 5,
        forward: Some(("baltimore-md".to_owned(), 3)),
    };
    state.standing.union.set(order);
    state.nations.union.may_buy_abroad = true;
    let unit = serde_json::json!({
        "side": "US", "kind": "IN", "square": "K1-R9", "regiments": 4, "batteries": 0, "men": 2400, "of": [], "quality": 5,
        "experience": 0, "morale": 50, "supplies": 1, "is_active": true, "weapons": { "arms": true, "cannon": false },
        "command": { "commander": "us-general-1", "deputy": "us-general-2" },
    });
    state.units.insert("US1IN".to_owned(), serde_json::from_value(unit).unwrap());
    let read = |seat: &str| {
        let viewer = Viewer::vacant(&SeatId::parse(seat).unwrap());
        passage("cwol/report.txt", CivilWarOnLine.situation(&scenario, &state), viewer)
    };
    let text = read("us-treasury");
    for words in [
        "  K2-R9          5-6   depot     25     6  closed",
        "  Gettysburg      5-6    N           3",
        "- Gettysburg 5-6 is covered: N 3, NE 3, SW 1, W 1, NW 3.",
        "- Boston: buy 5 stores, forward 3 to Baltimore.",
        "  of depots                    25",
        "Europe sells MPs to the Union.",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    let wide: Vec<_> = text.lines().filter(|line| line.starts_with("  ") && line.chars().count() > 72).collect();
    assert!(wide.is_empty(), "{wide:?}");
    for words in ["K2-R9", "is covered", "US1IN     rifles"] {
        assert!(read("us-general-2").contains(words), "{words:?} is told to whom it is near");
        assert!(!read("us-general-3").contains(words), "{words:?} is told to nobody else");
    }
    for seat in ["cs-treasury", "us-con-mid-atlantic"] {
        let text = read(seat);
        for words in ["K2-R9", "is covered", "Europe sells"] {
            assert!(!text.contains(words), "{words:?} is in\n{text}");
        }
    }
}

#[test]
fn the_game_master_reads_what_he_is_asked_to_approve() {
    let (scenario, mut state) = war();
    state.nations.union.greenbacks_authorised = Some(Amount::whole(3_000));
    state.nations.union.greenbacks_value = Some(125);
    state.close_build_fund(Side::Union);
    state.print("3.3", Side::Union, Amount::whole(900), "issued");
    state.pay("6.1", Side::Union, Amount::whole(900), "upkeep").unwrap();
    let square = scenario.city("nashville-tn").unwrap().square;
    let front = Front { square, tac: scenario.standing_place(square).unwrap(), facing: Compass::ALL[0] };
    state.forts = vec![Fort { side: Side::Union, front, level: 2 }];
    let lines = [filed(Works::BuyBack { eagles: 200, is_paper: false }, None), filed(Works::Raze { front }, None)];
    let asked = asked_of(&scenario, &state, &lines);
    let facts = asked.into_iter().flat_map(|question| question.about);
    let facts = facts.map(|item| Fact::new(base::facts::Audience::Everyone, item)).collect();
    let text = passage("cwol/question.txt", facts, Viewer::vacant(&SeatId::parse("us-treasury").unwrap()));
    let figures = [
        "wants to buy back 250 Eg of greenbacks for 200 Eg of gold: 125 of greenbacks are worth 100",
        "and 900 Eg of greenbacks circulate",
        "a level of the work at Nashville",
        "It has level 2 now and would have level 1 then: that costs 40 Eg and takes 2 turns.",
    ];
    for words in ["needs your approval (1.3)", "buy back greenbacks for 200 gold", "IGNORE", "not approved"] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in figures {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
}

#[test]
fn every_rule_about_works_has_its_page() {
    let (scenario, _) = war();
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &Default::default()).unwrap();
    let pages = renderer.rule_pages("cwol", &CivilWarOnLine.numbers(&scenario)).unwrap();
    for name in ["1.3", "7.5", "7.7", "7.8", "8.1", "8.5", "9.1", "9.2", "D13", "D27", "D70", "D71", "D74", "D75"] {
        assert!(pages.find(name).is_some(), "{name} has no page");
    }
}
