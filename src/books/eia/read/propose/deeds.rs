//! What the words of a clause ask: which kind of order, told by its verbs and nouns, in the order of how much they tell.

use super::parts::Finding;
use super::phrase::phrase;
use crate::order::{Act, Order};
use crate::power::Power;
use reader::loose::Kind;

/// Most partners, lands and powers that are proposed side by side.
const MOST_ALIKE: usize = 6;

/// What a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Entry,
    Shown,
    Announce,
    Manipulate,
    American,
    BlackSea,
    Bid,
    Levy,
    Combine,
    Dice,
    Note,
    Leader,
    Convert,
    Reduce,
    Save,
    Cession,
    Debt,
    Build,
    Trade,
    Claim,
    Cede,
    Give,
}

/// The words of each, in the order of how much they tell.
#[rustfmt::skip]
const DEEDS: &[(Deed, &[&str])] = &[
    (Deed::Shown, &["treasury", "finances", "accounts", "books", "sharing"]),
    (Deed::Announce, &["announce", "announces", "announced", "announcing", "announcement", "claims", "victory", "wins", "win"]),
    (Deed::Manipulate, &["manipulation", "manipulate", "manipulates", "manipulating", "manip", "manips", "squeeze", "economy", "eco", "econ", "economic", "economics", "screw", "taxpayer", "taxpayers", "taxes", "peasants", "milk"]),
    (Deed::American, &["american", "americans", "america", "usa", "yankee", "yankees", "yanks", "americas", "US"]),
    (Deed::BlackSea, &["black", "straits", "strait", "bosporus", "bosphorus", "dardanelles", "passage", "permission", "hellespont", "bs", "leave"]),
    (Deed::Bid, &["bid", "bids", "bidding", "run", "play"]),
    (Deed::Levy, &["cossack", "cossacks", "freikorps", "freecorps", "feudal", "feudals", "insurrection", "insurrections", "insurrectionists"]),
    (Deed::Combine, &["combination", "confederation", "confed", "rheinbund", "rhine", "kingdom", "dissolve"]),
    (Deed::Dice, &["dice"]),
    (Deed::Note, &["note", "record", "iou", "ious", "write", "put", "books", "owe", "owes"]),
    (Deed::Leader, &["leader", "return", "returns", "returned", "back", "home", "bring", "recall", "rejoin", "die", "roll", "again", "coming"]),
    (Deed::Convert, &["convert", "converts", "conversion", "conversions", "becomes"]),
    (Deed::Reduce, &["vp", "vps", "victory", "points", "knock", "reduction", "reduce", "reduces"]),
    (Deed::Save, &["manpower", "mp", "mps"]),
    (Deed::Cession, &["accept", "accepts", "accepted", "decline", "declines", "declined", "refuse", "refuses", "take", "takes", "we'd", "keep", "keeps", "thanks", "reject", "territory", "cession", "welcome", "treat", "treats"]),
    (Deed::Debt, &["repay", "repays", "debt", "debts", "owe", "owed", "iou", "ious", "settle", "pay", "pays", "payback", "back"]),
    (Deed::Build, &["buy", "buys", "build", "builds", "purchase", "purchases", "raise", "raises", "recruit", "recruits", "order", "orders", "get", "want", "need", "infantry", "inf", "militia", "mil", "cavalry",
        "cav", "guard", "guards", "artillery", "arty", "art", "ships", "ship", "horse", "regulars", "spend", "procure", "acquire", "counter", "counters", "corps", "fleet", "fleets", "marker", "markers", "troops", "shopping", "build"]),
    (Deed::Trade, &["trade", "trades", "trading", "commerce", "deal", "deals", "ports", "port", "offer", "proposal", "merchants", "goods", "agree", "agrees", "agreed", "accept", "yes", "allowed", "consents", "consent", "ok", "nay", "aye", "harbours", "harbour", "harbors", "harbor", "merchantmen", "merchant", "traders", "refuse", "refuses", "refused"]),
    (Deed::Claim, &["claim", "claims", "claiming"]),
    (Deed::Cede, &["cede", "cedes", "ceded", "ceding", "cession", "cessions", "surrender", "surrenders", "relinquish", "hand", "hands", "go", "goes", "territory"]),
    (Deed::Give, &["give", "gives", "given", "lend", "lends", "lending", "lent", "send", "sent", "sends", "grant", "grants", "pay", "pays", "transfer", "transfers", "aid", "aids", "support", "supports", "subsidise", "subsidy", "subsidies", "gets", "loan", "loans",
        "subsidize", "fund", "funds", "donate", "donates", "money", "gift", "gifts", "hand", "pass", "slip", "wire", "advance", "receives", "goes", "help", "borrows", "count", "subsidises", "award", "provide", "supply", "contribute", "deliver", "remit"]),
];

