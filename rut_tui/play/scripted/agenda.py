"""Where the dialogue stands for the user: goals raised and settled, rules fired, facts told.

The agenda of Schatzmann et al. (2007) is a stack of things still to be said. Here it is recomputed
from the log before each move, so that nothing has to be remembered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rut_domains.contract import Contract, Goal, Rule

Settled = Literal["done", "refused", "dropped"]


@dataclass(frozen=True)
class Agenda:
    """The state of the user's business after some part of the dialogue.

    Attributes:
        contract: What it is all about.
        raised: Ids of the goals that the user has brought up.
        settled: How goals came out, by id.
        claimed: Ids of goals that the agent says are met and that the user can check itself.
        fired: Ids of the rules that have fired, in order.
        told: Ids of the facts that the user has told.
        misses: How many messages in a row were not understood.
        refusals: How often the present goal was refused without the contract allowing for it.
        nods: How many messages in a row the user has only acknowledged.
        farewells: How often the agent took leave while goals were open.
        handovers: How often the user has turned down being handed over.
        promised: Whether the agent's last message promised to hand the user over.
    """

    contract: Contract
    raised: frozenset[str] = frozenset()
    settled: Mapping[str, Settled] = field(default_factory=dict)
    claimed: frozenset[str] = frozenset()
    fired: tuple[str, ...] = ()
    told: frozenset[str] = frozenset()
    misses: int = 0
    refusals: int = 0
    nods: int = 0
    farewells: int = 0
    handovers: int = 0
    promised: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """All that a message may be understood by; equal keys give equal hearings."""
        return (self.raised, frozenset(self.settled.items()), self.fired, self.told)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Return the goals in force, in the contract's order."""
        return tuple(
            goal
            for goal in self.contract.goals
            if (goal.after is None or goal.after in self.fired)
            and (goal.unless is None or goal.unless not in self.fired)
        )

    @property
    def open(self) -> tuple[Goal, ...]:
        """Return the goals in force that are not settled."""
        return tuple(goal for goal in self.goals if goal.id not in self.settled)

    @property
    def current(self) -> Goal | None:
        """Return the goal that is being talked about: the first open one that was raised."""
        raised = (goal for goal in self.open if goal.id in self.raised)
        return next(raised, self.open[0] if self.open else None)

    @property
    def next(self) -> Goal | None:
        """Return the first open goal that has not been raised."""
        return next((goal for goal in self.open if goal.id not in self.raised), None)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to be done; never so for a contract without goals."""
        return bool(self.contract.goals) and not self.open

    @property
    def is_met(self) -> bool:
        """Whether everything is settled and at least one goal was met or rightly refused."""
        kept = [self.settled.get(goal.id) for goal in self.goals]
        return self.is_settled and "dropped" not in kept

    @property
    def rules_fired(self) -> tuple[Rule, ...]:
        """Return the rules that have fired, in the order in which they did."""
        by_id = {rule.id: rule for rule in self.contract.rules}
        return tuple(by_id[rule] for rule in self.fired if rule in by_id)

    def settle(self, goals: Mapping[str, Settled]) -> Agenda:
        """Return the agenda with some goals settled; a new result replaces an old one."""
        if not goals:
            return self
        return replace(self, settled={**self.settled, **goals}, refusals=0)

    def fire(self, rules: tuple[str, ...]) -> Agenda:
        """Return the agenda with some more rules fired."""
        new = tuple(rule for rule in rules if rule not in self.fired)
        return replace(self, fired=(*self.fired, *new)) if new else self
