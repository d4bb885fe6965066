//! Which of a writer's seats gives an order, and in which section of its sheet it stands: one for each window and kind, so that
//! a later letter takes the place of the same kind only. Form and authority; what may be done is the review's to say.

use std::collections::BTreeMap;

use super::order::{Act, Entry, Holder, Order};
use super::power::Power;
use base::game::SeatId;
use base::order::{Remark, When};
use rules::Assigned;

/// Which power runs which other (8.11), the one that is run first.
pub type RunBy = BTreeMap<Power, Power>;

/// The seat and section of each order, or why none of the writer's seats may give it.
pub fn assign(run_by: &RunBy, seats: &[SeatId], orders: &[Order]) -> Vec<Result<Assigned, Remark>> {
    let powers: Vec<Power> = seats.iter().filter_map(Power::of_seat).collect();
    let is_gm = seats.contains(&SeatId::gm());
    let assigned = orders.iter().map(|order| {
        if matches!(order.act, Act::Sheet(_)) {
            return sheet_keeper(is_gm, &order.act).map(|seat| Assigned::new(seat, section(order)).when(when(order)));
        }
        let (seat, section) = match order.power.and_then(|run| Some((run, runner(run_by, &powers, run)?))) {
            // Kept apart from what its runner orders for himself.
            Some((run, runner)) => (Ok(runner.seat()), format!("{}: {}", run.name(), section(order))),
            None => (giver(&powers, is_gm, order), section(order)),
        };
        seat.map(|seat| Assigned::new(seat, section).when(when(order)))
    });
    assigned.collect()
}

/// 8.11: a power that is run by another is ordered by that one's player, who names it.
fn runner(run_by: &RunBy, powers: &[Power], run: Power) -> Option<Power> {
    run_by.get(&run).copied().filter(|runner| powers.contains(runner) && !powers.contains(&run))
}

/// D15: the sheet is kept by the game master alone.
fn sheet_keeper(is_gm: bool, act: &Act) -> Result<SeatId, Remark> {
    if is_gm {
        return Ok(SeatId::gm());
    }
    // "Genoa goes to Spain" is the sheet's wording, and a player's cession.
    if let Act::Sheet(Entry::Owner { territory, holder: Holder::Power(to), .. }) = act {
        return Err(Remark::refused("The state sheet is kept by the game master alone.")
            .hint(format!("If you cede it, write \"cede {territory} to {}\".", to.name()))
            .rule("D1"));
    }
    Err(Remark::refused("The state sheet is kept by the game master alone.")
        .hint("If it is wrong, tell him: PRESS TO gm, a colon and your text.")
        .rule("D1"))
}

/// The power the line names, else the only one of the writer's that could have written it.
fn giver(powers: &[Power], is_gm: bool, order: &Order) -> Result<SeatId, Remark> {
    if let Some(power) = order.power {
        return if powers.contains(&power) { Ok(power.seat()) } else { Err(not_yours(powers, is_gm, power)) };
    }
    let only = only_giver(&order.act).filter(|power| powers.contains(power));
    match (powers, only) {
        ([power], _) | (_, Some(power)) => Ok(power.seat()),
        ([], None) if is_gm => Err(Remark::refused("The game master's own seat gives no orders of a power.")
            .hint("Write \"AS france\" on a line above them, and they are given for France.")),
        ([], None) => Err(Remark::refused("You have no power in this game, so you give no orders.")),
        (several, None) => {
            let names: Vec<&str> = several.iter().map(|power| power.name()).collect();
            let hint = format!("Begin the line with its name and a colon, such as \"{}: ...\".", names[0]);
            Err(Remark::incomplete(format!("It is not said which of your powers orders this: {}.", names.join(" or ")))
                .hint(hint))
        }
    }
}

fn not_yours(powers: &[Power], is_gm: bool, power: Power) -> Remark {
    let name = power.name();
    if is_gm {
        return Remark::refused(format!("The game master's own seat gives no orders of {name}."))
            .hint(format!("Write \"AS {}\" on a line above them.", power.id()));
    }
    let own: Vec<&str> = powers.iter().map(|power| power.name()).collect();
    let remark = Remark::refused(format!("This is an order of {name}, which is not yours to command."));
    if own.is_empty() { remark } else { remark.hint(format!("You command {}.", own.join(" and "))) }
}

