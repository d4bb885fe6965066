//! What a Secretary of the Navy orders: gunboats up and down the rivers, ships of the sea off the enemy's ports.

use super::Player;
use crate::item::{Item, ShipRow};
use crate::scenario::PortKind;
use crate::side::Side;

/// Ports that a ship on a river is sent to.
const NEAREST: usize = 6;
/// Ships that are ordered about in a letter at most.
const MOST_ORDERS: usize = 15;

impl Player<'_> {
    pub(super) fn sail(&mut self) -> Vec<String> {
        let ships: Vec<ShipRow> = self.ships().into_iter().filter(|ship| ship.is_active).collect();
        let mut lines = Vec::new();
        for ship in ships {
            let order = if ship.square.is_empty() { self.put_to_sea(&ship) } else { self.up_or_down(&ship) };
            lines.extend(order);
        }
        lines.truncate(MOST_ORDERS);
        lines
    }

    /// A destination on the river; the Union goes for the enemy's ports, the Confederacy for its own.
    fn up_or_down(&mut self, ship: &ShipRow) -> Option<String> {
        let name = &ship.name;
        if !ship.orders.is_empty() || self.happens_once_in(3) {
            return None;
        }
        let whose = if self.side == Side::Union && !self.happens_once_in(4) { Side::Confederacy } else { self.side };
        let ports = self.near(self.ports(whose, PortKind::River), &ship.square);
        let port = self.pick(&ports);
        if port.is_empty() {
            return None;
        }
        Some(match self.throw(8) {
            1 => format!("{name} bombard {port}"),
            2 => format!("{name} move to {port}, run the batteries"),
            3 => format!("{name} hold"),
            4 => format!("{name} to sail to {port}"),
            _ => format!("{name} move to {port}"),
        })
    }

    fn put_to_sea(&mut self, ship: &ShipRow) -> Option<String> {
        let is_home = ship.mission.is_empty();
        if self.side != Side::Union || !is_home || !self.happens_once_in(2) {
            return None;
        }
        let ports = self.ports(Side::Confederacy, PortKind::Ocean);
        let port = self.pick(&ports);
        (!port.is_empty()).then(|| format!("station {} off {port} to blockade", ship.name))
    }

    /// Those that are nearest to a square, of which some lie on the same river.
    fn near(&self, mut ports: Vec<String>, square: &str) -> Vec<String> {
        let at = self.square_of(square);
        ports.sort_by_key(|port| at.zip(self.square_of(port)).map(|(at, port)| at.distance(port)));
        ports.truncate(NEAREST);
        ports
    }

    fn ports(&self, of: Side, kind: PortKind) -> Vec<String> {
        let held = self.held_by(of).into_iter();
        let ports = held.filter(|city| self.on_map(city).is_some_and(|on_map| on_map.port == Some(kind)));
        ports.map(|city| city.city.clone()).collect()
    }

    fn ships(&self) -> Vec<ShipRow> {
        let of_side = self.known.iter().find_map(|item| match item {
            Item::Naval { is_command: false, rows, .. } => Some(rows.clone()),
            _ => None,
        });
        of_side.unwrap_or_default()
    }
}
