"""The last check before a call: every value was said by the user or returned by a tool.

A value counts as said if a message of the user names it in any spelling that `values` reads, or
word for word; as returned if a result holds it. A choice, a truth value or an id counts as said
if the user chose it in words. Defaults are those of `agent_defaults`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from rut_domains.language.values import holds_value
from rut_domains.outcomes import same_value
from rut_tui.play.scripted.agent_candidates import returned_scalars
from rut_tui.play.scripted.agent_defaults import may_assume
from rut_tui.play.scripted.agent_spoken import hear
from rut_tui.play.scripted.plan import Blank, PlanStep
from rut_tui.play.scripted.values import find_mentions, find_words

if TYPE_CHECKING:
    from rut_tui.play.scripted.agent_story import Story


class Sources:
    """What the user has said and the tools have returned so far."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._said = [turn.text for turn in story.memory.turns]
        self._returned = list(returned_scalars(story.memory.outcomes))

    def ungrounded(self, step: PlanStep) -> tuple[Blank, ...]:
        """Return the blanks of a step whose values come from nowhere."""
        blanks = [self._story.plan.blanks[key] for key in step.keys]
        return tuple(blank for blank in blanks if not self._is_grounded(blank))

    def _is_grounded(self, blank: Blank) -> bool:
        belief = self._story.beliefs.get(blank.key)
        if belief is None:
            return False
        if belief.source == "default":
            return may_assume(blank, self._story.plan.policy)
        each = belief.value if isinstance(belief.value, list) else [belief.value]
        return all(self._has_source(value, blank, belief.seq) for value in each)

    def _has_source(self, value: JsonValue, blank: Blank, seq: int) -> bool:
        if any(same_value(value, known) for known in self._returned):
            return True
        if blank.kind in ("choice", "flag"):
            return any(turn.seq == seq for turn in self._story.memory.turns)
        joined = "\n".join(self._said)
        if holds_value(joined, value):
            return True
        if isinstance(value, str) and (value in joined or find_words(hear(joined), value) >= 0):
            return True
        today = self._story.memory.today
        return any(
            same_value(mention.value, value)
            for text in self._said
            for mention in find_mentions(text, blank.sought(), asked=True, today=today)
        )
