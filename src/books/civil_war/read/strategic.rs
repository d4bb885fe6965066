//! Orders of the supreme commander: points divided among the accounts, reinforcements given and shifted.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::parts::{inner_number, once};
use super::resolve::{Desk, account_of, theatre_of};
use crate::order::{Act, Order, Share, Shares};
use crate::scenario::{Account, Theatre};
use base::order::Remark;

/// What is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purse {
    Command,
    Pulse,
}

/// Shares as they were written, before it is known what all of them are shares of.
#[derive(Debug, Default)]
struct Division {
    purse: Option<Purse>,
    waiting: Vec<(Account, Share)>,
    cp: Option<Shares>,
    pp: Option<Shares>,
}

impl Division {
    fn give(
        &mut self,
        desk: &Desk<'_, '_>,
        pair: &Pair<'_, Rule>,
        account: Account,
        share: Share,
    ) -> Result<(), Remark> {
        let Some(purse) = self.purse else {
            self.waiting.push((account, share));
            return Ok(());
        };
        self.put(desk, pair, purse, (account, share))
    }

    fn put(
        &mut self,
        desk: &Desk<'_, '_>,
        pair: &Pair<'_, Rule>,
        purse: Purse,
        (account, share): (Account, Share),
    ) -> Result<(), Remark> {
        let shares = match purse {
            Purse::Command => self.cp.get_or_insert_default(),
            Purse::Pulse => self.pp.get_or_insert_default(),
        };
        if shares.insert(account, share).is_some() {
            return Err(desk.unread(pair, format!("{account} is given two shares.")));
        }
        Ok(())
    }

    fn open(&mut self, desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>, purse: Purse) -> Result<(), Remark> {
        self.purse = Some(purse);
        for (account, share) in std::mem::take(&mut self.waiting) {
            self.give(desk, pair, account, share)?;
        }
        Ok(())
    }
}

/// `CP East 12, West 5; PP 20/15/5`.
pub(super) fn distribute(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut division = Division::default();
    for pair in pairs {
        match pair.as_rule() {
            Rule::label => {
                // A label opens a new list: shares that still wait are shares of nothing.
                if !division.waiting.is_empty() {
                    return Err(which_points(desk, &pair));
                }
                let purse = purse_of(&pair);
                division.purse = purse.or(division.purse);
            }
            Rule::share => share(desk, &mut division, &pair)?,
            Rule::unit_share => unit_share(desk, &mut division, &pair)?,
            Rule::all_share => all_share(desk, &mut division, &pair)?,
            Rule::zero_share => {
                for account in accounts_in(&pair) {
                    division.give(desk, &pair, account, Share::Points(0))?;
                }
            }
            Rule::points_list => points_list(desk, &mut division, &pair)?,
            Rule::even_rest => even_rest(desk, &mut division, &pair)?,
            _ => {}
        }
    }
    if !division.waiting.is_empty() || division.cp.is_none() && division.pp.is_none() {
        return Err(Remark::unread("It is not said whether these are command points or pulse points.").hint(POINTS));
    }
    let is_mixed = |shares: &Option<Shares>| shares.as_ref().is_some_and(is_half_said);
    if is_mixed(&division.cp) || is_mixed(&division.pp) {
        return Err(Remark::unread("Some of these shares are per cent, and it is not said whether the others are.")
            .hint("Write `%` behind each of them, or behind none."));
    }
    Ok(Order::new(Act::Distribute { cp: division.cp, pp: division.pp }))
}

/// "60% to the West, 20 to the East, 20 to Trans": together a hundred, so that the sign may hold for all of them.
fn is_half_said(shares: &Shares) -> bool {
    let amount = |share: &Share| match share {
        Share::Percent(amount) | Share::Points(amount) => u64::from(*amount),
    };
    let is_percent = |share: &&Share| matches!(share, Share::Percent(_));
    let count = shares.values().filter(is_percent).count();
    (1..shares.len()).contains(&count) && shares.values().map(amount).sum::<u64>() == 100
}

/// Whether a line bears a sign of points handed over directly: else its grammar is not asked what it misses.
pub(super) fn is_direct(text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let is_sign = |word: &str| {
        ["directly", "direct", "straight", "hand", "hands", "handing"]
            .iter()
            .any(|sign| word.eq_ignore_ascii_case(sign))
    };
    words.any(is_sign) || text.to_ascii_lowercase().contains(" of the cp")
}

