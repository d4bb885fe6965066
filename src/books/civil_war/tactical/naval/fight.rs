//! Ships against ships (D22), and what becomes of their leaders (D23).

use base::facts::Fact;

use super::super::super::audience;
use super::super::super::item::{Item, LeaderFate, SeaResult};
use super::super::super::naval::{Water, chart, zone};
use super::super::super::order::Matter;
use super::super::super::scenario::{Account, Side};
use super::super::super::state::LeaderPlace;
use super::super::super::territory;
use super::super::play::Engine;
use super::sailing::Flotilla;
use super::squadron::{count, lose, strength};
use board::paths;

impl Engine<'_> {
    /// The ships of a mover meet the enemy in the next water.
    pub(super) fn sea_fight(&mut self, fleet: &mut Flotilla, at: Water, pulse: u32) -> SeaResult {
        let (side, enemy) = (fleet.side, fleet.side.enemy());
        let tables = &self.scenario.tables;
        let defenders = self.field.squadron(enemy, at).map(|it| it.groups.clone()).unwrap_or_default();
        let worth = (strength(tables, &fleet.groups), strength(tables, &defenders));
        let captains = (fleet.captains.clone(), self.field.captains_at(enemy, at));
        let bonus = |names: &[String]| {
            names.first().and_then(|name| self.field.captains.get(name)).map_or(0, |captain| captain.rank.tactical)
        };
        let bonus = (bonus(&captains.0), bonus(&captains.1));
        let count_of = tables.naval.fight_dice;
        let mut throw = |side: Side| -> u32 {
            let purpose = format!("ships {} {at} p{pulse}", side.id());
            (0..count_of).map(|_| self.dice.roll(&purpose, 6)).sum()
        };
        let dice = (throw(side), throw(enemy));
        let throws = self.dice.last_throws(2 * count_of as usize);
        let total = |dice: u32, worth: u32, bonus: i32| i32::try_from(dice + worth).unwrap_or(i32::MAX) + bonus;
        let totals = (total(dice.0, worth.0, bonus.0), total(dice.1, worth.1, bonus.1));
        let losses = self.sea_losses(totals);
        let before = (count(&fleet.groups), count(&defenders));
        let losses = (losses.0.min(before.0), losses.1.min(before.1));
        lose(&mut fleet.groups, losses.0);
        if let Some(squadron) = self.field.ships.get_mut(&at) {
            lose(&mut squadron.groups, losses.1);
        }
        self.field.ships.retain(|_, squadron| squadron.count() > 0);
        self.sea.battles.push((pulse, at));
        let result = self.yield_water(fleet, at, totals);
        // Who has nowhere to go is lost with all ships.
        let losses = match result {
            SeaResult::Lost => (before.0, losses.1),
            SeaResult::Destroyed => (losses.0, before.1),
            _ => losses,
        };
        let command = zone::command_of(self.scenario, enemy, at);
        let mut readers = vec![(true, side, fleet.account), (true, side, fleet.home()), (false, enemy, command)];
        let mut borrowers: Vec<Account> = defenders.iter().filter_map(|group| group.lent).map(Account::from).collect();
        borrowers.sort();
        borrowers.dedup();
        readers.extend(borrowers.into_iter().map(|account| (false, enemy, account)));
        readers.dedup();
        for (is_mover, whose, account) in readers {
            let pick = |both: (u32, u32)| if is_mover { both.0 } else { both.1 };
            let swap = |both: (u32, u32)| if is_mover { both.1 } else { both.0 };
            let (own, other) = if is_mover { (&captains.0, &captains.1) } else { (&captains.1, &captains.0) };
            let item = Item::SeaFight {
                account,
                pulse,
                hex: at.hex(),
                place: chart::name(self.scenario, at),
                is_mover,
                own_strength: pick(worth),
                own_leader: own.first().cloned(),
                enemy_strength: swap(worth),
                enemy_leader: other.first().cloned(),
                own_total: if is_mover { totals.0 } else { totals.1 },
                enemy_total: if is_mover { totals.1 } else { totals.0 },
                own_losses: pick(losses),
                enemy_losses: swap(losses),
                result: if is_mover { result } else { seen_from_the_other(result) },
                throws: throws.clone(),
            };
            self.events.push(Fact::new(audience::commander(self.scenario, whose, account), item));
        }
        for (account, names) in [(fleet.home(), captains.0), (command, captains.1)] {
            names.iter().for_each(|name| self.judge_captain(name, account, at, pulse));
        }
        fleet.captains.retain(|name| self.field.captains.contains_key(name));
        result
    }

    /// Ships lost by the mover and by the other, for their totals.
    fn sea_losses(&self, totals: (i32, i32)) -> (u32, u32) {
        let rules = &self.scenario.tables.naval;
        let difference = (totals.0 - totals.1).unsigned_abs();
        if difference == 0 {
            return (rules.drawn_losses, rules.drawn_losses);
        }
        let row = rules.loser_losses.iter().rfind(|row| row.from <= difference);
        let loser = row.map_or(0, |row| row.ships);
        let winner = if difference <= rules.winner_loses_within { rules.winner_losses } else { 0 };
        if totals.0 > totals.1 { (winner, loser) } else { (loser, winner) }
    }

    /// Who goes: the lower withdraws towards a port of his own, or is destroyed where he cannot.
    fn yield_water(&mut self, fleet: &mut Flotilla, at: Water, totals: (i32, i32)) -> SeaResult {
        let enemy = fleet.side.enemy();
        let is_held = self.field.squadron(enemy, at).is_some();
        if fleet.groups.is_empty() {
            if !is_held {
                self.strand(enemy, at);
            }
            return SeaResult::Lost;
        }
        if !is_held {
            self.strand(enemy, at);
            return SeaResult::Destroyed;
        }
        if totals.0 == totals.1 {
            return SeaResult::Drawn;
        }
        if totals.0 < totals.1 {
            let Some(to) = self.refuge_at_sea(fleet.side, fleet.water, None) else {
                fleet.groups.clear();
                return SeaResult::Lost;
            };
            fleet.water = to;
            return SeaResult::Withdrew;
        }
        match self.refuge_at_sea(enemy, at, Some(fleet.water)) {
            Some(to) => {
                self.shift_ships(enemy, at, to);
                SeaResult::Won
            }
            None => {
                self.field.ships.remove(&at);
                self.strand(enemy, at);
                SeaResult::Destroyed
            }
        }
    }

    /// Where beaten ships go: towards the nearest port of their side, at most so far as the tables say, never past enemy
    /// ships or under enemy guns. A defender must leave; `mover` is where those lie who beat him.
    fn refuge_at_sea(&self, side: Side, from: Water, mover: Option<Water>) -> Option<Water> {
        let is_own_port = |water: Water| {
            self.scenario.map.cities().map(|(_, city)| city).any(|city| {
                city.port
                    && chart::touches(self.scenario, water, city.hex)
                    && territory::holder_at(self.scenario, &self.state, city.hex) == Some(side)
            })
        };
        let is_goal = |water: Water| (mover.is_none() || water != from) && is_own_port(water);
        let kinds = self.field.squadron(side, from).map(|it| it.groups.clone()).unwrap_or_default();
        let steps = |water: Water| {
            let next = chart::neighbours(self.scenario, water).into_iter().filter(|next| {
                Some(*next) != mover
                    && self.field.squadron(side.enemy(), *next).is_none()
                    && !zone::is_under_guns(&self.state, side, *next)
                    && kinds.iter().all(|group| chart::may_lie(self.scenario, group.kind, *next))
            });
            next.map(|next| (next, 1)).collect::<Vec<_>>()
        };
        let way = paths::nearest(from, paths::Cost::MAX, is_goal, steps)?;
        let most = self.scenario.tables.naval.withdraw_locations as usize;
        way.nodes.get(most).or(way.nodes.last()).copied()
    }

    /// All ships and leaders of a side go from one water to another; it counts as no move.
    fn shift_ships(&mut self, side: Side, from: Water, to: Water) {
        if let Some(squadron) = self.field.ships.remove(&from) {
            self.field.dock(side, to, squadron.groups);
        }
        for name in self.field.captains_at(side, from) {
            if let Some(captain) = self.field.captains.get_mut(&name) {
                captain.water = to;
            }
        }
    }

    /// Leaders whose ships are gone come back to their pool.
    pub(super) fn strand(&mut self, side: Side, at: Water) {
        let account = zone::command_of(self.scenario, side, at);
        for name in self.field.captains_at(side, at) {
            self.return_captain(side, &name, account);
        }
    }

    /// A leader without ships goes back to the pool he commands from.
    pub(super) fn return_captain(&mut self, side: Side, name: &str, account: Account) {
        self.field.captains.remove(name);
        self.ledger(side, account).pool.push(name.to_owned());
        if let Some(leader) = self.state.leaders.get_mut(name) {
            leader.place = LeaderPlace::Pool(account);
        }
    }

    /// Leaders in a water where no ship of theirs is left go back to their pool.
    pub(super) fn leave_no_captain_behind(&mut self, side: Side, water: Water) {
        if self.field.squadron(side, water).is_none() {
            self.strand(side, water);
        }
    }

    /// Two dice for each leader of ships after a fight: the lowest kills, the highest may promote (D23, its naval rule).
    fn judge_captain(&mut self, name: &str, account: Account, at: Water, pulse: u32) {
        let Some(leader) = self.state.leaders.get_mut(name) else { return };
        let side = leader.side;
        leader.shown = None;
        let rules = self.scenario.tables.naval.clone();
        let purpose = format!("umpire: naval leader {name} p{pulse}");
        let thrown: u32 = (0..rules.captain_dice).map(|_| self.dice.roll(&purpose, 6)).sum();
        let fate = if thrown <= rules.captain_killed_up_to {
            let pools = self.state.accounts.get_mut(&side).into_iter().flat_map(|accounts| accounts.values_mut());
            pools.for_each(|ledger| ledger.pool.retain(|other| other != name));
            self.lose(name, side, LeaderPlace::Out, LeaderFate::Killed)
        } else if thrown >= rules.captain_promoted_on {
            self.open_case(name, side, account, Matter::Promotion, LeaderFate::Promotion)
        } else {
            return;
        };
        let place = chart::name(self.scenario, at);
        let item = Item::LeaderFate { account, pulse, place, leader: name.to_owned(), fate };
        self.events.push(Fact::new(audience::commander(self.scenario, side, account), item));
    }
}

fn seen_from_the_other(result: SeaResult) -> SeaResult {
    match result {
        SeaResult::Won => SeaResult::Withdrew,
        SeaResult::Destroyed => SeaResult::Lost,
        SeaResult::Withdrew => SeaResult::Won,
        SeaResult::Lost => SeaResult::Destroyed,
        SeaResult::Drawn => SeaResult::Drawn,
    }
}
