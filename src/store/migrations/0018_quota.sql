-- When a letter left, so that the quotas of a mail server are kept over a restart.
ALTER TABLE outbox ADD COLUMN left_at INTEGER;
CREATE INDEX outbox_left ON outbox (left_at) WHERE left_at IS NOT NULL;
-- Reminders and digests go after everything else that waits.
ALTER TABLE outbox ADD COLUMN is_patient INTEGER NOT NULL DEFAULT 0;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (is_patient, id) WHERE state = 'pending' AND is_held = 0;
