"""`ditone voices`: the saved reference voices."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ditone.runtime.cli import output
from ditone.runtime.errors import BadRequest, nearest
from ditone.runtime.voices import StoredVoice, VoiceStore


def run(options: argparse.Namespace) -> int:
    """Lists the voices, or renames or deletes one."""
    store = VoiceStore()
    if options.rename:
        old, new = options.rename
        voice = store.rename(_named(store, old), new)
        output.out(f'"{old}" is now "{voice.name}".')
    elif options.delete:
        store.delete(_named(store, options.delete))
        output.out(f'"{options.delete}" was deleted.')
    elif options.json:
        output.out_json([{**asdict(voice), "path": str(voice.path)} for voice in store.voices()], indent=2)
    else:
        _show(store)
    return 0


def _show(store: VoiceStore) -> None:
    voices = store.voices()
    width = max((len(voice.name) for voice in voices), default=0)
    for voice in voices:
        said = f"consent {voice.consent_at[:10]}" if voice.consent_at else "no consent noted"
        output.out(
            f"{voice.name:{width}}  {voice.family}, {voice.created_at[:10]}, {said}: {voice.transcript or 'no transcript'}"
        )
    if not voices:
        output.out(f"No voice is saved yet. They are kept in {store.folder}.")


def _named(store: VoiceStore, name: str) -> StoredVoice:
    known = {voice.name: voice for voice in store.voices()}
    if name not in known:
        raise BadRequest(f'There is no saved voice "{name}".', nearest(name, known) if known else "None is saved yet.")
    return known[name]
