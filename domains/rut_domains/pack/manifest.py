"""What a domain pack is: its manifest, and everything that is read with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from rut_domains.environment import EnvironmentSource
from rut_domains.frozen import Frozen
from rut_domains.lexicon import Lexicon
from rut_domains.task import Task

_SLUG = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_MAX_SLUG = 48


def is_slug(name: str) -> bool:
    """Tell whether a name may be used for a pack or a task: `lower-case`, at most 48 long."""
    return len(name) <= _MAX_SLUG and _SLUG.fullmatch(name) is not None


def _check_slug(name: str) -> str:
    if not is_slug(name):
        raise ValueError(
            "should be a short name in lower case: letters, digits, '-' and '_', a letter first"
        )
    return name


def check_moment(text: str) -> str:
    """Return `text` when it is an ISO 8601 moment with its offset.

    Raises:
        ValueError: It is not.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError("should be a moment like 2031-05-14T10:00:00+02:00")
    return text


def _check_class(name: str) -> str:
    if not name.isidentifier() or name.startswith("_"):
        raise ValueError("should be the name of a Python class")
    return name


PackName = Annotated[str, AfterValidator(_check_slug)]
Moment = Annotated[str, AfterValidator(check_moment)]


def _check_line(text: str) -> str:
    if not text.strip() or "\n" in text:
        raise ValueError("should be one line of text")
    return text


Line = Annotated[str, AfterValidator(_check_line), Field(max_length=200)]


class Manifest(Frozen):
    """The file `pack.yaml`.

    `now` is the moment at which the world's clock stands when a dialogue begins, `class` the name
    of the environment class, `greeting` the agent's first message.
    """

    name: PackName
    title: Line
    summary: Line
    version: Line
    now: Moment
    greeting: Annotated[str, Field(min_length=1)]
    class_name: Annotated[str, AfterValidator(_check_class), Field(alias="class")]
    lexicon: Lexicon = Lexicon()


class Pack(Frozen):
    """A domain, read and valid: what it is called, its world, and its tasks by id.

    `hash` is a SHA-256 over all its files: two packs with the same hash play alike.
    """

    name: str
    title: str
    summary: str
    version: str
    now: str
    greeting: str
    policy: str
    guidelines: str
    environment: EnvironmentSource
    state: dict[str, Any]
    tasks: Mapping[str, Task]
    lexicon: Lexicon
    path: Path
    hash: str
