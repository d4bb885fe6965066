//! Builds under way: started within the room of their place, held up, cancelled, finished, put where there is room. A
//! job leaves the list when it ends and its number is never given again, so none finishes twice. Knows not what is
//! built.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What of a place a job takes up while it is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// One of as many units as a city builds at once.
    Slot,
    /// A dockyard, for building or repair.
    Yard,
    /// Nothing that is limited.
    None,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan<W> {
    /// The city, port or square.
    pub place: String,
    /// What it takes up there.
    pub room: Room,
    /// Turns of work, the one in which it is started included; at least one.
    pub turns: u32,
    /// What it makes.
    pub work: W,
}

/// A plan that is being carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job<W> {
    /// By which it is spoken of; never given twice.
    pub number: u32,
    /// What is done.
    pub plan: Plan<W>,
    /// Turns of work that are still to be done.
    pub left: u32,
}

/// No game begins so many jobs.
const MOST_JOBS: u32 = 10_000_000;

/// All jobs under way, by number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jobs<W> {
    under_way: BTreeMap<u32, Job<W>>,
    /// The next job's number.
    next: u32,
}

/// A place has less room than an order needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom {
    /// What there is too little of.
    pub room: Room,
    /// How many the order needs.
    pub wanted: u32,
    /// How many are free, the largest order that would pass.
    pub free: u32,
}

/// How much work a turn does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// One turn's.
    Turn,
    /// All that is left, as in a turn that stands for a season of peace.
    Whole,
}

/// What comes of units that are finished where no more can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// They stand outside.
    Outside,
    /// They are cancelled.
    Cancel,
}

/// Where finished units come to stand, in the order in which they were finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement<T> {
    /// In the place itself.
    pub inside: Vec<T>,
    /// In the nearest place that takes them.
    pub outside: Vec<T>,
    /// Nowhere.
    pub cancelled: Vec<T>,
}

impl<W> Jobs<W> {
    /// Starts one order's jobs, all or none. `most` tells how many jobs a place has room for (its yards without those
    /// that something else takes up); where it tells none there is no limit, as before a game begins.
    pub fn start(&mut self, plans: Vec<Plan<W>>, most: impl Fn(&str, Room) -> Option<u32>) -> Result<Vec<u32>, NoRoom> {
        for plan in &plans {
            let Some(most) = most(&plan.place, plan.room).filter(|_| plan.room != Room::None) else { continue };
            let same = plans.iter().filter(|other| other.place == plan.place && other.room == plan.room);
            let wanted = u32::try_from(same.count()).unwrap_or(u32::MAX);
            let free = most.saturating_sub(self.taken(&plan.place, plan.room));
            if wanted > free {
                return Err(NoRoom { room: plan.room, wanted, free });
            }
        }
        Ok(plans.into_iter().map(|plan| self.begin(plan)).collect())
    }

    fn begin(&mut self, plan: Plan<W>) -> u32 {
        let number = self.next;
        self.next += 1;
        let left = plan.turns.max(1);
        self.under_way.insert(number, Job { number, plan, left });
        number
    }

    /// How much of a place's room jobs take up.
    pub fn taken(&self, place: &str, room: Room) -> u32 {
        let there = self.iter().filter(|job| job.plan.place == place && job.plan.room == room);
        u32::try_from(there.count()).unwrap_or(u32::MAX)
    }

    /// A job under way.
    pub fn get(&self, number: u32) -> Option<&Job<W>> {
        self.under_way.get(&number)
    }

    /// All jobs under way, in the order in which they were started.
    pub fn iter(&self) -> impl Iterator<Item = &Job<W>> {
        self.under_way.values()
    }

    /// A job takes so many turns more; whether it is under way.
    pub fn delay(&mut self, number: u32, turns: u32) -> bool {
        let Some(job) = self.under_way.get_mut(&number) else { return false };
        job.left = job.left.saturating_add(turns);
        true
    }

    /// Ends a job without what it makes.
    pub fn cancel(&mut self, number: u32) -> Option<Job<W>> {
        self.under_way.remove(&number)
    }

    /// Ends all jobs that are meant, without what they make: those of a place that was captured, or of its yards.
    pub fn cancel_all(&mut self, is_meant: impl Fn(&Job<W>) -> bool) -> Vec<Job<W>> {
        let meant: Vec<u32> = self.iter().filter(|job| is_meant(job)).map(|job| job.number).collect();
        meant.into_iter().filter_map(|number| self.cancel(number)).collect()
    }

