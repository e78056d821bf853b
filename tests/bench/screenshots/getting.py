"""The window of models, from the list to the first sound, with a tiny folder served by a hub on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ditone.gui.engine.model_download import State
from ditone.gui.model_hub.model_list import ROW
from tests.bench.screenshots.camera import Camera
from tests.hub_server import HubServer, folder_as_files

CASES = Path(__file__).resolve().parents[2] / "reference" / "cases"
REPO = "OpenMOSS-Team/MOSS-SoundEffect-v2.0"
GATED = "stabilityai/stable-audio-3-small-sfx"


def get_models(camera: Camera) -> Iterator[str]:
    """Every state that a person meets on the way."""
    studio = camera.studio
    with HubServer(REPO, folder_as_files(CASES / "moss_sound_effect" / "model")) as server:
        server.add(GATED, folder_as_files(CASES / "stable_audio_3" / "models" / "small"), gated=True)
        server.tokens = {"a token": ""}
        os.environ["HF_ENDPOINT"] = server.endpoint
        try:
            camera.click(studio.window.bar.chip)
            camera.click(studio.window.model_panel.more)
            dialog, download = studio.get_models.dialog, studio.get_models.download
            assert dialog is not None
            found = [dialog.list.item(i).data(ROW) for i in range(dialog.list.count())]
            rows = [row.entry.source.repo_id if row.entry is not None else "" for row in found]
            camera.pause(4)
            yield "get-models"
            dialog.list.setCurrentRow(rows.index(REPO))
            camera.click(dialog.get)
            yield "get-models-question"
            server.hold, server.pace_s = 40_000, 0.02
            camera.click(dialog.question.download)
            camera.wait(lambda: download.progress is not None and download.progress.here_bytes > 20_000)
            camera.pause(1)
            yield "get-models-progress"
            camera.click(dialog.view.pause)
            camera.wait(lambda: download.state is State.PAUSED)
            yield "get-models-paused"
            server.go_on.set()
            server.pace_s = 0.0
            camera.click(dialog.view.resume)
            camera.wait(lambda: download.state is State.DONE)
            camera.pause(1)
            yield "get-models-done"
            camera.click(dialog.view.first)
            camera.wait(lambda: studio.engine.info is not None and studio.engine.info.family == "moss_sound_effect")
            camera.wait(lambda: bool(studio.window.lanes.entries) and not studio.engine.busy)
            camera.pause(1)
            yield "get-models-first-sound"
            studio.get_models.open()
            dialog.list.setCurrentRow(rows.index(GATED))
            camera.click(dialog.get)
            camera.click(dialog.question.download)
            camera.wait(lambda: download.state is State.FAILED)
            camera.pause(1)
            yield "get-models-token"
            camera.click(dialog.view.cancel)
            dialog.close()
        finally:
            del os.environ["HF_ENDPOINT"]
