//! The deadlines that a letter puts into its reader's calendar, moves there, or takes out of it.

use base::facts::Viewer;
use base::game::{Phase, Player};
use report::{CalendarEntry, CalendarStamp, Enclosed, EntryState, calendar};

use crate::files::house::House;
use crate::files::record::{GameRecord, UntoldPhase};
use crate::said::phrases::phase_name;

/// What a letter has for its reader's calendar.
#[derive(Debug, Clone, Default)]
pub struct Deadlines {
    /// That of the open phase.
    open: Option<Entry>,
    /// That of a phase that is over or void.
    over: Option<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    number: u32,
    /// How often its deadline was moved.
    moves: u32,
    entry: CalendarEntry,
}

/// What an entry goes before and behind, of those of one phase whose deadline was moved as often: the calendar that goes by SEQUENCE
/// alone has to see which is the later one.
#[derive(Debug, Clone, Copy)]
enum Standing {
    /// It holds.
    Open,
    /// It was taken out of one reader's calendar or put there anew: of these two the later letter counts.
    Between,
    /// It is over.
    Over,
}

impl Standing {
    fn sequence(self, moves: u32) -> u32 {
        let place = match self {
            Self::Open => 0,
            Self::Between => 1,
            Self::Over => 2,
        };
        moves.saturating_mul(2).saturating_add(place)
    }
}

impl Deadlines {
    /// The deadline of the open phase as it is now for this reader; none for who has left the game.
    pub fn open(house: &House, game: &GameRecord, reader: &Player) -> Self {
        let is_here = game.roster.is_gm(&reader.id) || !game.roster.seats_of(&reader.id).is_empty();
        let phase = game.phase.as_ref().filter(|_| is_here);
        Self { open: phase.map(|phase| open(house, game, reader, phase)), over: None }
    }

    /// The same for who had none of it, or had it taken out.
    pub fn anew(house: &House, game: &GameRecord, reader: &Player) -> Self {
        let mut anew = Self::open(house, game, reader);
        anew.open.iter_mut().for_each(|open| open.entry.sequence = Standing::Between.sequence(open.moves));
        anew
    }

    /// The same, and that of a phase that is open no longer.
    pub fn after(house: &House, game: &GameRecord, reader: &Player, ended: Option<&Phase>) -> Self {
        Self { over: ended.map(|phase| over(house, game, phase)), ..Self::open(house, game, reader) }
    }

    /// The same for a player who was not told that this phase was played.
    pub fn after_untold(house: &House, game: &GameRecord, reader: &Player, ended: &UntoldPhase) -> Self {
        Self { over: Some(over_untold(house, game, ended)), ..Self::open(house, game, reader) }
    }

    /// For who leaves the game: its deadline is not his any more. Nobody but a game master is told that a phase is open before the
    /// reports on the one before go; until then that one stands in his calendar.
    pub fn left(house: &House, game: &GameRecord, reader: &Player) -> Self {
        let known = if game.roster.was_gm(&reader.id) { game.phase.as_ref() } else { game.told_phase() };
        let over = match known {
            Some(phase) => Some(over(house, game, phase)),
            None => game.untold.as_ref().map(|phase| over_untold(house, game, phase)),
        };
        let left = over.map(|mut left| {
            left.entry.sequence = Standing::Between.sequence(left.moves);
            left.entry.summary = format!("{}: no longer your game", game.id);
            left
        });
        Self { open: None, over: left }
    }

    /// The file, unless there is nothing to put into it.
    pub fn enclosed(&self, house: &House, viewer: &Viewer, now: i64) -> Option<Enclosed> {
        let named = self.open.as_ref().or(self.over.as_ref())?;
        let name = format!("phase-{}", named.number);
        let entries: Vec<CalendarEntry> = self.over.iter().chain(&self.open).map(|entry| entry.entry.clone()).collect();
        let stamp = CalendarStamp { name: &house.name, address: house.address.as_str(), at: now };
        Some(calendar(viewer.clone(), &name, self.sentence(&name), &entries, stamp))
    }

    fn sentence(&self, name: &str) -> String {
        let does = match (&self.open, &self.over) {
            (Some(open), _) if open.entry.state == EntryState::Open => {
                "marks the deadline in your calendar as open".to_owned()
            }
            (Some(_), None) => "puts the deadline into your calendar".to_owned(),
            (Some(_), Some(over)) => {
                format!("puts the deadline into your calendar and takes that of phase {} out", over.number)
            }
            (None, _) => "takes the deadline out of your calendar".to_owned(),
        };
        format!("The file {name}.ics {does} (FORMAT no calendar leaves it out).")
    }
}

fn uid(house: &House, game: &GameRecord, label: &str) -> String {
    format!("{}-{label}@{}", game.id, house.domain)
}

fn open(house: &House, game: &GameRecord, reader: &Player, phase: &Phase) -> Entry {
    let name = phase_name(phase.number, &phase.plan.title);
    let owes = game.player_owes(&reader.id);
    let summary = match owes {
        true => format!("{}: orders due for {name}", game.id),
        false => format!("{}: {name} ends", game.id),
    };
    let stands_still = phase.clock.paused_at.is_some();
    let description = match (stands_still, owes) {
        (true, _) => "The clock stands still: the deadline will be a later one, of which you are told.",
        (false, true) => "Orders are given by answering any letter of the judge about this phase.",
        (false, false) => "You owe no orders for it.",
    };
    let state = if stands_still { EntryState::Open } else { EntryState::Holds };
    let entry = CalendarEntry {
        uid: uid(house, game, &phase.label()),
        sequence: Standing::Open.sequence(phase.clock.moves),
        at: phase.deadline,
        state,
        summary,
        description: description.to_owned(),
    };
    Entry { number: phase.number, moves: phase.clock.moves, entry }
}

/// Whether the game went back before it: one that was played is followed by the next.
fn is_void(game: &GameRecord, ended: &UntoldPhase) -> bool {
    game.phase.as_ref().is_some_and(|open| open.number <= ended.number)
}

fn over(house: &House, game: &GameRecord, phase: &Phase) -> Entry {
    let (number, revision, title) = (phase.number, phase.revision, phase.plan.title.clone());
    let phase = UntoldPhase { number, revision, title, deadline: phase.deadline, moves: phase.clock.moves };
    over_untold(house, game, &phase)
}

fn over_untold(house: &House, game: &GameRecord, phase: &UntoldPhase) -> Entry {
    let name = phase_name(phase.number, &phase.title);
    let end = if is_void(game, phase) { "void" } else { "over" };
    let entry = CalendarEntry {
        uid: uid(house, game, &format!("{}.{}", phase.number, phase.revision)),
        sequence: Standing::Over.sequence(phase.moves),
        at: phase.deadline,
        state: EntryState::Over,
        summary: format!("{}: {name} is {end}", game.id),
        description: String::new(),
    };
    Entry { number: phase.number, moves: phase.moves, entry }
}
