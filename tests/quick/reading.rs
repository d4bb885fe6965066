//! The order reader of civil-war: phrases of the club, phrasings of people, and what must hold for any line at all.
//! `tests/reading/phrases.tsv` has a phrase and what it reads to: its canonical words, with `incomplete`, the matter
//! that is not in play, or a mere status before them.

use adjutant::board::Hex;
use adjutant::books::civil_war::CivilWar;
use adjutant::books::civil_war::condition::{
    Attackers, Clause, Compare, Condition, Conditional, Fallback, Fate, Holding, LineRef, Moment, Near, Purpose,
    Reserve, Spot, Stopped, Test, Whose,
};
use adjutant::books::civil_war::order::{
    Act, ForceRef, Heading, LeaderPick, Manner, Matter, Order, Place, Pulses, Share, Shares, Verdict, Work,
};
use adjutant::books::civil_war::read::{begins_order, read, write, write_heading};
use adjutant::books::civil_war::scenario::{Account, Arm, LeaderMatch, PlaceMatch, Scenario, Side, SizeClass, Theatre};
use adjutant::order::{LineStatus, Remark, worst};
use adjutant::rules::{Context, RuleBook};
use proptest::prelude::*;
use std::sync::LazyLock;

mod naval_orders;
mod samples;

static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the built-in campaign"));

fn read_alone(line: &str) -> Result<(Vec<Order>, Vec<Remark>), Remark> {
    read(&CAMPAIGN, &mut Context::default(), line)
}

fn only_order(line: &str) -> Order {
    let (mut orders, _) = read_alone(line).unwrap_or_else(|remark| panic!("{line}: {}", remark.message));
    assert_eq!(orders.len(), 1, "{line}");
    orders.remove(0)
}

fn remark_on(line: &str) -> Remark {
    read_alone(line).expect_err(line)
}

/// What a line reads to, in the words of `phrases.tsv`.
fn told(line: &str) -> String {
    let mut context = Context::default();
    match read(&CAMPAIGN, &mut context, line) {
        Err(remark) => format!("{:?}", remark.status).to_lowercase(),
        Ok((orders, _)) if orders.is_empty() => format!("heading {}", context.heading.unwrap_or_default()),
        Ok((orders, remarks)) => {
            let incomplete = if worst(&remarks) == LineStatus::Incomplete { "incomplete " } else { "" };
            let matter = match &orders[0].act {
                Act::Unplayed { matter, .. } => format!("{matter:?} "),
                _ => String::new(),
            };
            format!("{incomplete}{matter}= {}", write(&CAMPAIGN, &orders[0]))
        }
    }
}

