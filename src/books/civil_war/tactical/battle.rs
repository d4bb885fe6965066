//! A battle as it is carried out: the parties, the dice, who gives way, who is told (D15, C2.7).

use base::facts::Fact;
use base::game::Throw;
use board::Hex;

use super::super::audience;
use super::super::item::{BattleResult, Item};
use super::super::scenario::{Account, CombatEffect, Side, Terrain};
use super::super::state::AnnalEvent;
use super::combat::{self, CombatResult, Ground, Party};
use super::conditions::Fight;
use super::fates::{Ending, Host};
use super::field::Rank;
use super::field::{self, Batch, Troops};
use super::knowledge::{account_at, place};
use super::play::Engine;
use super::refuge;

/// The rating in use: strategic at the head of an army, else tactical (D15).
fn rating(rank: &Rank, has_army: bool) -> i32 {
    if has_army { rank.strategic } else { rank.tactical }
}

/// Troops on the march.
pub(super) struct Column {
    pub side: Side,
    pub account: Account,
    pub leaders: Vec<String>,
    pub batches: Vec<Batch>,
    /// Nobody stayed behind where they set out (D23).
    pub is_whole: bool,
    /// The army it is.
    pub army: Option<String>,
}

impl Column {
    /// Strength points left.
    pub fn sp(&self) -> u32 {
        self.batches.iter().map(|batch| batch.sp).sum()
    }

    /// Whether any of its points is demoralised (D16).
    pub fn is_demoralised(&self) -> bool {
        field::demoralised(&self.batches) > 0
    }
}

/// Where a battle is fought, and from where.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub from: Hex,
    pub hex: Hex,
    pub pulse: u32,
}

/// A battle as both sides are told of it; of each pair the attacker's is first.
struct Clash {
    site: Site,
    sp: (u32, u32),
    leaders: (Option<String>, Option<String>),
    dice: Vec<u32>,
    throws: Vec<Throw>,
    verdict: CombatResult,
    result: BattleResult,
}

