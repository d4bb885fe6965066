-- Since when an order counts that is kept: later than it came where its letter proved nobody then.
ALTER TABLE kept_act ADD COLUMN counts_from INTEGER NOT NULL DEFAULT 0;
-- By which its giver takes it back, and the last that he was given in the game.
ALTER TABLE kept_act ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
UPDATE kept_act SET counts_from = arrived, shown = (SELECT count(*) FROM kept_act AS k
    WHERE k.game = kept_act.game AND k.player = kept_act.player
        AND (k.arrived, k.letter, k.place) <= (kept_act.arrived, kept_act.letter, kept_act.place));
CREATE TABLE kept_number (
    game TEXT NOT NULL REFERENCES game (id),
    player TEXT NOT NULL REFERENCES player (id),
    last INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO kept_number SELECT game, player, max(shown) FROM kept_act GROUP BY game, player;
