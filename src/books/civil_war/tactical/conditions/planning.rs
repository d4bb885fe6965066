//! What a condition keeps and whether it can be judged at all: the checks that a receipt is made of.
//! Knows what a commander knows and the lines of his sheet, never the truth.

use base::order::Remark;
use board::Hex;

use super::super::super::condition::{Asked, Clause, Conditional, Fallback, Fate, LineRef, Reserve, Spot, Test};
use super::super::super::order::{Act, ForceRef, Order, Place};
use super::super::super::read;
use super::super::super::scenario::{Arm, Scenario};
use super::super::course::Course;
use super::super::draft::{self, Deed, Draft};
use super::super::knowledge::{Knowledge, place};
use super::super::muster::{MarchOrder, View};
use super::super::naval::lending;
use super::super::reason::{self, Reason};
use super::super::schedule::Wish;
use crate::state::Stage;

/// What to write of an order that cannot be carried out as things stand.
const KEPT: &str = "If it will be possible then, say what is to be kept for it: (reserve 3 CP, 3 PP).";

/// How many conditions may wait for one another.
const LONGEST_CHAIN: u32 = 3;

/// A line that waits, as planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Command points kept.
    pub cp: u32,
    /// Pulse points kept.
    pub pp: u32,
    /// Command points that come from a failed entrenchment and are not kept besides (C3.17, D25).
    pub funded: u32,
    /// The lines it refers to, in the order of [`Conditional::lines`].
    pub lines: Vec<usize>,
}

/// The lines of an account as far as they are planned.
pub struct PlannedLines<'a> {
    /// All of them.
    pub orders: &'a [&'a Order],
    /// Their numbers on the seat's sheet.
    pub numbers: &'a [u32],
    /// Which of them this is.
    pub own: usize,
    /// Whether each earlier one stands.
    pub stands: &'a [bool],
}

/// Which line of an account a reference means; nothing when there is none before `own`.
pub fn resolve(orders: &[&Order], numbers: &[u32], own: usize, line: LineRef) -> Option<usize> {
    let earlier = orders.iter().take(own).enumerate().rev();
    let of = |fits: fn(&Act) -> bool| earlier.clone().find(|(_, order)| fits(&order.act)).map(|(at, _)| at);
    match line {
        LineRef::Number(number) => numbers.iter().position(|other| *other == number).filter(|at| *at != own),
        LineRef::Last => own.checked_sub(1),
        LineRef::Entrenchment => of(|act| matches!(act, Act::Entrench { .. })),
        LineRef::Attack => {
            of(|act| matches!(act, Act::Move { is_attack: true, .. } | Act::Ride { is_attack: true, .. }))
                .or_else(|| of(|act| matches!(act, Act::Move { .. } | Act::Ride { .. })))
        }
        LineRef::March => of(|act| matches!(act, Act::Move { .. } | Act::Ride { .. })),
    }
}

/// A condition as a line of the plan: what it keeps, and what is to be said of it.
pub fn plan_condition(
    scenario: &Scenario,
    known: &Knowledge,
    course: &Course,
    order: &Order,
    waiting: &Conditional,
    sheet: &PlannedLines<'_>,
) -> Result<Draft, Remark> {
    let judge = Judge { scenario, known, course, sheet };
    judge.form(waiting).map_err(Reason::refused)?;
    let (lines, mut remarks) = judge.lines(waiting)?;
    judge.tests(waiting).map_err(Reason::refused)?;
    let cost = judge.cost(waiting)?;
    let funded = judge.funded(waiting, &lines).min(cost.cp);
    let reserve = waiting.reserve;
    let cp = reserve.map_or(cost.cp.saturating_sub(funded), |reserve| reserve.cp);
    let pp = reserve.and_then(|reserve| reserve.pp).unwrap_or(cost.pp);
    remarks.extend(cost.remarks);
    remarks.extend(judge.enemy_names(waiting));
    remarks.extend(judge.nobody_there(waiting));
    let deed = Deed::Wait(Waiting { cp, pp, funded, lines });
    let wish = order.pulses.map(|pulses| Wish { pulses: Some(pulses), length: pp });
    Ok(Draft { wish: wish.filter(|_| pp > 0), cp, remarks, ..Draft::of(deed) })
}

