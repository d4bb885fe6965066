//! The Political Status Adjustment Step (8.6).

use super::super::item::Item;
use super::super::news::StatusRow;
use super::play::Play;

/// 8.6: every marker moves by the number of the box where it stands now, after all earlier losses (D11).
pub fn adjust(play: &mut Play) {
    let mut rows = Vec::new();
    for power in play.board().powers() {
        let Some(place) = play.board().power(power).map(|own| own.status) else { continue };
        let (from, adjustment) = {
            let here = play.scenario.tables.status(place);
            (here.name(), here.adjustment)
        };
        if adjustment == 0 {
            continue;
        }
        play.move_status(power, i64::from(adjustment));
        let to = play.board().power(power).map_or(place, |own| own.status);
        rows.push(StatusRow { power, from, adjustment, to: play.scenario.tables.status(to).name() });
    }
    play.tell_all(Item::StatusAdjusted { rows });
}
