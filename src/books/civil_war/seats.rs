//! The seven commands of the scenario: who spends which account, who stands in for whom (D1).
//! Knows seats and sides only; who sits there is the roster's affair.

use std::collections::BTreeSet;

use base::game::{SeatId, SeatSet, SeatSpec};

use super::scenario::{Account, Office, Scenario, SeatSpec as Command, Side};

/// The seats in the order of reports.
pub fn seats(scenario: &Scenario) -> Vec<SeatSpec> {
    let specs = scenario.seats.iter().filter_map(|command| {
        Some(SeatSpec {
            id: id(command)?,
            title: command.title.clone(),
            side: command.side.id().to_owned(),
            stand_in: command.stand_in.as_deref().and_then(SeatId::parse),
            may_stay_vacant: false,
        })
    });
    specs.collect()
}

/// The supreme commander of a side.
pub fn sc_of(scenario: &Scenario, side: Side) -> SeatId {
    find(scenario, |command| command.side == side && command.office == Office::Supreme).unwrap_or_else(SeatId::gm)
}

/// Who spends an account of a side: its theatre commander, and for the CSA's raiders its supreme commander (D6).
pub fn seat_of(scenario: &Scenario, side: Side, account: Account) -> SeatId {
    find(scenario, |command| command.side == side && command.accounts.contains(&account))
        .unwrap_or_else(|| sc_of(scenario, side))
}

/// The accounts a seat spends, in the order of the rules; none for a stranger's seat.
pub fn accounts_of(scenario: &Scenario, seat: &SeatId) -> Vec<Account> {
    command(scenario, seat).map(|command| command.accounts.clone()).unwrap_or_default()
}

/// The side of a seat; `None` for the game master and for unknown seats.
pub fn side_of(scenario: &Scenario, seat: &SeatId) -> Option<Side> {
    command(scenario, seat).map(|command| command.side)
}

/// Whether a seat is a supreme commander's.
pub fn is_supreme(scenario: &Scenario, seat: &SeatId) -> bool {
    command(scenario, seat).is_some_and(|command| command.office == Office::Supreme)
}

/// All seats of a side.
pub fn seats_of(scenario: &Scenario, side: Side) -> SeatSet {
    every(scenario, |command| command.side == side)
}

/// Both supreme commanders, who owe a distribution (C2.3).
pub fn supreme_seats(scenario: &Scenario) -> BTreeSet<SeatId> {
    every(scenario, |command| command.office == Office::Supreme)
}

/// The theatre commanders of both sides, who owe orders in a tactical sub-turn (C2.5).
pub fn theatre_seats(scenario: &Scenario) -> BTreeSet<SeatId> {
    every(scenario, |command| command.office == Office::Theatre)
}

/// The theatres of his side among which a supreme commander may move their players (C3.4).
pub fn given_by(scenario: &Scenario, seat: &SeatId) -> Vec<SeatId> {
    let Some(side) = side_of(scenario, seat).filter(|_| is_supreme(scenario, seat)) else { return Vec::new() };
    theatre_seats(scenario).into_iter().filter(|theatre| side_of(scenario, theatre) == Some(side)).collect()
}

fn id(command: &Command) -> Option<SeatId> {
    SeatId::parse(&command.id)
}

fn command<'a>(scenario: &'a Scenario, seat: &SeatId) -> Option<&'a Command> {
    scenario.seats.iter().find(|command| command.id == seat.as_str())
}

fn find(scenario: &Scenario, is_wanted: impl Fn(&Command) -> bool) -> Option<SeatId> {
    scenario.seats.iter().find(|command| is_wanted(command)).and_then(id)
}

fn every(scenario: &Scenario, is_wanted: impl Fn(&Command) -> bool) -> BTreeSet<SeatId> {
    scenario.seats.iter().filter(|command| is_wanted(command)).filter_map(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(id: &str) -> SeatId {
        SeatId::parse(id).unwrap()
    }

    #[test]
    fn c1_2_seven_seats_four_for_the_union_and_three_for_the_confederacy() {
        let scenario = Scenario::embedded().unwrap();
        let names: Vec<_> = seats(&scenario).iter().map(|spec| spec.id.to_string()).collect();
        assert_eq!(names, ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"]);
        assert_eq!(seats_of(&scenario, Side::Usa).len(), 4);
        assert_eq!(theatre_seats(&scenario).len(), 5);
    }

    #[test]
    fn c1_2_one_commander_may_spend_two_accounts() {
        let scenario = Scenario::embedded().unwrap();
        assert_eq!(accounts_of(&scenario, &seat("usa-trans")), [Account::Trans, Account::Naval]);
        assert_eq!(accounts_of(&scenario, &seat("csa-east")), [Account::East, Account::Trans]);
        assert_eq!(seat_of(&scenario, Side::Csa, Account::Trans), seat("csa-east"));
        assert_eq!(seat_of(&scenario, Side::Usa, Account::Naval), seat("usa-trans"));
        assert_eq!(seat_of(&scenario, Side::Csa, Account::Naval), seat("csa-sc"));
    }

    #[test]
    fn d1_a_vacant_theatre_falls_to_the_supreme_commander_of_its_side() {
        let scenario = Scenario::embedded().unwrap();
        for spec in seats(&scenario) {
            let side = side_of(&scenario, &spec.id).unwrap();
            let expected = (!is_supreme(&scenario, &spec.id)).then(|| sc_of(&scenario, side));
            assert_eq!(spec.stand_in, expected, "{}", spec.id);
        }
        assert_eq!(side_of(&scenario, &SeatId::gm()), None);
    }
}
