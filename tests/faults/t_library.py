"""The library: killed, damaged, locked, deleted, on a full disk; two programs at once."""
import json, os, random, signal, sqlite3, subprocess, sys, time
from lib import *

DRIVER = f"""
import sys; sys.path.insert(0, {SOURCE!r}); from pathlib import Path; import numpy as np
from ditone.runtime.library import Library; from ditone.runtime.take import Take; from ditone.runtime.request import Request
def take(i, prompt='x', seconds=0.5):
    rng = np.random.default_rng(i)
    return Take(Request('mini-sfx', prompt=f'{{prompt}} {{i}}', seed=i), rng.standard_normal((int(44100 * seconds), 1)).astype('float32') * 0.1, 44100, 'mini', 'sfx', 'cpu', 'float32', {{'total': 1.0}}, 1, 1.0, None)
def lib(d): return Library(Path(d) / 'library', Path(d) / 'rescue')
"""

WRITER = DRIVER + """
l = lib(sys.argv[1]); start = int(sys.argv[2])
print('open', flush=True)
for i in range(start, start + 100000):
    t = take(i); e = l.add(t); print('added', t.id, flush=True)
    if i % 3 == 0: l.mark(t.id, starred=True, title=f'title {i}'); print('starred', t.id, flush=True)
    if i % 5 == 0: l.fill_model_files('mini-sfx', {'config.json': 'ab'}, ''); print('filled', t.id, flush=True)
    if i % 7 == 0: l.delete([t.id]); print('deleted', t.id, flush=True)
"""

CHECK = DRIVER + """
import json
from ditone.runtime.audio import reading, metadata
l = lib(sys.argv[1]); want = json.load(open(sys.argv[2])); bad = []
listed = {e.id: e for e in l.index.search('', limit=10**6)} | {e.id: e for e in l.index.search('', limit=10**6, deleted=True)}
for i in want['added']:
    if i not in listed: bad.append(f'LOST {i}')
for i in want['starred']:
    if i in listed and not listed[i].marks.starred: bad.append(f'star lost {i}')
for i in want['deleted']:
    if i in listed and not listed[i].marks.deleted_at: bad.append(f'undeleted {i}')
for i, e in listed.items():
    try:
        a, r = reading.read(e.path)
        if len(a) != 22050: bad.append(f'half written {i}')
        if metadata.read(e.path)['id'] != i: bad.append(f'wrong id {i}')
    except Exception as x: bad.append(f'listed but unreadable {i}: {x}')
found = {e.id for e in l.search('title', limit=10**6)}
if len(l.search('x', limit=10**6)) != l.count(): bad.append(f'search finds {len(l.search("x", limit=10**6))} of {l.count()}')
left = [p.name for p in (Path(sys.argv[1]) / 'library').rglob('.*') if p.is_file()]
if left: bad.append(f'left behind {left[:3]} ({len(left)})')
print(json.dumps({'bad': bad[:6], 'count': len(listed), 'notes': l.notes}))
l.close()
"""

def py(code, *args, timeout=90, **k): return proc("-c", code, *map(str, args), exe=[PY], timeout=timeout, **k)

