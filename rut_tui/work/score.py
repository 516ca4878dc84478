"""Scoring what was played: the outcome, for the lead alone until the dialogue has ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import Dialogue, Event, Note
from rut_domains.environment import EnvironmentFault
from rut_domains.faults import Fault, UsageFault
from rut_domains.frozen import Frozen
from rut_domains.outcomes import Outcome, score
from rut_domains.pack import Pack, start_state
from rut_domains.pack.oracle import replay_oracle
from rut_domains.task import Task
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.work.chance import read_clock
from rut_tui.work.domains import find_task
from rut_tui.work.trust import require_trust
from rut_tui.work.worlds import replay_dialogue


class Scored(Frozen):
    """A dialogue that was scored anew, or why it could not be."""

    dialogue_id: str
    outcome: dict[str, JsonValue] | None = None
    changed: bool = False
    problem: str = ""


def score_events(
    dialogue: Dialogue,
    pack: Pack,
    task: Task,
    events: Sequence[Event],
    final_state: Mapping[str, Any],
    settings: Settings,
) -> dict[str, JsonValue]:
    """Return the outcome of a finished dialogue as plain data.

    The oracle is replayed to tell collateral changes from intended ones; where that fails, they
    are undefined.
    """
    try:
        expected = replay_oracle(pack, task, sandbox=settings.sandbox).final
    except EnvironmentFault:
        expected = None
    outcome: Outcome = score(
        task,
        events,
        start_state(pack, task),
        final_state,
        (*dialogue.briefing.agent_tools, *dialogue.briefing.user_tools),
        expected_state=expected,
        lexicon=pack.lexicon,
    )
    return outcome.model_dump(mode="json")


def closing_notes(
    dialogue: Dialogue, events: Sequence[Event], outcome: dict[str, JsonValue]
) -> list[Note]:
    """Return what the lead is told after the end: the outcome, and a fault that never fired."""
    at, seq = read_clock().isoformat(), len(events)
    made = [Note(seq=seq, at=at, kind="outcome", data=outcome)]
    unfired = planted_note(dialogue, events)
    if unfired is not None:
        made.append(Note(seq=seq + 1, at=at, kind="planted_fault", data=unfired))
    return made


def planted_note(dialogue: Dialogue, events: Sequence[Event]) -> dict[str, JsonValue] | None:
    """Return what the lead is told about a planted fault that never fired, if there is one."""
    slug = dialogue.recorded.get("planted_fault")
    fired = any(isinstance(event, Note) and event.kind == "planted_fault" for event in events)
    if slug is None or fired:
        return None
    what = "the dialogue gave no occasion for it"
    return {"slug": slug, "seed": dialogue.seed, "fired": False, "what": what}


def rescore(store: Store, settings: Settings, ids: Sequence[str]) -> Iterator[Scored]:
    """Score dialogues anew and append the outcome where it differs from the last one.

    Args:
        store: Where the dialogues are.
        settings: Where packs are found.
        ids: Which dialogues; empty for all that were played here and have ended.
    """
    chosen = [store.dialogues.resolve(name) for name in ids] or [
        row.id for row in store.dialogues.list(system="rut", ended=True)
    ]
    for dialogue_id in chosen:
        dialogue = store.dialogues.get(dialogue_id)
        try:
            outcome = _score_stored(dialogue, settings)
        except Fault as fault:
            yield Scored(dialogue_id=dialogue_id, problem=fault.title)
            continue
        changed = outcome != last_outcome(dialogue.events)
        if changed:
            store.dialogues.append(dialogue_id, closing_notes(dialogue, dialogue.events, outcome))
        yield Scored(dialogue_id=dialogue_id, outcome=outcome, changed=changed)


def last_outcome(events: Sequence[Event]) -> dict[str, JsonValue] | None:
    """Return the latest outcome noted in a log."""
    notes = (e for e in reversed(events) if isinstance(e, Note) and e.kind == "outcome")
    return next((note.data for note in notes), None)


def _score_stored(dialogue: Dialogue, settings: Settings) -> dict[str, JsonValue]:
    if dialogue.origin.system != "rut":
        raise UsageFault("it was not played here: its environment is not at hand")
    if dialogue.stop is None:
        raise UsageFault("it has not ended yet")
    pack, task = find_task(settings, dialogue.domain, dialogue.task_id)
    if task.hash != dialogue.task_hash:
        raise UsageFault("the task has changed since it was played")
    require_trust(pack, settings)
    final_state = replay_dialogue(pack, task, dialogue, settings)
    return score_events(dialogue, pack, task, dialogue.events, final_state, settings)
