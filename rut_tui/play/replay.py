"""A seat that says and does again what one seat of a recorded dialogue said and did."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from rut_domains.dialogue import Event, SeatName
from rut_tui.play.moves import ends_of, group_moves, read_move
from rut_tui.play.seat import Delta, End, Move, View


class ReplaySeat:
    """Replays a seat's recorded moves in order, whatever the other side answers.

    Args:
        seat: The seat to fill.
        events: The recorded dialogue; all of it, the moves of `seat` are taken out.
        skip: How many moves of that seat at the start are played already (a greeting).
    """

    def __init__(self, seat: SeatName, events: Sequence[Event], skip: int = 0) -> None:
        self._seat = seat
        self._moves = tuple(read_move(run) for by, run in group_moves(events) if by == seat)
        self._skip = skip

    @property
    def seat(self) -> SeatName:
        """Which side of the table."""
        return self._seat

    async def act(self, view: View) -> AsyncGenerator[Delta | Move]:
        """Yield the next recorded move, or an end when there is none left."""
        played = sum(1 for by, _ in group_moves(view.events) if by == self._seat)
        position = played + self._skip
        if position < len(self._moves):
            yield self._playable(self._moves[position])
        else:
            yield Move(end=self._own_end("the recording has no further move"))

    def _playable(self, move: Move) -> Move:
        """Turn an end that this seat may not choose itself into one that it may."""
        if move.end is None or move.end.reason in ends_of(self._seat):
            return move
        return move.model_copy(update={"end": self._own_end(move.end.reason)})

    def _own_end(self, detail: str) -> End:
        return End(reason="abandoned" if self._seat == "user" else "quit", detail=detail)
