//! The chart of a side's money over the turns: gold, paper and debt, and below them what the paper is worth. Here is where everything
//! stands in it; how it looks is the template's.

use base::facts::Picture;
use kit::plot::{place, round, spread, tick_step};
use serde_json::{Value, json};

use super::super::item::{Item, PastRow};
use super::super::side::Side;
use super::open::Open;

/// The sizes are those of a telephone: 360 units are as wide as its screen.
const WIDTH: f64 = 360.0;
/// What stands left of a plot has this much room, and what is right of it.
const LEFT: f64 = 50.0;
const RIGHT: f64 = 248.0;
/// Between the edges of a plot and its lines.
const INSET: f64 = 8.0;
/// Height of a panel's plot, and from one plot to the next.
const HEIGHT: f64 = 142.0;
const PITCH: f64 = 196.0;
const FIRST_TOP: f64 = 54.0;
/// Between two labels.
const LABEL_GAP: f64 = 13.0;
/// The most turns whose every point has its mark.
const FEW: usize = 12;
/// The most turns that are named below a plot.
const NAMED: usize = 6;

/// A line of a panel: what it is called, and its values by the place of the turn.
struct Line {
    id: &'static str,
    name: &'static str,
    values: Vec<(usize, i64)>,
}

/// The chart of a side; none where the reader is told nothing of its past turns.
pub fn picture(items: &[Item], side: Side, turn: Open<'_>) -> Option<Picture> {
    let rows = items.iter().find_map(|item| match item {
        Item::Past { side: of, rows } if of == side.name() && !rows.is_empty() => Some(rows),
        _ => None,
    })?;
    let money = [
        line("gold", "Gold", rows, |row| Some(row.gold.0.in_whole(kit::amount::Rounding::Down))),
        line("paper", "Greenbacks", rows, |row| Some(row.greenbacks.0.in_whole(kit::amount::Rounding::Down))),
        line("debt", "Debt", rows, |row| Some(row.debt.0.in_whole(kit::amount::Rounding::Down))),
    ];
    // Paper that was never there needs no line.
    let money = money.into_iter().filter(|line| line.id != "paper" || line.values.iter().any(|(_, value)| *value > 0));
    let value = line("value", "for 100 gold", rows, |row| row.value);
    let mut panels = vec![("In the treasury, and owed, Eg", money.collect::<Vec<_>>(), 0)];
    if !value.values.is_empty() {
        panels.push(("What greenbacks are worth", vec![value], 100));
    }
    let drawn: Vec<Value> = (0..).zip(&panels).map(|(at, panel)| draw(at, panel, rows)).collect();
    let height = FIRST_TOP + PITCH * panels.len() as f64 - 24.0;
    Some(Picture {
        name: turn.file(side, "money"),
        template: "cwol/chart.svg",
        data: json!({ "width": WIDTH, "height": height, "side": side.name(), "until": turn.title, "panels": drawn }),
        backdrop: None,
        alt: alt(side, &panels, turn),
        width: 1080,
    })
}

fn line(id: &'static str, name: &'static str, rows: &[PastRow], value: impl Fn(&PastRow) -> Option<i64>) -> Line {
    let values = rows.iter().enumerate().filter_map(|(at, row)| Some((at, value(row)?)));
    Line { id, name, values: values.collect() }
}

/// What the chart shows, in words.
fn alt(side: Side, panels: &[(&str, Vec<Line>, i64)], turn: Open<'_>) -> String {
    let lines = panels.iter().flat_map(|(_, lines, _)| lines);
    let now: Vec<String> = lines.map(|line| format!("{} {}", line.name.to_lowercase(), line.last())).collect();
    format!("the money of {} turn by turn; before {}: {}", side.name(), turn.title, now.join(", "))
}

fn draw(at: u32, (title, lines, least): &(&str, Vec<Line>, i64), rows: &[PastRow]) -> Value {
    let top = FIRST_TOP + PITCH * f64::from(at);
    let values = || lines.iter().flat_map(|line| &line.values).map(|(_, value)| *value);
    let (low, high) = (values().min().unwrap_or(0).min(*least), values().max().unwrap_or(0).max(least + 1));
    let step = tick_step(high - low);
    let (lowest, highest) = (low.div_euclid(step) * step, (high + step - 1).div_euclid(step) * step);
    let y = |value: i64| round(top + HEIGHT * (1.0 - (value - lowest) as f64 / (highest - lowest).max(1) as f64));
    let ticks: Vec<Value> = (lowest / step..=highest / step)
        .map(|tick| json!({ "y": y(tick * step), "text": (tick * step).to_string() }))
        .collect();
    let ends: Vec<f64> = lines.iter().map(|line| y(line.last())).collect();
    let labels = spread(&ends, (top, top + HEIGHT), LABEL_GAP);
    let lines: Vec<Value> =
        lines.iter().zip(labels).map(|(line, label_y)| line.draw(rows.len(), &y, label_y)).collect();
    json!({
        "title": title, "top": top, "bottom": top + HEIGHT, "left": LEFT, "right": RIGHT,
        "ticks": ticks, "turns": turns(rows), "lines": lines,
    })
}

/// What stands below the turns: as many as have room, the last among them.
fn turns(rows: &[PastRow]) -> Vec<Value> {
    let every = rows.len().div_ceil(NAMED).max(1);
    let named = rows.iter().enumerate().rev().step_by(every);
    named.map(|(at, row)| json!({ "x": x(at, rows.len()), "text": row.turn.to_string() })).collect()
}

fn x(at: usize, count: usize) -> f64 {
    place(at, count, (LEFT + INSET, RIGHT - INSET))
}

impl Line {
    fn last(&self) -> i64 {
        self.values.last().map_or(0, |(_, value)| *value)
    }

    fn draw(&self, count: usize, y: &impl Fn(i64) -> f64, label_y: f64) -> Value {
        let spots: Vec<(f64, f64)> = self.values.iter().map(|(at, value)| (x(*at, count), y(*value))).collect();
        let path: Vec<String> = spots.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let every = if spots.len() > FEW { 4 } else { 1 };
        let marks: Vec<Value> = spots.iter().rev().step_by(every).map(|(x, y)| json!({ "x": x, "y": y })).collect();
        let end = spots.last().copied().unwrap_or((RIGHT, label_y));
        json!({
            "id": self.id, "name": self.name, "text": self.last().to_string(), "path": path.join(" "), "marks": marks,
            "end": { "x": end.0, "y": end.1 }, "label_y": label_y,
        })
    }
}
