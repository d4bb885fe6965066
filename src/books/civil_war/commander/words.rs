//! How people put orders: the same order in several wordings, with and without pulses and command points.

use super::{Commander, Purse};

impl Commander<'_> {
    /// A line with its pulses, or none when the writer leaves them to the judge. The purse pays.
    pub(super) fn scheduled(&mut self, purse: &mut Purse, pulses: u32, cp: u32, order: String) -> String {
        let (first, last) = (purse.next, purse.next + pulses.max(1) - 1);
        purse.next = last + 1;
        purse.cp = purse.cp.saturating_sub(cp);
        let span = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let points = if cp > 0 { format!(" ({cp} CP)") } else { String::new() };
        match self.throw(6) {
            1 => format!("PP {span}: {order}{points}"),
            2 => format!("pp {span} {order}"),
            3 => format!("Pulse {span}: {order}"),
            4 => format!("{order}, PP {span}"),
            5 => format!("{order}{points}"),
            _ => order,
        }
    }

    pub(super) fn enter_leader(&mut self, leader: &str, town: &str) -> String {
        match self.throw(4) {
            1 => format!("enter {leader} at {town}"),
            2 => format!("{leader} arrives at {town}"),
            3 => format!("enter 1 leader in {town}"),
            _ => format!("bring {leader} on at {town}"),
        }
    }

    pub(super) fn enter_points(&mut self, count: u32, town: &str) -> String {
        match self.throw(4) {
            1 => format!("enter {count} infantry at {town}"),
            2 => format!("build {count} IN in {town}"),
            3 => format!("raise {count} SP at {town}"),
            _ => format!("{count} reinforcements {town}"),
        }
    }

    pub(super) fn march(&mut self, leader: &str, to: &str) -> String {
        match self.throw(5) {
            1 => format!("move {leader} to {to}"),
            2 => format!("{leader} marches to {to}"),
            3 => format!("move army led by {leader} to {to}"),
            4 => format!("send {leader} to {to}"),
            _ => format!("{leader}'s force to {to}"),
        }
    }

    pub(super) fn attack(&mut self, leader: &str, place: &str) -> String {
        match self.throw(3) {
            1 => format!("attack {place} with {leader}"),
            2 => format!("{leader} attacks {place}"),
            _ => format!("assault {place} with {leader}"),
        }
    }

    pub(super) fn dig(&mut self, leader: &str) -> String {
        match self.throw(3) {
            1 => format!("entrench {leader}"),
            2 => format!("{leader} digs in"),
            _ => format!("{leader} entrenches where he stands"),
        }
    }
}
