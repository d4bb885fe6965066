//! What keeping units and ships costs in a turn, in which order it is paid, and what comes of not paying. Rates, steps
//! and chances are a book's data; so are dice, which it hands in. A book with two measures has a rate for each.

use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Rounding, Share};

/// What a rate is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The unit, however large.
    Unit,
    /// So much of its size (men, capacity), counted up to the next step.
    Size {
        /// Men or capacity.
        per: u32,
        /// Men or capacity.
        step: u32,
    },
    /// A battery or its crew of men counted up to the next step, whichever are more.
    Batteries {
        /// Men of a battery.
        crew: u32,
        /// Men.
        step: u32,
    },
}

/// How a unit or ship is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// In the field or at sea.
    Active,
    /// A ship in its own harbour.
    InBase,
    /// Laid up.
    Inactive,
}

/// What something costs by how it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByDuty {
    /// In the field or at sea.
    pub active: Amount,
    /// In its own harbour.
    pub in_base: Amount,
    /// Laid up.
    pub inactive: Amount,
}

/// The rate of one kind in one measure, for a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// What it is for.
    pub basis: Basis,
    /// How much.
    pub cost: ByDuty,
    /// What a battery attached to a unit of another arm adds.
    pub attached: ByDuty,
}

/// What is charged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// Men, or a transport's capacity.
    pub size: u32,
    /// Batteries.
    pub batteries: u32,
}

/// One charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill<S> {
    /// For whom.
    pub subject: S,
    /// How much.
    pub amount: Amount,
}

/// Charges after they were paid as far as money went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement<S> {
    /// Paid whole, in order.
    pub paid: Vec<Bill<S>>,
    /// Not paid at all, in order.
    pub unpaid: Vec<Bill<S>>,
    /// What is left.
    pub left: Amount,
}

/// What comes of not paying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrears {
    /// In a hundred units so many disband.
    pub disband: u32,
    /// The others lose so many in a hundred of their men at least,
    pub least_loss: u32,
    /// and at most.
    pub most_loss: u32,
    /// How a part of a man is counted.
    pub rounding: Rounding,
    /// The share of the loss that straggles and may come back.
    pub straggling: Share,
    /// In a hundred ships so many are damaged,
    pub damaged: u32,
    /// by one point to so many.
    pub most_damage: u32,
    /// At so many points a ship sinks.
    pub sinks_at: u32,
}

/// What becomes of a unit that was not paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitFate {
    /// It disbands.
    Disbands,
    /// It loses men.
    Loses {
        /// Who may come back.
        stragglers: u32,
        /// Who is gone.
        gone: u32,
    },
}

/// What becomes of a ship that was not paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShipFate {
    /// Nothing.
    Unharmed,
    /// Points of damage it takes and survives.
    Damaged(u32),
    /// It sinks.
    Sinks,
}

/// How stragglers come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rally {
    /// All of them after so many turns.
    After(u32),
    /// Each turn a share of those who are still away, parts of a man counted up.
    Each(Share),
}

impl ByDuty {
    /// What it costs so.
    pub fn get(&self, duty: Duty) -> Amount {
        match duty {
            Duty::Active => self.active,
            Duty::InBase => self.in_base,
            Duty::Inactive => self.inactive,
        }
    }
}

impl Basis {
    /// How often a rate is charged, as a share: 1200 of 300 men.
    fn count(self, body: Body) -> Share {
        let (size, per) = match self {
            Basis::Unit => (1, 1),
            Basis::Size { per, step } => (stepped(body.size, step), per),
            Basis::Batteries { crew, step } => {
                (stepped(body.size, step).max(i64::from(body.batteries) * i64::from(crew)), crew)
            }
        };
        Share::new(size, i64::from(per))
    }
}

/// A size counted up to the next step.
fn stepped(size: u32, step: u32) -> i64 {
    i64::from(size.div_ceil(step.max(1))) * i64::from(step.max(1))
}

impl Rate {
    /// What a unit or ship costs for so many turns: one, or as many as a turn of peace stands for.
    pub fn charge(&self, body: Body, duty: Duty, turns: u32) -> Amount {
        let own = self.cost.get(duty).share(self.basis.count(body), Rounding::HalfUp);
        let attached = match self.basis {
            Basis::Batteries { .. } => Amount::ZERO,
            Basis::Unit | Basis::Size { .. } => self.attached.get(duty).times(i64::from(body.batteries)),
        };
        (own + attached).times(i64::from(turns))
    }
}

/// Pays charges in their order, each whole; one that cannot be paid is passed over, and smaller ones behind it are
/// paid.
pub fn pay<S>(bills: Vec<Bill<S>>, funds: Amount) -> Settlement<S> {
    let mut left = funds;
    let (paid, unpaid) = bills.into_iter().partition(|bill| {
        let is_paid = bill.amount <= left;
        if is_paid {
            left -= bill.amount;
        }
        is_paid
    });
    Settlement { paid, unpaid, left }
}