/// A condition that waits for the game master's word keeps what was said, or what its acts would cost.
pub fn plan_asked(
    scenario: &Scenario,
    known: &Knowledge,
    course: &Course,
    asked: &Asked,
    sheet: &PlannedLines<'_>,
) -> Result<Draft, Remark> {
    let judge = Judge { scenario, known, course, sheet };
    for act in &asked.then {
        judge.act(act).map_err(Reason::refused)?;
    }
    let cost = match judge.sum(asked.then.iter()) {
        // Nobody is asked whether an order holds that cannot be carried out as things stand.
        Err(why) if asked.reserve.is_none() && !asked.is_ignored => return Err(why.hint(KEPT)),
        cost => cost.unwrap_or_default(),
    };
    let (cp, pp) = match asked.reserve {
        _ if asked.is_ignored => (0, 0),
        Some(Reserve { cp, pp }) => (cp, pp.unwrap_or(cost.pp.max(cp))),
        None => (cost.cp, cost.pp),
    };
    let deed = Deed::Wait(Waiting { cp, pp, funded: 0, lines: Vec::new() });
    let why =
        Reason::new("C3.14", "Whether this is so only the game master can judge; without his word it counts as false.");
    let remarks = if asked.is_ignored { Vec::new() } else { vec![why.incomplete()] };
    Ok(Draft { cp, remarks, ..Draft::of(deed) })
}

/// What acts would cost as things stand.
#[derive(Default)]
struct Cost {
    cp: u32,
    pp: u32,
    remarks: Vec<Remark>,
}

struct Judge<'a> {
    scenario: &'a Scenario,
    known: &'a Knowledge,
    course: &'a Course<'a>,
    sheet: &'a PlannedLines<'a>,
}