/// The power that alone can give such an order, so that it need not be named.
fn only_giver(act: &Act) -> Option<&'static Power> {
    match act {
        // 8.1.2, 8.2.1
        Act::ReduceVictoryPoints { .. }
        | Act::OfferTrade { .. }
        | Act::OfferSame
        | Act::StopAmericanTrade { .. }
        | Act::EndAmericanWar => Some(&Power::Britain),
        // 8.5.7
        Act::SaveManpower { .. } => Some(&Power::Prussia),
        _ => None,
    }
}

/// Standing orders hold for each window of theirs, others for the next window of theirs, and what has no window for the open phase (D2).
fn when(order: &Order) -> When {
    match (order.is_standing, order.act.stage()) {
        (true, Some(stage)) => When::Each(stage.kind().to_owned()),
        (false, Some(stage)) => When::Kind(stage.kind().to_owned()),
        (_, None) => When::Now,
    }
}

/// What readers see of the words in the names of sections. The window stands behind them where it is not the open one.
pub const SECTION_WORDS: &[(&str, &str)] = &[
    ("board", ""),
    ("offer", ""),
    ("answer", ""),
    ("lending", ""),
    ("spending", ""),
    ("ceding", ""),
    ("vp-reduce", "victory points of another power"),
    ("announce", "announcement of victory"),
    ("trade-offer", "offer of trade"),
    ("trade-answer", "answer to the offer of trade"),
    ("black-sea", "leave for the Black Sea"),
    ("stop-american", "American trade"),
    ("end-usa-war", "peace with the United States"),
    ("lend", "loans and gifts"),
    ("aid-minor", "aid to free states"),
    ("manipulation", "economic manipulation"),
    ("return-leader", "return of leaders"),
    ("pay-debt", "payment of debts"),
    ("buy", "purchases"),
    ("buy-minor", "purchases for"),
    ("buy-counter", "counters to buy"),
    ("militia-convert", "conversion of militia"),
    ("save-manpower", "manpower to save"),
    ("cede", "cessions"),
    ("cession-choice", "answer to a cession"),
    ("claim", "claims"),
    ("combination", "combinations"),
    ("levy", "levies"),
    ("ump", "bids for uncontrolled powers"),
    ("debt-record", "debts to be noted"),
    ("share-treasury", "whom the treasury is shown to"),
];

/// The section of an order: "spending buy", or "standing buy" for one that holds until another takes its place.
pub fn section(order: &Order) -> String {
    let kind = kind(&order.act);
    let window = order.act.stage().map_or("any time", super::calendar::Stage::kind);
    let window = if order.is_standing { "standing" } else { window };
    match &order.act {
        Act::Buy { state: Some(state), .. } | Act::BuyCounters { state: Some(state), .. } => {
            format!("{window} {kind} {state}")
        }
        Act::Sheet(_) => "sheet".to_owned(),
        _ => format!("{window} {kind}"),
    }
}

