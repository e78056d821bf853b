"""Words with one spelling and several sounds, by their neighbours."""

from __future__ import annotations

import pytest

from tests.runtime.text.test_reading_aloud import front_end


@pytest.mark.parametrize(
    ("text", "sounds"),
    [
        ("I read it yesterday.", "ɹˈɛd"),
        ("I will read it tomorrow.", "ɹˈid"),
        ("She has read the letter.", "ɹˈɛd"),
        ("Read this first.", "ɹˈid"),
        ("Children read every day.", "ɹˈid"),
        ("The lead pipe broke.", "lˈɛd"),
        ("They lead the way.", "lˈid"),
        ("They live in Rome.", "lˈɪv"),
        ("The show was live.", "lˈIv"),
        ("We heard live music.", "lˈIv"),
        ("The wind was strong.", "wˈɪnd"),
        ("Wind the clock up.", "wˈInd"),
        ("A tear ran down her cheek.", "tˈɪɹ"),
        ("Do not tear the page.", "tˈɛɹ"),
        ("He took a bow.", "bˈW"),
        ("She tied a bow.", "bˈO"),
        ("They had to bow before the king.", "bˈW"),
        ("Close the door.", "klˈOz"),
        ("It is close to home.", "klˈOs"),
        ("We use it.", "jˈuz"),
        ("It is of no use.", "jˈus"),
        ("I used to sing.", "jˈust"),
        ("I used the hammer.", "jˈuzd"),
        ("They record a song.", "ɹəkˈɔɹd"),
        ("It is a new record.", "ɹˈɛkəɹd"),
        ("I object to that.", "əbʤˈɛkt"),
        ("An object fell.", "ˈɑbʤəkt"),
        ("They produce wine.", "pɹədˈus"),
        ("He caught a bass in the lake.", "bˈæs"),
        ("She plays the bass.", "bˈAs"),
        ("He is content with it.", "kəntˈɛnt"),
        ("The content is new.", "kˈɑntɛnt"),
        ("The desert is dry.", "dˈɛzəɹt"),
        ("Do not desert us.", "dəzˈɜɹt"),
        ("We separate the parts.", "sˈɛpəɹˌAt"),
        ("They have separate rooms.", "sˈɛpəɹət"),
    ],
)
def test_a_word_sounds_as_it_is_meant(text: str, sounds: str) -> None:
    assert f" {sounds}" in f" {front_end().read(text)[0][0].phonemes}"


@pytest.mark.parametrize(
    ("text", "rises"),
    [("Is it raining?", True), ("Where is it?", False), ("Tea or coffee?", False), ("You saw it?", True), ("It is.", False),
     ("And did he come?", True), ("How many are there?", False)],
)  # fmt: skip
def test_questions_for_yes_or_no_are_known(text: str, rises: bool) -> None:
    assert front_end().read(text)[0][0].rises is rises
