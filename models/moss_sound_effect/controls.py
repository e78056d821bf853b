"""What can be chosen for an effect, and the recipes that go together."""

from __future__ import annotations

from ditone.models.moss_sound_effect.config import ModelConfig
from ditone.runtime.controls import Choice, Control, Preset
from ditone.runtime.sampling.solver_control import SAME_AS_RK4, solver_control
from ditone.runtime.variations import variation_controls

PUBLISHED_STEPS, PUBLISHED_SCALE = 100, 4.0
_SOLVER_NOTES = {
    "euler": "one evaluation a step; the original's own",
    "midpoint": "two evaluations a step; an extension, the original has Euler only",
    "rk4": "four evaluations a step; an extension",
    "pingpong": "fresh noise at every step; an extension, made for distilled models: expect little from it here",
    "dpmpp": "one evaluation a step, second order; an extension",
}


def controls(config: ModelConfig) -> tuple[Control, ...]:
    longest = config.longest_s
    return (
        Control(
            "prompt", "Prompt", "text", "prompt", "", required=True, note="English or Chinese; other languages are untrained."
        ),
        Control("negative_prompt", "Negative prompt", "text", "prompt", "", note="What the guidance moves away from."),
        Control(
            "duration_s",
            "Duration",
            "number",
            "prompt",
            min(10.0, longest),
            0.1,
            longest,
            0.1,
            1,
            "s",
            note=f"Told to the model in words. It always computes {longest:g} s, so a shorter sound takes as long to make.",
        ),
        Control(
            "cfg_scale",
            "CFG scale",
            "number",
            "guidance",
            PUBLISHED_SCALE,
            0.0,
            20.0,
            0.1,
            1,
            suggested=(1.0, 8.0),
            note="1 turns guidance off and halves the time.",
        ),
        Control("apg", "APG", "number", "guidance", 0.0, 0.0, 1.0, 0.05, 2, note="0 plain CFG; above 0 is an extension."),
        Control("steps", "Steps", "integer", "sampler", PUBLISHED_STEPS, 1, 500, 1, unit="steps", suggested=(10, 100)),
        solver_control("euler", _SOLVER_NOTES, SAME_AS_RK4),
        Control("seed", "Seed", "integer", "sampler", 0, 0, 2**63 - 1),
        Control(
            "shift",
            "Shift",
            "number",
            "sampler",
            config.default_shift,
            0.1,
            20.0,
            0.1,
            1,
            suggested=(1.0, 8.0),
            note="Above 1 spends more steps at high noise, where the sound is laid out.",
        ),
        Control(
            "init_audio", "Vary a sound", "audio", "source", "", note="Starts from this sound instead of noise; an extension."
        ),
        Control(
            "init_strength",
            "Variation",
            "number",
            "source",
            0.6,
            0.05,
            1.0,
            0.05,
            2,
            note="How much of the sound is made anew; 1 keeps nothing of it.",
        ),
        *variation_controls(),
        Control(
            "duration_suffix",
            "Say the duration",
            "flag",
            "advanced",
            True,
            note='Adds " duration: 5.0s" to the prompt, as half of the training captions have it.',
        ),
        Control(
            "end_fade",
            "End fade",
            "flag",
            "advanced",
            True,
            note=f"Fades the last 20 ms of a sound of full length ({longest:g} s), where the model can leave a click.",
        ),
        Control(
            "normalise",
            "Normalise",
            "choice",
            "advanced",
            "off",
            choices=(
                Choice("off", "Off", "as the model made it"),
                Choice("peak", "Peak", "-1 dBTP"),
                Choice("loudness", "Loudness", "-23 LUFS, at most -1 dBTP"),
            ),
        ),
        Control(
            "short_canvas",
            "Short canvas (experimental)",
            "flag",
            "advanced",
            False,
            note="Computes only as many whole seconds as asked for. Faster, but the model was trained on the full length alone.",
        ),
        Control(
            "free_text_encoder",
            "Free the text encoder",
            "flag",
            "advanced",
            False,
            note="Takes it out of memory once the prompt is read; a new prompt loads it again.",
        ),
    )


def presets(config: ModelConfig) -> tuple[Preset, ...]:
    shift = config.default_shift

    def recipe(steps: int, scale: float, solver: str = "euler", apg: float = 0.0) -> tuple[tuple[str, object], ...]:
        return (("solver", solver), ("steps", steps), ("cfg_scale", scale), ("apg", apg), ("shift", shift))

    return (
        Preset("published", "As published", recipe(PUBLISHED_STEPS, PUBLISHED_SCALE), f"Euler {PUBLISHED_STEPS}, CFG 4."),
        Preset("half", "Half the time", recipe(50, PUBLISHED_SCALE), "Euler 50, CFG 4."),
        Preset("preview", "Preview", recipe(20, PUBLISHED_SCALE), "Euler 20, CFG 4: a fifth of the time, rough."),
        Preset("midpoint", "Midpoint", recipe(50, PUBLISHED_SCALE, "midpoint"), "Midpoint 50: the cost of the published recipe."),
    )
