//! What reports say of the windows, in words.

use super::*;
use crate::order::{Counter, CounterOrder, Levied, Partners};
use crate::situation;
use crate::state::Debt;
use base::facts::{Viewer, brief};
use report::Renderer;

/// The report of the window that was closed last.
fn report(trial: &Trial, power: Power) -> String {
    let facts = trial.events.iter().cloned().chain(situation::situation(&trial.scenario, &trial.state));
    let facts: Vec<Fact<Value>> = facts.map(|fact| fact.map(|item| serde_json::to_value(item).unwrap())).collect();
    let renderer = Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::default()).unwrap();
    let known = brief(Viewer::vacant(&power.seat()), &facts);
    renderer.passage("eia/report.txt", &known).unwrap().text().to_owned()
}

/// The report says so much, and its rows fit the page.
fn says(trial: &Trial, power: Power, all: &[&str]) {
    let text = report(trial, power);
    for words in all {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    let wide: Vec<_> = text.lines().filter(|line| line.starts_with("  ") && line.chars().count() > 72).collect();
    assert!(wide.is_empty(), "{wide:?}");
}

#[test]
fn the_offer_is_told_with_points_leave_and_what_failed() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Britain, France);
    let reduce = Act::ReduceVictoryPoints { amount: Amount::Points(2), target: France };
    trial.orders(Britain, reduce).orders(Spain, Act::OfferSame);
    let partners = Partners { ports: vec!["Odessa".to_owned()], ..Partners::default() };
    trial.orders(Turkey, Act::BlackSea { partners, is_granted: true }).close();
    let public = [
        "Victory points (8.1)",
        "Britain spent 2 victory points against France",
        "- Prussia: Danzig, Konigsberg, Stettin.",
        "Black Sea: Turkey gives leave to Odessa.",
    ];
    says(&trial, Russia, &public);
    let own =
        ["Not carried out", "OfferSame: Only Great Britain offers trade", "HELP 8.2.1 explains a rule that is cited."];
    says(&trial, Spain, &own);
    assert!(!report(&trial, Russia).contains("Not carried out"));
}

#[test]
fn the_collection_is_told_with_trade_america_and_gold() {
    let mut trial = Trial::at(9, Stage::Offer);
    trial.war(Britain, France);
    let partners = Partners { powers: vec![France], ..Partners::default() };
    trial.orders(Britain, Act::StopAmericanTrade { partners }).offered();
    trial.throw("war with the United States", &[1]);
    trial.throw("Spanish gold convoy", &[3, 4]);
    trial.orders(Prussia, Act::AnswerTrade { agrees: false, except: Vec::new() }).close();
    let public = [
        "These did not:\n\n  Danzig            Prussia    refused",
        "These ports traded: Abo, Acre (Turkey), ",
        ", Leghorn, Lisbon, Liverpool (Britain), ",
        "Britain stopped American trade: France 8. The die shows 1: war with the United States",
        "The Spanish gold convoy: dice 3 and 4. Spain gets 25.",
    ];
    says(&trial, Russia, &public);
    says(&trial, Austria, &["            taxes of"]);
}

#[test]
fn lending_is_told_to_all_and_manipulation_to_its_power() {
    let mut trial = Trial::at(3, Stage::Lending);
    trial.ally(Austria, Russia);
    trial.war(Turkey, Spain);
    trial.occupy("Constantinople", Spain);
    trial.own(Prussia).removed_leaders.insert("Blucher".to_owned(), Month { year: 1804, month: 12 });
    trial.throw("return of Blucher", &[6]);
    let loan = Act::Lend { amount: Amount::Points(5), to: Russia, is_loan: true, due: Some(6), if_received: None };
    trial.orders(Austria, loan).orders(Austria, Act::Manipulate { level: -1 }).close();
    let public = [
        "- Austria to Russia: 5 as a loan, due June 1805.",
        "Constantinople is occupied: Turkey loses 2 political points (8.4.1).",
        "Blucher of Prussia returns: the die shows 6 (8.4.3).",
    ];
    says(&trial, Spain, &public);
    says(&trial, Austria, &["Austria, economic manipulation -1: next collection money -12"]);
    assert!(!report(&trial, Spain).contains("economic manipulation"));
}

