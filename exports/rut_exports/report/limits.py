"""What the numbers cannot say: always, and for these data."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report import wording
from rut_exports.report.methods import not_blind
from rut_exports.report.model import Report, Section
from rut_exports.report.wording import count

# Below so many raters a majority is not sure to exist; below so many tasks or dialogues with two
# raters intervals are narrow.
FEW_RATERS, FEW_TASKS, FEW_UNITS = 3, 20, 30

ALWAYS = (
    "Players were given their goals: what people do with goals of their own may differ.",
    "The numbers are about these raters, these tasks and the counterpart played against.",
    "A score says whether contracts were kept, not whether a simulation is like people.",
)


def list_limits(report: Report) -> tuple[str, ...]:
    """Return what always holds, and then what holds for the data of this report, each once."""
    rated = [section for section in report.sections if section.flow.judgements]
    return tuple(dict.fromkeys(limit for section in rated for limit in limits(section)))


def limits(section: Section) -> Iterator[str]:
    """Yield what the numbers of a section cannot say; all but the first ones where they apply."""
    yield from ALWAYS
    yield from _of_sources(section)
    yield from _of_counts(section)
    yield from _of_raters(section)
    yield from _of_agents(section)


def _of_sources(section: Section) -> Iterator[str]:
    if any(row.counted and not row.source.startswith("played: ") for row in section.sources):
        yield "Dialogues from other sources were played elsewhere: only what files record was seen."
    people = section.fidelity is not None and any(
        row.human for each in section.fidelity.agents for row in each.axes
    )
    if section.subject == "user" and not people:
        yield "No person played: nothing here compares simulated users with people."
    if len(section.conditions.domains) == 1:
        yield f"All dialogues are of one domain ({section.conditions.domains[0]})."


def _of_counts(section: Section) -> Iterator[str]:
    flow = section.flow
    tasks = max((row.tasks for row in section.sources), default=0)
    if tasks < FEW_TASKS:
        yield (
            f"No source has {FEW_TASKS} tasks (at most {tasks}): intervals over them are too "
            "narrow."
        )
    for number, what in (
        (flow.unlinked, "not linked to the task played"),
        (flow.without_contract, "without a contract"),
        (flow.counted - flow.rated, "counted and not rated by anybody"),
    ):
        if number:
            yield f"{count(number, 'dialogue')} {what}: left out."


def _of_raters(section: Section) -> Iterator[str]:
    seen = section.conditions
    raters = sum(row.judgements > 0 for row in section.raters)
    if raters < FEW_RATERS:
        yield (
            f"{count(raters, 'rater')}: "
            + ("nothing is known of agreement." if raters == 1 else "a tie settles nothing.")
        )
    units = [item.n_pairable for item in section.agreement]
    if raters > 1 and units and min(units) < FEW_UNITS:
        yield (
            f"On some criterion only {count(min(units), 'dialogue')} with two verdicts, fewer than "
            f"{FEW_UNITS}: intervals are wide, and may still be too narrow."
        )
    if len(seen.models) == 1:
        yield f"One model judged ({seen.models[0]}): what holds for it holds for it alone."
    for shown, what in not_blind(section):
        yield f"Not blind to the {what}: {count(shown, 'judgement')}."
    if section.flow.imported:
        yield wording.imported_words(section.flow)


def _of_agents(section: Section) -> Iterator[str]:
    if section.fidelity is None:
        return
    agents = section.fidelity.agents
    if len(agents) == 1:
        name = agents[0].agent or "without a name"
        yield f"One agent ({name}): with another one users may fare and behave otherwise."
    dates = {each.prices.frontier.price_date for each in agents if each.prices}
    if dates:
        yield f"Costs are those recorded by {max(dates)}; prices change."
