"""The tables of fidelity, as values."""

from __future__ import annotations

from typing import Literal

from rut_annotations.fidelity.axes import Axes
from rut_annotations.fidelity.calibration import Calibration
from rut_annotations.fidelity.coverage import Coverage
from rut_annotations.fidelity.disclosure import Disclosure
from rut_annotations.fidelity.effort import EffortDifference
from rut_annotations.fidelity.failures import FailureCount, FailureEffect
from rut_annotations.fidelity.frontier import Choice, ChoiceOdds, Frontier
from rut_annotations.fidelity.hidden import HiddenFailures
from rut_annotations.fidelity.length import LengthLink
from rut_annotations.fidelity.passes import Passes
from rut_annotations.fidelity.probe import ProbeReport
from rut_annotations.fidelity.ranking import AgentRanking
from rut_annotations.fidelity.scores import SourceScore
from rut_domains.frozen import Frozen

By = Literal["majority", "one_rater"]


class Prices(Frozen):
    """Sources by what they cost: the frontier, and what is picked at each threshold."""

    frontier: Frontier
    choices: tuple[Choice, ...]
    odds: tuple[ChoiceOdds, ...]


class AgentTables(Frozen):
    """All that one agent's dialogues tell of the users that it served.

    `absent` names the tables that are left out, each with the columns that nothing is known of.
    """

    agent: str
    dialogues: int
    tasks: int
    axes: tuple[Axes, ...] = ()
    reward: tuple[SourceScore, ...] = ()
    hidden: tuple[HiddenFailures, ...] = ()
    failures: tuple[FailureCount, ...] = ()
    effects: tuple[FailureEffect, ...] = ()
    efforts: tuple[EffortDifference, ...] = ()
    length: LengthLink | None = None
    prices: Prices | None = None
    probe: ProbeReport | None = None
    passes: tuple[Passes, ...] = ()
    calibration: tuple[Calibration, ...] = ()
    coverage: Coverage | None = None
    disclosure: tuple[Disclosure, ...] = ()
    absent: dict[str, tuple[str, ...]]


class FidelityTables(Frozen):
    """The tables agent by agent, and the order of the agents under each source.

    `by` says whose verdicts make a dialogue faithful: the majority's, or where no dialogue has
    two raters, the one's. `margin` is within which a source counts as equivalent to people.
    """

    by: By
    margin: float
    agents: tuple[AgentTables, ...]
    rankings: tuple[AgentRanking, ...]
