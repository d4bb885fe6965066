//! Orders of every kind, and lines made of their words: for tests of the reader of `eia`.

use adjutant::books::eia::calendar::Month;
use adjutant::books::eia::order::{
    Act, Amount, Claimant, Combining, Counter, CounterOrder, Entry, ForceCount, Holder, Levied, Order, Partners,
    Received, Reception, Tally, Tenure, Unit,
};
use adjutant::books::eia::power::Power;
use adjutant::books::eia::scenario::Scenario;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn power() -> impl Strategy<Value = Power> {
    select(Power::ALL.to_vec())
}

fn powers() -> impl Strategy<Value = Vec<Power>> {
    subsequence(Power::ALL.to_vec(), 0..=3)
}

fn amount() -> impl Strategy<Value = Amount> {
    prop_oneof![
        4 => (0..90_u32).prop_map(Amount::Points),
        1 => Just(Amount::Most),
        1 => Just(Amount::Half),
        1 => (0..90_u32).prop_map(Amount::Above),
    ]
}

/// The same, or all but so much of what it is about.
fn amount_or_rest() -> impl Strategy<Value = Amount> {
    prop_oneof![6 => amount(), 1 => (0..9_u32).prop_map(Amount::AllBut)]
}

fn territories(scenario: &'static Scenario) -> Vec<String> {
    scenario.map.territories().map(|territory| territory.name.clone()).collect()
}

fn minors(scenario: &'static Scenario) -> Vec<String> {
    scenario.map.territories().filter(|land| land.is_minor()).map(|land| land.name.clone()).collect()
}

fn cities(scenario: &'static Scenario) -> Vec<String> {
    scenario.map.cities().map(|city| city.name.clone()).collect()
}

fn ports(scenario: &'static Scenario) -> Vec<String> {
    scenario.map.cities().filter(|city| city.port.is_some()).map(|city| city.name.clone()).collect()
}

/// A place as levies name them: a territory, or a city that is called like none.
fn sites(scenario: &'static Scenario) -> Vec<String> {
    let lands = territories(scenario);
    let is_own = |name: &String| scenario.names.find(name).is_some_and(|meaning| meaning.territories.is_empty());
    lands.into_iter().chain(cities(scenario).into_iter().filter(is_own)).collect()
}

fn listed(scenario: &'static Scenario) -> impl Strategy<Value = Partners> {
    (powers(), subsequence(minors(scenario), 0..=2), subsequence(ports(scenario), 0..=2))
        .prop_map(|(powers, minors, ports)| Partners { is_everybody: false, powers, minors, ports })
}

/// Those whom trade is offered to; Britain is no partner of her own.
fn offer(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let without_britain = |mut partners: Partners| {
        partners.powers.retain(|power| *power != Power::Britain);
        partners
    };
    let partners = prop_oneof![Just(Partners::everybody()), listed(scenario).prop_map(without_britain)];
    (partners, listed(scenario)).prop_map(|(partners, except)| Act::OfferTrade { partners, except })
}

fn leave(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let named = listed(scenario).prop_filter("nobody", |partners| !partners.is_nobody());
    let all = listed(scenario).prop_map(|partners| Partners { is_everybody: true, ..partners });
    (prop_oneof![named, all], any::<bool>()).prop_map(|(partners, is_granted)| Act::BlackSea { partners, is_granted })
}

fn first_windows(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let except = subsequence(ports(scenario), 0..=3);
    prop_oneof![
        (amount(), power()).prop_map(|(amount, target)| Act::ReduceVictoryPoints { amount, target }),
        any::<bool>().prop_map(|is_when_final| Act::Announce { is_when_final }),
        Just(Act::KeepQuiet),
        offer(scenario),
        Just(Act::OfferSame),
        (any::<bool>(), except).prop_map(|(agrees, except)| Act::AnswerTrade { agrees, except }),
        leave(scenario),
        (any::<bool>(), powers()).prop_map(|(is_everybody, powers)| Act::StopAmericanTrade {
            partners: Partners { is_everybody, powers, ..Partners::default() }
        }),
        Just(Act::EndAmericanWar),
    ]
}

