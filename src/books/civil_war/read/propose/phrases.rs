//! Phrases that tell what a clause is about, and those that show that it orders nothing: denials, tales, wishes and plans.

use super::clause::{Clause, Part};
use super::deeds::{CALLED_OFF, DEEDS, Deed};
use super::ships::OF_SHIPS;
use reader::loose::Token;

/// Phrases that name a deed more surely than a single verb.
#[rustfmt::skip]
const PHRASES: &[(Deed, &[&str])] = &[
    (Deed::Army, &["form army", "form an army", "forms army", "forms an army", "form the", "forms the", "make an army", "makes an army", "to be formed", "army formed", "be formed", "form up the", "forms up the", "creates the", "create the",
        "forms his army", "form his army", "sets up the", "set up the", "raise the army", "organises the", "organizes the", "organise the", "organize the"]),
    (Deed::Dissolve, &["is dissolved", "dissolve", "dissolves", "disband", "disbands", "break up the army", "be dissolved", "be disbanded", "is disbanded"]),
    (Deed::Remoralise, &["rally", "rallies", "rallied", "rallying", "re moralise", "re moralize", "remoralise", "remoralize", "moralise", "moralises", "moralize", "moralizes", "moralised", "remoralises", "remoralizes", "remoralised", "re moralised", "restore morale", "restores morale", "back in order", "back in shape", "back into shape", "back on his feet", "back on their feet",
        "restore order", "back into order", "regain morale", "restore the morale", "restores the morale"]),
    (Deed::Recover, &["recover", "recovers", "recovery"]),
    (Deed::DestroyDepot, &["destroy depot", "destroy the depot", "burn the depot", "burn depot", "burns the depot", "blow up the depot", "destroys the depot", "depot destroyed", "depot burned", "depot is burned", "depot is destroyed",
        "destroy our depot", "burn our depot", "burn it", "blow it up", "blow up depot", "be burned", "torch the depot", "burnt", "to the torch", "goes up in flames"]),
    (Deed::ConvertRail, &["convert rail", "convert the rail", "convert railway", "convert the railway", "convert railroad", "convert the railroad", "converts the rail", "cut the rail", "cut the railway", "cut the railroad", "cuts the rail",
        "cuts the railway", "cuts the railroad", "cut rail", "cuts rail", "cut the line", "cuts the line", "break the line", "breaks the line", "break the railway", "breaks the railway", "breaks the rail", "break the railroad",
        "tear up", "tears up", "wreck the rail", "wrecks the rail", "our gauge", "burn the tracks", "burns the tracks", "burn the track", "burns the track", "wreck the tracks", "wrecks the tracks", "destroy the tracks", "destroys the tracks", "destroy the rail", "destroys the rail", "rail conversion", "railroad conversion", "convert hex", "convert the hex", "be wrecked", "convert the line", "convert the tracks",
        "convert tracks", "rail cut", "cut track", "cut the track", "cut the tracks", "cuts the track", "cuts the tracks", "relay the track", "relays the track", "convert track", "rip up", "rips up"]),
    (Deed::Present, &["for promotion", "for relief", "for demotion", "present", "presents", "presented", "proposal to the supreme", "for dismissal"]),
    (Deed::Rail, &["by train", "by rail", "by railroad", "by railway", "on the cars", "by the cars", "takes the train", "take the train", "takes train", "via rail", "by the railroad", "by the railway",
        "steam cars", "by rr", "on the trains", "boards the train", "in the cars"]),
    (Deed::Transfer, &["transfer order", "transfer point", "transfer", "transfers", "transferred"]),
    (Deed::Entrench, &["entrench", "entrenches", "digs in", "dig in", "trenches", "start digging", "starts digging", "throws up works", "throw up works", "digging in", "throws up earthworks", "dug in", "entrenchment", "entrenchments", "entrenched",
        "intrench", "digs", "earthworks", "fieldworks", "trench", "breastworks", "shovels", "spades"]),
    (Deed::Hold, &["don't touch", "do not touch", "dont touch", "leave alone", "had better stay", "stays put", "stay put", "doesn't move", "on his hands", "sits out", "holds his", "stays home", "keeps his", "stand fast", "stands fast", "does not move", "stays where", "stays at", "stays in", "where they are", "where he is", "does nothing", "sits tight", "sit tight", "sits still", "keeps still"]),
    (Deed::Enter, &["comes in", "come in", "reports at", "reports in", "reports to", "reports there", "turns up", "turn up", "shows up at", "in at", "from pool", "from the pool", "my pool", "our pool", "gets a new recruit", "gets a recruit",
        "gets two recruits", "is raised", "are raised", "be raised", "off the train", "on the map", "onto the map", "on the board", "enters play", "pool to", "steps off", "appears", "appear", "comes on", "come on", "fresh troops",
        "new troops", "recruits", "recruit", "reinf", "reinfs", "reinforcements", "reinforcement", "raised", "reporting", "reports", "report", "arriving", "musters in", "joins the army at", "new man", "new men", "report for duty", "reports for duty", "reporting for duty", "joins at", "join at", "joining at", "arrives at", "in the pool", "in pool", "of the pool", "brought in", "brought on", "bring on", "bring in", "brings on", "brings in", "shows up in", "checks in", "be entered", "arrival", "entry", "placed"]),
    (Deed::Attack, &["goes for", "go for", "pitches into", "falls on", "fall on", "moves against", "march against", "marches against", "advances on", "advance on", "moves to attack", "goes after", "go after", "attacking",
        "throws himself", "have at", "takes on", "be attacked", "be assaulted", "be stormed", "be struck"]),
    (Deed::Hold, &["be held", "be garrisoned", "be guarded", "be defended", "stays held", "remains held"]),
    (Deed::Move, &["be occupied", "be taken", "be reached", "be led", "be brought", "be ordered", "be dispatched"]),
    (Deed::Idle, &["no action", "nothing happens", "do nothing", "does nothing", "sleep"]),
];

