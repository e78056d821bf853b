"""What can be chosen for a line of speech. The published recipe is the default everywhere; extensions say so."""

from __future__ import annotations

from ditone.models.cosyvoice3 import instructions
from ditone.models.cosyvoice3.config import FAMILY, ModelConfig
from ditone.runtime.controls import Choice, Control, Preset
from ditone.runtime.sampling.solver_control import SAME_AS_RK4, solver_control

PUBLISHED_STEPS = 10
MODES = (
    Choice("clone", "Clone", "Speaks like the reference; needs its transcript. Text in the language of the reference."),
    Choice("cross_lingual", "Cross-lingual", "The voice of the reference in another language; no transcript needed."),
    Choice("instruct", "Instruct", "The voice of the reference with a dialect, a mood or another instruction."),
    Choice(
        "convert", "Convert voice", "The words and timing of another recording in the voice of the reference; no text needed."
    ),
)
_SOLVER_NOTES = {
    "euler": "one evaluation a step; the original's own",
    "midpoint": "two evaluations a step; an extension, the original has Euler only",
    "rk4": "four evaluations a step; an extension",
    "dpmpp": "one evaluation a step, second order; an extension",
}
_WITHOUT = {**SAME_AS_RK4, "pingpong": "it was made for distilled models, and this one is not."}
_LANGUAGE_MODELS = {
    "base": Choice("base", "Base", "llm.pt"),
    "rl": Choice("rl", "Reinforcement-tuned", "llm.rl.pt: fewer word errors, a little less like the reference"),
}


def controls(config: ModelConfig, language_models: tuple[str, ...]) -> tuple[Control, ...]:
    """`language_models`: those of the folder, the default first."""
    return (*_prompt(), *_voice(language_models), *_sampling(config), *_advanced())


def _prompt() -> tuple[Control, ...]:
    return (
        Control("prompt", "Text", "text", "prompt", "", note="What is said. Japanese is best written in katakana."),
        Control(
            "speed", "Speed", "number", "prompt", 1.0, 0.5, 2.0, 0.05, 2, "x", note="Stretches the result at the same pitch."
        ),
    )


def _voice(language_models: tuple[str, ...]) -> tuple[Control, ...]:
    lists = (
        Control(name, title, "choice", "voice", "none", choices=instructions.choices(entries), note="Mode Instruct only.")
        for name, title, entries in instructions.LISTS
    )
    return (
        Control("mode", "Mode", "choice", "voice", "clone", choices=MODES),
        Control(
            "reference", "Reference voice", "audio", "voice", "", required=True, saved_voices=FAMILY,
            note="A recording of up to 30 s (3 to 15 s are best), or the name of a saved voice.",
        ),
        Control("transcript", "Transcript", "text", "voice", "", note="The exact words of the reference; a saved voice brings its own."),
        Control("keep_voice_as", "Save voice as", "text", "voice", "", note="Keeps the reference under this name for later takes."),
        *lists,
        Control("instruction", "Instruction in words", "text", "voice", "", note="Mode Instruct only; goes behind the lists."),
        Control("source", "Recording to convert", "audio", "source", "", note="Mode Convert voice only; up to 30 s."),
        Control(
            "language_model", "Language model", "choice", "voice", language_models[0] if language_models else "base",
            choices=tuple(_LANGUAGE_MODELS[name] for name in language_models or ("base",)),
        ),
    )  # fmt: skip


def _sampling(config: ModelConfig) -> tuple[Control, ...]:
    return (
        Control(
            "cfg_scale", "Guidance rate", "number", "guidance", config.flow.cfg_rate, 0.0, 5.0, 0.05, 2, suggested=(0.0, 2.0),
            note="The family's own measure: 0 is without guidance, 0.7 a CFG scale of 1.7.",
        ),
        Control("apg", "APG", "number", "guidance", 0.0, 0.0, 1.0, 0.05, 2, note="0 plain CFG; above 0 is an extension."),
        Control("steps", "Steps", "integer", "sampler", PUBLISHED_STEPS, 1, 200, 1, unit="steps", suggested=(5, 20)),
        solver_control("euler", _SOLVER_NOTES, _WITHOUT),
        Control("seed", "Seed", "integer", "sampler", 0, 0, 2**63 - 1, note="Draws the words' timing and melody."),
        Control(
            "flow_seed", "Sound seed", "integer", "sampler", 0, 0, 2**63 - 1,
            note="The noise of the flow; 0 is the original's, which is the same for every line.",
        ),
    )  # fmt: skip


def _advanced() -> tuple[Control, ...]:
    return (
        Control("streaming", "Stream", "flag", "advanced", False, note="Sound comes in chunks while words are still being made."),
        Control(
            "interleaved", "Interleave text", "flag", "advanced", False,
            note="The model reads five text tokens, speaks fifteen, and so on; for modes with a prompt in front.",
        ),
        Control("normalise", "Prepare text", "flag", "advanced", True, note="Writes figures in words and splits long texts into pieces."),
        Control(
            "reading", "Reading", "choice", "advanced", "people",
            choices=(
                Choice("people", "As people read", "figures, dates, units and abbreviations in words; no piece passes the limit"),
                Choice("published", "As published", "whole numbers only, cut and joined as the original does; for comparisons"),
            ),
        ),
        Control("piece", "Only piece", "integer", "advanced", 0, 0, 10000, 1, note="0 makes all; alone it is the same as in the whole."),
        Control("piece_seeds", "Seeds of pieces", "text", "advanced", "", note="2=77, 5=3 makes the second and fifth piece anew."),
        Control(
            "token_choice", "Token choice", "choice", "advanced", "sampled",
            choices=(
                Choice("sampled", "Sampled", "repetition-aware, as published"),
                Choice("likeliest", "Likeliest", "no chance in it; monotonous, for comparisons"),
            ),
        ),
        Control(
            "minimum_length", "Minimum length", "choice", "advanced", "kept",
            choices=(
                Choice("kept", "Kept", "two speech tokens per text token at least"),
                Choice("original", "As in the original", "which does not enforce its own minimum; for comparisons"),
            ),
        ),
    )  # fmt: skip


def presets() -> tuple[Preset, ...]:
    return (
        Preset(
            "published",
            "As published",
            (("steps", PUBLISHED_STEPS), ("solver", "euler"), ("cfg_scale", 0.7), ("apg", 0.0), ("flow_seed", 0)),
            "Euler 10, guidance rate 0.7, the original's noise.",
        ),
        Preset("draft", "Draft", (("steps", 5),), "Half the flow's time."),
        Preset("unguided", "Without guidance", (("cfg_scale", 0.0),), "Half the flow's time; less like the reference."),
        Preset("midpoint", "Midpoint", (("solver", "midpoint"), ("steps", 5)), "The cost of the published recipe."),
    )
