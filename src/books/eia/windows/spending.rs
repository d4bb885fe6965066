//! Expenditure on forces and what is left (8.5.3 to 8.5.7): purchases line by line, counters, conversion of militia,
//! surplus. Prices are the purchase chart's.

use super::super::calendar::Month;
use super::super::item::Item;
use super::super::measure::Measure;
use super::super::news::BoughtRow;
use super::super::order::{Act, Amount, Counter, CounterOrder, Unit};
use super::super::power::Power;
use super::super::scenario::{CounterPool, Purchase, TerritoryKind};
use super::super::state::{Arrival, Forces, Unplaced};
use super::board::Board;
use super::legality::{self, Bar, Verdict, require};
use super::lending::{self, sum};
use super::lines::Kind;
use super::plan::{Plan, Spent};
use super::play::Play;

/// Money and manpower that can be spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Purse {
    /// Money.
    pub money: u32,
    /// Manpower.
    pub manpower: u32,
}

/// What a unit is called on a receipt.
pub fn unit_word(unit: Unit, count: u32) -> &'static str {
    match unit {
        Unit::Infantry => "infantry",
        Unit::Militia => "militia",
        Unit::Cavalry => "cavalry",
        Unit::Guard => "guard",
        Unit::Artillery => "artillery",
        Unit::Ship if count == 1 => "ship",
        Unit::Ship => "ships",
        Unit::Feudal => "feudal troops",
        Unit::Insurrection => "insurrection troops",
        Unit::Guerrilla => "guerrillas",
        Unit::Cossack => "cossacks",
        Unit::Freikorps => "freikorps",
    }
}

/// What a counter is called.
pub fn counter_word(counter: Counter, count: u32) -> &'static str {
    match counter {
        Counter::Corps => "corps",
        Counter::Fleet if count == 1 => "fleet",
        Counter::Fleet => "fleets",
    }
}

/// 8.5.3, 8.5.4, 8.5.6: what is bought, line by line in the order sent; one that is too dear is refused whole (D7).
pub fn buy(play: &mut Play) {
    for power in play.board().powers() {
        let mut plan = Plan::of_accounts(play, power);
        let lines = play.sent(power, &[Kind::Purchase, Kind::Counters, Kind::Militia]);
        let verdicts: Vec<_> = lines.iter().map(|line| plan.take(&play.board(), power, &line.order.act)).collect();
        for (line, verdict) in lines.into_iter().zip(verdicts) {
            match verdict {
                Ok(spent) => carry_out(play, power, line.order.act, spent),
                Err(bar) => play.fail(power, &line, &bar),
            }
        }
    }
}

fn carry_out(play: &mut Play, power: Power, act: Act, spent: Spent) {
    match (spent, act) {
        (Spent::Units(rows), Act::Buy { state, .. }) => receive(play, power, state, rows),
        (Spent::Counters(_), Act::BuyCounters { state, counters }) => {
            receive_counters(play, power, state.as_deref(), &counters);
        }
        (Spent::Militia { count, cost }, Act::ConvertMilitia { place, .. }) => convert(play, power, count, cost, place),
        _ => {}
    }
}

/// What a line comes to with such a purse in a month, and what is left of it; or why it is refused whole.
pub fn quote(
    board: &Board<'_>,
    month: Month,
    power: Power,
    state: Option<&str>,
    units: &[(Unit, Amount)],
    mut purse: Purse,
) -> Result<(Vec<BoughtRow>, Purse), Bar> {
    let mut rows = Vec::new();
    for (unit, amount) in units {
        let Some(price) = board.scenario.tables.purchase(*unit) else { continue };
        let most = affordable(price, purse);
        let count = match amount {
            Amount::Points(count) => *count,
            Amount::Most => most,
            Amount::Half => most / 2,
            Amount::AllBut(kept) => most.saturating_sub(*kept),
            Amount::Above(kept) => affordable(price, Purse { money: purse.money.saturating_sub(*kept), ..purse }),
        };
        require(count <= most, || too_dear(price, count, most, purse))?;
        let (money, manpower) = (price.money * count, price.manpower * count);
        purse = Purse { money: purse.money - money, manpower: purse.manpower - manpower };
        // A free state's time is the chart's own.
        let months = if state.is_some() { price.months } else { price.months_for(power) };
        rows.push(BoughtRow { unit: *unit, count, money, manpower, month: month.after(months) });
    }
    rows.retain(|row| row.count > 0);
    require(!rows.is_empty(), || {
        Bar::now(
            format!("With {} money and {} manpower left nothing can be bought.", purse.money, purse.manpower),
            "8.5.3",
        )
    })?;
    Ok((rows, purse))
}

