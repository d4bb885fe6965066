//! American trade, the end of the American war, and leave for the ports of the Black Sea (8.2.1).

use super::parts::Finding;
use super::trade::Ports;
use crate::order::{Act, Partners};
use crate::power::Power;
use reader::loose::Kind;

#[rustfmt::skip]
const STOPS: &[&str] = &[
    "stop", "stops", "stopped", "block", "blocks", "blocked", "blockade", "deny", "denied", "cut", "halt", "halted", "interdict", "prevent", "hinder", "hindered", "seize", "seizes", "lose", "loses", "no",
    "intercept", "ban", "forbid", "end",
];
const AMERICAN_TRADE: &[&str] =
    &["trade", "commerce", "merchantmen", "merchants", "trading", "ships", "shipping", "goods", "cargo", "cargoes"];
#[rustfmt::skip]
const SHUT: &[&str] = &[
    "closed", "close", "closes", "shut", "shuts", "no", "not", "nobody", "deny", "denied", "refuse", "refused", "bar", "barred", "none", "blocked", "forbidden",
];
#[rustfmt::skip]
const OPEN: &[&str] = &[
    "open", "opens", "yes", "let", "allow", "allowed", "permitted", "permit", "permission", "may", "granted", "grant", "free", "leave", "ok", "pass",
];

impl Finding<'_, '_> {
    /// American trade of enemies, and the end of the American war.
    pub fn american(&self) -> Vec<Act> {
        let keeps_off = self.says(&["keep", "keeps"]) && self.says(&["away", "out", "from", "off"]);
        let cuts_off = (self.says(STOPS) || keeps_off)
            && self.says(&["off", "from", "away", "out"])
            && !self.says(&["war", "peace", "hostilities"]);
        if !self.says(AMERICAN_TRADE) && !cuts_off {
            let ends = self.says(&["peace", "end", "ends"]) && !self.is_denied;
            return ends.then_some(Act::EndAmericanWar).into_iter().collect();
        }
        if self.lets_americans_pass() {
            return vec![Act::StopAmericanTrade { partners: Partners::default() }];
        }
        if !self.says(STOPS) && !keeps_off {
            return Vec::new();
        }
        let stop = |powers| Act::StopAmericanTrade { partners: Partners { powers, ..Partners::default() } };
        let powers = self.stopped();
        let everybody = self.says(&["all", "every", "enemies", "enemy", "everybody", "everyone"]);
        match powers.is_empty() {
            true if everybody => vec![Act::StopAmericanTrade { partners: Partners::everybody() }],
            true => Vec::new(),
            // One of them is meant, and which is for whoever wrote it to say.
            false if self.says(&["or", "either", "whichever"]) && powers.len() > 1 => {
                powers.into_iter().map(|power| stop(vec![power])).collect()
            }
            false => vec![stop(powers)],
        }
    }

    fn lets_americans_pass(&self) -> bool {
        let lets =
            self.says(&["let", "pass", "free", "alone", "undisturbed", "go", "continue", "allow", "leave", "peace"]);
        let denies_stopping = self.tokens.windows(2).any(|pair| {
            (pair[0].is_one_of(&["not", "no", "never", "cannot"])
                || pair[0].word().is_some_and(|word| word.ends_with("n't")))
                && pair[1].is_one_of(&["stop", "touch", "interfere", "hinder", "disturb"])
        });
        lets && !self.says(STOPS) || denies_stopping
    }

    /// Whose American trade is stopped: those before what is left alone.
    fn stopped(&self) -> Vec<Power> {
        let leaves = self.tokens.iter().position(|token| token.is_one_of(&["leave", "spare", "except", "not"]));
        let named = self.names.iter().filter(|name| leaves.is_none_or(|leaves| name.index < leaves));
        let mut powers: Vec<Power> = Vec::new();
        for power in named.filter_map(|name| name.named.power).filter(|power| *power != Power::Britain) {
            if !powers.contains(&power) {
                powers.push(power);
            }
        }
        powers
    }

    /// Leave for the ports of the Black Sea.
    pub fn black_sea(&self) -> Vec<Act> {
        const STRAITS: &[&str] =
            &["straits", "strait", "bosporus", "bosphorus", "dardanelles", "hellespont", "permission", "bs"];
        let is_about = self.says(STRAITS) || self.says(&["black"]) && self.says(&["sea"]);
        if !is_about || self.says(&["mail", "stays", "see", "agree", "indeed"]) {
            return Vec::new();
        }
        let Ports { yes, no } = self.ports();
        if !yes.is_empty() && (!no.is_empty() || self.says(OPEN) && !self.says(&["closed", "shut"])) {
            return vec![Act::BlackSea { partners: Partners { ports: yes, ..Partners::default() }, is_granted: true }];
        }
        let both = self.leave_one_by_one();
        if both.is_empty() { self.leave_of_all().into_iter().collect() } else { both }
    }

    /// "Russia yes, Britain no": what is said of each power, where something is said of all that are named.
    fn leave_one_by_one(&self) -> Vec<Act> {
        const YES: &[&str] = &["yes", "may", "ok", "allowed", "granted", "open", "free", "y"];
        const NO: &[&str] = &["no", "not", "denied", "refused", "closed", "shut", "none", "barred", "n"];
        if !(self.says(YES) && self.says(NO)) || self.names.iter().any(|name| name.named.power.is_none()) {
            return Vec::new();
        }
        let ends = |at: usize| self.names.get(at + 1).map_or(self.tokens.len(), |next| next.index);
        let said = self.names.iter().enumerate().map(|(at, name)| {
            let behind = &self.tokens[name.index + 1..ends(at)];
            let is_of_others =
                behind.iter().any(|word| word.is_one_of(&["all", "others", "rest", "everybody", "everyone", "nobody"]));
            let says = |words: &[&str]| behind.iter().any(|word| word.is_one_of(words));
            (name.named.power.filter(|_| !is_of_others), says(YES) && !says(&["not"]), says(NO))
        });
        let acts = said.map(|(power, yes, no)| {
            let partners = Partners { powers: vec![power?], ..Partners::default() };
            (yes != no).then_some(Act::BlackSea { partners, is_granted: yes })
        });
        acts.collect::<Option<Vec<Act>>>().filter(|acts| acts.len() > 1).unwrap_or_default()
    }

    /// Leave for powers as a whole, or for everybody.
    fn leave_of_all(&self) -> Option<Act> {
        let powers: Vec<Power> =
            self.all_powers().into_iter().filter(|power| *power != Power::Turkey).take(3).collect();
        let partners =
            if powers.is_empty() { Partners::everybody() } else { Partners { powers, ..Partners::default() } };
        let is_shut = self.says(SHUT);
        // "Russia yes, Britain no" says one thing of each.
        if self.says(&["yes"]) && self.says(&["no"]) {
            return None;
        }
        let is_told = partners.powers.len() == 1
            || self.says(&["all", "everybody", "everyone", "nobody", "anybody", "none"])
            || self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign(':')));
        (is_told && (is_shut || self.says(OPEN))).then_some(Act::BlackSea { partners, is_granted: !is_shut })
    }
}
