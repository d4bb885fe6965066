//! Where words and blocks find room: what was placed first stays, what comes later goes around it.

/// A box on paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// A box around a middle.
    pub fn around((x, y): (f64, f64), width: f64, height: f64) -> Self {
        Self { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }

    /// The middle.
    pub fn middle(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The spot of the box that is nearest to one.
    pub fn nearest(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x.clamp(self.x, self.x + self.width), y.clamp(self.y, self.y + self.height))
    }

    /// The box without a strip along each edge.
    fn without_edge(&self, strip: f64) -> Self {
        Self::around(self.middle(), self.width - 2.0 * strip, self.height - 2.0 * strip)
    }

    /// How much of a straight line lies in the box.
    pub fn length_of(&self, (from, to): Way) -> f64 {
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (start, step, low, high) in
            [(from.0, right, self.x, self.x + self.width), (from.1, down, self.y, self.y + self.height)]
        {
            if step.abs() < 1e-9 {
                if start < low || start > high {
                    return 0.0;
                }
                continue;
            }
            let (one, other) = ((low - start) / step, (high - start) / step);
            (enters, leaves) = (enters.max(one.min(other)), leaves.min(one.max(other)));
        }
        (leaves - enters).max(0.0) * right.hypot(down)
    }

    /// Whether another box stands beside this one, at least half as high on the same level, with a gap of less than this.
    pub fn is_close_beside(&self, other: &Rect, gap: f64) -> bool {
        let high = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        let apart = self.x.max(other.x) - (self.x + self.width).min(other.x + other.width);
        high > self.height.min(other.height) / 2.0 && apart < gap
    }

    fn overlap(&self, other: &Rect) -> f64 {
        let wide = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let high = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        if wide <= 0.0 || high <= 0.0 { 0.0 } else { wide * high }
    }

    fn is_within(&self, other: &Rect) -> bool {
        self.x >= other.x
            && self.y >= other.y
            && self.x + self.width <= other.x + other.width
            && self.y + self.height <= other.y + other.height
    }
}

/// A straight line from one spot to another.
pub type Way = ((f64, f64), (f64, f64));

/// Whether two straight lines cross between their ends.
pub fn do_cross(one: Way, other: Way) -> bool {
    let turn =
        |(from, to): Way, spot: (f64, f64)| (to.0 - from.0) * (spot.1 - from.1) - (to.1 - from.1) * (spot.0 - from.0);
    turn(one, other.0) * turn(one, other.1) < 0.0 && turn(other, one.0) * turn(other, one.1) < 0.0
}

/// Words stand as far as this from the edge of the paper.
const EDGE: f64 = 2.0;

/// The paper and what stands on it.
pub struct Paper {
    bounds: Rect,
    taken: Vec<Rect>,
    /// What words had better not cover, and may where there is no other room.
    spared: Vec<Rect>,
}

impl Paper {
    pub fn new(bounds: Rect) -> Self {
        Self { bounds, taken: Vec::new(), spared: Vec::new() }
    }

    pub fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// How much of a box is covered by what stands there; a great deal when it is not wholly on the paper.
    pub fn cost(&self, rect: &Rect) -> f64 {
        let off = if rect.is_within(&self.bounds) { 0.0 } else { 1e6 };
        off + self.taken.iter().map(|other| rect.overlap(other)).sum::<f64>()
    }

    /// What words had better not cover.
    pub fn spare(&mut self, rect: Rect) {
        self.spared.push(rect);
    }

    /// Takes the first of some boxes in which words cover nothing, not even what is spared.
    pub fn first_clear(&mut self, wanted: &[Rect]) -> Option<Rect> {
        let is_spared = |rect: &Rect| self.spared.iter().any(|other| rect.overlap(other) > 0.01);
        let clear = wanted.iter().find(|rect| self.is_free(rect) && !is_spared(rect)).copied()?;
        self.take(clear);
        Some(clear)
    }

    /// Takes the first of some boxes that is free for words.
    pub fn first_free(&mut self, wanted: &[Rect]) -> Option<Rect> {
        let free = wanted.iter().find(|rect| self.is_free(rect)).copied()?;
        self.take(free);
        Some(free)
    }

    fn is_free(&self, rect: &Rect) -> bool {
        rect.is_within(&self.bounds.without_edge(EDGE)) && self.cost(rect) <= 0.01
    }