fn lending(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let received = option::of((power(), 0..50_u32).prop_map(|(from, amount)| Received { from, amount }));
    let lend = (amount(), power(), any::<bool>(), option::of(1..=12_u8), received).prop_map(
        |(amount, to, is_loan, due, if_received)| Act::Lend {
            amount,
            to,
            is_loan,
            due: due.filter(|_| is_loan),
            if_received,
        },
    );
    prop_oneof![
        3 => lend,
        1 => Just(Act::LendNothing),
        1 => (amount(), select(minors(scenario))).prop_map(|(amount, state)| Act::Aid { amount, state }),
        1 => (-9..=9).prop_map(|level| Act::Manipulate { level }),
        1 => (leader(), any::<bool>()).prop_map(|(name, pays)| Act::ReturnLeader { name, pays }),
    ]
}

fn leader() -> impl Strategy<Value = String> {
    let names = ["Blucher", "Massena", "John", "Charles", "Kutuzov", "Nelson", "Wellesley", "Pechlivan Khan"];
    select(names.to_vec()).prop_map(str::to_owned)
}

fn units() -> impl Strategy<Value = Vec<(Unit, Amount)>> {
    use Unit::{
        Artillery, Cavalry, Cossack, Feudal, Freikorps, Guard, Guerrilla, Infantry, Insurrection, Militia, Ship,
    };
    let unit = select(vec![
        Infantry,
        Militia,
        Cavalry,
        Guard,
        Artillery,
        Ship,
        Feudal,
        Insurrection,
        Guerrilla,
        Cossack,
        Freikorps,
    ]);
    vec((unit, amount()), 1..4)
}

fn counters() -> impl Strategy<Value = Vec<CounterOrder>> {
    let counter = select(vec![Counter::Corps, Counter::Fleet]);
    let names = subsequence(vec!["I", "IV", "V", "X", "Baltic", "1", "Guard", "Black Sea"], 0..=3);
    let order = (counter, 1..9_u32, names).prop_map(|(counter, count, names)| CounterOrder {
        counter,
        count,
        names: names.into_iter().map(str::to_owned).collect(),
    });
    vec(order, 1..3)
}

fn spending(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let state = || option::of(select(minors(scenario)));
    let place = option::of(select(vec!["Berlin", "II corps", "Old Bavaria", "4 corps", "St Petersburg"]));
    prop_oneof![
        1 => (power(), amount_or_rest()).prop_map(|(to, amount)| Act::PayDebt { to, amount }),
        1 => Just(Act::PayNoDebts),
        3 => (state(), units()).prop_map(|(state, units)| Act::Buy { state, units }),
        1 => Just(Act::BuyNothing),
        2 => (state(), counters()).prop_map(|(state, counters)| Act::BuyCounters { state, counters }),
        1 => (amount(), place).prop_map(|(amount, place)| Act::ConvertMilitia { amount, place: place.map(str::to_owned) }),
        1 => Just(Act::ConvertNone),
        1 => amount_or_rest().prop_map(|amount| Act::SaveManpower { amount }),
    ]
}

fn reception() -> impl Strategy<Value = Reception> {
    select(vec![Reception::Accept, Reception::Conquer, Reception::Decline])
}

fn claims(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let who = prop_oneof![Just(Claimant::Oneself), Just(Claimant::Other), power().prop_map(Claimant::Power)];
    vec((select(territories(scenario)), who), 1..4).prop_map(|territories| Act::Claim { territories })
}

fn combinations(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let name = || select(vec!["Rhine", "Poland", "Scandinavia", "Italy"]).prop_map(str::to_owned);
    let members = || subsequence(minors(scenario), 1..=3);
    prop_oneof![
        (name(), members()).prop_map(|(name, members)| Act::Combine { name, combining: Combining::Form, members }),
        (name(), members()).prop_map(|(name, members)| Act::Combine { name, combining: Combining::Add, members }),
        prop_oneof![name(), Just(String::new())].prop_map(|name| Act::Combine {
            name,
            combining: Combining::Dissolve,
            members: Vec::new()
        }),
    ]
}