/// `distribute West directly: CP 8, PP 14`.
pub(super) fn grant(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (mut to, mut cp, mut pp, mut someone) = (None, None, None, None);
    for pair in pairs {
        match pair.as_rule() {
            Rule::grant_to => {
                let account = pair.clone().into_inner().find_map(|inner| account_of(inner.as_rule()));
                account.map_or(Ok(()), |account| once(desk, &mut to, account, &pair, "theatre"))?;
            }
            Rule::grant_points => {
                let slot = if purse_of(&pair) == Some(Purse::Pulse) { &mut pp } else { &mut cp };
                once(desk, slot, inner_number(desk, &pair)?, &pair, "These points are named twice.")?;
            }
            Rule::grant_pair => {
                for (slot, number) in [&mut cp, &mut pp].into_iter().zip(pair.clone().into_inner()) {
                    once(desk, slot, desk.number(&number)?, &pair, "These points are named twice.")?;
                }
            }
            Rule::grant_someone => someone = Some(pair),
            _ => {}
        }
    }
    match (to, cp, pp, someone) {
        (_, None, None, _) => Err(Remark::unread("It is not said how many points are handed over.").hint(DIRECT)),
        (Some(to), cp, pp, _) => Ok(Order::new(Act::Grant { to, cp, pp })),
        (None, _, _, Some(someone)) => {
            let message = format!("{} is no theatre: orders name the theatre, not its player.", desk.words(&someone));
            Err(desk.unread(&someone, message).hint(DIRECT).rule("C2.4"))
        }
        (None, ..) => Err(Remark::unread("It is not said to which theatre these points go.").hint(DIRECT).rule("C2.4")),
    }
}

const DIRECT: &str = "Write `distribute West directly: CP 8, PP 14`.";

const POINTS: &str = "Write `distribute CP East 12, West 5, Trans 3; PP East 20, West 15, Trans 5`.";

fn which_points(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Remark {
    desk.unread(pair, "It is not said whether the shares before this are command points or pulse points.").hint(POINTS)
}

fn purse_of(pair: &Pair<'_, Rule>) -> Option<Purse> {
    pair.clone().into_inner().find_map(|inner| match inner.as_rule() {
        Rule::cp_unit => Some(Purse::Command),
        Rule::pp_unit => Some(Purse::Pulse),
        _ => None,
    })
}

/// `East 12 CP and 25 PP`: points of both purses for one theatre.
fn unit_share(desk: &Desk<'_, '_>, division: &mut Division, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let Some(account) = accounts_in(pair).next() else { return Err(desk.unread(pair, "The theatre is missing.")) };
    for amount in pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::unit_amount) {
        let Some(purse) = purse_of(&amount) else { return Err(which_points(desk, &amount)) };
        let points = inner_number(desk, &amount)?;
        division.put(desk, &amount, purse, (account, Share::Points(points)))?;
    }
    Ok(())
}

/// `all 30 PP to the East`.
fn all_share(desk: &Desk<'_, '_>, division: &mut Division, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let Some(account) = accounts_in(pair).next() else { return Err(desk.unread(pair, "The theatre is missing.")) };
    let number = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::number);
    let share = number.map_or(Ok(Share::Percent(100)), |number| desk.number(&number).map(Share::Points))?;
    if let Some(purse) = purse_of(pair) {
        division.open(desk, pair, purse)?;
    }
    division.give(desk, pair, account, share)
}

fn accounts_in<'t>(pair: &Pair<'t, Rule>) -> impl Iterator<Item = Account> + use<'t> {
    pair.clone().into_inner().filter_map(|inner| account_of(inner.as_rule()))
}

fn share(desk: &Desk<'_, '_>, division: &mut Division, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let fraction = pair.clone().into_inner().find_map(|inner| match inner.as_rule() {
        Rule::half => Some(50),
        Rule::quarter => Some(25),
        Rule::three_quarters => Some(75),
        _ => None,
    });
    let number = fraction.map_or_else(|| inner_number(desk, pair), Ok)?;
    let account = pair.clone().into_inner().find_map(|inner| account_of(inner.as_rule()));
    let Some(account) = account else { return Err(desk.unread(pair, "The theatre of this share is missing.")) };
    let is_percent = fraction.is_some() || pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::percent);
    let share = if is_percent { Share::Percent(number) } else { Share::Points(number) };
    if let Some(purse) = purse_of(pair) {
        division.open(desk, pair, purse)?;
    }
    division.give(desk, pair, account, share)
}

/// `20/15/5`: East, West, Trans-Mississippi, and the fleet when there is a fourth.
fn points_list(desk: &Desk<'_, '_>, division: &mut Division, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    if division.purse.is_none() || !division.waiting.is_empty() {
        return Err(which_points(desk, pair));
    }
    for (number, account) in pair.clone().into_inner().zip(Account::ALL) {
        let points = desk.number(&number)?;
        division.give(desk, pair, account, Share::Points(points))?;
    }
    Ok(())
}

