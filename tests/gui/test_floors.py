"""Who may import whom inside the window, and that every part of it says what it does."""

from __future__ import annotations

import ast
from pathlib import Path

Named = ast.ClassDef | ast.FunctionDef
ROOT = Path(__file__).parents[2]
# From the ground up; a module imports from its own floor and from those below.
FLOORS = (
    ("core", "i18n", "theme"),
    ("commands",),
    ("audio",),
    ("widgets", "engine"),
    ("panels",),
    ("compare", "preferences", "model_hub", "batch", "script"),
    ("controllers",),
    ("window_layout", "main_window"),
    ("command_bindings",),
    ("studio",),
    ("application", "display", "smoke"),
    ("app",),
)
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}
APART = (("widgets", "engine"), ("compare", "preferences"))  # on one floor, and yet not for each other


def modules() -> dict[str, Path]:
    """Every module of the window by its dotted name."""
    found = {}
    for path in sorted((ROOT / "gui").rglob("*.py")):
        parts = ("ditone", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def graph() -> dict[str, set[str]]:
    """What each module imports of the window, anywhere: at its top, in functions, and for type checking alone."""
    known = modules()
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {
                    f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in known else node.module
                    for alias in node.names
                }
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
        found[name] = (imported & set(known)) - {name}
    return found


def circle(edges: dict[str, set[str]]) -> list[str]:
    """The modules of one import circle, or nothing."""
    done: set[str] = set()

    def visit(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in sorted(edges[name]):
            found = visit(other, [*way, name])
            if found:
                return found
        done.add(name)
        return []

    return next((found for name in edges if (found := visit(name, []))), [])


def part(module: str) -> str:
    """The folder below gui/, or the module there."""
    return module.split(".")[2] if module.count(".") > 1 else ""


def test_no_module_of_the_window_imports_itself_by_any_way_round() -> None:
    assert circle(graph()) == []


def test_a_circle_would_be_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def test_every_module_stands_on_a_floor() -> None:
    assert {part(name) for name in modules()} - {""} == set(LEVEL)


def test_floors_import_only_downwards() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in graph().items()
        for other in others
        if part(name) and part(other)
        if LEVEL[part(other)] > LEVEL[part(name)] or any({part(name), part(other)} == set(pair) for pair in APART)
    ]
    assert wrong == []


def test_the_frame_is_the_frame_alone() -> None:
    text = (ROOT / "gui" / "main_window.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 250
    assert "controllers" not in text


def test_controllers_are_given_few_objects_and_never_the_window() -> None:
    for path in (ROOT / "gui" / "controllers").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                        given = [argument.arg for argument in method.args.args if argument.arg not in ("self", "parent")]
                        assert len(given) <= 4, (node.name, given)
                        assert "window" not in given, node.name


QT_CALLS = {
    "event",
    "paint",
    "validate",
    "data",
    "flags",
    "done",
    "emit",
}  # lower-case names that Qt and logging call by themselves


def test_everything_public_says_what_it_does() -> None:
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in modules().items()}
    classes = {node.name: node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    silent = [name for name, tree in trees.items() if ast.get_docstring(tree) is None]
    for name, tree in trees.items():
        for owner, node in public(tree, None):
            if ast.get_docstring(node) is None and not (owner is not None and said_elsewhere(node.name, owner, classes)):
                silent.append(f"{name}.{owner.name + '.' if owner is not None else ''}{node.name}")
    assert silent == []


def public(tree: ast.Module | ast.ClassDef, owner: ast.ClassDef | None) -> list[tuple[ast.ClassDef | None, Named]]:
    """Classes and functions that others may use, methods included, each with its class; not what stands inside of functions."""
    found: list[tuple[ast.ClassDef | None, Named]] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            found.append((owner, node))
            if isinstance(node, ast.ClassDef):
                found += public(node, node)
    return found


def said_elsewhere(method: str, owner: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> bool:
    """Whether Qt documents a method that it calls by its own name, or the class that this one is made from does."""
    if method in QT_CALLS or method != method.lower():
        return True
    bases = [classes[base.id] for base in owner.bases if isinstance(base, ast.Name) and base.id in classes]
    own = [node for base in bases for node in base.body if isinstance(node, ast.FunctionDef) and node.name == method]
    return any(ast.get_docstring(node) for node in own) or any(said_elsewhere(method, base, classes) for base in bases)
