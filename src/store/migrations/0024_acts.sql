-- Orders that do not wait. Their steps have no state of their own, for a phase has dozens of them: the truth after the last one, and
-- how things stand then, is one row a game. It counts while that is the last step.
CREATE TABLE present (
    game TEXT PRIMARY KEY REFERENCES game (id),
    seq INTEGER NOT NULL,
    state TEXT NOT NULL,
    standing TEXT NOT NULL
) STRICT;

-- Those that were carried out or kept, by their letter and their place in it: none counts twice. The step of one that was carried
-- out, for it counts once more when that is undone.
CREATE TABLE act (
    game TEXT NOT NULL REFERENCES game (id),
    letter TEXT NOT NULL,
    place INTEGER NOT NULL,
    seq INTEGER,
    PRIMARY KEY (game, letter, place)
) STRICT, WITHOUT ROWID;

-- Those that could not be carried out when they came, in canonical words, until they are.
CREATE TABLE kept_act (
    game TEXT NOT NULL REFERENCES game (id),
    arrived INTEGER NOT NULL,
    letter TEXT NOT NULL,
    place INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    number INTEGER NOT NULL,
    seat TEXT,
    line TEXT NOT NULL,
    PRIMARY KEY (game, arrived, letter, place)
) STRICT, WITHOUT ROWID;

-- What people are still to be told of them: all of it in one letter, when the first is due.
CREATE TABLE telling (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES game (id),
    player TEXT NOT NULL REFERENCES player (id),
    due INTEGER NOT NULL,
    act TEXT NOT NULL,
    phase INTEGER NOT NULL,
    news TEXT NOT NULL,
    note TEXT
) STRICT;
CREATE INDEX telling_reader ON telling (game, player, id);
CREATE INDEX telling_due ON telling (due);
