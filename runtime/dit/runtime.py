"""What a session owns around a `DitModule` while one request runs: everything that is constant over its steps, computed once.

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

from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.module import DitModule, FrameMask, ModulationRows
from ditone.runtime.dit.prefix_cache import Key, PrefixCache, Tokens
from ditone.runtime.sampling.guidance import Guidance, Guide
from ditone.runtime.sampling.path import Path


@dataclass(frozen=True)
class _Prepared:
    """One pass of the transformer: one branch, or both as one batch. `sides`: 0 the conditional branch, 1 the unconditional one."""

    rows: dict[Key, ModulationRows]
    cross: Sequence[tuple[Tensor, ...] | Tensor | None] | None
    cross_bias: Tensor | None
    local: Sequence[Tensor] | None
    static: Tensor | None
    frames: FrameMask | None
    mask: Tensor | None
    table: tuple[Tensor, Tensor] | None
    branches: int
    sides: tuple[int, ...]
    history: PrefixCache | None = None


class DitRuntime:
    """Runs one `DitModule`. `evaluations` counts forward passes of a branch since `prepare`."""

    def __init__(self, module: DitModule, *, sequential_guidance: bool = False, poison_unwritten: bool = False) -> None:
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

        times: CPU tensors (1,) or (batch,) that will be evaluated; durations: MeanFlow step lengths beside them. frames: latent frames.
        history: whether tokens stand before the frames (`append_history`, `set_lead`), and whether their keys and values are kept.
        check: called between blocks, may raise to stop. Raises ValueError when guidance is on without an unconditional branch.
        """
        self.release()
        guidance = guidance or Guidance()
        if guidance.scale != 1.0 and conditioning.unconditional is None:
            raise ValueError(f"guidance scale {guidance.scale} needs an unconditional branch; the conditioning has none")
        self._check = check
        self._frames = conditioning.frames
        keys = _keys(times, durations)
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
        self.evaluations += part.branches
        key = _key(t, duration)
        view = None if part.history is None else part.history.begin(key, x.shape[1])
        v: Tensor = self.module(
            x,
            part.rows[key],
            table=part.table if view is None else view.table,
            mask=part.mask if view is None else view.mask,
            prefix=None if view is None else view.tokens,
            extend=None if view is None else view.extend,
            frames=part.frames,
            cross=part.cross,
            cross_bias=part.cross_bias,
            local=part.local,
            static=part.static,
            between_blocks=self._check,
        )
        if part.history is not None:
            part.history.commit(key)
        return v

    def _rotary(self, conditioning: Conditioning, frames: int) -> tuple[Tensor, Tensor] | None:
        positions = conditioning.positions
        if positions is None:
            positions = torch.arange(frames + self.module.config.memory_tokens)
        return self.module.rotary(positions, self.device)

    def _prepare_branch(
        self,
        conditioning: Conditioning,
        branch: Branch,
        rows: dict[Key, ModulationRows],
        table: tuple[Tensor, Tensor] | None,
    ) -> _Prepared:
        module = self.module
        cross: Sequence[tuple[Tensor, ...] | Tensor | None] | None = None
        if branch.context is not None and branch.cross != "zero":
            cross = module.context_keys_values(branch.context if branch.cross == "attend" else branch.context[:, :1])
            if branch.cross == "constant":
                # a softmax over equal rows is their value: no query, no key, one vector for every frame and step
                cross = [block.cross.merge(parts[-1]).float() for block, parts in zip(module.blocks, cross, strict=True)]  # type: ignore[union-attr, operator]
        local = branch.local
        return _Prepared(
            rows=rows,
            cross=cross,
            cross_bias=branch.context_bias if branch.cross == "attend" else None,
            local=None if local is None else module.local_vectors(local),
            static=None if branch.static is None else module.static_input(branch.static),
            frames=conditioning.frames,
            mask=conditioning.mask,
            table=table,
            branches=1,
            sides=(0,),
        )

    def _bank(self, vector: Tensor | None, keys: dict[Key, tuple[Tensor, Tensor | None]]) -> dict[Key, ModulationRows]:
        """Modulation of every time point. Where all items share the time and the vector, the whole grid is one batch."""
        rows: dict[Key, ModulationRows] = {}
        device = self.device
        if all(t.numel() == 1 for t, _ in keys.values()) and (vector is None or vector.shape[0] == 1):
            t = torch.cat([t for t, _ in keys.values()])
            d = None if any(d is None for _, d in keys.values()) else torch.cat([d for _, d in keys.values() if d is not None])
            all_rows = self.module.modulation_rows(
                self.module.time_vector(_on(t, device), None if d is None else _on(d, device), vector)
            )
            for i, key in enumerate(keys):
                rows[key] = ModulationRows(
                    all_rows.blocks[i : i + 1], None if all_rows.final is None else all_rows.final[i : i + 1]
                )
            return rows
        for key, (t, d) in keys.items():
            items = max(t.numel(), 1 if vector is None else vector.shape[0])
            tv = self.module.time_vector(
                _on(t.expand(items), device), None if d is None else _on(d.expand(items), device), vector
            )
            rows[key] = self.module.modulation_rows(tv)
        return rows


