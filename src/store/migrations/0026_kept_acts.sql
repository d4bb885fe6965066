-- Since when an order counts that is kept: later than it came where its letter proved nobody then.
ALTER TABLE kept_act ADD COLUMN counts_from INTEGER NOT NULL DEFAULT 0;
UPDATE kept_act SET counts_from = arrived;