impl Engine<'_> {
    /// One battle, fought at once. Tells whether the attacker stands in the hex afterwards (D15).
    pub(super) fn fight(&mut self, column: &mut Column, site: Site) -> bool {
        let enemy = column.side.enemy();
        let (attacker, defender, ground) = self.parties(column, site);
        let dice = self.throw_battle(site);
        let throws = self.dice.last_throws(dice.len());
        let verdict = combat::judge(&self.scenario.tables, &attacker, &defender, &ground, dice.iter().sum());
        let leaders = (column.leaders.first().cloned(), self.senior(enemy, site.hex));
        let (mut attackers, mut defenders) = (self.attacking(column), self.defending(enemy, site.hex));
        let defending = self.field.leaders_at(enemy, site.hex).into_iter().map(str::to_owned).collect();
        let is_cavalry = self.is_cavalry(column);
        self.battles.push((site.pulse, site.hex));
        field::lose(&mut column.batches, verdict.attacker_losses);
        if let Some(troops) = self.field.troops.get_mut(&site.hex) {
            field::lose(&mut troops.batches, verdict.defender_losses);
        }
        let result = self.give_way(column, site, verdict.effect);
        let mut clash = Clash { site, sp: (attacker.sp, defender.sp), leaders, dice, throws, verdict, result };
        if result == BattleResult::DefenderEliminated {
            clash.verdict.defender_losses = defender.sp;
        }
        self.count_and_tell(column, &clash);
        self.chart_anew();
        let won = column.sp() > 0 && !self.field.has_troops(enemy, site.hex);
        (attackers.losses, defenders.losses) = (clash.verdict.attacker_losses, clash.verdict.defender_losses);
        let ending = Ending { result, is_field_held_whole: won && column.is_whole };
        self.judge_leaders(site, &attackers, &defenders, &ending);
        self.annals.push(AnnalEvent::Battle {
            hex: site.hex,
            attacker: column.side,
            attacking: clash.leaders.0,
            defending: clash.leaders.1,
            losses: (clash.verdict.attacker_losses, clash.verdict.defender_losses),
            is_won: won,
        });
        self.watches.fights.push(Fight {
            hex: site.hex,
            from: site.from,
            attacker: column.side,
            attacking: column.leaders.clone(),
            defending,
            sp: clash.sp.0,
            is_cavalry,
            won,
        });
        if won {
            self.seize(column.side, site.hex, site.pulse);
        }
        won
    }

    fn throw_battle(&mut self, site: Site) -> Vec<u32> {
        let purpose = format!("battle {} p{}", site.hex, site.pulse);
        (0..self.scenario.tables.combat.dice).map(|_| self.dice.roll(&purpose, 6)).collect()
    }

    fn count_and_tell(&mut self, column: &Column, clash: &Clash) {
        let theatre = account_at(self.scenario, clash.site.hex);
        self.ledger(column.side, column.account).lost += clash.verdict.attacker_losses;
        self.ledger(column.side.enemy(), theatre).lost += clash.verdict.defender_losses;
        self.tell_battle(column, clash);
    }

    fn parties(&self, column: &Column, site: Site) -> (Party, Party, Ground) {
        let enemy = column.side.enemy();
        let tables = &self.scenario.tables;
        let leader = column.leaders.first().and_then(|name| self.field.leaders.get(name));
        let attacker = Party {
            sp: column.sp(),
            rating: leader.map_or(0, |leader| rating(&leader.rank, column.army.is_some())),
            is_demoralised: column.is_demoralised(),
            is_disordered: field::is_disordered(tables, &column.batches),
            is_unsupplied: !self.chart(column.side, None).reaches(site.from),
        };
        let troops = self.field.troops.get(&site.hex).filter(|troops| troops.side == enemy);
        let defender = Party {
            sp: self.field.sp(enemy, site.hex),
            rating: self.defending_rating(enemy, site.hex),
            is_demoralised: troops.is_some_and(Troops::is_demoralised),
            is_disordered: troops.is_some_and(|troops| field::is_disordered(tables, &troops.batches)),
            is_unsupplied: !self.chart(enemy, Some(site.from)).reaches(site.hex),
        };
        (attacker, defender, self.ground(enemy, site))
    }

    fn defending_rating(&self, side: Side, hex: Hex) -> i32 {
        let has_army = self.field.troops.get(&hex).is_some_and(|troops| troops.army.is_some());
        let senior = self.field.senior_at(side, hex).map(|(_, leader)| &leader.rank);
        senior.map_or(0, |rank| rating(rank, has_army))
    }

    /// The attackers as their leaders are judged.
    fn attacking(&self, column: &Column) -> Host {
        Host { leaders: column.leaders.clone(), sp: column.sp(), is_army: column.army.is_some(), losses: 0 }
    }

    fn defending(&self, side: Side, hex: Hex) -> Host {
        Host {
            leaders: self.field.leaders_at(side, hex).into_iter().map(str::to_owned).collect(),
            sp: self.field.sp(side, hex),
            is_army: self.field.troops.get(&hex).is_some_and(|troops| troops.army.is_some()),
            losses: 0,
        }
    }

    fn ground(&self, defending: Side, site: Site) -> Ground {
        let works = self.state.works.get(&site.hex).filter(|works| works.side == defending);
        let tile = self.scenario.map.hex(site.hex);
        Ground {
            terrain: tile.map_or(Terrain::Clear, |tile| tile.terrain),
            has_river: self.scenario.map.river_between(site.from, site.hex).is_some(),
            is_entrenched: self.field.troops.get(&site.hex).is_some_and(|troops| troops.is_entrenched),
            has_fort: works.is_some_and(|works| works.has_fort),
            has_fortress: works.is_some_and(|works| works.has_fortress),
            is_from_ships: self.sea.is_landing,
        }
    }

    fn senior(&self, side: Side, hex: Hex) -> Option<String> {
        self.field.senior_at(side, hex).map(|(name, _)| name.to_owned())
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
                field::set_demoralised(&mut column.batches, true);
                BattleResult::RepulsedDemoralised
            }
            CombatEffect::DefenderRetreats => self.fall_back(column.side.enemy(), site, false),
            CombatEffect::DefenderRetreatsDemoralised => self.fall_back(column.side.enemy(), site, true),
        }
    }

    /// The defender retreats with his leaders; where he cannot he is lost (D15).
    fn fall_back(&mut self, side: Side, site: Site, is_demoralised: bool) -> BattleResult {
        let way = refuge::retreat(self.scenario, &self.state, &self.field, side, site.hex, site.from);
        let Some(way) = way.filter(|way| way.len() > 1) else {
            self.field.troops.remove(&site.hex);
            self.clear(side, site);
            return BattleResult::DefenderEliminated;
        };
        if let Some(troops) = self.field.troops.get_mut(&site.hex).filter(|_| is_demoralised) {
            field::set_demoralised(&mut troops.batches, true);
        }
        self.move_all(side, &way, site.pulse);
        if is_demoralised { BattleResult::RetreatedDemoralised } else { BattleResult::Retreated }
    }

    /// Everybody of a side goes along a way to its end; it counts as no march (D11), but towns and works on it fall as they do to one.
    pub(super) fn move_all(&mut self, side: Side, way: &[Hex], pulse: u32) {
        let (Some(from), Some(to)) = (way.first().copied(), way.last().copied()) else { return };
        let leaders: Vec<String> = self.field.leaders_at(side, from).into_iter().map(str::to_owned).collect();
        self.vacated.push((pulse, side, from));
        self.has_moved(side, way);
        if let Some(troops) = self.field.troops.remove(&from) {
            self.field.join(side, to, troops.batches);
            self.field.lay_marker(side, to, troops.army);
        }
        for name in leaders {
            if let Some(leader) = self.field.leaders.get_mut(&name) {
                leader.hex = to;
            }
        }
        way.iter().skip(1).for_each(|hex| self.seize(side, *hex, pulse));
    }

    /// Nobody of a side is left in a hex.
    fn clear(&mut self, side: Side, site: Site) {
        self.field.troops.retain(|_, troops| troops.sp() > 0);
        self.vacated.push((site.pulse, side, site.hex));
    }

    /// The initiative of a leader who is met in battle, when it is another than everybody reads in the roster (C5.5).
    fn new_initiative(&self, name: &Option<String>) -> Option<u32> {
        let name = name.as_ref()?;
        let (_, spec) = self.scenario.roster.by_name(name)?;
        let now = self.state.leaders.get(name)?.initiative;
        (now != spec.initiative.unsigned_abs()).then_some(now)
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
                own_leader: if is_attacker { attacking.clone() } else { defending.clone() },
                enemy: self.scenario.tables.size_class(pick((clash.sp.1, clash.sp.0))),
                enemy_leader: if is_attacker { defending.clone() } else { attacking.clone() },
                enemy_initiative: self.new_initiative(if is_attacker { defending } else { attacking }),
                dice: clash.dice.clone(),
                modifiers: verdict.modifiers.clone(),
                total: verdict.total,
                own_losses: pick((verdict.attacker_losses, verdict.defender_losses)),
                result: clash.result,
                throws: clash.throws.clone(),
            }
        };
        let theatre = account_at(self.scenario, site.hex);
        let attacker = audience::commander(self.scenario, column.side, column.account);
        let defender = audience::commander(self.scenario, column.side.enemy(), theatre);
        self.events.extend([Fact::new(attacker, item(true)), Fact::new(defender, item(false))]);
    }
}
