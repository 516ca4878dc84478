"""The scripted agent: follows a task's oracle by what the user says, recomputed at each move.

It has a plan (the oracle trace) and fills its arguments from the dialogue alone: what the user has
said, what its own calls returned. It keeps no state; two moves from the same view are the same.

A wish for a person that the plan does not foresee is answered by an offer of help first. Spoken
again, it is granted only if the policy grants it in words (`agent_requests`), else declined.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

from rut_domains.dialogue import SeatName
from rut_domains.lexicon import Lexicon
from rut_domains.task import Task
from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.agent_course import next_demand
from rut_tui.play.scripted.agent_detours import detoured, needs_detour
from rut_tui.play.scripted.agent_memory import remember
from rut_tui.play.scripted.agent_prompts import PromptReader
from rut_tui.play.scripted.agent_requests import handover_on_wish
from rut_tui.play.scripted.agent_speech import compose
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.plan import make_plan
from rut_tui.play.seat import Call, Delta, Move, View

# A turn of so many calls means that the plan leads in circles: speak instead.
_MOST_CALLS = 20


class ScriptedAgent:
    """An agent seat that follows the oracle of a task.

    Args:
        task: The task; its oracle, refusals and forbidden writes are looked at, not its contract.
        lexicon: How the domain talks.
        seed: Chooses the wordings; the same seed and log give the same move.
    """

    def __init__(self, task: Task, lexicon: Lexicon, *, seed: int) -> None:
        self._task = task
        self._lexicon = lexicon
        self._seed = seed
        # What the plan and the agent's own wordings amount to is worked out once; it follows
        # from the briefing alone.
        self._known: tuple[tuple[ToolSpec, ...], str, tuple[PromptReader, ...]] | None = None

    @property
    def seat(self) -> SeatName:
        """Which side of the table."""
        return "agent"

    async def act(self, view: View) -> AsyncGenerator[Delta | Move]:
        """Answer the view with one move."""
        yield self.move(view)

    def _readers(self, view: View) -> tuple[PromptReader, ...]:
        """Return the plan with its wordings, and the one with another look-up, if there is one."""
        known = self._known
        if known is None or known[0] != view.tools or known[1] != view.policy:
            tasks = (self._task, detoured(self._task, self._lexicon))
            plans = [
                make_plan(task, self._lexicon, view.tools, view.policy) for task in tasks if task
            ]
            known = (view.tools, view.policy, tuple(map(PromptReader, plans)))
            self._known = known
        return known[2]

    def _read(self, view: View) -> Story:
        """Return what the log tells, by the plan that the user's words call for."""
        first, *others = self._readers(view)
        memory = remember(view.events, view.now)
        story = Story(first.plan, memory, first)
        for reader in others:
            if needs_detour(story, reader.plan.task):
                return Story(reader.plan, memory, reader)
        return story

    def move(self, view: View) -> Move:
        """Return the move that follows from a view."""
        story = self._read(view)
        demand = next_demand(story)
        if len(story.memory.news) < _MOST_CALLS:
            if demand.kind != "over" and story.reply.human and story.memory.fresh:
                tool = handover_on_wish(story)
                if tool:
                    return Move(calls=(Call(name=tool),))
            if demand.kind == "call" and demand.step is not None and demand.arguments is not None:
                call = Call(name=demand.step.step.tool, arguments=demand.arguments)
                return Move(calls=(call,))
        return Move(text=compose(story, demand, self._seed))
