//! The Money and Manpower Collection Step (8.2): taxes, domestic, colonial and American trade, Spanish gold, earlier
//! manipulation, manpower, and what free states gain.

use std::cmp::Reverse;

use super::super::item::Item;
use super::super::measure::Measure;
use super::super::news::{Convoy, StoppedRow, TradeRow};
use super::super::order::{Holder, Tenure};
use super::super::power::Power;
use super::super::scenario::{AmericanRank, City, ManipulationLevel, OccupiedCapitalIncome, Port, WarTrade};
use super::board::{Board, Land};
use super::play::Play;
use super::trade;

/// The purpose of the die after American trade was stopped.
const AMERICAN_DIE: &str = "war with the United States";
/// The purpose of the dice of the gold convoy.
const GOLD_DICE: &str = "Spanish gold convoy";

/// Taxes (8.2.1): of home and ceded provinces and conquered countries.
pub fn taxes(play: &mut Play) {
    for power in play.board().powers() {
        let (money, count) = taxes_of(&play.board(), power);
        play.post("8.2.1", Measure::Money, "taxes", power.id(), money, format!("taxes of {count} territories"));
    }
}

/// The taxes of a power, and of how many territories they come: none with a national capital lost (8.2.1).
fn taxes_of(board: &Board<'_>, power: Power) -> (u32, usize) {
    if board.has_no_taxes(power) {
        return (0, 0);
    }
    let taxed: Vec<_> = board.lands().filter(|land| land.is_own(power) && !board.is_occupied(*land)).collect();
    (taxed.iter().map(|land| land.territory.tax).sum(), taxed.len())
}

/// 8.4.1 by the strict reading: no money of any source while a national capital is lost (D5).
fn gets_no_money(board: &Board<'_>, power: Power) -> bool {
    let is_strict = board.scenario.campaign.options.occupied_capital_income == OccupiedCapitalIncome::NoMoneyAtAll;
    is_strict && board.has_no_taxes(power)
}

/// One port in domestic trade.
struct Deal {
    row: TradeRow,
    port: Port,
    holder: Option<Power>,
    tenure: Tenure,
    country: Option<String>,
}

/// "1 port", "3 ports".
fn ports(count: usize) -> String {
    format!("{count} {}", if count == 1 { "port" } else { "ports" })
}

/// Domestic trade, all of it with Britain (8.2.1), so none once she is out of the game (8.7): the first value to her, the
/// second to the controller or the free state.
pub fn domestic(play: &mut Play) {
    if !play.board().is_in_play(Power::Britain) {
        return;
    }
    let deals = deals(&play.board());
    play.tell_all(Item::Traded { rows: deals.iter().map(|deal| deal.row.clone()).collect() });
    let done: Vec<_> = deals.into_iter().filter(|deal| deal.row.has_traded).collect();
    let pays_britain = !gets_no_money(&play.board(), Power::Britain);
    let first: u32 = done.iter().map(|deal| deal.port.first).sum();
    if pays_britain {
        let text = format!("domestic trade, {}, first values", ports(done.len()));
        play.post("8.2.1", Measure::Money, "trade", Power::Britain.id(), first, text);
    }
    for power in Power::ALL {
        let own = done.iter().filter(|deal| deal.holder == Some(power) && deal.tenure != Tenure::Free);
        let own: Vec<_> = own.collect();
        let second = own.iter().map(|deal| deal.port.second).sum();
        if !gets_no_money(&play.board(), power) {
            let text = format!("domestic trade, {}, second values", ports(own.len()));
            play.post("8.2.1", Measure::Money, "trade", power.id(), second, text);
        }
    }
    for deal in done.iter().filter(|deal| deal.tenure == Tenure::Free) {
        let Some(state) = &deal.country else { continue };
        play.post(
            "8.2.3",
            Measure::Money,
            "trade",
            state,
            deal.port.second,
            format!("domestic trade of {}", deal.row.port),
        );
    }
}

/// Every port that was offered, and every one that needs no offer, with what came of it.
fn deals(board: &Board<'_>) -> Vec<Deal> {
    let wanted = board.ports().into_iter().filter(|(city, _, land)| {
        land.held.holder == Some(Power::Britain) || board.state.quarter.offered.contains(&city.name)
    });
    let deal = |(city, port, land): (&City, Port, Land<'_>)| {
        let reason = no_deal(board, city, port, land);
        let row = TradeRow {
            port: city.name.clone(),
            territory: land.territory.name.clone(),
            holder: land.held.holder.map(|power| power.name().to_owned()),
            has_traded: reason.is_none(),
            reason,
        };
        let country = land.territory.country().map(str::to_owned);
        Deal { row, port, holder: land.held.holder, tenure: land.held.tenure, country }
    };
    wanted.map(deal).collect()
}

