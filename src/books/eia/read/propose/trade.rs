//! Trade: who offers it, who answers, the ports of either.

use super::parts::{Finding, Word};
use super::phrase::phrase;
use crate::order::{Act, Partners};
use crate::power::Power;
use crate::read::offer::leaves_open;
use reader::loose::Kind;

#[rustfmt::skip]
const YES: &[&str] = &[
    "agree", "agrees", "agreed", "accept", "accepts", "accepted", "yes", "ok", "okay", "welcome", "welcomes", "allow", "consent", "consents", "fine", "sure", "may", "aye", "si", "oui", "open", "will", "incl", "included", "approve", "approves", "permitted", "grant", "grants", "glad", "gladly", "ja", "can",
];
const NO: &[&str] = &[
    "refuse", "refuses", "refused", "decline", "declines", "declined", "reject", "rejects", "rejected", "deny",
    "denies", "forbid", "no", "not", "non", "nay", "never", "nein", "closed", "shut", "cannot", "against", "freezes",
    "shan't", "won't", "nope", "stop", "stops", "halt",
];
#[rustfmt::skip]
const EXCEPT: &[&str] = &[
    "except", "excepting", "excepted", "but", "bar", "barring", "besides", "excluding", "excluded", "without", "minus", "withhold", "save", "exception",
];
const ALL: &[&str] = &["all", "everybody", "everyone", "anyone", "anybody", "every", "everything", "everywhere"];

/// The ports of a clause: those that are said yes to, and those that are not.
#[derive(Default)]
pub(super) struct Ports {
    pub yes: Vec<String>,
    pub no: Vec<String>,
}

/// What stands for the ports that are not named.
const REST: &[&str] = &["rest", "others", "other", "remaining"];

impl Ports {
    fn side(&mut self, is_yes: bool) -> &mut Vec<String> {
        if is_yes { &mut self.yes } else { &mut self.no }
    }
}

impl Finding<'_, '_> {
    /// Who offers names partners or everybody; who answers agrees or refuses.
    pub fn trade(&self) -> Vec<Act> {
        if self.says(&["corps", "fleet", "fleets", "depots"]) {
            return Vec::new();
        }
        const TOLD: &[&str] = &[
            "trade",
            "trades",
            "trading",
            "commerce",
            "deal",
            "deals",
            "ports",
            "port",
            "offer",
            "proposal",
            "merchants",
            "goods",
            "harbours",
            "harbour",
            "harbors",
            "harbor",
            "merchantmen",
            "merchant",
            "traders",
        ];
        let has_ports = !self.port_names().is_empty();
        // "Turkey agrees"
        let is_word_alone = self.tokens.len() < 4
            && self.names.len() < 2
            && self.says(&["agree", "agrees", "accept", "accepts", "yes"]);
        if is_word_alone && self.tokens.iter().all(|token| token.name().is_some() || token.word().is_some()) {
            return vec![Act::AnswerTrade { agrees: true, except: Vec::new() }];
        }
        let refuses = self.tokens.iter().any(|token| token.is_one_of(&["refuse", "refuses"]));
        let is_small = |token: &Word<'_, '_>| {
            token.is_one_of(&[
                "refuse", "refuses", "we", "i", "now", "so", "do", "also", "too", "this", "time", "quarter", "again",
                "and",
            ]) || token.name().is_some_and(|name| name.power.is_some())
                || matches!(token.kind, Kind::Sign(_))
        };
        if refuses && self.tokens.iter().all(is_small) {
            return vec![Act::AnswerTrade { agrees: false, except: Vec::new() }];
        }
        let is_answer_alone = has_ports
            && (self.says(YES) || self.says(NO))
            && self.numbers().is_empty()
            && !self.says(&["blockaded", "blockade", "black", "siege", "besieged", "occupied", "war"]);
        if !self.says(TOLD) && !is_answer_alone
            || self.says(&["american", "black", "us"])
                && !self.says(&["ports"])
                && self.says(&["american", "black", "yankee"])
        {
            return Vec::new();
        }
        let is_choice = self.says(&["or", "whichever", "either"]) && !self.says(EXCEPT) && self.names.len() > 1;
        if is_choice || self.says(&["fight", "neutrals", "neutral", "opens", "account"]) {
            return Vec::new();
        }
        // "Russia's enemies" are not Russia, and those whom Americans may not reach are no partners.
        let of_others = ["~ friends", "~ allies", "~ enemies", "~ foes", "~ rivals", "~ neighbours"];
        let of_theirs = ["~ ' s friends", "~ ' s allies", "~ ' s neighbours", "~ ' s partners", "~ ' friends"];
        let is_of_others = self.says(&["enemies", "foes", "rivals"])
            || phrase(&self.tokens, &of_theirs).is_some()
            || self.says(ALL) && phrase(&self.tokens, &of_others).is_some();
        if is_of_others || self.says(&["yankees", "yankee", "yanks", "americans"]) {
            return Vec::new();
        }
        let partners = self.partners();
        if let Some(repeated) = self.as_before(&partners) {
            return repeated;
        }
        if self.is_offer(&partners) {
            return self.offers(&partners);
        }
        self.answers()
    }

