"""The mood of one clause: done, promised, conditional, negated.

"I have exchanged it", "it is done" and "your return is booked" report something as done; "I will",
"shall I", "I can", "before I", "if" and "not" do not.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.forms import forms
from rut_domains.language.lists import (
    ADVERBS,
    AUXILIARIES,
    CONDITIONS,
    FINISHED,
    IMPERATIVES,
    IRREGULAR_PARTICIPLES,
    IRREGULAR_PASTS,
    LOOKUPS,
    WH_WORDS,
    word_set,
)
from rut_domains.language.vocabulary import NEGATIONS
from rut_domains.language.words import key_of, normalise, stem

_MODALS = word_set("will would shall should can could may might must to")
_LOOKUP_STEMS = frozenset(stem(word) for word in LOOKUPS)
_TELLING = word_set("confirm tell say report inform announce share let see happily gladly")
_ALMOST = word_set("almost nearly partly halfway")
_NOT_PASTS = word_set("need indeed wanted needed hoped wondered wished noticed asked")
_NO_HEADLINE = NEGATIONS | word_set("you please i")
# "Set it to automatic" is an order, "automatic mode set" a report.
_OBJECTS = tuple((word,) for word in ("it", "the", "your", "this", "that", "them", "to"))
_LONGEST_HEADLINE = 10
_ADJECTIVES = word_set(
    "preferred requested required needed affected detailed limited advanced expected desired "
    "wanted related unlimited dedicated supposed allowed interested located named called"
)
_READY_TO = word_set("ready set scheduled due")
_GENERIC = frozenset(
    map(
        key_of,
        word_set(
            "do complete set finish sort through finalise finalize process successful successfully "
            "handle settle wrap up arrange execute place take care way good confirm submit request "
            "everything thing transaction change all right gone ahead go book apply effect "
            "effective"
        ),
    )
)
_FINISHED_PHRASES = forms(
    r"""
    taken care of\b
    gone through\b
    went through\b
    on (?:its|the|their) way\b
    in place\b
    in effect\b
    good to go\b
    up and running\b
    back on track\b
    """
)
_WORKING = forms(
    r"""
    (?:should|ought to|will)\b(?: \w+){0,3} (?:work|working|fixed|fine|able|resolved|back|good)\b
    (?:should|ought to|will)\b(?: \w+){0,3} (?:ready|fast|faster|connect|connected|go)\b
    (?:works|working|fixed|solved|resolved) now\b
    try (?:it |that |this )?(?:now|again|once more)\b
    give (?:it|that) (?:a|another) (?:try|go)\b
    (?:does it|is it|is that) (?:work|working|back|fixed|any better)(?: (?:now|again|yet))*$
    any (?:luck|change|improvement)(?: (?:now|yet))*$
    did (?:that|it) help$
    """
)
_PROMISE = forms(
    r"""
    (?:will|shall|going to|about to|let me|let us|plan to|aim to)\b
    (?:i am|we are) (?:\w+ly |now |just )?\w+ing\b
    (?:can|could|would|may|might) (?:then |now |also )?\w+
    """
)


def is_negated(clause: Clause) -> bool:
    """Whether the clause has a word of negation ("no problem" and the like left out)."""
    plain = re.sub(r"\bno (?:problem|worries|trouble|doubt|issue)s?\b", "", normalise(clause.text))
    return any(word in NEGATIONS for word in re.findall(r"[a-z]+", plain))


def is_conditional(clause: Clause) -> bool:
    """Whether the clause names a condition or a time to come ("if", "once", "before", ...)."""
    return clause.lead in CONDITIONS or clause.lead == "as soon as"


def is_completed(clause: Clause) -> bool:
    """Whether the clause reports something as done."""
    return bool(reported_verbs(clause)) or finished_phrase(clause)


def is_promised(clause: Clause) -> bool:
    """Whether the clause speaks of something that is still to be done, or only possible."""
    return not is_completed(clause) and _PROMISE.search(normalise(clause.text)) is not None


def is_lookup(clause: Clause) -> bool:
    """Whether all that the clause reports is a look at something ("I have found your order")."""
    verbs = reported_verbs(clause)
    return bool(verbs) and all(stem(verb) in _LOOKUP_STEMS for verb in verbs)


def is_done_at_large(clause: Clause) -> bool:
    """Whether the clause reports "it" as done without saying what: "All done!", "It's sorted"."""
    if not is_completed(clause):
        return False
    plain = _FINISHED_PHRASES.sub("", normalise(clause.text))
    rest = {key_of(word) for word in re.findall(r"[a-z0-9]+", plain)} - _GENERIC
    return all(word in _EMPTY for word in rest)


def is_claimed_working(clause: Clause) -> bool:
    """Whether the clause claims that something should work now, or asks to try again."""
    return not is_conditional(clause) and _WORKING.search(normalise(clause.text)) is not None


@lru_cache(maxsize=2048)
def completed_clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a message that report something as done."""
    return tuple(clause for clause in clauses(text) if is_completed(clause))