#[test]
fn every_phrase_reads_to_the_meaning_beside_it() {
    let table = include_str!("../reading/phrases.tsv");
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in table.lines().filter(|row| !row.is_empty() && !row.starts_with("##")) {
        let (phrase, meaning) = row.split_once('\t').expect("a phrase and its meaning");
        count += 1;
        let told = told(phrase);
        if told != meaning {
            wrong.push(format!("{phrase}\n    told:   {told}\n    wanted: {meaning}"));
        }
    }
    assert!(count > 280, "only {count} phrases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn canonical_samples_are_canonical() {
    for line in samples::canonical_samples() {
        let (orders, remarks) = read_alone(line).expect(line);
        assert!(remarks.is_empty(), "{line}");
        assert_eq!(write(&CAMPAIGN, &orders[0]), line);
    }
}

#[test]
fn the_printed_example_of_c3_11_is_read_line_by_line() {
    let lines = [
        "PP 1 to 3 : Enter 3 leaders in XXX",
        "PP 4 to 8 : Enter 5 reinforcements in YYY",
        "PP 9 to 11 : Move army lead by McClellan (3 CP)",
        "PP 12 to 14 : Build depot in ZZZ (3 CP)",
        "PP 15 : enter a reinforcement in AAA",
        "PP 16 : nothing",
        "PP 17 : Move 1 SP (1 CP)",
        "PP 18 to 20 : Move again army lead by McClellan (3 CP)",
    ];
    let statuses: Vec<LineStatus> = lines.iter().map(|line| worst(&read_alone(line).expect(line).1)).collect();
    let mut wanted = [LineStatus::Incomplete; 8];
    wanted[5] = LineStatus::Accepted;
    assert_eq!(statuses, wanted);
    let place = Place::Unknown("XXX".into());
    assert_eq!(only_order(lines[0]).act, Act::EnterLeaders { count: Some(3), name: None, at: Some(place) });
    let mcclellan = Act::Move {
        force: ForceRef::Leader("McClellan".into()),
        to: None,
        via: Vec::new(),
        manner: None,
        is_attack: false,
    };
    assert_eq!(only_order(lines[2]).act, mcclellan);
    assert_eq!(only_order(lines[7]).act, mcclellan);
    assert_eq!(only_order(lines[7]).pulses, Some(Pulses::Span { from: 18, to: 20 }));
    assert_eq!(only_order(lines[7]).stated_cp, Some(3));
    let depot = Act::Work { work: Work::Depot, at: Some(Place::Unknown("ZZZ".into())), force: None };
    assert_eq!(only_order(lines[3]).act, depot);
}

#[test]
fn building_infantry_over_three_pulses_enters_three() {
    let order = only_order("PP 1-3: build IN in Richmond");
    let richmond = Place::Known("4913".parse::<Hex>().expect("a hex"));
    assert_eq!(order.act, Act::EnterReinforcements { count: Some(3), at: Some(richmond) });
    assert_eq!(write(&CAMPAIGN, &order), "PP 1-3: enter 3 infantry at Richmond");
}

#[test]
fn an_unknown_place_is_named_where_it_stands_with_the_nearest() {
    let line = "PP 1-3: \u{2013} enter 3 infantry at  Richmnod (3 CP)";
    let (_, remarks) = read_alone(line).expect("incomplete");
    let span = remarks[0].span.expect("a span");
    assert_eq!(&line[span.start..span.end], "Richmnod");
    assert_eq!(remarks[0].status, LineStatus::Incomplete);
    assert!(remarks[0].hint.as_deref().is_some_and(|hint| hint.contains("Richmond")));
}

#[test]
fn a_slip_of_the_pen_is_shown_with_the_nearest_word() {
    let fault = |line: &str| {
        let remark = remark_on(line);
        let span = remark.span.expect("a span");
        (line[span.start..span.end].to_owned(), remark.hint.unwrap_or_default())
    };
    let (words, hint) = fault("PP 1-3: mvoe McClellan to Richmond");
    assert!(words == "mvoe" && hint.contains("move"), "{words} {hint}");
    let (words, hint) = fault("PP 1-3: move McClelan to Richmond");
    assert!(words == "McClelan" && hint.contains("McClellan"), "{words} {hint}");
    let (words, hint) = fault("PP 1-3: build infanrty in Richmond");
    assert!(words == "infanrty" && hint == "The nearest word is \"infantry\".", "{words} {hint}");
    let (words, hint) = fault("lend 2 NSP with 3 CP and 3 PP to the West comander");
    assert!(words == "comander" && hint == "The nearest word is \"commander\".", "{words} {hint}");
    let (words, hint) = fault("PP 4: build a depott at Cairo");
    assert!(words == "depott" && hint == "The nearest word is \"depot\".", "{words} {hint}");
}

#[test]
fn a_slip_is_shown_where_it_stands_whatever_else_cannot_be_read() {
    for (line, slip, nearest) in [
        ("bulid IN in Richmond", "bulid", "build"),
        ("PP 1-4: movr McDowell to Fredricksbrg", "movr", "move"),
        ("PP 1-4: attck Manasas with McDowel", "attck", "attack"),
        ("dissolv the Army of Mississippi", "dissolv", "dissolve"),
        ("PP 1-2: Jakson to Winchester", "Jakson", "Jackson"),
        ("PP 1-2: Longstreat with 2 SP to Winchester", "Longstreat", "Longstreet"),
        ("hold Brag", "Brag", "Bragg"),
    ] {
        let remark = remark_on(line);
        let span = remark.span.expect(line);
        let hint = remark.hint.unwrap_or_default();
        assert_eq!(&line[span.start..span.end], slip, "{line}");
        assert!(hint.contains(nearest), "{line}: {hint}");
        assert!(!remark.message.contains("ships"), "{line}: {}", remark.message);
    }
}

#[test]
fn towns_of_one_name_are_asked_back_with_their_states_and_hexes() {
    for (line, asked) in [
        ("PP 1-4: Polk to Jackson", "Jackson MS (1628) or Jackson TN (2019)"),
        ("PP 1-4: Price to Springfield", "Springfield MO (0914) or Springfield IL (1907)"),
    ] {
        let (_, remarks) = read_alone(line).expect(line);
        assert_eq!(worst(&remarks), LineStatus::Incomplete, "{line}");
        let hint = remarks[0].hint.clone().unwrap_or_default();
        assert!(hint.contains(asked), "{line}: {hint}");
    }
}

#[test]
fn words_that_are_like_no_name_get_no_far_fetched_one() {
    for line in ["PP 1-3: move McClellan from", "PP 1-3: move McClellan back"] {
        let hint = remark_on(line).hint.unwrap_or_default();
        assert!(!hint.contains("Fremont") && !hint.contains("Banks"), "{line}: {hint}");
    }
}

#[test]
fn leftover_words_keep_a_line_from_being_half_understood() {
    let line = "PP 1-3: enter 3 infantry at Richmond tomorrow";
    let remark = remark_on(line);
    assert_eq!(remark.status, LineStatus::Unread);
    let span = remark.span.expect("a span");
    assert_eq!(&line[span.start..span.end], "tomorrow");
}

#[test]
fn a_name_that_several_share_is_asked_back() {
    let remark = remark_on("PP 1-3: Johnston to Manassas");
    assert!(remark.hint.is_some_and(|hint| hint.contains("J. Johnston") && hint.contains("A. Johnston")));
}

/// Words in one spelling: what two names have in common is what somebody may write short.
fn spelt(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase()
}

/// The beginning that two names share, and each word of both.
fn shared(one: &str, other: &str) -> Vec<String> {
    let (spelt_one, spelt_other) = (spelt(one), spelt(other));
    let common = spelt_one.chars().zip(spelt_other.chars()).take_while(|(a, b)| a == b).count();
    let words = |name: &str| name.split_whitespace().map(spelt).collect::<Vec<_>>();
    let of_both = words(one).into_iter().filter(|word| words(other).contains(word));
    let mut shared: Vec<String> =
        of_both.chain([spelt_one[..common].to_owned()]).filter(|word| word.len() >= 3).collect();
    shared.dedup();
    shared
}

/// What two names share is neither of them: it is asked back, and where both bear it as a name, both are offered.
#[test]
fn of_all_pairs_of_names_none_is_taken_for_the_other() {
    let gazetteer = &CAMPAIGN.gazetteer;
    let cities: Vec<&str> = CAMPAIGN.map.cities().map(|(_, city)| city.name.as_str()).collect();
    let leaders: Vec<&str> = CAMPAIGN.roster.leaders().map(|(_, leader)| leader.name.as_str()).collect();
    let (mut pairs, mut asked) = (0, 0);
    for names in [&cities, &leaders] {
        for (place, one) in names.iter().enumerate() {
            for other in &names[place + 1..] {
                pairs += 1;
                for short in shared(one, other) {
                    let (found, several) = match std::ptr::eq(names, &cities) {
                        true => match gazetteer.find_place(&short) {
                            PlaceMatch::One(_, name) => (Some(name.to_owned()), Vec::new()),
                            PlaceMatch::Several(several) => (None, several),
                            PlaceMatch::Unknown { .. } => (None, Vec::new()),
                        },
                        false => match gazetteer.find_leader(&short) {
                            LeaderMatch::One(_, name) => (Some(name.to_owned()), Vec::new()),
                            LeaderMatch::Several(several) => (None, several),
                            LeaderMatch::Unknown { .. } => (None, Vec::new()),
                        },
                    };
                    // A name that begins another one is still a name ("Jackson" and "Jacksonville").
                    let is_whole = |name: &String| spelt(name) == short;
                    assert!(
                        found.as_ref().is_none_or(is_whole),
                        "\"{short}\" of {one} and {other} is read as {found:?}"
                    );
                    asked +=
                        usize::from(several.iter().any(|name| name == one) && several.iter().any(|name| name == other));
                }
            }
        }
    }
    assert!(pairs > 3_000 && asked > 0, "{pairs} pairs, {asked} asked back");
}

#[test]
fn a_heading_holds_for_the_lines_below_it() {
    let mut context = Context::default();
    for (heading, account, sub_turn) in [
        ("TST 2", None, Some(2)),
        ("ORDERS East TST 1", Some(Account::East), Some(1)),
        ("Orders for the West, TST2", Some(Account::West), Some(2)),
        ("First sub-turn", Some(Account::West), Some(1)),
        ("Naval TST 1:", Some(Account::Naval), Some(1)),
        ("Orders Trans-Mississippi", Some(Account::Trans), None),
    ] {
        let (orders, remarks) = read(&CAMPAIGN, &mut context, heading).expect(heading);
        assert!(orders.is_empty() && remarks.is_empty());
        let (orders, _) = read(&CAMPAIGN, &mut context, "PP 1: idle").expect("idle");
        assert_eq!(orders[0].heading, Some(Heading { account, sub_turn }));
    }
    assert_eq!(context.heading.as_deref(), Some("Trans"));
}

#[test]
fn a_line_begins_an_order_with_pulses_a_verb_or_a_heading() {
    for line in [
        "PP 1-3: enter 3 infantry at Richmond",
        "1. PP 4 nothing",
        "- pulse 4: rest",
        "6-9: 4 reinf Washington",
        "move Lee to Richmond",
        "* entrench Manassas",
        "ORDERS East TST 1",
        "please attack Corinth with Bragg",
        "distribute CP East 9",
    ] {
        assert!(begins_order(line), "{line}");
    }
    for line in ["", "to Corinth (4 CP)", "PP 1-3", "(3 CP)", "via Manassas, PP 1-3", "Hi all", "Lee", "--"] {
        assert!(!begins_order(line), "{line}");
    }
}

fn any_hex() -> impl Strategy<Value = Hex> {
    let hexes: Vec<Hex> = CAMPAIGN.map.hexes().map(|(hex, _)| hex).collect();
    let towns: Vec<Hex> = CAMPAIGN.map.cities().map(|(_, city)| city.hex).collect();
    prop_oneof![prop::sample::select(hexes), prop::sample::select(towns)]
}

fn any_place() -> impl Strategy<Value = Place> {
    let unknown = prop::sample::select(vec!["XXX", "Richmnod", "9901", "Fort Donnelson", "Columbus", "nowhere"]);
    prop_oneof![
        6 => any_hex().prop_map(Place::Known),
        1 => unknown.prop_map(|words| Place::Unknown(words.to_owned())),
    ]
}

/// Leaders of troops: what is ordered of a leader of ships, his ships do.
fn any_leader() -> impl Strategy<Value = String> {
    naval_orders::leader_of(false)
}

fn any_force() -> impl Strategy<Value = ForceRef> {
    prop_oneof![
        any_leader().prop_map(ForceRef::Leader),
        any_army().prop_map(ForceRef::Army),
        any_place().prop_map(ForceRef::At),
        (prop::option::of(0..60_u32), prop::option::of(any_place()))
            .prop_map(|(count, from)| ForceRef::Points { count, from }),
    ]
}

/// Who may march: any force, or a leader with so many points.
fn any_marching() -> impl Strategy<Value = ForceRef> {
    let parted = (any_leader(), 0..30_u32, prop::option::of(1..30_u32), prop::option::of(any_hex()), any::<bool>());
    let parted = parted.prop_map(|(name, take, leave, at, is_said)| ForceRef::LeaderWith {
        name,
        take: (is_said || leave.is_none()).then_some(take),
        leave,
        at: leave.and(at).map(Place::Known),
    });
    prop_oneof![4 => any_force(), 1 => parted]
}

fn any_pulses() -> impl Strategy<Value = Option<Pulses>> {
    prop_oneof![
        Just(None),
        Just(Some(Pulses::Last)),
        (1..40_u32).prop_map(|from| Some(Pulses::From(from))),
        (1..40_u32, 0..9_u32).prop_map(|(from, more)| Some(Pulses::Span { from, to: from + more })),
    ]
}

fn any_march() -> impl Strategy<Value = Act> {
    let manner = prop::option::of(prop_oneof![Just(Manner::Singly), Just(Manner::Stack)]);
    let via = prop::collection::vec(any_hex().prop_map(Place::Known), 0..3);
    (any_marching(), prop::option::of(any_place()), via, manner, any::<bool>())
        .prop_map(|(force, to, via, manner, is_attack)| Act::Move { force, to, via, manner, is_attack })
}

fn any_entry() -> impl Strategy<Value = Act> {
    let at = || prop::option::of(any_place());
    prop_oneof![
        (1..20_u32, at()).prop_map(|(count, at)| Act::EnterReinforcements { count: Some(count), at }),
        (prop::option::of(1..9_u32), at()).prop_map(|(count, at)| Act::EnterLeaders { count, name: None, at }),
        (any_leader(), at()).prop_map(|(name, at)| Act::EnterLeaders { count: Some(1), name: Some(name), at }),
    ]
}

fn any_rail_move() -> impl Strategy<Value = Act> {
    let points = prop::option::of(0..30_u32);
    (any_march(), points).prop_map(|(march, points)| match march {
        Act::Move { force, to, via, manner, .. } => Act::RailMove { force, to, via, manner, points },
        other => other,
    })
}

/// Works, morale and armies.
fn any_standing_task() -> impl Strategy<Value = Act> {
    let work = prop::sample::select(vec![
        Work::Depot,
        Work::DestroyDepot,
        Work::Fort,
        Work::Fortress,
        Work::ConvertRail,
        Work::Remoralise,
        Work::Recover,
        Work::StayShaken,
    ]);
    let leader = || prop::option::of(any_leader());
    let doer = prop::option::of(prop_oneof![
        3 => any_leader().prop_map(ForceRef::Leader),
        1 => any_army().prop_map(ForceRef::Army),
    ]);
    let name = prop::option::of(any_army());
    let army = prop_oneof![
        any_army().prop_map(ForceRef::Army),
        any_leader().prop_map(ForceRef::Leader),
        any_place().prop_map(ForceRef::At),
    ];
    prop_oneof![
        3 => (work, prop::option::of(any_place()), doer).prop_map(|(work, at, force)| Act::Work { work, at, force }),
        1 => (name, leader(), prop::option::of(any_place()), prop::collection::vec(any_leader(), 0..3))
            .prop_map(|(name, leader, at, with)| Act::FormArmy { name, leader, at, with }),
        1 => army.prop_map(|army| Act::DissolveArmy { army }),
    ]
}

fn any_army() -> impl Strategy<Value = String> {
    let names = ["Army of the Potomac", "Army of Northern Virginia", "Army of Tennessee"];
    prop::sample::select(names.map(str::to_owned).to_vec())
}

/// What can be ordered for pulses. `Idle` needs pulses or a number, so it has a strategy of its own.
fn any_field_order() -> impl Strategy<Value = Order> {
    let act = prop_oneof![
        4 => any_march(),
        3 => any_entry(),
        1 => any_force().prop_map(|force| Act::Entrench { force }),
        1 => any_force().prop_map(|force| Act::Hold { force }),
        1 => (any_leader(), prop::option::of(any_place())).prop_map(|(name, to)| Act::Transfer { name, to }),
        2 => any_unplayed(),
        3 => any_standing_task(),
        2 => any_rail_move(),
    ];
    (act, any_pulses(), prop::option::of(0..30_u32)).prop_map(|(act, pulses, stated_cp)| Order {
        heading: None,
        pulses,
        stated_cp,
        act,
    })
}

fn any_idle() -> impl Strategy<Value = Order> {
    (any_pulses(), 1..9_u32).prop_map(|(pulses, count)| {
        let count = match pulses {
            None | Some(Pulses::From(_)) => Some(count),
            Some(Pulses::Span { .. } | Pulses::Last) => None,
        };
        Order { heading: None, pulses, stated_cp: None, act: Act::Idle { count } }
    })
}

/// What the reader itself makes of words that name a matter not in play.
fn any_unplayed() -> impl Strategy<Value = Act> {
    let words = prop::sample::select(vec!["Ann and Bob exchange theatres", "I relieve the West commander"]);
    words.prop_map(|words| only_order(words).act)
}

fn any_pick() -> impl Strategy<Value = LeaderPick> {
    let arm = prop::sample::select(vec![Arm::Infantry, Arm::Cavalry, Arm::Naval]);
    let account = prop::sample::select(Account::ALL.to_vec());
    (prop::option::of(1..30_u32), prop::option::of(1..4_u32), prop::option::of(arm), account)
        .prop_map(|(count, stars, arm, to)| LeaderPick { count, stars, arm, to })
}

/// What is said of leaders without pulses.
fn any_affair() -> impl Strategy<Value = Order> {
    let theatre = || prop::sample::select(Theatre::ALL.to_vec());
    let matter = prop::option::of(prop::sample::select(vec![Matter::Promotion, Matter::Relief]));
    let verdicts = vec![Verdict::Promote, Verdict::Refuse, Verdict::Remove, Verdict::Reduce, Verdict::Keep];
    let act = prop_oneof![
        prop::collection::vec(any_pick(), 0..5).prop_map(|picks| Act::AssignLeaders { picks }),
        (any_leader(), prop::option::of(theatre()), theatre()).prop_map(|(name, from, to)| Act::ShiftLeader {
            name,
            from,
            to: Some(to)
        }),
        (any_leader(), theatre()).prop_map(|(name, from)| Act::ShiftLeader { name, from: Some(from), to: None }),
        (any_leader(), matter).prop_map(|(name, matter)| Act::Present { name, matter }),
        (any_leader(), prop::sample::select(verdicts)).prop_map(|(name, verdict)| Act::Verdict { name, verdict }),
    ];
    act.prop_map(Order::new)
}

fn any_line_ref() -> impl Strategy<Value = LineRef> {
    prop_oneof![
        (1..40_u32).prop_map(LineRef::Number),
        Just(LineRef::Entrenchment),
        Just(LineRef::March),
        Just(LineRef::Attack),
        Just(LineRef::Last),
    ]
}

fn any_sizes() -> impl Strategy<Value = Vec<SizeClass>> {
    use SizeClass::{Large, Medium, Small};
    prop::sample::select(vec![
        vec![],
        vec![Small],
        vec![Medium],
        vec![Large],
        vec![Small, Medium],
        vec![Medium, Large],
        vec![Small, Large],
    ])
}

fn known_place() -> impl Strategy<Value = Place> {
    any_hex().prop_map(Place::Known)
}

fn plain_leader() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["Lee", "Grant", "McClellan", "Bragg", "Stuart"]).prop_map(str::to_owned)
}

