"""Collects the texts of the window into gui/i18n/translations/ditone_zh_CN.ts and compiles it (`make translations`).

pyside6-lupdate takes the name of the surrounding class for every text. Functions outside classes use the one in
gui/i18n/translate.py, so its calls are found by following the imports. Existing translations are kept, those of texts that moved to
another class, too; texts that are gone are dropped.
"""

from __future__ import annotations

import ast
import itertools
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "gui" / "i18n" / "translations"
LANGUAGES = ("zh_CN",)
MARKS = {
    "marked": "Ditone",
    "metric_row": "Ditone",
    "metric_help": "Ditone",
}  # functions whose first argument is translated later
FAMILY_CONTEXT = "Controls"  # what the families say about their controls: see gui/i18n/family_words.py
FAMILY_TEXTS = {  # constructor: positions and names of the arguments that people read
    "Control": ((1,), ("title", "note", "inactive")),
    "Choice": ((1, 2), ("title", "note")),
    "Preset": ((1, 3), ("title", "note")),
}
ROLE_CONTEXT = "Roles"  # what each file of a model is for, and what its licence asks: see gui/i18n/family_words.py
ROLE_TABLES = {"ROLES", "JSON_FILES", "NETS", "WEIGHTS", "TOKENIZER_FILES"}
ROLE_CALLS = {"_file", "_weights", "_role", "FileRole"}
CATALOGUE_CONTEXT = "Catalogue"  # what the published models are and cost in rights: see gui/model_hub/words.py
CATALOGUE_TEXTS = {"about", "line", "why"}  # keys of texts that people read; roles of files are not shown
SENTENCE_CONTEXT = "Sentences"  # what the engine says went wrong: see gui/i18n/sentences.py
SENTENCES = FOLDER / "sentences.json"
SENTENCE_FOLDERS = (  # what the engine and the families say
    *(f"runtime/{folder}" for folder in ("audio", "hub", "installation", "library", "comparison", "script", "weights", "")),
    *(f"models/mini/{folder}" for folder in ("", "text", "voice", "voice/text")),
    *(f"models/{family}" for family in ("cosyvoice3", "dots", "moss_sound_effect", "stable_audio_3")),
)
SAYING = {
    "DitoneError",
    "BadRequest",
    "BadModelFolder",
    "OutOfMemory",
    "Unreachable",
    "Stalled",
    "Refused",
    "note",
    "_saying",
    "Foreign",
    "Form",
}  # what is called with sentences
CONSTANTS = {"HOW_TO_GET", "NO_FOLDER", "IDENTICAL", "COMMON_PART", "POLARITY"}
Text = tuple[str, str]  # context, source


@dataclass
class Module:
    """wrappers: functions that translate in a fixed context. imported: local name -> (module, name), name "" for a module itself."""

    path: Path
    tree: ast.Module
    wrappers: dict[str, str] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)


def modules() -> dict[str, Module]:
    """Every module of the window by its dotted name."""
    found = {}
    for path in sorted((ROOT / "gui").rglob("*.py")):
        module = Module(path, ast.parse(path.read_text(encoding="utf-8")))
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    module.imported[alias.asname or alias.name] = (node.module, alias.name)
        for node in module.tree.body:
            context = _fixed_context(node)
            if context and isinstance(node, ast.FunctionDef):
                module.wrappers[node.name] = context
        found[".".join(("ditone", *path.relative_to(ROOT).with_suffix("").parts))] = module
    return found


