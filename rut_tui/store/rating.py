"""A rater's order of dialogues, and what was put off or flagged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from rut_domains.frozen import Frozen
from rut_tui.store.connection import Connection
from rut_tui.store.faults import StoreFault

MarkName = Literal["skip", "unskip", "flag", "unflag"]


class Place(Frozen):
    """A dialogue's place in a rater's order, and the code under which the rater knows it."""

    position: int = Field(ge=0)
    dialogue_id: str
    code: str = ""
    seed: int = 0


class Mark(Frozen):
    """A dialogue put off or flagged by a rater, or that taken back. `at` is ISO 8601 UTC."""

    dialogue_id: str
    rater: str = Field(min_length=1)
    rubric_id: str
    mark: MarkName
    reason: str = ""
    at: str = ""


class Orders:
    """The table `orders`: each rater's order under a rubric, only ever extended at its end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, rater: str, rubric_id: str) -> tuple[Place, ...]:
        """Return a rater's order under a rubric."""
        rows = self._connection.query(
            "SELECT position, dialogue_id, code, seed FROM orders "
            "WHERE rater = ? AND rubric_id = ? ORDER BY position",
            (rater, rubric_id),
        )
        return tuple(
            Place(position=position, dialogue_id=dialogue_id, code=code, seed=seed)
            for position, dialogue_id, code, seed in rows
        )

    def extend(self, rater: str, rubric_id: str, places: Iterable[Place]) -> None:
        """Append places in one transaction; they go on where the order ends.

        Raises:
            StoreFault: A place is taken or leaves a gap, a dialogue or code occurs twice, or a
                dialogue is not here.
        """
        with self._connection.immediate():
            count = self._connection.value(
                "SELECT count(*) FROM orders WHERE rater = ? AND rubric_id = ?", (rater, rubric_id)
            )
            for position, place in enumerate(places, start=count):
                if place.position != position:
                    raise StoreFault(
                        f"place {place.position} was to come where place {position} is next",
                        hint="Another process draws the same rater's order; try again.",
                        place=f"order of {rater}",
                    )
                self._connection.write(
                    "INSERT INTO orders (rater, rubric_id, position, dialogue_id, code, seed) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (rater, rubric_id, position, place.dialogue_id, place.code, place.seed),
                )


class Marks:
    """The table `rating_marks`; the last mark of each pair counts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, mark: Mark) -> None:
        """Append a mark.

        Raises:
            StoreFault: The dialogue is not here.
        """
        with self._connection.immediate():
            self._connection.write(
                "INSERT INTO rating_marks (dialogue_id, rater, rubric_id, mark, reason, at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (mark.dialogue_id, mark.rater, mark.rubric_id, mark.mark, mark.reason, mark.at),
            )

    def all(self, *, rater: str | None = None, rubric_id: str | None = None) -> tuple[Mark, ...]:
        """Return the marks in the order in which they were made."""
        names = ("dialogue_id", "rater", "rubric_id", "mark", "reason", "at")
        rows = self._connection.query(
            f"SELECT {', '.join(names)} FROM rating_marks "  # noqa: S608 - names of our own
            "WHERE (?1 IS NULL OR rater = ?1) AND (?2 IS NULL OR rubric_id = ?2) ORDER BY number",
            (rater, rubric_id),
        )
        return tuple(Mark.model_validate(dict(zip(names, row, strict=True))) for row in rows)

    def skipped(self, *, rater: str, rubric_id: str) -> dict[str, str]:
        """Return the dialogues that a rater has put off, with the reasons."""
        return self._standing("skip", "unskip", rater, rubric_id)

    def flagged(self, *, rater: str, rubric_id: str) -> dict[str, str]:
        """Return the dialogues that a rater has flagged, with the reasons."""
        return self._standing("flag", "unflag", rater, rubric_id)

    def _standing(
        self, put: MarkName, taken_back: MarkName, rater: str, rubric_id: str
    ) -> dict[str, str]:
        found: dict[str, str] = {}
        for mark in self.all(rater=rater, rubric_id=rubric_id):
            if mark.mark == put:
                found[mark.dialogue_id] = mark.reason
            elif mark.mark == taken_back:
                found.pop(mark.dialogue_id, None)
        return found
