//! The canonical words of the state sheet's lines.

use super::write::{levied_word, month};
use crate::order::{Counter, Entry, ForceCount, Holder, Levied, Tally, Tenure};
use crate::power::Power;

/// Writes an entry.
pub(super) fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Owner { territory, holder, tenure } => {
            let tenure = tenure.map_or(String::new(), |tenure| format!(" {}", tenure_word(tenure)));
            format!("OWNER {territory} = {}{tenure}", name(holder))
        }
        Entry::Occupy { city, holder: Holder::Nobody, is_besieged: false } => format!("OCCUPY {city} BY nobody"),
        Entry::Occupy { city, holder, is_besieged } => {
            format!("OCCUPY {city} BY {} {}", name(holder), if *is_besieged { "BESIEGED" } else { "UNBESIEGED" })
        }
        Entry::Besiege { city, holder } => format!("BESIEGE {city} BY {}", name(holder)),
        Entry::Corps { city, counts } => format!("STATION {city} = {}", corps(counts)),
        Entry::Blockade { ports, by, is_on } => {
            let by = by.map_or(String::new(), |power| format!(" BY {}", power.name()));
            format!("{} {}{by}", if *is_on { "BLOCKADE" } else { "OPEN" }, ports.join(", "))
        }
        Entry::War { one, other } => format!("WAR {}, {}", name(one), name(other)),
        Entry::Peace { one, other } => format!("PEACE {}, {}", name(one), name(other)),
        Entry::Alliance { one, other, is_on } => {
            format!("ALLIANCE {}, {}{}", one.name(), other.name(), if *is_on { "" } else { " ENDS" })
        }
        Entry::Forces { of, count } => format!("FORCES {} {}", name(of), forces(*count)),
        Entry::SetTally { power, tally, value } => format!("{} {} = {value}", tally_word(*tally), power.name()),
        Entry::Post { power, tally, change, reason } => {
            let tally = tally_word(*tally);
            let tally = if *tally == *"VP" { tally.to_owned() } else { tally.to_ascii_lowercase() };
            format!("POST {} {tally} {change:+} {reason}", power.name())
        }
        Entry::Debt { from, to, amount, is_formal, due } => {
            let formal = if *is_formal { "FORMAL" } else { "INFORMAL" };
            let due = due.map_or(String::new(), |due| format!(" DUE {} {}", month(due.month), due.year));
            format!("DEBT {} TO {} {amount} {formal}{due}", from.name(), to.name())
        }
        Entry::Leader { name, power, is_removed } => {
            format!("LEADER {name} OF {} {}", power.name(), if *is_removed { "REMOVED" } else { "BACK" })
        }
        Entry::AmericanWar { is_on } => format!("USA {}", if *is_on { "WAR" } else { "PEACE" }),
        Entry::Placed { of, counter, count } => {
            let counter = if *counter == Counter::Fleet { "fleet" } else { "corps" };
            format!("PLACED {} {counter} {count}", name(of))
        }
        Entry::Levied { troops, places } => stands(*troops, places),
        Entry::Control { power, by } => format!("CONTROL {} BY {}", power.name(), by.map_or("nobody", Power::name)),
    }
}

fn corps(counts: &[(Power, u32)]) -> String {
    let said: Vec<_> = counts.iter().map(|(power, count)| format!("{} {count}", power.name())).collect();
    if said.is_empty() { "nobody".to_owned() } else { said.join(", ") }
}

fn stands(troops: Levied, places: &[String]) -> String {
    let noun = if troops == Levied::Cossack { "COSSACKS".to_owned() } else { levied_word(troops).to_ascii_uppercase() };
    if places.is_empty() { format!("{noun} nobody") } else { format!("{noun} {}", places.join(", ")) }
}

fn name(holder: &Holder) -> &str {
    match holder {
        Holder::Power(power) => power.name(),
        Holder::Minor(name) => name,
        Holder::Nobody => "nobody",
    }
}

fn tenure_word(tenure: Tenure) -> &'static str {
    match tenure {
        Tenure::Home => "HOME",
        Tenure::Ceded => "CEDED",
        Tenure::Conquered => "CONQUERED",
        Tenure::Free => "FREE",
        Tenure::Neutral => "NEUTRAL",
    }
}

fn tally_word(tally: Tally) -> &'static str {
    match tally {
        Tally::Money => "MONEY",
        Tally::Manpower => "MANPOWER",
        Tally::VictoryPoints => "VP",
        Tally::Status => "STATUS",
    }
}

fn forces(count: ForceCount) -> String {
    let parts = [
        ("corps", count.corps),
        ("fleets", count.fleets_in_port),
        ("at sea", count.fleets_at_sea),
        ("depots", count.depots),
    ];
    let said = parts.iter().filter_map(|(noun, number)| number.map(|number| format!("{noun} {number}")));
    said.collect::<Vec<_>>().join(", ")
}