impl Judge<'_> {
    fn view(&self) -> View<'_> {
        self.course.view(self.scenario, self.known)
    }

    /// What no condition may hold.
    fn form(&self, waiting: &Conditional) -> Result<(), Reason> {
        if waiting.depth() > LONGEST_CHAIN {
            let text = format!("At most {LONGEST_CHAIN} conditions may wait for one another.");
            return Err(Reason::new("D25", text));
        }
        waiting.acts().into_iter().try_for_each(|act| self.act(act))?;
        if waiting.is_withdrawal() {
            return self.withdrawal(waiting);
        }
        if waiting.then.iter().any(|act| matches!(act, Act::React { .. })) {
            return self.reaction(waiting);
        }
        if waiting.acts().iter().any(|act| matches!(act, Act::Withdraw { .. } | Act::React { .. })) {
            return Err(Reason::new("D16", "A withdrawal or a reaction stands behind THEN."));
        }
        Ok(())
    }

    /// One act: of the right kind, and not beyond this command (D25).
    fn act(&self, act: &Act) -> Result<(), Reason> {
        match act {
            Act::Unplayed { matter, .. } => Err(reason::not_in_play(*matter)),
            Act::Distribute { .. }
            | Act::DistributeSame
            | Act::Grant { .. }
            | Act::Discretionary { .. }
            | Act::ShiftPlanned { .. }
            | Act::ReinforceAsPlanned => Err(draft::strategic()),
            Act::Asked(_) | Act::If(_) => Ok(()),
            Act::Save { .. } if self.known.stage == Some(Stage::Tst2) => {
                Err(Reason::new("C3.14", "Nothing can be saved beyond the second sub-turn."))
            }
            act => lending::unconditional(act, self.known.side, self.course.account),
        }
    }

    /// Cavalry gives way when it is attacked, and at no other time (D16).
    fn withdrawal(&self, waiting: &Conditional) -> Result<(), Reason> {
        let [Act::Withdraw { force, .. }] = waiting.then.as_slice() else {
            return Err(Reason::new("D16", "A withdrawal before combat stands alone behind its condition."));
        };
        let is_own_attack = |clause: &Clause| {
            let Test::Force { force: other, fate: Fate::Attacked(_) } = &clause.test else { return false };
            other == force && !clause.is_not
        };
        let is_right =
            !waiting.condition.is_not && waiting.condition.any.iter().all(|group| group.iter().any(is_own_attack));
        if !is_right {
            let text = "Cavalry withdraws before combat when it is attacked, and at no other time.";
            return Err(Reason::new("D16", text).hint("Write \"if Stuart is attacked he withdraws before combat\"."));
        }
        if self.known.is_blank() {
            return Ok(());
        }
        let body = self.view().identify(force)?;
        let is_cavalry =
            |name: &String| self.course.field.leaders.get(name).is_some_and(|it| it.rank.arm == Arm::Cavalry);
        if body.leaders.is_empty() || !body.leaders.iter().all(is_cavalry) {
            return Err(Reason::new("D16", "Only cavalry under a cavalry leader withdraws before combat."));
        }
        Ok(())
    }

    /// Only armies react, and only to enemies that come (C3.16, D16).
    fn reaction(&self, waiting: &Conditional) -> Result<(), Reason> {
        let has_trigger = waiting.condition.clauses().any(|clause| self.is_about_enemies(clause) && !clause.is_not);
        if !has_trigger || waiting.condition.is_not {
            let text = "A reaction move needs an enemy whose coming sets it off.";
            return Err(Reason::new("C3.16", text)
                .hint("Write \"if an enemy enters 4911, Johnston reacts to 4912 to intercept it\"."));
        }
        if waiting.then.len() > 1 {
            return Err(Reason::new("D16", "A reaction move stands alone behind its condition."));
        }
        let Some(Act::React { force, to, .. }) = waiting.then.first() else { return Ok(()) };
        if let Place::Unknown(words) = to {
            return Err(reason::unknown_place(words));
        }
        if self.known.is_blank() {
            return Ok(());
        }
        let body = self.view().identify(force)?;
        let has_army = self.course.field.troops.get(&body.origin).is_some_and(|troops| troops.army.is_some());
        if !has_army {
            return Err(Reason::new("D16", "Only an Army makes a reaction move, and this force is none."));
        }
        Ok(())
    }

    fn is_about_enemies(&self, clause: &Clause) -> bool {
        match &clause.test {
            Test::Enemy { .. } => true,
            Test::Force { force: ForceRef::Leader(name), fate: Fate::At(..) } => self.is_enemys(name),
            _ => false,
        }
    }

    fn is_enemys(&self, name: &str) -> bool {
        self.scenario.roster.by_name(name).is_some_and(|(_, spec)| spec.side != self.known.side)
    }

    /// The lines that are referred to; each must stand before this one.
    fn lines(&self, waiting: &Conditional) -> Result<(Vec<usize>, Vec<Remark>), Remark> {
        let mut lines = Vec::new();
        for line in waiting.lines() {
            let found = resolve(self.sheet.orders, self.sheet.numbers, self.sheet.own, line);
            let found = found.filter(|at| *at < self.sheet.own && self.sheet.stands[*at]);
            lines.push(found.ok_or_else(|| no_such_line(line).refused())?);
        }
        let named = waiting.lines().into_iter().zip(&lines).filter_map(|(line, at)| match line {
            LineRef::Number(number) => {
                let words = read::write(self.scenario, self.sheet.orders[*at]);
                Some(Remark::notice(format!("Order {number} is: {words}.")).rule("D25"))
            }
            _ => None,
        });
        let named: Vec<Remark> = named.collect();
        if self.chain(&lines) >= LONGEST_CHAIN {
            let text = format!("At most {LONGEST_CHAIN} conditions may wait for one another.");
            return Err(Reason::new("D25", text).refused());
        }
        Ok((lines, named))
    }

    /// How many conditions lines wait for, one behind the other.
    fn chain(&self, lines: &[usize]) -> u32 {
        let deeper = lines.iter().filter_map(|at| match &self.sheet.orders[*at].act {
            Act::If(inner) => {
                let refs = inner.lines().into_iter();
                let refs = refs.filter_map(|line| resolve(self.sheet.orders, self.sheet.numbers, *at, line));
                let refs: Vec<usize> = refs.filter(|other| other < at).collect();
                Some(inner.depth() + self.chain(&refs))
            }
            _ => None,
        });
        deeper.max().unwrap_or(0)
    }

    /// Whether each test is one that this commander's side can see.
    fn tests(&self, waiting: &Conditional) -> Result<(), Reason> {
        waiting.condition.clauses().try_for_each(|clause| self.test(&clause.test))?;
        let inner = waiting.otherwise.iter().filter_map(|act| match act {
            Act::If(inner) => Some(inner),
            _ => None,
        });
        inner.into_iter().try_for_each(|inner| self.tests(inner))
    }

    fn test(&self, test: &Test) -> Result<(), Reason> {
        match test {
            Test::Enemy { spot, .. } => self.spot(spot),
            Test::Town { place, .. } => self.place(place),
            Test::Force { force: ForceRef::Leader(name), fate } if self.is_enemys(name) => match fate {
                Fate::At(_, spot, _) => self.spot(spot),
                _ => {
                    let text = format!(
                        "What becomes of {name} is not yours to see; your own troops and enemies in sight are."
                    );
                    Err(Reason::new("D25", text).hint("Write for example \"if Jackson is attacked\"."))
                }
            },
            Test::Force { force, fate } => {
                self.own(force)?;
                match fate {
                    Fate::At(_, spot, _) => self.spot(spot),
                    _ => Ok(()),
                }
            }
            Test::Line { .. } | Test::Points { .. } | Test::Clock { .. } | Test::SecondSubTurn => Ok(()),
        }
    }

    fn spot(&self, spot: &Spot) -> Result<(), Reason> {
        match spot {
            Spot::Place(place) => self.place(place),
            Spot::Force(force) => self.own(force),
        }
    }

    fn place(&self, place: &Place) -> Result<(), Reason> {
        match place {
            Place::Known(_) => Ok(()),
            Place::Unknown(words) => Err(reason::unknown_place(words)),
        }
    }

    /// A force of one's own that may be asked about: those of other commands are seen as well (C4.1).
    fn own(&self, force: &ForceRef) -> Result<(), Reason> {
        match force {
            ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => {
                let is_known = self.known.is_blank()
                    || self.known.field.leaders.contains_key(name)
                    || self.known.pooled.contains_key(name);
                if is_known { Ok(()) } else { Err(reason::no_such_leader(name)) }
            }
            ForceRef::Army(name) => {
                let is_known = self.known.is_blank() || self.known.field.army(self.known.side, name).is_some();
                if is_known { Ok(()) } else { Err(reason::no_such_army(name)) }
            }
            ForceRef::At(place) => self.place(place),
            ForceRef::Points { from: Some(place), .. } => self.place(place),
            ForceRef::Points { from: None, .. } => Err(Reason::new("D9", "It is not said where these points stand.")),
        }
    }

    /// Who leads an enemy force is not seen, so a named enemy is any enemy in sight.
    fn enemy_names(&self, waiting: &Conditional) -> Option<Remark> {
        let name = waiting.condition.clauses().find_map(|clause| match &clause.test {
            Test::Force { force: ForceRef::Leader(name), fate: Fate::At(..) } if self.is_enemys(name) => Some(name),
            _ => None,
        })?;
        let text = format!("Who leads an enemy force is not seen: any enemy force in sight there counts as {name}'s.");
        Some(Remark::notice(text).rule("D25"))
    }

    /// A place without troops of one's own may be meant as a town: what becomes of a force there is asked all the same.
    fn nobody_there(&self, waiting: &Conditional) -> Option<Remark> {
        let is_own = |hex: &Hex| self.course.field.troops.get(hex).is_some_and(|it| it.side == self.known.side);
        let empty = waiting.condition.clauses().find_map(|clause| match &clause.test {
            Test::Force { force: ForceRef::At(Place::Known(hex)), .. } => Some(*hex).filter(|hex| !is_own(hex)),
            _ => None,
        });
        let place = place(self.scenario, empty.filter(|_| !self.known.is_blank())?);
        Some(Remark::notice(reason::no_force_at(&place).text).rule("D25"))
    }

    /// What the acts would cost now, the dearer of both branches.
    fn cost(&self, waiting: &Conditional) -> Result<Cost, Remark> {
        let then = self.sum(waiting.then.iter());
        let otherwise = self.sum(waiting.otherwise.iter());
        match (then, otherwise) {
            (Ok(then), Ok(otherwise)) => Ok(Cost {
                cp: then.cp.max(otherwise.cp),
                pp: then.pp.max(otherwise.pp),
                remarks: then.remarks.into_iter().chain(otherwise.remarks).collect(),
            }),
            (Err(why), _) | (_, Err(why)) => match waiting.reserve {
                Some(Reserve { cp, pp }) => {
                    let text = format!("As things stand this could not be done: {}", why.message);
                    let remark = Remark { message: text, ..Remark::notice("") };
                    Ok(Cost { cp, pp: pp.unwrap_or(cp), remarks: vec![remark.rule("D25")] })
                }
                None => Err(why.hint(KEPT)),
            },
        }
    }

    fn sum<'o>(&self, acts: impl Iterator<Item = &'o Act>) -> Result<Cost, Remark> {
        let mut sum = Cost::default();
        for act in acts {
            let (cp, pp, remarks) = self.one(act)?;
            sum.cp = sum.cp.saturating_add(cp);
            sum.pp = sum.pp.saturating_add(pp);
            sum.remarks.extend(remarks);
        }
        Ok(sum)
    }

    fn one(&self, act: &Act) -> Result<(u32, u32, Vec<Remark>), Remark> {
        let reaction = &self.scenario.tables.reaction;
        Ok(match act {
            Act::If(inner) => {
                let cost = self.cost(inner)?;
                (cost.cp, cost.pp, cost.remarks)
            }
            Act::React { .. } => (reaction.cp, reaction.pp, Vec::new()),
            Act::Save { cp } => (*cp, 0, Vec::new()),
            Act::Withdraw { .. } | Act::Stop { .. } | Act::Hold { .. } | Act::Asked(_) => (0, 0, Vec::new()),
            act => {
                let order = Order::new(act.clone());
                let draft = draft::draft(self.known, &self.view(), self.course, &order)?;
                let length = draft.wish.map_or(0, |wish| wish.length);
                if draft.deed == Deed::Wanting && !self.known.is_blank() {
                    return Err(draft
                        .remarks
                        .into_iter()
                        .next()
                        .unwrap_or_else(|| Remark::refused("Something is missing.")));
                }
                (draft.cp, length, draft.remarks)
            }
        })
    }

    /// What a failed entrenchment gives back pays for what is done instead (C3.17, D25).
    fn funded(&self, waiting: &Conditional, lines: &[usize]) -> u32 {
        if waiting.reserve.is_some() {
            return 0;
        }
        let mut refs = waiting.lines().into_iter().zip(lines);
        let is_failure =
            waiting.condition.clauses().all(|clause| matches!(clause.test, Test::Line { is_done: false, .. }));
        let dig = refs.find(|(_, at)| matches!(self.sheet.orders[**at].act, Act::Entrench { .. }));
        let is_funded = is_failure && !waiting.condition.is_not && waiting.condition.any.len() == 1;
        if is_funded && dig.is_some() { self.scenario.tables.costs.entrench } else { 0 }
    }
}