    /// What is to be as it was: the offer, but for those who are taken out of it, and an answer as it may have been.
    fn as_before(&self, partners: &[Power]) -> Option<Vec<Act>> {
        const OUT: &[&str] = &["except", "without", "but", "minus", "bar", "excluding", "not", "leave", "drop"];
        let says_so = self.says(&["same", "unchanged", "arrangement"])
            || phrase(
                &self.tokens,
                &["as before", "as last time", "as last quarter", "like last time", "like last quarter", "like before"],
            )
            .is_some();
        if !says_so {
            return None;
        }
        let answer = |agrees| Act::AnswerTrade { agrees, except: Vec::new() };
        if self.says(&["answer", "reply", "response"]) {
            return Some(if partners.is_empty() { vec![answer(true), answer(false)] } else { Vec::new() });
        }
        let is_changed = !partners.is_empty() || !self.port_names().is_empty() || !self.minors().is_empty();
        if !is_changed {
            return Some(vec![Act::OfferSame]);
        }
        let except = Partners { powers: partners.to_vec(), ..Partners::default() };
        let offer = Act::OfferTrade { partners: Partners::everybody(), except };
        Some(if self.says(OUT) && !partners.is_empty() && self.minors().is_empty() { vec![offer] } else { Vec::new() })
    }

    /// Whether the clause begins with an offer of its own: "the British offer" is one that is answered.
    fn begins_offer(&self) -> bool {
        const OF_ANOTHER: &[&str] = &["the", "their", "his", "her", "your", "this", "that", "any"];
        let offers = self.tokens.iter().position(|token| token.is_one_of(&["offer", "offers", "offering"]));
        let Some(at) = offers else { return false };
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        !before.is_some_and(|before| before.is_one_of(OF_ANOTHER) || before.name().is_some())
            && !self.tokens[..at].iter().any(|token| token.is_one_of(YES) && !token.is_one_of(&["will"]))
    }

    /// Cities of the clause that are ports.
    fn port_names(&self) -> Vec<String> {
        let cities =
            self.names.iter().filter(|name| name.named.power.is_none()).flat_map(|name| name.named.cities.iter());
        cities
            .filter(|city| *city != "London" && self.scenario.map.city(city).is_some_and(|city| city.port.is_some()))
            .cloned()
            .collect()
    }

    /// Powers with whom Britain may trade, in their order.
    fn partners(&self) -> Vec<Power> {
        let mut known = Vec::new();
        for power in
            self.all_powers().into_iter().chain(if self.port_names().is_empty() { self.courts() } else { Vec::new() })
        {
            if power != Power::Britain && !known.contains(&power) {
                known.push(power);
            }
        }
        known
    }

    fn is_offer(&self, partners: &[Power]) -> bool {
        let to_britain = self.all_powers().contains(&Power::Britain);
        let refuses = self.says(&["refuse", "refuses", "refused", "reject", "rejects", "decline", "declines"]);
        if refuses && !self.begins_offer() {
            return false;
        }
        let offers = !refuses && (self.says(&["offer", "offers"]) && !self.says(YES) || self.begins_offer());
        let gives_answer = self
            .names
            .first()
            .is_some_and(|name| name.index == 0 && name.named.power.is_some_and(|power| partners == [power]))
            && (self.says(YES) || self.says(NO))
            && self.port_names().is_empty();
        if to_britain
            || gives_answer && !self.names.is_empty() && !self.names[0].named.is_adjective && !self.says(&["offer"])
        {
            return false;
        }
        let is_everybody = self.says(&["everybody", "everyone", "anybody", "anyone", "nobody"])
            || self.says(&["all"]) && !self.says(YES) && !self.says(NO);
        offers
            || !partners.is_empty()
            || is_everybody
            || !self.minors().is_empty() && self.port_names().is_empty()
            || self.says(&["only"]) && self.port_names().len() > 1 && !self.says(YES) && !self.says(NO)
    }

