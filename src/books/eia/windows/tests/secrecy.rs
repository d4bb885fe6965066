//! Two worlds that differ in one power's letter look the same to all others until the window closes.

use super::*;
use crate::situation;
use base::facts::{Viewer, brief};

/// What a seat can know of a state, standing facts and news, as text.
fn seen(trial: &Trial, power: Power) -> String {
    let facts = situation::situation(&trial.scenario, &trial.state);
    format!("{:?}", brief(Viewer::vacant(&power.seat()), &facts).items())
}

fn told_to(trial: &Trial, power: Power) -> Vec<&Value> {
    let reads = |audience: &Audience| match audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&power.seat()),
        _ => false,
    };
    trial.told.iter().filter(|(audience, _)| reads(audience)).map(|(_, item)| item).collect()
}

#[test]
fn d13_what_a_power_buys_is_its_own_to_know() {
    let world = |count| {
        let mut trial = Trial::at(3, Stage::Spending);
        for power in Power::ALL {
            trial.state.quarter.home_manpower.insert(power, 1);
        }
        trial.set("austria", Measure::Manpower, 20);
        trial.orders(Austria, buy(&[(Unit::Infantry, Amount::Points(count))]));
        trial.close();
        trial
    };
    let (one, other) = (world(1), world(2));
    assert_ne!(seen(&one, Austria), seen(&other, Austria));
    for power in Power::ALL.into_iter().filter(|power| *power != Austria) {
        assert_eq!(seen(&one, power), seen(&other, power), "{power:?}");
        assert_eq!(told_to(&one, power), told_to(&other, power), "{power:?}");
    }
}

#[test]
fn d2_whose_american_trade_is_stopped_is_not_known_before_it_is_collected() {
    let world = |victim| {
        let mut trial = Trial::at(3, Stage::Offer);
        trial.war(Britain, France);
        trial.war(Britain, Spain);
        let partners = crate::order::Partners { powers: vec![victim], ..Default::default() };
        trial.orders(Britain, Act::StopAmericanTrade { partners }).close();
        trial
    };
    let (one, other) = (world(France), world(Spain));
    for power in Power::ALL {
        assert_eq!(seen(&one, power), seen(&other, power), "{power:?}");
        assert_eq!(told_to(&one, power), told_to(&other, power), "{power:?}");
    }
}

#[test]
fn d13_a_level_of_manipulation_without_points_is_known_to_its_power_alone() {
    let world = |level| {
        let mut trial = Trial::at(3, Stage::Lending);
        for row in trial.scenario.tables.manipulation.get_mut(&Austria).unwrap() {
            row.points = 0;
        }
        trial.orders(Austria, Act::Manipulate { level }).close();
        trial
    };
    let (one, other) = (world(1), world(2));
    for power in Power::ALL.into_iter().filter(|power| *power != Austria) {
        assert_eq!(seen(&one, power), seen(&other, power), "{power:?}");
        assert_eq!(told_to(&one, power), told_to(&other, power), "{power:?}");
    }
}
