"""From the dialogues and verdicts of a report to the columns that fidelity is computed from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rut_annotations.fidelity.disclosure import Facts
from rut_annotations.fidelity.outcomes import Counts, Outcomes
from rut_annotations.fidelity.ufs import Open, flag, majority, resolve
from rut_annotations.judgement import Verdict
from rut_domains.outcomes import UserWrite
from rut_exports.bundle import DialogueSummary
from rut_exports.report.fidelity.model import By
from rut_exports.report.sorting import Entry, Sorted


@dataclass(frozen=True)
class Settled:
    """What the people say of one dialogue, generic criterion by criterion."""

    verdicts: Mapping[str, Verdict | Open]
    faithful: bool | None


def settle(found: Sorted) -> tuple[By, dict[str, Settled]]:
    """Return what is said of each dialogue, and by whom.

    The majority of those who judged it, at least two; where no dialogue has two raters, the one
    who did. A dialogue that nobody judged is left out.
    """
    rated = found.by_dialogue("generic")
    asked = [item.id for item in found.rubric.criteria]
    raters = {name: {entry.judgement.rater for entry in rows} for name, rows in rated.items()}
    by: By = "majority" if any(len(each) > 1 for each in raters.values()) else "one_rater"
    return by, {
        name: _settle(asked, rated[name])
        for name, who in raters.items()
        if by == "one_rater" or len(who) > 1
    }


def _settle(asked: Sequence[str], entries: Iterable[Entry]) -> Settled:
    given: defaultdict[str, dict[str, Verdict]] = defaultdict(dict)
    for entry in entries:
        given[entry.judgement.rater][entry.criterion.id] = entry.verdict
    verdicts: dict[str, Verdict | Open] = {
        criterion: majority([own.get(criterion, "missing") for own in given.values()])
        for criterion in asked
    }
    return Settled(verdicts=verdicts, faithful=flag(resolve(verdicts.values()).resolution))


def collect_outcomes(found: Sorted, settled: Mapping[str, Settled]) -> Outcomes:
    """Return a row for every counted dialogue, judged or not; what is not known is null."""
    rows = found.dialogues
    wanted, missed, asked = _writes(rows)
    return Outcomes(
        source=_sources(rows),
        task=tuple(row.task_id for row in rows),
        domain=tuple(row.domain for row in rows),
        human=tuple(row.conduct.human for row in rows),
        agent=tuple(row.conduct.agent or None for row in rows),
        success=tuple(row.conduct.success for row in rows),
        faithful=tuple(settled[row.id].faithful if row.id in settled else None for row in rows),
        reward=tuple(row.conduct.reward for row in rows),
        turns=tuple(float(row.conduct.turns) if row.conduct.turns else None for row in rows),
        cost=tuple(row.conduct.cost for row in rows),
        failures=_failures(found, settled),
        efforts=_by_name([row.conduct.efforts for row in rows]),
        features=_by_name([row.conduct.features for row in rows]),
        user_writes=wanted,
        user_writes_missed=missed,
        user_writes_missed_asked=asked,
        categories={"end": tuple(row.conduct.end for row in rows)} if rows else None,
    )


def collect_facts(found: Sorted) -> Facts:
    """Return a row for every fact of every counted dialogue in which disclosures were looked at.

    What a contract lets the user begin with is left out: its time is no choice of the user's.
    """
    sources = _sources(found.dialogues)
    rows = [
        (row, source, fact)
        for row, source in zip(found.dialogues, sources, strict=True)
        for fact in row.conduct.facts
        if not fact.opening
    ]
    return Facts(
        dialogue=tuple(row.id for row, _, _ in rows),
        source=tuple(source for _, source, _ in rows),
        task=tuple(row.task_id for row, _, _ in rows),
        domain=tuple(row.domain for row, _, _ in rows),
        fact=tuple(fact.fact for _, _, fact in rows),
        disclosed=tuple(fact.disclosed for _, _, fact in rows),
        requested=tuple(fact.requested for _, _, fact in rows),
        last=tuple(row.conduct.turns for row, _, _ in rows),
    )


def _sources(rows: Sequence[DialogueSummary]) -> tuple[str, ...]:
    """Return each dialogue's source; one that names people and programs alike is two sources."""
    kinds = Counter({(row.source, row.conduct.human) for row in rows})
    names = Counter(source for source, _ in kinds)
    return tuple(
        f"{row.source} (people)" if names[row.source] > 1 and row.conduct.human else row.source
        for row in rows
    )


def _failures(
    found: Sorted, settled: Mapping[str, Settled]
) -> dict[str, tuple[int | None, ...]] | None:
    """Count the failing criteria of each family; null where none of it applied and was settled."""
    families: defaultdict[str, list[str]] = defaultdict(list)
    for criterion in found.rubric.criteria:
        families[criterion.family].append(criterion.id)
    if not settled:
        return None
    return {
        family: tuple(
            _failed(settled[row.id].verdicts, names) if row.id in settled else None
            for row in found.dialogues
        )
        for family, names in sorted(families.items())
    }


def _failed(verdicts: Mapping[str, Verdict | Open], names: Sequence[str]) -> int | None:
    own = [verdicts[name] for name in names if verdicts[name] in ("met", "not_met")]
    return own.count("not_met") if own else None


def _writes(rows: Sequence[DialogueSummary]) -> tuple[Counts, Counts, Counts]:
    """Count the users' reference actions: all, those missed, and of these those asked for."""

    def count(which: Callable[[UserWrite], bool]) -> Counts:
        found = [row.conduct.user_writes for row in rows]
        return tuple(None if own is None else sum(map(which, own)) for own in found)

    return (
        count(lambda _: True),
        count(lambda each: not each.done),
        count(lambda each: not each.done and each.asked),
    )


def _by_name(rows: Sequence[Mapping[str, float]]) -> dict[str, tuple[float | None, ...]] | None:
    names = sorted({name for row in rows for name in row})
    return {name: tuple(row.get(name) for row in rows) for name in names} or None
