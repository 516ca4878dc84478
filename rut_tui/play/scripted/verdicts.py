"""What a message means for goals and rules: done, refused, triggered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rut_domains.contract import Goal, Limit, Rule
from rut_domains.language.acts import offers, refuses
from rut_domains.language.clauses import Clause, clauses, sentences
from rut_domains.language.declining import LOOKUP_FAILS
from rut_domains.language.forms import forms
from rut_domains.language.lists import FINISHED, IRREGULAR_PARTICIPLES, LOOKUPS, OPENERS
from rut_domains.language.manners import holds
from rut_domains.language.matching import Match, find_phrase, phrase_keys
from rut_domains.language.money import amount_after, amounts, is_charge, is_named_charge
from rut_domains.language.moods import (
    finished_phrase,
    is_completed,
    is_conditional,
    is_done_at_large,
    is_headline,
    is_negated,
    is_promised,
    reported_verbs,
)
from rut_domains.language.vocabulary import NEGATIONS
from rut_domains.language.words import content, key_of, normalise, read, words
from rut_tui.play.scripted.agenda import Agenda
from rut_tui.play.scripted.procedure import FORMULA

# What may be done for somebody at a desk; a goal is recognised by the ones that it names.
_DEEDS = frozenset(
    content(
        "exchange return cancel refund change book upgrade downgrade activate deactivate suspend "
        "unlock reset close open add remove redirect reschedule move apply credit pay replace "
        "send ship repair order register block reactivate lift issue top renew extend"
    )
)
# Verbs that bring about what stands beside them: "the exchange is booked".
_BRINGS_ABOUT = frozenset(
    content(
        "book arrange confirm process complete do set register submit issue make place schedule "
        "file approve finalise sort go through handle settle take care effect execute put create "
        "log organise enter record apply finish"
    )
)
_NOT_YET = frozenset(content("start begin prepare draft queue flag note attempt try propose"))
_LOOKING = frozenset(map(key_of, LOOKUPS))
_UNTIL = frozenset(["until", "unless", "before", "if", "once", "when"])
_WITHOUT = forms(r"without (?:your|an?|the|first|knowing|having)\b")
_CANNOT = forms(r"(?:can not|can|could not|not able|unable|not possible|impossible)\b")


def done_goals(text: str, agenda: Agenda) -> tuple[str, ...]:
    """Return the ids of open goals that a message reports as done.

    A promise, a question or a condition reports nothing. "All done" counts for the goal that is
    being talked about.
    """
    pieces = _reporting(text)
    named = [
        goal.id
        for goal in agenda.open
        if any(_says_done(phrase, clause) for phrase in goal.done_as for clause in pieces)
    ]
    if named:
        return _nearest(named, text, agenda)
    by_deed = _done_by_deed(pieces, agenda)
    if by_deed:
        return by_deed
    current = agenda.current
    at_large = any(is_done_at_large(clause) for clause in pieces)
    if not at_large or current is None or current.user_check is not None:
        return ()
    return (current.id,) if current.id in agenda.raised else ()


def _reporting(text: str) -> tuple[Clause, ...]:
    """Return the clauses that may report; "Order cancelled, total back. Okay?" only proposes."""
    pieces = clauses(text)
    offered = [clause for clause in pieces if offers(clause)]
    if not offered:
        return pieces
    plain = tuple(clause for clause in pieces if not is_headline(clause))
    if any(set(content(clause.text)) - FORMULA for clause in offered):
        return plain
    # "So: the tent is returned. Do you agree?" says what is to come.
    return tuple(clause for clause in plain if _PERFECT & set(clause.words))


_PERFECT = frozenset(["have", "has", "been", "i", "we", "now", "already"])


def _nearest(named: Sequence[str], text: str, agenda: Agenda) -> tuple[str, ...]:
    """Of goals that the same words would settle, keep the raised ones, else the first."""
    raised = tuple(goal for goal in named if goal in agenda.raised)
    if len(raised) <= 1:
        return raised or tuple(named[:1])
    by_id = {goal.id: goal for goal in agenda.open}
    scores = {goal: _closeness(by_id[goal], text) for goal in raised}
    best = max(scores.values())
    return tuple(goal for goal in raised if scores[goal] == best)[:1]


def _closeness(goal: Goal, text: str) -> int:
    return len(set(content(text)) & set(content(" ".join((goal.text, *goal.says)))))


def _says_done(phrase: str, clause: Clause) -> bool:
    if clause.question or is_conditional(clause) or find_phrase(phrase, clause.text) is None:
        return False
    said = words(phrase.removeprefix("="))
    foretells = any(word in ("will", "goes", "shall") for word in said)
    if _is_report(said) and not foretells:
        return _reports_that(phrase, clause)
    if is_negated(clause) and not any(word in NEGATIONS for word in said):
        return False
    if is_promised(clause) and not foretells:
        return False
    literal = phrase.startswith("=") or len(phrase_keys(phrase)) > 1
    return literal or find_phrase(f"={phrase}", clause.text) is not None


def _is_report(said: Sequence[str]) -> bool:
    return any(
        word in FINISHED or word in IRREGULAR_PARTICIPLES or (len(word) > 4 and word.endswith("ed"))
        for word in said
    )


def _reports_that(phrase: str, clause: Clause) -> bool:
    """Whether the clause reports what the phrase says, and not only mentions it."""
    if not is_completed(clause):
        return False
    verbs = {key_of(verb) for verb in reported_verbs(clause)}
    keys = set(phrase_keys(phrase))
    return bool(verbs & keys) or finished_phrase(clause)


def _done_by_deed(pieces: Sequence[Clause], agenda: Agenda) -> tuple[str, ...]:
    """Return the raised goal whose deed a clause reports in words of its own."""
    scores: dict[str, int] = {}
    for clause in pieces:
        verbs = {key_of(verb) for verb in reported_verbs(clause)}
        if not (verbs or finished_phrase(clause)) or (verbs and verbs <= _LOOKING | _NOT_YET):
            continue
        keys = set(content(clause.text))
        for goal in agenda.open:
            deeds = _deeds_of(goal)
            brought = keys & deeds and (not verbs or verbs & _BRINGS_ABOUT)
            if goal.id in agenda.raised and (verbs & deeds or brought):
                scores[goal.id] = max(scores.get(goal.id, 0), _closeness(goal, clause.text))
    best = max(scores.values(), default=-1)
    return tuple(goal for goal, score in scores.items() if score == best)[:1]


def _deeds_of(goal: Goal) -> frozenset[str]:
    """Return the verbs that bring a goal about, by its text and by how it is heard as done.

    The text of a goal that the user can check tells what shows it ("the status bar"): no deed.
    """
    told = goal.says if goal.user_check is not None else (goal.text, *goal.says)
    named = _DEEDS & set(content(" ".join(told)))
    reported = {
        key_of(word)
        for phrase in goal.done_as
        for word in words(phrase.removeprefix("="))
        if _is_report((word,)) and word not in FINISHED
    }
    return named | (reported - _BRINGS_ABOUT - _LOOKING)


def refused_goals(text: str, agenda: Agenda) -> tuple[str, ...]:
    """Return the ids of raised open goals that a message refuses in words that they expect."""
    pieces = clauses(text)
    return tuple(
        goal.id
        for goal in agenda.open
        if goal.id in agenda.raised
        and any(
            _says_refused(phrase, clause, text) for phrase in goal.refused_as for clause in pieces
        )
    )


def _says_refused(phrase: str, clause: Clause, text: str) -> bool:
    if clause.question or find_phrase(phrase, clause.text) is None or _is_provisional(clause, text):
        return False
    return not _CANNOT.search(normalise(phrase)) or refuses(clause)


def is_refusal(text: str) -> bool:
    """Whether a message says, for good, that something is not possible or not allowed."""
    return any(refuses(clause) and not _is_provisional(clause, text) for clause in clauses(text))


def _is_provisional(clause: Clause, text: str) -> bool:
    """Whether the clause holds under a condition only ("I can't do that without your name")."""
    if is_conditional(clause) or _WITHOUT.search(normalise(clause.text)):
        return True
    return any(
        other.sentence == clause.sentence and other.lead in _UNTIL for other in clauses(text)
    )


def triggered_rules(text: str, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules that a message triggers by what it says or by an amount that it names."""
    return tuple(rule for rule in rules if _is_triggered(rule, text))


