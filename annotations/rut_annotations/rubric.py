"""Rubrics: what a rater is asked about a dialogue, as versioned data with a hash."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from rut_annotations.faults import RubricFault
from rut_domains.behaviours import find_family, find_mode
from rut_domains.dialogue import SeatName
from rut_domains.faults import PackFault
from rut_domains.frozen import Frozen, digest
from rut_domains.task import Task, TaskCriterion

if TYPE_CHECKING:
    from rut_domains.pack.document import Document

Subject = Literal["user", "agent", "dialogue"]
Polarity = Literal["positive", "prohibition"]
Scope = Literal["generic", "task"]
NotApplicable = Literal["category", "missing"]

BUILTIN = Path(__file__).parent / "rubrics"
MAX_BYTES = 1024 * 1024
SLUG = r"^[a-z0-9][a-z0-9_\-]{0,79}$"


class ModeDefinition(Frozen):
    """One way to fail a criterion, with examples of it and of what only looks like it.

    For a slug of `rut_domains.behaviours` title and definition may be left out: they are filled
    in from there, so that the rubric's hash covers them.
    """

    slug: str = Field(pattern=SLUG)
    title: str = Field(min_length=1)
    definition: str = Field(min_length=1)
    examples: tuple[str, ...] = ()
    contrasts: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(data.get("slug"), str):
            return data
        known = find_mode(data["slug"])
        if known is None:
            return data
        return {"title": known.title, "definition": known.definition, **data}


class Criterion(Frozen):
    """One falsifiable statement that a rater marks met, not met, not applicable or cannot tell.

    `polarity` says whether the statement demands something or forbids it. `applies_when` is empty
    when the criterion always applies. `span` is the verbatim part of the contract that it rests
    on. A criterion of scope `task` belongs to the dialogues of one task alone.
    """

    id: str = Field(min_length=1, max_length=200)
    title: str = ""
    family: str = Field(min_length=1)
    statement: str = Field(min_length=1)
    polarity: Polarity
    applies_when: str = ""
    modes: tuple[ModeDefinition, ...] = Field(min_length=1)
    span: str = ""
    scope: Scope = "generic"
    task_id: str = ""

    @model_validator(mode="after")
    def _check(self) -> Self:
        slugs = self.mode_slugs()
        if len(set(slugs)) < len(slugs):
            raise ValueError("a mode is listed twice")
        for slug in slugs:
            mode = find_mode(slug)
            known_family = find_family(self.family) is not None
            if mode is not None and known_family and mode.family != self.family:
                raise ValueError(f"mode {slug!r} belongs to the family {mode.family!r}")
        return self

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all that the criterion says."""
        return digest(self)

    def mode_slugs(self) -> tuple[str, ...]:
        """Return the slugs of the modes in which the criterion can be failed."""
        return tuple(mode.slug for mode in self.modes)

    def name(self) -> str:
        """Return the title, or the id where there is none."""
        return self.title or self.id


class Rubric(Frozen):
    """A list of criteria about one subject, with the instructions to its raters.

    `view` is what raters read: the user's view with the contract and the user's tools, or the
    agent's view with the policy and the agent's tools. It follows the subject; a rubric about
    the dialogue has to say it. `not_applicable` fixes beforehand how that verdict enters the
    headline agreement: as a category of its own or as missing.
    """

    id: str = Field(pattern=SLUG)
    version: str = Field(min_length=1, max_length=40)
    title: str = Field(min_length=1)
    subject: Subject
    view: SeatName
    guideline_version: str = Field(min_length=1, max_length=40)
    instructions: str = ""
    not_applicable: NotApplicable = "category"
    criteria: tuple[Criterion, ...] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _follow_subject(cls, data: Any) -> Any:
        if isinstance(data, dict) and "view" not in data and data.get("subject") != "dialogue":
            return {**data, "view": data.get("subject")}
        return data

    @model_validator(mode="after")
    def _check(self) -> Self:
        ids = [criterion.id for criterion in self.criteria]
        if twice := sorted({name for name in ids if ids.count(name) > 1}):
            raise ValueError(f"criterion {twice[0]!r} is listed twice")
        if any(criterion.scope != "generic" for criterion in self.criteria):
            raise ValueError("criteria of one task belong into the task, not into a rubric")
        if self.subject != "dialogue" and self.view != self.subject:
            raise ValueError(
                f"a rubric about the {self.subject} is rated in the {self.subject}'s view"
            )
        return self

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the whole rubric: instructions, criteria, modes, definitions, examples."""
        return digest(self)

    def find(self, criterion_id: str) -> Criterion | None:
        """Return the generic criterion of that id."""
        return next((item for item in self.criteria if item.id == criterion_id), None)

    def mode_slugs(self) -> frozenset[str]:
        """Return the slugs of all modes of all criteria."""
        return frozenset(slug for item in self.criteria for slug in item.mode_slugs())


def with_task_criteria(rubric: Rubric, task: Task | None) -> tuple[Criterion, ...]:
    """Return what is asked about a dialogue of `task`: the rubric's criteria, then the task's own.

    A task's criteria are in the terms of the user's contract: other rubrics do not take them.

    Raises:
        RubricFault: A criterion of the task has the id of another one.
    """
    if task is None or rubric.subject != "user":
        return rubric.criteria
    found = list(rubric.criteria)
    for item in task.criteria:
        if any(item.id == other.id for other in found):
            raise RubricFault(
                f"criterion {item.id!r} is there twice",
                hint="Give the task's criteria ids of their own.",
                place=f"task {task.id}",
            )
        found.append(_adopt(item, rubric, task.id))
    return tuple(found)


def _adopt(item: TaskCriterion, rubric: Rubric, task_id: str) -> Criterion:
    """Put a task's criterion into the rubric's terms; the rubric's own wording of the mode wins."""
    modes = (mode for criterion in rubric.criteria for mode in criterion.modes)
    mode = next((mode for mode in modes if mode.slug == item.mode), None)
    try:
        return Criterion.model_validate(
            {
                **item.model_dump(exclude={"mode"}),
                "modes": [mode or {"slug": item.mode}],
                "scope": "task",
                "task_id": task_id,
            }
        )
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)[0]
        known = find_mode(item.mode) is not None or mode is not None
        raise RubricFault(
            found["msg"].removeprefix("Value error, ") if known else f"unknown mode {item.mode!r}",
            hint="Use a failure mode of the criterion's family.",
            place=f"task {task_id}, criterion {item.id}",
        ) from None


