"""Prompts, numbers, output names."""
import json, os, subprocess, sys
from lib import *

M = ("--seconds", "0.2", "--steps", "1")

def r(d, *a, **k):
    return cli("render", *a, "-o", str(d / "o.wav"), **k)

# -- prompts ---------------------------------------------------------------------------------------------------------------
PROMPTS = {
    "empty": "", "spaces": "   ", "newlines": "\n\n\n", "rtl": "‮مرحبا بالعالم‬", "control": "a\x01\x02\x1b[31mred\x07\x7f bell", "pipe-quotes": "a|b \"c\" 'd' `e` $(touch /tmp/ditone-PWNED) <|endoftext|> <s>",
    "newline-inside": "rain\nwind\ttab\r\nthunder", "emoji": "🌧️" * 50, "chinese": "雨打铁皮屋顶", "zero-width": "\u200b\u200d\ufeff", "combining": "a" + "\u0301" * 2000,
    "100k": "rain on a roof " * 6600, "unicode-noncharacter": "\uffff\U0010ffff", "dash": "-",
}
for which in ("mini-sfx", "mini-voice"):
    for name, p in PROMPTS.items():
        if which == "mini-voice" and name not in ("spaces", "control", "emoji", "combining", "zero-width"): continue
        @case(f"prompt {name} {which}")
        def _(which=which, name=name, p=p):
            d = workdir(f"p-{which}-{name}")
            if which == "mini-voice" and name == "100k": p = p[:3000]
            x = cli("render", "--model", which, *(M if which == "mini-sfx" else ()), "-o", str(d / "o.wav"), "--", p[:200] if which == "mini-voice" else p, timeout=120)
            no_crash(x); escapes(x)
            need(not os.path.exists("/tmp/ditone-PWNED"), "a command in the prompt was run")
            if x.code == 0:
                wav_ok(d / "o.wav")
                got = json.loads(cli("recall", str(d / "o.wav"), "--json").out)
                need(got["prompt"] == (p[:200] if which == "mini-voice" else p), f"the prompt in the file is {got['prompt'][:60]!r}")
                x2 = cli("recall", str(d / "o.wav")); done(x2)
                escapes(x2)
                return "made"
            refused(x); no_litter(d)
            return "refused: " + x.err.strip()[:150]

for which in ("sa3", "moss", "cosy", "dots"):
    for name in ("empty", "pipe-quotes"):
        @case(f"prompt {name} {which}")
        def _(which=which, name=name):
            d = workdir(f"p-{which}-{name}")
            a = list(render_args(which, MODELS[which], d / "o.wav")); a.remove("hello there"); a += ["--", PROMPTS[name]]
            x = cli(*a, timeout=120)
            no_crash(x); escapes(x)
            if x.code: refused(x); return "refused: " + x.err.strip()[:150]
            wav_ok(d / "o.wav"); return "made"


@case("prompt with a lone surrogate (invalid UTF-8 argument)")
def _():
    d = workdir("p-surr")
    p = subprocess.run([EXE, "render", b"bad \xff\xfe bytes", *M, "-o", str(d / "o.wav")], env=env_of(BASE / "home"), capture_output=True, timeout=60 * SLOW)
    x = Result(p.returncode, p.stdout.decode("utf8", "replace"), p.stderr.decode("utf8", "replace"), 0)
    no_crash(x)
    if x.code == 0:
        wav_ok(d / "o.wav"); y = cli("recall", str(d / "o.wav")); no_crash(y); y = cli("recall", str(d / "o.wav"), "--json"); no_crash(y); need(y.code == 0, y.brief())
        return "made, recalled"
    refused(x); return x.brief()


