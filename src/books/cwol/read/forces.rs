//! Orders that change units and ships there are: what their lines hold, and the acts that it makes.

use base::order::Remark;
use pest::iterators::Pair;

use super::super::command::seat_of;
use super::super::office::Office;
use super::super::order::{Act, Called, Change, ForceKind, Part};
use super::super::scenario::{PortKind, Scenario};
use super::super::side::{Arm, Class, Pool, Side};
use super::code::{Codes, called};
use super::grammar::{Copy, Rule};
use super::stretch::{number_of, span};

/// What lines of this family hold beside what all do.
#[derive(Default)]
pub(super) struct Found {
    pub(super) forces: Vec<Called>,
    /// Which of them is left of a merger.
    survivor: Option<Called>,
    pieces: Vec<Piece>,
    men: Option<u32>,
    seats: Vec<Who>,
}

/// Regiments or batteries.
struct Piece {
    count: u32,
    part: Part,
    /// Of which arm, where the words say so.
    arm: Option<Arm>,
}

/// Somebody who is to command.
enum Who {
    Seat(String),
    /// An officer by his rank and number, of the side of what he commands.
    Officer(String),
    Office(Office),
}

/// Whether a line is of this family.
pub(super) fn is_ours(kind: Rule) -> bool {
    matches!(
        kind,
        Rule::charter_line
            | Rule::remove_line
            | Rule::reinforce_line
            | Rule::alone_line
            | Rule::man_line
            | Rule::transfer_line
            | Rule::crew_line
            | Rule::merge_line
            | Rule::base_line
            | Rule::repair_line
            | Rule::command_line
    )
}

