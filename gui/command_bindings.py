"""What each command of `commands/table.py` does: the place to look up a key or a menu entry, and to bind a new one.

Commands that open windows of the studio itself are bound in `Studio`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ditone.gui.commands.table import When

if TYPE_CHECKING:
    from ditone.gui.controllers.batch_files_controller import BatchFilesController
    from ditone.gui.controllers.batch_strip_controller import BatchStripController
    from ditone.gui.controllers.current_take import CurrentTake
    from ditone.gui.controllers.file_controller import FileController
    from ditone.gui.controllers.get_models_controller import GetModelsController
    from ditone.gui.controllers.lane_controller import LaneController
    from ditone.gui.controllers.marks_controller import MarksController
    from ditone.gui.controllers.model_controller import ModelController
    from ditone.gui.controllers.playback_controller import PlaybackController
    from ditone.gui.controllers.recall_controller import RecallController
    from ditone.gui.controllers.script_controller import ScriptController
    from ditone.gui.controllers.source_controller import SourceController
    from ditone.gui.controllers.variations_controller import VariationsController
    from ditone.gui.engine.engine import Engine
    from ditone.gui.main_window import MainWindow

Bindings = dict[str, Callable[..., Any]]


def window_bindings(window: MainWindow, engine: Engine, models: ModelController, get_models: GetModelsController) -> Bindings:
    """Making takes, choosing models, and moving about the window."""
    return {
        "generate": window.bar.generate_now,
        "cancel": engine.cancel_running,
        "prompt": window.prompt.go_to_prompt,
        "search": window.takes.focus_search,
        "next-area": window.next_area,
        "previous-area": window.previous_area,
        "open-folder": models.choose_folder,
        "get-models": get_models.open,
        "quit": window.close,
        "reset-layout": window.reset_layout,
    }


def hearing_bindings(window: MainWindow, playback: PlaybackController, batch: BatchStripController) -> Bindings:
    """Playing, and what the lanes show."""
    return {
        "pin": window.lanes.toggle_pin,
        "difference": window.lanes.toggle_difference,
        "play": playback.toggle_play,
        "loop": playback.toggle_loop,
        "seam": playback.hear_seam,
        "match": playback.toggle_match,
        "autoplay": playback.set_autoplay,
        "start": playback.to_start,
        "end": playback.to_end,
        "back": partial(playback.move_by, -0.1),
        "forward": partial(playback.move_by, 0.1),
        "far-back": partial(playback.move_by, -1.0),
        "far-forward": partial(playback.move_by, 1.0),
        "sample-back": partial(playback.move_by_samples, -1),
        "sample-forward": partial(playback.move_by_samples, 1),
        "view": playback.cycle_view,
        "fit": playback.fit,
        "zoom": playback.zoom,
        **{f"batch-{n}": partial(batch.hear, n) for n in range(1, 10)},
    }


def settings_bindings(
    current: CurrentTake, recall: RecallController, sources: SourceController, variations: VariationsController
) -> Bindings:
    """What begins with the settings or the sound of a take."""
    return {
        "recall": current.does(recall.recall),
        "variations": current.does(variations.vary),
        "between": variations.between,
        "inpaint": sources.inpaint_selection,
        "take-variations": variations.vary,
        "take-recall": recall.recall,
        "take-recall-but-seed": partial(recall.recall, what="all but seed"),
        "take-recall-seed": partial(recall.recall, what="seed only"),
        "take-copy-command": recall.copy_command,
        "take-use-as-source": sources.use,
    }


def takes_bindings(
    window: MainWindow,
    current: CurrentTake,
    lanes: LaneController,
    files: FileController,
    marks: MarksController,
    batch_files: BatchFilesController,
    scripts: ScriptController,
) -> Bindings:
    """What is done with takes, once the library and the lanes are there."""
    return {
        "export": current.does(files.export),
        "make-batch": batch_files.open,
        "script": scripts.open,
        "take-play": lanes.play,
        "take-to-lane": lanes.show,
        "take-export": files.export,
        "take-copy-file": files.copy_file,
        "take-copy-path": files.copy_path,
        "take-show-in-folder": files.show_in_folder,
        "take-star": marks.toggle_star,
        "take-unstar": marks.toggle_star,
        "take-rename": lambda _: window.takes.rename(),
        "take-delete": lambda _: window.takes.remove_selected(),
    }


def conditions(
    window: MainWindow, engine: Engine, current: CurrentTake, variations: VariationsController, scripts: ScriptController
) -> dict[When, Callable[[], bool]]:
    """How it is found out whether commands are possible."""
    return {
        When.RUNNING: lambda: engine.queue.running() is not None,
        When.TAKE: lambda: window.takes.current() is not None or window.lanes.current_entry() is not None,
        When.LANES: lambda: window.lanes.built,
        When.SPEECH: scripts.is_offered,
        When.VARIABLE: lambda: variations.is_offered() and current.entry() is not None,
    }
