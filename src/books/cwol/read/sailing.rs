//! Makes of a line what it orders ships on the rivers.

use base::order::Remark;
use board::square::Square;
use pest::iterators::Pair;

use super::super::order::{Act, Called, Force, ForceKind, Refuge, Sailing, Stance, Target};
use super::super::scenario::Scenario;
use super::code::{called, force_of};
use super::grammar::{Copy, Rule};
use super::stations::{into_port, no_fleet};
use super::stretch::{city_of, number_of, span};
use super::works::{spot_of, square_of};

/// What a line of this family holds.
#[derive(Default)]
struct Parts {
    ships: Vec<Called>,
    to: Option<Square>,
    /// The port that is named for it.
    port: Option<String>,
    /// The place is named, and not by its square.
    is_named: bool,
    city: Option<String>,
    other: Option<Force>,
    stance: Option<Stance>,
    round: Option<u32>,
    refuge: Option<Refuge>,
    runs: bool,
    is_once: bool,
}

/// The orders of a line; several ships may stand in one, and of each what it does, how it fights and where it falls back to.
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
    let off_rivers = parts.to.filter(|to| kind == Rule::sail_line && parts.is_named && !scenario.rivers.net.has(*to));
    if let Some(to) = off_rivers.filter(|_| ships.iter().any(|ship| at_sea(*ship).is_none())) {
        return Err(no_river(&scenario.place_name(to)));
    }
    let mut orders = Vec::new();
    for ship in &ships {
        orders.push(at_sea(*ship).map_or_else(|| on_rivers(*ship), Ok)?);
    }
    for ship in ships {
        orders.extend(parts.beside(kind, ship).into_iter().map(Act::Sailing));
    }
    Ok(orders)
}

/// What a line says that its orders need not hold, told to its writer: that a ship stops for batteries, or falls back only when beaten.
pub(super) fn notices(copy: &Copy<'_>, line: &Pair<'_, Rule>) -> Vec<Remark> {
    let told = |pair: Pair<'_, Rule>| {
        let said = match pair.as_rule() {
            Rule::stops_for => "A ship stops for batteries unless it is told to run them.",
            Rule::no_farther => "A ship goes no farther than its order says.",
            Rule::unmoved => "What holds does not move.",
            Rule::unsought => "A ship that accepts battle does not seek it.",
            Rule::may_be => "Whether a ship gets away follows from the rules.",
            Rule::beaten => "A ship falls back only when it is beaten.",
            Rule::ship_also => "This is a ship of the same class.",
            _ => return None,
        };
        let (start, end) = span(copy, &pair);
        Some(Remark::notice(said).at(start, end))
    };
    // "Island No 10" denies nothing.
    let numbered = copy.marks.iter().filter_map(|mark| {
        let (start, end) = (mark.start as usize, mark.end as usize);
        let name = copy.line.get(start..end)?;
        let is_numbered = name.split_whitespace().any(|word| word.trim_end_matches('.').eq_ignore_ascii_case("no"));
        is_numbered.then(|| Remark::notice(format!("{name} is a place.")).at(start, end))
    });
    line.clone().into_inner().flatten().filter_map(told).chain(numbered).collect()
}

/// Most ships between the first and the last of a row.
const MOST_IN_A_ROW: u32 = 12;

