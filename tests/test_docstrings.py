"""Every public function that takes or gives a tensor says of which shape, in parentheses: (batch, frames, channels)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
AXIS = r"(?:[\w+*/^ -]|\.\.\.)*?"
SHAPE = re.compile(
    rf"\((?![^)]*\b(?:et al|eq|section|algorithm|[12]\d{{3}})\b)(?:{AXIS}\w{AXIS},{AXIS}(?:,{AXIS})*|\.\.\.[^()]*)\)"
)
SAME = re.compile(r"\bshape\b|\bevery shape\b|\bany shape\b", re.IGNORECASE)  # what does not depend on it says so
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, Function, str]]:
    """Public functions and methods with their names, and the docstring of their class."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            about = ast.get_docstring(node) or ""
            yield from ((f"{node.name}.{name}", function, own or about) for name, function, own in functions(node, node.name))
        elif isinstance(node, Function) and not node.name.startswith("_"):
            yield node.name, node, ""


def has_tensor(function: Function) -> bool:
    """Whether a tensor is among its arguments or its result, whatever it lies in."""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    annotations = [argument.annotation for argument in arguments] + [function.returns]
    return any(re.search(r"\bTensor\b", ast.unparse(annotation)) for annotation in annotations if annotation is not None)


def silent() -> list[str]:
    """Functions with a tensor and without a shape; a `forward` may leave it to its class."""
    found = []
    for floor in ("runtime", "models"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            for name, function, about in functions(ast.parse(path.read_text("utf-8"))):
                if not has_tensor(function):
                    continue
                said = ast.get_docstring(function) or ""
                if name.endswith("forward"):
                    said += about
                if not SHAPE.search(said) and not SAME.search(said):
                    found.append(f"{path.relative_to(ROOT)}: {name}")
    return found


def test_shapes_are_said() -> None:
    assert silent() == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('def f(x: Tensor) -> int:\n    """Adds."""', False),
        ('def f(x: Tensor) -> int:\n    """x: (batch, frames)."""', True),
        ('def f(x: list[Tensor]) -> int:\n    """Adds them (all)."""', False),
        ('def f(x: Tensor) -> int:\n    """Turns x (Su et al. 2021, eq. 15)."""', False),
        ('def f() -> tuple[Tensor, int]:\n    """Of x\'s shape."""', True),
    ],
)
def test_what_counts_as_said(code: str, expected: bool) -> None:
    (function,) = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef))
    said = ast.get_docstring(function) or ""
    assert has_tensor(function)
    assert bool(SHAPE.search(said) or SAME.search(said)) == expected
