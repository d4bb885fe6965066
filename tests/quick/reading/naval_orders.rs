//! Orders to ships of every kind, for what must hold of all of them.

use adjutant::books::civil_war::naval::chart::ShipKind;
use adjutant::books::civil_war::naval::order::{FleetRef, Haven, NavalOrder, Sail};
use adjutant::books::civil_war::order::{Act, ForceRef, Order, Place};
use adjutant::books::civil_war::scenario::{Arm, Theatre};
use proptest::prelude::*;

use super::{CAMPAIGN, any_army, any_pulses, known_place};

/// Leaders of ships, or all others.
pub fn leader_of(is_naval: bool) -> impl Strategy<Value = String> {
    let all = CAMPAIGN.roster.leaders().map(|(_, leader)| leader);
    let names: Vec<String> =
        all.filter(|leader| (leader.arm == Arm::Naval) == is_naval).map(|leader| leader.name.clone()).collect();
    prop::sample::select(names)
}

fn any_haven() -> impl Strategy<Value = Haven> {
    let rivers = CAMPAIGN.map.rivers().filter(|(_, river)| river.navigable);
    let sides: Vec<Haven> = rivers
        .flat_map(|(_, river)| river.hexsides.clone())
        .map(|(one, other)| Haven { place: Place::Known(one.min(other)), bank: Some(one.max(other)) })
        .collect();
    prop_oneof![3 => known_place().prop_map(Haven::from), 1 => prop::sample::select(sides)]
}

fn any_fleet() -> BoxedStrategy<FleetRef> {
    let kind = prop::sample::select(ShipKind::ALL.to_vec());
    let led = (leader_of(true), prop::option::of((prop::option::of(1..9_u32), prop::option::of(kind.clone()))));
    let led = led.prop_map(|(leader, some)| {
        let (count, kind) = some.unwrap_or_default();
        FleetRef { leader: Some(leader), count, kind, at: None }
    });
    let lying = (prop::option::of(1..9_u32), prop::option::of(kind), prop::option::of(any_haven()))
        .prop_map(|(count, kind, at)| FleetRef { leader: None, count, kind, at });
    prop_oneof![led, lying].boxed()
}

fn any_sail() -> BoxedStrategy<Sail> {
    let via = prop::collection::vec(any_haven(), 0..3);
    (any_fleet(), prop::option::of(any_haven()), via, any::<bool>(), any::<bool>())
        .prop_map(|(fleet, to, via, runs, stops)| Sail { fleet, to, via, runs, stops })
        .boxed()
}

fn any_troops() -> impl Strategy<Value = ForceRef> {
    prop_oneof![
        leader_of(false).prop_map(ForceRef::Leader),
        any_army().prop_map(ForceRef::Army),
        known_place().prop_map(ForceRef::At),
        (prop::option::of(1..20_u32), known_place())
            .prop_map(|(count, from)| ForceRef::Points { count, from: Some(from) }),
    ]
}

/// Any order to ships, with pulses where it takes any.
pub fn any_naval() -> BoxedStrategy<Order> {
    let at = || prop::option::of(known_place());
    let theatre = || prop::sample::select(Theatre::ALL.to_vec());
    let name = prop::option::of(prop::sample::select(vec!["Alabama".to_owned(), "Chickamauga".to_owned()]));
    let strategic = prop_oneof![
        prop::collection::vec(known_place(), 1..3).prop_map(|at| NavalOrder::Ports { at }),
        (theatre(), at()).prop_map(|(to, at)| NavalOrder::Allot { to: Some(to), at }),
        (1..9_u32, theatre()).prop_map(|(count, to)| NavalOrder::Grant { count, to }),
    ];
    let tactical = prop_oneof![
        5 => any_sail().prop_map(NavalOrder::Sail),
        4 => (any_troops(), any_sail()).prop_map(|(troops, sail)| NavalOrder::Carry { troops: Some(troops), sail }),
        2 => (any_fleet(), known_place()).prop_map(|(fleet, at)| NavalOrder::Bombard { fleet, at: Some(at) }),
        2 => (any_troops(), at()).prop_map(|(troops, to)| NavalOrder::SeaMove { troops, to }),
        1 => prop::option::of(leader_of(true)).prop_map(|leader| NavalOrder::Recall { leader }),
        1 => (name, at()).prop_map(|(name, at)| NavalOrder::Raid { name, at }),
        1 => at().prop_map(|at| NavalOrder::EnterIronclad { at }),
        1 => prop_oneof![Just(NavalOrder::EnterShips), Just(NavalOrder::Hunt)],
    ];
    let points = || prop::option::of(0..20_u32);
    let loan = (any_fleet(), points(), points(), prop::option::of(theatre()))
        .prop_map(|(fleet, cp, pp, to)| NavalOrder::Lend { fleet, cp, pp, to });
    let timed = (any_pulses(), prop::option::of(1..9_u32), tactical);
    prop_oneof![
        1 => prop_oneof![strategic, loan].prop_map(|order| Order::new(Act::Naval(Box::new(order)))),
        5 => timed.prop_map(|(pulses, stated_cp, order)| {
            Order { heading: None, pulses, stated_cp, act: Act::Naval(Box::new(order)) }
        }),
    ]
    .boxed()
}