def _is_triggered(rule: Rule, text: str) -> bool:
    if rule.over is not None:
        offered = any(offers(clause) for clause in clauses(text))
        for sentence in sentences(text):
            amount = amount_after(rule.over.heard_as, sentence.text)
            if amount is None:
                amount = _charged(rule.over, sentence.text, offered=offered)
            if amount is not None and amount > rule.over.at_most:
                return True
    return any(_is_heard(phrase, clause) for phrase in rule.heard_as for clause in clauses(text))


def _charged(limit: Limit, sentence: str, *, offered: bool) -> float | None:
    """Return what a sentence would have the user pay though it has no word of the limit's own.

    "7 pounds, ok?" names little beside the amount, "we would deduct 7 pounds" says that it costs
    something; a price of another magnitude, or one a month, is none of the limit's business.
    """
    spans = amounts(sentence)
    if not spans or not is_charge(sentence) or _A_MONTH.search(normalise(sentence)):
        return None
    if _other_units(limit, sentence) or _DENIED.search(normalise(sentence)):
        return None
    named = is_named_charge(sentence)
    if not (named or (offered and _is_bare_amount(sentence))):
        return None
    value = max(amount.value for amount in spans)
    return value if named or value <= _SAME_MAGNITUDE * limit.at_most else None


def _other_units(limit: Limit, sentence: str) -> bool:
    """Whether a sentence is about another quantity than the limit ("2 GB" where it is "5 GB")."""
    wanted = {found for phrase in limit.heard_as for found in _QUANTITY.findall(phrase)}
    named = set(_QUANTITY.findall(sentence))
    return bool(wanted) and bool(named) and not wanted & named


