//! What its giver could know is wrong with an order: by what his reports tell him, and by the numbers of the rules. What he may not
//! know is left to the turn, where the order fails and the report says by which rule.

mod congress;
mod cost;
mod forces;
mod known;
mod land;
mod room;
mod said;
mod sailing;
mod stations;
mod together;
mod works;

use base::facts::Brief;
use base::order::{Filed, LineStatus, Remark, worst};
use kit::amount::Amount;
use rules::{LineReview, OwnFile, Review};

use self::cost::cost;
use self::known::Known;
use self::said::said;
use super::approval::pending;
use super::item::Item;
use super::order::{Act, Called, Change, Commerce, Land, Order, Part, Sailing, Works};
use super::refusal::{is_one_order, sells_so_much, sells_stores};
use super::scenario::{Cost, Scenario};
use super::side::Side;
use super::turn::{is_of_warships, may_lay_down, may_staff, not_on_build_turn, pool_of};

/// Looks at the lines of one seat.
pub fn review(scenario: &Scenario, brief: &Brief<Item>, file: OwnFile<'_, Order>) -> Review<Item> {
    let Some(side) = Side::of_seat(file.seat.as_str()) else {
        return Review { lines: vec![LineReview::default(); file.lines.len()], account: Vec::new() };
    };
    let mut known = Known::of(brief, side);
    let others = in_order_of_arrival(file);
    known.moved =
        file.lines.iter().chain(others.iter().copied()).filter_map(|line| transfer_of(&line.order.act)).collect();
    let known = known;
    let (mut spent, mut begun) = (Cost::default(), room::Begun::new());
    let elsewhere = others.iter().map(|line| cost(scenario, &known, &line.order.act)).fold(Cost::default(), Cost::and);
    let mut others = others.into_iter().peekable();
    let title = scenario.title(file.seat);
    let lines = file.lines.iter().enumerate().map(|(place, line)| {
        while let Some(other) = others.next_if(|other| other.received < line.received) {
            room::begin(&known, &mut begun, &other.order.act);
        }
        let cost = cost(scenario, &known, &line.order.act);
        spent = spent.and(cost);
        let remarks: Vec<Remark> = match &line.order.act {
            Act::Congress(said) => {
                congress::wrong(scenario, brief, (side, &title), &file.lines[..place], said).err().into_iter().collect()
            }
            _ => remarks(scenario, side, &known, (&file.lines[..place], line))
                .into_iter()
                .chain(room::warning(scenario, &known, &mut begun, &line.order.act))
                .collect(),
        };
        let note = match &line.order.act {
            Act::Sailing(order) => sailing::note(scenario, side, &known, order).unwrap_or_default(),
            act if act.station().is_some() => {
                act.station().and_then(|order| stations::note(scenario, side, &known, &order)).unwrap_or_default()
            }
            Act::Land(order) if worst(&remarks) < LineStatus::Incomplete => land::note(scenario, &known, order),
            _ if cost == Cost::default() => String::new(),
            _ => price_note(cost),
        };
        let place = city_meant(scenario, &line.order.act).filter(|_| worst(&remarks) < LineStatus::Incomplete);
        let note = [place.unwrap_or_default(), note].into_iter().filter(|part| !part.is_empty());
        LineReview { note: note.collect::<Vec<_>>().join(", "), remarks }
    });
    let lines = lines.collect();
    let account = match spent == Cost::default() {
        true => Vec::new(),
        false => vec![Item::Planned {
            eagles: spent.eagles.into(),
            mp: spent.mp.into(),
            elsewhere: elsewhere.eagles.into(),
            mp_elsewhere: elsewhere.mp.into(),
            lapses: (spent.eagles + elsewhere.eagles).short_of(known.build_fund).into(),
            funds: known.funds.map(Into::into),
            stock: known.mp.map(Into::into),
            left: known.funds.map(|funds| (funds - spent.eagles - elsewhere.eagles).into()),
            mp_left: known.mp.map(|stock| (stock - spent.mp - elsewhere.mp).into()),
        }],
    };
    Review { lines, account }
}

