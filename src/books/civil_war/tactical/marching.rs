//! Marches as they are carried out: step by step into what is really there, with battles, captures and retreats (D13, D15).

use base::facts::{Audience, Fact};
use board::Hex;

use super::super::audience;
use super::super::item::Item;
use super::super::scenario::{Account, Side};
use super::super::sight::Lookout;
use super::super::state::{AnnalEvent, LeaderPlace, Ledger, Stack, State, Works};
use super::acts::StepResult;
use super::battle::{Column, Site};
use super::course::{self, Leaving};
use super::field::Field;
use super::knowledge::{account_at, place};
use super::muster::{March, MarchOrder};
use super::play::Engine;

/// What ended a march.
pub(super) enum Halt {
    Arrived,
    Stopped(String),
    Fought { at: Hex, won: bool },
}

impl Engine<'_> {
    pub(super) fn ledger(&mut self, side: Side, account: Account) -> &mut Ledger {
        self.state.accounts.entry(side).or_default().entry(account).or_default()
    }

    /// A march as it was prepared.
    pub(super) fn march(&mut self, at: usize, order: &MarchOrder, march: March, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let before = self.lookout(side.enemy());
        let origin = march.body.origin;
        let leaving = Leaving { account, cp: order.gap_cp(&self.scenario.tables), first: self.acts[at].slot.first };
        let batches = course::depart(&mut self.field, self.scenario, &march, leaving);
        if !self.field.has_troops(side, origin) {
            self.vacated.push((pulse, side, origin));
        }
        let batches = course::tread_on(batches, pulse, order.is_loose);
        let is_whole = !self.field.has_troops(side, origin);
        let (leaders, army) = (march.body.leaders.clone(), march.body.army.clone());
        let column = Column { side, account, leaders, batches, is_whole, army };
        course::arrive(&mut self.field, side, origin, &column.leaders, pulse);
        self.advance(column, &march, &before, pulse, order.rail.is_some())
    }

    /// The way of a column that has set out, to where it ends. `before` is the enemy's lookout before it did.
    pub(super) fn advance(
        &mut self,
        mut column: Column,
        march: &March,
        before: &Lookout<'_>,
        pulse: u32,
        is_by_rail: bool,
    ) -> StepResult {
        let (side, origin, set_out) = (column.side, march.body.origin, column.sp());
        let (walked, halt) = self.walk(&mut column, &march.path, pulse, is_by_rail);
        self.passing.follow(before, side, set_out, pulse, &walked);
        let end = *walked.last().unwrap_or(&origin);
        self.has_moved(side, &walked);
        if walked.len() > 1 {
            let item = Item::Marched { account: column.account, pulse, hexes: walked };
            self.events.push(Fact::new(audience::commander(self.scenario, side, column.account), item));
        }
        let result = self.report(&column, set_out, march, end, halt);
        self.settle_column(column, end);
        result
    }

    /// What the giver is told of a march.
    fn report(&self, column: &Column, set_out: u32, march: &March, end: Hex, halt: Halt) -> StepResult {
        let who = match (column.leaders.first(), set_out) {
            (Some(leader), 0) => leader.clone(),
            (Some(leader), sp) => format!("{leader} with {sp} SP"),
            (None, sp) => format!("{sp} SP"),
        };
        let reached = format!("{who} reached {}.", place(self.scenario, end));
        match halt {
            Halt::Arrived if set_out < march.body.sp => {
                StepResult::Partly(reached, "Some of the points were gone.".to_owned())
            }
            Halt::Arrived => StepResult::Done(reached),
            Halt::Stopped(why) if end == march.body.origin => StepResult::Void(why),
            Halt::Stopped(why) => StepResult::Partly(reached, why),
            Halt::Fought { at, won: false } => {
                StepResult::Done(format!("{who} attacked {} and did not take it.", place(self.scenario, at)))
            }
            Halt::Fought { at, .. } => {
                let text = format!("{who} attacked {} and took it.", place(self.scenario, at));
                if march.path.last() == Some(&at) {
                    return StepResult::Done(text);
                }
                StepResult::Partly(text, "The battle ended the march.".to_owned())
            }
        }
    }

    /// Puts a column down where its march ended.
    pub(super) fn settle_column(&mut self, column: Column, end: Hex) {
        if column.sp() == 0 && self.field.has_troops(column.side.enemy(), end) {
            return self.scatter(column.side, &column.leaders, end);
        }
        for name in &column.leaders {
            if let Some(leader) = self.field.leaders.get_mut(name) {
                leader.hex = end;
            }
        }
        self.field.join(column.side, end, column.batches);
        self.field.lay_marker(column.side, end, column.army);
    }

    /// Goes along a path until something stops the column. Gives the hexes it stood in, and what ended the march.
    pub(super) fn walk(&mut self, column: &mut Column, path: &[Hex], pulse: u32, is_by_rail: bool) -> (Vec<Hex>, Halt) {
        let mut walked: Vec<Hex> = path.first().copied().into_iter().collect();
        for hex in &path[1..] {
            let from = *walked.last().unwrap_or(hex);
            let is_held = self.field.has_troops(column.side.enemy(), *hex);
            if is_held && is_by_rail {
                let text = format!("Enemy troops stood at {}: no train went further.", place(self.scenario, *hex));
                return (walked, Halt::Stopped(text));
            }
            if is_held && !self.gives_way(column, Site { from, hex: *hex, pulse }) {
                let halt = self.meet(column, Site { from, hex: *hex, pulse });
                walked.extend(matches!(halt, Halt::Fought { won: true, .. }).then_some(*hex));
                return (walked, halt);
            }
            walked.push(*hex);
            if column.sp() > 0 {
                self.seize(column.side, *hex, pulse);
            }
        }
        (walked, Halt::Arrived)
    }

    /// An enemy stands in the next hex: a force stops and fights; leaders alone and demoralised troops stop before it.
    fn meet(&mut self, column: &mut Column, site: Site) -> Halt {
        let place = place(self.scenario, site.hex);
        if column.sp() == 0 {
            return Halt::Stopped(format!("Enemy troops stood at {place}; a leader alone does not attack."));
        }
        if column.is_demoralised() {
            return Halt::Stopped(format!("Enemy troops stood at {place}; a demoralised force does not attack."));
        }
        Halt::Fought { at: site.hex, won: self.fight(column, site) }
    }

    /// Entry with troops: the town changes hands, forts and depots are destroyed, a fortress passes, leaders flee (D13, D17).
    pub(super) fn seize(&mut self, side: Side, hex: Hex, pulse: u32) {
        // The stacks of the state are those the sub-turn began with: an enemy's would still hold the town.
        if self.state.stacks.get(&hex).is_some_and(|stack| stack.side != side) {
            self.state.stacks.remove(&hex);
        }
        let fleeing: Vec<String> = self.field.leaders_at(side.enemy(), hex).into_iter().map(str::to_owned).collect();
        self.scatter(side.enemy(), &fleeing, hex);
        if let Some(works) = self.state.works.get_mut(&hex).filter(|works| works.side != side) {
            let lost = works.clone();
            works.has_fort = false;
            works.has_depot = false;
            works.side = side;
            if !works.has_fortress {
                self.state.works.remove(&hex);
            }
            self.tell_works(&lost, hex, pulse);
            self.chart_anew();
        }
        let Some(city) = self.scenario.map.city_at(hex) else {
            return;
        };
        // Conditions ask what changed hands.
        let was = self.state.cities.get(&city.name).copied().flatten();
        if was != Some(side) {
            self.watches.captured.insert(hex);
        }
        // The stacks of the state are those the sub-turn began with: they say nothing of who took the town since.
        if self.state.cities.get(&city.name).copied().flatten() != Some(side) {
            self.state.cities.insert(city.name.clone(), Some(side));
            let item = Item::CityTaken { name: city.name.clone(), hex, by: side };
            self.events.push(Fact::new(Audience::Everyone, item));
            self.annals.push(AnnalEvent::Taken { city: city.name.clone(), by: side });
            self.chart_anew();
        }
    }

    /// The commander of the theatre is told which of his works an enemy took or destroyed (D17).
    fn tell_works(&mut self, lost: &Works, hex: Hex, pulse: u32) {
        let kinds = [
            (lost.has_fortress, "the fortress was taken"),
            (lost.has_fort, "the fort was destroyed"),
            (lost.has_depot, "the depot was destroyed"),
        ];
        let what: Vec<_> = kinds.into_iter().filter(|(is_here, _)| *is_here).map(|(_, what)| what).collect();
        let account = account_at(self.scenario, hex);
        let place = place(self.scenario, hex);
        let item = Item::WorksLost { account, pulse, hex, place, what: what.join(" and ") };
        self.events.push(Fact::new(audience::commander(self.scenario, lost.side, account), item));
    }

    /// Leaders without troops go to the nearest troops of their side, or back to their pool when there are none. House rule.
    pub(super) fn scatter(&mut self, side: Side, leaders: &[String], from: Hex) {
        if leaders.is_empty() {
            return;
        }
        let refuge = self.field.nearest_troops(side, from);
        for name in leaders {
            self.tell_left_alone(side, name, from, refuge);
            match (refuge, self.field.leaders.get_mut(name)) {
                (Some(hex), Some(leader)) => leader.hex = hex,
                (None, Some(leader)) => {
                    let home = leader.home;
                    self.field.leaders.remove(name);
                    self.ledger(side, home).pool.push(name.clone());
                    if let Some(leader) = self.state.leaders.get_mut(name) {
                        leader.place = LeaderPlace::Pool(home);
                    }
                }
                _ => {}
            }
        }
    }

    fn tell_left_alone(&mut self, side: Side, name: &str, from: Hex, refuge: Option<Hex>) {
        let Some(account) = self.field.leaders.get(name).map(|leader| leader.home) else { return };
        let (place, to) = (place(self.scenario, from), refuge.map(|hex| place(self.scenario, hex)));
        let item = Item::LeftAlone { account, leader: name.to_owned(), place, to };
        self.events.push(Fact::new(audience::commander(self.scenario, side, account), item));
    }

    /// The state with troops and leaders as they stand now.
    pub(super) fn written(&self) -> State {
        let mut state = self.state.clone();
        write_down(&self.field, &mut state);
        state
    }

    pub(super) fn sync(&mut self) {
        write_down(&self.field, &mut self.state);
    }
}

/// Puts troops, leaders and ships into a state where they stand in the field.
fn write_down(field: &Field, state: &mut State) {
    let stacks = field.troops.iter().map(|(hex, troops)| {
        let stack = Stack {
            side: troops.side,
            sp: troops.sp(),
            demoralised: troops.demoralised(),
            is_entrenched: troops.is_entrenched,
            army: troops.army.clone(),
        };
        (*hex, stack)
    });
    state.stacks = stacks.collect();
    for (name, posted) in &field.leaders {
        if let Some(leader) = state.leaders.get_mut(name) {
            leader.place = LeaderPlace::Map(posted.hex);
        }
    }
    super::naval::squadron::moor(field, state);
}
