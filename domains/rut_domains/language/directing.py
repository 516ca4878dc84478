"""Whether a clause tells the other to do something: imperatives, requests, advice, questions."""

from __future__ import annotations

from rut_domains.language.acts import offers
from rut_domains.language.clauses import Clause
from rut_domains.language.forms import forms, one_of
from rut_domains.language.lists import OPENERS, word_set
from rut_domains.language.moods import is_completed, is_negated
from rut_domains.language.words import normalise

_START = rf"^(?:(?:{'|'.join(sorted(OPENERS))}|to start|to begin|next up|step \w+)[ ,:]+)*"
_TOLD = forms(
    r"""
    please\b
    you (?:\w+ )?(?:will|should|must|need|have|can|could|may|might|want|would|ought|are going)\b
    (?:want|need|like|ask|asking|advise|invite|request|require|have|love) you (?:\w+ )?to\b
    (?:let us|lets|how about|what about|why not|time to|go ahead|start by|begin by|try)\b
    (?:suggest|recommend|advise|propose)\b
    (?:needs?|has|have|must|should|ought|got) (?:to )?be\b
    (?:step|thing|idea|move|option) (?:\w+ ){0,3}?(?:is|would be|will be)\b
    (?:worth|mind|care|by|after|once|when) \w+ing\b
    (?:we|i) (?:\w+ )?(?:need|have|want|would like) (?:you )?to\b.*\byour?\b
    (?:see|check|look|tell me|let me know|find out|report) (?:\w+ )?(?:if|whether|what|how|which)\b
    """
)
_OTHERS = forms(
    rf"""
    {_START}(?:i|we) <do>\b
    {_START}(?:it|that|this|these|those|they|there|here|he|she)\b
    {_START}(?:i|we) (?:\w+ ){{0,2}}?(?:see|find|notice|understand|note|found|saw|know|think|hear)\b
    thank(?:s| you) for\b
    """,
    do=one_of(
        "will|shall|can|could|have|had|am|are|was|were|just|may|might|did|do|already|now|also|"
        "would (?!like you|need you|ask you|suggest|recommend|advise|propose)"
    ),
)
_PLAIN_STATEMENT = forms(
    rf"{_START}(?:the|your|our|a|an|my|all|both|data|mobile|roaming|wifi|airplane) "
    r"(?:[\w-]+ ){0,4}?(?:is|are|was|were|has|have|had|does|do|did|will|shows?|looks?|seems?)\b"
)
_PAST_TRY = forms(
    r"""
    have you (?:\w+ )?(?:already |yet |ever )?(?:tried|\w+ed|taken|put|set|run|done|checked|reset)\b
    did you (?:\w+ )?(?:already |ever )?(?:try|\w+)\b
    were you able to\b
    have you managed\b
    ^(?:and |so )?(?:was|were|has|had) (?:it|that|this|the|your)\b.*ed\b
    ^(?:and |so )?(?:you )?(?:already |have )?(?!need)\w{3,}ed (?:it|that|the|your)\b
    """
)


def directs(clause: Clause) -> bool:
    """Whether a clause tells the other to do or to look at something."""
    if is_negated(clause) and not clause.question:
        return False
    if clause.lead in ("if", "unless", "until", "before", "whether"):
        return False
    plain = normalise(clause.text)
    if clause.question:
        return not (_is_own_offer(clause, plain) or mentions_past_try(clause))
    if clause.lead in ("once", "after", "when", "as soon as", "while"):
        return "you" in clause.words or "ing" in plain
    if is_completed(clause) and not _TOLD.search(plain):
        return False
    if _OTHERS.search(plain):
        return _TOLD.search(plain) is not None and " you" in f" {plain}"
    if _TOLD.search(plain):
        return True
    return _PLAIN_STATEMENT.search(plain) is None


def commands(clause: Clause) -> bool:
    """Whether a clause begins with the verb of an order to do something by hand."""
    found = [word for word in clause.words if word not in OPENERS]
    if found[:2] in (["you", "can"], ["you", "should"], ["can", "you"], ["could", "you"]):
        found = [word for word in found[2:] if word not in OPENERS]
    short = len(found) <= _LONGEST_ORDER
    return bool(found) and short and found[0] in _HANDS and not is_negated(clause)


def asks_state(clause: Clause) -> bool:
    """Whether a question asks how something stands ("Have you got roaming switched on?")."""
    found = [word for word in clause.words if word not in OPENERS]
    return clause.question and bool(found) and found[0] in _STATE_VERBS


def asks_to_look(before: Clause, clause: Clause) -> bool:
    """Whether a clause says what to look for ("Could you see | if airplane mode is on")."""
    follows = clause.lead in ("if", "whether") and before.sentence == clause.sentence
    return follows and bool(set(before.words[-3:]) & _LOOKING)


_STATE_VERBS = word_set("is are was were has have does do did")
_LOOKING = word_set("see check look tell know")


def looks(clause: Clause) -> bool:
    """Whether a clause tells the other to look at something."""
    return _LOOK.search(normalise(clause.text)) is not None


_LOOK = forms(
    r"""
    (?:have|take) (?:a|another) (?:\w+ )?(?:look|peek|glance|butcher)\b
    (?:look|peek|glance) (?:at|in|into|inside|up|on)\b
    (?:check|read|see|open|view) (?:the|your|what|in|out)\b
    """
)
_LONGEST_ORDER = 7
_HANDS = word_set(
    "turn switch toggle put set open tap press select pick choose enable disable remove insert "
    "eject reset restart reboot install download run test approve decline accept reject activate "
    "try kill retest retry redo connect disconnect deactivate swipe scroll flip flick plug "
    "unplug move grant allow"
)


def mentions_past_try(clause: Clause) -> bool:
    """Whether a question is about what the other has tried already ("Have you restarted it?")."""
    return clause.question and _PAST_TRY.search(normalise(clause.text)) is not None


_AGENT_DOES = forms(r"(?:shall|should|can|may|could|do you want me|would you like me|want me)\b")
_I_DO = forms(r"(?:i|we|me|us)\b")


def _is_own_offer(clause: Clause, plain: str) -> bool:
    """Whether the speaker offers to do it itself ("Shall I restart the line?")."""
    own = _AGENT_DOES.search(plain) is not None and _I_DO.search(plain) is not None
    return own and offers(clause)
