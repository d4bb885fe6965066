//! New leaders and the pools they go to: by stars and arm, the die choosing among several that match (C3.5.7, D19).
//! The same judgement serves the receipt, which knows kinds, and the deadline, which knows names.

use base::facts::Fact;
use base::game::Dice;
use base::order::Remark;

use super::super::audience;
use super::super::item::Item;
use super::super::order::LeaderPick;
use super::super::resources;
use super::super::scenario::{Account, Arm, Scenario, Side};
use super::super::state::{LeaderPlace, State};

/// What a supreme commander knows of a new leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// One to three.
    pub stars: u32,
    /// What he leads.
    pub arm: Arm,
}

/// New leaders as a supreme commander asked for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Assignment {
    wishes: Vec<Wish>,
}

/// One leader of a description for one pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wish {
    stars: Option<u32>,
    arm: Option<Arm>,
    to: Account,
}

impl Wish {
    fn of(pick: &LeaderPick) -> Self {
        Self { stars: pick.stars, arm: pick.arm, to: pick.to }
    }

    /// Whether a leader answers the description and may join the pool: ships' leaders the fleet's, others a theatre's; the
    /// Confederacy's naval leaders go to theatres.
    fn fits(&self, side: Side, kind: Kind) -> bool {
        let is_asked = self.stars.is_none_or(|stars| stars == kind.stars) && self.arm.is_none_or(|arm| arm == kind.arm);
        is_asked && may_join(side, kind.arm, self.to)
    }
}

/// Whether a pool takes leaders of an arm.
fn may_join(side: Side, arm: Arm, to: Account) -> bool {
    match side {
        Side::Usa => (arm == Arm::Naval) == (to == Account::Naval),
        Side::Csa => to != Account::Naval,
    }
}

