-- What letters look up lies close together, whichever games they are of.

-- The bytes of letters to send lie apart: whoever asks about a letter need not walk over them, nor whoever notes how it fares
-- write them again.
CREATE TABLE frozen (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id),
    bytes BLOB NOT NULL
) STRICT;
INSERT INTO frozen (letter, bytes) SELECT id, bytes FROM outbox ORDER BY id;
DROP TRIGGER bytes_stay;
ALTER TABLE outbox DROP COLUMN bytes;
CREATE TRIGGER address_stays BEFORE UPDATE OF purpose, message_id, recipient ON outbox
BEGIN SELECT RAISE(ABORT, 'letters in the outbox are frozen'); END;
CREATE TRIGGER bytes_stay BEFORE UPDATE ON frozen
BEGIN SELECT RAISE(ABORT, 'letters in the outbox are frozen'); END;

-- Sheets in the order in which they came, and not among those of their games.
CREATE TABLE sheet_by_arrival (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    phase_revision INTEGER NOT NULL,
    seat TEXT NOT NULL,
    revision INTEGER NOT NULL,
    arrived INTEGER NOT NULL,
    lines TEXT NOT NULL,
    seal TEXT,
    UNIQUE (game, number, phase_revision, seat, revision),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat)
) STRICT;
INSERT INTO sheet_by_arrival (game, number, phase_revision, seat, revision, arrived, lines, seal)
    SELECT game, number, phase_revision, seat, revision, arrived, lines, seal FROM sheet
    ORDER BY arrived, game, number, phase_revision, seat, revision;
DROP TABLE sheet;
ALTER TABLE sheet_by_arrival RENAME TO sheet;
CREATE TRIGGER sheet_stays BEFORE UPDATE ON sheet BEGIN SELECT RAISE(ABORT, 'sheets are never changed'); END;
CREATE TRIGGER sheet_is_kept BEFORE DELETE ON sheet BEGIN SELECT RAISE(ABORT, 'sheets are never deleted'); END;

-- Tallies in the order in which people first wrote: players of one game write at the same time.
CREATE TABLE tally_by_first (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL UNIQUE REFERENCES player (id),
    body TEXT NOT NULL,
    due INTEGER
) STRICT;
INSERT INTO tally_by_first (player, body, due) SELECT player, body, due FROM tally;
DROP TABLE tally;
ALTER TABLE tally_by_first RENAME TO tally;
CREATE INDEX tally_due ON tally (due) WHERE due IS NOT NULL;

-- Letters by game and then by person: people of one game write at the same time, and an entry beside the last one of their
-- game changes no other page. Whoever asks about a person goes from game to game.
DROP INDEX letter_writer;
DROP INDEX outbox_player;
CREATE INDEX letter_game ON letter (game, writer) WHERE writer IS NOT NULL;
CREATE INDEX outbox_game ON outbox (game, player);
