"""What `rut agree` says about a file, as values; the forms only lay it out."""

from __future__ import annotations

from rut_annotations.agreement.pairs import PairAgreement
from rut_annotations.agreement.raters import LeftOut, RaterProfile
from rut_annotations.agreement.result import Agreement
from rut_annotations.agreement.scale import Level
from rut_annotations.estimation.interval import Plan
from rut_annotations.validity.ceilings import Ceiling
from rut_annotations.validity.repeats import Repeats
from rut_domains.frozen import Frozen

FORMAT = "rut-agree/1"


class Taken(Frozen):
    """What a part of the file was taken for, and why."""

    what: str
    to_be: str
    why: str = ""


class CriterionReport(Frozen):
    """One criterion.

    `headline` is agreement under the treatment of *not applicable* that counts; `others` are the
    other treatments, where *not applicable* was answered at all. `judges` has one entry for each
    rater that is a model, beside the people on the same units.
    """

    criterion: str
    level: Level
    categories: tuple[str, ...]
    declared: bool
    why: str
    headline: Agreement
    others: tuple[Agreement, ...] = ()
    pairs: tuple[PairAgreement, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    raters: tuple[RaterProfile, ...] = ()
    repeats: Repeats | None = None
    judges: tuple[Ceiling, ...] = ()
    advice: tuple[str, ...] = ()


class AgreeReport(Frozen):
    """The whole answer about one file."""

    format: str = FORMAT
    version: str
    file: str
    shape: str
    taken: tuple[Taken, ...]
    notes: tuple[str, ...]
    counts: dict[str, int]
    plan: Plan
    criteria: tuple[CriterionReport, ...]
