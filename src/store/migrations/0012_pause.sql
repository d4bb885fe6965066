-- When a clock that stands still goes on by itself.
ALTER TABLE phase ADD COLUMN resumes_at INTEGER;
