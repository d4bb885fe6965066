//! What a supreme commander orders about ships in the strategic phase: ports, ironclads, naval points for theatres (C3.5.3,
//! C6.3 to C6.5). The same judgement serves the receipt and the deadline.

use std::collections::{BTreeMap, BTreeSet};

use base::order::Remark;
use board::Hex;

use super::super::order::{Act, Place};
use super::super::scenario::{Account, Scenario, Side, Theatre};
use super::super::state::State;
use super::super::territory;
use super::affairs::Ironclad;
use super::chart::{self, ShipKind};
use super::order::NavalOrder;

/// What a supreme commander has of ships.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NavyMeans {
    /// Ironclads that no commander was given.
    pub ironclads: u32,
    /// Ports that the side holds.
    pub ports: BTreeSet<Hex>,
}

/// What he ordered of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NavyOrders {
    /// Where new ships enter, when it was said.
    pub ports: Option<Vec<Hex>>,
    /// Ironclads given to commanders.
    pub allotted: Vec<Ironclad>,
    /// Naval command points given to theatres.
    pub grants: BTreeMap<Theatre, u32>,
}

impl NavyMeans {
    /// With so many ironclads; the ports are those of a state as far as it is known.
    pub fn with(scenario: &Scenario, towns: &State, side: Side, ironclads: u32) -> Self {
        let cities = scenario.map.cities().map(|(_, city)| city);
        let own = cities.filter(|city| city.port && territory::holder(towns, city) == Some(side));
        Self { ironclads, ports: own.map(|city| city.hex).collect() }
    }
}

/// Whether an order gives naval points to a theatre.
pub fn gives_points(act: &Act) -> bool {
    matches!(act, Act::Naval(order) if matches!(**order, NavalOrder::Grant { .. }))
}

/// A line that stands, or why it does not.
type Taken = Result<(String, Vec<Remark>), Remark>;

impl NavyOrders {
    /// Takes one order.
    pub fn take(&mut self, scenario: &Scenario, side: Side, means: &NavyMeans, order: &NavalOrder) -> Taken {
        match order {
            NavalOrder::Ports { at } => self.name_ports(scenario, side, means, at),
            NavalOrder::Allot { to, at } => self.allot(scenario, side, means, *to, at.as_ref()),
            NavalOrder::Grant { count, to } => self.grant(side, *count, *to),
            _ => Err(Remark::refused("Ships move in the tactical sub-turns; the strategic turn is open.").rule("C2.5")),
        }
    }

    fn name_ports(&mut self, scenario: &Scenario, side: Side, means: &NavyMeans, at: &[Place]) -> Taken {
        if side != Side::Usa {
            return Err(Remark::refused("The Confederacy gives its ironclads to commanders, each with a port.")
                .hint("Write `ironclad to West at Mobile`.")
                .rule("C6.5"));
        }
        if self.ports.is_some() {
            return Err(Remark::refused("An earlier line says where new ships enter.").rule("C6.4"));
        }
        let mut ports = Vec::new();
        for place in at {
            ports.push(own_port(scenario, means, place, "C6.4")?);
        }
        ports.dedup();
        let kinds: Vec<Option<ShipKind>> = ports.iter().map(|hex| chart::kind_of_port(scenario, *hex)).collect();
        let vessels = |kind: &Option<ShipKind>| match kind {
            Some(ShipKind::River) => "river vessels",
            _ => "ocean units",
        };
        let said: Vec<String> = ports
            .iter()
            .zip(&kinds)
            .map(|(hex, kind)| format!("{} as {}", territory::place(scenario, *hex), vessels(kind)))
            .collect();
        self.ports = Some(ports);
        Ok((format!("new ships enter at {}", said.join(" and at ")), Vec::new()))
    }

