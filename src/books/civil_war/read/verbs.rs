//! The verbs of orders: which kinds of line each may begin, so that a line is tried with the likeliest rule first.

use super::grammar::Rule;

/// A verb, the kinds of line it begins, and whether it alone makes a line an order in everyday talk.
type VerbRow = (&'static str, &'static [Rule], Weight);

/// How much a word tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// Hardly used but in orders.
    Strong,
    /// A word of everyday talk as well.
    Weak,
}

use Weight::{Strong, Weak};

const MARCH: &[Rule] = &[Rule::march_line, Rule::shift_line];
const ENTER: &[Rule] = &[Rule::enter_line, Rule::dig_line];
const BUILD: &[Rule] = &[Rule::enter_line, Rule::dig_line, Rule::work_line];
const WORK: &[Rule] = &[Rule::work_line];
const RAIL: &[Rule] = &[Rule::rail_move_line, Rule::divide_rail_line, Rule::work_line];
const RALLY: &[Rule] = &[Rule::morale_line];
const FORM: &[Rule] = &[Rule::form_line];
const DISSOLVE: &[Rule] = &[Rule::dissolve_line];
const DIG: &[Rule] = &[Rule::dig_line];
const HOLD: &[Rule] = &[Rule::hold_line];
const IDLE: &[Rule] = &[Rule::idle_line];
const DIVIDE: &[Rule] = &[Rule::divide_line, Rule::grant_line, Rule::same_line, Rule::free_line];
const GRANT: &[Rule] = &[Rule::grant_line];
const SAME: &[Rule] = &[Rule::same_line];
const FREE: &[Rule] = &[Rule::free_line];
const PLANNED: &[Rule] = &[Rule::planned_line];
const CONCEDE: &[Rule] = &[Rule::concede_line];
const VERDICT: &[Rule] = &[Rule::verdict_line];
const PRESENT: &[Rule] = &[Rule::present_line];
const PROMOTION: &[Rule] = &[Rule::verdict_line, Rule::present_line];
const ASSIGN: &[Rule] = &[Rule::assign_line];
const SEND_AWAY: &[Rule] = &[Rule::shift_line, Rule::shift_leader_line, Rule::transfer_line];
const NAVAL: &[Rule] = &[Rule::naval_line];
const LEND: &[Rule] = &[Rule::lend_line];
const TRANSFER: &[Rule] = &[Rule::transfer_line];

/// Every kind of line in play, in the order in which a line without a verb is tried.
pub(super) const KINDS: [Rule; 26] = [
    Rule::march_line,
    Rule::enter_line,
    Rule::dig_line,
    Rule::hold_line,
    Rule::idle_line,
    Rule::divide_line,
    Rule::grant_line,
    Rule::same_line,
    Rule::free_line,
    Rule::shift_line,
    Rule::planned_line,
    Rule::concede_line,
    Rule::verdict_line,
    Rule::present_line,
    Rule::assign_line,
    Rule::shift_leader_line,
    Rule::transfer_line,
    Rule::rail_move_line,
    Rule::work_line,
    Rule::morale_line,
    Rule::form_line,
    Rule::dissolve_line,
    Rule::divide_rail_line,
    Rule::sea_grant_line,
    Rule::lend_line,
    Rule::naval_line,
];

