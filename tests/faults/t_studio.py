"""The studio: killed, disturbed, starved. Needs an X display (REL_DISPLAY) only for the display-server case; the rest runs offscreen."""
import json, os, random, signal, subprocess, sys, time
from lib import *
from t_library import DRIVER, CHECK, py
DRV = str(Path(__file__).with_name("studio_driver.py"))
LOADED = "\n    yield lambda: w.studio.loaded is not None\n"

def studio(script, d, env=None, timeout=120, args=(), limits=(), wait=True, platform="offscreen"):
    text = "def script(w):" + script
    e = {"QT_QPA_PLATFORM": platform, "DITONE_LIBRARY": str(d / "library"), "TMPDIR": str(d / "tmp"), "DITONE_SRC": str(SRC), **(env or {})}
    (d / "tmp").mkdir(exist_ok=True); (d / "home").mkdir(exist_ok=True)
    if wait: return proc(DRV, text, *args, exe=[PY], home=d / "home", env=e, timeout=timeout, limits=limits)
    return subprocess.Popen([PY, DRV, text, *args], env=env_of(d / "home", e), stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=apart)

def fine(x, *wanted, codes=(0,)):
    no_crash(x)
    for bad in ("FAULT", "TIMEOUT", "Traceback", "QThread: Destroyed"): need(bad not in x.text, f"{bad}: {[l for l in x.text.splitlines() if bad in l][:3]} {x.err[-200:]}")
    need(x.code in codes, f"exit {x.code}: {x.text[-400:]}")
    for w in wanted: need(w in x.out, f"{w!r} not seen: {x.out[-500:]} {x.err[-200:]}")

FLOOD = LOADED + """
    yield lambda: w.recovery._restored
    yield 0.3
    w.studio.queue.clear_waiting(); w.studio.set_paused(False)
    i = 0
    while True:
        i += 1
        w.studio.generate(REQ(i, seconds=0.3 + 0.1 * (i % 8)), 3)
        yield lambda: len(w.studio.queue.items()) < 2
"""

@case("kill -9 of the studio at 5 random moments while it makes and writes takes: every kept take is there, whole; it opens; the queue is back and paused")
def _():
    d = workdir("st-kill"); rng = random.Random(11); kept = []; finished = []; said = []
    for k in range(5):
        p = studio(FLOOD, d, wait=False); t = time.time(); lines = []
        os.set_blocking(p.stdout.fileno(), False); seen = b""; end = None
        while time.time() - t < 100 * SLOW:
            b = p.stdout.read() or b""; seen += b
            if end is None and b"TAKE" in seen: end = time.time() + rng.random() * 4
            if end and time.time() > end: break
            if p.poll() is not None: break
            time.sleep(0.01)
        dead = p.poll(); os.killpg(p.pid, signal.SIGKILL) if dead is None else None; p.wait(); seen += p.stdout.read() or b""
        need(dead is None, f"round {k}: ended by itself {dead}: {seen[-200:]} {p.stderr.read()[-300:]}"); need(end, f"round {k}: no take in 100 s: {seen[-300:]}")
        ls = seen.decode().splitlines(); kept += [l.split()[1] for l in ls if l.startswith("KEPT")]; finished += [l.split()[1] for l in ls if l.startswith("TAKE")]
        said.append(next((l for l in ls if l.startswith("READY")), "?"))
        need("FAULT" not in seen.decode(), [l for l in ls if "FAULT" in l][:2])
    (d / "said.json").write_text(json.dumps({"added": kept, "starred": [], "deleted": []})); code = CHECK.replace("if len(a) != 22050: bad.append(f'half written {i}')", "pass").replace("l.search('x'", "l.search('clang'")
    x = py(code.replace("lib(sys.argv[1])", "Library(Path(sys.argv[1]) / 'library', Path(sys.argv[1]) / 'tmp/ditone-rescue')"), d, d / "said.json"); need(x.code == 0, x.brief(400)); got = json.loads(x.out.strip().splitlines()[-1]); need(not got["bad"], str(got["bad"]))
    return f"{len(finished)} finished, {len(kept)} kept before the kills, {got['count']} in the library; starts: {said[1:]}"

