//! One order composed of a whole line: the verb that tells most, the leaders, the places and the numbers that stand in it.

use super::deeds::{CALLED_OFF, DEEDS, Deed, MOST_ALIKE, SHIPS, once};
use super::name::Name;
use crate::order::{Act, ForceRef, Order, Place, Pulses, Share, Shares, Work};
use crate::read::copy::{FairCopy, Named};
use crate::read::naval::as_ships;
use crate::scenario::{Account, Scenario};
use board::Hex;
use reader::loose::{self, Token, is_conditional, is_denied, placed, span, tokens};

/// Verbs of going to where somebody else stands.
const JOINING: &[&str] = &["join", "joins", "joining", "supports", "support", "relieves", "relieve"];

/// What stands in a line that may be an order.
pub(super) struct Finding<'s, 'c> {
    scenario: &'s Scenario,
    tokens: Vec<Token<'c, Named<'s>>>,
    names: Vec<Name>,
    pulses: Option<Pulses>,
}

impl<'s, 'c> Finding<'s, 'c> {
    /// None for a line that denies, depends on something, or is about ships.
    pub(super) fn of(scenario: &'s Scenario, copy: &'c FairCopy<'s, '_>) -> Option<Self> {
        let mut tokens = tokens(copy);
        let found = span(&tokens);
        if let Some((_, taken)) = &found {
            tokens.drain(taken.clone());
        }
        let is_off = is_denied(&tokens)
            || tokens.iter().any(|token| token.is_one_of(CALLED_OFF) || token.is_one_of(&["without"]));
        // "The force at Frederick joins McDowell": who is joined is not who goes, and where he is, nobody says.
        let joins = tokens.iter().any(|token| token.is_one_of(JOINING));
        if is_off || joins || is_conditional(&tokens) || tokens.iter().any(|token| token.is_one_of(SHIPS)) {
            return None;
        }
        let pulses = found.map(|(span, _)| match span.to {
            Some(to) => Pulses::Span { from: span.from, to },
            None => Pulses::From(span.from),
        });
        let names = placed(&tokens).into_iter().map(|name| Name::of(scenario, name)).collect();
        Some(Finding { scenario, tokens, names, pulses })
    }

    /// The orders it may be: of the likeliest deed, or the next one that fits.
    pub(super) fn orders(&self) -> Vec<Order> {
        let deeds = self.deeds();
        let acts = deeds.iter().map(|deed| self.acts(*deed)).find(|acts| !acts.is_empty()).unwrap_or_default();
        let pulses = |act: &Act| self.pulses.filter(|_| !matches!(act, Act::Distribute { .. }));
        let order = |act: Act| Order { heading: None, pulses: pulses(&act), stated_cp: None, act };
        acts.into_iter().map(|act| as_ships(self.scenario, order(act))).collect()
    }

    /// The deeds that words of the line name, the most telling first; without any, a leader and a place are a march.
    fn deeds(&self) -> Vec<Deed> {
        let is_named = |verbs: &[&str]| self.tokens.iter().any(|token| token.is_one_of(verbs));
        let mut deeds: Vec<Deed> = DEEDS.iter().filter(|(_, verbs)| is_named(verbs)).map(|(deed, _)| *deed).collect();
        if self.shares().1 > 1 {
            deeds.insert(0, Deed::Distribute);
        }
        if deeds.is_empty() && self.names.len() > 1 {
            deeds.push(Deed::Move);
        }
        deeds
    }

    fn acts(&self, deed: Deed) -> Vec<Act> {
        match deed {
            Deed::Move => self.marches(false),
            Deed::Attack => self.marches(true),
            Deed::Rail => self.rides_by_rail(),
            Deed::Enter => self.entries(),
            Deed::Entrench => self.forces().into_iter().map(|force| Act::Entrench { force }).collect(),
            Deed::Hold => self.forces().into_iter().map(|force| Act::Hold { force }).collect(),
            Deed::Build => self.works(),
            Deed::Distribute => self.divisions(),
            Deed::Remoralise
            | Deed::Recover
            | Deed::DestroyDepot
            | Deed::ConvertRail
            | Deed::Army
            | Deed::Dissolve
            | Deed::Present
            | Deed::Transfer => Vec::new(),
            Deed::Idle if self.names.is_empty() => vec![Act::Idle { count: None }],
            Deed::Idle => self.forces().into_iter().map(|force| Act::Hold { force }).collect(),
        }
    }

    fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| token.is_one_of(words))
    }

    /// The leaders who may be meant to act: not those whom they go against or to.
    fn leaders(&self) -> Vec<String> {
        const OTHERS: &[&str] = &["to", ">", "toward", "towards", "into", "against", "at", "near", "from", "in", "on"];
        let named = self.names.iter().filter(|name| !name.leaders.is_empty() && !name.is_ruled_by(OTHERS));
        // "Jackson" behind a name of a leader and no preposition is the town.
        let sure: Vec<&Name> = named.clone().filter(|name| name.places.is_empty()).collect();
        let all: Vec<&Name> = if sure.is_empty() { named.collect() } else { sure };
        let by = all.iter().find(|name| name.is_ruled_by(&["with", "by", "under", "using"]));
        let meant: Vec<&Name> = by.map_or_else(|| all.clone(), |name| vec![*name]);
        let verb = self.verb_at();
        // "McDowell attacks Beauregard": whoever stands before the verb does it.
        let before: Vec<&Name> =
            meant.iter().copied().filter(|name| verb.is_some_and(|verb| name.index < verb)).collect();
        let acting = if before.is_empty() { meant } else { before };
        once(acting.into_iter().flat_map(|name| name.leaders.clone()))
    }

    fn verb_at(&self) -> Option<usize> {
        self.tokens.iter().position(|token| DEEDS.iter().any(|(_, verbs)| token.is_one_of(verbs)))
    }

    /// The places that are neither left nor passed: named with "to" first.
    fn goals(&self, leaders: &[String]) -> Vec<Hex> {
        const LEFT: &[&str] = &["from", "off", "of", "via", "through", "past", "by", "over", "around"];
        const GOALS: &[&str] = &["to", ">", "into", "toward", "towards", "against", "onto"];
        let places = |name: &&Name| {
            let is_he = name.leaders.iter().any(|leader| leaders.contains(leader)) && name.ruled_by.is_empty();
            !name.places.is_empty() && !is_he && !name.is_ruled_by(LEFT)
        };
        let all: Vec<&Name> = self.names.iter().filter(places).collect();
        let sure: Vec<&Name> = all.iter().copied().filter(|name| name.is_ruled_by(GOALS)).collect();
        let meant = if sure.is_empty() { all } else { sure };
        once(meant.into_iter().flat_map(|name| name.places.clone()))
    }

    fn ways(&self, words: &[&str]) -> Vec<Hex> {
        let named = self.names.iter().filter(|name| name.is_ruled_by(words));
        once(named.flat_map(|name| name.places.iter().take(1).copied()))
    }

    /// How many strength points the line speaks of: the number before a noun for them.
    fn strength(&self) -> Option<u32> {
        const NOUNS: &[&str] =
            &["sp", "sps", "strength", "infantry", "inf", "in", "troops", "men", "regiments", "points", "divisions"];
        let pair = self.tokens.windows(2).find(|pair| pair[0].number().is_some() && pair[1].is_one_of(NOUNS));
        pair.and_then(|pair| pair[0].number())
    }

    /// Who may be meant to act: leaders by name, or what stands at the place they leave.
    fn marchers(&self, leaders: &[String]) -> Vec<ForceRef> {
        if !leaders.is_empty() {
            return leaders.iter().cloned().map(ForceRef::Leader).collect();
        }
        let left = self.ways(&["from", "off", "of", "at", "in"]);
        let force = |hex: Hex| match self.strength() {
            Some(count) => ForceRef::Points { count: Some(count), from: Some(Place::Known(hex)) },
            None => ForceRef::At(Place::Known(hex)),
        };
        left.into_iter().map(force).collect()
    }

    /// Who may be meant to stay: leaders by name, or what stands at the places of the line.
    fn forces(&self) -> Vec<ForceRef> {
        let leaders = self.leaders();
        if !leaders.is_empty() {
            return leaders.into_iter().map(ForceRef::Leader).collect();
        }
        let places = once(self.names.iter().flat_map(|name| name.places.clone()));
        places.into_iter().map(|hex| ForceRef::At(Place::Known(hex))).collect()
    }

    fn marches(&self, is_attack: bool) -> Vec<Act> {
        let leaders = self.leaders();
        let via: Vec<Place> =
            self.ways(&["via", "through", "past", "by", "over"]).into_iter().map(Place::Known).collect();
        let marches = combined(&self.marchers(&leaders), &self.goals(&leaders));
        let march =
            |(force, to)| Act::Move { force, to: Some(Place::Known(to)), via: via.clone(), manner: None, is_attack };
        marches.into_iter().map(march).collect()
    }

    fn rides_by_rail(&self) -> Vec<Act> {
        let leaders = self.leaders();
        let rides = combined(&self.marchers(&leaders), &self.goals(&leaders));
        let ride = |(force, to)| Act::RailMove {
            force,
            to: Some(Place::Known(to)),
            via: Vec::new(),
            manner: None,
            points: None,
        };
        rides.into_iter().map(ride).collect()
    }

    /// Infantry where the line has a number or a noun for it, else the leaders it names.
    fn entries(&self) -> Vec<Act> {
        const INFANTRY: &[&str] =
            &["infantry", "inf", "sp", "sps", "troops", "men", "regiments", "recruits", "reinforcements", "divisions"];
        let places: Vec<Option<Place>> =
            self.goals(&self.leaders()).into_iter().map(|hex| Some(Place::Known(hex))).collect();
        let places = if places.is_empty() { vec![None] } else { places };
        let is_of_leaders = self.says(&["leader", "leaders", "general", "generals"]);
        let number = self.tokens.iter().find_map(Token::number);
        let leaders = self.leaders();
        let per_place = |at: Option<Place>| -> Vec<Act> {
            if !leaders.is_empty() {
                let enter =
                    |name: &String| Act::EnterLeaders { count: Some(1), name: Some(name.clone()), at: at.clone() };
                return leaders.iter().map(enter).collect();
            }
            if is_of_leaders {
                return vec![Act::EnterLeaders { count: Some(number.unwrap_or(1)), name: None, at }];
            }
            let is_meant = self.says(INFANTRY) || number.is_some() && at.is_some();
            is_meant.then_some(Act::EnterReinforcements { count: self.strength().or(number), at }).into_iter().collect()
        };
        places.into_iter().flat_map(per_place).take(MOST_ALIKE).collect()
    }

    fn works(&self) -> Vec<Act> {
        let work = if self.says(&["fortress"]) {
            Work::Fortress
        } else if self.says(&["fort", "fortify"]) {
            Work::Fort
        } else if self.says(&["destroy", "destroys", "burn", "burns", "wreck"]) {
            Work::DestroyDepot
        } else {
            Work::Depot
        };
        let leaders = self.leaders();
        let force = leaders.first().cloned().map(ForceRef::Leader);
        let places = self.goals(&leaders).into_iter().take(MOST_ALIKE);
        let acts: Vec<Act> =
            places.map(|at| Act::Work { work, at: Some(Place::Known(at)), force: force.clone() }).collect();
        match force {
            Some(force) if acts.is_empty() => vec![Act::Work { work, at: None, force: Some(force) }],
            _ => acts,
        }
    }

    /// The shares of command points and of pulse points, and of how many accounts any is named.
    fn shares(&self) -> ([Shares; 2], usize) {
        let mut shares = [Shares::new(), Shares::new()];
        let mut unit = None;
        let (mut account, mut amount) = (None, None);
        for (at, token) in self.tokens.iter().enumerate() {
            if token.is_one_of(&["cp", "cps", "command"]) {
                unit = Some(0);
            } else if token.is_one_of(&["pp", "pps", "pulse"]) {
                unit = Some(1);
            }
            account = account_of(token).or(account);
            let is_percent = matches!(self.tokens.get(at + 1).map(|next| &next.kind), Some(loose::Kind::Sign('%')));
            let share = |number| if is_percent { Share::Percent(number) } else { Share::Points(number) };
            amount = token.number().map(share).or(amount);
            if let (Some(named), Some(points)) = (account, amount) {
                shares[unit.unwrap_or(0)].insert(named, points);
                (account, amount) = (None, None);
            }
        }
        let count = shares.iter().map(std::collections::BTreeMap::len).max().unwrap_or(0);
        (shares, count)
    }

    /// Shares of points that are not named may be of either kind.
    fn divisions(&self) -> Vec<Act> {
        let ([cp, pp], count) = self.shares();
        let some = |shares: &Shares| (!shares.is_empty()).then(|| shares.clone());
        if count == 0 {
            return Vec::new();
        }
        let is_said = self.says(&["cp", "cps", "command", "pp", "pps", "pulse"]);
        let mut acts = vec![Act::Distribute { cp: some(&cp), pp: some(&pp) }];
        if !is_said {
            acts.push(Act::Distribute { cp: None, pp: some(&cp) });
        }
        acts
    }
}

fn account_of(token: &Token<'_, Named<'_>>) -> Option<Account> {
    const WORDS: &[(Account, &[&str])] = &[
        (Account::East, &["east", "eastern"]),
        (Account::West, &["west", "western"]),
        (Account::Trans, &["trans", "transmississippi"]),
        (Account::Naval, &["naval", "navy"]),
    ];
    WORDS.iter().find(|(_, words)| token.is_one_of(words)).map(|(account, _)| *account)
}

/// Each force with each goal, the first force first, a few at most.
fn combined(forces: &[ForceRef], goals: &[Hex]) -> Vec<(ForceRef, Hex)> {
    let pairs = forces.iter().flat_map(|force| goals.iter().map(|goal| (force.clone(), *goal)));
    let goes_nowhere = |(force, goal): &(ForceRef, Hex)| match force {
        ForceRef::At(Place::Known(hex)) | ForceRef::Points { from: Some(Place::Known(hex)), .. } => hex == goal,
        _ => false,
    };
    pairs.filter(|pair| !goes_nowhere(pair)).take(MOST_ALIKE).collect()
}
