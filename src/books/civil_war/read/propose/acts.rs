//! What a clause of a line orders, in words that the grammar reads, with what the clauses before it leave open: who, where, what.

use super::army::army_of;
use super::clause::{Clause, Part};
use super::deeds::{Deed, once};
use super::name::Name;
use super::phrases::{corrects, goes_in, is_off, is_unreal, names_army, unsays_those_before};
use super::sharing::shared_out;
use super::ships;
use super::times::{ROLL, timed, width};
use crate::order::Place;
use crate::read::write::place_words;
use crate::scenario::Scenario;
use board::Hex;

/// Most orders one clause may come to.
const MOST: usize = 3;
const FROM: &[&str] = &["from", "off", "of"];
const VIA: &[&str] = &["via", "through", "past", "by", "over"];
const GOAL: &[&str] = &["to", ">", "into", "toward", "towards", "against", "onto", "for", "on"];
const AT: &[&str] =
    &["at", "in", "near", "around", "to", "into", "for", ">", "on", "from", "toward", "towards", "against"];

/// What the clauses read so far leave for the next one.
#[derive(Debug, Default, Clone)]
pub(super) struct Said {
    leaders: Vec<String>,
    place: Option<Hex>,
    deed: Option<Deed>,
    fleet: Option<String>,
}

impl Said {
    /// What a condition spoke of: its place, and its leader when "he" follows.
    pub(super) fn about(names: &[Name]) -> Said {
        let is_place = |name: &&Name| !name.places.is_empty() && !name.is_ruled_by(&["from"]);
        let place = names.iter().rfind(is_place).map(|name| name.places[0]);
        let is_leader = |(rank, name): &(usize, &Name)| {
            name.places.is_empty() || *rank == 0 && names.len() > 1 && !name.is_ruled_by(AT)
        };
        let named = names.iter().enumerate().filter(is_leader);
        let leaders = named.flat_map(|(_, name)| name.leaders.iter().take(1).cloned());
        Said { leaders: once(leaders), place, deed: None, fleet: None }
    }

    /// The same, where whoever comes somewhere is not who acts then.
    pub(super) fn without_leaders(self) -> Said {
        Said { leaders: Vec::new(), ..self }
    }

