//! Points that a supreme commander hands to a commander himself (C2.4, C3.7, D7). Within the limits they count as approved
//! when the strategic phase is played, or the game master approves each; until then they do not exist.

use base::facts::Brief;
use base::order::{Filed, Meaning, Remark};
use rules::Question;

use super::distribution::{Means, Taken, sum};
use super::item::{Item, Reading};
use super::order::{Act, Order};
use super::read::{self, account_word};
use super::scenario::{Account, Approval, Scenario};
use super::shares::{self, Points};

/// What one line hands over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// To whose account.
    pub to: Account,
    /// Command points, if any were named.
    pub cp: Option<u32>,
    /// Pulse points, if any were named.
    pub pp: Option<u32>,
}

impl Grant {
    /// What an order hands over; `None` when it is another order.
    pub fn of(act: &Act) -> Option<Self> {
        match act {
            Act::Grant { to, cp, pp } => Some(Grant { to: *to, cp: *cp, pp: *pp }),
            _ => None,
        }
    }
}

/// What the lines of a sheet handed over so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grants {
    /// Command points by account.
    pub cp: Points,
    /// Pulse points by account.
    pub pp: Points,
}

/// What a grant has to fit in with.
pub(super) struct Room<'a> {
    /// Command and pulse points that go with no shifted leader.
    pub left: (u32, u32),
    /// Command points as an earlier line divides them.
    pub cp: Option<&'a Points>,
    /// Pulse points as an earlier line divides them.
    pub pp: Option<&'a Points>,
}

