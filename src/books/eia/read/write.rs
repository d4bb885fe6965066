//! The canonical words of an order: what receipts print, and what is read back to the same order.

use super::write_sheet;
use crate::calendar::MONTHS;
use crate::order::{Act, Amount, Claimant, Combining, Counter, CounterOrder, Levied, Order, Partners, Reception, Unit};
use crate::power::Power;
use crate::scenario::Scenario;

/// Writes an order.
pub fn write(scenario: &Scenario, order: &Order) -> String {
    let giver = order.power.map_or(String::new(), |power| format!("{}: ", power.name()));
    let standing = if order.is_standing { "standing: " } else { "" };
    format!("{giver}{standing}{}", act(scenario, &order.act))
}

fn act(scenario: &Scenario, act: &Act) -> String {
    match act {
        Act::ReduceVictoryPoints { amount, target } => format!("reduce {} by {} VP", target.name(), sum(*amount)),
        Act::Announce { is_when_final: false } => "announce victory".to_owned(),
        Act::Announce { is_when_final: true } => "announce victory when final".to_owned(),
        Act::KeepQuiet => "keep quiet about victory".to_owned(),
        Act::OfferTrade { partners, except } => {
            format!("offer trade to {}{}", whom(scenario, partners, "all"), but(scenario, except))
        }
        Act::OfferSame => "offer the same trade".to_owned(),
        Act::AnswerTrade { agrees, except } => {
            let ports = Partners { ports: except.clone(), ..Partners::default() };
            format!("{}{}", if *agrees { "agree to trade" } else { "refuse trade" }, but(scenario, &ports))
        }
        Act::BlackSea { partners, is_granted } => {
            let no = if *is_granted { "" } else { "no " };
            format!("{no}Black Sea leave for {}", whom(scenario, partners, "all"))
        }
        Act::StopAmericanTrade { partners } => {
            format!("stop American trade of {}", whom(scenario, partners, "all enemies"))
        }
        Act::EndAmericanWar => "end the American war".to_owned(),
        Act::Lend { .. } | Act::LendNothing | Act::Aid { .. } | Act::Manipulate { .. } | Act::ReturnLeader { .. } => {
            lending(act)
        }
        Act::PayDebt { .. }
        | Act::PayNoDebts
        | Act::Buy { .. }
        | Act::BuyNothing
        | Act::BuyCounters { .. }
        | Act::ConvertMilitia { .. }
        | Act::ConvertNone
        | Act::SaveManpower { .. } => spending(act),
        Act::Sheet(entry) => write_sheet::entry(entry),
        _ => ceding(act),
    }
}

fn lending(act: &Act) -> String {
    match act {
        Act::Lend { amount, to, is_loan, due, if_received } => {
            let verb = if *is_loan { "lend" } else { "give" };
            let due = due.map_or(String::new(), |due| format!(" due {}", month(due)));
            let first =
                if_received.map_or(String::new(), |first| format!(" if {} gives {}", first.from.name(), first.amount));
            format!("{verb} {} to {}{due}{first}", sum(*amount), to.name())
        }
        Act::Aid { amount, state } => format!("aid {state} with {}", sum(*amount)),
        Act::Manipulate { level } if *level > 0 => format!("manipulation +{level}"),
        Act::Manipulate { level } => format!("manipulation {level}"),
        Act::ReturnLeader { name, pays: true } => format!("return leader {name}, pay the points"),
        Act::ReturnLeader { name, pays: false } => format!("return leader {name}, without paying"),
        _ => "lend nothing".to_owned(),
    }
}

fn spending(act: &Act) -> String {
    match act {
        Act::PayDebt { to, amount } => format!("pay debt to {}: {}", to.name(), sum(*amount)),
        Act::PayNoDebts => "pay no debts".to_owned(),
        Act::Buy { state, units } => {
            let items: Vec<String> =
                units.iter().map(|(unit, amount)| format!("{} {}", sum(*amount), unit_word(*unit, *amount))).collect();
            format!("buy{} {}", for_state(state.as_deref()), items.join(", "))
        }
        Act::BuyNothing => "buy nothing".to_owned(),
        Act::BuyCounters { state, counters } => {
            let items: Vec<String> = counters.iter().map(counter).collect();
            format!("buy counters{}: {}", for_state(state.as_deref()), items.join(", "))
        }
        Act::ConvertMilitia { amount, place } => {
            let place = place.as_ref().map_or(String::new(), |place| format!(" at {place}"));
            format!("convert {} militia{place}", sum(*amount))
        }
        Act::ConvertNone => "convert no militia".to_owned(),
        Act::SaveManpower { amount } => format!("save {} manpower", sum(*amount)),
        _ => String::new(),
    }
}

