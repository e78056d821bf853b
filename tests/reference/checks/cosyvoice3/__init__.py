"""CosyVoice3: recorded vectors of the original networks, samplers and front ends. Sizes come from the case's model folder."""

from checks.cosyvoice3.end_to_end import check_audio_frontend, check_end_to_end
from checks.cosyvoice3.flow import check_cfm_sampling, check_dit_forward, check_flow_inference, check_rng
from checks.cosyvoice3.language import check_llm, check_ras, check_text
from checks.cosyvoice3.vocoder import check_vocoder

__all__ = [
    "check_audio_frontend",
    "check_cfm_sampling",
    "check_dit_forward",
    "check_end_to_end",
    "check_flow_inference",
    "check_llm",
    "check_ras",
    "check_rng",
    "check_text",
    "check_vocoder",
]