impl Grants {
    /// Takes one grant, or says all that is wrong with it.
    pub(super) fn take(
        &mut self,
        scenario: &Scenario,
        means: &Means,
        grant: Grant,
        room: &Room<'_>,
    ) -> Result<Taken, Vec<Remark>> {
        if grant.cp.is_none() && grant.pp.is_none() {
            return Ok(("not approved".to_owned(), Vec::new())); // as the game master ruled
        }
        let mut refusals = Vec::new();
        if let Some(cp) = grant.cp {
            refusals.extend(clash(&self.cp, room.cp, grant.to, cp, "command points"));
            refusals.extend(shares::breach(scenario, grant.to, cp, means.cp));
            refusals.extend(self.starved(scenario, means, grant.to, cp, room));
        }
        if let Some(pp) = grant.pp {
            refusals.extend(clash(&self.pp, room.pp, grant.to, pp, "pulse points"));
            let most = room.left.1.saturating_sub(sum(&self.pp));
            if room.pp.is_none() && pp > most {
                let message = format!("{pp} pulse points are more than there are to hand over.");
                refusals.push(cite(Remark::refused(message).hint(format!("The most is {most}."))));
            }
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        self.cp.extend(grant.cp.map(|cp| (grant.to, cp)));
        self.pp.extend(grant.pp.map(|pp| (grant.to, pp)));
        Ok((format!("{} directly", words(grant)), Vec::new()))
    }

    /// What must be left for the accounts to which nothing was handed: no grant takes the least of another theatre (D6).
    fn starved(&self, scenario: &Scenario, means: &Means, to: Account, cp: u32, room: &Room<'_>) -> Option<Remark> {
        if room.cp.is_some() {
            return None; // the division before it was within the limits
        }
        let most = room.left.0.saturating_sub(sum(&self.cp) + self.least_of_others(scenario, means, Some(to)));
        let message = format!("{cp} command points for {to} would leave too few for the other theatres.");
        (cp > most).then(|| cite(Remark::refused(message).hint(format!("The most that can be handed over is {most}."))))
    }

    fn least_of_others(&self, scenario: &Scenario, means: &Means, to: Option<Account>) -> u32 {
        let limits = shares::limits(scenario, means.cp);
        let others = limits.iter().filter(|limit| Some(limit.account) != to && !self.cp.contains_key(&limit.account));
        others.map(|limit| limit.least).sum()
    }

    /// Command points that nothing else may take while nothing is divided: what was handed over, and the least of the
    /// other theatres (C3.5.4, D6).
    pub(super) fn bound_cp(&self, scenario: &Scenario, means: &Means) -> u32 {
        sum(&self.cp) + self.least_of_others(scenario, means, None)
    }
}

/// An earlier line that says otherwise.
fn clash(granted: &Points, divided: Option<&Points>, to: Account, given: u32, what: &str) -> Option<Remark> {
    if let Some(earlier) = granted.get(&to) {
        let message = format!("An earlier line hands {to} {earlier} {what} already.");
        return Some(cite(Remark::refused(message).hint("Cancel that line first.")));
    }
    let earlier = divided?.get(&to).copied().unwrap_or(0);
    let message = format!("An earlier line divides the {what} and gives {to} {earlier}.");
    let hint = "Cancel that line, or send one new division that says the same.";
    (earlier != given).then(|| cite(Remark::refused(message).hint(hint)))
}

/// What a division must say to agree with what was handed over before: accounts that it leaves out have that.
pub(super) fn agree(granted: &Points, named: &dyn Fn(Account) -> bool, points: &mut Points, what: &str) -> Vec<Remark> {
    let mut refusals = Vec::new();
    for (account, given) in granted {
        let is_named = named(*account);
        let points = points.entry(*account).or_insert(0);
        if is_named && *points != *given {
            let message = format!("An earlier line hands {account} {given} {what}; this one would give it {points}.");
            let hint = format!("Leave {account} out of the division, or cancel the earlier line.");
            refusals.push(cite(Remark::refused(message).hint(hint)));
        }
        *points = *given;
    }
    refusals
}

fn cite(remark: Remark) -> Remark {
    remark.rule("C2.4").rule("D7")
}

fn words(grant: Grant) -> String {
    let parts = [("CP", grant.cp), ("PP", grant.pp)].into_iter();
    let parts: Vec<_> = parts.filter_map(|(unit, points)| Some(format!("{} {unit}", points?))).collect();
    format!("{} {}", account_word(grant.to), parts.join(" and "))
}

/// Whether a line of a letter from player to player with the judge in copy counts: it begins with DISTRIBUTE and divides
/// something (D7).
pub fn binds_in_copy(line: &str) -> bool {
    let words = line.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let (first, rest) = words.split_at(words.find(|sign: char| !sign.is_alphabetic()).unwrap_or(words.len()));
    let is_said = rest.contains(|sign: char| sign.is_ascii_digit()) || first.chars().all(char::is_uppercase);
    first.eq_ignore_ascii_case("distribute") && is_said
}

/// Who approves: as the game master chose in the game, else as the scenario says (D7).
pub(super) fn approval(scenario: &Scenario, chosen: Option<Approval>) -> Approval {
    chosen.unwrap_or(scenario.tables.table.direct_approval)
}

/// Who approves, by what a supreme commander was told.
fn approval_told(scenario: &Scenario, brief: &Brief<Item>) -> Approval {
    let told = brief.items().iter().rev().find_map(|item| match item {
        Item::Totals { direct_approval, .. } => Some(*direct_approval),
        _ => None,
    });
    approval(scenario, told.flatten())
}

/// Whether a line waits for the game master's approval, and what its writer is told of it.
pub(super) fn pending(approval: Approval, line: &Filed<Order>) -> Option<Remark> {
    let is_his = approval == Approval::Gm;
    let is_ruled = line.asked.as_ref().is_some_and(|asked| asked.ruling.is_some());
    Grant::of(&line.order.act).filter(|_| is_his && !is_ruled)?;
    let message = "These points can be used when the game master has approved them.";
    Some(Remark::incomplete(message).rule("C2.4").rule("C3.7"))
}

/// What the game master is asked: whether these points may be handed over so.
pub(super) fn questions(
    scenario: &Scenario,
    brief: &Brief<Item>,
    lines: &[Filed<Order>],
) -> Vec<Question<Order, Item>> {
    let approval = approval_told(scenario, brief);
    let asked = lines.iter().enumerate().filter(|(_, line)| pending(approval, line).is_some());
    asked.filter_map(|(at, line)| Some(question(scenario, at, Grant::of(&line.order.act)?))).collect()
}

fn question(scenario: &Scenario, line: usize, grant: Grant) -> Question<Order, Item> {
    let meaning = |name: &str, words: String, cp, pp| Meaning {
        name: name.to_owned(),
        order: Order::new(Act::Grant { to: grant.to, cp, pp }),
        words,
    };
    let whole = Order::new(Act::Grant { to: grant.to, cp: grant.cp, pp: grant.pp });
    let readings = vec![
        meaning("A", format!("approved: {}", read::write(scenario, &whole)), grant.cp, grant.pp),
        meaning("IGNORE", "not approved; the points are divided with the others".to_owned(), None, None),
    ];
    let told = readings.iter().map(|it| Reading { name: it.name.clone(), words: it.words.clone() }).collect();
    let about =
        Item::GrantAsked { account: grant.to, cp: grant.cp.unwrap_or(0), pp: grant.pp.unwrap_or(0), readings: told };
    let silence =
        "Until he approves it nothing is handed over; without a ruling in time the points are divided as usual.";
    Question { line, readings, about: vec![about], silence: silence.to_owned() }
}

#[cfg(test)]
mod tests;