fn levied() -> impl Strategy<Value = Levied> {
    select(vec![Levied::Cossack, Levied::Freikorps, Levied::Feudal, Levied::Insurrection])
}

fn last_window(scenario: &'static Scenario) -> impl Strategy<Value = Act> {
    let land = || select(territories(scenario));
    prop_oneof![
        (land(), power()).prop_map(|(territory, to)| Act::Cede { territory, to }),
        Just(Act::CedeNothing),
        (option::of(land()), reception())
            .prop_map(|(territory, reception)| Act::AnswerCession { territory, reception }),
        claims(scenario),
        Just(Act::ClaimByDice),
        combinations(scenario),
        (levied(), subsequence(sites(scenario), 0..=3)).prop_map(|(troops, places)| Act::Levy { troops, places }),
        (levied(), select(sites(scenario))).prop_map(|(troops, place)| Act::RemoveLevy { troops, place }),
        option::of(power()).prop_map(|power| Act::Bid { power }),
    ]
}

fn at_any_time() -> impl Strategy<Value = Act> {
    let note = (power(), 0..99_u32, 1..9_u32, option::of(1..=12_u8), any::<bool>())
        .prop_map(|(to, amount, times, due, is_formal)| Act::NoteDebt { to, amount, times, due, is_formal });
    prop_oneof![note, (power(), any::<bool>()).prop_map(|(with, is_shared)| Act::ShareTreasury { with, is_shared })]
}

fn party(scenario: &'static Scenario) -> impl Strategy<Value = Holder> {
    prop_oneof![power().prop_map(Holder::Power), select(minors(scenario)).prop_map(Holder::Minor)]
}

fn holder(scenario: &'static Scenario) -> impl Strategy<Value = Holder> {
    prop_oneof![4 => party(scenario), 1 => Just(Holder::Nobody)]
}

fn where_things_are(scenario: &'static Scenario) -> impl Strategy<Value = Entry> {
    let tenures = vec![Tenure::Home, Tenure::Ceded, Tenure::Conquered, Tenure::Free, Tenure::Neutral];
    let city = || select(cities(scenario));
    prop_oneof![
        (select(territories(scenario)), holder(scenario), option::of(select(tenures)))
            .prop_map(|(territory, holder, tenure)| Entry::Owner { territory, holder, tenure }),
        (city(), holder(scenario), any::<bool>()).prop_map(|(city, holder, is_besieged)| {
            let is_besieged = is_besieged && holder != Holder::Nobody;
            Entry::Occupy { city, holder, is_besieged }
        }),
        (city(), holder(scenario)).prop_map(|(city, holder)| Entry::Besiege { city, holder }),
        (city(), vec((power(), 0..20_u32), 0..4)).prop_map(|(city, counts)| Entry::Corps { city, counts }),
        (subsequence(ports(scenario), 1..=3), option::of(power()), any::<bool>())
            .prop_map(|(ports, by, is_on)| Entry::Blockade { ports, by, is_on }),
        (levied(), subsequence(sites(scenario), 0..=3)).prop_map(|(troops, places)| Entry::Levied { troops, places }),
        (power(), option::of(power())).prop_map(|(power, by)| Entry::Control { power, by }),
    ]
}

fn numbers(scenario: &'static Scenario) -> impl Strategy<Value = Entry> {
    let count = || option::of(0..20_u32);
    let forces = (count(), count(), count(), count()).prop_map(|(corps, fleets_in_port, fleets_at_sea, depots)| {
        let corps = corps.or(if fleets_in_port.or(fleets_at_sea).or(depots).is_none() { Some(0) } else { None });
        ForceCount { corps, fleets_in_port, fleets_at_sea, depots }
    });
    let tally = || select(vec![Tally::Money, Tally::Manpower, Tally::VictoryPoints, Tally::Status]);
    let reason = select(vec!["supply of corps", "a depot at Ulm, by mistake", "10 men too many", "peace (B.3)"]);
    let due = option::of((1805..1816_u16, 1..=12_u8).prop_map(|(year, month)| Month { year, month }));
    prop_oneof![
        (party(scenario), forces).prop_map(|(of, count)| Entry::Forces { of, count }),
        (power(), tally(), -99..999_i64).prop_map(|(power, tally, value)| Entry::SetTally { power, tally, value }),
        (power(), tally(), -99..99_i64, reason).prop_map(|(power, tally, change, reason)| Entry::Post {
            power,
            tally,
            change,
            reason: reason.to_owned()
        }),
        (power(), power(), 0..99_u32, any::<bool>(), due).prop_map(|(from, to, amount, is_formal, due)| Entry::Debt {
            from,
            to,
            amount,
            is_formal,
            due
        }),
        (party(scenario), select(vec![Counter::Corps, Counter::Fleet]), 0..9_u32)
            .prop_map(|(of, counter, count)| Entry::Placed { of, counter, count }),
    ]
}

