//! What one letter changed about who holds seats of a game that runs, kept until it ends: then everybody concerned is told of all of it at
//! once, as what he is then.

use base::game::{GameId, PlayerId, SeatSpec};

/// A seat that became vacant, or has another holder.
#[derive(Debug, Clone)]
pub struct SeatNews {
    /// The game it is of.
    pub game: GameId,
    /// The seat.
    pub spec: SeatSpec,
    /// Who holds it from now on, and whether somebody else did before; none where nobody does.
    pub holder: Option<(PlayerId, bool)>,
    /// Who knows it already.
    pub knowing: Vec<PlayerId>,
}
