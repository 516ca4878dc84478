"""Agreement over a file of ratings by anybody: read, measure, write."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rut_annotations.estimation.interval import Choice, Plan
from rut_annotations.ratings_files.declared import parse_scale
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.reading import read_ratings
from rut_domains.faults import UsageFault
from rut_exports.agree.building import Wishes, build_agreement
from rut_exports.agree.model import AgreeReport
from rut_exports.destination import open_destination
from rut_exports.report.machine import rounded
from rut_tui import __version__

if TYPE_CHECKING:
    from rut_annotations.reference.check import Outcome

Tell = Callable[[str, float], None]


def measure_file(
    path: Path,
    options: Options,
    wishes: Wishes,
    *,
    seed: int,
    replicates: int,
    choice: Choice,
    tell: Tell,
) -> AgreeReport:
    """Read a file and measure agreement on all its criteria.

    Raises:
        RatingsFileFault: The file cannot be read as ratings.
        UsageFault: The weights are not defined for the scale.
    """
    tell("reading", 0.0)
    read = read_ratings(path, options)
    plan = Plan(
        resampled="unit" if read.ratings.clusters == read.ratings.units else "cluster",
        replicates=replicates,
        seed=seed,
        choice=choice,
    )
    try:
        return build_agreement(read, path.name, __version__, plan, wishes, tell)
    except ValueError as error:
        raise UsageFault(str(error), hint="Choose other weights (--weights).") from None


def declared_scales(texts: tuple[str, ...]) -> Options:
    """Return options with scales as a person wrote them.

    Raises:
        RatingsFileFault: One cannot be read.
    """
    return Options(scales=tuple(parse_scale(text) for text in texts))


def render_json(report: AgreeReport) -> str:
    """Return the answer as strict JSON: no NaN, every null with its reason."""
    plain = rounded(report.model_dump(mode="json"))
    return json.dumps(plain, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def render_csv(report: AgreeReport) -> str:
    """Return every number as a row of one table."""
    # What most answers do not need is loaded where it is.
    from rut_exports.agree.rows import render_rows

    return render_rows(report)


def write_answer(report: AgreeReport, to: Path, *, force: bool) -> None:
    """Write the answer as a page: HTML, or Markdown, JSON or CSV by the ending of the name.

    Raises:
        UsageFault: The ending is another one, or a file is there and `force` is not given.
        MissingFault: There is no permission or space.
    """
    makers: dict[str, Callable[[AgreeReport], str]] = {
        ".html": _render_html,
        ".htm": _render_html,
        ".md": _render_markdown,
        ".json": render_json,
        ".csv": render_csv,
    }
    make = makers.get(to.suffix.lower())
    if make is None:
        raise UsageFault(
            f"{to.suffix or to.name!r} is no form of a report",
            hint=f"End the name in one of: {', '.join(makers)}.",
            place=str(to),
        )
    text = make(report)
    with open_destination(to, force=force) as stream:
        stream.write(text)


def _render_html(report: AgreeReport) -> str:
    from rut_exports.agree.pages import make_document
    from rut_exports.report.html import render_html

    return render_html(make_document(report))


def _render_markdown(report: AgreeReport) -> str:
    from rut_exports.agree.pages import make_document
    from rut_exports.report.markdown import render_markdown

    return render_markdown(make_document(report))


def check_coefficients() -> tuple[Outcome, ...]:
    """Measure every published case and compare."""
    from rut_annotations.reference.check import check_references

    return check_references()
