//! The standing facts of a state, each with its audience (D13): what a reader knows before anything happens.

use base::facts::{Audience, Fact};

use super::calendar::Stage;
use super::item::Item;
use super::measure::Measure;
use super::order::{Holder, Tenure};
use super::power::Power;
use super::scenario::Scenario;
use super::standing::{
    ArrivalRow, CityRow, FreeStateRow, LandRow, LedgerRow, OwedRow, PastRow, PowerRow, QuarterRow, UnplacedRow, WarRow,
};
use super::state::{Announcement, Arrival, CityState, Debt, Party, PowerState, State, Unplaced};
use super::{audience, territory, turn};

/// Everything that anybody may know of a state now, in the order of reports.
pub fn situation(scenario: &Scenario, state: &State) -> Vec<Fact<Item>> {
    let mut facts: Vec<_> =
        public(scenario, state).into_iter().map(|item| Fact::new(Audience::Everyone, item)).collect();
    for (power, own) in in_order(state) {
        let owner = audience::owner(state, power);
        facts.push(Fact::new(owner.clone(), own_of(state, power, own)));
        facts.extend(habits(scenario, state, power).into_iter().map(|item| Fact::new(owner.clone(), item)));
        let treasury = audience::treasury(scenario, state, power);
        facts.push(Fact::new(treasury.clone(), account(state, power, power.id(), false)));
        facts.extend(past_money(state, power).map(|item| Fact::new(treasury, item)));
        for name in territory::free_states(state, power) {
            facts.push(Fact::new(owner.clone(), account(state, power, &name, true)));
        }
    }
    facts
}

/// Powers in the order of reports.
fn in_order(state: &State) -> impl Iterator<Item = (Power, &PowerState)> {
    Power::ALL.into_iter().filter_map(|power| Some((power, state.powers.get(&power)?)))
}

fn public(scenario: &Scenario, state: &State) -> Vec<Item> {
    let mut items = vec![calendar(scenario, state)];
    if turn::is_over(scenario, state) {
        let names = state.winners.iter().map(|power| power.name().to_owned()).collect();
        items.push(Item::Winners { powers: state.winners.clone(), names });
    }
    items.push(Item::Powers {
        rows: in_order(state).map(|(power, own)| power_row(scenario, state, power, own)).collect(),
    });
    items.push(board(scenario, state));
    if matches!(state.stage, Stage::Board | Stage::Sheet) {
        items.push(Item::SheetDifferences { rows: state.changes.clone() });
    } else {
        items.push(Item::Quarter { quarter: quarter(state) });
    }
    let formal = state.debts.iter().filter(|debt| debt.is_formal && !debt.awaits_gm).map(owed);
    items.push(Item::FormalDebtsOpen { rows: formal.collect() });
    items.push(history(state));
    items
}

fn calendar(scenario: &Scenario, state: &State) -> Item {
    let next = turn::next_economic(scenario, state.month);
    Item::Calendar {
        month: state.month,
        stage: state.stage,
        title: state.month.title(),
        stage_title: state.stage.title().to_owned(),
        next_economic: next.map_or_else(String::new, |month| month.title()),
        last: scenario.campaign.last.title(),
    }
}

fn power_row(scenario: &Scenario, state: &State, power: Power, own: &PowerState) -> PowerRow {
    let at = scenario.tables.status(own.status);
    let others = Power::ALL.into_iter().filter(|other| *other != power);
    PowerRow {
        power,
        name: power.name().to_owned(),
        is_out: own.is_out,
        run_by: own.run_by,
        status: own.status,
        box_name: at.name(),
        zone: at.zone.zone.clone(),
        gain: at.victory_points,
        adjustment: at.adjustment,
        victory_points: own.victory_points,
        level: scenario.tables.victory.levels.get(&power).copied().unwrap_or(0),
        is_announced: own.announcement == Announcement::Made,
        forces: own.forces,
        removed_leaders: own.removed_leaders.iter().map(|(name, month)| (name.clone(), *month)).collect(),
        levied: own.levied.iter().map(|(troops, places)| (*troops, places.clone())).collect(),
        enemies: enemies(state, power),
        allies: others
            .filter(|other| territory::are_allies(state, power, *other))
            .map(|other| other.name().to_owned())
            .collect(),
    }
}

