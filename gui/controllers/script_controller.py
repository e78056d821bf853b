"""A script in the studio: its lines are made one behind the other by the loaded model, kept in the script's own folder, and heard.

The folder is the one of `ditone script`: both open what the other began. One line at a time stands in the queue, so that a Generate in
between does not wait for the whole script; what is done is on disk before the next one begins.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from ditone.gui.core.background import Background
from ditone.gui.core.music_folder import music_folder
from ditone.gui.core.settings import RECOGNISER
from ditone.gui.i18n.sentences import translate_sentence
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.script.book import FILE, Book, lines_of

if TYPE_CHECKING:
    from ditone.gui.audio.sound import Sound
    from ditone.gui.commands.command_set import CommandSet
    from ditone.gui.controllers.generation_controller import GenerationController
    from ditone.gui.controllers.page_takes import PageTakes
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.script.window import ScriptWindow
    from ditone.runtime.comparison.wer import Recogniser
    from ditone.runtime.registry import ModelInfo

FOLDER_KEY, TEXT_KEY = "script/folder", "script/text"
FAILURES_IN_A_ROW = 3  # then it is not the line


class ScriptController(QObject):
    """`window` is there once it was opened; `failed` carries an exception."""

    failed = Signal(object)

    def __init__(self, generation: GenerationController, page_takes: PageTakes, lanes: LaneArea, settings: Settings) -> None:
        super().__init__(lanes)
        self._generation, self._page_takes, self._lanes, self._settings = generation, page_takes, lanes, settings
        self._background = Background(self)
        self._book: Book | None = None
        self._todo: list[int] = []
        self._running = 0  # the number of the line that is being made
        self._storing = 0
        self._done = self._total = self._failures = 0
        self._states: dict[int, str] = {}
        self._ears: tuple[str, Recogniser | None] = ("", None)
        self.window: ScriptWindow | None = None
        self._commands: CommandSet | None = None
        generation.engine.model_changed.connect(self._on_model)

    def use_commands(self, commands: CommandSet) -> None:
        """Where steps are kept that can be undone; their keys work in the script's window, too."""
        self._commands = commands

    def is_offered(self) -> bool:
        """Whether the model reads texts aloud, or a script was begun."""
        return self._info() is not None or bool(self._settings.text(FOLDER_KEY))

    def open(self) -> None:
        """Shows the script that was worked on last, or an empty one."""
        if self.window is None:
            self._make_window()
        assert self.window is not None
        self._check()
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """Stops and waits until what was made is on disk."""
        self._todo = []
        self._background.finish()

    # -- the window ---------------------------------------------------------------------------------------------------------

    def _make_window(self) -> None:
        from ditone.gui.script.window import ScriptWindow

        window = self.window = ScriptWindow(self._lanes.window())
        stored = self._settings.text(FOLDER_KEY)
        window.folder.setText(stored or str(_new_folder()))
        window.text.setPlainText(self._settings.text(TEXT_KEY))
        if stored and (Path(stored) / FILE).exists():
            self._open_folder(Path(stored))
        if self._commands is not None:
            window.addActions([self._commands.action("undo"), self._commands.action("redo")])
        window.edited.connect(self._on_edited)
        window.make_requested.connect(self._make)
        window.stop_requested.connect(self._stop)
        window.retake_requested.connect(self._retake)
        window.take_chosen.connect(self._choose)
        window.hear_requested.connect(self._hear)
        window.play_through_requested.connect(self._play_through)
        window.open_requested.connect(self._on_folder)
        window.join_requested.connect(partial(self._export, True))
        window.number_requested.connect(partial(self._export, False))

    def _on_edited(self) -> None:
        assert self.window is not None
        self._settings.set(TEXT_KEY, self.window.text.toPlainText())
        self._check()

    def _on_folder(self, folder: Path) -> None:
        assert self.window is not None
        self.window.folder.setText(str(folder))
        if (folder / FILE).exists():
            self._open_folder(folder)
        else:
            self._book, self._states = None, {}
            self._show()
        self._check()

    def _open_folder(self, folder: Path) -> None:
        """A script that was begun, here or on the command line."""
        assert self.window is not None
        try:
            self._book = Book.open(folder)
        except DitoneError as error:
            self.failed.emit(error)
            return
        self._states = {}
        typed, lines = self.window.text.toPlainText(), [line.text for line in self._book.lines]
        if not typed.strip() or (_lines(typed) != lines and self._settings.text(FOLDER_KEY) != str(folder)):
            self.window.text.setPlainText("\n".join(lines))
        self._settings.set(FOLDER_KEY, str(folder))
        self._show()

    def _show(self) -> None:
        if self.window is not None:
            self.window.show_lines(self._book.lines if self._book is not None else [], self._states)

    def _check(self) -> None:
        if self.window is None or self._working():
            return
        info = self._info()
        text = self.window.text.toPlainText()
        problem = ""
        if info is None:
            problem = self.tr("The model that is loaded does not read texts aloud: choose one that speaks.")
        elif not text.strip():
            problem = self.tr("Write or paste a text: each of its lines becomes a take.")
        elif not self.window.folder.text().strip():
            problem = self.tr("Choose a folder for the takes.")
        else:
            try:
                lines_of(text)
            except BadRequest as error:
                problem = translate_sentence(error.text())
        self.window.voice.setText(self._voice_words(info))
        self.window.show_makeable(problem)
        waiting = len(list(self._book.waiting())) if self._book is not None else 0
        if waiting and not problem:
            self.window.words.setText(self._waiting_words(waiting))

    def _voice_words(self, info: ModelInfo | None) -> str:
        if info is None:
            return ""
        return self.tr("{model}, with the settings of the prompt panel; every line has the same.").format(model=info.title)

    def _on_model(self, _: object) -> None:
        self._check()

    def _info(self) -> ModelInfo | None:
        info = self._generation.engine.info
        return info if info is not None and info.read is not None and not info.problems else None

    # -- making -------------------------------------------------------------------------------------------------------------

    def _working(self) -> bool:
        return bool(self._todo or self._running or self._storing)

    def _begin(self) -> Book | None:
        """The book brought up to the window's text, None when that cannot be."""
        window, info = self.window, self._info()
        assert window is not None
        if info is None:
            self._check()
            return None
        folder = Path(window.folder.text().strip()).expanduser()
        request = self._generation.wanted_request().replaced(prompt="")
        try:
            if self._book is not None and self._book.folder == folder:
                request = request.replaced(seed=self._book.request.seed)  # the panel draws another for each take
            self._book = Book.begin(folder, window.text.toPlainText(), request)
        except DitoneError as error:
            self.failed.emit(error)
            window.show_work(translate_sentence(error.text()))
            return None
        self._settings.set(FOLDER_KEY, str(folder))
        self._settings.save()
        return self._book

    def _make(self) -> None:
        book = self._begin()
        if book is not None:
            self._start([line.number for line in book.waiting()])

    def _retake(self, numbers: list[int]) -> None:
        before = self._book
        known = [line.text for line in before.lines] if before is not None else []
        book = self._begin()
        if book is not None:
            if [line.text for line in book.lines] != known:
                self._show()  # the text has changed: the numbers mean other lines now
                return
            self._start(numbers)

    def _start(self, numbers: list[int]) -> None:
        assert self.window is not None
        self._todo, self._states = list(numbers), {}
        self._done, self._total, self._failures = 0, len(numbers), 0
        if not numbers:
            self._show()
            self.window.show_work(self.tr("Every line has its take."))
            return
        self._next()

    def _next(self) -> None:
        book, info = self._book, self._info()
        if book is not None and (info is None or info.model != book.request.model):
            self._todo = []  # another model was chosen in between; the lines that are missing are made when it is back
        if book is None or info is None or not self._todo or self._running:
            self._tell()
            return
        from ditone.runtime.script.maker import seed_of

        line = book.line(self._todo.pop(0))
        self._running = line.number
        self._states[line.number] = self.tr("being made")
        try:
            request = info.checked(book.request.replaced(prompt=line.text, seed=seed_of(book, line)))
        except DitoneError as error:
            self._on_failed(line.number, translate_sentence(error.text()))
            return
        self._page_takes.order(
            request,
            partial(self._on_made, line.number, info.licence),
            partial(self._on_failed, line.number),
            self.window,
            to_library=False,
        )
        self._tell()

    def _stop(self) -> None:
        self._todo = []
        if self.window is not None:
            self._page_takes.forget_page(self.window)
        self._states.pop(self._running, None)
        self._running = 0
        self._tell()

    def _on_made(self, number: int, licence: str, entry: TakeEntry) -> None:
        book = self._book
        self._running, self._failures = 0, 0
        if book is not None:
            self._storing += 1
            folder = self._settings.text(RECOGNISER)
            work = partial(self._kept, book, number, entry, licence, folder)
            self._background.run(f"line {number}", work, partial(self._on_kept, number), partial(self._on_not_kept, number))
        self._next()

    def _kept(self, book: Book, number: int, entry: TakeEntry, licence: str, recogniser: str) -> None:
        """Writes and measures a take and names it in the script's book, off the window's thread: a disk can take its time."""
        from ditone.runtime.script.maker import store
        from ditone.runtime.script.measures import measured

        take, line = entry.take, book.line(number)
        name = book.free_name(number)
        store(book, name, take, licence)
        spoken = str(take.details.get("spoken_text", ""))
        book.add(number, measured(line.text, spoken, take, name, self._recogniser(recogniser)))

    def _recogniser(self, folder: str) -> Recogniser | None:
        """The one of the settings, loaded once; none where it cannot be used."""
        from ditone.runtime.comparison import wer

        if folder != self._ears[0]:
            usable = bool(folder) and not wer.problem(folder)
            self._ears = (folder, wer.Recogniser(Path(folder)) if usable else None)
        return self._ears[1]

    def _on_kept(self, number: int, _: object) -> None:
        self._storing -= 1
        self._done += 1
        self._states.pop(number, None)
        self._tell()

    def _on_not_kept(self, number: int, error: Exception) -> None:
        self._storing -= 1
        self._states[number] = self.tr("not stored")
        self._give_up(error)
        self._tell()

    def _give_up(self, error: Exception) -> None:
        """No disk takes it: nothing more is made in vain."""
        self._todo = []
        self.failed.emit(error)

    def _on_failed(self, number: int, sentence: str) -> None:
        self._running = 0
        self._failures += 1
        self._done += 1
        self._states[number] = sentence
        if self._failures >= FAILURES_IN_A_ROW:
            self._todo = []
        self._next()

    def _tell(self) -> None:
        window = self.window
        if window is None:
            return
        self._show()
        if self._working():
            words = self.tr("Line {number} is being made: {done} of {total} are done.")
            shown = words.format(number=self._running or "…", done=self._done, total=self._total)
            window.show_work(shown, self._done, self._total)
            window.table.follow(self._running)
            return
        waiting = len(list(self._book.waiting())) if self._book is not None else 0
        wrong = len(self._states)
        if wrong == 1:
            window.show_work(self.tr("One line could not be made; its row says why."))
        elif wrong:
            window.show_work(self.tr("{count} lines could not be made; their rows say why.").format(count=wrong))
        elif waiting:
            window.show_work(self._waiting_words(waiting))
        else:
            window.show_work(self.tr("Every line has its take."))
        window.make.setEnabled(self._info() is not None)

    def _waiting_words(self, count: int) -> str:
        if count == 1:
            return self.tr("One line has no take yet; what is made is kept.")
        return self.tr("{count} lines have no take yet; what is made is kept.").format(count=count)

    # -- choosing, hearing, exporting ---------------------------------------------------------------------------------------

    def _choose(self, number: int, take: int) -> None:
        """Chooses a take of a line as a step that can be undone. The step names files: lines may get other numbers meanwhile."""
        if self._book is None:
            return
        line = self._book.line(number)
        now = line.take
        if now is None:
            return
        wanted, folder = line.takes[take - 1].file, self._book.folder
        do, undo = partial(self._put_choice, folder, wanted), partial(self._put_choice, folder, now.file)
        if self._commands is None:
            do()
        else:
            self._commands.history.do(self.tr("Choose a take of line {number}").format(number=number), do, undo)

    def _put_choice(self, folder: Path, file: str) -> None:
        """Nothing where another script is open, or the take has gone with its line."""
        book = self._book
        if book is None or book.folder != folder:
            return
        found = [(line.number, i) for line in book.lines for i, take in enumerate(line.takes, 1) if take.file == file]
        try:
            for number, take in found:
                book.choose(number, take)
        except DitoneError as error:
            self.failed.emit(error)
        self._show()

    def _hear(self, number: int) -> None:
        book = self._book
        if book is not None and (take := book.line(number).take) is not None:
            self._background.run("hear", partial(_sound, book.folder / take.file), self._play, self.failed.emit)

    def _play_through(self, number: int) -> None:
        if self._book is not None:
            work = partial(_joined_from, self._book, number, self.tr("Script from line {number}").format(number=number))
            self._background.run("hear", work, self._play, self.failed.emit)

    def _play(self, sound: Sound) -> None:
        player = self._lanes.player
        if player is not None:
            player.pause()
            letter = self._lanes.show_sound(sound)
            if letter is not None:
                self._lanes.play_lane(letter)

    def _export(self, joined: bool, target: Path) -> None:
        if self._book is not None:
            self._background.run("export", partial(_write, self._book, joined, target), self._on_written, self.failed.emit)

    def _on_written(self, told: tuple[str, int]) -> None:
        if self.window is not None:
            self.window.words.setText(self.tr("{place}: {count} lines.").format(place=told[0], count=told[1]))


def _lines(text: str) -> list[str]:
    try:
        return lines_of(text)
    except BadRequest:
        return []


def _new_folder() -> Path:
    """A folder that is not there yet, in the user's music folder."""
    from datetime import datetime

    return music_folder() / "Ditone" / f"script {datetime.now():%Y-%m-%d %H-%M}"


def _sound(path: Path) -> Any:
    from ditone.gui.audio import sound_file

    return sound_file.read(path).sound


def _joined_from(book: Book, number: int, title: str) -> Any:
    from ditone.gui.audio.sound import Sound
    from ditone.runtime.script import export

    part = Book(book.folder, book.request, [line for line in book.lines if line.number >= number and line.takes])
    audio, rate_hz = export.joined(part)
    sound = Sound(audio, rate_hz, title)
    _ = sound.envelope  # slow for a long sound, so here
    return sound


def _write(book: Book, joined: bool, target: Path) -> tuple[str, int]:
    from ditone.runtime.script import export

    if joined:
        export.write_joined(book, target, overwrite=True)  # the dialog has asked
    else:
        export.write_numbered(book, target)
    return str(target), len(book.lines)
