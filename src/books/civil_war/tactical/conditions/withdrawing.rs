//! Cavalry that gives way before combat, on order and by a die (C3.16, D16).

use base::facts::Fact;
use base::game::Throw;

use super::super::super::audience;
use super::super::super::condition::{Fate, Test};
use super::super::super::item::Item;
use super::super::super::order::{Act, Place};
use super::super::super::scenario::{Arm, Side};
use super::super::battle::{Column, Site};
use super::super::knowledge::place;
use super::super::play::Engine;
use super::super::refuge;
use super::waiting::{Doing, Fight, Judged};

impl Engine<'_> {
    /// Whether the defenders of a hex were ordered to give way, and did; nothing else than combat comes of it if not.
    pub(in super::super) fn gives_way(&mut self, column: &Column, site: Site) -> bool {
        if column.sp() == 0 || column.is_demoralised() {
            return false;
        }
        let Some(at) = self.withdrawal_for(column, site) else { return false };
        let side = column.side.enemy();
        let Some(Act::Withdraw { towards, .. }) = self.watches.list[at].waits_for.then.first().cloned() else {
            return false;
        };
        self.watches.list[at].judged = Some(Judged { pulse: site.pulse, is_start: false, is_true: true });
        if !self.is_all_cavalry(side, site.hex) {
            self.say(at, Doing::Not("Others than cavalry stood with it, so it had to fight.".to_owned()));
            return false;
        }
        let goal = match towards {
            Some(Place::Known(hex)) => Some(hex),
            _ => None,
        };
        let length = self.scenario.tables.cavalry.withdraw_hexes;
        let way =
            refuge::withdrawal(self.scenario, &self.state, &self.field, side, (site.hex, site.from), goal, length);
        let Some((way, to)) = way.and_then(|way| way.last().copied().map(|to| (way, to))) else {
            self.say(at, Doing::Not("There was no way out, so it had to fight.".to_owned()));
            return false;
        };
        let (die, throws) = self.throw_withdrawal(at, site);
        let rules = &self.scenario.tables.cavalry;
        let needed = if self.is_cavalry(column) { rules.withdraw_from_cavalry_on } else { rules.withdraw_on };
        let is_gone = die >= needed;
        self.tell_withdrawal(column, site, at, (is_gone, die, throws), to);
        let name = place(self.scenario, if is_gone { to } else { site.hex });
        if !is_gone {
            let why = format!("The die showed {die}, and {needed} was needed: it had to fight at {name}.");
            self.say(at, Doing::Not(why));
            return false;
        }
        self.say(at, Doing::Said(format!("The die showed {die}: it withdrew to {name} before combat.")));
        self.move_all(side, &way, site.pulse);
        true
    }

    /// The order of the defenders that this attack sets off.
    fn withdrawal_for(&mut self, column: &Column, site: Site) -> Option<usize> {
        let side = column.side.enemy();
        let fight = Fight {
            hex: site.hex,
            from: site.from,
            attacker: column.side,
            attacking: column.leaders.clone(),
            defending: self.field.leaders_at(side, site.hex).into_iter().map(str::to_owned).collect(),
            sp: column.sp(),
            is_cavalry: self.is_cavalry(column),
            won: false,
        };
        self.look_again();
        let known = std::mem::replace(&mut self.watches.fights, vec![fight]);
        let found = (0..self.watches.list.len()).find(|at| {
            let watch = &self.watches.list[*at];
            if watch.side != side || watch.judged.is_some() || !watch.waits_for.is_withdrawal() {
                return false;
            }
            let is_here = watch.waits_for.condition.clauses().any(|clause| match &clause.test {
                Test::Force { force, fate: Fate::Attacked(_) } => self.hex_of(side, force) == Some(site.hex),
                _ => false,
            });
            is_here && self.holds(*at, site.pulse)
        });
        self.watches.fights = known;
        found
    }

    /// Whether a column is cavalry: every leader of it is.
    pub(in super::super) fn is_cavalry(&self, column: &Column) -> bool {
        let is_horse =
            |name: &String| self.field.leaders.get(name).is_some_and(|leader| leader.rank.arm == Arm::Cavalry);
        !column.leaders.is_empty() && column.leaders.iter().all(is_horse)
    }

    /// All leaders lead cavalry, and all points are under their command: points beyond it are infantry. House rule.
    fn is_all_cavalry(&self, side: Side, hex: board::Hex) -> bool {
        let leaders: Vec<_> =
            self.field.leaders_at(side, hex).into_iter().filter_map(|name| self.field.leaders.get(name)).collect();
        let command: u32 = leaders.iter().map(|leader| leader.rank.capacity(&self.scenario.tables)).sum();
        let is_horse = leaders.iter().all(|leader| leader.rank.arm == Arm::Cavalry);
        !leaders.is_empty() && is_horse && self.field.sp(side, hex) <= command
    }

    fn throw_withdrawal(&mut self, at: usize, site: Site) -> (u32, Vec<Throw>) {
        let watch = &self.watches.list[at];
        let purpose = format!("{}: withdraw {} p{}", watch.side.id(), site.hex, site.pulse);
        let die = self.dice.roll(&purpose, 6);
        (die, self.dice.last_throws(1))
    }

    /// The giver is told of his die; the attacker only of what he finds: nobody.
    fn tell_withdrawal(
        &mut self,
        column: &Column,
        site: Site,
        at: usize,
        (is_gone, die, throws): (bool, u32, Vec<Throw>),
        to: board::Hex,
    ) {
        let watch = &self.watches.list[at];
        let leader = self.field.senior_at(watch.side, site.hex).map(|(name, _)| name.to_owned());
        let item = |is_own: bool| Item::GaveWay {
            pulse: site.pulse,
            hex: site.hex,
            place: place(self.scenario, site.hex),
            is_own,
            leader: leader.clone().filter(|_| is_own),
            is_gone,
            to: is_own.then(|| place(self.scenario, to)),
            die: is_own.then_some(die),
            throws: if is_own { throws.clone() } else { Vec::new() },
        };
        let own = Fact::new(audience::commander(self.scenario, watch.side, watch.account), item(true));
        let other = Fact::new(audience::commander(self.scenario, column.side, column.account), item(false));
        self.events.push(own);
        if is_gone {
            self.events.push(other);
        }
    }
}
