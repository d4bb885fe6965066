//! The nouns of what is built, and the words of a line that is looked at without its grammar.

use crate::order::Unit;
use crate::scenario::Meaning;
use reader::loose::Token;

/// A word, number, name or sign of a line.
pub(super) type Word<'s, 'c> = Token<'c, &'s Meaning>;

/// The nouns of what is built.
const UNITS: &[(Unit, &[&str])] = &[
    (
        Unit::Infantry,
        &[
            "infantry",
            "inf",
            "infs",
            "foot",
            "regulars",
            "infantries",
            "infantrymen",
            "i",
            "infanterie",
            "footmen",
            "line",
            "footsoldiers",
            "infanteria",
        ],
    ),
    (Unit::Militia, &["militia", "militias", "mil", "mils", "m", "militiamen", "milicia", "landwehr"]),
    (
        Unit::Cavalry,
        &[
            "cavalry",
            "cav",
            "cavs",
            "horse",
            "horses",
            "horsemen",
            "cavalries",
            "c",
            "kavallerie",
            "cavalrymen",
            "caballeria",
        ],
    ),
    (Unit::Guard, &["guard", "guards", "gd", "gds", "g", "grd", "guardsmen", "garde"]),
    (
        Unit::Artillery,
        &["artillery", "art", "arty", "arts", "guns", "cannons", "cannon", "a", "artillerie", "batteries", "battery"],
    ),
    (Unit::Ship, &["ship", "ships", "sol", "warships", "warship", "vessels", "s", "sols", "sail", "schiffe", "barcos"]),
];

/// The unit that a word names; a single letter does so only right behind a number.
pub(super) fn unit_of(word: &Word<'_, '_>) -> Option<Unit> {
    UNITS.iter().find(|(_, nouns)| word.is_one_of(nouns)).map(|(unit, _)| *unit)
}

/// Whether a word names what is built.
pub(super) fn is_unit(word: &Word<'_, '_>) -> bool {
    word.word().is_some_and(|word| word.len() > 1) && unit_of(word).is_some()
}