fn affordable(price: &Purchase, purse: Purse) -> u32 {
    let part = |there: u32, price: u32| there.checked_div(price).unwrap_or(u32::MAX);
    part(purse.money, price.money).min(part(purse.manpower, price.manpower))
}

fn too_dear(price: &Purchase, count: u32, most: u32, purse: Purse) -> Bar {
    let (money, manpower) = (price.money.saturating_mul(count), price.manpower.saturating_mul(count));
    let message = format!(
        "{count} {} cost {money} money and {manpower} manpower; there are {} and {}.",
        unit_word(price.unit, count),
        purse.money,
        purse.manpower
    );
    Bar::now(message, "8.5.3").hint(format!("At most {most}."))
}

fn receive(play: &mut Play, power: Power, state: Option<String>, rows: Vec<BoughtRow>) {
    let account = state.clone().unwrap_or(power.id().to_owned());
    for row in &rows {
        let text = format!("{} {}", row.count, unit_word(row.unit, row.count));
        play.post("8.5.3", Measure::Money, &account, "purchases", row.money, text.clone());
        play.post("8.5.3", Measure::Manpower, &account, "purchases", row.manpower, text);
        if let Some(own) = play.state.powers.get_mut(&power) {
            own.arriving.push(Arrival { state: state.clone(), unit: row.unit, count: row.count, month: row.month });
        }
    }
    play.tell(power, Item::Bought { power, state, rows });
}

/// What counters cost with so much money, or why they are refused.
pub fn counters_cost(board: &Board<'_>, counters: &[CounterOrder], money: u32) -> Result<u32, Bar> {
    let count: u32 = counters.iter().map(|order| order.count).sum();
    let price = board.scenario.tables.counters.cost;
    let cost = count.saturating_mul(price);
    require(cost <= money, || {
        let bar = Bar::now(format!("{count} counters cost {cost} money; there is {money}."), "8.5.4");
        bar.hint(format!("At most {}.", money.checked_div(price).unwrap_or(0)))
    })?;
    Ok(cost)
}

fn receive_counters(play: &mut Play, power: Power, state: Option<&str>, counters: &[CounterOrder]) {
    let table = &play.scenario.tables.counters;
    let (price, until) = (table.cost, play.state.month.after(table.months));
    let account = state.unwrap_or(power.id()).to_owned();
    for order in counters.iter().filter(|order| order.count > 0) {
        let plural = if order.count == 1 { "" } else { "s" };
        let text = format!("{} {} counter{plural}", order.count, counter_word(order.counter, 1));
        play.post("8.5.4", Measure::Money, &account, "counters", price * order.count, text);
        let state = state.map(str::to_owned);
        let (counter, count, names) = (order.counter, order.count, order.names.clone());
        if let Some(own) = play.state.powers.get_mut(&power) {
            own.unplaced.push(Unplaced { state: state.clone(), counter, count, names: names.clone(), until });
        }
        play.tell(power, Item::CountersBought { power, state, counter, count, names, until });
    }
}

/// 8.5.5: what free states have left is gone.
pub fn lose_free_surplus(play: &mut Play) {
    for power in play.board().powers() {
        for state in play.board().free_states(power) {
            for measure in [Measure::Money, Measure::Manpower] {
                let rest = play.held(&state, measure);
                play.post("8.5.5", measure, &state, "lost", rest, "surplus of a free state");
            }
        }
    }
}

