//! Competitive dice: the highest throw wins, equal ones are thrown again (D9, D16).

use base::game::Throw;

use super::super::news::DieRow;
use super::super::power::Power;
use super::board::Board;
use super::play::Play;

/// What is thrown for.
pub struct Contest<'a> {
    /// The sides of the die.
    pub sides: u32,
    /// The purpose of a power's die.
    pub purpose: &'a dyn Fn(Power) -> String,
    /// What is added to the die of a power among those who throw.
    pub plus: &'a dyn Fn(&Board<'_>, &[Power], Power) -> u32,
}

/// How a contest ended.
pub struct Won {
    /// Who won; nobody where nobody contended.
    pub by: Option<Power>,
    /// The last die of each.
    pub dice: Vec<DieRow>,
    /// Every throw.
    pub throws: Vec<Throw>,
}

impl Contest<'_> {
    /// Throws until one is left; who is alone throws nothing.
    pub fn settle(&self, play: &mut Play, mut contenders: Vec<Power>) -> Won {
        let (mut dice, mut throws): (Vec<DieRow>, Vec<_>) = (Vec::new(), Vec::new());
        while contenders.len() > 1 {
            let unforeseen = play.dice.unforeseen().len();
            let rolled = self.round(play, &contenders);
            throws.extend(play.throws(rolled.len()));
            dice.retain(|row| !contenders.contains(&row.power));
            dice.extend(rolled.iter().copied());
            let total = |row: &DieRow| row.die + row.plus;
            let best = rolled.iter().map(total).max();
            contenders = rolled.iter().filter(|row| Some(total(row)) == best).map(|row| row.power).collect();
            // Dice that a rule case did not foresee show the same for ever: the case fails by them, and must end.
            if play.dice.unforeseen().len() > unforeseen {
                contenders.truncate(1);
            }
        }
        Won { by: contenders.first().copied(), dice, throws }
    }

    fn round(&self, play: &mut Play, contenders: &[Power]) -> Vec<DieRow> {
        let row = |power: &Power| {
            let die = play.dice.roll(&(self.purpose)(*power), self.sides);
            DieRow { power: *power, die, plus: (self.plus)(&play.board(), contenders, *power) }
        };
        contenders.iter().map(row).collect()
    }
}
