-- Until when the clock need not look at a game, and when its phase may end, so that a round costs nothing for games in which
-- nothing is due. Whatever is decided about a game counts in `woken` and takes its sleep away.
ALTER TABLE game ADD COLUMN asleep_since INTEGER;
ALTER TABLE game ADD COLUMN asleep_until INTEGER;
ALTER TABLE game ADD COLUMN phase_ends INTEGER;
ALTER TABLE game ADD COLUMN woken INTEGER NOT NULL DEFAULT 0;
