-- Orders that were proposed for lines nobody could read; their reader has one filed by its number, which counts on through a
-- game.
CREATE TABLE proposal (
    game TEXT NOT NULL REFERENCES game (id),
    player TEXT NOT NULL REFERENCES player (id),
    number INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    heading TEXT,
    words TEXT NOT NULL,
    PRIMARY KEY (game, player, number)
) STRICT, WITHOUT ROWID;
-- Those of one phase.
CREATE INDEX proposal_of_phase ON proposal (game, player, phase, revision, number);
