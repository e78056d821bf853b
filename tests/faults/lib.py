"""Helpers of the fault-injection suite. Run by the product's own Python.

`cli(*argv)`  runs the command line in a forked child of this warm process (libraries imported once, so a case costs tenths of a second);
`proc(*argv)` runs the real executable as a process of its own.
Both give Result(code, out, err, wall_s, signal, hung, events); `events` are what an audit hook saw: programs started, sockets connected,
modules imported from a model folder.
"""
import json, os, re, resource, select, shutil, signal, socket, struct, subprocess, sys, tempfile, time, traceback
from dataclasses import dataclass, field
from pathlib import Path

SRC = Path(os.environ.get("DITONE_SRC", Path(__file__).resolve().parents[2]))
SOURCE = str(SRC / "packaging" / "source")  # where a checkout is importable as `ditone`
PY = os.environ.get("DITONE_PY", sys.executable)
REF = Path(os.environ.get("DITONE_REF", str(SRC / "tests" / "reference" / "cases")))
BASE = Path(os.environ.get("REL_WORK", os.path.join(tempfile.gettempdir(), "ditone-faults")))
MODELS = {
    "sa3": REF / "stable_audio_3/models/small",
    "sa3base": REF / "stable_audio_3/models/small-base",
    "moss": REF / "moss_sound_effect/model",
    "dots": REF / "dots/models/soar",
    "dotsmf": REF / "dots/models/mf",
    "cosy": REF / "cosyvoice3/model",
}
SLOW = float(os.environ.get("REL_SLOW", "1"))  # every time limit is so many times longer: a busy machine
CASES = []
sys.path.insert(0, SOURCE)


def _executable():
    """A program file that runs this checkout, whatever environment it is started in; as the installed one does, not out of the folder that
    one stands in."""
    BASE.mkdir(parents=True, exist_ok=True)
    program = BASE / "ditone"
    program.write_text(f"#!/bin/sh\nPYTHONPATH={SOURCE}${{PYTHONPATH:+:$PYTHONPATH}} exec {PY} -P -m ditone \"$@\"\n")
    program.chmod(0o755)
    return str(program)


EXE = os.environ.get("DITONE_EXE") or _executable()

def case(name, **kw):
    def put(f):
        CASES.append((name, f, kw))
        return f
    return put

class Fail(AssertionError):
    pass

def need(truth, words):
    if not truth:
        raise Fail(words)

@dataclass
class Result:
    code: int | None
    out: str
    err: str
    wall_s: float
    sig: int | None = None
    hung: bool = False
    events: list = field(default_factory=list)
    @property
    def text(self):
        return self.err + self.out
    def brief(self, n=260):
        t = (self.err.strip() or self.out.strip()).replace("\n", " / ")
        return f"exit {self.code}{f' signal {self.sig}' if self.sig else ''}{' HUNG' if self.hung else ''}: {t[:n]}"

def env_of(home, extra=None, drop=()):
    home = Path(home)
    e = {k: v for k, v in os.environ.items() if not k.startswith(("DITONE", "XDG_")) and k != "QT_QPA_PLATFORM"}
    e |= {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(home / "cache"),
          "HF_HUB_OFFLINE": "1", "PYTHONUNBUFFERED": "1", "OMP_NUM_THREADS": "1"}
    e |= extra or {}
    for k in drop:
        e.pop(k, None)
    return e

def workdir(name):
    d = BASE / "".join(c if c.isalnum() or c in "-_." else "_" for c in name)[:60]
    unmount(d)
    shutil.rmtree(d, ignore_errors=True)
    d.mkdir(parents=True)
    return d

def unmount(d):
    for line in open("/proc/mounts"):
        p = line.split()[1].replace("\\040", " ")
        if p.startswith(str(d) + "/") or p == str(d):
            subprocess.run(["umount", "-l", p], stderr=subprocess.DEVNULL)

def tmpfs(d, size="1m"):
    d.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(d)], check=True)
    return d