for name, number in (("SIGTERM", signal.SIGTERM), ("SIGHUP", signal.SIGHUP), ("SIGINT", signal.SIGINT)):
    @case(f"{name} to the studio with a queue: ends by itself, takes kept, the queue is there at the next start")
    def _(name=name, number=number):
        d = workdir("st-" + name); p = studio(LOADED + "    w.studio.generate(REQ(1, steps=100, seconds=6), 8)\n    yield 1.5\n    say('GO')\n    yield 1000", d, wait=False); t = time.time(); seen = b""; os.set_blocking(p.stdout.fileno(), False)
        while time.time() - t < 90 * SLOW and b"GO" not in seen: seen += p.stdout.read() or b""; time.sleep(0.02)
        need(b"GO" in seen, f"not ready: {seen[-200:]}"); os.kill(p.pid, number); t = time.time()
        while p.poll() is None and time.time() - t < 20 * SLOW: time.sleep(0.05)
        took = time.time() - t
        if p.poll() is None: os.killpg(p.pid, signal.SIGKILL); p.wait(); raise Fail("does not end within 20 s")
        e = p.stderr.read().decode(); need("Traceback" not in e, e[-300:]); seen += p.stdout.read() or b""
        x = studio("\n    yield lambda: w.studio.loaded is not None\n    yield lambda: w.recovery._restored\n    yield 1\n    say('Q', [i.request.seed for i in w.studio.queue.items()], w.studio.queue.paused)\n", d); fine(x)
        q = next(l for l in x.out.splitlines() if l.startswith("Q")); need(q != "Q [] False", f"the queue is gone: {q}"); return f"exit {p.returncode} after {took:.1f} s; {q}"


@case("library folder deleted, then made again, while takes are made")
def _():
    d = workdir("st-del"); x = studio(LOADED + f"""
    import shutil
    w.studio.generate(REQ(1), 2); yield lambda: not w.studio.busy and not w.studio.queue.items()
    yield 1
    shutil.rmtree({str(d / 'library')!r}); w.studio.generate(REQ(10), 2); yield lambda: not w.studio.queue.items()
    yield 2
    w.takes.search.setText('clang'); yield 1
    say('LEFT', len(list(__import__('pathlib').Path({str(d)!r}).rglob('*.wav'))))
""", d); fine(x, "LEFT 2"); return [l for l in x.out.splitlines() if l.startswith(("NOTICE", "CARD"))][:3].__str__()


@case("library and rescue both full: the take stays in the window, told, no crash; at the end of the program it is said or kept")
def _():
    d = workdir("st-full2"); tmpfs(d / "library", "60k"); (d / "tmp").mkdir(); tmpfs(d / "tmp", "60k"); tmpfs(d / "home/data", "60k")
    try:
        x = studio(LOADED + "    w.studio.generate(REQ(1, seconds=2.0), 2); yield lambda: not w.studio.queue.items()\n    yield 2\n    say('ROWS', w.takes.list.model().rowCount() if hasattr(w.takes.list, 'model') else '?')\n", d); fine(x, "NOTKEPT", "CARD"); return str([l for l in x.out.splitlines() if l.startswith(("CARD", "ROWS", "END", "NOTICE"))])[:400]
    finally: unmount(d)