def _is_bare_amount(sentence: str) -> bool:
    rest = [key for key in content(sentence) if not key[0].isdigit() and key not in _PAID]
    return len(rest) <= _MOST_BESIDE


_A_MONTH = forms(r"(?:an?|per|each|every) (?:month|year|week|day)\b|monthly\b|yearly\b")
_DENIED = forms(
    r"(?:no|without|free of|waived?) (?:\w+ ){0,2}?(?:fees?|charges?|costs?)\b|for free\b"
)
_QUANTITY = re.compile(r"(\d+) ?(GB|days|items?)\b")
_PAID = frozenset(content("pounds pound euros euro dollars fine okay good happy right agree then"))
_MOST_BESIDE = 2
_SAME_MAGNITUDE = 5


def _is_heard(phrase: str, clause: Clause) -> bool:
    match = find_phrase(phrase, clause.text) or _find_roughly(phrase, clause)
    if match is None or clause.lead == "if" or _is_about_past(clause):
        return False
    keys = set(phrase_keys(phrase))
    if match.places[-1] - match.places[0] > _WIDEST * len(keys) + 2:
        return False
    if holds(clause.text) and keys & _LOOKING and "not" not in keys:
        # "Let me check the number" is not "check the number".
        return clause.words[:1] not in (("let",), ("i",), ("we",))
    if "not" in keys and LOOKUP_FAILS.search(normalise(clause.text)) and not keys & _LOOKING:
        return "order" in keys or "number" in keys
    return "not" in keys or not _is_denied(match, clause)


def _is_about_past(clause: Clause) -> bool:
    """Whether a clause asks what the user did ("Did you swap the SIM?")."""
    found = tuple(word for word in clause.words if word not in OPENERS)[:2]
    return clause.question and found in (("did", "you"), ("have", "you"), ("were", "you"))


def _find_roughly(phrase: str, clause: Clause) -> Match | None:
    """Find a literal phrase past an amount ("pay 20 euros now"), or with its number behind."""
    if not phrase.startswith("="):
        return _find_by_pronoun(phrase, clause)
    without = " ".join(_AMOUNT.sub(" ", clause.text).split())
    if without != clause.text and find_phrase(phrase, without) is not None:
        return find_phrase(phrase[1:], clause.text)
    number, _, rest = phrase[1:].partition(" ")
    if number.isdigit() and rest:
        return find_phrase(f"={rest} {number}", clause.text)
    return None


def _find_by_pronoun(phrase: str, clause: Clause) -> Match | None:
    """Find a phrase one word of which an offer replaces by a pronoun ("change it on your account").

    The word that is missing must not be the last that is left to tell the phrase by.
    """
    keys = phrase_keys(phrase)
    if len(keys) < _LEAST_LEFT + 1 or not offers(clause) or not _IT & set(clause.words):
        return None
    for missing in keys[1:-1]:
        match = find_phrase(" ".join(key for key in keys if key != missing), clause.text)
        if match is not None:
            return match
    return None


_LEAST_LEFT = 2
_IT = frozenset(["it", "that", "them", "this"])
_AMOUNT = re.compile(r"[$£€]?\d+(?:\.\d+)? ?(?:pounds?|euros?|dollars?|GB)?\b", re.IGNORECASE)


def _is_denied(match: Match, clause: Clause) -> bool:
    """Whether a negation stands directly before what was found ("no fee", "not shipped")."""
    found = read(clause.text)
    before = [word.text for word in found[max(0, match.start - 3) : match.start]]
    for back, word in enumerate(reversed(before)):
        if word in ("no", "without", "free", "never", "neither") and back <= 2:
            return True
        if word == "not":
            return all(between in _CHARGING for between in before[len(before) - back :])
        if word in NEGATIONS:
            return back == 0
    return False


# How far apart the words of a rule may stand, for each of its words.
_WIDEST = 3
_CHARGING = frozenset(["charge", "a", "an", "any", "the", "apply", "have", "be", "yet", "to"])
