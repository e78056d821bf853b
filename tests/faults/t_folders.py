"""Model folders: broken, hostile, changing."""
import copy, io, json, os, pickle, re, struct, sys, zipfile
from lib import *

WEIGHTS = {"sa3": ["model.safetensors", "t5gemma-b-b-ul2/model.safetensors"], "moss": ["transformer/diffusion_pytorch_model.safetensors", "text_encoder/model-00001-of-00002.safetensors"],
           "dots": ["model.safetensors", "vocoder.safetensors"], "cosy": []}  # of CosyVoice3 only torch files are read
CONFIGS = {"sa3": ["model_config.json", "t5gemma-b-b-ul2/config.json", "t5gemma-b-b-ul2/tokenizer_config.json"],
           "moss": ["model_index.json", "transformer/config.json", "scheduler/scheduler_config.json", "text_encoder/config.json", "vae/config.json", "tokenizer/tokenizer_config.json", "text_encoder/model.safetensors.index.json"],
           "dots": ["config.json", "llm_config.json", "tokenizer_config.json", "added_tokens.json", "special_tokens_map.json"],
           "cosy": ["CosyVoice-BlankEN/config.json", "CosyVoice-BlankEN/tokenizer_config.json", "CosyVoice-BlankEN/vocab.json"]}
TOKENIZERS = {"sa3": "t5gemma-b-b-ul2/tokenizer.json", "moss": "tokenizer/tokenizer.json", "dots": "tokenizer.json"}
PICKLES = {"moss": "vae/vae_128d_48k.pth", "dots": "latent_stats.pt", "cosy": "flow.pt"}

def linked(d, which, *own):
    """A folder of links to the model's files; the files of `own` are copies, to be altered."""
    target = d / which
    shutil.rmtree(target, ignore_errors=True)
    for p in MODELS[which].rglob("*"):
        q = target / p.relative_to(MODELS[which])
        if p.is_dir(): q.mkdir(parents=True, exist_ok=True)
        else:
            q.parent.mkdir(parents=True, exist_ok=True)
            if str(p.relative_to(MODELS[which])) in own: shutil.copyfile(p, q)
            else: q.symlink_to(p)
    return target

def both(which, folder, d, *names, may_work=False, timeout=40, limits=()):
    """inspect and render: each a sentence; or (may_work) success."""
    x = cli("inspect", str(folder), watch=folder, timeout=timeout, limits=limits)
    no_crash(x); escapes(x)
    y = cli(*render_args(which, folder, d / "o.wav"), watch=folder, timeout=timeout, limits=limits)
    no_crash(y); escapes(y)
    for r in (x, y):
        bad = [e for e in r.events if not e.startswith("os.fork")]
        need(not bad, f"the folder made it do: {bad[:3]}")
    if y.code == 0:
        need(may_work, f"accepted without a word: {y.brief()}")
        return "works"
    refused(y, *names)
    if y.code == 0 or x.code == 0: return "inspect says it can be loaded; render: " + y.err.strip()[:200]
    problem(x)
    return y.err.strip()[:200]