def _on(t: Tensor, device: torch.device) -> Tensor:
    """Times on the device; float64 stays on the CPU where the device has none."""
    return t.to(device) if device.type != "mps" else t.float().to(device)


def _key(t: Tensor, duration: Tensor | None) -> Key:
    values: list[float] = t.flatten().tolist()
    return tuple(values) if duration is None else (*values, -1.0, *duration.flatten().tolist())


def _keys(times: Sequence[Tensor], durations: Sequence[Tensor] | None) -> dict[Key, tuple[Tensor, Tensor | None]]:
    if durations is None:
        return {_key(t, None): (t, None) for t in times}
    return {_key(t, d): (t, d) for t, d in zip(times, durations, strict=True)}


def _alike(a: _Prepared, b: _Prepared) -> bool:
    """Whether two branches can run as one batch: the same parts of the same shapes."""

    def shape(part: _Prepared) -> object:
        cross = (
            None
            if part.cross is None
            else tuple(c.shape if isinstance(c, Tensor) else None if c is None else c[0].shape for c in part.cross)
        )
        local = None if part.local is None else tuple(v.shape for v in part.local)
        static = None if part.static is None else part.static.shape
        bias = None if part.cross_bias is None else (part.cross_bias.shape, part.cross_bias.dtype)
        return cross, local, static, bias

    return shape(a) == shape(b)


def _joined(a: _Prepared, b: _Prepared) -> _Prepared:
    """Both branches as one batch, the conditional one first."""
    items = _items(a)
    rows = {key: _join_rows(a.rows[key], b.rows[key], items) for key in a.rows}
    cross: list[tuple[Tensor, ...] | Tensor | None] | None = None
    if a.cross is not None and b.cross is not None:
        cross = [_join(x, y, items) for x, y in zip(a.cross, b.cross, strict=True)]
    local = None if a.local is None or b.local is None else [_cat(x, y, items) for x, y in zip(a.local, b.local, strict=True)]
    frames = a.frames
    if frames is not None:
        frames = FrameMask(torch.cat((frames.valid, frames.valid)), frames.mode)
    mask = a.mask if a.mask is None or a.mask.ndim < 4 or a.mask.shape[0] == 1 else torch.cat((a.mask, a.mask))
    return _Prepared(
        rows=rows,
        cross=cross,
        cross_bias=None if a.cross_bias is None or b.cross_bias is None else _cat(a.cross_bias, b.cross_bias, items),
        local=local,
        static=None if a.static is None or b.static is None else _cat(a.static, b.static, items),
        frames=frames,
        mask=mask,
        table=a.table,
        branches=2,
        sides=(*a.sides, *b.sides),
    )


def _items(part: _Prepared) -> int:
    """Batch size of one branch, where its conditions tell it."""
    sizes = [rows.blocks.shape[0] for rows in part.rows.values()]
    for group in part.cross or ():
        sizes.append(1 if group is None else group.shape[0] if isinstance(group, Tensor) else group[0].shape[0])
    sizes += [value.shape[0] for value in part.local or ()]
    sizes += [] if part.static is None else [part.static.shape[0]]
    sizes += [] if part.frames is None else [part.frames.valid.shape[0]]
    return max(sizes, default=1)


def _cat(a: Tensor, b: Tensor, items: int) -> Tensor:
    return torch.cat((_spread(a, items), _spread(b, items)))


def _spread(a: Tensor, items: int) -> Tensor:
    return a if a.shape[0] == items else a.expand(items, *a.shape[1:])


def _join(
    a: tuple[Tensor, ...] | Tensor | None, b: tuple[Tensor, ...] | Tensor | None, items: int
) -> tuple[Tensor, ...] | Tensor | None:
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return _cat(a, b, items)
    if a is None or b is None:
        return None
    return tuple(_cat(x, y, items) for x, y in zip(a, b, strict=True))


def _join_rows(a: ModulationRows, b: ModulationRows, items: int) -> ModulationRows:
    if a.blocks.shape[0] == 1 and (a is b or torch.equal(a.blocks, b.blocks)):
        return a  # guidance that leaves the time vector alone: one set of rows serves both branches
    final = None if a.final is None or b.final is None else _cat(a.final, b.final, items)
    return ModulationRows(_cat(a.blocks, b.blocks, items), final)
