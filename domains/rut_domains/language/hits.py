"""How surely a clause means one thing or another: phrases that were found, weighed and chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from rut_domains.language.clauses import Clause
from rut_domains.language.lists import AUXILIARIES, WH_WORDS
from rut_domains.language.matching import Match, agree, find_phrase, phrase_keys
from rut_domains.language.words import Word, read, words

AskedKind = Literal["fact", "unknown", "absent"]


class Asked(NamedTuple):
    """Something asked for: a fact or unknown by its id, or a concept that the user has not."""

    kind: AskedKind
    id: str


class Hit(NamedTuple):
    """Something that a clause asks for, where it says so and how surely.

    `own` marks phrases of the contract itself.
    """

    asked: Asked
    places: frozenset[int]
    start: int
    strength: float
    own: bool = False


def best_match(found: Sequence[Match], clause: Clause) -> Match | None:
    """Return the match that most surely means something."""
    return max(found, key=lambda match: strength(match, clause), default=None)


def strength(match: Match, clause: Clause) -> float:
    """Return how surely a phrase is meant: by its content words, or all its words if literal.

    A phrase of several words of which only one carries content ("what is in the order") is weak
    unless it stands there word for word.
    """
    phrase = match.phrase
    literal = phrase if phrase.startswith("=") else f"={phrase}"
    length = sum(word.text[0].isalnum() for word in read(phrase.removeprefix("=")))
    if length == 1 and read(phrase.removeprefix("="))[0].text in WH_WORDS - {"why"}:
        return _WEAK
    if find_phrase(literal, clause.text) is not None:
        inverted = words(phrase.removeprefix("="))[0] in AUXILIARIES and _is_open(clause)
        # "Was it stolen" is another question than "when was it stolen".
        return float(len(phrase_keys(phrase)) - 0.5) if inverted else float(length)
    found = len(match.places)
    return _WEAK if found == 1 and length > 1 else float(found)


def strongest(hits: Sequence[Hit], clause: Clause) -> list[Hit]:
    """Of hits on the same words keep the strongest, in the order of the clause.

    Weak hits count only if there is no other.
    """
    kept: list[Hit] = []
    sure = any(hit.strength >= 1 and hit.asked.kind != "absent" for hit in hits)
    for hit in sorted(hits, key=lambda hit: (hit.asked.kind == "absent", -hit.strength)):
        rivals = [other for other in kept if other.places & hit.places]
        along = all(_goes_along(hit, other, clause) for other in rivals)
        if (hit.strength >= 1 or not sure) and along:
            kept.append(hit)
    return sorted(kept, key=lambda hit: hit.start)


def _goes_along(hit: Hit, other: Hit, clause: Clause) -> bool:
    """Whether two things are meant by words that overlap ("first and last name")."""
    contained = hit.places <= other.places or other.places <= hit.places
    if contained or hit.asked.kind == "absent":
        return False
    if not (hit.own or other.own):
        return True
    return _are_listed(clause, hit.places - other.places, other.places - hit.places)


_ASKING_WORDS = WH_WORDS
_WEAK = 0.25


_OF_A_QUESTION = 0.5
_OF_A_SMALL_WORD = 0.1


def likeness(phrases: Sequence[str], clause: Clause, taken: Collection[int]) -> float:
    """Return the largest share of a phrase's words that a clause has, content words first."""
    found = [word for at, word in enumerate(read(clause.text)) if at not in taken]
    keys = {word.key for word in found if word.key}
    texts = {word.text for word in found}
    best = 0.0
    for phrase in phrases:
        said = read(phrase.removeprefix("="))
        if _is_torn(said, found):
            continue
        weights = [(_weight(word), _is_said(word, keys, texts)) for word in said]
        total = sum(weight for weight, _ in weights)
        matched = sum(weight for weight, same in weights if same)
        pairs = list(zip(said, weights, strict=True))
        carried = [same for word, (_, same) in pairs if word.key and word.text not in WH_WORDS]
        asked = [same for word, (_, same) in pairs if word.text in WH_WORDS]
        inverted = said[0].text in AUXILIARIES and bool(set(clause.words[:1]) & AUXILIARIES)
        # One word of content is enough only in the same kind of question.
        if any(carried) and (len(carried) > 1 or (asked and all(asked)) or inverted):
            best = max(best, matched / total)
    return best


