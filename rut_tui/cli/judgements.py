"""`rut import --judgements`: verdicts made elsewhere, and what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rut_domains.faults import ExitCode, UsageFault

if TYPE_CHECKING:
    from rut_tui.settings import Settings
    from rut_tui.work.judgements import JudgementsImported


def import_verdicts(
    settings: Settings,
    file: Path,
    *,
    rubric: str,
    renamed: tuple[str, ...],
    same_raters: bool,
    skip_unknown: bool,
    as_json: bool,
) -> ExitCode:
    """Import one file of judgements and print what became of it.

    Raises:
        InputFault: It cannot be used; nothing of it is kept.
        UsageFault: A new name is not given as OLD=NEW.
    """
    from rut_annotations.rubric import load_rubric
    from rut_tui.cli.output import write_json
    from rut_tui.store import Store
    from rut_tui.work.judgements import import_judgements

    names = dict(map(_split_name, renamed))
    asked = load_rubric(rubric)
    with Store.open(settings.db, create=False) as store:
        done = import_judgements(
            store,
            settings,
            file,
            asked,
            names=names,
            same_raters=same_raters,
            skip_unknown=skip_unknown,
        )
    if as_json:
        write_json(done.model_dump(mode="json"))
    else:
        _show(done)
    return ExitCode.DONE


def _split_name(text: str) -> tuple[str, str]:
    old, mark, new = (part.strip() for part in text.rpartition("="))
    if not (old and mark and new and new.isprintable()):
        raise UsageFault(
            f"{text!r} is no new name", hint="Say --rename-rater OLD=NEW, such as ada=ada-2."
        )
    return old, new


def _show(done: JudgementsImported) -> None:
    from rut_tui.cli.output import add_row, console, table, write
    from rut_tui.cli.tables import Column

    again = ", imported before" if done.again else ""
    write(f"{done.path} ({done.rubric_id} {done.rubric_version}{again})")
    for line in _facts(done):
        write(f"  {line}")
    if done.raters:
        shown = table(Column("rater", "key"), "role", "verdicts", "passes")
        for rater in done.raters:
            passes = ", ".join(map(str, rater.passes))
            add_row(shown, rater.rater, rater.role, str(rater.verdicts), passes)
        console().print(shown)


def _facts(done: JudgementsImported) -> list[str]:
    """Return what became of the file, one line each."""
    judged = done.added + done.known
    lines = [
        f"{_count(judged, 'verdict')} on {_count(done.dialogues, 'dialogue')}: "
        f"{done.added} added, {done.known} here before"
    ]
    if not done.added:
        lines.append("nothing was added")
    if done.repeated:
        lines.append(f"{_count(done.repeated, 'row')} say the same as an earlier one")
    for number, what in (
        (done.skipped_dialogues, "dialogues unknown or unclear"),
        (done.skipped_criteria, "criteria that are not known"),
    ):
        if number:
            lines.append(f"{_count(number, 'row')} skipped: about {what}")
    lines += done.notes
    if done.not_counted:
        lines.append(
            f"{_count(done.not_counted, 'verdict')} about dialogues that the report does not "
            "count: unlinked, practice, or not ended"
        )
    lines.append(f"taken for: {'; '.join(done.taken)}")
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
