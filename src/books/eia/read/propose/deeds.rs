//! What the verbs of a line may ask, composed of its parts.

use super::parts::Finding;
use crate::order::{Act, Amount, Claimant, Counter, CounterOrder, Order, Partners};
use crate::power::Power;

/// Most partners, lands and powers that are proposed side by side.
const MOST_ALIKE: usize = 3;

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Manipulate,
    StopAmerican,
    Trade,
    Reduce,
    Save,
    Leader,
    Debt,
    Cede,
    Claim,
    Counters,
    Buy,
    Give,
}

const AMERICA: &[&str] = &["american", "americans", "america", "usa"];

/// The words of each, in the order of how much they tell.
#[rustfmt::skip]
const DEEDS: &[(Deed, &[&str])] = &[
    (Deed::Manipulate, &["manipulation", "manipulate", "manipulates", "manip", "squeeze", "economy"]),
    (Deed::StopAmerican, AMERICA),
    (Deed::Trade, &["trade", "trades", "trading", "commerce"]),
    (Deed::Reduce, &["vp", "vps", "victory"]),
    (Deed::Save, &["manpower", "mp", "mps"]),
    (Deed::Leader, &["leader"]),
    (Deed::Debt, &["repay", "repays", "debt", "debts", "owe", "owed", "iou", "ious", "loan", "settle"]),
    (Deed::Cede, &["cede", "cedes", "ceding", "cession", "surrender", "surrenders", "relinquish"]),
    (Deed::Claim, &["claim", "claims", "claiming"]),
    (Deed::Counters, &["counter", "counters", "corps", "fleet", "fleets"]),
    (Deed::Buy, &["buy", "buys", "build", "builds", "purchase", "purchases", "raise", "raises", "recruit", "recruits", "order", "orders", "get", "want", "need",
        "infantry", "inf", "militia", "cavalry", "cav", "guard", "guards", "artillery", "arty", "ships", "ship", "horse", "regulars", "spend", "procure", "acquire"]),
    (Deed::Give, &["give", "gives", "lend", "lends", "send", "sends", "grant", "grants", "pay", "pays", "transfer", "transfers", "aid", "aids", "support", "supports", "subsidise",
        "subsidize", "fund", "funds", "donate", "donates", "money", "loans", "subsidy", "gift", "hand", "pass", "slip", "wire", "advance"]),
];

/// Whether a word names a deed.
pub(super) fn is_telling(word: &str) -> bool {
    words().any(|known| known.eq_ignore_ascii_case(word))
}

/// The words of all deeds.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    DEEDS.iter().flat_map(|(_, words)| words.iter().copied())
}

const YES: &[&str] =
    &["agree", "agrees", "accept", "accepts", "yes", "ok", "okay", "welcome", "allow", "consent", "fine", "sure"];
const NO: &[&str] = &["refuse", "refuses", "decline", "declines", "reject", "rejects", "deny", "denies", "forbid"];

impl Finding<'_, '_> {
    /// The orders that the line may be: of the most telling deed that fits.
    pub fn orders(&self) -> Vec<Order> {
        let deeds = DEEDS.iter().filter(|(_, words)| self.says(words)).map(|(deed, _)| *deed);
        let is_standing = self.is_standing();
        let order = |(power, act)| Order { power, is_standing, act };
        let fitting = deeds.map(|deed| self.acts(deed)).find(|acts| !acts.is_empty());
        fitting.unwrap_or_default().into_iter().take(MOST_ALIKE).map(order).collect()
    }