    /// The same, with the leaders that clauses name and what they do.
    pub(super) fn of_clauses(clauses: &[Clause<'_>], said: &Said) -> Said {
        let named = clauses.iter().flat_map(|clause| &clause.names).filter(|name| name.places.is_empty());
        let leaders = once(named.flat_map(|name| name.leaders.iter().take(1).cloned()));
        let leaders = if leaders.is_empty() { said.leaders.clone() } else { leaders };
        let deed = clauses.first().and_then(|clause| clause.deed);
        Said { leaders, deed, ..said.clone() }
    }

    /// The place spoken of.
    pub(super) fn place(&self) -> Option<Hex> {
        self.place
    }

    /// The leaders spoken of.
    pub(super) fn leaders(&self) -> &[String] {
        &self.leaders
    }
}

/// A clause with its names in their parts.
pub(super) struct Scene<'s, 'c> {
    scenario: &'s Scenario,
    clause: &'c Clause<'c>,
    deed: Deed,
    /// Who acts.
    pub actors: Vec<String>,
    /// Whom they go against.
    foes: Vec<String>,
    from: Vec<Hex>,
    via: Vec<Hex>,
    to: Vec<Hex>,
    /// The place that a verb of taking names.
    goal: Option<Hex>,
    here: Option<Hex>,
}

/// The orders of a line's clauses, one clause after the other, where something was spoken of before.
pub(super) fn compose_with(scenario: &Scenario, clauses: &[Clause<'_>], mut said: Said) -> Vec<Vec<String>> {
    composed(scenario, &shared_out(clauses), &mut said)
}

/// What clauses leave to speak of, behind what was spoken of before them.
pub(super) fn spoken(scenario: &Scenario, clauses: &[Clause<'_>], mut said: Said) -> Said {
    composed(scenario, clauses, &mut said);
    said
}

fn composed(scenario: &Scenario, clauses: &[Clause<'_>], said: &mut Said) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut last: Option<Clause<'_>> = None;
    for clause in clauses {
        if let Some(meant) = last.as_ref().filter(|_| corrects(clause)).and_then(|last| corrected(last, clause)) {
            found.pop();
            found.push(orders_of(scenario, &meant, said));
            continue;
        }
        if let Some(meant) = last.as_mut().filter(|last| last.deed == Some(Deed::Army) && names_army(clause)) {
            found.pop();
            meant.add(clause.clone());
            found.push(orders_of(scenario, meant, said));
            continue;
        }
        if unsays_those_before(clause) {
            found.clear();
        }
        last = Some(clause.clone());
        let evasion = super::evasion::compose(scenario, clause);
        if !evasion.is_empty() && !is_unreal(clause) {
            found.push(evasion);
            continue;
        }
        if is_unreal(clause) || is_off(clause) && clause.deed != Some(Deed::Recover) {
            // "Buell shall not move before pulse 8. On 8-11 he goes": he is spoken of, whatever he does not do.
            let leaders = named_leaders(clause);
            if !leaders.is_empty() {
                said.leaders = leaders;
            }
            continue;
        }
        let orders = orders_of(scenario, clause, said);
        found.extend((!orders.is_empty()).then_some(orders));
    }
    found
}

/// A clause with the name that corrects its last one, and the pulses that follow it.
fn corrected<'c>(last: &Clause<'c>, clause: &Clause<'c>) -> Option<Clause<'c>> {
    let mut meant = last.clone();
    match &clause.names[..] {
        // "Make that 3 SP"
        [] => meant.strength = clause.strength.or(meant.strength),
        [name] => {
            let is_alike = |other: &Name| name.places.is_empty() == other.places.is_empty();
            let at = last.names.iter().rposition(is_alike)?;
            let old = &meant.names[at];
            meant.names[at] = Name { index: old.index, ruled_by: old.ruled_by.clone(), ..name.clone() };
            meant.strength = meant.strength.or(clause.strength);
        }
        _ => return None,
    }
    meant.when = meant.when.or(clause.when);
    meant.cp = meant.cp.or(clause.cp);
    Some(meant)
}

/// The words of one clause's orders; remembers what it spoke of.
fn orders_of(scenario: &Scenario, clause: &Clause<'_>, said: &mut Said) -> Vec<String> {
    let voyages = ships::compose(scenario, clause, (&mut said.fleet, said.place));
    if !voyages.is_empty() {
        let named = clause.names.iter().rfind(|name| !name.places.is_empty());
        said.place = named.map(|name| name.places[0]).or(said.place);
        return timed(scenario, clause, None, voyages);
    }
    said.fleet = None;
    if let Some(cp) = saved(clause) {
        return vec![format!("save {cp} CP")];
    }
    let Some(deed) = deed(clause, said) else {
        // "Wait for pulse 4 with Grant, then he attacks"
        let leaders = named_leaders(clause);
        if !leaders.is_empty() {
            said.leaders = leaders;
        }
        return Vec::new();
    };
    let scene = Scene::of(scenario, clause, deed, said);
    let acts = scene.acts();
    let mut arrivals = Vec::new();
    if clause.deed.is_none()
        && deed == Deed::Move
        && width(clause).is_some_and(|wide| wide as usize == scene.actors.len())
        && said.deed != Some(Deed::Move)
    {
        let arrival = Scene::of(scenario, clause, Deed::Enter, said);
        arrivals = timed(scenario, clause, Some(Deed::Enter), arrival.entries());
    }
    if !acts.is_empty() {
        said.deed = Some(deed);
    }
    if !scene.actors.is_empty() {
        said.leaders.clone_from(&scene.actors);
    }
    said.place = scene.to.last().or(scene.from.last()).copied().or(said.place);
    arrivals.into_iter().chain(timed(scenario, clause, Some(deed), acts)).collect()
}

/// Whom a clause names.
fn named_leaders(clause: &Clause<'_>) -> Vec<String> {
    let named = clause.names.iter().filter(|name| name.places.is_empty());
    once(named.flat_map(|name| name.leaders.iter().take(1).cloned()))
}

/// Points that are kept for later: "save 4 CP for TST 2".
fn saved(clause: &Clause<'_>) -> Option<u32> {
    const LATER: &[&str] = &["half", "tst", "later", "back", "reserve", "next", "subturn"];
    let is_said = clause.says(&["save", "saves", "saved", "saving", "bank"])
        || clause.says(&["keep", "keeps", "hold"]) && clause.says(LATER);
    clause.cp.filter(|_| is_said && !clause.has_place() && clause.strength.is_none())
}

/// Words for going to the place that was spoken of.
const GOING_THERE: &[&str] = &["there", "thither", "help", "rescue", "aid", "relief", "assistance"];

/// Words for doing what was spoken of.
const LIKEWISE: &[&str] = &["too", "likewise", "also", "same", "ditto", "well"];

/// "Reinforce Harpers Ferry with 2 SP from Frederick": whoever leaves a place for another is not new.
fn comes_over(clause: &Clause<'_>) -> bool {
    const NEW: &[&str] = &["new", "fresh", "recruit", "recruits", "pool", "train"];
    let is_out =
        |name: &&Name| name.is_ruled_by(&["from"]) || name.is_ruled_by(&["of"]) && clause.says_phrase("out of");
    let places = || clause.names.iter().filter(|name| !name.places.is_empty() && name.leaders.is_empty());
    clause.deed == Some(Deed::Enter)
        && clause.strength.is_some()
        && !clause.says(NEW)
        && places().count() == 2
        && places().filter(is_out).count() == 1
}

/// The deed of a clause: its own, or that of the clauses before it, or what its names make of it.
fn deed(clause: &Clause<'_>, said: &Said) -> Option<Deed> {
    if comes_over(clause) {
        return Some(Deed::Move);
    }
    if clause.deed.is_some() {
        return clause.deed;
    }
    if clause.has_leader() && !clause.has_place() && clause.says(LIKEWISE) && said.deed.is_some() {
        return said.deed;
    }
    // "Paducah it is": of whoever was spoken of before.
    let is_settled = ["it is", "it shall be", "it will be"].iter().any(|phrase| clause.says_phrase(phrase));
    if is_settled && clause.has_place() && !said.leaders.is_empty() {
        return said.deed.or(Some(Deed::Move));
    }
    let is_timed = clause.when.is_some() || clause.cp.is_some();
    let has_leader = clause.names.iter().any(|name| !name.leaders.is_empty());
    let places = clause.names.iter().filter(|name| !name.places.is_empty()).count();
    let goes = clause.names.iter().any(|name| name.is_ruled_by(&["to", ">", "toward", "towards", "into", "via"]));
    let leaves = clause.names.iter().any(|name| !name.places.is_empty() && name.is_ruled_by(&["from"]));
    let is_shared = clause.strength.is_some() && clause.says(&["each", "apiece"]);
    if is_shared && places > 0 && !leaves && !has_leader {
        return Some(Deed::Enter);
    }
    if has_leader && clause.names.len() > 1 && (goes || said.deed.is_none() || said.deed == Some(Deed::Move))
        || places > 1 && goes
    {
        return Some(Deed::Move);
    }
    let is_more = !clause.names.is_empty() || clause.strength.is_some() && said.place.is_some();
    if clause.rp.is_some() || said.deed == Some(Deed::Enter) && is_more {
        return Some(Deed::Enter);
    }
    if goes && said.deed == Some(Deed::Move) || clause.strength.is_some() && places == 2 && leaves {
        return Some(Deed::Move);
    }
    if is_timed && !clause.names.is_empty() && said.deed.is_some() {
        return said.deed;
    }
    let is_fresh = clause.says(&["inf", "infantry", "recruits", "recruit"]) || is_timed;
    let is_there = said.place.is_some() && clause.names.is_empty() && clause.says(&["there", "same"]);
    (clause.strength.is_some() && (places == 1 || is_there) && is_fresh).then_some(Deed::Enter)
}

impl<'s, 'c> Scene<'s, 'c> {
    fn of(scenario: &'s Scenario, clause: &'c Clause<'c>, deed: Deed, said: &Said) -> Self {
        let mut scene = Scene {
            scenario,
            clause,
            deed,
            actors: Vec::new(),
            foes: Vec::new(),
            from: Vec::new(),
            via: Vec::new(),
            to: Vec::new(),
            goal: None,
            here: said.place,
        };
        for rank in 0..clause.names.len() {
            scene.take(rank);
        }
        let is_named = clause.strength.is_some() || clause.rp.is_some() || !scene.from.is_empty();
        let is_march = matches!(deed, Deed::Move | Deed::Attack | Deed::Rail);
        let is_entered =
            deed == Deed::Enter && !(clause.strength.is_none() && clause.rp.is_none() && clause.says(&["him", "he"]));
        let is_named = is_named || scene.army_name().is_some();
        let speaks_of_him = clause.says(&["he", "him", "his", "they", "them", "same"]);
        let lacks_place = matches!(deed, Deed::Entrench | Deed::Hold | Deed::Build | Deed::Army | Deed::Remoralise)
            && scene.to.is_empty();
        // "The other two by rail", "then all of them": not whoever was named before.
        let is_of_others = clause.says(&["other", "others", "rest", "remaining"]) || clause.says_phrase("all of them");
        if scene.actors.is_empty()
            && !is_of_others
            && (is_march && !is_named || lacks_place || speaks_of_him && !is_entered && !is_named)
        {
            scene.actors.clone_from(&said.leaders);
        }
        let leaves_there = clause.says(&["there"]) && scene.actors.is_empty() && scene.from.is_empty();
        let falls_back = clause.says(&["fall", "falls", "retreat", "retreats"])
            && scene.actors.is_empty()
            && scene.from.is_empty()
            && clause.strength.is_none();
        if is_march && (leaves_there || falls_back) && !scene.to.is_empty() {
            scene.from.extend(said.place);
        }
        if is_march {
            scene.settle_way();
        }
        scene
    }

    /// Gives a name its part.
    fn take(&mut self, rank: usize) {
        let name: &Name = &self.clause.names[rank];
        let is_either = !name.leaders.is_empty() && !name.places.is_empty();
        let is_of_army = is_either && self.deed == Deed::Army && !self.actors.is_empty();
        let is_leader = name.places.is_empty()
            || is_of_army
            || is_either && rank == 0 && self.actors.is_empty() && !name.is_ruled_by(AT)
            // "To Winchester from Manassas goes Jackson": the way is told whole without him.
            || is_either && self.actors.is_empty() && name.ruled_by.is_empty() && !self.to.is_empty() && !self.from.is_empty();
        if is_leader {
            let is_foe = name.is_ruled_by(&["against", "to", ">", "on", "at"]) && self.deed != Deed::Present;
            let is_later = self.deed == Deed::Attack
                && !self.actors.is_empty()
                && !self.follows(rank, "and")
                && !name.is_ruled_by(&["with", "by", "under"]);
            let is_met = ["joins", "join", "joining", "supports", "support", "reinforces", "relieves"];
            let is_met = is_met.iter().any(|verb| self.follows(rank, verb));
            let list = if is_foe || is_later || is_met { &mut self.foes } else { &mut self.actors };
            list.extend(name.leaders.iter().cloned());
        } else if self.is_taken(rank) {
            self.goal = name.places.first().copied();
            self.to.extend(name.places.iter().copied());
        } else if name.is_ruled_by(FROM) || self.is_left(rank) {
            self.from.extend(name.places.iter().take(1));
        } else if name.is_ruled_by(VIA) {
            self.via.extend(name.places.iter().take(1));
        } else {
            self.to.extend(name.places.iter().copied());
        }
    }

    fn part_before(&self, rank: usize) -> Option<&Part<'c>> {
        let at = self.clause.words.iter().position(|part| *part == Part::Name(rank))?;
        self.clause.words.get(at.checked_sub(1)?)
    }

    fn follows(&self, rank: usize, word: &str) -> bool {
        matches!(self.part_before(rank), Some(Part::Word(other)) if other.eq_ignore_ascii_case(word))
    }

    /// "Take Louisville with the three at Cincinnati", "occupation of Paducah by Grant": the place that is gone to.
    fn is_taken(&self, rank: usize) -> bool {
        const TAKING: &[&str] = &[
            "take", "takes", "taking", "occupy", "occupies", "capture", "captures", "seize", "seizes", "attack",
            "attacks", "storm", "storms", "assault", "assaults",
        ];
        const NOUNS: &[&str] = &["occupation", "capture", "seizure", "storming", "attack", "assault"];
        if !matches!(self.deed, Deed::Move | Deed::Attack) {
            return false;
        }
        let at = self.clause.words.iter().position(|part| *part == Part::Name(rank)).unwrap_or(0);
        let is = |back: usize, list: &[&str]| {
            let part = at.checked_sub(back).and_then(|at| self.clause.words.get(at));
            matches!(part, Some(Part::Word(word)) if list.iter().any(|other| word.eq_ignore_ascii_case(other)))
        };
        // "Takes Cairo's points to Paducah": what stands there is taken along.
        const OF_THERE: &[&str] =
            &["garrison", "force", "troops", "men", "boys", "point", "points", "division", "regiments"];
        let is_owner = match self.clause.words.get(at + 1) {
            Some(Part::Sign(sign)) => *sign == '\'',
            Some(Part::Word(word)) => OF_THERE.iter().any(|noun| word.eq_ignore_ascii_case(noun)),
            _ => false,
        };
        !is_owner && (is(1, TAKING) || is(1, &["of", "on", "upon"]) && is(2, NOUNS))
    }

    /// "leaves Wheeling for Grafton", "Memphis-Columbus", "to Winchester, Manassas's 2 SP": the place that is left.
    fn is_left(&self, rank: usize) -> bool {
        let at = self.clause.words.iter().position(|part| *part == Part::Name(rank)).unwrap_or(0);
        let next = self.clause.words.get(at + 1);
        let is_shaft =
            matches!(next, Some(Part::Sign('-' | '>'))) && matches!(self.clause.words.get(at + 2), Some(Part::Name(_)));
        [
            "leaves",
            "leave",
            "leaving",
            "abandon",
            "abandons",
            "abandoning",
            "quits",
            "quit",
            "evacuates",
            "evacuate",
            "departs",
        ]
        .iter()
        .any(|verb| self.follows(rank, verb))
            || is_shaft
            || matches!(next, Some(Part::Sign('\''))) && self.deed == Deed::Move
    }

    /// Of several places the last, or that with "to", is the goal.
    fn settle_way(&mut self) {
        let places: Vec<&Name> = self
            .clause
            .names
            .iter()
            .filter(|name| !name.places.is_empty() && self.to.contains(&name.places[0]))
            .collect();
        if places.len() < 2 {
            return;
        }
        // "To Manassas or Fredericksburg": both may be meant.
        let is_open = self.clause.says(&["or"]);
        let taken = places.iter().find(|name| name.places.first().copied() == self.goal && self.goal.is_some());
        let last = taken.or_else(|| places.iter().rfind(|name| name.is_ruled_by(GOAL))).or(places.last());
        let ruler = last.map(|name| name.ruled_by.clone()).unwrap_or_default();
        let is_goal =
            |name: &&&Name| is_open && name.ruled_by == ruler || last.is_some_and(|last| last.index == name.index);
        let goal: Vec<Hex> = places.iter().filter(is_goal).flat_map(|name| name.places.clone()).collect();
        let others = places.iter().map(|name| name.places[0]).filter(|hex| !goal.contains(hex));
        let mut others: Vec<Hex> = others.collect();
        self.from.append(&mut others);
        self.to = goal;
    }

    fn place(&self, hex: Hex) -> String {
        place_words(self.scenario, &Place::Known(hex))
    }

    fn at(&self, hex: Option<Hex>) -> String {
        hex.map(|hex| format!(" at {}", self.place(hex))).unwrap_or_default()
    }

    /// The places it is about: its own, or the one spoken of before.
    fn places(&self) -> Vec<Option<Hex>> {
        let own = once(self.to.iter().chain(&self.from).copied());
        if own.is_empty() { vec![self.here] } else { own.into_iter().map(Some).take(MOST).collect() }
    }

    fn acts(&self) -> Vec<String> {
        match self.deed {
            Deed::Move | Deed::Attack | Deed::Rail => self.marches(),
            Deed::Enter => self.entries(),
            Deed::Entrench => self.stays("entrench"),
            Deed::Hold => self.stays("hold"),
            Deed::Remoralise => self.stays("re-moralise"),
            Deed::Recover if is_off(self.clause) => self.stays("do not recover"),
            Deed::Recover => self.stays("recover"),
            Deed::Build => self.works(self.work()),
            Deed::DestroyDepot => self.works("destroy depot"),
            Deed::ConvertRail => self.works("convert rail"),
            Deed::Army => self.army(),
            Deed::Dissolve => self.dissolved(),
            Deed::Present => self.presented(),
            Deed::Transfer => self.transferred(),
            Deed::Idle if self.clause.names.is_empty() => self.idles(),
            Deed::Idle => self.stays("hold"),
            Deed::Distribute => Vec::new(),
        }
    }

    /// Nothing is done in pulses that are named, or where nothing else is said.
    fn idles(&self) -> Vec<String> {
        if let Some(count) = self.clause.pp.filter(|_| self.clause.when.is_none()) {
            return vec![format!("idle {count} pulses")];
        }
        let words = self.clause.words.iter().filter(|part| matches!(part, Part::Word(_))).count();
        let is_meant = self.clause.when.is_some() && self.clause.cp.is_none() || words <= 2;
        is_meant.then(|| "idle".to_owned()).into_iter().collect()
    }

    fn work(&self) -> &'static str {
        if self.clause.says(&["fortress"]) {
            return "build fortress";
        }
        if self.clause.says(&["depot", "depots", "magazine", "supply"]) { "build depot" } else { "build fort" }
    }

    /// Who marches, in the words before the verb's other parts: leaders, points, or what stands where they leave.
    fn marchers(&self) -> Vec<String> {
        if let Some(army) = self.army_name().filter(|_| self.actors.is_empty()) {
            return vec![format!("the {army}")];
        }
        // "Johnston" may be one of two, and takes his points along either way.
        let named = self.clause.names.iter().filter(|name| name.places.is_empty() && !name.leaders.is_empty()).count();
        let is_one = self.actors.len() == 1 || named == 1;
        let with = |name: &String| {
            // Of three who "stay behind" none goes with him.
            let goes_along = is_one && !self.clause.says(&["behind"]);
            let strong = self.clause.strength.filter(|_| goes_along).map(|count| format!("{name} with {count} SP"));
            let is_alone = self.clause.says(&["alone", "himself", "without"]) || self.clause.says_phrase("with no");
            let alone = is_alone.then(|| format!("{name} alone"));
            strong.into_iter().chain(alone).chain([name.clone()])
        };
        if !self.actors.is_empty() {
            let army = self.army_name().map(|army| format!("the {army}"));
            return self.actors.iter().flat_map(with).chain(army).collect();
        }
        let manner = self.manner();
        // "The three at Cincinnati", "2 of the boys from Baltimore", "leaderless: 2 from Cairo".
        const COUNTED: &[&str] = &["the", "of", "them", "boys", "men", "guys", "leaderless", "unled"];
        let bare = self.clause.number.filter(|_| self.clause.says(COUNTED));
        let count = self.clause.strength.or(bare).or_else(|| self.lone_point()).map(|count| format!("{count} SP"));
        let count = count.or_else(|| self.clause.says_phrase("all sp").then(|| "all SP".to_owned()));
        let of_place = |hex: &Hex| match &count {
            Some(count) => format!("{count}{manner} from {}", self.place(*hex)),
            None => format!("the force at {}", self.place(*hex)),
        };
        self.from.iter().take(1).map(of_place).collect()
    }

    /// "The Rolla point goes back to St Louis".
    fn lone_point(&self) -> Option<u32> {
        let is_point = |pair: &[Part<'_>]| match pair {
            [Part::Name(rank), Part::Word(noun)] => {
                noun.eq_ignore_ascii_case("point") && self.clause.names[*rank].leaders.is_empty()
            }
            _ => false,
        };
        self.clause.words.windows(2).any(is_point).then_some(1)
    }

    fn manner(&self) -> &'static str {
        if self.clause.says(&["stack", "together"]) || self.clause.says_phrase("one body") {
            return " as a stack";
        }
        let is_single = self.clause.says(&["singly", "individually"]) || self.clause.says_phrase("one by one");
        if is_single { " singly" } else { "" }
    }

    fn marches(&self) -> Vec<String> {
        let by = match self.deed {
            Deed::Rail => " by rail",
            _ if self.clause.says_phrase("by sea")
                || self.clause.says_phrase("take ship")
                || self.clause.says_phrase("takes ship") =>
            {
                " by sea"
            }
            _ => "",
        };
        let rail = self.clause.rail.or(self.clause.rp).filter(|_| self.deed == Deed::Rail);
        let tail = rail.map(|rail| format!(" for {rail} rail")).unwrap_or_default();
        let roll = if self.clause.says(ROLL) && self.clause.later.is_some() { " on the cavalry roll" } else { "" };
        let via: Vec<String> = self.via.iter().map(|hex| self.place(*hex)).collect();
        let via = if via.is_empty() { String::new() } else { format!(" via {}", via.join(", ")) };
        let is_attack = self.deed == Deed::Attack;
        let mut goals: Vec<String> = self.to.iter().take(MOST).map(|hex| self.place(*hex)).collect();
        if is_attack {
            goals.extend(self.foes.iter().cloned());
        }
        let goes_along = self.clause.deed.is_none() && self.clause.says(LIKEWISE);
        if goals.is_empty() && (goes_along || self.clause.says(GOING_THERE) || goes_in(self.clause)) {
            goals.extend(self.here.map(|hex| self.place(hex)));
        }
        let march = |who: &String, goal: &String| match who.split_once(" from ") {
            _ if is_attack => format!("attack {goal} with {who}{roll}"),
            Some((who, from)) => format!("move {who}{by} from {from} to {goal}{via}{tail}"),
            None => format!("move {who}{by} to {goal}{via}{tail}{roll}"),
        };
        let marchers = self.marchers();
        goals.iter().flat_map(|goal| marchers.iter().map(move |who| march(who, goal))).take(MOST).collect()
    }

    fn entries(&self) -> Vec<String> {
        let places = self.places();
        if !self.actors.is_empty() {
            let at = self.at(places[0]);
            let by_name = self.actors.iter().map(|name| format!("enter {name}{at}"));
            return by_name.collect();
        }
        let number = self.clause.strength.or(self.clause.rp).or(self.clause.number);
        let is_next = self.clause.says(&["next", "top", "pool"])
            && self.clause.says(&["guy", "man", "fellow", "officer", "one", "commander", "chap"]);
        if is_next || self.clause.says(&["leader", "leaders", "general", "generals"]) {
            let count = number.unwrap_or(1);
            let noun = if count == 1 { "leader" } else { "leaders" };
            return places.iter().map(|at| format!("enter {count} {noun}{}", self.at(*at))).take(1).collect();
        }
        let is_fresh = self.clause.says(super::clauses::STRENGTH) || self.clause.says(&["another"]);
        let is_single = self.clause.says(&["recruit", "reinforcement", "another", "man"]);
        let told = if is_single { Some(1) } else { self.width().filter(|_| places.len() == 1 && is_fresh) };
        // "A reinforcement each" in several pulses and at one place is one a pulse.
        let is_apiece = self.clause.says(&["each", "apiece"]) && places.len() == 1 && number == Some(1);
        let each = is_apiece
            || ["each pulse", "every pulse", "per pulse", "a pulse"]
                .iter()
                .any(|phrase| self.clause.says_phrase(phrase));
        let times = if each { self.width().unwrap_or(1) } else { 1 };
        let count = number.or(told).map(|count| count.saturating_mul(times));
        let Some(count) = count else { return Vec::new() };
        places.iter().filter(|at| at.is_some()).map(|at| format!("enter {count} infantry{}", self.at(*at))).collect()
    }

    fn stays(&self, verb: &str) -> Vec<String> {
        if let Some(army) = self.army_name() {
            return vec![format!("{verb} the {army}")];
        }
        if !self.actors.is_empty() {
            // "Dig in there": whoever was spoken of, or what stands at the place.
            let is_there = self.clause.says(&["there"]) && !self.clause.says(&["he", "him", "they", "them"]);
            let there = self.here.filter(|_| is_there && !self.clause.has_leader());
            let of_place = there.map(|hex| format!("{verb} the force at {}", self.place(hex)));
            return self.actors.iter().map(|name| format!("{verb} {name}")).chain(of_place).collect();
        }
        self.places().into_iter().flatten().map(|hex| format!("{verb} the force at {}", self.place(hex))).collect()
    }

    fn works(&self, work: &str) -> Vec<String> {
        // Whoever is named may stand there only, or be meant to do it.
        let by = self.actors.first().filter(|_| self.clause.has_leader()).map(|name| format!(" with {name}"));
        let places = self.places().into_iter().filter(Option::is_some);
        let ways = |at: Option<Hex>| {
            let plain = format!("{work}{}", self.at(at));
            let led = by.as_ref().map(|by| format!("{plain}{by}"));
            [plain].into_iter().chain(led)
        };
        places.flat_map(ways).take(MOST).collect()
    }

    fn army_name(&self) -> Option<String> {
        army_of(self.scenario, self.clause)
    }

    fn army(&self) -> Vec<String> {
        let name = self.army_name();
        let of_name = |hex: &&Hex| !name.as_ref().is_some_and(|name| name.ends_with(&self.place(**hex)));
        let at = self.to.iter().find(of_name).or(self.here.as_ref());
        let under = self.actors.first().map(|leader| format!(" under {leader}")).unwrap_or_default();
        let others: Vec<String> = self.actors.iter().skip(1).cloned().collect();
        let with = if others.is_empty() { String::new() } else { format!(" with {}", others.join(" and ")) };
        if name.is_none() && under.is_empty() {
            return Vec::new();
        }
        vec![format!("form {}{under}{}{with}", name.as_deref().unwrap_or("army"), self.at(at.copied()))]
    }

    fn dissolved(&self) -> Vec<String> {
        match self.army_name() {
            Some(name) => vec![format!("dissolve {name}")],
            None if !self.actors.is_empty() => vec![format!("dissolve the army of {}", self.actors[0])],
            None => self.to.iter().take(1).map(|hex| format!("dissolve the army at {}", self.place(*hex))).collect(),
        }
    }

    fn presented(&self) -> Vec<String> {
        let is_of_relief = self.clause.says(&["relief", "demotion", "dismissal"]);
        let matter = if is_of_relief { " for relief" } else { " for promotion" };
        self.actors.iter().map(|name| format!("present {name}{matter}")).collect()
    }

    fn transferred(&self) -> Vec<String> {
        let Some(to) = self.to.first().map(|hex| self.place(*hex)) else { return Vec::new() };
        self.actors.iter().take(1).map(|name| format!("transfer {name} to {to}")).collect()
    }

    /// How many pulses the clause names.
    fn width(&self) -> Option<u32> {
        width(self.clause)
    }
}
