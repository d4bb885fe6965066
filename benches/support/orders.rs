//! Orders as the five theatre commanders give them in the first sub-turn of 1861: ten lines each, in canonical words.
//! All of them stand, but for three on each sheet of the Union commander Trans-Mississippi.

/// A theatre commander and two sheets of ten orders, written by turns so that each letter changes what is on file.
pub struct Commander {
    /// The seat.
    pub seat: &'static str,
    /// The sheets.
    pub sheets: [[&'static str; 10]; 2],
}

/// The five who owe orders.
pub const COMMANDERS: &[Commander] = &[
    Commander {
        seat: "usa-east",
        sheets: [
            [
                "PP 1: enter 1 infantry at Washington",
                "PP 2: enter 1 leader at Washington",
                "PP 3: enter 1 leader at Washington",
                "PP 4-7: move McDowell to Manassas",
                "PP 8: move 1 SP from Washington to Baltimore",
                "PP 9: enter 1 infantry at Fort Monroe",
                "PP 10-11: enter 2 infantry at Washington",
                "PP 12: move 1 SP from Washington to Frederick",
                "PP 13: idle",
                "hold Butler",
            ],
            [
                "PP 1-2: enter 2 infantry at Washington",
                "PP 3: enter 1 leader at Washington",
                "PP 4: enter 1 leader at Washington",
                "PP 5: move 1 SP from Washington to Frederick",
                "PP 6: move 1 SP from Baltimore to Washington",
                "PP 7: enter 1 infantry at Baltimore",
                "PP 8: enter 1 infantry at Fort Monroe",
                "PP 9: enter 1 infantry at Washington",
                "PP 10-11: idle",
                "hold McDowell",
            ],
        ],
    },
    Commander {
        seat: "usa-west",
        sheets: [
            [
                "PP 1: enter 1 infantry at Cairo",
                "PP 2: enter 1 leader at Cincinnati",
                "PP 3: move 1 SP from Grafton to Wheeling",
                "PP 4: move 1 SP from Cairo to Paducah",
                "PP 5: enter 1 infantry at Cincinnati",
                "PP 6: enter 1 infantry at Cairo",
                "PP 7: idle",
                "PP 8: enter 1 infantry at Cairo",
                "PP 9: idle",
                "hold Rosecrans",
            ],
            [
                "PP 1-2: enter 2 infantry at Cairo",
                "PP 3: enter 1 leader at Cairo",
                "PP 4: move 1 SP from Grafton to Wheeling",
                "PP 5: idle",
                "PP 6: enter 1 infantry at Cincinnati",
                "PP 7: idle",
                "PP 8: move 1 SP from Cairo to Paducah",
                "PP 9: idle",
                "hold Grant",
                "hold Rosecrans",
            ],
        ],
    },
    Commander {
        seat: "usa-trans",
        sheets: [
            [
                "PP 1: enter 1 infantry at St Louis",
                "PP 2: enter 1 leader at St Louis",
                "PP 3-5: move Lyon to Rolla",
                "PP 6: idle",
                "hold the force at Jefferson City",
                "hold the force at Rolla",
                "hold the force at St Louis",
                "PP 1: move 1 SP from St Louis to Jefferson City",
                "PP 2: entrench the force at Rolla",
                "PP 7: enter 1 leader at St Louis",
            ],
            [
                "PP 1: enter 1 leader at St Louis",
                "PP 2: enter 1 infantry at St Louis",
                "PP 3: idle",
                "PP 4-6: entrench the force at Rolla",
                "hold Lyon",
                "hold the force at Jefferson City",
                "hold the force at St Louis",
                "PP 1: move 1 SP from St Louis to Rolla",
                "PP 6: move Lyon to Jefferson City",
                "PP 7: move 2 SP singly from St Louis to Rolla",
            ],
        ],
    },
    Commander {
        seat: "csa-east",
        sheets: [
            [
                "PP 1: enter 1 infantry at Richmond",
                "PP 2: enter 1 leader at Manassas",
                "PP 3-4: move Jackson to Winchester",
                "PP 5: move 1 SP from Manassas to Fredericksburg",
                "PP 6: enter 1 infantry at Richmond",
                "PP 7-9: entrench the force at Manassas",
                "PP 10: enter 1 infantry at Norfolk",
                "hold Longstreet",
                "hold Magruder",
                "PP 1: enter 1 infantry at Little Rock",
            ],
            [
                "PP 1-2: enter 2 infantry at Richmond",
                "PP 3: enter 1 leader at Richmond",
                "PP 4-5: move Stuart to Fredericksburg",
                "PP 6: move 1 SP from Richmond to Petersburg",
                "PP 7: enter 1 infantry at Manassas",
                "PP 8-10: entrench the force at Manassas",
                "hold Longstreet",
                "hold J. Johnston",
                "hold Magruder",
                "PP 2: enter 1 infantry at Little Rock",
            ],
        ],
    },
    Commander {
        seat: "csa-west",
        sheets: [
            [
                "PP 1: enter 1 infantry at Memphis",
                "PP 2: enter 1 leader at Nashville",
                "PP 3: enter 1 leader at Nashville",
                "PP 4: move 1 SP from Nashville to Fort Donelson",
                "PP 5: enter 1 infantry at Nashville",
                "PP 6: enter 1 infantry at Vicksburg",
                "PP 7: enter 1 infantry at Memphis",
                "PP 8: idle",
                "PP 9: idle",
                "hold Polk",
            ],
            [
                "PP 1-2: enter 2 infantry at Memphis",
                "PP 3: enter 1 leader at Memphis",
                "PP 4: enter 1 leader at Nashville",
                "PP 5: move 1 SP from Nashville to Fort Donelson",
                "PP 6: enter 1 infantry at Nashville",
                "PP 7: enter 1 infantry at Nashville",
                "PP 8: idle",
                "PP 9: idle",
                "PP 10: idle",
                "hold Polk",
            ],
        ],
    },
];
