-- Acts that wait for the word that was mailed with their question. The word itself is not kept.
CREATE TABLE question (
    hash TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    game TEXT,
    phase INTEGER,
    revision INTEGER,
    act TEXT NOT NULL,
    expires INTEGER NOT NULL,
    spent INTEGER
) STRICT, WITHOUT ROWID;
