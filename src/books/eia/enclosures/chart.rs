//! The chart of the game so far: victory points, political status and what money the reader may know of, quarter by
//! quarter. Here is where everything stands in it; how it looks is the template's.

use serde_json::{Value, json};

use base::facts::Picture;
use kit::plot::{place, round, spread, tick_step};

use super::super::calendar::Month;
use super::super::item::Item;
use super::super::power::Power;
use super::super::scenario::Scenario;
use super::super::standing::{PastRow, PowerRow};
use super::file_date;

/// The sizes are those of a telephone: 360 units are as wide as its screen.
const WIDTH: f64 = 360.0;
/// What stands left of a plot, ticks and names of zones, has this much room.
const LEFT: f64 = 50.0;
const RIGHT: f64 = 258.0;
/// Between the edges of a plot and its lines.
const INSET: f64 = 8.0;
/// Height of a panel's plot, and from one plot to the next.
const HEIGHT: f64 = 142.0;
const PITCH: f64 = 196.0;
const FIRST_TOP: f64 = 54.0;
/// Between two labels.
const LABEL_GAP: f64 = 13.0;
/// The most quarters whose every point has its mark and every month its name.
const FEW: usize = 6;

/// A line of a panel: a power's values by quarter, and what its end is labelled with.
struct Line {
    power: Power,
    name: String,
    label: String,
    values: Vec<(Month, i64)>,
}

/// A panel before it has a place.
struct Panel {
    title: String,
    lowest: i64,
    highest: i64,
    ticks: Vec<i64>,
    bands: Vec<Band>,
    lines: Vec<Line>,
}

/// A stretch of values with a name.
struct Band {
    name: String,
    from: f64,
    to: f64,
}

/// The chart after `quarter`.
pub fn picture(scenario: &Scenario, items: &[Item], quarter: Month) -> Picture {
    let (powers, past) = (powers(items), past(items));
    let months: Vec<Month> = past.iter().map(|row| row.month).collect();
    let mut panels = vec![points(&powers, &past), status(scenario, &powers, &past)];
    panels.extend(money(items));
    let own: Vec<Power> =
        items.iter().filter_map(|item| if let Item::Own { power, .. } = item { Some(*power) } else { None }).collect();
    let is_own = |power: Power| own.len() < Power::ALL.len() && own.contains(&power);
    let alt = alt(&powers, &panels, quarter);
    let drawn: Vec<Value> = (0..).zip(&panels).map(|(place, panel)| panel.draw(place, &months, &is_own)).collect();
    let height = FIRST_TOP + PITCH * panels.len() as f64 - 24.0;
    Picture {
        name: format!("chart-{}", file_date(quarter)),
        template: "eia/chart.svg",
        data: json!({ "width": WIDTH, "height": height, "quarter": quarter.title(), "panels": drawn }),
        backdrop: None,
        alt,
        width: 1080,
    }
}

fn powers(items: &[Item]) -> Vec<&PowerRow> {
    let rows = items.iter().find_map(|item| if let Item::Powers { rows } = item { Some(rows) } else { None });
    rows.into_iter().flatten().collect()
}

fn past(items: &[Item]) -> Vec<&PastRow> {
    let rows = items.iter().find_map(|item| if let Item::History { rows } = item { Some(rows) } else { None });
    rows.into_iter().flatten().collect()
}

/// One line for each power, of what `value` takes from its past.
fn lines(
    powers: &[&PowerRow],
    past: &[&PastRow],
    label: impl Fn(&PowerRow) -> String,
    value: impl Fn(i64, u32) -> i64,
) -> Vec<Line> {
    let line = |row: &&PowerRow| {
        let of_quarter = |past: &&PastRow| {
            let (_, points, place) = past.powers.iter().find(|(power, ..)| *power == row.power)?;
            Some((past.month, value(*points, *place)))
        };
        let values: Vec<_> = past.iter().filter_map(of_quarter).collect();
        (!values.is_empty()).then(|| Line { power: row.power, name: row.name.clone(), label: label(row), values })
    };
    powers.iter().filter_map(line).collect()
}

fn points(powers: &[&PowerRow], past: &[&PastRow]) -> Panel {
    let lines = lines(powers, past, |row| row.victory_points.to_string(), |points, _| points);
    Panel::of_amounts("Victory points".to_owned(), lines)
}

fn status(scenario: &Scenario, powers: &[&PowerRow], past: &[&PastRow]) -> Panel {
    let mut bands = Vec::new();
    let mut from = 0.5;
    for zone in &scenario.tables.status {
        let to = from + zone.victory_points.len() as f64;
        bands.push(Band { name: zone.zone.clone(), from, to });
        from = to;
    }
    let highest = i64::from(scenario.tables.status_boxes());
    let lines = lines(powers, past, |row| row.box_name.clone(), |_, place| i64::from(place));
    Panel { title: "Political status".to_owned(), lowest: 0, highest: highest + 1, ticks: Vec::new(), bands, lines }
}