_EMPTY = frozenset(
    map(
        key_of,
        word_set(
            "i we you your it that this is are was were has have had been now all for a an the on "
            "my our just already yes okay great perfect and there so then as requested wonderful "
            "excellent lovely consider super thanks thank be well very here of s hooray news happy "
            "tell say confirm can glad pleased report to successfully us both them they these"
        ),
    )
)


def is_headline(clause: Clause) -> bool:
    """Whether the clause has no verb of its own: "Order cancelled", "Done"."""
    return bool(reported_verbs(clause)) and bool(_verbless(clause.words))


def finished_phrase(clause: Clause) -> bool:
    """Whether the clause says "taken care of", "on its way", "in place" and the like."""
    if clause.question or is_conditional(clause):
        return False
    plain = normalise(clause.text)
    match = _FINISHED_PHRASES.search(plain)
    if match is None or is_negated(clause):
        return False
    before = plain[: match.start()].split()[-4:]
    return not any(word in _MODALS or word == "be" for word in before)


@lru_cache(maxsize=4096)
def reported_verbs(clause: Clause) -> tuple[str, ...]:
    """Return the words by which a clause reports something as done ("cancelled", "booked").

    Empty for promises, questions, conditions and denials.
    """
    if clause.question or is_conditional(clause):
        return ()
    found = clause.words
    if any(word in _ALMOST for word in found):
        return ()
    verbs = [
        word
        for at, word in enumerate(found)
        if _reports(found, at) and not _is_below_modal(found, at)
    ]
    return tuple(verbs) or _verbless(found)


def _is_below_modal(found: tuple[str, ...], at: int) -> bool:
    """Whether what stands at `at` only describes something that is yet to be done.

    As in "I would refund it the way it was paid"; but not in "I can confirm that it was paid".
    """
    return any(
        word in _MODALS - {"to"} and not _TELLING & set(found[place + 1 : place + 3])
        for place, word in enumerate(found[:at])
    )


def _reports(found: tuple[str, ...], at: int) -> bool:
    return _after_have(found, at) or _after_be(found, at) or _after_subject(found, at)


def _after_have(found: tuple[str, ...], at: int) -> bool:
    """As in "has been cancelled", "I have now exchanged"."""
    if not _is_participle(found[at]):
        return False
    have = _back(found, at, ("have", "has", "had"))
    if have < 0 or (have > 0 and found[have - 1] in _MODALS):
        return False
    passive = "been" in found[have:at]
    return passive or have == 0 or found[have - 1] != "you"


def _after_be(found: tuple[str, ...], at: int) -> bool:
    """As in "is booked", "are all set", "is now 12 Elm Street"."""
    if found[at] == "now" and found[at + 1 : at + 2] in (("have",), ("has",), ("includes",)):
        return True
    if found[at] == "now" and found[at - 1 : at] in (("is",), ("are",)) and at > 0:
        follows = found[at + 1] if at + 1 < len(found) else "to"
        return not follows.endswith("ing") and follows not in ("to", "being", "not")
    if not _is_participle(found[at]) and found[at] not in FINISHED:
        return False
    if found[at] in _READY_TO and found[at + 1 : at + 2] == ("to",):
        return False
    be = _back(found, at, ("is", "are", "was", "were", "got"))
    if be >= 0 and found[be] in ("is", "are") and found[at + 1 : at + 2] == ("by",):
        # "It is handled by a colleague" says how things are done, not that they are.
        return False
    return be >= 0 and (be == 0 or found[be - 1] not in _MODALS)


def _after_subject(found: tuple[str, ...], at: int) -> bool:
    """As in "I cancelled", "we went ahead"."""
    word = found[at]
    if word in _NOT_PASTS or not (word in IRREGULAR_PASTS or _ends_in_ed(word)):
        return False
    return _back(found, at, ("i", "we")) >= 0


def _verbless(found: tuple[str, ...]) -> tuple[str, ...]:
    """As in "Done.", "Order cancelled.", "Refund issued to PayPal"."""
    if not found or len(found) > _LONGEST_HEADLINE or found[0] in WH_WORDS:
        return ()
    if any(word in AUXILIARIES or word in _NO_HEADLINE for word in found):
        return ()
    if found[0] in IMPERATIVES - IRREGULAR_PARTICIPLES or found[0] in ("ready", "set"):
        return ()
    if found[:2] == ("as", "requested"):
        return ()
    return tuple(
        word
        for at, word in enumerate(found)
        if _ends_in_ed(word) or (word in FINISHED and found[at + 1 : at + 2] not in _OBJECTS)
    )


def _back(found: tuple[str, ...], at: int, wanted: tuple[str, ...]) -> int:
    """Return where one of the words stands before `at` with adverbs between, or -1."""
    for where in range(at - 1, max(at - 8, -1), -1):
        if found[where] in wanted:
            return where
        joined = found[where] in ADVERBS or found[where].endswith("ly")
        if not joined and not _is_participle(found[where]):
            return -1
    return -1


def _is_participle(word: str) -> bool:
    return word in IRREGULAR_PARTICIPLES or _ends_in_ed(word)


def _ends_in_ed(word: str) -> bool:
    if word in _ADJECTIVES:
        return False
    return len(word) > 4 and word.endswith("ed") and not word.endswith("eed")
