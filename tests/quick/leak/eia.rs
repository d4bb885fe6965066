//! A quarter of Empires in Arms full of planted values: treasuries, purchases, debts, orders of every window, press.

use super::Canary;
use crate::support::club::Club;
use crate::support::powers::SETUP;

pub const CANARIES: [Canary; 14] = [
    // Austria shows her treasury to Russia: the account, and nothing that is ordered.
    Canary { value: "8713", readers: &["austria", "russia"] },
    Canary { value: "zitronenfalter", readers: &["austria", "russia"] },
    Canary { value: "Zitadelle", readers: &["austria"] },
    Canary { value: "buy counters: 1 corps", readers: &["austria"] },
    Canary { value: "xylophone", readers: &["austria"] },
    Canary { value: "quagmire", readers: &["prussia"] },
    // A free state's account is its controller's.
    Canary { value: "5171", readers: &["france"] },
    // Informal debts are the two parties' own, whoever notes them.
    Canary { value: "6133", readers: &["france", "spain"] },
    Canary { value: "7919", readers: &["prussia", "russia"] },
    // What is on its way, what was set, and what is only planned.
    Canary { value: "4447", readers: &["spain"] },
    Canary { value: "manipulation -2", readers: &["turkey"] },
    Canary { value: "stop American trade of Spain", readers: &["britain"] },
    Canary { value: "cede Corsica to Spain", readers: &["france"] },
    Canary { value: "standing: decline cession", readers: &["spain"] },
];

/// The quarter is played to its end, so that worksheets and charts are among the letters.
pub async fn planted() -> Club {
    let mut club = Club::begin(&SETUP).await;
    for _ in 0..3 {
        club.end_phase().await;
    }
    club.command(
        "SET powers.spain.arriving = [{\"unit\": \"guard\", \"count\": 4447, \"month\": {\"year\": 1806, \"month\": 6}}] BECAUSE a test",
    )
    .await;
    club.order("austria", "share treasury with Russia").await;
    club.order("spain", "standing: decline cession").await;
    club.order("france", "cede Corsica to Spain").await;
    club.end_phase().await;
    club.command("POST Austria money +8713 zitronenfalter\nDEBT France TO Spain 6133 INFORMAL").await;
    club.order("britain", "stop American trade of Spain").await;
    club.order("prussia", "note debt of 7919 to Russia").await;
    club.order("austria", "buy counters: 1 corps (Zitadelle)\nthe xylophone plays while we count").await;
    club.order("austria", "PRESS TO prussia: quagmire and no way out").await;
    for seat in SETUP.seats() {
        club.order(seat, "STATUS").await;
        club.order(seat, "SHOW").await;
    }
    club.end_phase().await;
    club.end_phase().await;
    club.command("SET ledger.opening.Holland = {\"money\": 5171} BECAUSE a test").await;
    club.order("turkey", "manipulation -2").await;
    for _ in 0..3 {
        club.end_phase().await;
    }
    for seat in SETUP.seats() {
        club.order(seat, "REPORT").await;
    }
    club
}
