//! What a battle does to the leaders who were in it: who rolls on the promotion table, how the battle went for him, and
//! what becomes of him at once (C5.2, D23). The table itself is the leaders' chapter.

use base::facts::{Audience, Fact};

use super::super::audience;
use super::super::item::{BattleResult, Item, LeaderFate};
use super::super::leaders::Case;
use super::super::leaders::table::{self, Cast, Effect, Roll, Showing, Subject};
use super::super::order::Matter;
use super::super::scenario::{Account, Arm, Side};
use super::super::state::{LeaderPlace, Ratings};
use super::battle::Site;
use super::knowledge::place;
use super::play::Engine;

/// One side of a battle, as its leaders are judged.
pub(super) struct Host {
    /// All its leaders who were in the battle, seniors first.
    pub leaders: Vec<String>,
    /// Strength points as the battle began.
    pub sp: u32,
    /// The senior leader commands an army.
    pub is_army: bool,
    pub losses: u32,
}

/// How a battle ended.
pub(super) struct Ending {
    pub result: BattleResult,
    /// The attacker holds the field with all the points he set out with.
    pub is_field_held_whole: bool,
}

impl Engine<'_> {
    /// Every land leader on either side rolls, seniors first; ships' leaders have a rule of their own.
    pub(super) fn judge_leaders(&mut self, site: Site, attacker: &Host, defender: &Host, ending: &Ending) {
        let showings = showings(attacker, defender, ending);
        for (host, showing) in [(attacker, showings.0), (defender, showings.1)] {
            for (rank, name) in host.leaders.iter().enumerate() {
                let army = (host.is_army && rank == 0).then_some(host.sp);
                self.judge_leader(site, name, army, showing);
            }
        }
    }

    fn judge_leader(&mut self, site: Site, name: &str, army: Option<u32>, showing: Showing) {
        let Some(leader) = self.state.leaders.get_mut(name).filter(|leader| leader.arm != Arm::Naval) else { return };
        // He has fought: what he is worth is seen (C5.5).
        leader.shown = None;
        let calendar = &self.scenario.calendar;
        let year = calendar.turn(self.state.turn).map(|turn| turn.year);
        let subject = Subject {
            stars: leader.stars,
            army,
            initiative: i32::try_from(leader.initiative).unwrap_or(i32::MAX),
            rating: if army.is_some() { leader.strategic } else { leader.tactical },
            has_counter: leader.has_counter,
            is_early: year == Some(self.scenario.tables.promotion.early_year),
            is_late: self.state.turn > calendar.late_promotion_after,
        };
        let Some(home) = self.field.leaders.get(name).map(|posted| posted.home) else { return };
        let dice = &mut *self.dice;
        let roll = table::roll(&self.scenario.tables, subject, showing, |cast, count| {
            let purpose = purpose(cast, name, site.pulse);
            (0..count).map(|_| dice.roll(&purpose, 6)).sum()
        });
        self.note_roll(name, &roll);
        for effect in &roll.effects {
            self.befall(name, home, army.is_some(), site, *effect);
        }
    }

    /// Dice that no player is shown: whoever saw them would know the new ratings before their time (C5.5).
    fn note_roll(&mut self, name: &str, roll: &Roll) {
        let Roll { thrown, modifier, column, effects } = roll;
        let effects: Vec<String> = effects.iter().map(|effect| words(*effect)).collect();
        let effects = if effects.is_empty() { "nothing".to_owned() } else { effects.join(", ") };
        let total = i64::from(*thrown) + i64::from(*modifier);
        let column = column + 1;
        let text = format!("{name}, promotion table, column {column}: {thrown} {modifier:+} makes {total}: {effects}.");
        self.events.push(Fact::new(Audience::Umpire, Item::Ruling { text }));
    }

    fn befall(&mut self, name: &str, home: Account, is_army: bool, site: Site, effect: Effect) {
        let Some(leader) = self.state.leaders.get_mut(name) else { return };
        let side = leader.side;
        let turns = self.scenario.tables.leaders.wounded_turns;
        let fate = match effect {
            Effect::Rating(now) => {
                leader.shown = Some(Ratings { tactical: leader.tactical, strategic: leader.strategic });
                *(if is_army { &mut leader.strategic } else { &mut leader.tactical }) = now;
                self.rank_anew(name);
                return;
            }
            Effect::Initiative(now) => {
                leader.initiative = u32::try_from(now).unwrap_or(0);
                let now = leader.initiative;
                self.rank_anew(name);
                LeaderFate::Initiative { now }
            }
            Effect::Killed => self.lose(name, side, LeaderPlace::Out, LeaderFate::Killed),
            Effect::Captured => self.lose(name, side, LeaderPlace::Captured(home), LeaderFate::Captured),
            Effect::Wounded => {
                self.lose(name, side, LeaderPlace::Wounded { account: home, turns }, LeaderFate::Wounded { turns })
            }
            Effect::Dismissal => self.open_case(name, side, home, Matter::Dismissal, LeaderFate::Dismissal),
            Effect::Relief => self.open_case(name, side, home, Matter::Relief, LeaderFate::Relief),
            Effect::Promotion => self.open_case(name, side, home, Matter::Promotion, LeaderFate::Promotion),
        };
        let (pulse, place) = (site.pulse, place(self.scenario, site.hex));
        let item = Item::LeaderFate { account: home, pulse, place, leader: name.to_owned(), fate };
        self.events.push(Fact::new(audience::commander(self.scenario, side, home), item));
    }

    /// The field plays with the leader as he is now.
    fn rank_anew(&mut self, name: &str) {
        if let (Some(leader), Some(posted)) = (self.state.leaders.get(name), self.field.leaders.get_mut(name)) {
            posted.rank = super::knowledge::rank(leader);
        }
    }

    pub(super) fn lose(&mut self, name: &str, side: Side, to: LeaderPlace, fate: LeaderFate) -> LeaderFate {
        self.field.leaders.remove(name);
        self.field.captains.remove(name);
        if let Some(own) = self.state.sides.get_mut(&side) {
            match fate {
                LeaderFate::Captured => own.leaders.captured.push(name.to_owned()),
                LeaderFate::Killed => own.leaders.forget(name),
                _ => {}
            }
            own.leaders.shifts.retain(|shift| shift.leader != name);
        }
        if let Some(leader) = self.state.leaders.get_mut(name) {
            leader.place = to;
        }
        fate
    }

    pub(super) fn open_case(
        &mut self,
        name: &str,
        side: Side,
        account: Account,
        matter: Matter,
        fate: LeaderFate,
    ) -> LeaderFate {
        if let Some(own) = self.state.sides.get_mut(&side) {
            let is_presented = matter == Matter::Dismissal;
            own.leaders.open(Case { leader: name.to_owned(), account, matter, is_presented });
        }
        fate
    }
}

