"""The oracle trace as a plan: steps whose arguments are blanks to be filled by the dialogue.

A blank is one argument's value that somebody has to supply. Blanks that expect the same code are
one and the same ("order MK-4127" in three steps is asked for once); other values are one only
under the same argument name.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from rut_domains.frozen import canonical_json
from rut_domains.language.concepts import Attribute, canonical_name, merge_concepts
from rut_domains.language.words import content
from rut_domains.lexicon import Lexicon
from rut_domains.task import Slot, Step, Task
from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.values import Kind, Sought, choices_of, kind_of

Path = tuple[str | int, ...]

_HANDOVER = re.compile(
    r"(?:transfer|escalate|hand_?over|hand_?off|connect|forward|route)(?:_\w+)*?_?(?:to_)?"
    r"(?:human|agent|person|colleague|specialist|supervisor|manager|staff|support|team|"
    r"representative|advisor|operator|desk)s?|^(?:transfer|escalate|hand_?over|hand_?off)"
    r"(?:_(?:call|chat|conversation|customer|user))?$"
)
_KEYWORD = re.compile(r"[a-z]+(?:_[a-z]+)+")
_LOOKS = re.compile(
    r"^(?:get|find|list|search|look|lookup|check|show|read|fetch|view|query|quote|verify|calculate|"
    r"calc|compute|estimate|is|has|count|describe|think|preview)(?:_|$)"
)


@dataclass(frozen=True, slots=True)
class Blank:
    """One value that the agent must come by.

    `wanted` is what the oracle has: a scalar, or a list of scalars if `many`. `known` tells that
    the task says how to come by it; without that it is taken from results as it is.
    """

    key: str
    name: str
    wanted: JsonValue
    many: bool
    kind: Kind
    slot: Slot
    known: bool
    schema: Mapping[str, Any]
    choices: tuple[JsonValue, ...]
    attribute: Attribute | None
    patterns: tuple[str, ...]

    @property
    def wanted_each(self) -> tuple[JsonValue, ...]:
        """The expected scalars: one, or those of the list."""
        return tuple(self.wanted) if isinstance(self.wanted, list) else (self.wanted,)

    def sought(self, wanted: JsonValue | None = None) -> Sought:
        """Return what to look for in text."""
        value = self.wanted_each[0] if wanted is None else wanted
        bare = bool(self.slot.pattern) or (bool(self.slot.ask) and not self.slot.said)
        return Sought(self.kind, value, self.name, self.patterns, bare=bare)

    @property
    def asked_for(self) -> bool:
        """Whether people give it: the task asks for it. If not, it is an id of the system's own."""
        return bool(self.slot.ask or self.slot.pattern)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of the oracle in order; `blanks` says where in the arguments each value goes."""

    index: int
    step: Step
    spec: ToolSpec | None
    writes: bool
    hands_over: bool
    blanks: tuple[tuple[Path, str], ...] = ()

    @property
    def by_user(self) -> bool:
        """Whether the user acts."""
        return self.step.by == "user"

    @property
    def needs_yes(self) -> bool:
        """Whether it is proposed first: writes, and whatever the task has a proposal for."""
        return bool(self.step.confirm) or (self.writes and not self.hands_over)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its blanks, each once."""
        return tuple(dict.fromkeys(key for _, key in self.blanks))

    def arguments(self, values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return the arguments with every blank filled from `values`."""
        filled: dict[str, Any] = copy.deepcopy(dict(self.step.arguments))
        for path, key in self.blanks:
            place: Any = filled
            for part in path[:-1]:
                place = place[part]
            place[path[-1]] = copy.deepcopy(values[key])
        return filled


@dataclass(frozen=True)
class Plan:
    """All steps and blanks of a task, with the tools and words around them."""

    task: Task
    steps: tuple[PlanStep, ...]
    blanks: Mapping[str, Blank]
    tools: Mapping[str, ToolSpec]
    attributes: tuple[Attribute, ...]
    policy: str = ""
    users: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def matters(self) -> tuple[tuple[PlanStep, ...], ...]:
        """The steps in runs that each end with a write or a handing over; the last may lack one."""
        found: list[list[PlanStep]] = [[]]
        for step in self.steps:
            found[-1].append(step)
            if step.writes or step.hands_over:
                found.append([])
        return tuple(tuple(steps) for steps in found if steps)

    @cached_property
    def _closing(self) -> dict[int, int | None]:
        return {
            step.index: steps[-1].index if steps[-1].writes or steps[-1].hands_over else None
            for steps in self.matters
            for step in steps
        }

    def closing_write(self, index: int) -> int | None:
        """Return the write that closes the matter of a step, or None if it has none."""
        return self._closing[index]

    def is_closed(self, key: str, settled: Collection[int]) -> bool:
        """Whether all matters that need a blank are done."""
        return all(self.closing_write(index) in settled for index in self.users[key])

    @cached_property
    def common(self) -> frozenset[str]:
        """The words of the names of tools and arguments: too common to tell values apart."""
        names = [*(step.step.tool for step in self.steps), *(b.name for b in self.blanks.values())]
        return frozenset(word for name in names for word in content(name.replace("_", " ")))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words of all that the task has the agent say and hear on its way."""
        texts = [
            text
            for step in self.steps
            for text in (*step.step.confirm, *step.step.done, *step.step.tell)
        ]
        slots = [blank.slot for blank in self.blanks.values()]
        texts += [text for slot in slots for text in (*slot.ask, *slot.said)]
        return self.common | frozenset(word for text in texts for word in content(text))

    @property
    def dual(self) -> bool:
        """Whether the user has to act somewhere."""
        return any(step.by_user for step in self.steps)

    def first_use(self, key: str) -> int:
        """Return the first step that needs a blank."""
        return self.users[key][0]

    def siblings(self, blank: Blank) -> tuple[Blank, ...]:
        """Return the other blanks whose values could be mistaken for this one's, in plan order."""
        return tuple(
            other
            for other in self.blanks.values()
            if other.key != blank.key and _alike(other, blank)
        )


def _alike(one: Blank, other: Blank) -> bool:
    if one.kind != other.kind:
        return False
    if one.kind == "code":
        return _outline(str(one.wanted_each[0])) == _outline(str(other.wanted_each[0]))
    return one.name == other.name


def _outline(code: str) -> str:
    return re.sub(r"[A-Za-z]+$", "a", re.sub(r"\d", "0", code))


def make_plan(
    task: Task, lexicon: Lexicon, tools: Sequence[ToolSpec] = (), policy: str = ""
) -> Plan:
    """Return the plan of a task for an agent with these tools."""
    specs = {tool.name: tool for tool in tools}
    attributes = merge_concepts(lexicon.concepts)
    slots = _slots_by_key(task)
    blanks: dict[str, Blank] = {}
    steps: list[PlanStep] = []
    users: dict[str, tuple[int, ...]] = {}
    for index, step in enumerate(task.oracle):
        spec = specs.get(step.tool)
        places: list[tuple[Path, str]] = []
        if step.by == "agent":
            for path, wanted in _leaves(step.arguments):
                key = _key(path, wanted)
                places.append((path, key))
                users[key] = tuple(dict.fromkeys([*users.get(key, ()), index]))
                if key not in blanks:
                    schema = _schema_at(spec.parameters if spec else {}, path)
                    blanks[key] = _blank(key, path, wanted, slots.get(key), schema, attributes)
        steps.append(
            PlanStep(index, step, spec, _writes(step, spec), hands_over(step.tool), tuple(places))
        )
    return Plan(task, tuple(steps), blanks, specs, attributes, policy, users)


def hands_over(tool: str) -> bool:
    """Whether a tool, by its name, gives the conversation to a colleague."""
    return _HANDOVER.search(tool) is not None


def _writes(step: Step, spec: ToolSpec | None) -> bool:
    if step.by == "user":
        return False
    return writes_state(step.tool, spec)


def writes_state(tool: str, spec: ToolSpec | None) -> bool:
    """Whether a tool writes; where nobody says, the verb that its name starts with tells."""
    if spec is not None and spec.writes is not None:
        return spec.writes
    return _LOOKS.match(tool) is None


def _leaves(arguments: Mapping[str, JsonValue]) -> Iterator[tuple[Path, JsonValue]]:
    for name, value in arguments.items():
        yield from _descend((name,), value)


def _descend(path: Path, value: JsonValue) -> Iterator[tuple[Path, JsonValue]]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _descend((*path, name), each)
    elif isinstance(value, list):
        if value and all(isinstance(each, str | int | float) for each in value):
            yield path, value
        else:
            for at, each in enumerate(value):
                yield from _descend((*path, at), each)
    elif value is not None:
        yield path, value


def _name(path: Path) -> str:
    return str(next(part for part in reversed(path) if isinstance(part, str)))


def _key(path: Path, wanted: JsonValue) -> str:
    shared = isinstance(wanted, str) and len(wanted) > 3 and any(map(str.isdigit, wanted))
    return canonical_json(wanted) if shared else f"{_name(path)}={canonical_json(wanted)}"


def _slots_by_key(task: Task) -> dict[str, Slot]:
    """Return for each blank what the task says about it, joined over the steps that share it."""
    found: dict[str, Slot] = {}
    for step in task.oracle:
        if step.by != "agent":
            continue
        for path, wanted in _leaves(step.arguments):
            slot = _slot_at(step, path)
            if slot is None:
                continue
            key = _key(path, wanted)
            known = found.get(key, Slot())
            found[key] = Slot(
                ask=tuple(dict.fromkeys([*known.ask, *slot.ask])),
                said=tuple(dict.fromkeys([*known.said, *slot.said])),
                pattern=known.pattern or slot.pattern,
                default=known.default or slot.default,
            )
    return found


def _slot_at(step: Step, path: Path) -> Slot | None:
    """Return a slot under the dotted path, the argument itself or the innermost name."""
    dotted = ".".join(str(part) for part in path if isinstance(part, str))
    for name in (dotted, str(path[0]), _name(path)):
        if name in step.slots:
            return step.slots[name]
    return None


def _blank(
    key: str,
    path: Path,
    wanted: JsonValue,
    slot: Slot | None,
    schema: Mapping[str, Any],
    attributes: tuple[Attribute, ...],
) -> Blank:
    name = _name(path)
    many = isinstance(wanted, list)
    first = wanted[0] if isinstance(wanted, list) else wanted
    attribute = _attribute(name, attributes)
    patterns = [slot.pattern if slot else "", attribute.pattern if attribute else ""]
    choices = choices_of(schema)
    if not schema and slot is not None and slot.said and _KEYWORD.fullmatch(str(first)):
        # Where no schema is at hand, a keyword with words of its own is a choice all the same.
        choices = (first,)
    return Blank(
        key=key,
        name=name,
        wanted=wanted,
        many=many,
        kind="choice" if choices else kind_of(first, schema),
        slot=slot or Slot(),
        known=slot is not None,
        schema=schema,
        choices=choices,
        attribute=attribute,
        patterns=tuple(dict.fromkeys(each for each in patterns if each)),
    )


def _attribute(name: str, attributes: tuple[Attribute, ...]) -> Attribute | None:
    """Return the concept that an argument is about, by its name."""
    plain = re.sub(r"_(?:id|ids|no|nr|number)$", "", name)
    wanted = {canonical_name(name), plain, f"{plain}_number"}
    return next((each for each in attributes if each.name in wanted), None)


def _schema_at(parameters: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """Return the schema of the value at a path, `$ref`s of the same document followed."""
    schema: Any = parameters
    for part in path:
        schema = _resolve(schema, parameters)
        schema = (
            schema.get("items", {})
            if isinstance(part, int)
            else schema.get("properties", {}).get(part, {})
        )
    return _resolve(schema, parameters)


def _resolve(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    for _ in range(8):
        if not isinstance(schema, Mapping):
            return {}
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            target: Any = root
            for part in reference[2:].split("/"):
                target = target.get(part, {}) if isinstance(target, Mapping) else {}
            schema = target
            continue
        options = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
        if len(options) == 1 and "properties" not in schema:
            schema = options[0]
            continue
        return schema
    return {}
