"""The numbers of UserProxyBench (2026) as printed there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import FiniteFloat

from rut_annotations.fidelity.frontier import Frontier, Priced, draw_frontier
from rut_domains.frozen import Frozen, parse_json

_FILE = Path(__file__).with_suffix(".json")


class Trajectories(Frozen):
    """How many dialogues were run and scored, over how many tasks."""

    scored: int
    total: int
    tasks: int


class PublishedCorrelation(Frozen):
    """A printed correlation over `n` sources."""

    of: str
    pearson: FiniteFloat
    n: int


class PublishedProbe(Frozen):
    """The judge-free probe: dialogues that miss a reference action of the user."""

    missed: int
    eligible: int
    missed_and_faithful: int
    domain: str


class Publication(Frozen):
    """What was printed, and where."""

    name: str
    source: str
    price_date: str
    price_date_note: str
    currency: str
    ufs_is: str
    trajectories: Trajectories
    sources: tuple[Priced, ...]
    correlations: tuple[PublishedCorrelation, ...]
    probe: PublishedProbe
    failures: dict[str, int]
    hidden_failures: FiniteFloat

    def frontier(self) -> Frontier:
        """Return the cost frontier of the printed UFS and costs."""
        return draw_frontier(self.sources, self.price_date, self.currency)


@cache
def load_publication() -> Publication:
    """Read the printed numbers."""
    return Publication.model_validate(parse_json(_FILE.read_text(encoding="utf-8")))
