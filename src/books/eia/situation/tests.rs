use super::super::begin;
use super::super::knowledge::{known, played};
use super::super::measure::Ledger;
use super::super::scenario::TreasuryTold;
use super::*;
use crate::calendar::Month;
use crate::order::Unit;
use crate::sheet;
use crate::state::{Quarter, SheetChange};
use base::facts::{Viewer, brief};
use base::game::SeatId;

fn items_of(scenario: &Scenario, state: &State, seat: &str) -> Vec<Item> {
    let facts = situation(scenario, state);
    brief(Viewer::vacant(&SeatId::parse(seat).unwrap()), &facts).items().to_vec()
}

/// A game in which everything is the matter.
fn eventful(scenario: &Scenario) -> State {
    let mut state = begin::opening(scenario);
    let month = Month { year: 1806, month: 9 };
    (state.month, state.stage) = (month, Stage::Spending);
    let mut hold = |name: &str, power, tenure| territory::change_hands(scenario, &mut state, name, power, tenure, "GM");
    hold("Livonia", Some(Power::Prussia), Tenure::Ceded);
    hold("Egypt", Some(Power::France), Tenure::Free);
    hold("Upper Egypt", Some(Power::Turkey), Tenure::Conquered);
    hold("Bavaria", Some(Power::Austria), Tenure::Conquered);
    hold("Franconia", None, Tenure::Neutral);
    let city = CityState { occupant: Holder::Power(Power::France), is_besieged: true, ..CityState::default() };
    state.cities.insert("Vienna".to_owned(), city);
    state.american_war = true;
    state.wars.insert((Party::Power(Power::Russia), Party::Minor("Sweden".to_owned())));
    let row = Arrival { state: None, unit: Unit::Infantry, count: 3, month: month.after(3) };
    let austria = state.powers.get_mut(&Power::Austria).unwrap();
    austria.arriving.push(row);
    austria.manipulation = 1;
    austria.treasury_shared_with.insert(Power::Russia);
    austria.announcement = Announcement::WhenFinal;
    let debt = |from, is_formal| Debt { from, to: Power::Spain, amount: 9, is_formal, due: None, awaits_gm: false };
    state.debts.push(debt(Power::Austria, false));
    state.debts.push(debt(Power::Turkey, true));
    state.ledger.post("8.2.1", Measure::Money, "taxes", "austria", 40_u32, "taxes");
    state.habits.answers.insert(Power::Austria, (true, Vec::new()));
    state.quarter.offered.insert("Trieste".to_owned());
    state.quarter.stopped.insert(Power::France);
    state
}

#[test]
fn d13_treasury_manipulation_and_arrivals_are_their_owners_alone() {
    let scenario = Scenario::embedded().unwrap();
    let state = eventful(&scenario);
    let secrets = |items: &[Item]| {
        let own = items.iter().filter(|item| matches!(item, Item::Own { power: Power::Austria, .. })).count();
        let accounts =
            items.iter().filter(|item| matches!(item, Item::Account { account, .. } if account == "austria")).count();
        (own, accounts)
    };
    assert_eq!(secrets(&items_of(&scenario, &state, "austria")), (1, 1));
    assert_eq!(secrets(&items_of(&scenario, &state, "france")), (0, 0));
    // She shares her treasury with Russia, and nothing else.
    assert_eq!(secrets(&items_of(&scenario, &state, "russia")), (0, 1));
}

#[test]
fn d13_a_free_states_account_is_its_controllers_alone() {
    let scenario = Scenario::embedded().unwrap();
    let state = eventful(&scenario);
    let sees = |seat: &str| {
        let items = items_of(&scenario, &state, seat);
        items.iter().any(|item| matches!(item, Item::Account { account, .. } if account == "Egypt"))
    };
    assert_eq!(Power::ALL.map(|power| sees(power.id())), [false, true, false, false, false, false, false]);
}