/// 8.5.6, option 12.1.1: militia becomes infantry.
fn convert(play: &mut Play, power: Power, count: u32, cost: Purse, place: Option<String>) {
    let text = format!("conversion of {count} militia");
    play.post("8.5.6", Measure::Money, power.id(), "purchases", cost.money, text.clone());
    play.post("8.5.6", Measure::Manpower, power.id(), "purchases", cost.manpower, text);
    play.tell(power, Item::Converted { power, count, place });
}

/// How many militia are converted, and what that costs. How many there are only the board knows.
pub fn conversion(board: &Board<'_>, amount: Amount, purse: Purse) -> Result<(u32, Purse), Bar> {
    let table = &board.scenario.tables.militia;
    let Amount::Points(count) = amount else {
        return Err(Bar::lasting("How many militia factors are converted?", "8.5.6")
            .hint("Say a number: \"convert 3 militia\"."));
    };
    let cost = Purse { money: table.money.saturating_mul(count), manpower: table.manpower.saturating_mul(count) };
    require(cost.money <= purse.money && cost.manpower <= purse.manpower, || {
        let message = format!("That takes {} money and {} manpower.", cost.money, cost.manpower);
        Bar::now(message, "8.5.6").hint(format!("There are {} and {}.", purse.money, purse.manpower))
    })?;
    Ok((count, cost))
}

/// 8.5.7: money stays; manpower is lost, but for Prussia's, who may keep less than all (8.5.3, D2).
pub fn lose_surplus(play: &mut Play) {
    play.turn_away(Some(Power::Prussia), &[Kind::Manpower]);
    for power in play.board().powers() {
        let rest = play.held(power.id(), Measure::Manpower);
        let kept = if power == Power::Prussia { kept_manpower(play, rest) } else { 0 };
        play.post("8.5.7", Measure::Manpower, power.id(), "lost", rest - kept, "unused manpower");
    }
}

fn kept_manpower(play: &mut Play, rest: u32) -> u32 {
    let line = play.single(Power::Prussia, &[Kind::Manpower]);
    match line.map(|line| line.order.act) {
        Some(Act::SaveManpower { amount }) => sum(amount, rest).min(rest),
        _ => rest,
    }
}

/// 8.5.3: who may build what.
pub fn may_buy(board: &Board<'_>, power: Power, state: Option<&str>, units: &[(Unit, Amount)]) -> Verdict {
    if let Some(state) = state {
        lending::may_aid(board, power, state)?;
    }
    units.iter().try_for_each(|(unit, _)| may_build(board, power, state, *unit))
}

