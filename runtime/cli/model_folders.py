"""`ditone remove`, and where models lie: looking for them on this computer, and moving the models folder."""

from __future__ import annotations

from pathlib import Path

from ditone.runtime import registry
from ditone.runtime.cli import asking, output
from ditone.runtime.cli.listing import size_words
from ditone.runtime.cli.progress import Line
from ditone.runtime.errors import BadRequest, nearest
from ditone.runtime.hub import local, moving, record, removing, store
from ditone.runtime.hub.download_task import DownloadTask


def remove(name: str, yes: bool) -> int:
    """Deletes a fetched model, or takes one of another program off the list. Raises BadRequest for an unknown name."""
    known = store.installed(whole=False)
    wanted = name.lower()
    one = next((one for one in known if wanted in (one.name.lower(), one.folder.name.lower(), str(one.folder).lower())), None)
    if one is None:
        raise BadRequest(f'No model "{name}" was fetched.', nearest(name, [one.name for one in known]) if known else "")
    if one.in_place:
        store.forget(one.folder)
        output.out(f"{one.name} is off the list; {one.folder} is as it was.")
        return 0
    if not asking.agreed(f"Delete {one.name}, {size_words(one.size_bytes)}, from {one.folder}?", yes):
        output.err("Nothing was deleted.")
        return 1
    removed = removing.remove(one)
    removing.empty_trash(removed)
    output.out(f"{one.name} is deleted: {size_words(removed.size_bytes)} are free again.")
    return 0


def look(folders: list[str], as_json: bool) -> int:
    """Looks for models that are here already, and lists those that can be used from now on. Changes nothing in their folders."""
    line, work = Line(), DownloadTask()
    places = [Path(one).expanduser() for one in folders] or local.usual_places()
    try:
        found = local.look(places, registry.recognise, work, lambda seen: line.show(str(seen.folder)))
    finally:
        line.clear()
    for one in found:
        if one.usable and record.read(one.folder) is None:
            store.remember(one.folder, in_place=True)
    if as_json:
        output.out_json([_plain(one) for one in found], indent=2)
        return 0
    for one in found:
        if one.info is None:
            output.out(f"{one.folder}: {one.form}; Ditone does not read it")
        else:
            output.out(f"{one.folder}: {one.info.title}" + (f"; {' '.join(one.info.problems)}" if one.info.problems else ""))
    usable = sum(one.usable for one in found)
    output.out(f"{usable} can be used, and are listed by `ditone models`." if usable else "No model that can be used was found.")
    return 0


def _plain(one: local.Seen) -> dict[str, object]:
    title = one.info.title if one.info is not None else ""
    return {"folder": str(one.folder), "title": title, "usable": one.usable, "form": one.form}


def move(folder: str) -> int:
    """Moves the models folder."""
    line, new = Line(), Path(folder).expanduser()
    try:
        moving.move_folder(new, progress=lambda share: line.show(f"moving {share:.0%}"))
    finally:
        line.clear()
    output.out(f"Models are in {new.absolute()} from now on.")
    return 0
