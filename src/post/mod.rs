//! Where letters come from and go to: Maildir, IMAP, SMTP. Knows nothing of games.
