//! Months and the mail windows of an Economic Phase. Knows no state and no orders.

use serde::{Deserialize, Serialize};

/// A month of a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Month {
    /// The year ("1805").
    pub year: u16,
    /// From 1 (January) to 12 (December).
    pub month: u8,
}

/// The names of the months, January first.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const MONTHS_A_QUARTER: u16 = 3;

impl Month {
    /// The month so many months later.
    pub fn after(self, months: u16) -> Month {
        let count = u16::from(self.month) - 1 + months;
        Month { year: self.year + count / 12, month: u8::try_from(count % 12 + 1).unwrap_or(1) }
    }

    /// The month a quarter later.
    pub fn next_quarter(self) -> Month {
        self.after(MONTHS_A_QUARTER)
    }

    /// The month before.
    pub fn before(self) -> Month {
        match self.month {
            0 | 1 => Month { year: self.year.saturating_sub(1), month: 12 },
            month => Month { month: month - 1, ..self },
        }
    }

    /// The name and the year ("March 1805").
    pub fn title(self) -> String {
        format!("{} {}", MONTHS[usize::from(self.month.clamp(1, 12)) - 1], self.year)
    }
}

/// A stretch of the game that ends with one deadline (D2). Between two Economic Phases the board game goes on elsewhere: the
/// game master mails what changed (`Board`), everybody may correct the sheet (`Sheet`), then the five windows follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A month on the board: the GM enters what happened (D1).
    Board,
    /// Corrections of the sheet before an Economic Phase (D1).
    Sheet,
    /// W1, steps 8.1 and the British offer.
    Offer,
    /// W2, the answers to the offer and the collection.
    Answer,
    /// W3, steps 8.3 and 8.4.
    Lending,
    /// W4, steps 8.5 to 8.7.
    Spending,
    /// W5, steps 8.8 to 8.11.
    Ceding,
}

impl Stage {
    /// The kind of phase, which a timetable gives its rhythm ("lending").
    pub fn kind(self) -> &'static str {
        match self {
            Stage::Board => "board",
            Stage::Sheet => "sheet",
            Stage::Offer => "offer",
            Stage::Answer => "answer",
            Stage::Lending => "lending",
            Stage::Spending => "spending",
            Stage::Ceding => "ceding",
        }
    }

    /// The stage of a kind of phase.
    pub fn of_kind(kind: &str) -> Option<Stage> {
        use Stage::{Answer, Board, Ceding, Lending, Offer, Sheet, Spending};
        [Board, Sheet, Offer, Answer, Lending, Spending, Ceding].into_iter().find(|stage| stage.kind() == kind)
    }

    /// The name of the window in letters ("W3 lending"); the board's and the sheet's are no windows.
    pub fn title(self) -> &'static str {
        match self {
            Stage::Board => "board",
            Stage::Sheet => "state sheet",
            Stage::Offer => "W1 offer",
            Stage::Answer => "W2 answers",
            Stage::Lending => "W3 lending",
            Stage::Spending => "W4 spending",
            Stage::Ceding => "W5 ceding",
        }
    }
}
