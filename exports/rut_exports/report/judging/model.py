"""What is said of raters and of models that judge, as values.

Every number is on one criterion; where several are looked at together, it is the mean of their
numbers, never one coefficient over a mixed table.
"""

from __future__ import annotations

from pydantic import FiniteFloat

from rut_annotations.agreement.pairs import PairAgreement
from rut_annotations.agreement.raters import LeftOut
from rut_annotations.estimation.interval import Estimate, Resampled
from rut_annotations.validity.alt_test import AltTest
from rut_annotations.validity.ceilings import Ceiling
from rut_annotations.validity.confusion import Confusion
from rut_annotations.validity.corrected import CorrectedRate
from rut_annotations.validity.dawid_skene import BesideMajority
from rut_annotations.validity.drift import Drift
from rut_annotations.validity.evidence import JudgeEvidence, Overlap
from rut_annotations.validity.items import Answers
from rut_annotations.validity.repeats import RaterRepeats, Repeats
from rut_annotations.validity.slices import GroupMean
from rut_annotations.validity.speed import Speed
from rut_domains.frozen import Frozen


class RaterShare(Frozen):
    """How one person used the verdicts of one criterion.

    `bias` is the mean, over the dialogues that others judged as well, of the person's *not met*
    (1 or 0) less the share of the others who say so: above 0 is stricter than they are.
    """

    rater: str
    met: int
    not_met: int
    not_applicable: int
    cannot_tell: int
    bias: Estimate

    @property
    def given(self) -> int:
        """How many verdicts there are."""
        return self.met + self.not_met + self.not_applicable + self.cannot_tell


class CriterionQuality(Frozen):
    """The raters of one criterion.

    `left_out` is empty with fewer than three raters. `evidence` compares the turns and spans that
    people cite for *not met*, null where no two did so of one dialogue; its list of matches is
    left out. `repeats` is null where nobody judged twice, `drift` of *not met* empty where
    nobody's order is known.
    """

    criterion: str
    pairs: tuple[PairAgreement, ...]
    left_out: tuple[LeftOut, ...]
    raters: tuple[RaterShare, ...]
    evidence: Overlap | None
    repeats: Repeats | None
    drift: tuple[Drift, ...]


class Tempo(Frozen):
    """How fast people judged: active seconds a verdict, flagged as fast by `rule`.

    Nothing is left out for being fast. `drift` is that of a rater's active seconds a dialogue.
    """

    rule: str
    raters: tuple[Speed, ...]
    drift: tuple[Drift, ...]


class Quality(Frozen):
    """The raters among themselves, on generic criteria; first passes alone but for `repeats`.

    `tempo` is null where no times were kept. `absent` says what is not measured, and why.
    """

    criteria: tuple[CriterionQuality, ...]
    tempo: Tempo | None
    absent: tuple[str, ...]
    advice: tuple[str, ...]


class FittedRater(Frozen):
    """How often a person fails what the fit takes for a fail, and does not fail the rest."""

    rater: str
    recall: FiniteFloat
    specificity: FiniteFloat


class Fitted(Frozen):
    """People's consensus by the model of Dawid and Skene (1979), beside their majority.

    `judge` is the judge against that consensus, null where there is no fit; `reason` says why.
    """

    converged: bool
    iterations: int
    smoothing: FiniteFloat
    prevalence: FiniteFloat | None
    raters: tuple[FittedRater, ...]
    beside: BesideMajority | None
    judge: Confusion | None
    reason: str = ""
    warnings: tuple[str, ...] = ()


class SourceRate(Frozen):
    """How often one source fails one criterion, by every estimator."""

    source: str
    rate: CorrectedRate


class JudgedCriterion(Frozen):
    """A judge on one criterion.

    `shared` dialogues have a verdict of the judge and of people. `alt_test` is null with fewer
    than three people, `fitted` with fewer than two; `evidence` and `repeats` where there are none.
    """

    criterion: str
    answers: Answers
    shared: int
    confusion: Confusion
    ceiling: Ceiling
    alt_test: AltTest | None
    fitted: Fitted | None
    evidence: JudgeEvidence | None
    repeats: RaterRepeats | None
    corrected: tuple[SourceRate, ...]


class ModeSlice(Frozen):
    """How much of what people fail for one reason the judge fails, too.

    `units` are dialogues that the majority of people fail and for which one failure mode is named
    by most of these. `named` of the judge's fails name the mode as well.
    """

    criterion: str
    mode: str
    units: int
    recall: Estimate
    named: int


class DomainSlice(Frozen):
    """A judge on the dialogues of one domain; `found` by name as in `Confusion` and `Ceiling`."""

    criterion: str
    domain: str
    units: int
    found: tuple[Estimate, ...]


class JudgeReport(Frozen):
    """One model beside the people.

    `dialogues` were judged by the judge on any criterion, `shared` of them by people as well.
    `families` and `polarities` are unweighted means over criteria.
    """

    judge: str
    judgements: int
    dialogues: int
    shared: int
    criteria: tuple[JudgedCriterion, ...]
    families: tuple[GroupMean, ...]
    polarities: tuple[GroupMean, ...]
    modes: tuple[ModeSlice, ...]
    domains: tuple[DomainSlice, ...]
    absent: tuple[str, ...]
    advice: tuple[str, ...]


class Judging(Frozen):
    """All models that judged. `dropped` counts their judgements that stand for nothing."""

    resampled: Resampled
    dropped: dict[str, int]
    judges: tuple[JudgeReport, ...]
