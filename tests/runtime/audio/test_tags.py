"""Text fields of sound files, against another program's reading and writing of them."""

import io
import json
import random
import shutil
import subprocess
from pathlib import Path

import mutagen
import numpy as np
import pytest
import soundfile
from mutagen.id3 import ID3, TIT2, TXXX

from ditone.runtime.audio import metadata, tags, writing

SOUND = (0.1 * np.sin(np.arange(6000) * 0.05)).astype(np.float32)[:, None]
ABOUT = {"software": "Ditone", "request": {"model": "m", "prompt": "Regen 雨 " + "x" * 70_000}}
COMPRESSED = ["flac", "ogg", "opus", "mp3"]


def encoded(name: str) -> bytes:
    return writing.encode(SOUND, 48000, writing.FORMATS[name])


@pytest.mark.parametrize("name", [*COMPRESSED, "wav-16", "wav-float"])
def test_the_sound_stays_and_another_program_reads_the_fields(name: str) -> None:
    data = encoded(name)
    whole = metadata.embed(data, ABOUT, "Regen 雨")
    np.testing.assert_array_equal(soundfile.read(io.BytesIO(whole))[0], soundfile.read(io.BytesIO(data))[0])
    assert metadata.extract(whole) == ABOUT
    found = mutagen.File(io.BytesIO(whole))
    title = found["TIT2"].text[0] if name in ("mp3", "wav-16", "wav-float") else found["title"][0]
    assert title == "Regen 雨"
    if name in ("flac", "ogg", "opus"):
        assert json.loads(found["DITONE"][0]) == ABOUT
    again = metadata.embed(whole, {"software": "Ditone"}, "other") if name in COMPRESSED else whole
    if name in COMPRESSED:  # fields are replaced, not added
        assert metadata.extract(again) == {"software": "Ditone"}
        assert len(again) < len(whole) - 60_000


@pytest.mark.parametrize("name", COMPRESSED)
def test_files_of_earlier_versions_are_read(name: str) -> None:
    """As they were written with the other program."""
    file = io.BytesIO(encoded(name))
    text = json.dumps(ABOUT)
    if name == "mp3":
        frames = ID3()
        frames.add(TXXX(encoding=0, desc="DITONE", text=text))
        frames.add(TIT2(encoding=3, text="Regen 雨"))
        frames.save(file)
    else:
        fields = mutagen.File(file)
        fields["DITONE"], fields["TITLE"] = text, "Regen 雨"
        file.seek(0)
        fields.save(file)
    assert metadata.extract(file.getvalue()) == ABOUT


def test_the_sum_of_an_ogg_page() -> None:
    page = encoded("ogg")[:58]
    assert tags.ogg_checksum(page[:22] + bytes(4) + page[26:]) == int.from_bytes(page[22:26], "little")


@pytest.mark.parametrize("name", [*COMPRESSED, "wav-16"])
def test_damaged_files_give_fields_or_none(name: str) -> None:
    whole = metadata.embed(encoded(name), {"request": {"model": "m", "prompt": "p"}}, "t")
    draw = random.Random(name)
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(draw.randrange(1, 12)):
            data[draw.randrange(min(len(data), 900))] = draw.choice([0, 255, 127, 128, draw.randrange(256)])
        if draw.random() < 0.2:
            del data[draw.randrange(len(data)) :]
        found = metadata.extract(bytes(data))
        assert found is None or isinstance(found, dict)


def test_somebodys_comment_is_no_settings(tmp_path: Path) -> None:
    for text in ('{"request": {"model": "m"}}', "just words", '{"software": "Other"}', "[" * 50_000):
        assert metadata.extract(tags.write(encoded("flac"), {"COMMENT": text})) is None
    assert metadata.extract(tags.write(encoded("flac"), {"COMMENT": '{"software": "Ditone", "a": 1}'})) == {
        "software": "Ditone",
        "a": 1,
    }


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
@pytest.mark.parametrize("target", ["wav", "flac", "ogg", "mp3"])
def test_settings_survive_another_program(tmp_path: Path, target: str) -> None:
    writing.write(tmp_path / "a.wav", SOUND, 48000, metadata=ABOUT, title="t")
    subprocess.run(["ffmpeg", "-v", "error", "-i", "a.wav", f"b.{target}"], cwd=tmp_path, check=True)
    assert metadata.read(tmp_path / f"b.{target}") == ABOUT
