//! Who holds a city after movement and battles, whether it is under siege, and what ends there when it falls. Knows
//! neither map nor units; what comes of men who were at work there is the book's.

use std::collections::{BTreeMap, BTreeSet};

use crate::jobs::{Job, Jobs};
use crate::stores::{Lapse, Standing, StandingOrders, Stocks};

/// Units of one side in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presence<S> {
    /// Whose.
    pub side: S,
    /// Whether any of them fights: headquarters and bridges do not.
    pub is_combat: bool,
}

/// How a city stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hold<S> {
    /// As before.
    Secure,
    /// Hostile combat units are around it and have not taken it.
    Besieged,
    /// Its new holder; of several who took it together the book chooses.
    Captured(Vec<S>),
}

/// How a city stands whose holder, if it has one, is this, by who is in it and who is around it. A holder loses it to
/// hostile combat units when none of his own units is in it; nobody's city passes to whoever is there alone.
pub fn hold<S: Ord + Copy>(
    holder: Option<S>,
    inside: &[Presence<S>],
    around: &[Presence<S>],
    is_hostile: impl Fn(S, S) -> bool,
) -> Hold<S> {
    let fighting = |places: &[Presence<S>]| {
        let sides = places.iter().filter(|presence| presence.is_combat).map(|presence| presence.side);
        sides.collect::<BTreeSet<S>>()
    };
    let Some(holder) = holder else {
        let there = fighting(inside);
        let is_alone = there.len() == 1 && inside.iter().all(|presence| there.contains(&presence.side));
        return if is_alone { Hold::Captured(there.into_iter().collect()) } else { Hold::Secure };
    };
    let hostile = |places| fighting(places).into_iter().filter(|side| is_hostile(*side, holder)).collect::<Vec<S>>();
    let captors = hostile(inside);
    let is_held = inside.iter().any(|presence| presence.side == holder);
    if !captors.is_empty() && !is_held {
        return Hold::Captured(captors);
    }
    if captors.is_empty() && hostile(around).is_empty() { Hold::Secure } else { Hold::Besieged }
}

/// What a side has at work and lying in its places.
#[derive(Debug)]
pub struct Assets<'a, W, G: Ord> {
    /// Builds under way.
    pub jobs: &'a mut Jobs<W>,
    /// Standing orders.
    pub standing: &'a mut StandingOrders<G>,
    /// Goods.
    pub stocks: &'a mut Stocks<G>,
}

/// What fell with a city.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen<W, G: Ord> {
    /// Jobs that ended without what they make.
    pub jobs: Vec<Job<W>>,
    /// Standing orders that ended or changed, as they were.
    pub standing: Vec<Standing<G>>,
    /// Goods that lay there: they are the captor's.
    pub goods: BTreeMap<G, u32>,
}

