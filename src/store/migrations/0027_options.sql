-- For which document the rule book is laid out from the next phase on, when an option was changed; and the one that the game was
-- begun with, when that is not the present one any more.
ALTER TABLE game ADD COLUMN next_document TEXT REFERENCES document (sha256);
ALTER TABLE game ADD COLUMN made_of TEXT REFERENCES document (sha256);
