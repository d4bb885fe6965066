//! What waits for the game master's word, and what comes of it.

use base::facts::{Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::{Asked, Filed, Meaning, Ruling, When};
use board::square::Compass;
use kit::amount::Amount;
use rules::{OrderSet, RuleBook};

use crate::CivilWarOnLine;
use crate::approval::{Word, pending, questions, word};
use crate::item::Item;
use crate::order::{Act, Front, Order, Works};
use crate::scenario::{Scenario, WAR};
use crate::side::Side;
use crate::state::{Fort, Measure, State};

fn war() -> (Scenario, State) {
    let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
    let mut state = State::opening(&scenario);
    state.turn = 1;
    (scenario, state)
}

/// A line, ruled or not.
fn filed(works: Works, ruled: Option<&str>) -> Filed<Order> {
    let order = Order { office: None, bloc: None, pulses: None, act: Act::Works(works) };
    let meaning = |name: &str| Meaning { name: name.to_owned(), order: order.clone(), words: String::new() };
    let asked = |name: &str| Asked {
        number: 417,
        readings: vec![meaning("A"), meaning("IGNORE")],
        ruling: Some(Ruling { meaning: meaning(name), reason: None }),
    };
    Filed {
        section: "money".to_owned(),
        order: order.clone(),
        canonical: String::new(),
        written: String::new(),
        is_by_gm: false,
        received: None,
        when: When::Now,
        is_added: true,
        is_left_over: false,
        asked: ruled.map(asked),
    }
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
    assert_eq!(buy(1_001, Some("A")).2, "1001 Eg would be bought back, and 1000 circulate.");
    assert_eq!(buy(100, None).2, "The game master has not approved it in time.");
    assert_eq!(buy(100, Some("IGNORE")).2, "The game master did not approve it.");
}

#[test]
fn slag_8_5b_an_approved_work_loses_a_level_for_what_it_cost_and_in_as_many_turns() {
    let (scenario, mut before) = war();
    let (square, tac) = ("K1-R9".parse().unwrap(), "5-6".parse().unwrap());
    let front = Front { square, tac, facing: Compass::W };
    before.forts.push(Fort { side: Side::Union, front, level: 2 });
    let (mid, is_done, words) = play(&scenario, &before, filed(Works::Raze { front }, Some("A")));
    assert!(is_done && words.starts_with("Begun at K1-R9 for 40 Eg"), "{words}");
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

#[test]
fn the_game_master_is_asked_once_about_what_needs_his_word_and_about_nothing_else() {
    let (scenario, _) = war();
    let waits = filed(Works::BuyBack { eagles: 200, is_paper: false }, None);
    let other = filed(Works::BuyAbroad { count: 3 }, None);
    let ruled = filed(Works::BuyBack { eagles: 300, is_paper: false }, Some("A"));
    assert_eq!([&waits, &ruled].map(word), [Word::Waits, Word::Given]);
    assert!(pending(&waits).is_some() && pending(&other).is_none() && pending(&ruled).is_none());
    let asked = questions(&scenario, &[other, waits, ruled]);
    assert_eq!(asked.iter().map(|question| question.line).collect::<Vec<_>>(), [1]);
    assert_eq!(asked[0].readings.iter().map(|reading| reading.name.as_str()).collect::<Vec<_>>(), ["A", "IGNORE"]);
}