/// Words and phrases of tales, wishes, plans and questions: no order is meant by what stands beside them.
#[rustfmt::skip]
const UNREAL: &[&str] = &[
    "was", "were", "had", "did", "went", "ran", "landed", "wrote", "told", "asked", "said", "says", "say", "ago", "last turn", "last time", "yesterday", "tomorrow", "next turn", "next season", "next summer", "next year", "next spring",
    "would", "could", "might", "wish", "i wish", "suppose", "remember", "remembered", "dreamt", "dreamed", "dream", "who", "why", "how many", "what if", "what happens", "thought", "thoughts", "plans", "my plan", "joke", "draft", "marched", "i plan", "ought to have", "wanted to", "wants 12", "threw out", "not yet", "dare", "copy of", "they are all", "as ordered", "thanks for", "in our last", "in the spring", "in may", "in april", "decided yet",
    "undecided", "not decided", "tonight", "newspapers", "offered", "if only", "history", "declined", "allowed", "asks", "asking", "the rules", "should never", "should have", "must remember", "let me sleep",
    "in my last", "were i", "i expect", "expects", "will surely", "surely", "wonder", "wondering", "hope", "hoping", "fear", "afraid", "used to", "anyway", "i consider", "considering", "one day", "some day", "wants", "mow", "my wife", "just checking", "for discussion", "among ourselves", "over my dead", "keeps asking", "pointless", "someday", "later this year",
     "shall we", "we could", "is it", "can i", "may i", "can he", "in mind", "toying", "toy with", "the idea", "the notion", "threatens", "promised", "rumour", "rumor", "imagine", "pretend", "has been", "have been", "been",
];

