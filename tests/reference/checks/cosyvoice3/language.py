"""CosyVoice3: text front end, language model and how its tokens are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from discovery import Case
from torch import Tensor
from transformers import DynamicCache

from checks.cosyvoice3.shared import config_of, folder_of, speech_model_of, tokenizer_of
from ditone.models.cosyvoice3.language_model import Limits, SpeechModel, without_long_silence
from ditone.models.cosyvoice3.ras import candidates, likeliest, repetition_aware, without
from ditone.models.cosyvoice3.text import normalise, split
from ditone.models.cosyvoice3.text_stream import InterleavedSpeech
from ditone.models.cosyvoice3.tokenizer import Tokenizer


def check_text(case: Case) -> None:
    tokenizer = tokenizer_of(folder_of(case))
    for given, expected in case.info["normalise_split"]:
        assert split(normalise(given), tokenizer.length) == expected
    for given, expected in case.info["normalise_nosplit"]:
        assert normalise(given) == expected
    for given, expected in case.info["tokens"]:
        assert tokenizer.encode(given) == expected, given
    for given, expected in case.info["filter_silent"]:
        assert list(without_long_silence(iter(given))) == expected


def check_ras(case: Case) -> None:
    config, t = config_of(folder_of(case)).language_model.ras, case.tensors
    for run, given in case.info["runs"].items():
        scores, history = t[f"{run}.input.log_probs"], t[f"{run}.input.history"].tolist()
        ids, probabilities = candidates(scores, config)
        assert len(ids) == given["candidates"]
        case.close(f"{run}.expected.candidate_ids", ids)
        case.close(f"{run}.expected.candidate_probs_unnormalised", probabilities)
        case.close(f"{run}.expected.fallback_probs_if_first_candidate_repeats", without(scores, int(ids[0])))
        count = len(t[f"{run}.seeded.tokens_seed0_19"])
        drawn = [repetition_aware(scores, history, config, torch.Generator().manual_seed(seed)) for seed in range(count)]
        case.close(f"{run}.seeded.tokens_seed0_19", torch.tensor(drawn))


def check_llm(case: Case) -> None:
    folder = folder_of(case)
    model, tokenizer, t = speech_model_of(folder), tokenizer_of(folder), case.tensors
    config = model.config
    special = case.info["special"]
    assert tokenizer.end_of_prompt == case.info["endofprompt_id"]
    assert [config.start_id, config.end_id, config.task_id, config.fill_id] == [
        special[n] for n in ("sos", "eos", "task", "fill")
    ]
    assert [config.start_id, config.speech_rows - 1] == special["stop_ids"]
    for run, given in case.info["runs"].items():
        if f"{run}.expected.greedy_tokens" in t:
            _check_greedy(case, run, given, model, tokenizer)
    padded, lengths = t["padded_batch.input.embeds"], t["padded_batch.input.lengths"]
    valid = torch.arange(padded.shape[1])[None] < lengths[:, None]
    hidden = model.hidden(padded, mask=valid.long())
    expected = t["padded_batch.expected.hidden"]
    case.close("padded_batch.expected.hidden", torch.where(valid[..., None], hidden, expected))
    _check_teacher(case, model)
    _check_interleaved(case, model, tokenizer)


def _check_greedy(case: Case, run: str, given: dict[str, Any], model: SpeechModel, tokenizer: Tokenizer) -> None:
    t = case.tensors
    prompt_text = tokenizer.encode(given["prompt_text"] or "")
    text = tokenizer.encode(given["text"])
    assert prompt_text == t[f"{run}.input.prompt_text_token"][0].tolist()
    assert text == t[f"{run}.input.text_token"][0].tolist()
    speech = t["input.prompt_speech_token"][0][: given["prompt_speech_tokens"]]
    limits = Limits.of(len(text), upstream=True)
    assert (limits.least, limits.most) == (given["min_len"], given["max_len"])
    opening = model.opening(prompt_text + text, speech)
    case.close(f"{run}.expected.lm_input", opening)
    tokens = list(model.speak(opening, likeliest, limits))
    assert tokens == t[f"{run}.expected.greedy_tokens"].tolist()
    assert len(tokens) == given["greedy_count"]

    first = t[f"{run}.expected.logits_first_steps"]
    cache = DynamicCache(config=model.text.config)
    x, rows = opening, []
    for token in tokens[: len(first)]:
        rows.append(model.logits(x, cache))
        x = model.embed_speech([token])
    case.close(f"{run}.expected.logits_first_steps", torch.stack(rows))
    whole = torch.cat((opening, model.embed_speech(tokens[: len(first) - 1])), dim=1)
    uncached = model.head(model.hidden(whole)[0, -len(first) :])
    case.close(f"{run}.expected.logits_first_steps", uncached)


def _check_teacher(case: Case, model: SpeechModel) -> None:
    """Hidden states and logits of the first recorded steps when their sequence is read at once."""
    t = case.tensors
    steps = t["teacher.expected.hidden_last6"].shape[1]
    spoken = model.embed_speech(t["zero_shot.expected.greedy_tokens"][: steps - 1])
    hidden = model.hidden(torch.cat((t["zero_shot.expected.lm_input"], spoken), dim=1))[:, -steps:]
    case.close("teacher.expected.hidden_last6", hidden)
    case.close("teacher.expected.logits_last6", model.head(hidden))


def _check_interleaved(case: Case, model: SpeechModel, tokenizer: Tokenizer) -> None:
    t, config = case.tensors, model.config
    given = case.info["runs"]["bistream"]
    assert list(config.mix) == given["mix_ratio"]
    prompt = t["bistream.input.prompt_text_token"][0].tolist()
    cut = prompt.index(tokenizer.end_of_prompt) + 1
    text = t["bistream.input.text_token"][0].tolist()

    def choose(scores: Tensor, history: Sequence[int]) -> int:
        """The recorded run's rule: ordinary ids only, and the end as soon as it may come after 40 ids."""
        ended = bool(scores[config.end_id] > -torch.inf)
        if ended and len(history) >= 40:
            return config.end_id
        ordinary = scores.clone()
        ordinary[config.fill_id] = -torch.inf
        return int(ordinary.argmax())

    seen: list[Tensor] = []
    speech = InterleavedSpeech(model, prompt[:cut], t["input.prompt_speech_token"][0].tolist(), choose, inputs=seen.append)
    tokens = list(speech.speak([prompt[cut:], *([i] for i in text)], most=20 * len(text)))
    assert [x.shape[1] for x in seen] == given["lm_input_lengths_per_step"]
    assert tokens == t["bistream.expected.tokens"].tolist()
    case.close("bistream.expected.first_lm_input", seen[0])
    for name in t:
        if name.startswith("bistream.expected.lm_input_step"):
            case.close(name, seen[int(name.removeprefix("bistream.expected.lm_input_step"))])
