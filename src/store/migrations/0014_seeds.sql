-- What the seats give to the dice of a phase. None: the phase was opened when the secret alone decided them, and so it ends.
ALTER TABLE phase ADD COLUMN seeds TEXT;
