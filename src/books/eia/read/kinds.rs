//! Which kinds of line a word may stand in, so that a clause is tried with the likely rules alone.

use super::grammar::Rule;

/// A kind of line, and the words of which each such line holds one at least.
type KindRow = (Rule, &'static [&'static str]);

/// Every kind of line, in the order in which a clause is tried.
#[rustfmt::skip]
pub(super) const KINDS: &[KindRow] = &[
    (Rule::message_line, &["to", "note", "message", "press", "letter", "secret", "private"]),
    (Rule::reduce_line, &["vp", "vps", "victory", "lower", "lowers", "reduce", "reduces", "instead", "cut", "cuts", "rather", "decrease", "decreases", "diminish", "diminishes", "dock", "docks", "hit", "hits", "knock", "knocks", "bring", "off", "third", "against", "reduced", "lowered", "total", "score", "sacrifice", "sacrifices", "reducing", "lowering", "v.p", "spend", "spends", "use", "uses", "max", "weaken", "weakens", "hurt"]),
    (Rule::announce_line, &["announce", "announces", "declare", "declares", "claim", "claims", "proclaim", "proclaims", "announcement", "announced", "declared", "claimed", "proclaimed", "reached", "level"]),
    (Rule::quiet_line, &["quiet", "announce", "announcement", "declare", "claim", "silent", "nothing", "announcing", "declaring", "declaration", "mum", "secret", "announced"]),
    (Rule::same_offer_line, &["same", "before", "unchanged", "repeat", "repeats", "renew", "renews", "last", "previous", "trade", "offer"]),
    (Rule::answer_line, &["agree", "agrees", "accept", "accepts", "consent", "consents", "allow", "allows", "welcome", "welcomes", "approve", "approves", "yes", "yep", "ok", "no", "not", "nope", "refuse", "refuses", "decline", "declines", "reject", "rejects", "disagree", "disagrees", "forbid", "forbids", "trade", "answer", "don't", "doesn't", "agreed", "accepting", "accepted", "permit", "permits", "offer", "ports", "refusing", "turn", "turns", "dont", "okay", "yeah", "won't", "want", "wants", "confirm", "confirms", "commerce", "say", "says", "closed"]),
    (Rule::black_sea_line, &["black", "blacksea", "straits", "strait", "dardanelles", "bosphorus", "bosporus", "permission", "leave", "passage", "access", "transit", "hellespont", "stop", "stops"]),
    (Rule::no_stop_line, &["american", "america", "usa", "us", "u"]),
    (Rule::stop_line, &["american", "america", "usa", "us", "u"]),
    (Rule::usa_line, &["american", "america", "usa", "us", "u", "americans", "states", "yankees", "peace", "hostilities"]),
    (Rule::offer_line, &["trade", "trades", "trading", "offer", "offers", "only", "commerce", "offered", "offering", "everybody", "everyone"]),
    (Rule::manipulation_line, &["manipulation", "manipulate", "manip", "squeeze", "squeezes", "milk", "invest", "invests", "economy", "milks"]),
    (Rule::no_loan_line, &["lend", "lends", "loan", "loans", "lending", "give", "gives", "gifts", "subsidies", "money", "send", "grant", "gift", "aid", "nobody", "subsidy", "anything"]),
    (Rule::lend_line, &["lend", "lends", "lending", "loan", "loans", "give", "gives", "pass", "passes", "send", "sends", "grant", "grants", "donate", "donates", "transfer", "transfers", "hand", "hands", "support", "supports", "aid", "aids", "help", "helps", "subsidise", "subsidises", "subsidize", "subsidizes", "fund", "funds", "finance", "finances", "subsidy", "gift", "money", "to", "advance", "advances", "giving", "sending", "present", "presents", "contribute", "contributes", "forward", "forwards", "remit", "remits", "allot", "allots", "provide", "provides", "assist", "assists", "for", "subsidies", "donation", "gets", "get", "receives", "receive", "given", "lent", "goes", "go", "pay", "pays", "each", "apiece", "sent", "granted", "loaned", "funding", "make", "makes", "let", "lets", "gifts"]),
    (Rule::leader_line, &["return", "returns", "back", "bring", "brings", "home", "recall", "recalls", "ransom", "ransoms", "pay", "pays", "leader", "get", "have", "roll", "rolls", "for"]),
    (Rule::no_debt_line, &["debts", "debt", "iou", "ious", "loan", "repayments", "repayment", "repay", "repays", "pay", "pays", "payments"]),
    (Rule::pay_line, &["pay", "pays", "repay", "repays", "settle", "settles", "clear", "clears", "debt", "debts", "iou", "ious", "repaying", "paying", "repayment", "discharge", "discharges", "honour", "honours", "honor", "honors", "redeem", "redeems", "back", "gives", "give", "gets", "receives", "paid", "repaid", "return", "returns", "owe"]),
    (Rule::nothing_line, &["buy", "buys", "build", "builds", "purchase", "purchases", "purchasing", "buying", "reinforcements", "units", "order", "orders", "raise", "recruit", "bought", "built", "recruits", "recruiting", "building", "nothing", "acquire"]),
    (Rule::save_line, &["manpower", "mp", "mps", "carry", "carries", "men", "man", "saved", "kept", "aside"]),
    (Rule::no_convert_line, &["conversion", "conversions", "convert", "converts", "converted", "militia"]),
    (Rule::convert_line, &["convert", "converts", "exchange", "exchanges", "turn", "upgrade", "upgrades", "converting", "turns", "change", "changes", "train", "trains", "make", "makes", "militia", "conversion"]),
    (Rule::levy_line, &["cossack", "cossacks", "freikorps", "freicorps", "freecorps", "feudal", "feudals", "insurrection", "free"]),
    (Rule::remove_line, &["cossack", "cossacks", "freikorps", "freicorps", "freecorps", "feudal", "insurrection", "free"]),
    (Rule::counter_line, &["counter", "counters", "corps", "fleet", "fleets", "corp", "marker", "markers"]),
    (Rule::buy_line, &["infantry", "infantrymen", "inf", "infs", "regular", "regulars", "line", "foot", "militia", "militias", "mil", "mils", "cavalry", "cav", "cavs", "horse", "guard", "guards", "gd", "gds", "artillery", "artilleries", "art", "arts", "arty", "guns", "ship", "ships", "sol", "feudal", "feudals", "insurrection", "guerrilla", "guerrillas", "guerilla", "guerillas", "cossack", "cossacks", "freikorps", "factor", "factors", "militiamen", "cavalrymen", "grd", "grds", "sols", "battleship", "battleships", "warship", "warships", "free", "reinforcements"]),
    (Rule::no_cede_line, &["cede", "cedes", "ceding", "cession", "cessions", "ceded", "give", "gives", "surrender"]),
    (Rule::cede_line, &["cede", "cedes", "ceding", "hand", "hands", "give", "gives", "transfer", "transfers", "cession", "district", "ceded", "goes", "passes", "return", "returns", "restore", "restores", "turn", "turns", "make", "makes", "surrender", "surrenders", "sign", "signs", "yield", "yields", "pass", "is", "shall", "will", "given", "handing", "go"]),
    (Rule::cession_line, &["accept", "accepts", "accepting", "keep", "keeps", "take", "takes", "receive", "receives", "decline", "declines", "refuse", "refuses", "reject", "rejects", "make", "makes", "turn", "turns", "not", "don't", "accepted", "declined", "declining", "welcome", "welcomes", "want", "wants", "dont", "can't", "cannot", "won't", "rejected", "refused", "taken", "gift", "cession", "no", "them"]),
    (Rule::claim_line, &["claim", "claims", "agree", "agreed", "agreement", "give", "gives", "renounce", "renounces", "waive", "waives", "leave", "leaves", "abandon", "abandons", "us", "me", "ours", "mine", "demand", "demands", "claiming", "claimed", "drop", "drops", "forgo", "forgoes", "yield", "yields", "concede", "concedes", "insist", "insists", "lay", "lays", "to", "don't", "dont"]),
    (Rule::dice_line, &["dice", "die", "roll"]),
    (Rule::combine_line, &["form", "forms", "create", "creates", "found", "founds", "add", "adds", "join", "joins", "dissolve", "dissolves", "disband", "disbands", "end", "ends", "confederation", "combination", "rhine", "establish", "establishes", "proclaim", "proclaims", "set", "sets", "include", "includes", "admit", "admits", "bring", "brings", "break", "breaks", "rheinbund", "dissolved", "formed", "take", "takes", "enter", "enters"]),
    (Rule::bid_line, &["bid", "bids", "run", "runs", "control", "play", "interest", "bidding", "takes", "take", "apply", "applies", "volunteer"]),
    (Rule::note_line, &["note", "notes", "record", "owe", "owes", "agreed", "agree", "iou", "records", "register", "enter", "promise", "promised", "promises", "put", "write"]),
    (Rule::share_line, &["share", "shares", "sharing", "show", "shows", "showing", "unshare", "hide", "hides", "open", "treasury", "finances", "books", "accounts", "account", "see", "disclose", "discloses", "reveal", "reveals", "conceal", "conceals", "look"]),
    (Rule::owner_line, &["owner", "ceded", "conquered", "controlled", "owned", "held", "taken", "annexed", "goes", "passes", "falls", "reverts", "neutral", "controls", "owns", "annexes", "gains", "conquers", "free", "takes", "neutrality", "belongs", "acquires", "holds", "own", "control", "becomes"]),
    (Rule::occupy_line, &["occupy", "occupied", "occupation", "captured", "garrisoned", "occupies", "captures", "takes", "unoccupied", "liberated", "evacuated", "hands", "garrisons", "garrison", "hold", "capture"]),
    (Rule::besiege_line, &["besiege", "siege", "besieged", "besieges", "besieging", "relieved"]),
    (Rule::corps_line, &["station", "stationed", "corps"]),
    (Rule::blockade_line, &["blockade", "blockades", "blockaded", "blockading", "open", "opens", "opened", "unblockade", "unblockaded", "free"]),
    (Rule::war_line, &["war"]),
    (Rule::peace_line, &["peace", "surrenders", "war", "surrender", "surrendered"]),
    (Rule::alliance_line, &["alliance", "allies", "allied", "ally"]),
    (Rule::forces_line, &["corps", "fleets", "fleet", "depots", "depot", "sea"]),
    (Rule::tally_line, &["money", "treasury", "manpower", "mp", "mps", "men", "man", "vp", "vps", "victory", "status", "box", "political"]),
    (Rule::post_line, &["post"]),
    (Rule::sheet_debt_line, &["debt", "owes", "owe"]),
    (Rule::sheet_leader_line, &["leader", "removed", "exiled", "back", "returned", "gone"]),
    (Rule::america_line, &["usa", "america", "united", "americans", "american", "us"]),
    (Rule::placed_line, &["placed", "places"]),
    (Rule::stands_line, &["cossack", "cossacks", "freikorps", "freicorps", "freecorps", "feudal", "feudals", "insurrection"]),
    (Rule::control_line, &["control", "run", "controlled", "played", "runs", "plays", "controls", "takes"]),
    (Rule::refuse_line, &["manpower", "mp", "mps", "men", "vp", "vps", "victory", "political", "pp", "pps", "man", "lend", "lends", "loan", "loans", "give", "gives", "send", "sends", "pay", "pays", "pass", "passes", "grant", "grants", "sell", "sells", "corps", "fleet", "fleets", "infantry", "inf", "militia", "cavalry", "cav", "guard", "guards", "artillery", "art", "ship", "ships"]),
];

