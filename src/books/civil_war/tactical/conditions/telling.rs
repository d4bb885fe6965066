//! What the giver of a condition is told, and what it cost (D27): whether and when it came true, and what was done.

use super::super::super::item::{ActOutcome, Item};
use super::super::acts::{Sheet, StepResult};
use super::super::draft::{Deed, Draft};
use super::super::play::Engine;
use super::waiting::{Doing, Judged, Purse, Watch};

impl Engine<'_> {
    /// What became of a line that waited, or of one that a condition had to do with; nothing for any other.
    pub(in super::super) fn told_of_waiting(&self, sheet: &Sheet, at: usize, item: Item) -> Item {
        let purse = (sheet.side, sheet.account);
        let line = &sheet.plan.lines[at];
        let Item::Done { account, pulses, order, outcome } = item else { return item };
        let is_waiting = matches!(&line.draft, Some(Draft { deed: Deed::Wait(_), .. }));
        let (pulses, outcome) = match (line.stands() && is_waiting, self.watches.asked.get(&(purse, at))) {
            (false, _) => (pulses, self.with_note(purse, at, outcome)),
            (true, Some(asked)) if asked.is_ignored => {
                (pulses, void("The game master ruled that this counts as false. What was kept stays unspent."))
            }
            (true, Some(_)) => (
                pulses,
                void("The game master gave no ruling in time, so this counted as false. What was kept stays unspent."),
            ),
            (true, None) => self.outcome_of(purse, at),
        };
        Item::Done { account, pulses, order, outcome }
    }

    fn with_note(&self, purse: Purse, at: usize, outcome: ActOutcome) -> ActOutcome {
        let Some(note) = self.watches.notes.get(&(purse, at)) else { return outcome };
        match outcome {
            ActOutcome::Done { text } => ActOutcome::Done { text: format!("{note} {text}") },
            ActOutcome::Partly { text, why } => ActOutcome::Partly { text: format!("{note} {text}"), why },
            ActOutcome::Void { why } => ActOutcome::Void { why: format!("{note} {why}") },
            ActOutcome::Idle => ActOutcome::Idle,
        }
    }

    fn outcome_of(&self, purse: Purse, at: usize) -> (String, ActOutcome) {
        let watches: Vec<&Watch> = self
            .watches
            .list
            .iter()
            .filter(|watch| (watch.side, watch.account, watch.line) == (purse.0, purse.1, at))
            .collect();
        let (mut said, mut not) = (Vec::new(), Vec::new());
        let mut pulses = String::new();
        for (rank, watch) in watches.iter().enumerate() {
            said.push(judgement(watch, rank));
            for doing in &watch.doings {
                self.tell_doing(doing, &mut said, &mut not, &mut pulses);
            }
        }
        let kept: u32 = watches.iter().map(|watch| watch.cp).sum();
        if kept > 0 {
            said.push(format!("{kept} CP that were kept stay unspent."));
        }
        let is_anything_done =
            watches.iter().any(|watch| watch.judged.is_some_and(|judged| judged.is_true) || !watch.doings.is_empty());
        let text = said.join(" ");
        let outcome = match (is_anything_done, not.is_empty()) {
            (false, _) => ActOutcome::Void { why: text },
            (true, true) => ActOutcome::Done { text },
            (true, false) => ActOutcome::Partly { text, why: not.join(" ") },
        };
        (pulses, outcome)
    }

    fn tell_doing(&self, doing: &Doing, said: &mut Vec<String>, not: &mut Vec<String>, pulses: &mut String) {
        match doing {
            Doing::Said(text) => said.push(text.clone()),
            Doing::Not(why) => not.push(why.clone()),
            Doing::Acts { from, to, words, .. } => {
                let acts = &self.acts[*from..*to];
                let Some((first, last)) = acts.first().zip(acts.last()) else { return };
                let slot = super::super::schedule::Slot { first: first.slot.first, last: last.slot.last };
                if pulses.is_empty() {
                    *pulses = slot.words();
                }
                let mut texts: Vec<&str> = Vec::new();
                for act in acts {
                    match &act.result {
                        Some(StepResult::Done(text)) => texts.push(text),
                        Some(StepResult::Partly(text, why)) => {
                            texts.push(text);
                            not.push(why.clone());
                        }
                        Some(StepResult::Void(why)) => not.push(format!("{words}: {why}")),
                        None => {}
                    }
                }
                if !texts.is_empty() {
                    said.push(format!("{}: {words}. {}", slot.words(), texts.join(" ")));
                }
            }
        }
    }

    /// What conditions, called-off lines and rides change of an account: points, and the last pulse used.
    pub(in super::super) fn spent_otherwise(&self, purse: Purse) -> (u32, u32) {
        let own = self.watches.list.iter().filter(|watch| (watch.side, watch.account) == purse);
        let doings = own.flat_map(|watch| watch.doings.iter().map(move |doing| (watch.line, doing)));
        let (mut cp, mut pp) = (0, 0);
        for (line, doing) in doings {
            let Doing::Acts { from, to, cp: cost, .. } = doing else { continue };
            cp += self.watches.rides.get(&(purse, line)).map_or(*cost, |(cost, _)| *cost);
            pp = pp.max(self.acts[*from..*to].iter().map(|act| act.slot.last).max().unwrap_or(0));
        }
        (cp, pp)
    }
}

fn void(why: &str) -> ActOutcome {
    ActOutcome::Void { why: why.to_owned() }
}

/// "This came true at the end of PP 4."
fn judgement(watch: &Watch, rank: usize) -> String {
    let what = if rank == 0 { "This" } else { "The condition behind it" };
    match watch.judged {
        None if watch.waits_for.is_withdrawal() => format!("{what} was never set off."),
        None => format!("{what} never came true."),
        Some(Judged { is_start: true, is_true: true, pulse }) => format!("{what} was so when PP {pulse} began."),
        Some(Judged { is_start: true, is_true: false, pulse }) => format!("{what} was not so when PP {pulse} began."),
        Some(Judged { pulse: 0, is_true: true, .. }) => format!("{what} was so from the start."),
        Some(Judged { is_true: true, pulse, .. }) => format!("{what} came true in PP {pulse}."),
        Some(Judged { is_true: false, pulse, .. }) => format!("{what} was not so by the end of PP {pulse}."),
    }
}
