//! Lines that the grammar cannot read, and what is proposed for them.

use std::sync::{Arc, LazyLock};

use base::order::LineStatus;
use rules::{Context, RuleBook, Table, lay};

use crate::EmpiresInArms;

mod tables;

static TABLE: LazyLock<Arc<dyn Table>> = LazyLock::new(|| {
    let document = EmpiresInArms.document("1805").expect("the campaign");
    lay(EmpiresInArms, document).expect("it can be laid out")
});

fn proposed(line: &str) -> Vec<String> {
    TABLE.propose(&Context::default(), line)
}

/// Whether a line is an order that stands whole without any proposal.
fn is_read(line: &str) -> bool {
    let read = TABLE.read(&mut Context::default(), line);
    read.is_ok_and(|read| read.remarks.iter().all(|remark| remark.status < LineStatus::Incomplete))
}

fn all_propose(rows: &[(&str, &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(line, words)| is_read(line) || proposed(line) != *words)
        .map(|(line, words)| {
            format!("{line}\n  read: {}\n  proposed: {:?}\n  wanted: {words:?}", is_read(line), proposed(line))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn slips_of_the_pen_are_proposed_mended() {
    all_propose(&[
        ("byu 5 infnatry", &["buy 5 infantry"]),
        ("purchsae 2 cavlary for Bavraia plaese now", &["buy for Bavaria 2 cavalry"]),
    ]);
}

#[test]
fn purchases_are_composed_of_numbers_and_nouns() {
    all_propose(&[
        ("I would quite like to get 5 infantry and 2 cavalry this time", &["buy 5 infantry, 2 cavalry"]),
        ("purchase infantry: 5, cavalry: 2 pretty please sir", &["buy 5 infantry, 2 cavalry"]),
        ("spend whatever it takes on 3 guards for the emperor", &["buy 3 guard"]),
        ("we urgently require 4 more infantry factors and 1 artillery", &["buy 4 infantry, 1 artillery"]),
        ("two new corps counters wanted plus a fleet", &["buy counters: 2 corps, 1 fleet"]),
        ("keep all unused manpower in the bank", &["save max manpower"]),
        ("Buy 5 infantry every quarter from here on in", &["standing: buy 5 infantry"]),
    ]);
}

#[test]
fn money_goes_to_whom_the_line_names() {
    all_propose(&[
        ("wire Spain 5 quickly", &["give 5 to Spain"]),
        ("maybe lend Austria ten, back by June", &["lend 10 to Austria due June"]),
        ("Austria gets 10 money units as a present from us", &["give 10 to Austria"]),
        ("slip the Turks 3 money", &["give 3 to Turkey"]),
        ("France sends Spain 4 bucks", &["France: give 4 to Spain"]),
        ("support our Bavarian chums with 5", &["aid Bavaria with 5"]),
        ("pay back what we owe Austria, that is 5", &["pay debt to Austria: 5"]),
        ("debt of 4 to Russia gets settled", &["pay debt to Russia: 4"]),
        ("Should I give 5 to Spain?", &["give 5 to Spain"]),
    ]);
}

#[test]
fn land_trade_and_levels_are_proposed_by_their_words() {
    all_propose(&[
        ("hand Tyrolia over to France forever", &["cede Tyrolia to France"]),
        ("relinquish Silesia in favour of Prussia", &["cede Silesia to Prussia"]),
        ("we most certainly claim Hannover for ourselves", &["claim: Hanover to us"]),
        ("we ought to trade with France and Russia I suppose", &["offer trade to France, Russia", "agree to trade"]),
        ("sure, the British trade is fine with us", &["agree to trade"]),
        ("we reject this trade nonsense", &["refuse trade"]),
        ("block American trade heading for France at once", &["stop American trade of France"]),
        ("have the American trade of Spain hindered", &["stop American trade of Spain"]),
        ("lower the French victory total by 3 points in place of ours", &["reduce France by 3 VP"]),
        ("manipulation goes down to -1 I guess", &["manipulation -1"]),
        ("put the economy manipulation dial at +1", &["manipulation +1"]),
        ("the leader Blucher comes back home, we pay points", &["return leader Blucher, pay the points"]),
        (
            "bring back the leader Charles quickly",
            &["return leader Charles, without paying", "return leader Charles, pay the points"],
        ),
    ]);
}

#[test]
fn a_line_that_denies_is_proposed_as_doing_nothing() {
    all_propose(&[
        ("don't give anything to Spain", &["lend nothing"]),
        ("do not buy anything this time round", &["buy nothing"]),
        ("never cede Tyrolia to France", &["cede nothing"]),
        ("no trade with the British whatsoever", &["refuse trade"]),
    ]);
}

#[test]
fn nothing_is_proposed_for_lines_that_deny_depend_or_talk() {
    for line in [
        "if Spain gives me 3 then I lend her 5",
        "when Austria pays, cede Tyrolia to France",
        "next quarter I want 5 infantry",
        "never put manipulation to +1",
        "what a lovely day in Vienna",
        "France and Spain are friends",
        "give Spain some money",
        "thanks, Bob",
        "",
    ] {
        assert_eq!(proposed(line), [""; 0], "{line}");
    }
}

#[test]
fn a_window_that_is_closed_has_no_proposals() {
    let context = Context {
        phase_kind: Some("spending".to_owned()),
        phase_title: Some("March 1805 W4 spending".to_owned()),
        ..Context::default()
    };
    assert_eq!(TABLE.propose(&context, "wire Spain 5 quickly"), [""; 0]);
    assert_eq!(TABLE.propose(&context, "byu 5 infnatry"), ["buy 5 infantry"]);
}

#[test]
fn corrections_and_contrasts_leave_what_is_meant() {
    all_propose(&[
        ("Buy 3 ships. Scratch that, 2 ships and 3 infantry.", &["buy 2 ships, 3 infantry"]),
        ("Not 10 but 12 infantry!", &["buy 12 infantry"]),
        ("Not Austria but Russia gets the 5", &["give 5 to Russia"]),
        ("Instead of 5 infantry buy 3 cavalry", &["buy 3 cavalry"]),
        ("build 2 infantry, then 2 more, so 4", &["buy 4 infantry"]),
        ("we buy just inf x 4, no cav, and no guard", &["buy 4 infantry"]),
    ]);
}

/// Lines that are read whole, each with what their writer is told of what was left out.
#[test]
fn what_a_line_denies_or_mends_is_read_and_told() {
    for (line, orders, told) in [
        ("10 for the Austrians, no wait, make that 8", &["give 8 to Austria"][..], "taken back"),
        ("Cede Venetia to Russia. Correction: to Prussia.", &["cede Venetia to Prussia"], "taken back"),
        ("reduce France by 3 VP - no, by 2", &["reduce France by 2 VP"], "taken back"),
        ("Give Russia 5. Nothing for Prussia.", &["give 5 to Russia"], "orders nothing"),
        ("3 cavalry, no guard, 2 artillery", &["buy 3 cavalry, 2 artillery"], "orders nothing"),
    ] {
        let read = TABLE.read(&mut Context::default(), line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        let words: Vec<&str> = read.orders.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, orders, "{line}");
        assert!(read.remarks.iter().any(|remark| remark.message.contains(told)), "{line}: {:?}", read.remarks);
    }
}

/// Where a correction or a denial may mean two things, nothing is read.
#[test]
fn what_may_be_taken_back_in_two_ways_is_not_read() {
    for line in [
        "5 infantry, 1 ship, no, make it 3",
        "trade with Russia and Austria, no, Turkey",
        "give 5 to Austria, sorry Russia",
        "buy 5 infantry, no infantry",
        "give Russia 5, nothing for Russia",
        "Cede Corsica to Spain? no, forget it",
    ] {
        assert!(!is_read(line), "{line}");
    }
}

#[test]
fn clauses_carry_their_verb_and_their_country_on() {
    all_propose(&[
        ("Lend AUS 6, PRU 4, interest-free, due June", &["lend 6 to Austria due June", "lend 4 to Prussia due June"]),
        ("Saxons +2 inf, Hessians +1 inf, Mecklenburg nil", &["buy for Saxony 2 infantry", "buy for Hesse 1 infantry"]),
        (
            "Wallachia is to recruit 1 infantry and Moldavia as well.",
            &["buy for Wallachia 1 infantry", "buy for Moldavia 1 infantry"],
        ),
        ("Let's start with trade: no. Loans: no. Manip: no.", &["refuse trade", "lend nothing", "manipulation 0"]),
    ]);
}

#[test]
fn ports_and_partners_are_answered_one_by_one() {
    all_propose(&[
        ("Danzig & Stettin may trade with the Brits; Konigsberg may not.", &["agree to trade except Konigsberg"]),
        ("gladly accept all that trade, Varna excluded", &["agree to trade except Varna"]),
        (
            "Barcelona & Valencia may trade with the British, nothing else may.",
            &["refuse trade except Barcelona, port Valencia"],
        ),
        ("no objection whatsoever, we say no to trade though", &["refuse trade"]),
        ("Trade w/ everyone this quarter pls, bar France and Spain.", &["offer trade to all except France, Spain"]),
        ("The French are excluded from our trade, all others are welcome", &["offer trade to all except France"]),
        ("Stop French American trade, leave the Dons alone.", &["stop American trade of France"]),
        ("Black Sea: Odessa yes, Sevastopol yes, Taganrog no", &["Black Sea leave for Odessa, Sevastopol"]),
    ]);
}

#[test]
fn what_holds_every_quarter_is_proposed_as_standing() {
    all_propose(&[
        (
            "If you haven't heard from me by the deadline, buy infantry with everything.",
            &["standing: buy max infantry"],
        ),
        ("I accept trade whenever Britain offers it, this quarter and all that follow.", &["standing: agree to trade"]),
        ("Until I get back in August: no loans, no manip", &["standing: lend nothing", "standing: manipulation 0"]),
    ]);
}

#[test]
fn entries_are_composed_of_a_game_masters_own_words() {
    all_propose(&[
        ("Vienna stands occupied by the French now, not besieged.", &["OCCUPY Vienna BY France UNBESIEGED"]),
        ("The French have left Berlin.", &["OCCUPY Berlin BY nobody"]),
        ("siege of Danzig begins (French)", &["BESIEGE Danzig BY France"]),
        ("GB no longer blockades Cartagena or Barcelona", &["OPEN Cartagena", "OPEN Barcelona"]),
        ("France declares war on Austria & Russia", &["WAR France, Austria", "WAR France, Russia"]),
        ("Peace at last between Great Britain and Spain.", &["PEACE Britain, Spain"]),
        ("Corps on the map: FR 11, AUS 7", &["FORCES France corps 11", "FORCES Austria corps 7"]),
        ("Naples goes neutral again", &["OWNER Naples = nobody"]),
        ("Turkey's treasury should read 22", &["MONEY Turkey = 22"]),
    ]);
}

#[test]
fn nothing_is_proposed_that_turns_a_line_round() {
    for line in [
        "We refuse to give 5 to Spain",
        "Don't, under any circumstances, lend 5 to Spain",
        "I don't want to lend Austria 5",
        "Give 5 to Austria, provided she declares war",
        "trade with Russia or Prussia, whichever Wellesley thinks best",
        "Cancel the 5 infantry",
        "5 infantry? No!",
        "Spain lends me 5",
        "I have 12 infantry and 3 cavalry in Berlin",
        "Please confirm that you received my order of 5 infantry.",
        "TO RUSSIA: are you going to cede Corfu to us as promised?",
        "So I said to Fritz, buy five infantry. And he bought none.",
        "We offer to cede Venetia to you, dear Tsar, should you declare war on the Porte.",
        "12 Guards Road",
        "Vienna is not occupied by France",
        "No siege of Danzig",
        "Brest is not blockaded by Britain",
        "Spare France the 3 VP reduction",
        "Give my regards to Austria, all 3 of them",
        "At least 5 infantry",
        "Civil disorder in Prussia: Silesia to us, the rest to France",
    ] {
        assert_eq!(proposed(line), [""; 0], "{line}");
    }
}

#[test]
fn a_refusal_that_is_denied_agrees_and_the_rest_of_the_ports_are_those_not_named() {
    all_propose(&[
        ("we do not refuse the trade", &["agree to trade"]),
        ("Cadiz trades, Barcelona too, the rest stays shut for the British", &["refuse trade except Cadiz, Barcelona"]),
        ("Nope, no British goods in Prussia.", &["refuse trade"]),
        ("Tell George he can have his trade when hell freezes over", &["refuse trade"]),
        ("stop France's and not Spain's American trade", &["stop American trade of France"]),
    ]);
}

#[test]
fn leaders_return_at_any_price_or_if_the_die_says_so() {
    all_propose(&[
        ("Blucher back at once, whatever it costs", &["return leader Blucher, pay the points"]),
        ("Massena can come back if the die says so, I pay nothing", &["return leader Massena, without paying"]),
    ]);
}

#[test]
fn land_is_claimed_for_oneself_unless_the_line_says_for_whom() {
    all_propose(&[
        ("I claim Silesia, Prussia is finished", &["claim: Silesia to us"]),
        ("let the dice settle it", &["claim by dice"]),
        (
            "Confederation of the Rhine: Bavaria, Baden, Wurttemberg",
            &["form combination Rhine: Bavaria, Baden, Wurttemberg"],
        ),
    ]);
}

#[test]
fn what_is_left_is_spent_last_and_nobody_is_lent_to() {
    all_propose(&[
        ("Infantry for everything that's left after two cavalry", &["buy 2 cavalry, max infantry"]),
        ("The Sultan does not borrow and does not lend.", &["lend nothing"]),
        ("10,000 foot soldiers = ten infantry factors, please enter these for me", &["buy 10 infantry"]),
    ]);
}

#[test]
fn ships_of_several_yards_are_bought_together() {
    all_propose(&[
        ("The yards at Portsmouth and Plymouth are to lay down one ship each.", &["buy 2 ships"]),
        ("2 ships at Sevastopol + 1 at Riga, = 3", &["buy 3 ships"]),
    ]);
}

#[test]
fn a_number_is_of_whom_it_stands_beside_and_of_a_choice_each_is_proposed() {
    all_propose(&[
        ("aid for Holland: four, Switzerland: two", &["aid Holland with 4", "aid Switzerland with 2"]),
        ("I'd like to send Otto 7 as a present and Russia gets a loan of 9, due June", &[]),
        ("cossack: Smolensk or Kiev", &["levy cossack at Smolensk", "levy cossack at Kiev"]),
    ]);
}