# -- numbers ---------------------------------------------------------------------------------------------------------------
for opt, values in {
    "--steps": ("nan", "inf", "-1", "0", "1e3", "10000000", "99999999999999999999", "1.5", "", " ", "２", "0x10", "1_0"),
    "--seconds": ("nan", "inf", "-inf", "-1", "0", "1e308", "1e-300", "abc", "", "10,5", "1e9", "1_0"),
    "--cfg": ("nan", "inf", "1e308", "-1", "x"), "--apg": ("nan", "-0.1", "2", "1e308"),
    "--seed": ("-2", "9223372036854775808", "1e3", "nan", "", "0.0"), "--count": ("0", "-1", "1001", "1e3", "nan"), "--threads": ("-1", "1025", "x"),
}.items():
    @case(f"bad numbers {opt} ({len(values)})")
    def _(opt=opt, values=values):
        d = workdir(f"n-{opt}"); faults, took = [], []
        for v in values:
            base = [a for a in M]
            if opt in base: i = base.index(opt); del base[i:i + 2]
            x = cli("render", "a", *base, f"{opt}={v}", "-o", str(d / "o.wav"), timeout=60)
            try:
                no_crash(x); escapes(x)
                if x.code == 0: took.append(v)
                else: refused(x, v) if v.strip() and v not in ("２", "1e308", "1e9", "1_0", "1e-300") else refused(x)
            except Fail as e: faults.append(f"{v!r}: {e}")
        need(not faults, " ; ".join(faults)[:700])
        strange = [t for t in took if t not in ("２", "1_0", "1e-300", " ")]
        need(not strange, f"accepted: {strange}")
        return f"accepted: {took}" if took else ""

for which in ("mini-sfx", "sa3", "moss", "dots", "cosy"):
    @case(f"every number control of {which} refuses nan, inf, 1e308, a word, and both sides of its range")
    def _(which=which):
        warm()
        from ditone.runtime import registry
        info = registry.resolve(str(MODELS.get(which, which)))
        d = workdir(f"n-set-{which}"); faults = []
        flags = {v: f"--{k}" for k, v in {"seconds": "duration_s", "steps": "steps", "cfg": "cfg_scale", "apg": "apg", "seed": "seed"}.items()}
        for c in info.controls:
            if c.kind not in ("number", "integer") or c.inactive: continue
            for v in ("nan", "inf", "-inf", "1e308", "wörd", str((c.minimum or 0) - 1), str(c.maximum * 2 + 1) if c.maximum and c.maximum < 1e18 else "1e40"):
                if (c.name, v) == ("seed", "-1"): continue  # asks for a seed to be drawn
                x = cli("render", "a", "--model", str(MODELS.get(which, which)), "--set", f"{c.name}={v}", "-o", str(d / "o.wav"), timeout=60)
                try: refused(x)
                except Fail as e: faults.append(f"{c.name}={v}: {e}")
        need(not faults, f"{len(faults)}: " + " ; ".join(faults)[:700])


@case("a repeated option takes the last value, and says nothing wrong")
def _():
    d = workdir("n-rep")
    x = cli("render", "a", "--seconds", "0.1", "--seconds", "0.2", "--steps", "1", "--seed", "3", "--seed", "4", "-o", str(d / "a.wav"), "-o", str(d / "b.wav"), "--json"); done(x)
    v = json.loads(x.out); need(v["seed"] == 4 and v["path"].endswith("b.wav") and abs(v["duration_s"] - 0.2) < 1e-3, x.out)

@case("seed + count past 2^63-1 is refused before anything is made")
def _():
    d = workdir("n-last"); x = cli("render", "a", *M, "--seed", str(2**63 - 1), "--count", "2", "-o", str(d / "o.wav")); refused(x, "9223372036854775808", ); need(not list(d.iterdir()), "a file was written")

# -- output names -----------------------------------------------------------------------------------------------------------
@case("output = folder")
def _():
    d = workdir("o-dir"); (d / "x.wav").mkdir(); refused(cli("render", "a", *M, "-o", str(d / "x.wav")), "x.wav", )

@case("output = no ending, unknown ending, empty, dot, slash")
def _():
    d = workdir("o-end"); f = []
    for o in ("noend", "x.xyz", "", ".", "/", "..", ".wav", "a.wav/", "nofolder/a.wav"):
        x = cli("render", "a", *M, "-o", o, cwd=d)
        try:
            no_crash(x)
            if x.code: refused(x)
            elif o not in (".wav", "a.wav/"): f.append(f"{o!r} accepted")
        except Fail as e: f.append(f"{o!r}: {e}")
    need(not f, " ; ".join(f))

@case("output = /dev/null, /dev/full with a known ending through a link")
def _():
    d = workdir("o-dev")
    (d / "null.wav").symlink_to("/dev/null"); (d / "full.wav").symlink_to("/dev/full"); (d / "zero.wav").symlink_to("/dev/zero")
    f = []
    for n in ("null", "full", "zero"):
        for more in ((), ("--overwrite",)):
            x = cli("render", "a", *M, "-o", str(d / f"{n}.wav"), *more, timeout=30)
            try:
                no_crash(x)
                if x.code: refused(x, f"{n}.wav")
            except Fail as e: f.append(f"{n} {more}: {e}")
    need(os.path.exists("/dev/null") and not os.path.isfile("/dev/null"), "/dev/null was replaced by a file!")
    need(not f, " ; ".join(f))

