//! Orders that do not stand because of a line below them, and what is proposed in their place. Knows lines that were read; how
//! far a line takes back, `taken_back` says.

use base::order::Remark;

use crate::corrected::{mended, put_instead};
use crate::courtesy::is_courtesy;
use crate::lines::{Clerk, Course, OrderLine};
use crate::mood::{Mood, moods_of};
use crate::outcome::{Reading, canonical, is_head, is_order, is_talk};
use crate::taken_back::{Place, TakesBack, answers_itself, names_what_goes, speaks_of, takes_back, turns};
use crate::undoing::{names, undoes, undoes_all};
use crate::units::has_own_clause;
use crate::words::words_of;

/// Most words of a line that begins like an order and undoes another.
const MOST_TERSE: usize = 8;
/// Most orders that are proposed in place of one that a line below it mends.
const MOST_MENDED: usize = 2;

impl<T, B, R, C> Clerk<'_, B, R, C>
where
    T: Reading,
    B: Fn(&str) -> bool,
    R: Fn(&mut C, &str) -> Result<T, Remark>,
    C: Course,
{
    /// Weighs a line against those above it: what it takes back does not stand, nor does an order below an open choice.
    pub(crate) fn weigh(&mut self, lines: &mut [OrderLine<T>], line: &mut OrderLine<T>) {
        let above = lines.last();
        let is_below = above.is_some_and(|above: &OrderLine<T>| {
            (is_order(&above.outcome) || above.is_held) && above.number + above.count_of_lines == line.number
        });
        let is_near = above.is_some_and(|above: &OrderLine<T>| {
            is_order(&above.outcome) && above.number + above.count_of_lines + 1 >= line.number
        });
        // What a book refuses by one of its rules is an order of its own.
        let is_ruled = line.outcome.as_ref().is_err_and(|remark| !remark.rules.is_empty());
        let begins = is_ruled || (self.begins)(&line.text);
        let place = Place { is_below, is_near, is_talk: is_talk(&line.outcome), begins };
        // "For me:" is about what stands below it.
        let is_above_list = self.head.as_ref().is_some_and(|head| head.stands_at(line.number));
        let may_change = !is_order(&line.outcome)
            && !is_head(&line.outcome)
            && !is_above_list
            && !has_own_clause(&line.text, &self.begins)
            && !above.is_some_and(|above| is_below && answers_itself(&above.text, &line.text));
        let replaces = is_below && is_order(&line.outcome) && stands_instead(&line.text);
        let speaks =
            may_change && is_below && place.is_talk && above.is_some_and(|above| speaks_of(&above.text, &line.text));
        let speaks = speaks || may_change && is_below && place.is_talk && self.names_another(above, &line.text);
        if let Some(which) = may_change.then(|| takes_back(&line.text, place)).flatten() {
            // Nor are those that a head keeps from standing offered together any more.
            lines.iter_mut().for_each(|line| line.is_held = false);
            self.hold(lines, which, &line.text);
        } else if replaces || speaks {
            self.hold(lines, TakesBack::Last, &line.text);
        } else if may_change && undoes_all(&line.text) {
            self.hold(lines, TakesBack::All, &line.text);
        } else if may_change && (!begins || is_terse(&line.text)) && undoes(&line.text)
            || is_order(&line.outcome) && mends_another(&line.text)
        {
            for at in named(lines, &line.text) {
                self.hold_back(&mut lines[at], &line.text);
            }
        } else if let Some(above) = above.filter(|above| is_order(&line.outcome) && leaves_choice(&above.text)) {
            line.outcome = Err(choice_above(&above.text));
        }
    }

    /// "Rolla!!", right below an order: called out, in place of a word of it, it makes another order.
    fn names_another(&mut self, above: Option<&OrderLine<T>>, text: &str) -> bool {
        let name = text.trim().trim_end_matches(|sign: char| !sign.is_alphanumeric());
        let is_called = text.trim_end().ends_with('!') && words_of(name).len() == 1 && !is_courtesy(text);
        let Some(above) = above.filter(|_| is_called) else { return false };
        !self.mended(&canonical(&above.text, &above.outcome), name).is_empty()
    }

    /// Orders above a line that takes them back do not stand; nor do those further up that it names.
    fn hold(&mut self, lines: &mut [OrderLine<T>], which: TakesBack, by: &str) {
        let last = lines.iter().rposition(|line| is_order(&line.outcome));
        // A condition is of what it stands below.
        let further_up = if moods_of(by).contains(&Mood::Condition) { Vec::new() } else { named(lines, by) };
        for at in further_up.into_iter().filter(|at| Some(*at) != last) {
            self.hold_back(&mut lines[at], by);
        }
        // "On reflection drop the gunboats": which of them that is, nobody can tell.
        let is_named = last.is_some_and(|last| names(&lines[last].text, by));
        let is_unclear = !is_named && names_what_goes(by);
        let most = if matches!(which, TakesBack::Last) && !is_unclear { 1 } else { usize::MAX };
        let is_row = matches!(which, TakesBack::Row);
        // Behind a gap the row begins with the first order above.
        let mut has_begun = false;
        let in_reach = lines.iter_mut().rev().take_while(|line| {
            has_begun |= is_order(&line.outcome);
            !is_row || !has_begun || is_order(&line.outcome)
        });
        for line in in_reach.filter(|line| is_order(&line.outcome)).take(most) {
            self.hold_back(line, by);
        }
    }

    fn hold_back(&mut self, line: &mut OrderLine<T>, by: &str) {
        let message = format!("{:?}, further down, takes this back or changes it, so it was not taken.", by.trim());
        self.propose_instead(line, by);
        line.outcome = Err(Remark::unread(message).hint("Write it anew as it is meant."));
    }

    /// Has it looked at what an order may be meant to say with a line below it that changes it: with what is put instead, or as
    /// it stands, where that is not its contrary.
    fn propose_instead(&mut self, line: &mut OrderLine<T>, by: &str) {
        let plain = canonical(&line.text, &line.outcome);
        let meant = put_instead(by).map(|value| self.mended(&plain, value)).unwrap_or_default();
        if !meant.is_empty() || turns_round(by) {
            line.wordings = meant;
        } else {
            line.wordings.extend(plain);
        }
    }

    /// Orders with a value in place of a part of them, as far as those are orders.
    fn mended(&mut self, orders: &[String], value: &str) -> Vec<String> {
        let mut meant: Vec<String> = Vec::new();
        for wording in orders.iter().flat_map(|order| mended(order, value)) {
            let outcome = self.trying(|clerk| clerk.read_stretch(&wording));
            if let [order] = &canonical(&wording, &outcome)[..]
                && !orders.contains(order)
                && !meant.contains(order)
            {
                meant.push(order.clone());
            }
        }
        meant.truncate(MOST_MENDED);
        meant
    }
}