fn may_build(board: &Board<'_>, power: Power, state: Option<&str>, unit: Unit) -> Verdict {
    let what = unit_word(unit, 2);
    let Some(price) = board.scenario.tables.purchase(unit) else {
        let bar = Bar::lasting(format!("{} are never bought.", capital(what)), "8.5.3");
        return Err(bar.hint("Levied troops come by the Levy Step (8.10)."));
    };
    if let Some(state) = state {
        require(price.free_states, || Bar::lasting(format!("Free states do not build {what}."), "8.5.3"))?;
        let has_port = board.land(state).is_some_and(|land| board.has_port(land));
        return require(!price.needs_port || has_port, || {
            Bar::lasting(format!("{state} has no port for ships."), "8.5.3")
        });
    }
    require(price.only.is_empty() || price.only.contains(&power), || {
        Bar::lasting(format!("Only {} may build {what}.", legality::names(&price.only)), "8.5.3")
    })?;
    require(price.is_open_to(power), || Bar::lasting(format!("{} does not build {what}.", power.name()), "8.5.3"))?;
    require(!price.needs_port || board.has_own_port(power), || {
        Bar::now(format!("{} has no port for {what}.", power.name()), "8.5.3")
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Counters that come by the Levy Step and are never bought (8.5.3, 8.5.4), by a part of what they are called.
const LEVIED: [&str; 6] = ["feudal", "insurrection", "tyrol", "cossack", "freikorps", "guer"];

/// 8.5.4: levied corps do not have to be purchased.
fn is_not_levied(counters: &[CounterOrder]) -> Verdict {
    let is_levied = |name: &&String| LEVIED.iter().any(|levied| name.to_lowercase().contains(levied));
    match counters.iter().flat_map(|order| &order.names).find(is_levied) {
        None => Ok(()),
        Some(name) => Err(Bar::lasting(format!("The {name} counters are never bought."), "8.5.4")
            .hint("They come to the map without cost (8.10).")),
    }
}

/// 8.5.4: counters that are off the map, none that was bought before, and none that is levied.
pub fn may_buy_counters(board: &Board<'_>, power: Power, state: Option<&str>, counters: &[CounterOrder]) -> Verdict {
    if let Some(state) = state {
        lending::may_aid(board, power, state)?;
    }
    is_not_levied(counters)?;
    for counter in [Counter::Corps, Counter::Fleet] {
        let own: Vec<_> = counters.iter().filter(|order| order.counter == counter).collect();
        let wanted: u32 = own.iter().map(|order| order.count).sum();
        let there = off_map(board, power, state, counter);
        require(wanted <= there, || {
            let whose = state.unwrap_or(power.name());
            let bar =
                Bar::now(format!("{whose} has {there} {} counters off the map.", counter_word(counter, 1)), "8.5.4");
            bar.hint("Counters on the map, or bought and not yet placed, cannot be bought again.")
        })?;
        let bought = unplaced(board, power, state, counter).flat_map(|row| &row.names);
        let again = bought.into_iter().find(|name| own.iter().any(|order| order.names.contains(name)));
        if let Some(name) = again {
            return Err(Bar::now(format!("{name} was bought already and waits to be placed."), "8.5.4"));
        }
    }
    Ok(())
}

/// Counters bought and not yet placed.
fn unplaced<'a>(
    board: &Board<'a>,
    power: Power,
    state: Option<&'a str>,
    counter: Counter,
) -> impl Iterator<Item = &'a Unplaced> {
    let rows = board.power(power).into_iter().flat_map(|own| &own.unplaced);
    rows.filter(move |row| row.counter == counter && row.state.as_deref() == state)
}

/// How many counters are in the box: neither on the map nor bought before.
pub fn off_map(board: &Board<'_>, power: Power, state: Option<&str>, counter: Counter) -> u32 {
    let (pool, forces) = match state {
        None => (board.scenario.tables.counters.pool.get(&power).copied(), board.power(power).map(|own| own.forces)),
        Some(name) => (pool_of(board, name), board.state.free_states.get(name).map(|own| own.forces)),
    };
    let waiting: u32 = unplaced(board, power, state, counter).map(|row| row.count).sum();
    pool.map_or(0, |pool| pool.of(counter)).saturating_sub(on_map(forces.unwrap_or_default(), counter) + waiting)
}

fn pool_of(board: &Board<'_>, state: &str) -> Option<CounterPool> {
    match board.scenario.map.territory(state)?.kind {
        TerritoryKind::Minor { corps, fleets, .. } => Some(CounterPool { corps, fleets }),
        _ => None,
    }
}

fn on_map(forces: Forces, counter: Counter) -> u32 {
    match counter {
        Counter::Corps => forces.corps,
        Counter::Fleet => forces.fleets_in_port + forces.fleets_at_sea,
    }
}

/// 8.5.6: with option 12.1.1 only, and by who may have militia (8.5.3).
pub fn may_convert(board: &Board<'_>, power: Power) -> Verdict {
    require(board.scenario.campaign.options.militia_conversion, || {
        Bar::lasting("Conversion of militia (option 12.1.1) is not in play in this game.", "8.5.6")
    })?;
    may_build(board, power, None, Unit::Militia)
}

/// 8.5.7: Prussia alone.
pub fn may_save(power: Power) -> Verdict {
    require(power == Power::Prussia, || {
        Bar::lasting("Only Prussia keeps unused manpower; that of the others is lost.", "8.5.7")
    })
}
