//! When a phase ends: cron expressions on a game's local time, least length, grace, reminders.
