"""What became of a dialogue: the values that `score` returns."""

from __future__ import annotations

from rut_domains.contract import Slug
from rut_domains.dialogue import EndReason
from rut_domains.frozen import Frozen


class SeatEffort(Frozen):
    """What a seat did: counts. The agent's greeting is not among its turns and words.

    `turns` are messages that the other seat sees, `words` are counted in those. `reads` and
    `writes` are the calls that went well, by kind of tool; `errors` the calls that failed.
    """

    turns: int = 0
    words: int = 0
    calls: int = 0
    reads: int = 0
    writes: int = 0
    errors: int = 0


class Disclosure(Frozen):
    """When a fact of the contract was first asked for by the agent and first told by the user.

    `asked_turn` and `told_turn` count the messages of the agent (greeting left out) and of the
    user, from 1; None means never. `opening` says that the contract lets the user begin with it.
    """

    fact: Slug
    opening: bool = False
    asked_seq: int | None = None
    asked_turn: int | None = None
    told_seq: int | None = None
    told_turn: int | None = None

    @property
    def unasked(self) -> bool:
        """Whether the user told it before anything asked for it."""
        if self.told_seq is None:
            return False
        return self.asked_seq is None or self.told_seq < self.asked_seq


class UserWrite(Frozen):
    """A reference action by which the user changes the world: whether it happened, and was asked.

    Whether it was asked for is a reading of the agent's words by the lexicon's phrases.
    """

    tool: str
    done: bool
    asked: bool


class Outcome(Frozen):
    """Success and its parts, effort and disclosure of one dialogue.

    `relaxed`: all final-state assertions hold. `success`: and no forbidden write happened.
    `collateral_free`: nothing changed that the oracle does not change as well; `collateral` names
    the paths. None means undefined, and `reasons` says why. `ended_as_expected` is None while the
    dialogue is open, and an end as transferred counts only after the call that hands over.
    `user_writes` is None where the dialogue was scored before these were looked at.
    """

    success: bool | None
    relaxed: bool | None
    collateral_free: bool | None
    reasons: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    collateral: tuple[str, ...] = ()
    end: EndReason | None = None
    ended_as_expected: bool | None = None
    user: SeatEffort = SeatEffort()
    agent: SeatEffort = SeatEffort()
    disclosure: tuple[Disclosure, ...] = ()
    user_writes: tuple[UserWrite, ...] | None = None
