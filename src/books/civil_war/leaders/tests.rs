//! Leaders through whole turns: presented, decided, promoted, wounded, exchanged (C5.3 to C5.7, D24).

use super::super::item::{CaseEnd, Item, LeaderChange};
use super::super::order::{Act, ForceRef, Order, Place};
use super::super::scenario::{Scenario, Side};
use super::super::sound::sound;
use super::super::state::{LeaderPlace, Ratings, Stage, State};
use super::super::{assign, begin, situation, strategic, tactical};
use super::*;
use base::facts::{Brief, Fact, Viewer};
use base::game::{Dice, SeatId, Secret};
use base::order::{Filed, LineStatus, When, worst};
use rules::{OrderSet, RuleBook};

fn seat(id: &str) -> SeatId {
    SeatId::parse(id).expect("a seat")
}

/// A game that is played phase after phase.
struct Game {
    scenario: Scenario,
    state: State,
    orders: OrderSet<Order>,
    events: Vec<Fact<Item>>,
    played: u32,
}

impl Game {
    fn new() -> Self {
        let scenario = Scenario::embedded().expect("the scenario");
        let state = begin::begin(&scenario, &mut Dice::committed(&Secret::new([7; 32]), "0.1")).state;
        Self { scenario, state, orders: OrderSet::default(), events: Vec::new(), played: 0 }
    }

    /// Plays without orders to the next phase of this kind.
    fn to(mut self, stage: Stage) -> Self {
        self.play();
        while self.state.stage != stage {
            self.play();
        }
        self
    }

    fn case(mut self, side: Side, leader: &str, account: Account, matter: Matter) -> Self {
        let is_presented = matter == Matter::Dismissal;
        self.affairs(side).open(Case { leader: leader.to_owned(), account, matter, is_presented });
        self
    }

    fn affairs(&mut self, side: Side) -> &mut LeaderAffairs {
        &mut self.state.sides.get_mut(&side).expect("a side").leaders
    }

    fn order(&mut self, who: &str, act: Act) -> &mut Self {
        let filed = self.filed(&act);
        self.orders.sheets.entry(seat(who)).or_default().push(filed);
        self
    }

    fn filed(&self, act: &Act) -> Filed<Order> {
        let section = match act {
            Act::Present { name, .. } | Act::Verdict { name, .. } => format!("leader {name}"),
            _ => assign::STRATEGIC.to_owned(),
        };
        let order = Order::new(act.clone());
        let words = super::super::read::write(&self.scenario, &order);
        Filed {
            section,
            order,
            canonical: words.clone(),
            written: words,
            is_by_gm: false,
            received: None,
            when: When::Now,
            is_added: false,
            is_left_over: false,
            asked: None,
        }
    }

    fn play(&mut self) {
        self.played += 1;
        let mut dice = Dice::committed(&Secret::new([7; 32]), &format!("{}.1", self.played));
        let play = if self.state.stage == Stage::Strategic { strategic::play } else { tactical::play };
        let outcome = play(&self.scenario, &self.state, &std::mem::take(&mut self.orders), &mut dice);
        (self.state, self.events) = (outcome.state, outcome.events);
        assert_eq!(sound(&self.scenario, &self.state), Ok(()));
    }

    fn brief(&self, who: &str) -> Brief<Item> {
        let facts: Vec<_> =
            self.events.iter().cloned().chain(situation::situation(&self.scenario, &self.state)).collect();
        base::facts::brief(Viewer::vacant(&seat(who)), &facts)
    }

    fn told(&self, who: &str) -> Vec<Item> {
        self.brief(who).items().to_vec()
    }

    /// How the lines of a seat fare in a receipt.
    fn fare(&self, who: &str, acts: &[Act]) -> Vec<LineStatus> {
        let lines: Vec<_> = acts.iter().map(|act| self.filed(act)).collect();
        let file = rules::OwnFile { seat: &seat(who), lines: &lines, others: &Default::default() };
        let review = super::super::CivilWar.review(&self.scenario, &self.brief(who), file);
        review.lines.iter().map(|line| worst(&line.remarks)).collect()
    }

