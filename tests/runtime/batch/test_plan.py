"""Plans: read whole, and every row that cannot be made is named with its line before anything starts."""

from pathlib import Path

import pytest

from ditone.runtime.batch.jobs import drawn_seed, file_name, jobs
from ditone.runtime.batch.plan import BadPlan, PlanRow, read_plan
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import Request
from tests.tiny import TinyFamily


def plan(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_csv_keeps_commas_and_line_breaks_inside_quotes_and_names_the_line(tmp_path: Path) -> None:
    rows = read_plan(plan(tmp_path, "p.csv", 'prompt,seed\n"rain, heavy",1\n"two\nlines",2\n\nwind,\n'))
    assert [(row.line, row.values) for row in rows] == [
        (2, {"prompt": "rain, heavy", "seed": "1"}),
        (4, {"prompt": "two\nlines", "seed": "2"}),
        (6, {"prompt": "wind"}),
    ]


def test_matrix_is_multiplied_out_with_its_defaults(tmp_path: Path) -> None:
    text = "defaults: {seconds: 0.5}\nrows:\n  - prompt: bell\n    seconds: 2\nmatrix:\n  prompt: [rain, wind]\n  seed: 1..3\n"
    rows = [row.values for row in read_plan(plan(tmp_path, "p.yaml", text))]
    assert rows[0] == {"seconds": 2, "prompt": "bell"}
    assert [(row["prompt"], row["seed"]) for row in rows[1:]] == [(p, s) for p in ("rain", "wind") for s in (1, 2, 3)]
    assert all(row["seconds"] == 0.5 for row in rows[1:])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("p.csv", "prompt,sed\nrain,1\n", 'line 1: there is no column "sed". Did you mean "seed"?'),
        ("p.csv", "prompt,seed,seed\n", 'the column "seed" stands there twice'),
        ("p.csv", ",".join(f"set.{i}" for i in range(200_000)) + ",sed\n", 'there is no column "sed"'),
        ("p.yaml", f"matrix: {{prompt: [a], seed: 1..{'9' * 5000}}}\n", "whole numbers like 1..8"),
        ("p.csv", "prompt\nrain,1,2\n", "line 2: 3 cells stand under 1 columns"),
        ("p.csv", 'prompt\n"rain\n', "this is no CSV"),
        ("p.csv", "prompt\n", "holds no row"),
        ("p.jsonl", '{"prompt": "a"}\n{"prompt": }\n', "line 2: this is no JSON"),
        ("p.jsonl", '["a"]\n', "line 1: an object"),
        ("p.jsonl", '{"prompt": {"a": 1}}\n', "line 1: prompt must be a text or a number"),
        ("p.yaml", "rows: [}\n", "line 1: this is no YAML"),
        ("p.yaml", "a: &x [1]\nb: *x\n", "line 2: a plan uses no aliases"),
        ("p.yaml", "row: []\n", 'there is no section "row" in a plan'),
        ("p.yaml", "matrix: {prompt: [a], seed: 5..1}\n", 'seed is "5..1"'),
        ("p.yaml", "matrix: {prompt: [a], seed: 0..999999, steps: 1..9}\n", "more than 1,000,000 rows"),
        ("p.yaml", "- !!python/object:os.system {}\n", "this is no YAML"),
        ("p.txt", "rain", "a plan is a file that ends in"),
    ],
)
def test_a_plan_that_is_none_gets_a_sentence_with_its_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(BadRequest) as error:
        read_plan(plan(tmp_path, name, text))
    assert said in error.value.text()
    assert name in error.value.text()


def test_bytes_that_are_no_text_get_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes(b"prompt\n\xff\xfe\n")
    with pytest.raises(BadRequest, match="not UTF-8"):
        read_plan(path)


def test_every_bad_row_is_named_and_nothing_else(tmp_path: Path, tiny: TinyFamily) -> None:
    rows = [
        PlanRow(2, {"prompt": "rain", "model": "tiny", "seed": "1"}),
        PlanRow(3, {"prompt": "rain", "model": "tiny", "steps": "many"}),
        PlanRow(4, {"prompt": "rain", "model": "tiny", "seconds": "99"}),
        PlanRow(5, {"prompt": "rain", "model": "absent"}),
        PlanRow(6, {"prompt": "rain", "model": "tiny", "set.brightness": "7"}),
        PlanRow(7, {"prompt": "rain", "model": "tiny", "set.darkness": "0"}),
        PlanRow(8, {"prompt": "rain", "model": "tiny", "source": "a.wav"}),
    ]
    with pytest.raises(BadPlan) as error:
        jobs(Path("p.csv"), rows)
    assert [problem.split(": ")[0] for problem in error.value.problems] == [f"p.csv, line {n}" for n in (3, 4, 5, 6, 7, 8)]
    assert "6 rows" in error.value.text()


def test_count_makes_seeds_that_follow_and_set_reaches_any_control(tiny: TinyFamily) -> None:
    row = PlanRow(2, {"prompt": "rain", "model": "tiny", "seed": 4, "count": 3, "set.brightness": 0.25})
    made = jobs(Path("p.csv"), [row], threads=1)
    assert [(job.row, job.request.seed, job.file) for job in made] == [
        (1, 4, "00001 rain 4.wav"),
        (2, 5, "00002 rain 5.wav"),
        (3, 6, "00003 rain 6.wav"),
    ]
    assert {job.request.value("brightness") for job in made} == {0.25}
    assert {job.request.engine.threads for job in made} == {1}


def test_two_rows_never_share_a_file(tiny: TinyFamily) -> None:
    rows = [PlanRow(2, {"prompt": "Rain", "model": "tiny"}), PlanRow(3, {"prompt": "rain", "model": "tiny"})]
    with pytest.raises(BadPlan) as error:
        jobs(Path("p.csv"), rows, template="{prompt}")
    assert 'line 3: "rain.wav" would also be the file of line 2' in error.value.problems[0]


def test_a_changed_request_has_another_key_and_a_drawn_seed_is_drawn_once(tiny: TinyFamily) -> None:
    row = PlanRow(2, {"prompt": "rain", "model": "tiny", "seed": "-1"})
    first, again = jobs(Path("p.csv"), [row]), jobs(Path("p.csv"), [row])
    other = jobs(Path("p.csv"), [PlanRow(2, {"prompt": "rain", "model": "tiny", "seed": "-1", "steps": 5})])
    assert first == again
    assert first[0].request.seed == drawn_seed(row)
    assert other[0].key != first[0].key


@pytest.mark.parametrize(
    ("prompt", "expected"), [("../../etc/passwd", "etc passwd"), ("CON", "CON_"), ("a\x00b\n", "ab"), ("雨" * 300, "雨" * 40)]
)
def test_names_of_files_are_safe(prompt: str, expected: str) -> None:
    assert file_name("{prompt}", 1, 1, Request("tiny", prompt), "") == expected


def test_an_unknown_word_of_the_template_is_refused(tiny: TinyFamily) -> None:
    with pytest.raises(BadRequest, match=r"\{sede\}"):
        jobs(Path("p.csv"), [PlanRow(2, {"prompt": "a"})], template="{sede}")
    with pytest.raises(BadRequest, match="one name"):
        jobs(Path("p.csv"), [PlanRow(2, {"prompt": "a"})], template="take")
