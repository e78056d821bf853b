"""Ports, network, permissions, temporary names, what exported files tell, what is drawn from hostile texts."""
import json, os, re, stat, subprocess, sys, time
from lib import *
from t_studio import studio, fine, LOADED, py
M = ("--seconds", "0.2", "--steps", "1")

def strace(d, *argv, env=None, exe=None):
    log = d / "strace"; x = proc("-f", "-qq", "-e", "trace=network,execve", "-o", str(log), *(exe or [EXE]), *argv, exe=["strace"], env=env, timeout=200, home=d / "home")
    return x, log.read_text(errors="replace") if log.exists() else ""

@case("render, inspect, models, recall, compare open no network socket and start no other program (strace)")
def _():
    d = workdir("strace"); f = []
    for a in (("render", "a", "--threads", "1", *M, "-o", str(d / "o.wav")), ("inspect", str(MODELS["sa3"])), ("recall", str(d / "o.wav")), ("compare", str(d / "o.wav"), str(d / "o.wav")), render_args("sa3", MODELS["sa3"], d / "p.wav", "--threads", "1"), render_args("cosy", MODELS["cosy"], d / "q.wav", "--threads", "1")):
        x, log = strace(d, *a)
        net = [l for l in log.splitlines() if re.search(r"(socket|connect|bind|sendto)\(", l) and "AF_INET" in l]; ex = [l for l in log.splitlines() if "execve(" in l and "ENOENT" not in l and f'"{PY}"' not in l][1:]  # the program file starts Python, which is no other program
        if net: f.append(f"{a[0]}: {net[0][:150]} ({len(net)})")
        if ex: f.append(f"{a[0]} runs: {[re.search(r'execve..([^,]*)', l)[1] for l in ex][:4]}")
        if x.code: f.append(f"{a[0]}: {x.brief()}")
    need(not f, " ; ".join(f))

@case("without HF_HUB_OFFLINE set, loading every family asks no hub")
def _():
    d = workdir("hub"); f = []
    for w in ("sa3", "moss", "dots", "cosy"):
        log = d / "s"; x = proc("-f", "-qq", "-e", "trace=connect", "-o", str(log), EXE, *render_args(w, MODELS[w], d / "o.wav", "--threads", "1"), exe=["strace"], drop=("HF_HUB_OFFLINE",), home=d / "home", timeout=200); net = [l for l in log.read_text(errors="replace").splitlines() if "AF_INET" in l]
        if net: f.append(f"{w}: {net[0][:140]} ({len(net)})")
    need(not f, " ; ".join(f))

@case("the studio listens on no port and connects to nothing while it starts, loads and makes a take (strace)")
def _():
    d = workdir("studio-net"); log = d / "s"; text = "def script(w):" + LOADED + "    w.studio.generate(REQ(1), 1); yield lambda: not w.studio.queue.items()\n    yield 1\n"
    (d / "tmp").mkdir(); x = proc("-f", "-qq", "-e", "trace=network", "-o", str(log), PY, str(Path(__file__).with_name("studio_driver.py")), text, exe=["strace"], env={"QT_QPA_PLATFORM": "offscreen", "DITONE_LIBRARY": str(d / "library"), "DITONE_SRC": str(SRC), "TMPDIR": str(d / "tmp")}, drop=("HF_HUB_OFFLINE",), home=d / "home", timeout=250)
    fine(x, "TAKE"); s = log.read_text(errors="replace"); net = [l for l in s.splitlines() if re.search(r"(socket|connect|bind|sendto)\(", l) and "AF_INET" in l and "NETLINK" not in l or "listen(" in l]; need(not net, str(net[:3])[:500]); other = sorted({m for m in re.findall(r'sun_path=@?"([^"]*)"', s)}); return f"local sockets: {other[:6]}"

@case("library, takes, index, voices, consent book, settings, presets are private (0700 / 0600) under umask 022")
def _():
    d = workdir("perm"); env = {"DITONE_VOICES": str(d / "voices")}
    code = f"import sys, os; os.umask(0o022); sys.path.insert(0, {SOURCE!r}); from ditone.runtime.voices import VoiceStore; import torch; s = VoiceStore(); s.save('one', 'cosyvoice3', {{'a': torch.zeros(3)}}, 'secret words', 'now'); s.consents.set('0'*64, True)"
    py(code, env=env); x = studio(LOADED + "    w.studio.generate(REQ(1), 1); yield lambda: not w.studio.queue.items()\n    yield 2\n    w.prompt.save_preset('mine')\n    yield 2.5\n", d); fine(x, "KEPT")
    open_ = []
    for root in (d / "library", d / "voices", d / "home"):
        for p in [root, *root.rglob("*")]:
            m = stat.S_IMODE(p.lstat().st_mode)
            if m & 0o077 and not p.is_symlink(): open_.append(f"{p.relative_to(d)} {m:04o}")
    closed_root = [r for r in ("library", "voices") if not stat.S_IMODE((d / r).stat().st_mode) & 0o077]
    need(not [o for o in open_ if o.split("/")[0].split(" ")[0] not in closed_root and not o.startswith("home")], f"readable by everybody on the machine: {open_[:9]}")

