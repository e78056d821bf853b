from dataclasses import replace

import pytest
import torch

from ditone.runtime import devices
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import EngineSettings
from ditone.runtime.session import Session
from tests.tiny import INFO, TinyFamily


def test_the_cpu_is_always_there_and_last() -> None:
    assert devices.available()[-1].name == "cpu"
    assert devices.resolve_device("cpu") == torch.device("cpu")
    assert str(devices.resolve_device("auto")) == devices.available()[0].name


def test_unknown_devices_name_the_nearest() -> None:
    with pytest.raises(BadRequest) as error:
        devices.resolve_device("cpuu")
    assert error.value.text() == 'Device "cpuu" is not available here. Did you mean "cpu"?'


def test_precision_is_the_familys_first_choice_or_one_it_allows() -> None:
    assert devices.resolve_precision("auto", ("bfloat16", "float32")) == torch.bfloat16
    assert devices.resolve_precision("float32", ("bfloat16", "float32")) == torch.float32
    with pytest.raises(BadRequest, match="does not work with this model"):
        devices.resolve_precision("float16", ("float32",))
    with pytest.raises(BadRequest) as error:
        devices.resolve_precision("flaot16", ("float32",))
    assert 'Did you mean "float16"?' in error.value.text()


def test_precision_names_round_trip() -> None:
    for name, dtype in devices.PRECISIONS.items():
        assert devices.precision_name(dtype) == name


def test_cores_are_those_this_process_may_use() -> None:
    assert 1 <= devices.cpu_cores() <= 4096


def processor(monkeypatch: pytest.MonkeyPatch, **features: object) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: features, raising=False)


def test_automatic_precision_avoids_what_the_processor_emulates(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed, cpu = ("bfloat16", "float32"), torch.device("cpu")
    processor(monkeypatch, architecture="x86_64", avx2=True, avx512_bf16=False)
    assert devices.resolve_precision("auto", allowed, device=cpu) == torch.float32
    assert devices.resolve_precision("bfloat16", allowed, device=cpu) == torch.bfloat16
    assert devices.resolve_precision("auto", ("bfloat16",), device=cpu) == torch.bfloat16
    assert devices.emulates(cpu, torch.float16)
    assert devices.resolve_precision("auto", allowed, device=torch.device("cuda:0")) == torch.bfloat16
    processor(monkeypatch, architecture="x86_64", amx_bf16=True)
    assert devices.resolve_precision("auto", allowed, device=cpu) == torch.bfloat16
    processor(monkeypatch, architecture="aarch64")
    assert not devices.emulates(cpu, torch.bfloat16)


def test_a_take_says_that_its_precision_is_emulated(monkeypatch: pytest.MonkeyPatch, tiny: TinyFamily) -> None:
    processor(monkeypatch, architecture="x86_64", avx2=True)
    info = replace(INFO, precisions=("float32", "bfloat16"))
    with Session.open(info, EngineSettings(precision="bfloat16")) as session:
        assert "no bfloat16 arithmetic" in session.engine.notes[0]
    with Session.open(info, EngineSettings()) as session:
        assert session.engine.notes == []
        assert session.engine.dtype == torch.float32
