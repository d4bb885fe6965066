//! Who holds which seat of a game, and who stands in for whom.

use std::collections::{BTreeMap, BTreeSet};

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::{PlayerId, SeatId};

/// A set of seats.
pub type SeatSet = BTreeSet<SeatId>;

/// A seat as its rule book describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSpec {
    /// The short name ("usa-east").
    pub id: SeatId,
    /// The name in letters ("USA East theatre commander").
    pub title: String,
    /// The side it belongs to; one person never holds seats of two sides.
    pub side: String,
    /// Who serves it while it is vacant, and while that one is vacant whoever serves him; nobody when there is none.
    pub stand_in: Option<SeatId>,
    /// A game begins and goes on without anybody in it: it owes nothing while nobody serves it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_stay_vacant: bool,
}

/// A person who may write to us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The key.
    pub id: PlayerId,
    /// The name in letters.
    pub name: String,
    /// Registered mail addresses in canonical form; the first receives our letters.
    pub addresses: Vec<String>,
    /// The zone deadlines are printed in, besides UTC.
    pub zone: Option<Tz>,
    /// Which code is in force: raised when a new one is asked for.
    pub code_counter: u32,
    /// Which parts our letters to this person have.
    pub format: Format,
    /// The address was confirmed, by its reader or by a game master who named it. Until then nothing is mailed to it but
    /// the question whether it is his.
    pub is_confirmed: bool,
}

/// What somebody's letters are: their parts, and what comes along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Format {
    /// Plain text, HTML or both.
    pub parts: Parts,
    /// Maps and other pictures come along: drawn, or in plain text as far as letters of one width can show them.
    pub has_pictures: bool,
    /// The colours of what is drawn.
    pub tone: Tone,
    /// Deadlines come along as entries for a calendar.
    pub has_calendar: bool,
}

/// The colours of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Dark words on light paper.
    #[default]
    Light,
    /// Light words on dark paper, for who reads in the dark.
    Dark,
}

impl Default for Format {
    fn default() -> Self {
        Self { parts: Parts::default(), has_pictures: true, tone: Tone::default(), has_calendar: true }
    }
}

/// Which parts a letter has: some people read mail where HTML does not belong, some where plain text looks poor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parts {
    /// Plain text alone.
    Text,
    /// HTML alone.
    Html,
    /// Both; the reader's program chooses.
    #[default]
    Both,
}

impl Parts {
    /// As it is written in letters.
    pub fn word(self) -> &'static str {
        match self {
            Parts::Text => "text",
            Parts::Html => "html",
            Parts::Both => "both",
        }
    }

    /// Reads `text`, `html` or `both` in any letter case.
    pub fn parse(word: &str) -> Option<Self> {
        [Parts::Text, Parts::Html, Parts::Both].into_iter().find(|format| format.word().eq_ignore_ascii_case(word))
    }
}

/// A seat and its holder.
#[derive(Debug, Clone)]
pub struct Seat {
    /// What the rule book says of it.
    pub spec: SeatSpec,
    /// Who holds it; nobody while it is vacant.
    pub holder: Option<PlayerId>,
}

/// As what somebody reads a letter: he must still be it when the letter leaves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// As himself, whatever his seats.
    #[default]
    Person,
    /// As the one who serves all these seats.
    Seats(SeatSet),
    /// As a game master.
    Umpire,
}

/// The seats of one game, in the rule book's order, with the people who hold them and its game masters.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    seats: Vec<Seat>,
    players: BTreeMap<PlayerId, Player>,
    gms: BTreeSet<PlayerId>,
    locked: BTreeSet<PlayerId>,
    is_open: bool,
    past_seats: BTreeSet<(PlayerId, SeatId)>,
    past_gms: BTreeSet<PlayerId>,
}

/// What somebody was told in a game as what he is no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// What this seat of another side may know.
    Seat(SeatSpec),
    /// Everything.
    All,
}

impl Roster {
    /// A roster of `seats` in the rule book's order, held by `players`; `gms` may override.
    pub fn new(seats: Vec<Seat>, players: Vec<Player>, gms: BTreeSet<PlayerId>) -> Self {
        let players = players.into_iter().map(|player| (player.id.clone(), player)).collect();
        Self { seats, players, gms, ..Self::default() }
    }

    /// The same roster, with those who held seats since the game began, and were its masters, and are it no longer.
    pub fn remembering(mut self, seats: BTreeSet<(PlayerId, SeatId)>, gms: BTreeSet<PlayerId>) -> Self {
        (self.past_seats, self.past_gms) = (seats, gms);
        self
    }

    /// Whoever holds this seat now will have held it.
    pub fn remember(&mut self, seat: &SeatId) {
        let holder = self.seat(seat).and_then(|seat| seat.holder.clone());
        self.past_seats.extend(holder.map(|holder| (holder, seat.clone())));
    }

    /// This person will have been a game master.
    pub fn remember_gm(&mut self, player: &PlayerId) {
        self.past_gms.insert(player.clone());
    }

    /// Whether this person was a game master since the game began.
    pub fn was_gm(&self, player: &PlayerId) -> bool {
        self.past_gms.contains(player)
    }

