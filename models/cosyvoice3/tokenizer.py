"""Text to ids: the Qwen2 byte-level tokenizer of the folder, with the family's 278 special tokens added in their fixed order."""

from __future__ import annotations

import json
from pathlib import Path

from transformers import Qwen2Tokenizer

from ditone.models.cosyvoice3.config import TEXT_FOLDER
from ditone.runtime import tokenizer_files
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import library_errors

TOKENIZER_FILES = ("vocab.json", "merges.txt", "tokenizer_config.json")
END_OF_PROMPT = "<|endofprompt|>"


class Tokenizer:
    """Special tokens are recognised anywhere, inside words too; nothing is added at the ends."""

    def __init__(self, folder: Path, rows: int) -> None:
        """Reads the tokenizer of a model folder whose text table has `rows` rows. Raises BadModelFolder naming the file at fault."""
        source = folder / TEXT_FOLDER
        for name in TOKENIZER_FILES:
            if not (source / name).is_file():
                raise BadModelFolder(
                    f"{TEXT_FOLDER}/{name} is missing.", f"It was expected in {folder}.", ("Download it again.",)
                )
        tokenizer_files.check_folder(source)
        with library_errors(f"The tokenizer in {TEXT_FOLDER} cannot be read", actions=("Download the folder again.",)):
            self._tokenizer = Qwen2Tokenizer.from_pretrained(str(source), local_files_only=True)
            self._tokenizer.add_tokens(special_tokens(), special_tokens=True)
        if len(self) > rows:
            raise BadModelFolder(
                f"The tokenizer in {TEXT_FOLDER} has {len(self)} entries, the language model knows {rows}.",
                actions=("Get both from the same folder of the publisher.",),
            )
        self.end_of_prompt = self.encode(END_OF_PROMPT)[0]

    def encode(self, text: str) -> list[int]:
        with library_errors(f"The tokenizer in {TEXT_FOLDER} cannot split this text"):
            return list(self._tokenizer.encode(text, add_special_tokens=False))

    def length(self, text: str) -> int:
        return len(self.encode(text))

    def __len__(self) -> int:
        return len(self._tokenizer)


def special_tokens() -> list[str]:
    """All special tokens in the order in which they get their ids; the first two are in the folder's own files already."""
    tokens: list[str] = json.loads(Path(__file__).with_name("special_tokens.json").read_text("utf-8"))
    return tokens