def _is_torn(said: Sequence[Word], found: Sequence[Word]) -> bool:
    """Whether a verb parts the words of a phrase that has none.

    "Which order" is not asked by "what is in the order".
    """
    if not said or said[0].text not in WH_WORDS or _has_verb(said):
        return False
    texts = [word.text for word in found]
    start = next((at for at, text in enumerate(texts) if text in WH_WORDS), None)
    thing = next((at for at, word in enumerate(found) if word.key == said[-1].key), None)
    if start is None or thing is None:
        return False
    return any(text in AUXILIARIES for text in texts[start:thing])


def _has_verb(said: Sequence[Word]) -> bool:
    return any(word.text in AUXILIARIES for word in said)


def _weight(word: Word) -> float:
    if word.text in WH_WORDS:
        return _OF_A_QUESTION
    return 1.0 if word.key else _OF_A_SMALL_WORD


def _is_said(word: Word, keys: Collection[str], texts: Collection[str]) -> bool:
    if word.key and word.text not in WH_WORDS:
        return any(agree(key, word.key) for key in keys)
    return word.text in texts


def drop_asides(hits: Sequence[Hit], clause: Clause) -> list[Hit]:
    """Keep what is really asked: the head of the question and what is listed beside it.

    In "which size phone is it" the size alone is asked, in "which e-mail did you use for the
    order" the e-mail; in "your postcode and birthday" both are. What the user does not have counts
    only where it has nothing of what is asked, or is listed.
    """
    present = [hit for hit in hits if hit.asked.kind != "absent"] or list(hits)
    if not present:
        return []
    kept = [_head(present, clause)]
    for hit in sorted(hits, key=lambda hit: hit.start):
        same = any(hit.places == other.places for other in kept)
        if hit not in kept and (
            same or any(_are_listed(clause, hit.places, other.places) for other in kept)
        ):
            kept.append(hit)
    return sorted(kept, key=lambda hit: hit.start)


def _head(hits: Sequence[Hit], clause: Clause) -> Hit:
    """Return the hit that the question word belongs to, or else the surest."""
    found = read(clause.text)
    asking = next((at for at, word in enumerate(found) if word.text in _ASKING_WORDS), None)
    if asking is None:
        return max(hits, key=lambda hit: hit.strength)
    after = [hit for hit in hits if max(hit.places) >= asking]
    return min(after or hits, key=lambda hit: (max(hit.start, asking), -hit.strength))


def _is_open(clause: Clause) -> bool:
    return any(word.text in _ASKING_WORDS for word in read(clause.text)[:3])


def _are_listed(clause: Clause, one: frozenset[int], other: frozenset[int]) -> bool:
    first, second = sorted((one, other), key=min)
    between = read(clause.text)[max(first) + 1 : min(second)]
    return any(word.text in _LISTING for word in between)


_LISTING = frozenset([",", "and", "&", "/", ";", "or", "plus"])


def choose_known(hits: Sequence[Hit], clause: Clause) -> list[Hit]:
    """Of things joined by "or", keep the first that the user knows."""
    found = read(clause.text)
    kept: list[Hit] = []
    for hit in hits:
        if kept and _joined_by_or(found, kept[-1], hit):
            if kept[-1].asked.kind != "fact" and hit.asked.kind == "fact":
                kept[-1] = hit
            continue
        kept.append(hit)
    return kept


def _joined_by_or(found: Sequence[tuple[str, str]], one: Hit, other: Hit) -> bool:
    between = [word[0] for word in found[max(one.places) + 1 : min(other.places)]]
    return "or" in between and "and" not in between[between.index("or") - 1 :]
