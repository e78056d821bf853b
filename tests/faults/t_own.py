"""Records of our own, one bad each: whatever is written into one of them, the others stay and nothing but a sentence comes out."""
import json
from lib import *

GOOD = {"id": "a1", "created_at": "2026-11-01T00:00:00+00:00", "family": "mini", "variant": "sfx", "duration_s": 1.0, "notes": [], "details": {},
        "request": {"schema": 1, "model": "mini-sfx", "prompt": "p", "seed": 1, "steps": 1, "extra": {}, "engine": {}}}
STRANGE = {"null": None, "a number": 5, "a text": "x", "a list": [1], "an object": {"a": {}}, "true": True, "huge": 10**400, "an escape": "\x1b]0;owned\x07"}


def _import():
    import ditone.runtime.library.entry, ditone.runtime.request, ditone.runtime.library.queue, ditone.runtime.local_paths  # noqa
    import ditone.runtime.errors


def _facts(place, key):
    @case(f"a take whose {place}{key} is null, a number, a text, a list, an object, true, a number of 400 digits, an escape: taken, or left out with a reason")
    def _():
        from ditone.runtime.library.entry import Entry, NotATake, checked
        bad = []
        for kind, value in STRANGE.items():
            facts = json.loads(json.dumps(GOOD))
            (facts["request"] if place else facts)[key] = value
            try:
                entry = Entry("a1", Path("/x"), GOOD["created_at"], checked(facts), b"\0" * 96)
                str(entry.title), entry.request.to_json(), float(entry.facts["duration_s"])
            except NotATake as reason: need(str(reason), "no reason")
            except Exception as error: bad.append(f"{kind}: {type(error).__name__}: {error}")
        need(not bad, "; ".join(bad))


for key in GOOD: _facts("", key)
for key in (*GOOD["request"], "negative_prompt", "duration_s", "solver", "cfg_scale", "apg"): _facts("request.", key)


def _marks(key):
    @case(f"marks whose {key} is of every wrong type: the others of them stay")
    def _():
        from ditone.runtime.library.entry import Marks
        for kind, value in STRANGE.items():
            marks = Marks.from_dict({"starred": True, "tags": ["kept"], "title": "kept", **{key: value}})
            need(key == "starred" or marks.starred, kind); need(key == "title" or marks.title == "kept", kind); need(key == "tags" or marks.tags == ("kept",), kind)
            json.dumps(marks.to_dict()).encode()


for key in ("starred", "tags", "title", "deleted_at", "schema"): _marks(key)


def _engine(key):
    @case(f"settings whose engine.{key} is of every wrong type: a sentence or taken, never another fault")
    def _():
        from ditone.runtime.errors import DitoneError
        from ditone.runtime.request import Request
        for kind, value in STRANGE.items():
            try: Request.from_dict({"model": "m", "engine": {key: value}})
            except DitoneError as error: need(key in error.text() and "expected" in error.text(), error.text()); need(error.text().isprintable(), "an escape")


for key in ("device", "precision", "threads", "sequential_guidance", "packed_projections", "compile", "chunk_frames", "trace"): _engine(key)


def _place(kind, text):
    @case(f"a file's settings name {kind}: nothing of it is opened, and a dropped file brings none of it along")
    def _():
        os.environ["XDG_DATA_HOME"] = str(workdir("places"))
        from ditone.runtime import local_paths
        from ditone.runtime.request import Request
        need(not local_paths.is_known_model(text), "the model folder is taken for known")
        request, left = local_paths.bounded(Request("mini-sfx", "p", extra=(("source", f"{text}/a.wav"),)))
        need(request.value("source") == "" and left, f"the sound is brought along: {request.value('source')}")


for kind, text in {"an absolute folder": "/home/eve/m", "a share of Windows": "\\\\server\\share\\m", "a drive": "C:\\m", "a home folder": "~/m", "a folder above": "../../m", "a device's folder": "/dev/m", "a process's folder": "/proc/self/m"}.items(): _place(kind, text)

if __name__ == "__main__":
    _import()
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
