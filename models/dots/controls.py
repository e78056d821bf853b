"""What can be chosen for speech, per variant, with the published recipe as defaults."""

from __future__ import annotations

from ditone.models.dots.config import DotsConfig, Recipe
from ditone.models.dots.language import AUTO, LANGUAGES, NONE
from ditone.runtime.controls import Choice, Control, Preset
from ditone.runtime.sampling.few_step import MEANFLOW
from ditone.runtime.sampling.solver_control import solver_control

DEFAULT_PATCHES = 500
MAX_PATCHES = 2000
DEFAULT_SCALE, DEFAULT_SPEAKER_SCALE, DEFAULT_STOP = 1.2, 1.5, 0.8
FLOW_STEPS, MEANFLOW_STEPS = 10, 4

BUILT_IN = "guidance was distilled into this variant."
NO_APG = "the published model has no APG: it guides patches of 160 ms, for which none is defined."
_NOTES = {
    "euler": "One evaluation a step; the published default.",
    "midpoint": "Two evaluations a step, and twice the memory for the history.",
    "rk4-38": "Four evaluations a step, and three times the memory for the history.",
    "dpmpp": "One evaluation a step, second order; an extension.",
}
_WITHOUT = {
    "rk4": "the published fourth-order rule is RK4 (3/8 rule), at the same cost.",
    "pingpong": "it was made for distilled models, and this one is not.",
}
_FIXED = {
    "two_step": "this variant was distilled to two consistency steps.",
    "one_step": "this variant was distilled to one step.",
}


def controls(config: DotsConfig) -> tuple[Control, ...]:
    recipe = config.recipe
    return (
        Control(
            "prompt", "Text", "text", "prompt", "", required=True, note="What is said. Chinese and English are best supported."
        ),
        Control("language", "Language", "choice", "prompt", NONE, choices=_languages(), note="A weak hint, put before the text."),
        Control(
            "accent", "Accent", "text", "prompt", "", note="A Chinese accent such as 四川话; takes the place of the language."
        ),
        Control(
            "reference",
            "Reference voice",
            "audio",
            "voice",
            "",
            note="3 to 10 s of one clear voice. Without one the voice is random.",
        ),
        Control(
            "transcript",
            "Transcript",
            "text",
            "voice",
            "",
            note="The exact words of the reference. With it the speech continues the recording, which is steadier.",
        ),
        Control(
            "speaker_scale", "Voice strength", "number", "voice", DEFAULT_SPEAKER_SCALE, 0.0, 4.0, 0.1, 1, suggested=(1.0, 2.0)
        ),
        *_guidance(recipe),
        *_sampler(recipe),
        Control("seed", "Seed", "integer", "sampler", 0, 0, 2**63 - 1),
        *_length(config),
    )


def _guidance(recipe: Recipe) -> tuple[Control, Control]:
    apg = Control("apg", "APG", "number", "guidance", 0.0, 0.0, 1.0, 0.05, 2, inactive=NO_APG)
    if recipe.variant != "flow":
        return Control("cfg_scale", "CFG scale", "number", "guidance", 0.0, 0.0, 10.0, 0.1, 1, inactive=BUILT_IN), apg
    note = "Published meaning: 0 is off, 1.2 weighs the conditional branch 2.2 times. Above 2 it gets loud and harsh."
    scale = Control(
        "cfg_scale", "CFG scale", "number", "guidance", DEFAULT_SCALE, 0.0, 10.0, 0.1, 1, suggested=(0.0, 2.0), note=note
    )
    return scale, apg


