//! The Manipulation Step (8.4): what an occupied capital costs, economic manipulation (option 12.5), removed leaders.

use super::super::item::Item;
use super::super::order::Act;
use super::super::power::Power;
use super::board::Board;
use super::legality::{self, Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// 8.4.1: political points for national capitals that hold unbesieged enemies, each of Russia's by itself.
pub fn lose_capitals(play: &mut Play) {
    for power in play.board().powers() {
        let lost: Vec<String> = play.board().lost_capitals(power).into_iter().map(str::to_owned).collect();
        for city in lost {
            let table = play.scenario.tables.capitals_of(power);
            let points = table.iter().find(|capital| capital.city == city).map_or(0, |capital| capital.loss);
            play.move_status(power, -i64::from(points));
            play.tell_all(Item::CapitalLost { power, city, points });
        }
    }
}

/// 8.4.2: the level for the next collection; silence sets 0, and so does an occupied capital (8.4.1, D2).
pub fn set_levels(play: &mut Play) {
    for power in play.board().powers() {
        let line = play.single(power, &[Kind::Manipulation]);
        let ordered = line.and_then(|line| match line.order.act {
            Act::Manipulate { level } => Some(level),
            _ => None,
        });
        let level = ordered.unwrap_or(0);
        let row = play.scenario.tables.manipulation(power, level).copied();
        if let Some(own) = play.state.powers.get_mut(&power) {
            own.manipulation = level;
        }
        let Some(row) = row.filter(|_| ordered.is_some()) else { continue };
        play.move_status(power, row.points);
        let item = Item::Manipulated { power, level, money: row.money, manpower: row.manpower, points: row.points };
        play.tell(power, item);
    }
}

/// 8.4.3: whether leaders removed by a peace condition may return: surely for political points, else by a die (D9).
pub fn return_leaders(play: &mut Play) {
    for power in play.board().powers() {
        let lines = play.permitted(power, &[Kind::Leader]);
        let paid = lines.into_iter().filter_map(|line| match line.order.act {
            Act::ReturnLeader { name, pays: true } => Some(name),
            _ => None,
        });
        let paid: Vec<String> = paid.collect();
        for name in may_come(&play.board(), power) {
            let is_paid = paid.contains(&name);
            return_leader(play, power, name, is_paid);
        }
    }
}

/// The leaders who have been away long enough (D9).
fn may_come(board: &Board<'_>, power: Power) -> Vec<String> {
    let months = board.scenario.tables.leaders.months;
    let removed = board.power(power).into_iter().flat_map(|own| &own.removed_leaders);
    removed.filter(|(_, since)| since.after(months) <= board.state.month).map(|(name, _)| name.clone()).collect()
}

fn return_leader(play: &mut Play, power: Power, name: String, is_paid: bool) {
    let table = &play.scenario.tables.leaders;
    let (points, sides, returns_from) = (i64::from(table.points), table.die_sides, table.returns_from);
    let die = (!is_paid).then(|| play.dice.roll(&format!("return of {name}"), sides));
    let throws = play.throws(usize::from(die.is_some()));
    let returns = die.is_none_or(|die| die >= returns_from);
    if is_paid {
        play.move_status(power, -points);
    }
    if let Some(own) = play.state.powers.get_mut(&power).filter(|_| returns) {
        own.removed_leaders.remove(&name);
        own.returning_leaders.insert(name.clone());
    }
    play.tell_all(Item::LeaderReturn { power, name, is_paid, die, returns, throws });
}

/// Option 12.5 in play, a level of the power's card, no capital lost.
pub fn may_manipulate(board: &Board<'_>, power: Power, level: i32) -> Verdict {
    require(board.scenario.campaign.options.manipulation || level == 0, || {
        Bar::lasting("Economic manipulation (option 12.5) is not in play in this game.", "8.4.2")
    })?;
    require(board.scenario.tables.manipulation(power, level).is_some(), || {
        let levels = board.scenario.tables.manipulation.get(&power).into_iter().flatten();
        let levels: Vec<_> = levels.map(|row| format!("{:+}", row.level)).collect();
        let bar = Bar::lasting(format!("{} has no level {level:+} of manipulation.", power.name()), "8.4.2");
        bar.hint(format!("The levels are {}.", legality::words(&levels)))
    })?;
    let lost = board.lost_capitals(power);
    require(lost.is_empty() || level == 0, || {
        let bar = Bar::now(format!("{} is occupied without siege: 0 must be set.", lost.join(" and ")), "8.4.1");
        bar.hint("\"Manipulation 0\" stands.")
    })?;
    let price = board.scenario.tables.manipulation(power, level).map_or(0, |row| -row.points);
    let price = u32::try_from(price).unwrap_or(0);
    if price == 0 { Ok(()) } else { legality::can_pay(board, power, price, "8.4.2") }
}

/// 8.4.3: a leader removed by a peace condition, long enough ago; whoever pays for him can.
pub fn may_return(board: &Board<'_>, power: Power, name: &str, pays: bool) -> Verdict {
    let removed = board.power(power).map(|own| own.removed_leaders.clone()).unwrap_or_default();
    let Some(since) = removed.get(name) else {
        let bar = Bar::now(format!("{name} is not among the removed leaders of {}.", power.name()), "8.4.3");
        let names: Vec<_> = removed.into_keys().collect();
        return Err(bar.hint(format!("Removed are: {}.", legality::words(&names))));
    };
    let from = since.after(board.scenario.tables.leaders.months);
    require(from <= board.state.month, || {
        Bar::now(format!("{name} may not return before {}.", from.title()), "8.4.3")
    })?;
    if pays { legality::can_pay(board, power, board.scenario.tables.leaders.points, "8.4.3") } else { Ok(()) }
}
