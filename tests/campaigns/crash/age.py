"""Lays a judge's database out as an older schema did, with everything that is in it.

age.py DATABASE SCRIPT...: the scripts of the older schema, in order. What the older schema keeps elsewhere is put there.
"""

import os
import sqlite3
import sys

APPLICATION_ID = 0x41444A54
# Columns that lie in another table by now: (table, column) and where their values are.
MOVED = {("outbox", "bytes"): "(SELECT f.bytes FROM new.frozen AS f WHERE f.letter = t.id)"}


def columns(connection, schema, table):
    return [row[1] for row in connection.execute(f"PRAGMA {schema}.table_info({table})")]


def copy(connection, table):
    there = set(columns(connection, "new", table))
    names = columns(connection, "main", table)
    values = [name if name in there else MOVED[table, name] for name in names]
    connection.execute(f"DELETE FROM main.{table}")
    connection.execute(f"INSERT INTO main.{table} ({', '.join(names)}) SELECT {', '.join(values)} FROM new.{table} AS t")


def main(database, scripts):
    older = database + ".older"
    connection = sqlite3.connect(older, isolation_level=None)
    for script in scripts:
        with open(script, encoding="utf-8") as file:
            connection.executescript(file.read())
    connection.execute("ATTACH ? AS new", (database,))
    tables = connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
    connection.execute("BEGIN")
    for (table,) in tables.fetchall():
        copy(connection, table)
    connection.execute("COMMIT")
    connection.execute("DETACH new")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(scripts)}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    for ending in ("-wal", "-shm"):
        if os.path.exists(database + ending):
            os.remove(database + ending)
    os.replace(older, database)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