impl Assignment {
    /// Takes the picks of one line, or says what is wrong with them and leaves everything as it was.
    pub fn take(&mut self, side: Side, new: &[Kind], picks: &[LeaderPick]) -> Result<String, Vec<Remark>> {
        let mut wishes = self.wishes.clone();
        let mut wrong = Vec::new();
        for pick in picks {
            match wanted(side, new, &wishes, pick) {
                Ok(more) => wishes.extend(more),
                Err(remark) => wrong.push(remark),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let added = wishes.len() - self.wishes.len();
        self.wishes = wishes;
        Ok(match added {
            0 => "as planned".to_owned(),
            1 => "1 leader".to_owned(),
            several => format!("{several} leaders"),
        })
    }

    /// The pool of each new leader, in the order of `new`: as asked for, else as planned. Throws for those of whom several
    /// match.
    pub fn settle(&self, side: Side, new: &[(Kind, Account)], dice: &mut Dice) -> Vec<Account> {
        let kinds: Vec<Kind> = new.iter().map(|(kind, _)| *kind).collect();
        let mut pools: Vec<Option<Account>> = vec![None; new.len()];
        for (at, wish) in self.wishes.iter().enumerate() {
            let rest = &self.wishes[at + 1..];
            let free: Vec<usize> = (0..kinds.len()).filter(|one| pools[*one].is_none()).collect();
            let leaves_enough = |one: usize| {
                let others: Vec<Kind> = free.iter().filter(|other| **other != one).map(|other| kinds[*other]).collect();
                can_all(side, rest, &others)
            };
            let fit: Vec<usize> =
                free.iter().copied().filter(|one| wish.fits(side, kinds[*one]) && leaves_enough(*one)).collect();
            let alike = 1 + rest.iter().filter(|other| *other == wish).count();
            // Where all that fit go the same way there is nothing to choose.
            let fit = if fit.len() <= alike { &fit[..fit.len().min(1)] } else { &fit };
            let Some(chosen) = draw(side, wish.to, fit, dice) else { continue };
            pools[chosen] = Some(wish.to);
        }
        pools.into_iter().zip(new).map(|(pool, (_, planned))| pool.unwrap_or(*planned)).collect()
    }
}

/// Of several that match the die takes one, without anybody knowing their names (C3.5.7f).
fn draw(side: Side, to: Account, fit: &[usize], dice: &mut Dice) -> Option<usize> {
    match fit {
        [] => None,
        [only] => Some(*only),
        several => {
            let purpose = format!("umpire: leader for {} {}", side.id(), to.id());
            let thrown = dice.roll(&purpose, several.len() as u32) as usize;
            several.get(thrown.saturating_sub(1)).copied()
        }
    }
}

/// The wishes of a pick, if there are leaders for all of them.
fn wanted(side: Side, new: &[Kind], before: &[Wish], pick: &LeaderPick) -> Result<Vec<Wish>, Remark> {
    pool_of_arm(side, pick)?;
    let wish = Wish::of(pick);
    let fits = |count: usize| {
        let all: Vec<Wish> = before.iter().copied().chain(std::iter::repeat_n(wish, count)).collect();
        can_all(side, &all, new)
    };
    let most = (0..=new.len()).rev().find(|count| fits(*count)).unwrap_or(0);
    let count = pick.count.map_or(most, |count| count as usize);
    if count == 0 || count > most {
        let message = match most {
            0 => format!("No new leader is left who is {}.", described(pick)),
            _ => format!("There are not {count} new leaders left who are {}.", described(pick)),
        };
        return Err(Remark::refused(message).hint(format!("The most is {most}.")).rule("C3.5.7").rule("D19"));
    }
    Ok(vec![wish; count])
}

fn pool_of_arm(side: Side, pick: &LeaderPick) -> Result<(), Remark> {
    let refuse = |message: &str, hint: &str| Err(Remark::refused(message).hint(hint).rule("C3.5.7").rule("D19"));
    match (side, pick.to, pick.arm) {
        (Side::Csa, Account::Naval, _) => refuse(
            "The Confederacy has three leader pools, one for each theatre, and none for its ships.",
            "Give the leader to East, West or Trans.",
        ),
        (Side::Usa, Account::Naval, Some(Arm::Infantry | Arm::Cavalry)) => {
            refuse("Only naval leaders join the naval pool.", "Give him to East, West or Trans.")
        }
        (Side::Usa, Account::East | Account::West | Account::Trans, Some(Arm::Naval)) => {
            refuse("Naval leaders of the Union join the naval pool.", "Give him to Naval.")
        }
        _ => Ok(()),
    }
}

/// "of two stars, cavalry".
fn described(pick: &LeaderPick) -> String {
    let stars = pick.stars.map(|stars| match stars {
        1 => "of one star".to_owned(),
        2 => "of two stars".to_owned(),
        _ => "of three stars".to_owned(),
    });
    let arm = pick.arm.map(|arm| arm.to_string());
    let words: Vec<String> = stars.into_iter().chain(arm).collect();
    if words.is_empty() { format!("for {}", pick.to) } else { words.join(", ") }
}

/// Whether every wish can have a leader of its own.
fn can_all(side: Side, wishes: &[Wish], kinds: &[Kind]) -> bool {
    let mut holder: Vec<Option<usize>> = vec![None; kinds.len()];
    (0..wishes.len()).all(|wish| find(side, wishes, kinds, wish, &mut holder, &mut vec![false; kinds.len()]))
}

/// A leader for one wish, others giving way where they can have another.
fn find(
    side: Side,
    wishes: &[Wish],
    kinds: &[Kind],
    wish: usize,
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for kind in 0..kinds.len() {
        if tried[kind] || !wishes[wish].fits(side, kinds[kind]) {
            continue;
        }
        tried[kind] = true;
        if holder[kind].is_none_or(|other| find(side, wishes, kinds, other, holder, tried)) {
            holder[kind] = Some(wish);
            return true;
        }
    }
    false
}

/// This part's new leaders who wait in pools, in the order of the roster: their names are their commanders' to know.
pub fn newcomers<'a>(scenario: &'a Scenario, state: &'a State, side: Side) -> Vec<(&'a str, Kind, Account)> {
    let arriving = resources::arriving_leaders(scenario, side, state.turn, state.part, state.parts);
    let waiting = arriving.into_iter().filter_map(|spec| {
        let leader = state.leaders.get(&spec.name)?;
        let kind = Kind { stars: leader.stars, arm: leader.arm };
        match leader.place {
            LeaderPlace::Pool(account) => Some((spec.name.as_str(), kind, account)),
            _ => None,
        }
    });
    waiting.collect()
}

/// Puts the new leaders of a side into the pools asked for: behind those who waited, in the order of the roster, and before
/// those who joined as the turn opened (C3.5.7).
pub fn assign(
    scenario: &Scenario,
    state: &mut State,
    side: Side,
    assignment: &Assignment,
    dice: &mut Dice,
    events: &mut Vec<Fact<Item>>,
) {
    let new: Vec<(String, Kind, Account)> =
        newcomers(scenario, state, side).into_iter().map(|(name, kind, at)| (name.to_owned(), kind, at)).collect();
    let planned: Vec<(Kind, Account)> = new.iter().map(|(_, kind, planned)| (*kind, *planned)).collect();
    let pools = assignment.settle(side, &planned, dice);
    let mut told: Vec<((Account, Kind), u32)> = Vec::new();
    for ((name, kind, planned), pool) in new.iter().zip(&pools) {
        moved(state, side, name, *planned, *pool);
        match told.iter_mut().find(|(known, _)| *known == (*pool, *kind)) {
            Some((_, count)) => *count += 1,
            None => told.push(((*pool, *kind), 1)),
        }
    }
    if assignment.wishes.is_empty() {
        told.clear(); // as planned, which he was told with their stars
    }
    told.sort_by_key(|((account, kind), _)| (*account, std::cmp::Reverse(kind.stars), kind.arm));
    for ((account, Kind { stars, arm }), count) in told {
        let item = Item::LeadersAssigned { account, stars, arm, count };
        events.push(Fact::new(audience::supreme(scenario, side), item));
    }
    let names: Vec<String> = new.into_iter().map(|(name, ..)| name).collect();
    order(state, side, &names);
}

fn moved(state: &mut State, side: Side, name: &str, from: Account, to: Account) {
    let Some(accounts) = state.accounts.get_mut(&side) else { return };
    if let Some(ledger) = accounts.get_mut(&from) {
        ledger.pool.retain(|other| other != name);
    }
    accounts.entry(to).or_default().pool.push(name.to_owned());
    if let Some(leader) = state.leaders.get_mut(name) {
        leader.place = LeaderPlace::Pool(to);
    }
}

/// Those who waited, then the new ones, then the latecomers, each in their own order.
fn order(state: &mut State, side: Side, new: &[String]) {
    let Some(late) = state.sides.get(&side).map(|own| own.leaders.latecomers.clone()) else { return };
    let rank = |name: &String| match (new.iter().position(|one| one == name), late.iter().position(|one| one == name)) {
        (_, Some(at)) => (2, at),
        (Some(at), None) => (1, at),
        (None, None) => (0, 0),
    };
    for ledger in state.accounts.get_mut(&side).into_iter().flat_map(|accounts| accounts.values_mut()) {
        ledger.pool.sort_by_key(rank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: [Kind; 4] = [
        Kind { stars: 2, arm: Arm::Infantry },
        Kind { stars: 1, arm: Arm::Cavalry },
        Kind { stars: 1, arm: Arm::Infantry },
        Kind { stars: 1, arm: Arm::Naval },
    ];

    fn pick(count: Option<u32>, stars: Option<u32>, arm: Option<Arm>, to: Account) -> LeaderPick {
        LeaderPick { count, stars, arm, to }
    }

    fn refusal(side: Side, picks: &[LeaderPick]) -> String {
        let remarks = Assignment::default().take(side, &NEW, picks).expect_err("refused");
        remarks.into_iter().map(|remark| remark.message).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn c3_5_7b_the_naval_pool_of_the_union_takes_naval_leaders_alone() {
        let wrong = pick(Some(1), Some(2), Some(Arm::Infantry), Account::Naval);
        assert_eq!(refusal(Side::Usa, &[wrong]), "Only naval leaders join the naval pool.");
        let ashore = pick(Some(1), None, Some(Arm::Naval), Account::East);
        assert_eq!(refusal(Side::Usa, &[ashore]), "Naval leaders of the Union join the naval pool.");
        let right = pick(Some(1), Some(1), None, Account::Naval);
        assert!(Assignment::default().take(Side::Usa, &NEW, &[right]).is_ok());
    }

    #[test]
    fn c3_5_7c_the_confederacy_has_three_pools_and_its_naval_leaders_join_them() {
        let fleet = pick(Some(1), None, Some(Arm::Naval), Account::Naval);
        assert!(refusal(Side::Csa, &[fleet]).starts_with("The Confederacy has three leader pools"));
        let east = pick(Some(1), None, Some(Arm::Naval), Account::East);
        assert!(Assignment::default().take(Side::Csa, &NEW, &[east]).is_ok());
    }

    #[test]
    fn d19_no_more_leaders_are_assigned_than_there_are_of_a_kind() {
        let picks = [pick(Some(2), Some(2), None, Account::West)];
        assert_eq!(refusal(Side::Usa, &picks), "There are not 2 new leaders left who are of two stars.");
        let twice = [pick(Some(1), Some(2), None, Account::West), pick(Some(1), Some(2), None, Account::East)];
        assert_eq!(refusal(Side::Usa, &twice), "No new leader is left who is of two stars.");
    }

    #[test]
    fn d19_a_vague_description_leaves_the_one_that_another_line_needs() {
        let mut assignment = Assignment::default();
        let picks =
            [pick(Some(1), Some(1), None, Account::West), pick(Some(1), None, Some(Arm::Cavalry), Account::East)];
        assert!(assignment.take(Side::Usa, &NEW, &picks).is_ok());
        let new: Vec<_> = NEW.iter().map(|kind| (*kind, Account::Trans)).collect();
        let mut dice = Dice::scripted(Default::default());
        let pools = assignment.settle(Side::Usa, &new, &mut dice);
        assert_eq!(pools, [Account::Trans, Account::East, Account::West, Account::Trans]);
        assert!(dice.unforeseen().is_empty(), "nothing was left to the die");
    }

    #[test]
    fn d19_of_several_that_match_the_die_takes_one_and_the_rest_go_as_planned() {
        let mut assignment = Assignment::default();
        assert!(assignment.take(Side::Usa, &NEW, &[pick(Some(1), Some(1), None, Account::West)]).is_ok());
        let new: Vec<_> = NEW.iter().map(|kind| (*kind, Account::Trans)).collect();
        let script = [("umpire: leader for usa west".to_owned(), vec![2])].into();
        let mut dice = Dice::scripted(script);
        let pools = assignment.settle(Side::Usa, &new, &mut dice);
        assert_eq!(pools, [Account::Trans, Account::Trans, Account::West, Account::Trans]);
        assert_eq!(dice.rolls()[0].sides, 2);
    }

    #[test]
    fn all_of_a_kind_are_as_many_as_there_are() {
        let mut assignment = Assignment::default();
        assert_eq!(
            assignment.take(Side::Usa, &NEW, &[pick(None, Some(1), None, Account::Trans)]),
            Ok("2 leaders".to_owned())
        );
    }
}
