-- Somebody has confirmed a person's address: its reader, or the game master who named it. Everybody who was registered before this
-- was asked for has been told what there is, so nothing is kept from him.
ALTER TABLE player ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 1;
CREATE INDEX player_unconfirmed ON player (id) WHERE is_confirmed = 0;
