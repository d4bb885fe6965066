//! A player of The Civil War who reads his report and writes his orders, in the words of many people. He knows the map
//! and what his seat is told, never the state; what he writes may be wrong, as with people.

mod affairs;
mod fleet;
mod march;
mod supreme;
mod words;

use crate::item::{Item, LeaderCard};
use crate::scenario::{Account, Scenario, Side, SizeClass};
use crate::seats;
use crate::state::Stage;
use base::game::{Dice, SeatId};
use board::Hex;
use rules::scripted::letter_of;

/// A commander at his desk: the map, what his report says, and dice for his whims.
pub struct Commander<'a> {
    scenario: &'a Scenario,
    side: Side,
    seat: SeatId,
    known: &'a [Item],
    whims: &'a mut Dice,
}

/// A force of one's own, as the report has it.
struct Force<'a> {
    hex: Hex,
    sp: u32,
    leaders: &'a [LeaderCard],
    is_demoralised: bool,
    is_entrenched: bool,
    is_army: bool,
}

/// What one account can still spend, and the next free pulse.
struct Purse {
    account: Account,
    cp: u32,
    pp: u32,
    reinforcements: u32,
    next: u32,
}

impl<'a> Commander<'a> {
    /// Of a seat that knows these items; `None` for the game master and strangers.
    pub fn new(scenario: &'a Scenario, seat: &SeatId, known: &'a [Item], whims: &'a mut Dice) -> Option<Self> {
        let side = seats::side_of(scenario, seat)?;
        Some(Self { scenario, side, seat: seat.clone(), known, whims })
    }

    /// The text of his letter for the open phase.
    pub fn write(&mut self) -> String {
        let lines = match (self.stage(), seats::is_supreme(self.scenario, &self.seat)) {
            (Some(Stage::Strategic), true) => self.distribute(),
            (Some(Stage::Strategic) | None, _) => Vec::new(),
            (Some(_), true) => self.remark_as_supreme(),
            (Some(_), false) => self.command_theatres(),
        };
        letter_of(lines, |sides| self.throw(sides))
    }

    fn command_theatres(&mut self) -> Vec<String> {
        let purses = self.purses();
        let several = purses.len() > 1;
        let mut lines = Vec::new();
        for mut purse in purses {
            let orders = self.command(&mut purse);
            if several && !orders.is_empty() {
                lines.push(format!("\nORDERS {}", purse.account));
            }
            lines.extend(orders);
        }
        lines.extend(self.command_fleet());
        lines.extend(self.present());
        if lines.is_empty() { vec!["PP 1: nothing".to_owned()] } else { lines }
    }

    /// The orders of one account: those who wait enter, then the troops move.
    fn command(&mut self, purse: &mut Purse) -> Vec<String> {
        let mut lines = self.bring_in(purse);
        lines.extend(self.enter_ironclads(purse));
        lines.extend(self.form_army(purse));
        lines.extend(self.move_forces(purse));
        lines.extend(self.sail_fleets(purse, purse.account));
        lines.extend(self.build(purse));
        lines.extend(self.foresee(purse));
        lines
    }

    /// Leaders and reinforcements of the account enter where its largest force stands in a town of its own.
    fn bring_in(&mut self, purse: &mut Purse) -> Vec<String> {
        let Some(town) = self.gate(purse.account) else { return Vec::new() };
        let waiting = self.known.iter().filter_map(|item| match item {
            Item::Pooled { account, leader, .. } if *account == purse.account => Some(leader.name.clone()),
            _ => None,
        });
        let leaders: Vec<String> = waiting.take(2).collect();
        let mut lines = Vec::new();
        for leader in leaders {
            if purse.next > purse.pp {
                break;
            }
            let order = self.enter_leader(&leader, &town);
            lines.push(self.scheduled(purse, 1, 0, order));
        }
        let left = (purse.pp + 1).saturating_sub(purse.next);
        let count = purse.reinforcements.min(left / 2).min(6);
        if count > 0 {
            let order = self.enter_points(count, &town);
            lines.push(self.scheduled(purse, count, 0, order));
        }
        lines
    }

    /// A town of the side's own country in which its largest force of the account stands.
    fn gate(&self, account: Account) -> Option<String> {
        let mut forces = self.forces(account);
        forces.sort_by_key(|force| (std::cmp::Reverse(force.sp), force.hex));
        let map = &self.scenario.map;
        let towns = forces.iter().filter_map(|force| map.city_at(force.hex));
        let home = towns.filter(|city| map.state(city.state).home == Some(self.side));
        home.map(|city| city.name.clone()).next()
    }

    fn stage(&self) -> Option<Stage> {
        self.known.iter().rev().find_map(|item| match item {
            Item::Calendar { stage, .. } => Some(*stage),
            _ => None,
        })
    }

    /// The accounts of the seat that troops are ordered from.
    fn purses(&self) -> Vec<Purse> {
        let purse = |item: &Item| match item {
            Item::Purse { account, cp_available, pp_available, reinforcements, .. } if account.theatre().is_some() => {
                Some(Purse {
                    account: *account,
                    cp: *cp_available,
                    pp: *pp_available,
                    reinforcements: *reinforcements,
                    next: 1,
                })
            }
            _ => None,
        };
        self.known.iter().filter_map(purse).collect()
    }

    fn forces(&self, of: Account) -> Vec<Force<'a>> {
        let force = |item: &'a Item| match item {
            Item::OwnForce { hex, account, sp, leaders, is_demoralised, is_entrenched, army, .. } if *account == of => {
                Some(Force {
                    hex: *hex,
                    sp: *sp,
                    leaders,
                    is_demoralised: *is_demoralised,
                    is_entrenched: *is_entrenched,
                    is_army: army.is_some(),
                })
            }
            _ => None,
        };
        self.known.iter().filter_map(force).collect()
    }

    /// Where enemies are seen, and how many.
    fn enemies(&self) -> Vec<(Hex, SizeClass)> {
        let seen = |item: &Item| match item {
            Item::Sighted { hex, class, .. } => Some((*hex, *class)),
            _ => None,
        };
        self.known.iter().filter_map(seen).collect()
    }

    /// One of several, by whim.
    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[(self.throw(choices.len()) - 1).min(choices.len() - 1)]
    }

    /// From 1 to `sides`.
    fn throw(&mut self, sides: usize) -> usize {
        let purpose = self.seat.to_string();
        self.whims.roll(&purpose, u32::try_from(sides.max(1)).unwrap_or(1)) as usize
    }
}
