//! One leader and the promotion table: modifiers, columns, terms, and the dice of its notes (D23).
//! Pure: knows how a battle went for a leader, not which battle it was.

use super::super::scenario::{PromotionResult, PromotionTerms, Tables};

/// How a battle went for the force a leader was with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Showing {
    /// Won: an attacker with his whole force holds the field, a defender lost fewer points.
    pub is_win: bool,
    /// Lost.
    pub is_loss: bool,
    /// Nothing is left of the force.
    pub is_wiped_out: bool,
    /// No more losses than the enemy, nor worse order.
    pub is_no_loss: bool,
}

/// A leader as the table sees him.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// One to three.
    pub stars: u32,
    /// The strength points of the army he commands, when he commands one, as the battle began.
    pub army: Option<u32>,
    /// Two is best.
    pub initiative: i32,
    /// The rating in use: strategic at the head of an army, else tactical.
    pub rating: i32,
    /// A promotion counter is left for him.
    pub has_counter: bool,
    /// It is the year of the early promotions.
    pub is_early: bool,
    /// It is late enough for leaders of three stars to rise without counter.
    pub is_late: bool,
}

/// What a die is thrown for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cast {
    /// The roll on the table.
    Roll,
    /// Killed, captured or wounded.
    Casualty,
    /// Which value changes.
    Value,
    /// Whether he rises without counter.
    Counter,
}

/// What comes of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Dead.
    Killed,
    /// In the enemy's hands.
    Captured,
    /// Away for some turns.
    Wounded,
    /// His dismissal goes to the supreme commander.
    Dismissal,
    /// His commander may present him for relief.
    Relief,
    /// His commander may present him for promotion.
    Promotion,
    /// The initiative is this from now on.
    Initiative(i32),
    /// The rating in use is this from now on.
    Rating(i32),
}

/// A roll and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// The sum of the dice.
    pub thrown: u32,
    /// What the battle added.
    pub modifier: i32,
    /// The column, from 0.
    pub column: usize,
    /// In the order of the cell.
    pub effects: Vec<Effect>,
}

/// Rolls for one leader; `cast` throws dice and gives their sum.
pub fn roll(tables: &Tables, subject: Subject, showing: Showing, mut cast: impl FnMut(Cast, u32) -> u32) -> Roll {
    let rules = &tables.promotion;
    let modifier = match showing {
        Showing { is_wiped_out: true, .. } => rules.wiped_out,
        Showing { is_win: true, .. } => rules.win,
        Showing { is_loss: true, .. } => rules.loss,
        _ => 0,
    };
    let (thrown, column) = (cast(Cast::Roll, rules.dice), column(tables, &subject));
    let mut trial = Trial { tables, subject, showing, column, effects: Vec::new() };
    for word in rules.cell(i32::try_from(thrown).unwrap_or(i32::MAX).saturating_add(modifier), column) {
        if trial.holds(word.terms) {
            trial.suffer(word.result, &mut cast);
        }
    }
    Roll { thrown, modifier, column, effects: trial.effects }
}

/// One star; two stars, and three without an army; three with an army; three with a large one.
fn column(tables: &Tables, subject: &Subject) -> usize {
    match (subject.stars, subject.army) {
        (0 | 1, _) => 0,
        (2, _) | (_, None) => 1,
        (_, Some(sp)) if sp <= tables.promotion.army_large => 2,
        _ => 3,
    }
}

struct Trial<'a> {
    tables: &'a Tables,
    subject: Subject,
    showing: Showing,
    column: usize,
    effects: Vec<Effect>,
}

impl Trial<'_> {
    /// The rating is tested as the words before have left it.
    fn holds(&self, terms: PromotionTerms) -> bool {
        match terms {
            PromotionTerms::Always => true,
            PromotionTerms::Win => self.showing.is_win,
            PromotionTerms::NoWin => !self.showing.is_win,
            PromotionTerms::Loss => self.showing.is_loss,
            PromotionTerms::NoLoss => self.showing.is_no_loss,
            PromotionTerms::Negative => self.subject.rating < 0,
            PromotionTerms::Early => self.subject.is_early,
            PromotionTerms::AtLeast(rating) => self.subject.rating >= rating,
        }
    }

    fn suffer(&mut self, result: PromotionResult, cast: &mut impl FnMut(Cast, u32) -> u32) {
        let rules = &self.tables.promotion;
        let effect = match result {
            PromotionResult::Captured => Some(Effect::Captured),
            PromotionResult::Wounded => Some(Effect::Wounded),
            PromotionResult::Dismissed => Some(Effect::Dismissal),
            PromotionResult::Relieved => Some(Effect::Relief),
            PromotionResult::KilledOrCaptured => {
                Some(if cast(Cast::Casualty, 1) <= rules.killed_up_to { Effect::Killed } else { Effect::Captured })
            }
            PromotionResult::KilledOrWounded => {
                let is_killed = cast(Cast::Casualty, 1) <= rules.killed_or_wounded_up_to;
                Some(if is_killed { Effect::Killed } else { Effect::Wounded })
            }
            PromotionResult::Promotable => self.may_rise(cast).then_some(Effect::Promotion),
            PromotionResult::Worse => self.change(-1, cast),
            PromotionResult::Better => self.change(1, cast),
        };
        self.effects.extend(effect);
    }

    /// A value changes by one within its range; a change beyond is none (C5.6). Lower initiative is better.
    fn change(&mut self, by: i32, cast: &mut impl FnMut(Cast, u32) -> u32) -> Option<Effect> {
        let ranges = &self.tables.initiative;
        if cast(Cast::Value, 1) <= self.tables.promotion.initiative_on {
            let new = (self.subject.initiative - by).clamp(ranges.lowest, ranges.highest);
            let old = std::mem::replace(&mut self.subject.initiative, new);
            return (new != old).then_some(Effect::Initiative(new));
        }
        let most = if self.subject.army.is_some() { ranges.strategic_max } else { ranges.tactical_max };
        let new = (self.subject.rating + by).clamp(-most, most);
        let old = std::mem::replace(&mut self.subject.rating, new);
        (new != old).then_some(Effect::Rating(new))
    }

    /// A counter is needed, or luck; a leader of three stars needs an army besides.
    fn may_rise(&self, cast: &mut impl FnMut(Cast, u32) -> u32) -> bool {
        let rules = &self.tables.promotion;
        let stars = self.subject.stars;
        if stars >= 3 && self.column == 1 {
            return false;
        }
        if self.subject.has_counter {
            return true;
        }
        let most = match stars {
            0 | 1 => rules.uncounted_one_star,
            2 => rules.uncounted_two_stars,
            _ if self.subject.is_late => rules.uncounted_three_stars,
            _ => return false,
        };
        let dice = rules.uncounted_dice[(stars.clamp(1, 3) - 1) as usize];
        cast(Cast::Counter, dice) <= most
    }
}

#[cfg(test)]
mod tests;