    fn pool(&self, side: Side, account: Account) -> &[String] {
        &self.state.accounts[&side][&account].pool
    }
}

fn present(name: &str) -> Act {
    Act::Present { name: name.to_owned(), matter: None }
}

fn verdict(name: &str, verdict: Verdict) -> Act {
    Act::Verdict { name: name.to_owned(), verdict }
}

fn ends(items: &[Item]) -> Vec<(String, CaseEnd)> {
    let closed = items.iter().filter_map(|item| match item {
        Item::CaseClosed { leader, end, .. } => Some((leader.clone(), *end)),
        _ => None,
    });
    closed.collect()
}

fn has_case(items: &[Item], name: &str) -> bool {
    items.iter().any(|item| matches!(item, Item::LeaderCase { leader, .. } if leader == name))
}

/// Grant may be promoted, as the second sub-turn of turn 1 opens.
fn grant_may_rise() -> Game {
    Game::new().to(Stage::Tst2).case(Side::Usa, "Grant", Account::West, Matter::Promotion)
}

#[test]
fn d27_a_result_is_known_to_his_commander_and_to_the_supreme_commander_once_it_is_presented() {
    let mut game = grant_may_rise();
    let knows = |game: &Game| {
        ["usa-west", "usa-sc", "usa-east", "csa-sc", "csa-west"].map(|who| has_case(&game.told(who), "Grant"))
    };
    assert_eq!(knows(&game), [true, false, false, false, false]);
    game.order("usa-west", present("Grant")).play();
    assert_eq!(knows(&game), [true, true, false, false, false]);
}

#[test]
fn c3_5_8_the_supreme_commander_decides_only_about_whom_he_was_shown() {
    let mut game = grant_may_rise();
    let promote = verdict("Grant", Verdict::Promote);
    assert_eq!(game.fare("usa-sc", &[promote.clone(), verdict("Lyon", Verdict::Promote)]), [LineStatus::Refused; 2]);
    // A verdict that was filed all the same changes nothing.
    game.order("usa-sc", promote.clone()).play();
    assert_eq!(game.affairs(Side::Usa).decided, []);
    game = grant_may_rise();
    game.order("usa-west", present("Grant")).play();
    assert_eq!(game.fare("usa-sc", &[promote]), [LineStatus::Accepted]);
}

#[test]
fn c5_4_promoted_in_turn_two_he_joins_his_pool_in_turn_three_behind_the_new_leaders() {
    let mut game = grant_may_rise();
    game.order("usa-west", present("Grant")).play();
    let before = game.state.leaders["Grant"].clone();
    game.order("usa-sc", verdict("Grant", Verdict::Promote)).play();
    assert_eq!(ends(&game.told("usa-west")), [("Grant".to_owned(), CaseEnd::Promoted)]);
    assert_eq!(game.state.leaders["Grant"].place, before.place, "he stays where he is until the turn ends");
    let mut game = game.to(Stage::Strategic);
    assert_eq!((game.state.turn, game.state.stage), (3, Stage::Strategic));
    let grant = game.state.leaders["Grant"].clone();
    assert_eq!((grant.stars, grant.place.clone(), grant.has_counter), (2, LeaderPlace::Pool(Account::West), false));
    let last = game.state.leaders.values().filter(|leader| leader.side == Side::Usa).map(|it| it.seniority).max();
    assert_eq!((Some(grant.seniority), grant.seniority > before.seniority), (last, true));
    assert_eq!(grant.shown, Some(Ratings { tactical: before.tactical, strategic: before.strategic }));
    game.play();
    let pool = game.pool(Side::Usa, Account::West);
    assert_eq!(pool.last().map(String::as_str), Some("Grant"));
    assert!(pool.iter().position(|name| name == "Pope") < pool.iter().position(|name| name == "Grant"));
    let card = game.told("usa-west").into_iter().find_map(|item| match item {
        Item::Pooled { leader, .. } if leader.name == "Grant" => Some(leader),
        _ => None,
    });
    assert_eq!(card.map(|card| (card.initiative, card.is_old)), Some((before.initiative, true)));
}

