"""Commands and their options. Whatever is not known is refused with the nearest name that is."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ditone.runtime.cli import opening, output
from ditone.runtime.errors import BadRequest, nearest
from ditone.runtime.option_types import SentenceParser, number, seed, whole

Command = Callable[[argparse.Namespace], int]
LARGEST_COUNT = 1000


class Parser(SentenceParser):
    """Its help goes where every command's output goes."""

    def _print_message(self, message: str, file: object = None) -> None:
        output.out(message.rstrip("\n"))


def parse(argv: list[str]) -> tuple[Command, argparse.Namespace]:
    """The command to run and its options. Raises BadRequest; leaves by SystemExit after --help and --version."""
    parser, commands = build()
    argv = opening.as_studio(argv, (*commands, *_frontends(argv)))
    if argv and not argv[0].startswith("-") and argv[0] not in commands:
        from ditone.runtime.cli import studio

        if argv[0] in studio.frontends():
            return lambda _: studio.open_frontend(argv[0], argv[1:]), argparse.Namespace()
        raise BadRequest(f'There is no command "{argv[0]}".', nearest(argv[0], commands), ("`ditone --help` explains.",))
    options, unknown = parser.parse_known_args(argv)
    if unknown:
        inner = commands.get(options.command, parser)
        known = [name for action in inner._actions for name in action.option_strings if name.startswith("--")]
        word = unknown[0].split("=")[0]
        if word.startswith("-"):
            raise BadRequest(f'There is no option "{word}".', nearest(word, known))
        quoting = "A prompt of several words goes in quotation marks."
        hint = quoting if options.command == "render" else f"`{inner.prog} --help` explains."
        raise BadRequest(f'"{word}" is one word too many.', actions=(hint,))
    if options.command not in (None, "studio") and (options.open_with or options.smoke):
        raise BadRequest(f'Options of "{options.command}" go behind it.', actions=("`ditone --help` explains.",))
    return options.run, options


def _frontends(argv: list[str]) -> tuple[str, ...]:
    """Other packages' front ends, where the first word could be one; looking for them takes a moment."""
    if not argv or argv[0].startswith("-") or not opening.looks_like_path(argv[0]):
        return ()
    from ditone.runtime.cli import studio

    return tuple(studio.frontends())


def build() -> tuple[Parser, dict[str, Parser]]:
    parser = Parser(
        prog="ditone",
        description="A studio for sound made by diffusion transformers. Without a command it opens its window.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and leave")
    parser.set_defaults(command=None)
    _studio_options(parser)
    group = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    commands = {
        "render": group.add_parser("render", help="make takes and store them as sound files", allow_abbrev=False),
        "script": group.add_parser("script", help="speak a text line by line, with retakes and a table", allow_abbrev=False),
        "models": group.add_parser("models", help="list what can be run", allow_abbrev=False),
        "compare": group.add_parser("compare", help="tell how alike sound files are", allow_abbrev=False),
        "parity": group.add_parser(
            "parity", help="make a plan's takes and set them beside a reference: a page", allow_abbrev=False
        ),
        "bench": group.add_parser(
            "bench", help="time takes in turns with a reference, or with another version", allow_abbrev=False
        ),
        "recall": group.add_parser(
            "recall", help="show the settings inside a sound file, or make its take again", allow_abbrev=False
        ),
        "inspect": group.add_parser("inspect", help="explain a model folder", allow_abbrev=False),
        "convert": group.add_parser(
            "convert", help="write a model folder's torch files again as safetensors", allow_abbrev=False
        ),
        "batch": group.add_parser("batch", help="make the takes of a plan, on all cores or on a cluster", allow_abbrev=False),
        "get": group.add_parser("get", help="fetch a published model from its hub, after one question", allow_abbrev=False),
        "remove": group.add_parser("remove", help="delete a model that was fetched", allow_abbrev=False),
        "engine": group.add_parser(
            "engine", help="which torch computes here; add a build for a GPU, or remove it", allow_abbrev=False
        ),
        "voices": group.add_parser("voices", help="list, rename or delete saved reference voices", allow_abbrev=False),
        "studio": group.add_parser(
            "studio", help="open the window (as without a command)", allow_abbrev=False, argument_default=argparse.SUPPRESS
        ),
    }
    _studio_options(commands["studio"])
    commands["studio"].add_argument(
        "paths",
        nargs="*",
        metavar="FILE|FOLDER",
        help="sound files to open in the lanes, or a model folder; the word studio may be left out",
    )
    _render_options(commands["render"])
    _script_options(commands["script"])
    _compare_options(commands["compare"])
    _parity_options(commands["parity"])
    _bench_options(commands["bench"])
    _recall_options(commands["recall"])
    _batch_options(commands["batch"])
    _voices_options(commands["voices"])
    _models_options(commands["models"])
    _get_options(commands["get"])
    _engine_options(commands["engine"])
    commands["remove"].set_defaults(run=_remove)
    commands["remove"].add_argument("name", metavar="NAME", help="as `ditone models` lists it")
    commands["remove"].add_argument("--yes", action="store_true", help="do not ask")
    commands["inspect"].set_defaults(run=_inspect)
    commands["inspect"].add_argument("folder", metavar="FOLDER", help="a model folder, or the name of a built-in model")
    commands["inspect"].add_argument(
        "--calibrate",
        action="store_true",
        help="first measure its precisions on this machine with its default preset; auto chooses by that from then on",
    )
    commands["convert"].set_defaults(run=_convert)
    commands["convert"].add_argument("folder", metavar="FOLDER", help="a model folder")
    commands["convert"].epilog = "The copies lie beside the files they are of and are read in their place; nothing is deleted."
    for name in ("models", "inspect"):
        commands[name].add_argument("--json", action="store_true", help="print JSON")
    return parser, commands