/// Why a port that was offered does not trade: the controller does not want to, or something hinders it.
fn no_deal(board: &Board<'_>, city: &City, port: Port, land: Land<'_>) -> Option<String> {
    if !trade::is_britain_open(board, land) {
        return Some("London is occupied".to_owned());
    }
    if trade::is_at_war_with_britain(board, land) {
        return Some("at war with Britain".to_owned());
    }
    let is_refused = |holder: Power| holder != Power::Britain && !trade::agrees(board, holder, &city.name);
    if land.held.holder.is_some_and(is_refused) {
        return Some("refused".to_owned());
    }
    board.hindrance(city, port, land).map(|hindrance| hindrance.words().to_owned())
}

/// British colonial trade (8.2.1): less in a war with the United States that was on before; none with London lost.
pub fn colonial(play: &mut Play) {
    let board = play.board();
    if !board.is_in_play(Power::Britain) || board.has_no_trade(Power::Britain) {
        return;
    }
    let table = &play.scenario.tables.trade;
    let at_war = play.state.quarter.was_american_war;
    let money = if at_war { table.colonial_in_american_war } else { table.colonial };
    let text = if at_war { "colonial trade during the American war" } else { "colonial trade" };
    play.post("8.2.1", Measure::Money, "colonies", Power::Britain.id(), money, text);
}

/// The port of a power's American trade, and what it brings (8.2.1, D4).
fn american_trade(board: &Board<'_>, power: Power) -> Option<(String, u32)> {
    if power == Power::Britain || board.state.quarter.was_american_war || board.has_no_trade(power) {
        return None;
    }
    let rank = board.scenario.campaign.options.american_rank;
    let worth = |port: &Port| match rank {
        AmericanRank::Second => port.second,
        AmericanRank::First => port.first,
        AmericanRank::Sum => port.first + port.second,
    };
    let own = board.ports().into_iter().filter(|(_, _, land)| land.is_own(power));
    let eligible = own.filter(|(city, port, land)| board.hindrance(city, *port, *land).is_none());
    let (city, port, _) = eligible.min_by_key(|(city, port, _)| (Reverse(worth(port)), city.name.clone()))?;
    let money = board.scenario.tables.trade.american_factor * port.second;
    (money > 0).then(|| (city.name.clone(), money))
}

/// American trade, and Britain stopping it, which may mean war (8.2.1).
pub fn american(play: &mut Play) {
    let denied = stop(play);
    let is_cancelled =
        play.state.american_war && play.scenario.campaign.options.american_trade_when_war_begins == WarTrade::Cancelled;
    if is_cancelled {
        return;
    }
    for power in play.board().powers() {
        let Some((port, money)) = american_trade(&play.board(), power) else { continue };
        if !denied.contains(&power) && !gets_no_money(&play.board(), power) {
            play.post("8.2.1", Measure::Money, "America", power.id(), money, format!("American trade through {port}"));
        }
    }
}

/// Takes the American trade that Britain stops, throws the die, and says who was denied (8.2.1).
fn stop(play: &mut Play) -> Vec<Power> {
    let board = play.board();
    let named = play.state.quarter.stopped.iter().copied().filter(|power| board.at_war(*power, Power::Britain));
    let row = |power: Power| american_trade(&board, power).map(|(_, money)| StoppedRow { power, money });
    let rows: Vec<_> = named.filter_map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    for row in &rows {
        let text = format!("American trade of {} stopped", row.power.name());
        play.post("8.2.1", Measure::Money, "America", Power::Britain.id(), row.money, text);
    }
    let denied: Vec<_> = rows.iter().map(|row| row.power).collect();
    let die = play.dice.roll(AMERICAN_DIE, play.scenario.tables.trade.american_die_sides);
    let is_war = die as usize <= denied.len();
    play.state.american_war |= is_war;
    let throws = play.throws(1);
    play.tell_all(Item::AmericanStopped { rows, die, is_war, throws });
    denied
}

/// The Spanish gold convoy (8.2.1): in its month, when Spain has a port it can go to.
pub fn gold(play: &mut Play) {
    let table = &play.scenario.tables.gold;
    if play.state.month.month != table.month || !play.board().is_in_play(Power::Spain) {
        return;
    }
    if !has_haven(&play.board()) {
        play.tell_all(Item::Gold { convoy: Convoy::None, dice: Vec::new(), modifier: 0, money: 0, throws: Vec::new() });
        return;
    }
    let dice: Vec<u32> = (0..table.dice).map(|_| play.dice.roll(GOLD_DICE, table.die_sides)).collect();
    let throws = play.throws(dice.len());
    let is_war = play.board().at_war(Power::Britain, Power::Spain);
    let modifier = if is_war { table.war_modifier } else { 0 };
    let throw = i32::try_from(dice.iter().sum::<u32>()).unwrap_or(i32::MAX).saturating_add(modifier);
    let (convoy, owner, money) = if throw < table.captured_below {
        (Convoy::Captured, Power::Britain, table.captured)
    } else {
        (Convoy::Arrived, Power::Spain, play.scenario.tables.gold(throw).unwrap_or(0))
    };
    if !gets_no_money(&play.board(), owner) {
        let text = if convoy == Convoy::Captured { "Spanish gold captured" } else { "gold convoy" };
        play.post("8.2.1", Measure::Money, "gold", owner.id(), money, text);
    }
    play.tell_all(Item::Gold { convoy, dice, modifier, money, throws });
}