fn condition_force() -> impl Strategy<Value = ForceRef> {
    prop_oneof![plain_leader().prop_map(ForceRef::Leader), known_place().prop_map(ForceRef::At)]
}

fn any_spot() -> impl Strategy<Value = Spot> {
    prop_oneof![
        3 => known_place().prop_map(Spot::Place),
        1 => plain_leader().prop_map(|name| Spot::Force(ForceRef::Leader(name))),
    ]
}

fn any_near() -> impl Strategy<Value = Near> {
    prop_oneof![Just(Near::At), Just(Near::Adjacent), (1..9_u32).prop_map(Near::Within)]
}

fn any_compare() -> impl Strategy<Value = Compare> {
    use Compare::{AtLeast, AtMost, Exactly, Less, More};
    prop::sample::select(vec![Less, AtMost, Exactly, AtLeast, More])
}

/// What may befall a force, and whether its contrary can be said.
fn any_fate() -> impl Strategy<Value = (Fate, bool)> {
    let arm = prop::option::of(prop::sample::select(vec![Arm::Infantry, Arm::Cavalry]));
    let attackers = prop_oneof![
        any_sizes().prop_map(|sizes| Attackers { sizes, arm: None }),
        arm.prop_map(|arm| Attackers { sizes: Vec::new(), arm }),
    ];
    prop_oneof![
        attackers.prop_map(|by| (Fate::Attacked(by), true)),
        Just((Fate::Fought, false)),
        Just((Fate::Wins, true)),
        Just((Fate::Loses, true)),
        Just((Fate::Demoralised, true)),
        Just((Fate::Stuck, false)),
        (any_compare(), 1..30_u32).prop_map(|(compare, count)| (Fate::Strength(compare, count), false)),
        (any_near(), any_spot(), any::<bool>()).prop_map(|(near, spot, comes)| (Fate::At(near, spot, comes), true)),
    ]
}

