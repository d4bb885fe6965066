//! Which office may order what (SLAG 2.1, 4.2, 5.2, 5.14, 7.1): the one table that HELP, refusals and the assigning of orders read.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An office. In the order of rank; several seats can have one: a Governor a bloc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Office {
    #[serde(rename = "P")]
    President,
    #[serde(rename = "VP")]
    Vice,
    #[serde(rename = "ST")]
    Treasury,
    #[serde(rename = "SW")]
    War,
    #[serde(rename = "SN")]
    Navy,
    #[serde(rename = "GOV")]
    Governor,
    #[serde(rename = "CON")]
    Congressman,
    #[serde(rename = "OFFICER")]
    Officer,
}

impl Office {
    /// As in orders and tables.
    pub fn code(self) -> &'static str {
        match self {
            Office::President => "P",
            Office::Vice => "VP",
            Office::Treasury => "ST",
            Office::War => "SW",
            Office::Navy => "SN",
            Office::Governor => "GOV",
            Office::Congressman => "CON",
            Office::Officer => "OFFICER",
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Office::President => "the President",
            Office::Vice => "the Vice-President",
            Office::Treasury => "the Secretary of the Treasury",
            Office::War => "the Secretary of War",
            Office::Navy => "the Secretary of the Navy",
            Office::Governor => "the Governor of the bloc",
            Office::Congressman => "the Congressman of the bloc",
            Office::Officer => "an officer",
        }
    }
}

