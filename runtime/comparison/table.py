"""Tables of figures for other programs and for people: CSV and JSON with raw numbers, Markdown with rounded ones.

The unit stands in the column's name, a cell holds one value, and numbers are written in ASCII. What is undefined is an empty cell (null
in JSON); an infinite level is `inf` or `-inf`, which pandas and spreadsheets read as a number.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Row = Mapping[str, Any]
Kind = Literal["text", "scientific", "number", "whole"]


@dataclass(frozen=True)
class Column:
    """name: in CSV and JSON, with its unit; title: for people, with its unit; digits: behind the point, where people read it.

    A `detail` is left out of what people read.
    """

    name: str
    title: str
    kind: Kind = "text"
    digits: int = 2
    detail: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of values by column name. about: what is common to all rows, by name."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    about: Mapping[str, Any] = field(default_factory=dict)

    def used(self, details: bool = True) -> list[Column]:
        """The columns that have a value in some row."""
        return [
            c for c in self.columns if (details or not c.detail) and any(row.get(c.name) not in (None, "") for row in self.rows)
        ]


def shown(column: Column, value: Any) -> str:
    """A value as people read it, in ASCII; "" for none."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, int | float) or column.kind == "text":
        return str(value)
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if column.kind == "scientific":
        return f"{value:.2e}"
    text = f"{value:.0f}" if column.kind == "whole" else f"{value:.{column.digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def to_csv(table: Table) -> str:
    """Every used column, full precision."""
    columns = table.used()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    writer.writerows([_raw(row.get(column.name)) for column in columns] for row in table.rows)
    return out.getvalue()


def tables_to_csv(tables: Sequence[Table]) -> str:
    """Several tables as one, whose first column `table` is their title."""
    columns = {column.name: column for table in tables for column in table.used()}
    rows = [{"table": table.title, **row} for table in tables for row in table.rows]
    return to_csv(Table("", [Column("table", "Table"), *columns.values()], rows))


def to_data(table: Table) -> dict[str, Any]:
    """For JSON: what is common, and a list of objects; what is not finite is None."""
    columns = table.used()
    rows = [{column.name: _finite(row.get(column.name)) for column in columns} for row in table.rows]
    return {"title": table.title, "about": dict(table.about), "rows": rows}


def to_json(tables: Sequence[Table], about: Mapping[str, Any]) -> str:
    """The whole page's data."""
    data = {"about": dict(about), "tables": [to_data(table) for table in tables]}
    return json.dumps(data, indent=1, ensure_ascii=False, default=str, allow_nan=False) + "\n"


def to_markdown(table: Table) -> str:
    """The columns that people read, numbers to the right."""
    columns = table.used(details=False)
    lines = [_line(column.title for column in columns)]
    lines.append(_line("---" if column.kind == "text" else "---:" for column in columns))
    lines += [_line(escaped(shown(column, row.get(column.name))) for column in columns) for row in table.rows]
    return "\n".join(lines) + "\n"


def to_text(table: Table, names: Sequence[str] = ()) -> str:
    """The columns that people read, or those of `names`, for a terminal."""
    columns = [column for column in table.used(details=bool(names)) if not names or column.name in names]
    cells = [[column.title for column in columns], *([shown(c, row.get(c.name)) for c in columns] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    aligned = [
        "  ".join(
            text.ljust(width) if column.kind == "text" else text.rjust(width)
            for text, width, column in zip(line, widths, columns, strict=True)
        )
        for line in cells
    ]
    return "\n".join(line.rstrip() for line in aligned)


def escaped(text: str) -> str:
    """A text that stays inside its cell and is no markup: what a prompt or a file's name can hold."""
    text = " ".join(text.split())
    for mark, safe in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("`", "\\`"), ("*", "\\*"), ("_", "\\_"), ("[", "\\[")):
        text = text.replace(mark, safe)
    return text


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _raw(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, int) else " ".join(str(value).splitlines())


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