#[test]
fn spending_is_told_with_arrivals_bankruptcy_status_and_disorder() {
    let mut trial = Trial::at(3, Stage::Spending);
    trial.at_ease();
    trial.state.quarter.home_manpower.insert(Prussia, 0);
    trial.war(Prussia, France);
    trial.occupy("Berlin", France);
    trial.own(Spain).forces.corps = 90;
    trial.own(Russia).status = trial.scenario.tables.status_box("D1").unwrap();
    trial.set("austria", Measure::Manpower, 9);
    let debt = |is_formal| Debt { from: Austria, to: Turkey, amount: 4, is_formal, due: None, awaits_gm: false };
    trial.state.debts = vec![debt(true), debt(false)];
    let corps = CounterOrder { counter: Counter::Corps, count: 1, names: vec!["IV".to_owned()] };
    trial.orders(Austria, buy(&[(Unit::Infantry, Amount::Points(2))]));
    trial.orders(Austria, Act::BuyCounters { state: None, counters: vec![corps] });
    trial.orders(Austria, Act::PayDebt { to: Turkey, amount: Amount::Points(3) }).close();
    let public = [
        "Spain is bankrupt and loses 3 political points (8.5.1).",
        "- Austria to Turkey: 4; 0 left.",
        "  Russia     -1: D1 to N9",
        "Civil disorder: Prussia is out of the game (8.7)",
        "- Silesia: France.",
        "Its enemies gain 5 political points each: France.",
    ];
    says(&trial, Russia, &public);
    let own = [
        "- Austria: 2 infantry for 6 money and 4 manpower, placed in June 1805.",
        "- Austria: 1 corps counter (IV), to be placed until June 1805.",
        "Informal debt: Austria paid Turkey 3; 1 left (8.5.2).",
    ];
    says(&trial, Austria, &own);
    for words in own {
        assert!(!report(&trial, Spain).contains(words), "{words}");
    }
}

#[test]
fn ceding_is_told_with_the_levy_and_who_runs_whom() {
    let mut trial = Trial::at(12, Stage::Ceding);
    trial.scenario.campaign.options.players = 6;
    trial.scenario.campaign.uncontrolled = vec![Spain];
    trial.ally(Prussia, Russia);
    trial.give("Saxony", Prussia, Tenure::Conquered);
    trial.orders(Prussia, Act::Cede { territory: "Saxony".to_owned(), to: Russia });
    trial.orders(Russia, Act::Levy { troops: Levied::Cossack, places: vec!["Kiev".to_owned()] });
    trial.orders(France, Act::Bid { power: Some(Spain) }).close();
    let public = [
        "Prussia ceded Saxony to Russia for 1 political point (8.8).",
        "- Russia: cossack placed at Kiev.",
        "- Turkey: feudal corps are at full strength.",
        "Spain is run by France for a year (8.11).",
    ];
    says(&trial, Austria, &public);
}

#[test]
fn an_account_has_its_numbers_first_and_below_one_another() {
    let mut trial = Trial::at(3, Stage::Spending);
    trial.at_ease();
    trial.set("austria", Measure::Money, 1234);
    trial.own(Austria).forces = Forces { corps: 1, fleets_in_port: 1, ..Forces::default() };
    trial.own(Prussia).levied.insert(Levied::Freikorps, Vec::new());
    trial.close();
    let text = report(&trial, Austria);
    let account = text.split("Account: Austria").nth(1).unwrap();
    let rows: Vec<&str> = account.lines().skip(2).take_while(|line| line.starts_with("  ")).collect();
    assert_eq!(
        rows[..4],
        [
            "  Step      Money  Manpower  For",
            "  Opening    1234         0",
            "  8.5.1        -1            maintenance of 1 corps",
            "  8.5.1        -1            maintenance of 1 fleet in port",
        ]
    );
    assert_eq!(*rows.last().unwrap(), "  Now        1232         0");
    assert!(!text.contains("Prussia, freikorps"), "there are none");
}
