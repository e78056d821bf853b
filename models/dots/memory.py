"""How much memory a take needs, before it is made. The history of the transformer is what grows with length, steps and solver."""

from __future__ import annotations

from ditone.models.dots.config import DotsConfig
from ditone.models.dots.sampling import make_plan
from ditone.runtime.dit.prefix_cache import prefix_cache_bytes
from ditone.runtime.request import Request

REFERENCE_S = 8.0  # a usual reference, when one is continued
WORKSPACE_BYTES = 300 * 2**20
MIB = 2**20


def expected_patches(config: DotsConfig, request: Request) -> int:
    """Patches that the longest piece will hold, the reference's own included; never more than the limit."""
    from ditone.models.dots.pieces import patches_for, speech_s, split  # reading rules, which a list of models needs none of

    limit = int(request.value("max_patches"))
    reference = patches_for(REFERENCE_S, config.patch_s) if request.value("transcript") else 0
    available_s = max(1, limit - reference) * config.patch_s
    texts = split(request.prompt, str(request.value("split")), available_s)
    return min(limit, reference + max(patches_for(speech_s(text), config.patch_s) for text in texts))


def history_bytes(config: DotsConfig, request: Request, patches: int, element_bytes: int) -> int:
    """Keys and values of the finished patches: one copy for every time point and guidance branch."""
    plan = make_plan(config.recipe, request.solver, request.steps, request.cfg_scale)
    tokens = patches * (config.patch_size + 1)
    return prefix_cache_bytes(config.dit, tokens, plan.time_points, plan.branches, element_bytes)


def peak_memory_mib(parts: dict[str, int], config: DotsConfig, request: Request) -> float:
    """Weights, the three caches that grow with the speech, and a workspace. `parts`: parameters of each part."""
    element = 4 if request.engine.precision == "float32" else 2
    audio = sum(parts.get(name, 0) for name in ("audio encoder and decoder", "speaker encoder"))
    weights = (sum(parts.values()) - audio) * element + audio * 4
    patches = expected_patches(config, request)
    llm = config.llm
    head = llm["hidden_size"] // llm["num_attention_heads"]
    states = patches + 20 + len(request.prompt)
    language = (
        2 * llm["num_hidden_layers"] * llm["num_key_value_heads"] * head * states * 4
    )  # in float32 beside float16 weights, too
    encoder = 2 * config.patch_encoder.layers * config.patch_encoder.width * patches * (config.patch_size // 2) * element
    total = weights + history_bytes(config, request, patches, element) + language + encoder + WORKSPACE_BYTES
    return float(total / MIB)
