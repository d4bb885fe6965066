-- What is to be told of orders that do not wait is a seat's, whoever serves it when it is told; of a game master, or of one person
-- alone, it is his.
CREATE TABLE telling_of (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES game (id),
    seat TEXT,
    player TEXT REFERENCES player (id),
    due INTEGER NOT NULL,
    act TEXT NOT NULL,
    phase INTEGER NOT NULL,
    news TEXT NOT NULL,
    note TEXT,
    CHECK ((seat IS NULL) <> (player IS NULL))
) STRICT;
INSERT INTO telling_of (id, game, player, due, act, phase, news, note)
    SELECT id, game, player, due, act, phase, news, note FROM telling;
DROP TABLE telling;
ALTER TABLE telling_of RENAME TO telling;
CREATE INDEX telling_game ON telling (game, id);
CREATE INDEX telling_due ON telling (due);
