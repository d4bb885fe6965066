//! Which of several orders about one thing stands: among offices the higher, whenever it came; in a command the
//! commander's; between an office and a command the later; of one giver the later. Orders that add have no rank. Knows
//! no office.

use serde::{Deserialize, Serialize};

use crate::forces::command::Post;

/// As what somebody gives an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authority {
    /// As the holder of an office: 0 is the highest.
    Office(u8),
    /// As commander or deputy of the unit or ship it is about.
    Command(Post),
}

/// An order as far as rank needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// As what it was given.
    pub authority: Authority,
    /// When it came; later orders have larger numbers, and no two the same.
    pub arrival: u64,
}

/// The place of the order that stands, among orders about one thing; none of none. What is compared is the best order
/// of all offices with the best of the command, so the outcome does not depend on the order in which they are looked
/// at.
pub fn prevailing(claims: &[Claim]) -> Option<usize> {
    let office = best(claims, |authority| match authority {
        Authority::Office(level) => Some(level),
        Authority::Command(_) => None,
    });
    let command = best(claims, |authority| match authority {
        Authority::Office(_) => None,
        Authority::Command(post) => Some(post),
    });
    office.into_iter().chain(command).max_by_key(|place| claims[*place].arrival)
}

/// Of those that have a rank, the first in rank, of equals the latest.
fn best<R: Ord>(claims: &[Claim], rank: impl Fn(Authority) -> Option<R>) -> Option<usize> {
    let ranked =
        claims.iter().enumerate().filter_map(|(place, claim)| Some((rank(claim.authority)?, claim.arrival, place)));
    let first = ranked.min_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(&one.1)))?;
    Some(first.2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PRESIDENT: Authority = Authority::Office(0);
    const SECRETARY: Authority = Authority::Office(2);
    const COMMANDER: Authority = Authority::Command(Post::Commander);
    const DEPUTY: Authority = Authority::Command(Post::Deputy);

    /// Which stands of orders that came in this order.
    fn stands(authorities: &[Authority]) -> Option<usize> {
        let claims = authorities.iter().zip(1..).map(|(authority, arrival)| Claim { authority: *authority, arrival });
        prevailing(&claims.collect::<Vec<_>>())
    }

    #[test]
    fn slag_order_last_the_higher_office_stands_whenever_its_order_came() {
        assert_eq!(stands(&[PRESIDENT, SECRETARY]), Some(0));
        assert_eq!(stands(&[SECRETARY, PRESIDENT]), Some(1));
        assert_eq!(stands(&[SECRETARY, SECRETARY]), Some(1), "within one office the later");
    }

    #[test]
    fn sow_d59_a_commanders_order_beats_his_deputys_and_a_ministers_stands_only_if_it_came_later() {
        assert_eq!(stands(&[COMMANDER, DEPUTY]), Some(0));
        assert_eq!(stands(&[DEPUTY, COMMANDER]), Some(1));
        assert_eq!(stands(&[SECRETARY, COMMANDER]), Some(1));
        assert_eq!(stands(&[COMMANDER, SECRETARY]), Some(1));
    }

    #[test]
    fn a_commander_who_comes_between_two_offices_is_held_against_the_higher() {
        assert_eq!(stands(&[PRESIDENT, COMMANDER, SECRETARY]), Some(1));
        assert_eq!(stands(&[COMMANDER, PRESIDENT, DEPUTY, SECRETARY]), Some(1));
        assert_eq!(stands(&[]), None);
    }

    proptest! {
        #[test]
        fn what_stands_is_said_by_rank_and_arrival_and_not_by_the_order_of_looking(
            codes in prop::collection::vec(0..6_u8, 1..12), turn in 0..12_usize,
        ) {
            let authority = |code| match code { 4 => COMMANDER, 5 => DEPUTY, level => Authority::Office(level) };
            let mut claims: Vec<Claim> =
                codes.iter().zip(1..).map(|(code, arrival)| Claim { authority: authority(*code), arrival }).collect();
            let first = prevailing(&claims).map(|place| claims[place]);
            let by = turn % claims.len();
            claims.rotate_left(by);
            prop_assert_eq!(prevailing(&claims).map(|place| claims[place]), first);
            claims.reverse();
            prop_assert_eq!(prevailing(&claims).map(|place| claims[place]), first);
        }
    }
}
