"""Text that arrives while speech is already made: five text ids, fifteen speech ids, and so on; the fill id asks for more text."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

import torch
from torch import Tensor
from transformers import DynamicCache

from ditone.models.cosyvoice3.language_model import SpeechModel
from ditone.models.cosyvoice3.ras import Sampler


class InterleavedSpeech:
    """One utterance. prefix: text ids up to and including the end of the prompt; prompt_speech: the reference's ids.

    `spoken` holds every id chosen so far, fill ids included. `check` may raise to stop; `inputs` is shown what each step reads.
    """

    def __init__(
        self,
        model: SpeechModel,
        prefix: list[int],
        prompt_speech: list[int],
        choose: Sampler,
        check: Callable[[], None] = lambda: None,
        inputs: Callable[[Tensor], None] = lambda x: None,
    ) -> None:
        self.model = model
        self.spoken: list[int] = []
        self._choose, self._check, self._inputs = choose, check, inputs
        self._cache = DynamicCache(config=model.text.config)
        self._prompt = list(prompt_speech)
        self._x = torch.cat((model.control(model.config.start_id), model.embed_text(prefix)), dim=1)
        share = model.config.mix[1]
        self._next_fill = (len(self._prompt) // share + 1) * share - len(self._prompt)

    def speak(self, texts: Iterable[list[int]], most: int) -> Iterator[int]:
        """Yields ordinary ids for blocks of text ids as they come (the reference's transcript first), until the end or `most` ids.

        Before the rest of the text the model reads its last input once more, as the original does.
        """
        config, model = self.model.config, self.model
        share, speech_share = config.mix
        waiting: list[int] = []
        opened = False
        for text in texts:
            waiting += text
            while self._prompt and len(waiting) >= share:
                pair = (model.embed_text(waiting[:share]), model.embed_speech(self._prompt[:speech_share]))
                self._x = torch.cat((self._x, *pair), dim=1)
                waiting, self._prompt = waiting[share:], self._prompt[speech_share:]
                opened = True
            while not self._prompt and ((opened and not self.spoken) or len(waiting) >= share):
                if self.spoken or not opened:
                    block = model.embed_text(waiting[:share])
                    self._x = block if self.spoken else torch.cat((self._x, block), dim=1)
                    waiting = waiting[share:]
                opened = True
                yield from self._until_fill()
        rest = (model.embed_text(waiting), model.control(config.task_id), model.embed_speech(self._prompt))
        self._x = torch.cat((self._x, *rest), dim=1)
        while len(self.spoken) < most:
            token = self._step(ended=True)
            self.spoken.append(token)
            if token >= config.speech_tokens:
                return
            yield token
            self._x = model.embed_speech([token])

    def _until_fill(self) -> Generator[int, None, None]:
        """Speech ids of one block. The last id of a block has been read when the fill id comes."""
        config = self.model.config
        while True:
            token = self._step(ended=False)
            if len(self.spoken) == self._next_fill:
                token = config.fill_id
            self.spoken.append(token)
            if token == config.fill_id:
                self._next_fill = len(self.spoken) + config.mix[1]
                return
            yield token
            self._x = self.model.embed_speech([token])

    def _step(self, ended: bool) -> int:
        """Reads the input and chooses an ordinary id, or the one control id that may come now."""
        self._check()
        self._inputs(self._x)
        config = self.model.config
        scores = self.model.logits(self._x, self._cache).log_softmax(dim=-1)
        control = config.end_id if ended else config.fill_id
        allowed = scores[control].clone()
        scores[config.speech_tokens :] = -torch.inf
        scores[control] = allowed
        return self._choose(scores, self.spoken)