#[test]
fn d13_informal_debts_are_the_parties_own_and_formal_ones_public() {
    let scenario = Scenario::embedded().unwrap();
    let state = eventful(&scenario);
    let debts = |seat: &str| {
        let items = items_of(&scenario, &state, seat);
        let count = |item: &Item| match item {
            Item::Own { informal_debts, .. } => (0, informal_debts.len()),
            Item::FormalDebtsOpen { rows } => (rows.len(), 0),
            _ => (0, 0),
        };
        items.iter().map(count).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    assert_eq!([debts("austria"), debts("spain"), debts("france")], [(1, 1), (1, 1), (1, 0)]);
}

#[test]
fn d13_the_treasury_is_public_when_the_scenario_says_so() {
    let mut scenario = Scenario::embedded().unwrap();
    scenario.campaign.options.treasury_told = TreasuryTold::Public;
    let items = items_of(&scenario, &eventful(&scenario), "france");
    assert_eq!(items.iter().filter(|item| matches!(item, Item::Account { is_free_state: false, .. })).count(), 7);
}

#[test]
fn d13_a_power_run_by_another_is_told_to_both() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = eventful(&scenario);
    state.powers.get_mut(&Power::Spain).unwrap().run_by = Some(Power::Prussia);
    assert_eq!(played(&items_of(&scenario, &state, "prussia")), [Power::Prussia, Power::Spain]);
    assert_eq!(played(&items_of(&scenario, &state, "spain")), [Power::Spain]);
}

/// What no reader is told of: the umpire's part of a quarter, the way to the balances, the past, the differences.
fn untold(state: &mut State) {
    let balance = |state: &State, account: &str| {
        Measure::BOTH.map(|measure| (measure, state.ledger.balance(account, measure))).into_iter().collect()
    };
    let accounts: Vec<String> =
        Power::ALL.iter().map(|power| power.id().to_owned()).chain(state.free_states.keys().cloned()).collect();
    let opening = accounts.into_iter().map(|account| (account.clone(), balance(state, &account))).collect();
    state.ledger = Ledger::opened(opening);
    state.quarter = Quarter { stopped: Default::default(), home_manpower: Default::default(), ..state.quarter.clone() };
    state.history.clear();
    state.changes.clear();
}

#[test]
fn the_state_is_put_together_again_of_all_items() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = eventful(&scenario);
    let facts = situation(&scenario, &state);
    let items: Vec<Item> =
        base::facts::told(&facts).unwrap().into_iter().map(|(_, item)| serde_json::from_value(item).unwrap()).collect();
    let mut again = known(&scenario, &items);
    // Public debts come before private ones.
    again.debts.sort_by_key(|debt| debt.is_formal);
    untold(&mut state);
    assert_eq!(again, state);
}

#[test]
fn what_a_reader_was_not_told_is_as_if_nothing_were_the_matter() {
    let scenario = Scenario::embedded().unwrap();
    let state = known(&scenario, &items_of(&scenario, &eventful(&scenario), "france"));
    let austria = &state.powers[&Power::Austria];
    assert_eq!((austria.manipulation, austria.announcement, austria.arriving.len()), (0, Announcement::None, 0));
    assert_eq!(state.ledger.balance("austria", Measure::Money), 0);
    assert_eq!(state.ledger.balance("france", Measure::Money), 15);
    assert_eq!(state.territories["Upper Egypt"].holder, Some(Power::Turkey));
    assert_eq!(state.territories["Franconia"].holder, None);
}

#[test]
fn d1_the_differences_of_the_sheet_are_mailed_until_it_is_settled() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = begin::opening(&scenario);
    let row = SheetChange { month: state.month, subject: "Saxony".into(), before: "neutral".into(), after: "x".into() };
    state.changes.push(row);
    let tells = |state: &State| {
        let items = items_of(&scenario, state, "turkey");
        items.iter().any(|item| matches!(item, Item::SheetDifferences { rows } if rows.len() == 1))
    };
    assert!(tells(&state));
    (state.month.month, state.stage) = (3, Stage::Sheet);
    assert!(tells(&state));
    state.stage = Stage::Offer;
    assert!(!tells(&state));
    assert!(sheet::act(&scenario, &state, &[]).is_ok());
}

