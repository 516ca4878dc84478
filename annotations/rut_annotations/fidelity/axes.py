"""Two axes, never one score: obeying the contract, and being like people.

A simulation may obey its contract better than people do and be less like them for it. A sum of the
two would hide that, so there is none here.
"""

from __future__ import annotations

from collections.abc import Sequence

from rut_annotations.estimation.interval import Estimate, Plan
from rut_annotations.fidelity.calibration import Calibration, calibrate
from rut_annotations.fidelity.coverage import Coverage, measure_coverage
from rut_annotations.fidelity.discrimination import discriminate
from rut_annotations.fidelity.distance import measure_distances
from rut_annotations.fidelity.equivalence import Equivalence
from rut_annotations.fidelity.gap import MARGIN, Gap, measure_gaps
from rut_annotations.fidelity.likeness import Likeness
from rut_annotations.fidelity.outcomes import Outcomes
from rut_annotations.fidelity.scores import SourceScore, score_fidelity
from rut_domains.frozen import Frozen


class ContractFidelity(Frozen):
    """How far a source obeys its contract: its UFS, and that minus the people's on their tasks."""

    score: SourceScore
    against_people: Gap | None


class HumanLikeness(Frozen):
    """How like people a source is, by every measure there is data for.

    `success` compares the agent's success, `calibration` is its error task by task; the others
    are each with a ratio to how unlike people are among themselves.
    """

    success: Gap | None
    calibration: Estimate | None
    measures: tuple[Likeness, ...]


class Axes(Frozen):
    """One source on both axes; people have no likeness, being what it is measured by."""

    source: str
    human: bool
    contract: ContractFidelity
    likeness: HumanLikeness | None

    @property
    def verdicts(self) -> dict[str, Equivalence]:
        """The verdicts against people, by axis."""
        gaps = {"contract": self.contract.against_people}
        if self.likeness:
            gaps["success"] = self.likeness.success
        return {name: gap.verdict for name, gap in gaps.items() if gap and gap.verdict}


def place_on_axes(
    outcomes: Outcomes,
    plan: Plan,
    *,
    margin: float = MARGIN,
    clusters: int = 8,
    calibration: Sequence[Calibration] | None = None,
    coverage: Coverage | None = None,
) -> tuple[Axes, ...]:
    """Return every source on both axes.

    Args:
        outcomes: The table; what its columns cannot tell is left out.
        plan: How intervals are made.
        margin: Within which UFS and success are equivalent to the people's.
        clusters: How many clusters of human behaviour are looked for.
        calibration: What `calibrate` says of the same table, if it is at hand.
        coverage: What `measure_coverage` says of it, if that is.
    """
    contract = {gap.source: gap for gap in measure_gaps(outcomes, "faithful", plan, margin=margin)}
    success = {gap.source: gap for gap in measure_gaps(outcomes, "success", plan, margin=margin)}
    errors = {
        each.source: each.error
        for each in (calibrate(outcomes, plan) if calibration is None else calibration)
        if not each.population and not each.difficulty
    }
    measures = list(measure_distances(outcomes, plan))
    if outcomes.features and outcomes.people:
        measures += discriminate(outcomes, plan)
        measures += (coverage or measure_coverage(outcomes, plan, clusters)).likeness
    return tuple(
        Axes(
            source=score.source,
            human=score.human,
            contract=ContractFidelity(score=score, against_people=contract.get(score.source)),
            likeness=None
            if score.human
            else HumanLikeness(
                success=success.get(score.source),
                calibration=errors.get(score.source),
                measures=tuple(each for each in measures if each.source == score.source),
            ),
        )
        for score in score_fidelity(outcomes, plan)
    )