for kind in ("newer version", "zeroed pages", "takes is a file", "a take with a lone surrogate in it"):
    @case(f"library that cannot be opened ({kind}): takes made in this run are kept somewhere, not lost at the end")
    def _(kind=kind):
        import sqlite3
        d = workdir("st-noopen"); py(DRIVER + "l = lib(sys.argv[1]); [l.add(take(i)) for i in range(5)]; l.close()", d); idx = d / "library/index.sqlite3"
        if kind == "newer version": c = sqlite3.connect(idx); c.execute("pragma user_version=99"); c.commit(); c.close()
        if kind == "zeroed pages": b = idx.read_bytes(); idx.write_bytes(b[:4096] + bytes(len(b) - 4096))
        if kind == "takes is a file": shutil.rmtree(d / "library"); (d / "library").write_text("x")
        if kind.startswith("a take"): py(DRIVER + "import dataclasses\nl = lib(sys.argv[1]); t = take(9); t = dataclasses.replace(t, request=t.request.replaced(prompt='a \\ud800'))\ntry: l.add(t)\nexcept Exception: pass", d)
        x = studio(LOADED + "    w.studio.generate(REQ(777), 2); yield lambda: not w.studio.queue.items()\n    yield 2\n", d, timeout=150)
        ids = [l.split()[1] for l in x.out.splitlines() if l.startswith("TAKE")]; need(len(ids) == 2, f"no take made: {x.out[-400:]} {x.err[-200:]}")
        there = [i for i in ids if list(d.rglob(f"{i}.wav"))]; told = [l for l in x.out.splitlines() if l.startswith(("CARD", "NOTICE", "NOTE"))]
        need(len(there) == 2, f"{2 - len(there)} of 2 finished takes are nowhere on disk after the window was closed; said: {told[:3]}"); no_crash(x); need("fault in Ditone" not in x.out, str(told)[:300]); return str(told)[:300]

def settings_file(d):
    p = d / "home/config/ditone/studio.ini"; p.parent.mkdir(parents=True, exist_ok=True); return p

@case("studio.ini: garbage, binary, 20 MB, a folder, read-only, of wrong types, of a future version, unreadable layout: the window opens")
def _():
    f = []; wrong = "[General]\ntheme=\\x1b[31mnope\nlanguage=xx\n[models]\nrecent=@Variant(\\0\\0\\0\\x7f)\nlast_folder=\\0\n[sound]\nvolume=abc\ndevice=@Invalid()\n[engine]\ndevice=cuda:99\nprecision=int3\n[layout]\n2560x1440\\geometry=5\n[recovery]\npanel={\\\"model\\\": 5}\nlanes=[1]\n[keys]\ngenerate=Nope+Nope+Nope\n"
    for kind, b in {"garbage": os.urandom(20000), "utf16": "x=1".encode("utf16"), "20 MB": b"[a]\n" + b"k=v\n" * 5_000_000, "folder": None, "wrong types": wrong.encode(), "panel list": b'[recovery]\npanel="[1,2]"\nlanes="{\\"A\\": [1], \\"B\\": {}}"\n', "panel deep": b'[recovery]\npanel="' + b"[" * 50000 + b'"\n', "panel types": b'[recovery]\npanel="{\\"model\\": \\"mini-sfx\\", \\"steps\\": \\"x\\", \\"prompt\\": 5}"\n', "panel extra": b'[recovery]\npanel="{\\"model\\": \\"mini-sfx\\", \\"prompt\\": \\"a\\", \\"steps\\": 3, \\"solver\\": \\"nope\\", \\"extra\\": [1], \\"engine\\": 5}"\n', "panel decoder": b'[recovery]\npanel="{\\"model\\": \\"mini-sfx\\", \\"prompt\\": \\"a\\", \\"steps\\": 3, \\"duration_s\\": 1e308, \\"extra\\": {\\"decoder\\": {\\"a\\": 1}}}"\n', "last model gone": b'[models]\nrecent=/nonexistent/model, mini-sfx\n'}.items():
        d = workdir("st-ini"); p = settings_file(d)
        p.mkdir() if b is None else p.write_bytes(b)
        x = studio("\n    yield lambda: w.studio.loaded is not None or w.studio.status.state.name in ('FAILED', 'INCOMPLETE', 'NO_MODEL')\n    yield 1\n", d, timeout=100)
        try: fine(x, "END")
        except Fail as e: f.append(f"{kind}: {str(e)[:260]}")
    need(not f, f"{len(f)} of 11: " + " ; ".join(f))

