"""Computing the tables of fidelity that the data allow."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rut_annotations.estimation.interval import Plan
from rut_annotations.fidelity.axes import place_on_axes
from rut_annotations.fidelity.calibration import calibrate
from rut_annotations.fidelity.coverage import measure_coverage
from rut_annotations.fidelity.disclosure import Facts, missing_fact_columns, time_disclosures
from rut_annotations.fidelity.effort import compare_efforts
from rut_annotations.fidelity.failures import count_failures, measure_failure_effects
from rut_annotations.fidelity.frontier import (
    choose,
    draw_frontier,
    estimate_choice_odds,
    price_sources,
)
from rut_annotations.fidelity.gap import MARGIN
from rut_annotations.fidelity.hidden import count_hidden_failures
from rut_annotations.fidelity.length import LengthLink, link_length
from rut_annotations.fidelity.outcomes import Outcomes, absent_tables
from rut_annotations.fidelity.passes import measure_passes
from rut_annotations.fidelity.probe import ProbeReport, probe_user_writes
from rut_annotations.fidelity.ranking import compare_rankings
from rut_annotations.fidelity.scores import score_reward
from rut_exports.report.fidelity.columns import collect_facts, collect_outcomes, settle
from rut_exports.report.fidelity.model import AgentTables, FidelityTables, Prices
from rut_exports.report.sorting import Sorted

# Shares of faithful dialogues that a reader may ask of a simulated user.
THRESHOLDS = (0.8, 0.9, 0.95)
CLUSTERS = 8
_UNDATED = "date not recorded"


def build_fidelity(found: Sorted, plan: Plan) -> FidelityTables | None:
    """Return the tables of a rubric about users; None for others, and without a dialogue."""
    if found.rubric.subject != "user" or not found.dialogues:
        return None
    by, settled = settle(found)
    outcomes = collect_outcomes(found, settled)
    facts = collect_facts(found)
    dates = [row.conduct.date for row in found.dialogues if row.conduct.cost is not None]
    price_date = max(dates, default="") or _UNDATED
    agents = [name for name, _ in Counter(outcomes.agent or ()).most_common()]
    chosen = sorted(agents, key=lambda name: (-int(outcomes.of_agent(name).sum()), name or ""))
    of_dialogue = dict(zip((row.id for row in found.dialogues), outcomes.agent or (), strict=True))
    absent = absent_tables(outcomes)
    return FidelityTables(
        by=by,
        margin=MARGIN,
        agents=tuple(
            _tables(
                name or "",
                outcomes.take(outcomes.of_agent(name)),
                _facts_of(facts, [of_dialogue[each] == name for each in facts.dialogue]),
                plan,
                price_date,
            )
            for name in chosen
        ),
        rankings=() if "ranking" in absent or len(agents) < 2 else compare_rankings(outcomes, plan),
    )


def _tables(
    agent: str, outcomes: Outcomes, facts: Facts, plan: Plan, price_date: str
) -> AgentTables:
    absent: dict[str, tuple[str, ...]] = {**absent_tables(outcomes)}
    # Of several agents, and only of these.
    absent.pop("ranking", None)
    for name in ("disclosure_curves", "disclosure_timing"):
        if missing := missing_fact_columns(facts, name):
            absent[name] = missing
    calibration = () if "calibration" in absent else calibrate(outcomes, plan)
    coverage = None if "coverage" in absent else measure_coverage(outcomes, plan, CLUSTERS)
    return AgentTables(
        agent=agent,
        dialogues=len(outcomes.source),
        tasks=outcomes.task_index()[1],
        axes=place_on_axes(outcomes, plan, calibration=calibration, coverage=coverage),
        reward=() if "reward" in absent else score_reward(outcomes, plan),
        hidden=() if "hidden_failures" in absent else count_hidden_failures(outcomes, plan),
        failures=() if "failure_counts" in absent else count_failures(outcomes, plan),
        effects=() if "failure_effect" in absent else measure_failure_effects(outcomes, plan),
        efforts=() if "effort" in absent else compare_efforts(outcomes, plan),
        length=_length(outcomes, absent, plan),
        prices=None if "frontier" in absent else _prices(outcomes, plan, price_date),
        probe=_probe(outcomes, absent, plan),
        passes=() if "passes" in absent else measure_passes(outcomes, plan),
        calibration=calibration,
        coverage=coverage,
        disclosure=() if "disclosure_curves" in absent else time_disclosures(facts, plan),
        absent=dict(sorted(absent.items())),
    )


def _length(
    outcomes: Outcomes, absent: dict[str, tuple[str, ...]], plan: Plan
) -> LengthLink | None:
    several = len(outcomes.sources) > 1
    return link_length(outcomes, plan.level) if several and "length" not in absent else None


def _probe(
    outcomes: Outcomes, absent: dict[str, tuple[str, ...]], plan: Plan
) -> ProbeReport | None:
    """Return the probe where any task wants the user to act."""
    eligible = any(outcomes.user_writes or ())
    return probe_user_writes(outcomes, plan) if eligible and "probe" not in absent else None


def _prices(outcomes: Outcomes, plan: Plan, price_date: str) -> Prices:
    frontier = draw_frontier(price_sources(outcomes, plan), price_date)
    return Prices(
        frontier=frontier,
        choices=tuple(
            choose(frontier, threshold, safe=safe)
            for threshold in THRESHOLDS
            for safe in (False, True)
        ),
        odds=tuple(
            estimate_choice_odds(outcomes, threshold, price_date, plan) for threshold in THRESHOLDS
        ),
    )


def _facts_of(facts: Facts, chosen: list[bool]) -> Facts:
    """Return some of the rows."""
    at = np.flatnonzero(chosen).tolist()
    columns = {name: getattr(facts, name) for name in type(facts).model_fields}
    return Facts(
        **{
            name: column and tuple(column[place] for place in at)
            for name, column in columns.items()
        }
    )
