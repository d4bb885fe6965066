//! Dates, times of day and numbers in a line of text, by their figures alone. Knows no language.

/// A year of ours, a time of day or a date in figures somewhere.
pub(super) fn has_date(text: &str) -> bool {
    let mut before: [Option<Run>; 2] = [None, None];
    for run in digit_runs(text) {
        let is_year = run.len() == 4 && matches!(run.value, 1990..=2099);
        let [first, second] = &before;
        let is_clock = second.as_ref().is_some_and(|hour| is_clock(text, hour, &run));
        let three = first.as_ref().zip(second.as_ref());
        if is_year || is_clock || three.is_some_and(|(first, second)| is_figures(text, first, second, &run)) {
            return true;
        }
        let [_, second] = before;
        before = [second, Some(run)];
    }
    false
}

/// `13:33`
fn is_clock(text: &str, hour: &Run, minute: &Run) -> bool {
    hour.len() <= 2
        && minute.len() == 2
        && matches!(&text[hour.end..minute.start], ":" | "." | "h")
        && hour.value < 24
        && minute.value < 60
}

/// `20.11.26`
fn is_figures(text: &str, first: &Run, second: &Run, third: &Run) -> bool {
    let gap = text[first.end..second.start].trim();
    matches!(gap, "/" | "-" | ".") && gap == text[second.end..third.start].trim()
}

/// How many numbers stand in a text.
pub(super) fn count_numbers(text: &str) -> usize {
    digit_runs(text).count()
}

/// Digits that stand together.
struct Run {
    start: usize,
    end: usize,
    value: u32,
}

impl Run {
    fn len(&self) -> usize {
        self.end - self.start
    }
}

fn digit_runs(text: &str) -> impl Iterator<Item = Run> {
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + bytes[from..].iter().position(u8::is_ascii_digit)?;
        let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit());
        let (mut end, mut value) = (start, 0u32);
        for digit in digits {
            end += 1;
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        }
        from = end;
        Some(Run { start, end, value })
    })
}

/// `2013/7/20` and the like.
pub(super) fn starts_with_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() > 8
        && bytes[..4].iter().all(u8::is_ascii_digit)
        && matches!(bytes[4], b'-' | b'/')
        && bytes[5].is_ascii_digit()
}

/// A text that begins with a digit and has a date.
pub(super) fn starts_with_date(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && has_date(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_times_and_dates_in_figures_are_dates() {
        for text in ["in 2026", "at 13:33", "um 13.33", "13h05", "20/11/26", "20. 11. 26", "1-2-3"] {
            assert!(has_date(text), "{text}");
        }
    }

    #[test]
    fn numbers_alone_are_no_date() {
        for text in ["PP 1-3: enter 3 infantry", "1861", "24:00", "13:5", "1/2-3", "a", ""] {
            assert!(!has_date(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_counted_however_long() {
        assert_eq!(count_numbers("Sam kirjoitti 20.11.2026 klo 13.33:"), 5);
        assert_eq!(count_numbers("99999999999999999999"), 1);
    }
}
