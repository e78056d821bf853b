"""What the recorded cases of Stable Audio 3 are compared with: a module for each subject."""

from checks.stable_audio_3.autoencoder import check_autoencoder
from checks.stable_audio_3.sampling import check_guidance, check_samplers, check_schedules
from checks.stable_audio_3.takes import check_conditioner, check_generate, check_lora
from checks.stable_audio_3.transformer import check_dit, check_dit_medium_padding, check_dit_small_padding

__all__ = [
    "check_autoencoder",
    "check_conditioner",
    "check_dit",
    "check_dit_medium_padding",
    "check_dit_small_padding",
    "check_generate",
    "check_guidance",
    "check_lora",
    "check_samplers",
    "check_schedules",
]