fn between_powers(scenario: &'static Scenario) -> impl Strategy<Value = Entry> {
    prop_oneof![
        (party(scenario), party(scenario)).prop_map(|(one, other)| Entry::War { one, other }),
        (party(scenario), party(scenario)).prop_map(|(one, other)| Entry::Peace { one, other }),
        (power(), power(), any::<bool>()).prop_map(|(one, other, is_on)| Entry::Alliance { one, other, is_on }),
        (leader(), power(), any::<bool>()).prop_map(|(name, power, is_removed)| Entry::Leader {
            name,
            power,
            is_removed
        }),
        any::<bool>().prop_map(|is_on| Entry::AmericanWar { is_on }),
    ]
}

/// Any order, as the reader itself makes them.
pub fn any_order(scenario: &'static Scenario) -> impl Strategy<Value = Order> {
    let players = prop_oneof![
        2 => first_windows(scenario).boxed(),
        2 => lending(scenario).boxed(),
        2 => spending(scenario).boxed(),
        2 => last_window(scenario).boxed(),
        1 => at_any_time().boxed(),
    ];
    let entries =
        prop_oneof![where_things_are(scenario).boxed(), numbers(scenario).boxed(), between_powers(scenario).boxed()];
    let players = (option::of(power()), any::<bool>(), players)
        .prop_filter("Britain answers no offer", |(giver, _, act)| {
            !matches!((giver, act), (Some(Power::Britain), Act::AnswerTrade { .. }))
        })
        .prop_filter("a debt is noted once", |(_, is_standing, act)| {
            !(*is_standing && matches!(act, Act::NoteDebt { .. }))
        })
        .prop_filter("nobody but Denmark is Denmark", |(_, _, act)| match act {
            Act::OfferTrade { partners, except } => !partners.is_nobody() || except.is_nobody(),
            _ => true,
        })
        .prop_map(|(power, is_standing, act)| Order { power, is_standing, act });
    prop_oneof![2 => players, 1 => entries.prop_map(|entry| Order::new(Act::Sheet(entry)))]
}

/// Lines made of the words of orders, in any order: nearly sense, the hardest kind.
pub fn word_soup() -> impl Strategy<Value = String> {
    let words = "buy|lend|give|cede|offer trade|agree|refuse|trade|to|with|for|of|by|from|5|3|half|max|all|infantry|inf|cav|2 ships|corps|\
        fleet|counters|France|Russia|GB|Spain's|Austria|Bavaria|Holland|Livonia|Cadiz|Riga|Genoa|Naples|Vienna|everybody|except|nobody|standing:|\
        until further notice|and|,|:|;|.|(|)|=|+1|-2|manipulation|American|stop|Black Sea|leave|debt|formal|due June|money|manpower|VP|the|\
        save|rest|free state|conquered|occupied|besieged|unbesieged|blockaded|WAR|PEACE|OWNER|OCCUPY|FORCES|DEBT|GM:|please|not|no|yes|if|\
        claim|us|cossack|freikorps|at|return leader|Blucher|pay|bid|note|share treasury|1.|-|\u{2013}|\u{e9}|Salzburg|?";
    let words: Vec<&'static str> = words.split('|').collect();
    vec(select(words), 0..10).prop_map(|words| words.join(" "))
}
