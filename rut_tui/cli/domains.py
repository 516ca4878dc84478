"""`rut domains`: list, show, check and make domain packs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rut_domains.faults import ExitCode
from rut_tui.cli.options import db_option, json_option, pack_option, settings_of
from rut_tui.cli.output import add_row, console, table, write, write_json
from rut_tui.cli.tables import Column

if TYPE_CHECKING:
    from rut_domains.pack import Pack, PackEntry
    from rut_domains.pack.check import CheckReport
    from rut_domains.task import Task
    from rut_tui.work.imported import ImportedDomain


@click.group()
def domains() -> None:
    """List, show, check and make domain packs."""


@domains.command("list")
@pack_option
@json_option
@db_option
@click.pass_context
def list_(ctx: click.Context, packs: tuple[Path, ...], as_json: bool, db: Path | None) -> None:
    """List the packs on the search path (--pack, RUT_PACKS, ./domains, built-in).

    Imported domains of the database follow: contracts to be read and rated, not to be played.
    """
    from rut_tui.work.domains import list_entries
    from rut_tui.work.imported import list_imported

    settings = settings_of(ctx, db=db, packs=packs)
    entries, imported = list_entries(settings), list_imported(settings)
    if as_json:
        write_json([*map(_entry, entries), *map(_imported, imported)])
        return
    shown = table(Column("domain", "key"), Column("tasks", "key"), "what it is", "where")
    for entry in entries:
        where = "built-in" if entry.builtin else str(entry.path)
        tasks = str(len(entry.pack.tasks)) if entry.pack is not None else "-"
        add_row(shown, entry.name, tasks, _summary(entry), where)
    for domain in imported:
        add_row(shown, domain.name, len(domain.tasks), domain.why_not_playable, "imported")
    console().print(shown)


@domains.command()
@click.argument("name")
@click.argument("task", required=False)
@pack_option
@json_option
@db_option
@click.pass_context
def show(
    ctx: click.Context,
    name: str,
    task: str | None,
    packs: tuple[Path, ...],
    as_json: bool,
    db: Path | None,
) -> None:
    """Show pack NAME (a name or a folder), or one TASK of it with its contract."""
    from rut_tui.work.domains import find_task, open_pack
    from rut_tui.work.imported import find_imported

    settings = settings_of(ctx, db=db, packs=packs)
    imported = find_imported(settings, name)
    if imported is not None:
        _show_imported(imported, task, as_json)
        return
    if task is not None:
        pack, found = find_task(settings, name, task)
        if as_json:
            write_json(found.model_dump(mode="json"))
        else:
            _show_task(pack.name, found)
        return
    pack = open_pack(settings, name)
    if as_json:
        write_json(_pack(pack))
    else:
        _show_pack(pack)


@domains.command()
@click.argument("name")
@click.option("--trust", is_flag=True, help="Run the pack's code although nothing keeps it in.")
@pack_option
@json_option
@click.pass_context
def check(
    ctx: click.Context, name: str, trust: bool, packs: tuple[Path, ...], as_json: bool
) -> int:
    """Check pack NAME (a name or a folder) by playing each task's oracle twice.

    Exit code 1 when there is an error, in what the pack says or in one of its files; warnings leave
    it 0. Exit code 3 when there is no pack to be read in the folder.
    """
    from rut_tui.work import domains as work

    settings = settings_of(ctx, packs=packs)
    with click.progressbar(
        length=1, label="checking", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def advance(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        report = work.check(settings, name, trust=trust, progress=advance)
    if as_json:
        write_json(report.model_dump(mode="json"))
    else:
        _show_report(report)
    return ExitCode.DONE if report.ok else ExitCode.DOES_NOT_HOLD


@domains.command()
@click.argument("name")
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("domains"),
    show_default=True,
    help="The folder in which the pack's own folder is made.",
)
@json_option
@click.pass_context
def new(ctx: click.Context, name: str, into: Path, as_json: bool) -> None:
    """Make a small, complete pack NAME to start from."""
    from rut_tui.work.domains import make

    made = make(settings_of(ctx), name, into)
    if as_json:
        write_json({"name": name, "path": str(made)})
        return
    target = name if into == Path("domains") else str(made)
    write(f"{made}: a pack with one task, ready to be changed")
    write(f"check it:  rut domains check {target}")
    write(f"play it:   rut play --domain {target} --seat user")


def _summary(entry: PackEntry) -> str:
    if entry.pack is None:
        fault = entry.fault
        return f"broken: {fault.place}: {fault.title}" if fault is not None else "broken"
    shadow = " (hidden by a pack of that name above)" if entry.shadowed else ""
    return f"{entry.pack.title}{shadow}"


def _entry(entry: PackEntry) -> dict[str, Any]:
    pack, fault = entry.pack, entry.fault
    return {
        "name": entry.name,
        "path": str(entry.path),
        "builtin": entry.builtin,
        "shadowed": entry.shadowed,
        "title": pack.title if pack is not None else None,
        "summary": pack.summary if pack is not None else None,
        "version": pack.version if pack is not None else None,
        "hash": pack.hash if pack is not None else None,
        "tasks": list(pack.tasks) if pack is not None else [],
        "fault": None
        if fault is None
        else {"title": fault.title, "place": fault.place, "hint": fault.hint},
    }


def _pack(pack: Pack) -> dict[str, Any]:
    return {
        "name": pack.name,
        "title": pack.title,
        "summary": pack.summary,
        "version": pack.version,
        "now": pack.now,
        "greeting": pack.greeting,
        "path": str(pack.path),
        "hash": pack.hash,
        "policy": pack.policy,
        "guidelines": pack.guidelines,
        "tasks": [
            {"id": task.id, "title": task.title, "tags": list(task.tags), "playable": task.playable}
            for task in pack.tasks.values()
        ],
    }


def _show_pack(pack: Pack) -> None:
    write(f"{pack.name}: {pack.title}")
    write(pack.summary)
    write(f"version {pack.version}, {len(pack.tasks)} tasks, the clock stands at {pack.now}")
    write(str(pack.path))
    shown = table(Column("task", "key"), "title", Column("tags", rank=1))
    for task in pack.tasks.values():
        title = f"{task.title} (not playable: {task.playable})" if task.playable else task.title
        add_row(shown, task.id, title, ", ".join(task.tags))
    console().print(shown)
    write(f"One task in full: rut domains show {pack.name} TASK")


def _imported(domain: ImportedDomain) -> dict[str, Any]:
    return {
        "name": domain.name,
        "imported": True,
        "playable": domain.why_not_playable,
        "tasks": [task.id for task in domain.tasks],
    }


def _show_imported(domain: ImportedDomain, task_id: str | None, as_json: bool) -> None:
    from rut_domains.faults import UsageFault

    if task_id is None:
        if as_json:
            write_json(_imported(domain))
            return
        write(f"{domain.name}: {len(domain.tasks)} tasks, contract-only")
        write(f"not playable: {domain.why_not_playable}")
        for task in domain.tasks:
            write(f"  {task.id}")
        return
    found = next((task for task in domain.tasks if task.id == task_id), None)
    if found is None:
        raise UsageFault(
            f"there is no task {task_id!r}", hint=f"See 'rut domains show {domain.name}'."
        )
    if as_json:
        write_json(found.model_dump(mode="json"))
    else:
        _show_task(domain.name, found)


def _show_task(domain: str, task: Task) -> None:
    write(f"{domain}/{task.id}: {task.title}")
    write(f"tags: {', '.join(task.tags) or 'none'}; ends: {', '.join(task.ends)}")
    write()
    write(task.contract.text())
    write()
    write("Solved by")
    for number, step in enumerate(task.oracle, start=1):
        arguments = ", ".join(f"{name}={value!r}" for name, value in step.arguments.items())
        write(f"{number}. {step.by}: {step.tool}({arguments})")
    write()
    write("Rated by")
    for criterion in task.criteria:
        write(f"- {criterion.id} ({criterion.family}): {criterion.statement}")


def _show_report(report: CheckReport) -> None:
    for finding in report.findings:
        where = f"{finding.place}: " if finding.place else ""
        field = f"{finding.field}: " if finding.field else ""
        write(f"{finding.severity}: {where}{field}{finding.text} [{finding.rule}]")
    errors = sum(1 for finding in report.findings if finding.severity == "error")
    others = len(report.findings) - errors
    kept = ""
    if report.replayed:
        kept = " inside bubblewrap" if report.sandboxed else " without bubblewrap"
    verdict = "holds" if report.ok else "does not hold"
    write(
        f"{report.pack} {verdict}: {report.replayed} of {report.tasks} tasks replayed twice"
        f"{kept}; {_count(errors, 'error')}, {_count(others, 'warning')}"
    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
