-- What delivery reports said of letters that our mail server had taken. The report itself is a letter of the ledger.
CREATE TABLE delivery (
    letter INTEGER PRIMARY KEY REFERENCES letter (id),
    outbox INTEGER NOT NULL REFERENCES outbox (id),
    player TEXT NOT NULL,
    at INTEGER NOT NULL,
    fate TEXT NOT NULL CHECK (fate IN ('failed', 'delayed', 'arrived')),
    status TEXT
) STRICT;
CREATE INDEX delivery_failed ON delivery (player, at) WHERE fate = 'failed';
CREATE INDEX outbox_failed ON outbox (player, id) WHERE state = 'failed';

-- Of whom the game masters were warned in a phase: that he may not be reached.
CREATE TABLE reach_warning (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (game, number, player)
) STRICT, WITHOUT ROWID;

-- Letters that wait for the operator or a game master after a backup was restored.
CREATE TABLE review (
    outbox INTEGER PRIMARY KEY REFERENCES outbox (id)
) STRICT;

-- Trouble of the machine that was told and is not over.
CREATE TABLE alarm (
    kind TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    told INTEGER NOT NULL
) STRICT;

-- Raw letters of games that are long over may be emptied; their hash stays, and what is kept is never changed.
DROP TRIGGER raw_stays;
CREATE TRIGGER raw_stays BEFORE UPDATE ON raw
WHEN new.sha256 <> old.sha256 OR (new.bytes <> old.bytes AND length(new.bytes) > 0)
BEGIN SELECT RAISE(ABORT, 'raw letters are never changed'); END;
CREATE TRIGGER raw_is_known BEFORE DELETE ON raw BEGIN SELECT RAISE(ABORT, 'raw letters are never forgotten'); END;
