"""LoRA and its relatives, applied to published weights before they become the modules' parameters.

Kinds: lora; dora-rows, dora-cols (Liu et al. 2024, DoRA); bora (rows, then columns); each also as "-xs", whose outer factors are
the singular vectors of the published weight (Balazy et al. 2024, LoRA-XS). A weight is treated as a matrix (out, in * kernel).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ditone.runtime.errors import BadModelFolder, BadRequest
from ditone.runtime.json_reading import parse
from ditone.runtime.weights.sources import open_safetensors, read_header, read_pickle

KINDS = ("lora", "dora", "dora-rows", "dora-cols", "bora")
_KEY = re.compile(r"(?P<module>.+)\.parametrizations\.weight\.0\.(?P<part>\w+)")


@dataclass(frozen=True, eq=False)
class Adapter:
    """One file. `layers`: by name of the published weight, the file's tensors for it, float32."""

    name: str
    kind: str
    alpha: float | None
    layers: Mapping[str, Mapping[str, Tensor]]


@dataclass(frozen=True)
class Use:
    """One adapter in one take. It works while low <= t <= high; layers whose name holds one of `skip` stay as they are."""

    path: Path
    strength: float = 1.0
    interval: tuple[float, float] = (0.0, 1.0)
    skip: tuple[str, ...] = ()

    def active_at(self, t: float) -> bool:
        return self.interval[0] <= t <= self.interval[1]

    def leaves_out(self, weight: str) -> bool:
        """Whether a published weight's name holds one of `skip`. A pattern that ends in a digit does not match a longer number."""
        name = weight.removeprefix("model.model.").removeprefix("conditioner.")
        patterns = [expanded for pattern in self.skip for expanded in expand(pattern)]
        return any(re.search(re.escape(p) + (r"(?!\d)" if p[-1].isdigit() else ""), name) for p in patterns)


def expand(pattern: str) -> list[str]:
    """`layers.[2-4]` -> layers.2, layers.3, layers.4."""
    match = re.search(r"\[(\d+)-(\d+)\]", pattern)
    if match is None:
        return [pattern]
    head, tail = pattern[: match.start()], pattern[match.end() :]
    return [p for n in range(int(match[1]), int(match[2]) + 1) for p in expand(f"{head}{n}{tail}")]


def open_adapter(path: Path) -> Adapter:
    """Reads an adapter file; the last few are kept while they do not change. Raises BadModelFolder saying what is wrong with it."""
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        raise BadModelFolder(f"There is no LoRA file {path}.") from None
    return _opened(path, stamp)


@lru_cache(maxsize=4)
def _opened(path: Path, stamp: int) -> Adapter:
    if path.suffix == ".safetensors":
        metadata = read_header(path)[1]
        with open_safetensors(path) as source:
            tensors = {name: source.read(name).float().clone() for name in source.headers}
        config = parse(metadata.get("lora_config", "{}"), f"{path.name} has a damaged description of its LoRA, which")
    else:
        data = read_pickle(path)
        if not isinstance(data, dict) or not isinstance(data.get("state_dict"), dict):
            raise BadModelFolder(f"{path.name} is not a LoRA file: it holds no table of tensors named state_dict.")
        tensors = {name: value.float() for name, value in data["state_dict"].items() if isinstance(value, Tensor)}
        config = data.get("lora_config") or {}
    return _adapter(path.name, tensors, config if isinstance(config, dict) else {})


def _adapter(name: str, tensors: Mapping[str, Tensor], config: Mapping[str, Any]) -> Adapter:
    kind = str(config.get("adapter_type", "lora"))
    if kind.removesuffix("-xs") not in KINDS:
        raise BadModelFolder(f'{name} holds an adapter of the kind "{kind}".', f"Known are {', '.join(KINDS)}, each also as -xs.")
    layers: dict[str, dict[str, Tensor]] = {}
    for key, tensor in tensors.items():
        match = _KEY.fullmatch(key)
        if match is None:
            raise BadModelFolder(
                f"{name} is not a LoRA for this family: it holds {key}.", "Names with .parametrizations.weight.0. were expected."
            )
        prefix = "conditioner." if match["module"].startswith("conditioners.") else "model."
        layers.setdefault(f"{prefix}{match['module']}.weight", {})[match["part"]] = tensor
    if not layers:
        raise BadModelFolder(f"{name} holds no tensors.")
    return Adapter(name, kind, _alpha(name, config.get("alpha")), layers)