@case("rescue folder in the shared temporary folder: private, and not one that another user laid there (a link, other owner, planted takes)")
def _():
    d = workdir("rescue"); (d / "tmp").mkdir(); (d / "evil").mkdir(); (d / "tmp/ditone-rescue").symlink_to(d / "evil")
    from t_audio import with_settings
    m = d / "evil/takes/2026-11"; m.mkdir(parents=True); with_settings(m / "planted.wav", json.dumps({"id": "planted", "created_at": "2026-11-01", "family": "mini", "variant": "sfx", "duration_s": 1.0, "request": {"model": "mini-sfx", "prompt": "planted", "extra": {}}})); os.system(f"chown -R 65534:65534 {d / 'evil'}; chown -h 65534:65534 {d / 'tmp/ditone-rescue'}")
    x = py(f"import sys; sys.path.insert(0, {SOURCE!r}); from pathlib import Path; from ditone.runtime.library import Library; l = Library(Path(sys.argv[1]) / 'library'); print('count', l.count())", d, env={"TMPDIR": str(d / "tmp")}); no_crash(x)
    need("count 0" in x.out, "takes that another user planted behind a link in the temporary folder were moved into the library (and deleted there): " + x.out.strip())

@case("the temporary name beside an output is not one that a stranger in a shared folder can turn into a link to another file")
def _():
    d = workdir("tmpname"); victim = d / "victim"; victim.write_text("precious"); out = d / "shared"; out.mkdir()
    def before(): os.symlink(victim, out / f".o.wav.{os.getpid()}.part")
    x = cli("render", "a", *M, "-o", str(out / "o.wav"), before=before); need(victim.read_text(errors="replace") == "precious", "the file behind a planted link .o.wav.<pid>.part was overwritten with the take"); no_crash(x); return x.brief(100)

@case("a file exported with its settings holds no home path, user name or machine name")
def _():
    d = workdir("leak"); user = d / "home/alice-secret-user"; user.mkdir(parents=True); m = user / "models/moss"; shutil.copytree(MODELS["moss"], m); v = user / "recordings/bob.wav"; v.parent.mkdir(); shutil.copyfile(voice_file(), v); f = []
    import socket
    for e in ("wav", "flac"):
        o = user / f"o.{e}"; done(cli("render", "a", "--model", str(m), "--steps", "1", "--seconds", "0.3", "--source", str(v), "-o", str(o))); b = o.read_bytes()
        for w in ("alice-secret-user", "bob.wav", socket.gethostname()):
            if w.encode() in b: f.append(f"{e}: {w}")
    found = re.findall(rb'[^"]*alice-secret-user[^"]*', (user / "o.wav").read_bytes())[:3]
    need(not f, f"inside the files: {f}: {found}")

@case("a file exported with the switch off holds no prompt, settings, paths, or names: export panel, drag, selection")
def _():
    d = workdir("leak2"); x = studio(LOADED + f"""
    import pathlib
    w.studio.generate(REQ(1, prompt='UNIQUEPROMPTWORD here'), 1); got = []
    w.studio.take_finished.connect(lambda e: got.append(e.entry)); yield lambda: not w.studio.queue.items()
    yield 2
    from ditone.gui.engine.drag_files import dragged_file
    from ditone.gui.panels.export_panel import ExportPanel
    from pathlib import Path
    p = dragged_file(got[0], None, Path({str(d)!r}) / 'dragged', with_settings=False); say('FILE', p)
    p = dragged_file(got[0], (0.0, 0.1), Path({str(d)!r}) / 'dragged', with_settings=False); say('FILE', p)
    e = ExportPanel(got[0].take, w, None, Path({str(d)!r}), 'x'); e.settings.setChecked(False); done = []
    e.exported.connect(lambda p: done.append(p)); e.show(); yield 1
    from PySide6.QtWidgets import QPushButton
    for b in e.findChildren(QPushButton):
        if 'xport' in b.text() or b.isDefault(): b.click(); break
    yield 4
    say('EXPORTED', done)
""", d); fine(x, "FILE"); f = []
    names = [Path(l[5:]) for l in x.out.splitlines() if l.startswith("FILE ")] + [Path(p) for p in re.findall(r"'([^']+)'", next((l for l in x.out.splitlines() if l.startswith("EXPORTED")), ""))]
    for p in names:
        b = p.read_bytes()
        for w in (b"UNIQUEPROMPTWORD", b"dtne", b"DITONE", b"mini-sfx", b"/tmp/", b"request"):
            if w in b: f.append(f"{p.name}: {w}")
    need(not f, str(f)); need(len(names) >= 2, x.out[-300:]); return f"{len(names)} files looked through (their names still carry the prompt: {'UNIQUEPROMPTWORD' in ''.join(n.name for n in names)})"


