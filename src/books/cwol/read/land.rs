//! Orders that move armies: what their lines hold, and the acts that it makes.

use base::order::Remark;
use board::square::Square;
use board::tactical::Tac;
use pest::iterators::Pair;

use super::super::order::{Act, Called, Entry, ForceKind, Goal, Land};
use super::super::scenario::Scenario;
use super::super::side::{BySide, Kind, Side};
use super::code::{called, side_of};
use super::grammar::{Copy, Rule};
use super::stretch::{number_of, span};
use super::works::{once, spot_of, square_of};

/// What a line of this family holds.
#[derive(Default)]
struct Found {
    units: Vec<Called>,
    from: Option<Square>,
    to: Option<Square>,
    via: Option<Square>,
    enter: Option<Tac>,
}

/// The acts of a line: one for each unit that it names.
pub(super) fn acts(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let kind = line.as_rule();
    let mut found = Found::default();
    for pair in line.into_inner() {
        found.take(scenario, copy, &pair)?;
    }
    let goal = found.goal();
    let each = found.units.iter().map(|unit| {
        let (unit, from) = (*unit, found.from);
        Ok(Act::Land(match kind {
            Rule::march_line => Land::March { unit, from, goal: goal.clone()? },
            Rule::river_line => Land::Boats { unit, from, goal: goal.clone()? },
            Rule::rail_line => Land::Rail { unit, from, city: city_at(scenario, goal.clone()?.to)? },
            Rule::attack_line => Land::Attack { unit, square: goal.clone()?.to },
            _ => Land::Halt { unit, from },
        }))
    });
    each.collect()
}

/// What the game master enters of a battle; who is not said to lose anybody loses nobody.
pub(super) fn battle(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let (mut square, mut holder, mut lost) = (None, None, BySide::default());
    for pair in line.into_inner() {
        match pair.as_rule() {
            Rule::goal_spot => square = Some(spot(scenario, copy, &pair)?),
            Rule::battle_hold => holder = side_in(&pair),
            Rule::battle_loss => {
                let number = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::number);
                let men = number.map(|number| number_of(copy, &number)).transpose()?.unwrap_or(0);
                side_in(&pair).into_iter().for_each(|side| *lost.of_mut(side) = men);
            }
            _ => {}
        }
    }
    let unsaid =
        || Remark::unread("It is not said who holds the square.").hint("Write, for example: US loses 600, CS holds.");
    let (square, holder) = (square.ok_or_else(Remark::chatter)?, holder.ok_or_else(unsaid)?);
    Ok(vec![Act::Entry(Entry::Battle { square, lost, holder })])
}

fn side_in(pair: &Pair<'_, Rule>) -> Option<Side> {
    let side = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::side)?;
    side_of(&side)
}

impl Found {
    fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
        match pair.as_rule() {
            Rule::own_force => self.units.push(mover(called(copy, pair)?)?),
            Rule::from_spot | Rule::at_spot | Rule::from_here => {
                once(copy, pair, (&mut self.from, "starting places"), spot(scenario, copy, pair)?)?;
            }
            Rule::goal_spot => once(copy, pair, (&mut self.to, "places"), spot(scenario, copy, pair)?)?,
            Rule::via_spot => once(copy, pair, (&mut self.via, "squares to pass"), spot(scenario, copy, pair)?)?,
            Rule::entry_tac => once(copy, pair, (&mut self.enter, "tactical squares"), entry(copy, pair)?)?,
            _ => {}
        }
        Ok(())
    }

    fn goal(&self) -> Result<Goal, Remark> {
        let unsaid = || Remark::unread("It is not said where to.").hint("For example: march US1IN to K1-R9.");
        Ok(Goal { to: self.to.ok_or_else(unsaid)?, via: self.via, enter: self.enter })
    }
}

/// Units move by land, and of these not fixed guns.
fn mover(unit: Called) -> Result<Called, Remark> {
    match unit.kind {
        ForceKind::Ship(_) => Err(Remark::refused("Ships neither march nor ride.").hint("Name a unit: US1IN.")),
        ForceKind::Unit(Kind::Naval) => {
            Err(Remark::refused("The guns of a naval battery are fixed; it does not move.")
                .hint("Name another unit.")
                .rule("march"))
        }
        ForceKind::Unit(_) => Ok(unit),
    }
}

/// A square, or that of the city or place that is named.
fn spot(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Square, Remark> {
    let inner = pair.clone().into_inner().next().ok_or_else(Remark::chatter)?;
    match inner.as_rule() {
        Rule::square => square_of(copy, &inner),
        _ => spot_of(scenario, copy, &inner),
    }
}

/// "7-7", "7,7".
fn entry(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Tac, Remark> {
    let (start, end) = span(copy, pair);
    let name = pair.as_str().replace(',', "-");
    name.parse().map_err(|why| Remark::unread(format!("{why}.")).at(start, end))
}

/// Trains stop in cities.
fn city_at(scenario: &Scenario, square: Square) -> Result<String, Remark> {
    let none = || {
        Remark::refused(format!("No city lies in {square}."))
            .hint("By rail units go from city to city: rail US1IN to Nashville.")
            .rule("rail")
    };
    scenario.city_at(square).map(|city| city.id.clone()).ok_or_else(none)
}
