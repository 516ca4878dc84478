"""`rut import`: read dialogues and tasks of other systems, and say what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rut_tui.cli.options import FilePath, db_option, json_option, pack_option, settings_of

if TYPE_CHECKING:
    from rut_domains.faults import ExitCode, Fault
    from rut_domains.interop.reading import LinkChoice
    from rut_domains.interop.registry import Found
    from rut_tui.settings import Settings
    from rut_tui.work.imports import Imported, NotImported

_EXAMPLES = 2
_OF_DIALOGUES = frozenset({"relink", "accept_links", "strict"})


@click.command("import")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--judgements",
    type=FilePath(),
    metavar="FILE",
    help="Read verdicts made elsewhere instead: CSV or JSON Lines, a row each.",
)
@click.option(
    "--rubric",
    default="user_contract",
    show_default=True,
    help="Of the judgements: what was asked, a name or a YAML file.",
)
@click.option(
    "--rename-rater",
    "renamed",
    multiple=True,
    metavar="OLD=NEW",
    help="Give a rater of the judgements a new name; may be repeated.",
)
@click.option(
    "--same-raters",
    is_flag=True,
    help="Raters of the judgements are the people of the same name who rated here.",
)
@click.option(
    "--skip-unknown",
    is_flag=True,
    help="Leave judgements aside that are about an unknown dialogue or criterion.",
)
@click.option(
    "--relink",
    is_flag=True,
    help="Link mislinked dialogues to the task that was really played, also those here already.",
)
@click.option(
    "--accept-links",
    is_flag=True,
    help="Trust the task ids of the file although the actions checked are those of another task.",
)
@click.option("--strict", is_flag=True, help="End with 1 when there is any finding.")
@json_option
@pack_option
@db_option
@click.pass_context
def import_(
    ctx: click.Context,
    /,
    paths: tuple[Path, ...],
    judgements: Path | None,
    as_json: bool,
    packs: tuple[Path, ...],
    db: Path | None,
    **options: Any,
) -> int:
    """Read dialogues and tasks from PATHS: files, or folders to search.

    Reads tau2 results and domain folders, tau-bench v1 trajectories, OpenAI chats (JSON Lines) and
    rut-tui's own lines. Prints what was added and an integrity report. Importing again adds
    nothing.

    A file that cannot be read does not keep the others from being imported: it is named, and the
    command ends with 3.

    With --judgements FILE it reads verdicts made elsewhere, so that `rut report` counts them. The
    columns: dialogue (an id here, the start of one, or the id in the imported file; else task and
    trial), criterion, rater, role (human, model, adjudicated, gold, training, calibration; blank
    is human), pass (1, or 2 for a second look), verdict (met, not met, not applicable, cannot
    tell), evidence (turns, such as "3;7"), and mode, effect, confidence and comment where there
    are any. All of the file is kept, or nothing.
    """
    settings = settings_of(ctx, db=db, packs=packs)
    _check_options(ctx, paths, options, judgements)
    own = {name: value for name, value in options.items() if name not in _OF_DIALOGUES}
    if judgements is not None:
        from rut_tui.cli.judgements import import_verdicts

        return import_verdicts(settings, judgements, as_json=as_json, **own)
    links: LinkChoice = (
        "relink" if options["relink"] else "accept" if options["accept_links"] else "keep"
    )
    return _import_dialogues(settings, paths, links, strict=options["strict"], as_json=as_json)


def _check_options(
    ctx: click.Context, paths: tuple[Path, ...], options: dict[str, Any], judgements: Path | None
) -> None:
    """Refuse options of dialogues beside judgements and the other way round, and nothing at all."""
    from rut_domains.faults import UsageFault

    typed = click.core.ParameterSource.COMMANDLINE
    given = {name for name in options if ctx.get_parameter_source(name) == typed}
    if judgements is not None and (paths or given & _OF_DIALOGUES):
        raise UsageFault(
            "--judgements reads that one file",
            hint="Import dialogues first, in a command of their own.",
        )
    if judgements is None and (strays := sorted(given - _OF_DIALOGUES)):
        option = strays[0].replace("renamed", "rename-rater").replace("_", "-")
        raise UsageFault(
            f"--{option} is about judgements", hint="Name their file: --judgements FILE."
        )
    if judgements is None and not paths:
        raise UsageFault(
            "there is nothing to import",
            hint="Give PATHS, files or folders, or: rut import --judgements FILE.",
        )
    if options["relink"] and options["accept_links"]:
        raise UsageFault("--relink and --accept-links exclude each other", hint="Choose one.")


def _import_dialogues(
    settings: Settings, paths: tuple[Path, ...], links: LinkChoice, *, strict: bool, as_json: bool
) -> ExitCode:
    from rut_domains.faults import ExitCode
    from rut_tui.cli.progress import ProgressBar
    from rut_tui.store import Store
    from rut_tui.work.imports import NotImported, find_imports, import_units

    found = find_imports(paths)
    done: list[Imported] = []
    failed: list[NotImported] = []
    with Store.open(settings.db) as store, ProgressBar() as bar:
        for unit in import_units(
            store,
            found.units,
            links=links,
            on_progress=lambda path, part: bar.show(path.name, part),
        ):
            if isinstance(unit, NotImported):
                failed.append(unit)
                continue
            done.append(unit)
            if not as_json:
                bar.hide()
                _show(unit)
    if as_json:
        _print_json(done, failed, found)
    else:
        _show_passed_over(found)
    if failed:
        raise _join(failed, len(found.units))
    flawed = any(imported.integrity.findings for imported in done)
    return ExitCode.DOES_NOT_HOLD if strict and flawed else ExitCode.DONE


def _join(failed: list[NotImported], tried: int) -> Fault:
    """Return one fault that names every file that was not imported."""
    from rut_domains.faults import ExitCode, InputFault

    bad = any(item.exit_code == ExitCode.BAD_INPUT for item in failed)
    code = ExitCode.BAD_INPUT if bad else ExitCode.MISSING
    if tried == 1:
        [only] = failed
        return InputFault(only.title, hint=only.hint, place=only.place, exit_code=code)
    named = [
        f"  {item.place}: {item.title}{f' ({item.hint})' if item.hint else ''}" for item in failed
    ]
    return InputFault(
        f"{len(failed)} of {_count(tried, 'file')} could not be imported; nothing of them is kept",
        hint="\n".join(
            [*named, "Mend them and import again: what is here already stays as it is."]
        ),
        exit_code=code,
    )


def _print_json(done: list[Imported], failed: list[NotImported], found: Found) -> None:
    from rut_tui.cli.output import write_json

    files: list[dict[str, Any]] = [imported.model_dump(mode="json") for imported in done]
    left = [item.model_dump(mode="json") for item in found.passed_over]
    bad = [item.model_dump(mode="json") for item in failed]
    write_json({"files": files, "failed": bad, "passed_over": left})


def _show_passed_over(found: Found) -> None:
    from rut_tui.cli.output import write

    if found.passed_over:
        write("passed over:")
    for item in found.passed_over:
        write(f"  {item.path}: {item.reason}")


def _show(imported: Imported) -> None:
    from rut_tui.cli.output import write

    report = imported.integrity
    again = ", imported before" if imported.again else ""
    write(f"{imported.path} ({report.format}{again})")
    for line in _facts(imported):
        write(f"  {line}")
    if report.findings:
        _show_findings(imported)
    else:
        write("  no findings")


def _facts(imported: Imported) -> list[str]:
    """Return what became of the file, one line each."""
    report = imported.integrity
    lines = []
    if report.dialogues or not report.tasks:
        changed = f", {imported.relinked} linked anew" if imported.relinked else ""
        lines.append(
            f"{_count(report.dialogues, 'dialogue')}: {imported.added} added, "
            f"{imported.known} here before{changed}"
        )
    if report.tasks:
        lines.append(
            f"{_count(report.tasks, 'task')}: {imported.tasks_added} added, "
            f"{imported.tasks_known} here before; contract-only, not playable: "
            "their environment is not part of rut-tui"
        )
    judged = imported.judgements_added + imported.judgements_known
    if judged:
        lines.append(
            f"{_count(judged, 'judgement')}: {imported.judgements_added} added, "
            f"{imported.judgements_known} here before"
        )
    if not imported.changed:
        lines.append("nothing was added")
    lines += _links(imported)
    if imported.renamed:
        lines.append(f"kept under longer ids: {', '.join(imported.renamed)}")
    if report.guidelines:
        lines.append(f"guidelines of the user: looked up in {report.guidelines}")
    if report.kept:
        kept = ", ".join(f"{key} ({count})" for key, count in report.kept.items())
        stored = imported.added or imported.tasks_added
        what = "unknown keys, kept for the lead" if stored else "unknown keys, nothing stored anew"
        lines.append(f"{what}: {kept}")
    return lines


def _links(imported: Imported) -> list[str]:
    """Return how far the links to tasks can be believed."""
    report = imported.integrity
    lines = []
    if report.checkable:
        lines.append(
            f"links: {report.checkable} can be checked, {report.mislinked} of these name another "
            "task than the one played"
        )
    if report.uncheckable:
        verb = "is" if report.uncheckable == 1 else "are"
        doubt = "; others of this file name a wrong one" if report.mislinked else ""
        lines.append(
            f"links: {report.uncheckable} cannot be checked (no checked actions are recorded) and "
            f"{verb} linked to the task named{doubt}"
        )
    if imported.unlinked:
        lines.append(
            f"unlinked: {imported.unlinked}; readable, but not rated and not counted until you "
            "import again with --relink (the task played) or --accept-links (the task named)"
        )
    return lines


def _show_findings(imported: Imported) -> None:
    from rut_domains.interop.findings import MEANINGS
    from rut_tui.cli.output import add_row, console, table, write
    from rut_tui.cli.tables import Column

    report = imported.integrity
    shown = table(Column("n", "key"), Column("finding", "key"), "means", "such as")
    hidden = 0
    for kind, meaning in MEANINGS.items():
        found = [finding for finding in report.findings if finding.kind == kind]
        if not found:
            continue
        examples = [
            f"{finding.place or finding.source}: {finding.text}" for finding in found[:_EXAMPLES]
        ]
        hidden += max(0, len(found) - _EXAMPLES)
        add_row(shown, len(found), kind.replace("_", " "), meaning, "\n".join(examples))
    console().print(shown)
    if hidden:
        write(f"  {hidden} more {'is' if hidden == 1 else 'are'} listed by --json")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
