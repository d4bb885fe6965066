//! The verbs of proposals, and what each makes of a line. Knows words alone.

/// Most forces and most places that are combined.
pub(super) const MOST_ALIKE: usize = 3;

/// What a verb makes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Move,
    Attack,
    Enter,
    Entrench,
    Hold,
    Rail,
    Build,
    Distribute,
    Idle,
    Remoralise,
    Recover,
    DestroyDepot,
    ConvertRail,
    Army,
    Dissolve,
    Present,
    Transfer,
}

/// The verbs of proposals: more than the grammar has, for nothing is filed by them.
#[rustfmt::skip]
pub(super) const DEEDS: &[(Deed, &[&str])] = &[
    (Deed::Rail, &["rail", "rails", "railroad", "railway", "train", "trains", "entrain", "entrains"]),
    (Deed::Build, &["depot", "depots", "fort", "forts", "fortress", "fortify", "fortifies", "magazine"]),
    (Deed::Attack, &["attack", "attacks", "attacking", "assault", "assaults", "hit", "hits", "strike", "strikes", "storm", "storms", "charge", "charges",
        "chase", "chases", "drive", "drives", "expel", "oust", "engage", "engages", "fight", "fights", "smash", "capture", "captures", "seize", "seizes", "crush"]),
    (Deed::Entrench, &["entrench", "entrenches", "entrenching", "dig", "digs", "digging", "trenches", "earthworks", "breastworks"]),
    (Deed::Enter, &["enter", "enters", "raise", "raises", "recruit", "recruits", "muster", "musters", "reinforcements", "reinforcement", "reinforce",
        "arrive", "arrives", "deploy", "deploys", "spawn", "build", "builds", "levy", "board"]),
    (Deed::Distribute, &["distribute", "distribution", "divide", "split", "allocate", "allocation", "allot", "share", "shares"]),
    (Deed::Move, &["move", "moves", "moving", "mv", "march", "marches", "marching", "go", "goes", "going", "send", "sends", "sending", "advance", "advances",
        "advancing", "proceed", "proceeds", "head", "heads", "heading", "take", "takes", "redeploy", "ride", "rides", "bring", "brings", "shift", "shifts", "push", "pushes", "transfer",
        "relocate", "retreat", "retreats", "withdraw", "withdraws", "withdrawing", "fall", "falls", "return", "returns", "join", "joins", "occupy", "occupies", "walk",
        "get", "gets", "leave", "leaves", "swing", "slip", "pull", "pulls", "moved", "marched", "sent", "cross", "crosses",
        "raid", "raids", "scout", "scouts", "abandon", "abandons", "evacuate", "evacuates", "walks", "hurry", "hurries", "rush", "rushes", "retire", "retires", "follow",
        "follows", "come", "comes", "reach", "reaches", "travel", "travels", "hasten", "hastens", "occupation", "movement", "slips", "dash", "dashes", "press", "presses", "continue", "continues", "lead", "leads"]),
    (Deed::Hold, &["hold", "holds", "holding", "stay", "stays", "stand", "stands", "remain", "remains", "defend", "defends", "guard", "guards", "sit", "sits", "keep", "keeps"]),
    (Deed::Enter, &["place", "put"]),
    (Deed::Idle, &["idle", "idles", "rest", "rests", "nothing", "wait", "waits", "pause", "pass", "skip"]),
];

/// Words of ships, for which no order is composed: which water they are in is more than a name says.
pub(super) const SHIPS: &[&str] = &[
    "ship",
    "ships",
    "fleet",
    "fleets",
    "navy",
    "naval",
    "gunboat",
    "gunboats",
    "ironclad",
    "ironclads",
    "flotilla",
    "squadron",
    "sail",
    "sails",
    "steam",
    "raider",
    "raiders",
    "blockade",
    "nsp",
    "transport",
    "transports",
    "bombard",
    "patrol",
];

/// Words that call off what a line speaks of.
pub(super) const CALLED_OFF: &[&str] = &["stop", "halt", "abort", "abandon"];

/// In their order, each once.
pub(super) fn once<T: PartialEq>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut known = Vec::new();
    things.for_each(|thing| {
        if !known.contains(&thing) {
            known.push(thing);
        }
    });
    known
}