def texts() -> dict[Text, str]:
    """(context, source) -> the file where it first stands, in the order of contexts and files."""
    every = modules()
    found: dict[Text, str] = {}
    for module in every.values():
        for context, source in _of_module(module, every):
            found.setdefault((context, source), module.path.relative_to(ROOT).as_posix())
    for path in sorted((ROOT / "models").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for context, sources in ((FAMILY_CONTEXT, _of_family(tree)), (ROLE_CONTEXT, _roles(tree))):
            for source in sources:
                found.setdefault((context, source), path.relative_to(ROOT).as_posix())
    for path in sorted((ROOT / "assets" / "catalogue").glob("*.json")):
        for source in _of_catalogue(json.loads(path.read_text(encoding="utf-8"))):
            found.setdefault((CATALOGUE_CONTEXT, source), path.relative_to(ROOT).as_posix())
    for folder in SENTENCE_FOLDERS:
        for path in sorted((ROOT / folder).glob("*.py")):
            for source in _sentences(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault((SENTENCE_CONTEXT, source), path.relative_to(ROOT).as_posix())
    return found


def _of_catalogue(data: object) -> Iterator[str]:
    """Texts under the keys that people read; `about` is also a flag of a file's size."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in CATALOGUE_TEXTS and isinstance(value, str):
                yield value
            else:
                yield from _of_catalogue(value)
    elif isinstance(data, list):
        for value in data:
            yield from _of_catalogue(value)


def _fixed_context(node: ast.stmt) -> str:
    """The context of a function that does nothing but translate its argument."""
    if not isinstance(node, ast.FunctionDef):
        return ""
    last = node.body[-1]
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Call) and _called(last.value) == "translate":
        first = last.value.args[0]
        if isinstance(first, ast.Constant) and not isinstance(last.value.args[1], ast.Constant):
            return str(first.value)
    return ""


def _of_module(module: Module, every: dict[str, Module]) -> Iterator[Text]:
    def visit(node: ast.AST, owner: str) -> Iterator[Text]:
        if isinstance(node, ast.ClassDef):
            owner = node.name
        if isinstance(node, ast.Call):
            context, position = _context(node, owner, module, every)
            if context and len(node.args) > position:
                for text in _constants(node.args[position]):
                    yield context, text
        for child in ast.iter_child_nodes(node):
            yield from visit(child, owner)

    yield from visit(module.tree, "")


def _context(call: ast.Call, owner: str, module: Module, every: dict[str, Module]) -> tuple[str, int]:
    """In which context a call translates, and which argument; "" where it does not."""
    name = _called(call)
    if name in ("translate", "QT_TRANSLATE_NOOP") and call.args and isinstance(call.args[0], ast.Constant):
        return str(call.args[0].value), 1
    if name in MARKS:
        return MARKS[name], 0
    if isinstance(call.func, ast.Attribute):
        of = call.func.value
        if name == "tr" and isinstance(of, ast.Name) and of.id == "self":
            return owner, 0
        if isinstance(of, ast.Name) and of.id in module.imported:
            package, item = module.imported[of.id]
            other = every.get(f"{package}.{item}")
            return (other.wrappers.get(name, ""), 0) if other else ("", 0)
        return "", 0
    if name in module.wrappers:
        return module.wrappers[name], 0
    if name in module.imported:
        package, item = module.imported[name]
        other = every.get(package)
        return (other.wrappers.get(item, ""), 0) if other else ("", 0)
    return "", 0


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _constants(node: ast.expr) -> Iterator[str]:
    """The texts that an argument can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _of_family(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in FAMILY_TEXTS:
            positions, names = FAMILY_TEXTS[_called(node)]
            arguments = [node.args[i] for i in positions if i < len(node.args)]
            arguments += [keyword.value for keyword in node.keywords if keyword.arg in names]
            for argument in arguments:
                yield from (text for text in _constants(argument) if any(c.isalpha() for c in text))


def _roles(tree: ast.Module) -> Iterator[str]:
    """What files are for, and notes on licences. Names of files stand in the same tables and are told by their dots and slashes."""
    for node in ast.walk(tree):
        said: list[ast.expr] = []
        names = {ast.unparse(target) for target in node.targets} if isinstance(node, ast.Assign) else set()
        if isinstance(node, ast.Assign) and "LICENCE_NOTE" in names:
            said = [node.value]
        elif isinstance(node, ast.Assign) and names & ROLE_TABLES:
            table = node.value
            said = list(table.values) if isinstance(table, ast.Dict) else []
            rows = table.elts if isinstance(table, ast.Tuple) else []
            said += [row.elts[1] for row in rows if isinstance(row, ast.Tuple) and len(row.elts) > 1]
        elif isinstance(node, ast.Call):
            said = [keyword.value for keyword in node.keywords if keyword.arg == "licence_note"]
            said += node.args[1:3] if _called(node) in ROLE_CALLS else []
        for part in said:
            yield from (
                text for text in _constants(part) if any(c.isalpha() for c in text) and not re.fullmatch(r"\S*[./]\S*", text)
            )


def _sentences(tree: ast.Module) -> Iterator[str]:
    """What errors, and reasons for a missing figure, say: with {0}, {1} in the place of values."""
    for node in ast.walk(tree):
        said: list[ast.expr] = []
        if isinstance(node, ast.Call) and _called(node) in SAYING:
            said = [*node.args[_called(node) == "Form" :], *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Assign):
            names = {ast.unparse(target).partition("[")[0] for target in node.targets}
            said = [node.value] if names & {"reasons", *CONSTANTS} else []
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "notes.append":
            said = node.args
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.List):
            said = [part for part in node.value.elts if _template(part).endswith(".")]
        for argument in said:
            for part in argument.elts if isinstance(argument, ast.Tuple) else [argument]:
                template = _template(part)
                if sum(c.isalpha() for c in re.sub(r"\{\d\}", "", template)) >= 8 and "}{" not in template:
                    yield template


def _template(node: ast.expr) -> str:
    """A text with {0}, {1} in the place of what is computed; "" for what is no text."""
    parts: list[str | None] = []

    def add(part: ast.expr) -> None:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            parts.append(part.value)
        elif isinstance(part, ast.JoinedStr):
            for value in part.values:
                add(value)
        elif isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
            add(part.left)
            add(part.right)
        else:
            parts.append(None)

    add(node)
    if any(part is not None and ("{" in part or "}" in part) for part in parts):
        return ""
    numbers = itertools.count()
    return "".join(f"{{{next(numbers)}}}" if part is None else part for part in parts)


def read(path: Path) -> dict[Text, str]:
    """The finished translations of a .ts file."""
    if not path.exists():
        return {}
    found = {}
    for context in ET.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None and translation.get("type") is None and translation.text:
                found[name, message.findtext("source", "")] = translation.text
    return found


def carried(wanted: dict[Text, str], done: dict[Text, str]) -> dict[Text, str]:
    """`done`, and for a text that moved to another class what it was translated with before, where that is one translation only."""
    by_source: dict[str, set[str]] = {}
    for (_, source), translation in done.items():
        by_source.setdefault(source, set()).add(translation)
    moved = {key: next(iter(by_source[key[1]])) for key in wanted if key not in done and len(by_source.get(key[1], ())) == 1}
    return {**done, **moved}


def write(path: Path, language: str, wanted: dict[Text, str], done: dict[Text, str]) -> None:
    """A .ts file with every wanted text; those without a translation are marked unfinished."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    for name in sorted({context for context, _ in wanted}):
        context = ET.SubElement(root, "context")
        ET.SubElement(context, "name").text = name
        for (other, source), file in wanted.items():
            if other != name:
                continue
            message = ET.SubElement(context, "message")
            ET.SubElement(message, "location", filename=f"../../../{file}")
            ET.SubElement(message, "source").text = source
            translation = ET.SubElement(message, "translation")
            if (name, source) in done:
                translation.text = done[name, source]
            else:
                translation.set("type", "unfinished")
    ET.indent(root, "    ")
    body = ET.tostring(root, encoding="unicode")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def write_sentences(wanted: dict[Text, str]) -> None:
    """The engine's sentences that have places for values, which the window finds again in what it is told."""
    templates = [source for context, source in wanted if context == SENTENCE_CONTEXT and "{0}" in source]
    SENTENCES.parent.mkdir(parents=True, exist_ok=True)
    SENTENCES.write_text(json.dumps(sorted(templates), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def compile_(path: Path) -> None:
    """Writes the .qm beside a .ts."""
    program = shutil.which("pyside6-lrelease") or str(Path(sys.executable).with_name("pyside6-lrelease"))
    subprocess.run([program, str(path), "-qm", str(path.with_suffix(".qm")), "-silent"], check=True)


def main() -> int:
    wanted = texts()
    write_sentences(wanted)
    for language in LANGUAGES:
        path = FOLDER / f"ditone_{language}.ts"
        done = carried(wanted, read(path))
        write(path, language, wanted, done)
        compile_(path)
        finished = sum(key in done for key in wanted)
        print(f"{path.name}: {finished} of {len(wanted)} texts are translated")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
