//! What readers are told of dice: what was promised of their secrets, the secrets themselves, the seeds of the seats, and
//! which dice the game master set. Each reader is shown those scopes alone that he may check.

use serde::Deserialize;
use serde_json::Value;

use base::derived::Derived;
use base::facts::Brief;
use base::game::dice::scope_of;
use base::game::{GameId, OPEN, Phase, Roll, SeatId, Secret, SeedRows, Throw, WHOLE};

use crate::files::house::House;
use crate::files::record::{GameRecord, PastPhase, PastSecret};
use crate::files::stop::DeskError;
use crate::said::notice::{DiceSecret, SeedFile};

/// The secret of a phase's dice: a function of our key, so that a phase played anew after a crash is the same phase.
pub fn phase_secret(house: &House, game: &GameId, number: u32, revision: u32) -> Secret {
    Secret::new(house.key.derive(Derived::Dice, &format!("{game}|{number}.{revision}")))
}

/// The dice that the GM set, in words: for a seat those of its side's scope and those whose throw it is told of, and
/// nothing of dice that were not thrown; for the umpire all.
pub fn set_dice_told(
    game: &GameRecord,
    seat: Option<&SeatId>,
    past: Option<&PastPhase>,
    told: &Brief<Value>,
) -> Result<Vec<String>, DeskError> {
    let Some(past) = past.filter(|past| !past.set_rolls.is_empty() || !past.idle_dice.is_empty()) else {
        return Ok(Vec::new());
    };
    let shown = |purpose: &str, nth, value| format!("{}: {value}", throw_words(purpose, nth));
    if seat.is_none() {
        let set = past.set_rolls.iter().map(|roll| shown(&roll.purpose, roll.nth, roll.value));
        let idle =
            past.idle_dice.iter().map(|die| format!("{} (nothing was thrown)", throw_words(&die.purpose, die.nth)));
        return Ok(set.chain(idle).collect());
    }
    let (scopes, throws) = (scopes(game, seat), throws_told(told));
    let is_told = |roll: &&Roll| match scope_of(&roll.purpose) {
        OPEN => throws.iter().any(|throw| throw.purpose == roll.purpose && throw.nth == roll.nth),
        scope => scopes.iter().any(|own| own == scope),
    };
    Ok(past.set_rolls.iter().filter(is_told).map(|roll| shown(&roll.purpose, roll.nth, roll.value)).collect())
}

/// The throws that the items of a brief tell of: their field `throws`, in every book.
fn throws_told(told: &Brief<Value>) -> Vec<Throw> {
    let throws = told.items().iter().filter_map(|item| Vec::deserialize(item.get("throws")?).ok());
    throws.flatten().collect()
}

/// SHA-256 of each secret of the dice thrown before the opening that a seat may check: told with the seat.
pub fn opening_commitments(house: &House, game: &GameRecord, seat: &SeatId) -> Vec<DiceSecret> {
    committed(&scopes(game, Some(seat)), &phase_secret(house, &game.id, 0, 1))
}

/// SHA-256 of each secret of the dice of the open phase that a seat may check; the umpire every one.
pub fn commitments(game: &GameRecord, seat: Option<&SeatId>) -> Vec<DiceSecret> {
    game.phase.as_ref().map_or_else(Vec::new, |phase| committed(&scopes(game, seat), &phase.secret))
}

/// The scopes of dice that a seat may check: the open ones and its side's own; the umpire every one.
pub fn scopes(game: &GameRecord, seat: Option<&SeatId>) -> Vec<String> {
    let mut scopes = vec![OPEN.to_owned()];
    for other in game.roster.seats() {
        let is_shown =
            seat.is_none_or(|seat| game.roster.seat(seat).is_some_and(|own| own.spec.side == other.spec.side));
        if is_shown && !scopes.contains(&other.spec.side) {
            scopes.push(other.spec.side.clone());
        }
    }
    scopes
}

/// SHA-256 of the secrets of these scopes, and of the one from which those of all scopes follow: it is shown when the game
/// is over, so that dice can be checked then that nobody may check before.
pub fn committed(scopes: &[String], secret: &Secret) -> Vec<DiceSecret> {
    let mut committed = shown(scopes, |scope| secret.of_scope(scope).commitment());
    committed.push(DiceSecret::new(WHOLE, secret.commitment()));
    committed
}

/// The secrets of all phases by their labels.
pub fn all_secrets(earlier: &[PastSecret], last: Option<&Phase>) -> Vec<DiceSecret> {
    let row = |scope: String, secret: &Secret| DiceSecret::new(scope, secret.reveal());
    let earlier = earlier.iter().map(|past| row(past.label.clone(), &past.secret));
    earlier.chain(last.map(|phase| row(phase.label(), &phase.secret))).collect()
}

/// Each as it is listed, one below the other.
pub fn rows(secrets: &[DiceSecret]) -> String {
    let rows: Vec<&str> = secrets.iter().map(|secret| secret.row.as_str()).collect();
    rows.join("\n")
}

/// The secrets of all phases, as a letter that tells of the end of a game says them. The last report says the same words.
pub fn whole_in_words(secrets: &[DiceSecret]) -> String {
    let rows = rows(secrets);
    format!("The game is over. The secrets that all others followed from, by their labels:\n\n{rows}")
}

/// The secret of one phase of a game that is over, by its label; before its end nothing.
pub fn secret_of_ended(game: &GameRecord, past: &PastPhase, number: u32) -> Vec<DiceSecret> {
    let has_ended = !game.status.is_alive();
    let scope = format!("{number}.{}", past.revision);
    if has_ended { vec![DiceSecret::new(scope, past.secret.reveal())] } else { Vec::new() }
}

/// Rows of seeds as they are listed.
pub fn listed(rows: &SeedRows) -> Vec<DiceSecret> {
    rows.iter().map(|(seat, row)| DiceSecret::new(seat.to_string(), row)).collect()
}

/// Rows of more seats than these are a file of their own: in the letter they would be most of what it says.
const MOST_ROWS_IN_LETTERS: usize = 12;

/// The rows of many seats as a file; none where they are few.
pub fn seed_file(rows: &SeedRows, label: &str) -> Option<SeedFile> {
    let lines: Vec<String> = rows.iter().map(|(seat, row)| format!("{seat} {row}\n")).collect();
    (lines.len() > MOST_ROWS_IN_LETTERS).then(|| SeedFile {
        name: format!("seeds-{}", label.replace('.', "-")),
        digest: DiceSecret::new(WHOLE, rows.digest()),
        lines: lines.concat(),
    })
}

/// One value for each of these scopes.
pub fn shown(scopes: &[String], value: impl Fn(&str) -> String) -> Vec<DiceSecret> {
    scopes.iter().map(|scope| DiceSecret::new(scope, value(scope))).collect()
}

/// "battle 4910 p4, throw 2"
pub fn throw_words(purpose: &str, nth: u32) -> String {
    format!("{purpose}, throw {nth}")
}
