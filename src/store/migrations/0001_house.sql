-- Times are epoch seconds. JSON is TEXT. What is history has triggers that refuse to change it.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE mailbox (
    name TEXT PRIMARY KEY,
    polled INTEGER NOT NULL
) STRICT;

-- Letters as they came.

CREATE TABLE raw (
    sha256 TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE player (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    zone TEXT,
    code_counter INTEGER NOT NULL
) STRICT;

CREATE TABLE address (
    address TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    place INTEGER NOT NULL,
    UNIQUE (player, place)
) STRICT;

CREATE TABLE wrong_code (
    player TEXT NOT NULL REFERENCES player (id),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_code_player ON wrong_code (player, at);

-- `verdict` is the first and stays; `settled` is what became of a letter that waited; `fate` is the word of the last.
CREATE TABLE letter (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    mailbox TEXT NOT NULL,
    validity INTEGER NOT NULL,
    uid TEXT NOT NULL,
    arrived INTEGER NOT NULL,
    size INTEGER NOT NULL,
    is_truncated INTEGER NOT NULL,
    raw TEXT NOT NULL REFERENCES raw (sha256),
    attempts INTEGER NOT NULL DEFAULT 0,
    canon TEXT,
    message_id TEXT,
    writer TEXT,
    game TEXT,
    verdict TEXT,
    settled TEXT,
    fate TEXT,
    was_held INTEGER NOT NULL DEFAULT 0,
    UNIQUE (mailbox, validity, uid)
) STRICT;
CREATE INDEX letter_undecided ON letter (arrived, id) WHERE verdict IS NULL;
CREATE INDEX letter_canon ON letter (canon) WHERE canon IS NOT NULL;
CREATE INDEX letter_waiting_writer ON letter (writer) WHERE fate IN ('held', 'late');
CREATE INDEX letter_waiting_game ON letter (game) WHERE fate IN ('held', 'late');
CREATE INDEX letter_held ON letter (writer, arrived) WHERE was_held = 1;

-- Games.

CREATE TABLE document (
    sha256 TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE game (
    id TEXT PRIMARY KEY,
    book TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES document (sha256),
    timetable TEXT NOT NULL,
    status TEXT NOT NULL,
    holds_reports INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX game_status ON game (status, id);

CREATE TABLE seat (
    game TEXT NOT NULL REFERENCES game (id),
    seat TEXT NOT NULL,
    place INTEGER NOT NULL,
    spec TEXT NOT NULL,
    holder TEXT REFERENCES player (id),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_holder ON seat (holder, game) WHERE holder IS NOT NULL;

CREATE TABLE game_master (
    game TEXT NOT NULL REFERENCES game (id),
    player TEXT NOT NULL REFERENCES player (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_master_player ON game_master (player, game);

CREATE TABLE phase (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    plan TEXT NOT NULL,
    opened INTEGER NOT NULL,
    deadline INTEGER NOT NULL,
    forced_at INTEGER NOT NULL,
    secret TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    PRIMARY KEY (game, number, revision)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX phase_open ON phase (game) WHERE state = 'open';

-- Every revision of every sheet; the one in force has the highest.
CREATE TABLE sheet (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    revision INTEGER NOT NULL,
    arrived INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, number, seat, revision),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
    game TEXT NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    phase INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    input TEXT NOT NULL,
    state TEXT NOT NULL,
    hash TEXT NOT NULL,
    rolls TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT;

-- Facts of the end of a phase; a later row adds to the news and replaces what stands.
CREATE TABLE facts (
    game TEXT NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL,
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    news TEXT NOT NULL,
    standing TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT;
CREATE INDEX facts_phase ON facts (game, number, revision, seq);

CREATE TABLE reminder (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    PRIMARY KEY (game, number, seat, minutes)
) STRICT, WITHOUT ROWID;

-- Letters to send.

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL UNIQUE,
    message_id TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL REFERENCES player (id),
    game TEXT,
    phase INTEGER NOT NULL,
    recipient TEXT NOT NULL,
    bytes BLOB NOT NULL,
    is_held INTEGER NOT NULL,
    is_burnt INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    resends INTEGER NOT NULL DEFAULT 0,
    next_try INTEGER NOT NULL DEFAULT 0,
    reply TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (id) WHERE state = 'pending' AND is_held = 0;
CREATE INDEX outbox_sending ON outbox (id) WHERE state = 'sending';
CREATE INDEX outbox_held ON outbox (game) WHERE is_held = 1;

-- Each row's hash covers its text and the hash of the row before.
CREATE TABLE journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT,
    player TEXT,
    at INTEGER NOT NULL,
    act TEXT NOT NULL,
    reason TEXT,
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX journal_game ON journal (game, seq);

CREATE TRIGGER raw_stays BEFORE UPDATE ON raw BEGIN SELECT RAISE(ABORT, 'raw letters are never changed'); END;
CREATE TRIGGER step_stays BEFORE UPDATE ON step BEGIN SELECT RAISE(ABORT, 'steps are never changed'); END;
CREATE TRIGGER step_is_kept BEFORE DELETE ON step BEGIN SELECT RAISE(ABORT, 'steps are never deleted'); END;
CREATE TRIGGER facts_stay BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts are never changed'); END;
CREATE TRIGGER sheet_stays BEFORE UPDATE ON sheet BEGIN SELECT RAISE(ABORT, 'sheets are never changed'); END;
CREATE TRIGGER sheet_is_kept BEFORE DELETE ON sheet BEGIN SELECT RAISE(ABORT, 'sheets are never deleted'); END;
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is never cut'); END;
CREATE TRIGGER verdict_stays BEFORE UPDATE OF verdict ON letter WHEN old.verdict IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a letter is decided once'); END;
CREATE TRIGGER bytes_stay BEFORE UPDATE OF purpose, message_id, recipient, bytes ON outbox
BEGIN SELECT RAISE(ABORT, 'letters in the outbox are frozen'); END;
