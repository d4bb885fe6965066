//! Whose an order is (SLAG 2.1, 4.2, 5.2, 7.1): the writer's seat that may give it, or a refusal that names the offices that may.

use base::facts::Brief;
use base::game::SeatId;
use base::order::Remark;
use kit::votes::Ballot;
use rules::Assigned;

use super::command::first_command;
use super::counted::capital;
use super::item::Item;
use super::office::{Matter, Office, givers, givers_in_kentucky, is_of_bloc, is_of_command, is_of_deputy};
use super::order::{Act, Called, Commerce, Congress, Entry, Order};
use super::scenario::{self, Scenario};
use super::side::Side;

/// One answer an order.
pub fn assign(
    scenario: &Scenario,
    brief: &Brief<Item>,
    seats: &[SeatId],
    orders: &[Order],
) -> Vec<Result<Assigned, Remark>> {
    let is_neutral = brief.items().iter().any(|item| matches!(item, Item::Kentucky { is_neutral: true }));
    orders.iter().map(|order| assign_one(scenario, (brief, is_neutral), seats, order)).collect()
}

fn assign_one(
    scenario: &Scenario,
    (brief, is_neutral): (&Brief<Item>, bool),
    seats: &[SeatId],
    order: &Order,
) -> Result<Assigned, Remark> {
    if let Act::Entry(entry) = &order.act {
        return entered_by(seats, entry);
    }
    let (offices, rule) = match is_neutral && is_of_kentucky(scenario, &order.act) {
        true => givers_in_kentucky(),
        false => givers(order.act.matter()),
    };
    let own: Vec<&scenario::OfficeRow> = seats.iter().filter_map(|seat| scenario.office(seat.as_str())).collect();
    if let Some(named) = order.office
        && !own.iter().any(|row| is_named(order, row))
    {
        let named = order.officer.as_ref().map_or_else(|| named.to_string(), |officer| officer.replace('-', " "));
        let of = order.bloc.as_ref().map_or_else(String::new, |bloc| format!(" of {bloc}"));
        return Err(
            Remark::refused(format!("You are not {named}{of}.")).hint("Leave the office out, or name one of yours.")
        );
    }
    let fits = |row: &&&scenario::OfficeRow| is_named(order, row) && may_order(scenario, row, &order.act);
    if let Some(asked) = which_voice(&own, order) {
        return Err(asked);
    }
    // The office whose business it is goes before those that act on its behalf.
    let of_office = || offices.iter().find_map(|office| own.iter().filter(|row| row.office == *office).find(fits));
    let of_command = || {
        let force = order.act.force().filter(|_| is_of_command(order.act.matter()))?;
        let has_deputy = is_of_deputy(order.act.matter());
        own.iter().filter(fits).find(|row| commands(scenario, brief, row, (force, has_deputy)))
    };
    let seat = of_office().or_else(of_command);
    let Some(seat) = seat else { return Err(refusal(scenario, &own, order, offices, rule)) };
    let Some(id) = SeatId::parse(&seat.id) else { return Err(Remark::refused("This seat cannot give orders.")) };
    Ok(match order.act.adds() {
        true => Assigned::new(id, section(scenario, seat.side, &order.act)).added(),
        false => Assigned::new(id, section(scenario, seat.side, &order.act)),
    })
}

/// Whether this is an office that the order's words name; where they name none, any is.
fn is_named(order: &Order, row: &scenario::OfficeRow) -> bool {
    let is_officer = |officer: &String| row.id.split_once('-').is_some_and(|(_, id)| id == officer);
    order.office.is_none_or(|named| named == row.office)
        && order.officer.as_ref().is_none_or(is_officer)
        && (order.bloc.is_none() || order.bloc == row.bloc)
        && order.side.is_none_or(|side| side == row.side)
}

/// Who has several voices in Congress says which one speaks: nothing is guessed there.
fn which_voice(own: &[&scenario::OfficeRow], order: &Order) -> Option<Remark> {
    let is_voice = matches!(order.act.matter(), Matter::Ballots | Matter::Overruling) && order.bloc.is_none();
    let blocs = own.iter().filter(|row| row.office == Office::Congressman).filter_map(|row| row.bloc.as_ref());
    let blocs: Vec<&String> = blocs.filter(|_| is_voice).collect();
    let first = blocs.first().filter(|_| blocs.len() > 1)?;
    let said = format!("You speak for {} blocs in Congress.", blocs.len());
    let sent = match &order.act {
        Act::Congress(Congress::Vote { bill, ballot: Ballot::Aye }) => format!("vote {bill} aye"),
        Act::Congress(Congress::Vote { bill, ballot: Ballot::No }) => format!("vote {bill} no"),
        Act::Congress(Congress::Override { bill }) => format!("override {bill}"),
        _ => return None,
    };
    let hint = format!("Say for which, a line each: as Congressman of {first}: {sent}.");
    Some(Remark::refused(said).hint(hint).rule("D12"))
}

