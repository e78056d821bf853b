"""The published description is read as data, whatever its tags ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ditone.models.cosyvoice3.description import read_config
from ditone.models.cosyvoice3.yaml_reader import TAG, read_yaml
from ditone.runtime.errors import BadModelFolder
from tests.models.cosyvoice3.published import MODEL


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "cosyvoice3.yaml"
    path.write_text(text, "utf-8")
    return path


def test_tags_are_labels_and_references_are_looked_up(tmp_path: Path) -> None:
    path = written(tmp_path, "a: 3\nb: 4\nnet: !new:some.module.Class\n    size: !ref <a> * <b>\n    same: !ref <a>\n")
    assert read_yaml(path)["net"] == {TAG: "some.module.Class", "size": 12, "same": 3}


@pytest.mark.parametrize(
    "line",
    [
        "x: !apply:os.system [touch MARK]",
        "x: !apply:subprocess.run [[touch, MARK]]",
        "x: !!python/object/apply:os.system [touch MARK]",
        "x: !!python/object/new:subprocess.Popen [[touch, MARK]]",
        "x: !!python/name:os.system",
        "x: !include MARK",
    ],
)
def test_calls_are_refused_and_not_made(tmp_path: Path, line: str) -> None:
    mark = tmp_path / "mark"
    text = (MODEL / "cosyvoice3.yaml").read_text("utf-8") + line.replace("MARK", str(mark)) + "\n"
    with pytest.raises(BadModelFolder, match="refused"):
        read_yaml(written(tmp_path, text))
    assert not mark.exists()


def test_seed_calls_of_the_published_file_are_not_made(tmp_path: Path) -> None:
    import random

    random.seed(1)
    expected = random.random()
    random.seed(1)
    read_yaml(MODEL / "cosyvoice3.yaml")
    assert random.random() == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: !ref <b>\nb: !ref <a>\n", "without end"),
        ("a: !ref <nothing>\n", "looked up"),
        ("a: text\nb: !ref <a> * <a>\n", "not numbers"),
        ("- 1\n- 2\n", "a table was expected"),
        ("a: [1\n", "refused"),
        ("a: &x [*x]\n", "without end"),
        ("#" * 2_000_000, "larger"),
    ],
)
def test_broken_descriptions_get_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadModelFolder, match=words):
        read_yaml(written(tmp_path, text))


def test_another_network_in_the_description_is_named(copy: Path) -> None:
    path = copy / "cosyvoice3.yaml"
    path.write_text(path.read_text("utf-8").replace("CausalMaskedDiffWithDiT", "MaskedDiffWithXvec"), "utf-8")
    with pytest.raises(BadModelFolder, match="MaskedDiffWithXvec"):
        read_config(copy)


def test_missing_setting_is_named(copy: Path) -> None:
    path = copy / "cosyvoice3.yaml"
    path.write_text(path.read_text("utf-8").replace("conv_pre_look_right: 4", ""), "utf-8")
    with pytest.raises(BadModelFolder, match="conv_pre_look_right"):
        read_config(copy)