/// What the other offices of whoever serves a seat have on file, as it came.
fn in_order_of_arrival(file: OwnFile<'_, Order>) -> Vec<&Filed<Order>> {
    let mut others: Vec<&Filed<Order>> = file.others.values().flatten().collect();
    others.sort_by_key(|line| line.received);
    others
}

/// What an order sends from one unit to another.
fn transfer_of(act: &Act) -> Option<(Called, Called, u32, Part)> {
    match act {
        Act::Change(Change::Transfer { count, part, from, to }) => Some((*from, *to, *count, *part)),
        _ => None,
    }
}

/// The city in the square that an order names by its letters alone: whoever wrote its name sees that he was understood.
fn city_meant(scenario: &Scenario, act: &Act) -> Option<String> {
    let square = match act {
        Act::Land(Land::March { goal, .. } | Land::Boats { goal, .. }) => goal.to,
        Act::Land(Land::Attack { square, .. })
        | Act::Works(
            Works::BuildDepot { square, .. } | Works::RemoveDepot { square, .. } | Works::Emplace { square, .. },
        ) => *square,
        Act::Works(Works::Fortify { at: Some((square, _)), .. }) => *square,
        Act::Works(Works::Raze { front }) => front.square,
        Act::Sailing(Sailing::Move { to, .. }) => *to,
        _ => return None,
    };
    scenario.city_at(square).map(|city| scenario.city_name(&city.id))
}

fn price_note(cost: Cost) -> String {
    if cost.mp == Amount::ZERO { format!("{} Eg", cost.eagles) } else { format!("{} Eg, {} MP", cost.eagles, cost.mp) }
}

fn remarks(
    scenario: &Scenario,
    side: Side,
    known: &Known<'_>,
    (earlier, line): (&[Filed<Order>], &Filed<Order>),
) -> Vec<Remark> {
    if matches!(line.order.act, Act::Entry(_)) {
        return Vec::new();
    }
    if known.is_pregame && !line.order.act.is_of_build_turn() {
        return vec![said(not_on_build_turn())];
    }
    let act = &line.order.act;
    let wrong = wrong(scenario, known, earlier, act)
        .and_then(|()| known.may_crew(side, act))
        .and_then(|()| within_city(scenario, act));
    let counted = too_many(scenario, act);
    let funds = known.warning(scenario, act);
    let price =
        forces::warning(scenario, side, known, act).or_else(|| works::weapons_price_words(scenario, known, act));
    match wrong {
        Err(wrong) => [Some(wrong), counted, funds, price].into_iter().flatten().collect(),
        Ok(()) => {
            let way = land::warning(scenario, known, act).filter(|_| funds.is_none());
            let at_sea = act.station().map_or_else(Vec::new, |order| stations::warnings(scenario, side, known, &order));
            let in_vain =
                works::warning(scenario, known, act).or_else(|| together::warning(scenario, known, earlier, act));
            let before = [counted, funds, way].into_iter().flatten().chain(at_sea);
            let after = [forces::never_at_sea(scenario, act), in_vain, price, pending(line)];
            before.chain(after.into_iter().flatten()).collect()
        }
    }
}