/// The powers and minor countries at war with a power, by their names.
fn enemies(state: &State, power: Power) -> Vec<String> {
    let own = Party::Power(power);
    let others = state.wars.iter().filter_map(|(one, other)| match () {
        () if *one == own => Some(other),
        () if *other == own => Some(one),
        () => None,
    });
    others.map(party_name).collect()
}

fn party_name(party: &Party) -> String {
    match party {
        Party::Power(power) => power.name().to_owned(),
        Party::Minor(name) => name.clone(),
    }
}

fn board(scenario: &Scenario, state: &State) -> Item {
    let wars = state.wars.iter().map(|(one, other)| WarRow {
        one: one.clone(),
        other: other.clone(),
        words: format!("{} and {}", party_name(one), party_name(other)),
    });
    let free_states = state.free_states.iter().map(|(name, own)| FreeStateRow {
        name: name.clone(),
        forces: own.forces,
        ships_in_pool: own.ships_in_pool,
    });
    Item::Board {
        lands: lands(scenario, state),
        cities: state.cities.iter().map(|(name, city)| city_row(name, city)).collect(),
        free_states: free_states.collect(),
        wars: wars.collect(),
        alliances: state.alliances.iter().copied().collect(),
        american_war: state.american_war,
    }
}

/// Territories that are not as the map prints them; districts that share their country's lot have no row either.
fn lands(scenario: &Scenario, state: &State) -> Vec<LandRow> {
    let rows = scenario.map.territories().filter_map(|printed| {
        let held = state.territories.get(&printed.name)?;
        let country = printed.country().filter(|country| *country != printed.name);
        let is_usual = match country {
            Some(country) => state.territories.get(country) == Some(held),
            None => matches!(held.tenure, Tenure::Home | Tenure::Neutral) && held.combination.is_none(),
        };
        (!is_usual).then(|| LandRow {
            name: printed.name.clone(),
            holder: held.holder,
            holder_name: held.holder.map_or_else(String::new, |power| power.name().to_owned()),
            tenure: held.tenure,
            combination: held.combination.clone(),
        })
    });
    rows.collect()
}

fn city_row(name: &str, city: &CityState) -> CityRow {
    CityRow {
        name: name.to_owned(),
        occupant: city.occupant.clone(),
        is_besieged: city.is_besieged,
        besieger: city.besieger.clone(),
        blockaded_by: city.blockaded_by,
        corps: city.corps.iter().map(|(power, count)| (*power, *count)).collect(),
        words: city_words(city),
    }
}

/// What is the matter in a city, in words.
pub fn city_words(city: &CityState) -> String {
    let mut words = Vec::new();
    if city.occupant != Holder::Nobody {
        let siege = if city.is_besieged { "besieged" } else { "unbesieged" };
        words.push(format!("occupied by {}, {siege}", holder_name(&city.occupant)));
    } else if city.besieger != Holder::Nobody {
        words.push(format!("besieged by {}", holder_name(&city.besieger)));
    }
    if !city.corps.is_empty() {
        let counts: Vec<_> = city.corps.iter().map(|(power, count)| format!("{} {count}", power.name())).collect();
        words.push(format!("corps there: {}", counts.join(" and ")));
    }
    if let Some(power) = city.blockaded_by {
        words.push(format!("blockaded by {}", power.name()));
    }
    if words.is_empty() { "quiet".to_owned() } else { words.join(", ") }
}

/// A holder's name in letters.
pub fn holder_name(holder: &Holder) -> String {
    match holder {
        Holder::Power(power) => power.name().to_owned(),
        Holder::Minor(name) => name.clone(),
        Holder::Nobody => "nobody".to_owned(),
    }
}

fn quarter(state: &State) -> QuarterRow {
    let quarter = &state.quarter;
    QuarterRow {
        gained: quarter.gained.clone(),
        offered: quarter.offered.clone(),
        black_sea_leave: quarter.black_sea_leave.clone(),
        was_american_war: quarter.was_american_war,
        bankrupt: quarter.bankrupt.clone(),
        is_final: quarter.is_final,
        disputes: quarter.disputes.clone(),
    }
}

fn owed(debt: &Debt) -> OwedRow {
    OwedRow {
        from: debt.from,
        from_name: debt.from.name().to_owned(),
        to: debt.to,
        to_name: debt.to.name().to_owned(),
        amount: debt.amount,
        is_formal: debt.is_formal,
        due: debt.due,
        due_title: debt.due.map_or_else(String::new, |month| month.title()),
        awaits_gm: debt.awaits_gm,
    }
}

