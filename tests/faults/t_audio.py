"""Broken and strange sound files, wherever a sound can be given; hostile settings inside sound files."""
import json, os, struct, sys
import numpy as np, soundfile
np.seterr(all='ignore')
from lib import *

def sine(n, rate=24000, ch=1): return (0.3 * np.sin(np.arange(n) * 2 * np.pi * 200 / rate)[:, None] * np.ones((1, ch))).astype("float32")

def chunk(name, data): return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
def riff(*chunks, size=None):
    body = b"WAVE" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body) if size is None else size) + body
def fmt(ch=1, rate=24000, bits=16, tag=1, align=None): return chunk(b"fmt ", struct.pack("<HHIIHH", tag, ch, rate, rate * ch * bits // 8 & 0xffffffff, (ch * bits // 8 if align is None else align) & 0xffff, bits))

def files(d):
    pcm = (sine(24000 * 4)[:, 0] * 32767).astype("<i2").tobytes()
    w = lambda n, b: (d / n).write_bytes(b)
    w("zero.wav", b""); w("head.wav", riff(fmt())); w("head44.wav", riff(fmt(), chunk(b"data", b""))); w("riffsize0.wav", riff(fmt(), chunk(b"data", pcm), size=0)); w("riffsizebig.wav", riff(fmt(), chunk(b"data", pcm), size=0xffffffff))
    w("data4g.wav", b"RIFF\xff\xff\xff\xffWAVE" + fmt() + b"data" + struct.pack("<I", 0xfffffffe) + pcm); w("data2g.wav", b"RIFF\xff\xff\xff\xffWAVE" + fmt() + b"data" + struct.pack("<I", 0x7fffffff) + pcm[:100])
    w("odd.wav", riff(fmt(), chunk(b"data", pcm[:-1]))); w("ch0.wav", riff(fmt(ch=0), chunk(b"data", pcm))); w("rate0.wav", riff(fmt(rate=0), chunk(b"data", pcm))); w("rate1.wav", riff(fmt(rate=1), chunk(b"data", pcm))); w("ratemax.wav", riff(fmt(rate=0xffffffff), chunk(b"data", pcm))); w("rate2g.wav", riff(fmt(rate=2**31 - 1), chunk(b"data", pcm)))
    w("bits0.wav", riff(fmt(bits=0), chunk(b"data", pcm))); w("bits13.wav", riff(fmt(bits=13), chunk(b"data", pcm))); w("tag.wav", riff(fmt(tag=0x1234), chunk(b"data", pcm))); w("align0.wav", riff(fmt(align=0), chunk(b"data", pcm))); w("ch65535.wav", riff(fmt(ch=65535), chunk(b"data", pcm))); w("nofmt.wav", riff(chunk(b"data", pcm))); w("twofmt.wav", riff(fmt(), fmt(ch=2), chunk(b"data", pcm)))
    w("text.wav", b"this is no sound\n" * 100); w("html.mp3", b"<html>"); w("exe.wav", b"MZ" + os.urandom(5000)); w("riffonly.wav", b"RIFF"); w("zeros.wav", b"\0" * 100000); w("noise.flac", b"fLaC" + os.urandom(5000)); w("noise.ogg", b"OggS" + os.urandom(5000)); w("noise.mp3", b"\xff\xfb\x90\x00" + os.urandom(20000)); w("noise.opus", b"OggS\0\2" + b"\0" * 20 + b"\1\x13OpusHead" + os.urandom(3000)); w("noise.aiff", b"FORM" + struct.pack(">I", 50000) + b"AIFF" + os.urandom(5000)); w("noise.au", b".snd" + os.urandom(5000)); w("noise.w64", bytes.fromhex("726966662e91cf11a5d628db04c10000") + os.urandom(3000)); w("noise.caf", b"caff\0\1\0\0" + os.urandom(3000)); w("noise.rf64", b"RF64\xff\xff\xff\xffWAVEds64" + os.urandom(3000))
    w("id3huge.mp3", b"ID3\x03\0\0\x7f\x7f\x7f\x7f" + b"\0" * 1_000_000); w("cutflac.flac", _enc(d, "FLAC", "PCM_16")[:3000]); w("cutogg.ogg", _enc(d, "OGG", "VORBIS")[:2500]); w("cutmp3.mp3", _enc(d, "MP3", "MPEG_LAYER_III")[:1000])
    a = sine(24000 * 4); b = a.copy(); b[100] = np.nan; soundfile.write(d / "nan.wav", b, 24000, subtype="FLOAT"); b = a.copy(); b[:] = np.inf; soundfile.write(d / "inf.wav", b, 24000, subtype="FLOAT"); soundfile.write(d / "big.wav", a * 1e30, 24000, subtype="FLOAT"); soundfile.write(d / "denormal.wav", a * 1e-40, 24000, subtype="FLOAT"); soundfile.write(d / "double.wav", (a * 1e300).astype("float64"), 24000, subtype="DOUBLE")
    soundfile.write(d / "silence.wav", a * 0, 24000); soundfile.write(d / "r384k.wav", sine(384000 * 4, 384000), 384000); soundfile.write(d / "r100.wav", sine(400, 100), 100); soundfile.write(d / "r1hz.wav", sine(4, 1), 1); soundfile.write(d / "ch64.wav", sine(24000 * 4, ch=64), 24000); soundfile.write(d / "one.wav", sine(1), 24000); soundfile.write(d / "two.wav", sine(2), 24000); soundfile.write(d / "ten.wav", sine(10), 24000); soundfile.write(d / "dc.wav", a * 0 + 1, 24000); soundfile.write(d / "ch6.flac", sine(24000 * 4, ch=6), 24000)
    soundfile.write(d / "long.flac", sine(8000 * 600, 8000), 8000)
    b = bytearray(_enc(d, "FLAC", "PCM_16")); b[21] |= 0x0F; b[22:26] = b"\xff\xff\xff\xff"; w("flacclaim.flac", bytes(b))  # 2^36 - 1 samples claimed
    for f, s in (("OGG", "VORBIS"), ("OGG", "OPUS")): w(f"claim{s.lower()}.{'ogg' if s == 'VORBIS' else 'opus'}", _granule(_enc(d, f, s), 2**55))
    w("au2g.au", b".snd" + struct.pack(">IIIII", 24, 0xffffffff, 3, 24000, 1) + pcm); w("aucol.au", b".snd" + struct.pack(">IIIII", 24, 0x7fffffff, 3, 24000, 1) + pcm[:100]); w("caf.caf", b"caff\0\1\0\0desc" + struct.pack(">qd4sIIIII", 32, 24000.0, b"lpcm", 0, 2, 1, 1, 16) + b"data" + struct.pack(">qI", 2**60, 0) + pcm[:1000]); w("rf64.wav", b"RF64\xff\xff\xff\xffWAVEds64" + struct.pack("<IQQQI", 28, 2**61, 2**60, 2**59, 0) + fmt() + b"data\xff\xff\xff\xff" + pcm[:1000])
    (d / "dir.wav").mkdir(); os.mkfifo(d / "fifo.wav"); (d / "zero-dev.wav").symlink_to("/dev/zero"); (d / "loop.wav").symlink_to(d / "loop.wav"); (d / "null-dev.wav").symlink_to("/dev/null")

def _enc(d, f, s):
    import io
    b = io.BytesIO(); soundfile.write(b, sine(24000 * 4), 24000, format=f, subtype=s); return b.getvalue()

def _granule(data, value):
    """The last page of an Ogg stream claims another length; its checksum is made right again."""
    at = data.rindex(b"OggS"); page = bytearray(data[at:]); page[6:14] = struct.pack("<q", value); page[22:26] = b"\0\0\0\0"; crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8): crc = ((crc << 1) ^ 0x04C11DB7) & 0xFFFFFFFF if crc & 0x80000000 else (crc << 1) & 0xFFFFFFFF
    page[22:26] = struct.pack("<I", crc); return data[:at] + bytes(page)

_dir = None
def sounds():
    global _dir
    if _dir is None:
        _dir = workdir("sounds"); files(_dir)
    return _dir

GOOD = ("riffsize0", "riffsizebig", "odd", "twofmt", "silence", "r384k", "r100", "ch64", "one", "two", "ten", "dc", "ch6", "long", "cutflac", "cutogg", "cutmp3", "id3huge", "denormal", "data4g", "data2g", "bits13", "align0", "rate1", "r1hz", "noise", "big", "double", "ratemax", "rate2g", "exe")

def sweep(argv, timeout=12, only=None):
    d = sounds(); faults, took, slow = [], [], []
    names = sorted(p.name for p in d.iterdir())
    for n in names:
        if only and n.split(".")[0] not in only: continue
        o = BASE / "sweep.wav"; o.unlink(missing_ok=True)
        x = cli(*argv(str(d / n), str(o)), timeout=timeout, limits=((resource.RLIMIT_AS, 8 * 2**30),))
        try:
            no_crash(x); escapes(x)
            if x.code: refused(x, n)
            else: took.append(n)
            if x.wall_s > 15: slow.append(f"{n} {x.wall_s:.0f} s")
        except Fail as e: faults.append(f"{n}: {str(e)[:190]}")
    need(not faults, f"{len(faults)} of {len(names)}: " + " ; ".join(faults))
    return f"{len(names)} files; taken: {', '.join(t.split('.')[0] for t in took)}" + (f"; slow: {slow}" if slow else "")

@case("compare: every kind of broken sound file")
def _(): return sweep(lambda f, o: ("compare", f, str(voice_file())))
@case("compare: as the second file, as JSON, aligned")
def _():
    sweep(lambda f, o: ("compare", str(voice_file()), f, "--json", "--align"))
@case("recall: every kind of broken sound file")
def _(): return sweep(lambda f, o: ("recall", f))
@case("--source of Stable Audio 3: every kind")
def _(): return sweep(lambda f, o: ("render", "x", "--model", str(MODELS["sa3"]), "--seconds", "0.5", "--steps", "1", "--set", "mode=restyle", "--source", f, "-o", o))
@case("--source of MOSS: every kind")
def _(): return sweep(lambda f, o: ("render", "x", "--model", str(MODELS["moss"]), "--seconds", "0.5", "--steps", "1", "--source", f, "-o", o))
@case("--voice of CosyVoice3: every kind")
def _(): return sweep(lambda f, o: ("render", "hi there", "--model", str(MODELS["cosy"]), "--steps", "1", "--i-may-use-this-voice", "--voice", f, "--transcript", "hello", "-o", o))
@case("source to convert of CosyVoice3: every kind")
def _(): return sweep(lambda f, o: ("render", "hi", "--model", str(MODELS["cosy"]), "--steps", "1", "--i-may-use-this-voice", "--voice", str(voice_file()), "--set", "mode=convert", "--set", f"source={f}", "-o", o), only=("zero", "head44", "nan", "inf", "big", "one", "r384k", "r1hz", "ch64", "silence", "fifo", "long", "text", "data4g", "rate1", "ratemax", "noise", "dir", "double"))
@case("voice checks and trimming (studio) on every kind of file")
def _():
    d = sounds()
    code = f"""
import sys, os, signal; sys.path.insert(0, {SOURCE!r}); from pathlib import Path
from ditone.runtime.errors import DitoneError
from ditone.runtime.audio import reading, voice_checks, preparing, loudness, spectrogram
from ditone.gui.audio import sound_file as dropped
import inspect
bad = []
def late(*a): raise TimeoutError('hangs')
signal.signal(signal.SIGALRM, late)
for p in sorted(Path({str(d)!r}).iterdir()):
    signal.alarm(25)
    try:
        dropped.read(p)
        a, r = reading.read(p)
        for n, f in inspect.getmembers(voice_checks, inspect.isfunction):
            if f.__module__ == voice_checks.__name__ and not n.startswith('_') and len(inspect.signature(f).parameters) == 2: f(a, r)
    except DitoneError: pass
    except BaseException as e: bad.append(f'{{p.name}}: {{type(e).__name__}}: {{str(e)[:80]}}')
    signal.alarm(0)
print('BAD', bad) if bad else print('ok')
"""
    x = proc("-c", code, exe=[PY], timeout=170, env={"QT_QPA_PLATFORM": "offscreen"}, limits=((resource.RLIMIT_AS, 8 * 2**30),)); need(x.code == 0 and "BAD" not in x.out, x.out[-700:] + x.err[-300:])

# -- settings inside files ------------------------------------------------------------------------------------------------
GOODREQ = {"schema": 1, "model": "mini-sfx", "prompt": "a clang", "negative_prompt": "", "duration_s": 0.2, "seed": 1, "steps": 1, "solver": "euler", "cfg_scale": 3.0, "apg": 1.0, "extra": {}, "engine": {}}

def with_settings(path, text):
    pcm = (sine(4800)[:, 0] * 32767).astype("<i2").tobytes()
    path.write_bytes(riff(fmt(), chunk(b"data", pcm), chunk(b"dtne", text if isinstance(text, bytes) else text.encode("utf8", "surrogatepass"))))
    return path

def hostile():
    R = lambda **k: {**GOODREQ, **k}
    J = lambda r, **k: json.dumps({"schema": 1, "request": r, **k})
    for key in GOODREQ:
        for v in (None, "x", -1, 1e308, [], {}, True, [[]], 10**400, "9" * 6000): yield f"{key} = {str(v)[:12]}", J(R(**{key: v}))
    yield "no request", json.dumps({"schema": 1}); yield "request list", json.dumps({"request": []}); yield "request text", json.dumps({"request": "x"}); yield "request null", json.dumps({"request": None}); yield "a list", "[]"; yield "a number", "5"; yield "null", "null"; yield "empty", ""; yield "broken", "{"; yield "not utf8", b"\xff\xfe{"
    yield "deep", '{"request":' + "[" * 100000; yield "deep closed", '{"request":' + "[" * 50000 + "]" * 50000 + "}"; yield "deep in extra", '{"schema":1,"request":{"model":"mini-sfx","extra":{"a":' + "[" * 900 + "]" * 900 + "}}}"
    yield "huge number", '{"schema":1,"request":{"model":"mini-sfx","seed":' + "9" * 5000 + "}}"; yield "NaN", '{"schema":1,"request":{"model":"mini-sfx","prompt":"a","duration_s":NaN,"steps":1}}'; yield "Infinity", '{"schema":1,"request":{"model":"mini-sfx","prompt":"a","cfg_scale":Infinity}}'
    yield "surrogate prompt", '{"schema":1,"request":{"model":"mini-sfx","prompt":"a \\ud800 b","steps":1,"duration_s":0.2,"solver":"euler","extra":{"decoder":"neural"}}}'; yield "nul prompt", J(R(prompt="a\0b", extra={"decoder": "neural"})); yield "escape prompt", J(R(prompt="\x1b]0;owned\x07\x1b[31m", extra={"decoder": "neural"})); yield "10 MB prompt", J(R(prompt="x" * 10_000_000))
    yield "nul model", J(R(model="a\0b")); yield "surrogate model", '{"schema":1,"request":{"model":"\\ud800/x","prompt":"a"}}'; yield "escape model", J(R(model="\x1b[31m/x")); yield "long model", J(R(model="/" + "x" * 5000)); yield "extra unknown", J(R(extra={"nope": 1})); yield "extra escape", J(R(extra={"\x1b[31mnope": "\x1b[2J"})); yield "extra nested", J(R(extra={"decoder": {"a": {"b": 1}}})); yield "engine unknown", J(R(engine={"nope": 1})); yield "engine device", J(R(engine={"device": "\x1b[31m"})); yield "engine device number", J(R(engine={"device": 5})); yield "engine threads text", J(R(engine={"threads": "many"})); yield "engine threads 1e9", J(R(engine={"threads": 10**9})); yield "engine threads -1", J(R(engine={"threads": -1})); yield "engine precision list", J(R(engine={"precision": []})); yield "engine chunk", J(R(engine={"chunk_frames": -5})); yield "engine chunk 1e18", J(R(engine={"chunk_frames": 10**18})); yield "engine list", J(R(engine=[1])); yield "extra list", J(R(extra=[1])); yield "extra text", J(R(extra="x"))
    yield "newer schema", J(R(schema=99)); yield "schema text", J(R(schema="x")); yield "model_files list", J(R(), model_files=[1]); yield "model_files paths", J(R(), model_files={"../../../../etc/passwd": "0" * 64, "/etc/shadow": "0", "\x1b[31m": "x", "a\0b": "c"}); yield "model_files number", J(R(), model_files={"config.json": 5}); yield "details list", J(R(), details=[1]); yield "details text", J(R(), details={"spoken_text": "\x1b[31m"}); yield "model_files dev", J(R(), model_files={"../../../../../../../dev/zero": "0"})

@case("recall FILE: hostile settings of every kind")
def _():
    d = workdir("meta"); faults = []; n = 0
    for kind, text in hostile():
        f = with_settings(d / "h.wav", text); n += 1
        for more in ((), ("--json",)):
            x = cli("recall", str(f), *more, timeout=8)
            try:
                no_crash(x); escapes(x)
                if x.code: refused(x)
            except Fail as e: faults.append(f"{kind} {more}: {str(e)[:170]}")
    kinds = {}
    for f in faults: kinds.setdefault(f.split(": ", 1)[1][:70], []).append(f)
    need(not faults, f"{len(faults)} of {2 * n} in {len(kinds)} kinds: " + " ; ".join(f"{v[0][:230]} [{len(v)}x]" for v in kinds.values()))
    return f"{n} kinds"


@case("recall -o replaces no file without being asked, and a file that holds hostile settings is no take that may be replaced silently")
def _():
    d = workdir("meta4"); f = with_settings(d / "h.wav", json.dumps({"request": {**GOODREQ, "extra": {"decoder": "neural"}}})); (d / "mine.wav").write_bytes(b"mine")
    refused(cli("recall", str(f), "-o", str(d / "mine.wav")), "mine.wav"); need((d / "mine.wav").read_bytes() == b"mine", "replaced")
    before = f.read_bytes(); x = cli("recall", str(f), "-o", str(f)); no_crash(x)
    # a recording with an empty settings chunk is not "an earlier take that is repeatable"
    g = with_settings(d / "g.wav", "{}"); b = g.read_bytes(); x = cli("render", "a", "--seconds", "0.2", "--steps", "1", "-o", str(g)); no_crash(x)
    need(g.read_bytes() == b, "a sound with an empty settings object (from which nothing can be made again) was replaced without --overwrite")

@case("recall -o with model = a foreign folder: does it load a folder that the file names? (said or not)")
def _():
    d = workdir("meta5"); f = with_settings(d / "h.wav", json.dumps({"request": {**GOODREQ, "model": str(MODELS["moss"]), "extra": {}, "solver": "euler"}}))
    x = cli("recall", str(f), "-o", str(d / "o.wav")); no_crash(x); return x.brief(150)

@case("a hostile RIFF: chunk sizes of 0xffffffff, thousands of chunks, two settings chunks, settings before the data")
def _():
    d = workdir("riff"); pcm = (sine(4800)[:, 0] * 32767).astype("<i2").tobytes(); faults = []
    good = json.dumps({"request": {**GOODREQ, "extra": {"decoder": "neural"}}}).encode()
    kinds = {"size max": riff(fmt(), chunk(b"data", pcm)) + b"dtne\xff\xff\xff\xff" + good, "many chunks": riff(fmt(), chunk(b"data", pcm), *[chunk(b"junk", b"")] * 200000), "two": riff(fmt(), chunk(b"data", pcm), chunk(b"dtne", good), chunk(b"dtne", b"{}")), "before": riff(fmt(), chunk(b"dtne", good), chunk(b"data", pcm)), "in list": riff(fmt(), chunk(b"data", pcm), chunk(b"LIST", b"INFO" + chunk(b"ICMT", b"x" * 100000))), "riff inside": riff(fmt(), riff(fmt()), chunk(b"data", pcm))}
    for k, b in kinds.items():
        (d / "r.wav").write_bytes(b)
        for a in (("recall", str(d / "r.wav")), ("compare", str(d / "r.wav"), str(d / "r.wav"))):
            try: x = cli(*a, timeout=30); no_crash(x)
            except Fail as e: faults.append(f"{k} {a[0]}: {e}")
    need(not faults, " ; ".join(faults))

@case("mp3, flac, ogg with huge and hostile tags")
def _():
    import mutagen, mutagen.id3 as id3, mutagen.flac as fl
    d = workdir("tags"); faults = []
    for ext, f, s in ((".mp3", "MP3", "MPEG_LAYER_III"), (".flac", "FLAC", "PCM_16"), (".ogg", "OGG", "VORBIS")):
        for kind in ("huge", "hostile", "many", "picture", "binary"):
            p = d / f"t{kind}{ext}"; soundfile.write(p, sine(24000), 24000, format=f, subtype=s)
            t = mutagen.File(p)
            try:
                if ext == ".mp3":
                    if t.tags is None: t.add_tags()
                    if kind == "huge": t.tags.add(id3.TXXX(encoding=3, desc="DITONE", text="x" * 20_000_000))
                    if kind == "hostile": t.tags.add(id3.TXXX(encoding=3, desc="DITONE", text='{"request": ' + "[" * 50000))
                    if kind == "many": [t.tags.add(id3.TXXX(encoding=3, desc=f"d{i}", text="y")) for i in range(20000)]
                    if kind == "picture": t.tags.add(id3.APIC(encoding=3, mime="x", type=3, desc="c", data=b"\0" * 15_000_000))
                    if kind == "binary": t.tags.add(id3.TXXX(encoding=3, desc="DITONE", text="\0\0"))
                else:
                    if kind == "huge": t["DITONE"] = "x" * 8_000_000
                    if kind == "hostile": t["DITONE"] = '{"request": ' + "[" * 50000
                    if kind == "many": [t.__setitem__(f"d{i}", "y") for i in range(5000)]
                    if kind == "binary": t["DITONE"] = ["\0\0", "{}"]
                t.save()
            except Exception: continue
            for a in (("recall", str(p)), ("compare", str(p), str(p))):
                try: x = cli(*a, timeout=40); no_crash(x); escapes(x)
                except Fail as e: faults.append(f"{p.name} {a[0]}: {str(e)[:200]}")
    need(not faults, f"{len(faults)}: " + " ; ".join(faults))

@case("3,000 sound files with random bytes changed (wav, flac, ogg, opus, mp3): reading sound and settings gives a result or a sentence")
def _():
    d = workdir("bitflip"); code = f"""
import sys, io, random, signal, resource; sys.path.insert(0, {SOURCE!r}); from pathlib import Path; import numpy as np, soundfile
from ditone.runtime.audio import metadata, reading; from ditone.runtime.errors import DitoneError
resource.setrlimit(resource.RLIMIT_AS, (6 * 2**30,) * 2)
rng = random.Random(9); bad = {{}}; n = 0; p = Path({str(d)!r}) / 'x'
def late(*a): raise TimeoutError('hangs')
signal.signal(signal.SIGALRM, late)
a = (0.1 * np.sin(np.arange(6000) * 0.1)).astype('float32')
for f, s in (('WAV', 'FLOAT'), ('WAV', 'PCM_16'), ('FLAC', 'PCM_24'), ('OGG', 'VORBIS'), ('OGG', 'OPUS'), ('MP3', 'MPEG_LAYER_III')):
    b = io.BytesIO(); soundfile.write(b, a, 24000, format=f, subtype=s); good = metadata.embed(b.getvalue(), {{'request': {{'model': 'mini-sfx', 'prompt': 'a'}}}}, 't')
    for i in range(500):
        x = bytearray(good); head = min(len(x), 700)
        for _ in range(rng.randrange(1, 12)): x[rng.randrange(head) if rng.random() < 0.8 else rng.randrange(len(x))] = rng.choice([0, 255, 127, 128, rng.randrange(256)])
        if rng.random() < 0.2: x = x[: rng.randrange(len(x))]
        p.write_bytes(x); n += 1; signal.alarm(10)
        for name, g in (('reading', reading.read), ('metadata', metadata.read)):
            try: g(p)
            except DitoneError: pass
            except BaseException as e:
                k = f'{{name}} {{f}}/{{s}} {{type(e).__name__}}: {{str(e)[:60]}}'; bad[k] = bad.get(k, 0) + 1; (p.parent / f'{{name}}-{{f}}-{{type(e).__name__}}').write_bytes(x)
        signal.alarm(0)
print(n, 'BAD' if bad else 'ok', bad)
"""
    x = proc("-c", code, exe=[PY], timeout=170); need(x.code == 0 and "BAD" not in x.out, x.out[-800:] + x.brief(200)); return x.out.strip()

if __name__ == "__main__":
    CASES.sort(key=lambda c: c[0].startswith(("--", "source to", "voice checks", "compare: ")))  # the long sweeps last
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
