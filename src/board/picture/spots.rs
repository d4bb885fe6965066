//! Spots for words beside what they name, and which of them is taken.

use super::place::{Paper, Rect};

/// How many times as far from its town as usual a great name may stand.
pub const APART: [f64; 5] = [1.3, 1.6, 2.0, 2.5, 3.0];

/// A name this close beside a block is read as the block's.
const CLOSE: f64 = 4.0;

/// Boxes of an extent beside another, so many times as far as close to it: below, above, to the right, to the left, aslant.
pub fn beside(block: &Rect, (width, height): (f64, f64), times: f64) -> Vec<Rect> {
    let (x, y) = block.middle();
    let right = (block.width / 2.0 + width / 2.0 + 2.2) * times;
    let down = (block.height / 2.0 + height / 2.0 + 0.4) * times;
    let spots = [
        (x, y + down),
        (x, y - down),
        (x + right, y),
        (x - right, y),
        (x + right * 0.6, y + down),
        (x - right * 0.6, y + down),
        (x + right * 0.6, y - down),
        (x - right * 0.6, y - down),
    ];
    spots.map(|at| Rect::around(at, width, height)).to_vec()
}

/// Takes a spot for the name of a town, of those near it before those apart. One beside a block that stands elsewhere would say
/// of that block that it is in the town: it is taken where there is no other.
pub fn take_spot(paper: &mut Paper, (near, apart): (&[Rect], &[Rect]), foreign: &[Rect]) -> Option<Rect> {
    let is_misread = |spot: &&Rect| foreign.iter().any(|block| block.is_close_beside(spot, CLOSE));
    let [honest_near, honest_apart] =
        [near, apart].map(|spots| spots.iter().filter(|spot| !is_misread(spot)).copied().collect::<Vec<Rect>>());
    let clear = [&honest_near[..], &honest_apart, near, apart].into_iter().find_map(|spots| paper.first_clear(spots));
    clear.or_else(|| paper.first_free(near)).or_else(|| paper.first_free(apart))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_does_not_stand_beside_a_block_of_another_place_where_there_is_another_spot() {
        let page = Rect { x: 0.0, y: 0.0, width: 200.0, height: 100.0 };
        let spot = |x, y| Rect { x, y, width: 30.0, height: 6.0 };
        let foreign = Rect { x: 72.0, y: 39.0, width: 10.0, height: 8.0 };
        let near = [spot(40.0, 40.0), spot(40.0, 60.0)];
        assert_eq!(take_spot(&mut Paper::new(page), (&near, &[]), &[]), Some(near[0]));
        assert_eq!(take_spot(&mut Paper::new(page), (&near, &[]), &[foreign]), Some(near[1]));
        assert_eq!(
            take_spot(&mut Paper::new(page), (&near[..1], &[spot(40.0, 80.0)]), &[foreign]),
            Some(spot(40.0, 80.0))
        );
        assert_eq!(take_spot(&mut Paper::new(page), (&near[..1], &[]), &[foreign]), Some(near[0]), "no other spot");
    }
}