impl Found {
    /// Takes a pair of this family; whether it was one.
    pub(super) fn take(&mut self, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<bool, Remark> {
        match pair.as_rule() {
            Rule::own_force => self.forces.push(called(copy, pair)?),
            Rule::bare_force => {
                let number = number_of(copy, pair)?;
                let like = self.forces.first().ok_or_else(Remark::chatter)?;
                self.forces.push(Called { number, ..*like });
            }
            Rule::survivor => {
                let own = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::own_force);
                self.survivor = own.map(|own| called(copy, &own)).transpose()?;
            }
            Rule::some_regts | Rule::some_batts => self.pieces.push(piece(copy, pair)?),
            Rule::heads | Rule::capacity => self.men = Some(number_of(copy, pair)?),
            Rule::seat_name => {
                let (start, end) = (pair.as_span().start(), pair.as_span().end());
                self.seats.push(Who::Seat(copy.words(start, end).to_ascii_lowercase()));
            }
            Rule::rank_name => self.seats.push(Who::Officer(pair.as_str().to_ascii_lowercase().replace(' ', "-"))),
            Rule::who_office => {
                let office = Codes::of(copy, pair)?.office;
                self.seats.push(Who::Office(office.ok_or_else(Remark::chatter)?));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn two(&self) -> Result<(Called, Called), Remark> {
        match self.forces.as_slice() {
            [one, other] if one != other => Ok((*one, *other)),
            [_, _] => Err(Remark::unread("One and the same is named twice.").hint("Name two of them.")),
            _ => Err(Remark::chatter()),
        }
    }

    fn one(&self) -> Result<Called, Remark> {
        self.forces.first().copied().ok_or_else(Remark::chatter)
    }

    fn some_men(&self) -> Result<u32, Remark> {
        match self.men {
            Some(0) | None => Err(Remark::unread("Nobody is no order.").hint("Say how many men.")),
            Some(men) => Ok(men),
        }
    }
}

/// The acts of a line.
pub(super) fn acts(
    scenario: &Scenario,
    found: &Found,
    (city, pool, class): (Option<String>, Option<Pool>, Option<Class>),
    kind: Rule,
) -> Result<Vec<Act>, Remark> {
    if kind == Rule::charter_line {
        return charter(found.some_men()?, class, city);
    }
    let changes = match kind {
        Rule::remove_line => {
            found.forces.iter().map(|force| Change::Remove { force: *force, at: city.clone() }).collect()
        }
        Rule::reinforce_line => reinforcements(found, &city.ok_or_else(Remark::chatter)?)?,
        Rule::alone_line => {
            let said = "Men without guns and guns without men are added by the game master.";
            let hint = "Ask him: he enters men and money with SET.";
            return Err(Remark::refused(said).hint(hint).rule("5.14"));
        }
        Rule::man_line => vec![Change::Man { men: found.some_men()?, force: ship(found.one()?, "5.14")?, pool }],
        Rule::transfer_line => transfers(found)?,
        Rule::crew_line => {
            let (from, to) = found.two()?;
            vec![Change::MoveCrew { men: found.some_men()?, from: ship(from, "5.12")?, to: ship(to, "5.12")? }]
        }
        Rule::merge_line => vec![merger(found)?],
        Rule::base_line => {
            let port = city.ok_or_else(Remark::chatter)?;
            let based = |force: &Called| Ok(Change::Base { force: ship(*force, "6.3")?, port: port.clone() });
            found.forces.iter().map(based).collect::<Result<_, Remark>>()?
        }
        Rule::repair_line => repairs(found)?,
        Rule::command_line => commands(scenario, found)?,
        _ => return Err(Remark::chatter()),
    };
    Ok(changes.into_iter().map(Act::Change).collect())
}

/// The class of ships that is named; transports without a word of which are those of rivers at a port that lies on one, unless ships
/// of the sea may be meant there too (5.13, D40).
pub(super) fn class_at(scenario: &Scenario, codes: &Codes, port: Option<&str>) -> Result<Option<Class>, Remark> {
    let city = port.and_then(|port| scenario.city(port));
    let is_on_river = city.is_some_and(|city| city.port == Some(PortKind::River));
    match port.filter(|_| codes.is_of_transports && is_on_river) {
        None => Ok(codes.class),
        Some(port) if scenario.waters(port).is_some() => {
            Err(Remark::unread("It is not said whether these transports are for the sea or for rivers.")
                .hint("Write TR for those of the sea, RT for those of rivers.")
                .rule("5.13"))
        }
        Some(_) => Ok(Some(Class::RiverTransports)),
    }
}

/// A group for so many men; a number that can only be meant in thousands is asked back.
fn charter(capacity: u32, class: Option<Class>, port: Option<String>) -> Result<Vec<Act>, Remark> {
    const LEAST: u32 = 100;
    let class = class.ok_or_else(Remark::chatter)?;
    if capacity < LEAST {
        let said = "The capacity of transports is counted in men.";
        return Err(Remark::unread(said).hint(format!("For {capacity} thousand: {capacity}000.")));
    }
    let port = port.ok_or_else(Remark::chatter)?;
    Ok(vec![Act::Charter { class, capacity, port }])
}

fn piece(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Piece, Remark> {
    let part = if pair.as_rule() == Rule::some_regts { Part::Regiments } else { Part::Batteries };
    let (mut count, mut arm) = (1, None);
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::many => count = number_of(copy, &inner)?,
            Rule::in_arm => arm = Some(Arm::Infantry),
            Rule::cv_arm => arm = Some(Arm::Cavalry),
            Rule::mi_arm => arm = Some(Arm::Militia),
            Rule::sa_arm => arm = Some(Arm::Siege),
            Rule::fa_arm => arm = Some(Arm::Field),
            _ => {}
        }
    }
    if count == 0 {
        let (start, end) = span(copy, pair);
        return Err(Remark::unread("Nothing of it is no order.").at(start, end).hint("Leave the line out."));
    }
    Ok(Piece { count, part, arm })
}

/// Regiments and batteries of one line are two orders.
fn reinforcements(found: &Found, city: &str) -> Result<Vec<Change>, Remark> {
    let force = found.one()?;
    let each = found.pieces.iter().map(|piece| {
        fits(piece, force, "5.14")?;
        Ok(Change::Reinforce { count: piece.count, part: piece.part, city: city.to_owned(), force })
    });
    each.collect()
}

fn transfers(found: &Found) -> Result<Vec<Change>, Remark> {
    let (from, to) = found.two()?;
    if from.kind != to.kind {
        return Err(unlike(from, to, &found.pieces));
    }
    let each = found.pieces.iter().map(|piece| {
        fits(piece, from, "5.11")?;
        Ok(Change::Transfer { count: piece.count, part: piece.part, from, to })
    });
    each.collect()
}

/// SLAG 5.11: units of two kinds exchange nothing but batteries, and those by the game master's hand.
fn unlike(from: Called, to: Called, pieces: &[Piece]) -> Remark {
    use super::super::side::Kind::{Cavalry, Horse, Infantry, Light};
    let (ForceKind::Unit(one), ForceKind::Unit(other)) = (from.kind, to.kind) else {
        return Remark::refused("Regiments and batteries go from unit to unit.").rule("5.11");
    };
    let is_pair = |a, b| (one, other) == (a, b) || (one, other) == (b, a);
    let is_akin = is_pair(Infantry, Light) || is_pair(Cavalry, Horse);
    if is_akin && pieces.iter().all(|piece| piece.part == Part::Batteries) {
        let said = format!("A battery goes between {one} and {other} by the game master's hand alone.");
        return Remark::refused(said).hint("Ask him: he changes both units with SET.").rule("5.11");
    }
    Remark::refused(format!("Nothing goes from {one} to {other}.")).hint("Name two units of one kind.").rule("5.11")
}

/// Whether a unit has such parts: else what it has.
fn fits(piece: &Piece, force: Called, rule: &str) -> Result<(), Remark> {
    let ForceKind::Unit(kind) = force.kind else {
        return Err(Remark::refused("Ships have neither regiments nor batteries.").rule(rule));
    };
    let Some(own) = piece.part.arm_of(kind) else {
        return Err(Remark::refused(format!("{kind} has no {}.", piece.part.words(0))).rule(rule));
    };
    match piece.arm.is_none_or(|arm| arm == own) {
        true => Ok(()),
        false => Err(Remark::refused(format!("{kind} takes {} alone.", own.words(0))).rule(rule)),
    }
}

fn merger(found: &Found) -> Result<Change, Remark> {
    let (one, other) = found.two()?;
    let (from, into) = match found.survivor {
        Some(left) if left == one => (other, one),
        Some(left) if left != other => return Err(Remark::unread("It is not clear which of the two stays.")),
        _ => (one, other),
    };
    match (from.kind, into.kind) {
        (ForceKind::Ship(one), ForceKind::Ship(other)) if one.is_group() && other.is_group() => match one == other {
            true => Ok(Change::Merge { from, into }),
            false => Err(Remark::refused("TR and RT do not merge.").hint("Name two of one kind.").rule("5.13")),
        },
        (ForceKind::Ship(_), _) | (_, ForceKind::Ship(_)) => {
            Err(Remark::refused("Warships do not merge.").rule("5.13"))
        }
        (one, other) if one != other => {
            Err(Remark::refused("Units of two kinds do not merge.").hint("Name two units of one kind.").rule("5.12"))
        }
        (ForceKind::Unit(kind), _) if !kind.is_formed() => {
            Err(Remark::refused("Headquarters and bridges do not merge.").rule("5.12"))
        }
        _ => Ok(Change::Merge { from, into }),
    }
}

fn repairs(found: &Found) -> Result<Vec<Change>, Remark> {
    found.forces.iter().map(|force| Ok(Change::Repair { force: ship(*force, "O35")? })).collect()
}

/// The same two command each that is named.
fn commands(scenario: &Scenario, found: &Found) -> Result<Vec<Change>, Remark> {
    let each = found.forces.iter().map(|force| {
        let mut seats = found.seats.iter().map(|who| seat(scenario, force.side, who));
        let commander = seats.next().ok_or_else(Remark::chatter)??;
        let deputy = seats.next().transpose()?;
        Ok(Change::Command { force: *force, commander, deputy })
    });
    each.collect()
}

/// The seat that is meant; an office without a side is that of what it is to command.
fn seat(scenario: &Scenario, side: Option<Side>, who: &Who) -> Result<String, Remark> {
    let unsaid = || {
        Remark::unread("It is not clear whose office this is.")
            .hint("Name the seat (us-general-1), or the unit with its side.")
    };
    let seat = match who {
        Who::Seat(seat) => seat.clone(),
        Who::Officer(name) => format!("{}-{name}", side.ok_or_else(unsaid)?.code().to_ascii_lowercase()),
        Who::Office(office) => seat_of(scenario, side.ok_or_else(unsaid)?, *office),
    };
    match scenario.office(&seat) {
        Some(_) => Ok(seat),
        None => Err(Remark::unread(format!("There is no seat {seat}.")).hint(
            "Officers' seats are us-general-1 to us-general-12, us-captain-1 to us-captain-4, and the same with cs.",
        )),
    }
}

fn ship(force: Called, rule: &str) -> Result<Called, Remark> {
    match force.kind {
        ForceKind::Ship(_) => Ok(force),
        ForceKind::Unit(_) => Err(Remark::refused("This is done with ships alone.").rule(rule)),
    }
}
