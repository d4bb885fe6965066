-- What a letter's reader must still be when it leaves, as JSON.
ALTER TABLE outbox ADD COLUMN role TEXT NOT NULL DEFAULT '"person"';

-- `counts_from`: not before then; `summary`: hash of what was said would happen; `on_behalf_of`: for whom somebody else
-- was asked.
ALTER TABLE question ADD COLUMN counts_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE question ADD COLUMN summary TEXT;
ALTER TABLE question ADD COLUMN on_behalf_of TEXT REFERENCES player (id);

-- Whoever signs on has a seat at once, without the game master's leave.
ALTER TABLE game ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;

CREATE TABLE signon (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    seat TEXT,
    at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'denied')),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- People in whose name nothing counts in a game.
CREATE TABLE player_lock (
    game TEXT NOT NULL REFERENCES game (id),
    player TEXT NOT NULL REFERENCES player (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_lock_player ON player_lock (player);

-- Answers to addresses that are nobody's. Strangers are players without an address: they may do nothing.
CREATE TABLE stranger_letter (
    player TEXT NOT NULL REFERENCES player (id),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('help', 'question'))
) STRICT;
CREATE INDEX stranger_letter_player ON stranger_letter (player, at);
CREATE INDEX stranger_letter_at ON stranger_letter (at);

-- Letters of one person about one game, and letters to one person.
CREATE INDEX letter_writer ON letter (writer, game) WHERE writer IS NOT NULL;
CREATE INDEX outbox_player ON outbox (player, game);
