//! Which quarter a line is for, by its own words or by the report it answers, and whether its window is still to come (D6).
//! Knows the open phase by name, which is public, and no state.

use pest::iterators::Pair;

use super::grammar::Rule;
use crate::calendar::{MONTHS, Month, Stage};
use crate::order::{Act, Order};
use crate::scenario::Scenario;
use crate::turn;
use base::order::Remark;
use rules::Context;

/// The quarter that a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Timing {
    /// The one that is being played, or this very month.
    Now,
    /// The next one.
    Next,
    /// That of a month; of that year, when one is named.
    Month(u8, Option<u16>),
}

impl Timing {
    /// What the words of a line say.
    pub fn of(pair: &Pair<'_, Rule>) -> Timing {
        let words = pair.as_str().to_ascii_lowercase();
        match named_month(&words) {
            Some(number) => Timing::Month(number, named_year(&words)),
            None if ["next", "coming", "following"].iter().any(|word| words.contains(word)) => Timing::Next,
            None => Timing::Now,
        }
    }
}

/// The month that words name, or with which a quarter that is counted ends.
fn named_month(words: &str) -> Option<u8> {
    let is_of = |word: &str, month: &str| word.len() >= 3 && month.to_ascii_lowercase().starts_with(word);
    let mut spelled = words.split(|sign: char| !sign.is_ascii_alphabetic());
    let month = spelled.find_map(|word| MONTHS.iter().zip(1..).find(|(month, _)| is_of(word, month)));
    let counted = [("first ", 3), ("second ", 6), ("third ", 9), ("fourth ", 12)];
    let counted = counted.iter().find(|(word, _)| words.contains(word)).map(|(_, month)| *month);
    month.map(|(_, month)| month).or(counted)
}

