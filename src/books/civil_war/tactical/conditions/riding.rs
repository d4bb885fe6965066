//! The cavalry's die: one command point when it is at most the leader's initiative, else the normal cost (C5.1, D16).

use super::super::acts::{Step, StepResult};
use super::super::play::Engine;
use super::super::schedule::Slot;

impl Engine<'_> {
    /// Throws for every ride that begins in this pulse.
    pub(in super::super) fn throw_rides(&mut self, pulse: u32) {
        for at in 0..self.acts.len() {
            let act = &self.acts[at];
            let is_due = act.result.is_none() && act.slot.first == pulse;
            let Step::Ride { march, normal, kept, is_alone } = &act.step else { continue };
            if is_due {
                let (march, normal, kept, is_alone) = (march.clone(), *normal, *kept, *is_alone);
                self.throw_ride(at, pulse, march, (normal, kept, is_alone));
            }
        }
    }

    fn throw_ride(
        &mut self,
        at: usize,
        pulse: u32,
        march: super::super::muster::MarchOrder,
        (normal, kept, is_alone): (u32, u32, bool),
    ) {
        let (purse, line, slot) = ((self.acts[at].side, self.acts[at].account), self.acts[at].line, self.acts[at].slot);
        let Some(name) = march.force.leader().map(str::to_owned) else { return };
        let most = self.field.leaders.get(&name).map_or(0, |leader| leader.rank.initiative);
        let purpose = format!("{}: cavalry {name} p{pulse}", purse.0.id());
        let die = self.dice.roll(&purpose, 6);
        let one = self.scenario.tables.cavalry.move_cp;
        let thrown = format!("{name}'s die for the cavalry roll showed {die}; {most} or less was needed.");
        let (cp, last, words) = if die <= most {
            self.acts[at].step = Step::March(march);
            (one, slot.first, format!("{thrown} The march took {one} CP."))
        } else if is_alone || kept < normal {
            let why = format!("{thrown} The normal {normal} CP were not kept: nobody moved, and {kept} CP are lost.");
            self.acts[at].result = Some(StepResult::Void(why));
            (kept, slot.first, String::new())
        } else {
            self.acts[at].step = Step::March(march);
            (normal, slot.first + normal.max(1) - 1, format!("{thrown} The march took the normal {normal} CP."))
        };
        self.acts[at].slot = Slot { first: slot.first, last };
        self.watches.release(purse, line);
        self.watches.busy.entry(purse).or_default().push((line, Slot { first: slot.first, last }));
        self.watches.rides.insert((purse, line), (cp, last));
        if !words.is_empty() {
            self.watches.notes.insert((purse, line), words);
        }
    }
}
