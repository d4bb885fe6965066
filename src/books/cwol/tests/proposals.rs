//! What is proposed for a line is what it means, or nothing is.

use super::letters::Desk;

/// Lines for which nothing may be proposed that holds these words: the contrary, half of what was said, or what comes beside it.
const NEVER: &[(&str, &str, &str)] = &[
    ("us-gov-lower-northwest", "Indiana to furnish 3 more regts at Indianapolis, plus one battery", "3 field"),
    ("us-war", "Every turn from now on: 5 supplies bought at Baltimore and sent on to Washington", "buy 0"),
    ("us-war", "each turn 4 supplies purchased at Boston, then shipped to New York", "buy 0"),
    ("us-treasury", "Two frigates to be bought in Europe for Boston", "at Boston"),
    ("us-treasury", "an ironclad from England for New York", "at New York"),
    ("us-treasury", "two gunboats in Cairo, and a corps HQ in Philadelphia", "CQ in Cairo"),
    ("us-treasury", "a corps HQ in Philadelphia and two gunboats in Cairo", "2 CQ"),
    ("cs-war", "CS6IN leaves Charleston by rail for Wilmington NC", "halt"),
    ("us-war", "US9IN leaves Boston for New York", "halt"),
    ("us-navy", "USGB1 leaves Cairo for Paducah", "hold"),
    ("cs-navy", "CSSL1 leaves Charleston and raids off Baltimore.", "CSSL1 raid commerce off Charleston"),
    ("us-navy", "USGB1 move to Memphis with all caution, stopping at New Madrid for the night", "to New Madrid"),
    ("us-gov-garden-empire", "raise 4 infantry regiments in New York every turn", ""),
    ("us-con-mid-atlantic", "I move to lower the tax by 2", ""),
    ("us-con-mid-atlantic", "I move to raise the tariff by 3", ""),
    ("us-war", "add 1 regiment at New York to US1IN and US2IN", "transfer"),
    ("us-navy", "usgb1 hold, usgb2 too, usgb3 to cairo", "USGB1 move"),
    ("us-navy", "usgb1 hold, usgb2 too, usgb3 to cairo", "USGB2 move"),
    ("us-war", "Entrain US3IN, US4IN for Indianapolis, US1PB following on foot", "rail US1PB"),
    ("us-war", "US1IN by train to Baltimore and US2IN on foot", "rail US2IN"),
    ("us-treasury", "borrow 3000 instead", ""),
    ("us-treasury", "Change the loan to 3000.", ""),
    ("us-treasury", "increase the loan to 5000", ""),
    ("us-treasury", "Reduce the printing to 500 greenbacks", ""),
    ("us-treasury", "make the 2 GB at Cairo 3 GB", ""),
    ("us-treasury", "replace the 2 GB at Cairo with 1 RI", ""),
    ("us-treasury", "borrow 2000 in place of 3000", ""),
    ("us-war", "US5IN was to attack Alexandria; that is off.", ""),
    ("us-war", "US1IN had marched to Trenton", ""),
    ("us-war", "rail US1IN to Baltimore on turn 4", ""),
    ("us-war", "General 3 relieves General 4 of US5IN", "XO"),
    ("us-war", "US5IN: General 4 is replaced by General 3", "CO us-general-4"),
    ("us-war", "US3IN goes from General 1 to General 2", "CO us-general-1"),
    ("us-navy", "USFR1 and USFR2 off Charleston, the second only next turn", "USFR2"),
    ("us-navy", "All gunboats but USGB2 to Paducah", "USGB2"),
    ("us-treasury", "build 2 FR overseas for Boston", "at Boston"),
    ("us-gov-lower-northwest", "4 regiments at Chicago and a battery", "4 field"),
    ("us-gov-garden-empire", "6 regts inf N.Y. City, 2 regts cav Albany", "6 infantry regiments in Albany"),
    ("cs-war", "the threat from Washington being what it is, CS4IN is to go to Manassas by rail", "from Washington"),
];

#[test]
fn nothing_is_proposed_that_a_line_does_not_mean() {
    let wrong: Vec<String> = NEVER
        .iter()
        .filter_map(|(seat, line, wrong)| {
            let answer = Desk::of(&[seat]).answer(line);
            let found = answer.proposed.iter().chain(&answer.standing).find(|order| order.contains(wrong));
            found.map(|order| format!("{line}: {order}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
