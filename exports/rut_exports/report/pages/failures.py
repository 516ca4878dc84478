"""What the failures of one agent's users go with, what they hide, and what was never done."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.fidelity.contrast import Contrast
from rut_exports.report.document import Block, Bullets, table
from rut_exports.report.fidelity.model import AgentTables
from rut_exports.report.fidelity.wording import notes, say, source_name


def failure_tables(tables: AgentTables) -> Iterator[Block]:
    """Return hidden failures, failures by family with success and effort, and the probe."""
    yield from _hidden(tables)
    yield from _failures(tables)
    yield from _probe(tables)


def _hidden(tables: AgentTables) -> Iterator[Block]:
    if not tables.hidden:
        return
    yield table(
        "source:, success and faithful, success and not, failure and faithful, failure and not, "
        "open, hidden failures, unfaithful among failures, failures among faithful",
        [
            (
                f"{source_name(row.source)}, pooled" if row.pooled else source_name(row.source),
                row.success_faithful,
                row.success_unfaithful,
                row.failure_faithful,
                row.failure_unfaithful,
                row.open,
                say(row.hidden),
                say(row.excused),
                say(row.lost),
            )
            for row in tables.hidden
        ],
        "hidden",
        "Hidden failures: success although the user broke the contract",
    )
    yield from notes(item for row in tables.hidden for item in (row.hidden, row.excused, row.lost))


def _failures(tables: AgentTables) -> Iterator[Block]:
    if tables.failures:
        yield table(
            "family:, source:, failing criteria, dialogues with any, dialogues judged, share",
            [
                (
                    row.kind,
                    source_name(row.source),
                    row.verdicts,
                    row.dialogues,
                    row.scored,
                    say(row.share),
                )
                for row in tables.failures
            ],
            "failures",
            "Failures by family, counted both ways",
        )
    if tables.effects:
        yield table(
            f"family:, cells, mean over cells, median, higher / lower / same, {_CONTRAST}",
            [
                (
                    row.kind,
                    len(row.cells),
                    say(row.mean),
                    say(row.median),
                    f"{row.positive} / {row.negative} / {row.zero}",
                    *_contrast(row.within),
                )
                for row in tables.effects
            ],
            "failure-effects",
            "Success where a failure is present minus where it is absent",
        )
        yield from notes(item for row in tables.effects for item in (row.mean, row.within.matched))
    if tables.efforts:
        yield table(
            f"family:, effort:, {_CONTRAST}",
            [(row.kind, row.effort, *_contrast(row.contrast)) for row in tables.efforts],
            "failure-efforts",
            "Effort in successes with a failure minus in those without",
        )
        yield from notes(row.contrast.matched for row in tables.efforts)


_CONTRAST = (
    "with / without, tasks with both, all tasks mixed, constant for each task, matched pairs"
)


def _contrast(found: Contrast) -> tuple[str, ...]:
    return (
        f"{found.present} / {found.absent}",
        str(found.tasks),
        say(found.raw),
        say(found.fixed_effect),
        say(found.matched),
    )


def _probe(tables: AgentTables) -> Iterator[Block]:
    if tables.probe is None:
        return
    yield table(
        "source:, dialogues, actions wanted, asked and not done, never asked, dialogues with a "
        "miss, at the user's fault, faithful by verdict among these, UFS there, without any miss, "
        "without faults",
        [
            (
                source_name(row.source),
                row.eligible,
                row.actions,
                row.asked_not_done,
                row.never_asked,
                say(row.missing),
                say(row.at_fault),
                say(row.asked_faithful),
                say(row.ufs),
                say(row.ufs_without_miss),
                say(row.ufs_without_fault),
            )
            for row in tables.probe.rows
        ],
        "probe",
        "Probe without a judge: what the user was to do and never did",
    )
    yield Bullets(
        (
            "Actions: the calls of the reference by which the user changes something. One that "
            "the agent never asked for says nothing of the user.",
            "Faithful by verdict among these: dialogues in which the user was asked, did not act, "
            "and yet met every criterion: there the raters have missed a failure.",
        )
    )
    yield from notes(item for row in tables.probe.rows for item in (row.missing, row.ufs))