/// The money of the reader's powers and of those that share theirs; no panel when there is none.
fn money(items: &[Item]) -> Option<Panel> {
    let lines = items.iter().filter_map(|item| match item {
        Item::PastMoney { power, name, rows } if !rows.is_empty() => Some(Line {
            power: *power,
            name: name.clone(),
            label: rows.last().map(|(_, money)| money.to_string()).unwrap_or_default(),
            values: rows.clone(),
        }),
        _ => None,
    });
    let lines: Vec<Line> = lines.collect();
    (!lines.is_empty()).then(|| Panel::of_amounts("Money at the end of the quarter".to_owned(), lines))
}

/// What the chart shows, in words.
fn alt(powers: &[&PowerRow], panels: &[Panel], quarter: Month) -> String {
    let standing: Vec<String> =
        powers.iter().map(|row| format!("{} {} in {}", row.name, row.victory_points, row.box_name)).collect();
    let money: Vec<String> = panels
        .iter()
        .skip(2)
        .flat_map(|panel| &panel.lines)
        .map(|line| format!("{} {}", line.name, line.label))
        .collect();
    let money = if money.is_empty() { String::new() } else { format!("; money: {}", money.join(", ")) };
    format!(
        "victory points and political status of the powers by quarter; after {}: {}{money}",
        quarter.title(),
        standing.join(", "),
    )
}

impl Panel {
    fn of_amounts(title: String, lines: Vec<Line>) -> Self {
        let values = || lines.iter().flat_map(|line| &line.values).map(|(_, value)| *value);
        let (least, most) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(1));
        let step = tick_step(most - least);
        let (lowest, highest) = (least.div_euclid(step) * step, (most + step - 1).div_euclid(step) * step);
        let ticks = (lowest / step..=highest / step).map(|tick| tick * step).collect();
        Self { title, lowest, highest, ticks, bands: Vec::new(), lines }
    }

    fn draw(&self, place: u32, months: &[Month], is_own: &impl Fn(Power) -> bool) -> Value {
        let top = FIRST_TOP + PITCH * f64::from(place);
        let y = |value: f64| {
            let share = (value - self.lowest as f64) / (self.highest - self.lowest).max(1) as f64;
            round(top + HEIGHT * (1.0 - share))
        };
        let labels = spread(
            &self.lines.iter().map(|line| y(line.last() as f64)).collect::<Vec<_>>(),
            (top, top + HEIGHT),
            LABEL_GAP,
        );
        // What is drawn later lies above: the reader's own.
        let mut order: Vec<(&Line, f64)> = self.lines.iter().zip(labels).collect();
        order.sort_by_key(|(line, _)| is_own(line.power));
        let draw = |(line, label): &(&Line, f64)| line.draw(months, &y, *label, is_own(line.power));
        let lines: Vec<Value> = order.iter().map(draw).collect();
        let ticks: Vec<Value> =
            self.ticks.iter().map(|tick| json!({ "y": y(*tick as f64), "text": tick.to_string() })).collect();
        let bands: Vec<Value> = self
            .bands
            .iter()
            .map(|band| {
                let (upper, lower) = (y(band.to), y(band.from));
                json!({ "y": upper, "height": round(lower - upper), "text": band.name, "label_y": round((upper + lower) / 2.0) })
            })
            .collect();
        json!({
            "title": self.title, "top": top, "bottom": top + HEIGHT, "left": LEFT, "right": RIGHT,
            "ticks": ticks, "bands": bands, "quarters": quarters(months), "lines": lines,
        })
    }
}

impl Line {
    fn last(&self) -> i64 {
        self.values.last().map_or(0, |(_, value)| *value)
    }

    fn draw(&self, months: &[Month], y: &impl Fn(f64) -> f64, label_y: f64, is_own: bool) -> Value {
        let at = |month: Month| months.iter().position(|known| *known == month).map(|index| x(index, months.len()));
        let spots: Vec<(f64, f64)> =
            self.values.iter().filter_map(|(month, value)| Some((at(*month)?, y(*value as f64)))).collect();
        let path: Vec<String> = spots.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let every = if spots.len() > FEW { 4 } else { 1 };
        let marks: Vec<Value> = spots.iter().rev().step_by(every).map(|(x, y)| json!({ "x": x, "y": y })).collect();
        let end = spots.last().copied().unwrap_or((RIGHT, label_y));
        json!({
            "id": self.power.id(), "name": self.name, "text": self.label, "is_own": is_own, "path": path.join(" "),
            "marks": marks, "end": { "x": end.0, "y": end.1 }, "label_y": label_y,
        })
    }
}

fn x(index: usize, count: usize) -> f64 {
    place(index, count, (LEFT + INSET, RIGHT - INSET))
}

/// What stands below the quarters: each one while there are few, then the years.
fn quarters(months: &[Month]) -> Vec<Value> {
    let is_named =
        |(index, month): &(usize, &Month)| months.len() <= FEW || *index == 0 || months[index - 1].year != month.year;
    let text = |month: &Month| {
        if months.len() <= FEW { format!("{} {}", &month.title()[..3], month.year) } else { month.year.to_string() }
    };
    let all = months.iter().enumerate();
    let named: Vec<(usize, &Month)> = all.filter(is_named).collect();
    // Years stand side by side as long as there is room for their four figures.
    let every = if months.len() <= FEW { months.len().div_ceil(4).max(1) } else { named.len().div_ceil(6).max(1) };
    let shown = named.iter().rev().step_by(every).rev();
    shown.map(|(index, month)| json!({ "x": x(*index, months.len()), "text": text(month) })).collect()
}
