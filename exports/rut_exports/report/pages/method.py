"""How the numbers were made, in sentences for a paper, and what they cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from rut_domains.text import one_line
from rut_exports.report import wording
from rut_exports.report.document import Block, Bullets, Heading, Paragraph
from rut_exports.report.model import Report, Section

# Below so many raters a majority is not sure to exist; below so many tasks intervals are narrow.
_RATERS, _TASKS = 3, 20

SOURCES = (
    "Krippendorff's alpha: Krippendorff (2011). AC1: Gwet (2008). Fleiss' kappa: Fleiss (1971). "
    "Conger's kappa: Conger (1980). Cohen's kappa: Cohen (1960). Scott's pi: Scott (1955). "
    "Brennan-Prediger: Brennan and Prediger (1981).",
    "Bias-corrected and accelerated bootstrap: Efron (1987). Jackknife: Quenouille (1956), Tukey "
    "(1958). Shares: Wilson (1927); Clopper and Pearson (1934) at none and all. Paired shares: "
    "Tango (1998). Equivalence by two one-sided tests: Schuirmann (1987).",
    "User Fidelity Score, hidden failures and cost frontier: UserProxyBench (2026).",
)


def method_page(report: Report) -> Iterator[Block]:
    """Return the methods paragraph, where the formulas are from, and the limits."""
    rated = [section for section in report.sections if section.flow.judgements]
    if not rated:
        return
    yield Heading("Methods")
    for section in rated:
        yield Paragraph(" ".join(_methods(section, report)))
    yield Bullets(SOURCES)
    yield Heading("Limits")
    for section in rated:
        yield Bullets(tuple(limits(section)))


def _methods(section: Section, report: Report) -> Iterator[str]:
    yield from _judged(section, report)
    yield from _blinding(section)
    yield from _numbers(section, report)
    if section.fidelity is not None:
        yield from _fidelity(section)


def _judged(section: Section, report: Report) -> Iterator[str]:
    flow = section.flow
    tool = f"rut-tui {report.version}" if report.version else "rut-tui"
    sources = "; ".join(f"{row.source}: {row.rated}" for row in section.sources if row.rated)
    yield (
        f"{wording.count(flow.rated, 'dialogue')} ({one_line(sources)}) were judged by "
        f"{wording.count(len(section.raters), 'rater')} against "
        f"{wording.count(len(section.criteria), 'criterion', 'criteria')} of the rubric "
        f"{section.rubric_id} (version {section.rubric_version}, guidelines "
        f"{section.guideline_version}, SHA-256 {section.rubric_hash[:12]}), with {tool}."
    )
    yield "Each criterion was marked met, not met, not applicable or cannot tell."


def _blinding(section: Section) -> Iterator[str]:
    given = "the contract" if section.subject == "user" else "the policy"
    yield (
        f"Raters saw the transcript and {given}, and not who played, outcome, reward, model, cost "
        "or timing; dialogues bore random codes, and each rater had an order of their own, drawn "
        "at random."
    )
    if section.flow.imported:
        yield wording.imported_words(section.flow)
    own = sum(row.own_dialogues for row in section.raters)
    if own:
        yield f"Raters had played in {wording.count(own, 'dialogue')} that they judged."


def _numbers(section: Section, report: Report) -> Iterator[str]:
    reached = [str(item.n_raters) for item in section.agreement]
    yield (
        "Agreement was measured for each criterion apart and never pooled (raters by criterion: "
        f"{', '.join(reached) or 'none'}), as percent agreement, Krippendorff's nominal alpha and "
        f"companions that depend less on prevalence; not applicable counted as "
        f"{wording.treatment_words(section)}. A coefficient that is undefined is reported so, with "
        "its reason."
    )
    yield (
        f"Intervals at {wording.number(100 * report.level, 0)}% resample "
        f"{wording.resampled_words(section)} ({report.replicates} resamples, seed {report.seed}), "
        "with raters as fixed; where few are resampled the jackknife takes their place, and each "
        "interval names its method. They describe, and are not corrected for multiplicity."
    )


def _fidelity(section: Section) -> Iterator[str]:
    found = section.fidelity
    if found is None:
        return
    by = "the majority of at least two raters" if found.by == "majority" else "one rater"
    yield (
        "A user was taken as faithful where every applicable generic criterion was met, by "
        f"{by}; unresolved dialogues were left out, counted and bounded."
    )
    if any(row.contract.against_people for each in found.agents for row in each.axes):
        yield (
            "Simulated users were compared with people on the tasks of both; equivalence within "
            f"{wording.number(found.margin, 2)} was tested by two one-sided tests at 5% for each "
            "source and agent, without correction."
        )


def limits(section: Section) -> Iterator[str]:
    """Yield what the numbers of a section cannot say; the last ones where they apply."""
    yield "Players were given their goals: what people do with goals of their own may differ."
    yield "The numbers are about these raters, these tasks and the counterpart played against."
    yield "A score says whether contracts were kept, not whether a simulation is like people."
    yield from _of_sources(section)
    yield from _of_counts(section)
    yield from _of_agents(section)


def _of_sources(section: Section) -> Iterator[str]:
    if any(not row.source.startswith("played: ") for row in section.sources):
        yield "Dialogues from other sources were played elsewhere: only what files record was seen."
    people = section.fidelity is not None and any(
        row.human for each in section.fidelity.agents for row in each.axes
    )
    if section.subject == "user" and not people:
        yield "No person played: nothing here compares simulated users with people."


def _of_counts(section: Section) -> Iterator[str]:
    raters, flow = len(section.raters), section.flow
    if raters < _RATERS:
        yield (
            f"{wording.count(raters, 'rater')}: "
            + ("nothing is known of agreement." if raters == 1 else "a tie settles nothing.")
        )
    tasks = max((row.tasks for row in section.sources), default=0)
    if tasks < _TASKS:
        yield f"No source has {_TASKS} tasks (at most {tasks}): intervals over them are too narrow."
    for number, what in (
        (flow.unlinked, "not linked to the task played"),
        (flow.without_contract, "without a contract"),
        (flow.counted - flow.rated, "counted and not rated by anybody"),
    ):
        if number:
            yield f"{wording.count(number, 'dialogue')} {what}: left out."


def _of_agents(section: Section) -> Iterator[str]:
    if section.fidelity is None:
        return
    agents = section.fidelity.agents
    if len(agents) == 1:
        name = one_line(agents[0].agent) or "without a name"
        yield f"One agent ({name}): with another one users may fare and behave otherwise."
    dates = {each.prices.frontier.price_date for each in agents if each.prices}
    if dates:
        yield f"Costs are those recorded by {max(dates)}; prices change."
