-- How far the journal was when a letter of ours was written: its reader does not know what came after; and the seal of what
-- is sent and to whom. Rows from before have neither.
ALTER TABLE outbox ADD COLUMN journal INTEGER;
ALTER TABLE outbox ADD COLUMN seal TEXT;

-- The seal of the orders on file.
ALTER TABLE sheet ADD COLUMN seal TEXT;

-- The mailbox was read then, long after this letter is said to have arrived, and it was not there.
ALTER TABLE letter ADD COLUMN missed INTEGER;