    /// Whether numbers are left to give: each job has the number that it is kept under, which was given before the next.
    ///
    /// # Errors
    /// Which job or number cannot be.
    pub fn sound(&self) -> Result<(), String> {
        if self.next > MOST_JOBS {
            return Err(format!("the next job's number is at most {MOST_JOBS}"));
        }
        let is_odd = |(number, job): &(&u32, &Job<W>)| **number != job.number || job.number >= self.next;
        match self.under_way.iter().find(is_odd) {
            Some((number, _)) => Err(format!("job {number} has a number that was not given to it")),
            None => Ok(()),
        }
    }

    /// A turn's work on every job, and those that are finished by it. A job that cannot be worked at (the enemy is
    /// there, or a condition of its last turn fails) stays as it is, which is a turn's delay.
    pub fn advance(&mut self, pace: Pace, mut is_worked_at: impl FnMut(&Job<W>) -> bool) -> Vec<Job<W>> {
        let mut finished = Vec::new();
        for job in self.under_way.values_mut() {
            if !is_worked_at(job) {
                continue;
            }
            job.left = if pace == Pace::Whole { 0 } else { job.left.saturating_sub(1) };
            if job.left == 0 {
                finished.push(job.number);
            }
        }
        finished.into_iter().filter_map(|number| self.cancel(number)).collect()
    }
}

impl<W> Default for Jobs<W> {
    /// No jobs; the first is number 1.
    fn default() -> Self {
        Self { under_way: BTreeMap::new(), next: 1 }
    }
}

