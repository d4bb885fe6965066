//! Players who are called by their names in lines of orders, for what such a line may mean: the seat that each of them serves, in the
//! words of orders. Knows of whom SEATS tells its reader, and of nobody else.

use base::game::{Player, Seat};
use rules::NameInWords;

use crate::files::record::GameRecord;
use crate::letter::session::Session;

/// Shorter names are words as well.
const SHORTEST: usize = 3;

/// A line with the words for their seats in place of the names of players of the writer's side who serve one seat each; none where it
/// names nobody.
pub fn with_their_seats(session: &Session<'_>, game: &GameRecord, line: &str) -> Option<String> {
    let known: Vec<(&str, String)> = called(session, game);
    if known.is_empty() {
        return None;
    }
    let names = game.table.names_in(line);
    let mut said = String::with_capacity(line.len());
    let mut from = 0;
    for (start, word) in reader::slip::words(line) {
        let is_of_game = names.iter().any(|name: &NameInWords| name.span.start <= start && start < name.span.end);
        let meant = known.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).filter(|_| !is_of_game);
        let Some((_, seat)) = meant else { continue };
        said.push_str(&line[from..start]);
        said.push_str(seat);
        from = start + word.len();
    }
    said.push_str(&line[from..]);
    (from > 0).then_some(said)
}

/// The first names of those players, each with the words for the seat that he serves; none that two of them bear.
fn called<'g>(session: &Session<'_>, game: &'g GameRecord) -> Vec<(&'g str, String)> {
    let own = session.seats();
    let sides: Vec<&str> = own.iter().filter_map(|seat| Some(game.roster.seat(seat)?.spec.side.as_str())).collect();
    let near = |seat: &&Seat| sides.contains(&seat.spec.side.as_str());
    let served: Vec<(&Player, &Seat)> = game
        .roster
        .seats()
        .iter()
        .filter(near)
        .filter_map(|seat| Some((game.roster.player(game.roster.server_of(&seat.spec.id)?)?, seat)))
        .collect();
    let first = |player: &'g Player| player.name.split_whitespace().next().unwrap_or_default();
    let is_alone =
        |name: &str| served.iter().filter(|(player, _)| first(player).eq_ignore_ascii_case(name)).count() == 1;
    let named = served.iter().filter_map(|(player, seat)| {
        let name = first(player);
        let is_name = name.len() >= SHORTEST && !name.contains('@') && is_alone(name);
        Some((name, game.table.word_of_seat(&seat.spec.id)?)).filter(|_| is_name)
    });
    named.collect()
}
