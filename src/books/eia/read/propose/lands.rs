//! Land that changes hands, combinations and levies.

use super::deeds::Deed;
use super::parts::Finding;
use crate::order::{Act, Claimant, Combining, Levied, Reception};
use crate::power::Power;
use reader::loose::{Kind, Placed};

impl Finding<'_, '_> {
    /// Land that goes to a power that the clause names.
    pub fn cede(&self) -> Vec<Act> {
        const GOES: &[&str] = &[
            "cede",
            "cedes",
            "ceded",
            "ceding",
            "cession",
            "surrender",
            "relinquish",
            "hand",
            "hands",
            "over",
            "go",
            "goes",
            "give",
            "gives",
            "back",
            "to",
            "transfer",
            "transferred",
            "returned",
            "gets",
            "receives",
            "favour",
            "shall",
            "pass",
            "passes",
            "turn",
            "becomes",
            "belong",
            "belongs",
            "sign",
            "award",
            "donate",
            "make",
            "handed",
            "grant",
            "grants",
            "for",
        ];
        let is_nothing = self.says(&["no", "nothing"])
            && self.says(&["cede", "cessions", "cession", "territory", "ceded"])
            && self.names.is_empty();
        if is_nothing || self.is_denied {
            return self.nothing(Deed::Cede).into_iter().collect();
        }
        let has_arrow = self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign('>')));
        let others = self.recipients();
        let is_asked = self.says(&["us", "disorder", "dice", "or", "one", "exchange", "some", "take", "bid", "trade"])
            || self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign('?')));
        if others.is_empty() || !(self.says(GOES) || has_arrow) || !self.numbers().is_empty() || is_asked {
            return Vec::new();
        }
        if let Some(paired) = self.cessions_in_pairs() {
            return paired;
        }
        let lands = self.lands_before_keeping();
        lands.iter().flat_map(|land| others.iter().map(|to| Act::Cede { territory: land.clone(), to: *to })).collect()
    }

    /// "Malta to Russia and Hanover to Prussia": each land goes to the power that is named next.
    fn cessions_in_pairs(&self) -> Option<Vec<Act>> {
        let is_receiver = |name: &&Placed<&crate::scenario::Meaning>| {
            name.named.power.is_some() && name.ruled_by.as_deref().is_some_and(|word| ["to", ">"].contains(&word))
        };
        let receivers: Vec<_> = self.names.iter().filter(is_receiver).collect();
        if receivers.len() < 2 {
            return None;
        }
        let lands = self.names.iter().filter(|name| name.named.power.is_none() && name.named.territories.len() == 1);
        let pairs = lands.filter_map(|land| {
            let to = receivers.iter().find(|receiver| receiver.index > land.index)?.named.power?;
            Some(Act::Cede { territory: land.named.territories[0].clone(), to })
        });
        Some(pairs.collect())
    }

    /// Those behind "to", else whom the clause names besides its giver.
    fn recipients(&self) -> Vec<Power> {
        let behind =
            |name: &&reader::loose::Placed<_>| name.ruled_by.as_deref().is_some_and(|word| ["to", ">"].contains(&word));
        let ruled: Vec<Power> = self.names.iter().filter(behind).filter_map(|name| name.named.power).collect();
        let others = self.others(Deed::Cede);
        if ruled.is_empty() && others.len() == 1 { others } else { ruled }
    }

    /// The lands of the clause but those that it keeps.
    fn lands_before_keeping(&self) -> Vec<String> {
        let kept = self.tokens.iter().position(|token| token.is_one_of(&["keep", "keeps", "remains", "stays"]));
        let names = self.names.iter().filter(|name| kept.is_none_or(|kept| name.index < kept));
        let named = names.filter(|name| name.named.power.is_none() && name.named.territories.len() <= 3);
        named.flat_map(|name| name.named.territories.iter().cloned()).collect()
    }

    /// What is made of land that was ceded.
    pub fn cession(&self) -> Vec<Act> {
        const TAKES: &[&str] = &[
            "accept", "accepts", "accepted", "take", "takes", "we'd", "we'll", "gladly", "keep", "keeps", "welcome",
            "treat", "treats",
        ];
        const DECLINES: &[&str] = &["decline", "declines", "declined", "refuse", "refuses", "reject", "rejects", "no"];
        let is_trade = self.says(&["trade", "ports", "offer", "ships", "merchants", "port", "answer"])
            || !self.numbers().is_empty();
        let declines = self.says(DECLINES) || self.is_denied && self.says(&["want"]);
        if is_trade {
            return Vec::new();
        }
        let both = self.taken_and_left();
        if !both.is_empty() {
            return both;
        }
        if self.is_denied && !self.says(&["no"]) && !declines || !(declines || self.says(TAKES)) {
            return Vec::new();
        }
        let lands: Vec<String> = self.lands();
        if lands.is_empty()
            && self.says(&["territory"])
            && !self.says(&["decline", "refuse", "reject", "declines", "refuses", "accept"])
        {
            return vec![Act::CedeNothing];
        }
        if lands.is_empty() {
            let is_general = declines && self.says(&["territory", "cession", "cessions", "land"]);
            return is_general
                .then_some(Act::AnswerCession { territory: None, reception: Reception::Decline })
                .into_iter()
                .collect();
        }
        let is_kept = self.says(&["keep", "keeps"]) && !self.says(&["takes", "accept", "take"]);
        if is_kept && !self.says(&["free"]) || self.says(&["to", "hands", "off"]) && !self.recipients().is_empty() {
            return Vec::new();
        }
        let is_conquered = self.says(&["conquered", "conquer"]) && !self.says(&["free"]);
        let reception = match (declines, is_conquered) {
            (true, _) => Reception::Decline,
            (_, true) => Reception::Conquer,
            _ => Reception::Accept,
        };
        lands.into_iter().map(|land| Act::AnswerCession { territory: Some(land), reception }).collect()
    }

    /// "Accept Genoa but not Corsica": what is taken, and what is not.
    fn taken_and_left(&self) -> Vec<Act> {
        let turn = self.tokens.windows(2).position(|pair| {
            (pair[0].is_one_of(&["but", "and"]) || matches!(pair[0].kind, Kind::Sign(',')))
                && pair[1].is_one_of(&["not"])
        });
        let Some(turn) = turn.filter(|_| self.says(&["accept", "accepts", "take", "takes"])) else { return Vec::new() };
        let answer = |name: &Placed<&crate::scenario::Meaning>| {
            let land = name.named.territories.first().filter(|_| name.named.territories.len() == 1)?;
            let reception = if name.index > turn { Reception::Decline } else { Reception::Accept };
            Some(Act::AnswerCession { territory: Some(land.clone()), reception })
        };
        let answers: Vec<Act> =
            self.names.iter().filter(|name| name.named.power.is_none()).filter_map(answer).collect();
        if answers.len() > 1 { answers } else { Vec::new() }
    }

    fn lands(&self) -> Vec<String> {
        let named = self.names.iter().filter(|name| name.named.power.is_none() && name.named.territories.len() == 1);
        named.flat_map(|name| name.named.territories.iter().cloned()).collect()
    }

    /// Who is to have disputed land.
    pub fn claim(&self) -> Vec<Act> {
        let is_heir = |name: &&Placed<_>| name.ruled_by.as_deref().is_some_and(|word| ["to", "for"].contains(&word));
        let heir = self.names.iter().filter(is_heir).find_map(|name| name.named.power);
        let who = heir.map_or(Claimant::Oneself, Claimant::Power);
        let territories: Vec<(String, Claimant)> = self.territories().into_iter().map(|land| (land, who)).collect();
        (!territories.is_empty()).then_some(Act::Claim { territories }).into_iter().collect()
    }

    /// Dice decide about disputed land; those for a leader are another matter.
    pub fn dice(&self) -> Option<Act> {
        let is_meant = self.says(&["claim", "claims", "decide", "disputed", "dispute", "for"])
            && !self.territories().is_empty()
            || self.says(&["disputed", "dispute", "claim", "claims"])
            || self.says(&["settle", "settles"]) && self.names.is_empty();
        is_meant.then_some(Act::ClaimByDice)
    }

    /// A political combination.
    pub fn combine(&self) -> Option<Act> {
        let name = match () {
            () if self.says(&["rhine", "rheinbund"]) => "Rhine",
            () if self.says(&["italy", "italian"]) || self.says(&["kingdom"]) && !self.says(&["poland", "two"]) => {
                "Italy"
            }
            () => "",
        };
        if self.says(&["dissolve", "dissolves", "dissolved", "disband"]) {
            return Some(Act::Combine { name: name.to_owned(), combining: Combining::Dissolve, members: Vec::new() });
        }
        let mut members = self.lands();
        members.retain(|land| name != "Italy" || land != "Lombardy");
        if members.is_empty() || name.is_empty() || !self.powers().is_empty() {
            return None;
        }
        let adds = self.says(&["add", "adds", "join", "joins", "takes", "into", "in", "enters"]);
        let is_listed = !adds && self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign(':')));
        let forms = is_listed || self.says(&["form", "forms", "create", "found", "set", "proclaim"]);
        let combining = if forms { Combining::Form } else { Combining::Add };
        (forms || adds).then_some(Act::Combine { name: name.to_owned(), combining, members })
    }

    /// Levied troops at the places that the clause names, in the order in which it wants them.
    pub fn levy(&self) -> Vec<Act> {
        let troops = [
            (Levied::Cossack, &["cossack", "cossacks"][..]),
            (Levied::Freikorps, &["freikorps"]),
            (Levied::Feudal, &["feudal", "feudals"]),
            (Levied::Insurrection, &["insurrection", "insurrections", "insurrectionists"]),
        ];
        let Some(troops) = troops.iter().find(|(_, words)| self.says(words)).map(|(troops, _)| *troops) else {
            return Vec::new();
        };
        if self.is_denied
            || self.says(&["buy", "somewhere", "buys", "prices", "don't"])
            || self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign('?')))
        {
            return Vec::new();
        }
        // "Anywhere but Kiev" says where not.
        if self.says(&["but", "except", "anywhere", "wherever", "not"]) {
            return Vec::new();
        }
        let removed = self.removal();
        let (mut places, mut gone): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for name in self.names.iter().filter(|name| name.named.power.is_none()) {
            let Some(place) = name.named.territories.iter().chain(&name.named.cities).next() else { continue };
            let side = if removed.is_some_and(|removed| name.index > removed) { &mut gone } else { &mut places };
            if !side.contains(place) {
                side.push(place.clone());
            }
        }
        if self.says(&["both"]) && places.len() == 1 {
            places.push(places[0].clone());
        }
        // "Smolensk or Kiev": one of them is meant.
        let is_choice = self.says(&["or", "either"]);
        let each = places.iter().filter(|_| is_choice).map(|place| vec![place.clone()]);
        let rows: Vec<Vec<String>> = if is_choice { each.collect() } else { vec![places] };
        let placed = rows.into_iter().filter(|places| !places.is_empty()).map(|places| Act::Levy { troops, places });
        placed.into_iter().chain(gone.into_iter().map(|place| Act::RemoveLevy { troops, place })).collect()
    }

    /// From where on a clause says which levied troops are taken off: "take the cossack at Kiev off the map" says so throughout.
    fn removal(&self) -> Option<usize> {
        const AWAY: &[&str] = &[
            "remove",
            "removed",
            "removes",
            "removing",
            "off",
            "away",
            "withdraw",
            "withdraws",
            "disband",
            "disbands",
            "disbanded",
        ];
        let says_so = self.tokens.iter().position(|token| token.is_one_of(AWAY))?;
        let takes =
            self.tokens[..says_so].iter().position(|token| token.is_one_of(&["take", "takes", "taken", "get", "pull"]));
        let first = self.names.first().map_or(0, |name| name.index);
        // "The cossack at Kiev is removed"; not "cossack to Kiev, another one removed at Smolensk".
        let is_placed = self
            .names
            .first()
            .is_some_and(|name| name.ruled_by.as_deref().is_some_and(|word| ["to", ">"].contains(&word)));
        let is_said_behind = says_so > first && !is_placed && !self.says(&["place", "put", "new", "levy", "raise"]);
        Some(takes.unwrap_or(if is_said_behind { 0 } else { says_so }))
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
