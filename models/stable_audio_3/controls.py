"""What a variant lets people choose, with the published recipe as defaults."""

from __future__ import annotations

from ditone.models.stable_audio_3.canvas import HEADROOM_S
from ditone.models.stable_audio_3.config import POST_TRAINED, Published
from ditone.runtime.controls import Choice, Control, Preset
from ditone.runtime.sampling.solver_control import SAME_AS_RK4, solver_control
from ditone.runtime.variations import variation_controls

MODES = (
    Choice("text", "Text to audio"),
    Choice("restyle", "Audio to audio", "The source sets the course; the noise level says how far the take may leave it."),
    Choice("inpaint", "Inpaint regions", "The regions are made anew, the rest of the source stays."),
    Choice("continue", "Continue", "The source goes on until the chosen duration."),
)
SCHEDULES = (
    Choice("model", "As published"),
    Choice("log-snr", "Log-SNR"),
    Choice("log-snr:length", "Log-SNR by length", "Longer sounds start at more noise."),
    Choice("full", "Full shift"),
    Choice("full:sine", "Full shift with sine"),
    Choice("flux", "Flux shift"),
    Choice("none", "Even steps"),
)
PADDING = (
    Choice("exact", "Exact", "Frames behind the end are never looked at."),
    Choice("values_only", "As without fused attention", "What the original does on a CPU; for comparisons."),
)
TEXT_PRECISIONS = (
    Choice("float32", "float32"),
    Choice("bfloat16", "bfloat16", "The precision the text encoder is published in."),
)
SOLVER_NOTES = {
    "pingpong": "Few steps, fresh noise in each; what the post-trained models were made for.",
    "euler": "One evaluation a step; what the base models are published with.",
    "midpoint": "Two evaluations a step.",
    "rk4": "Four evaluations a step.",
    "dpmpp": "One evaluation a step, second order.",
}


def controls(config: Published) -> tuple[Control, ...]:
    """All controls of one variant."""
    few = config.objective == POST_TRAINED
    longest_s = config.sample_limit / config.sample_rate_hz
    solvers = ("pingpong", "euler", "dpmpp", "midpoint", "rk4") if few else ("euler", "dpmpp", "rk4", "midpoint", "pingpong")
    return (
        Control("prompt", "Prompt", "text", "prompt", "", note="English. Say what sounds, what it does and how it was recorded."),
        Control("negative_prompt", "Negative prompt", "text", "prompt", "", note="Works only with a CFG scale other than 1."),
        Control("duration_s", "Duration", "number", "prompt", min(10.0, longest_s), 0.1, longest_s, 0.1, 1, "s"),
        Control(
            "cfg_scale",
            "CFG scale",
            "number",
            "guidance",
            1.0 if few else 7.0,
            0.0,
            25.0,
            0.1,
            1,
            suggested=(1.0, 1.0) if few else (2.0, 10.0),
            note="This model was made to run at 1." if few else "1 switches guidance off.",
        ),
        Control(
            "apg",
            "APG",
            "number",
            "guidance",
            1.0,
            0.0,
            1.0,
            0.05,
            2,
            note="1 keeps only the part of guidance that does not add level.",
        ),
        Control("apg_norm_threshold", "APG norm limit", "number", "guidance", 0.0, 0.0, 1000.0, 0.1, 1, note="0 = off."),
        Control("cfg_rescale", "CFG rescale", "number", "guidance", 0.0, 0.0, 1.0, 0.05, 2),
        Control("cfg_from", "CFG from noise level", "number", "guidance", 0.0, 0.0, 1.0, 0.05, 2),
        Control("cfg_to", "CFG to noise level", "number", "guidance", 1.0, 0.0, 1.0, 0.05, 2),
        Control(
            "steps",
            "Steps",
            "integer",
            "sampler",
            8 if few else 50,
            1,
            500,
            1,
            unit="steps",
            suggested=(4, 8) if few else (20, 100),
        ),
        solver_control(solvers[0], {name: SOLVER_NOTES[name] for name in solvers}, SAME_AS_RK4),
        Control("schedule", "Schedule", "choice", "sampler", "model", choices=SCHEDULES),
        Control("seed", "Seed", "integer", "sampler", 0, 0, 2**63 - 1),
        Control("mode", "Mode", "choice", "source", "text", choices=MODES),
        Control("source", "Source", "audio", "source", ""),
        Control(
            "noise_level",
            "Noise level",
            "number",
            "source",
            0.9,
            0.01,
            1.0,
            0.01,
            2,
            suggested=(0.4, 0.9),
            note="Audio to audio: 0.4 to 0.6 changes style and timbre, near 1 little of the source is left.",
        ),
        Control("regions", "Regions to make anew", "regions", "source", (), note="Inpaint only."),
        Control(
            "inpaint_level",
            "Noise level in regions",
            "number",
            "source",
            1.0,
            0.01,
            1.0,
            0.01,
            2,
            note="Inpaint: below 1 starts from the source.",
        ),
        Control(
            "paste",
            "Keep the rest exactly",
            "flag",
            "source",
            True,
            note="Outside the regions the source's own samples are used.",
        ),
        Control("paste_fade_ms", "Crossfade", "number", "source", 10.0, 0.0, 500.0, 1.0, 0, "ms"),
        Control(
            "monotone_grid",
            "Falling grid",
            "flag",
            "source",
            False,
            note="From audio: noise levels only fall, which the published grid does not do.",
        ),
        Control(
            "loop",
            "Loop",
            "flag",
            "prompt",
            False,
            note="The end is made to lead into the beginning: the seam is inpainted, which takes a second run.",
        ),
        *variation_controls(),
        Control("lora", "LoRA files", "files", "advanced", ()),
        Control("lora_strength", "LoRA strength", "text", "advanced", "1", note="One number for all, or one a file: 0.7, 1"),
        Control(
            "lora_interval", "LoRA interval", "text", "advanced", "0-1", note="Noise levels at which a LoRA works: 0-1, 0.5-1"
        ),
        Control(
            "lora_skip",
            "LoRA layers to skip",
            "text",
            "advanced",
            "",
            note="Parts of layer names, split by commas; files by semicolons.",
        ),
        Control(
            "decoder_noise",
            "Decoder noise",
            "flag",
            "advanced",
            True,
            note="The published decoder adds a little noise, drawn from the seed.",
        ),
        Control(
            "headroom_s",
            "Headroom",
            "number",
            "advanced",
            HEADROOM_S,
            0.0,
            30.0,
            0.5,
            1,
            "s",
            note="Silence the model may write behind the sound.",
        ),
        Control("padding", "Padding", "choice", "advanced", "exact", choices=PADDING),
        Control("text_precision", "Text encoder precision", "choice", "advanced", "float32", choices=TEXT_PRECISIONS),
        Control(
            "free_text_encoder",
            "Free the text encoder",
            "flag",
            "advanced",
            False,
            note="Before denoising; saves memory, costs time at the next prompt.",
        ),
    )


def presets(config: Published) -> tuple[Preset, ...]:
    """The published recipe first."""
    if config.objective == POST_TRAINED:
        return (
            Preset("published", "Published recipe", note="8 steps of PingPong without guidance."),
            Preset("draft", "Draft", (("steps", 4),), "Half the time."),
        )
    return (
        Preset("published", "Published recipe", note="50 steps of Euler, CFG 7, APG 1."),
        Preset("second-order", "Second order", (("solver", "dpmpp"), ("steps", 25)), "Half the evaluations."),
    )
