"""Exporting: from stored dialogues to a file that is whole or not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from rut_annotations.rubric import Rubric
from rut_domains.dialogue import Dialogue, Link
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen
from rut_exports.destination import open_destination
from rut_exports.jsonl import OwnLinesWriter
from rut_exports.registry import Writer, find_writer
from rut_tui.store import Store
from rut_tui.work.judged import collect_judged

OnProgress = Callable[[float], None]


class Selection(Frozen):
    """Which dialogues: those of the ids (or starts of ids), or all that the conditions let through.

    `system` is where they come from: `rut` for those played here, `tau2`, ...
    """

    ids: tuple[str, ...] = ()
    domain: str | None = None
    task: str | None = None
    system: str | None = None
    link: Link | None = None
    ended: bool | None = None


class Exported(Frozen):
    """What was written: how many dialogues, in which format, and where (empty for a stream).

    Our own format takes judgements and rubrics along; `missing` names the rubrics, with their
    versions, that are not at hand.
    """

    format: str
    dialogues: int
    path: str = ""
    judgements: int = 0
    rubrics: int = 0
    missing: tuple[str, ...] = ()


def select_ids(store: Store, wanted: Selection) -> tuple[str, ...]:
    """Return the ids of the dialogues, in order of their making.

    Raises:
        UsageFault: No dialogue fits, or a name is none or not clear.
    """
    if wanted.ids:
        return tuple(dict.fromkeys(store.dialogues.resolve(name) for name in wanted.ids))
    rows = store.dialogues.list(
        domain=wanted.domain,
        task=wanted.task,
        system=wanted.system,
        link=wanted.link,
        ended=wanted.ended,
    )
    if not rows:
        raise UsageFault("no dialogue to export", hint="`rut dialogues` lists what there is.")
    return tuple(row.id for row in sorted(rows, key=lambda row: (row.created_at, row.id)))


def export_to_file(
    store: Store,
    wanted: Selection,
    format_name: str,
    path: Path,
    *,
    force: bool = False,
    rubrics: Sequence[Rubric] = (),
    on_progress: OnProgress | None = None,
) -> Exported:
    """Write dialogues to a file, which appears when it is whole.

    Args:
        store: Where they are.
        wanted: Which of them.
        format_name: In which format.
        path: The file.
        force: Whether it may be there already.
        rubrics: Those from files, for our own format.
        on_progress: Told how much is done, from 0 to 1.

    Raises:
        UsageFault: Nothing to export, an unknown format, dialogues that the format cannot hold
            together, or a file that is there already.
        MissingFault: No permission or no space.
    """
    writer = find_writer(format_name)
    ids = select_ids(store, wanted)
    with open_destination(path, force=force) as stream:
        done = _write(store, ids, writer, stream, rubrics, on_progress)
    return done.model_copy(update={"path": str(path)})


def export_to_stream(
    store: Store,
    wanted: Selection,
    format_name: str,
    stream: TextIO,
    *,
    rubrics: Sequence[Rubric] = (),
) -> Exported:
    """Write dialogues to an open stream.

    Raises:
        UsageFault: As for `export_to_file`.
    """
    writer = find_writer(format_name)
    return _write(store, select_ids(store, wanted), writer, stream, rubrics, None)


def _write(
    store: Store,
    ids: Sequence[str],
    writer: Writer,
    stream: TextIO,
    rubrics: Sequence[Rubric],
    on_progress: OnProgress | None,
) -> Exported:
    loaded = _load(store, ids, on_progress)
    if not isinstance(writer, OwnLinesWriter):
        return Exported(format=writer.name, dialogues=writer.write(loaded, stream))
    judged, missing = collect_judged(store, ids, rubrics)
    return Exported(
        format=writer.name,
        dialogues=writer.write(loaded, stream, judged),
        judgements=len(judged.judgements),
        rubrics=len(judged.rubrics),
        missing=missing,
    )


def _load(store: Store, ids: Sequence[str], on_progress: OnProgress | None) -> Iterator[Dialogue]:
    for number, dialogue_id in enumerate(ids, start=1):
        yield store.dialogues.get(dialogue_id)
        if on_progress is not None:
            on_progress(number / len(ids))
