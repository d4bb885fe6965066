//! Codes and words for kinds of units and ships, for offices and sides; the units and ships that they name.

use base::order::Remark;
use pest::iterators::Pair;

use super::super::office::Office;
use super::super::order::{Called, Force, ForceKind};
use super::super::side::{Class, Kind, Side};
use super::grammar::{Copy, Rule};
use super::stretch::{number_of, span};

/// Those that a stretch holds.
#[derive(Default)]
pub(super) struct Codes {
    pub kind: Option<Kind>,
    pub class: Option<Class>,
    pub office: Option<Office>,
    pub side: Option<Side>,
    /// Transports are named, and not whether for the sea or for rivers.
    pub is_of_transports: bool,
    number: Option<u32>,
}

impl Codes {
    /// All codes of a stretch and its number.
    pub(super) fn of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Codes, Remark> {
        let mut codes = Codes::default();
        for inner in pair.clone().into_inner().flatten() {
            match inner.as_rule() {
                Rule::number => codes.number = Some(number_of(copy, &inner)?),
                rule => codes.take(rule),
            }
        }
        Ok(codes)
    }

    /// What a rule says by being there.
    pub(super) fn take(&mut self, rule: Rule) {
        self.kind = match rule {
            Rule::in_kind => Some(Kind::Infantry),
            Rule::cv_kind => Some(Kind::Cavalry),
            Rule::ha_kind => Some(Kind::Horse),
            Rule::la_kind => Some(Kind::Light),
            Rule::sa_kind => Some(Kind::Siege),
            Rule::nb_kind => Some(Kind::Naval),
            Rule::mi_kind => Some(Kind::Militia),
            Rule::aq_kind => Some(Kind::Army),
            Rule::cq_kind => Some(Kind::Corps),
            Rule::pb_kind => Some(Kind::Bridge),
            _ => self.kind,
        };
        self.class = match rule {
            Rule::ri_class => Some(Class::RiverIronclad),
            Rule::rg_class => Some(Class::RiverGunboat),
            Rule::ic_class => Some(Class::Ironclad),
            Rule::fr_class => Some(Class::Frigate),
            Rule::sl_class => Some(Class::Sloop),
            Rule::gb_class => Some(Class::Gunboat),
            Rule::tr_class => Some(Class::Transports),
            Rule::rt_class => Some(Class::RiverTransports),
            _ => self.class,
        };
        self.is_of_transports |= rule == Rule::mere_transports;
        self.office = match rule {
            Rule::p_office => Some(Office::President),
            Rule::vp_office => Some(Office::Vice),
            Rule::st_office => Some(Office::Treasury),
            Rule::sw_office => Some(Office::War),
            Rule::sn_office => Some(Office::Navy),
            Rule::gov_office => Some(Office::Governor),
            Rule::con_office => Some(Office::Congressman),
            _ => self.office,
        };
        self.side = match rule {
            Rule::union_side => Some(Side::Union),
            Rule::southern_side => Some(Side::Confederacy),
            _ => self.side,
        };
    }

    fn force_kind(&self) -> Option<ForceKind> {
        self.kind.map(ForceKind::Unit).or(self.class.map(ForceKind::Ship))
    }
}

/// The side that a stretch names.
pub(super) fn side_of(pair: &Pair<'_, Rule>) -> Option<Side> {
    let side = pair.clone().into_inner().next()?;
    Some(if side.as_rule() == Rule::union_side { Side::Union } else { Side::Confederacy })
}

/// The unit or ship that a stretch names with its side.
pub(super) fn force_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Force, Remark> {
    let codes = Codes::of(copy, pair)?;
    match (codes.side, codes.number, codes.force_kind()) {
        (Some(side), Some(number), Some(kind)) => Ok(Force { side, number, kind }),
        _ => Err(Remark::unread("This names no unit and no ship.").hint("Units are named US1IN, ships CSGB2.")),
    }
}

/// The unit or ship that a stretch names, of the writer's side where it names none.
pub(super) fn called(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Called, Remark> {
    let codes = Codes::of(copy, pair)?;
    let kind = codes.force_kind().ok_or_else(Remark::chatter)?;
    let number = codes.number.ok_or_else(Remark::chatter)?;
    if number == 0 {
        let (start, end) = span(copy, pair);
        return Err(Remark::unread("Units and ships are numbered from 1 on.")
            .at(start, end)
            .hint("The report lists them."));
    }
    Ok(Called { side: codes.side, number, kind })
}
