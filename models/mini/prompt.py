"""From a typed prompt to what the model is told: Chinese by its word list, a note's name, known words; and what to say of the rest."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ditone.models.mini.kinds import Kind, Kinds
from ditone.models.mini.pitch import Note, find_note
from ditone.models.mini.text import Understanding, WordTable, WordVectors, understand
from ditone.runtime.text.hints import Hints, Suggestion

CHINESE = re.compile(r"[\u3400-\u9fff]")
# words without a sound of their own
PARTICLES = re.compile(r"声音|音效|的|地|得|在|一个|一只|一声|一|了|着|和|与|个|只|里面|里|上|下|正在|声|有|人|请|播放")
FIRST_OFFERED = ("rain", "footsteps", "explosion", "piano_note", "bird_chirp", "siren")


@dataclass(frozen=True)
class PromptWords:
    """What was made of a prompt. `english`: what the model reads. `note`: the pitch that is asked for. `kinds`: sounds that it names.

    `rows`: table rows of the words that the model is told. `nearest`: kinds to offer where something is not known.
    """

    written: str
    english: str
    understood: Understanding
    rows: tuple[int, ...]
    note: Note | None = None
    kinds: tuple[Kind, ...] = ()
    nearest: tuple[Kind, ...] = ()

    @property
    def once(self) -> bool:
        """Whether every sound that is named is over when it is over."""
        return bool(self.kinds) and all(kind.once for kind in self.kinds)

    @property
    def chinese(self) -> bool:
        return bool(CHINESE.search(self.written))

    def sentences(self) -> tuple[str, ...]:
        """Notes for people, none where everything is known."""
        said = []
        if self.chinese and self.english:
            said.append(f"Read as: {self.english}.")
        if self.understood.unknown or self.understood.similar:
            said.append("Words of the prompt: " + self.understood.sentence() + ".")
        if self.written.strip() and not self.rows:
            said.append("Nothing in the prompt is known, so the take is made without one. English and Chinese words are read.")
        elif self.nearest and not self.understood.unknown:
            said.append("No sound is known by these words alone.")
        if self.nearest:
            said.append("Nearest kinds of sounds: " + ", ".join(self._name(kind) for kind in self.nearest) + ".")
        return tuple(said)

    def hints(self) -> Hints:
        """The sentences, and the nearest kinds as prompts to choose."""
        return Hints(
            self.sentences()[:-1] if self.nearest else self.sentences(), tuple(self._suggestion(k) for k in self.nearest)
        )

    def _name(self, kind: Kind) -> str:
        return kind.chinese[0] if self.chinese and kind.chinese else kind.title

    def _suggestion(self, kind: Kind) -> Suggestion:
        """The prompt with the first unknown word replaced, or the kind alone."""
        name, unknown = self._name(kind), self.understood.unknown
        if len(unknown) == 1 and self.kinds and not self.chinese:
            changed = re.sub(rf"\b{re.escape(unknown[0])}\b", name, self.written, count=1, flags=re.IGNORECASE)
            if changed != self.written:
                return Suggestion(name, changed)
        return Suggestion(name, name)


def in_english(prompt: str, kinds: Kinds) -> tuple[str, tuple[str, ...]]:
    """(the prompt with Chinese words in English, Chinese parts that the list lacks). Other text stays, without accents."""
    text = "".join(c for c in unicodedata.normalize("NFKD", prompt) if not unicodedata.combining(c))
    if not CHINESE.search(text):
        return text, ()
    for chinese, english in kinds.dictionary.items():
        text = text.replace(chinese, f" {english} ")
    text = PARTICLES.sub(" ", text)
    unknown = tuple(re.findall(r"[\u3400-\u9fff]+", text))
    rest = re.sub(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+", " ", text)
    return re.sub(r" +(?=[,.;!?])", "", " ".join(rest.split())), unknown


def foreign(text: str) -> tuple[str, ...]:
    """Words in scripts that are not read, and lone symbols such as emoji."""
    return tuple(
        w
        for w in re.findall(r"[^\W\d_]+|[^\w\s]", text)
        if ord(w[0]) > 0x24F and unicodedata.category(w[0]) in ("Lu", "Ll", "Lo", "Lm", "So")
    )


def read_prompt(prompt: str, table: WordTable, vectors: WordVectors, kinds: Kinds) -> PromptWords:
    """Sorts a prompt into what the model is told and what is not known."""
    english, left = in_english(prompt, kinds)
    plain, note = find_note(english)
    understood = understand(table, vectors, plain, left + foreign(english), kinds.dropped)
    matches = [m for m in table.match_prompt(plain) if m.row >= 0 and m.word not in understood.unknown]
    whole, last = kinds.found([m.form for m in matches], table)
    near: list[Kind] = []
    if prompt.strip() and kinds.kinds and not whole and (understood.unknown or not (last or understood.similar)):
        named = [w for w in understood.matched if w in kinds.vocabulary]
        asked = [*understood.unknown, *(named or understood.matched)]
        near = kinds.nearest(asked, table, vectors.static) or [k for k in kinds.kinds if k.name in FIRST_OFFERED]
    elif whole and understood.unknown:
        near = [k for k in kinds.nearest(understood.unknown, table, vectors.static) if k not in whole]
    rows = tuple(m.row for m in matches)
    return PromptWords(prompt, english if english != prompt else plain, understood, rows, note, tuple(whole or last), tuple(near))
