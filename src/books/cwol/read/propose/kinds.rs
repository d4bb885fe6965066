//! Things of several kinds in one clause, each with its own: "two gunboats in Cairo, and a corps HQ in Philadelphia". All of them, or none.

use super::parts::{Part, count_of, has, is_one};

/// Kinds of what money is spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ships,
    Staff,
    Units,
    Regiments,
    Goods,
    Transports,
}

/// The words of each; those of units before those of what they consist of.
const WORDS: [(Kind, &[&str]); 6] = [
    (Kind::Staff, &["cq", "aq", "pb", "pontoon", "hq", "hqs", "headquarter"]),
    (Kind::Ships, &["gunboat", "gb", "ironclad", "ic", "frigate", "fr", "sloop", "sl", "ri", "rg"]),
    (Kind::Transports, &["transport", "tr", "rt"]),
    (Kind::Goods, &["supply", "store"]),
    (Kind::Units, &["brigade", "bde", "nb", "naval", "sa", "ha", "la"]),
    (Kind::Regiments, &["regiment", "battery", "infantry", "inf", "foot", "cavalry", "cav", "militia", "artillery"]),
];

fn kind_of(parts: &[Part]) -> Option<Kind> {
    let is_code = parts.iter().any(|part| matches!(part, Part::Code(_)));
    let named = WORDS.iter().find(|(_, words)| has(parts, words)).map(|(kind, _)| *kind);
    named.map(|kind| if is_code && kind == Kind::Regiments { Kind::Units } else { kind })
}

/// What a clause counts, piece by piece, each with its kind; a piece that names none is of that before it.
fn pieces(parts: &[Part]) -> Vec<(Option<Kind>, &[Part])> {
    let is_joint = |part: &Part| *part == Part::Break || is_one(part, &["plu", "plus", "also", "with"]);
    let is_start = |at: usize| count_of(&parts[at]).is_some() && (at == 0 || is_joint(&parts[at - 1]));
    let starts: Vec<usize> = (1..parts.len()).filter(|at| is_start(*at)).collect();
    let ends = starts.iter().copied().chain([parts.len()]);
    let mut pieces: Vec<(Option<Kind>, &[Part])> = Vec::new();
    let mut from = 0;
    for end in ends {
        let piece = &parts[from..end];
        let before = pieces.last().and_then(|(kind, _)| *kind);
        // Regiments and batteries behind a unit are what it consists of.
        let kind = match (kind_of(piece), before) {
            (Some(Kind::Regiments) | None, Some(Kind::Units)) => Some(Kind::Units),
            (kind, before) => kind.or(before),
        };
        pieces.push((kind, piece));
        from = end;
    }
    pieces
}

/// Orders for each kind by itself; none where all is of one kind.
pub(super) fn each_of_its_kind(parts: &[Part], one: impl Fn(&[Part]) -> Vec<String>) -> Option<Vec<String>> {
    let (mut rows, mut head): (Vec<(Kind, Vec<Part>)>, Vec<Part>) = Default::default();
    for (kind, piece) in pieces(parts) {
        match (kind, rows.last_mut()) {
            (Some(kind), Some((last, row))) if *last == kind => row.extend_from_slice(piece),
            (Some(kind), _) => rows.push((kind, [std::mem::take(&mut head), piece.to_vec()].concat())),
            (None, Some((_, row))) => row.extend_from_slice(piece),
            (None, None) => head.extend_from_slice(piece),
        }
    }
    // "4 regts + 1 bty into an IN": what a unit is made of stands before it too.
    let is_unit = rows.iter().all(|(kind, _)| matches!(kind, Kind::Units | Kind::Regiments));
    if rows.len() < 2 || is_unit {
        return None;
    }
    let is_city = |part: &&Part| matches!(part, Part::City(_));
    let first_count = parts.iter().position(|part| count_of(part).is_some())?;
    let leading = parts[..first_count].iter().find(is_city).cloned();
    // A city that stands behind several things is that of each; one before them all as well.
    let mut behind = None;
    for (_, row) in rows.iter_mut().rev() {
        match row.iter().rfind(is_city).cloned() {
            Some(city) => behind = Some(city),
            None => row.extend(leading.clone().or_else(|| behind.clone())),
        }
    }
    let found: Vec<Vec<String>> = rows.iter().map(|(_, row)| one(row)).collect();
    Some(if found.iter().any(Vec::is_empty) { Vec::new() } else { found.concat() })
}
