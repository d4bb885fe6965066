//! The tables of players' lines, and what each is held to.

/// Where the lines of a table are read.
#[derive(Clone, Copy)]
pub(super) enum Book {
    CivilWar,
    Eia,
}

/// A table and what it is held to. The numbers may only become better.
pub(super) struct Held {
    pub name: &'static str,
    pub table: &'static str,
    pub book: Book,
    /// Rows of which most stand otherwise than they were meant.
    pub most_misread: usize,
    /// Rows of kind `order` and `either` that are at least read right, or answered with what was meant.
    pub least_helped: usize,
}

/// All of them.
pub(super) const TABLES: &[Held] = &[
    Held {
        name: "civil-war",
        table: include_str!("../../../tests/reading/players/civil-war.tsv"),
        book: Book::CivilWar,
        most_misread: 13,
        least_helped: 132,
    },
    Held {
        name: "civil-war-blind",
        table: include_str!("../../../tests/reading/players/civil-war-blind.tsv"),
        book: Book::CivilWar,
        most_misread: 14,
        least_helped: 230,
    },
    Held {
        name: "civil-war-last",
        table: include_str!("../../../tests/reading/players/civil-war-last.tsv"),
        book: Book::CivilWar,
        most_misread: 1,
        least_helped: 82,
    },
    Held {
        name: "eia",
        table: include_str!("../../../tests/reading/players/eia.tsv"),
        book: Book::Eia,
        most_misread: 1,
        least_helped: 325,
    },
    Held {
        name: "eia-blind",
        table: include_str!("../../../tests/reading/players/eia-blind.tsv"),
        book: Book::Eia,
        most_misread: 11,
        least_helped: 300,
    },
    Held {
        name: "eia-last",
        table: include_str!("../../../tests/reading/players/eia-last.tsv"),
        book: Book::Eia,
        most_misread: 3,
        least_helped: 93,
    },
    Held {
        name: "civil-war-letters",
        table: include_str!("../../../tests/reading/players/civil-war-letters.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 144,
    },
    Held {
        name: "eia-letters",
        table: include_str!("../../../tests/reading/players/eia-letters.tsv"),
        book: Book::Eia,
        most_misread: 0,
        least_helped: 158,
    },
    Held {
        name: "civil-war-words",
        table: include_str!("../../../tests/reading/players/civil-war-words.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 52,
    },
    Held {
        name: "eia-words",
        table: include_str!("../../../tests/reading/players/eia-words.tsv"),
        book: Book::Eia,
        most_misread: 0,
        least_helped: 44,
    },
    Held {
        name: "civil-war-fresh",
        table: include_str!("../../../tests/reading/players/civil-war-fresh.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 25,
    },
    Held {
        name: "eia-fresh",
        table: include_str!("../../../tests/reading/players/eia-fresh.tsv"),
        book: Book::Eia,
        most_misread: 2,
        least_helped: 19,
    },
    Held {
        name: "civil-war-second",
        table: include_str!("../../../tests/reading/players/civil-war-second.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 9,
    },
    Held {
        name: "eia-second",
        table: include_str!("../../../tests/reading/players/eia-second.tsv"),
        book: Book::Eia,
        most_misread: 0,
        least_helped: 5,
    },
    Held {
        name: "civil-war-limits",
        table: include_str!("../../../tests/reading/players/civil-war-limits.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 54,
    },
    Held {
        name: "eia-limits",
        table: include_str!("../../../tests/reading/players/eia-limits.tsv"),
        book: Book::Eia,
        most_misread: 0,
        least_helped: 58,
    },
    Held {
        name: "civil-war-phone",
        table: include_str!("../../../tests/reading/players/civil-war-phone.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 55,
    },
    Held {
        name: "eia-phone",
        table: include_str!("../../../tests/reading/players/eia-phone.tsv"),
        book: Book::Eia,
        most_misread: 0,
        least_helped: 63,
    },
    Held {
        name: "civil-war-everyday",
        table: include_str!("../../../tests/reading/players/civil-war-everyday.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 53,
    },
    Held {
        name: "eia-everyday",
        table: include_str!("../../../tests/reading/players/eia-everyday.tsv"),
        book: Book::Eia,
        most_misread: 0,
        least_helped: 54,
    },
    Held {
        name: "civil-war-taken-back",
        table: include_str!("../../../tests/reading/players/civil-war-taken-back.tsv"),
        book: Book::CivilWar,
        most_misread: 3,
        least_helped: 27,
    },
    Held {
        name: "eia-taken-back",
        table: include_str!("../../../tests/reading/players/eia-taken-back.tsv"),
        book: Book::Eia,
        most_misread: 0,
        least_helped: 26,
    },
    Held {
        name: "civil-war-stranger",
        table: include_str!("../../../tests/reading/players/civil-war-stranger.tsv"),
        book: Book::CivilWar,
        most_misread: 2,
        least_helped: 106,
    },
    Held {
        name: "civil-war-kin",
        table: include_str!("../../../tests/reading/players/civil-war-kin.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 65,
    },
    Held {
        name: "civil-war-again",
        table: include_str!("../../../tests/reading/players/civil-war-again.tsv"),
        book: Book::CivilWar,
        most_misread: 0,
        least_helped: 60,
    },
];
