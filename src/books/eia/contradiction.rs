//! Which orders of one section cannot both be meant: those about the same matter and the same partner. Form only. Asked when
//! a letter was read in part, so that its good lines take the place of those they stand against.

use super::order::{Act, Order};

/// Whether the later order takes the place of the earlier one.
pub fn contradict(earlier: &Order, later: &Order) -> bool {
    let is_same_giver = earlier.power.is_none() || later.power.is_none() || earlier.power == later.power;
    is_same_giver && clash(&earlier.act, &later.act)
}

fn clash(one: &Act, other: &Act) -> bool {
    match (one, other) {
        (Act::ReduceVictoryPoints { target, .. }, Act::ReduceVictoryPoints { target: other, .. }) => target == other,
        (Act::Announce { .. } | Act::KeepQuiet, Act::Announce { .. } | Act::KeepQuiet) => true,
        (Act::OfferTrade { .. } | Act::OfferSame, Act::OfferTrade { .. } | Act::OfferSame) => true,
        (Act::AnswerTrade { .. }, Act::AnswerTrade { .. }) => true,
        (Act::BlackSea { partners, .. }, Act::BlackSea { partners: other, .. }) => partners == other,
        (Act::StopAmericanTrade { .. }, Act::StopAmericanTrade { .. }) => true,
        (Act::Lend { to, .. }, Act::Lend { to: other, .. }) => to == other,
        (Act::LendNothing, Act::Lend { .. }) | (Act::Lend { .. }, Act::LendNothing) => true,
        (Act::Aid { state, .. }, Act::Aid { state: other, .. }) => state == other,
        (Act::Manipulate { .. }, Act::Manipulate { .. }) => true,
        (Act::ReturnLeader { name, .. }, Act::ReturnLeader { name: other, .. }) => name == other,
        (Act::PayDebt { to, .. }, Act::PayDebt { to: other, .. }) => to == other,
        (Act::PayNoDebts, Act::PayDebt { .. }) | (Act::PayDebt { .. }, Act::PayNoDebts) => true,
        (Act::Buy { state, units }, Act::Buy { state: of, units: others }) => {
            let is_bought = |kind| others.iter().any(|(other, _)| *other == kind);
            state == of && units.iter().any(|(kind, _)| is_bought(*kind))
        }
        (Act::BuyCounters { state, .. }, Act::BuyCounters { state: other, .. }) => state == other,
        (Act::BuyNothing, Act::Buy { .. } | Act::BuyCounters { .. })
        | (Act::Buy { .. } | Act::BuyCounters { .. }, Act::BuyNothing) => true,
        (Act::ConvertMilitia { place, .. }, Act::ConvertMilitia { place: other, .. }) => place == other,
        (Act::ConvertNone, Act::ConvertMilitia { .. }) | (Act::ConvertMilitia { .. }, Act::ConvertNone) => true,
        (Act::SaveManpower { .. }, Act::SaveManpower { .. }) => true,
        (Act::Cede { territory, .. }, Act::Cede { territory: other, .. }) => territory == other,
        (Act::CedeNothing, Act::Cede { .. }) | (Act::Cede { .. }, Act::CedeNothing) => true,
        (Act::AnswerCession { territory, .. }, Act::AnswerCession { territory: other, .. }) => territory == other,
        (Act::Claim { .. } | Act::ClaimByDice, Act::Claim { .. } | Act::ClaimByDice) => true,
        (Act::Combine { name, .. }, Act::Combine { name: other, .. }) => name == other,
        (Act::Levy { troops, .. }, Act::Levy { troops: other, .. }) => troops == other,
        (Act::Bid { power: Some(power) }, Act::Bid { power: Some(other) }) => power == other,
        (Act::Bid { .. }, Act::Bid { .. }) => true,
        (Act::NoteDebt { to, .. }, Act::NoteDebt { to: other, .. }) => to == other,
        (Act::ShareTreasury { with, .. }, Act::ShareTreasury { with: other, .. }) => with == other,
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::order::Amount;
    use super::super::power::Power;
    use super::*;

    #[test]
    fn orders_about_the_same_matter_and_partner_cannot_both_be_meant() {
        let lend = |to, amount| {
            let amount = Amount::Points(amount);
            Order::new(Act::Lend { amount, to, is_loan: false, due: None, if_received: None })
        };
        assert!(contradict(&lend(Power::Austria, 5), &lend(Power::Austria, 3)));
        assert!(!contradict(&lend(Power::Austria, 5), &lend(Power::Russia, 5)));
        assert!(contradict(&Order::new(Act::LendNothing), &lend(Power::Russia, 5)));
        let level = |level| Order::new(Act::Manipulate { level });
        assert!(contradict(&level(1), &level(-2)));
        assert!(!contradict(&level(1), &lend(Power::Russia, 5)));
    }
}
