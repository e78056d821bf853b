from dataclasses import replace

from ditone.gui.engine.failure import from_exception, incomplete, report
from ditone.runtime.errors import BadModelFolder, BadRequest, OutOfMemory
from ditone.runtime.registry import FileRole
from tests.tiny import INFO


def test_an_error_of_ours_keeps_its_sentence_cause_and_actions() -> None:
    failure = from_exception(BadModelFolder("It is not a model.", "It holds cats.", ("Choose another.",)), 4)
    assert (failure.kind, failure.item) == ("folder", 4)
    assert failure.text == "It is not a model. It holds cats. Choose another."


def test_kinds_are_told_apart() -> None:
    assert from_exception(BadRequest("Steps is 0.")).kind == "request"
    memory = from_exception(OutOfMemory("Full.", needed_mib=2048.0, free_mib=512.0, actions=("Make it shorter.",)))
    assert memory.kind == "memory"
    assert memory.cause == "2,048 MiB are needed, 512 MiB are free."


def test_any_other_exception_is_a_crash_with_its_traceback() -> None:
    try:
        raise ZeroDivisionError("a quotient")
    except ZeroDivisionError as error:
        failure = from_exception(error)
    assert failure.kind == "crash"
    assert "ZeroDivisionError: a quotient" in failure.cause
    assert "test_failure.py" in failure.details


def test_a_report_holds_versions_device_and_the_log() -> None:
    text = report(from_exception(ValueError("x")), ["line 1", "line 2"], "cuda:0")
    for part in ("Python 3", "torch ", "Device: cuda:0", "ValueError: x", "line 2"):
        assert part in text


def test_a_missing_file_is_told_with_what_it_is_for_and_how_large_it_is() -> None:
    files = (FileRole("vae.safetensors", "decoder", 123_400_000, False), FileRole("there.json", "settings", 10, True))
    info = replace(INFO, files=files, problems=("vae.safetensors is missing.",))
    failure = incomplete(info)
    assert "vae.safetensors: decoder, 123.4 MB" in failure.text
    assert "there.json" not in failure.text