    /// An offer with its exceptions: what stands behind a word for one, or before "excluded".
    fn offers(&self, powers: &[Power]) -> Vec<Act> {
        const OUT: &[&str] = &[
            "except",
            "excepting",
            "but",
            "bar",
            "barring",
            "besides",
            "excluding",
            "without",
            "minus",
            "withhold",
            "save",
            "not",
            "no",
            "exception",
        ];
        let denies_all = self.says(&["no", "nobody", "none", "nothing"])
            && self.says(&["anybody", "anyone", "nobody", "none"])
            && powers.is_empty();
        if denies_all {
            return vec![Act::OfferTrade { partners: Partners::default(), except: Partners::default() }];
        }
        let out = self.tokens.iter().position(|token| {
            token.is_one_of(OUT) && !token.is_one_of(&["no"])
                || token.is_one_of(&["no"]) && !self.port_names().is_empty()
        });
        let is_out = |index: usize| {
            let marked_behind = self.tokens[index + 1..]
                .iter()
                .take(3)
                .take_while(|next| {
                    next.name().is_none()
                        && !matches!(next.kind, Kind::Sign(_))
                        && !next.is_one_of(&["but", "and", "or"])
                })
                .any(|next| next.is_one_of(&["no", "excluded", "excepted", "not", "out"]));
            out.is_some_and(|out| index > out && !self.tokens[out].is_one_of(&["no"])) || marked_behind
        };
        let gather = |wanted: bool| {
            let mut partners = Partners::default();
            for name in self.names.iter().filter(|name| is_out(name.index) == wanted) {
                match name.named.power {
                    Some(power) if power != Power::Britain && !partners.powers.contains(&power) => {
                        partners.powers.push(power)
                    }
                    Some(_) => {}
                    None => self.gather_land(&mut partners, name.named),
                }
            }
            partners
        };
        let (mut partners, except) = (gather(false), gather(true));
        if partners.is_nobody() && powers.iter().any(|power| !except.powers.contains(power)) {
            partners.powers = powers.to_vec();
        }
        if !partners.powers.is_empty() && !except.ports.is_empty() {
            partners.ports.clear();
        }
        let is_everybody = self.says(ALL)
            && !self.says(&["only"])
            && (partners.powers.is_empty() || self.says(&["everybody", "everyone", "all"]));
        if is_everybody {
            partners = Partners::everybody();
        }
        if partners.is_nobody() {
            return Vec::new();
        }
        if self.says(&["only", "alone"]) {
            self.leave_ports_alone(&mut partners);
        }
        let partners_alone =
            !is_everybody && except.is_nobody() && partners.ports.is_empty() && partners.minors.is_empty();
        let answer = partners_alone.then_some(Act::AnswerTrade { agrees: true, except: Vec::new() });
        std::iter::once(Act::OfferTrade { partners, except }).chain(answer).collect()
    }

    /// "Portugal, Lisbon only": the port, and no other of its country.
    fn leave_ports_alone(&self, partners: &mut Partners) {
        let land_of = |port: &String| Some(self.scenario.map.city(port)?.territory.clone());
        let lands: Vec<String> = partners.ports.iter().filter_map(land_of).collect();
        partners.minors.retain(|minor| !lands.contains(minor));
    }

    fn gather_land(&self, partners: &mut Partners, named: &crate::scenario::Meaning) {
        let minor = named.minors(&self.scenario.map).next().map(str::to_owned);
        let court =
            named.cities.iter().find_map(|city| super::parts::court(city)).filter(|_| self.port_names().is_empty());
        match minor {
            _ if court.is_some() => partners.powers.extend(court.filter(|power| !partners.powers.contains(power))),
            Some(minor) => partners.minors.push(minor),
            None => partners.ports.extend(named.cities.iter().cloned()),
        }
    }