fn any_clause() -> impl Strategy<Value = Clause> {
    let holding = prop_oneof![
        Just(Holding::Captured),
        Just(Holding::By(Whose::Ours)),
        Just(Holding::By(Whose::Enemys)),
        Just(Holding::By(Whose::Side(Side::Usa))),
        Just(Holding::By(Whose::Side(Side::Csa))),
        Just(Holding::Ships),
        Just(Holding::Fort),
    ];
    let test = prop_oneof![
        4 => (any_sizes(), any_near(), any_spot(), any::<bool>(), any::<bool>()).prop_map(|(sizes, near, spot, comes, is_not)| {
            Clause { is_not, test: Test::Enemy { sizes, near, spot, comes } }
        }),
        3 => (condition_force(), any_fate(), any::<bool>()).prop_map(|(force, (fate, may_not), is_not)| {
            Clause { is_not: is_not && may_not, test: Test::Force { force, fate } }
        }),
        2 => (known_place(), holding, any::<bool>()).prop_map(|(place, holding, is_not)| {
            Clause { is_not, test: Test::Town { place, holding } }
        }),
        1 => known_place().prop_map(|place| Clause { is_not: false, test: Test::Town { place, holding: Holding::Free } }),
        2 => (any_line_ref(), any::<bool>()).prop_map(|(line, is_done)| {
            Clause { is_not: false, test: Test::Line { line, is_done } }
        }),
        1 => (any::<bool>(), any_compare(), 0..30_u32).prop_map(|(is_command, compare, count)| {
            Clause { is_not: false, test: Test::Points { is_command, compare, count } }
        }),
        1 => (any_compare(), 0..30_u32).prop_map(|(compare, pulse)| {
            Clause { is_not: false, test: Test::Clock { compare, pulse } }
        }),
        1 => Just(Clause { is_not: false, test: Test::SecondSubTurn }),
    ];
    test
}

