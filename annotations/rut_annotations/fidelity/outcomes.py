"""What is known of each dialogue, by column, and which table needs which columns."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, FiniteFloat, NonNegativeInt, model_validator

from rut_annotations.estimation.interval import FloatArray
from rut_domains.frozen import Frozen

IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]
Numbers = tuple[FiniteFloat | None, ...]
Costs = tuple[Annotated[FiniteFloat, Field(ge=0)] | None, ...]
Flags = tuple[bool | None, ...]
Counts = tuple[NonNegativeInt | None, ...]
Names = tuple[str | None, ...]
Column = Literal[
    "domain",
    "human",
    "agent",
    "success",
    "faithful",
    "reward",
    "turns",
    "cost",
    "difficulty",
    "behaviour",
    "mode",
    "failure_class",
    "scores",
    "failures",
    "efforts",
    "features",
    "categories",
    "user_writes",
    "user_writes_missed",
    "user_writes_missed_asked",
]

# Which columns each table is made of; `human` counts as there when both kinds of dialogue are.
NEEDS: dict[str, tuple[Column, ...]] = {
    "ufs": ("faithful",),
    "ufs_by_family": ("failures",),
    "reward": ("reward",),
    "hidden_failures": ("success", "faithful"),
    "failure_counts": ("failures",),
    "failure_effect": ("failures", "success"),
    "effort": ("failures", "success", "efforts"),
    "length": ("turns", "faithful"),
    "length_reward": ("turns", "reward"),
    "frontier": ("faithful", "cost"),
    "probe": ("faithful", "user_writes", "user_writes_missed"),
    "probe_split": ("user_writes", "user_writes_missed", "user_writes_missed_asked"),
    "passes": ("success",),
    "behaviours": ("success", "behaviour"),
    "behaviour_modes": ("success", "behaviour", "mode"),
    "behaviour_scores": ("scores", "behaviour"),
    "failure_classes": ("success", "failure_class"),
    "success_gap": ("human", "success"),
    "ufs_gap": ("human", "faithful"),
    "calibration": ("human", "success"),
    "calibration_by_difficulty": ("human", "success", "difficulty"),
    "ranking": ("human", "agent", "success"),
    "distances": ("human", "features"),
    "category_distances": ("human", "categories"),
    "discrimination": ("human", "features"),
    "coverage": ("human", "features"),
}


class Outcomes(Frozen):
    """One entry a dialogue in every column; a null entry is not known, a null column is absent.

    A `source` is who played the user: a model, a script, or a group of people (`human` says
    which). The `agent` matters to `ranking` and `passes` alone: where there are several, give all
    else one agent's dialogues (`take`). `faithful` is U, whether every applicable criterion was
    met. `failures` counts the failing verdicts by family or mode, null where no criterion of it
    was applicable. `efforts` are the agent's (tool calls, questions), `features` what a user's
    behaviour is described by, `categories` the same for what is no number. `behaviour` is what
    kind of user was played, `mode` in how many turns, `failure_class` why a dialogue failed,
    `scores` what the agent was given beside success. `user_writes` counts the reference actions by
    which the user changes the world, `user_writes_missed` those that never happened, and
    `user_writes_missed_asked` those among them that the agent had asked for.
    """

    source: tuple[str, ...]
    task: tuple[str, ...]
    domain: tuple[str, ...] | None = None
    human: tuple[bool, ...] | None = None
    agent: Names | None = None
    success: Flags | None = None
    faithful: Flags | None = None
    reward: Numbers | None = None
    turns: Numbers | None = None
    cost: Costs | None = None
    difficulty: Names | None = None
    behaviour: Names | None = None
    mode: Names | None = None
    failure_class: Names | None = None
    scores: dict[str, Numbers] | None = None
    failures: dict[str, Counts] | None = None
    efforts: dict[str, Numbers] | None = None
    features: dict[str, Numbers] | None = None
    categories: dict[str, Names] | None = None
    user_writes: Counts | None = None
    user_writes_missed: Counts | None = None
    user_writes_missed_asked: Counts | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        rows = len(self.source)
        for name in type(self).model_fields:
            value = getattr(self, name)
            columns = value if isinstance(value, dict) else {"": value}
            for key, column in columns.items():
                if column is not None and len(column) != rows:
                    place = f"{name}[{key!r}]" if key else name
                    raise ValueError(f"{place} has {len(column)} entries, source has {rows}")
        self._check_sources()
        self._check_writes()
        return self

    def _check_sources(self) -> None:
        if self.human is None:
            return
        kinds: dict[str, bool] = {}
        for source, human in zip(self.source, self.human, strict=True):
            if kinds.setdefault(source, human) != human:
                raise ValueError(f"source {source!r} is human in some rows and simulated in others")

    def _check_writes(self) -> None:
        pairs = (
            ("user_writes_missed_asked", "user_writes_missed"),
            ("user_writes_missed", "user_writes"),
        )
        for part, whole in pairs:
            some, most = getattr(self, part), getattr(self, whole)
            for low, high in zip(some or (), most or (), strict=False):
                if low is not None and high is not None and low > high:
                    raise ValueError(f"{part} is {low} where {whole} is {high}")

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources, sorted."""
        return tuple(sorted(set(self.source)))

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains, sorted; none without the column."""
        return tuple(sorted(set(self.domain or ())))

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, sorted; none without the column."""
        return tuple(sorted({agent for agent in self.agent or () if agent is not None}))

    @property
    def people(self) -> frozenset[str]:
        """The sources that are human."""
        return frozenset(
            source for source, human in zip(self.source, self.human or (), strict=False) if human
        )

    def are_people(self) -> BoolArray:
        """Return which dialogues have a human user; none without the column."""
        if self.human is None:
            return np.zeros(len(self.source), dtype=np.bool_)
        return np.array(self.human, dtype=np.bool_)

    def numbers(self, column: Numbers | Flags | Counts | None) -> FloatArray:
        """Return a column as numbers, NaN where a value is not known or the column is absent."""
        if column is None:
            return np.full(len(self.source), np.nan)
        return np.array([np.nan if value is None else float(value) for value in column])

    def take(self, rows: IntArray | BoolArray) -> Outcomes:
        """Return the table of some dialogues: their positions in order, or which are kept."""
        at = np.arange(len(self.source))[rows].tolist()

        def pick(column: Any) -> Any:
            if isinstance(column, dict):
                return {name: pick(each) for name, each in column.items()}
            return column and tuple(column[position] for position in at)

        return Outcomes(**{name: pick(getattr(self, name)) for name in type(self).model_fields})

    def in_order(self) -> Outcomes:
        """Return the same dialogues in an order that follows from what they hold.

        Whatever draws dialogues by chance takes this, so that the order of a file does not matter.
        """
        columns: list[tuple[Any, ...]] = []
        for name in type(self).model_fields:
            value = getattr(self, name)
            if isinstance(value, dict):
                columns += [value[key] for key in sorted(value)]
            elif value is not None:
                columns.append(value)
        keys = [tuple(map(repr, row)) for row in zip(*columns, strict=True)]
        return self.take(np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.intp))

    def of_agent(self, agent: str | None) -> BoolArray:
        """Return which dialogues one agent had; null stands for those that name none."""
        names = self.agent if self.agent is not None else (None,) * len(self.source)
        return np.array([name == agent for name in names], dtype=np.bool_)

    def cell(self, *, source: str | None = None, domain: str | None = None) -> BoolArray:
        """Return which dialogues are of a source and a domain; null is any."""
        chosen = np.ones(len(self.source), dtype=np.bool_)
        if source is not None:
            chosen &= np.array([each == source for each in self.source], dtype=np.bool_)
        if domain is not None:
            chosen &= np.array([each == domain for each in self.domain or ()], dtype=np.bool_)
        return chosen

    def task_index(self) -> tuple[IntArray, int]:
        """Return each dialogue's task as a number, and how many tasks there are.

        Two domains may name their tasks alike: a task is what has the same domain and name.
        """
        domains = self.domain or ("",) * len(self.task)
        keys = list(zip(domains, self.task, strict=True))
        index = {key: number for number, key in enumerate(sorted(set(keys)))}
        return np.array([index[key] for key in keys], dtype=np.intp), len(index)


def missing_columns(outcomes: Outcomes, table: str) -> tuple[Column, ...]:
    """Return the columns that a table needs and that hold nothing here.

    Raises:
        KeyError: There is no such table.
    """
    return tuple(column for column in NEEDS[table] if not _holds(outcomes, column))


def absent_tables(outcomes: Outcomes) -> dict[str, tuple[Column, ...]]:
    """Return the tables that cannot be made, each with the columns that are missing for it."""
    found = {table: missing_columns(outcomes, table) for table in NEEDS}
    return {table: columns for table, columns in found.items() if columns}


def _holds(outcomes: Outcomes, column: Column) -> bool:
    value = getattr(outcomes, column)
    if column == "human":
        return value is not None and len(set(value)) == 2
    columns = value.values() if isinstance(value, dict) else (value or (),)
    return any(entry is not None for each in columns for entry in each)
