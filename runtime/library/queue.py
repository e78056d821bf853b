"""The queue of takes to be made: serial, kept across restarts, every item frozen when it was added."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import psutil

from ditone.runtime import json_reading
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.library.index import Index
from ditone.runtime.printable import printable
from ditone.runtime.request import Request

State = Literal["waiting", "running", "failed"]
ASIDE = "aside"  # kept, and not in the queue: of a newer version, broken, or its model is away
MAX_REPEAT = 32
SEED_LIMIT = 2**63
CLOCK_STEP_S = 5.0  # the start of a process is told by the clock, which may have been set since


@dataclass(frozen=True)
class Item:
    id: int
    request: Request
    state: State
    reason: str = ""


@dataclass(frozen=True)
class Stored:
    """An item as it is written: without a number of its own."""

    request: Request
    state: State = "waiting"
    reason: str = ""


def repeated(request: Request, count: int) -> list[Request]:
    """`count` requests with seed, seed + 1, ... Raises BadRequest unless 1 <= count <= MAX_REPEAT."""
    if not 1 <= count <= MAX_REPEAT:
        raise BadRequest(f"{count} takes asked for at once; the number must be from 1 to {MAX_REPEAT}.")
    return [request.replaced(seed=(request.seed + i) % SEED_LIMIT) for i in range(count)]


def mark_of(process: int) -> str:
    """Number and start of a process: numbers are used again."""
    return f"{process}@{psutil.Process(process).create_time():.0f}"


def is_at_work(owner: str) -> bool:
    """Whether the process of a mark still runs."""
    number, _, started = owner.partition("@")
    try:
        return abs(psutil.Process(int(number)).create_time() - float(started)) < CLOCK_STEP_S
    except (psutil.Error, ValueError):
        return False


class Queue:
    """Items in the library's index, in order. `owner` marks this process, so that two studios keep their queues apart."""

    def __init__(self, index: Index, owner: str = "") -> None:
        self._index = index
        self.owner = owner or mark_of(os.getpid())

    def items(self) -> list[Item]:
        """Those that can be understood; the others are put aside."""
        query = "SELECT * FROM queue WHERE owner = ? AND state <> ? ORDER BY position, id"
        found = []
        for row in self._index.read(query, (self.owner, ASIDE)):
            try:
                request = Request.from_dict(json_reading.loads(row["request"]))
            except DitoneError as error:
                self.put_aside(row["id"], error.message)
            except Exception as error:  # one bad row stops nothing
                self.put_aside(row["id"], f"It cannot be read ({printable(error, 120)}).")
            else:
                state: State = row["state"] if row["state"] in ("running", "failed") else "waiting"
                found.append(Item(row["id"], request, state, str(row["reason"])))
        return found

    def put_aside(self, item_id: int, reason: str) -> None:
        """Keeps an item that cannot be made now, with the reason, out of the queue; the next start tries it again."""
        with self._index.writing() as db:
            db.execute("UPDATE queue SET state = ?, reason = ? WHERE id = ?", (ASIDE, reason, item_id))

    def unusable(self) -> list[str]:
        """Why the items that were put aside cannot be made."""
        rows = self._index.read("SELECT reason FROM queue WHERE owner = ? AND state = ? ORDER BY id", (self.owner, ASIDE))
        return [str(row[0]) for row in rows]

    def add(self, requests: Iterable[Request]) -> None:
        """Puts requests at the end."""
        with self._index.writing() as db:
            last = db.execute("SELECT coalesce(max(position), 0) FROM queue WHERE owner = ?", (self.owner,)).fetchone()[0]
            for i, request in enumerate(requests, 1):
                db.execute(
                    "INSERT INTO queue (position, request, owner) VALUES (?, ?, ?)", (last + i, request.to_json(), self.owner)
                )

    def replace(self, items: Iterable[Stored]) -> None:
        """Makes the stored queue equal to `items`, in one transaction."""
        with self._index.writing() as db:
            db.execute("DELETE FROM queue WHERE owner = ? AND state <> ?", (self.owner, ASIDE))
            for position, item in enumerate(items, 1):
                row = (position, item.request.to_json(), item.state, item.reason, self.owner)
                db.execute("INSERT INTO queue (position, request, state, reason, owner) VALUES (?, ?, ?, ?, ?)", row)

    def next(self) -> Item | None:
        """Marks the first waiting item as running and returns it."""
        for item in self.items():
            if item.state == "waiting":
                self._set(item.id, "running")
                return Item(item.id, item.request, "running")
        return None

    def remove(self, item_id: int) -> None:
        """Takes one item out: it is finished, cancelled or not wanted. The others keep their places."""
        with self._index.writing() as db:
            db.execute("DELETE FROM queue WHERE id = ?", (item_id,))

    def fail(self, item_id: int, reason: str) -> None:
        """Keeps an item with the sentence that says why it failed."""
        self._set(item_id, "failed", reason)

    def retry(self, item_id: int) -> None:
        self._set(item_id, "waiting")

    def clear(self, state: State = "waiting") -> None:
        """Removes all items of one state in one act."""
        with self._index.writing() as db:
            db.execute("DELETE FROM queue WHERE owner = ? AND state = ?", (self.owner, state))

    def move(self, item_id: int, before: int | None) -> None:
        """Puts an item before another, or at the end."""
        order = [item.id for item in self.items() if item.id != item_id]
        order.insert(len(order) if before is None or before not in order else order.index(before), item_id)
        with self._index.writing() as db:
            for position, each in enumerate(order, 1):
                db.execute("UPDATE queue SET position = ? WHERE id = ?", (position, each))

    def recover(self) -> int:
        """After a start: what ended processes left is taken over, and items that were running wait again. Returns how many did."""
        with self._index.writing() as db:
            for (owner,) in db.execute("SELECT DISTINCT owner FROM queue").fetchall():
                if owner != self.owner and not is_at_work(owner):
                    db.execute("UPDATE queue SET owner = ? WHERE owner = ?", (self.owner, owner))
            db.execute("UPDATE queue SET state = 'waiting', reason = '' WHERE owner = ? AND state = ?", (self.owner, ASIDE))
        running = [item for item in self.items() if item.state == "running"]
        for item in running:
            self._set(item.id, "waiting")
        return len(running)

    def _set(self, item_id: int, state: State, reason: str = "") -> None:
        with self._index.writing() as db:
            db.execute("UPDATE queue SET state = ?, reason = ? WHERE id = ?", (state, reason, item_id))
