"""A person's seat: the engine waits until the screen or the line mode hands in a move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from rut_domains.dialogue import SeatName
from rut_domains.faults import UsageFault
from rut_tui.play.moves import check_move
from rut_tui.play.seat import Delta, Move, View


class HumanSeat:
    """A seat in which a person sits."""

    def __init__(self, seat: SeatName) -> None:
        self._seat = seat
        self._asked: asyncio.Future[Move] | None = None
        self._prepared: Move | None = None

    @property
    def seat(self) -> SeatName:
        """Which side of the table."""
        return self._seat

    @property
    def waiting(self) -> bool:
        """Whether the engine waits for this person."""
        return self._asked is not None and not self._asked.done()

    def submit(self, move: Move) -> None:
        """Hand in a move.

        Raises:
            UsageFault: The move means nothing, or it is not this seat's turn.
        """
        check_move(self._seat, move)
        if self._asked is None or self._asked.done():
            raise UsageFault("it is not your turn yet", hint="Wait for the other side.")
        self._asked.set_result(move)

    def prepare(self, move: Move) -> None:
        """Hand in the move for the coming turn before the engine asks for it.

        Raises:
            UsageFault: The move means nothing.
        """
        check_move(self._seat, move)
        self._prepared = move

    async def act(self, view: View) -> AsyncGenerator[Delta | Move]:
        """Wait for the person."""
        if self._prepared is not None:
            move, self._prepared = self._prepared, None
            yield move
            return
        self._asked = asyncio.get_running_loop().create_future()
        try:
            yield await self._asked
        finally:
            self._asked = None