def _alpha(name: str, given: Any) -> float | None:
    try:
        alpha = None if given is None else float(given)
    except (TypeError, ValueError):
        alpha = math.nan
    if alpha is not None and not math.isfinite(alpha):
        raise BadModelFolder(f'{name} has a damaged description of its LoRA: alpha is "{given}", a number was expected.')
    return alpha


def check_targets(adapter: Adapter, shapes: Mapping[str, Sequence[int]]) -> None:
    """Raises BadRequest when the adapter was made for a model of other layers or sizes than the published `shapes`, BadModelFolder
    when its tensors are no matrices."""
    for weight, parts in adapter.layers.items():
        if weight not in shapes:
            raise BadRequest(f"{adapter.name} was made for another model: this one has no layer {weight}.")
        rows, columns = _matrix(shapes[weight])
        for part, wanted in (("lora_A", (None, columns)), ("lora_B", (rows, None))):
            found = parts.get(part)
            if found is not None and found.ndim != 2:
                raise BadModelFolder(
                    f"{adapter.name} is damaged: {part} of {weight} has {found.ndim} dimensions, 2 were expected.",
                    actions=("Get the file again from its publisher.",),
                )
            if found is not None and any(w is not None and w != n for w, n in zip(wanted, found.shape, strict=True)):
                raise BadRequest(
                    f"{adapter.name} was made for another model: {part} of {weight} is {list(found.shape)}, "
                    f"the layer is {rows} by {columns}."
                )


def _matrix(shape: Sequence[int]) -> tuple[int, int]:
    columns = 1
    for n in shape[1:]:
        columns *= n
    return shape[0], columns


def applied(published: Tensor, running: Tensor, parts: Mapping[str, Tensor], adapter: Adapter, strength: float) -> Tensor:
    """The running weight with one more adapter, float32, of the published shape. Adapters chain, they are not summed."""
    kind = adapter.kind.removesuffix("-xs")
    if strength == 0:
        return running
    shape = running.shape
    weight = running.flatten(1)
    delta, rank = _delta(published.flatten(1), parts, adapter)
    weight = weight + (adapter.alpha or rank) / rank * strength * delta
    if kind == "bora":
        weight = _scaled(_scaled(weight, parts["magnitude_r"], 1), parts["magnitude_c"], 0)
    elif kind != "lora":
        magnitude = parts["magnitude"]
        by_columns = kind == "dora-cols" or (
            kind == "dora" and magnitude.ndim == 2 and magnitude.shape[0] == 1 != weight.shape[0]
        )
        weight = _scaled(weight, magnitude, 0 if by_columns else 1)
    return weight.reshape(shape)


def _delta(published: Tensor, parts: Mapping[str, Tensor], adapter: Adapter) -> tuple[Tensor, int]:
    """What an adapter adds to a weight (out, in), in its shape, and the adapter's rank."""
    if "M_xs" in parts:
        inner = parts["M_xs"]
        rank = inner.shape[0]
        u, vh = leading_vectors(published, rank)
        return u @ inner @ vh, rank
    try:
        a, b = parts["lora_A"], parts["lora_B"]
    except KeyError as error:
        raise BadModelFolder(f"{adapter.name} is incomplete: {error.args[0]} of a layer is missing.") from None
    return b @ a, a.shape[0]


def leading_vectors(weight: Tensor, rank: int) -> tuple[Tensor, Tensor]:
    """The first singular vectors, (out, rank) and (rank, in); the largest entry of each left one is positive, which fixes the sign.

    From the eigenvectors of the smaller product of the weight with itself, in float64: several times faster than all vectors, and as
    exact for the first ones.
    """
    w = weight.double()
    if w.shape[0] < w.shape[1]:
        left = torch.linalg.eigh(w @ w.T).eigenvectors.flip(1)[:, :rank]
        right = torch.nn.functional.normalize(left.T @ w, dim=1)
    else:
        right = torch.linalg.eigh(w.T @ w).eigenvectors.flip(1)[:, :rank].T
        left = torch.nn.functional.normalize(w @ right.T, dim=0)
    sign = left.gather(0, left.abs().argmax(dim=0, keepdim=True)).sign()
    return (left * sign).float(), (right * sign.T).float()


def _scaled(weight: Tensor, magnitude: Tensor, along: int) -> Tensor:
    """Rows (along 1) or columns (along 0) of length one, times their magnitude."""
    unit = weight / (weight.norm(dim=along, keepdim=True) + 1e-12)
    out: Tensor = unit * (magnitude.reshape(-1, 1) if along == 1 else magnitude.reshape(1, -1))
    return out