def _studio_options(parser: Parser) -> None:
    parser.set_defaults(run=_studio)
    parser.add_argument("--model", dest="open_with", metavar="NAME|FOLDER", help="open the window with this model")
    parser.add_argument(
        "--smoke", action="store_true", help="prove this installation: files, imports, the window, a take of each family, sound"
    )


CONSENT = "it is your own voice, or its owner agrees; once said, it is noted with the date and asked no more"


def _render_options(parser: Parser) -> None:
    parser.set_defaults(run=_render)
    parser.epilog = "Values that are not given are the model's own defaults; `ditone inspect` lists them with their ranges."
    add = parser.add_argument
    add(
        "prompt",
        metavar="PROMPT",
        nargs="?",
        help="what to make, in quotation marks; with --like or --between the file's own if not given",
    )
    about_output = (
        "the file to write; its ending chooses the format: .wav .flac .ogg .opus .mp3. "
        "An earlier take of that name is replaced, any other file only with --overwrite"
    )
    add("-o", "--output", metavar="OUT.wav", help=about_output)
    add("--model", metavar="NAME|FOLDER", help="a built-in model or a model folder; the first built-in one if not given")
    add("--preset", metavar="NAME", help="start from a preset of the model")
    add("--negative", metavar="TEXT", help="what to stay away from")
    add("--seconds", type=number("seconds"), metavar="S", help="length of the sound")
    add("--seed", type=seed, metavar="N|-1", help="the same seed gives the same sound; -1 draws one and prints it")
    add("--steps", type=whole("steps", 1, 10**6), metavar="N", help="steps of the solver")
    add("--solver", metavar="NAME", help="how the sound moves along the steps")
    add("--cfg", type=number("CFG scale"), metavar="X", help="how closely the prompt is followed")
    add("--apg", type=number("APG"), metavar="X", help="how much of the oversaturating part of guidance is taken out, 0 to 1")
    add("--source", metavar="FILE", help="a sound to start from, where the model can")
    add("--like", metavar="FILE", help="more like this take: its settings and its sound to start from, with other seeds")
    add(
        "--level",
        type=number("level"),
        metavar="X",
        help="with --like: 0.02 almost the same, 1 the same idea; 0.4 if not given",
    )
    add("--between", nargs=2, metavar=("FILE", "FILE"), help="a take between two takes of one model; with --count a row of them")
    add("--at", type=number("place"), metavar="X", help="with --between: 0 the first take, 1 the second; the middle if not given")
    add("--latents", metavar="FILE.npz", help="keep the latents of every step there, too (.npz or .safetensors), to be compared")
    add("--voice", metavar="FILE", help="a recording of the voice to speak with, where the model can")
    add("--transcript", metavar="TEXT", help="what is said in the recording of the voice")
    add("--i-may-use-this-voice", action="store_true", help=CONSENT)
    add("--set", action="append", default=[], metavar="NAME=VALUE", help="any other control of the model; may be repeated")
    add("--precision", default="auto", metavar="P", help="float32, bfloat16, float16 or auto")
    add("--device", default="auto", metavar="D", help="cpu, cuda:0, mps or auto")
    add("--threads", type=whole("threads", 0, 1024), default=0, metavar="N", help="CPU threads; 0 takes all cores")
    add(
        "--count",
        type=whole("count", 1, LARGEST_COUNT),
        default=1,
        metavar="N",
        help="make N takes with seeds that follow each other",
    )
    add("--overwrite", action="store_true", help="replace OUT whatever it is")
    add("--show-text", action="store_true", help="print the text as it will be read, one piece a line, and make nothing")
    add("--json", action="store_true", help="print one JSON object a take")


