"""A seeded choice among wordings, so that scripted seats vary and still repeat exactly."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from rut_domains.frozen import canonical_json
from rut_domains.language.clauses import sentences
from rut_domains.language.words import words


def draw(seed: int, *key: object) -> int:
    """Return a number below 2**32 that follows from the seed and the key alone."""
    plain = canonical_json([seed, *map(str, key)])
    return int.from_bytes(hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()[:4])


def pick(options: Sequence[str], seed: int, *key: object, avoid: Iterable[str] = ()) -> str:
    """Return one of the wordings, the same for the same seed and key.

    Args:
        options: Wordings to choose from, at least one.
        seed: The dialogue's seed.
        key: What is being worded and when, e.g. `"confirm", turn`.
        avoid: Texts said before; a wording that shares a whole sentence with one of them is taken
            only if there is no other.

    Raises:
        ValueError: There is nothing to choose from.
    """
    if not options:
        raise ValueError("no wording to choose from")
    said = {form for text in avoid for form in sentence_forms(text)}
    fresh = [option for option in options if not said.intersection(sentence_forms(option))]
    pool = fresh or list(options)
    return pool[draw(seed, *key) % len(pool)]


def sentence_forms(text: str) -> frozenset[tuple[str, ...]]:
    """Return the sentences of a text by their words: equal forms are equal sentences."""
    return frozenset(words(sentence.text) for sentence in sentences(text))
