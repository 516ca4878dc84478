"""What the numbers cannot say: always, and for these data."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report.methods import count, series
from rut_exports.report.model import Report, Section

# Below these a study says so itself.
FEW_RATERS = 3
FEW_UNITS = 30
_PLAYED = "played: "

ALWAYS = (
    "Players were given their goals: what people do with goals of their own may differ.",
    "The numbers are about these players, raters and tasks; others may come out differently.",
    "A score says whether contracts were kept, not whether a simulation is like people.",
)


def list_limits(report: Report) -> tuple[str, ...]:
    """Return what always holds, and then what holds for the data of this report, each once."""
    found = [limit for section in report.sections for limit in _limits(section)]
    return (*ALWAYS, *dict.fromkeys(found))


def _limits(section: Section) -> Iterator[str]:
    if not section.flow.judgements:
        return
    yield from _played(section)
    yield from _rated(section)
    yield from _priced(section)


def _played(section: Section) -> Iterator[str]:
    seen, flow = section.conditions, section.flow
    if len(seen.agents) == 1 and section.subject != "agent":
        yield (
            f"One agent served in all dialogues ({seen.agents[0]}): with another one, users may "
            "keep to their contracts more or less."
        )
    if len(seen.domains) == 1:
        yield f"All dialogues are of one domain ({seen.domains[0]})."
    if elsewhere := [
        row.source for row in section.sources if row.counted and not row.source.startswith(_PLAYED)
    ]:
        yield (
            f"Dialogues of {series(elsewhere)} were played elsewhere; only what their files record "
            "was seen."
        )
    if flow.unlinked:
        yield (
            f"{count(flow.unlinked, 'dialogue')} could not be linked to a contract and "
            f"{'is' if flow.unlinked == 1 else 'are'} not counted; nothing is known of how these "
            "would have come out."
        )
    if flow.rated < flow.counted:
        yield f"{flow.counted - flow.rated} of {flow.counted} counted dialogues were not rated."


def _rated(section: Section) -> Iterator[str]:
    seen = section.conditions
    raters = sum(row.judgements > 0 for row in section.raters)
    if raters == 1:
        yield "One rater judged: nothing is known of how far another one would agree."
    elif raters < FEW_RATERS:
        yield f"{raters} raters are few: a majority needs both, and agreement is theirs alone."
    units = [item.n_pairable for item in section.agreement]
    if raters > 1 and units and min(units) < FEW_UNITS:
        yield (
            f"On some criterion only {count(min(units), 'dialogue')} "
            f"{'has' if min(units) == 1 else 'have'} two verdicts, fewer than {FEW_UNITS}: "
            "intervals are wide, and may still be too narrow."
        )
    if len(seen.models) == 1:
        yield f"One model judged as well ({seen.models[0]}): what holds for it holds for it alone."
    for shown, what in ((seen.identity_shown, "source"), (seen.outcome_shown, "outcome")):
        if shown:
            yield f"Not blind to the {what}: {count(shown, 'judgement')}."


def _priced(section: Section) -> Iterator[str]:
    tables = section.fidelity.agents if section.fidelity else ()
    for table in tables:
        if table.prices is not None:
            date = table.prices.frontier.price_date
            yield f"Costs are those recorded up to {date}; prices change."
