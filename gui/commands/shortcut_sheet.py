"""What the shortcut sheet says: one row a command, with the keys it has now."""

from __future__ import annotations

from ditone.gui.commands import keys
from ditone.gui.commands.command_set import title
from ditone.gui.commands.table import PLAY, WITH_KEYS
from ditone.gui.i18n.translate import tr

Row = tuple[str, str, str]  # group, what, key sequences as portable text


def sheet_rows() -> list[Row]:
    """The rows in the order of the sheet; the nine keys of the last batch are one row."""
    rows = [(tr(command.group), title(command), keys.current(command.id)) for command in WITH_KEYS if command.listed]
    after = next(i for i, command in enumerate(command for command in WITH_KEYS if command.listed) if command.id == "play") + 1
    batch = f"{keys.current('batch-1')}|…|{keys.current('batch-9')}"
    rows.insert(after, (tr(PLAY), tr("Hear a take of the last batch"), batch))
    return rows
