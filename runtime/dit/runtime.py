"""What a session owns around a transformer while one request runs: everything that is constant over its steps, computed once.

`prepare` makes the modulation bank of the whole time grid, cross-attention keys and values, local and static conditioning, rotary
tables and masks; `velocity` is one guided evaluation; `release` drops all of it. Nothing is global, nothing survives into another
request, so repeated requests, changed conditions and lengths give the bits of a fresh session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import torch
from torch import Tensor

from ditone.runtime.dit import trees
from ditone.runtime.dit.conditioning import Branch, Conditioning, FrameMask
from ditone.runtime.dit.prefix_cache import Key, PrefixCache, Tokens
from ditone.runtime.dit.transformer import SequenceInputs, Table, Transformer
from ditone.runtime.dit.trees import Bundle
from ditone.runtime.sampling.guidance import Guidance, Guide
from ditone.runtime.sampling.path import Path


@dataclass(frozen=True)
class _Prepared:
    """One pass of the transformer: one branch, or both as one batch. `sides`: 0 the conditional branch, 1 the unconditional one."""

    rows: dict[Key, Bundle]
    conditions: Bundle
    frames: FrameMask | None
    mask: Tensor | None
    table: Table | None
    branches: int
    sides: tuple[int, ...]
    history: PrefixCache | None = None


class DitRuntime:
    """Runs one `Transformer`. `evaluations` counts forward passes of a branch since `prepare`."""

    def __init__(self, module: Transformer, *, sequential_guidance: bool = False, poison_unwritten: bool = False) -> None:
        self.module = module
        self.sequential_guidance = sequential_guidance
        self.poison_unwritten = poison_unwritten
        self.evaluations = 0
        self._passes: list[_Prepared] = []
        self._single: _Prepared | None = None
        self._guide: Guide | None = None
        self._frames: FrameMask | None = None
        self._check: Callable[[], None] | None = None

    @property
    def device(self) -> torch.device:
        return next(self.module.parameters()).device

    def prepare(
        self,
        conditioning: Conditioning,
        times: Sequence[Tensor],
        frames: int,
        *,
        path: Path,
        guidance: Guidance | None = None,
        durations: Sequence[Tensor] | None = None,
        history: Literal["none", "cached", "recomputed"] = "none",
        check: Callable[[], None] | None = None,
    ) -> None:
        """Computes once what stays the same for the request.

        times: CPU tensors (1,) or (batch,) that will be evaluated; durations: MeanFlow step lengths beside them, which a transformer that
        takes none is not told. frames: latent frames.
        history: whether tokens stand before the frames (`append_history`, `set_lead`), and whether their keys and values are kept.
        check: called between blocks, may raise to stop. Raises ValueError when guidance is on without an unconditional branch.
        """
        self.release()
        guidance = guidance or Guidance()
        if guidance.scale != 1.0 and conditioning.unconditional is None:
            raise ValueError(f"guidance scale {guidance.scale} needs an unconditional branch; the conditioning has none")
        self._check = check
        self._frames = conditioning.frames
        keys = _keys(times, durations if self.module.takes_durations else None)
        table = self._rotary(conditioning, frames)
        guided = guidance.scale != 1.0 and conditioning.unconditional is not None
        conditional = conditioning.conditional
        single = self._prepare_branch(conditioning, conditional, self._bank(conditional.vector, keys), table)
        if not guided:
            self._single = self._with_history(single, history)
            return
        self._guide = Guide(guidance, path)
        other = conditioning.unconditional
        assert other is not None
        if guidance.interval != (0.0, 1.0):
            self._single = self._with_history(single, history)
        # the bank is large (100 MB for 100 steps of a 30-block model): branches of one global vector share it
        rows = single.rows if other.vector is conditional.vector else self._bank(other.vector, keys)
        second = replace(self._prepare_branch(conditioning, other, rows, table), sides=(1,))
        if self.sequential_guidance or not _alike(single, second):
            passes = [single, second]
        else:
            passes = [_joined(single, second)]
        self._passes = [self._with_history(part, history) for part in passes]

    def append_history(self, tokens: Tokens) -> None:
        """Adds finished tokens behind the history of a runtime that was prepared with one."""
        for part, history in self._histories():
            history.append(torch.cat([tokens.side(side) for side in part.sides]))

    def set_lead(self, tokens: Tokens) -> None:
        """Sets the tokens between the history and the noisy frames."""
        for part, history in self._histories():
            history.lead(torch.cat([tokens.side(side) for side in part.sides]))

    def history_bytes(self) -> int:
        """Memory of the cached keys and values of the history."""
        return sum(history.size_bytes() for _, history in self._histories())

    def velocity(self, x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
        """One guided evaluation at time t (1,) or (batch,) on the CPU; x and the result are (batch, frames, channels) float32."""
        if not self.module.takes_durations:
            duration = None
        if self._guide is None or not self._guide.guidance.active_at(t):
            assert self._single is not None or self._passes, "velocity before prepare"
            return self._run(self._single or self._passes[0], x, t, duration)
        if len(self._passes) == 1:
            conditional, unconditional = self._run(self._passes[0], torch.cat((x, x)), t, duration).chunk(2)
        else:
            conditional, unconditional = (self._run(part, x, t, duration) for part in self._passes)
        return self._guide.combine(conditional, unconditional, x, t, None if self._frames is None else self._frames.valid)

    def release(self) -> None:
        """Drops everything that `prepare` made. The weights stay."""
        self._passes, self._single, self._guide, self._frames, self._check = [], None, None, None, None
        self.evaluations = 0

    def _histories(self) -> list[tuple[_Prepared, PrefixCache]]:
        parts = [*self._passes, *([] if self._single is None else [self._single])]
        return [(part, part.history) for part in parts if part.history is not None]

    def _with_history(self, part: _Prepared, history: str) -> _Prepared:
        if history == "none":
            return part
        device = self.device
        cache = PrefixCache(
            lambda positions: self.module.rotary(positions, device), keep=history == "cached", poison=self.poison_unwritten
        )
        return replace(part, history=cache)

    def _run(self, part: _Prepared, x: Tensor, t: Tensor, duration: Tensor | None) -> Tensor:
        """One pass over a state (batch, frames, channels) at a time (1,) or (batch,); the velocity in the state's shape."""
        self.evaluations += part.branches
        key = _key(t, duration)
        view = None if part.history is None else part.history.begin(key, x.shape[1])
        sequence = SequenceInputs(
            table=part.table if view is None else view.table,
            mask=part.mask if view is None else view.mask,
            frames=part.frames,
            prefix=None if view is None else view.tokens,
            extend=None if view is None else view.extend,
            between_blocks=self._check,
        )
        v = self.module(x, part.rows[key], part.conditions, sequence)
        if part.history is not None:
            part.history.commit(key)
        return v

    def _rotary(self, conditioning: Conditioning, frames: int) -> Table | None:
        positions = conditioning.positions
        return self.module.rotary(self.module.positions(frames) if positions is None else positions, self.device)

    def _prepare_branch(
        self, conditioning: Conditioning, branch: Branch, rows: dict[Key, Bundle], table: Table | None
    ) -> _Prepared:
        conditions = self.module.conditions_of(branch)
        return _Prepared(rows, conditions, conditioning.frames, conditioning.mask, table, branches=1, sides=(0,))

    def _bank(self, vector: Tensor | None, keys: dict[Key, tuple[Tensor, Tensor | None]]) -> dict[Key, Bundle]:
        """Modulation of every time point. Where all items share the time and the vector, the whole grid is one batch.

        vector: (1, width) or (batch, width); times and durations: (1,) or (batch,).
        """
        module, device = self.module, self.device
        if all(t.numel() == 1 for t, _ in keys.values()) and (vector is None or vector.shape[0] == 1):
            t = torch.cat([t for t, _ in keys.values()])
            d = None if any(d is None for _, d in keys.values()) else torch.cat([d for _, d in keys.values() if d is not None])
            rows = module.modulation_at(_on(t, device), None if d is None else _on(d, device), vector)
            return {key: trees.item(rows, i) for i, key in enumerate(keys)}
        result = {}
        for key, (t, d) in keys.items():
            items = max(t.numel(), 1 if vector is None else vector.shape[0])
            duration = None if d is None else _on(d.expand(items), device)
            result[key] = module.modulation_at(_on(t.expand(items), device), duration, vector)
        return result