/// The orders that a line names, wherever above it they stand.
fn named<T: Reading>(lines: &[OrderLine<T>], by: &str) -> Vec<usize> {
    (0..lines.len()).filter(|at| is_order(&lines[*at].outcome) && names(&lines[*at].text, by)).collect()
}

/// "Buy 6 infantry instead", "Actually US3IN stays put", right below another order.
fn stands_instead(text: &str) -> bool {
    ends_in(text, "instead") || turns(text)
}

/// "6 infantry, sorry", "*6 infantry", "McDowell must wait": an order that mends the one it has a name in common with.
fn mends_another(text: &str) -> bool {
    let text = text.trim();
    let is_starred = text
        .strip_prefix('*')
        .is_some_and(|rest| !rest.contains('*') && rest.starts_with(|first: char| first.is_alphanumeric()));
    let waits =
        ends_in(text, "wait") && ["has to", "have to", "must"].iter().any(|must| text.to_lowercase().contains(must));
    ends_in(text, "sorry") || ends_in(text, "rather") || is_starred || waits
}

/// "keep Russia in reserve": too short for an order of its own, though it begins like one.
fn is_terse(text: &str) -> bool {
    words_of(text).len() <= MOST_TERSE && !text.contains(|sign: char| sign.is_ascii_digit())
}

fn leaves_choice(text: &str) -> bool {
    ends_in(text, "or")
}

/// Whether this is the last word of a text.
fn ends_in(text: &str, word: &str) -> bool {
    let end = text.trim_end_matches(|sign: char| !sign.is_alphanumeric());
    let may_be = end.len().checked_sub(word.len()).and_then(|from| end.get(from..));
    may_be.is_some_and(|last| last.eq_ignore_ascii_case(word))
        && words_of(end).last().is_some_and(|last| last.word == word)
}

/// What is said of an order below a line that ends in "or".
fn choice_above(above: &str) -> Remark {
    Remark::unread(format!("{:?}, above this, leaves a choice, and an order must say which.", above.trim()))
        .hint("Write the one that is meant.")
}

/// Whether a line takes back, takes something out, or makes something depend: what it changes is not proposed without that. One
/// that denies may speak of another thing.
fn turns_round(text: &str) -> bool {
    let turning = [Mood::Exception, Mood::Condition, Mood::Correction];
    moods_of(text).iter().any(|mood| turning.contains(mood))
}