/// The kind of an order (D14).
fn kind(act: &Act) -> &'static str {
    match act {
        Act::ReduceVictoryPoints { .. } => "vp-reduce",
        Act::Announce { .. } | Act::KeepQuiet => "announce",
        Act::OfferTrade { .. } | Act::OfferSame => "trade-offer",
        Act::AnswerTrade { .. } => "trade-answer",
        Act::BlackSea { .. } => "black-sea",
        Act::StopAmericanTrade { .. } => "stop-american",
        Act::EndAmericanWar => "end-usa-war",
        Act::Lend { .. } | Act::LendNothing => "lend",
        Act::Aid { .. } => "aid-minor",
        Act::Manipulate { .. } => "manipulation",
        Act::ReturnLeader { .. } => "return-leader",
        Act::PayDebt { .. } | Act::PayNoDebts => "pay-debt",
        Act::Buy { state: None, .. } | Act::BuyNothing => "buy",
        Act::Buy { state: Some(_), .. } => "buy-minor",
        Act::BuyCounters { .. } => "buy-counter",
        Act::ConvertMilitia { .. } | Act::ConvertNone => "militia-convert",
        Act::SaveManpower { .. } => "save-manpower",
        Act::Cede { .. } | Act::CedeNothing => "cede",
        Act::AnswerCession { .. } => "cession-choice",
        Act::Claim { .. } | Act::ClaimByDice => "claim",
        Act::Combine { .. } => "combination",
        Act::Levy { .. } | Act::RemoveLevy { .. } => "levy",
        Act::Bid { .. } => "ump",
        Act::NoteDebt { .. } => "debt-record",
        Act::ShareTreasury { .. } => "share-treasury",
        Act::Sheet(_) => "sheet",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::order::LineStatus;

    fn given(seats: &[SeatId], order: Order) -> Result<(String, String), LineStatus> {
        let assigned = assign(&RunBy::from([(Power::Turkey, Power::Russia)]), seats, &[order]).remove(0);
        assigned.map(|given| (given.seat.to_string(), given.section)).map_err(|remark| remark.status)
    }

    fn seat(power: Power, section: &str) -> Result<(String, String), LineStatus> {
        Ok((power.id().to_owned(), section.to_owned()))
    }

    fn of(power: Power, act: Act) -> Order {
        Order { power: Some(power), ..Order::new(act) }
    }

    #[test]
    fn an_order_is_given_by_the_power_it_names_or_by_the_writers_only_one() {
        let two = [Power::Spain.seat(), Power::Austria.seat()];
        assert_eq!(given(&two, of(Power::Austria, Act::BuyNothing)), seat(Power::Austria, "spending buy"));
        assert_eq!(given(&two[..1], Order::new(Act::BuyNothing)), seat(Power::Spain, "spending buy"));
        assert_eq!(given(&two, Order::new(Act::BuyNothing)), Err(LineStatus::Incomplete));
        assert_eq!(given(&two, of(Power::France, Act::BuyNothing)), Err(LineStatus::Refused));
        assert_eq!(given(&[], Order::new(Act::BuyNothing)), Err(LineStatus::Refused));
    }

    #[test]
    fn eia_8_11_a_power_that_is_run_is_ordered_by_its_runner_on_lines_of_its_own() {
        let own = [Power::Russia.seat()];
        assert_eq!(given(&own, of(Power::Turkey, Act::BuyNothing)), seat(Power::Russia, "Turkey: spending buy"));
        assert_eq!(given(&own, Order::new(Act::BuyNothing)), seat(Power::Russia, "spending buy"));
        assert_eq!(given(&[Power::Spain.seat()], of(Power::Turkey, Act::BuyNothing)), Err(LineStatus::Refused));
        let pair = [Power::Russia.seat(), Power::Turkey.seat()];
        assert_eq!(given(&pair, of(Power::Turkey, Act::BuyNothing)), seat(Power::Turkey, "spending buy"));
    }

    #[test]
    fn what_one_power_alone_orders_need_not_name_it() {
        let two = [Power::Spain.seat(), Power::Britain.seat()];
        assert_eq!(given(&two, Order::new(Act::OfferSame)), seat(Power::Britain, "offer trade-offer"));
    }

    #[test]
    fn the_state_sheet_is_the_game_masters() {
        let entry = || Order::new(Act::Sheet(Entry::AmericanWar { is_on: true }));
        assert_eq!(given(&[SeatId::gm()], entry()), Ok(("gm".to_owned(), "sheet".to_owned())));
        assert_eq!(given(&[Power::Spain.seat()], entry()), Err(LineStatus::Refused));
        assert_eq!(given(&[SeatId::gm()], Order::new(Act::BuyNothing)), Err(LineStatus::Refused));
    }

    #[test]
    fn an_order_waits_for_its_window_and_a_standing_one_stays() {
        let buy = Order::new(Act::BuyNothing);
        assert_eq!(when(&buy), When::Kind("spending".to_owned()));
        assert_eq!(when(&Order { is_standing: true, ..buy }), When::Each("spending".to_owned()));
        assert_eq!(when(&Order::new(Act::EndAmericanWar)), When::Now);
    }

    #[test]
    fn sections_tell_windows_kinds_free_states_and_standing_orders_apart() {
        let buy = |state: Option<&str>| Order::new(Act::Buy { state: state.map(str::to_owned), units: Vec::new() });
        assert_eq!(section(&buy(None)), "spending buy");
        assert_eq!(section(&buy(Some("Bavaria"))), "spending buy-minor Bavaria");
        assert_eq!(section(&Order { is_standing: true, ..buy(None) }), "standing buy");
        assert_eq!(section(&Order::new(Act::EndAmericanWar)), "any time end-usa-war");
        let about = rules::About { section_words: SECTION_WORDS, ..Default::default() };
        let shown = [buy(None), buy(Some("Bavaria"))].map(|order| about.section_name(&section(&order)));
        assert_eq!(shown, ["Purchases", "Purchases for Bavaria"]);
        assert_eq!(about.section_name("standing save-manpower"), "Standing manpower to save");
    }
}