fn history(state: &State) -> Item {
    let rows = state.history.iter().map(|end| PastRow {
        month: end.month,
        powers: end.powers.iter().map(|(power, (points, status, _))| (*power, *points, *status)).collect(),
    });
    Item::History { rows: rows.collect() }
}

fn own_of(state: &State, power: Power, own: &PowerState) -> Item {
    let is_private = |debt: &&Debt| (!debt.is_formal || debt.awaits_gm) && (debt.from == power || debt.to == power);
    let allies = Power::ALL.into_iter().filter(|other| territory::are_allies(state, power, *other));
    Item::Own {
        power,
        name: power.name().to_owned(),
        announcement: own.announcement,
        manipulation: own.manipulation,
        unplaced: own.unplaced.iter().map(unplaced).collect(),
        arriving: by_month(&own.arriving),
        returning_leaders: own.returning_leaders.iter().cloned().collect(),
        treasury_shared_with: own.treasury_shared_with.iter().copied().collect(),
        shared_names: own.treasury_shared_with.iter().map(|other| other.name().to_owned()).collect(),
        silent_windows: own.silent_windows,
        informal_debts: state.debts.iter().filter(is_private).map(owed).collect(),
        possible_transfers: allies.map(|other| other.name().to_owned()).collect(),
        last_answer: state.habits.answers.get(&power).cloned(),
    }
}

/// Reinforcements, the next first.
fn by_month(rows: &[Arrival]) -> Vec<ArrivalRow> {
    let mut rows: Vec<ArrivalRow> = rows.iter().map(arrival).collect();
    rows.sort_by_key(|row| row.month);
    rows
}

/// Reinforcements as their owner reads of them.
pub fn arrival(row: &Arrival) -> ArrivalRow {
    ArrivalRow {
        state: row.state.clone(),
        unit: row.unit,
        count: row.count,
        month: row.month,
        title: row.month.title(),
    }
}

/// Counters not yet placed, as their owner reads of them.
pub fn unplaced(row: &Unplaced) -> UnplacedRow {
    UnplacedRow {
        state: row.state.clone(),
        counter: row.counter,
        count: row.count,
        names: row.names.clone(),
        until: row.until,
        title: row.until.title(),
    }
}

/// What silence will repeat, to those whose silence it is (D2).
fn habits(scenario: &Scenario, state: &State, power: Power) -> Vec<Item> {
    let mut items = Vec::new();
    if power == Power::Britain {
        let offer = state.habits.offer.clone();
        items.extend(offer.map(|(partners, except)| Item::LastOffer { partners, except }));
        let points = scenario.tables.trade.american_peace_points;
        items.extend(state.wants_american_peace.then_some(Item::WantsAmericanPeace { points }));
    }
    if territory::straits_holder(scenario, state) == Some(power) {
        let leave = state.habits.black_sea.clone();
        items.extend(leave.map(|(partners, is_granted)| Item::LastLeave { partners, is_granted }));
    }
    items
}

fn account(state: &State, power: Power, account: &str, is_free_state: bool) -> Item {
    let ledger = &state.ledger;
    let rows = ledger.postings_of(account).map(|posting| LedgerRow {
        step: posting.rule.clone(),
        measure: posting.measure,
        change: posting.change(account, posting.measure),
        text: posting.subject.clone(),
    });
    Item::Account {
        account: account.to_owned(),
        name: if is_free_state { account.to_owned() } else { power.name().to_owned() },
        power,
        is_free_state,
        opening_money: ledger.opened_with(account, Measure::Money),
        opening_manpower: ledger.opened_with(account, Measure::Manpower),
        rows: rows.collect(),
        money: ledger.balance(account, Measure::Money),
        manpower: ledger.balance(account, Measure::Manpower),
    }
}

fn past_money(state: &State, power: Power) -> Option<Item> {
    let money = state.history.iter().filter_map(|end| Some((end.month, end.powers.get(&power)?.2)));
    let rows: Vec<_> = money.collect();
    (!rows.is_empty()).then(|| Item::PastMoney { power, name: power.name().to_owned(), rows })
}

#[cfg(test)]
mod tests;
