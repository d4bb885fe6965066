-- What is remembered of the answers and notices to a person; `due`: when he is to be told what was kept back.
CREATE TABLE tally (
    player TEXT PRIMARY KEY REFERENCES player (id),
    body TEXT NOT NULL,
    due INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tally_due ON tally (due) WHERE due IS NOT NULL;

CREATE INDEX letter_message_id ON letter (message_id) WHERE message_id IS NOT NULL;
