"""From words to the token schedule: the text between its two markers, then one placeholder for every patch of sound."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tokenizers import Tokenizer

from ditone.runtime import tokenizer_files
from ditone.runtime.errors import BadModelFolder, BadRequest
from ditone.runtime.json_reading import library_errors

TOKENIZER_FILE = "tokenizer.json"
TEXT_BEFORE, TEXT_AFTER = "[文本]", "[文本对应语音]"
START_TOKEN, SPAN_TOKEN = "<|audio_gen_start|>", "<|audio_gen_span|>"
MAX_SCHEDULE = 2048


@dataclass(frozen=True)
class Schedule:
    """`ids` end with the start token and one placeholder a patch; `start` is the position of the start token."""

    ids: tuple[int, ...]
    start: int


class TextTokenizer:
    """The folder's byte-level tokenizer. Special-token strings in a user's text are plain text to it, so they cannot break a schedule."""

    def __init__(self, folder: Path) -> None:
        path = folder / TOKENIZER_FILE
        tokenizer_files.check_file(path)
        with library_errors(f"{TOKENIZER_FILE} cannot be read"):
            self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.encode_special_tokens = True

    @cached_property
    def size(self) -> int:
        """Entries of the vocabulary, special tokens included."""
        return int(self._tokenizer.get_vocab_size(with_added_tokens=True))

    def ids(self, text: str) -> list[int]:
        with library_errors(f"{TOKENIZER_FILE} cannot split this text"):
            return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def special(self, name: str) -> int:
        """The id of a special token. Raises BadModelFolder when the tokenizer lacks it."""
        token = self._tokenizer.token_to_id(name)
        if token is None:
            raise BadModelFolder(f"{TOKENIZER_FILE} lacks the token {name}.", "It is not the tokenizer of dots.tts.")
        return int(token)

    def schedule(self, text: str, max_patches: int, before: str = TEXT_BEFORE, after: str = TEXT_AFTER) -> Schedule:
        """Markers and text are cut into tokens separately. Raises BadRequest when it does not fit the 2048 positions of a schedule."""
        words = [*self.ids(before), *self.ids(text), *self.ids(after)]
        total = len(words) + 1 + max_patches
        if total > MAX_SCHEDULE:
            raise BadRequest(
                f"The text needs {len(words)} tokens and {max_patches} patches of sound; together they must stay below {MAX_SCHEDULE}.",
                actions=("Shorten the text, split it into sentences, or lower the patch limit.",),
            )
        return Schedule((*words, self.special(START_TOKEN), *[self.special(SPAN_TOKEN)] * max_patches), len(words))


def model_text(text: str, transcript: str = "", tag: str = "") -> str:
    """What the model reads: transcript of the reference, a line break, the text; the language tag before all of it, once."""
    whole = text.strip()
    if transcript.strip():
        whole = f"{transcript.strip()}\n{whole}"
    return whole if not tag or whole.startswith(tag) else tag + whole