/// Whether a port that Spain controls is neither blockaded nor holds an enemy (8.2.1, D4).
fn has_haven(board: &Board<'_>) -> bool {
    board.ports().into_iter().filter(|(_, _, land)| land.held.holder == Some(Power::Spain)).any(|(city, _, land)| {
        let here = board.city(&city.name);
        here.blockaded_by.is_none() && (here.occupant == Holder::Nobody || !board.is_enemy_in(&here.occupant, land))
    })
}

/// What lowers the sum of the collection: the beginning of an American war, and earlier manipulation (8.2.1). The sum with
/// the money carried over never falls below 0 (D8), so it comes last.
pub fn deductions(play: &mut Play) {
    if play.state.american_war && !play.state.quarter.was_american_war {
        let cost = play.scenario.tables.trade.american_war_cost;
        play.take("8.2.1", Measure::Money, Power::Britain.id(), "America", cost, "war with the United States begins");
    }
    for power in play.board().powers() {
        let Some(level) = manipulation(&play.board(), power) else { continue };
        let amount = u32::try_from(level.money.unsigned_abs()).unwrap_or(0);
        let text = format!("manipulation {:+}", level.level);
        if level.money > 0 && !gets_no_money(&play.board(), power) {
            play.post("8.2.1", Measure::Money, "manipulation", power.id(), amount, text);
        } else if level.money < 0 {
            play.take("8.2.1", Measure::Money, power.id(), "manipulation", amount, &text);
        }
    }
}

/// The manipulation that was set last; none is carried out with a national capital lost (8.4.1, D5).
fn manipulation(board: &Board<'_>, power: Power) -> Option<ManipulationLevel> {
    if !board.scenario.campaign.options.manipulation || board.has_no_taxes(power) {
        return None;
    }
    board.scenario.tables.manipulation(power, board.power(power)?.manipulation).copied()
}

/// Manpower (8.2.2): of home provinces and conquered countries whose own capitals are free, and of manipulation.
pub fn manpower(play: &mut Play) {
    for power in play.board().powers() {
        let (home, conquered) = manpower_of(&play.board(), power);
        play.state.quarter.home_manpower.insert(power, i64::from(home));
        play.post("8.2.2", Measure::Manpower, "recruits", power.id(), home, "home provinces");
        play.post("8.2.2", Measure::Manpower, "recruits", power.id(), conquered, "conquered countries");
        let Some(level) = manipulation(&play.board(), power) else { continue };
        let amount = u32::try_from(level.manpower.unsigned_abs()).unwrap_or(0);
        let text = format!("manipulation {:+}", level.level);
        if level.manpower > 0 {
            play.post("8.2.2", Measure::Manpower, "manipulation", power.id(), amount, text);
        } else {
            // D8: what is collected falls to 0 at most; what Prussia saved before is not touched.
            let most = amount.min(home + conquered);
            play.post("8.2.2", Measure::Manpower, power.id(), "manipulation", most, text);
        }
    }
}

/// Manpower of home provinces, and of conquered countries (8.2.2).
fn manpower_of(board: &Board<'_>, power: Power) -> (u32, u32) {
    let of = |tenure: Tenure| {
        let lands = board.lands().filter(|land| land.held.holder == Some(power) && land.held.tenure == tenure);
        lands.filter(|land| !board.is_occupied(*land)).map(|land| land.territory.manpower).sum()
    };
    (of(Tenure::Home), of(Tenure::Conquered))
}

/// What free states gain of their land (8.2.3): twice what the map prints, unless their capital is occupied.
pub fn free_states(play: &mut Play) {
    for power in play.board().powers() {
        for state in play.board().free_states(power) {
            let (tax, manpower) = gains_of(&play.board(), &state);
            play.post("8.2.3", Measure::Money, "taxes", &state, tax, "taxes");
            play.post("8.2.3", Measure::Manpower, "recruits", &state, manpower, "manpower");
        }
    }
}

fn gains_of(board: &Board<'_>, state: &str) -> (u32, u32) {
    let is_part = |land: &Land<'_>| land.territory.country() == Some(state) && land.held.tenure == Tenure::Free;
    let parts: Vec<_> = board.lands().filter(is_part).filter(|land| !board.is_occupied(*land)).collect();
    let factor = board.scenario.tables.free_states.factor;
    let sum = |value: fn(&Land<'_>) -> u32| parts.iter().map(value).sum::<u32>() * factor;
    (sum(|land| land.territory.tax), sum(|land| land.territory.manpower))
}