    /// What this person was told that a holder of a seat of `side` must not know: he held a seat of another side, or was
    /// told everything as game master. Sides are for life, for nobody forgets what he read.
    pub fn seen_across(&self, player: &PlayerId, side: &str) -> Option<Seen> {
        if self.was_gm(player) {
            return Some(Seen::All);
        }
        let held = |seat: &&Seat| self.past_seats.contains(&(player.clone(), seat.spec.id.clone()));
        let across = self.seats.iter().filter(held).find(|seat| seat.spec.side != side)?;
        Some(Seen::Seat(across.spec.clone()))
    }

    /// The same roster, with the people in whose name nothing counts, and whether seats are given without asking.
    pub fn with(mut self, locked: BTreeSet<PlayerId>, is_open: bool) -> Self {
        (self.locked, self.is_open) = (locked, is_open);
        self
    }

    /// Whether nothing counts in this person's name, and nothing of a seat is told to him.
    pub fn is_locked(&self, player: &PlayerId) -> bool {
        self.locked.contains(player)
    }

    /// Locks a person, or unlocks him.
    pub fn lock(&mut self, player: &PlayerId, is_locked: bool) {
        match is_locked {
            true => self.locked.insert(player.clone()),
            false => self.locked.remove(player),
        };
    }

    /// Whether whoever signs on is given a vacant seat without the game master's leave.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Opens the game for everybody, or closes it.
    pub fn set_open(&mut self, is_open: bool) {
        self.is_open = is_open;
    }

    /// Whether this person is still what he was when a letter was written to him.
    pub fn still_has(&self, player: &PlayerId, role: &Role) -> bool {
        match role {
            Role::Person => true,
            Role::Umpire => self.is_gm(player),
            Role::Seats(_) if self.is_locked(player) => false,
            Role::Seats(seats) => seats.iter().all(|seat| self.server_of(seat) == Some(player)),
        }
    }