def kill_rounds(d, rounds, env=None, rng=random.Random(7)):
    said = {"added": [], "starred": [], "deleted": [], "filled": []}; n = 0
    for k in range(rounds):
        p = subprocess.Popen([PY, "-c", WRITER, str(d), str(n * 1000)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env_of(BASE / "home", env)); n += 1
        line = p.stdout.readline().decode()
        if line.strip() != "open":
            p.kill(); raise Fail(f"round {k}: the library does not open: {p.stderr.read().decode()[-300:]}")
        time.sleep(rng.random() * 1.2); p.send_signal(signal.SIGKILL); rest = p.stdout.read().decode(); p.wait()
        for l in rest.splitlines():
            w = l.split()
            if len(w) == 2 and w[0] in said: said[w[0]].append(w[1])
    said["starred"] = [i for i in said["starred"]]
    (d / "said.json").write_text(json.dumps(said))
    x = py(CHECK, d, d / "said.json", timeout=150); need(x.code == 0, x.brief(500)); got = json.loads(x.out.strip().splitlines()[-1])
    need(not got["bad"], str(got["bad"])[:700]); return f"{rounds} kills, {len(said['added'])} takes reported, {got['count']} listed, notes {got['notes']}"

@case("kill -9 at 14 random moments of writing takes, stars, titles, checksums, deletions: nothing lost, nothing half-written")
def _(): return kill_rounds(workdir("kill"), 14)


@case("kill -9 while the library is opened and reconciled (index deleted before each), 10 moments")
def _():
    d = workdir("killopen"); kill_rounds(d, 1); rng = random.Random(3)
    for k in range(10):
        for p in (d / "library").glob("index.sqlite3*"): p.unlink()
        q = subprocess.Popen([PY, "-c", DRIVER + "l = lib(sys.argv[1])", str(d)], env=env_of(BASE / "home")); time.sleep(0.3 + rng.random() * 2.5); q.kill(); q.wait()
    x = py(CHECK, d, d / "said.json"); got = json.loads(x.out.strip().splitlines()[-1]); need(not got["bad"], str(got["bad"])); return f"{got['count']} takes"

@case("a kill between the trace and the take leaves no orphan trace for ever")
def _():
    d = workdir("orphan"); x = py(DRIVER + "l = lib(sys.argv[1]); l.add(take(1)); m = next((l.root / 'takes').iterdir()); np.save(m / 'deadbeef.trace.npy', np.zeros(9)); (m / 'cafe.marks.json').write_text('{}'); l.close(); l = lib(sys.argv[1]); print([p.name for p in m.iterdir() if p.name.startswith(('dead', 'cafe'))])", d); need(x.out.strip() == "[]", "stays for ever after the next start: " + x.out.strip() + x.err[-100:])

@case("queue rows: of a newer version, broken, of a model that is away for now: the other rows come back, none vanishes silently")
def _():
    from t_studio import studio, fine
    d = workdir("queue"); import sqlite3
    py(DRIVER + "l = lib(sys.argv[1]); l.close()", d); good = json.dumps({"schema": 1, "model": "mini-sfx", "prompt": "a clang", "seed": 5, "steps": 1, "duration_s": 0.2, "solver": "euler", "cfg_scale": 3.0, "apg": 1.0, "extra": {"decoder": "neural"}, "engine": {}}); f = []
    for kind, row in {"newer": good.replace('"schema": 1', '"schema": 99'), "broken": "{broken", "model away": good.replace('"mini-sfx"', '"/media/usb/model"'), "engine a list": good.replace('"engine": {}', '"engine": [1]')}.items():
        c = sqlite3.connect(d / "library/index.sqlite3"); c.execute("delete from queue"); [c.execute("insert into queue (position, request, owner) values (?, ?, '1@1')", (i, r)) for i, r in enumerate((good, row, good.replace('"seed": 5', '"seed": 6')))]; c.commit(); c.close()
        x = studio("\n    yield lambda: w.studio.loaded is not None\n    yield lambda: w.recovery._restored\n    yield 1\n    say('Q', [i.request.seed for i in w.studio.queue.items()])\n    yield 1\n", d)
        c = sqlite3.connect(d / "library/index.sqlite3"); left = [r[0] for r in c.execute("select request from queue")]; c.close(); q = next((l for l in x.out.splitlines() if l.startswith("Q ")), "?")
        told = [l for l in x.out.splitlines() if l.startswith(("CARD", "FAILED")) or l.startswith("NOTICE") and "cannot" in l]
        try: fine(x)
        except Fail as e: f.append(f"{kind}: {str(e)[:150]}")
        if "5" not in q or "6" not in q: f.append(f"{kind}: good rows did not come back ({q}); rows left in the file {len(left)}")
        elif row not in left and not told: f.append(f"{kind}: the row vanished without a word")
    need(not f, f"{len(f)}: " + " ; ".join(f))

@case("index damaged: garbage, cut, zeroed page, empty file, a text, -wal garbage, a folder in its place: opens, nothing lost")
def _():
    d = workdir("damage"); kill_rounds(d, 1); want = json.load(open(d / "said.json")); idx = d / "library/index.sqlite3"; faults = []
    x = py(CHECK, d, d / "said.json"); good = idx.read_bytes()
    def wal(): idx.write_bytes(good); Path(str(idx) + "-wal").write_bytes(os.urandom(5000))
    def shm(): idx.write_bytes(good); Path(str(idx) + "-shm").write_bytes(os.urandom(32768)); Path(str(idx) + "-wal").write_bytes(b"")
    def middle(): b = bytearray(good); b[len(b) // 2: len(b) // 2 + 4096] = os.urandom(4096); idx.write_bytes(b)
    def pages(): b = bytearray(good); b[4096:] = b"\0" * (len(b) - 4096); idx.write_bytes(b)
    def notables(): idx.unlink(); c = sqlite3.connect(idx); c.execute("create table x(a)"); c.execute("pragma user_version=3"); c.commit(); c.close()
    def badrow(): idx.write_bytes(good); c = sqlite3.connect(idx); c.execute("update takes set facts='{broken', tags='x' where number=(select min(number) from takes)"); c.commit(); c.close()
    def badfts(): idx.write_bytes(good); c = sqlite3.connect(idx); c.execute("delete from words_data"); c.commit(); c.close()
    def badqueue(): idx.write_bytes(good); c = sqlite3.connect(idx); c.execute("insert into queue (position, request, owner) values (1, '{broken', '1@1'), (2, '{}', '1@1'), (3, '5', '1@1')"); c.commit(); c.close()
    def folder(): idx.unlink(); idx.mkdir()
    for name, f in {"garbage": lambda: idx.write_bytes(os.urandom(50000)), "cut": lambda: idx.write_bytes(good[: len(good) // 2]), "cut to a page": lambda: idx.write_bytes(good[:4096]), "middle": middle, "zero pages": pages, "empty": lambda: idx.write_bytes(b""), "text": lambda: idx.write_text("hello"), "wal": wal, "shm": shm, "no tables, version 3": notables, "broken row": badrow, "broken search table": badfts, "broken queue": badqueue, "folder": folder}.items():
        for p in (d / "library").glob("index.sqlite3*"): shutil.rmtree(p) if p.is_dir() else p.unlink()
        idx.write_bytes(good); f(); x = py(CHECK, d, d / "said.json")
        try:
            need(x.code == 0, x.brief(300)); got = json.loads(x.out.strip().splitlines()[-1]); need(not got["bad"], str(got["bad"])[:200])
        except Fail as e: faults.append(f"{name}: {str(e)[-260:]}")
    need(not faults, f"{len(faults)} of 14: " + " ; ".join(faults))

@case("index of a newer version: a sentence, the file untouched")
def _():
    d = workdir("newer"); py(DRIVER + "l = lib(sys.argv[1]); l.close()", d); idx = d / "library/index.sqlite3"; c = sqlite3.connect(idx); c.execute("pragma user_version=99"); c.commit(); c.close(); b = idx.read_bytes()
    x = py(DRIVER + "from ditone.runtime.errors import DitoneError\ntry: lib(sys.argv[1])\nexcept DitoneError as e: print('S', e.text())", d); need("newer Ditone" in x.out and x.out.startswith("S"), x.brief()); need(idx.read_bytes() == b, "changed"); return x.out.strip()
    
@case("index locked by another program for long: opens in memory after a while, takes are kept, and are listed at the next start")
def _():
    d = workdir("locked"); py(DRIVER + "l = lib(sys.argv[1]); l.add(take(1)); l.close()", d); c = sqlite3.connect(d / "library/index.sqlite3", isolation_level=None); c.execute("begin exclusive")
    x = py(DRIVER + "l = lib(sys.argv[1]); t = take(2); l.add(t); print(l.count(), l.notes, t.id)", d, timeout=80); no_crash(x); need(x.code == 0, x.brief(400)); c.execute("rollback"); c.close()
    y = py(DRIVER + "l = lib(sys.argv[1]); print(l.count(), l.notes)", d); need(y.out.startswith("2 "), y.brief()); return x.out.strip()[:200] + f" ({x.wall_s:.0f} s)"

@case("index locked while a take is added (open before): a note, the take is a file, listed at the next start")
def _():
    d = workdir("locked2"); code = DRIVER + """
import sqlite3, time
l = lib(sys.argv[1]); c = sqlite3.connect(l.root / 'index.sqlite3', isolation_level=None); c.execute('begin immediate')
t = time.time(); l.add(take(1)); print('after', round(time.time() - t), 's', l.notes); c.execute('rollback'); l.close(); l = lib(sys.argv[1]); print('count', l.count())
"""
    x = py(code, d, timeout=60); need(x.code == 0 and "count 1" in x.out, x.brief(400)); return x.out.strip().replace("\n", " ")[:200]

@case("index, folder of the month, whole library folder deleted while open: takes are still kept")
def _():
    d = workdir("deleted"); code = DRIVER + """
import shutil, os
l = lib(sys.argv[1]); l.add(take(1)); out = []
for p in l.root.glob('index.sqlite3*'): p.unlink()
l.add(take(2)); out.append(('index deleted', l.notes[:]))
shutil.rmtree(l.root / 'takes'); l.add(take(3)); out.append(('takes deleted', l.notes[:])); 
try: print('search', len(l.search()))
except Exception as e: print('BAD search', type(e), e)
shutil.rmtree(l.root); l.add(take(4)); out.append(('root deleted', l.notes[:])); 
l.close(); l = lib(sys.argv[1]); print('count', l.count(), out)
"""
    x = py(code, d); need(x.code == 0 and "BAD" not in x.out and "count 1" in x.out, x.brief(600)); return x.out.strip().replace("\n", " ")[:250]


@case("library and rescue folder both full: the caller is told, nothing half-written is listed")
def _():
    d = workdir("full2"); tmpfs(d / "library", "1m"); tmpfs(d / "rescue", "200k")
    try:
        x = py(DRIVER + """
from ditone.runtime.errors import DitoneError
l = lib(sys.argv[1]); n = 0; told = None
for i in range(30):
    try: l.add(take(i, seconds=2)); n += 1
    except DitoneError as e: told = e.text(); break
print(n, told); l.close(); l = lib(sys.argv[1]); print('count', l.count(), l.notes)
from ditone.runtime.audio import reading
for e in l.search(): reading.read(e.path)
""", d); need(x.code == 0 and "could not be kept" in x.out, x.brief(500)); n = int(x.out.split()[0]); need(f"count {n}" in x.out, x.out); return x.out.strip().replace("\n", " | ")[:300]
    finally: unmount(d)


@case("library folder on a read-only mount: opens, lists what is there, keeps new takes in the rescue folder")
def _():
    d = workdir("ro"); py(DRIVER + "l = lib(sys.argv[1]); l.add(take(1)); l.close()", d); readonly(d / "library")
    try:
        x = py(DRIVER + "l = lib(sys.argv[1]); l.add(take(2)); print(l.count(), l.notes); l.close()", d); need(x.code == 0 and x.out.startswith("2 "), x.brief(500))
    finally: unmount(d)
    y = py(DRIVER + "l = lib(sys.argv[1]); print(l.count(), l.notes)", d); need(y.out.startswith("2 "), y.brief()); return x.out.strip()[:250]

@case("strange things in the takes folder: foreign wavs, 0 bytes, half a take, FIFO, folder .wav, link to /dev/zero, hostile settings: opens, does not hang")
def _():
    d = workdir("strange"); py(DRIVER + "l = lib(sys.argv[1]); l.add(take(1)); l.close()", d); m = d / "library/takes/2026-11"; m.mkdir(parents=True, exist_ok=True); good = next((d / "library/takes").rglob("*.wav")).read_bytes()
    from t_audio import with_settings, hostile
    (m / "zero.wav").write_bytes(b""); (m / "half.wav").write_bytes(good[: len(good) // 2]); (m / "dir.wav").mkdir(); (m / "zerodev.wav").symlink_to("/dev/zero"); (m / "loop.wav").symlink_to(m / "loop.wav"); (m / "text.wav").write_text("x"); (m / "name\x1b[31m.wav").write_bytes(good); (m / "copy.wav").write_bytes(good)
    faults = []
    def look(kind, n=None):
        x = py(DRIVER + "l = lib(sys.argv[1]); print('count', l.count(), len(l.search('x'))); [e.title for e in l.search()]; [e.request for e in l.search()]", d, timeout=40, limits=((resource.RLIMIT_AS, 8 * 2**30),))
        if x.hung or x.code != 0: faults.append(f"{kind}: {'HANGS' if x.hung else x.err.strip()[-160:]}")
        elif n and f"count {n} " not in x.out: faults.append(f"{kind}: {x.out.strip()}")
    look("many kinds at once")
    for p in ("zerodev.wav", "half.wav", "zero.wav", "dir.wav", "copy.wav"):
        pass
    (m / "zerodev.wav").unlink(); os.mkfifo(m / "fifo.wav"); look("fifo"); (m / "fifo.wav").unlink()
    F = {"id": "a1", "created_at": "2026-11-01", "family": "mini", "variant": "sfx", "duration_s": 1.0, "request": {"model": "mini-sfx", "prompt": "p", "extra": {}}}
    for kind, facts in {"no family": {k: v for k, v in F.items() if k != "family"}, "no created_at": {k: v for k, v in F.items() if k != "created_at"}, "request a list": F | {"request": []}, "request empty": F | {"request": {}}, "prompt a number": F | {"request": {"model": "m", "prompt": 5, "extra": {}}}, "prompt null": F | {"request": {"model": "m", "prompt": None}}, "extra a list": F | {"request": {"model": "m", "prompt": "p", "extra": [1]}}, "duration a text": F | {"duration_s": "x"}, "duration a list": F | {"duration_s": []}, "duration NaN": F | {"duration_s": float("nan")}, "family a list": F | {"family": ["a"]}, "id a list": F | {"id": [1]}, "id huge": F | {"id": "x" * 10**6}, "surrogate prompt": F | {"request": {"model": "m", "prompt": "a\ud800b", "extra": {}}}, "surrogate id": F | {"id": "\ud800"}, "seed a dict": F | {"request": {"model": "m", "prompt": "p", "seed": {}}}, "created number": F | {"created_at": 5}, "schema 99": F | {"request": {"schema": 99, "model": "m", "prompt": "p"}}, "solver a list": F | {"request": {"model": "m", "prompt": "p", "solver": ["x"]}}, "deep": "DEEP", "title sql": F | {"request": {"model": "'; drop table takes; --", "prompt": "\"*' OR 1"}}}.items():
        for q in m.glob("h*.wav"): q.unlink()
        with_settings(m / "hostile.wav", json.dumps(facts) if facts != "DEEP" else '{"request":' + "[" * 100000); look(kind)
        for p in (d / "library").glob("index.sqlite3*"): p.unlink()
    need(not faults, f"{len(faults)}: " + " ; ".join(faults))

@case("marks file damaged or of wrong types: the take stays, the library opens")
def _():
    d = workdir("marks"); py(DRIVER + "l = lib(sys.argv[1]); t = take(1); l.add(t); l.mark(t.id, starred=True); l.close()", d); mk = next((d / "library/takes").rglob("*.marks.json")); faults = []
    for kind, text in {"empty": "", "broken": "{", "list": "[]", "tags number": '{"tags": 5}', "tags null": '{"tags": null}', "title list": '{"title": [1]}', "deleted number": '{"deleted_at": 5}', "deleted list": '{"deleted_at": [1]}', "surrogate": '{"title": "\\ud800"}', "deep": "[" * 100000, "schema": '{"schema": 99, "starred": "yes"}', "not utf8": None}.items():
        mk.write_bytes(b"\xff\xfe" if text is None else text.encode())
        for p in (d / "library").glob("index.sqlite3*"): p.unlink()
        x = py(DRIVER + "l = lib(sys.argv[1]); print('count', l.count() + len(l.index.search('', deleted=True)))\nfor e in l.search(): e.title\nl.purge()", d)
        if x.code != 0 or "count 1" not in x.out: faults.append(f"{kind}: {x.brief(10)} {x.err.strip()[-160:]}")
    need(not faults, f"{len(faults)}: " + " ; ".join(faults))

@case("clock moved back and forward: order, queue, purge")
def _():
    d = workdir("clock"); code = DRIVER + """
import dataclasses
from datetime import timedelta
l = lib(sys.argv[1])
for i, when in enumerate(('1970-01-01T00:00:00.000+00:00', '2026-11-30T00:00:00.000+00:00', '9999-12-31T23:59:59.999+00:00', '2026-11-30T00:00:00.000+00:00')): l.add(dataclasses.replace(take(i), created_at=when))
print('count', l.count()); ids = l.delete([e.id for e in l.search()]); print('purged', l.purge()); l.undelete(ids); print('back', l.count()); l.close(); l = lib(sys.argv[1]); print('again', l.count())
"""
    x = py(code, d); need(x.code == 0 and "purged 0" in x.out and "again 4" in x.out, x.brief(400))


@case("two libraries share one rescue folder; a second program opens while the first is writing into it: a take is never lost or doubled")
def _():
    d = workdir("rescue2"); (d / "rescue").mkdir(); x = py(DRIVER + "l = lib(sys.argv[1]); l.root.rename(str(l.root) + '-gone'); Path(l.root).write_text('a file'); t = take(1); l.add(t); print(t.id, l.notes)", d); need(x.code == 0, x.brief(400)); (d / "library").unlink(); (d / "library-gone").rename(d / "library")
    a = [subprocess.Popen([PY, "-c", DRIVER + "l = lib(sys.argv[1]); print('count', l.count())", str(d)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env_of(BASE / "home")) for _ in range(3)]
    outs = [p.communicate(timeout=90 * SLOW) for p in a]; need(all(p.returncode == 0 for p in a), str(outs)[:400]); y = py(DRIVER + "l = lib(sys.argv[1]); print('count', l.count(), len(list((l.root/'takes').rglob('*.wav'))))", d); need("count 1 1" in y.out, y.out)

@case("voices: damaged voice files, damaged consent book, names with paths, rename onto another, folder read-only")
def _():
    d = workdir("voices"); v = d / "voices"; v.mkdir(); env = {"DITONE_VOICES": str(v)}; faults = []
    for n, b in {"empty.voice": b"", "text.voice": b"hello", "cut.voice": struct.pack("<Q", 2**63) + b"x", "dir.voice": None, "other.voice": (MODELS["dots"] / "vocoder.safetensors").read_bytes(), "meta list.voice": struct.pack("<Q", 21) + b'{"__metadata__":[1]}  '[:21], "meta num.voice": struct.pack("<Q", 60) + b'{"__metadata__":{"format":"ditone-voice","transcript":5}}    '[:60]}.items():
        for q in v.iterdir(): shutil.rmtree(q) if q.is_dir() else q.unlink()
        (v / n).mkdir() if b is None else (v / n).write_bytes(b)
        for a in (("voices",), ("voices", "--json"), ("voices", "--delete", n[:-6]), ("voices", "--rename", n[:-6], "../evil")):
            x = cli(*a, env=env)
            try: no_crash(x); escapes(x); x.code in (0, 2) or refused(x)
            except Fail as e: faults.append(f"{n} {a}: {str(e)[:160]}")
    for q in v.iterdir(): shutil.rmtree(q) if q.is_dir() else q.unlink()
    x = py(f"import sys; sys.path.insert(0, {SOURCE!r}); from ditone.runtime.voices import VoiceStore; import torch; s = VoiceStore(); s.save('one', 'cosyvoice3', {{'a': torch.zeros(3)}}, 'te\\x1b[31mxt', 'now'); s.save('two', 'cosyvoice3', {{'a': torch.zeros(3)}}, '', 'now'); s.consents.set('0'*64, True)", env=env); need(x.code == 0, x.brief(300))
    for a in (("voices", "--rename", "one", "two"), ("voices", "--rename", "one", "../evil"), ("voices", "--rename", "one", "/tmp/evil"), ("voices", "--rename", "one", "a/b"), ("voices", "--rename", "one", ""), ("voices", "--rename", "one", "x" * 61), ("voices", "--rename", "one", ".."), ("voices", "--rename", "one", "CON."), ("voices", "--rename", "one", "a\nb"), ("voices", "--delete", "../one")):
        x = cli(*a, env=env)
        try: refused(x)
        except Fail as e: faults.append(f"{a}: {str(e)[:160]}")
    x = cli("voices", env=env)
    try: no_crash(x); escapes(x)
    except Fail as e: faults.append(f"transcript with escapes: {str(e)[:160]}")
    for text in ("", "{", "[]", "5", '{"a": 5}', None):
        (v / "consents.json").write_bytes(b"\xff\xfe" if text is None else text.encode())
        x = py(f"import sys; sys.path.insert(0, {SOURCE!r}); from ditone.runtime.voices import VoiceStore; s = VoiceStore(); print(s.consents.entry('a'))", env=env)
        if x.code: faults.append(f"consents {text!r}: {x.err[-150:]}")
    if (v / "consents.json").exists():
        pass
    readonly(v)
    try:
        for a in (("voices", "--rename", "one", "three"), ("voices", "--delete", "one")):
            x = cli(*a, env=env)
            try: refused(x)
            except Fail as e: faults.append(f"read-only {a}: {str(e)[:200]}")
    finally: unmount(d)
    need(not faults, f"{len(faults)}: " + " ; ".join(faults))


if __name__ == "__main__":
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
