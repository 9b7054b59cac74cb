"""The form of the file of tables, and how a file of an earlier version becomes one of this.

A version is one more entry of MIGRATIONS, which stay as they are: files of every version are read.
"""

from __future__ import annotations

from .tokens import new_token

APPLICATION = 0x53744D54
SCHEMA = """
CREATE TABLE tables (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, host TEXT NOT NULL, watch TEXT NOT NULL,
  header TEXT NOT NULL);
CREATE TABLE seats (id TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, token TEXT NOT NULL, name TEXT NOT NULL,
  kind TEXT NOT NULL, PRIMARY KEY (id, seat)) WITHOUT ROWID;
CREATE TABLE choices (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  position INTEGER NOT NULL, count INTEGER NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
"""
LINKS_AND_UNDO = (
    "".join(
        f"ALTER TABLE tables ADD COLUMN {word} TEXT NOT NULL DEFAULT '';"
        for word in ("lobby", "device", "designer", "next", "vote")
    )
    + "".join(
        f"ALTER TABLE seats ADD COLUMN {word} INTEGER NOT NULL DEFAULT 0;" for word in ("taken", "shared", "epoch")
    )
    + """
CREATE TABLE undone (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, what TEXT NOT NULL,
  PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE notes (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  decision INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE server (token TEXT NOT NULL);
"""
)
CHAT = """
ALTER TABLE tables ADD COLUMN settings TEXT NOT NULL DEFAULT '';
CREATE TABLE messages (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  text TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
"""
CLOCKS = "ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT '';"
PUSH = """
CREATE TABLE subscriptions (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, language TEXT NOT NULL,
  PRIMARY KEY (id, number)) WITHOUT ROWID;
"""
PLAYER_COLOURS = "ALTER TABLE seats ADD COLUMN colour TEXT NOT NULL DEFAULT '';"
MIGRATIONS = (SCHEMA, LINKS_AND_UNDO, CHAT, CLOCKS, PUSH, PLAYER_COLOURS)
VERSION = len(MIGRATIONS)
# the words of a table that are written one by one
PUT = ("lobby", "device", "designer", "next", "vote", "settings", "clock")
COLUMNS = {
    "tables": ("id", "begun", "host", "watch", "header", *PUT),
    "seats": ("id", "seat", "token", "name", "kind", "taken", "shared", "epoch", "colour"),
    "choices": ("id", "number", "seat", "position", "count", "choice"),
    "undone": ("id", "number", "what"),
    "notes": ("id", "number", "seat", "decision", "text"),
    "messages": ("id", "number", "seat", "text"),
    "subscriptions": ("id", "number", "seat", "endpoint", "p256dh", "auth", "language"),
    "server": ("token",),
}


def commands_from(version: int, to: int = VERSION) -> str:
    """The commands that bring a file of a version (0: an empty one) to another.

    They are one transaction, so that a kill leaves the file as it was.
    """
    mark = f"PRAGMA application_id = {APPLICATION};" if not version else ""
    token = f"INSERT INTO server VALUES ('{new_token()}');" if version < 2 <= to else ""
    return f"BEGIN; {mark} {' '.join(MIGRATIONS[version:to])} {token} PRAGMA user_version = {to}; COMMIT;"