def _on(t: Tensor, device: torch.device) -> Tensor:
    """Times of any shape on the device; float64 stays on the CPU where the device has none."""
    return t.to(device) if device.type != "mps" else t.float().to(device)


def _key(t: Tensor, duration: Tensor | None) -> Key:
    """What a time, (1,) or (batch,), and a step length of the same shape are looked up by."""
    values: list[float] = t.flatten().tolist()
    return tuple(values) if duration is None else (*values, -1.0, *duration.flatten().tolist())


def _keys(times: Sequence[Tensor], durations: Sequence[Tensor] | None) -> dict[Key, tuple[Tensor, Tensor | None]]:
    """Times and step lengths, each (1,) or (batch,), by their key."""
    if durations is None:
        return {_key(t, None): (t, None) for t in times}
    return {_key(t, d): (t, d) for t, d in zip(times, durations, strict=True)}


def _alike(a: _Prepared, b: _Prepared) -> bool:
    """Whether two branches can run as one batch: the same parts of the same shapes."""
    return trees.form(a.conditions) == trees.form(b.conditions)


def _joined(a: _Prepared, b: _Prepared) -> _Prepared:
    """Both branches as one batch, the conditional one first."""
    items = _items(a)
    frames = a.frames
    if frames is not None:
        frames = FrameMask(torch.cat((frames.valid, frames.valid)), frames.mode)
    mask = a.mask if a.mask is None or a.mask.ndim < 4 or a.mask.shape[0] == 1 else torch.cat((a.mask, a.mask))
    return _Prepared(
        rows={key: _join_rows(a.rows[key], b.rows[key], items) for key in a.rows},
        conditions=trees.joined(a.conditions, b.conditions, items),
        frames=frames,
        mask=mask,
        table=a.table,
        branches=2,
        sides=(*a.sides, *b.sides),
    )


def _items(part: _Prepared) -> int:
    """Batch size of one branch, where its conditions tell it."""
    sizes = [tensor.shape[0] for bundle in (*part.rows.values(), part.conditions) for tensor in trees.tensors(bundle)]
    sizes += [] if part.frames is None else [part.frames.valid.shape[0]]
    return max(sizes, default=1)


def _join_rows(a: Bundle, b: Bundle, items: int) -> Bundle:
    if all(tensor.shape[0] == 1 for tensor in trees.tensors(a)) and trees.equal(a, b):
        return a  # guidance that leaves the time vector alone: one set of rows serves both branches
    return trees.joined(a, b, items)