    fn allot(
        &mut self,
        scenario: &Scenario,
        side: Side,
        means: &NavyMeans,
        to: Option<Theatre>,
        at: Option<&Place>,
    ) -> Taken {
        if side != Side::Csa {
            return Err(Remark::refused("Ironclads are the Confederacy's.").rule("C6.5"));
        }
        let Some(to) = to else {
            return Err(Remark::incomplete("It is not said which commander gets the ironclad.")
                .hint("Write `ironclad to West at Mobile`.")
                .rule("C6.5"));
        };
        let Some(at) = at else {
            return Err(Remark::incomplete("It is not said at which port the ironclad enters.")
                .hint(format!("Write `ironclad to {} at` and a port.", Account::from(to)))
                .rule("C3.5.3"));
        };
        if self.allotted.len() as u32 >= means.ironclads {
            let text = "No ironclad is left to be given.";
            return Err(Remark::refused(text).hint(format!("There are {}.", means.ironclads)).rule("C6.5"));
        }
        let at = own_port(scenario, means, at, "C3.5.3")?;
        if scenario.map.theatre(at) != Some(to) {
            let text = format!("{} does not lie in the {to} theatre.", territory::place(scenario, at));
            return Err(Remark::refused(text).rule("C6.5"));
        }
        self.allotted.push(Ironclad { theatre: to, at });
        Ok((format!("an ironclad for {to} at {}", territory::place(scenario, at)), Vec::new()))
    }

    fn grant(&mut self, side: Side, count: u32, to: Theatre) -> Taken {
        if side != Side::Usa {
            return Err(Remark::refused("Only the Union moves troops by sea without ships.").rule("C6.3"));
        }
        *self.grants.entry(to).or_insert(0) += count;
        Ok((format!("{count} naval CP for {to}"), Vec::new()))
    }

    /// Naval command points that go to theatres, never more than there are; who gives too many gives in the order of the
    /// theatres.
    pub fn granted(&self, naval_cp: u32) -> BTreeMap<Account, u32> {
        let mut left = naval_cp;
        let given = self.grants.iter().map(|(theatre, count)| {
            let count = (*count).min(left);
            left -= count;
            (Account::from(*theatre), count)
        });
        given.filter(|(_, count)| *count > 0).collect()
    }

    /// What is said when more naval points are given than the fleet's account has.
    pub fn overgiven(&self, naval_cp: u32) -> Option<String> {
        let given: u32 = self.grants.values().fold(0, |sum, count| sum.saturating_add(*count));
        let granted = self.granted(naval_cp);
        let got = |theatre: &Theatre| granted.get(&Account::from(*theatre)).copied().unwrap_or(0);
        let short = self.grants.iter().filter(|(theatre, count)| got(theatre) < **count);
        let short: Vec<String> =
            short.map(|(theatre, count)| format!("{theatre} gets {} of {count}", got(theatre))).collect();
        (given > naval_cp).then(|| format!("of the {naval_cp} naval CP {given} are given: {}", short.join(", ")))
    }

    /// Carries the orders out in the state of a side.
    pub fn settle(self, state: &mut State, side: Side) {
        if let Some(own) = state.sides.get_mut(&side) {
            own.navy.ports = self.ports.clone().unwrap_or_else(|| own.navy.ports.clone());
            own.navy.ironclads = own.navy.ironclads.saturating_sub(self.allotted.len() as u32);
            own.navy.allotted.extend(self.allotted.iter().copied());
        }
        let accounts = state.accounts.entry(side).or_default();
        let naval_cp = accounts.get(&Account::Naval).map_or(0, |ledger| ledger.cp);
        for (account, count) in self.granted(naval_cp) {
            accounts.entry(account).or_default().sea += count;
            if let Some(naval) = accounts.get_mut(&Account::Naval) {
                naval.cp -= count;
            }
        }
    }
}

fn own_port(scenario: &Scenario, means: &NavyMeans, place: &Place, rule: &'static str) -> Result<Hex, Remark> {
    let hex = match place {
        Place::Known(hex) => *hex,
        Place::Unknown(words) => {
            return Err(Remark::incomplete(format!("{words} does not name one place of the map.")).rule("D9"));
        }
    };
    if means.ports.contains(&hex) {
        return Ok(hex);
    }
    let text = format!("{} is no port that your side holds.", territory::place(scenario, hex));
    let nearest = means.ports.iter().min_by_key(|port| (port.distance(hex), **port));
    let remark = Remark::refused(text).rule(rule);
    Err(match nearest {
        Some(port) => remark.hint(format!("The nearest is {}.", territory::place(scenario, *port))),
        None => remark,
    })
}
