//! The cheapest ways over any graph: hexes, squares, hexsides. The caller says what a step costs.
//! Ties are settled by the lowest node, so that equal inputs give equal ways.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// What a walk spends: movement points, rail edges, river miles.
pub type Cost = u32;

/// Everything that can be reached from one start within a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach<N> {
    found: BTreeMap<N, Arrival<N>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrival<N> {
    cost: Cost,
    from: Option<N>,
    settled: bool,
}

/// A way from a start to a goal, both included, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<N> {
    /// The nodes in the order they are entered, the start first.
    pub nodes: Vec<N>,
    /// The sum of all steps.
    pub cost: Cost,
}

/// All nodes that cost at most `budget`. `steps` gives the nodes that may be entered next and what each costs.
pub fn reach<N, I>(start: N, budget: Cost, steps: impl FnMut(N) -> I) -> Reach<N>
where
    N: Copy + Ord,
    I: IntoIterator<Item = (N, Cost)>,
{
    search(start, budget, |_| false, |_| 0, steps)
}

/// The cheapest way to a goal, if there is one.
pub fn cheapest<N, I>(start: N, goal: N, steps: impl FnMut(N) -> I) -> Option<Path<N>>
where
    N: Copy + Ord,
    I: IntoIterator<Item = (N, Cost)>,
{
    search(start, Cost::MAX, |node| node == goal, |_| 0, steps).path_to(goal)
}

/// The cheapest way to a goal within a budget. `least` is what the way from a node to the goal costs at the very least, and
/// no step may bring that down by more than it costs: nodes that promise most are tried first, and those from which the
/// budget cannot suffice are left out, which changes no way that is found.
pub fn within<N, I>(
    start: N,
    goal: N,
    budget: Cost,
    least: impl Fn(N) -> Cost,
    steps: impl FnMut(N) -> I,
) -> Option<Path<N>>
where
    N: Copy + Ord,
    I: IntoIterator<Item = (N, Cost)>,
{
    search(start, budget, |node| node == goal, least, steps).path_to(goal)
}

/// The cheapest way to the nearest node that satisfies `is_goal`; of equally near ones, to the lowest.
pub fn nearest<N, I>(start: N, budget: Cost, is_goal: impl Fn(N) -> bool, steps: impl FnMut(N) -> I) -> Option<Path<N>>
where
    N: Copy + Ord,
    I: IntoIterator<Item = (N, Cost)>,
{
    let reach = search(start, budget, &is_goal, |_| 0, steps);
    let goal = reach.settled().filter(|(node, _)| is_goal(*node)).min_by_key(|(node, cost)| (*cost, *node))?.0;
    reach.path_to(goal)
}

/// Dijkstra's search, or A* where `least` is known. Nodes are settled in order of what the whole way costs at the very least,
/// then cost, then node, until the budget or the goal.
fn search<N, I>(
    start: N,
    budget: Cost,
    is_goal: impl Fn(N) -> bool,
    least: impl Fn(N) -> Cost,
    mut steps: impl FnMut(N) -> I,
) -> Reach<N>
where
    N: Copy + Ord,
    I: IntoIterator<Item = (N, Cost)>,
{
    let mut found = BTreeMap::from([(start, Arrival { cost: 0, from: None, settled: false })]);
    let mut open = BinaryHeap::from([Reverse((least(start), 0 as Cost, start))]);
    while let Some(Reverse((_, cost, node))) = open.pop() {
        let Some(arrival) = found.get_mut(&node) else {
            continue;
        };
        if arrival.settled {
            continue;
        }
        arrival.settled = true;
        if is_goal(node) {
            break;
        }
        for (next, step) in steps(node) {
            let Some(total) = cost.checked_add(step) else {
                continue;
            };
            let Some(whole) = total.checked_add(least(next)).filter(|whole| *whole <= budget) else {
                continue;
            };
            let offer = Arrival { cost: total, from: Some(node), settled: false };
            if found.get(&next).is_none_or(|known| improves(known, &offer)) {
                found.insert(next, offer);
                open.push(Reverse((whole, total, next)));
            }
        }
    }
    Reach { found }
}

/// Whether a way is cheaper, or as cheap by a lower predecessor. A settled node keeps its way: else free steps make circles.
fn improves<N: Ord>(known: &Arrival<N>, offer: &Arrival<N>) -> bool {
    !known.settled && (offer.cost, &offer.from) < (known.cost, &known.from)
}

impl<N: Copy + Ord> Reach<N> {
    /// What the cheapest way to a node costs; `None` when it is out of reach.
    pub fn cost(&self, node: N) -> Option<Cost> {
        self.found.get(&node).filter(|arrival| arrival.settled).map(|arrival| arrival.cost)
    }

    /// Whether a node is within reach.
    pub fn contains(&self, node: N) -> bool {
        self.cost(node).is_some()
    }

    /// The nodes within reach with their costs, in order of node; the start is among them.
    pub fn settled(&self) -> impl Iterator<Item = (N, Cost)> {
        self.found.iter().filter(|(_, arrival)| arrival.settled).map(|(node, arrival)| (*node, arrival.cost))
    }