/// The deed of the phrase in a clause, the most telling first.
pub(super) fn deed_by_phrase(clause: &Clause<'_>) -> Option<Deed> {
    let ends_with_in = matches!(clause.words.last(), Some(Part::Word(word)) if word.eq_ignore_ascii_case("in"))
        && clause.names.iter().any(|name| !name.leaders.is_empty())
        && !goes_in(clause)
        && !marches_to(clause);
    let supplies = ["supply base", "supply dump", "supply depot", "supply store", "supply point"];
    let builds = clause.says(&["fortress", "depot", "depots", "magazine"])
        || supplies.iter().any(|phrase| clause.says_phrase(phrase));
    let destroys = clause.says(&[
        "destroy",
        "destroys",
        "destroyed",
        "burn",
        "burns",
        "burned",
        "burnt",
        "blow",
        "blows",
        "torch",
        "flames",
    ]);
    let by_phrase = PHRASES.iter().find(|(_, phrases)| phrases.iter().any(|phrase| clause.says_phrase(phrase)));
    if builds {
        return Some(if destroys { Deed::DestroyDepot } else { Deed::Build });
    }
    let shaken = ["demoralised", "demoralized", "shaken", "routed"];
    match by_phrase.map(|(deed, _)| *deed) {
        // Who lost his morale is rallied, whatever word is used.
        Some(Deed::Recover) if clause.says(&shaken) => Some(Deed::Remoralise),
        None if is_new_army(clause) => Some(Deed::Army),
        found => found.or(ends_with_in.then_some(Deed::Enter)),
    }
}

/// "McDowell moves in": to the place that was spoken of.
pub(super) fn goes_in(clause: &Clause<'_>) -> bool {
    const GOING_IN: &[&str] = &["moves in", "move in", "marches in", "march in", "goes in", "go in", "walks in"];
    GOING_IN.iter().any(|phrase| clause.says_phrase(phrase))
}

/// "McDowell marches to Manassas in", and pulses behind it: who goes somewhere comes in nowhere.
fn marches_to(clause: &Clause<'_>) -> bool {
    let moves = DEEDS.iter().any(|(deed, verbs)| *deed == Deed::Move && clause.says(verbs));
    moves && clause.names.iter().any(|name| name.is_ruled_by(&["to", "into", "toward", "towards"]))
}

/// "Army of Northern Virginia under Lee at Richmond", with no word of what it does.
fn is_new_army(clause: &Clause<'_>) -> bool {
    let acts = DEEDS.iter().filter(|(deed, _)| !matches!(deed, Deed::Enter | Deed::Build | Deed::Distribute));
    clause.says(&["army"]) && clause.says(&["under"]) && !acts.into_iter().any(|(_, verbs)| clause.says(verbs))
}

/// Whether a clause tells, wishes, plans or asks.
pub(super) fn is_unreal(clause: &Clause<'_>) -> bool {
    const POLITE: &[&str] =
        &["would you", "would like", "could you", "i would", "be nice", "should like", "may use", "had better"];
    let is_polite = POLITE.iter().any(|phrase| clause.says_phrase(phrase));
    !is_polite && UNREAL.iter().any(|phrase| clause.says_phrase(phrase))
}