impl fmt::Display for Office {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What an order is about, as far as rights go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Matter {
    Raising,
    Rising,
    Units,
    MilitiaUnits,
    Ships,
    Supplies,
    Stores,
    Money,
    UnitDuty,
    ShipDuty,
    Blockade,
    Mission,
    Burning,
    Bills,
    Ballots,
    Assent,
    Overruling,
    Entries,
    Disbanding,
    Scuttling,
    Reinforcing,
    Manning,
    Transfers,
    CrewTransfers,
    UnitMergers,
    ShipMergers,
    Bases,
    Repairs,
    UnitCommand,
    ShipCommand,
    Weapons,
    Depots,
    DepotRemoval,
    Fortifications,
    Marches,
    Sailing,
    Bombarding,
    Stations,
}

/// The offices that may order it, the one whose business it is first, and the rule.
pub fn givers(matter: Matter) -> (&'static [Office], &'static str) {
    use Office::{Congressman, Governor, Navy, President, Treasury, Vice, War};
    match matter {
        Matter::Raising => (&[Governor, War], "5.1"),
        Matter::Rising => (&[Governor, Congressman], "5.3"),
        Matter::Units => (&[Treasury, President, Vice], "5.2"),
        Matter::MilitiaUnits => (&[Governor, Congressman], "5.2"),
        Matter::Ships => (&[Treasury, President, Vice], "5.2"),
        Matter::Supplies => (&[War, Treasury, Governor, Congressman, President, Vice], "7.1"),
        Matter::Stores => (&[Navy, Treasury, President, Vice], "7.1"),
        Matter::Money => (&[Treasury, President, Vice], "2.1"),
        Matter::UnitDuty => (&[War, President, Vice], "6.1"),
        Matter::ShipDuty => (&[Navy, President, Vice], "6.3"),
        Matter::Blockade => (&[President, Vice], "2.7"),
        Matter::Mission => (&[Navy, President, Vice], "2.9"),
        Matter::Burning => (&[Navy, President, Vice], "5.10"),
        Matter::Bills => (&[Congressman, President, Vice], "D12"),
        Matter::Ballots => (&[Congressman, Vice], "D12"),
        Matter::Assent => (&[President], "D12"),
        Matter::Overruling => (&[Congressman], "D12"),
        Matter::Entries => (&[], "D12"),
        Matter::Disbanding => (&[War, President, Vice], "5.15"),
        Matter::Scuttling => (&[Navy, President, Vice], "5.16"),
        Matter::Reinforcing => (&[War, President, Vice], "5.14"),
        Matter::Manning => (&[Navy, President, Vice], "5.14"),
        Matter::Transfers => (&[War, President, Vice], "5.11"),
        Matter::CrewTransfers => (&[Navy, President, Vice], "5.12"),
        Matter::UnitMergers => (&[War, President, Vice], "5.12"),
        Matter::ShipMergers => (&[Navy, President, Vice], "5.13"),
        Matter::Bases => (&[Navy, President, Vice], "6.3"),
        Matter::Repairs => (&[Navy, President, Vice], "O35"),
        Matter::UnitCommand => (&[War, President, Vice], "D54"),
        Matter::ShipCommand => (&[Navy, President, Vice], "D54"),
        Matter::Weapons => (&[Treasury, President, Vice], "9.1"),
        Matter::Depots => (&[Treasury, President, Vice], "7.7"),
        Matter::DepotRemoval => (&[War, President, Vice], "7.8"),
        Matter::Fortifications => (&[Treasury, President, Vice], "8.2"),
        // D-SNNM-08.
        Matter::Marches => (&[War, President, Vice], "march"),
        Matter::Sailing => (&[Navy, President, Vice], "N4.5"),
        Matter::Bombarding => (&[Navy, President, Vice], "N4.7"),
        Matter::Stations => (&[Navy, President, Vice], "station"),
    }
}

/// Whether the commander and the deputy of the unit or ship may order it too: of the one that gives, or that disappears.
pub fn is_of_command(matter: Matter) -> bool {
    use Matter::{
        Bombarding, Burning, CrewTransfers, Fortifications, Manning, Marches, Mission, Reinforcing, Repairs, Sailing,
        ShipDuty, ShipMergers, Stations, Transfers, UnitDuty, UnitMergers,
    };
    let is_of_unit = matches!(matter, UnitDuty | Fortifications | Reinforcing | Transfers | UnitMergers | Marches);
    let is_of_ship = matches!(matter, ShipDuty | Mission | Burning | Manning | CrewTransfers | ShipMergers | Repairs);
    is_of_unit || is_of_ship || matches!(matter, Sailing | Bombarding | Stations)
}

/// Whether the deputy may order what the commander may: units and ships are laid up and called out by the commander alone (S8; D-SOW-61).
pub fn is_of_deputy(matter: Matter) -> bool {
    is_of_command(matter) && !matches!(matter, Matter::UnitDuty | Matter::ShipDuty)
}

/// Who forms brigades in Kentucky while it is neutral, and the rule.
pub fn givers_in_kentucky() -> (&'static [Office], &'static str) {
    (&[Office::Treasury, Office::War, Office::President, Office::Vice], "4.4")
}

/// Whether this office orders it for its own bloc alone.
pub fn is_of_bloc(office: Office) -> bool {
    matches!(office, Office::Governor | Office::Congressman)
}

/// The whole table, for the pages of the rules: what is ordered, who may, by which rule.
pub fn table() -> Vec<Right> {
    let row = |(matter, what): (Matter, &'static str)| {
        let (offices, rule) = givers(matter);
        let command: &[&str] = match (is_of_command(matter), is_of_deputy(matter)) {
            (true, true) => &["CO", "XO"],
            (true, false) => &["CO"],
            (false, _) => &[],
        };
        let offices = offices.iter().map(|office| office.code()).chain(command.iter().copied()).collect();
        Right { what, offices, rule, is_of_forces: is_of_forces(matter) }
    };
    let matters = [
        (Matter::Raising, "raise regiments and batteries"),
        (Matter::Rising, "have militia rise in a city that the enemy holds"),
        (Matter::Units, "build units"),
        (Matter::MilitiaUnits, "build militia units"),
        (Matter::Ships, "build ships"),
        (Matter::Supplies, "buy supplies"),
        (Matter::Stores, "buy stores"),
        (Matter::Money, "borrow and print"),
        (Matter::UnitDuty, "lay up and call out units"),
        (Matter::ShipDuty, "lay up and call out ships"),
        (Matter::Blockade, "declare and lift a blockade"),
        (Matter::Mission, "say what a ship does to commerce"),
        (Matter::Stations, "station ships at sea"),
        (Matter::Sailing, "move ships on rivers, and say how they fight"),
        (Matter::Bombarding, "have ships bombard what is on land"),
        (Matter::Burning, "have a ship destroy builds in a hostile port"),
        (Matter::Bills, "move a bill"),
        (Matter::Ballots, "vote on a bill"),
        (Matter::Assent, "sign or veto a bill"),
        (Matter::Overruling, "override a veto"),
        (Matter::Reinforcing, "reinforce units"),
        (Matter::Manning, "add men to crews"),
        (Matter::Transfers, "transfer regiments and batteries"),
        (Matter::CrewTransfers, "transfer men of crews"),
        (Matter::UnitMergers, "merge units"),
        (Matter::ShipMergers, "merge transports"),
        (Matter::Disbanding, "disband units"),
        (Matter::Scuttling, "scuttle ships"),
        (Matter::Bases, "choose the base of a ship"),
        (Matter::Repairs, "repair ships"),
        (Matter::UnitCommand, "name who commands a unit"),
        (Matter::ShipCommand, "name who commands a ship"),
        (Matter::Depots, "build depots and caches"),
        (Matter::DepotRemoval, "remove depots and caches"),
        (Matter::Fortifications, "build and take down fortifications"),
        (Matter::Weapons, "improve weapons"),
        (Matter::Marches, "move units by road, rail and river"),
    ];
    matters.into_iter().map(row).collect()
}

/// What an office orders, in words; of an officer, what he orders of what he commands.
pub fn ordered_by(office: Office) -> Vec<&'static str> {
    let code = if office == Office::Officer { "CO" } else { office.code() };
    table().into_iter().filter(|right| right.offices.contains(&code)).map(|right| right.what).collect()
}

/// Whether it is about a unit or ship that there is.
fn is_of_forces(matter: Matter) -> bool {
    use Matter::{Bases, Disbanding, Scuttling, ShipCommand, UnitCommand};
    is_of_command(matter) || matches!(matter, Disbanding | Scuttling | Bases | UnitCommand | ShipCommand)
}

/// A row of it.
#[derive(Debug, Serialize)]
pub struct Right {
    what: &'static str,
    offices: Vec<&'static str>,
    rule: &'static str,
    is_of_forces: bool,
}