/// Acts as they stand behind a condition, every one with its places known.
fn any_inner_act() -> impl Strategy<Value = Act> {
    let march = (condition_force(), known_place(), any::<bool>()).prop_map(|(force, to, is_attack)| Act::Move {
        force,
        to: Some(to),
        via: Vec::new(),
        manner: None,
        is_attack,
    });
    let stopped = prop_oneof![
        Just(Stopped::All),
        any_line_ref().prop_map(Stopped::Line),
        condition_force().prop_map(Stopped::Force),
    ];
    let purpose = prop::sample::select(vec![Purpose::Intercept, Purpose::Supply, Purpose::Support]);
    prop_oneof![
        4 => march,
        2 => condition_force().prop_map(|force| Act::Entrench { force }),
        1 => condition_force().prop_map(|force| Act::Hold { force }),
        1 => (1..9_u32, known_place()).prop_map(|(count, at)| Act::EnterReinforcements { count: Some(count), at: Some(at) }),
        1 => (1..9_u32).prop_map(|cp| Act::Save { cp }),
        1 => stopped.prop_map(|what| Act::Stop { what }),
        1 => (condition_force(), known_place(), purpose).prop_map(|(force, to, purpose)| Act::React { force, to, purpose }),
    ]
}

fn any_conditional() -> impl Strategy<Value = Order> {
    let moment = prop_oneof![
        4 => Just(Moment::Any),
        2 => Just(Moment::Soon),
        1 => (1..30_u32).prop_map(Moment::At),
        1 => any_line_ref().prop_map(Moment::After),
        1 => any_line_ref().prop_map(Moment::Before),
    ];
    let groups = prop::collection::vec(prop::collection::vec(any_clause(), 1..3), 1..3);
    let acts = |least: usize| prop::collection::vec(any_inner_act(), least..3);
    let reserve = prop::option::of((0..9_u32, prop::option::of(0..9_u32)).prop_map(|(cp, pp)| Reserve { cp, pp }));
    let pulses = prop_oneof![4 => Just(None), 1 => (1..30_u32, 0..4_u32).prop_map(|(from, more)| Some(Pulses::Span { from, to: from + more }))];
    (moment, groups, any::<bool>(), prop::option::of(1..30_u32), acts(1), acts(0), reserve, pulses).prop_map(
        |(moment, any, is_not, by, then, otherwise, reserve, pulses)| {
            let is_plain = matches!(moment, Moment::Any | Moment::Soon);
            let moment = if is_not && moment == Moment::Soon { Moment::Any } else { moment };
            let waiting = Conditional {
                condition: Condition { is_not, any },
                moment,
                by: by.filter(|_| is_plain),
                then,
                otherwise,
                reserve,
            };
            Order { pulses: pulses.filter(|_| is_plain), ..Order::new(Act::If(Box::new(waiting))) }
        },
    )
}

