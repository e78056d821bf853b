"""A request from what people type: options of a command, or the columns of a plan's row."""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Any

from ditone.runtime.controls import Control
from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.printable import is_storable, printable
from ditone.runtime.request import EngineSettings, Request

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

OPTIONS = {
    "negative": "negative_prompt",
    "seconds": "duration_s",
    "steps": "steps",
    "solver": "solver",
    "cfg": "cfg_scale",
    "apg": "apg",
    "transcript": "transcript",
}
AUDIO_OPTIONS = ("source", "voice")  # set the sound that a model takes in the group of that name
ENGINE_OPTIONS = ("precision", "device", "threads")
SET = "set."  # before the name of a control that has no option of its own
LISTS = {
    "regions": "[[0.5, 1], [2, 2.5]] (starts and ends in seconds)",
    "files": '["first file", "second file"]',
    "takes": '["a.wav", "b.wav", 0.5]',
}
TAKE = '[["prompt", "rain"], ["seed", 5]]'
SEED_BITS = 31


def chosen_model(name: str | None) -> ModelInfo:
    """The model of that name or folder, or the first built-in one. Raises DitoneError where it cannot be loaded."""
    from ditone.runtime import registry

    if name is not None:
        info = registry.resolve(name)
        info.require_loadable()  # before any option: a folder that cannot be read has no controls either
        return info
    known = registry.builtin_models()
    if not known:
        reasons = " ".join(f"{family} could not be loaded ({error})." for family, error in registry.broken().items())
        raise DitoneError(
            "There is no built-in model in this installation.", reasons, ("Give a model folder with --model FOLDER.",)
        )
    return known[0]


def requested(info: ModelInfo, options: argparse.Namespace, settings: EngineSettings, base: Request | None = None) -> Request:
    """The request that the options ask for, with the preset's and the base's or the model's values behind them. Raises BadRequest."""
    request = (base or info.defaults()).replaced(engine=settings)
    if options.preset is not None:
        presets = {preset.name: preset for preset in info.presets}
        if options.preset not in presets:
            raise BadRequest(f'{info.title} has no preset "{options.preset}".', nearest(options.preset, presets))
        request = request.replaced(**dict(presets[options.preset].values))
    values: dict[str, Any] = {} if options.prompt is None else {"prompt": options.prompt}
    for option in (*OPTIONS, *AUDIO_OPTIONS):
        value = getattr(options, option)
        if value is not None:
            values[control_for(info, option)] = value
    if options.seed is not None:
        values["seed"] = options.seed
    for assignment in options.set:
        name, value = assigned(info, assignment)
        if name in values and values[name] != value:
            raise BadRequest(
                f"Two values are given for {name}: {printable(values[name], 60)} and {printable(value, 60)}.",
                actions=("Leave one of them out.",),
            )
        values[name] = value
    if values.get("seed") == -1:
        import secrets

        values["seed"] = secrets.randbits(SEED_BITS)
    for name, value in values.items():
        control = info.control(name)
        if control is not None and control.kind == "text":
            values[name] = text_argument(value, control.title)
    return request.replaced(**values)


def options_of(request: Request, info: ModelInfo | None = None) -> dict[str, Any]:
    """The inverse of `requested`: options, and `SET` with the name of every other control, with the request's plain values.

    Prompt, model and seed are always there. Values that are the model's defaults are left out; without its description, those that no
    control can have set.
    """
    named = {control: option for option, control in OPTIONS.items()}
    data = request.to_dict()
    engine, unchosen = data.pop("engine"), EngineSettings()
    options: dict[str, Any] = {"prompt": request.prompt, "model": request.model}
    for name, value in {**data, **data.pop("extra")}.items():
        control = None if info is None else info.control(name)
        if name in ("schema", "model", "prompt", "seed", "extra") or value is None:
            continue
        if _is_unset(name, value) if info is None else control is None or value == _plain(control.default):
            continue
        if control is not None and control.kind == "audio" and control.group in AUDIO_OPTIONS:
            options[control.group] = value
        else:
            options[named.get(name, SET + name)] = value
    options["seed"] = request.seed
    return options | {name: engine[name] for name in ENGINE_OPTIONS if engine[name] != getattr(unchosen, name)}


def _is_unset(name: str, value: Any) -> bool:
    return value in ("", []) or (name in ("duration_s", "steps") and not value)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def text_argument(text: str, title: str) -> str:
    """A text of the command line, whatever the system's locale says its bytes are. Raises BadRequest where they are not UTF-8."""
    if is_storable(text):
        return text
    try:
        return os.fsencode(text).decode()
    except UnicodeError:
        raise BadRequest(
            f'{title} is not UTF-8 text: "{printable(text, 100)}".', actions=("Set the terminal to UTF-8, and type it again.",)
        ) from None


def control_for(info: ModelInfo, option: str) -> str:
    """The name of the control that an option sets. Raises BadRequest where the model has none."""
    for control in info.controls:
        if control.name == OPTIONS.get(option) or (
            option in AUDIO_OPTIONS and (control.kind, control.group) == ("audio", option)
        ):
            return control.name
    raise BadRequest(f"{info.title} has no control for --{option}.")


def assigned(info: ModelInfo, assignment: str) -> tuple[str, Any]:
    """Name and value of one --set NAME=VALUE, converted to the control's kind."""
    name, equals, text = assignment.partition("=")
    control = info.control(name)
    if not equals:
        raise BadRequest(f'--set "{assignment}" is not understood.', "NAME=VALUE was expected.")
    if control is None:
        raise BadRequest(f'{info.title} has no control "{name}".', nearest(name, [c.name for c in info.controls]))
    return name, converted(control, text)


def converted(control: Control, text: str) -> Any:
    """A typed value in the control's kind. Raises BadRequest."""
    if control.kind in ("number", "integer"):
        try:
            return int(text) if control.kind == "integer" else float(text)
        except ValueError:
            raise BadRequest(f'{control.title} is "{text}"; a number was expected.') from None
    if control.kind == "flag":
        words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
        if text.lower() not in words:
            raise BadRequest(f'{control.title} is "{text}"; it is either on or off.')
        return words[text.lower()]
    if control.kind == "take" and not text.lstrip().startswith("["):
        return text  # a file
    if control.kind in LISTS or control.kind == "take":
        try:
            return json.loads(text)
        except ValueError:
            raise BadRequest(f'{control.title} is "{text}"; a list like {LISTS.get(control.kind, TAKE)} was expected.') from None
    return text


def consented(info: ModelInfo, request: Request, given: bool) -> None:
    """Notes consent to the voices of a request where it is given. Raises BadRequest, before a model is loaded, where it never was."""
    if any((control.kind, control.group) == ("audio", "voice") for control in info.controls):
        from ditone.runtime.voices import VoiceStore, agree

        if given:
            agree(info, request)
        VoiceStore().require_consent(info, request)