/// Entries are the game master's.
fn entered_by(seats: &[SeatId], entry: &Entry) -> Result<Assigned, Remark> {
    if seats.contains(&SeatId::gm()) {
        return Ok(Assigned::new(SeatId::gm(), "entries"));
    }
    let remark = Remark::refused("This is entered by the game master.");
    Err(match entry {
        Entry::Law { subject, .. } => remark.hint(format!("A bill is brought by: move {}.", subject.motion())),
        _ => remark,
    })
}

/// Whether a seat commands a unit or ship, or is the deputy there where he counts, as its reports tell: where nobody is named, as of a
/// new one (D54).
fn commands(
    scenario: &Scenario,
    brief: &Brief<Item>,
    row: &scenario::OfficeRow,
    (force, has_deputy): (Called, bool),
) -> bool {
    let (name, first) = (force.of(row.side).name(), first_command(scenario, row.side, force.kind));
    let is_named = |commander: &String, deputy: &String| {
        let (commander, deputy) =
            if commander.is_empty() { (&first.commander, &first.deputy) } else { (commander, deputy) };
        *commander == row.id || has_deputy && *deputy == row.id
    };
    brief.items().iter().any(|item| match item {
        Item::Land { rows, .. } => rows.iter().any(|unit| unit.name == name && is_named(&unit.commander, &unit.deputy)),
        Item::Naval { rows, .. } => {
            rows.iter().any(|ship| ship.name == name && is_named(&ship.commander, &ship.deputy))
        }
        _ => false,
    })
}

/// Brigades that are formed in Kentucky (4.4).
fn is_of_kentucky(scenario: &Scenario, act: &Act) -> bool {
    act.matter() == Matter::Units
        && matches!(act, Act::Form { .. })
        && act.city().and_then(|city| scenario.city(city)).is_some_and(|city| city.state == "KY")
}

/// Where an order stands on its seat's sheet.
fn section(scenario: &Scenario, side: Side, act: &Act) -> String {
    match act {
        Act::Raise { .. } => "regiments".to_owned(),
        Act::Rise { city, .. } => format!("rising at {}", scenario.city_name(city)),
        Act::Form { .. } | Act::Establish { .. } => "units".to_owned(),
        Act::LayDown { .. } | Act::Charter { .. } => "ships".to_owned(),
        Act::BuySupplies { .. } | Act::BuyStores { .. } => "purchases".to_owned(),
        Act::Borrow { .. } | Act::Print { .. } => "money".to_owned(),
        Act::Duty { force, .. } => force.of(side).name(),
        Act::Commerce(Commerce::Blockade { .. }) => "blockade".to_owned(),
        Act::Station(_) | Act::Commerce(Commerce::Mission { off: Some(_), .. }) => {
            act.force().map_or_else(String::new, |ship| format!("station of {}", ship.of(side).name()))
        }
        Act::Commerce(Commerce::Mission { force, .. }) => format!("mission of {}", force.name()),
        Act::Commerce(Commerce::Burn { force, .. }) => format!("fires of {}", force.name()),
        Act::Sailing(order) => format!("{} of {}", order.settles(), order.ship().of(side).name()),
        Act::Congress(_) => "congress".to_owned(),
        Act::Entry(_) => "entries".to_owned(),
        Act::Change(change) => change.section(),
        Act::Works(works) => works.section(|city| scenario.city_name(city)),
        // One a unit: nothing goes on foot and by rail or river in one turn (SNNM 8.1).
        Act::Land(land) => format!("march of {}", land.unit().of(side).name()),
    }
}

/// Whether this seat may give the order: a Governor and a Congressman in their bloc, the Secretary of War for men of States that no
/// bloc of his side has, everybody for his own side's units.
fn may_order(scenario: &Scenario, row: &scenario::OfficeRow, act: &Act) -> bool {
    if let Some(force) = act.force() {
        let is_own = |called: Called| called.side.is_none_or(|side| side == row.side);
        return is_own(force) && act.other().is_none_or(is_own);
    }
    match act {
        Act::Congress(_) | Act::Commerce(Commerce::Blockade { .. }) => return true,
        Act::Commerce(Commerce::Mission { force, .. } | Commerce::Burn { force, .. }) => {
            return force.of(row.side).side == row.side;
        }
        _ => {}
    }
    if let Act::Works(works) = act
        && works.unit().is_some_and(|unit| unit.of(row.side).side != row.side)
    {
        return false;
    }
    let state = state_of(scenario, act);
    if is_of_bloc(row.office) {
        return state.is_some_and(|state| row.states.contains(state));
    }
    let is_governed = |side: Side, state: &str| {
        let governors = scenario.given.offices.iter().filter(|other| other.office == Office::Governor);
        governors.filter(|other| other.side == side).any(|other| other.states.contains(state))
    };
    act.matter() != Matter::Raising || state.is_some_and(|state| !is_governed(row.side, state))
}

