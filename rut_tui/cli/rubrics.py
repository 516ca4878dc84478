"""`rut rubrics`: list, show and check rubrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rut_tui.cli.options import json_option

if TYPE_CHECKING:
    from rut_annotations.rubric import Rubric


@click.group()
def rubrics() -> None:
    """List, show and check rubrics."""


@rubrics.command(name="list")
@json_option
def list_(as_json: bool) -> None:
    """List the built-in rubrics."""
    from rut_annotations.rubric import builtin_rubrics, load_rubric
    from rut_tui.cli.output import add_row, console, table, write_json
    from rut_tui.cli.tables import Column

    found = [load_rubric(name) for name in builtin_rubrics()]
    if as_json:
        write_json([_head(rubric) for rubric in found])
        return
    listing = table(
        Column("name", "key"), Column("version", "key"), Column("criteria", "key"), "title"
    )
    for rubric in found:
        add_row(listing, rubric.id, rubric.version, len(rubric.criteria), rubric.title)
    console().print(listing)


@rubrics.command()
@click.argument("rubric")
@json_option
def show(rubric: str, as_json: bool) -> None:
    """Show a rubric, by its name or file: instructions, criteria, ways to fail with examples."""
    from rut_annotations.rubric import load_rubric
    from rut_tui.cli.output import write, write_json

    loaded = load_rubric(rubric)
    if as_json:
        write_json({**loaded.model_dump(mode="json"), "hash": loaded.hash})
        return
    write(f"{loaded.title}\n{loaded.id}, version {loaded.version}\n\n{loaded.instructions}")
    for criterion in loaded.criteria:
        write(f"{criterion.id} ({criterion.family}, {criterion.polarity})")
        write(f"  {criterion.statement.strip()}")
        for mode in criterion.modes:
            write(f"    {mode.slug}: {mode.definition}")
            for text in mode.examples:
                write(f"      such as: {text}")
            for text in mode.contrasts:
                write(f"      but not: {text}")
        write()


@rubrics.command()
@click.argument("rubric")
@json_option
def check(rubric: str, as_json: bool) -> int:
    """Read a rubric, by its name or file, and say whether it holds; ends with 1 if not."""
    from pathlib import Path

    from rut_annotations.faults import RubricFault
    from rut_annotations.rubric import builtin_rubrics, load_rubric
    from rut_tui.cli.output import write, write_json

    try:
        loaded = load_rubric(rubric)
    except RubricFault as fault:
        # Only what is there can hold or not.
        if rubric not in builtin_rubrics() and not Path(rubric).is_file():
            raise
        if as_json:
            write_json({"holds": False, "place": fault.place, "title": fault.title})
        else:
            write(str(fault))
        return 1
    if as_json:
        write_json({"holds": True, **_head(loaded)})
        return 0
    write(f"{loaded.id}, version {loaded.version}: {len(loaded.criteria)} criteria, nothing amiss")
    return 0


def _head(rubric: Rubric) -> dict[str, object]:
    return {
        "id": rubric.id,
        "version": rubric.version,
        "title": rubric.title,
        "subject": rubric.subject,
        "criteria": [criterion.id for criterion in rubric.criteria],
        "hash": rubric.hash,
    }