@case("Copy as command: a hostile prompt, model and extra are quoted for the shell")
def _():
    d = workdir("copy"); mark = d / "RUN"; x = py(f"""
import sys; sys.path.insert(0, {SOURCE!r}); from ditone.runtime.cli.render_command import command; from ditone.runtime.request import Request
e = '; touch {mark} #'; e2 = "'; touch {mark}; echo '"; e3 = '$(touch {mark})`touch {mark}`'
for v in (e, e2, e3, '-o /tmp/x', '--help', '\\n touch {mark}\\n', '!!'):
    print(command(Request(v or 'm', prompt=v, negative_prompt=v, solver=v, extra=((v, v),))).replace('ditone render', 'true')); print()
"""); need(x.code == 0, x.brief(400)); (d / "s.sh").write_text(x.out); subprocess.run(["bash", str(d / "s.sh")], capture_output=True, timeout=20 * SLOW, cwd=d); need(not mark.exists(), "a command was run")

@case("a prompt that begins like an option: the printed command makes the same take again")
def _():
    d = workdir("dashcmd"); done(cli("render", *M, "-o", str(d / "o.wav"), "--", "--seconds 5")); x = cli("recall", str(d / "o.wav")); done(x); import shlex; a = shlex.split(x.out.strip().splitlines()[-1])[1:]; a[a.index("take.wav")] = str(d / "p.wav"); y = cli(*a); done(y); need((d / "p.wav").read_bytes() == (d / "o.wav").read_bytes(), "another file")

@case("checksums named by a sound file (model_files with ../..) read nothing outside the model folder")
def _():
    from t_audio import GOODREQ, with_settings
    d = workdir("mf"); secret = d / "secret"; secret.write_text("x"); r = os.path.relpath(secret, SRC / "assets/mini-sfx"); f = with_settings(d / "f.wav", json.dumps({"request": {**GOODREQ, "extra": {"decoder": "neural"}}, "model_files": {r: "0" * 64}})); log = d / "s"
    x = proc("-f", "-qq", "-e", "trace=openat", "-o", str(log), EXE, "recall", str(f), exe=["strace"], timeout=60); no_crash(x); need(str(secret) not in os.path.normpath("x") and not [l for l in log.read_text(errors="replace").splitlines() if "/secret\"" in l], "a file outside the model folder that the sound file named was opened and read")

@case("checksums named by a sound file: a device (/dev/zero) does not make recall hang")
def _():
    from t_audio import GOODREQ, with_settings
    d = workdir("mf2"); f = with_settings(d / "f.wav", json.dumps({"request": {**GOODREQ, "extra": {"decoder": "neural"}}, "model_files": {"../" * 20 + "dev/zero": "0" * 64}})); x = cli("recall", str(f), timeout=15); no_crash(x)


@case("Chinese window: a sentence with a hostile text of 200 kB is translated without hanging (regular expressions)")
def _():
    x = py(f"""
import sys, time, signal; sys.path.insert(0, {SOURCE!r}); import os; os.environ['QT_QPA_PLATFORM'] = 'offscreen'
signal.alarm(60)
from PySide6.QtWidgets import QApplication; a = QApplication([])
from ditone.gui.i18n import language, sentences
language.is_english = lambda: False
worst = 0
for s in ('x' * 200000, ('is missing. ' * 20000), ('; it must be from ' * 12000), (' is ' * 50000), ('"' * 100000), ('. ' * 100000) + 'expected.'):
    t = time.time(); sentences.translate_sentence(s); worst = max(worst, time.time() - t); print(round(time.time() - t, 1), flush=True)
""", timeout=80); need(x.code == 0, f"hangs or fails: seconds {x.out.split()}: {x.brief(150)}"); need(max(map(float, x.out.split())) < 2, f"seconds: {x.out.split()}"); return f"seconds {x.out.split()}"

if __name__ == "__main__":
    sys.exit(1 if run_all(only=sys.argv[1:]) else 0)
