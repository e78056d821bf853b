"""dots.tts: text front end."""

from __future__ import annotations

from typing import Any

import torch
from discovery import Case

from ditone.models.dots.language import detect, language_tag
from ditone.models.dots.normalise import normalise
from ditone.models.dots.text import TextTokenizer, model_text
from ditone.runtime.errors import BadRequest

# the templates that the published package knows beside the one for speech
TEMPLATES = {
    "tts": ("[文本]", "[文本对应语音]"),
    "instruction_tts": ("[带指令文本]", "[文本对应语音]"),
    "text_to_audio": ("[声音描述]", "[描述对应声音]"),
}


def compare_language(name: str, recorded: dict[str, Any]) -> None:
    """A name that needs a table of all languages may be refused; codes, accents and "none" may not, and nothing may be misread."""
    if name == "auto_detect":
        return  # resolved for a text that is not recorded
    try:
        tag = language_tag(name)
    except BadRequest:
        needs_no_table = name in ("", "none") or name.startswith("口音:") or (name.isupper() and name.isascii() and len(name) < 4)
        assert not needs_no_table or str(recorded["resolved_for_text"]).startswith("ERROR"), name
        return
    assert not str(recorded["resolved_for_text"]).startswith("ERROR"), name
    if recorded.get("tagged"):
        assert model_text("text", tag=tag) == recorded["tagged"], name
    else:
        assert tag == f"[{recorded['resolved_for_text']}]", name


def check_text_frontend(case: Case) -> None:
    tokenizer = TextTokenizer(case.path(case.info["model_folder"]))
    for name, token in case.info["special_token_ids"].items():
        assert tokenizer.special(name) == token
    for name, recorded in case.info["languages"].items():
        compare_language(name, recorded)
    for text, language in case.info["detection"].items():
        # scripts that one language owns; for others no tag is better than a wrong one
        found = (detect(text) or "none").lower()
        assert found in (language or "none", "none"), text
        assert found == language or language not in ("zh", "ja", "ko"), text
    for text, written in case.info["normalisation"].items():
        if detect(text) is not None or written == text.strip():
            assert normalise(text.strip(), detect(text)) == written
    for name, given in case.info["schedules"].items():
        if given["template"] not in TEMPLATES:
            continue  # interleaved text and sound belong to another published model
        tag = language_tag(given["language"] or "")
        text = model_text(given["text"], given["prompt_text"] or "", tag)
        assert text == given["model_prompt_text"] + given["model_text"]
        schedule = tokenizer.schedule(text, given["max_patches"], *TEMPLATES[given["template"]])
        case.close(f"{name}.expected.ids", torch.tensor(schedule.ids))
