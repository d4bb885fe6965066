use serde_json::Value;

use super::super::begin;
use super::super::calendar::Month;
use super::super::order::{Counter, ForceCount, Holder, Levied, Tally, Tenure};
use super::super::sound::sound;
use super::super::state::{CityState, Party, Unplaced};
use super::*;
use base::facts::told;

fn scenario() -> Scenario {
    Scenario::embedded().unwrap()
}

fn order(entry: Entry) -> Order {
    Order::new(Act::Sheet(entry))
}

/// Enters lines and checks that the sheet is sound after them.
fn enter(state: &mut State, entries: impl IntoIterator<Item = Entry>) -> Vec<(String, Value)> {
    let scenario = scenario();
    let orders: Vec<_> = entries.into_iter().map(order).collect();
    let acted = act(&scenario, state, &orders).unwrap();
    sound(&scenario, &acted.state).unwrap();
    *state = acted.state;
    told(&acted.events).unwrap().into_iter().map(|(audience, item)| (format!("{audience:?}"), item)).collect()
}

/// Why a line is refused; nothing of the letter may be carried out.
fn refusal(state: &State, entry: Entry) -> String {
    let orders = [order(Entry::AmericanWar { is_on: true }), order(entry)];
    let refused = act(&scenario(), state, &orders).unwrap_err();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].0, 1);
    assert!(refused[0].1.hint.is_some(), "{:?}", refused[0].1);
    refused[0].1.message.clone()
}

fn of(power: Power) -> Holder {
    Holder::Power(power)
}

fn owner(territory: &str, holder: Holder, tenure: Option<Tenure>) -> Entry {
    Entry::Owner { territory: territory.to_owned(), holder, tenure }
}

fn occupy(city: &str, holder: Holder, is_besieged: bool) -> Entry {
    Entry::Occupy { city: city.to_owned(), holder, is_besieged }
}

#[test]
fn d15_a_letter_is_carried_out_whole_or_not_at_all_and_each_wrong_line_is_named() {
    let scenario = scenario();
    let state = begin::opening(&scenario);
    let orders = [
        order(owner("Saxony", of(Power::France), None)),
        order(owner("Saxonia", of(Power::France), None)),
        Order::new(Act::BuyNothing),
        order(occupy("Vienna", Holder::Minor("Atlantis".into()), false)),
    ];
    let refused = act(&scenario, &state, &orders).unwrap_err();
    let words: Vec<_> = refused.iter().map(|(place, remark)| format!("{place} {}", remark.message)).collect();
    assert_eq!(
        words,
        [
            "1 There is no territory \"Saxonia\" on the map.",
            "2 This is an order of a power, not an entry of the state sheet.",
            "3 There is no minor country \"Atlantis\" on the map.",
        ]
    );
    assert_eq!(refused[0].1.hint.as_deref(), Some("Near to it: Saxony."));
}

#[test]
fn d1_an_owner_is_entered_and_told_to_everyone() {
    let mut state = begin::opening(&scenario());
    let told = enter(&mut state, [owner("Bavaria", of(Power::France), Some(Tenure::Free))]);
    assert_eq!(told[0].0, "Everyone");
    assert_eq!(told[0].1["rows"][0]["after"], "free state of France");
    assert!(state.free_states.contains_key("Bavaria"));
    assert_eq!(state.territories["Franconia"].holder, Some(Power::France));
    // Without a further word a minor country is conquered, a province ceded, and home at home.
    enter(&mut state, [owner("Saxony", of(Power::Austria), None), owner("Livonia", of(Power::Prussia), None)]);
    assert_eq!(state.territories["Saxony"].tenure, Tenure::Conquered);
    assert_eq!(state.territories["Livonia"].tenure, Tenure::Ceded);
    enter(&mut state, [owner("Livonia", of(Power::Russia), None), owner("Bavaria", Holder::Nobody, None)]);
    assert_eq!(state.territories["Livonia"].tenure, Tenure::Home);
    assert!(!state.free_states.contains_key("Bavaria"));
    // What went back to what it was is no difference any more.
    assert_eq!(state.changes.len(), 1);
}

