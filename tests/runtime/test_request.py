"""A request survives JSON exactly, and tells apart what it cannot read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditone.runtime.errors import BadRequest
from ditone.runtime.request import FIELDS, SCHEMA_VERSION, EngineSettings, Request, Value

plain = st.one_of(
    st.text(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none()
)
values: st.SearchStrategy[Value] = st.recursive(plain, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)
names = st.text(min_size=1).filter(lambda name: name not in FIELDS)
numbers = st.floats(-1e6, 1e6)
engines = st.builds(
    EngineSettings,
    device=st.text(),
    precision=st.text(),
    threads=st.integers(0, 64),
    sequential_guidance=st.booleans(),
    packed_projections=st.booleans(),
    compile=st.booleans(),
    chunk_frames=st.integers(0, 999),
    trace=st.booleans(),
)
requests = st.builds(
    Request,
    model=st.text(),
    prompt=st.text(),
    negative_prompt=st.text(),
    duration_s=numbers,
    seed=st.integers(0, 2**63 - 1),
    steps=st.integers(0, 1000),
    solver=st.text(),
    cfg_scale=numbers,
    apg=numbers,
    extra=st.dictionaries(names, values, max_size=4).map(lambda d: tuple(d.items())),
    engine=engines,
)


@given(requests)
def test_json_round_trip(request: Request) -> None:
    again = Request.from_dict(json.loads(request.to_json()))
    assert again == request
    assert hash(again) == hash(request)


@given(requests, st.randoms())
def test_the_order_of_further_controls_does_not_matter(request: Request, random: object) -> None:
    shuffled = list(request.extra)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert Request(request.model, extra=tuple(shuffled)) == Request(request.model, extra=request.extra)


def test_values_are_found_whether_field_or_extra() -> None:
    request = Request("m", seed=3).replaced(seed=4, brightness=0.5, regions=[[0, 1.5]])
    assert (request.value("seed"), request.value("brightness"), request.value("none", 7)) == (4, 0.5, 7)
    assert request.value("regions") == ((0, 1.5),)
    assert request.replaced(brightness=0.6).value("brightness") == 0.6
    assert request.value("brightness") == 0.5


def test_a_newer_schema_is_refused_with_its_number() -> None:
    with pytest.raises(BadRequest, match=rf"newer Ditone \(schema {SCHEMA_VERSION + 1}\)"):
        Request.from_dict({"model": "m", "schema": SCHEMA_VERSION + 1})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, '"model" is missing'),
        ([], '"model" is missing'),
        ({"model": "m", "seed": "7"}, "seed = '7'; int was expected"),
        ({"model": "m", "seed": True}, "int was expected"),
        ({"model": "m", "cfg_scale": None}, "float was expected"),
        ({"model": 3}, "str was expected"),
    ],
)
def test_data_of_the_wrong_form_gives_a_sentence(data: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        Request.from_dict(data)


def test_unknown_keys_of_other_versions_are_ignored() -> None:
    request = Request.from_dict({"model": "m", "mood": "blue", "engine": {"threads": 2, "turbo": True}})
    assert request == Request("m", engine=EngineSettings(threads=2))
