//! Makes of a line what it orders ships on the rivers.

use base::order::Remark;
use board::square::Square;
use pest::iterators::Pair;

use super::super::order::{Act, Called, Force, ForceKind, Refuge, Sailing, Stance, Target};
use super::super::scenario::Scenario;
use super::code::{called, force_of};
use super::grammar::{Copy, Rule};
use super::stations::{into_port, no_fleet};
use super::stretch::{city_of, number_of};
use super::works::{spot_of, square_of};

/// What a line of this family holds.
#[derive(Default)]
struct Parts {
    ships: Vec<Called>,
    to: Option<Square>,
    /// The port that is named for it.
    port: Option<String>,
    city: Option<String>,
    other: Option<Force>,
    stance: Option<Stance>,
    round: Option<u32>,
    refuge: Option<Refuge>,
    runs: bool,
    is_once: bool,
}

/// The orders of a line; several ships may stand in one.
pub(super) fn acts(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let kind = line.as_rule();
    let mut parts = Parts::default();
    for pair in line.into_inner() {
        parts.take(scenario, copy, pair)?;
    }
    let ships = std::mem::take(&mut parts.ships);
    let at_sea = |ship: Called| {
        let port = parts.port.as_ref().filter(|_| kind == Rule::sail_line)?;
        into_port(scenario, ship, port).map(Act::Station)
    };
    let on_rivers = |ship: Called| parts.order(kind, ship).map(Act::Sailing).ok_or_else(Remark::chatter);
    let order = |ship: Called| at_sea(ship).map_or_else(|| on_rivers(ship), Ok);
    ships.into_iter().map(order).collect()
}

impl Parts {
    fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<(), Remark> {
        match pair.as_rule() {
            Rule::own_ship => self.ships.push(called(copy, &pair)?),
            Rule::force | Rule::their_ship => self.other = Some(force_of(copy, &pair)?),
            Rule::square => self.to = Some(square_of(copy, &pair)?),
            Rule::spot_place => {
                let square = spot_of(scenario, copy, &pair)?;
                self.port = scenario.city_at(square).map(|city| city.id.clone());
                self.to = Some(square);
            }
            Rule::place => self.city = Some(city_of(scenario, copy, &pair)?),
            Rule::engages => self.stance = Some(Stance::Engage),
            Rule::accepts => self.stance = Some(Stance::Accept),
            Rule::evades => self.stance = Some(Stance::Evade),
            Rule::breaks_off => self.round = Some(number_of(copy, &first(pair)?)?),
            Rule::upstream => self.refuge = Some(Refuge::Upstream),
            Rule::downstream => self.refuge = Some(Refuge::Downstream),
            Rule::runs_past => self.runs = true,
            Rule::one_turn => self.is_once = true,
            Rule::runs_fleet => return Err(no_fleet()),
            Rule::to_sea if self.ships.iter().all(is_of_the_sea) => return Err(off_which()),
            Rule::to_sea => return Err(only_rivers()),
            _ => {}
        }
        Ok(())
    }

    fn order(&self, kind: Rule, ship: Called) -> Option<Sailing> {
        Some(match kind {
            Rule::sail_line => Sailing::Move { ship, to: self.to?, runs: self.runs, is_once: self.is_once },
            Rule::hold_line => Sailing::Hold { ship },
            Rule::pursue_line => Sailing::Pursue { ship, quarry: self.other },
            Rule::fight_line => Sailing::Fight { ship, stance: self.stance?, break_off: self.round },
            Rule::bombard_line => {
                let city = || self.city.clone().map(Target::City);
                let target = self.other.map(Target::Unit).or(self.to.map(Target::Square)).or_else(city)?;
                Sailing::Bombard { ship, target }
            }
            _ => {
                let to = || self.to.map(Refuge::Square);
                Sailing::Retreat { ship, toward: self.refuge.clone().or_else(to)? }
            }
        })
    }
}

fn first(pair: Pair<'_, Rule>) -> Result<Pair<'_, Rule>, Remark> {
    pair.into_inner().next().ok_or_else(Remark::chatter)
}

fn is_of_the_sea(ship: &Called) -> bool {
    matches!(ship.kind, ForceKind::Ship(class) if !class.is_of_rivers())
}

/// At sea a ship lies off a port.
fn off_which() -> Remark {
    Remark::unread("It is not said off which port.").hint("For example: station USFR1 off Mobile to blockade.")
}

/// SNNM 1.1.
fn only_rivers() -> Remark {
    Remark::refused("No ship sails between a river and the sea: only rivers are in play.")
        .hint("Name a square or a port of its river.")
        .rule("N1.1")
}