#[test]
fn d1_an_owner_that_cannot_be_is_refused() {
    let state = begin::opening(&scenario());
    assert!(refusal(&state, owner("Silesia", Holder::Nobody, None)).contains("never neutral"));
    assert!(refusal(&state, owner("Silesia", of(Power::Austria), Some(Tenure::Free))).contains("a province ceded"));
    assert!(refusal(&state, owner("Saxony", of(Power::Austria), Some(Tenure::Home))).contains("conquered or a free"));
    assert!(refusal(&state, owner("Norway", Holder::Minor("Denmark".into()), None)).contains("powers as owners"));
    assert!(refusal(&state, owner("Saxony", Holder::Nobody, Some(Tenure::Free))).contains("neutral"));
}

#[test]
fn eia_xa_vienna_is_occupied_besieged_and_given_back() {
    let mut state = begin::opening(&scenario());
    enter(&mut state, [occupy("Vienna", of(Power::France), false)]);
    assert_eq!(state.cities["Vienna"].occupant, of(Power::France));
    let told = enter(&mut state, [occupy("Vienna", of(Power::France), true)]);
    assert_eq!(told[0].1["rows"][0]["before"], "occupied by France, unbesieged");
    assert!(state.cities["Vienna"].is_besieged);
    let besiege = Entry::Besiege { city: "Vienna".into(), holder: of(Power::Russia) };
    assert!(refusal(&state, besiege).contains("they are the besieged"));
    // Its own controller inside is what is usual.
    enter(&mut state, [occupy("Vienna", of(Power::Austria), false)]);
    assert!(state.cities.is_empty() && state.changes.is_empty());
}

#[test]
fn d1_sieges_of_a_city_its_owner_still_holds() {
    let mut state = begin::opening(&scenario());
    let besiege = |holder| Entry::Besiege { city: "Danzig".into(), holder };
    enter(&mut state, [besiege(of(Power::France))]);
    assert_eq!((&state.cities["Danzig"].besieger, state.cities["Danzig"].is_besieged), (&of(Power::France), true));
    assert!(refusal(&state, besiege(of(Power::Prussia))).contains("does not besiege it"));
    enter(&mut state, [besiege(Holder::Nobody)]);
    assert!(state.cities.is_empty());
}

#[test]
fn eia_8_2_1o_blockades_are_of_ports_and_by_enemies() {
    let mut state = begin::opening(&scenario());
    let blockade = |ports: &[&str], by, is_on| Entry::Blockade {
        ports: ports.iter().map(ToString::to_string).collect(),
        by,
        is_on,
    };
    enter(&mut state, [blockade(&["Cadiz", "Corunna"], None, true)]);
    assert_eq!(state.cities["Corunna"].blockaded_by, Some(Power::Britain));
    assert!(refusal(&state, blockade(&["Vienna"], Some(Power::France), true)).contains("no port"));
    assert!(refusal(&state, blockade(&["Danzig"], None, true)).contains("not clear who"));
    assert!(refusal(&state, blockade(&["Brest"], Some(Power::France), true)).contains("does not blockade it"));
    assert!(refusal(&state, blockade(&[], None, true)).contains("No port"));
    enter(&mut state, [blockade(&["Cadiz", "Corunna"], None, false)]);
    assert!(state.cities.is_empty());
}

