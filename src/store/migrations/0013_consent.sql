-- `mailed_in`: the purpose of the letter that held the word, so that whoever is shown that letter cannot use it.
ALTER TABLE question ADD COLUMN mailed_in TEXT;
CREATE INDEX question_player ON question (player);
CREATE INDEX question_mailed ON question (mailed_in) WHERE mailed_in IS NOT NULL;

-- Who held a seat of a running game, or was its master, and is it no longer: what he was told he knows still.
CREATE TABLE past_seat (
    game TEXT NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    seat TEXT NOT NULL,
    PRIMARY KEY (game, player, seat),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE past_master (
    game TEXT NOT NULL REFERENCES game (id),
    player TEXT NOT NULL REFERENCES player (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

-- What is known of those who left before this was kept: the reports that went to them as the holders of their seats.
INSERT OR IGNORE INTO past_seat (game, player, seat)
SELECT s.game, o.player, s.seat
FROM outbox AS o, json_each(o.role, '$.seats') AS told JOIN seat AS s ON s.game = o.game AND s.seat = told.value
WHERE o.purpose LIKE 'report %' AND s.holder IS NOT o.player;
INSERT OR IGNORE INTO past_master (game, player)
SELECT o.game, o.player
FROM outbox AS o JOIN game AS g ON g.id = o.game
WHERE o.purpose LIKE 'report %' AND o.role = '"umpire"'
    AND NOT EXISTS (SELECT 1 FROM game_master AS m WHERE m.game = o.game AND m.player = o.player);