    /// Takes the box that covers least; of those that cover nothing, the one which costs least beside.
    pub fn best(&mut self, wanted: &[Rect], beside: impl Fn(&Rect) -> f64) -> Option<Rect> {
        let mut best: Option<(f64, Rect)> = None;
        for rect in wanted {
            let covered = match self.cost(rect) {
                cost if cost <= 0.01 => 0.0,
                // Any covering is worse than whatever it costs beside.
                cost => 1e4 + cost * 1e2,
            };
            let is_worse = |cost: f64| best.is_some_and(|(least, _)| cost > least - 0.01);
            if is_worse(covered) {
                continue;
            }
            let cost = covered + beside(rect);
            if !is_worse(cost) {
                best = Some((cost, *rect));
            }
        }
        let (_, rect) = best?;
        self.take(rect);
        Some(rect)
    }
}

/// How wide words are in the house's condensed face, at a size.
pub fn width_of(text: &str, size: f64, is_bold: bool) -> f64 {
    let width: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.27,
            'f' | 't' | 'r' | 'I' | '(' | ')' | '/' | '-' | '1' | ' ' => 0.37,
            'm' | 'w' | 'M' | 'W' | '%' => 0.82,
            'A'..='Z' => 0.64,
            '0'..='9' => 0.575,
            _ => 0.55,
        })
        .sum();
    width * size * if is_bold { 1.15 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_later_goes_around_what_stands() {
        let mut paper = Paper::new(Rect { x: 0.0, y: 0.0, width: 100.0, height: 100.0 });
        let at = |x| Rect { x, y: 10.0, width: 10.0, height: 10.0 };
        assert_eq!(paper.first_free(&[at(5.0), at(30.0)]), Some(at(5.0)));
        assert_eq!(paper.first_free(&[at(10.0), at(30.0)]), Some(at(30.0)));
        assert_eq!(paper.first_free(&[at(10.0), at(96.0)]), None, "covered, and over the edge");
        assert_eq!(paper.first_free(&[at(89.5)]), None, "at the very edge");
        assert_eq!(paper.best(&[at(6.0), at(13.0)], |_| 0.0), Some(at(13.0)));
        assert_eq!(paper.best(&[at(60.0), at(75.0)], |rect| 80.0 - rect.x), Some(at(75.0)));
    }

    #[test]
    fn words_leave_clear_what_is_spared_as_long_as_there_is_room() {
        let mut paper = Paper::new(Rect { x: 0.0, y: 0.0, width: 100.0, height: 100.0 });
        let at = |x| Rect { x, y: 10.0, width: 10.0, height: 10.0 };
        paper.spare(at(8.0));
        assert_eq!(paper.first_clear(&[at(5.0)]), None);
        assert_eq!(paper.first_clear(&[at(5.0), at(30.0)]), Some(at(30.0)));
        assert_eq!(paper.first_free(&[at(5.0)]), Some(at(5.0)));
    }

    #[test]
    fn boxes_stand_beside_each_other_on_one_level_and_with_a_small_gap() {
        let at = |x, y| Rect { x, y, width: 10.0, height: 4.0 };
        assert!(at(0.0, 0.0).is_close_beside(&at(13.0, 1.0), 4.0));
        assert!(!at(0.0, 0.0).is_close_beside(&at(15.0, 1.0), 4.0), "too far");
        assert!(!at(0.0, 0.0).is_close_beside(&at(13.0, 3.0), 4.0), "another level");
    }

    #[test]
    fn lines_are_measured_in_boxes_and_cross_between_their_ends() {
        let rect = Rect { x: 10.0, y: 10.0, width: 10.0, height: 10.0 };
        assert_eq!(rect.length_of(((0.0, 15.0), (40.0, 15.0))), 10.0);
        assert_eq!(rect.length_of(((15.0, 15.0), (15.0, 12.0))), 3.0);
        assert_eq!(rect.length_of(((0.0, 5.0), (40.0, 5.0))), 0.0);
        let level = ((0.0, 5.0), (10.0, 5.0));
        assert!(do_cross(level, ((5.0, 0.0), (5.0, 10.0))));
        assert!(!do_cross(level, ((5.0, 0.0), (5.0, 4.0))));
        assert!(!do_cross(level, ((0.0, 5.0), (0.0, 9.0))), "two from the same spot");
    }
}