#[test]
fn d1_wars_alliances_and_peace() {
    let mut state = begin::opening(&scenario());
    let (austria, france) = (of(Power::Austria), of(Power::France));
    enter(&mut state, [Entry::War { one: austria.clone(), other: france.clone() }]);
    assert!(territory::at_war(&state, Power::France, Power::Austria));
    let alliance = Entry::Alliance { one: Power::Austria, other: Power::France, is_on: true };
    assert!(refusal(&state, alliance.clone()).contains("are at war"));
    enter(&mut state, [Entry::Peace { one: france.clone(), other: austria.clone() }, alliance]);
    assert!(territory::are_allies(&state, Power::France, Power::Austria));
    assert!(refusal(&state, Entry::War { one: france.clone(), other: austria }).contains("are allies"));
    assert!(refusal(&state, Entry::War { one: france.clone(), other: france.clone() }).contains("on itself"));
    assert!(refusal(&state, Entry::War { one: france.clone(), other: Holder::Nobody }).contains("two sides"));
    enter(&mut state, [Entry::War { one: Holder::Minor("Sweden".into()), other: france }]);
    assert!(state.wars.contains(&(Party::Power(Power::France), Party::Minor("Sweden".into()))));
    enter(&mut state, [Entry::Alliance { one: Power::France, other: Power::Austria, is_on: false }]);
    assert!(!territory::are_allies(&state, Power::France, Power::Austria));
}

#[test]
fn eia_8_2_1ap_peace_with_the_united_states_costs_five_political_points() {
    let mut state = begin::opening(&scenario());
    let before = state.powers[&Power::Britain].status;
    enter(&mut state, [Entry::AmericanWar { is_on: true }]);
    assert!(state.american_war);
    enter(&mut state, [Entry::AmericanWar { is_on: false }]);
    assert_eq!((state.american_war, state.powers[&Power::Britain].status), (false, before - 5));
    // A second war can break out later (EIA-8.2.1aq).
    enter(&mut state, [Entry::AmericanWar { is_on: true }]);
    assert!(state.american_war);
}

#[test]
fn d1_forces_change_as_far_as_they_are_said() {
    let mut state = begin::opening(&scenario());
    let count = ForceCount { corps: Some(11), depots: Some(6), ..ForceCount::default() };
    enter(&mut state, [Entry::Forces { of: of(Power::France), count }]);
    let forces = state.powers[&Power::France].forces;
    assert_eq!((forces.corps, forces.fleets_in_port, forces.depots), (11, 3, 6));
    enter(&mut state, [Entry::Forces { of: Holder::Minor("Holland".into()), count }]);
    assert_eq!(state.free_states["Holland"].forces.corps, 11);
    let saxon = Entry::Forces { of: Holder::Minor("Saxony".into()), count };
    assert!(refusal(&state, saxon).contains("no free state now"));
    let nothing = Entry::Forces { of: of(Power::France), count: ForceCount::default() };
    assert!(refusal(&state, nothing).contains("No number"));
}

#[test]
fn d15_corrections_are_postings_and_told_to_their_owner_alone() {
    let mut state = begin::opening(&scenario());
    let post = |change, reason: &str| Entry::Post {
        power: Power::France,
        tally: Tally::Money,
        change,
        reason: reason.to_owned(),
    };
    let told = enter(&mut state, [post(-5, "supply of corps")]);
    assert_eq!(told.len(), 1);
    assert!(told[0].0.contains("france") && !told[0].0.contains("spain"), "{told:?}");
    assert_eq!((told[0].1["kind"].as_str(), told[0].1["after"].as_i64()), (Some("Corrected"), Some(10)));
    let posting = state.ledger.postings().last().unwrap();
    assert_eq!((posting.rule.as_str(), posting.amount, posting.subject.as_str()), ("GM", 5, "supply of corps"));
    assert!(refusal(&state, post(-11, "too much")).contains("has 10 money"));
    assert!(refusal(&state, post(3, " ")).contains("what it is for"));
    enter(&mut state, [Entry::SetTally { power: Power::France, tally: Tally::Money, value: 20 }]);
    assert_eq!(state.ledger.balance("france", Measure::Money), 20);
    let debit = Entry::SetTally { power: Power::Prussia, tally: Tally::Manpower, value: -1 };
    assert!(refusal(&state, debit).contains("has 4 manpower"));
}