/// The report as a seat reads it, before long lines are wrapped.
fn report(scenario: &Scenario, state: &State, seat: &str, news: Vec<Fact<Item>>) -> String {
    let facts: Vec<_> = news.into_iter().chain(situation(scenario, state)).collect();
    let facts: Vec<Fact<serde_json::Value>> =
        facts.into_iter().map(|fact| fact.map(|item| serde_json::to_value(item).unwrap())).collect();
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &Default::default()).unwrap();
    let known = brief(Viewer::vacant(&SeatId::parse(seat).unwrap()), &facts);
    renderer.passage("eia/report.txt", &known).unwrap().text().to_owned()
}

#[test]
fn a_correction_of_the_board_alone_says_nothing_of_alliances_and_holdings() {
    let scenario = Scenario::embedded().unwrap();
    let items = items_of(&scenario, &eventful(&scenario), "austria").into_iter();
    let boards =
        items.filter(|item| matches!(item, Item::Board { .. })).map(|item| serde_json::to_value(item).unwrap());
    let board: Vec<Fact<serde_json::Value>> = boards.map(|item| Fact::new(Audience::Everyone, item)).collect();
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &Default::default()).unwrap();
    let text = renderer.passage("eia/report.txt", &brief(Viewer::stranger(), &board)).unwrap().text().to_owned();
    assert!(text.contains("At war:") && text.contains("- Vienna: "), "{text}");
    assert!(!text.contains("Allied:") && !text.contains("holds beyond"), "{text}");
}

#[test]
fn the_report_says_what_its_reader_may_know_and_its_rows_fit_the_page() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = eventful(&scenario);
    state.powers.get_mut(&Power::Austria).unwrap().unplaced.push(Unplaced {
        state: None,
        counter: crate::order::Counter::Corps,
        count: 2,
        names: vec!["IV".into(), "V".into()],
        until: state.month.after(3),
    });
    let text = report(&scenario, &state, "austria", Vec::new());
    for words in [
        "September 1806, W4 spending.",
        "Account: Austria",
        "            taxes",
        "  December 1806      3 infantry",
        "2 corps counters: IV, V",
        "- Austria owes Spain 9.",
        "- Turkey owes Spain 9 by treaty.",
        "- Vienna: occupied by France, besieged.",
        "Britain is at war with the United States.",
        "- Prussia holds beyond its home; ceded to it: Livonia.",
        "manipulation set for the next collection: +1.",
        "The treasury is shown to Russia.",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    let wide: Vec<_> = text.lines().filter(|line| line.starts_with("  ") && line.chars().count() > 72).collect();
    assert!(wide.is_empty(), "{wide:?}");
    let spanish = report(&scenario, &state, "spain", Vec::new());
    for words in ["Account: Austria", "3 infantry", "+1.", "IV, V"] {
        assert!(!spanish.contains(words), "{words:?} is in\n{spanish}");
    }
}

#[test]
fn the_report_of_a_month_on_the_board_tells_entries_and_what_is_due() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = begin::opening(&scenario);
    let entry = |entry| crate::order::Order::new(crate::order::Act::Sheet(entry));
    let owner = crate::order::Entry::Owner {
        territory: "Bavaria".into(),
        holder: Holder::Power(Power::France),
        tenure: Some(Tenure::Free),
    };
    let money = crate::order::Entry::Post {
        power: Power::France,
        tally: crate::order::Tally::Money,
        change: -5,
        reason: "supply of corps".into(),
    };
    let acted = sheet::act(&scenario, &state, &[entry(owner), entry(money)]).unwrap();
    assert!(!acted.is_told_now);
    state = acted.state;
    let row = Arrival { state: Some("Holland".into()), unit: Unit::Ship, count: 1, month: state.month };
    state.powers.get_mut(&Power::France).unwrap().arriving.push(row);
    let mut news = acted.events;
    news.extend(crate::months::open_board(&mut state));
    let text = report(&scenario, &state, "france", news);
    for words in [
        "- Bavaria: free state of France (before: neutral).",
        "- France: money 15 is now 10 (supply of corps).",
        "  GM           -5            supply of corps",
        "To be placed this month: France",
        "1 ship of Holland",
        "State sheet: what differs from the last Economic Phase",
        "free states: Bavaria, Holland, Switzerland",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    println!("{text}");
}
