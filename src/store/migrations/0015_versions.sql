-- Under which version of its rule book a state was written; those from before it was noted are of the first.
ALTER TABLE step ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
