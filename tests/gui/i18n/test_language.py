"""The window in Chinese: what is shown, what is kept of English, and that no translation loses a placeholder."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from ditone.gui.compare import metric_text as compare_wording
from ditone.gui.core.settings import Settings
from ditone.gui.engine import failure as failures
from ditone.gui.i18n import language
from ditone.gui.i18n.family_words import translate_model
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.runtime.comparison.metrics import Sound, compare
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub.download import Unreachable
from tests.tiny import INFO, TinyFamily

PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@pytest.fixture(scope="module")
def collector() -> ModuleType:
    """packaging/translations.py."""
    path = Path(__file__).parents[3] / "packaging" / "translations.py"
    spec = importlib.util.spec_from_file_location("translations", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["translations"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[Settings]:
    """Settings that ask for Chinese, with the translation loaded; English again afterwards."""
    before = QLocale()
    settings = Settings()
    settings.set(language.LANGUAGE, "zh_CN")
    assert language.install(settings) == "zh_CN"
    yield settings
    language.uninstall()
    QLocale.setDefault(before)


def translations(collector: ModuleType) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = collector.read(language.FOLDER / "ditone_zh_CN.ts")
    return found


def test_every_placeholder_survives(collector: ModuleType) -> None:
    done = translations(collector)
    assert len(done) > 700
    for (context, source), translated in done.items():
        assert sorted(PLACEHOLDER.findall(translated)) == sorted(PLACEHOLDER.findall(source)), (context, source)
        assert ("&" in source) == ("&" in translated), (context, source)
        assert source.count("\n") == translated.count("\n"), (context, source)


def test_what_is_translated_is_what_the_window_loads(collector: ModuleType, chinese: Settings) -> None:
    for (context, source), translated in translations(collector).items():
        assert QCoreApplication.translate(context, source) == translated, (context, source)


def test_the_collector_finds_texts_whoever_translates_them(collector: ModuleType) -> None:
    found = collector.texts()
    for key in (
        ("CommandBar", "Generate"),  # self.tr
        ("Ditone", "Ready"),  # the function outside of classes
        ("Ditone", "Loop the selection, or everything"),
        ("Ditone", "Pause"),  # one side of a condition
        ("Ditone", "Unchanged"),  # an entry of a table
        ("Controls", "Negative prompt"),  # a family's control
        ("Ditone", "Null depth"),
    ):
        assert key in found


def test_nearly_all_texts_are_translated(collector: ModuleType) -> None:
    found, done = collector.texts(), translations(collector)
    missing = [key for key in found if key not in done]
    assert len(missing) < 0.1 * len(found), missing


def test_an_unknown_text_stays_english(chinese: Settings) -> None:
    assert QCoreApplication.translate("CommandBar", "A text that nobody has translated") == "A text that nobody has translated"


def test_the_window_speaks_chinese(chinese: Settings, qtbot: QtBot, qapp: QApplication, tiny: TinyFamily) -> None:
    style.apply(qapp, "dark")
    studio = Studio(chinese)
    qtbot.addWidget(studio.window)
    studio.window.resize(1440, 900)
    studio.window.show()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None, timeout=60_000)
    assert studio.window.bar.generate.text() == "生成"
    assert studio.window.bar.pill.text() == "就绪"
    assert studio.window.bar.generate.toolTip() == "生成声音 (Ctrl+回车)。按住 Shift：替换队列中等待的片段。"
    assert studio.window.menuBar().actions()[0].text() == "文件(&F)"
    assert studio.window.prompt.rows["steps"].label.text() == "步数"
    assert studio.window.prompt.rows["brightness"].label.text() == "Brightness"  # no text of ours: English stays
    transport = studio.window.lanes.transport
    assert transport is not None
    assert transport.play.toolTip() == "播放 (空格)"
    studio.show_settings("keys")
    assert studio.preferences is not None
    assert studio.preferences.windowTitle() == "设置"
    close = studio.preferences.buttons.button(QDialogButtonBox.StandardButton.Close)
    assert "关闭" in close.text()  # Qt's own words
    assert any(label.text() == "按键" for label in studio.preferences.findChildren(QLabel))
    studio.window.close()


def test_figures_have_chinese_names(chinese: Settings) -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, (8000, 1)).astype(np.float32)
    late = np.roll(noise, 100, axis=0)
    rows = compare_wording.rows(compare(Sound(noise, 16000, "a", None), Sound(-noise, 16000, "b", None)), None, None)
    assert (rows[0].name, rows[0].value) == ("波形余弦", "−1.00000")
    assert rows[0].help.startswith("1：")
    rows = compare_wording.rows(compare(Sound(noise, 16000, "a", None), Sound(late, 16000, "b", None)), None, None)
    assert next(row.value for row in rows if row.name == "B 的偏移") == "晚 100 个采样"


def test_families_keep_their_names_and_values_in_any_language(chinese: Settings) -> None:
    said = translate_model(INFO)
    assert [control.name for control in said.controls] == [control.name for control in INFO.controls]
    assert [control.default for control in said.controls] == [control.default for control in INFO.controls]
    solver, original = said.control("solver"), INFO.control("solver")
    assert solver is not None and original is not None
    assert solver.title == "求解器"
    assert [choice.value for choice in solver.choices] == [choice.value for choice in original.choices]


def test_what_the_engine_says_is_said_in_chinese_with_its_values(chinese: Settings) -> None:
    try:
        raise Unreachable("Could not reach huggingface.co; choose a folder instead.", "", ("Resume to get the rest.",))
    except Unreachable as error:
        failure = failures.from_exception(error)
    assert failure.message == "无法连接 huggingface.co；请改为选择文件夹。"
    assert failure.actions == ("按“继续”下载其余部分。",)
    with pytest.raises(DitoneError) as caught:
        INFO.control("steps").check(1000)  # type: ignore[union-attr]
    assert translate_sentence(caught.value.message).startswith("Steps 为 1000 steps；允许的范围：")
    assert translate_sentence(
        "The result clips: 12 samples in a row of 3 or more lie at full scale. Try a lower CFG scale or APG."
    ).startswith("结果削波：12 个采样以 3 个以上")
    assert translate_sentence("A sentence that nobody knows.") == "A sentence that nobody knows."
    assert translate_sentence("/a {0} b could not be written: no {1} space.") == "无法写入 /a {0} b：no {1} space。"


def test_in_english_the_engine_is_quoted() -> None:
    language.uninstall()
    assert translate_sentence("/a could not be written: full.") == "/a could not be written: full."


def test_every_sentence_with_values_can_be_recognised(collector: ModuleType, chinese: Settings) -> None:
    templates = json.loads((language.FOLDER / "sentences.json").read_text(encoding="utf-8"))
    done = translations(collector)
    assert len(templates) > 50
    for template in templates:
        values = ("one", "two", "three", "four", "five", "six", "seven", "eight")
        filled = template.format(*values)
        translated = done.get(("Sentences", template))
        if translated is not None:
            assert translate_sentence(filled) == translated.format(*values), template


@pytest.mark.parametrize(
    ("system", "expected"),
    [(["zh-CN", "en"], "zh_CN"), (["zh-Hans-CN"], "zh_CN"), (["zh-Hant-TW"], "en"), (["de-DE"], "en"), ([], "en")],
)
def test_the_systems_language_is_used_where_there_is_a_translation(
    system: list[str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class System:
        @staticmethod
        def uiLanguages() -> list[str]:
            return system

    monkeypatch.setattr(language.QLocale, "system", lambda: System())
    assert language.chosen(Settings()) == expected


def test_english_can_be_chosen_on_a_chinese_system(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings()
    settings.set(language.LANGUAGE, "en")
    assert language.chosen(settings) == "en"
    before = QLocale()
    assert language.install(settings) == "en"
    assert QLocale().decimalPoint() == "."
    assert QCoreApplication.translate("CommandBar", "Generate") == "Generate"
    QLocale.setDefault(before)
