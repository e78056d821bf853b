"""The one reader of YAML that people write: plans. Plain data without aliases, or a sentence with file, line and what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from ditone.runtime.errors import BadRequest


def parse(path: Path, text: str) -> tuple[Any, Any]:
    """(data, node): the node of a mapping or list knows lines, counted from 0, in `start_mark.line`. Raises BadRequest."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for token in yaml.scan(text, Loader=loader):
            if isinstance(token, yaml.tokens.AliasToken):
                raise BadRequest(f"{path}, line {token.start_mark.line + 1}: a plan uses no aliases (*{token.value}).")
        return yaml.load(text, Loader=loader), yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        raise BadRequest(f"{path}{where}: this is no YAML ({getattr(error, 'problem', None) or 'it cannot be read'}).") from None
    except RecursionError:
        raise BadRequest(f"{path}: this is no plan: it is too deep.") from None
    except ValueError as error:  # a date that there is not
        raise BadRequest(f"{path}: this is no YAML ({error}).") from None
