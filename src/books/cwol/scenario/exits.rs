//! The ways out of the squares of the map: who must cross a river to leave, and where he comes into the next square. Found once for a
//! scenario, bank by bank.

use board::square::{COLUMNS, Compass, ROWS, Square};
use board::tactical::{Field, Tac, TacSet};

/// How a square is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaving {
    /// The way leads across the river.
    pub crosses: bool,
    /// Where the next square is entered.
    pub at: Tac,
}

/// The ways out towards all neighbours, clockwise from the north.
pub type Exits = [Leaving; 8];

/// A square that a river may part.
#[derive(Debug)]
struct Parted {
    /// What hangs together without crossing the river, with the ways out from there.
    banks: Vec<(TacSet, Exits)>,
    /// The ways out of the river itself.
    on_river: Exits,
    /// Where whoever has camped stands: where whoever comes in does.
    camp: Option<Tac>,
}

/// The squares of the map as they are left.
#[derive(Debug)]
pub(super) struct Grounds {
    /// Which of the parted squares each square is, row by row.
    places: Vec<Option<u16>>,
    parted: Vec<Parted>,
    /// The ways out of all others.
    open: Exits,
}

impl Default for Grounds {
    fn default() -> Grounds {
        let open = Compass::ALL.map(|way| Leaving { crosses: false, at: opposite(Tac::at_edge(way), way) });
        Grounds { places: vec![None; usize::from(COLUMNS) * usize::from(ROWS)], parted: Vec::new(), open }
    }
}

impl Grounds {
    /// Of the squares that a river may part: their tactical squares, and where whoever has camped there stands.
    pub(super) fn of(squares: impl Iterator<Item = (Square, Field, Option<Tac>)>) -> Grounds {
        let (mut grounds, edges) = (Grounds::default(), edges());
        for (square, field, camp) in squares {
            grounds.places[place(square)] = u16::try_from(grounds.parted.len()).ok();
            grounds.parted.push(Parted::of(&field, camp, &edges));
        }
        grounds
    }

    pub(super) fn is_parted(&self, square: Square) -> bool {
        self.places[place(square)].is_some()
    }

    /// The ways out of a square for who stands in a tactical square of it.
    pub(super) fn exits(&self, square: Square, at: Tac) -> &Exits {
        self.parted(square).map_or(&self.open, |parted| parted.exits(at))
    }

    /// Those of who has camped there; `at`, where nobody can stand there.
    pub(super) fn exits_of_camp(&self, square: Square, at: Tac) -> &Exits {
        self.parted(square).map_or(&self.open, |parted| parted.exits(parted.camp.unwrap_or(at)))
    }

    fn parted(&self, square: Square) -> Option<&Parted> {
        self.places[place(square)].map(|parted| &self.parted[usize::from(parted)])
    }
}

impl Parted {
    fn of(field: &Field, camp: Option<Tac>, edges: &[Vec<Tac>; 8]) -> Parted {
        let mut banks: Vec<(TacSet, Exits)> = Vec::new();
        for tac in Tac::all().filter(|tac| !field.river.has(*tac)) {
            if !banks.iter().any(|(bank, _)| bank.has(tac)) {
                let bank = bank_of(field, tac);
                banks.push((bank, exits(field.river, bank, edges)));
            }
        }
        Parted { banks, on_river: exits(field.river, TacSet::default(), edges), camp }
    }

    fn exits(&self, at: Tac) -> &Exits {
        self.banks.iter().find(|(bank, _)| bank.has(at)).map_or(&self.on_river, |(_, exits)| exits)
    }
}

/// The tactical squares that hang together with one without crossing the river.
pub(super) fn bank_of(field: &Field, from: Tac) -> TacSet {
    TacSet::from_iter([from]).spread_without(field.river)
}

/// Row by row.
pub(super) fn place(square: Square) -> usize {
    usize::from(square.row()) * usize::from(COLUMNS) + usize::from(square.column())
}

/// The ways out of a bank.
fn exits(river: TacSet, bank: TacSet, edges: &[Vec<Tac>; 8]) -> Exits {
    Compass::ALL.map(|direction| {
        let middle = Tac::at_edge(direction);
        let dry = || edges[direction.index()].iter().copied().filter(|tac| !river.has(*tac));
        let near = middle.nearest_of(dry().filter(|tac| bank.has(*tac)));
        let exit = near.or_else(|| middle.nearest_of(dry())).unwrap_or(middle);
        Leaving { crosses: near.is_none(), at: opposite(exit, direction) }
    })
}

/// The tactical squares on each edge of a square, or the one in its corner.
fn edges() -> [Vec<Tac>; 8] {
    Compass::ALL.map(|direction| {
        let (middle, (right, down)) = (Tac::at_edge(direction), direction.offset());
        let is_on =
            |tac: &Tac| (right == 0 || tac.column() == middle.column()) && (down == 0 || tac.row() == middle.row());
        Tac::all().filter(is_on).collect()
    })
}

/// The tactical square beyond the edge.
fn opposite(tac: Tac, direction: Compass) -> Tac {
    let there = Tac::at_edge(direction.opposite());
    let (right, down) = direction.offset();
    let column = if right == 0 { tac.column() } else { there.column() };
    let row = if down == 0 { tac.row() } else { there.row() };
    Tac::new(column, row).unwrap_or(there)
}