/// Puts finished units into a place in which so many stand and no more than `most` may.
pub fn place<T>(finished: Vec<T>, standing: u32, most: u32, overflow: Overflow) -> Placement<T> {
    let free = usize::try_from(most.saturating_sub(standing)).unwrap_or(usize::MAX);
    let mut inside = finished;
    let surplus = inside.split_off(free.min(inside.len()));
    let (outside, cancelled) = match overflow {
        Overflow::Outside => (surplus, Vec::new()),
        Overflow::Cancel => (Vec::new(), surplus),
    };
    Placement { inside, outside, cancelled }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn plan(place: &str, room: Room, turns: u32, work: &'static str) -> Plan<&'static str> {
        Plan { place: place.to_owned(), room, turns, work }
    }

    fn works(jobs: &mut Jobs<&'static str>, pace: Pace) -> Vec<&'static str> {
        jobs.advance(pace, |_| true).into_iter().map(|job| job.plan.work).collect()
    }

    #[test]
    fn slag_5_7b_militia_fill_a_small_city_with_others_and_the_refusal_says_what_is_free() {
        let mut jobs = Jobs::default();
        let six = ["IN", "IN", "IN", "IN", "MI", "MI"].map(|work| plan("Corinth", Room::Slot, 1, work));
        assert_eq!(jobs.start(six.to_vec(), |_, _| Some(6)).map(|numbers| numbers.len()), Ok(6));
        let refusal = jobs.start(vec![plan("Corinth", Room::Slot, 1, "IN")], |_, _| Some(6));
        assert_eq!(refusal, Err(NoRoom { room: Room::Slot, wanted: 1, free: 0 }));
        assert!(
            jobs.start(vec![plan("Corinth", Room::Slot, 1, "IN")], |_, _| None).is_ok(),
            "SLAG 5.7c: before the game"
        );
        assert_eq!(jobs.taken("Corinth", Room::Slot), 7);
    }

    #[test]
    fn slag_5_8a_ships_under_repair_take_up_yards_and_transports_none() {
        let mut jobs = Jobs::default();
        let gunboats = vec![plan("Cairo", Room::Yard, 6, "GB"); 3];
        let refusal = jobs.start(gunboats.clone(), |_, _| Some(2)).unwrap_err();
        assert_eq!((refusal.wanted, refusal.free), (3, 2));
        assert!(jobs.start(gunboats[1..].to_vec(), |_, _| Some(2)).is_ok());
        assert!(jobs.start(vec![plan("Cairo", Room::None, 2, "RT")], |_, _| Some(2)).is_ok());
    }

    #[test]
    fn slag_8_4b_an_enemy_in_the_square_delays_by_a_turn() {
        let mut jobs = Jobs::default();
        jobs.start(vec![plan("K1-R9", Room::None, 2, "a work of level 2")], |_, _| None).unwrap();
        let finished = [5, 6, 7].map(|turn| jobs.advance(Pace::Turn, |_| turn != 6).len());
        assert_eq!(finished, [0, 0, 1], "ordered in turn 5, the enemy there in turn 6, done at the end of turn 7");
    }

    #[test]
    fn slag_5_2k_a_naval_battery_needs_its_contact_when_it_is_completed_and_not_between() {
        let mut jobs = Jobs::default();
        jobs.start(vec![plan("D9-U2", Room::Slot, 3, "NB")], |_, _| Some(6)).unwrap();
        let contact = [true, false, false, true];
        let finished = contact.map(|contact| jobs.advance(Pace::Turn, |job| job.left > 1 || contact).len());
        assert_eq!(finished, [0, 0, 0, 1]);
    }

    #[test]
    fn sow_4_2_the_turn_of_the_order_counts_and_a_campaign_ends_between() {
        let mut jobs = Jobs::default();
        jobs.start(vec![plan("Lyon", Room::Slot, 6, "MC")], |_, _| Some(10)).unwrap();
        let turns = [8, 9, 10, 11, 1, 2].map(|_| works(&mut jobs, Pace::Turn).len());
        assert_eq!(turns, [0, 0, 0, 0, 0, 1], "ordered in turn 8 of a campaign that ends after turn 11");
    }

    #[test]
    fn sow_4_1d_a_turn_of_peace_finishes_all() {
        let mut jobs = Jobs::default();
        jobs.start(vec![plan("Toulon", Room::Yard, 16, "SL"), plan("Toulon", Room::None, 2, "TR")], |_, _| Some(1))
            .unwrap();
        assert_eq!(works(&mut jobs, Pace::Whole), ["SL", "TR"]);
        assert_eq!(works(&mut jobs, Pace::Whole), [""; 0]);
    }

    #[test]
    fn sow_4_10_capture_ends_what_is_built_there_and_nowhere_else() {
        let mut jobs = Jobs::default();
        jobs.start(vec![plan("Toulon", Room::Slot, 3, "IN"), plan("Toulon", Room::Yard, 16, "SL")], |_, _| Some(6))
            .unwrap();
        let kept = jobs.start(vec![plan("Brest", Room::Yard, 8, "FR")], |_, _| Some(6)).unwrap()[0];
        let ended = jobs.cancel_all(|job| job.plan.place == "Toulon");
        assert_eq!(ended.iter().map(|job| job.plan.work).collect::<Vec<_>>(), ["IN", "SL"]);
        assert_eq!(jobs.iter().map(|job| job.number).collect::<Vec<_>>(), [kept]);
    }

    #[test]
    fn slag_5_6d_sow_4_6c_a_thirteenth_unit_stands_outside_or_is_cancelled() {
        let outside = place(vec!["a", "b", "c"], 11, 12, Overflow::Outside);
        assert_eq!((outside.inside, outside.outside, outside.cancelled), (vec!["a"], vec!["b", "c"], vec![]));
        let cancel = place(vec!["a", "b"], 14, 12, Overflow::Cancel);
        assert_eq!((cancel.inside, cancel.outside, cancel.cancelled), (vec![], vec![], vec!["a", "b"]));
    }

    #[test]
    fn jobs_are_stored_with_the_numbers_they_had() {
        let mut jobs: Jobs<String> = Jobs::default();
        let plan = |turns| Plan { place: "Lyon".to_owned(), room: Room::Slot, turns, work: "IN".to_owned() };
        jobs.start(vec![plan(1), plan(3)], |_, _| None).unwrap();
        jobs.advance(Pace::Turn, |_| true);
        let stored = serde_json::to_string(&jobs).unwrap();
        let mut read: Jobs<String> = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, jobs);
        assert_eq!(read.start(vec![plan(1)], |_, _| None), Ok(vec![3]));
    }

    #[test]
    fn an_order_for_two_places_is_held_against_the_room_of_each() {
        let mut jobs = Jobs::default();
        let plans = vec![plan("Brest", Room::Yard, 8, "FR"), plan("Toulon", Room::Yard, 8, "FR")];
        assert!(jobs.start(plans, |_, _| Some(1)).is_ok());
    }

    proptest! {
        #[test]
        fn no_job_finishes_twice_or_after_it_was_cancelled_and_none_is_forgotten(
            acts in prop::collection::vec((0..5_u8, 1..6_u32, 1..20_u32), 0..80),
        ) {
            let mut jobs = Jobs::default();
            let (mut started, mut ended) = (0, BTreeSet::new());
            for (act, turns, number) in acts {
                let over = match act {
                    0 => {
                        let begun = jobs.start(vec![plan("x", Room::Slot, turns, "w")], |_, _| Some(7));
                        started += begun.map_or(0, |numbers| numbers.len());
                        Vec::new()
                    }
                    1 => jobs.cancel(number).into_iter().collect(),
                    2 => { jobs.delay(number, turns); Vec::new() }
                    3 => jobs.advance(Pace::Turn, |job| job.number % 7 != turns),
                    _ => jobs.advance(if turns == 1 { Pace::Whole } else { Pace::Turn }, |_| true),
                };
                for job in over {
                    prop_assert!(ended.insert(job.number), "job {} ended twice", job.number);
                }
                prop_assert_eq!(jobs.iter().count() + ended.len(), started);
                prop_assert!(jobs.taken("x", Room::Slot) <= 7);
            }
        }
    }
}
