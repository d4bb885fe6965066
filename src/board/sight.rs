//! Whether one hex can be seen from another when some hexes stop the view.
//! The caller says what each hex does to the view; range is the caller's affair too.

use super::hex::Hex;

/// What a hex between two others does to the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The view passes.
    Open,
    /// The view passes, but reaches one hex beyond at most.
    Gap,
    /// The view ends here.
    Blocked,
}

/// Whether the view runs from one hex to another: along some shortest path none of the hexes between stops it.
/// The two end hexes are never asked about. A hex does not hide from its neighbours or from itself.
pub fn sees_through(from: Hex, to: Hex, screen: impl Fn(Hex) -> Screen) -> bool {
    let distance = from.distance(to);
    let mut front = vec![from];
    for left in (1..distance).rev() {
        front = next_ring(&front, to, left);
        front.retain(|hex| lets_through(screen(*hex), left));
        if front.is_empty() {
            return false;
        }
    }
    true
}

/// The hexes one step on from the front that are `left` steps from the goal.
fn next_ring(front: &[Hex], to: Hex, left: u32) -> Vec<Hex> {
    let mut ring: Vec<Hex> =
        front.iter().flat_map(|hex| hex.neighbours()).filter(|hex| hex.distance(to) == left).collect();
    ring.sort_unstable();
    ring.dedup();
    ring
}

/// A gap may only be the last hex before the goal.
fn lets_through(screen: Screen, left: u32) -> bool {
    match screen {
        Screen::Open => true,
        Screen::Gap => left == 1,
        Screen::Blocked => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hex(id: &str) -> Hex {
        id.parse().expect("a hex")
    }

    /// Terrain of column 10, north to south from row 10: `M` mountain, `G` gap, `.` open. All else is mountain.
    fn column(terrain: &'static str) -> impl Fn(Hex) -> Screen {
        move |at| match (at.column(), terrain.as_bytes().get(usize::from(at.row()) - 10)) {
            (10, Some(b'.')) => Screen::Open,
            (10, Some(b'G')) => Screen::Gap,
            _ => Screen::Blocked,
        }
    }

    #[test]
    fn c4_4d_a_mountain_between_stops_the_view() {
        assert!(!sees_through(hex("1010"), hex("1012"), column(".M.")));
        assert!(sees_through(hex("1010"), hex("1012"), column("...")));
    }

    #[test]
    fn c4_4d_the_mountain_itself_and_any_neighbour_are_seen() {
        assert!(sees_through(hex("1010"), hex("1011"), column("MM")));
        assert!(sees_through(hex("1010"), hex("1012"), column("..M")));
        assert!(sees_through(hex("1010"), hex("1010"), column("M")));
    }

    #[test]
    fn c4_4e_across_a_gap_one_hex_is_seen_and_the_next_is_not() {
        let ground = column(".G..");
        assert!(sees_through(hex("1010"), hex("1011"), &ground));
        assert!(sees_through(hex("1010"), hex("1012"), &ground));
        assert!(!sees_through(hex("1010"), hex("1013"), &ground));
    }

    #[test]
    fn c4_4e_a_gap_farther_off_still_shows_one_hex_beyond() {
        assert!(sees_through(hex("1010"), hex("1013"), column("..G.")));
        assert!(!sees_through(hex("1010"), hex("1014"), column("..G..")));
    }

    #[test]
    fn c4_4e_two_gaps_in_a_row_stop_the_view() {
        assert!(!sees_through(hex("1010"), hex("1013"), column(".GG.")));
    }

    #[test]
    fn the_view_bends_round_a_mountain_when_another_shortest_path_is_open() {
        let peaks =
            |blocked: &[&str]| {
                let blocked: Vec<Hex> = blocked.iter().map(|id| hex(id)).collect();
                sees_through(hex("1010"), hex("1112"), |at| {
                    if blocked.contains(&at) { Screen::Blocked } else { Screen::Open }
                })
            };
        assert!(peaks(&["1111"]));
        assert!(peaks(&["1011"]));
        assert!(!peaks(&["1011", "1111"]));
    }

    #[test]
    fn the_view_must_not_leave_the_shortest_paths() {
        let ridge = |at: Hex| {
            if at.row() == 11 { Screen::Blocked } else { Screen::Open }
        };
        assert!(!sees_through(hex("1010"), hex("1012"), ridge));
    }

    proptest! {
        #[test]
        fn open_ground_hides_nothing_and_gaps_see_both_ways(a in (10u16..20, 10u16..20), b in (10u16..20, 10u16..20)) {
            let (a, b) = (Hex::new(a.0, a.1).expect("a hex"), Hex::new(b.0, b.1).expect("a hex"));
            prop_assert!(sees_through(a, b, |_| Screen::Open));
            prop_assert_eq!(sees_through(a, b, |_| Screen::Gap), a.distance(b) <= 2);
            prop_assert_eq!(sees_through(a, b, |_| Screen::Blocked), a.distance(b) <= 1);
        }
    }
}
