"""One Session for long: mixed requests, cancels in between, memory, and the same samples again. Each case is one process."""
import sys
from lib import *

SOAK = f"""
import sys, os, random, threading, time, gc, json; sys.path.insert(0, {SOURCE!r})
import numpy as np, psutil, hashlib
from ditone.runtime import registry; from ditone.runtime.session import Session; from ditone.runtime.errors import Cancelled, DitoneError; from ditone.runtime.request import EngineSettings
VOICE = {str(voice_file()) if (BASE).exists() else ''!r}
E = EngineSettings(threads=1)
def opened(which):
    info = registry.resolve(which); return info, Session.open(info, E)
def req(info, rng, **fixed):
    q = info.defaults().replaced(engine=E, prompt=rng.choice(['rain on a roof', 'a dog', 'hello there my friend', 'one two three']), seed=rng.randrange(1000))
    v = {{}}
    for c in info.controls:
        if c.inactive: continue
        if c.name == 'steps': v['steps'] = rng.randrange(1, 5)
        if c.name == 'duration_s': v['duration_s'] = c.clamp(rng.choice([0.2, 0.5, 1.0, 2.0]))
        if c.name == 'solver': v['solver'] = rng.choice([x.value for x in c.choices])
        if c.name == 'cfg_scale': v['cfg_scale'] = c.clamp(rng.choice([0.0, 1.0, 3.0, 7.0]))
        if c.name == 'apg': v['apg'] = rng.choice([0.0, 0.5, 1.0])
        if c.name == 'max_patches': v['max_patches'] = rng.randrange(2, 6)
        if c.name == 'reference' and info.family == 'cosyvoice3': v['reference'] = VOICE; v['transcript'] = 'hi'
    return q.replaced(**{{**v, **fixed}})
def digest(take): return hashlib.sha256(take.audio.tobytes()).hexdigest()[:16]
def rss(): gc.collect(); return psutil.Process().memory_info().rss / 2**20
class Stop:
    def __init__(self, s, n): self.s, self.n = s, n
    def stage(self, *a): self.tick()
    def step(self, *a): self.tick()
    def tick(self):
        self.n -= 1
        if self.n <= 0: self.s.cancel()
    def wants_preview(self): return True
    def preview(self, *a): pass
    def audio(self, *a): pass
    def note(self, *a): pass
"""

def soak(which, count):
    code = SOAK + f"""
info, s = opened({which!r}); rng = random.Random(3); X = req(info, random.Random(1), seed=77); first = digest(s.generate(X)); marks = []; cancelled = refused = 0; bad = []
end = time.time() + float(sys.argv[1]); n = 0
while n < {count} and time.time() < end:
    n += 1
    try:
        if n % 5 == 0:
            try: s.generate(req(info, rng), Stop(s, rng.randrange(1, 9)))
            except Cancelled: cancelled += 1
        else: s.generate(req(info, rng))
    except DitoneError as e: refused += 1
    if n % 20 == 0:
        marks.append(round(rss(), 1))
        if digest(s.generate(X)) != first: bad.append(f'after {{n}} requests X differs')
s.close(); s2 = Session.open(info, E)
if digest(s2.generate(X)) != first: bad.append('a fresh session differs')
half = marks[len(marks) // 3:]; slope = (np.polyfit(range(len(half)), half, 1)[0] if len(half) > 2 else 0.0)
print(json.dumps({{'n': n, 'rss': marks, 'slope_mib_per_20': round(float(slope), 2), 'cancelled': cancelled, 'refused': refused, 'bad': bad}}))
"""
    x = proc("-c", code, "150", exe=[PY], timeout=175, env={"OMP_NUM_THREADS": "1"}); need(x.code == 0, x.brief(600)); r = json.loads(x.out.strip().splitlines()[-1]); need(not r["bad"], str(r["bad"])); need(r["slope_mib_per_20"] < 1.5 or len(r["rss"]) < 4, f"memory grows by {r['slope_mib_per_20']} MiB in 20 takes: {r['rss']}"); return json.dumps(r)[:400]

for which, n in (("mini-sfx", 300), ("mini-voice", 40), ("sa3", 80), ("moss", 80), ("dots", 60), ("cosy", 40)):
    @case(f"soak {which}: {n} mixed requests with cancels; memory flat, request X the same every 20")
    def _(which=which, n=n):
        voice_file(); return soak(str(MODELS.get(which, which)), n)

for which in ("mini-sfx", "mini-voice", "sa3", "sa3base", "moss", "dots", "dotsmf", "cosy"):
    @case(f"order {which}: A, B, A give the same A; before and after a cancelled and a failed one; other solver, length and guidance between")
    def _(which=which):
        voice_file(); code = SOAK + f"""
info, s = opened({str(MODELS.get(which, which))!r}); bad = []; rng = random.Random(5)
A = req(info, random.Random(1), seed=5); a = digest(s.generate(A)); n = 0
solvers = [c.value for c in info.control('solver').choices] if info.control('solver') else ['']
for solver in solvers:
    for cfg in (0.0, 1.0, 4.0):
        v = {{'solver': solver}} if solver else {{}}
        if info.control('cfg_scale') and not info.control('cfg_scale').inactive: v['cfg_scale'] = info.control('cfg_scale').clamp(cfg)
        try: s.generate(req(info, rng, **v))
        except DitoneError as e: pass
        n += 1
        if digest(s.generate(A)) != a: bad.append(f'A differs after solver {{solver}} cfg {{cfg}}')
for k in (1, 2, 3, 4, 6, 8):
    try: s.generate(A, Stop(s, k))
    except Cancelled: pass
    if digest(s.generate(A)) != a: bad.append(f'A differs after a cancel at event {{k}}')
class Boom(Stop):
    def tick(self):
        self.n -= 1
        if self.n <= 0: raise MemoryError('boom')
for k in (1, 2, 3, 5):
    try: s.generate(A, Boom(s, k))
    except Exception: pass
    if digest(s.generate(A)) != a: bad.append(f'A differs after a failure at event {{k}}')
for k in range(3):
    th = threading.Timer(0.005 * (k + 1), s.cancel); th.start()
    try: s.generate(A)
    except Cancelled: pass
    th.join()
    if digest(s.generate(A)) != a: bad.append(f'A differs after a timed cancel {{k}}')
s.cancel()
if digest(s.generate(A)) != a: bad.append('A differs after a cancel while nothing runs')
print(json.dumps({{'orders': n, 'bad': bad}}))
"""
        x = proc("-c", code, exe=[PY], timeout=175, env={"OMP_NUM_THREADS": "1"}); need(x.code == 0, x.brief(600)); r = json.loads(x.out.strip().splitlines()[-1]); need(not r["bad"], f"{len(r['bad'])}: {r['bad'][:4]}"); return f"{r['orders']} orders"


@case("threads 1, 2 and 0 of one request: the same samples")
def _():
    d = workdir("threads"); out = set()
    for t in ("1", "2", "0"): done(proc("render", "a", "--seconds", "0.5", "--steps", "3", "--threads", t, "-o", str(d / f"{t}.wav"))); out.add(samples(d / f"{t}.wav"))
    return f"{len(out)} different results of 3"

if __name__ == "__main__":
    CASES.sort(key=lambda c: not c[0].startswith("order"))  # they say most in the least time
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
