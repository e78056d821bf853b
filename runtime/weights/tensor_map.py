"""From published tensor names to module parameter names: rename, reshape, split, fuse, fold weight norm. Knows no arithmetic of a model.

A rule is written like a line of a table, with `{i}` standing for any number:

    Rule("blocks.{i}.attn1.to_q.weight", "blocks.{i}.attn.q.weight")
    Rule("patch_embedding.weight", "input.weight", "conv1")           # (out, in, 1) -> (out, in)
    Rule(("{c}.weight_g", "{c}.weight_v"), "{c}.weight", "weight_norm")

Rules are read backwards: every parameter of the module asks which stored tensors it is made of, so what is missing is known by name
and shape before a byte is read, and what no parameter asked for is unexpected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

Kind = Literal["rename", "conv1", "leading", "flat", "weight_norm", "split", "fuse"]
Shape = tuple[int, ...]


@dataclass(frozen=True)
class Rule:
    """`source` names one stored tensor, or a tuple of them (weight norm: gain, direction; fuse: rows in order).

    `{name}` matches digits for one-letter names i, j, k, and any text otherwise. Kinds: `rename`; `conv1` drops a trailing axis of one;
    `leading` drops a first axis of one; `flat` folds (a * b,) to (a, b); `weight_norm` is g * v / ||v|| over all axes but the first;
    `split` takes part `index` of `parts` along the rows; `fuse` stacks rows.
    """

    source: str | tuple[str, ...]
    target: str
    kind: Kind = "rename"
    index: int = 0
    parts: int = 1

    @property
    def sources(self) -> tuple[str, ...]:
        return (self.source,) if isinstance(self.source, str) else self.source

    def source_shapes(self, target: Shape, found: Mapping[str, Shape], names: tuple[str, ...]) -> list[Shape]:
        """The shapes the stored tensors must have for a parameter of shape `target`."""
        if self.kind == "conv1":
            return [(*target, 1)]
        if self.kind == "leading":
            return [(1, *target)]
        if self.kind == "flat":
            return [(target[0] * target[1],)]
        if self.kind == "weight_norm":
            return [(target[0], *[1] * (len(target) - 1)), target]
        if self.kind == "split":
            return [(target[0] * self.parts, *target[1:])]
        if self.kind == "fuse":
            return _fused_shapes(target, [found.get(name) for name in names])
        return [target]

    def build(self, tensors: list[Tensor], target: Shape) -> Tensor:
        """The parameter from the stored tensors. Its shape is `target`."""
        if self.kind == "weight_norm":
            gain, direction = tensors
            # in float64: some families keep folded weights in that precision, and the others get the nearest float32
            return torch._weight_norm(direction.double(), gain.double(), 0)
        if self.kind == "split":
            return tensors[0].chunk(self.parts)[self.index]
        if self.kind == "fuse":
            return torch.cat(tensors)
        return tensors[0].reshape(target)


def _fused_shapes(target: Shape, found: list[Shape | None]) -> list[Shape]:
    """Equal shares, unless the stored rows already add up (key and value heads may be fewer than query heads)."""
    if all(shape is not None for shape in found):
        rows = [shape[0] for shape in found if shape]
        if sum(rows) == target[0]:
            return [(n, *target[1:]) for n in rows]
    return [(target[0] // len(found), *target[1:])] * len(found)


@dataclass(frozen=True)
class Step:
    """One parameter to be made: which stored tensors, by which rule."""

    target: str
    shape: Shape
    rule: Rule
    names: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What does not fit between a checkpoint and a module. Empty when all is well."""

    missing: tuple[tuple[str, Shape], ...] = ()
    unexpected: tuple[tuple[str, Shape], ...] = ()
    wrong_shape: tuple[tuple[str, Shape, Shape], ...] = ()

    @property
    def fits(self) -> bool:
        return not (self.missing or self.unexpected or self.wrong_shape)

    def text(self, limit: int = 4) -> str:
        """Sentences with names, expected and found shapes; at most `limit` names of each kind."""
        lines = []
        if self.missing:
            named = ", ".join(f"{name} {list(shape)}" for name, shape in self.missing[:limit])
            lines.append(f"{len(self.missing)} tensors are missing: {named}{_more(self.missing, limit)}.")
        if self.wrong_shape:
            named = ", ".join(f"{n} is {list(found)}, expected {list(wanted)}" for n, wanted, found in self.wrong_shape[:limit])
            lines.append(f"{len(self.wrong_shape)} tensors have another shape: {named}{_more(self.wrong_shape, limit)}.")
        if self.unexpected:
            named = ", ".join(f"{name} {list(shape)}" for name, shape in self.unexpected[:limit])
            lines.append(f"{len(self.unexpected)} tensors are unexpected: {named}{_more(self.unexpected, limit)}.")
        return " ".join(lines)


def _more(items: tuple[object, ...], limit: int) -> str:
    return f" and {len(items) - limit} more" if len(items) > limit else ""


class TensorMap:
    """Rules of one published layout, plus the stored names that may be ignored (recomputable buffers and the like)."""

    def __init__(self, rules: Iterable[Rule], ignored: Iterable[str] = ()) -> None:
        self.rules = tuple(rules)
        self._targets = [(re.compile(_pattern(rule.target)), rule) for rule in self.rules]
        self._ignored = [re.compile(_pattern(pattern)) for pattern in ignored]

    def plan(self, parameters: Mapping[str, Shape], found: Mapping[str, Shape]) -> tuple[list[Step], Report]:
        """How every parameter is made from the stored tensors, and what does not fit. Shapes only; nothing is read."""
        steps: list[Step] = []
        missing: dict[str, Shape] = {}
        wrong: dict[str, tuple[Shape, Shape]] = {}
        used: set[str] = set()
        for target, shape in parameters.items():
            rule, names = self._rule(target, found)
            for name, wanted in zip(names, rule.source_shapes(shape, found, names), strict=True):
                used.add(name)
                if name not in found:
                    missing[name] = wanted
                elif tuple(found[name]) != wanted:
                    wrong[name] = (wanted, tuple(found[name]))
            steps.append(Step(target, shape, rule, names))
        unexpected = [(n, tuple(s)) for n, s in found.items() if n not in used and not any(p.fullmatch(n) for p in self._ignored)]
        report = Report(tuple(missing.items()), tuple(unexpected), tuple((n, w, f) for n, (w, f) in wrong.items()))
        return steps, report

    def _rule(self, target: str, found: Mapping[str, Shape]) -> tuple[Rule, tuple[str, ...]]:
        """The first rule for a parameter whose stored tensors exist, else the first rule; alternatives are spellings of one tensor."""
        first: tuple[Rule, tuple[str, ...]] | None = None
        for pattern, rule in self._targets:
            match = pattern.fullmatch(target)
            if match is None:
                continue
            names = tuple(source.format(**match.groupdict()) for source in rule.sources)
            if all(name in found for name in names):
                return rule, names
            first = first or (rule, names)
        if first is None:
            raise KeyError(f"no rule of this tensor map makes the parameter {target}")
        return first


def _pattern(text: str) -> str:
    """A regular expression for a rule's pattern; a repeated placeholder must match the same text."""
    seen: set[str] = set()

    def group(name: str) -> str:
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>\\d+)" if name in ("i", "j", "k") else f"(?P<{name}>.+)"

    return "".join(group(part[1:-1]) if part.startswith("{") else re.escape(part) for part in re.split(r"(\{\w+\})", text))


IDENTITY = TensorMap([Rule("{name}", "{name}")])
