//! Works and goods in canonical words.

use super::super::order::{Forward, Front, Works};
use super::super::scenario::Scenario;
use super::super::side::{Kind, Side};
use super::super::turn::kind_of;
use super::whose::whose;

pub(super) fn works(scenario: &Scenario, works: &Works) -> String {
    match works {
        Works::Standing { good, city, buy, forward } => {
            let forward = forward
                .as_ref()
                .map(|Forward { to, count }| format!(", forward {count} to {}", scenario.city_name(to)));
            let (good, city) = (good.words(), scenario.city_name(city));
            format!("standing: buy {buy} {good} at {city}{}", forward.unwrap_or_default())
        }
        Works::BuyBack { eagles, is_paper: true } => format!("buy back {eagles} greenbacks"),
        Works::BuyBack { eagles, is_paper: false } => format!("buy back greenbacks for {eagles} gold"),
        Works::BuyAbroad { count } => format!("buy {count} foreign MP"),
        Works::BuildDepot { kind, square, tac } => {
            let tac = tac.map(|tac| format!(" {tac}"));
            format!("build {} at {square}{}", kind.words(), tac.unwrap_or_default())
        }
        Works::RemoveDepot { kind, square } => format!("remove {} at {square}", kind.words()),
        Works::Fortify { at, facing, by, level } => {
            let at = at.map(|(square, tac)| format!(" {square} {tac}"));
            let by = by.map(|unit| format!(" by {}", unit.name()));
            let level = level.map(|level| format!(" level {level}"));
            let [at, by, level] = [at, by, level].map(Option::unwrap_or_default);
            format!("fortify{at}{level} facing {facing}{by}")
        }
        Works::Raze { front: Front { square, tac, facing } } => format!("raze {square} {tac} facing {facing}"),
        Works::Emplace { batteries, city, square, tac, weapons } => {
            let of = batteries.map(|count| format!(" of {count} batteries")).unwrap_or_default();
            let tac = tac.map(|tac| format!(" {tac}")).unwrap_or_default();
            let armed = if weapons.is_none() { String::new() } else { format!(" with {}", weapons.words(Kind::Naval)) };
            format!("build NB{of} from {} at {square}{tac}{armed}", scenario.city_name(city))
        }
        Works::BuildAbroad { count, class, pool, port } => {
            let count = if *count == 1 { String::new() } else { format!("{count} ") };
            format!("build {count}{class} in Europe for {}{}", scenario.city_name(port), whose(scenario, None, *pool))
        }
        Works::Upgrade { unit, weapons } => {
            let kind = kind_of(unit.of(Side::Union)).unwrap_or(Kind::Infantry);
            format!("upgrade {} with {}", unit.name(), weapons.words(kind))
        }
    }
}
