"""The language of the window and its size, both decided before the first widget is made."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings

LANGUAGE, SIZE = "look/language", "look/size_percent"
NAMES = {"en": "English", "zh_CN": "简体中文"}
FOLDER = Path(__file__).with_name("translations")

_installed: list[QTranslator] = []


def set_size(settings: Settings) -> None:
    """Scales the whole window; must be called before the application object exists. A scale from outside is left alone."""
    percent = settings.number(SIZE, 100)
    if percent != 100 and 50 <= percent <= 300:
        os.environ.setdefault("QT_SCALE_FACTOR", f"{percent / 100:g}")


def chosen(settings: Settings) -> str:
    """The code of the language to show: the chosen one, or the system's where there is a translation, else English."""
    code = settings.text(LANGUAGE)
    if code in NAMES:
        return code
    # of the Chinese scripts only the simplified one is there
    system = [name.replace("-", "_") for name in QLocale.system().uiLanguages()]
    first = system[0] if system else "en"
    return "zh_CN" if first.startswith("zh") and not first.startswith(("zh_Hant", "zh_TW", "zh_HK", "zh_MO")) else "en"


def install(settings: Settings) -> str:
    """Loads the translation, Qt's own included, and the number format of the chosen language; the language's code."""
    uninstall()
    code = chosen(settings)
    if settings.text(LANGUAGE) in NAMES:
        QLocale.setDefault(QLocale(code if code != "en" else "en_GB"))
    if code != "en":
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in ((f"qtbase_{code}", qt), (f"ditone_{code}", str(FOLDER))):
            translator = QTranslator()
            if translator.load(name, folder) and QCoreApplication.installTranslator(translator):
                _installed.append(translator)
    return code


def is_english() -> bool:
    """Whether nothing is translated."""
    return not _installed


def uninstall() -> None:
    """Back to English."""
    while _installed:
        QCoreApplication.removeTranslator(_installed.pop())
