-- The clock of a phase: since when it stands still, when another deadline was last told, who is ready since when.
ALTER TABLE phase ADD COLUMN paused_at INTEGER;
ALTER TABLE phase ADD COLUMN told_at INTEGER;
ALTER TABLE phase ADD COLUMN ready TEXT NOT NULL DEFAULT '{}';

-- Which parts a person's letters have: text, html or both.
ALTER TABLE player ADD COLUMN format TEXT NOT NULL DEFAULT 'both' CHECK (format IN ('text', 'html', 'both'));

-- Reminders belong to a deadline: when it moves they are counted anew.
ALTER TABLE reminder RENAME TO old_reminder;
CREATE TABLE reminder (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    seat TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    deadline INTEGER NOT NULL,
    PRIMARY KEY (game, number, revision, seat, minutes, deadline)
) STRICT, WITHOUT ROWID;
INSERT INTO reminder (game, number, revision, seat, minutes, deadline)
    SELECT r.game, r.number, r.revision, r.seat, r.minutes, coalesce((SELECT p.deadline FROM phase AS p
        WHERE p.game = r.game AND p.number = r.number AND p.revision = r.revision), 0) FROM old_reminder AS r;
DROP TABLE old_reminder;

-- Stretches in which the mailbox was not read, each weighed once for every game.
CREATE TABLE outage (
    since INTEGER PRIMARY KEY,
    until INTEGER NOT NULL,
    is_weighed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outage_new ON outage (since) WHERE is_weighed = 0;

-- Orders for phases that are not open yet, as typed; the last letter of a person for a phase counts.
CREATE TABLE ahead (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    letter INTEGER NOT NULL,
    arrived INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, number, player)
) STRICT, WITHOUT ROWID;