@case("presets damaged: empty, broken, list, wrong types, deep, huge, FIFO, folder, link to /dev/zero: menu opens, the good one is there")
def _():
    d = workdir("st-presets"); code = f"""
import sys, signal; sys.path.insert(0, {SOURCE!r}); from pathlib import Path; from ditone.gui.core.user_presets import UserPresets; from ditone.runtime import registry
signal.alarm(30); i = registry.resolve('mini-sfx'); u = UserPresets(Path({str(d)!r})); u.save(i, 'good', {{'steps': 3}}); print([p.title for p in u.list(i)])
"""
    py(code); f = []
    for kind, b in {"empty": b"", "broken": b"{", "list": b"[]", "values list": b'{"title":"x","values":[1]}', "values null": b'{"title":"x","values":null}', "deep": b"[" * 100000, "steps text": b'{"title":"x","values":{"steps":"abc"}}', "steps deep": b'{"title":{},"values":{"steps":[[1]],"prompt":5,"decoder":{"a":1}}}', "not utf8": b"\xff\xfe", "fifo": 1, "folder": 2, "zero": 3}.items():
        p = d / "mini.sfx.bad.json"; shutil.rmtree(p) if p.is_dir() and not p.is_symlink() else p.unlink(missing_ok=True)  # rmtree would open a FIFO and wait
        if b == 1: os.mkfifo(p)
        elif b == 2: p.mkdir()
        elif b == 3: p.symlink_to("/dev/zero")
        else: p.write_bytes(b)
        x = py(code, timeout=45, limits=((resource.RLIMIT_AS, 6 * 2**30),))
        if x.code != 0 or "good" not in x.out: f.append(f"{kind}: {x.brief(10)} {x.err.strip()[-130:]}")
    (d / "mini.sfx.bad.json").unlink(missing_ok=True); need(not f, f"{len(f)} of 12: " + " ; ".join(f))

@case("a preset with values of wrong types is chosen in the window: clamped or refused in words, no fault")
def _():
    d = workdir("st-preset2"); c = d / "home/config/ditone/presets"; c.mkdir(parents=True); n = 0
    for v in ('{"steps": "abc"}', '{"steps": [[1]], "prompt": 5, "decoder": {"a": 1}}', '{"duration_s": 1e308, "seed": -5}', '{"cfg_scale": NaN}', '{"seed": 1e300, "solver": null}', '{"steps": true}'): (c / f"mini.sfx.p{n}.json").write_text('{"title": "p%d", "values": %s}' % (n, v)); n += 1
    x = studio(LOADED + "    from ditone.gui.core.user_presets import UserPresets\n    import pathlib\n    for p in UserPresets(pathlib.Path(%r)).list(w.studio.info):\n        try: w.prompt.choose_preset(p); r = w.wanted_request(); say('GOT', p.title, r.steps, r.duration_s, r.seed)\n        except BaseException as e: say('FAULT', p.title, type(e).__name__, e)\n        yield 0.3\n" % str(c), d); fine(x)

@case("dropped sound with hostile settings: every kind; no fault; nothing is made, no file changed; a foreign model folder is not loaded without asking")
def _():
    from t_audio import hostile, with_settings
    d = workdir("st-drop"); (d / "h").mkdir(); n = 0
    for kind, text in hostile():
        if "10 MB" in kind or len(text) > 2_000_000: continue
        with_settings(d / "h" / f"{n:03d}.wav", text); n += 1
    x = studio(LOADED + f"""
    import pathlib
    for p in sorted(pathlib.Path({str(d / 'h')!r}).glob('*.wav')):
        say('DROP', p.name); w.opening.dropped([str(p)]); yield 0.15
    yield 2
    say('MODEL', w.studio.info.model if w.studio.info else None, len(w.studio.queue.items()))
    say('STILL'); w.studio.choose_model('mini-sfx'); yield 3
    w.recall_request(REQ(3)); yield 0.5
    w.studio.generate(REQ(3), 1); yield lambda: not w.studio.queue.items()
""", d, timeout=170); lines = x.out.splitlines(); faults = []
    for i, l in enumerate(lines):
        if "FAULT" in l or "An error inside" in l or "went wrong" in l.lower(): faults.append(f"{next((m for m in lines[i::-1] if m.startswith('DROP')), '')}: {l[:170]}")
    kinds = {}
    for f in faults: kinds.setdefault(f.split("FAULT")[-1][:50], []).append(f)
    need(not faults, f"{len(faults)} of {n} in {len(kinds)} kinds: " + " ; ".join(f"{v[0]} [{len(v)}x]" for v in kinds.values())); fine(x, "STILL", "TAKE"); return f"{n} files"

