//! The kinds of trouble that people hear of by alarms.

/// A kind of trouble, in the order in which alarms name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// The mail server's clock and this machine's do not agree.
    Clock,
    /// Orders are due, and the mailbox is not read.
    Deadline,
    /// Nothing is decided or played.
    Desk,
    /// It fills up.
    Disk,
    /// Letters are not sent any more.
    Failed,
    /// Decided letters cannot be filed away.
    Filing,
    /// Letters to a game master do not arrive.
    GameMaster,
    /// A login at a provider is about to end.
    Login,
    /// It cannot be read.
    Mailbox,
    /// Letters do not leave.
    Sending,
}

impl Trouble {
    const ALL: [Self; 10] = [
        Self::Clock,
        Self::Deadline,
        Self::Desk,
        Self::Disk,
        Self::Failed,
        Self::Filing,
        Self::GameMaster,
        Self::Login,
        Self::Mailbox,
        Self::Sending,
    ];

    /// As alarms name it, and as what was told of it is kept.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Deadline => "deadline",
            Self::Desk => "desk",
            Self::Disk => "disk",
            Self::Failed => "failed",
            Self::Filing => "filing",
            Self::GameMaster => "game-master",
            Self::Login => "login",
            Self::Mailbox => "mailbox",
            Self::Sending => "sending",
        }
    }

    /// The trouble of a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trouble| trouble.word() == word)
    }
}
