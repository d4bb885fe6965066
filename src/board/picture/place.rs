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

/// The paper and what stands on it.
pub struct Paper {
    bounds: Rect,
    taken: Vec<Rect>,
}

impl Paper {
    pub fn new(bounds: Rect) -> Self {
        Self { bounds, taken: Vec::new() }
    }

    pub fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// How much of a box is covered by what stands there; a great deal when it is not wholly on the paper.
    pub fn cost(&self, rect: &Rect) -> f64 {
        let off = if rect.is_within(&self.bounds) { 0.0 } else { 1e6 };
        off + self.taken.iter().map(|other| rect.overlap(other)).sum::<f64>()
    }

    /// Takes the first of some boxes that is free.
    pub fn first_free(&mut self, wanted: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        let free = wanted.into_iter().find(|rect| self.cost(rect) <= 0.01)?;
        self.take(free);
        Some(free)
    }

    /// Takes the first of some boxes that is free, else the one of which least is covered.
    pub fn best(&mut self, wanted: &[Rect]) -> Option<Rect> {
        let mut best: Option<(f64, Rect)> = None;
        for rect in wanted {
            let cost = self.cost(rect);
            if best.is_none_or(|(least, _)| cost < least - 0.01) {
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
        assert_eq!(paper.first_free([at(5.0), at(30.0)]), Some(at(5.0)));
        assert_eq!(paper.first_free([at(10.0), at(30.0)]), Some(at(30.0)));
        assert_eq!(paper.first_free([at(10.0), at(96.0)]), None, "covered, and over the edge");
        assert_eq!(paper.best(&[at(6.0), at(13.0)]), Some(at(13.0)));
    }
}
