"""Runs the studio with a script of steps. argv[1]: Python text that defines `def script(w): ...; yield condition` (a function or seconds)."""
import os, sys, time
sys.path.insert(0, os.path.join(os.environ["DITONE_SRC"], "packaging", "source"))
sys.argv, TEXT = ["ditone", *sys.argv[2:]], sys.argv[1]
import ditone.gui.main_window as mw
import ditone.gui.studio as parts
from PySide6.QtCore import QTimer
from ditone.runtime.request import Request

def say(*a):
    text = " ".join(str(x) for x in a).replace("\n", " / ")
    try:
        os.write(1, (text + "\n").encode("utf8", "backslashreplace"))
    except OSError:
        os._exit(3)  # whoever asked has gone

SLOW = float(os.environ.get("REL_SLOW", "1"))
SPACE = {"say": say, "Request": Request, "time": time, "os": os}
exec(TEXT, SPACE)
show = mw.MainWindow.show
begin = parts.Studio.__init__
def new_begin(self, *given):
    begin(self, *given)
    self.window._parts = self
parts.Studio.__init__ = new_begin
class Opening:
    def __init__(self, w): self.dropped = w._parts.files.drop
# what the scripts call the window's parts
mw.MainWindow.studio = property(lambda w: w._parts.engine)
mw.MainWindow.keeping = property(lambda w: getattr(w._parts, "library", None))
mw.MainWindow.recovery = property(lambda w: w._parts.recovery)
mw.MainWindow.opening = property(Opening)
mw.MainWindow.generate = lambda w, count, replace: w._parts.generation.generate(count, replace)
mw.MainWindow.wanted_request = lambda w: w._parts.generation.wanted_request()
mw.MainWindow.recall_request = lambda w, *given: w._parts.recall.recall_request(*given)

def REQ(seed=1, prompt="a clang", steps=1, seconds=0.3, **k):
    return Request("mini-sfx", prompt=prompt, duration_s=seconds, seed=seed, steps=steps, solver="euler", cfg_scale=3.0, apg=1.0, extra=(("decoder", "neural"),), **k)
SPACE["REQ"] = REQ

def new_show(self):
    show(self)
    w = self
    fault = w._parts.show_fault
    def told(kind, error, trace):
        import traceback
        say("FAULT", kind.__name__, error, "@", [f"{f.filename.split('/')[-1]}:{f.lineno}" for f in traceback.extract_tb(trace)][-3:]); fault(kind, error, trace)
    w._parts.show_fault = told
    w.studio.take_finished.connect(lambda e: say("TAKE", e.entry.id, e.entry.take.request.seed))
    w.studio.failed.connect(lambda f: say("FAILED", f.text))
    w._t0 = time.monotonic()
    state = {"g": None, "cond": None, "t": 0, "hooked": False}
    def step():
        if not state["hooked"] and getattr(w, "keeping", None) is not None and getattr(w, "lanes", None) is not None and getattr(w.lanes, "cards", None) is not None:
            state["hooked"] = True
            k = w.keeping; k.stored.connect(lambda stored: say("KEPT", stored.id))
            nk = k._on_not_stored
            def on_not(entry, error): say("NOTKEPT", entry.id, error); nk(entry, error)
            k._on_not_stored = on_not
            c = w.lanes.cards
            n1, n2 = c.show_notice, c.show_failure
            def notice(text, *a, **q): say("NOTICE", text); return n1(text, *a, **q)
            def failure(f, *a, **q): say("CARD", f.text); return n2(f, *a, **q)
            c.show_notice, c.show_failure = notice, failure
            for note in (k.library.notes if k.library else []): say("NOTE", note)
        if not state["hooked"] or w.keeping.library is None and time.monotonic() - w._t0 < 60 * SLOW: return
        if state["g"] is None:
            say("READY", w.keeping.library.count() if w.keeping.library else None, "queue", [i.request.seed for i in w.studio.queue.items()])
            state["g"] = SPACE["script"](w); state["cond"] = None
        c = state["cond"]
        if callable(c) and not c() and time.monotonic() - state["t"] < 90 * SLOW: return
        if isinstance(c, (int, float)) and time.monotonic() - state["t"] < c: return
        if callable(c) and not c(): say("TIMEOUT waiting")
        try: state["cond"] = next(state["g"]); state["t"] = time.monotonic()
        except StopIteration: say("END"); timer.stop(); w.close()
    timer = QTimer(w, interval=30); timer.timeout.connect(step); timer.start()
    w._driver = timer
mw.MainWindow.show = new_show
from ditone.gui.app import main
code = main(sys.argv[1:])
say("EXIT", code)
raise SystemExit(code)
