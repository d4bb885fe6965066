-- How a game is timed from its next phase on, when that was changed.
ALTER TABLE game ADD COLUMN next_timetable TEXT;
