//! Trade: who offers it, who answers, the ports of either; American trade and the Black Sea.

use super::deeds::Deed;
use super::parts::Finding;
use crate::order::{Act, Partners};
use crate::power::Power;
use reader::loose::Kind;

const YES: &[&str] = &[
    "agree",
    "agrees",
    "agreed",
    "accept",
    "accepts",
    "accepted",
    "yes",
    "ok",
    "okay",
    "welcome",
    "welcomes",
    "allow",
    "consent",
    "consents",
    "fine",
    "sure",
    "may",
    "aye",
    "si",
    "oui",
    "open",
    "will",
    "incl",
    "included",
    "approve",
    "approves",
    "permitted",
    "grant",
    "grants",
    "glad",
    "gladly",
    "ja",
    "can",
];
const NO: &[&str] = &[
    "refuse", "refuses", "refused", "decline", "declines", "declined", "reject", "rejects", "rejected", "deny",
    "denies", "forbid", "no", "not", "non", "nay", "never", "nein", "closed", "shut", "cannot", "against", "freezes",
    "shan't", "won't", "nope",
];
const EXCEPT: &[&str] = &[
    "except",
    "excepting",
    "excepted",
    "but",
    "bar",
    "barring",
    "besides",
    "excluding",
    "excluded",
    "without",
    "minus",
    "withhold",
    "save",
    "exception",
];
const ALL: &[&str] = &["all", "everybody", "everyone", "anyone", "anybody", "every", "everything", "everywhere"];

/// The ports of a clause: those that are said yes to, and those that are not.
#[derive(Default)]
struct Ports {
    yes: Vec<String>,
    no: Vec<String>,
}

impl Finding<'_, '_> {
    /// Who offers names partners or everybody; who answers agrees or refuses.
    pub fn trade(&self) -> Vec<Act> {
        if self.says(&["corps", "fleet", "fleets", "depots"]) {
            return Vec::new();
        }
        const TOLD: &[&str] =
            &["trade", "trades", "trading", "commerce", "ports", "port", "offer", "proposal", "merchants"];
        let has_ports = !self.port_names().is_empty();
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
        if self.says(&["same", "unchanged", "arrangement"]) && !self.says(&["answer"]) {
            return vec![Act::OfferSame];
        }
        let partners = self.partners();
        if self.is_offer(&partners) {
            return self.offers(&partners);
        }
        self.answers()
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
        let offers = self.says(&["offer", "offers"]) && !self.says(YES) && !self.says(&["refuse", "reject", "decline"]);
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
        let is_everybody = self.says(&["everybody", "everyone", "anybody", "anyone"])
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
        let partners_alone =
            !is_everybody && except.is_nobody() && partners.ports.is_empty() && partners.minors.is_empty();
        let answer = partners_alone.then_some(Act::AnswerTrade { agrees: true, except: Vec::new() });
        std::iter::once(Act::OfferTrade { partners, except }).chain(answer).collect()
    }

    fn gather_land(&self, partners: &mut Partners, named: &crate::scenario::Meaning) {
        let minor = named.minors(&self.scenario.map).next().map(str::to_owned);
        let court =
            named.cities.iter().find_map(|city| super::parts::court(city)).filter(|_| self.port_names().is_empty());
        match minor {
            _ if court.is_some() => partners.powers.extend(court),
            Some(minor) => partners.minors.push(minor),
            None => partners.ports.extend(named.cities.iter().cloned()),
        }
    }