/// Words that turn an order round.
#[rustfmt::skip]
const REFUSES: &[&str] = &[
    "refuse", "refuses", "decline", "declines", "reject", "rejects", "unwilling", "withhold", "avoid", "cancel", "cancels", "withdraw", "delete", "undo", "ignore", "scrap",
];

impl Deed {
    /// Whether what denies it may still order something.
    fn may_be_denied(self) -> bool {
        use Deed::{American, Bid, BlackSea, Build, Cession, Dice, Entry, Leader, Manipulate, Save, Shown, Trade};
        matches!(
            self,
            Entry | Shown | Leader | Trade | BlackSea | American | Manipulate | Bid | Save | Build | Dice | Cession
        )
    }

    /// Whether a word of refusal is an answer about it.
    fn may_be_refused(self) -> bool {
        use Deed::{American, Bid, BlackSea, Cession, Entry, Trade};
        matches!(self, Entry | Trade | BlackSea | American | Cession | Bid)
    }
}

/// Words of people that are no slips of those.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "hang", "borrowed", "fleet", "dozen", "couple", "counter", "marker", "merci", "thanks", "friends", "evening", "london", "excluded", "excepted", "barring", "occupied", "besieged", "lifted", "allied", "treasury", "deadline", "please", "yards", "started",
    "should", "would", "could", "might", "there", "their", "these", "those", "where", "which", "while", "whole", "third", "factor", "factors", "infanterie", "kavallerie", "funds", "permit", "great", "always", "every", "times",
];

