"""dots.tts against the recorded vectors of the published package."""

from checks.dots.loop import check_loop
from checks.dots.parts import check_language_model, check_prompt_audio, check_semantic_encoder, check_speaker, check_vocoder
from checks.dots.patches import (
    check_patch_flow_solvers,
    check_patch_meanflow,
    check_patch_one_step,
    check_patch_two_step_scm,
    check_prefix_cache,
)
from checks.dots.text import check_text_frontend
from checks.dots.transformer import check_dit_forward, check_guided_velocity

__all__ = [
    "check_dit_forward",
    "check_guided_velocity",
    "check_language_model",
    "check_loop",
    "check_patch_flow_solvers",
    "check_patch_meanflow",
    "check_patch_one_step",
    "check_patch_two_step_scm",
    "check_prefix_cache",
    "check_prompt_audio",
    "check_semantic_encoder",
    "check_speaker",
    "check_text_frontend",
    "check_vocoder",
]