/// Ends everything that the loser of a city had there.
pub fn fall<W, G: Ord + Clone>(city: &str, loser: Assets<'_, W, G>, lapse: Lapse) -> Fallen<W, G> {
    Fallen {
        jobs: loser.jobs.cancel_all(|job| job.plan.place == city),
        standing: loser.standing.lose(city, lapse),
        goods: loser.stocks.clear(city),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::jobs::{Plan, Room};

    fn fights<S>(side: S) -> Presence<S> {
        Presence { side, is_combat: true }
    }

    fn at_war<S: PartialEq>(one: S, other: S) -> bool {
        one != other
    }

    #[test]
    fn slag_captured_means_that_hostile_combat_units_stand_there_and_none_of_the_holders() {
        let (union, confederate) = ("US", "CS");
        let hold_of = |inside: &[Presence<&'static str>]| hold(Some(confederate), inside, &[], at_war);
        assert_eq!(hold_of(&[fights(union)]), Hold::Captured(vec![union]));
        let headquarters = Presence { side: confederate, is_combat: false };
        assert_eq!(hold_of(&[fights(union), headquarters]), Hold::Besieged);
        assert_eq!(hold_of(&[Presence { side: union, is_combat: false }]), Hold::Secure);
        assert_eq!(hold(Some(confederate), &[fights(confederate)], &[fights(union)], at_war), Hold::Besieged);
        assert_eq!(hold(Some(confederate), &[], &[fights(confederate)], at_war), Hold::Secure);
    }

    #[test]
    fn nobodys_city_passes_to_whoever_is_there_alone() {
        assert_eq!(hold(None, &[fights("US")], &[fights("CS")], at_war), Hold::Captured(vec!["US"]));
        assert_eq!(hold(None, &[fights("US"), fights("CS")], &[], at_war), Hold::Secure);
        assert_eq!(hold(None, &[], &[fights("CS")], at_war), Hold::<&str>::Secure);
    }

    #[test]
    fn sow_allies_who_stand_in_a_city_do_not_take_it_and_two_captors_are_both_named() {
        let is_hostile = |one: &str, other: &str| (one == "France") != (other == "France");
        assert_eq!(hold(Some("Austria"), &[fights("Russia")], &[], is_hostile), Hold::Secure);
        let both = hold(Some("France"), &[fights("Russia"), fights("Austria")], &[], is_hostile);
        assert_eq!(both, Hold::Captured(vec!["Austria", "Russia"]));
    }

    fn assets() -> (Jobs<&'static str>, StandingOrders<&'static str>, Stocks<&'static str>) {
        let (mut jobs, mut standing, mut stocks) = (Jobs::default(), StandingOrders::default(), Stocks::default());
        for (place, work) in [("Nashville", "IN"), ("Memphis", "GB")] {
            let plan = Plan { place: place.to_owned(), room: Room::Slot, turns: 3, work };
            jobs.start(vec![plan], |_, _| None).unwrap();
            let forward = Some(("Nashville".to_owned(), 2));
            standing.set(Standing { place: place.to_owned(), good: "supply", buy: 5, forward });
            stocks.add(place, "supply", 9);
        }
        (jobs, standing, stocks)
    }

    #[test]
    fn slag_5_10a_7_5b_what_is_built_ordered_and_stored_there_ends() {
        let (mut jobs, mut standing, mut stocks) = assets();
        let loser = Assets { jobs: &mut jobs, standing: &mut standing, stocks: &mut stocks };
        let fallen = fall("Nashville", loser, Lapse::Whole);
        assert_eq!((fallen.jobs[0].plan.work, fallen.jobs.len(), fallen.standing.len()), ("IN", 1, 2));
        assert_eq!(fallen.goods, BTreeMap::from([("supply", 9)]));
        assert_eq!((jobs.iter().count(), standing.iter().count(), stocks.held("Memphis", &"supply")), (1, 0, 9));
    }

    #[test]
    fn sow_4_10a_6_5c_forwarding_to_a_lost_city_ends_and_the_purchase_goes_on() {
        let (mut jobs, mut standing, mut stocks) = assets();
        let loser = Assets { jobs: &mut jobs, standing: &mut standing, stocks: &mut stocks };
        fall("Nashville", loser, Lapse::Forwarding);
        let left: Vec<_> = standing.iter().map(|order| (order.place.as_str(), order.buy, &order.forward)).collect();
        assert_eq!(left, [("Memphis", 5, &None)]);
    }

    proptest! {
        #[test]
        fn a_city_is_never_taken_by_its_holder_or_by_who_is_not_there(
            holder in prop::option::of(0..3_u8), inside in prop::collection::vec((0..3_u8, any::<bool>()), 0..5),
            around in prop::collection::vec((0..3_u8, any::<bool>()), 0..5),
        ) {
            let presences = |rows: Vec<(u8, bool)>| {
                rows.into_iter().map(|(side, is_combat)| Presence { side, is_combat }).collect::<Vec<_>>()
            };
            let (inside, around) = (presences(inside), presences(around));
            if let Hold::Captured(captors) = hold(holder, &inside, &around, at_war) {
                prop_assert!(!captors.is_empty());
                for captor in captors {
                    prop_assert!(Some(captor) != holder && inside.contains(&fights(captor)));
                }
            }
        }
    }
}
