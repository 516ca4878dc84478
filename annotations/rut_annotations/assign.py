"""In which order a rater gets the dialogues."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from rut_domains.frozen import canonical_json


def rating_order(dialogue_ids: Iterable[str], rater: str, seed: int) -> tuple[str, ...]:
    """Return the dialogues, each once, in an order that is this rater's own.

    Every dialogue is sorted by a hash of seed, rater and its id, so that the order is random,
    depends on nothing else (not on the order in which the ids come), and stays when dialogues are
    added: any two keep their places relative to each other.
    """
    return tuple(sorted(set(dialogue_ids), key=lambda name: (_rank(name, rater, seed), name)))


def extend_order(
    stored: Sequence[str], dialogue_ids: Iterable[str], rater: str, seed: int
) -> tuple[str, ...]:
    """Return a stored order with the dialogues that it lacks behind it.

    What a rater has been given so far never moves. Stored dialogues that are no longer among
    `dialogue_ids` stay as well: a judgement may hang on them.
    """
    known = set(stored)
    new = rating_order((name for name in dialogue_ids if name not in known), rater, seed)
    return (*stored, *new)


def _rank(dialogue_id: str, rater: str, seed: int) -> bytes:
    text = canonical_json([seed, rater, dialogue_id])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