@case("output = FIFO")
def _():
    d = workdir("o-fifo"); os.mkfifo(d / "f.wav")
    x = cli("render", "a", *M, "-o", str(d / "f.wav"), timeout=30); refused(x, "f.wav")
    x = cli("render", "a", *M, "-o", str(d / "f.wav"), "--overwrite", timeout=30); no_crash(x)
    return x.brief(100)

@case("output = dangling link, link loop, folder loop")
def _():
    d = workdir("o-loop"); (d / "l.wav").symlink_to(d / "l.wav"); (d / "dir").symlink_to(d / "dir"); (d / "dangling.wav").symlink_to(d / "no" / "file.wav"); f = []
    for o in (d / "l.wav", d / "dir/x.wav", d / "dangling.wav"):
        for more in ((), ("--overwrite",)):
            x = cli("render", "a", *M, "-o", str(o), *more)
            try:
                no_crash(x)
                if x.code: refused(x, o.name if o.parent == d else "o-loop/dir")
            except Fail as e: f.append(f"{o.name} {more}: {e}")
    need(not f, " ; ".join(f))

@case("output = very long name, very long path")
def _():
    d = workdir("o-long"); f = []
    for n in (251, 250, 240, 255, 300, 5000):
        x = cli("render", "a", *M, "-o", str(d / ("n" * n + ".wav")))
        try:
            no_crash(x)
            if x.code: refused(x, ("too long", "long"))
        except Fail as e: f.append(f"{n}: {e}")
    deep = d
    for _ in range(20): deep = deep / ("p" * 250)
    x = cli("render", "a", *M, "-o", str(deep / "x.wav"))
    try: refused(x)
    except Fail as e: f.append(f"deep path: {e}")
    need(not f, " ; ".join(x[:250] for x in f))
    made = sorted(len(p.name) for p in d.iterdir())
    need(254 in made and 255 in made, f"a name the file system allows (255 bytes) was not written: made {made}")

@case("output = name that is not UTF-8")
def _():
    d = workdir("o-utf")
    for more in ([], ["--json"]):
        p = subprocess.run([EXE.encode(), b"render", b"a", *[m.encode() for m in M], *[m.encode() for m in more], b"--overwrite", b"-o", bytes(d) + b"/na\xffme.wav"], env=env_of(BASE / "home"), capture_output=True, timeout=60 * SLOW)
        x = Result(p.returncode, p.stdout.decode("utf8", "replace"), p.stderr.decode("utf8", "replace"), 0)
        no_crash(x); done(x)
    p = subprocess.run([EXE.encode(), b"recall", bytes(d) + b"/na\xffme.wav"], env=env_of(BASE / "home"), capture_output=True, timeout=60 * SLOW)
    x = Result(p.returncode, p.stdout.decode("utf8", "replace"), p.stderr.decode("utf8", "replace"), 0); done(x)
    for cmd in ([b"inspect", bytes(d) + b"/no\xff"], [b"render", b"a", b"-o", bytes(d) + b"/no\xff/x.wav"], [b"compare", bytes(d) + b"/na\xffme.wav", bytes(d) + b"/na\xffme.wav"], [b"compare", bytes(d) + b"/na\xffme.wav", bytes(d) + b"/na\xffme.wav", b"--json"], [b"render", b"a", b"-o", bytes(d) + b"/x.w\xff"]):
        p = subprocess.run([EXE.encode(), *cmd], env=env_of(BASE / "home"), capture_output=True, timeout=60 * SLOW)
        x = Result(p.returncode, p.stdout.decode("utf8", "replace"), p.stderr.decode("utf8", "replace"), 0); no_crash(x)


@case("count with a file in the way at the second name: nothing is made before it is said")
def _():
    d = workdir("o-count"); (d / "x-2.wav").write_text("mine"); refused(cli("render", "a", *M, "--count", "3", "-o", str(d / "x.wav")), "x-2.wav"); need(len(list(d.iterdir())) == 1, "made something")


if __name__ == "__main__":
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