fn any_ride() -> impl Strategy<Value = Order> {
    let fallback = prop::sample::select(vec![Fallback::Normal, Fallback::Nothing]);
    (plain_leader(), known_place(), any::<bool>(), fallback, any_pulses()).prop_map(
        |(name, to, is_attack, fallback, pulses)| {
            let act = Act::Ride { force: ForceRef::Leader(name), to: Some(to), via: Vec::new(), is_attack, fallback };
            Order { pulses, ..Order::new(act) }
        },
    )
}

fn any_shares() -> impl Strategy<Value = Shares> {
    let share = prop_oneof![(0..90_u32).prop_map(Share::Points), (0..101_u32).prop_map(Share::Percent)];
    prop::collection::btree_map(prop::sample::select(Account::ALL.to_vec()), share, 1..5)
}

/// The fleet uses no rail points.
fn any_rail_shares() -> impl Strategy<Value = Shares> {
    let share = prop_oneof![(0..90_u32).prop_map(Share::Points), (0..101_u32).prop_map(Share::Percent)];
    prop::collection::btree_map(prop::sample::select(Account::ALL[..3].to_vec()), share, 1..4)
}

fn any_strategic() -> impl Strategy<Value = Order> {
    let theatre = || prop::sample::select(Theatre::ALL.to_vec());
    let act = prop_oneof![
        any_shares().prop_map(|cp| Act::Distribute { cp: Some(cp), pp: None }),
        any_shares().prop_map(|pp| Act::Distribute { cp: None, pp: Some(pp) }),
        (any_shares(), any_shares()).prop_map(|(cp, pp)| Act::Distribute { cp: Some(cp), pp: Some(pp) }),
        Just(Act::DistributeSame),
        (any_account(), 0..40_u32, prop::option::of(0..60_u32)).prop_map(|(to, cp, pp)| Act::Grant {
            to,
            cp: Some(cp),
            pp
        }),
        (any_account(), 0..60_u32).prop_map(|(to, pp)| Act::Grant { to, cp: None, pp: Some(pp) }),
        Just(Act::ReinforceAsPlanned),
        (prop::option::of(0..9_u32), theatre()).prop_map(|(count, to)| Act::Discretionary { count, to }),
        any_rail_shares().prop_map(|shares| Act::DivideRail { shares }),
        (0..9_u32, theatre(), theatre()).prop_map(|(count, from, to)| Act::ShiftPlanned { count, from, to }),
    ];
    act.prop_map(Order::new)
}