def _script_options(parser: Parser) -> None:
    parser.set_defaults(run=_script)
    parser.epilog = (
        "Each line of FILE becomes a take in the folder; blank lines and those that begin with '# ' are left out. "
        "Stopped or killed, the same command goes on with the lines that are missing."
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a text in UTF-8, one line a take")
    add("-o", "--output", metavar="FOLDER", help="where the takes go; FILE.takes if not given")
    add("--retake", metavar="LINES", help="make another take of these lines, as in 3,7-9; the newest take is the chosen one")
    add("--choose", action="append", default=[], metavar="LINE=TAKE", help="export an earlier take of a line; may be repeated")
    add("--join", metavar="OUT.wav", help="write all lines as one sound")
    add("--pause", type=number("pause"), default=0.4, metavar="S", help="silence between joined lines, 0.4 if not given")
    add("--export", metavar="FOLDER", help="write numbered files and script.csv")
    add("--asr", metavar="FOLDER", help="a Whisper model folder for word error rates; else a downloaded one is used")
    add("--model", metavar="NAME|FOLDER", help="a model that speaks; the first built-in one if not given")
    add("--preset", metavar="NAME", help="start from a preset of the model")
    add("--seed", type=seed, metavar="N", help="the seed of every line's first take")
    add("--steps", type=whole("steps", 1, 10**6), metavar="N", help="steps of the solver")
    add("--solver", metavar="NAME", help="how the sound moves along the steps")
    add("--cfg", type=number("CFG scale"), metavar="X", help="how closely the prompt is followed")
    add("--apg", type=number("APG"), metavar="X", help="how much of the oversaturating part of guidance is taken out, 0 to 1")
    add("--latents", metavar="FILE.npz", help="keep the latents of every step there, too (.npz or .safetensors), to be compared")
    add("--voice", metavar="FILE", help="a recording of the voice to speak with, where the model can")
    add("--transcript", metavar="TEXT", help="what is said in the recording of the voice")
    add("--i-may-use-this-voice", action="store_true", help=CONSENT)
    add("--set", action="append", default=[], metavar="NAME=VALUE", help="any other control of the model; may be repeated")
    add("--precision", default="auto", metavar="P", help="float32, bfloat16, float16 or auto")
    add("--device", default="auto", metavar="D", help="cpu, cuda:0, mps or auto")
    add("--threads", type=whole("threads", 0, 1024), default=0, metavar="N", help="CPU threads; 0 takes all cores")
    add("--overwrite", action="store_true", help="replace what was exported before")
    add("--json", action="store_true", help="print all lines with their takes as JSON")
    parser.set_defaults(negative=None, seconds=None, source=None)


def _compare_options(parser: Parser) -> None:
    parser.set_defaults(run=_compare)
    parser.add_argument("a", metavar="A", help="the reference, any sound file")
    parser.add_argument("b", metavar="B", nargs="*", help="the other sound file; several make a table")
    parser.add_argument("--align", action="store_true", help="take out the delay of B first")
    parser.add_argument("--other-seed", metavar="FILE", help="a take like A with another seed: the yardstick for differences")
    parser.add_argument("--text", metavar="TEXT", help="what is said, for the word error rate")
    parser.add_argument(
        "--asr", metavar="FOLDER", help="a Whisper model folder for faster-whisper; else a downloaded one is used"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--csv", action="store_true", help="print a table with raw numbers, one column a figure or setting")
    form.add_argument("--markdown", action="store_true", help="print a table for people")


def _page_options(parser: Parser) -> None:
    add = parser.add_argument
    add("-o", "--output", metavar="FOLDER", help="where page.html, page.md, figures.csv, figures.json and the sounds go")
    add("--skip-missing", action="store_true", help="leave out tables whose model is not on this machine")
    add("--threads", type=whole("threads", 0, 1024), default=0, metavar="N", help="CPU threads where a row names none")
    add("--i-may-use-this-voice", action="store_true", help=CONSENT)
    add("--check", action="store_true", help="check the plan, make nothing")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON in place of the table")
    form.add_argument("--csv", action="store_true", help="print CSV in place of the table")
    form.add_argument("--markdown", action="store_true", help="print Markdown in place of the table")


def _parity_options(parser: Parser) -> None:
    parser.set_defaults(run=_parity)
    parser.epilog = "assets/plans/README.md explains plans. Without -o the page goes to a folder named after the plan."
    parser.add_argument("plan", metavar="PLAN.yaml", help="tables, each with a reference and the rows that are set beside it")
    _page_options(parser)


def _bench_options(parser: Parser) -> None:
    parser.set_defaults(run=_bench)
    parser.epilog = (
        "Options that take several values are multiplied out; the first of each makes the reference. "
        "Rows that were timed while other processes used the machine are marked."
    )
    add = parser.add_argument
    add("plan", metavar="PLAN.yaml", nargs="?", help="a plan as that of parity; or give --model")
    add("--model", action="append", metavar="NAME|FOLDER", help="a model to measure in place of a plan; may be given again")
    add("--prompt", metavar="TEXT", help="with --model; the model's example if not given")
    add("--seconds", type=number("seconds"), metavar="S", help="with --model: length of the sound")
    add("--seed", type=seed, metavar="N", help="with --model")
    add("--preset", nargs="+", metavar="NAME", help="with --model: presets of the model, such as with and without guidance")
    add("--precision", nargs="+", metavar="P", help="with --model: float32, bfloat16, float16")
    add("--device", nargs="+", metavar="D", help="with --model: cpu, cuda:0, ...")
    add("--solver", nargs="+", metavar="NAME", help="with --model")
    add("--steps", nargs="+", type=whole("steps", 1, 10**6), metavar="N", help="with --model")
    add("--cfg", nargs="+", type=number("CFG scale"), metavar="X", help="with --model")
    add("--apg", nargs="+", type=number("APG"), metavar="X", help="with --model")
    add("--repeat", type=whole("repeats", 1, 1000), metavar="N", help="timed takes of each row; the plan's, or 5, if not given")
    about = (
        "a checkout, virtual environment or package folder of another version, which makes the same takes in turns with this one"
    )
    add("--against", metavar="FOLDER", help=about)
    _page_options(parser)


def _recall_options(parser: Parser) -> None:
    parser.set_defaults(run=_recall)
    parser.add_argument("file", metavar="FILE", help="a sound file that Ditone made")
    parser.add_argument("-o", "--output", metavar="OUT.wav", help="make the take again into this file")
    parser.add_argument("--model", metavar="NAME|FOLDER", help="where the model lies on this machine")
    parser.add_argument("--i-may-use-this-voice", action="store_true", help=CONSENT)
    parser.add_argument("--overwrite", action="store_true", help="replace OUT whatever it is")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _batch_options(parser: Parser) -> None:
    parser.set_defaults(run=_batch)
    parser.epilog = "Run the same command again after a stop: only what is missing or has changed is made."
    add = parser.add_argument
    add("plan", metavar="PLAN", help="a .csv, .jsonl or .yaml file with one row a take; its columns are the options of render")
    add("--out", required=True, metavar="FOLDER", help="where the sounds, results.csv and results.jsonl go")
    template = "{row} {prompt} {seed}"
    words = "{row} {line} {prompt} {seed} {model} {solver} {steps} {cfg} {name}"
    add("--template", default=template, metavar="TEXT", help=f'names of the files, made of {words}; "{template}" if not given')
    add("--format", default="wav", choices=("wav", "flac", "ogg", "opus", "mp3"), help="of the files; wav if not given")
    add(
        "--workers",
        type=whole("workers", 0, 1024),
        default=0,
        metavar="N",
        help="processes; 0 takes what cores and memory allow",
    )
    add("--threads", type=whole("threads", 1, 1024), default=1, metavar="N", help="CPU threads of each take; 1 if not given")
    add(
        "--retries",
        type=whole("retries", 0, 100),
        default=2,
        metavar="N",
        help="further tries of a row that failed; 2 if not given",
    )
    add("--cluster", metavar="auto|ADDRESS", help="use a Ray cluster (extra: cluster)")
    add("--check", action="store_true", help="check the plan, make nothing")


def _voices_options(parser: Parser) -> None:
    parser.set_defaults(run=_voices)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--rename", nargs=2, metavar=("NAME", "NEW"), help="give a voice another name")
    what.add_argument("--delete", metavar="NAME", help="delete a voice")
    what.add_argument("--json", action="store_true", help="print JSON")


def _models_options(parser: Parser) -> None:
    parser.set_defaults(run=_models)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--available", action="store_true", help="list what can be fetched, and what it would need here; asks no network"
    )
    what.add_argument(
        "--look",
        nargs="*",
        metavar="FOLDER",
        help="look for models that other programs keep, in the usual places or in FOLDER, and list them from now on",
    )
    what.add_argument("--move-to", metavar="FOLDER", help="move the models folder, to another disk for instance")


def _get_options(parser: Parser) -> None:
    parser.set_defaults(run=_get)
    parser.epilog = (
        "NAME stands in `ditone models --available`; REPO is OWNER/NAME or the link of its page. What was begun is gone on with. "
        "HF_TOKEN, HF_ENDPOINT, HTTPS_PROXY and HF_HUB_OFFLINE are honoured."
    )
    parser.add_argument("name", metavar="NAME|REPO", help="a published model, or any repository of a family")
    parser.add_argument("--to", metavar="FOLDER", help="keep the files in this folder instead of the models folder")
    parser.add_argument("--yes", action="store_true", help="do not ask: licence, size and target are agreed to")
    parser.add_argument("--also", action="append", default=[], metavar="FILE", help="fetch this extra file of the model, too")
    parser.add_argument("--hub", choices=("huggingface", "modelscope"), help="from which hub, where a model is on several")
    parser.add_argument("--revision", metavar="REV", help="a revision other than the present one")


def _engine_options(parser: Parser) -> None:
    parser.set_defaults(run=_engine)
    parser.epilog = (
        "Nothing is fetched before you agree. An added engine lies in your own data folder and is used from the next start on."
    )
    add = parser.add_argument
    add(
        "what",
        nargs="?",
        choices=("status", "add", "remove"),
        default="status",
        metavar="status|add|remove",
        help="status if not given",
    )
    add("kind", nargs="?", default="cuda", metavar="cuda|rocm|cpu", help="what to add; cuda if not given")
    add("--index", default="", metavar="URL", help="where torch for this GPU lies; https://pytorch.org names it")
    add("--yes", action="store_true", help="do not ask: licence, size and target are agreed to")


class _Version(argparse.Action):
    """Looks the version up only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        output.out(f"Ditone {metadata.version('ditone')}")
        parser.exit()


def _render(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.render import render

    return render(options)


def _script(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.script import run

    return run(options)


def _compare(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.compare import run

    return run(options)


def _parity(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.bench import parity

    return parity(options)


def _bench(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.bench import bench

    return bench(options)


def _recall(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.recall import run

    return run(options)


def _batch(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.batch import batch

    return batch(options)


def _voices(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.voices import run

    return run(options)


def _models(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.listing import models

    if options.available:
        from ditone.runtime.cli.available import available

        return available(options.json)
    if options.look is not None or options.move_to:
        from ditone.runtime.cli import model_folders

        return model_folders.look(options.look, options.json) if options.look is not None else model_folders.move(options.move_to)
    return models(options.json)


def _get(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.get import run

    return run(options)


def _engine(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.engine import run

    return run(options)


def _remove(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.model_folders import remove

    return remove(options.name, options.yes)


def _inspect(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.listing import inspect

    return inspect(options.folder, options.json, options.calibrate)


def _convert(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.convert import run

    return run(options.folder)


def _studio(options: argparse.Namespace) -> int:
    from ditone.runtime.cli.studio import open_studio

    model = [] if options.open_with is None else ["--model", options.open_with]
    paths = opening.existing(getattr(options, "paths", ()))
    return open_studio([*model, *(["--smoke"] if options.smoke else []), *(["--", *paths] if paths else [])])
