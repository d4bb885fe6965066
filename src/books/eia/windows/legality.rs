//! Whether an order may be carried out as the board stands: judged once, for the receipt from what its giver was told, and
//! for the deadline from the state. Money and manpower are judged where they are spent.

use base::order::Remark;

use super::super::order::Act;
use super::super::power::Power;
use super::board::Board;
use super::{
    ceding, combinations, control, disorder, lending, levy, maintenance, manipulation, spending, trade, victory,
};

/// Why an order may not be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// The reason, for its giver.
    pub remark: Remark,
    /// The board may change it before the order's window: only then is it decided.
    pub is_of_the_moment: bool,
}

/// `Ok` when nothing bars it.
pub type Verdict = Result<(), Bar>;

impl Bar {
    /// What no change of the board will mend.
    pub fn lasting(message: impl Into<String>, rule: &str) -> Bar {
        Bar { remark: Remark::refused(message).rule(rule), is_of_the_moment: false }
    }

    /// What is so as the board stands.
    pub fn now(message: impl Into<String>, rule: &str) -> Bar {
        Bar { remark: Remark::refused(message).rule(rule), is_of_the_moment: true }
    }

    /// Says what would have been right.
    pub fn hint(mut self, hint: impl Into<String>) -> Bar {
        self.remark = self.remark.hint(hint);
        self
    }
}

/// `Ok` when a condition holds, else why not.
pub fn require(holds: bool, bar: impl FnOnce() -> Bar) -> Verdict {
    if holds { Ok(()) } else { Err(bar()) }
}

/// Political points that are paid are there (D11).
pub fn can_pay(board: &Board<'_>, power: Power, points: u32, rule: &str) -> Verdict {
    require(board.can_pay(power, points), || {
        let bar = Bar::now(format!("{} has not so many political points left: {points}.", power.name()), rule);
        bar.hint("Its marker stands too near the left end of the political status display.")
    })
}

/// Names for a hint: "France and Spain"; "nobody" for none.
pub fn names(powers: &[Power]) -> String {
    words(&powers.iter().map(|power| power.name().to_owned()).collect::<Vec<_>>())
}

/// Words in a row: "a, b and c"; "nobody" for none.
pub fn words(words: &[String]) -> String {
    match words {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What bars an act of a power; `None` when nothing does.
pub fn bar(board: &Board<'_>, power: Power, act: &Act) -> Option<Bar> {
    judge(board, power, act).err()
}

fn judge(board: &Board<'_>, power: Power, act: &Act) -> Verdict {
    require(board.is_in_play(power), || {
        Bar::lasting(format!("{} is out of the game for good and gives no orders.", power.name()), "8.7")
    })?;
    match act {
        Act::ReduceVictoryPoints { amount, target } => victory::may_reduce(board, power, *amount, *target),
        Act::Announce { is_when_final } => victory::may_announce(board, power, *is_when_final),
        Act::OfferTrade { partners, except } => trade::may_offer(board, power, partners, except),
        Act::OfferSame => trade::may_offer_same(board, power),
        Act::AnswerTrade { except, .. } => trade::may_answer(board, power, except),
        Act::BlackSea { partners, .. } => trade::may_give_leave(board, power, partners),
        Act::StopAmericanTrade { partners } => trade::may_stop(board, power, partners),
        Act::EndAmericanWar => trade::may_end_american_war(board, power),
        Act::Lend { to, .. } => lending::may_lend(board, power, *to),
        Act::Aid { state, .. } => lending::may_aid(board, power, state),
        Act::Manipulate { level } => manipulation::may_manipulate(board, power, *level),
        Act::ReturnLeader { name, pays } => manipulation::may_return(board, power, name, *pays),
        Act::PayDebt { to, .. } => maintenance::may_pay(board, power, *to),
        Act::Buy { state, units } => spending::may_buy(board, power, state.as_deref(), units),
        Act::BuyCounters { state, counters } => spending::may_buy_counters(board, power, state.as_deref(), counters),
        Act::ConvertMilitia { .. } => spending::may_convert(board, power),
        Act::SaveManpower { .. } => spending::may_save(power),
        Act::Cede { territory, to } => ceding::may_cede(board, power, territory, *to),
        Act::AnswerCession { .. } => Ok(()),
        Act::Claim { territories } => disorder::may_claim(board, power, territories),
        Act::ClaimByDice => disorder::may_dice(board, power),
        Act::Combine { name, combining, members } => combinations::may_combine(board, power, name, *combining, members),
        Act::Levy { troops, places } => levy::may_levy(board, power, *troops, places),
        Act::RemoveLevy { troops, place } => levy::may_remove(board, power, *troops, place),
        Act::Bid { power: wanted } => control::may_bid(board, power, *wanted),
        Act::NoteDebt { to, times, .. } => lending::may_note_debt(board, power, *to, *times),
        Act::ShareTreasury { with, .. } => lending::may_share(board, power, *with),
        Act::Sheet(_) => Err(Bar::lasting("Only the game master keeps the state sheet.", "D1")),
        Act::KeepQuiet | Act::LendNothing | Act::PayNoDebts | Act::BuyNothing | Act::ConvertNone | Act::CedeNothing => {
            Ok(())
        }
    }
}