impl Arrears {
    /// What becomes of a unit of so many men. A die of so many sides shows one to that number.
    pub fn unit(&self, men: u32, mut die: impl FnMut(u32) -> u32) -> UnitFate {
        if die(100) <= self.disband {
            return UnitFate::Disbands;
        }
        let spread = self.most_loss.saturating_sub(self.least_loss) + 1;
        let percent = self.least_loss + die(spread) - 1;
        let loss = Share::percent(i64::from(percent)).of_count(u64::from(men), self.rounding).min(u64::from(men));
        let stragglers = self.straggling.of_count(loss, Rounding::Down).min(loss);
        let count = |men: u64| u32::try_from(men).unwrap_or(u32::MAX);
        UnitFate::Loses { stragglers: count(stragglers), gone: count(loss - stragglers) }
    }

    /// What becomes of a ship that is damaged so far already.
    pub fn ship(&self, damage: u32, mut die: impl FnMut(u32) -> u32) -> ShipFate {
        if die(100) > self.damaged {
            return ShipFate::Unharmed;
        }
        let points = die(self.most_damage.max(1));
        if damage.saturating_add(points) >= self.sinks_at { ShipFate::Sinks } else { ShipFate::Damaged(points) }
    }
}

impl Rally {
    /// How many of those who are away come back in a turn, so many turns after they straggled.
    pub fn back(self, away: u32, turns: u32) -> u32 {
        match self {
            Rally::After(due) => {
                if turns >= due {
                    away
                } else {
                    0
                }
            }
            Rally::Each(share) => {
                u32::try_from(share.of_count(u64::from(away), Rounding::Up)).unwrap_or(u32::MAX).min(away)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Chances as both families print them.
    const PRINTED: Arrears = Arrears {
        disband: 10,
        least_loss: 5,
        most_loss: 20,
        rounding: Rounding::Up,
        straggling: Share::new(3, 4),
        damaged: 25,
        most_damage: 2,
        sinks_at: 5,
    };

    fn land(active: i64, inactive: i64) -> ByDuty {
        ByDuty { active: Amount::whole(active), in_base: Amount::whole(active), inactive: Amount::whole(inactive) }
    }

    fn by_men(active: i64, per: u32, step: u32, attached: i64) -> Rate {
        Rate { basis: Basis::Size { per, step }, cost: land(active, 1), attached: land(attached, 1) }
    }

    fn guns(active: i64, step: u32) -> Rate {
        Rate { basis: Basis::Batteries { crew: 100, step }, cost: land(active, 1), attached: ByDuty::default() }
    }

    fn costs(rate: Rate, size: u32, batteries: u32, duty: Duty) -> String {
        rate.charge(Body { size, batteries }, duty, 1).to_string()
    }

    #[test]
    fn slag_6_2_strengths_are_counted_up_to_half_a_regiment() {
        let (infantry, cavalry) = (by_men(4, 600, 300, 3), by_men(4, 300, 150, 4));
        assert_eq!(
            [(2400, 0), (2401, 0), (2400, 1)].map(|(men, guns)| costs(infantry, men, guns, Duty::Active)),
            ["16", "18", "19"]
        );
        assert_eq!(costs(infantry, 2400, 1, Duty::Inactive), "5");
        assert_eq!(costs(cavalry, 1100, 1, Duty::Active), "20", "by the table, where the example is another game's");
        assert_eq!(costs(by_men(1, 600, 300, 1), 2700, 1, Duty::Active), "5.50", "points go by halves");
    }

    #[test]
    fn slag_6_1h_artillery_pays_for_men_or_batteries_whichever_are_more() {
        assert_eq!(
            [(200, 2), (300, 1), (100, 3)].map(|(men, batteries)| costs(guns(6, 50), men, batteries, Duty::Active)),
            ["12", "18", "18"]
        );
        assert_eq!(costs(guns(4, 50), 210, 2, Duty::Active), "10");
    }

    #[test]
    fn slag_6_3_a_ship_costs_less_in_its_base_and_nothing_laid_up() {
        let cost = ByDuty { active: Amount::whole(8), in_base: Amount::whole(4), inactive: Amount::ZERO };
        let ironclad = Rate { basis: Basis::Unit, cost, attached: ByDuty::default() };
        assert_eq!(
            [Duty::Active, Duty::InBase, Duty::Inactive].map(|duty| costs(ironclad, 200, 0, duty)),
            ["8", "4", "0"]
        );
        let transports = Rate { basis: Basis::Size { per: 1000, step: 1000 }, ..ironclad };
        assert_eq!(
            (costs(transports, 3000, 0, Duty::Active), costs(transports, 3001, 0, Duty::Active)),
            ("24".into(), "32".into())
        );
    }

    #[test]
    fn sow_5_1_and_5_2_the_printed_examples() {
        let (infantry, light) = (by_men(3, 500, 500, 3), by_men(3, 250, 250, 4));
        assert_eq!(costs(infantry, 3000, 1, Duty::Active), "21");
        assert_eq!(costs(infantry, 3000, 1, Duty::Inactive), "7");
        assert_eq!(costs(light, 1100, 1, Duty::Active), "19");
        assert_eq!(
            [(300, 1), (100, 3)].map(|(men, batteries)| costs(guns(5, 100), men, batteries, Duty::Active)),
            ["15", "15"]
        );
    }

    #[test]
    fn sow_5_3a_5_5a_a_turn_of_peace_is_worth_fifteen() {
        let infantry = by_men(3, 500, 500, 3);
        assert_eq!(infantry.charge(Body { size: 3000, batteries: 0 }, Duty::Inactive, 15), Amount::whole(90));
        let cost = ByDuty { active: Amount::whole(8), in_base: Amount::whole(3), inactive: Amount::ZERO };
        let ship = Rate { basis: Basis::Unit, cost, attached: ByDuty::default() };
        let body = Body { size: 750, batteries: 0 };
        assert_eq!([Duty::InBase, Duty::Active].map(|duty| ship.charge(body, duty, 15)), [45, 120].map(Amount::whole));
    }

    #[test]
    fn sow_d48_what_cannot_be_paid_whole_is_passed_over() {
        let bills = [("AQ", 75), ("IN", 18), ("HC", 30), ("MI", 5)];
        let bills = bills.map(|(subject, amount)| Bill { subject, amount: Amount::whole(amount) });
        let settled = pay(bills.to_vec(), Amount::whole(100));
        let subjects = |bills: &[Bill<&'static str>]| bills.iter().map(|bill| bill.subject).collect::<Vec<_>>();
        assert_eq!((subjects(&settled.paid), subjects(&settled.unpaid)), (vec!["AQ", "IN", "MI"], vec!["HC"]));
        assert_eq!(settled.left, Amount::whole(2));
    }

    #[test]
    fn slag_d16_sow_5_7_an_unpaid_unit_disbands_or_three_in_four_of_its_loss_straggle() {
        assert_eq!(PRINTED.unit(3000, |_| 10), UnitFate::Disbands);
        let rolls = |first, second| move |sides| if sides == 100 { first } else { second };
        assert_eq!(PRINTED.unit(2000, rolls(11, 16)), UnitFate::Loses { stragglers: 300, gone: 100 });
        assert_eq!(PRINTED.unit(2001, rolls(100, 1)), UnitFate::Loses { stragglers: 75, gone: 26 });
    }

    #[test]
    fn sow_5_7e_a_ship_at_five_points_sinks() {
        assert_eq!(PRINTED.ship(4, |_| 26), ShipFate::Unharmed);
        let rolls = |points| move |sides| if sides == 100 { 25 } else { points };
        assert_eq!(
            [(3, 1), (3, 2), (4, 1)].map(|(hull, points)| PRINTED.ship(hull, rolls(points))),
            [ShipFate::Damaged(1), ShipFate::Sinks, ShipFate::Sinks]
        );
    }

    #[test]
    fn slag_d16_stragglers_are_back_after_two_turns_and_sow_d48_a_third_each_turn() {
        assert_eq!([1, 2].map(|turns| Rally::After(2).back(300, turns)), [0, 300]);
        let thirds = Rally::Each(Share::new(1, 3));
        assert_eq!((thirds.back(100, 1), thirds.back(66, 2), thirds.back(1, 9), thirds.back(0, 1)), (34, 22, 1, 0));
    }

    proptest! {
        #[test]
        fn what_is_paid_and_left_is_what_there_was(
            amounts in prop::collection::vec(0..9_000_i64, 0..20), funds in 0..40_000_i64,
        ) {
            let bills: Vec<_> = amounts.into_iter().enumerate()
                .map(|(subject, amount)| Bill { subject, amount: Amount::hundredths(amount) }).collect();
            let settled = pay(bills.clone(), Amount::hundredths(funds));
            let paid: Amount = settled.paid.iter().map(|bill| bill.amount).sum();
            prop_assert_eq!(paid + settled.left, Amount::hundredths(funds));
            prop_assert_eq!(settled.paid.len() + settled.unpaid.len(), bills.len());
            prop_assert!(settled.unpaid.iter().all(|bill| bill.amount > settled.left));
        }

        #[test]
        fn no_unit_loses_more_men_than_it_has(men in 0..5_000_u32, first in 1..=100_u32, second in 1..=16_u32) {
            let fate = PRINTED.unit(men, |sides| if sides == 100 { first } else { second });
            if let UnitFate::Loses { stragglers, gone } = fate {
                prop_assert!(stragglers + gone <= men);
                prop_assert!(stragglers <= 3 * gone.max(1));
            }
        }

        #[test]
        fn a_larger_unit_never_costs_less(men in 0..5_000_u32, more in 0..500_u32, batteries in 0..4_u32) {
            for rate in [by_men(4, 600, 300, 3), guns(6, 50)] {
                let charge = |size| rate.charge(Body { size, batteries }, Duty::Active, 1);
                prop_assert!(charge(men) <= charge(men + more));
            }
        }
    }
}