/// Whether a line tells, wishes or plans anywhere.
pub(super) fn holds_unreal(clauses: &[Clause<'_>]) -> bool {
    clauses.iter().any(is_unreal)
}

/// Whether a line asks about the rules or the past, and not whether an order should be given.
pub(super) fn is_asked<N: Copy>(tokens: &[Token<'_, N>]) -> bool {
    const ASKING: &[&str] = &[
        "will", "is", "are", "can", "does", "did", "do", "who", "what", "why", "had", "has", "have", "where", "how",
        "was", "were", "would", "could",
    ];
    let ends = tokens.iter().any(|token| token.is_sign("?"));
    let begs = tokens.get(1).is_some_and(|next| next.is_one_of(&["you"]));
    let wishes = tokens.windows(2).any(|pair| pair[0].is_one_of(&["how"]) && pair[1].is_one_of(&["about"]));
    ends && !wishes && !begs && tokens.first().is_some_and(|first| first.is_one_of(ASKING))
}

/// "Call it Army of Northern Virginia": a name for what was ordered before.
pub(super) fn names_army(clause: &Clause<'_>) -> bool {
    const NAMING: &[&str] = &["call", "called", "calls", "name", "named", "known", "dub", "christen"];
    clause.says(NAMING) && clause.says(&["army"]) && !clause.has_leader()
}

/// "That is what I would do": what was said before it is what its writer would do, and does not.
pub(super) fn unsays_those_before(clause: &Clause<'_>) -> bool {
    let begins = clause.words.iter().find(|part| !matches!(part, Part::Sign(_)));
    let points = matches!(begins, Some(Part::Word(word)) if ["that", "this", "so"].contains(&word.to_ascii_lowercase().as_str()));
    points
        && clause.names.is_empty()
        && clause.says(&["would", "could", "might", "was", "were", "thought", "wanted", "says", "say"])
}

/// Whether a clause only takes back a name that was given: "not Winchester".
pub(super) fn takes_back(clause: &Clause<'_>) -> bool {
    let begins = clause.words.iter().find(|part| !matches!(part, Part::Sign(_)));
    let word = match begins {
        Some(Part::Word(word)) => word.to_ascii_lowercase(),
        _ => return false,
    };
    if clause.when.is_some() || clause.says(&["aside"]) {
        return false;
    }
    let is_sigh = clause.names.is_empty() && clause.cp.is_none() && clause.words.len() < 4;
    let is_name_alone = clause.deed.is_none() && !clause.names.is_empty();
    is_sigh && ["no", "wait", "sorry"].contains(&word.as_str())
        || is_name_alone && ["not", "no", "instead"].contains(&word.as_str())
}

/// Whether a clause puts another name in the place of the last one: "I mean Petersburg".
pub(super) fn corrects(clause: &Clause<'_>) -> bool {
    const CORRECTIONS: &[&str] = &[
        "i mean",
        "no sorry",
        "scratch that",
        "make it",
        "make that",
        "i meant",
        "or rather",
        "correction",
        "sorry",
        "rather",
    ];
    let has_matter = !clause.names.is_empty() || clause.strength.is_some();
    CORRECTIONS.iter().any(|phrase| clause.says_phrase(phrase)) && has_matter
}

/// Whether it denies or calls off what it speaks of; "do not recover" and "not to be demoted" are for others to say.
pub(super) fn is_off(clause: &Clause<'_>) -> bool {
    const DENIALS: &[&str] = &[
        "not",
        "no",
        "never",
        "nobody",
        "none",
        "cancel",
        "cancels",
        "cancelled",
        "dont",
        "wont",
        "cannot",
        "nor",
        "neither",
        "refrain",
        "forget",
        "scratch",
        "instead of",
        "without",
        "except",
        "unless",
        "rather",
        "pointless",
        "undo",
        "withdraw my",
        "delete",
        "strike",
    ];
    // Who "does not move" stays, and ships that do not stop go on.
    const STAYING: &[&str] = &["does not move", "doesn't move"];
    const UNTOUCHED: &[&str] = &["don't touch", "do not touch", "dont touch"];
    const ALONE: &[&str] = &[
        "with no troops",
        "with no men",
        "with no sp",
        "with no points",
        "without troops",
        "without men",
        "without points",
        "without any",
    ];
    const LEADERLESS: &[&str] = &[
        "without leader",
        "without leaders",
        "without a leader",
        "without any leader",
        "without general",
        "without a general",
        "without any general",
        "no leader",
        "no general",
        "nobody leads",
        "no one leads",
    ];
    const NO_DENIALS: &[&str] = &["not stop", "not seen"];
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| clause.says_phrase(phrase));
    let is_meant = clause.says_phrase("no matter")
        || says(STAYING) && !clause.has_place()
        || says(UNTOUCHED)
        || says(ALONE) && clause.has_leader()
        || says(LEADERLESS) && clause.strength.is_some() && !clause.has_leader()
        || says(NO_DENIALS) && clause.says(OF_SHIPS);
    let leaves = clause.says(&["abandon", "abandons"]) && clause.has_place();
    if is_meant || leaves {
        return false;
    }
    clause.says(DENIALS)
        || clause.says(CALLED_OFF) && !clause.says(OF_SHIPS)
        || clause.words.iter().any(|part| matches!(part, Part::Word(word) if word.ends_with("n't")))
}