# -- safetensors ---------------------------------------------------------------------------------------------------------
def st_cases(path):
    head, body = header(path)
    names = [n for n in head if n != "__metadata__"]
    first = names[0]
    n = path.stat().st_size
    def alter(**kw):
        h = copy.deepcopy(head); h[first].update(kw); return lambda: put_header(path, h, body)
    raw = path.read_bytes()
    W = path.write_bytes
    def dup():
        text = json.dumps(head)[:-1] + "," + json.dumps(first) + ":" + json.dumps({"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}) + "}"
        put_header(path, None, body, text.encode())
    deep = lambda: put_header(path, None, body, b'{"a":' + b"[" * 200000 + b"]" * 200000 + b"}")
    def renamed():
        h = copy.deepcopy(head); h["renamed.weight"] = h.pop(first); put_header(path, h, body)
    def extra_name():
        h = copy.deepcopy(head); h["\x1b[31mevil\x07"] = dict(h[first]); put_header(path, h, body)
    def huge():
        h = copy.deepcopy(head); h[first] = {"dtype": "F32", "shape": [2**40, 2**20], "data_offsets": [0, 4]}; put_header(path, h, body)
    def overlap():
        h = copy.deepcopy(head)
        if len(names) > 1: h[names[1]]["data_offsets"] = h[first]["data_offsets"]; h[names[1]]["shape"] = h[first]["shape"]
        put_header(path, h, body)
    return {
        "0 bytes": lambda: W(b""), "7 bytes": lambda: W(raw[:7]), "8 bytes": lambda: W(raw[:8]), "cut in header": lambda: W(raw[: 8 + 50]), "cut in the middle": lambda: W(raw[: n // 2]), "one byte short": lambda: W(raw[:-1]), "64 bytes more": lambda: W(raw + b"\0" * 64),
        "header length 2^63": lambda: W(struct.pack("<Q", 2**63) + raw[8:]), "header length 2^64-1": lambda: W(b"\xff" * 8 + raw[8:]), "header length 0": lambda: W(b"\0" * 8 + raw[8:]), "header length 1 too many": lambda: W(struct.pack("<Q", struct.unpack("<Q", raw[:8])[0] + 1) + raw[8:]),
        "header not UTF-8": lambda: put_header(path, None, body, b'{"\xff\xfe":1}'), "header a list": lambda: put_header(path, [], body), "header a number": lambda: put_header(path, 5, body), "header empty object": lambda: put_header(path, {}, b""), "duplicate key": dup, "deep recursion": deep,
        "shape wrong": alter(shape=[1, 2, 3]), "shape negative": alter(shape=[-1, 4]), "shape a text": alter(shape="abc"), "shape of texts": alter(shape=["a"]), "shape floats": alter(shape=[1.5]), "shape huge": huge, "dtype unknown": alter(dtype="F8_E9M9"), "dtype a number": alter(dtype=7), "dtype a list": alter(dtype=["F32"]),
        "dtype I64": alter(dtype="I64"), "dtype BOOL": alter(dtype="BOOL"), "offsets reversed": alter(data_offsets=[head[first]["data_offsets"][1], head[first]["data_offsets"][0]]), "offsets negative": alter(data_offsets=[-8, 4]), "offsets 2^62": alter(data_offsets=[0, 2**62]), "offsets texts": alter(data_offsets=["0", "x"]), "offsets missing": lambda: put_header(path, {first: {"dtype": "F32", "shape": [1]}}, body),
        "overlap": overlap, "tensor renamed": renamed, "tensor more, escape in its name": extra_name, "metadata a list": lambda: put_header(path, {**head, "__metadata__": [1]}, body), "metadata of numbers": lambda: put_header(path, {**head, "__metadata__": {"a": 1}}, body), "text file": lambda: W(b"version https://git-lfs.example/spec/v1\noid sha256:abc\nsize 123\n"), "html page": lambda: W(b"<!DOCTYPE html><html>404"), "zeros": lambda: W(b"\0" * n),
    }

for which, files in WEIGHTS.items():
    for file in files:
        if file == "t5gemma-b-b-ul2/model.safetensors" or "text_encoder" in file or "vocoder" in file: few = ("0 bytes", "cut in the middle", "one byte short", "header length 2^63", "shape wrong", "dtype I64", "tensor renamed", "text file", "overlap", "dtype unknown", "deep recursion", "64 bytes more")
        else: few = None
        @case(f"safetensors {which}/{file}: every kind of damage")
        def _(which=which, file=file, few=few):
            d = workdir(f"st-{which}-{file}"); faults, notes, count = [], [], 0
            names = few or list(st_cases(linked(d, which, file) / file))
            for kind in names:
                f = linked(d, which, file)
                st_cases(f / file)[kind]()
                count += 1
                try:
                    got = both(which, f, d, may_work=kind in ("duplicate key", "metadata of numbers", "metadata a list", "64 bytes more", "dtype I64", "dtype BOOL", "overlap"))
                    if got and got.startswith("inspect"): notes.append(kind)
                    if got == "works": notes.append(f"{kind}: works")
                    if "file name" and got and got not in ("works",) and Path(file).name not in got and kind not in ("tensor renamed",):
                        faults.append(f"{kind}: file not named: {got[:120]}")
                except Fail as e: faults.append(f"{kind}: {str(e)[:230]}")
            need(not faults, f"{len(faults)} of {count}: " + " ; ".join(faults))
            return f"{count} kinds; found only when loading, or works: {', '.join(notes)}"

@case("weights cosy: NaN and inf are told")
def _():
    import torch
    d = workdir("nan-cosy"); notes = []
    for file in ("flow.pt", "hift.pt", "llm.pt"):
        for value in (float("nan"), float("inf")):
            f = linked(d, "cosy", file); data = torch.load(f / file, weights_only=True); torch.save({k: torch.full_like(v, value) if v.is_floating_point() and v.dim() > 1 else v for k, v in data.items()}, f / file)
            x = cli(*render_args("cosy", f, d / "o.wav"), timeout=60); no_crash(x); need("finite" in x.err or "silent" in x.err or "constant" in x.err or x.code in (1, 2), f"{file} of {value}: not a word: {x.brief()}"); notes.append(f"{file} {value}: {x.brief(90)}")
    return " ; ".join(notes)

for which in ("sa3", "moss", "dots"):
    @case(f"weights {which}: NaN and inf are told")
    def _(which=which):
        import numpy as np
        d = workdir(f"nan-{which}"); notes = []
        for value in (float("nan"), float("inf")):
            for file in WEIGHTS[which]:
                f = linked(d, which, file); p = f / file
                head, body = header(p); body = bytearray(body)
                for n, t in head.items():
                    if n == "__metadata__" or t["dtype"] not in ("F32", "BF16", "F16") or len(t["shape"]) < 2: continue
                    a, b = t["data_offsets"]
                    w = {"F32": 4}.get(t["dtype"], 2)
                    bits = {"F32": np.array([value], "<f4").tobytes(), "BF16": np.array([value], "<f4").tobytes()[2:], "F16": np.array([value], "<f2").tobytes()}[t["dtype"]]
                    body[a:b] = bits * ((b - a) // w)
                put_header(p, head, bytes(body))
                x = cli(*render_args(which, f, d / "o.wav"), timeout=60); no_crash(x)
                need("finite" in x.err or "silent" in x.err or x.code in (1, 2), f"{file} of {value}: not a word: {x.brief()}")
                notes.append(f"{Path(file).name} {value}: {x.brief(110)}")
        return " ; ".join(notes)

# -- configurations ---------------------------------------------------------------------------------------------------
def leaves(data, path=()):
    if isinstance(data, dict):
        for k, v in data.items(): yield from leaves(v, (*path, k))
    elif isinstance(data, list) and len(data) <= 8:
        yield path
        for i, v in enumerate(data): yield from leaves(v, (*path, i))
    else: yield path

GONE = object()
VALUES = [GONE, 0, -1, 10**9, 1e308, float("nan"), "x", None, [], {}, True, 1.5, 2**63, [[]], ""]

def put(data, path, value):
    data = copy.deepcopy(data); at = data
    for k in path[:-1]: at = at[k]
    if value is GONE: del at[path[-1]]
    else: at[path[-1]] = value
    return data

def attempt(which, folder, seconds=25):
    """In a fork: resolve, open, one step. -> words, '' where it behaved."""
    warm()
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(r); os.setsid(); words = ""
        null = os.open("/dev/null", os.O_WRONLY); os.dup2(null, 1); os.dup2(null, 2)
        resource.setrlimit(resource.RLIMIT_AS, (12 * 2**30,) * 2)
        os.environ.update(env_of(BASE / "home"))
        from ditone.runtime import registry
        from ditone.runtime.errors import DitoneError
        from ditone.runtime.request import EngineSettings
        from ditone.runtime.session import Session
        try:
            stage = "inspect"
            info = registry.resolve(str(folder))
            from ditone.runtime.cli.listing import _explain
            _explain(info)
            if not info.problems:
                stage = "load"
                s = Session.open(info, EngineSettings(threads=1))
                stage = "generate"
                q = info.defaults().replaced(engine=EngineSettings(threads=1), prompt="hello there", steps=2)
                if which in ("sa3", "moss"): q = q.replaced(duration_s=info.control("duration_s").clamp(0.5))
                if which.startswith("dots"): q = q.replaced(max_patches=3)
                if which == "cosy": q = q.replaced(reference=str(voice_file()), transcript="hi")
                s.generate(q)
        except DitoneError as e:
            if len(e.text()) > 3000: words = f"{stage}: sentence of {len(e.text())} characters"
        except BaseException as e:
            tb = traceback.extract_tb(e.__traceback__)
            ours = [t for t in tb if "/runtime/" in t.filename or "/models/" in t.filename]
            at = f"{Path((ours or tb)[-1].filename).relative_to(SRC) if ours else tb[-1].filename}:{(ours or tb)[-1].lineno}"
            words = f"{stage}: {type(e).__name__}: {str(e)[:90]} @ {at}"
        os.write(w, words.encode("utf8", "backslashreplace")[:4000]); os._exit(0)
    os.close(w); begin = time.time(); words = None
    while time.time() - begin < seconds:
        if select.select([r], [], [], 0.2)[0]: break
    else: words = f"hangs (more than {seconds} s)"; os.kill(pid, signal.SIGKILL)
    data = os.read(r, 4000).decode("utf8", "replace") if words is None else words
    os.close(r); _, status = os.waitpid(pid, 0)
    if words is None and os.WIFSIGNALED(status): data = f"died of signal {os.WTERMSIG(status)}"
    return data

def fuzz(which, file, every=1):
    d = workdir(f"fuzz-{which}-{file}"); f = linked(d, which, file); p = f / file
    data = json.loads(p.read_text()); all_leaves = list(leaves(data))
    if len(all_leaves) > 60: all_leaves = all_leaves[:: max(1, len(all_leaves) // 45)]
    faults, count = {}, 0
    begun = time.time()
    for i, path in enumerate(all_leaves):
        chosen = [GONE] + [VALUES[1 + (i * 4 + k * 3) % (len(VALUES) - 1)] for k in range(4)]
        for v in chosen:
            if v is GONE and isinstance(path[-1] if path else None, int): continue
            if not path: continue
            p.write_text(json.dumps(put(data, path, v))); count += 1
            w = attempt(which, f)
            if w:
                key = w.split(" @ ")[-1] if " @ " in w else w[:40]
                faults.setdefault(key, []).append(f"{'.'.join(map(str, path))} = {'(missing)' if v is GONE else repr(v)}: {w}")
    p.write_text("{"); w1 = attempt(which, f)
    need(not faults, f"{sum(map(len, faults.values()))} of {count} values at {len(faults)} places: " + " ; ".join(f"{v[0][:230]} [{len(v)}x]" for v in faults.values()))
    return f"{count} values of {len(all_leaves)} keys, each a sentence or a take"

for which, files in CONFIGS.items():
    for file in files:
        @case(f"config {which}/{file}: every key missing, 0, negative, 1e9, 1e308, NaN, text, null, list, object")
        def _(which=which, file=file):
            if file.endswith("vocab.json"): return whole(which, file)
            return fuzz(which, file)

def whole(which, file):
    """Whole-file damage."""
    d = workdir(f"whole-{which}-{file}"); f = linked(d, which, file); p = f / file; good = p.read_text(); faults = []
    kinds = {"empty": "", "half": good[: len(good) // 2], "list": "[]", "number": "5", "null": "null", "text": '"x"', "deep": '{"a":' * 100000 + "1" + "}" * 100000, "deep list": "[" * 100000, "big": '{"a": "' + "x" * 30_000_000 + '"}',
             "many keys": json.dumps({f"k{i}": i for i in range(300000)}), "not utf8": None, "bom": "\ufeff" + good, "duplicate": good.rstrip()[:-1] + "," + good.lstrip()[1:] if good.lstrip().startswith("{") else good, "digits": '{"vocab_size": ' + "9" * 5000 + "}"}
    for kind, text in kinds.items():
        p.write_bytes(b"\xff\xfe\x00" if text is None else text.encode())
        w = attempt(which, f, 40)
        if w: faults.append(f"{kind}: {w[:200]}")
    need(not faults, f"{len(faults)} of {len(kinds)}: " + " ; ".join(faults))

for which, files in CONFIGS.items():
    @case(f"config {which}: whole files empty, cut, of another kind, deep, 30 MB, not UTF-8")
    def _(which=which, files=files):
        faults = []
        for file in [*files, *([TOKENIZERS[which]] if which in TOKENIZERS else [])]:
            try: whole(which, file)
            except Fail as e: faults.append(f"{file}: {e}")
        need(not faults, " ;; ".join(faults))

for which, file in TOKENIZERS.items():
    @case(f"tokenizer {which}: huge vocabulary, catastrophic regex, wrong parts")
    def _(which=which, file=file):
        d = workdir(f"tok-{which}"); f = linked(d, which, file); p = f / file; good = json.loads(p.read_text()); faults = []
        def variant(**kw): return {**good, **kw}
        bad = {"regex": variant(pre_tokenizer={"type": "Split", "pattern": {"Regex": "(a+)+$|(h|he|hel)*x"}, "behavior": "Isolated", "invert": False}), "normalizer": variant(normalizer={"type": "Replace", "pattern": {"Regex": "(.*)*(.*)*(.*)*x"}, "content": "y" * 1000}),
               "grow": variant(normalizer={"type": "Sequence", "normalizers": [{"type": "Replace", "pattern": {"String": "e"}, "content": "ee"}] * 26}), "no model": {k: v for k, v in good.items() if k != "model"}, "model empty": variant(model={}), "vocab list": variant(model={**good["model"], "vocab": []}),
               "ids huge": variant(model={**good["model"], "vocab": {k: 4_000_000_000 for k in list(good["model"]["vocab"])[:5]} if isinstance(good["model"].get("vocab"), dict) else []}), "version": variant(version="99.0"), "unknown type": variant(model={**good["model"], "type": "Evil"}), "truncation": variant(truncation={"max_length": 0, "stride": 5, "strategy": "LongestFirst", "direction": "Right"}), "padding": variant(padding={"strategy": {"Fixed": 4_000_000_000}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0, "pad_type_id": 0, "pad_token": "<pad>"})}
        for kind, data in bad.items():
            p.write_text(json.dumps(data)); w = attempt(which, f, 40)
            if w: faults.append(f"{kind}: {w[:220]}")
        need(not faults, f"{len(faults)} of {len(bad)}: " + " ; ".join(faults))

# -- pickles ------------------------------------------------------------------------------------------------------------
PWNED = Path("/tmp/ditone-PWNED-pickle")
class Evil:
    def __init__(self, f): self.f = f
    def __reduce__(self): return self.f

def evil_files():
    import builtins, torch
    touch = f"open({str(PWNED)!r}, 'w').write('x')"
    zipped = lambda data, name="archive/data.pkl": _zip({name: data, "archive/version": b"3\n", "archive/byteorder": b"little"})
    yield "os.system", pickle.dumps(Evil((os.system, (f"touch {PWNED}",))))
    yield "builtins.exec", pickle.dumps({"a": Evil((exec, (touch,)))})
    yield "eval in zip", zipped(pickle.dumps({"a": Evil((eval, (touch,)))}))
    yield "os.system in zip", zipped(pickle.dumps({"w": Evil((os.system, (f"touch {PWNED}",)))}))
    yield "getattr chain", zipped(b"cbuiltins\ngetattr\n(cos\nS'system'\ntR(S'touch " + str(PWNED).encode() + b"'\ntR.")
    yield "torch.load inside", zipped(pickle.dumps({"w": Evil((torch.load, ("/etc/passwd",)))}))
    yield "path traversal in zip", _zip({"../../../../tmp/ditone-PWNED-pickle": b"x", "archive/data.pkl": pickle.dumps({}), "archive/version": b"3\n"})
    yield "zip bomb", _zip({"archive/data.pkl": b"\0" * (600 * 2**20), "archive/version": b"3\n"})
    yield "not a zip, not a pickle", b"hello"
    yield "empty", b""
    yield "pickle of a module object", pickle.dumps([1, 2, 3])
    yield "recursive pickle", b"\x80\x04" + b"(" * 2_000_000 + b"."
    yield "huge bytes opcode", b"\x80\x04\x8e" + struct.pack("<Q", 2**62) + b"abc."
    yield "memo bomb", b"\x80\x04" + b"](" + b"K\x01" * 100 + b"e" + b"." 
    yield "torchscript", _zip({"archive/data.pkl": pickle.dumps({}), "archive/version": b"3\n", "archive/constants.pkl": pickle.dumps(()), "archive/code/__torch__.py": b"import os\n"})
    yield "tar", __import__("subprocess").run(["tar", "c", "-C", "/etc", "hostname"], capture_output=True).stdout

def _zip(parts):
    b = io.BytesIO()
    with zipfile.ZipFile(b, "w", zipfile.ZIP_DEFLATED) as z:
        for n, data in parts.items(): z.writestr(n, data)
    return b.getvalue()

for which, file in PICKLES.items():
    @case(f"pickle {which}/{file}: malicious and broken kinds run nothing and are refused by name")
    def _(which=which, file=file):
        d = workdir(f"pkl-{which}"); faults = []; PWNED.unlink(missing_ok=True); kinds = 0
        for kind, data in evil_files():
            f = linked(d, which, file); (f / file).unlink(missing_ok=True); (f / file).write_bytes(data); kinds += 1
            try:
                both(which, f, d, Path(file).name, timeout=60)
            except Fail as e: faults.append(f"{kind}: {str(e)[:250]}")
            if PWNED.exists(): faults.append(f"{kind}: CODE WAS RUN"); PWNED.unlink()
        need(not faults, f"{len(faults)} of {kinds}: " + " ; ".join(faults))
        return f"{kinds} kinds"


@case("python files and code hooks in a model folder are never imported (auto_map, trust_remote_code, __init__.py, .pth, conftest)")
def _():
    d = workdir("code"); faults = []; PWNED.unlink(missing_ok=True); evil = f"open({str(PWNED)!r},'w').write('x')\n"
    for which in ("sa3", "moss", "dots", "cosy"):
        f = linked(d, which, *CONFIGS[which])
        for p in (f, *[q for q in f.rglob("*") if q.is_dir()]):
            for n in ("modeling.py", "__init__.py", "tokenization.py", "configuration.py", "sitecustomize.py", "usercustomize.py", "torch.py", "json.py", "x.pth", "setup.py"):
                (p / n).write_text(evil if n != "x.pth" else "import os; " + evil)
        for c in CONFIGS[which]:
            p = f / c
            try: data = json.loads(p.read_text())
            except Exception: continue
            if isinstance(data, dict) and "index" not in c and "vocab" not in c and "added" not in c:
                data |= {"auto_map": {"AutoModel": "modeling.Evil", "AutoConfig": "configuration.Evil", "AutoTokenizer": ["tokenization.Evil", "tokenization.Evil"]}, "trust_remote_code": True, "custom_pipelines": {"x": {"impl": "modeling.Evil"}}}
                p.write_text(json.dumps(data))
        x = cli(*render_args(which, f, d / "o.wav"), watch=f, timeout=90, cwd=f)
        try:
            no_crash(x); bad = [e for e in x.events if "os.fork" not in e]; need(not bad, f"{bad[:3]}")
            if x.code: refused(x)
        except Fail as e: faults.append(f"{which}: {e}")
        y = proc(*render_args(which, f, d / "o.wav"), cwd=f)
        try: no_crash(y)
        except Fail as e: faults.append(f"{which} real process in that folder: {e}")
        if PWNED.exists(): faults.append(f"{which}: CODE OF THE FOLDER WAS RUN"); PWNED.unlink()
    need(not faults, " ; ".join(faults))

# -- YAML -----------------------------------------------------------------------------------------------------------------
@case("yaml cosy: python tags, bombs, recursion, references, and every scalar damaged")
def _():
    d = workdir("yaml"); f = linked(d, "cosy", "cosyvoice3.yaml"); p = f / "cosyvoice3.yaml"; good = p.read_text(); faults = {}; PWNED.unlink(missing_ok=True)
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{','.join('*' + chr(97 + i) for _ in range(9))}]\n" for i in range(9))
    kinds = {"python apply": f"x: !!python/object/apply:os.system ['touch {PWNED}']\n" + good, "python new": f"x: !!python/object/new:os.system ['touch {PWNED}']\n" + good, "apply os.system": f"x: !apply:os.system ['touch {PWNED}']\n" + good, "new subprocess": f"x: !new:subprocess.Popen\n  args: ['touch', '{PWNED}']\n" + good,
        "apply seed with nested": f"x: !apply:random.seed [!apply:os.system ['touch {PWNED}']]\n" + good, "include": "x: !include:/etc/passwd\n" + good, "bomb": bomb + good, "bomb alone": bomb, "self ref": "x: !ref <x>\n" + good, "ref cycle": "x: !ref <y>\ny: !ref <x>\n" + good, "ref product of lists": "x: !ref <x> * <x>\n" + good, "anchor cycle": "x: &x [*x]\n" + good, "anchor cycle map": "x: &x {a: *x}\n" + good,
        "deep": "x: " + "[" * 20000 + "]" * 20000 + "\n" + good, "deep map": "".join(" " * i + "a:\n" for i in range(3000)), "huge": "x: " + "y" * 3_000_000 + "\n" + good, "tab": "\tx: 1", "empty": "", "list": "[]", "text": "hello", "nul": "x: \0", "not utf8": None, "two documents": good + "\n---\nx: 1\n", "unhashable key": "? [a]\n: 1\n" + good, "map key": "? {a: 1}\n: 1\n" + good, "merge": "<<: 5\n" + good, "date": "sample_rate: 2001-01-01\n" + good, "int 9s": "z: " + "9" * 5000 + "\n" + good, "duplicate": good + "\nsample_rate: 5\n", "binary tag": "x: !!binary zzz\n" + good, "set": "x: !!set {a, b}\n" + good, "omap": "x: !!omap [1]\n" + good, "timestamp": "x: 9999-99-99\n" + good, "float": "x: !!float abc\n" + good, "int": "x: !!int abc\n" + good, "sexagesimal": "x: 1:2:3e\n" + good, "crlf": good.replace("\n", "\r\n")}
    for kind, text in kinds.items():
        p.write_bytes(b"\xff\xfe\xfd" if text is None else text.encode()); w = attempt("cosy", f, 40)
        if w: faults.setdefault(w.split(" @ ")[-1][:60], []).append(f"{kind}: {w}")
        if PWNED.exists(): faults.setdefault("RUN", []).append(f"{kind}: CODE WAS RUN"); PWNED.unlink()
    need(not faults, f"{sum(map(len, faults.values()))} of {len(kinds)}: " + " ; ".join(f"{v[0][:220]} [{len(v)}x]" for v in faults.values()))
    return f"{len(kinds)} kinds"


# -- ONNX ------------------------------------------------------------------------------------------------------------------
@case("onnx cosy: broken, cut, of another kind, with external data outside")
def _():
    d = workdir("onnx"); faults = []
    for file in ("campplus.onnx", "speech_tokenizer_v3.onnx"):
        good = (MODELS["cosy"] / file).read_bytes()
        other = (MODELS["cosy"] / ("campplus.onnx" if file[0] == "s" else "speech_tokenizer_v3.onnx")).read_bytes()
        for kind, data in {"empty": b"", "cut": good[: len(good) // 2], "text": b"hello", "zeros": b"\0" * 10000, "the other net": other, "garbage in the middle": good[:200] + b"\xff" * 200 + good[400:], "lfs pointer": b"version https://git-lfs.example/spec/v1\noid sha256:1\nsize 9\n"}.items():
            f = linked(d, "cosy", file); (f / file).write_bytes(data)
            x = cli(*render_args("cosy", f, d / "o.wav"), watch=f, timeout=60)
            try: refused(x, file) if x.code else need(False, f"accepted: {x.brief()}")
            except Fail as e: faults.append(f"{file} {kind}: {str(e)[:230]}")
    need(not faults, f"{len(faults)} of 14: " + " ; ".join(faults))

# -- files of strange kinds -----------------------------------------------------------------------------------------------
@case("links in a folder: to /dev/zero, /dev/random, a FIFO, a folder, itself; nothing hangs or fills the memory")
def _():
    d = workdir("links"); faults = []; count = 0
    for which in ("sa3", "moss", "dots", "cosy"):
        files = [*WEIGHTS[which][:1], CONFIGS[which][0], *([TOKENIZERS[which]] if which in TOKENIZERS else ["CosyVoice-BlankEN/vocab.json", "cosyvoice3.yaml", "campplus.onnx"]), *([PICKLES[which]] if which in PICKLES else [])]
        for file in files:
            for kind in ("/dev/zero", "fifo", "folder", "loop", "/dev/null"):
                f = linked(d, which); p = f / file; p.unlink()
                if kind == "fifo": os.mkfifo(p)
                elif kind == "folder": p.mkdir()
                elif kind == "loop": p.symlink_to(p)
                else: p.symlink_to(kind)
                count += 1
                try:
                    x = cli("inspect", str(f), timeout=15, limits=((resource.RLIMIT_AS, 6 * 2**30),)); no_crash(x)
                    y = cli(*render_args(which, f, d / "o.wav"), timeout=20, limits=((resource.RLIMIT_AS, 6 * 2**30),)); no_crash(y)
                    if y.code: refused(y)
                except Fail as e: faults.append(f"{which}/{file} = {kind}: {str(e)[:150]}")
    need(not faults, f"{len(faults)} of {count}: " + " ; ".join(faults))
    return f"{count}"

@case("inspect: file names and config strings with terminal escapes are shown harmless")
def _():
    d = workdir("esc"); faults = []; esc = "\x1b]0;owned\x07\x1b[31m"
    e = d / f"fold{esc}er"; e.mkdir(); (e / f"a{esc}.txt").write_text("x")
    for a in (("inspect", str(e)), ("render", "a", "--model", str(e), "-o", str(d / "o.wav")), ("inspect", esc), ("convert", str(e))):
        try: x = cli(*a); no_crash(x); escapes(x)
        except Fail as f: faults.append(f"{a[0]} unknown folder: {f}")
    for which in CONFIGS:
        for file in CONFIGS[which]:
            f = linked(d, which, file); p = f / file; data = json.loads(p.read_text())
            if "vocab" in file: continue
            for path in list(leaves(data))[:40]:
                if not path: continue
                p.write_text(json.dumps(put(data, path, esc)))
                x = cli("inspect", str(f))
                try: no_crash(x); escapes(x)
                except Fail as e2:
                    faults.append(f"{which}/{file} {'.'.join(map(str, path))}: {str(e2)[:130]}")
                    break
    need(not faults, f"{len(faults)}: " + " ; ".join(faults))


@case("a weights file that is shortened in place while it is being loaded does not kill the program (SIGBUS)")
def _():
    d = workdir("sigbus"); code = f"""
import sys, os; sys.path.insert(0, {SOURCE!r}); from pathlib import Path; import shutil
from ditone.runtime import registry; from ditone.runtime.session import Session; from ditone.runtime.errors import DitoneError; from ditone.runtime.request import EngineSettings
f = Path({str(d)!r}) / 'm'; shutil.copytree({str(MODELS['sa3'])!r}, f); info = registry.resolve(str(f)); p = f / 'model.safetensors'
def progress(share):
    if share > 0.2 and p.stat().st_size > 5000: os.truncate(p, 4096)
try: Session.open(info, EngineSettings(threads=1), progress); print('loaded')
except DitoneError as e: print('sentence', e.text())
"""
    x = proc("-c", code, exe=[PY], timeout=60); need(x.sig is None, f"died of signal {x.sig}"); need("Traceback" not in x.err, x.err[-300:]); return x.out.strip()[:200]

@case("LoRA files: broken kinds")
def _():
    d = workdir("lora"); faults = []
    good = next((REF / "stable_audio_3").glob("lora_*/*.safetensors"), None)
    kinds = {"empty": b"", "text": b"hello", "zeros": b"\0" * 1000, "pickle": pickle.dumps(Evil((os.system, (f"touch {PWNED}",)))), "header 2^63": struct.pack("<Q", 2**63) + b"{}", "list header": struct.pack("<Q", 2) + b"[]" , "foreign": (MODELS["dots"] / "vocoder.safetensors").read_bytes()}
    for n in ("adapter.safetensors", "adapter.ckpt"):
        for kind, data in kinds.items():
            (d / n).write_bytes(data); x = cli(*render_args("sa3", MODELS["sa3"], d / "o.wav", "--set", f'lora=["{d / n}"]'))
            try: refused(x, n)
            except Fail as e: faults.append(f"{n} {kind}: {str(e)[:200]}")
            if PWNED.exists(): faults.append(f"{n} {kind}: CODE WAS RUN"); PWNED.unlink()
    need(not faults, " ; ".join(faults))

if __name__ == "__main__":
    CASES.sort(key=lambda c: c[0].startswith(("config", "safetensors")))  # the long ones last
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
