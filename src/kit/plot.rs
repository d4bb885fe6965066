//! Where things stand in a chart of values over time: ticks, places, and labels that do not cover each other. Knows neither what is
//! shown nor how it looks.

/// A round number that gives three to six ticks over a range.
pub fn tick_step(range: i64) -> i64 {
    let mut steps = (0..=18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    steps.find(|step| range <= step.saturating_mul(5)).unwrap_or(i64::MAX)
}

/// Labels at these heights, moved at least `gap` apart, between `top` and `bottom`.
pub fn spread(wanted: &[f64], (top, bottom): (f64, f64), gap: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut placed = wanted.to_vec();
    let mut free = top;
    for &index in &order {
        placed[index] = placed[index].max(free);
        free = placed[index] + gap;
    }
    let mut free = bottom;
    for &index in order.iter().rev() {
        placed[index] = round(placed[index].min(free));
        free = placed[index] - gap;
    }
    placed
}

/// The place of a time between `left` and `right`: the last one at the right, a single one there, too.
pub fn place(index: usize, count: usize, (left, right): (f64, f64)) -> f64 {
    let share = if count < 2 { 1.0 } else { index as f64 / (count - 1) as f64 };
    round(left + (right - left) * share)
}

/// To a tenth of a unit: finer than a pixel, and short to write.
pub fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_three_to_six_ticks_whatever_the_range() {
        for range in [3, 7, 40, 999, 12_345, 2_000_000] {
            let ticks = range / tick_step(range) + 1;
            assert!((2..=6).contains(&ticks), "{range}: {ticks}");
        }
        assert_eq!(tick_step(i64::MAX), 2_000_000_000_000_000_000);
    }

    #[test]
    fn labels_keep_apart_and_inside() {
        let placed = spread(&[10.0, 11.0, 99.0, 98.0], (0.0, 100.0), 13.0);
        let mut sorted = placed.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 12.9), "{placed:?}");
        assert!(sorted.iter().all(|y| (0.0..=100.0).contains(y)));
        assert_eq!([place(0, 3, (8.0, 18.0)), place(2, 3, (8.0, 18.0)), place(0, 1, (8.0, 18.0))], [8.0, 18.0, 18.0]);
    }
}
