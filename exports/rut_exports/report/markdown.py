"""A report as Markdown. All text that is not ours is escaped, whoever wrote it."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from rut_domains.text import one_line
from rut_exports.report import wording
from rut_exports.report.model import Report

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# What can open a construct of CommonMark or of GitHub's dialect: anywhere, ...
_ANYWHERE = re.compile(r"[\\`*{}\[\]#|~$@]")
# ... unless it stands inside a word, at the start of a line, ...
_OUTSIDE_WORDS = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_AT_START = re.compile(r"^(?:[-+=]|\d+(?=[.)](?:\s|$)))")
# ... and what turns bare text into links and little pictures.
_LINKS = re.compile(r"(?i):(?=\S)|(?<=www)\.")
_NO_SLUG = re.compile(r"[^\w.-]")


class Ours(str):
    """Text made by this package from numbers and its own words: it is not escaped."""

    __slots__ = ()


def escape_markdown(text: str) -> str:
    """Return foreign text on one line that Markdown shows as it is: no markup, link or HTML."""
    safe = _ANYWHERE.sub(r"\\\g<0>", one_line(text))
    safe = _OUTSIDE_WORDS.sub(r"\\_", safe)
    safe = _LINKS.sub(r"\\\g<0>", safe)
    safe = _AT_START.sub(_escape_start, safe)
    return "".join(_ENTITIES.get(character, character) for character in safe)


def _escape_start(match: re.Match[str]) -> str:
    found = match.group()
    # A list number is escaped behind the digits: "1\\." is no list.
    return f"{found}\\" if found[0].isdigit() else f"\\{found}"


def render_markdown(report: Report) -> str:
    """Return the whole report; equal reports give equal text."""
    template = _environment().get_template("report.md.j2")
    text = template.render(report=report)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def _environment() -> Environment:
    # Markdown is no HTML: `finalize` escapes every value that a template prints.
    environment = Environment(
        loader=PackageLoader("rut_exports.report"),
        finalize=_finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    for name in _NUMBERS:
        environment.filters[name] = _ours(getattr(wording, name))
    for name in _WORDS:
        environment.filters[name] = getattr(wording, name)
    environment.filters["quote"] = _quote
    environment.filters["code"] = _code
    environment.filters["ours"] = Ours
    environment.filters["criterion_name_in"] = lambda name, section: wording.criterion_name(
        section, name
    )
    environment.globals |= {
        "causes_of": wording.CAUSES,
        "cautions": wording.CAUTIONS,
        "caution_marks_of": wording.CAUTION_MARKS,
    }
    return environment


_NUMBERS = (
    "number",
    "percent",
    "percent_estimate",
    "alpha_estimate",
    "caution_marks",
    "proportion",
    "bounds",
    "unresolved",
    "causes",
    "resampled_words",
    "treatment_words",
)
_WORDS = ("summary_lines", "judge_name", "mode_name", "planted_name", "opinion", "place")


def _ours(function: Any) -> Any:
    def write(value: Any, *rest: Any) -> Ours:
        return Ours(function(value, *rest))

    return write


def _finalize(value: Any) -> Any:
    return (
        escape_markdown(value) if isinstance(value, str) and not isinstance(value, Ours) else value
    )


def _quote(text: str) -> Ours:
    """Return text of several lines as a block quote that keeps its lines, each escaped."""
    lines = [escape_markdown(line) for line in text.strip().splitlines()]
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    # A backslash at its end keeps a line apart from the next one of the paragraph.
    kept = (f"{line}\\" if line and following else line for line, following in pairs)
    return Ours("\n".join(f"> {line}".rstrip() for line in kept))


def _code(text: str) -> Ours:
    """Return a hash or a slug as code; nothing in it can end the code or the table's cell."""
    return Ours(f"`{_NO_SLUG.sub('', text)}`")
