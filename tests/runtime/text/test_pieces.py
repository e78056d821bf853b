"""Long text in pieces: none passes its limit, nothing is lost, cuts lie where a reader would breathe."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ditone.models.cosyvoice3.text import LONGEST
from ditone.models.cosyvoice3.text import parts as cosyvoice_parts
from ditone.models.dots.pieces import WHOLE_SHARE, speech_s
from ditone.models.dots.pieces import parts as dots_parts
from ditone.models.mini.voice.text.front_end import LONGEST_SENTENCE
from ditone.runtime.text.pieces import split
from ditone.runtime.text.sentences import sentences
from tests.runtime.text.test_reading_aloud import front_end

WORDS = "the ship went out over a quiet sea and nobody knew when it would come home again".split()
ENDLESS = " ".join(WORDS[i % len(WORDS)] for i in range(5000))


def test_sentences_end_where_a_reader_stops() -> None:
    text = (
        "J. R. R. Tolkien met Dr. Lee at No. 5. They ate bread, cheese, etc. Then they left the U.S. at 5 p.m. It rained. "
        'She works at Acme Inc. in St. Paul. "Go!" he said. 1. First. Is it e.g. Tuesday? Yes.'
    )
    assert sentences(text) == [
        "J. R. R. Tolkien met Dr. Lee at No. 5.", "They ate bread, cheese, etc.", "Then they left the U.S. at 5 p.m.", "It rained.",
        "She works at Acme Inc. in St. Paul.", '"Go!" he said.', "1. First.", "Is it e.g. Tuesday?", "Yes.",
    ]  # fmt: skip
    assert sentences("他说：“好。”然后走了！真的？是。") == ["他说：“好。”", "然后走了！", "真的？", "是。"]


def test_five_thousand_words_without_a_mark_fit() -> None:
    spoken = front_end().read(ENDLESS)[0]
    assert all(len(piece.phonemes) <= LONGEST_SENTENCE for piece in spoken)
    assert sum(len(piece.text.split()) for piece in spoken) == 5000
    found = cosyvoice_parts(ENDLESS, lambda text: len(text.split()))
    assert max(len(part.text.split()) for part in found) <= LONGEST
    assert sum(len(part.text.split()) for part in found) == 5000
    assert all(speech_s(part.text) <= WHOLE_SHARE * 80 for part in dots_parts(ENDLESS, "auto", 80.0))
    assert all(speech_s(part.text) <= WHOLE_SHARE * 80 for part in dots_parts(ENDLESS, "sentences", 80.0))


def test_chinese_without_a_mark_fits() -> None:
    text = "今天天气很好我们去公园散步然后回家吃饭" * 60
    found = cosyvoice_parts(text, len)
    assert max(len(part.text) for part in found) <= LONGEST
    assert "".join(part.text for part in found).rstrip("。") == text


def test_a_sentence_is_cut_at_a_clause_before_a_word() -> None:
    text = "When the rain had stopped at last, we went down to the harbour to look for the boat."
    found = split(text, lambda part: len(part) <= 60)
    assert [part.text for part in found] == [
        "When the rain had stopped at last,",
        "we went down to the harbour to look for the boat.",
    ]
    assert [part.cut for part in found] == ["clause", "sentence"]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab ,.!?;:一二。，\n", max_size=400))
def test_pieces_lose_nothing_and_fit(text: str) -> None:
    found = split(text, lambda part: len(part) <= 30)
    assert all(len(part.text) <= 30 for part in found)
    assert [c for part in found for c in part.text if not c.isspace()] == [c for c in text if not c.isspace()]