@case("dropped sound that names a foreign model folder: is the folder loaded without a question?")
def _():
    from t_audio import GOODREQ, with_settings
    d = workdir("st-foreign"); with_settings(d / "f.wav", json.dumps({"request": {**GOODREQ, "model": str(MODELS["moss"]), "solver": "euler", "extra": {}}})); x = studio(LOADED + f"    w.opening.dropped([{str(d / 'f.wav')!r}]); yield 6\n    say('MODEL', w.studio.info.model if w.studio.info else None, w.studio.loaded is not None)\n", d); fine(x); need(str(MODELS["moss"]) not in next(l for l in x.out.splitlines() if l.startswith("MODEL")), "the folder that the dropped file names was read and loaded without a question")

@case("a prompt with a lone surrogate or NUL typed or recalled in the studio: kept, listed, and the library opens at the next start")
def _():
    d = workdir("st-surr"); x = studio(LOADED + "    w.recall_request(REQ(1, prompt='a \\ud800 b')); w.generate(1, False); yield lambda: not w.studio.queue.items()\n    yield 1\n    w.studio.generate(REQ(2, prompt='x \\ud83d y'), 1); yield lambda: not w.studio.queue.items()\n    yield 2\n    w.studio.generate(REQ(3, prompt='n\\0ul'), 1); yield lambda: not w.studio.queue.items()\n    yield 2\n", d)
    y = studio("\n    yield 2\n    say('COUNT', w.keeping.library.count() if w.keeping.library else 'library did not open')\n", d)
    bad = [l for l in (x.out + y.out).splitlines() if l.startswith(("FAULT", "NOTKEPT", "CARD", "FAILED", "TIMEOUT"))]
    need("COUNT" in y.out and "did not open" not in y.out, f"library after it: {y.out[-300:]} ; {bad[:3]}"); need(not bad, str(bad)[:600]); return y.out[-60:]

@case("two studios and three renders at once on one library: all takes there, queues apart")
def _():
    d = workdir("st-two"); s = LOADED + "    w.studio.generate(REQ(%d), 4); yield lambda: not w.studio.queue.items()\n    yield 2\n"; a = studio(s % 100, d, wait=False); b = studio(s % 200, d, wait=False)
    r = [start("render", "a", "--seconds", "0.2", "--steps", "1", "-o", str(d / f"o{i}.wav"), env={"DITONE_LIBRARY": str(d / "library")}, home=d / "home") for i in range(3)]
    outs = [p.communicate(timeout=150 * SLOW) for p in (a, b, *r)]; bad = [(o[0][-200:], o[1][-200:]) for p, o in zip((a, b, *r), outs) if p.returncode or b"FAULT" in o[0] or b"NOTKEPT" in o[0] or b"Traceback" in o[1]]; need(not bad, str(bad)[:600])
    x = py(DRIVER + "l = lib(sys.argv[1]); print('count', l.count())", d); need("count 8" in x.out, x.out)