fn named_year(words: &str) -> Option<u16> {
    let digits: String = words.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Where the game stands for whoever writes.
struct Clock {
    stage: Stage,
    month: Month,
    /// The month of the Economic Phase for which the answered report asked orders, if that is over.
    answered: Option<Month>,
}

impl Clock {
    fn of(scenario: &Scenario, context: &Context) -> Option<Clock> {
        let stage = Stage::of_kind(context.phase_kind.as_deref()?)?;
        let month = month_of(context.phase_title.as_deref()?)?;
        let now = turn::next_economic(scenario, month);
        let back =
            (0..context.answered_ago).fold((month, stage), |(month, stage), _| turn::before(scenario, month, stage));
        let asked = turn::next_economic(scenario, back.0);
        Some(Clock { stage, month, answered: asked.filter(|asked| now.is_none_or(|now| *asked < now)) })
    }

    /// Whether the windows of this month's Economic Phase have begun.
    fn has_begun(&self) -> bool {
        self.stage >= Stage::Offer
    }
}

/// "March 1805 W4 spending".
fn month_of(title: &str) -> Option<Month> {
    let mut words = title.split(' ');
    let (name, year) = (words.next()?, words.next()?);
    let number = MONTHS.iter().zip(1..).find(|(month, _)| **month == name)?.1;
    Some(Month { year: year.parse().ok()?, month: number })
}

/// Why an order is not for the quarter that its line, or the report it answers, is about; `None` when it can wait for its
/// window or is in time. An order that holds for good is for each.
pub(super) fn untimely(
    scenario: &Scenario,
    context: &Context,
    order: &Order,
    timing: Option<Timing>,
) -> Option<Remark> {
    let Some(due) = order.act.stage() else { return too_early_for(timing, context) };
    if order.is_standing {
        return None;
    }
    let clock = Clock::of(scenario, context)?;
    let is_closed = clock.has_begun() && due < clock.stage;
    let waits_for = turn::next_economic(scenario, if is_closed { clock.month.after(1) } else { clock.month });
    let said = Said { due, waits_for };
    match timing {
        // Before a quarter's Economic Phase its own is not over, and the next is the one behind it.
        Some(Timing::Next) if !is_closed && clock.answered.is_none() => {
            Some(said.too_early(waits_for.unwrap_or(clock.month)))
        }
        Some(Timing::Next) => None,
        Some(Timing::Month(month, year)) if waits_for.is_some_and(|waits| is_meant(waits, month, year)) => None,
        Some(Timing::Month(month, year)) if is_closed && is_meant(clock.month, month, year) => {
            Some(said.closed(clock.month))
        }
        Some(Timing::Month(..)) => Some(said.for_another()),
        None | Some(Timing::Now) if is_closed => Some(said.closed(clock.month)),
        Some(Timing::Now) if is_money(&order.act) && !clock.has_begun() && waits_for != Some(clock.month) => {
            Some(said.no_money_now(clock.month))
        }
        None | Some(Timing::Now) => clock.answered.map(|month| said.closed(month)),
    }
}

/// What has no window happens as soon as it is said, so it cannot be said for later.
fn too_early_for(timing: Option<Timing>, context: &Context) -> Option<Remark> {
    let now = context.phase_title.as_deref().and_then(month_of);
    let is_now = match timing? {
        Timing::Now => true,
        Timing::Next => false,
        Timing::Month(month, year) => now.is_none_or(|now| is_meant(now, month, year)),
    };
    let said = Remark::refused("This holds from now on, and is not kept for a later quarter.");
    (!is_now).then(|| said.hint("Send it when that quarter has come."))
}

fn is_meant(month: Month, number: u8, year: Option<u16>) -> bool {
    month.month == number && year.is_none_or(|year| month.year == year)
}

/// Money that passes from one account to another (8.3).
fn is_money(act: &Act) -> bool {
    matches!(act, Act::Lend { .. } | Act::Aid { .. })
}

/// The words for a window that is over, and for the one that is to come.
struct Said {
    due: Stage,
    waits_for: Option<Month>,
}

impl Said {
    fn refused(&self, message: String, hint: String) -> Remark {
        let remark = Remark::refused(message).rule("D6").hint(hint);
        if self.due == Stage::Lending { remark.rule("8.3") } else { remark }
    }

    /// How to have it kept.
    fn how_to_keep(&self) -> String {
        match self.waits_for {
            Some(month) => format!(
                "If it is meant for {}, write \"for the next quarter\" or \"for {}\" in the line, and it is kept.",
                month.title(),
                month.title().split(' ').next().unwrap_or_default()
            ),
            None => "No further quarter is played.".to_owned(),
        }
    }

    fn closed(&self, month: Month) -> Remark {
        self.refused(format!("{} of {} is closed.", self.due.title(), month.title()), self.how_to_keep())
    }

    fn no_money_now(&self, month: Month) -> Remark {
        let message = format!("Money changes hands in W3 lending alone, and {} has none.", month.title());
        let hint = self.waits_for.map(|month| {
            format!(
                "Leave the time out, or write \"for {}\", and it is kept.",
                month.title().split(' ').next().unwrap_or_default()
            )
        });
        self.refused(message, hint.unwrap_or_else(|| "No further quarter is played.".to_owned()))
    }

    fn too_early(&self, month: Month) -> Remark {
        let message = format!(
            "{} of {} is still to be closed, and an order sent now is for it.",
            self.due.title(),
            month.title()
        );
        self.refused(message, "Send it for the next quarter when this window has closed.".to_owned())
    }

    fn for_another(&self) -> Remark {
        let message = match self.waits_for {
            Some(month) => format!("An order sent now is for {} of {}.", self.due.title(), month.title()),
            None => format!("No {} is to come any more.", self.due.title()),
        };
        self.refused(message, "Leave out the month, or send it when its quarter is the next.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn told(phase: &str, kind: &str, ago: u32, line: &str) -> String {
        let scenario = Scenario::embedded().unwrap();
        let mut context = Context {
            phase_kind: Some(kind.to_owned()),
            phase_title: Some(phase.to_owned()),
            answered_ago: ago,
            ..Context::default()
        };
        match read(&scenario, &mut context, line) {
            Ok((orders, _)) => super::super::write(&scenario, &orders[0]),
            Err(remark) => remark.message,
        }
    }

    #[test]
    fn d6_an_order_for_a_window_that_is_closed_is_refused_unless_it_says_next_quarter() {
        let spending = |line: &str| told("March 1805 W4 spending", "spending", 0, line);
        let closed = "W3 lending of March 1805 is closed.";
        assert_eq!(spending("give 5 to Spain"), closed);
        assert_eq!(spending("give 5 to Spain this quarter"), closed);
        assert_eq!(spending("for the March quarter: give 5 to Spain"), closed);
        assert_eq!(spending("give 5 to Spain next quarter"), "give 5 to Spain");
        assert_eq!(spending("for the next quarter: give 5 to Spain"), "give 5 to Spain");
        assert_eq!(spending("give 5 to Spain in June"), "give 5 to Spain");
        assert_eq!(spending("manipulation +1 from now on"), "standing: manipulation +1");
        assert_eq!(spending("buy 2 infantry"), "buy 2 infantry");
        assert_eq!(spending("cede nothing"), "cede nothing");
        assert_eq!(spending("give 5 to Spain in September"), "An order sent now is for W3 lending of June 1805.");
        assert_eq!(spending("give 5 to Spain in June 1806"), "An order sent now is for W3 lending of June 1805.");
        assert_eq!(
            spending("buy 2 infantry in the June quarter"),
            "An order sent now is for W4 spending of March 1805."
        );
        assert_eq!(spending("buy 2 infantry in this first quarter of the year"), "buy 2 infantry");
    }

    #[test]
    fn d6_an_order_that_names_another_window_than_its_own_is_not_taken_for_that() {
        let offer = |line: &str| told("March 1805 W1 offer", "offer", 0, line);
        assert_eq!(offer("W3: give 5 to Spain"), "give 5 to Spain");
        assert_eq!(offer("W5: give 5 to Spain"), "\"W5\" is another window: this order is carried out in W3 lending.");
        assert_eq!(offer("for W4, buy 2 infantry"), "buy 2 infantry");
        assert_eq!(
            offer("in W3 buy 2 infantry"),
            "\"in W3\" is another window: this order is carried out in W4 spending."
        );
        assert_eq!(offer("W4: share my treasury with Spain"), "share treasury with Spain");
    }

    #[test]
    fn whoever_saves_the_rest_beside_a_purchase_is_told_what_that_orders() {
        let scenario = Scenario::embedded().unwrap();
        let notices = |line: &str| {
            let (orders, remarks) = read(&scenario, &mut Context::default(), line).unwrap();
            (orders.len(), remarks.iter().filter(|remark| remark.message.contains("save max manpower")).count())
        };
        assert_eq!(notices("buy 3 militia, save the rest"), (1, 1));
        assert_eq!(notices("buy 3 militia, save the rest of the money"), (1, 0));
        assert_eq!(notices("buy 3 militia, save 2 manpower"), (2, 0));
    }

    #[test]
    fn what_is_bought_for_another_power_is_no_gift_of_money() {
        let offer = |line: &str| told("March 1805 W1 offer", "offer", 0, line);
        let why = "It is not said whether money or troops are meant for the other country.";
        for line in ["buy 5 infantry for me and 2 for Austria", "Buy 3 ships for me and 1 for Russia"] {
            assert_eq!(offer(line), why, "{line}");
        }
        assert_eq!(offer("buy 5 infantry, give 2 to Austria"), "buy 5 infantry");
    }

    #[test]
    fn what_has_no_window_is_not_kept_for_a_later_quarter() {
        let offer = |line: &str| told("March 1805 W1 offer", "offer", 0, line);
        let later = "This holds from now on, and is not kept for a later quarter.";
        assert_eq!(offer("share my treasury with Spain next quarter"), later);
        assert_eq!(offer("end the American war in the June quarter"), later);
        assert_eq!(offer("share my treasury with Spain this quarter"), "share treasury with Spain");
        assert_eq!(offer("Vienna occupied by France in June"), later);
    }

    #[test]
    fn d6_an_order_for_a_window_to_come_is_not_kept_for_the_one_after() {
        let offer = |line: &str| told("March 1805 W1 offer", "offer", 0, line);
        assert_eq!(offer("give 5 to Spain"), "give 5 to Spain");
        assert_eq!(offer("give 5 to Spain this quarter"), "give 5 to Spain");
        let early = "W3 lending of March 1805 is still to be closed, and an order sent now is for it.";
        assert_eq!(offer("give 5 to Spain next quarter"), early);
        assert_eq!(told("March 1805 board", "board", 0, "give 5 to Spain next quarter"), early);
    }

    #[test]
    fn d6_money_does_not_change_hands_in_a_month_without_a_lending_step() {
        let board = |line: &str| told("April 1805 board", "board", 0, line);
        let none = "Money changes hands in W3 lending alone, and April 1805 has none.";
        assert_eq!(board("give 5 to Spain this month"), none);
        assert_eq!(board("give 5 to Spain now"), none);
        assert_eq!(board("give 5 to Spain"), "give 5 to Spain");
        assert_eq!(board("give 5 to Spain in June"), "give 5 to Spain");
        assert_eq!(board("give 5 to Spain in March"), "An order sent now is for W3 lending of June 1805.");
        assert_eq!(told("March 1805 board", "board", 0, "give 5 to Spain this month"), "give 5 to Spain");
    }

    #[test]
    fn d6_an_answer_to_a_report_of_a_closed_quarter_is_for_that_quarter() {
        // April's board comes after the ceding of March, which comes after its spending.
        for (ago, is_closed) in [(0, false), (1, true), (2, true), (7, true)] {
            let told = told("April 1805 board", "board", ago, "buy 2 infantry");
            assert_eq!(told == "W4 spending of March 1805 is closed.", is_closed, "{ago}: {told}");
        }
        assert_eq!(told("April 1805 board", "board", 2, "buy 2 infantry next quarter"), "buy 2 infantry");
        assert_eq!(told("February 1805 board", "board", 1, "buy 2 infantry"), "buy 2 infantry");
        assert_eq!(told("March 1805 W2 answers", "answer", 3, "buy 2 infantry"), "buy 2 infantry");
    }
}