fn ceding(act: &Act) -> String {
    match act {
        Act::Cede { territory, to } => format!("cede {territory} to {}", to.name()),
        Act::CedeNothing => "cede nothing".to_owned(),
        Act::AnswerCession { territory, reception } => cession(territory.as_deref(), *reception),
        Act::Claim { territories } => {
            let claims: Vec<String> =
                territories.iter().map(|(name, who)| format!("{name} to {}", claimant(*who))).collect();
            format!("claim: {}", claims.join(", "))
        }
        Act::ClaimByDice => "claim by dice".to_owned(),
        Act::Combine { name, combining, members } => combination(name, *combining, members),
        Act::Levy { troops, places } if places.is_empty() => format!("levy {}", levied_word(*troops)),
        Act::Levy { troops, places } => format!("levy {} at {}", levied_word(*troops), places.join(", ")),
        Act::RemoveLevy { troops, place } => format!("remove {} from {place}", levied_word(*troops)),
        Act::Bid { power } => format!("bid for {}", power.map_or("none", Power::name)),
        Act::NoteDebt { to, amount, times, due, is_formal } => {
            let formal = if *is_formal { "formal " } else { "" };
            let times = if *times == 1 { String::new() } else { format!(" times {times}") };
            let due = due.map_or(String::new(), |due| format!(" due {}", month(due)));
            format!("note {formal}debt of {amount} to {}{times}{due}", to.name())
        }
        Act::ShareTreasury { with, is_shared: true } => format!("share treasury with {}", with.name()),
        Act::ShareTreasury { with, is_shared: false } => format!("stop sharing treasury with {}", with.name()),
        _ => String::new(),
    }
}

fn cession(territory: Option<&str>, reception: Reception) -> String {
    let of = territory.map_or(String::new(), |name| format!(" of {name}"));
    match reception {
        Reception::Accept => format!("accept cession{of}"),
        Reception::Conquer => format!("accept cession{of} as conquered"),
        Reception::Decline => format!("decline cession{of}"),
    }
}

fn combination(name: &str, combining: Combining, members: &[String]) -> String {
    let named = format!("combination {name}");
    let named = named.trim_end();
    let members = members.join(", ");
    match combining {
        Combining::Form if members.is_empty() => format!("form {named}"),
        Combining::Form => format!("form {named}: {members}"),
        Combining::Add => format!("join {members} to {named}"),
        Combining::Dissolve => format!("dissolve {named}"),
    }
}

/// How much, before a noun or alone.
pub(super) fn sum(amount: Amount) -> String {
    match amount {
        Amount::Points(points) => points.to_string(),
        Amount::Most => "max".to_owned(),
        Amount::Half => "half".to_owned(),
        Amount::Above(points) => format!("all above {points}"),
        Amount::AllBut(points) => format!("all but {points}"),
    }
}

/// Powers, countries and ports in a row; `everybody` for all but those.
fn whom(scenario: &Scenario, partners: &Partners, everybody: &str) -> String {
    if partners.is_everybody {
        let listed = Partners { is_everybody: false, ..partners.clone() };
        return format!("{everybody}{}", but(scenario, &listed));
    }
    if partners.is_nobody() { "nobody".to_owned() } else { listed(scenario, partners) }
}

fn but(scenario: &Scenario, partners: &Partners) -> String {
    if partners.is_nobody() { String::new() } else { format!(" except {}", listed(scenario, partners)) }
}

fn listed(scenario: &Scenario, partners: &Partners) -> String {
    let powers = partners.powers.iter().map(|power| power.name().to_owned());
    let ports = partners.ports.iter().map(|port| port_words(scenario, port));
    powers.chain(partners.minors.iter().cloned()).chain(ports).collect::<Vec<_>>().join(", ")
}

/// A port that is called as its country is needs its noun.
fn port_words(scenario: &Scenario, port: &str) -> String {
    let is_land = scenario.names.find(port).is_some_and(|meaning| !meaning.territories.is_empty());
    if is_land { format!("port {port}") } else { port.to_owned() }
}

fn for_state(state: Option<&str>) -> String {
    state.map_or(String::new(), |state| format!(" for {state}"))
}

fn counter(order: &CounterOrder) -> String {
    let noun = match (order.counter, order.count) {
        (Counter::Corps, _) => "corps",
        (Counter::Fleet, 1) => "fleet",
        (Counter::Fleet, _) => "fleets",
    };
    let names = if order.names.is_empty() { String::new() } else { format!(" ({})", order.names.join(", ")) };
    format!("{} {noun}{names}", order.count)
}

fn unit_word(unit: Unit, amount: Amount) -> &'static str {
    match unit {
        Unit::Infantry => "infantry",
        Unit::Militia => "militia",
        Unit::Cavalry => "cavalry",
        Unit::Guard => "guard",
        Unit::Artillery => "artillery",
        Unit::Ship if amount == Amount::Points(1) => "ship",
        Unit::Ship => "ships",
        Unit::Feudal => "feudal",
        Unit::Insurrection => "insurrection",
        Unit::Guerrilla => "guerrilla",
        Unit::Cossack => "cossack",
        Unit::Freikorps => "freikorps",
    }
}

/// The noun of levied troops.
pub(super) fn levied_word(troops: Levied) -> &'static str {
    match troops {
        Levied::Cossack => "cossack",
        Levied::Freikorps => "freikorps",
        Levied::Feudal => "feudal",
        Levied::Insurrection => "insurrection",
    }
}

fn claimant(who: Claimant) -> &'static str {
    match who {
        Claimant::Oneself => "us",
        Claimant::Power(power) => power.name(),
        Claimant::Other => "another",
    }
}

/// A month's name by its number.
pub(super) fn month(number: u8) -> &'static str {
    MONTHS[usize::from(number.clamp(1, 12)) - 1]
}
