//! Marches as they are carried out: step by step into what is really there, with battles, captures and retreats (D13, D15).

use crate::board::Hex;
use crate::report::{Audience, Fact};

use super::super::item::{BattleResult, Item};
use super::super::scenario::{Account, CombatEffect, Side};
use super::super::state::{LeaderPlace, Ledger, Stack, State};
use super::super::{audience, sight, territory};
use super::acts::StepResult;
use super::combat::{self, Ground, Party, Verdict};
use super::course::{self, Leaving};
use super::field::{self, Batch};
use super::knowledge::{account_at, place};
use super::muster::{March, MarchOrder};
use super::play::Engine;
use super::refuge;

/// Troops on the march.
struct Column {
    side: Side,
    account: Account,
    leaders: Vec<String>,
    batches: Vec<Batch>,
    is_demoralised: bool,
}

impl Column {
    fn sp(&self) -> u32 {
        self.batches.iter().map(|batch| batch.sp).sum()
    }
}

/// What ended a march.
enum Halt {
    Arrived,
    Stopped(String),
    Fought { at: Hex, won: bool },
}

/// A battle as both sides are told of it; of each pair the attacker's is first.
struct Clash {
    site: Site,
    sp: (u32, u32),
    leaders: (Option<String>, Option<String>),
    dice: Vec<u32>,
    verdict: Verdict,
    result: BattleResult,
}

/// Where a battle is fought, and from where.
#[derive(Clone, Copy)]
struct Site {
    from: Hex,
    hex: Hex,
    pulse: u32,
}