fn no_such_line(line: LineRef) -> Reason {
    let what = match line {
        LineRef::Number(number) => format!("There is no order {number} of this theatre before this one that stands."),
        LineRef::Entrenchment => "No entrenchment of this theatre stands before this line.".to_owned(),
        LineRef::March => "No march of this theatre stands before this line.".to_owned(),
        LineRef::Attack => "No attack of this theatre stands before this line.".to_owned(),
        LineRef::Last => "No order of this theatre stands before this line.".to_owned(),
    };
    Reason::new("D25", what).hint("Write the order first, and the condition below it.")
}

/// A march for one command point: kept is the normal cost, as far as it is there (C5.1, D16).
pub fn plan_ride(
    known: &Knowledge,
    view: &View,
    course: &Course,
    order: &Order,
    cp_left: Option<u32>,
) -> Result<Draft, Remark> {
    let Act::Ride { force, to, via, is_attack, fallback } = &order.act else {
        return Err(Remark::refused("This is no march on the cavalry's die."));
    };
    let march =
        Act::Move { force: force.clone(), to: to.clone(), via: via.clone(), manner: None, is_attack: *is_attack };
    let mut draft = draft::draft(known, view, course, &Order::new(march))?;
    let one = view.scenario.tables.cavalry.move_cp;
    let normal = draft.cp;
    let short = matches!(order.pulses, Some(crate::order::Pulses::Span { from, to }) if to.saturating_sub(from).saturating_add(1) < normal);
    let is_alone = *fallback == Fallback::Nothing || short;
    if let Deed::March(march) = &draft.deed {
        is_horse(view, force).map_err(Reason::refused)?;
        let kept = if is_alone { one } else { cp_left.map_or(normal, |left| normal.min(left.max(one))) };
        if !is_alone && kept < normal {
            let text = format!(
                "Should the die fail, {normal} CP are needed and {kept} are there: then they are lost and nobody moves."
            );
            draft.remarks.push(Remark::notice(text).rule("C5.1"));
        }
        if short && *fallback == Fallback::Normal {
            let text = format!(
                "Should the die fail, the normal march takes {normal} pulses and these are too few: then the point is lost and nobody moves."
            );
            draft.remarks.push(Remark::notice(text).rule("D16"));
        }
        draft.deed = Deed::Ride { march: MarchOrder { is_on_the_die: is_alone, ..march.clone() }, normal, is_alone };
        draft.cp = kept;
    }
    let length = if is_alone { one } else { normal.max(one) };
    draft.wish = Some(Wish { pulses: order.pulses, length });
    Ok(draft)
}

/// Only a cavalry leader with troops may try (C5.1).
fn is_horse(view: &View, force: &ForceRef) -> Result<(), Reason> {
    let body = view.identify(force)?;
    let is_cavalry = |name: &String| view.field.leaders.get(name).is_some_and(|it| it.rank.arm == Arm::Cavalry);
    if body.sp == 0 || body.leaders.is_empty() || !body.leaders.iter().all(is_cavalry) {
        return Err(Reason::new("C5.1", "Only a cavalry leader with troops may try to march for one command point."));
    }
    Ok(())
}