#[test]
fn d11_status_and_victory_points_stay_within_their_ends() {
    let mut state = begin::opening(&scenario());
    let set = |tally, value| Entry::SetTally { power: Power::Austria, tally, value };
    enter(&mut state, [set(Tally::Status, 12), set(Tally::VictoryPoints, 40)]);
    assert_eq!((state.powers[&Power::Austria].status, state.powers[&Power::Austria].victory_points), (12, 40));
    assert!(refusal(&state, set(Tally::Status, 25)).contains("no box 25"));
    assert!(refusal(&state, set(Tally::VictoryPoints, -1)).contains("below 0"));
    let post = Entry::Post { power: Power::Austria, tally: Tally::Status, change: -99, reason: "peace".into() };
    enter(&mut state, [post]);
    assert_eq!(state.powers[&Power::Austria].status, 1);
}

#[test]
fn eia_8_5_2_debts_are_set_confirmed_and_struck_out() {
    let mut state = begin::opening(&scenario());
    let debt = |amount, is_formal| Entry::Debt {
        from: Power::Russia,
        to: Power::Prussia,
        amount,
        is_formal,
        due: Some(Month { year: 1805, month: 12 }),
    };
    let told = enter(&mut state, [debt(20, true)]);
    assert_eq!((told[0].0.as_str(), told[0].1["rows"][0]["after"].as_str()), ("Everyone", Some("20")));
    let told = enter(&mut state, [debt(5, false)]);
    assert!(told[0].0.contains("prussia") && told[0].0.contains("russia"), "{told:?}");
    enter(&mut state, [debt(12, true)]);
    assert_eq!(state.debts.iter().map(|debt| debt.amount).collect::<Vec<_>>(), [12, 5]);
    state.debts[0].awaits_gm = true;
    enter(&mut state, [debt(12, true)]);
    assert!(!state.debts[0].awaits_gm);
    enter(&mut state, [debt(0, true)]);
    assert_eq!(state.debts.len(), 1);
    assert!(refusal(&state, debt(0, true)).contains("no such debt"));
    let own = Entry::Debt { from: Power::Spain, to: Power::Spain, amount: 3, is_formal: true, due: None };
    assert!(refusal(&state, own).contains("owes itself"));
}

#[test]
fn eia_8_4_3_leaders_are_removed_and_come_back() {
    let mut state = begin::opening(&scenario());
    let leader = |is_removed| Entry::Leader { name: "Blucher".into(), power: Power::Prussia, is_removed };
    assert!(refusal(&state, leader(false)).contains("was not removed"));
    enter(&mut state, [leader(true)]);
    assert_eq!(state.powers[&Power::Prussia].removed_leaders["Blucher"], state.month);
    enter(&mut state, [leader(false)]);
    assert!(state.powers[&Power::Prussia].removed_leaders.is_empty());
}

#[test]
fn eia_8_5_4_counters_that_were_bought_are_placed() {
    let mut state = begin::opening(&scenario());
    let place = |count| Entry::Placed { of: of(Power::France), counter: Counter::Corps, count };
    assert!(refusal(&state, place(1)).contains("has 0 corps bought"));
    let row = |state: Option<&str>, count, month: u8| Unplaced {
        state: state.map(str::to_owned),
        counter: Counter::Corps,
        count,
        names: Vec::new(),
        until: Month { year: 1805, month },
    };
    let own = state.powers.get_mut(&Power::France).unwrap();
    own.unplaced = vec![row(None, 1, 3), row(None, 2, 6), row(Some("Holland"), 1, 6)];
    enter(&mut state, [place(2)]);
    let own = &state.powers[&Power::France];
    assert_eq!((own.unplaced.len(), own.unplaced[0].count, own.forces.corps), (2, 1, 11));
    let dutch = Entry::Placed { of: Holder::Minor("Holland".into()), counter: Counter::Corps, count: 1 };
    enter(&mut state, [dutch]);
    assert_eq!((state.powers[&Power::France].unplaced.len(), state.free_states["Holland"].forces.corps), (1, 2));
    assert!(refusal(&state, place(2)).contains("has 1 corps bought"));
    assert!(refusal(&state, place(0)).contains("No number"));
}

