//! Empires in Arms by mail: the seven powers, each with a player, and a game master who keeps the board. The test file that uses
//! it has `club` beside it.

use crate::support::club::Setup;

/// Who plays.
pub static SETUP: Setup = Setup {
    game: "quarter",
    scenario: "eia/1805",
    seats: &[
        ("britain", "Beatrice"),
        ("france", "Florian"),
        ("russia", "Rurik"),
        ("austria", "Adelheid"),
        ("prussia", "Paulina"),
        ("spain", "Sancho"),
        ("turkey", "Tarkan"),
    ],
    kinds: PHASES_OF_A_QUARTER,
};

/// The kinds of phases.
const PHASES_OF_A_QUARTER: &[&str] = &["board", "sheet", "offer", "answer", "lending", "spending", "ceding"];

/// The kind of a phase of the campaign, counted from 0: January and February on the board, then March with its Economic Phase.
pub fn kind_of(phase: usize) -> &'static str {
    let kinds = ["board", "board", "board", "sheet", "offer", "answer", "lending", "spending", "ceding"];
    kinds[phase % kinds.len()]
}