    /// Seats without a holder, in the rule book's order.
    pub fn vacant(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| seat.holder.is_none())
    }

    /// The seats that somebody holds himself. A stand-in holds what he serves no more than any other vacant seat.
    pub fn held(&self) -> SeatSet {
        self.seats.iter().filter(|seat| seat.holder.is_some()).map(|seat| seat.spec.id.clone()).collect()
    }

    /// Seats that somebody must serve and nobody does, in the rule book's order.
    pub fn unserved(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| !seat.spec.may_stay_vacant && self.server_of(&seat.spec.id).is_none())
    }

    /// Seats that may stay vacant and that nobody serves, in the rule book's order.
    pub fn left_vacant(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| self.is_left_vacant(&seat.spec.id))
    }

    /// Whether this is one of them.
    pub fn is_left_vacant(&self, id: &SeatId) -> bool {
        self.seat(id).is_some_and(|seat| seat.spec.may_stay_vacant) && self.server_of(id).is_none()
    }

    /// Whether a person holds a seat himself.
    pub fn holds_any(&self, player: &PlayerId) -> bool {
        self.seats.iter().any(|seat| seat.holder.as_ref() == Some(player))
    }

    /// All seats in order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// One seat by name.
    pub fn seat(&self, id: &SeatId) -> Option<&Seat> {
        self.seats.iter().find(|seat| &seat.spec.id == id)
    }

    /// One person by key.
    pub fn player(&self, id: &PlayerId) -> Option<&Player> {
        self.players.get(id)
    }

    /// Everybody of this game.
    pub fn players(&self) -> impl Iterator<Item = &Player> {
        self.players.values()
    }

    /// The game masters.
    pub fn gms(&self) -> &BTreeSet<PlayerId> {
        &self.gms
    }

    /// Whether this person is a game master here.
    pub fn is_gm(&self, player: &PlayerId) -> bool {
        self.gms.contains(player)
    }

    /// Who serves a seat: its holder, or while it is vacant the holder of its stand-in.
    pub fn server_of(&self, id: &SeatId) -> Option<&PlayerId> {
        let mut seat = self.seat(id)?;
        for _ in 0..self.seats.len() {
            if let Some(holder) = &seat.holder {
                return Some(holder);
            }
            seat = self.seat(seat.spec.stand_in.as_ref()?)?;
        }
        None
    }

    /// The seats a person serves, in the rule book's order.
    pub fn seats_of(&self, player: &PlayerId) -> Vec<SeatId> {
        let served = self.seats.iter().filter(|seat| self.server_of(&seat.spec.id) == Some(player));
        served.map(|seat| seat.spec.id.clone()).collect()
    }

    /// Everybody who serves a seat, with all he serves, in the order of their first seats.
    pub fn servers(&self) -> Vec<(&Player, Vec<SeatId>)> {
        let mut servers: Vec<(&Player, Vec<SeatId>)> = Vec::new();
        for seat in &self.seats {
            let id = &seat.spec.id;
            let Some(player) = self.server_of(id).and_then(|server| self.player(server)) else { continue };
            match servers.iter_mut().find(|(other, _)| other.id == player.id) {
                Some((_, seats)) => seats.push(id.clone()),
                None => servers.push((player, vec![id.clone()])),
            }
        }
        servers
    }

    /// Gives a seat to a person, or leaves it vacant. The caller has checked the sides.
    pub fn assign(&mut self, id: &SeatId, player: Option<Player>) {
        let holder = player.as_ref().map(|player| player.id.clone());
        if let Some(player) = player {
            self.players.insert(player.id.clone(), player);
        }
        if let Some(seat) = self.seats.iter_mut().find(|seat| &seat.spec.id == id) {
            seat.holder = holder;
        }
    }

    /// Makes a person a game master.
    pub fn appoint(&mut self, player: Player) {
        self.gms.insert(player.id.clone());
        self.players.entry(player.id.clone()).or_insert(player);
    }

    /// A person is a game master no longer.
    pub fn dismiss(&mut self, player: &PlayerId) {
        self.gms.remove(player);
    }

    /// Somebody's name, zone or format changed.
    pub fn renew(&mut self, player: Player) {
        if let Some(known) = self.players.get_mut(&player.id) {
            *known = player;
        }
    }

    /// A seat of another side that this person already holds.
    pub fn seat_across(&self, player: &PlayerId, side: &str) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.holder.as_ref() == Some(player) && seat.spec.side != side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(id: &str, stand_in: Option<&str>, holder: Option<&str>) -> Seat {
        let spec = SeatSpec {
            id: SeatId::parse(id).unwrap(),
            title: id.to_uppercase(),
            side: "usa".to_owned(),
            stand_in: stand_in.and_then(SeatId::parse),
            may_stay_vacant: false,
        };
        Seat { spec, holder: holder.map(PlayerId::stored) }
    }

    #[test]
    fn a_vacant_seat_is_served_by_its_stand_in() {
        let seats = vec![seat("usa-sc", None, Some("ann")), seat("usa-east", Some("usa-sc"), None)];
        let roster = Roster::new(seats, Vec::new(), BTreeSet::new());
        let names: Vec<_> = roster.seats_of(&PlayerId::stored("ann")).iter().map(SeatId::to_string).collect();
        assert_eq!(names, ["usa-sc", "usa-east"]);
    }

    #[test]
    fn seats_that_stand_in_for_each_other_serve_nobody() {
        let seats = vec![seat("a", Some("b"), None), seat("b", Some("a"), None)];
        assert_eq!(Roster::new(seats, Vec::new(), BTreeSet::new()).server_of(&SeatId::parse("a").unwrap()), None);
    }

    #[test]
    fn stand_ins_serve_in_a_chain_and_hold_their_own_seats_alone() {
        let seats = vec![
            seat("president", None, Some("ann")),
            seat("secretary", Some("president"), None),
            seat("clerk", Some("secretary"), None),
        ];
        let roster = Roster::new(seats, Vec::new(), BTreeSet::new());
        assert_eq!(roster.server_of(&SeatId::parse("clerk").unwrap()), Some(&PlayerId::stored("ann")));
        assert_eq!(roster.held(), SeatSet::from([SeatId::parse("president").unwrap()]));
        assert_eq!(roster.unserved().count() + roster.left_vacant().count(), 0);
    }

    #[test]
    fn a_seat_may_stay_vacant_where_its_book_says_so() {
        let mut seats = vec![seat("president", None, None), seat("governor", None, None)];
        seats[1].spec.may_stay_vacant = true;
        let roster = Roster::new(seats, Vec::new(), BTreeSet::new());
        let names = |seat: &Seat| seat.spec.id.to_string();
        assert_eq!(roster.unserved().map(names).collect::<Vec<_>>(), ["president"]);
        assert_eq!(roster.left_vacant().map(names).collect::<Vec<_>>(), ["governor"]);
    }

    #[test]
    fn a_seat_stored_without_a_word_on_it_must_be_served() {
        let stored = r#"{"id":"usa-sc","title":"Supreme Commander","side":"usa","stand_in":null}"#;
        let spec: SeatSpec = serde_json::from_str(stored).unwrap();
        assert!(!spec.may_stay_vacant);
        assert_eq!(serde_json::to_string(&spec).unwrap(), stored);
    }

    #[test]
    fn a_role_ends_with_the_seat_and_with_a_lock() {
        let seats = vec![seat("usa-sc", None, Some("ann")), seat("usa-east", Some("usa-sc"), None)];
        let mut roster = Roster::new(seats, Vec::new(), [PlayerId::stored("gm")].into());
        let (ann, gm) = (PlayerId::stored("ann"), PlayerId::stored("gm"));
        let both = Role::Seats(roster.seats_of(&ann).into_iter().collect());
        assert!(roster.still_has(&ann, &both) && roster.still_has(&gm, &Role::Umpire));
        assert!(!roster.still_has(&gm, &both) && !roster.still_has(&ann, &Role::Umpire));
        roster.lock(&ann, true);
        assert!(!roster.still_has(&ann, &both) && roster.still_has(&ann, &Role::Person));
        roster.lock(&ann, false);
        roster.assign(&SeatId::parse("usa-sc").unwrap(), None);
        assert!(!roster.still_has(&ann, &both));
    }
}
