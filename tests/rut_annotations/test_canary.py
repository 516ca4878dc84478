"""Something telling is planted in every field that is not content; none of it reaches a rater."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rut_annotations.blind import blind_dialogue
from rut_annotations.faults import BlindFault
from rut_annotations.fields import FIELDS, class_of
from rut_annotations.leaks import scan_leaks
from rut_domains.dialogue import Dialogue
from tests.support.judging import RUBRIC

CANARY = "CANARY-73b1f0"
NUMBER = 731_904_562
CODE = "K7QM-4TXD"
AGENT_RUBRIC = RUBRIC.model_copy(update={"subject": "agent", "view": "agent"})
# Values without which the dialogue would be another one, or would not be valid.
FIXED: dict[tuple[str, str], Any] = {
    ("Dialogue", "link"): "linked",
    ("Chair", "kind"): "model",
    ("Fact", "reveal"): "asked",
    ("Rule", "answer"): "none",
    ("Contract", "expects"): "transferred",
    ("Note", "kind"): "outcome",
    ("Note", "actor"): "engine",
    ("Note", "visible_to"): frozenset({"user", "agent"}),
    ("ToolResult", "crashed"): True,
    ("ToolSpec", "writes"): True,
    ("Stop", "actor"): "engine",
    ("Stop", "reason"): "step_limit",
}
CONTENT = "plain content"


def plant(model: type[BaseModel]) -> BaseModel:
    """Build a model: content fields hold content, all others a canary."""
    values = {name: value_of(model, name, info) for name, info in model.model_fields.items()}
    return model.model_validate(values)


def value_of(model: type[BaseModel], name: str, info: FieldInfo) -> Any:
    if (model.__name__, name) in FIXED:
        return FIXED[model.__name__, name]
    content = class_of(model.__name__, name) == "content"
    return fill(info.annotation, content=content)


def fill(annotation: Any, *, content: bool) -> Any:
    """Make a value of a type: canaries unless it is content."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return plant(annotation)
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        models = [part for part in inner if isinstance(part, type) and issubclass(part, BaseModel)]
        return plant(models[0]) if models else fill(inner[0], content=content)
    if origin in (Literal, frozenset):
        return inner[0] if origin is Literal else frozenset({"user", "agent"})
    if annotation in (int, float, bool):
        return False if annotation is bool else NUMBER
    if origin is tuple and "kind" in str(inner[0]):
        return events()
    if origin is tuple:
        return (fill(inner[0], content=content),)
    if origin is dict:
        return {"note": CONTENT} if content else {CANARY: CANARY, "number": NUMBER}
    return CONTENT if content else CANARY


def events() -> tuple[Any, ...]:
    """One event of each kind, all seen by both seats."""
    from rut_domains import dialogue as module

    kinds = (module.Message, module.ToolCall, module.ToolResult, module.Note, module.Stop)
    return tuple(plant(kind) for kind in kinds)


def planted() -> Dialogue:
    made = plant(Dialogue)
    assert isinstance(made, Dialogue)
    return made


def walk(model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    """Yield every model that a dialogue can hold."""
    if model in seen:
        return
    seen.add(model)
    yield model
    for info in model.model_fields.values():
        yield from walk_type(info.annotation, seen)


def walk_type(annotation: Any, seen: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from walk(annotation, seen)
    for inner in get_args(annotation):
        yield from walk_type(inner, seen)


def test_the_planted_dialogue_is_full_of_canaries() -> None:
    dump = planted().model_dump_json()
    assert dump.count(CANARY) > 40
    assert dump.count(str(NUMBER)) > 5


@pytest.mark.parametrize("rubric", [RUBRIC, AGENT_RUBRIC], ids=["user", "agent"])
def test_no_canary_reaches_a_rater(rubric: Any) -> None:
    blind = blind_dialogue(planted(), rubric, CODE)
    for text in (blind.model_dump_json(), repr(blind), "\n".join(t.plain() for t in blind.turns)):
        assert CANARY not in text
        assert str(NUMBER) not in text
        assert CONTENT in text
    assert blind.search(CANARY) == ()
    assert blind.find_span(CANARY) is None
    assert scan_leaks(blind) == ()


@pytest.mark.parametrize("rubric", [RUBRIC, AGENT_RUBRIC], ids=["user", "agent"])
def test_no_canary_is_in_the_text_of_a_refusal(rubric: Any) -> None:
    unlinked = planted().model_copy(update={"link": "unlinked"})
    with pytest.raises(BlindFault) as caught:
        blind_dialogue(unlinked, rubric, CODE)
    assert CANARY not in str(caught.value)


@pytest.mark.parametrize(("actor", "reason"), [("user", "abandoned"), ("agent", "quit")])
def test_a_seats_own_end_tells_no_more_than_that_it_ended(actor: str, reason: str) -> None:
    dialogue = planted()
    stop = dialogue.events[-1].model_copy(update={"actor": actor, "reason": reason})
    ended = dialogue.model_copy(update={"events": (*dialogue.events[:-1], stop)})
    blind = blind_dialogue(ended, RUBRIC, CODE)
    assert blind.turns[-1].actor == actor
    assert CANARY not in blind.model_dump_json()


def test_one_seats_briefing_stays_out_of_the_others_view() -> None:
    dialogue = planted()
    assert dialogue.briefing.contract is not None
    contract = dialogue.briefing.contract.model_copy(update={"persona": CANARY, "reason": CANARY})
    briefing = dialogue.briefing.model_copy(update={"contract": contract})
    told = dialogue.model_copy(update={"briefing": briefing})
    assert CANARY not in blind_dialogue(told, AGENT_RUBRIC, CODE).model_dump_json()
    briefing = dialogue.briefing.model_copy(update={"policy": CANARY})
    told = dialogue.model_copy(update={"briefing": briefing})
    assert CANARY not in blind_dialogue(told, RUBRIC, CODE).model_dump_json()


def test_every_field_of_a_dialogue_is_classed_and_no_class_is_left_over() -> None:
    """A new field must be classed; until then it counts as identity and is never shown."""
    scripted_alone = {"UserCheck", "Limit"}
    found = {model.__name__: set(model.model_fields) for model in walk(Dialogue, set())}
    for name in scripted_alone:
        found.pop(name)
    assert found == {name: set(fields) for name, fields in FIELDS.items()}