#[test]
fn c5_7_of_two_promotions_the_later_is_junior_and_stands_behind_in_the_pool() {
    let mut game = grant_may_rise().case(Side::Usa, "Lyon", Account::Trans, Matter::Promotion);
    game.order("usa-west", present("Grant")).order("usa-trans", present("Lyon")).play();
    game.order("usa-sc", verdict("Lyon", Verdict::Promote)).order("usa-sc", verdict("Grant", Verdict::Promote)).play();
    let game = game.to(Stage::Strategic);
    let seniority = |name: &str| game.state.leaders[name].seniority;
    assert!(seniority("Lyon") < seniority("Grant"));
    let order: Vec<_> = game
        .told("usa-sc")
        .into_iter()
        .filter_map(|item| match item {
            Item::LeaderChanged { leader, change: LeaderChange::Promoted, .. } => Some(leader),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["Lyon", "Grant"]);
}

#[test]
fn d23_a_leader_of_three_stars_who_rises_is_first_in_seniority() {
    let mut game = Game::new().to(Stage::Tst2);
    let decision = Decision { leader: "Beauregard".to_owned(), account: Account::East, verdict: Verdict::Promote };
    game.affairs(Side::Csa).decided.push(decision);
    game.play();
    let leader = &game.state.leaders["Beauregard"];
    assert_eq!((leader.stars, leader.seniority, &leader.place), (3, 0, &LeaderPlace::Pool(Account::East)));
}

#[test]
fn d24_what_is_not_presented_by_the_strategic_deadline_is_over() {
    let mut game = grant_may_rise();
    game.play();
    assert!(has_case(&game.told("usa-west"), "Grant"), "he may still be presented in the strategic phase");
    game.play();
    assert_eq!(ends(&game.told("usa-west")), [("Grant".to_owned(), CaseEnd::NotPresented)]);
    assert_eq!(ends(&game.told("usa-sc")), [], "of what was never put before him he learns nothing");
    assert!(game.affairs(Side::Usa).is_none());
}

#[test]
fn d24_silence_of_the_supreme_commander_is_no() {
    let mut game = grant_may_rise();
    game.order("usa-west", present("Grant")).play();
    game.play();
    assert_eq!(ends(&game.told("usa-sc")), [("Grant".to_owned(), CaseEnd::Unanswered)]);
    assert!(game.affairs(Side::Usa).is_none());
}

#[test]
fn d24_a_case_presented_in_the_strategic_phase_is_answered_in_the_sub_turn_after_it() {
    let mut game = grant_may_rise();
    game.play();
    game.order("usa-west", present("Grant")).play();
    assert_eq!(game.state.stage, Stage::Tst1);
    assert!(has_case(&game.told("usa-sc"), "Grant"));
    let mut silent = Game { orders: OrderSet::default(), events: Vec::new(), state: game.state.clone(), ..Game::new() };
    silent.play();
    assert_eq!(ends(&silent.told("usa-sc")), [("Grant".to_owned(), CaseEnd::Unanswered)]);
    game.order("usa-sc", verdict("Grant", Verdict::Promote)).play();
    assert_eq!(game.affairs(Side::Usa).decided.len(), 1);
}

#[test]
fn c5_3_1_refused_he_stays_what_he_is() {
    let mut game = grant_may_rise();
    let before = game.state.leaders["Grant"].clone();
    game.order("usa-west", present("Grant")).play();
    game.order("usa-sc", verdict("Grant", Verdict::Refuse)).play();
    assert_eq!(ends(&game.told("usa-west")), [("Grant".to_owned(), CaseEnd::Refused)]);
    assert_eq!(game.to(Stage::Strategic).state.leaders["Grant"], before);
}

#[test]
fn c3_5_8_a_commander_who_promotes_only_presents() {
    let mut game = grant_may_rise();
    let promote = verdict("Grant", Verdict::Promote);
    assert_eq!(game.fare("usa-west", std::slice::from_ref(&promote)), [LineStatus::Accepted]);
    game.order("usa-west", promote).play();
    assert!(has_case(&game.told("usa-sc"), "Grant"));
    assert_eq!(game.affairs(Side::Usa).decided, []);
}

#[test]
fn c5_3_2_a_dismissal_goes_to_the_supreme_commander_by_itself_and_a_relief_does_not() {
    let mut game = Game::new().to(Stage::Tst2);
    game = game.case(Side::Csa, "Polk", Account::West, Matter::Dismissal);
    game = game.case(Side::Csa, "Price", Account::Trans, Matter::Relief);
    let told = game.told("csa-sc");
    assert_eq!((has_case(&told, "Polk"), has_case(&told, "Price")), (true, false));
    assert_eq!(game.fare("csa-west", &[present("Polk")]), [LineStatus::Refused], "he is before him already");
    assert_eq!(game.fare("csa-west", &[verdict("Polk", Verdict::Keep)]), [LineStatus::Refused]);
    game.order("csa-sc", verdict("Polk", Verdict::Reduce)).order("csa-east", present("Price")).play();
    assert_eq!((game.state.turn, game.state.leaders["Polk"].stars), (2, 1), "decided in turn 1, done as turn 2 opens");
    assert!(has_case(&game.told("csa-sc"), "Price"));
    game.order("csa-sc", verdict("Price", Verdict::Remove)).play();
    assert_ne!(game.state.leaders["Price"].place, LeaderPlace::Out);
    assert_eq!(game.to(Stage::Strategic).state.leaders["Price"].place, LeaderPlace::Out);
}

#[test]
fn d24_a_leader_of_one_star_is_removed_or_kept() {
    let game = Game::new().to(Stage::Tst2).case(Side::Usa, "Butler", Account::East, Matter::Dismissal);
    let fare = |verdict_is| game.fare("usa-sc", &[verdict("Butler", verdict_is)]);
    assert_eq!(fare(Verdict::Reduce), [LineStatus::Refused]);
    assert_eq!((fare(Verdict::Remove), fare(Verdict::Keep)), (vec![LineStatus::Accepted], vec![LineStatus::Accepted]));
    assert_eq!(fare(Verdict::Promote), [LineStatus::Refused], "his case is no promotion");
    let twice = game.fare("usa-sc", &[verdict("Butler", Verdict::Keep), verdict("Butler", Verdict::Remove)]);
    assert_eq!(twice, [LineStatus::Accepted, LineStatus::Refused]);
}

#[test]
fn d24_the_wounded_are_in_their_pool_as_the_second_turn_after_opens() {
    let mut game = Game::new().to(Stage::Tst2);
    let turns = game.scenario.tables.leaders.wounded_turns;
    game.state.leaders.get_mut("Grant").expect("Grant").place = LeaderPlace::Wounded { account: Account::West, turns };
    let game = game.to(Stage::Strategic);
    assert!(matches!(game.state.leaders["Grant"].place, LeaderPlace::Wounded { turns: 1, .. }));
    assert!(
        game.told("usa-sc").iter().any(|item| matches!(item, Item::LeaderWounded { leader, .. } if leader == "Grant"))
    );
    let mut game = game.to(Stage::Strategic);
    assert_eq!(game.state.turn, 3);
    assert_eq!(game.state.leaders["Grant"].place, LeaderPlace::Pool(Account::West));
    game.play();
    assert_eq!(game.pool(Side::Usa, Account::West).last().map(String::as_str), Some("Grant"));
}

fn captured(game: &mut Game, side: Side, names: &[&str]) {
    for name in names {
        game.state.leaders.get_mut(*name).expect(name).place = LeaderPlace::Captured(Account::East);
        game.affairs(side).captured.push((*name).to_owned());
    }
}

#[test]
fn lptn6_the_first_captured_of_either_side_are_exchanged_pair_by_pair_whatever_their_rank() {
    let mut game = Game::new().to(Stage::Tst2);
    captured(&mut game, Side::Usa, &["Butler", "McDowell"]);
    captured(&mut game, Side::Csa, &["Beauregard"]);
    for who in ["usa-west", "csa-sc"] {
        let known = game.told(who).into_iter().filter(|item| matches!(item, Item::LeaderCaptive { .. })).count();
        assert_eq!(known, 3, "{who}");
    }
    let mut game = game.to(Stage::Strategic);
    assert_eq!(game.state.leaders["Butler"].place, LeaderPlace::Pool(Account::East));
    assert_eq!(game.state.leaders["Beauregard"].place, LeaderPlace::Pool(Account::East));
    assert_eq!(game.affairs(Side::Usa).captured, ["McDowell"]);
    assert!(game.affairs(Side::Csa).captured.is_empty());
}

#[test]
fn lptn6_prisoners_are_exchanged_to_the_end_of_1863_and_no_longer() {
    let place_in = |turn| {
        let mut game = Game::new().to(Stage::Tst2);
        game.state.turn = turn;
        captured(&mut game, Side::Usa, &["Butler"]);
        captured(&mut game, Side::Csa, &["Beauregard"]);
        turning::turn(&game.scenario, &mut game.state, &mut Vec::new());
        game.state.leaders["Butler"].place.clone()
    };
    assert_eq!(place_in(12), LeaderPlace::Pool(Account::East));
    assert_eq!(place_in(13), LeaderPlace::Captured(Account::East));
}

#[test]
fn the_lists_of_leaders_and_their_places_agree() {
    let mut game = Game::new();
    captured(&mut game, Side::Usa, &["Butler"]);
    assert_eq!(sound(&game.scenario, &game.state), Ok(()));
    game.affairs(Side::Usa).captured.clear();
    let why = sound(&game.scenario, &game.state).expect_err("unsound");
    assert_eq!(why.0, "Butler is a prisoner, but sides.usa.leaders.captured does not name him");
    game.affairs(Side::Usa).captured = vec!["Butler".to_owned(), "Banks".to_owned()];
    let why = sound(&game.scenario, &game.state).expect_err("unsound");
    assert_eq!(why.0, "sides.usa.leaders.captured names Banks, who is no prisoner");
    let game = Game::new().case(Side::Usa, "Lee", Account::East, Matter::Promotion);
    let why = sound(&game.scenario, &game.state).expect_err("unsound");
    assert_eq!(why.0, "sides.usa.leaders names Lee, who is no leader of that side");
}

/// Orders for everybody: leaders enter and strike at enemies near them, whoever may be presented is, and the supreme
/// commanders promote, remove and shift as `whim` has it.
fn busy(game: &mut Game, whim: u32) {
    for side in Side::BOTH {
        let supreme = super::super::seats::sc_of(&game.scenario, side);
        for case in game.affairs(side).cases.clone() {
            let who = super::super::seats::seat_of(&game.scenario, side, case.account);
            game.order(who.as_str(), present(&case.leader));
            let choice = match (case.matter, (whim + case.leader.len() as u32) % 3) {
                (Matter::Promotion, 0) => Verdict::Refuse,
                (Matter::Promotion, _) => Verdict::Promote,
                (_, 0) => Verdict::Remove,
                (_, 1) => Verdict::Reduce,
                _ => Verdict::Keep,
            };
            game.order(supreme.as_str(), verdict(&case.leader, choice));
        }
        if game.state.stage == Stage::Strategic {
            let first = shift::stationed(&game.scenario, &game.state, side).into_keys().nth((whim % 5) as usize);
            let to = Theatre::ALL[(whim % 3) as usize];
            first.into_iter().for_each(|name| {
                game.order(supreme.as_str(), Act::ShiftLeader { name, from: None, to: Some(to) });
            });
        } else {
            strike(game, side);
        }
    }
}

fn strike(game: &mut Game, side: Side) {
    for (name, account) in shift::stationed(&game.scenario, &game.state, side) {
        let LeaderPlace::Map(hex) = game.state.leaders[&name].place else { continue };
        let enemies = game.state.stacks.iter().filter(|(_, stack)| stack.side != side).map(|(hex, _)| *hex);
        let Some(target) = enemies.filter(|at| at.distance(hex) <= 4).min_by_key(|at| (at.distance(hex), *at)) else {
            continue;
        };
        let (force, to) = (ForceRef::Leader(name), Some(Place::Known(target)));
        tactical_order(game, side, account, Act::Move { force, to, via: Vec::new(), manner: None, is_attack: true });
    }
    for account in [Account::East, Account::West, Account::Trans] {
        let own = game.state.cities.iter().filter(|(_, holder)| **holder == Some(side));
        let towns = own.filter_map(|(name, _)| game.scenario.map.city_by_name(name)).map(|city| city.hex);
        let here = towns.filter(|hex| game.scenario.map.theatre(*hex).map(Account::from) == Some(account)).min();
        let at = here.map(Place::Known);
        tactical_order(game, side, account, Act::EnterLeaders { count: None, name: None, at });
    }
}

fn tactical_order(game: &mut Game, side: Side, account: Account, act: Act) {
    let seat = super::super::seats::seat_of(&game.scenario, side, account);
    let filed = Filed { section: assign::section(account, 1), ..game.filed(&act) };
    game.orders.sheets.entry(seat).or_default().push(filed);
}

#[test]
fn through_turns_of_battles_every_leader_is_in_one_place_and_every_value_in_its_range() {
    let mut seen = std::collections::BTreeSet::new();
    for whim in 0..8 {
        let mut game = Game::new();
        game.played = whim * 100;
        let count = game.state.leaders.len();
        for phase in 0..36 {
            if game.state.ended.is_some() {
                break;
            }
            busy(&mut game, whim + phase);
            // `play` asks whether the state is sound: places, pools, prisoners, ranges.
            game.play();
            assert_eq!(game.state.leaders.len(), count);
            seen.extend(game.events.iter().filter_map(|event| {
                let told = base::facts::told(std::slice::from_ref(event)).expect("json").pop()?.1;
                let fate = told.get("fate").and_then(|fate| fate.get("fate")).or(told.get("change"))?;
                fate.as_str().map(str::to_owned)
            }));
        }
    }
    for what in
        ["killed", "captured", "wounded", "promotion", "relief", "initiative", "promoted", "recovered", "exchanged"]
    {
        assert!(seen.contains(what), "{what}: {seen:?}");
    }
}

#[test]
fn c5_5_states_that_differ_in_hidden_ratings_and_in_others_cases_tell_the_same() {
    let base = || {
        let mut game = Game::new().to(Stage::Tst2);
        let grant = game.state.leaders.get_mut("Grant").expect("Grant");
        grant.shown = Some(Ratings { tactical: 1, strategic: 1 });
        game.events.clear();
        game
    };
    let (one, mut other) = (base(), base());
    let grant = other.state.leaders.get_mut("Grant").expect("Grant");
    (grant.tactical, grant.strategic) = (-2, 3);
    let other = other.case(Side::Usa, "Lyon", Account::Trans, Matter::Promotion);
    for who in ["usa-sc", "usa-east", "usa-west", "csa-sc", "csa-east", "csa-west"] {
        assert_eq!(one.told(who), other.told(who), "{who}");
        let acts = [present("Lyon"), verdict("Lyon", Verdict::Promote), verdict("Grant", Verdict::Promote)];
        assert_eq!(one.fare(who, &acts), other.fare(who, &acts), "{who}");
    }
    assert_ne!(one.told("usa-trans"), other.told("usa-trans"), "his own commander knows");
}