fn words(effect: Effect) -> String {
    match effect {
        Effect::Killed => "killed".to_owned(),
        Effect::Captured => "captured".to_owned(),
        Effect::Wounded => "wounded".to_owned(),
        Effect::Dismissal => "dismissal".to_owned(),
        Effect::Relief => "may be relieved".to_owned(),
        Effect::Promotion => "may be promoted".to_owned(),
        Effect::Initiative(now) => format!("initiative {now}"),
        Effect::Rating(now) => format!("rating in use {now:+}"),
    }
}

/// Named after the leader and his pulse alone; the scope is nobody's.
fn purpose(cast: Cast, name: &str, pulse: u32) -> String {
    let what = match cast {
        Cast::Roll => "promotion table",
        Cast::Casualty => "casualty",
        Cast::Value => "value",
        Cast::Counter => "no counter",
    };
    format!("umpire: {what} {name} p{pulse}")
}

/// How the battle went for the leaders of either side (D23, terms of promotion).
fn showings(attacker: &Host, defender: &Host, ending: &Ending) -> (Showing, Showing) {
    let (lost, taken) = (attacker.losses, defender.losses);
    let is_shaken =
        (ending.result == BattleResult::RepulsedDemoralised, ending.result == BattleResult::RetreatedDemoralised);
    let is_gone = (lost >= attacker.sp, taken >= defender.sp);
    let is_repulsed = matches!(
        ending.result,
        BattleResult::Repulsed | BattleResult::RepulsedDemoralised | BattleResult::AttackerEliminated
    );
    let has_retreated = matches!(
        ending.result,
        BattleResult::Retreated | BattleResult::RetreatedDemoralised | BattleResult::DefenderEliminated
    );
    let attacking = Showing {
        is_win: ending.is_field_held_whole && !is_gone.0,
        is_loss: is_repulsed || is_gone.0,
        is_wiped_out: is_gone.0,
        is_no_loss: lost <= taken && (!is_shaken.0 || is_shaken.1),
    };
    let is_won = taken < lost && !is_gone.1;
    let defending = Showing {
        is_win: is_won,
        is_loss: is_gone.1 || (!is_won && (has_retreated || is_shaken.1 || taken > lost)),
        is_wiped_out: is_gone.1,
        is_no_loss: taken <= lost && (!is_shaken.1 || is_shaken.0),
    };
    (attacking, defending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(sp: u32, losses: u32) -> Host {
        Host { leaders: Vec::new(), sp, is_army: false, losses }
    }

    /// Attacker and defender of six points each.
    fn of(losses: (u32, u32), result: BattleResult, is_field_held_whole: bool) -> (Showing, Showing) {
        let (one, other) = (host(6, losses.0), host(6, losses.1));
        showings(&one, &other, &Ending { result, is_field_held_whole })
    }

    fn words(showing: Showing) -> String {
        let Showing { is_win, is_loss, is_wiped_out, is_no_loss } = showing;
        let all = [(is_win, "win"), (is_loss, "loss"), (is_wiped_out, "gone"), (is_no_loss, "no loss")];
        all.iter().filter(|(is_so, _)| *is_so).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lptn9_an_attacker_wins_who_holds_the_field_with_his_whole_force() {
        assert_eq!(words(of((0, 1), BattleResult::Retreated, true).0), "win no loss");
        assert_eq!(words(of((0, 1), BattleResult::Retreated, false).0), "no loss");
        assert_eq!(words(of((1, 1), BattleResult::Repulsed, false).0), "loss no loss");
    }

    #[test]
    fn lptn9_a_defender_wins_who_lost_less_though_he_fell_back() {
        assert_eq!(words(of((2, 1), BattleResult::Retreated, true).1), "win no loss");
        assert_eq!(words(of((1, 1), BattleResult::Retreated, true).1), "loss no loss");
        assert_eq!(words(of((1, 1), BattleResult::Repulsed, false).1), "no loss");
        assert_eq!(words(of((1, 0), BattleResult::Repulsed, false).1), "win no loss");
    }

    #[test]
    fn lptn10_no_loss_is_no_more_losses_and_no_worse_order() {
        assert_eq!(words(of((2, 2), BattleResult::Repulsed, false).0), "loss no loss");
        assert_eq!(words(of((3, 2), BattleResult::Repulsed, false).0), "loss");
        assert_eq!(words(of((1, 1), BattleResult::RepulsedDemoralised, false).0), "loss");
        assert_eq!(words(of((1, 1), BattleResult::RetreatedDemoralised, true).1), "loss");
    }

    #[test]
    fn lptn2_a_force_of_which_nothing_is_left_has_lost_whatever_the_enemy_lost() {
        assert_eq!(words(of((6, 3), BattleResult::AttackerEliminated, false).0), "loss gone");
        assert_eq!(words(of((0, 6), BattleResult::DefenderEliminated, true).1), "loss gone");
    }
}
