"""The catalogue's figures: files as the families want them, memory and arithmetic as the families count them at the published sizes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from ditone.models.cosyvoice3 import family as cosyvoice3
from ditone.models.cosyvoice3 import folder as cosyvoice3_folder
from ditone.models.dots import config as dots_config
from ditone.models.dots import controls as dots_controls
from ditone.models.dots import folder as dots_folder
from ditone.models.dots import memory as dots_memory
from ditone.models.moss_sound_effect import config as moss_config
from ditone.models.moss_sound_effect import controls as moss_controls
from ditone.models.moss_sound_effect import family as moss
from ditone.models.stable_audio_3 import config_file, controls, needs
from ditone.runtime import registry
from ditone.runtime.controls import Control
from ditone.runtime.hub.catalogue import Entry
from ditone.runtime.request import EngineSettings, Request
from tests.models.dots import published as dots_published
from tests.models.moss_sound_effect import published as moss_published
from tests.models.stable_audio_3 import published as stable_published

SENTENCE = (
    "The lighthouse keeper counted the waves, and on the seventh he smiled. "
    "Then he lit the lamp, and slowly wrote down the hour for the log."
)


@cache
def entries() -> dict[str, Entry]:
    return {entry.name: entry for entry in registry.catalogue()}


def asked(found: tuple[Control, ...], precision: str, prompt: str = "rain") -> Request:
    """Ten seconds with the usual settings."""
    request = Request(model="x").replaced(**{control.name: control.default for control in found})
    return request.replaced(prompt=prompt, duration_s=10.0, engine=EngineSettings(precision=precision))


def of_family(family: str) -> list[str]:
    """Names, for parametrising, without importing what makes the catalogue."""
    path = Path(__file__).parents[2] / "assets" / "catalogue" / f"{family}.json"
    return [one["name"] for one in json.loads(path.read_text())["entries"]]


def test_every_published_model_is_listed() -> None:
    assert {entry.source.repo_id for entry in entries().values()} == {
        *(f"stabilityai/stable-audio-3-{one}" for one in (*stable_published.SMALL, *stable_published.MEDIUM)),
        "OpenMOSS-Team/MOSS-SoundEffect-v2.0",
        "FunAudioLLM/Fun-CosyVoice3-0.5B-2512",
        *(f"dots-studio/dots.tts-{one}" for one in ("base", "soar", "mf", "mf-2steps", "mf-1step")),
    }


@pytest.mark.parametrize("name", of_family("stable_audio_3"))
def test_stable_audio_needs_what_its_family_counts(name: str, tmp_path: Path) -> None:
    entry = entries()[name]
    (tmp_path / "model_config.json").write_text(json.dumps(stable_published.model_config(entry.variant)))
    config = config_file.read_config(tmp_path)
    for precision, mib in entry.memory_mib.items():
        request = asked(controls.controls(config), precision)
        assert mib == pytest.approx(needs.peak_mib(config, entry.parameters, request), rel=0.02)
    assert entry.tflop == pytest.approx(needs.work_tflop(config, request), rel=0.02)
    assert all(file.name != "svd_bases.pt" for file in entry.files)
    assert [extra.name for extra in entry.extras] == (["svd_bases.pt"] if name.endswith("-base") else [])


@pytest.mark.parametrize("name", of_family("moss_sound_effect"))
def test_moss_needs_what_its_family_counts(name: str) -> None:
    entry = entries()[name]
    config = moss_config.ModelConfig(moss_config.dit_config(moss_published.TRANSFORMER), 2048, 48000, 30.0, 5.0)
    for precision, mib in entry.memory_mib.items():
        request = asked(moss_controls.controls(config), precision)
        assert mib == pytest.approx(moss._peak_memory_mib(dict(entry.parameters), config, 50.0, request), rel=0.02)
    assert entry.tflop == pytest.approx(moss._work_tflop(config, 50.0, request), rel=0.02)


@pytest.mark.parametrize("name", of_family("cosyvoice3"))
def test_cosyvoice_needs_what_its_family_counts(name: str) -> None:
    entry = entries()[name]
    for precision, mib in entry.memory_mib.items():
        counted = cosyvoice3._peak_memory_mib(dict(entry.parameters), asked((), precision))
        assert mib == pytest.approx(counted, rel=0.02)
    wanted = {name: size for name, _, size in (*cosyvoice3_folder.TOKENIZER_FILES, *cosyvoice3_folder.NETS)}
    sizes = {file.name: file.size_bytes for file in entry.files}
    assert wanted.items() <= sizes.items()
    assert 4.3e9 < entry.size_bytes < 4.5e9 and entry.whole_repository_bytes > 9.6e9
    speech_tokens, prefill, frames = 10 * 25, 450, 18 * 50  # 10 s after a reference of 8 s
    used = entry.parameters["language model"] - 151936 * 896  # a table of words is looked up, not multiplied
    flow = 10 * 2 * frames * 2 * 331.1e6
    assert entry.tflop == pytest.approx((2 * used * (speech_tokens + prefill) + flow) / 1e12 + 1.4, rel=0.02)
    assert entry.streamed_parameters == pytest.approx(speech_tokens * used / 1e9, rel=0.02)


@pytest.mark.parametrize("name", of_family("dots"))
def test_dots_needs_what_its_family_counts(name: str, tmp_path: Path) -> None:
    entry = entries()[name]
    published = {**dots_published.CONFIG, **dots_published.VARIANTS[entry.variant]}
    (tmp_path / "config.json").write_text(json.dumps(published))
    (tmp_path / "llm_config.json").write_text(json.dumps(dots_published.LLM))
    config = dots_config.read_config(tmp_path)
    for precision, mib in entry.memory_mib.items():
        request = asked(dots_controls.controls(config), precision, SENTENCE)
        assert mib == pytest.approx(dots_memory.peak_memory_mib(dict(entry.parameters), config, request), rel=0.02)
    assert dots_folder.ROLES.keys() <= {file.name for file in entry.files}
    patches, part = 10 * 6.25, entry.parameters
    language = part["language model"] - 151672 * 1536
    steps, branches = request.steps or config.recipe.locked_steps or 1, 2 if entry.variant in ("base", "soar") else 1
    work = 2 * language * (patches + 120) + 2 * part["patch encoder"] * 2 * (patches + 50)
    work += patches * steps * branches * 10 * 2 * part["transformer"]
    assert entry.tflop == pytest.approx(work / 1e12 + 2.2, rel=0.03)
    streamed = patches * (language + part["patch encoder"] + steps * part["transformer"])
    assert entry.streamed_parameters == pytest.approx(streamed / 1e9, rel=0.03)
