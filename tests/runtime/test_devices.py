import pytest
import torch

from runtime import devices
from runtime.errors import BadRequest


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