/// The State that an order is about: whose men are raised, else where the city lies.
pub fn state_of<'a>(scenario: &'a Scenario, act: &'a Act) -> Option<&'a str> {
    match act {
        Act::Raise { state: Some(state), .. } => Some(state),
        _ => scenario.city(act.city()?).map(|city| city.state.as_str()),
    }
}

/// What is wrong: that the unit is the enemy's, or the State another's; else which offices may, of which the writer has none.
fn refusal(scenario: &Scenario, own: &[&scenario::OfficeRow], order: &Order, offices: &[Office], rule: &str) -> Remark {
    if let Some(enemy) = hostile(own, &order.act) {
        let side = own.first().map_or("your side", |row| row.side.name());
        let said = format!("{} is not of {side}.", enemy.name());
        return Remark::refused(said).hint("You order your own side's units and ships.").rule(rule);
    }
    // He has the office whose business it is, and has named another one of his.
    let unnamed = |row: &&&scenario::OfficeRow| offices.contains(&row.office) && may_order(scenario, row, &order.act);
    if let Some(row) = own.iter().find(unnamed).filter(|_| order.office.is_some()) {
        let named = order.office.map_or_else(String::new, |office| office.to_string());
        let said = format!("{} does not order this.", capital(&named));
        return Remark::refused(said).hint(format!("You do as {}: name that, or none.", row.title)).rule(rule);
    }
    let state = state_of(scenario, &order.act);
    let is_own_office = own.iter().any(|row| offices.contains(&row.office));
    let said = match (is_own_office, state) {
        (true, Some(state)) => format!("None of your offices does this in {}.", scenario.state_name(state)),
        _ => "None of your offices orders this.".to_owned(),
    };
    if let Some(governor) = governor_of(scenario, own, order) {
        let hint = format!("{} does ({}).", governor.title, governor.id);
        return Remark::refused(said).hint(hint).rule(rule);
    }
    let commander = if is_of_deputy(order.act.matter()) { "its commander or his deputy" } else { "its commander" };
    let command = is_of_command(order.act.matter()).then(|| commander.to_owned());
    let names: Vec<String> = others_that_may(scenario, own, state, offices).into_iter().chain(command).collect();
    let may = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last} do.", rest.join(", ")),
        Some((only, _)) => format!("{only} does."),
        None => "No other office of your side does either.".to_owned(),
    };
    Remark::refused(said).hint(capital(&may)).rule(rule)
}

/// The unit or ship of the other side that an order is about.
fn hostile(own: &[&scenario::OfficeRow], act: &Act) -> Option<Called> {
    let side = own.first()?.side;
    let works = if let Act::Works(works) = act { works.unit() } else { None };
    let named = [act.force(), act.other(), works];
    named.into_iter().flatten().find(|called| called.side.is_some_and(|of| of != side))
}

/// Of the offices that may, those that the writer has not: of a bloc those that have the State.
fn others_that_may(
    scenario: &Scenario,
    own: &[&scenario::OfficeRow],
    state: Option<&str>,
    offices: &[Office],
) -> Vec<String> {
    let side = own.first().map(|row| row.side);
    let of_state = |office: Office, state: &str| {
        let rows = scenario.given.offices.iter().filter(|row| Some(row.side) == side && row.office == office);
        rows.filter(|row| row.states.contains(state)).map(|row| format!("the {}", row.title)).collect::<Vec<_>>()
    };
    let names = offices.iter().flat_map(|office| match state.filter(|_| is_of_bloc(*office)) {
        Some(state) => of_state(*office, state),
        None if own.iter().any(|row| row.office == *office) => Vec::new(),
        None => vec![office.to_string()],
    });
    names.collect()
}

/// Who raises men of the State in question for the writer's side, where a bloc of his has it.
fn governor_of<'a>(
    scenario: &'a Scenario,
    own: &[&scenario::OfficeRow],
    order: &Order,
) -> Option<&'a scenario::OfficeRow> {
    let side = own.first()?.side;
    let state = state_of(scenario, &order.act).filter(|_| order.act.matter() == Matter::Raising)?;
    let mut governors = scenario.given.offices.iter().filter(|row| row.office == Office::Governor && row.side == side);
    governors.find(|row| row.states.contains(state))
}
