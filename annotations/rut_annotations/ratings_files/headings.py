"""What a column is, by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rut_annotations.ratings_files.columns import Part
from rut_annotations.ratings_files.ledger import Ledger, name_some, quote

# In order of preference: the first that a file has is taken.
NAMES: dict[Part, tuple[str, ...]] = {
    "unit": (
        "unit",
        "unit_id",
        "item",
        "item_id",
        "dialogue_id",
        "dialogue",
        "dialog_id",
        "conversation_id",
        "conversation",
        "sample_id",
        "sample",
        "example_id",
        "example",
        "document_id",
        "document",
        "doc_id",
        "doc",
        "record_id",
        "case_id",
        "case",
        "text_id",
        "subject",
        "subject_id",
        "target",
        "task_id",
        "task",
        "id",
        "inner_id",
        "index",
        "uid",
    ),
    "cluster": ("cluster", "cluster_id", "group", "group_id", "task_id", "task", "scenario"),
    "criterion": (
        "criterion",
        "criterion_id",
        "criteria",
        "question",
        "question_id",
        "question_name",
        "dimension",
        "aspect",
        "attribute",
        "metric",
        "variable",
    ),
    "rater": (
        "rater",
        "rater_id",
        "rater_alias",
        "coder",
        "coder_id",
        "annotator",
        "annotator_id",
        "annotator_name",
        "judge",
        "judge_id",
        "labeler",
        "labeller",
        "reviewer",
        "evaluator",
        "worker",
        "worker_id",
        "completed_by",
        "annotated_by",
        "username",
        "user",
        "user_id",
        "scorer",
    ),
    "value": (
        "value",
        "rating",
        "verdict",
        "label",
        "score",
        "answer",
        "annotation",
        "judgement",
        "judgment",
        "code",
        "choice",
        "response",
        "class",
        "category",
        "grade",
        "vote",
    ),
    "role": ("role", "rater_role", "rater_kind", "rater_type", "annotator_type", "annotator_kind"),
    "pass": ("pass", "pass_number", "phase", "round", "repeat", "session_pass"),
}
# With the id of a sample, these make the unit: the same sample was run several times.
RUNS = ("epoch", "trial")
# Columns that describe a rating and are none.
EXTRAS = frozenset(
    {
        "text",
        "comment",
        "comments",
        "note",
        "notes",
        "remark",
        "timestamp",
        "time",
        "date",
        "created_at",
        "updated_at",
        "submitted_at",
        "started_at",
        "shown_at",
        "lead_time",
        "duration",
        "seconds",
        "prompt",
        "input",
        "output",
        "source",
        "model",
        "url",
        "title",
        "description",
        "evidence",
        "explanation",
        "reason",
        "rationale",
        "confidence",
        "certainty",
        "language",
        "domain",
        "split",
        "order",
        "order_index",
        "position",
        "name",
        "email",
        "message",
        "messages",
        "transcript",
        "content",
        "rubric",
        "rubric_version",
        "kind",
        "level",
        "scope",
        "family",
        "annotation_id",
        "guideline_version",
        "secondary_modes",
        "spans",
        "effect",
        "mode",
        "revision",
    }
)
# By these the table of judgements of a report is known.
RUT = frozenset(
    {
        "dialogue_id",
        "rubric",
        "rubric_version",
        "rubric_hash",
        "scope",
        "criterion",
        "criterion_hash",
        "rater",
        "rater_kind",
        "verdict",
        "revision",
    }
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER = re.compile(r"[^0-9a-z]+")


def plain_name(name: str) -> str:
    """Return a name of a column as it is compared: `Rater ID` and `raterId` are `rater_id`."""
    return _OTHER.sub("_", _CAMEL.sub("_", name.strip()).casefold()).strip("_")


def find_part(part: Part, plain: Sequence[str], taken: set[int]) -> int | None:
    """Return the column that is a part by its name, or None. `plain` are the compared names."""
    for name in NAMES[part]:
        if name in plain and (at := plain.index(name)) not in taken:
            return at
    return None


def resolve(wanted: str, names: Sequence[str], ledger: Ledger) -> tuple[int, ...]:
    """Return the columns that a person named: one, or several joined by "+".

    Raises:
        RatingsFileFault: There is no such column, or more than one.
    """
    if wanted in names:
        return (_only(wanted, names, ledger),)
    found = []
    for part in wanted.split("+"):
        name = part.strip()
        folded = [other for other in names if plain_name(other) == plain_name(name)]
        if name not in names and len(folded) == 1:
            name = folded[0]
        if name not in names:
            raise ledger.fault(
                f"there is no column {quote(name)}", f"The columns are {name_some(names)}.", 1
            )
        found.append(_only(name, names, ledger))
    return tuple(found)


def _only(name: str, names: Sequence[str], ledger: Ledger) -> int:
    if names.count(name) > 1:
        raise ledger.fault(f"two columns are called {quote(name)}", "Give each its own name.", 1)
    return names.index(name)