/// All verbs.
pub(super) const VERBS: &[VerbRow] = &[
    ("enter", ENTER, Strong),
    ("enters", ENTER, Strong),
    ("build", BUILD, Strong),
    ("builds", BUILD, Strong),
    ("raise", ENTER, Strong),
    ("raises", ENTER, Strong),
    ("recruit", ENTER, Strong),
    ("muster", ENTER, Strong),
    ("arrive", ENTER, Weak),
    ("arrives", ENTER, Weak),
    ("bring", ENTER, Weak),
    ("brings", ENTER, Weak),
    ("place", ENTER, Weak),
    ("put", ENTER, Weak),
    ("deploy", ENTER, Strong),
    ("deploys", ENTER, Strong),
    ("move", MARCH, Strong),
    ("moves", MARCH, Strong),
    ("mv", MARCH, Strong),
    ("march", MARCH, Strong),
    ("marches", MARCH, Strong),
    ("moving", MARCH, Weak),
    ("go", MARCH, Weak),
    ("goes", MARCH, Weak),
    ("send", MARCH, Weak),
    ("sends", MARCH, Weak),
    ("advance", MARCH, Strong),
    ("advances", MARCH, Strong),
    ("proceed", MARCH, Strong),
    ("head", MARCH, Weak),
    ("heads", MARCH, Weak),
    ("take", MARCH, Weak),
    ("takes", MARCH, Weak),
    ("redeploy", MARCH, Strong),
    ("ride", MARCH, Weak),
    ("rides", MARCH, Weak),
    ("attack", MARCH, Strong),
    ("attacks", MARCH, Strong),
    ("assault", MARCH, Strong),
    ("assaults", MARCH, Strong),
    ("hit", MARCH, Weak),
    ("hits", MARCH, Weak),
    ("strike", MARCH, Weak),
    ("strikes", MARCH, Weak),
    ("storm", MARCH, Weak),
    ("storms", MARCH, Weak),
    ("charge", MARCH, Weak),
    ("entrench", DIG, Strong),
    ("entrenches", DIG, Strong),
    ("entr", DIG, Strong),
    ("dig", DIG, Weak),
    ("digs", DIG, Weak),
    ("throw", DIG, Weak),
    ("throws", DIG, Weak),
    ("keep", HOLD, Weak),
    ("keeps", HOLD, Weak),
    ("save", &[], Weak),
    ("reserve", &[], Weak),
    ("relieve", &[], Weak),
    ("relieved", &[], Weak),
    ("hold", HOLD, Weak),
    ("holds", HOLD, Weak),
    ("stay", HOLD, Weak),
    ("stays", HOLD, Weak),
    ("stand", HOLD, Weak),
    ("stands", HOLD, Weak),
    ("remain", HOLD, Weak),
    ("remains", HOLD, Weak),
    ("nothing", IDLE, Weak),
    ("idle", IDLE, Strong),
    ("idles", IDLE, Strong),
    ("rest", IDLE, Weak),
    ("rests", IDLE, Weak),
    ("wait", IDLE, Weak),
    ("waits", IDLE, Weak),
    ("pause", IDLE, Weak),
    ("pass", IDLE, Weak),
    ("skip", IDLE, Weak),
    ("distribute", DIVIDE, Strong),
    ("distribution", DIVIDE, Strong),
    ("divide", DIVIDE, Weak),
    ("split", DIVIDE, Weak),
    ("allocate", DIVIDE, Strong),
    ("allocation", DIVIDE, Strong),
    ("allot", DIVIDE, Strong),
    ("give", DIVIDE, Weak),
    ("assign", DIVIDE, Weak),
    ("hand", GRANT, Weak),
    ("hands", GRANT, Weak),
    ("handing", GRANT, Weak),
    ("same", SAME, Weak),
    ("discretionary", FREE, Strong),
    ("free", FREE, Weak),
    ("shift", SEND_AWAY, Weak),
    ("shifts", SEND_AWAY, Weak),
    ("transfer", SEND_AWAY, Weak),
    ("transfers", SEND_AWAY, Weak),
    ("reassign", SEND_AWAY, Weak),
    ("join", SEND_AWAY, Weak),
    ("leaves", TRANSFER, Weak),
    ("departs", TRANSFER, Weak),
    ("promote", VERDICT, Strong),
    ("promotes", VERDICT, Strong),
    ("promoted", VERDICT, Strong),
    ("promotion", PROMOTION, Strong),
    ("refuse", VERDICT, Weak),
    ("refuses", VERDICT, Weak),
    ("reject", VERDICT, Weak),
    ("remove", VERDICT, Weak),
    ("removes", VERDICT, Weak),
    ("dismiss", VERDICT, Weak),
    ("dismissed", VERDICT, Weak),
    ("reduce", VERDICT, Weak),
    ("reduces", VERDICT, Weak),
    ("demote", VERDICT, Strong),
    ("demotes", VERDICT, Strong),
    ("demoted", VERDICT, Strong),
    ("demotion", VERDICT, Strong),
    ("loses", VERDICT, Weak),
    ("present", PRESENT, Weak),
    ("presents", PRESENT, Weak),
    ("presented", PRESENT, Weak),
    ("propose", PRESENT, Weak),
    ("recommend", PRESENT, Weak),
    ("nominate", PRESENT, Weak),
    ("relief", PRESENT, Weak),
    ("star", ASSIGN, Strong),
    ("stars", ASSIGN, Strong),
    ("pool", ASSIGN, Weak),
    ("planned", PLANNED, Weak),
    ("scheduled", PLANNED, Weak),
    ("reinforcements", PLANNED, Strong),
    ("concede", CONCEDE, Strong),
    ("surrender", CONCEDE, Weak),
    // Nouns such as depot and fort are none: lines of reports that somebody quotes would look like orders.
    ("rail", RAIL, Strong),
    ("rails", RAIL, Strong),
    ("entrain", RAIL, Strong),
    ("construct", WORK, Strong),
    ("fortify", WORK, Strong),
    ("upgrade", WORK, Weak),
    ("burn", WORK, Weak),
    ("destroy", WORK, Weak),
    ("destroys", WORK, Weak),
    ("wrecks", WORK, Weak),
    ("cut", WORK, Weak),
    ("cuts", WORK, Weak),
    ("convert", WORK, Weak),
    ("converts", WORK, Weak),
    ("tears", WORK, Weak),
    ("rally", RALLY, Weak),
    ("rallies", RALLY, Weak),
    ("remoralise", RALLY, Strong),
    ("remoralize", RALLY, Strong),
    ("moralise", RALLY, Strong),
    ("moralize", RALLY, Strong),
    ("recover", RALLY, Weak),
    ("recovers", RALLY, Weak),
    ("formed", FORM, Weak),
    ("formation", FORM, Weak),
    ("dissolved", DISSOLVE, Weak),
    ("disbanded", DISSOLVE, Weak),
    ("dissolution", DISSOLVE, Weak),
    ("rallied", RALLY, Weak),
    ("built", WORK, Weak),
    ("construction", WORK, Weak),
    ("destroyed", WORK, Weak),
    ("converted", WORK, Weak),
    ("conversion", WORK, Weak),
    ("entrenched", DIG, Weak),
    ("entrenchment", DIG, Weak),
    ("attacked", MARCH, Weak),
    ("moved", MARCH, Weak),
    ("reinforce", ENTER, Weak),
    ("reinforces", ENTER, Weak),
    ("raised", ENTER, Weak),
    ("entered", ENTER, Weak),
    ("defends", HOLD, Weak),
    ("guards", HOLD, Weak),
    ("form", FORM, Weak),
    ("forms", FORM, Weak),
    ("dissolve", DISSOLVE, Strong),
    ("dissolves", DISSOLVE, Strong),
    ("disband", DISSOLVE, Strong),
    ("lend", LEND, Strong),
    ("lends", LEND, Strong),
    ("lending", LEND, Weak),
    ("lent", LEND, Weak),
    ("loan", LEND, Weak),
    ("loans", LEND, Weak),
    ("sail", NAVAL, Strong),
    ("sails", NAVAL, Strong),
    ("steam", NAVAL, Weak),
    ("steams", NAVAL, Weak),
    ("carry", NAVAL, Weak),
    ("embark", NAVAL, Strong),
    ("embarks", NAVAL, Strong),
    ("load", NAVAL, Weak),
    ("pick", NAVAL, Weak),
    ("land", NAVAL, Weak),
    ("bombard", NAVAL, Strong),
    ("bombards", NAVAL, Strong),
    ("shell", NAVAL, Weak),
    ("recall", NAVAL, Weak),
    ("recalls", NAVAL, Weak),
    ("hunt", NAVAL, Weak),
    ("chase", NAVAL, Weak),
    ("patrol", NAVAL, Weak),
    ("patrols", NAVAL, Weak),
    ("blockade", NAVAL, Weak),
    ("raider", NAVAL, Weak),
    ("ironclad", NAVAL, Weak),
    ("flotilla", NAVAL, Weak),
    ("squadron", NAVAL, Weak),
    ("gunboat", NAVAL, Weak),
    ("gunboats", NAVAL, Weak),
    ("fleet", NAVAL, Weak),
    ("nsp", NAVAL, Weak),
];

/// The kinds of line that the first verb of a copy may begin.
pub(super) fn kinds_of(text: &str) -> &'static [Rule] {
    let words = text.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| word.len() > 1);
    words.filter_map(find).map(|(_, kinds, _)| *kinds).next().unwrap_or(&[])
}

/// Whether a word is the verb of an order; words of everyday talk only beside a name or a number.
pub(super) fn is_telling(word: &str, beside_a_name: bool) -> bool {
    find(word).is_some_and(|(_, _, weight)| match weight {
        Weight::Strong => true,
        Weight::Weak => beside_a_name,
    })
}

/// Whether a word, in small letters, is of ships alone.
pub(super) fn is_of_ships(word: &str) -> bool {
    find(word).is_some_and(|(_, kinds, _)| *kinds == NAVAL || *kinds == LEND)
}

fn find(word: &str) -> Option<&'static VerbRow> {
    let first = word.as_bytes().first()?.to_ascii_lowercase();
    VERBS.iter().find(|(verb, ..)| verb.as_bytes()[0] == first && verb.eq_ignore_ascii_case(word))
}
