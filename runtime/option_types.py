"""What options of commands and columns of plans are read with: numbers in their ranges, and a parser that answers in sentences.

Nothing of the engine is imported here: every start of `ditone` reads this file.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from typing import NoReturn

from ditone.runtime.errors import BadRequest

LARGEST_SEED = 2**63 - 1


class SentenceParser(argparse.ArgumentParser):
    """argparse with our sentences: it raises BadRequest instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        message = re.sub("^argument [^:]+: ", "", message)
        raise BadRequest(f"{message[:1].upper()}{message[1:].rstrip('.')}.", actions=(f"`{self.prog} --help` explains.",))


def number(what: str) -> Callable[[str], float]:
    """A type of an option: a finite number; `what` names it in the error."""

    def convert(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise argparse.ArgumentTypeError(f'{what} "{text}" is not a number')
        return value

    return convert


def whole(what: str, low: int, high: int) -> Callable[[str], int]:
    """A type of an option: a whole number from `low` to `high`."""

    def convert(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f'{what} "{text}" is not a whole number') from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{what} is {value}; it must be from {low} to {high}")
        return value

    return convert


def seed(text: str) -> int:
    """A type of an option: a seed, or -1 for one that is drawn."""
    return whole("seed", -1, LARGEST_SEED)(text)