impl Parts {
    fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<(), Remark> {
        match pair.as_rule() {
            Rule::own_ship => self.ships.push(called(copy, &pair)?),
            Rule::ship_also => {
                let like = *self.ships.last().ok_or_else(Remark::chatter)?;
                self.ships.push(Called { number: number_of(copy, &pair)?, ..like });
            }
            Rule::ship_last => self.take_row(copy, pair)?,
            Rule::force | Rule::their_ship => self.other = Some(force_of(copy, &pair)?),
            Rule::square => self.to = Some(square_of(copy, &pair)?),
            Rule::spot_place => {
                let square = spot_of(scenario, copy, &pair)?;
                self.port = scenario.city_at(square).map(|city| city.id.clone());
                self.to = Some(square);
                self.is_named = true;
            }
            Rule::place => match city_of(scenario, copy, &pair) {
                Ok(city) => self.city = Some(city),
                // A fort is a place and no city.
                Err(why) => self.to = Some(spot_of(scenario, copy, &pair).map_err(|_| why)?),
            },
            Rule::engages => self.stance = Some(Stance::Engage),
            Rule::accepts => self.stance = Some(Stance::Accept),
            Rule::evades => self.stance = Some(Stance::Evade),
            Rule::breaks_off => self.round = Some(round_of(copy, &first(pair)?)?),
            Rule::falls_back => {
                let mut fallen = Parts::default();
                for inner in pair.into_inner() {
                    fallen.take(scenario, copy, inner)?;
                }
                self.refuge = fallen.refuge.or(fallen.to.map(Refuge::Square));
            }
            Rule::upstream => self.refuge = Some(Refuge::Upstream),
            Rule::downstream => self.refuge = Some(Refuge::Downstream),
            Rule::runs_past | Rule::runs_place => self.runs = true,
            Rule::one_turn => self.is_once = true,
            Rule::runs_fleet => return Err(no_fleet()),
            Rule::to_sea if self.ships.iter().all(is_of_the_sea) => return Err(off_which()),
            Rule::to_sea => return Err(only_rivers()),
            _ => {}
        }
        Ok(())
    }

    /// "USGB1 through USGB3": those between them too.
    fn take_row(&mut self, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<(), Remark> {
        let (start, end) = span(copy, &pair);
        let unclear = || {
            Remark::unread("It is not clear which ships this row has.")
                .at(start, end)
                .hint("Name each: USGB1, USGB2, USGB3.")
        };
        let from = *self.ships.last().ok_or_else(Remark::chatter)?;
        let last = first(pair)?;
        let last = match last.as_rule() {
            Rule::own_ship => called(copy, &last)?,
            _ => Called { number: number_of(copy, &last)?, ..from },
        };
        let is_row = last.kind == from.kind && last.side.is_none_or(|side| Some(side) == from.side);
        if !is_row || last.number <= from.number || last.number - from.number > MOST_IN_A_ROW {
            return Err(unclear());
        }
        self.ships.extend((from.number + 1..=last.number).map(|number| Called { number, ..from }));
        Ok(())
    }

    /// How a ship fights and where it falls back to, where that stands beside another order.
    fn beside(&self, kind: Rule, ship: Called) -> Vec<Sailing> {
        let stance = self.stance.filter(|_| kind != Rule::fight_line);
        let fight = stance.map(|stance| Sailing::Fight { ship, stance, break_off: self.round });
        let refuge = self.refuge.clone().filter(|_| kind != Rule::retreat_line);
        fight.into_iter().chain(refuge.map(|toward| Sailing::Retreat { ship, toward })).collect()
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

pub(super) fn is_of_the_sea(ship: &Called) -> bool {
    matches!(ship.kind, ForceKind::Ship(class) if !class.is_of_rivers())
}

/// At sea a ship lies off a port.
pub(super) fn off_which() -> Remark {
    Remark::unread("It is not said off which port.").hint("For example: station USFR1 off Mobile to blockade.")
}

/// "Round 2", "the first round".
fn round_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
    match (pair.as_rule(), pair.as_str().to_ascii_lowercase().as_str()) {
        (Rule::round_word, "first") => Ok(1),
        (Rule::round_word, "second") => Ok(2),
        (Rule::round_word, _) => Ok(3),
        _ => number_of(copy, pair),
    }
}

/// SNNM 1.1, 6.1.
fn no_river(place: &str) -> Remark {
    Remark::refused(format!("No river is in {place}, and only rivers are in play."))
        .hint("Name a square or a port of a river.")
        .rule("N1.1")
}

/// SNNM 1.1.
pub(super) fn only_rivers() -> Remark {
    Remark::refused("No ship sails between a river and the sea: only rivers are in play.")
        .hint("Name a square or a port of its river.")
        .rule("N1.1")
}