#[test]
fn eia_8_10_levied_counters_and_8_11_control() {
    let mut state = begin::opening(&scenario());
    let cossacks = |places: &[&str]| Entry::Levied {
        troops: Levied::Cossack,
        places: places.iter().map(ToString::to_string).collect(),
    };
    enter(&mut state, [cossacks(&["Ukraine", "Riga"])]);
    assert_eq!(state.powers[&Power::Russia].levied[&Levied::Cossack], ["Ukraine", "Riga"]);
    let unknown = cossacks(&["Kyyiv"]);
    assert!(act(&scenario(), &state, &[order(unknown)]).unwrap_err()[0].1.message.contains("no place \"Kyyiv\""));
    enter(&mut state, [cossacks(&[])]);
    assert!(state.powers[&Power::Russia].levied.is_empty());
    let control = |by| Entry::Control { power: Power::Spain, by };
    enter(&mut state, [control(Some(Power::France))]);
    assert_eq!(state.powers[&Power::Spain].run_by, Some(Power::France));
    assert!(refusal(&state, control(Some(Power::Spain))).contains("not run by itself"));
}

#[test]
fn d15_entries_after_the_collection_and_those_that_change_nothing_are_told_to_the_game_master() {
    let mut state = begin::opening(&scenario());
    (state.month.month, state.stage) = (3, Stage::Lending);
    let told = enter(&mut state, [occupy("Paris", of(Power::Britain), false), occupy("Vienna", Holder::Nobody, false)]);
    let kinds: Vec<_> = told.iter().map(|(who, item)| format!("{} {who}", item["kind"].as_str().unwrap())).collect();
    assert_eq!(kinds, ["SheetChanged Everyone", "Unchanged Umpire", "CollectedBefore Umpire"]);
    assert_eq!(told[2].1["lines"][0], "who occupies Paris");
    state.stage = Stage::Answer;
    let told = enter(&mut state, [occupy("Berlin", of(Power::France), false)]);
    assert_eq!(told.len(), 1);
}

#[test]
fn eia_8_7b_a_power_that_is_out_takes_no_part() {
    let mut state = begin::opening(&scenario());
    state.powers.get_mut(&Power::Prussia).unwrap().is_out = true;
    assert!(refusal(&state, owner("Saxony", of(Power::Prussia), None)).contains("out of the game for good"));
    let war = Entry::War { one: of(Power::Prussia), other: of(Power::France) };
    assert!(refusal(&state, war).contains("out of the game"));
}

#[test]
fn a_power_that_takes_over_what_it_occupies_is_its_usual_garrison() {
    let mut state = begin::opening(&scenario());
    enter(&mut state, [occupy("Dresden", of(Power::France), true), owner("Saxony", of(Power::France), None)]);
    assert_eq!(state.cities.get("Dresden").cloned().unwrap_or_default(), CityState::default());
}

#[test]
fn d1_corps_at_a_city_are_entered_by_power_and_told_to_everyone() {
    let mut state = begin::opening(&scenario());
    let station = |counts: &[(Power, u32)]| Entry::Corps { city: "Berlin".into(), counts: counts.to_vec() };
    let told = enter(&mut state, [station(&[(Power::France, 2), (Power::Austria, 3)])]);
    assert_eq!((told[0].0.as_str(), &told[0].1["rows"][0]["subject"]), ("Everyone", &"Berlin".into()));
    assert_eq!(told[0].1["rows"][0]["after"], "corps there: France 2 and Austria 3");
    // What is entered takes the place of what was there before.
    enter(&mut state, [station(&[(Power::Austria, 1), (Power::France, 0)])]);
    assert_eq!(state.cities["Berlin"].corps, [(Power::Austria, 1)].into());
    assert!(refusal(&state, station(&[(Power::Austria, 1), (Power::Austria, 2)])).contains("named twice"));
    enter(&mut state, [station(&[])]);
    assert!(state.cities.is_empty() && state.changes.is_empty());
    let unknown = Entry::Corps { city: "Brelin".into(), counts: Vec::new() };
    assert!(refusal(&state, unknown).contains("no capital or port"));
}