def _sampler(recipe: Recipe) -> tuple[Control, Control]:
    if recipe.variant == "flow":
        return (
            Control("steps", "Steps", "integer", "sampler", FLOW_STEPS, 1, 100, 1, unit="steps", suggested=(10, 32)),
            solver_control("euler", _NOTES, _WITHOUT),
        )
    if recipe.variant == "meanflow":
        only = Choice(MEANFLOW.name, MEANFLOW.title, "The network predicts mean velocities of whole steps.")
        reason = "this variant predicts whole steps, so MeanFlow is its only solver."
        return (
            Control("steps", "Steps", "integer", "sampler", MEANFLOW_STEPS, 1, 64, 1, unit="steps", suggested=(1, 8)),
            Control("solver", "Solver", "choice", "sampler", only.value, choices=(only,), inactive=reason),
        )
    steps, reason = recipe.locked_steps or 1, _FIXED[recipe.variant]
    only = Choice("consistency", "Consistency steps") if recipe.variant == "two_step" else Choice("euler", "Euler")
    return (
        Control("steps", "Steps", "integer", "sampler", steps, 1, 64, 1, unit="steps", inactive=reason),
        Control("solver", "Solver", "choice", "sampler", only.value, choices=(only,), inactive=reason),
    )


def _length(config: DotsConfig) -> tuple[Control, ...]:
    patch_ms = 1000 * config.patch_s
    return (
        Control(
            "split",
            "Long text",
            "choice",
            "advanced",
            "auto",
            choices=(
                Choice("auto", "Split when needed", "Only text that may not fit the patch limit is spoken in pieces."),
                Choice("sentences", "Split into sentences"),
                Choice("off", "Never split"),
            ),
        ),
        Control("pieces", "Only pieces", "text", "advanced", "", note="Makes only these pieces of a split text: 2, or 1,3-4."),
        Control("piece_seeds", "Seeds of pieces", "text", "advanced", "", note="Other seeds for single pieces: 2:17 5:3."),
        Control("pause_s", "Pause between pieces", "number", "advanced", 0.25, 0.0, 5.0, 0.05, 2, "s"),
        Control(
            "max_patches",
            "Patch limit",
            "integer",
            "advanced",
            DEFAULT_PATCHES,
            2,
            MAX_PATCHES,
            1,
            unit="patches",
            note=f"Of {patch_ms:.0f} ms each, the reference's own included. Speech ends here even in the middle of a word.",
        ),
        Control(
            "stop_threshold",
            "Stop threshold",
            "number",
            "advanced",
            DEFAULT_STOP,
            0.01,
            1.0,
            0.01,
            2,
            note="Probability of the end from which on the speech ends; 1 never ends before the limit.",
        ),
        Control(
            "normalise",
            "Figures as words",
            "flag",
            "advanced",
            False,
            note="Writes out numbers, dates, units and abbreviations of Chinese and English text.",
        ),
    )


def _languages() -> tuple[Choice, ...]:
    named = tuple(Choice(tag, names[0]) for tag, names in LANGUAGES.items())
    auto = Choice(
        AUTO, "By script", "Only where the script names the language: Chinese, Japanese, Korean, Thai, Greek, Hebrew, Hindi."
    )
    return (Choice(NONE, "None", "The published default."), auto, *named)


def presets(recipe: Recipe) -> tuple[Preset, ...]:
    """The published recipe first."""
    if recipe.variant == "flow":
        return (
            _flow("published", "As published", "euler", FLOW_STEPS, DEFAULT_SCALE, "Euler 10, CFG 1.2."),
            _flow("fine", "Fine", "euler", 32, DEFAULT_SCALE, "Euler 32: three times the time."),
            _flow("midpoint", "Midpoint", "midpoint", FLOW_STEPS, DEFAULT_SCALE, "Midpoint 10: twice the time."),
            _flow("unguided", "Without guidance", "euler", FLOW_STEPS, 0.0, "Half the time, less like the text and the voice."),
        )
    if recipe.variant == "meanflow":
        notes = ((4, "published", "As published"), (2, "two-steps", "Two steps"), (1, "one-step", "One step"))
        return tuple(Preset(name, title, (("steps", steps),), f"MeanFlow {steps}.") for steps, name, title in notes)
    return (Preset("published", "As published", (), "Everything is fixed."),)


def _flow(name: str, title: str, solver: str, steps: int, scale: float, note: str) -> Preset:
    return Preset(name, title, (("solver", solver), ("steps", steps), ("cfg_scale", scale)), note)
