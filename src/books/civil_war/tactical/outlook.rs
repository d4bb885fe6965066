//! What each side sees of the enemy while a sub-turn is played, and the marches that were prepared by it: found when they are
//! asked for, kept until the next act, and found again only as far as an act changed who looks out.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use board::{Hex, HexSet};

use super::super::naval::patrols::{Patrols, Stations};
use super::super::scenario::{BySide, Side};
use super::super::sight::{Lookout, Watched};
use super::super::territory;
use super::muster::March;
use super::play::Engine;

/// What is kept of it.
#[derive(Default)]
pub(super) struct Outlook {
    /// Where each side sees enemy troops, until the next act.
    seen: BySide<OnceLock<BTreeSet<Hex>>>,
    /// What each side found when it last looked.
    looks: BySide<RefCell<Option<Look>>>,
    /// The towns of States that are friendly to each side, until one changes hands.
    friendly: BySide<OnceLock<Arc<HexSet>>>,
    /// Marches as they would begin now, by their acts, until the next act.
    marches: RefCell<BTreeMap<usize, Result<March, String>>>,
}

/// Who looked out, and which enemies he saw.
struct Look {
    /// Where, and how far each sees, in order.
    posts: Vec<(Hex, u32)>,
    watched: Watched,
    /// Enemy troops in order, and whether they were seen.
    found: Vec<(Hex, bool)>,
}

impl Outlook {
    /// Towns may have changed hands.
    pub fn forget_towns(&mut self) {
        self.friendly = BySide::default();
    }

    /// Orders may have changed since marches were prepared.
    pub fn forget_marches(&self) {
        self.marches.borrow_mut().clear();
    }
}

impl Look {
    /// Posts that are not what they were, each with how far it saw or sees.
    fn changed_posts(&self, posts: &[(Hex, u32)]) -> Vec<(Hex, u32)> {
        let (mut before, mut now) = (self.posts.iter().peekable(), posts.iter().peekable());
        let mut changed = Vec::new();
        while let Some(first) = before.peek().into_iter().chain(now.peek()).min().copied() {
            let (was, is) = (before.next_if_eq(&first), now.next_if_eq(&first));
            if was.is_none() || is.is_none() {
                changed.push(*first);
            }
        }
        changed
    }
}

impl<'a> Engine<'a> {
    /// Where a side sees enemy troops as things stand between two acts.
    pub(super) fn seen_by(&self, side: Side) -> &BTreeSet<Hex> {
        self.outlook.seen[side].get_or_init(|| {
            let look = self.look(side);
            debug_assert!(self.is_fresh(side, &look), "what was kept of an earlier look is what is seen now");
            let seen = look.found.iter().filter(|(_, is_seen)| *is_seen).map(|(hex, _)| *hex).collect();
            *self.outlook.looks[side].borrow_mut() = Some(look);
            seen
        })
    }

    /// Looks at all enemies whom a post that came, went or changed may see, and whoever was not there before.
    fn look(&self, side: Side) -> Look {
        let (posts, watched) = (self.field.posts(self.scenario, side), self.watched(side));
        let last = self.outlook.looks[side].borrow();
        let last = last.as_ref().filter(|last| last.watched.is_same(&watched));
        let changed = last.filter(|last| last.posts != posts).map_or_else(Vec::new, |last| last.changed_posts(&posts));
        let mut before = last.map_or(&[][..], |last| &last.found).iter().peekable();
        let mut known = |hex: Hex| {
            while before.next_if(|(other, _)| *other < hex).is_some() {}
            let (_, was_seen) = *before.next_if(|(other, _)| *other == hex)?;
            let is_out_of_sight = |(post, range): &(Hex, u32)| post.distance(hex) > *range;
            changed.iter().all(is_out_of_sight).then_some(was_seen)
        };
        let lookout = OnceCell::new();
        let posted = || Lookout::posted(self.scenario, posts.clone(), watched.clone());
        let mut sees = |hex: Hex| known(hex).unwrap_or_else(|| lookout.get_or_init(posted).sees(hex));
        let enemies = self.field.troops.iter().filter(|(_, troops)| troops.side != side);
        let found = enemies.map(|(hex, _)| (*hex, sees(*hex))).collect();
        Look { posts, watched, found }
    }

    /// Whether a look shows what is seen without anything that was kept.
    fn is_fresh(&self, side: Side, look: &Look) -> bool {
        let lookout = self.lookout(side);
        look.found.iter().all(|(hex, is_seen)| lookout.sees(*hex) == *is_seen)
    }

    /// Something happened: what was seen is seen no more, and no march begins as it would have begun.
    pub(super) fn look_again(&mut self) {
        self.outlook.seen = BySide::default();
        self.outlook.forget_marches();
    }

    /// Something happened that leaves what is seen as it was: only marches may begin otherwise.
    pub(super) fn look_on(&self) {
        self.outlook.forget_marches();
        debug_assert!(Side::BOTH.iter().all(|side| self.is_seen_still(*side)), "what was seen is seen still");
    }

    /// Whether what was kept is what would be seen now.
    fn is_seen_still(&self, side: Side) -> bool {
        let Some(seen) = self.outlook.seen[side].get() else { return true };
        let lookout = self.lookout(side);
        let enemies = self.field.troops.iter().filter(|(_, troops)| troops.side != side);
        enemies.map(|(hex, _)| hex).filter(|hex| lookout.sees(**hex)).eq(seen)
    }

    /// Who of a side looks out as things stand now.
    pub(super) fn lookout(&self, side: Side) -> Lookout<'a> {
        Lookout::posted(self.scenario, self.field.posts(self.scenario, side), self.watched(side))
    }

    fn watched(&self, side: Side) -> Watched {
        let ships = self.field.ships.iter().map(|(water, squadron)| (*water, squadron.side));
        let patrols = Patrols::at(self.scenario, Stations::with(ships, &self.state.works));
        let towns = self.outlook.friendly[side]
            .get_or_init(|| Arc::new(territory::friendly_towns(self.scenario, &self.state, side)));
        Watched { patrols, side, towns: Arc::clone(towns) }
    }

    /// The march of an act as it would begin now.
    pub(super) fn march_of(&self, at: usize, prepare: impl FnOnce() -> Result<March, String>) -> Result<March, String> {
        if let Some(known) = self.outlook.marches.borrow().get(&at) {
            return known.clone();
        }
        let march = prepare();
        self.outlook.marches.borrow_mut().insert(at, march.clone());
        march
    }
}