    fn acts(&self, deed: Deed) -> Vec<(Option<Power>, Act)> {
        if self.is_denied {
            return self.nothing(deed).map(|act| (None, act)).into_iter().collect();
        }
        let needs_another =
            matches!(deed, Deed::Give | Deed::Debt | Deed::Cede | Deed::Trade | Deed::Reduce | Deed::StopAmerican);
        let (giver, others) = self.giver_and_others(self.verb_at(deed), needs_another);
        let acts = match deed {
            Deed::Manipulate => self.level().map(|level| Act::Manipulate { level }).into_iter().collect(),
            Deed::StopAmerican => self.stop_american(&others),
            // Trade with America is stopped, and never offered.
            Deed::Trade if self.says(AMERICA) => Vec::new(),
            Deed::Trade => self.trade(&others),
            Deed::Reduce => {
                self.with_each(&self.all_powers(), |target, amount| Act::ReduceVictoryPoints { amount, target })
            }
            Deed::Save => self.save(),
            Deed::Leader => self.leader(),
            Deed::Debt => self.with_each(&others, |to, amount| Act::PayDebt { to, amount }),
            Deed::Cede => self.cede(&others),
            Deed::Claim => self.claim(&others),
            Deed::Counters => self.counters(),
            Deed::Buy => self.buy(),
            Deed::Give => self.give(&others),
        };
        acts.into_iter().map(|act| (giver, act)).collect()
    }

    /// The place of the first word of a deed.
    fn verb_at(&self, deed: Deed) -> Option<usize> {
        let words = DEEDS.iter().find(|(other, _)| *other == deed).map(|(_, words)| *words)?;
        self.tokens.iter().position(|token| token.is_one_of(words))
    }

    /// What a line that denies a deed may mean.
    fn nothing(&self, deed: Deed) -> Option<Act> {
        Some(match deed {
            Deed::Trade if self.says(&["offer", "offers"]) => return None,
            Deed::Trade => Act::AnswerTrade { agrees: false, except: Vec::new() },
            Deed::StopAmerican => Act::StopAmericanTrade { partners: Partners::default() },
            Deed::Cede => Act::CedeNothing,
            Deed::Debt => Act::PayNoDebts,
            Deed::Buy if self.says(&["buy", "build", "purchase", "spend"]) => Act::BuyNothing,
            Deed::Give => Act::LendNothing,
            _ => return None,
        })
    }

    fn with_each(&self, powers: &[Power], act: impl Fn(Power, Amount) -> Act) -> Vec<Act> {
        let amount = self.amount();
        powers.iter().filter_map(|power| Some(act(*power, amount?))).collect()
    }

    fn stop_american(&self, others: &[Power]) -> Vec<Act> {
        let verbs = [
            "stop",
            "stops",
            "stopped",
            "block",
            "blocks",
            "blocked",
            "blockade",
            "deny",
            "denied",
            "cut",
            "halt",
            "halted",
            "interdict",
            "prevent",
            "hinder",
            "hindered",
        ];
        if !self.says(&verbs) {
            return Vec::new();
        }
        let partners = match others {
            [] => Partners::everybody(),
            some => Partners { powers: some.to_vec(), ..Partners::default() },
        };
        vec![Act::StopAmericanTrade { partners }]
    }

    /// Who offers names partners or everybody; who answers agrees or refuses.
    fn trade(&self, others: &[Power]) -> Vec<Act> {
        if self.says(NO) {
            return vec![Act::AnswerTrade { agrees: false, except: Vec::new() }];
        }
        let agrees = Act::AnswerTrade { agrees: true, except: Vec::new() };
        if self.says(YES) {
            return vec![agrees];
        }
        let minors = self.minors();
        let is_everybody = self.says(&["all", "everybody", "everyone", "anyone", "anybody"]);
        let partners = Partners { is_everybody, powers: others.to_vec(), minors, ports: Vec::new() };
        if partners.is_nobody() {
            return Vec::new();
        }
        let offer = if is_everybody { Partners::everybody() } else { partners };
        let is_exception = self.says(&["except", "but", "besides"]);
        if is_exception {
            return Vec::new();
        }
        vec![Act::OfferTrade { partners: offer, except: Partners::default() }, agrees]
    }