fn any_account() -> impl Strategy<Value = Account> {
    prop::sample::select(Account::ALL.to_vec())
}

/// Lines made of the words of orders, in any order: nearly sense, the hardest kind.
fn word_soup() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "PP 1-3:",
        "PP",
        "1-3",
        "4",
        "6-9:",
        ",",
        ":",
        "(3 CP)",
        "3 CP",
        "(2)",
        "move",
        "enter",
        "build",
        "IN",
        "in",
        "at",
        "to",
        "from",
        "via",
        "Richmond",
        "Jackson",
        "McClellan",
        "Lee's",
        "army",
        "led by",
        "the force at",
        "3 SP",
        "SP",
        "singly",
        "as a stack",
        "attack",
        "with",
        "by rail",
        "rail",
        "for 3 rail",
        "depot",
        "a fort",
        "fortress",
        "convert",
        "destroy",
        "re-moralise",
        "recover",
        "form",
        "dissolve",
        "Army of Tennessee",
        "under",
        "entrench",
        "hold",
        "idle",
        "nothing",
        "2 pulses",
        "last pulse",
        "starting at 6",
        "reinf",
        "leaders",
        "next",
        "all",
        "a",
        "CP",
        "East 9",
        "West 40%",
        "Trans",
        "same as last turn",
        "discretionary",
        "shift 4 planned",
        "from East to West",
        "depot",
        "rail",
        "if",
        "IF enemy at Manassas",
        "is attacked",
        "THEN",
        "ELSE",
        "unless",
        "as soon as",
        "(reserve 3 CP, 3 PP)",
        "cavalry roll",
        "reacts",
        "withdraws before combat",
        "save 2 CP",
        "stop",
        "please",
        "and",
        "XXX",
        "9999",
        "4913",
        "->",
        "\u{2013}",
        "-",
        "1.",
        "\u{2022}",
        "?",
        "\u{e9}",
        "TST 1",
        "ORDERS",
        "Johnston",
        "Columbus",
        "both",
        "promote",
        "refuse",
        "present",
        "for promotion",
        "keep",
        "a star",
        "two-star",
        "**",
        "assign",
        "cavalry leader",
        "transfer",
        "shift",
        "goes to",
        "as ordered",
    ]);
    prop::collection::vec(words, 0..10).prop_map(|words| words.join(" "))
}