    /// The cheapest way to a node, the start first.
    fn path_to(&self, goal: N) -> Option<Path<N>> {
        let cost = self.cost(goal)?;
        let mut nodes = vec![goal];
        let mut at = goal;
        while let Some(from) = self.found.get(&at).and_then(|arrival| arrival.from) {
            nodes.push(from);
            at = from;
        }
        nodes.reverse();
        Some(Path { nodes, cost })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hex;
    use proptest::prelude::*;

    fn hex(id: &str) -> Hex {
        id.parse().expect("a hex")
    }

    fn plain(from: Hex) -> Vec<(Hex, Cost)> {
        from.neighbours().map(|to| (to, 1)).collect()
    }

    #[test]
    fn a_swamp_in_the_way_is_gone_round_when_that_is_cheaper() {
        let swamp = hex("1011");
        let steps = |from: Hex| from.neighbours().map(|to| (to, if to == swamp { 4 } else { 1 })).collect::<Vec<_>>();
        let path = cheapest(hex("1010"), hex("1012"), steps).expect("a way");
        assert_eq!(path.cost, 3);
        assert!(!path.nodes.contains(&swamp));
    }

    #[test]
    fn of_equal_ways_the_one_by_the_lowest_hexes_is_taken() {
        let path = cheapest(hex("1010"), hex("1112"), plain).expect("a way");
        assert_eq!(path.nodes, [hex("1010"), hex("1011"), hex("1112")]);
        let path = cheapest(hex("1010"), hex("0911"), |from| {
            from.neighbours()
                .filter(|to| *to != hex("0911") || from != hex("1010"))
                .map(|to| (to, 1))
                .collect::<Vec<_>>()
        });
        assert_eq!(path.expect("a way").nodes, [hex("1010"), hex("0910"), hex("0911")]);
    }

    proptest! {
        #[test]
        fn leaving_out_what_lies_too_far_off_changes_no_way(goal in (1u16..30, 1u16..30), budget in 0u32..14, odd in 1u32..5) {
            let (start, goal) = (hex("1515"), Hex::new(goal.0, goal.1).expect("a hex"));
            let cost = |to: Hex| 1 + u32::from(to.column() * 7 + to.row() * 3) % odd;
            let steps = |from: Hex| from.neighbours().map(|to| (to, cost(to))).collect::<Vec<_>>();
            let found = within(start, goal, budget, |node| node.distance(goal), steps);
            prop_assert_eq!(found, nearest(start, budget, |node| node == goal, steps));
        }

        #[test]
        fn trying_what_promises_most_first_changes_no_way(goal in (8u16..22, 8u16..22), ground in prop::collection::vec(0u32..4, 97)) {
            let (start, goal) = (hex("1515"), Hex::new(goal.0, goal.1).expect("a hex"));
            let cost = |to: Hex| ground[usize::from(to.column() * 31 + to.row() * 7) % ground.len()];
            let is_open = |to: Hex| cost(to) > 0 && (7..23).contains(&to.column()) && (7..23).contains(&to.row());
            let steps = |from: Hex| from.neighbours().filter(|to| is_open(*to)).map(|to| (to, cost(to))).collect::<Vec<_>>();
            let found = within(start, goal, Cost::MAX, |node| node.distance(goal), steps);
            prop_assert_eq!(found, cheapest(start, goal, steps));
        }
    }

    #[test]
    fn a_budget_is_spent_to_the_last_point_and_no_further() {
        let reach = reach(hex("2020"), 2, plain);
        assert_eq!(reach.settled().count(), 19);
        assert_eq!(reach.cost(hex("2022")), Some(2));
        assert!(!reach.contains(hex("2023")));
        assert_eq!(reach.path_to(hex("2023")), None);
    }

    #[test]
    fn a_hex_that_offers_no_steps_ends_the_walk() {
        let held = hex("2021");
        let steps = |from: Hex| if from == held { vec![] } else { plain(from) };
        let reach = reach(hex("2020"), 2, steps);
        assert_eq!(reach.cost(held), Some(1));
        assert!(!reach.contains(hex("2022")));
    }

    #[test]
    fn free_steps_make_no_circles() {
        let path = cheapest(5u8, 0, |from| [(from.saturating_sub(1), 0), ((from + 1).min(9), 0)]).expect("a way");
        assert_eq!((path.nodes, path.cost), (vec![5, 4, 3, 2, 1, 0], 0));
    }

    #[test]
    fn the_nearest_goal_is_found_and_of_equals_the_lowest() {
        let goals = [hex("2018"), hex("2022")];
        let path = nearest(hex("2020"), 5, |at| goals.contains(&at), plain).expect("a way");
        assert_eq!(path.nodes.last(), Some(&hex("2018")));
        assert_eq!(nearest(hex("2020"), 1, |at| goals.contains(&at), plain), None);
    }

    proptest! {
        #[test]
        fn on_open_ground_the_cheapest_way_is_the_distance(a in (10u16..30, 10u16..30), b in (10u16..30, 10u16..30)) {
            let (a, b) = (Hex::new(a.0, a.1).expect("a hex"), Hex::new(b.0, b.1).expect("a hex"));
            let path = cheapest(a, b, plain).expect("a way");
            prop_assert_eq!(path.cost, a.distance(b));
            prop_assert!(path.nodes.windows(2).all(|step| step[0].distance(step[1]) == 1));
        }
    }
}
