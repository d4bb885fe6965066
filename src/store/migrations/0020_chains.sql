-- Rows up to here are one chain, each with the hash of the row before. From here on the rows of a game are a chain of their own,
-- and so are those of none, each of which begins at the last row of the old one.
ALTER TABLE journal ADD COLUMN is_of_all INTEGER NOT NULL DEFAULT 1;
-- The letters of a game, newest first.
CREATE INDEX letter_of_game ON letter (game, id);
CREATE INDEX journal_of_all ON journal (seq) WHERE is_of_all = 1;