/// Verbs with which orders begin: a line that begins so is never the end of the line before.
#[rustfmt::skip]
const OPENING: &[&str] = &[
    "add", "agree", "aid", "alliance", "announce", "bid", "blockade", "bring", "build", "builds", "buy", "buys", "carry", "cede", "cession", "claim", "combine", "control", "convert",
    "cossacks", "counters", "debt", "decline", "declare", "dissolve", "exchange", "forces", "form", "freikorps", "give", "gives", "hand", "invest", "join", "keep", "leader", "lend",
    "lends", "levy", "loan", "make", "manip", "manipulation", "money", "note", "occupy", "offer", "open", "orders", "owner", "pay", "pays", "peace", "permission", "place", "placed",
    "post", "purchase", "record", "recruit", "reduce", "refill", "refuse", "refuses", "remove", "repay", "return", "save", "saves", "send", "set", "settle", "share", "show", "spend",
    "squeeze", "standing", "station", "status", "stop", "stops", "subsidy", "support", "trade", "transfer", "usa", "vp", "war", "besiege", "accept", "accepts", "agrees", "cedes", "announces",
    "declares", "claims", "offers", "keeps", "spends", "sets", "converts", "forms", "dissolves", "default", "gm", "black", "end", "manpower", "no", "feudal", "insurrection", "treasury", "loans",
];

