//! The language of the council, who may give what, and what his file says of it.

use std::fmt;

use adjutant::board::square::Square;
use adjutant::facts::Items;
use adjutant::game::SeatId;
use adjutant::kit::votes::Ballot;
use adjutant::order::{Filed, Remark};
use adjutant::rules::{Assigned, LineReview, OwnFile, Review};
use serde::{Deserialize, Serialize};

use super::{Item, Town, seat};

/// What can be ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Once, beside what else is bought.
    Buy(u32),
    /// In this turn and in each after it, until another word.
    BuyEachTurn(u32),
    March(Square),
    /// The company to this seat.
    Give(SeatId),
    Propose(u32),
    Vote(u32, Ballot),
    Sign(u32),
    Veto(u32),
    Override(u32),
}

impl Order {
    /// K4, K5.
    pub fn acts(&self) -> bool {
        !matches!(self, Self::Buy(_) | Self::BuyEachTurn(_) | Self::March(_))
    }

    /// Whether one office cannot mean both at once.
    pub fn is_at_odds_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Vote(one, ballot), Self::Vote(two, other)) => one == two && ballot != other,
            (Self::Sign(one), Self::Veto(two)) | (Self::Veto(one), Self::Sign(two)) => one == two,
            (Self::Give(one), Self::Give(two)) => one != two,
            _ => false,
        }
    }

    /// The offices that may give it; none: whoever commands the company.
    fn givers(&self, town: &Town) -> Vec<SeatId> {
        let president = seat("president");
        match self {
            Self::Buy(_) | Self::BuyEachTurn(_) => vec![seat("treasurer"), president],
            Self::March(_) => Vec::new(),
            Self::Give(_) | Self::Sign(_) | Self::Veto(_) => vec![president],
            Self::Propose(_) => town.voting().into_iter().chain([president]).collect(),
            Self::Vote(..) | Self::Override(_) => town.voting().into_iter().collect(),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buy(count) => write!(f, "buy {count}"),
            Self::BuyEachTurn(count) => write!(f, "each turn buy {count}"),
            Self::March(square) => write!(f, "march to {square}"),
            Self::Give(seat) => write!(f, "give the company to {seat}"),
            Self::Propose(tax) => write!(f, "propose tax {tax}"),
            Self::Vote(number, Ballot::Aye) => write!(f, "vote {number} aye"),
            Self::Vote(number, Ballot::No) => write!(f, "vote {number} no"),
            Self::Sign(number) => write!(f, "sign {number}"),
            Self::Veto(number) => write!(f, "veto {number}"),
            Self::Override(number) => write!(f, "override {number}"),
        }
    }
}

const VERBS: [&str; 9] = ["buy", "each turn buy", "march", "give", "propose", "vote", "sign", "veto", "override"];

pub fn begins(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    VERBS.iter().any(|verb| line.strip_prefix(verb).is_some_and(|rest| rest.starts_with(' ')))
}

pub fn read(town: &Town, line: &str) -> Result<Order, Remark> {
    let lower = line.trim_end_matches(['.', ' ']).to_ascii_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    let number = |word: &str| {
        let start = lower.find(word).unwrap_or(0);
        let wrong = || Remark::unread(format!("\"{word}\" is no number.")).at(start, start + word.len());
        word.parse::<u32>().map_err(|_| wrong())
    };
    match words.as_slice() {
        ["buy", count] => Ok(Order::Buy(number(count)?)),
        ["each", "turn", "buy", count] => Ok(Order::BuyEachTurn(number(count)?)),
        ["march", "to", square] => Ok(Order::March(read_square(town, &lower, square)?)),
        ["give", "the", "company", "to", name] => Ok(Order::Give(read_seat(town, &lower, name)?)),
        ["propose", "tax", tax] => Ok(Order::Propose(number(tax)?)),
        ["vote", bill, "aye"] => Ok(Order::Vote(number(bill)?, Ballot::Aye)),
        ["vote", bill, "no"] => Ok(Order::Vote(number(bill)?, Ballot::No)),
        ["sign", bill] => Ok(Order::Sign(number(bill)?)),
        ["veto", bill] => Ok(Order::Veto(number(bill)?)),
        ["override", bill] => Ok(Order::Override(number(bill)?)),
        _ if begins(line) => Err(Remark::unread("This is no whole order.").hint("HELP orders has an example of each.")),
        _ => Err(Remark::chatter()),
    }
}

