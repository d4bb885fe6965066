-- Whose letters have dark pictures, and whose deadlines for a calendar.
ALTER TABLE player ADD COLUMN has_dark_pictures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN has_calendar INTEGER NOT NULL DEFAULT 1;
-- How often the deadline of a phase was moved or its clock stopped: calendars tell by it which of two letters is the newer.
ALTER TABLE phase ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;