    /// Yes or no, with the ports for which it is the other.
    fn answers(&self) -> Vec<Act> {
        let says_no = self.says(NO) || self.says(&["hell", "nothing"]);
        let Ports { yes, no } = self.ports();
        let only = self.says(&["only", "nothing", "alone"]) || self.says(REST) || yes.is_empty() && no.is_empty();
        let answer = |agrees: bool, except: Vec<String>| vec![Act::AnswerTrade { agrees, except }];
        match (yes.is_empty(), no.is_empty()) {
            (true, true) if self.port_names().is_empty() && self.keeps_out() => answer(false, Vec::new()),
            (true, true) if self.port_names().is_empty() && says_no && !self.says(&["objection"]) => {
                answer(false, Vec::new())
            }
            (true, true) if self.port_names().is_empty() && self.says(YES) => answer(true, Vec::new()),
            (true, true) if !says_no && self.tells_of_british_trade() => answer(true, Vec::new()),
            (false, true) if self.says(&["incl", "included", "everywhere", "all"]) => answer(true, Vec::new()),
            // What holds for the ports that are not named is for whoever wrote it to say.
            (false, false) if leaves_open(&self.scenario.map, &yes, &no) => {
                answer(true, no).into_iter().chain(answer(false, yes)).collect()
            }
            (_, false) => answer(true, no),
            (false, _) if only || !says_no => answer(false, yes),
            _ => Vec::new(),
        }
    }

    /// "Keep the British out of our harbours".
    fn keeps_out(&self) -> bool {
        self.says(&["keep", "keeps", "stay", "stays", "remain"])
            && self.says(&["out", "away"])
            && self.all_powers().contains(&Power::Britain)
    }

    /// "Of course we trade with Britain".
    fn tells_of_british_trade(&self) -> bool {
        let is_ours = self.tokens.iter().take(4).any(|token| token.is_one_of(&["we", "i", "we'll", "i'll"]));
        is_ours
            && self.port_names().is_empty()
            && self.says(&["trade"])
            && self.all_powers() == [Power::Britain]
            && !self.says(&["want", "like", "had", "did", "about"])
    }

    /// Each port with the yes or no that stands behind it, else before it.
    pub fn ports(&self) -> Ports {
        let mut ports = Ports::default();
        let is_led = self.names_lead();
        let mut waiting: Vec<String> = Vec::new();
        let mut mark = None;
        // How many were said yes to before the last word of it.
        let mut agreed = 0;
        for at in 0..self.tokens.len() {
            waiting.extend(self.ports_at(at));
            let Some(found) = self.mark_at(at) else { continue };
            if self.turns_round(at) {
                // "Odessa may trade, Sevastopol may not".
                let taken_back = ports.yes.split_off(agreed);
                ports.no.extend(taken_back);
                mark = Some(false);
                continue;
            }
            let is_for_those_before = is_led || self.tokens[at].is_one_of(&["excluded", "excepted", "shut", "closed"]);
            let side = match () {
                // "Cadiz trades, the rest stays shut".
                () if self.is_of_the_rest(at) => !found,
                () if is_for_those_before && !waiting.is_empty() => found,
                () => mark != Some(false),
            };
            agreed = ports.yes.len();
            ports.side(side).append(&mut waiting);
            mark = Some(found);
        }
        ports.side(mark != Some(false)).append(&mut waiting);
        ports
    }

    /// Whether the names stand first, so that a yes or no is for those before it.
    fn names_lead(&self) -> bool {
        let follows_colon = |index: usize| index > 0 && matches!(self.tokens[index - 1].kind, Kind::Sign(':'));
        self.names.first().is_some_and(|name| name.index <= 1 || follows_colon(name.index))
    }

    /// The ports that the name at a place means.
    fn ports_at(&self, at: usize) -> Vec<String> {
        let is_port =
            |city: &&String| *city != "London" && self.scenario.map.city(city).is_some_and(|city| city.port.is_some());
        let name = self.names.iter().find(|name| name.index == at);
        name.into_iter().flat_map(|name| name.named.cities.iter().filter(is_port)).cloned().collect()
    }

    /// Whether a word says yes, or no.
    fn mark_at(&self, at: usize) -> Option<bool> {
        let token = &self.tokens[at];
        let is_no = token.is_one_of(NO) || token.is_one_of(EXCEPT);
        (is_no || token.is_one_of(YES)).then_some(!is_no)
    }

    /// "May not": a no that takes back the yes before it.
    fn turns_round(&self, at: usize) -> bool {
        at > 0
            && self.mark_at(at - 1) == Some(true)
            && self.mark_at(at) == Some(false)
            && self.tokens[at - 1].is_one_of(&["may", "will", "can"])
    }

    /// Whether a yes or no is said of the ports that are not named: "the rest stays shut".
    fn is_of_the_rest(&self, at: usize) -> bool {
        let before = self.tokens[..at]
            .iter()
            .rev()
            .take_while(|token| token.name().is_none() && !matches!(token.kind, Kind::Sign(',' | '.' | ';')));
        before.take(4).any(|token| token.is_one_of(REST))
    }
}