fn read_square(town: &Town, line: &str, word: &str) -> Result<Square, Remark> {
    let square = word.to_ascii_uppercase().parse::<Square>().ok().filter(|square| town.squares.contains(square));
    let start = line.find(word).unwrap_or(0);
    square.ok_or_else(|| {
        Remark::unread("There is no such square.").at(start, start + word.len()).hint("Squares are K4-R4 to K6-R6.")
    })
}

fn read_seat(town: &Town, line: &str, word: &str) -> Result<SeatId, Remark> {
    let start = line.find(word).unwrap_or(0);
    let offices: Vec<SeatId> = town.offices().into_iter().map(|(id, _)| id).collect();
    offices.iter().find(|id| id.as_str() == word).cloned().ok_or_else(|| {
        let names = offices.iter().map(SeatId::as_str).collect::<Vec<_>>().join(", ");
        Remark::unread("There is no such office.").at(start, start + word.len()).hint(format!("They are {names}."))
    })
}

/// K1-K5: the first office of the writer that may give the order. `commander`: who commands the company, where he knows.
pub fn assign(town: &Town, seats: &[SeatId], order: &Order, commander: Option<&SeatId>) -> Result<Assigned, Remark> {
    let givers = order.givers(town);
    let may = |seat: &&SeatId| match order {
        Order::March(_) => commander == Some(*seat),
        _ => givers.contains(seat),
    };
    let Some(seat) = seats.iter().find(may).cloned() else { return Err(refusal(&givers)) };
    Ok(match order {
        Order::Buy(_) => Assigned::new(seat, "market").added(),
        Order::BuyEachTurn(_) => Assigned::new(seat, "each turn"),
        Order::March(_) => Assigned::new(seat, "company"),
        _ => Assigned::new(seat, "at once"),
    })
}

fn refusal(givers: &[SeatId]) -> Remark {
    let names: Vec<&str> = givers.iter().map(SeatId::as_str).collect();
    let who = match names.is_empty() {
        true => "Whoever commands the company does this.".to_owned(),
        false => format!("This is done by: {}.", names.join(", ")),
    };
    Remark::refused("None of your offices can do this.").hint(who).rule("K1")
}

/// What his giver could know is wrong with his orders: he spends by all of his offices what is in the treasury, and marches once,
/// to a square beside the company's.
pub fn review(known: Items<'_, Item>, file: OwnFile<'_, Order>) -> Review<Item> {
    let treasury = known.iter().find_map(|item| match item {
        Item::Treasury { treasury, standing } => Some((i64::from(*treasury), i64::from(*standing))),
        _ => None,
    });
    let company =
        known.iter().find_map(|item| if let Item::Company { square, .. } = item { Some(*square) } else { None });
    let cost = |line: &Filed<Order>| match line.order {
        Order::Buy(count) | Order::BuyEachTurn(count) => i64::from(count),
        _ => 0,
    };
    let mut own: i64 = 0;
    let (money, standing) = treasury.unwrap_or_default();
    let review = |line: &Filed<Order>| {
        own += cost(line);
        let spent = own + file.others_before(line).map(cost).sum::<i64>();
        let mut remarks = Vec::new();
        if cost(line) > 0 && spent > money {
            let said = format!("You would spend {spent}, and the treasury has {money}.");
            remarks.push(Remark::refused(said).hint("Buy less, or cancel another purchase.").rule("K2"));
        }
        if let (Order::March(to), Some(from)) = (&line.order, company)
            && from.distance(*to) != 1
        {
            let said = format!("{to} is not next to {from}, where the company stands.");
            remarks.push(Remark::refused(said).rule("K3"));
        }
        LineReview { note: String::new(), remarks }
    };
    let lines = file.lines.iter().map(review).collect();
    let is_renewed = file.lines.iter().any(|line| matches!(line.order, Order::BuyEachTurn(_)));
    let standing = if is_renewed { 0 } else { standing };
    let spent = own + file.others.values().flatten().map(cost).sum::<i64>();
    let left = treasury.map(|(money, _)| Item::Left { money: money - standing - spent });
    Review { lines, account: left.into_iter().collect() }
}