impl Engine<'_> {
    pub(super) fn ledger(&mut self, side: Side, account: Account) -> &mut Ledger {
        self.state
            .accounts
            .entry(side)
            .or_default()
            .entry(account)
            .or_default()
    }

    pub(super) fn march(
        &mut self,
        at: usize,
        order: &MarchOrder,
        march: March,
        pulse: u32,
    ) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let before = self.written();
        let origin = march.body.origin;
        let leaving = Leaving {
            account,
            cp: order.cp,
            first: self.acts[at].slot.first,
        };
        let (batches, is_demoralised) =
            course::depart(&mut self.field, self.scenario, &march, leaving);
        if !self.field.has_troops(side, origin) {
            self.vacated.push((pulse, side, origin));
        }
        let batches = course::tread_on(batches, pulse, order.is_loose);
        let mut column = Column {
            side,
            account,
            leaders: march.body.leaders.clone(),
            batches,
            is_demoralised,
        };
        course::arrive(&mut self.field, side, origin, &column.leaders, pulse);
        let set_out = column.sp();
        let (walked, halt) = self.walk(&mut column, &march.path, pulse);
        self.passing
            .follow(self.scenario, &before, side, set_out, pulse, &walked);
        let end = *walked.last().unwrap_or(&origin);
        let result = self.report(&column, set_out, &march, end, halt);
        self.settle(column, end);
        result
    }

    /// What the giver is told of a march.
    fn report(
        &self,
        column: &Column,
        set_out: u32,
        march: &March,
        end: Hex,
        halt: Halt,
    ) -> StepResult {
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
            Halt::Fought { at, won: false } => StepResult::Done(format!(
                "{who} attacked {} and did not take it.",
                place(self.scenario, at)
            )),
            Halt::Fought { at, .. } => {
                let text = format!("{who} attacked {} and took it.", place(self.scenario, at));
                if march.path.last() == Some(&at) {
                    return StepResult::Done(text);
                }
                StepResult::Partly(text, "The battle ended the march.".to_owned())
            }
        }
    }

    fn settle(&mut self, column: Column, end: Hex) {
        if column.sp() == 0 && self.field.has_troops(column.side.enemy(), end) {
            return self.scatter(column.side, &column.leaders, end);
        }
        for name in &column.leaders {
            if let Some(leader) = self.field.leaders.get_mut(name) {
                leader.hex = end;
            }
        }
        self.field
            .join(column.side, end, column.batches, column.is_demoralised);
    }

    /// Goes along a path until something stops the column. Gives the hexes it stood in, and what ended the march.
    fn walk(&mut self, column: &mut Column, path: &[Hex], pulse: u32) -> (Vec<Hex>, Halt) {
        let mut walked: Vec<Hex> = path.first().copied().into_iter().collect();
        for hex in &path[1..] {
            let from = *walked.last().unwrap_or(hex);
            if self.field.has_troops(column.side.enemy(), *hex) {
                let halt = self.meet(
                    column,
                    Site {
                        from,
                        hex: *hex,
                        pulse,
                    },
                );
                walked.extend(matches!(halt, Halt::Fought { won: true, .. }).then_some(*hex));
                return (walked, halt);
            }
            walked.push(*hex);
            if column.sp() > 0 {
                self.seize(column.side, *hex);
            }
        }
        (walked, Halt::Arrived)
    }

    /// An enemy stands in the next hex: a force stops and fights; leaders alone and demoralised troops stop before it.
    fn meet(&mut self, column: &mut Column, site: Site) -> Halt {
        let place = place(self.scenario, site.hex);
        if column.sp() == 0 {
            return Halt::Stopped(format!(
                "Enemy troops stood at {place}; a leader alone does not attack."
            ));
        }
        if column.is_demoralised {
            return Halt::Stopped(format!(
                "Enemy troops stood at {place}; a demoralised force does not attack."
            ));
        }
        Halt::Fought {
            at: site.hex,
            won: self.fight(column, site),
        }
    }

    /// Entry with troops: the town changes hands, forts and depots are destroyed, a fortress passes, leaders flee (D13, D17).
    pub(super) fn seize(&mut self, side: Side, hex: Hex) {
        let fleeing: Vec<String> = self
            .field
            .leaders_at(side.enemy(), hex)
            .into_iter()
            .map(str::to_owned)
            .collect();
        self.scatter(side.enemy(), &fleeing, hex);
        if let Some(works) = self
            .state
            .works
            .get_mut(&hex)
            .filter(|works| works.side != side)
        {
            works.has_fort = false;
            works.has_depot = false;
            works.side = side;
            if !works.has_fortress {
                self.state.works.remove(&hex);
            }
        }
        let Some(city) = self.scenario.map.city_at(hex) else {
            return;
        };
        if territory::holder(&self.state, city) != Some(side) {
            self.state.cities.insert(city.name.clone(), Some(side));
            let item = Item::CityTaken {
                name: city.name.clone(),
                hex,
                by: side,
            };
            self.events.push(Fact::new(Audience::Everyone, item));
        }
    }

    /// Leaders without troops go to the nearest troops of their side, or back to their pool when there are none. House rule.
    fn scatter(&mut self, side: Side, leaders: &[String], from: Hex) {
        let refuge = self.field.nearest_troops(side, from);
        for name in leaders {
            let whither = refuge.map_or("the pool".to_owned(), |hex| place(self.scenario, hex));
            let text = format!(
                "{name} left {} without troops and went to {whither}.",
                place(self.scenario, from)
            );
            self.events
                .push(Fact::new(Audience::Umpire, Item::Ruling { text }));
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

    /// One battle, fought at once. Tells whether the attacker stands in the hex afterwards (D15).
    fn fight(&mut self, column: &mut Column, site: Site) -> bool {
        let enemy = column.side.enemy();
        let (attacker, defender, ground) = self.parties(column, site);
        let dice = self.throw_battle(site);
        let verdict = combat::judge(
            &self.scenario.tables,
            &attacker,
            &defender,
            &ground,
            dice.iter().sum(),
        );
        let leaders = (
            column.leaders.first().cloned(),
            self.senior(enemy, site.hex),
        );
        self.battles.push((site.pulse, site.hex));
        field::lose(&mut column.batches, verdict.attacker_losses);
        if let Some(troops) = self.field.troops.get_mut(&site.hex) {
            field::lose(&mut troops.batches, verdict.defender_losses);
        }
        let result = self.give_way(column, site, verdict.effect);
        let mut clash = Clash {
            site,
            sp: (attacker.sp, defender.sp),
            leaders,
            dice,
            verdict,
            result,
        };
        if result == BattleResult::DefenderEliminated {
            clash.verdict.defender_losses = defender.sp;
        }
        self.count_and_tell(column, &clash);
        let won = column.sp() > 0 && !self.field.has_troops(enemy, site.hex);
        if won {
            self.seize(column.side, site.hex);
        }
        won
    }

    fn throw_battle(&mut self, site: Site) -> Vec<u32> {
        let purpose = format!("battle {} p{}", site.hex, site.pulse);
        (0..self.scenario.tables.combat.dice)
            .map(|_| self.dice.roll(&purpose, 6))
            .collect()
    }

    fn count_and_tell(&mut self, column: &Column, clash: &Clash) {
        let theatre = account_at(self.scenario, clash.site.hex);
        self.ledger(column.side, column.account).lost += clash.verdict.attacker_losses;
        self.ledger(column.side.enemy(), theatre).lost += clash.verdict.defender_losses;
        self.tell_battle(column, clash);
    }

    fn parties(&self, column: &Column, site: Site) -> (Party, Party, Ground) {
        let tables = &self.scenario.tables;
        let enemy = column.side.enemy();
        let leader = column
            .leaders
            .first()
            .and_then(|name| self.field.leaders.get(name));
        let attacker = Party {
            sp: column.sp(),
            rating: leader.map_or(0, |leader| leader.rank.tactical),
            is_demoralised: column.is_demoralised,
            is_disordered: field::is_disordered(tables, &column.batches),
        };
        let troops = self.field.troops.get(&site.hex);
        let has_army = troops.is_some_and(|troops| troops.army.is_some());
        let senior = self
            .field
            .senior_at(enemy, site.hex)
            .map(|(_, leader)| &leader.rank);
        let defender = Party {
            sp: self.field.sp(enemy, site.hex),
            rating: senior.map_or(0, |rank| {
                if has_army {
                    rank.strategic
                } else {
                    rank.tactical
                }
            }),
            is_demoralised: troops.is_some_and(|troops| troops.is_demoralised),
            is_disordered: troops
                .is_some_and(|troops| field::is_disordered(tables, &troops.batches)),
        };
        let works = self
            .state
            .works
            .get(&site.hex)
            .filter(|works| works.side == enemy);
        let tile = self.scenario.map.hex(site.hex);
        let ground = Ground {
            terrain: tile.map_or(super::super::scenario::Terrain::Clear, |tile| tile.terrain),
            has_river: self
                .scenario
                .map
                .river_between(site.from, site.hex)
                .is_some(),
            is_entrenched: troops.is_some_and(|troops| troops.is_entrenched),
            has_fort: works.is_some_and(|works| works.has_fort),
            has_fortress: works.is_some_and(|works| works.has_fortress),
        };
        (attacker, defender, ground)
    }

    fn senior(&self, side: Side, hex: Hex) -> Option<String> {
        self.field
            .senior_at(side, hex)
            .map(|(name, _)| name.to_owned())
    }

    /// Who goes and who stays. A side without points left has lost the field, whatever the table says of retreats.
    fn give_way(&mut self, column: &mut Column, site: Site, effect: CombatEffect) -> BattleResult {
        let is_defended = self.field.has_troops(column.side.enemy(), site.hex);
        if !is_defended {
            self.clear(column.side.enemy(), site);
        }
        if column.sp() == 0 {
            return BattleResult::AttackerEliminated;
        }
        if !is_defended {
            return BattleResult::DefenderEliminated;
        }
        match effect {
            CombatEffect::AttackerRepulsed => BattleResult::Repulsed,
            CombatEffect::AttackerRepulsedDemoralised => {
                column.is_demoralised = true;
                BattleResult::RepulsedDemoralised
            }
            CombatEffect::DefenderRetreats => self.fall_back(column.side.enemy(), site, false),
            CombatEffect::DefenderRetreatsDemoralised => {
                self.fall_back(column.side.enemy(), site, true)
            }
        }
    }

    /// The defender retreats with his leaders; where he cannot he is lost (D15).
    fn fall_back(&mut self, side: Side, site: Site, is_demoralised: bool) -> BattleResult {
        let way = refuge::retreat(
            self.scenario,
            &self.state,
            &self.field,
            side,
            site.hex,
            site.from,
        );
        let Some(to) = way.and_then(|way| way.last().copied()) else {
            self.field.troops.remove(&site.hex);
            self.clear(side, site);
            return BattleResult::DefenderEliminated;
        };
        let leaders: Vec<String> = self
            .field
            .leaders_at(side, site.hex)
            .into_iter()
            .map(str::to_owned)
            .collect();
        self.vacated.push((site.pulse, side, site.hex));
        if let Some(troops) = self.field.troops.remove(&site.hex) {
            self.field.join(
                side,
                to,
                troops.batches,
                troops.is_demoralised || is_demoralised,
            );
        }
        for name in leaders {
            if let Some(leader) = self.field.leaders.get_mut(&name) {
                leader.hex = to;
            }
        }
        self.seize(side, to);
        if is_demoralised {
            BattleResult::RetreatedDemoralised
        } else {
            BattleResult::Retreated
        }
    }

    /// Nobody of a side is left in a hex.
    fn clear(&mut self, side: Side, site: Site) {
        self.field.troops.retain(|_, troops| troops.sp() > 0);
        self.vacated.push((site.pulse, side, site.hex));
    }

    /// Each side's commander of the fighting troops is told his own half; the supreme commanders are not (C2.7, D27).
    fn tell_battle(&mut self, column: &Column, clash: &Clash) {
        let (site, verdict) = (clash.site, &clash.verdict);
        let name = place(self.scenario, site.hex);
        let (attacking, defending) = &clash.leaders;
        let item = |is_attacker: bool| {
            let pick = |own: (u32, u32)| if is_attacker { own.0 } else { own.1 };
            Item::Battle {
                pulse: site.pulse,
                hex: site.hex,
                place: name.clone(),
                is_attacker,
                own_sp: pick(clash.sp),
                own_leader: if is_attacker {
                    attacking.clone()
                } else {
                    defending.clone()
                },
                enemy: sight::class_of(self.scenario, pick((clash.sp.1, clash.sp.0))),
                enemy_leader: if is_attacker {
                    defending.clone()
                } else {
                    attacking.clone()
                },
                dice: clash.dice.clone(),
                modifiers: verdict.modifiers.clone(),
                total: verdict.total,
                own_losses: pick((verdict.attacker_losses, verdict.defender_losses)),
                result: clash.result,
            }
        };
        let theatre = account_at(self.scenario, site.hex);
        let attacker = audience::commander(self.scenario, column.side, column.account);
        let defender = audience::commander(self.scenario, column.side.enemy(), theatre);
        self.events.extend([
            Fact::new(attacker, item(true)),
            Fact::new(defender, item(false)),
        ]);
    }

    /// The state with troops and leaders as they stand now.
    pub(super) fn written(&self) -> State {
        let mut state = self.state.clone();
        state.stacks = self
            .field
            .troops
            .iter()
            .map(|(hex, troops)| {
                let stack = Stack {
                    side: troops.side,
                    sp: troops.sp(),
                    is_demoralised: troops.is_demoralised,
                    is_entrenched: troops.is_entrenched,
                    army: troops.army.clone(),
                };
                (*hex, stack)
            })
            .collect();
        for (name, posted) in &self.field.leaders {
            if let Some(leader) = state.leaders.get_mut(name) {
                leader.place = LeaderPlace::Map(posted.hex);
            }
        }
        state
    }

    pub(super) fn sync(&mut self) {
        self.state = self.written();
    }
}
