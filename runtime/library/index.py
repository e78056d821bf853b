"""The SQLite index of the library: rows, full-text search, the queue, and migrations.

Several processes may use it at once (write-ahead log, busy timeout). It holds nothing that the files do not hold, except the queue.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ditone.runtime.library.entry import Entry, Marks

BUSY_TIMEOUT_S = 10.0

MIGRATIONS = (
    """
    CREATE TABLE takes (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL, created_at TEXT NOT NULL,
        family TEXT NOT NULL, variant TEXT NOT NULL,
        duration_s REAL NOT NULL, facts TEXT NOT NULL, envelope BLOB NOT NULL,
        starred INTEGER NOT NULL DEFAULT 0, tags TEXT NOT NULL DEFAULT '[]', title TEXT NOT NULL DEFAULT '', deleted_at TEXT
    );
    CREATE INDEX takes_created ON takes (created_at DESC);
    CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3 4');
    CREATE TABLE queue (
        id INTEGER PRIMARY KEY AUTOINCREMENT, position REAL NOT NULL, request TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting', reason TEXT NOT NULL DEFAULT '', owner TEXT NOT NULL DEFAULT ''
    );
    """,
    """
    CREATE TABLE hashes (path TEXT PRIMARY KEY, size_bytes INTEGER NOT NULL, modified_ns INTEGER NOT NULL, sha256 TEXT NOT NULL);
    """,
    """
    CREATE TABLE comparisons (
        id TEXT PRIMARY KEY, created_at TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, kind TEXT NOT NULL, result TEXT NOT NULL
    );
    """,
)

COLUMNS = (
    "id",
    "path",
    "created_at",
    "family",
    "variant",
    "duration_s",
    "facts",
    "envelope",
    "starred",
    "tags",
    "title",
    "deleted_at",
)
_UPSERT = (
    f"INSERT INTO takes ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS[1:])} RETURNING number"
)


class NewerIndex(Exception):
    """The index was written by a newer Ditone."""


class Index:
    """One connection, shared by threads through a lock. Raises sqlite3.DatabaseError for a damaged file."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        self._db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        self._db.row_factory = sqlite3.Row
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._migrate()

    def _migrate(self) -> None:
        with self.writing() as db:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                raise NewerIndex(f"index version {version}, this Ditone knows up to {len(MIGRATIONS)}")
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                for statement in _statements(script):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; rolled back when the block raises."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def put(self, entries: Iterable[Entry]) -> None:
        """Adds or replaces rows."""
        with self.writing() as db:
            for entry in entries:
                m = entry.marks
                row = (
                    entry.id,
                    str(entry.path),
                    entry.created_at,
                    entry.facts["family"],
                    entry.facts["variant"],
                    entry.facts["duration_s"],
                    json.dumps(entry.facts, ensure_ascii=False),
                    entry.envelope,
                    int(m.starred),
                    json.dumps(m.tags, ensure_ascii=False),
                    m.title,
                    m.deleted_at,
                )
                number = db.execute(_UPSERT, row).fetchone()[0]
                db.execute("DELETE FROM words WHERE rowid = ?", (number,))
                db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, _searchable(entry)))

    def forget(self, ids: Iterable[str]) -> None:
        with self.writing() as db:
            for take_id in ids:
                db.execute("DELETE FROM words WHERE rowid IN (SELECT number FROM takes WHERE id = ?)", (take_id,))
                db.execute("DELETE FROM takes WHERE id = ?", (take_id,))

    def get(self, take_id: str) -> Entry | None:
        with self._lock:
            row = self._db.execute("SELECT * FROM takes WHERE id = ?", (take_id,)).fetchone()
        return None if row is None else _entry(row)

    def ids(self) -> set[str]:
        with self._lock:
            return {row[0] for row in self._db.execute("SELECT id FROM takes")}

    def search(
        self,
        text: str,
        *,
        starred: bool = False,
        family: str | None = None,
        variant: str | None = None,
        limit: int = 500,
        deleted: bool = False,
    ) -> list[Entry]:
        """Newest first. Every word of `text` must begin a word of the prompt, model, solver, seed, tags or date."""
        where = ["t.deleted_at IS NOT NULL" if deleted else "t.deleted_at IS NULL"]
        values: list[object] = []
        match = match_expression(text)
        if match:
            where.append("t.number IN (SELECT rowid FROM words WHERE words MATCH ?)")
            values.append(match)
        if starred:
            where.append("t.starred = 1")
        for column, value in (("family", family), ("variant", variant)):
            if value is not None:
                where.append(f"t.{column} = ?")
                values.append(value)
        # numbers are sorted first: whole rows are heavy, and most of them are not among the newest
        newest = f"SELECT t.number FROM takes t WHERE {' AND '.join(where)} ORDER BY t.created_at DESC, t.id LIMIT ?"
        query = f"SELECT * FROM takes WHERE number IN ({newest}) ORDER BY created_at DESC, id"
        with self._lock:
            return [_entry(row) for row in self._db.execute(query, (*values, limit))]

    def lacking_model_files(self, model: str, since: str) -> list[Entry]:
        """Takes of a model that were made after `since` and do not have its files' checksums."""
        query = (
            "SELECT * FROM takes WHERE created_at > ? AND json_extract(facts, '$.request.model') = ? "
            "AND coalesce(json_extract(facts, '$.model_files'), '{}') = '{}'"
        )
        with self._lock:
            return [_entry(row) for row in self._db.execute(query, (since, model))]

    def count(self) -> int:
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM takes WHERE deleted_at IS NULL").fetchone()[0])

    def read(self, query: str, values: tuple[object, ...] = ()) -> list[sqlite3.Row]:
        """Rows of a query of one of the library's other tables."""
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def close(self) -> None:
        with self._lock:
            self._db.close()


def match_expression(text: str) -> str:
    """An FTS5 expression in which every word is a prefix; user text never reaches the query language."""
    return " ".join(f'"{word}"*' for word in re.findall(r"\w+", _split_cjk(text)))


def _searchable(entry: Entry) -> str:
    request = entry.facts["request"]
    extra = request.get("extra", {})
    parts = [
        entry.marks.title,
        request.get("prompt", ""),
        request.get("negative_prompt", ""),
        entry.facts["family"],
        entry.facts["variant"],
        request.get("solver", ""),
        str(request.get("seed", "")),
        f"{request.get('steps', '')} steps",
        entry.created_at[:10],
        *entry.marks.tags,
        *(str(value) for value in extra.values() if isinstance(value, str)),
    ]
    return "\n".join(_split_cjk(part) for part in parts if part)


def _split_cjk(text: str) -> str:
    """Chinese characters one by one: the tokenizer would take a whole sentence for one word."""
    return re.sub(r"([\u3400-\u9fff])", r" \1 ", text)


def _statements(script: str) -> list[str]:
    return [part.strip() for part in script.split(";") if part.strip()]


def _entry(row: sqlite3.Row) -> Entry:
    marks = Marks(bool(row["starred"]), tuple(json.loads(row["tags"])), row["title"], row["deleted_at"])
    return Entry(row["id"], Path(row["path"]), row["created_at"], json.loads(row["facts"]), row["envelope"], marks)
