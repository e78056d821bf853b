"""`ditone models` and `ditone inspect`: what can be run, and what a folder holds."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ditone.runtime import precision, registry
from ditone.runtime.cli import output
from ditone.runtime.controls import Control
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import store
from ditone.runtime.registry import ModelInfo


def models(as_json: bool) -> int:
    """Built-in models, those that were fetched or found, and the families whose folders can be run too."""
    found = registry.builtin_models()
    here = store.installed(whole=False)
    if as_json:
        infos = [*found, *(info for one in here if (info := _recognised(one)) is not None)]
        output.out_json([described(info) for info in infos], indent=2)
    else:
        width = max((len(info.model) for info in found), default=0)
        for info in found:
            output.out(f"{info.model:{width}}  {info.title}: {_sound(info)}, {_size(info)}, licence {info.licence}")
            output.out(f'{"":{width}}  try: ditone render "{info.example_prompt}" --model {info.model} -o take.wav')
        for one in here:
            output.out(f"{one.name}  {_state(one)}, {size_words(one.size_bytes)}, {one.folder}")
        names = ", ".join(sorted(family.title for family in registry.families().values()))
        output.out(f"Folders of these families run with --model FOLDER: {names or 'none is installed'}.")
        output.out("`ditone models --available` lists what can be fetched.")
    _report_faults()
    return 0


def _state(one: store.Installed) -> str:
    if not one.complete:
        return "not whole yet (`ditone get` goes on with it)"
    if one.in_place:
        return "of another program, used in place"
    return f"fetched, revision {one.record.revision[:8]}" if one.record is not None else "fetched"


def _recognised(one: store.Installed) -> ModelInfo | None:
    try:
        return registry.recognise(one.folder)
    except DitoneError:
        return None


def inspect(model: str, as_json: bool, calibrate: bool = False) -> int:
    """Explains a folder or a built-in model; 1 when it cannot be loaded as it is.

    `calibrate` first measures its precisions on this machine, from which "auto" is chosen from then on.
    """
    try:
        info = registry.resolve(model)
    except DitoneError:
        _report_faults()  # the family that would have known the folder may be among them
        raise
    if calibrate:
        info.require_loadable()
        output.err("Takes of the default preset are made in every precision; with a large model this takes minutes.")
        precision.calibrate(info, output.err)
    if as_json:
        output.out_json(described(info), indent=2)
    else:
        _explain(info)
    _report_faults()
    return 1 if info.problems else 0


def _report_faults() -> None:
    """What is wrong with families and solvers of other packages, a sentence each."""
    for name, error in registry.probe().items():
        output.err(f'The family "{name}" could not be loaded: {error}.')
    for name, error in registry.broken_solvers().items():
        output.err(f'The solver "{name}" could not be added: {error}.')


def described(info: ModelInfo) -> dict[str, Any]:
    """All that is known of a variant, as plain data."""
    return {name: value for name, value in asdict(info).items() if not callable(value)}


def _explain(info: ModelInfo) -> None:
    rows = [
        ("Model", info.title),
        ("Family, variant", f"{info.family}, {info.variant}"),
        ("Sound", _sound(info)),
        ("Parameters", f"{info.parameters:,}"),
        ("Size", _size(info)),
        ("Licence", f"{info.licence}. {info.licence_note}" if info.licence_note else info.licence),
        *([("Revision", info.revision)] if info.revision else []),
        ("Precision", ", ".join(info.precisions)),
        *([] if len(info.precisions) < 2 else [("Precision", f"automatic here: {precision.automatic(info, 'auto')}")]),
        *(("Limit", sentence) for sentence in info.limits),
        *(("Part", f"{name}, {count:,} parameters") for name, count in info.parts),
        *(("Control", _control(control)) for control in info.controls),
        *(("Preset", f"{preset.name}: {preset.title}") for preset in info.presets),
        *(
            ("File", f"{file.name} ({size_words(file.size_bytes)}): {file.role}")
            if file.present
            else ("Missing", f"{file.name}{f' ({size_words(file.size_bytes)} expected)' if file.size_bytes else ''}: {file.role}")
            for file in info.files
        ),
        *(("Problem", sentence) for sentence in info.problems),
    ]
    width = max(len(name) for name, _ in rows)
    previous = ""
    for name, text in rows:
        output.out(f"{'' if name == previous else name:{width}}  {text}")
        previous = name
    output.out(f"{'':{width}}  {'It cannot be loaded as it is.' if info.problems else 'It can be loaded.'}")


def _control(control: Control) -> str:
    if control.inactive:
        return f"{control.name}: {control.title}, always {control.default}: {control.inactive}"
    unit = f" {control.unit}" if control.unit else ""
    if control.kind == "choice":
        values = ", ".join(choice.value for choice in control.choices)
    elif control.minimum is not None and control.maximum is not None:
        values = f"{control.minimum:g} to {_largest(control.maximum)}{unit}"
    else:
        values = control.kind
    default = "" if control.default in ("", None, ()) else f", default {control.default}"
    without = "".join(f"; without {value}: {reason.rstrip('.')}" for value, reason in control.excluded)
    return f"{control.name}: {control.title}, {values}{default}{without}"


def _largest(value: float) -> str:
    return f"{value:g}" if value < 1e6 else str(int(value))  # a seed's range reaches 2**63 - 1, which no six digits tell


def _sound(info: ModelInfo) -> str:
    channels = {1: "mono", 2: "stereo"}.get(info.channels, f"{info.channels} channels")
    return f"{info.sample_rate_hz / 1000:g} kHz {channels}"


def _size(info: ModelInfo) -> str:
    return size_words(info.size_bytes)


def size_words(count: int) -> str:
    return f"{count / 1e9:.2f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB" if count >= 1e5 else f"{count:,} bytes"
