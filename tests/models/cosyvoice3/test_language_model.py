"""The language model: cached and whole reading agree, control ids end a sequence, the shortest and longest lengths hold."""

from __future__ import annotations

import pytest
import torch
from transformers import DynamicCache

from ditone.models.cosyvoice3.language_model import Limits, SpeechModel, without_long_silence
from ditone.models.cosyvoice3.pipeline import CosyVoice3Pipeline
from ditone.models.cosyvoice3.ras import likeliest


@pytest.fixture
def model(pipeline: CosyVoice3Pipeline) -> SpeechModel:
    assert pipeline.parts.speech is not None
    return pipeline.parts.speech


@torch.inference_mode()
def test_cached_steps_equal_one_whole_reading(model: SpeechModel) -> None:
    opening = model.opening([5, 6, 7], [1, 2, 3, 4])
    tokens = [3, 9, 9, 40, 12, 7, 80, 0]
    cache = DynamicCache(config=model.text.config)
    stepped = [model.logits(opening, cache)]
    stepped += [model.logits(model.embed_speech([token]), cache) for token in tokens]
    whole = model.head(model.hidden(torch.cat((opening, model.embed_speech(tokens)), dim=1)))[0, -len(tokens) - 1 :]
    torch.testing.assert_close(torch.stack(stepped), whole, atol=2e-5, rtol=1e-4)


@torch.inference_mode()
@pytest.mark.parametrize("offset", [0, 1, 3, 100])
def test_every_control_id_ends_a_sequence(model: SpeechModel, offset: int) -> None:
    control = model.config.speech_tokens + offset
    script = iter([4, 5, control, 6])
    spoken = model.speak(model.opening([5], []), lambda scores, history: next(script), Limits(0, 50))
    assert list(spoken) == [4, 5]


@torch.inference_mode()
def test_shortest_length_blocks_every_control_id(model: SpeechModel) -> None:
    start = model.config.start_id
    seen = []

    def ends_if_it_can(scores: torch.Tensor, history: object) -> int:
        control = scores[start:]
        seen.append(int(control.isneginf().sum()))
        return start + int(control.argmax()) if bool(control.isfinite().any()) else likeliest(scores, [])

    opening = model.opening([5], [])
    assert len(list(model.speak(opening, ends_if_it_can, Limits(6, 50)))) == 6
    assert seen[0] == model.config.speech_rows - start
    seen.clear()
    assert list(model.speak(opening, ends_if_it_can, Limits(6, 50, upstream=True))) == []  # only the start id is blocked there
    assert seen == [1]


@torch.inference_mode()
def test_longest_length_stops(model: SpeechModel) -> None:
    assert list(model.speak(model.opening([5], []), lambda scores, history: 7, Limits(0, 9))) == [7] * 9


@torch.inference_mode()
def test_same_prompt_gives_the_same_bits_again(model: SpeechModel) -> None:
    opening = model.opening([5, 6], [1])
    first = [model.logits(opening, DynamicCache(config=model.text.config)) for _ in range(2)]
    assert torch.equal(*first)


def test_long_silence_is_cut_to_five_ids() -> None:
    assert list(without_long_silence(iter([1] * 9 + [3] + [2, 28] * 4))) == [1] * 5 + [3] + [2, 28, 2, 28, 2]