def readonly(d):
    subprocess.run(["mount", "--bind", str(d), str(d)], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", str(d)], check=True)
    return d

_warm = False
def warm():
    """Imports everything heavy once, without starting any thread pool."""
    global _warm
    if _warm:
        return
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    import torch
    torch.set_num_threads(1)
    import soundfile, soxr, transformers, tokenizers, yaml, mutagen, pyloudnorm  # noqa
    import transformers.models.qwen2.modeling_qwen2  # noqa
    import ditone.runtime.cli, ditone.runtime.session, ditone.runtime.registry, ditone.runtime.cli.render, ditone.runtime.library.hashing  # noqa
    ditone.runtime.registry.families()
    _warm = True

def _one_thread(argv):
    argv = list(argv)
    if argv and argv[0] == "render" and not any(str(a).startswith("--threads") for a in argv):
        argv[1:1] = ["--threads", "1"]  # several threads on a busy machine only wait for each other
    return argv

def _plain_signals():
    """As in a terminal; whoever starts the suite in the background has them ignored."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)

def apart():
    """What a program of its own begins with."""
    os.setsid()
    _plain_signals()

def cli(*argv, home=None, cwd=None, timeout=60, limits=(), env=None, watch=None, before=None, stdin=None):
    warm()
    timeout *= SLOW
    argv = _one_thread(argv)
    home = Path(home or BASE / "home")
    home.mkdir(parents=True, exist_ok=True)
    tmp = Path(tempfile.mkdtemp(dir=BASE))
    ev = tmp / "events"
    start = time.time()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            o = os.open(tmp / "out", os.O_WRONLY | os.O_CREAT); e = os.open(tmp / "err", os.O_WRONLY | os.O_CREAT)
            os.dup2(o, 1); os.dup2(e, 2)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="strict", closefd=False); sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
            os.environ.clear(); os.environ.update(env_of(home, env))
            if cwd: os.chdir(cwd)
            for which, amount in limits:
                resource.setrlimit(which, (amount, amount))
            log = open(ev, "w")
            import multiprocessing
            def hook(name, args):
                if name in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "socket.bind", "os.fork", "pty.spawn", "webbrowser.open"):
                    log.write(f"{name} {str(args)[:200]}\n"); log.flush()
                elif name == "import" and watch and any(str(watch) in str(a) for a in args):
                    log.write(f"{name} {str(args)[:200]}\n"); log.flush()
                elif watch and name == "compile" and str(watch) in str(args):
                    log.write(f"{name} {str(args)[:200]}\n"); log.flush()
            sys.addaudithook(hook)
            if before: before()
            import ditone.runtime.cli
            try:
                code = ditone.runtime.cli.main(list(argv))
            except SystemExit as x:
                code = x.code if isinstance(x.code, int) else 0
            except BaseException:
                traceback.print_exc()
                code = 99
            sys.stdout.flush(); sys.stderr.flush()
        except BaseException:
            try: traceback.print_exc(); sys.stderr.flush()
            finally: os._exit(98)
        os._exit(code)
    hung = False
    while True:
        got, status = os.waitpid(pid, os.WNOHANG)
        if got: break
        if time.time() - start > timeout:
            hung = True
            os.kill(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            break
        time.sleep(0.01)
    read = lambda n: (tmp / n).read_bytes().decode("utf-8", "backslashreplace") if (tmp / n).exists() else ""
    r = Result(os.WEXITSTATUS(status) if os.WIFEXITED(status) else None, read("out"), read("err"), time.time() - start,
               os.WTERMSIG(status) if os.WIFSIGNALED(status) else None, hung, read("events").splitlines())
    shutil.rmtree(tmp, ignore_errors=True)
    return r

def proc(*argv, home=None, cwd=None, timeout=90, env=None, drop=(), limits=(), prefix=(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, exe=None):
    home = Path(home or BASE / "home")
    home.mkdir(parents=True, exist_ok=True)
    start = time.time()
    timeout *= SLOW
    argv = [re.sub(r"signal\.alarm\((\d+)\)", lambda m: f"signal.alarm({int(int(m[1]) * SLOW)})", str(a)) for a in argv] if exe else _one_thread(argv)
    def pre():
        apart()
        for which, amount in limits:
            resource.setrlimit(which, (amount, amount))
    p = subprocess.Popen([*prefix, *(exe or [EXE]), *argv], env=env_of(home, env, drop), cwd=cwd, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, preexec_fn=pre)
    hung = False
    try:
        out, err = p.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        hung = True
        os.killpg(p.pid, signal.SIGKILL)
        out, err = p.communicate()
    dec = lambda b: (b or b"").decode("utf-8", "backslashreplace")
    return Result(p.returncode if p.returncode >= 0 else None, dec(out), dec(err), time.time() - start, -p.returncode if p.returncode < 0 else None, hung)

def start(*argv, home=None, env=None, cwd=None, stdout=subprocess.PIPE, drop=(), limits=()):
    home = Path(home or BASE / "home")
    home.mkdir(parents=True, exist_ok=True)
    def pre():
        apart()
        for which, amount in limits:
            resource.setrlimit(which, (amount, amount))
    return subprocess.Popen([EXE, *_one_thread(argv)], env=env_of(home, env, drop), cwd=cwd, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, preexec_fn=pre)

BAD_WORDS = ("Traceback (most recent call last)", "An error inside Ditone", "Segmentation", "core dumped", "Fatal Python", "terminate called")

def no_crash(r):
    need(not r.hung, f"HUNG after {r.wall_s:.0f} s: {r.brief()}")
    need(r.sig is None, f"died of signal {r.sig}: {r.brief()}")
    for w in BAD_WORDS:
        need(w not in r.text, f"shows {w!r}: {r.brief(600)}")
    need(r.code not in (98, 99, 120), f"exit {r.code}: {r.brief()}")

def refused(r, *names, codes=(1, 2)):
    """A sentence that names each of `names` (a tuple means any of them)."""
    no_crash(r)
    need(r.code in codes, f"not refused ({r.brief()})")
    said = [l for l in r.err.splitlines() if l.startswith("ditone: ")]
    need(said, f"no sentence on stderr ({r.brief()})")
    for n in names:
        any_of = n if isinstance(n, tuple) else (n,)
        need(any(x.lower() in r.err.lower() for x in any_of), f"sentence does not name {' / '.join(any_of)}: {r.brief(400)}")
    need(len(r.err) < 3000, f"sentence is {len(r.err)} characters long: {r.brief(200)}")
    escapes(r)
    return True

def escapes(r):
    found = re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x9b]", r.text)  # texts may be of many megabytes
    need(found is None, f"control character U+{ord(found[0]) if found else 0:04X} reaches the terminal: {r.brief()!r}")

def problem(r, *names):
    """`ditone inspect` of a folder that cannot be loaded: exit 1 and sentences naming what is wrong."""
    no_crash(r)
    need(r.code in (1, 2), f"not refused ({r.brief()})")
    told = "\n".join(l for l in r.text.splitlines() if l.startswith(("Problem", "  ", "ditone: ", "Missing")))
    for n in names:
        any_of = n if isinstance(n, tuple) else (n,)
        need(any(x.lower() in told.lower() for x in any_of), f"does not name {' / '.join(any_of)}: {told[-400:]}")
    escapes(r)

def done(r):
    no_crash(r)
    need(r.code == 0, f"failed: {r.brief()}")

def wav_ok(path):
    import soundfile, numpy as np
    a, rate = soundfile.read(str(path), dtype="float32", always_2d=True)
    need(len(a) > 0, f"{path} is empty")
    return a, rate

def samples(path):
    import numpy as np
    return wav_ok(path)[0].tobytes()

def no_litter(folder):
    left = [p.name for p in Path(folder).iterdir() if p.name.startswith(".") or p.name.endswith((".part", ".partial", ".tmp"))]
    need(not left, f"left behind: {left}")

def model(d, which):
    """A copy to be altered."""
    target = d / which
    shutil.copytree(MODELS[which], target)
    os.system(f"chmod -R u+w {target}")
    return target

EXTRA = {"sa3": ("--seconds", "1"), "sa3base": ("--seconds", "1"), "moss": ("--seconds", "1"), "dots": ("--set", "max_patches=4"), "dotsmf": ("--set", "max_patches=4"),
         "cosy": ("--transcript", "hi"), "mini-sfx": ("--seconds", "0.3"), "mini-voice": ()}

def voice_file():
    p = BASE / "voice.wav"
    if not p.exists():
        import numpy as np, soundfile
        t = np.arange(24000 * 4) / 24000
        soundfile.write(p, (0.3 * np.sin(2 * np.pi * 180 * t) * np.sin(2 * np.pi * 2.7 * t)).astype("float32"), 24000, subtype="PCM_16")
    return p

def render_args(which, folder, out, *more):
    voice = ("--i-may-use-this-voice", "--voice", str(voice_file())) if which == "cosy" else ()
    steps = () if which in ("mini-voice",) else ("--steps", "2")
    return ("render", "hello there", "--model", str(folder), *steps, *EXTRA.get(which, ()), *voice, "-o", str(out), *more)

def header(path):
    b = Path(path).read_bytes()
    n = struct.unpack("<Q", b[:8])[0]
    return json.loads(b[8:8 + n]), b[8 + n:]

def put_header(path, head, body, raw=None):
    h = raw if raw is not None else json.dumps(head).encode()
    Path(path).write_bytes(struct.pack("<Q", len(h)) + h + body)

def _late(*_):
    raise Fail("the case itself took too long")

def run_all(only=(), skip=()):
    """Runs the cases. REL_RESULTS: a file of JSON lines to add to; REL_RESUME=1: what stands there already is not run again; REL_BUDGET: seconds after which no new case begins."""
    results = os.environ.get("REL_RESULTS", "")
    group = Path(sys.argv[0]).stem.removeprefix("t_")
    had = set()
    if results and os.environ.get("REL_RESUME") and os.path.exists(results):
        had = {(r["group"], r["name"]) for r in map(json.loads, open(results))}
    budget = float(os.environ.get("REL_BUDGET", "1e9"))
    begun = time.time()
    passed = failed = left = 0
    for name, f, kw in CASES:
        if f.__module__ != "__main__": continue  # of another group whose helpers are used
        if only and not any(o in name for o in only): continue
        if any(s in name for s in skip) or (group, name) in had: continue
        if time.time() - begun > budget:
            left += 1
            continue
        t = time.time()
        try:
            signal.signal(signal.SIGALRM, _late)
            signal.alarm(int(SLOW * kw.get("limit_s", 240)))
            note = f()
            ok, words = True, note if isinstance(note, str) else ""
        except Fail as e:
            ok, words = False, str(e)
        except subprocess.CalledProcessError as e:
            ok, words = False, f"(the case itself failed) {e}"
        except Exception as e:
            ok, words = False, f"(the case itself failed) {type(e).__name__}: {e} @ {traceback.extract_tb(e.__traceback__)[-1]}"
        signal.alarm(0)
        passed += ok; failed += not ok
        line = f"{'PASS' if ok else 'FAIL'} {name} [{time.time() - t:.1f} s]{': ' + words if words else ''}".replace("\n", " / ")
        line = "".join(c if c >= " " and c != "\x7f" else f"\\x{ord(c):02x}" for c in line).encode("utf8", "backslashreplace").decode()
        print(line[:900], flush=True)
        if results:
            with open(results, "a") as out:
                out.write(json.dumps({"group": group, "name": name, "ok": ok, "words": words[:2000], "seconds": round(time.time() - t, 1)}) + "\n")
    print(f"== {passed} passed, {failed} failed" + (f", {left} not run yet" if left else ""))
    return failed + left
