-- When a letter of ours was written, in epoch seconds: its id proves somebody for a time. Of rows from before it is known by the
-- journal as it was then; of the oldest it is not, and they prove nothing any more.
ALTER TABLE outbox ADD COLUMN written INTEGER;
UPDATE outbox SET written =
    (SELECT at FROM journal WHERE seq <= outbox.journal ORDER BY seq DESC LIMIT 1) WHERE journal IS NOT NULL;

-- What tells the token of a letter's Reply-To, when it had one.
ALTER TABLE outbox ADD COLUMN token TEXT;
CREATE INDEX outbox_token ON outbox (token) WHERE token IS NOT NULL;