    fn save(&self) -> Vec<Act> {
        let verbs =
            ["save", "saves", "keep", "keeps", "carry", "carries", "store", "bank", "retain", "reserve", "hold"];
        let amount = self.amount().filter(|_| self.says(&verbs));
        amount.map(|amount| Act::SaveManpower { amount }).into_iter().collect()
    }

    /// A leader's name is no name of the map: the word behind "leader" that is written large.
    fn leader(&self) -> Vec<Act> {
        if !self.says(&["return", "returns", "bring", "back", "home", "recall", "rejoin"]) {
            return Vec::new();
        }
        let at = self.tokens.iter().position(|token| token.is_one_of(&["leader"]));
        let large = |word: &&str| word.starts_with(char::is_uppercase);
        let name = at.and_then(|at| self.tokens.get(at + 1)?.word()).filter(large);
        let Some(name) = name.map(str::to_owned) else { return Vec::new() };
        let returns = |pays| Act::ReturnLeader { name: name.clone(), pays };
        let pays = self.says(&["pay", "pays", "paying", "points"]);
        let is_free = self.says(&["without", "free", "die", "dice", "roll"]);
        match (pays, is_free) {
            (true, false) => vec![returns(true)],
            (_, true) => vec![returns(false)],
            _ => vec![returns(false), returns(true)],
        }
    }

    fn cede(&self, others: &[Power]) -> Vec<Act> {
        let lands = self.territories();
        let cessions =
            lands.iter().flat_map(|land| others.iter().map(|to| Act::Cede { territory: land.clone(), to: *to }));
        cessions.collect()
    }

    fn claim(&self, others: &[Power]) -> Vec<Act> {
        let who = others.first().map_or(Claimant::Oneself, |power| Claimant::Power(*power));
        let lands = self.territories();
        let territories: Vec<(String, Claimant)> = lands.into_iter().map(|land| (land, who)).collect();
        (!territories.is_empty()).then_some(Act::Claim { territories }).into_iter().collect()
    }

    fn counters(&self) -> Vec<Act> {
        let verbs = [
            "buy",
            "buys",
            "build",
            "builds",
            "purchase",
            "purchases",
            "counter",
            "counters",
            "get",
            "want",
            "need",
            "raise",
        ];
        if !self.says(&verbs) || !self.units().is_empty() {
            return Vec::new();
        }
        let nouns = [(Counter::Corps, ["corps", "corp"]), (Counter::Fleet, ["fleet", "fleets"])];
        let count = |nouns: &[&str]| {
            let at = self.tokens.iter().position(|token| token.is_one_of(nouns))?;
            let before = self.tokens[..at].iter().rev().take(3).find(|token| !token.is_one_of(&["new", "more"]))?;
            before.number().or_else(|| before.is_one_of(&["a", "an"]).then_some(1))
        };
        let order = |(counter, nouns): &(Counter, [&str; 2])| {
            Some(CounterOrder { counter: *counter, count: count(nouns)?, names: Vec::new() })
        };
        let counters: Vec<CounterOrder> = nouns.iter().filter_map(order).collect();
        let state = self.minors().into_iter().next();
        (!counters.is_empty()).then_some(Act::BuyCounters { state, counters }).into_iter().collect()
    }

    fn buy(&self) -> Vec<Act> {
        let units = self.units();
        let state = self.minors().into_iter().next();
        (!units.is_empty()).then_some(Act::Buy { state, units }).into_iter().collect()
    }

    /// Money to powers and free states; land that is handed over is a cession.
    fn give(&self, others: &[Power]) -> Vec<Act> {
        let Some(amount) = self.amount() else { return self.cede(others) };
        let is_loan = self.says(&["lend", "lends", "loan", "loans", "repay", "repaid", "due", "back", "advance"]);
        let due = self.month().filter(|_| is_loan);
        let lend = |to: &Power| Act::Lend { amount, to: *to, is_loan, due, if_received: None };
        let aid = |state: String| Act::Aid { amount, state };
        others.iter().map(lend).chain(self.minors().into_iter().map(aid)).collect()
    }
}