/// Whether a word names a deed.
pub(super) fn is_telling(word: &str) -> bool {
    words().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a word is one of people's own.
pub(super) fn is_known(word: &str) -> bool {
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The words of all deeds.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    DEEDS.iter().flat_map(|(_, words)| words.iter().copied()).filter(|word| *word != "US")
}

impl Finding<'_, '_> {
    /// Whether a word of the clause tells what it asks.
    pub fn tells(&self) -> bool {
        self.tokens.iter().any(|token| token.word().is_some_and(is_telling))
    }

    /// The orders that the clause may be: of the most telling deed that fits.
    pub fn orders(&self) -> Vec<Order> {
        let named = DEEDS.iter().filter(|(_, words)| self.says_deed(words)).map(|(deed, _)| *deed);
        let deeds = std::iter::once(Deed::Entry).chain(named).chain([
            Deed::Build,
            Deed::Trade,
            Deed::Manipulate,
            Deed::Give,
            Deed::Cede,
        ]);
        let fitting = deeds.map(|deed| (deed, self.acts(deed))).find(|(_, acts)| !acts.is_empty());
        let Some((deed, acts)) = fitting else { return Vec::new() };
        let Some(giver) = self.giver(deed, &acts) else { return Vec::new() };
        let order = |act: Act| {
            let is_entry = matches!(act, Act::Sheet(_));
            let is_once = matches!(
                act,
                Act::Combine { .. }
                    | Act::Cede { .. }
                    | Act::AnswerCession { .. }
                    | Act::NoteDebt { .. }
                    | Act::Announce { .. }
                    | Act::ReturnLeader { .. }
            );
            Order { power: giver.filter(|_| !is_entry), is_standing: self.is_standing && !is_entry && !is_once, act }
        };
        acts.into_iter().take(MOST_ALIKE).map(order).collect()
    }

    /// "And Moldavia as well": what stands last, for another country.
    pub fn as_well(&self, before: &[Order]) -> Vec<Order> {
        let repeats = self.says(&["ditto", "likewise", "well"]) && self.numbers().is_empty();
        let (Some(last), [minor]) = (before.last(), &self.minors()[..]) else { return Vec::new() };
        let act = match &last.act {
            Act::Buy { state: Some(_), units } => Act::Buy { state: Some(minor.clone()), units: units.clone() },
            Act::Aid { amount, .. } => Act::Aid { amount: *amount, state: minor.clone() },
            _ => return Vec::new(),
        };
        if repeats { vec![Order { act, ..last.clone() }] } else { Vec::new() }
    }

    /// What the clause buys, for a clause without a verb.
    pub fn build_alone(&self) -> Vec<Order> {
        let order = |act| Order { power: None, is_standing: self.is_standing, act };
        if self.tokens.iter().any(super::parts::is_unit) || self.says(&["corps", "fleet", "fleets"]) {
            self.build().into_iter().map(order).collect()
        } else {
            Vec::new()
        }
    }

    /// "US" is a country when it is written large.
    fn says_deed(&self, words: &[&str]) -> bool {
        let is_us = || words.contains(&"US") && self.tokens.iter().any(|token| token.word() == Some("US"));
        self.tokens.iter().any(|token| token.is_one_of(words) && !(token.is_one_of(&["us"]))) || is_us()
    }

    fn acts(&self, deed: Deed) -> Vec<Act> {
        if self.is_denied && !deed.may_be_denied() {
            return self.nothing(deed).into_iter().collect();
        }
        if !deed.may_be_refused() && self.says(REFUSES) {
            return Vec::new();
        }
        match deed {
            Deed::Entry => self.entries(),
            Deed::Shown => self.shown(),
            Deed::Announce => self.announce().into_iter().collect(),
            Deed::Manipulate => self.manipulate().into_iter().collect(),
            Deed::American => self.american(),
            Deed::BlackSea => self.black_sea(),
            Deed::Bid => self.bid(),
            Deed::Levy => self.levy(),
            Deed::Combine => self.combine().into_iter().collect(),
            Deed::Dice => self.dice().into_iter().collect(),
            Deed::Note => self.note().into_iter().collect(),
            Deed::Leader => self.leader(),
            Deed::Convert => self.convert().into_iter().collect(),
            Deed::Reduce => self.reduce(),
            Deed::Save => self.save().into_iter().collect(),
            Deed::Cession => self.cession(),
            Deed::Debt => self.debt(),
            Deed::Build => self.build(),
            Deed::Trade => self.trade(),
            Deed::Claim => self.claim(),
            Deed::Cede => self.cede(),
            Deed::Give => self.give(),
        }
    }

    /// Who gives these orders; none where the clause tells what somebody does who cannot.
    fn giver(&self, deed: Deed, acts: &[Act]) -> Option<Option<Power>> {
        let subject = self.subject();
        // "The British offer us trade" is for them to say, and no answer to it.
        if acts.iter().any(|act| matches!(act, Act::AnswerTrade { .. }))
            && subject == Some(Power::Britain)
            && self.says(&["offer", "offers"])
        {
            return None;
        }
        let is_own = matches!(deed, Deed::Build | Deed::Save | Deed::Convert | Deed::Manipulate | Deed::Levy);
        Some(self.giver_of(deed).or(subject.filter(|_| is_own)))
    }

    /// The power with which the clause begins, as whoever does what it says: "Russia is buying 10 infantry".
    fn subject(&self) -> Option<Power> {
        #[rustfmt::skip]
        const DOING: &[&str] = &[
            "is", "are", "will", "shall", "would", "has", "buys", "builds", "raises", "recruits", "orders", "wants", "needs", "purchases", "saves", "keeps", "manipulates", "squeezes", "converts", "levies", "places", "offer", "offers", "spends", "takes",
        ];
        let first = self.tokens.iter().position(|token| !token.is_one_of(&["the", "and", "so", "then", "but"]))?;
        let name = self.tokens[first].name()?;
        let next = self.tokens.get(first + 1)?;
        next.is_one_of(DOING).then_some(name.power?)
    }

    /// Who gives the order, where the clause names him before its verb and somebody else besides.
    fn giver_of(&self, deed: Deed) -> Option<Power> {
        let needs_another = matches!(deed, Deed::Give | Deed::Debt | Deed::Cede | Deed::Reduce | Deed::American);
        let verb = DEEDS
            .iter()
            .filter(|(other, _)| *other == deed)
            .find_map(|(_, words)| self.tokens.iter().position(|token| token.is_one_of(words)));
        let is_received = self.says(&["gets", "receives", "get", "receive", "have"]);
        let giver = if needs_another && !is_received && !self.says(&["both"]) {
            self.giver_and_others(verb, true).0
        } else {
            None
        };
        // Britain alone stops American trade: "stop France's and not Spain's American trade" names no giver.
        giver.filter(|giver| deed != Deed::American || *giver == Power::Britain)
    }

    /// The powers of the clause but its giver, or those whose capitals it names.
    pub fn others(&self, deed: Deed) -> Vec<Power> {
        let giver = self.giver_of(deed);
        let mut others: Vec<Power> = Vec::new();
        for (_, power) in self.powers() {
            if Some(power) != giver && !others.contains(&power) {
                others.push(power);
            }
        }
        let courts = self.courts();
        let is_giver = others.len() == 1
            && self.powers().first().is_some_and(|(index, _)| *index <= 1)
            && self.says(&["sends", "gives", "lends", "pays", "grants"]);
        if !courts.is_empty() && (others.is_empty() || is_giver) {
            return courts;
        }
        let has_friends = self.says(&["friends", "friend", "ally", "allies", "cousins", "comrades"]);
        let is_money = matches!(deed, Deed::Give | Deed::Debt | Deed::Cede);
        if others.is_empty() && (has_friends || is_money && self.minors().is_empty() || deed == Deed::Cede) {
            self.all_powers()
        } else {
            others
        }
    }

    /// What a clause that denies a deed may mean.
    pub fn nothing(&self, deed: Deed) -> Option<Act> {
        let says_none = self.says(&["no", "nothing", "none"])
            || self.is_denied && self.says(&["anything", "any", "anybody", "anyone", "penny"]);
        let is_all = says_none && self.numbers().is_empty();
        Some(match deed {
            Deed::Announce if self.numbers().is_empty() && self.names.is_empty() && is_all => Act::KeepQuiet,
            Deed::Debt if self.says(&["debts", "debt"]) && is_all => Act::PayNoDebts,
            Deed::Cede
                if (is_all && self.names.iter().all(|name| name.index < 2) || self.says(&["never"]))
                    && self.says(&["cede", "cessions", "cession", "ceded", "territory"])
                    && !self.says(&["will"]) =>
            {
                Act::CedeNothing
            }
            Deed::Convert if is_all => Act::ConvertNone,
            Deed::Give
                if is_all
                    && (self.names.is_empty() || self.says(&["anything", "nothing"]))
                    && self.others(Deed::Give).len() < 2
                    && self.says(&[
                        "lend",
                        "lending",
                        "lent",
                        "loan",
                        "loans",
                        "give",
                        "gifts",
                        "gift",
                        "aid",
                        "subsidies",
                    ]) =>
            {
                Act::LendNothing
            }
            Deed::Give if self.lends_to_nobody() => Act::LendNothing,
            _ => return None,
        })
    }

    /// "We do not lend": denied, with nobody and no sum named.
    fn lends_to_nobody(&self) -> bool {
        self.is_denied
            && self.says(&["lend", "lends"])
            && self.numbers().is_empty()
            && self.minors().is_empty()
            && self.names.iter().all(|name| name.index < 2)
    }

    fn manipulate(&self) -> Option<Act> {
        let words = DEEDS.iter().find(|(deed, _)| *deed == Deed::Manipulate).map_or(&[][..], |(_, words)| words);
        let is_bare = self
            .tokens
            .iter()
            .filter(|token| token.word().is_none_or(|word| !["plus", "minus"].contains(&word)))
            .all(|token| matches!(token.kind, Kind::Number(_) | Kind::Sign('+' | '-' | '.' | '!')));
        let is_signed = self
            .tokens
            .first()
            .is_some_and(|first| matches!(first.kind, Kind::Sign('+' | '-')) || first.is_one_of(&["plus", "minus"]));
        let is_told = self.says(words);
        let is_denied = self.is_denied && !self.says(&["no", "none", "refrain", "nothing"]) || self.says(&["never"]);
        let is_open = self.says(&["raise", "lower", "least", "somewhere", "whatever", "between", "is"])
            && self.numbers().is_empty()
            && !self.says(&["off", "no", "neutral"]);
        if !(is_told || is_bare && is_signed) || is_denied || is_open {
            return None;
        }
        let as_much = phrase(
            &self.tokens,
            &[
                "as hard as",
                "as much as",
                "as far as",
                "all the way",
                "to the limit",
                "to the full",
                "to the bone",
                "to the hilt",
            ],
        );
        if as_much.is_some() && self.numbers().is_empty() {
            return Some(Act::Manipulate { level: if self.says(&["invest", "invests"]) { -2 } else { 2 } });
        }
        self.level().map(|level| Act::Manipulate { level })
    }
}
