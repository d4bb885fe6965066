-- Whether a person's letters have maps and other pictures.
ALTER TABLE player ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1 CHECK (pictures IN (0, 1));