/// `the rest evenly between East and Trans`: what is left of a hundred, when it can be divided.
fn even_rest(desk: &Desk<'_, '_>, division: &mut Division, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let shares = match division.purse {
        Some(Purse::Command) => division.cp.clone().unwrap_or_default(),
        Some(Purse::Pulse) => division.pp.clone().unwrap_or_default(),
        None => return Err(which_points(desk, pair)),
    };
    let mut given = 0_u32;
    for share in shares.values() {
        match share {
            Share::Percent(percent) => given = given.saturating_add(*percent),
            Share::Points(_) => {
                return Err(desk
                    .unread(pair, "The rest can only be divided evenly when the other shares are per cent.")
                    .hint("Write how many points each theatre is to have."));
            }
        }
    }
    let accounts: Vec<Account> = pair.clone().into_inner().filter_map(|inner| account_of(inner.as_rule())).collect();
    let sharers = accounts.len().max(1) as u32;
    let rest = 100_u32.checked_sub(given).filter(|rest| rest.is_multiple_of(sharers));
    let Some(each) = rest.map(|rest| rest / sharers) else {
        return Err(desk.unread(pair, "The rest cannot be divided evenly.").hint("Write the share of each theatre."));
    };
    accounts.into_iter().try_for_each(|account| division.give(desk, pair, account, Share::Percent(each)))
}

/// Pulses and command points belong to orders in the field.
fn no_pulses(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    match pair.as_rule() {
        Rule::pulses | Rule::bare_pulses | Rule::listed_pulses | Rule::stated_cp => {
            Err(desk.unread(pair, "An order of the strategic phase has neither pulses nor a cost."))
        }
        _ => Ok(()),
    }
}

/// `same split as last season`, `CP as last turn`, `rail as last turn`.
pub(super) fn same(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (mut cp, mut pp, mut rail) = (false, false, false);
    for pair in pairs {
        no_pulses(desk, &pair)?;
        match pair.as_rule() {
            Rule::cp_unit => cp = true,
            Rule::pp_unit => pp = true,
            Rule::same_rail => rail = true,
            _ => {}
        }
    }
    let as_last = |is_named: bool| is_named.then(Shares::new);
    match (cp, pp, rail) {
        (false, false, true) => Ok(Order::new(Act::DivideRail { shares: Shares::new() })),
        (_, _, true) => {
            Err(Remark::unread("Rail points are divided by a line of their own.").hint("Write `rail as last turn`."))
        }
        (cp, pp, false) if cp == pp => Ok(Order::new(Act::DistributeSame)),
        (cp, pp, false) => Ok(Order::new(Act::Distribute { cp: as_last(cp), pp: as_last(pp) })),
    }
}

/// `reinforcements as planned`.
pub(super) fn planned(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    pairs.into_iter().try_for_each(|pair| no_pulses(desk, &pair))?;
    Ok(Order::new(Act::ReinforceAsPlanned))
}

/// `we concede the war`.
pub(super) fn concede(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    pairs.into_iter().try_for_each(|pair| no_pulses(desk, &pair))?;
    Ok(Order::new(Act::Concede))
}

/// `3 discretionary points to the West`.
pub(super) fn discretionary(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut free: Option<Option<u32>> = None;
    let mut to: Option<Theatre> = None;
    for pair in pairs {
        match pair.as_rule() {
            Rule::free => {
                let mut inner = pair.clone().into_inner();
                let number = inner.find(|part| part.as_rule() == Rule::number);
                let count = number.map(|number| desk.number(&number)).transpose()?;
                super::parts::once(desk, &mut free, count, &pair, "The points are given twice.")?;
            }
            Rule::to_theatre | Rule::bare_theatre => {
                let theatre = theatre_in(desk, &pair)?;
                super::parts::once(desk, &mut to, theatre, &pair, "Two theatres are named.")?;
            }
            Rule::aside => desk.notice(&pair, "These words change nothing and were not read."),
            _ => no_pulses(desk, &pair)?,
        }
    }
    let (Some(count), Some(to)) = (free, to) else {
        return Err(Remark::unread("Discretionary points need a theatre to go to.")
            .hint("Write `give 3 discretionary to West`.")
            .rule("C3.5.2"));
    };
    Ok(Order::new(Act::Discretionary { count, to }))
}

/// `shift 4 planned from East to West`.
pub(super) fn shift(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (mut count, mut from, mut to) = (None, None, None);
    for pair in pairs {
        match pair.as_rule() {
            Rule::number => count = Some(desk.number(&pair)?),
            Rule::from_theatre => from = Some(theatre_in(desk, &pair)?),
            Rule::to_theatre => to = Some(theatre_in(desk, &pair)?),
            Rule::aside => desk.notice(&pair, "These words change nothing and were not read."),
            _ => no_pulses(desk, &pair)?,
        }
    }
    let (Some(count), Some(from), Some(to)) = (count, from, to) else {
        return Err(Remark::unread("A shift needs a number and two theatres.")
            .hint("Write `shift 4 planned from East to West`.")
            .rule("C3.5.2"));
    };
    Ok(Order::new(Act::ShiftPlanned { count, from, to }))
}

fn theatre_in(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Theatre, Remark> {
    let found = pair.clone().into_inner().find_map(|inner| theatre_of(inner.as_rule()));
    found.ok_or_else(|| desk.unread(pair, "This is not one of the three theatres."))
}
