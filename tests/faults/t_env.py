"""Strange surroundings."""
import os, subprocess, sys
from lib import *
M = ("--seconds", "0.2", "--steps", "1")

def free_display():
    return next(f":{n}" for n in range(60, 999) if not os.path.exists(f"/tmp/.X11-unix/X{n}"))

def go(name, env=None, drop=(), prefix=(), cmd=None, may_fail=False, home=None, cwd=None):
    @case(name)
    def _():
        d = workdir("env-" + name[:30]); (d / "home").mkdir()
        x = proc(*(cmd or ("render", "a clang", *M, "-o", str(d / "o.wav"))), env=env and {k: v.replace("{d}", str(d)) for k, v in env.items()}, drop=drop, prefix=tuple(p.replace("{d}", str(d)) for p in prefix), home=home or d / "home", cwd=cwd)
        no_crash(x)
        if x.code:
            need(may_fail, x.brief())
            if "setpriv" in prefix and "Permission denied" in x.err: return "another user may not run this Python"
            # where /proc is missing, torch writes a line of its own before
            need(any(l.startswith(("ditone: ", "No window can open")) for l in x.err.splitlines()), x.brief()); return x.brief()
        if not cmd: wav_ok(d / "o.wav")

go("HOME unset", drop=("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"))
go("HOME = a folder that does not exist and cannot be made", env={"HOME": "/proc/nope", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""})
go("HOME = /dev/null", env={"HOME": "/dev/null", "XDG_DATA_HOME": "/dev/null/a", "XDG_CONFIG_HOME": "/dev/null/b", "XDG_CACHE_HOME": "/dev/null/c"})
go("HOME relative, XDG relative", env={"HOME": "rel", "XDG_DATA_HOME": "rel/data"}, cwd="/tmp")
go("LANG=C, LC_ALL=C, PYTHONIOENCODING=ascii, a Chinese prompt", env={"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})
go("LANG unknown, TZ unknown", env={"LANG": "xx_YY.UTF-9", "LC_ALL": "xx_YY.UTF-9", "TZ": "Mars/Olympus"})
go("no /dev/shm", prefix=("unshare", "-m", "bash", "-c", "umount -l /dev/shm; exec \"$@\"", "x"))
go("no /proc", prefix=("unshare", "-m", "bash", "-c", "umount -l /proc; exec \"$@\"", "x"), may_fail=True)
go("no network at all (empty network namespace)", prefix=("unshare", "-n"))
go("empty environment", prefix=("env", "-i"))
go("PATH empty", env={"PATH": ""})
go("PYTHONPATH with a module named like ours (runtime.py, json.py is not ours)", env={"PYTHONPATH": "/nonexist:::"})
go("COLUMNS=0, TERM=dumb, NO_COLOR", env={"COLUMNS": "0", "TERM": "dumb", "LINES": "-5"})
go("OMP_NUM_THREADS=abc, MKL_NUM_THREADS=0", env={"OMP_NUM_THREADS": "abc", "MKL_NUM_THREADS": "0"})
go("DITONE_LIBRARY = a file", env={"DITONE_LIBRARY": "/etc/hostname"})
go("DITONE_LIBRARY = /dev/full, DITONE_VOICES = /dev/null", env={"DITONE_LIBRARY": "/dev/full", "DITONE_VOICES": "/dev/null"})
go("DITONE_VOICES = a file: ditone voices", env={"DITONE_VOICES": "/etc/hostname"}, cmd=("voices",))
go("no display: the studio says why", drop=("DISPLAY", "WAYLAND_DISPLAY"), cmd=("studio",), may_fail=True)
go("DISPLAY that is not there: the studio says why", env={"DISPLAY": free_display()}, cmd=("studio",), may_fail=True)
go("as another user without a home (nobody)", prefix=("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"), env={"HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent/d", "XDG_CONFIG_HOME": "/nonexistent/c", "XDG_CACHE_HOME": "/nonexistent/k"}, cmd=("models",), may_fail=True)

@case("the folder one stands in was deleted: a sentence, since the engine's libraries end a program that has none")
def _():
    d = workdir("cwd")
    for o in (f"{d}/o.wav", "o.wav"):
        x = proc("-c", f"mkdir {d}/gone; cd {d}/gone; rmdir {d}/gone; exec {EXE} render a --threads 1 {' '.join(M)} -o {o}", exe=["bash"]); refused(x, "folder that you are in")

@case("prompt and output in Chinese under LANG=C are stored right")
def _():
    d = workdir("langc"); x = proc("render", "雨打铁皮", *M, "-o", str(d / "雨.wav"), env={"LANG": "C", "LC_ALL": "C"}); done(x); import json; y = cli("recall", str(d / "雨.wav"), "--json"); done(y); need(json.loads(y.out)["prompt"] == "雨打铁皮", y.out)
    y = proc("recall", str(d / "雨.wav"), env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}); no_crash(y); need("Error" not in y.err, y.brief())

@case("clock moved back a year and forward 50 years (faketime by the library's own dates): same bytes of render")
def _():
    import shutil as s
    if not s.which("faketime") and not os.path.exists("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"):
        d = workdir("clock"); out = []
        for shift in (-400 * 86400, 50 * 365 * 86400):
            code = f"import time, datetime, sys; o = time.time; time.time = lambda: o() + {shift}; sys.path.insert(0, {SOURCE!r}); from ditone.runtime.cli import main; sys.exit(main(['render', 'a', '--threads', '1', '--seconds', '0.2', '--steps', '1', '-o', {str(d / 'o.wav')!r}]))"
            x = proc("-c", code, exe=[PY]); done(x); out.append((d / "o.wav").read_bytes())
        done(proc("render", "a", *M, "-o", str(d / "p.wav"))); need(out[0] == out[1] == (d / "p.wav").read_bytes(), "differs"); return "by time.time"

if __name__ == "__main__":
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
