"""What a report says, as values; the forms only lay it out."""

from __future__ import annotations

from typing import Literal

from rut_annotations.agreement.result import Agreement
from rut_annotations.estimation.interval import Resampled
from rut_annotations.estimation.proportion import Proportion
from rut_annotations.fidelity.ufs import Score
from rut_annotations.judgement import Effect, RaterKind, Verdict
from rut_annotations.rubric import Criterion, NotApplicable, Scope
from rut_annotations.validity.repeats import Repeats
from rut_domains.frozen import Frozen
from rut_exports.report.checklist.model import Answer
from rut_exports.report.fidelity.model import FidelityTables
from rut_exports.report.judging.model import Judging, Quality

FORMAT = "rut-report/1"


class SourceCount(Frozen):
    """Dialogues of one source: all, those counted in the tables, and those rated by anybody."""

    source: str
    dialogues: int
    counted: int
    rated: int
    tasks: int


class RaterCount(Frozen):
    """One rater's work: verdicts that hold, dialogues touched and finished, skips.

    `repeats` are verdicts of second looks, which are not among the `judgements`; `imported` are
    those of them that came with a file.
    """

    rater: str
    role: RaterKind = "human"
    judgements: int
    dialogues: int
    complete: int
    skipped: int
    own_dialogues: int
    cannot_tell: int
    active_seconds: float
    idle_seconds: float
    repeats: int = 0
    imported: int = 0


class Flow(Frozen):
    """Where every dialogue and judgement of the bundle went; nothing is dropped silently.

    `judgements` are those of people's first looks, `imported` how many of these came with a file.
    """

    dialogues: int
    unlinked: int
    practice: int
    without_contract: int
    counted: int
    rated: int
    judgement_rows: int
    revised: int
    withdrawn: int
    by_models: int
    other_roles: int
    repeats: int
    after_reveal: int
    other_versions: int
    not_counted_dialogues: int
    judgements: int
    imported: int


class TaskAgreement(Frozen):
    """Agreement on a criterion that belongs to one task."""

    domain: str
    task_id: str
    statement: str
    measured: Agreement


class SelfAgreement(Frozen):
    """How raters of one role agree with themselves on a criterion, over their looks at a dialogue.

    A criterion of one task is named with the task.
    """

    scope: Scope
    role: RaterKind
    criterion: str
    measured: Repeats


class ModeCount(Frozen):
    """How often a failure mode was the primary one: verdicts, and dialogues with at least one.

    `judged` is how many dialogues of the source anybody judged in that scope.
    """

    scope: Scope
    source: str
    family: str
    mode: str
    verdicts: int
    dialogues: int
    judged: int
    effects: dict[Effect, int]


class Opinion(Frozen):
    """One rater's side of a disagreement; `code` is the rater's own name for the dialogue."""

    rater: str
    verdict: Verdict
    mode: str | None
    evidence: tuple[int, ...]
    effect: Effect | None
    confidence: int | None
    comment: str
    code: str = ""


class Disagreement(Frozen):
    """A criterion on which raters of one dialogue differ: in the verdict, or in the mode alone."""

    kind: Literal["verdict", "mode"]
    scope: Scope
    dialogue_id: str
    source: str
    domain: str
    task_id: str
    criterion: str
    opinions: tuple[Opinion, ...]


class PlantedCount(Frozen):
    """What one rater made of dialogues with a known truth.

    `mode` is the planted mode; "all" for all of them, "none" for scripted dialogues without a
    fault, where what is counted are false alarms: in one `family`, or in any where that is empty.
    `caught`: some criterion of the fault's family is *not met*; `flagged`: any criterion is;
    `named`: with this mode; `located`: with the turn in which it shows as evidence.
    """

    rater: str
    mode: str
    family: str = ""
    caught: Proportion
    flagged: Proportion
    named: int
    located: int


class Planted(Frozen):
    """The check against planted faults. Faults that never fired leave no known truth."""

    dialogues: int
    fired: int
    never_fired: int
    clean: int
    rows: tuple[PlantedCount, ...]


class Conditions(Frozen):
    """Under which conditions the judgements that count were made, as far as the data know.

    `raters_per_dialogue` says at place n how many counted dialogues n people judged.
    `agents` served in the counted dialogues, where that is known; `models` judged and are left out.
    `judged_from` and `judged_to` are the days of the first and the last judgement, empty where no
    time was kept. `identity_shown` and `outcome_shown` count judgements whose rater could see
    these, `timed` those with active seconds, `cited` the *not met* with a turn as evidence.
    """

    raters_per_dialogue: tuple[int, ...]
    domains: tuple[str, ...]
    tasks: int
    agents: tuple[str, ...]
    models: tuple[str, ...]
    judged_from: str
    judged_to: str
    identity_shown: int
    outcome_shown: int
    timed: int
    not_met: int
    cited: int


class Section(Frozen):
    """Everything about one rubric.

    `raters`, `agreement`, `ufs`, `modes`, `disagreements` and `planted` are about people alone.
    `other_raters` have another role; `model_ufs` is that of each model by itself, in both scopes.
    `quality` is about the raters among themselves; `judge` sets models beside people and is null
    where no model judged anything.
    `treatments` takes *not applicable* in the ways that are not the headline's, where it occurs.
    `checklist` answers the points that a reader asks of an agreement study, in their order.
    """

    rubric_id: str
    rubric_version: str
    rubric_hash: str
    guideline_version: str
    title: str
    subject: str
    instructions: str
    not_applicable: NotApplicable
    criteria: tuple[Criterion, ...]
    flow: Flow
    sources: tuple[SourceCount, ...]
    raters: tuple[RaterCount, ...]
    other_raters: tuple[RaterCount, ...]
    resampled: Resampled
    agreement: tuple[Agreement, ...]
    task_agreement: tuple[TaskAgreement, ...]
    ufs: tuple[Score, ...]
    task_ufs: tuple[Score, ...]
    model_ufs: tuple[Score, ...]
    repeats: tuple[SelfAgreement, ...]
    modes: tuple[ModeCount, ...]
    disagreements: tuple[Disagreement, ...]
    planted: Planted | None
    fidelity: FidelityTables | None = None
    quality: Quality | None = None
    judge: Judging | None = None
    treatments: tuple[Agreement, ...] = ()
    conditions: Conditions
    checklist: tuple[Answer, ...] = ()


class Report(Frozen):
    """A report on inter-rater agreement and user fidelity, without a clock of its own.

    `other_rubrics` counts judgement rows on rubrics that the bundle does not hold.
    """

    format: str = FORMAT
    made_at: str
    version: str
    bundle_hash: str
    seed: int
    replicates: int
    level: float
    integrity: dict[str, int]
    other_rubrics: int
    sections: tuple[Section, ...]
