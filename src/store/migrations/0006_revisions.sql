-- The revision of a game counts its rollbacks: 3.2 is phase 3 after the first. Nothing that was undone is deleted.

ALTER TABLE phase ADD COLUMN undone INTEGER;
-- Dice of the phase that the GM set: a JSON list.
ALTER TABLE phase ADD COLUMN set_dice TEXT NOT NULL DEFAULT '[]';

-- In which revision a letter of ours was written, and when what it said was undone: from then on it is not sent.
ALTER TABLE outbox ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE outbox ADD COLUMN undone INTEGER;

-- Sheets belong to a revision of their phase; those of an undone one are parked.
CREATE TABLE sheet_by_revision (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    phase_revision INTEGER NOT NULL,
    seat TEXT NOT NULL,
    revision INTEGER NOT NULL,
    arrived INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, number, phase_revision, seat, revision),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO sheet_by_revision (game, number, phase_revision, seat, revision, arrived, lines)
    SELECT game, number, 1, seat, revision, arrived, lines FROM sheet;
DROP TABLE sheet;
ALTER TABLE sheet_by_revision RENAME TO sheet;
CREATE TRIGGER sheet_stays BEFORE UPDATE ON sheet BEGIN SELECT RAISE(ABORT, 'sheets are never changed'); END;
CREATE TRIGGER sheet_is_kept BEFORE DELETE ON sheet BEGIN SELECT RAISE(ABORT, 'sheets are never deleted'); END;

-- So do reminders.
CREATE TABLE reminder_by_revision (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    seat TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    PRIMARY KEY (game, number, revision, seat, minutes)
) STRICT, WITHOUT ROWID;
INSERT INTO reminder_by_revision (game, number, revision, seat, minutes)
    SELECT game, number, 1, seat, minutes FROM reminder;
DROP TABLE reminder;
ALTER TABLE reminder_by_revision RENAME TO reminder;
