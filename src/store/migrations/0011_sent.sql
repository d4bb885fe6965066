-- The bytes of a letter that left may be emptied; those of one that waits or failed are never changed.
DROP TRIGGER bytes_stay;
CREATE TRIGGER bytes_stay BEFORE UPDATE ON frozen
WHEN new.letter <> old.letter OR length(new.bytes) > 0
    OR (SELECT state FROM outbox WHERE id = old.letter) IS NOT 'sent'
BEGIN SELECT RAISE(ABORT, 'letters in the outbox are frozen'); END;
