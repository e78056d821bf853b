"""Every action of the window, once: what it is called, its default key, when it is possible, and how it is undone.

Menus, shortcuts, the shortcut sheet, the settings page of the keys and what is grey are all made from this table. To add an action: add
its line here, name it in `menus.py` where a menu shall have it, and say what it does in
`command_bindings.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ditone.gui.i18n.translate import marked


class When(Enum):
    """What must hold for a command to be possible. `CommandSet.provide` says how to find out."""

    ALWAYS = "always"
    RUNNING = "a take is being made"
    TAKE = "a take is chosen in the list or heard in a lane"
    LANES = "the lanes and the player are there"
    UNDO = "something can be undone"
    REDO = "something that was undone can be done again"
    SPEECH = "the model reads a text aloud, or a script was begun"
    VARIABLE = "the model can start from a take, and a take is chosen"


class Undo(Enum):
    """How what a command did is taken back."""

    NOTHING = "it changes nothing that is kept"
    REPEAT = "the same command again, or its counterpart, takes it back"
    STEP = "it puts a step on the undo stack"


@dataclass(frozen=True)
class Command:
    """`title` and `group` are English and translated where they are shown. `keys`: alternatives separated by "|", portable text.

    `group` is the heading of the shortcut sheet; commands without one have no key. `listed`: has a row of its own in the sheet.
    `checkable` commands are told whether they were switched on. `choices` are exclusive: of one set, one is on.
    `of_take`: it is about one take, which it is given.
    """

    id: str
    title: str
    group: str = ""
    keys: str = ""
    when: When = When.ALWAYS
    undo: Undo = Undo.NOTHING
    listed: bool = True
    checkable: bool = False
    choices: str = ""
    of_take: bool = False


GENERATE, EDIT, PLAY, VIEW, GO = marked("Generate"), marked("Edit"), marked("Play"), marked("View"), marked("Go to")

COMMANDS = (
    Command("generate", marked("Generate"), GENERATE, "Ctrl+Return|Ctrl+Enter", undo=Undo.REPEAT),
    Command("cancel", marked("Cancel the running take"), GENERATE, "Esc", When.RUNNING),
    Command("recall", marked("Recall the take's settings"), GENERATE, "R", When.TAKE, Undo.STEP),
    Command("export", marked("Export the take"), GENERATE, "E", When.TAKE),
    Command("inpaint", marked("Replace the selected part"), GENERATE, "I", undo=Undo.STEP),
    Command("pin", marked("Pin the lane that is heard"), GENERATE, "P", When.LANES, Undo.REPEAT),
    Command("undo", marked("Undo"), EDIT, "Ctrl+Z", When.UNDO),
    Command("redo", marked("Redo"), EDIT, "Ctrl+Shift+Z|Ctrl+Y", When.REDO),
    Command("variations", marked("Variations…"), GENERATE, "V", When.VARIABLE),
    Command("between", marked("Between A and B…"), GENERATE, "B", When.VARIABLE),
    Command("script", marked("Script…"), GENERATE, "Ctrl+T", When.SPEECH),
    Command("play", marked("Play or pause"), PLAY, "Space|Ctrl+Space", When.LANES),
    *(
        Command(f"batch-{n}", marked("Hear take {n} of the last batch"), PLAY, str(n), When.LANES, listed=False)
        for n in range(1, 10)
    ),
    Command("switch-lane", marked("Hear the other lane, while a lane has the focus"), PLAY, "Tab"),
    Command("loop", marked("Loop"), PLAY, "L", When.LANES, Undo.REPEAT),
    Command("seam", marked("Hear the seam of a loop"), PLAY, "Shift+L", When.LANES),
    Command("difference", marked("Hear the difference A − B"), PLAY, "D", When.LANES, Undo.REPEAT),
    Command("match", marked("Level match"), PLAY, "M", When.LANES, Undo.REPEAT),
    Command("start", marked("Start"), PLAY, "Home", When.LANES),
    Command("end", marked("End"), PLAY, "End", When.LANES),
    Command("back", marked("Back 0.1 s"), PLAY, "Left", When.LANES),
    Command("forward", marked("Forward 0.1 s"), PLAY, "Right", When.LANES),
    Command("far-back", marked("Back 1 s"), PLAY, "Shift+Left", When.LANES),
    Command("far-forward", marked("Forward 1 s"), PLAY, "Shift+Right", When.LANES),
    Command("sample-back", marked("One sample back"), PLAY, ",", When.LANES),
    Command("sample-forward", marked("One sample forward"), PLAY, ".", When.LANES),
    Command("view", marked("Waveform, spectrogram or both"), VIEW, "S", When.LANES, Undo.REPEAT),
    Command("fit", marked("Fit"), VIEW, "F", When.LANES),
    Command("zoom", marked("Zoom to the selection"), VIEW, "Z", When.LANES),
    Command("prompt", marked("Prompt"), GO, "Ctrl+L"),
    Command("search", marked("Search takes"), GO, "Ctrl+F"),
    Command("next-area", marked("Next area"), GO, "F6"),
    Command("previous-area", marked("Previous area"), GO, "Shift+F6"),
    Command("open-folder", marked("Choose a model folder…"), GO, "Ctrl+O"),
    Command("settings", marked("Settings…"), GO, "Ctrl+,"),
    Command("quit", marked("Quit"), GO, "Ctrl+Q"),
    Command("sheet", marked("Keyboard shortcuts"), GO, "F1"),
    # without a key
    Command("models", marked("Models…")),
    Command("get-models", marked("Get models…")),
    Command("make-batch", marked("Make a batch…")),
    Command("autoplay", marked("Play new takes at once"), undo=Undo.REPEAT, checkable=True),
    Command("reset-layout", marked("Reset layout")),
    Command("theme-dark", marked("Dark"), undo=Undo.REPEAT, choices="theme"),
    Command("theme-light", marked("Light"), undo=Undo.REPEAT, choices="theme"),
    Command("theme-system", marked("As the system"), undo=Undo.REPEAT, choices="theme"),
    Command("about", marked("About Ditone")),
    # about one take: in the menus of lanes and of the list
    Command("take-play", marked("Play"), of_take=True),
    Command("take-to-lane", marked("To lane"), undo=Undo.STEP, of_take=True),
    Command("take-recall", marked("Recall all settings"), undo=Undo.STEP, of_take=True),
    Command("take-recall-but-seed", marked("Recall all but the seed"), undo=Undo.STEP, of_take=True),
    Command("take-recall-seed", marked("Recall the seed only"), undo=Undo.STEP, of_take=True),
    Command("take-variations", marked("Variations…"), when=When.VARIABLE, of_take=True),
    Command("take-use-as-source", marked("Use as source"), undo=Undo.STEP, of_take=True),
    Command("take-export", marked("Export…"), of_take=True),
    Command("take-copy-file", marked("Copy file"), of_take=True),
    Command("take-copy-path", marked("Copy path"), of_take=True),
    Command("take-copy-command", marked("Copy as command"), of_take=True),
    Command("take-show-in-folder", marked("Show in folder"), of_take=True),
    Command("take-star", marked("Star"), undo=Undo.STEP, of_take=True),
    Command("take-unstar", marked("Take the star away"), undo=Undo.STEP, of_take=True),
    Command("take-rename", marked("Rename…"), undo=Undo.STEP, of_take=True),
    Command("take-delete", marked("Delete"), undo=Undo.STEP, of_take=True),
)
BY_ID = {command.id: command for command in COMMANDS}
WITH_KEYS = tuple(command for command in COMMANDS if command.group)