/// Words of a text, as grammar words are written.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_ascii_alphabetic() && sign != '\'').filter(|word| !word.is_empty())
}

/// The kinds of line that a clause may be, by its words.
pub(super) fn kinds_of(text: &str) -> Vec<Rule> {
    let first = words(text).next().unwrap_or("");
    let words: Vec<&str> = words(text).map(|word| word.strip_suffix("'s").unwrap_or(word)).collect();
    let stands = |known: &&str| words.iter().any(|word| word.eq_ignore_ascii_case(known));
    let may_be = |(kind, known): &&KindRow| match kind {
        Rule::message_line => known.iter().any(|known| first.eq_ignore_ascii_case(known)),
        _ => known.iter().any(&stands),
    };
    KINDS.iter().filter(may_be).map(|(kind, _)| *kind).collect()
}

/// Words of orders that stand in any letter: they say which orders to try, and not that one is meant.
#[rustfmt::skip]
const EVERYDAY: &[&str] = &[
    "for", "is", "shall", "will", "us", "me", "them", "no", "get", "gets", "have", "given", "goes", "go", "take", "takes", "bring", "brings", "third", "total", "off", "hit", "hits",
    "score", "before", "last", "previous", "nothing", "reached", "level", "agreed", "okay", "yeah", "u", "back", "home", "see", "look", "looks", "put", "write", "own", "hold", "holds",
    "set", "sets", "break", "breaks", "make", "makes", "turn", "turns", "mine", "ours", "change", "changes", "train", "trains", "hands", "against", "going", "ones", "want", "wants", "receive",
    "receives", "each", "provide", "provides", "forward", "return", "returns", "present", "presents", "sent", "silent", "quiet", "won't", "dont", "don't", "can't", "cannot", "doesn't", "fixed", "free", "enter",
    "say", "says", "becomes", "let", "lets", "stop", "stops", "end", "ends", "closed", "rolls", "apply", "admit", "include", "includes", "factor", "factors", "points", "leave", "play", "plays", "run", "runs", "drop", "drops",
];

/// Whether a text has a word by which an order can be known.
pub(super) fn has_words_of_orders(text: &str) -> bool {
    let is_everyday = |word: &str| EVERYDAY.iter().any(|known| known.eq_ignore_ascii_case(word));
    let telling: String = words(text).filter(|word| !is_everyday(word)).collect::<Vec<_>>().join(" ");
    !kinds_of(&telling).is_empty()
}

/// Whether a word opens an order.
pub(super) fn is_opening(word: &str) -> bool {
    OPENING.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The one verb of orders that a word would be with a letter more, with one less, or with two that change places.
pub(super) fn nearest_opening(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let is_near = |known: &&&str| {
        known.len() > 3
            && strsim::damerau_levenshtein(known, &word) == 1
            && (known.len() != word.len() || strsim::hamming(known, &word) == Ok(2))
    };
    let mut near = OPENING.iter().filter(is_near);
    match (near.next(), near.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}