fn keeps_spans(line: &str, remarks: &[Remark]) {
    for remark in remarks {
        assert!(remark.message.ends_with('.'), "{}", remark.message);
        let Some(span) = remark.span else { continue };
        assert!(
            span.start <= span.end && line.is_char_boundary(span.start) && line.is_char_boundary(span.end),
            "{line:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn what_is_written_reads_back_to_the_same_order(order in prop_oneof![
        // In boxes, for all that may be drawn by value is more than a thread's stack.
        3 => any_field_order().boxed(),
        1 => any_idle().boxed(),
        1 => any_strategic().boxed(),
        4 => any_conditional().boxed(),
        1 => any_ride().boxed(),
        1 => any_affair().boxed(),
        3 => naval_orders::any_naval().boxed(),
    ]) {
        let words = write(&CAMPAIGN, &order);
        let (orders, _) = read_alone(&words).map_err(|remark| TestCaseError::fail(format!("{words}: {}", remark.message)))?;
        prop_assert_eq!(&orders, &[order], "{}", words);
    }

    #[test]
    fn any_line_at_all_is_answered(line in "\\PC{0,80}") {
        match read_alone(&line) {
            Ok((_, remarks)) => keeps_spans(&line, &remarks),
            Err(remark) => keeps_spans(&line, &[remark]),
        }
        begins_order(&line);
    }

    #[test]
    fn what_is_read_from_a_soup_of_words_is_read_again_from_its_canonical_words(line in word_soup()) {
        match read_alone(&line) {
            Err(remark) => keeps_spans(&line, &[remark]),
            Ok((orders, remarks)) => {
                keeps_spans(&line, &remarks);
                for order in orders {
                    let words = write(&CAMPAIGN, &order);
                    let mut context = Context { heading: order.heading.map(write_heading), ..Context::default() };
                    let again = read(&CAMPAIGN, &mut context, &words);
                    let again = again.map_err(|remark| TestCaseError::fail(format!("{line:?} -> {words:?}: {}", remark.message)))?;
                    prop_assert_eq!(again.0, vec![order], "{:?} -> {:?}", line, words);
                }
            }
        }
    }
}

#[test]
fn every_example_that_help_shows_is_an_order() {
    let topics = &CivilWar.about().topics;
    assert!(topics.len() >= 9, "{topics:?}");
    for example in topics.iter().flat_map(|topic| &topic.examples) {
        assert!(begins_order(example) || read_alone(example).is_ok(), "{example}");
        let orders = read_alone(example).unwrap_or_else(|remark| panic!("{example}: {}", remark.message)).0;
        assert_eq!(orders.len(), 1, "{example}");
        assert!(!matches!(orders[0].act, Act::Unplayed { .. }), "{example} is not in play");
    }
}

#[test]
fn what_is_near_is_looked_up_for_so_many_lines_and_no_line_is_lost_for_it() {
    let spent = || Context { misread: Context::MOST_EXPLAINED, ..Context::default() };
    let line = "PP 1-3: mvoe Grant to Paducah";
    let explained = read_alone(line).unwrap_err();
    assert!(explained.hint.is_some(), "{explained:?}");
    let brief = read(&CAMPAIGN, &mut spent(), line).unwrap_err();
    assert_eq!((brief.status, brief.hint), (explained.status, None));
    let good = "PP 1-3: enter 3 infantry at Washington";
    assert_eq!(read(&CAMPAIGN, &mut spent(), good), read_alone(good));
}