/// What is wrong with an order by what its giver knows.
fn wrong(scenario: &Scenario, known: &Known<'_>, earlier: &[Filed<Order>], act: &Act) -> Result<(), Remark> {
    let side = known.side;
    match act {
        Act::Raise { .. } | Act::Form { .. } | Act::Charter { .. } | Act::LayDown { .. } | Act::Establish { .. } => {
            begun(scenario, known, act)
        }
        Act::BuySupplies { city, .. } => known.sells(scenario, side, city),
        Act::BuyStores { port, .. } => {
            let sold = scenario.city(port).map_or(Ok(()), sells_stores);
            sold.map_err(said).and_then(|()| known.sells(scenario, side, port))
        }
        Act::Borrow { eagles } => known.borrowing(Amount::whole(*eagles)),
        Act::Print { eagles } => known.printing(Amount::whole(*eagles)),
        Act::Duty { force, .. } => known.has(force.of(side)),
        Act::Rise { regiments, city } => known.rising(scenario, side, *regiments, city),
        act if act.station().is_some() => {
            act.station().map_or(Ok(()), |order| stations::wrong(scenario, side, known, &order))
        }
        Act::Commerce(order @ (Commerce::Mission { force, .. } | Commerce::Burn { force, .. })) => {
            let rule = if matches!(order, Commerce::Burn { .. }) { "5.10" } else { "2.9" };
            known.has(force.of(side)).and_then(|()| is_of_warships(force.of(side), rule).map_err(said))
        }
        Act::Sailing(order) => sailing::wrong(scenario, side, known, order),
        Act::Commerce(_) | Act::Station(_) | Act::Congress(_) | Act::Entry(_) => Ok(()),
        Act::Change(change) => forces::wrong(scenario, known, earlier, change),
        Act::Works(works) => known.works(scenario, side, works),
        Act::Land(order) => land::wrong(scenario, known, earlier, order),
    }
}

/// The same of what raises men, builds units and ships, and charters transports.
fn begun(scenario: &Scenario, known: &Known<'_>, act: &Act) -> Result<(), Remark> {
    let side = known.side;
    match act {
        Act::Raise { count, arm, state, giving, pool, city } => {
            let state = state.as_deref().or_else(|| scenario.city(city).map(|city| city.state.as_str()));
            let (state, pool) = (state.unwrap_or_default(), pool_of(*arm, *pool));
            let wanted = u64::from(*count) * u64::from(scenario.tables().men.of(*arm));
            known
                .raising(scenario, side, (*arm, state, giving.as_deref(), pool), city)
                .and_then(|()| known.has_men(scenario, state, pool, wanted))
        }
        Act::Form { count, kind, regiments, batteries, city, .. } => known
            .holds(scenario, side, city)
            .and_then(|()| known.forming(scenario, *count, (*kind, *regiments, *batteries), city))
            .and_then(|()| known.arming(scenario, act)),
        Act::Charter { capacity, port, .. } => {
            known.holds(scenario, side, port).and_then(|()| forces::charters(scenario, known, *capacity, port))
        }
        Act::LayDown { class, port, .. } => known.holds(scenario, side, port).and_then(|()| {
            let is_port = scenario.city(port).is_some_and(|city| city.port.is_some() && !city.is_off_map);
            let has_yards = known.cities.iter().any(|row| row.id == *port && row.yards > 0);
            may_lay_down(scenario, side, *class, known.is_pregame, is_port && has_yards).map_err(said)
        }),
        Act::Establish { city, pool, .. } => {
            known.holds(scenario, side, city).and_then(|()| may_staff(*pool).map_err(said))
        }
        _ => Ok(()),
    }
}

/// SLAG 7.3: what one order buys in a city.
fn within_city(scenario: &Scenario, act: &Act) -> Result<(), Remark> {
    let (city, size) = match act {
        Act::BuySupplies { count, city } => (city, count.saturating_mul(scenario.tables().limits.supply_size)),
        Act::BuyStores { count, port } => (port, *count),
        _ => return Ok(()),
    };
    let less = "Buy less there, or in another city too.";
    sells_so_much(scenario, city, (0, size)).map_err(|failed| said(failed).hint(less))
}

/// D56: units of one order.
fn too_many(scenario: &Scenario, act: &Act) -> Option<Remark> {
    let (Act::Form { count, .. }
    | Act::Establish { count, .. }
    | Act::LayDown { count, .. }
    | Act::Works(Works::BuildAbroad { count, .. })) = act
    else {
        return None;
    };
    is_one_order(scenario, *count).err().map(|failed| said(failed).hint("Write two orders."))
}
