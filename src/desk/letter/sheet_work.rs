//! What one letter does to the sheets on file, and what it asks and gives beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use base::facts::{Fact, StandingFacts};
use base::game::{GameId, SeatId};
use base::order::{Filed, Line, Received};
use rules::Context;

use crate::files::acts::ToldOfAct;
use crate::letter::acts_said::ActsSaid;
use crate::letter::beside_file::BesideFile;
use crate::phase::sheets::SheetReview;

/// What one letter does to the sheets on file.
#[derive(Default)]
pub struct SheetWork {
    /// Seats for which a GM put orders on file.
    pub on_behalf: BTreeSet<SeatId>,
    /// Sections this letter has put on file already: what follows below a command joins them.
    pub filed: BTreeSet<(SeatId, String)>,
    /// Orders that this letter has put on file, with their lines.
    pub put: Vec<(SeatId, Filed<Value>, usize)>,
    /// One of them lacks nothing.
    pub has_whole: bool,
    /// Reviews made while the letter was filed, by seat.
    pub reviews: BTreeMap<SeatId, SheetReview>,
    /// The orders on file when the letter came, of each seat whose sheet it touches.
    pub before: BTreeMap<SeatId, Vec<Filed<Value>>>,
    /// Those of them that orders of this letter took the place of.
    pub replaced: BTreeMap<SeatId, Vec<Filed<Value>>>,
    /// Those of them that it says again where orders stand beside each other, each as often as it does.
    pub repeated: Vec<(SeatId, Filed<Value>)>,
    /// Those that it cancelled.
    pub cancelled: Vec<(SeatId, Filed<Value>)>,
    /// Where the receipt says what became of a seat's sheet.
    pub sheet_leads: BTreeMap<SeatId, usize>,
    /// Of which of its orders something is to be said for the sake of those on file.
    pub beside_file: BesideFile,
    /// Orders of it that were carried out at once: what their giver is told of each where this letter has no answer.
    pub acted: Vec<(Received, ToldOfAct)>,
    /// Those that a letter without CHECK would have had carried out, so far.
    pub would_act: Vec<(SeatId, Filed<Value>)>,
    /// What the receipt says of those that do not wait.
    pub acts: ActsSaid,
    /// What those orders tell, of which the receipt says what their giver may read.
    pub news: Vec<Fact<Value>>,
    /// How things stood before the first of them whose difference is told at once.
    pub stood: Option<Arc<StandingFacts<Value>>>,
    /// How much of it was not understood so far, as the book counts.
    pub misread: usize,
    /// How many orders were read in it so far.
    pub read: u32,
    /// The lists of orders in it, as they were read.
    pub lists: Vec<OrderList>,
}

/// Lines of orders that were read together.
#[derive(Debug, Clone)]
pub struct OrderList {
    /// The game they were read in.
    pub game: GameId,
    /// What was known before the first of them.
    pub context: Context,
    /// The lines, as they were read.
    pub lines: Vec<ReadLine>,
}

/// What keeps a line from standing that is an order by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldBack {
    /// The head above it is not understood.
    Head,
    /// It acts as it comes, and more stands in its letter than orders.
    Beside,
}

/// A line of orders as it was read.
#[derive(Debug, Clone)]
pub struct ReadLine {
    /// The line, with those that were joined to it.
    pub line: Line,
    /// What to look at for what it may mean, the likelier first; none where its head says that it is no order now.
    pub wordings: Vec<String>,
    /// It is an order by itself, and does not stand for this.
    pub held: Option<HeldBack>,
    /// The orders read in it, in canonical words.
    pub orders: Vec<String>,
    /// It is no order, though it may be meant as one.
    pub is_talk: bool,
}

/// The phase to come that the orders below a head line are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AheadOrders {
    /// Its number; none: the head line could not be followed, and what stands below it is for no phase.
    pub number: Option<u32>,
    /// Orders were kept for it.
    pub is_kept: bool,
    /// Something stands below the head line: it does not take back what was given ahead before.
    pub has_lines: bool,
}

/// A question that a letter gave rise to and that the game masters do not know yet.
#[derive(Debug, Clone)]
pub struct NewQuestion {
    pub seat: SeatId,
    pub number: u32,
    pub about: Vec<Fact<Value>>,
}