@case("rapid generate, cancel, change of model, unload, recall, 60 times: no fault, then a take like in a fresh session")
def _():
    d = workdir("st-rapid"); x = studio(LOADED + """
    import random; rng = random.Random(1)
    for i in range(60):
        k = rng.randrange(7)
        if k < 3: w.studio.generate(REQ(i, steps=rng.randrange(1, 20), seconds=rng.choice([0.1, 1, 6])), rng.randrange(1, 4))
        elif k == 3: w.studio.cancel_running()
        elif k == 4: w.studio.choose_model(rng.choice(['mini-sfx', 'mini-voice']))
        elif k == 5: w.studio.unload()
        else: w.recall_request(REQ(i))
        yield rng.random() * 0.4
    w.studio.queue.clear_waiting(); w.studio.cancel_running(); w.studio.choose_model('mini-sfx')
    yield lambda: w.studio.loaded is not None and w.studio.info.model == 'mini-sfx' and not w.studio.queue.running()
    w.studio.generate(REQ(4242), 1); yield lambda: not [i for i in w.studio.queue.items() if i.state.name != 'FAILED']
    yield 2
""", d, timeout=200); fine(x); ids = [l.split()[1] for l in x.out.splitlines() if l.startswith("TAKE") and l.endswith("4242")]; need(ids, x.out[-300:])
    y = studio(LOADED + "    w.studio.generate(REQ(4242), 1); yield lambda: not w.studio.queue.items()\n    yield 2\n", d); ids += [l.split()[1] for l in y.out.splitlines() if l.startswith("TAKE")]; f = [next((d / "library").rglob(f"{i}.wav")) for i in ids]; need(samples(f[0]) == samples(f[-1]), "samples differ from a fresh session's")

@case("sound server killed during playback, then started again: a note, no fault, plays again or says why")
def _():
    d = workdir("st-pulse"); run = d / "run"; run.mkdir(mode=0o700); env = {"XDG_RUNTIME_DIR": str(run), "HOME": str(d / "home"), "ALSA_CONFIG_PATH": str(d / "asound.conf"), "PULSE_RUNTIME_PATH": str(run / "pulse"), "XDG_CONFIG_HOME": str(d / "home/config")}
    (d / "home").mkdir(exist_ok=True); (d / "asound.conf").write_text("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n")
    def server(): return subprocess.Popen(["pulseaudio", "--daemonize=no", "--exit-idle-time=-1", "-n", "-L", "module-native-protocol-unix", "-L", "module-null-sink sink_name=probe"], env=env_of(d / "home", env), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    s = server(); time.sleep(2)
    try:
        p = studio(LOADED + """
    w.studio.generate(REQ(1, seconds=6.0, steps=4), 1); yield lambda: w.lanes.player is not None and w.lanes.player.has('A')
    yield 1
    w.lanes.player.set_loop(True); w.lanes.player.play(); yield 2
    say('PLAYING', w.lanes.player.is_playing, w.lanes.player.position_s()); yield 3
    say('AFTER', w.lanes.player.is_playing, w.lanes.player.position_s()); w.lanes.player.play(); yield 3
    say('AGAIN', w.lanes.player.is_playing, w.lanes.player.position_s()); a = w.lanes.player.position_s(); yield 1
    say('MOVES', w.lanes.player.position_s() != a)
""", d, wait=False, env=env); seen = b""; t = time.time(); os.set_blocking(p.stdout.fileno(), False)
        while time.time() - t < 100 * SLOW and b"PLAYING" not in seen and p.poll() is None: seen += p.stdout.read() or b""; time.sleep(0.02)
        s.kill(); s.wait(); time.sleep(2.5); s = server(); t = time.time()
        while p.poll() is None and time.time() - t < 60 * SLOW: seen += p.stdout.read() or b""; time.sleep(0.05)
        hung = p.poll() is None
        if hung: os.killpg(p.pid, signal.SIGKILL)
        p.wait(); seen += p.stdout.read() or b""; e = p.stderr.read().decode(); need(b"PLAYING" in seen, f"no playback: {seen[-200:]} {e[-200:]}"); need(not hung, f"hangs after the sound server died: {seen[-300:]}"); need(b"FAULT" not in seen and "Traceback" not in e, f"{seen[-300:]} {e[-300:]}"); need(p.returncode == 0, f"exit {p.returncode} {e[-300:]}")
        return str([l for l in seen.decode().splitlines() if l.startswith(("PLAYING", "AFTER", "AGAIN", "MOVES", "NOTICE"))])[:300]
    finally: s.kill(); s.wait()

if __name__ == "__main__":
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