def builtin_rubrics() -> tuple[str, ...]:
    """Return the names of the rubrics that come with the project."""
    return tuple(sorted(path.stem for path in BUILTIN.glob("*.yaml")))


def load_rubric(name_or_path: str | Path) -> Rubric:
    """Load a built-in rubric by name, or one from a YAML file.

    A text without a folder and without the ending `.yaml` or `.yml` is a name.

    Raises:
        RubricFault: Unknown name, unreadable file, or a rubric that breaks the format; the place
            is `file:line` and the title names the field.
    """
    if isinstance(name_or_path, str) and re.fullmatch(SLUG, name_or_path):
        path = BUILTIN / f"{name_or_path}.yaml"
        if not path.is_file():
            raise RubricFault(
                f"there is no rubric {name_or_path!r}",
                hint=f"Built in: {', '.join(builtin_rubrics())}; or give the path of a YAML file.",
            )
        return read_rubric(path)
    return read_rubric(Path(name_or_path))


def read_rubric(path: Path) -> Rubric:
    """Read one rubric file.

    Raises:
        RubricFault: As for `load_rubric`.
    """
    return parse_rubric(_read_text(path), str(path))


def parse_rubric(text: str, file: str) -> Rubric:
    """Read a rubric from YAML text; `file` is how faults name it.

    Raises:
        RubricFault: As for `load_rubric`.
    """
    # Who only passes rubrics on need not load the reader of packs.
    from rut_domains.pack.document import read_document

    try:
        document = read_document(text, file)
    except PackFault as fault:
        raise RubricFault(fault.title, hint=fault.hint, place=fault.place) from None
    if not isinstance(document.data, dict):
        raise RubricFault("a rubric is a mapping of fields", place=document.place(()))
    try:
        return Rubric.model_validate(document.data)
    except ValidationError as error:
        raise _fault(document, error) from None


def _read_text(path: Path) -> str:
    try:
        # A device or a pipe may never end.
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise RubricFault("this is no regular file", hint="Save it to a file.", place=str(path))
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise RubricFault("the file is larger than a rubric can be", place=str(path))
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RubricFault(
            "the file is not UTF-8", hint="Save it in UTF-8.", place=str(path)
        ) from None
    except OSError as error:
        raise RubricFault(
            f"the rubric cannot be read: {error.strerror}",
            hint="Give a built-in name or the path of a YAML file.",
            place=str(path),
        ) from None


def _fault(document: Document, error: ValidationError) -> RubricFault:
    """Turn the first of pydantic's errors into a fault; the rest is counted."""
    from rut_domains.pack.document import show_path

    errors = error.errors(include_url=False, include_context=False, include_input=False)
    path = errors[0]["loc"]
    message = errors[0]["msg"].removeprefix("Value error, ")
    field = f"{show_path(path)}: " if path else ""
    more = f"{len(errors) - 1} more after this one." if len(errors) > 1 else ""
    return RubricFault(f"{field}{message}", hint=more, place=document.place(path))