    /// Yes or no, with the ports for which it is the other.
    fn answers(&self) -> Vec<Act> {
        let says_no = self.says(NO) || self.says(&["hell", "nothing"]);
        let Ports { yes, no } = self.ports();
        let only = self.says(&["only", "nothing", "alone"]) || yes.is_empty() && no.is_empty();
        let answer = |agrees: bool, except: Vec<String>| vec![Act::AnswerTrade { agrees, except }];
        match (yes.is_empty(), no.is_empty()) {
            (true, true) if self.port_names().is_empty() && says_no && !self.says(&["objection"]) => {
                answer(false, Vec::new())
            }
            (true, true) if self.port_names().is_empty() && self.says(YES) => answer(true, Vec::new()),
            (true, true) if !says_no && self.tells_of_british_trade() => answer(true, Vec::new()),
            (false, true) if self.says(&["incl", "included", "everywhere", "all"]) => answer(true, Vec::new()),
            (_, false) => answer(true, no),
            (false, _) if only || !says_no => answer(false, yes),
            _ => Vec::new(),
        }
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
    fn ports(&self) -> Ports {
        let mut ports = Ports::default();
        let is_mark = |at: usize| {
            let token = &self.tokens[at];
            let is_no = token.is_one_of(NO) || token.is_one_of(EXCEPT);
            (is_no || token.is_one_of(YES)).then_some(!is_no)
        };
        let follows_colon = |index: usize| index > 0 && matches!(self.tokens[index - 1].kind, Kind::Sign(':'));
        let begins = self.names.first().is_some_and(|name| name.index <= 1 || follows_colon(name.index));
        let mut waiting: Vec<String> = Vec::new();
        let mut mark = None;
        for at in 0..self.tokens.len() {
            if let Some(name) = self.names.iter().find(|name| name.index == at) {
                let cities = name.named.cities.iter().filter(|city| {
                    *city != "London" && self.scenario.map.city(city).is_some_and(|city| city.port.is_some())
                });
                waiting.extend(cities.cloned());
            }
            let Some(found) = is_mark(at) else { continue };
            let behind_may = at > 0
                && is_mark(at - 1) == Some(true)
                && !found
                && (self.tokens[at - 1].is_one_of(&["may", "will", "can"]));
            if behind_may {
                mark = Some(false);
                let last = std::mem::take(&mut ports.yes);
                let (kept, moved): (Vec<String>, Vec<String>) = last
                    .into_iter()
                    .partition(|port| !waiting.contains(port) && ports.no.is_empty() && !self.is_last_port(port));
                ports.yes = kept;
                ports.no.extend(moved);
            } else if (begins || self.tokens[at].is_one_of(&["excluded", "excepted"])) && !waiting.is_empty() {
                let side = if found { &mut ports.yes } else { &mut ports.no };
                side.append(&mut waiting);
                mark = Some(found);
            } else {
                let side = if mark == Some(false) { &mut ports.no } else { &mut ports.yes };
                side.append(&mut waiting);
                mark = Some(found);
            }
        }
        let side = if mark == Some(false) { &mut ports.no } else { &mut ports.yes };
        side.append(&mut waiting);
        ports
    }

    fn is_last_port(&self, port: &str) -> bool {
        self.port_names().last().is_some_and(|last| last == port)
    }

    /// American trade of enemies, and the end of the American war.
    pub fn american(&self) -> Vec<Act> {
        const STOPS: &[&str] = &[
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
            "seize",
            "seizes",
            "lose",
            "loses",
            "no",
            "intercept",
            "ban",
            "forbid",
            "end",
        ];
        let is_trade =
            self.says(&["trade", "commerce", "merchantmen", "merchants", "trading", "ships", "shipping", "goods"]);
        if !is_trade {
            let ends = self.says(&["peace", "end", "ends"]) && !self.is_denied;
            return ends.then_some(Act::EndAmericanWar).into_iter().collect();
        }
        let passes =
            self.says(&["let", "pass", "free", "alone", "undisturbed", "go", "continue", "allow", "leave", "peace"])
                && !self.says(STOPS)
                || self.tokens.windows(2).any(|pair| {
                    (pair[0].is_one_of(&["not", "no", "never", "cannot"])
                        || pair[0].word().is_some_and(|word| word.ends_with("n't")))
                        && pair[1].is_one_of(&["stop", "touch", "interfere", "hinder", "disturb"])
                });
        if passes {
            return vec![Act::StopAmericanTrade { partners: Partners::default() }];
        }
        let everybody = self.says(&["all", "every", "enemies", "enemy", "everybody", "everyone"]);
        if !self.says(STOPS) {
            return Vec::new();
        }
        let leaves = self.tokens.iter().position(|token| token.is_one_of(&["leave", "spare", "except", "not"]));
        let named = self.names.iter().filter(|name| leaves.is_none_or(|leaves| name.index < leaves));
        let mut powers: Vec<Power> = Vec::new();
        for power in named.filter_map(|name| name.named.power).filter(|power| *power != Power::Britain) {
            if !powers.contains(&power) {
                powers.push(power);
            }
        }
        match powers.is_empty() {
            true if everybody => vec![Act::StopAmericanTrade { partners: Partners::everybody() }],
            true => Vec::new(),
            false => vec![Act::StopAmericanTrade { partners: Partners { powers, ..Partners::default() } }],
        }
    }

    /// Leave for the ports of the Black Sea.
    pub fn black_sea(&self) -> Option<Act> {
        const SHUT: &[&str] = &[
            "closed",
            "close",
            "closes",
            "shut",
            "shuts",
            "no",
            "not",
            "nobody",
            "deny",
            "denied",
            "refuse",
            "refused",
            "bar",
            "barred",
            "none",
            "blocked",
            "forbidden",
        ];
        const OPEN: &[&str] = &[
            "open",
            "opens",
            "yes",
            "let",
            "allow",
            "allowed",
            "permitted",
            "permit",
            "permission",
            "may",
            "granted",
            "grant",
            "free",
            "leave",
            "ok",
            "pass",
        ];
        let is_about =
            self.says(&["straits", "strait", "bosporus", "bosphorus", "dardanelles", "hellespont", "permission", "bs"])
                || self.says(&["black"]) && self.says(&["sea"]);
        if !is_about || self.says(&["mail", "stays", "see", "agree", "indeed"]) {
            return None;
        }
        let Ports { yes, no } = self.ports();
        if !yes.is_empty() && (!no.is_empty() || self.says(OPEN) && !self.says(&["closed", "shut"])) {
            return Some(Act::BlackSea { partners: Partners { ports: yes, ..Partners::default() }, is_granted: true });
        }
        let powers: Vec<Power> =
            self.all_powers().into_iter().filter(|power| *power != Power::Turkey).take(3).collect();
        let partners =
            if powers.is_empty() { Partners::everybody() } else { Partners { powers, ..Partners::default() } };
        let is_shut = self.says(SHUT);
        let is_told = partners.powers.len() == 1
            || self.says(&["all", "everybody", "everyone", "nobody", "anybody", "none"])
            || self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign(':')));
        (is_told && (is_shut || self.says(OPEN))).then_some(Act::BlackSea { partners, is_granted: !is_shut })
    }

    /// Whom the clause bids for.
    pub fn bid(&self) -> Vec<Act> {
        let is_bid = self.says(&["bid", "bids", "bidding"]);
        if is_bid && (self.says(&["none", "nobody", "nothing", "no", "not", "doesn't", "don't", "anybody", "anyone"])) {
            return vec![Act::Bid { power: None }];
        }
        if self.is_denied || !is_bid && !self.says(&["we'd", "i'd", "control"]) {
            return Vec::new();
        }
        let targets = self.others(Deed::Bid);
        let verb = self.tokens.iter().position(|token| token.is_one_of(&["bid", "bids", "bidding", "run", "play"]));
        let behind: Vec<Power> = self
            .powers()
            .into_iter()
            .filter(|(index, _)| verb.is_none_or(|verb| *index > verb))
            .map(|(_, power)| power)
            .collect();
        let targets = if behind.is_empty() { targets } else { behind };
        targets.into_iter().take(2).map(|power| Act::Bid { power: Some(power) }).collect()
    }
}
