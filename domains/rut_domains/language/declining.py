"""Data: the forms of refusals and of handing somebody over, in normalised text."""

from __future__ import annotations

from rut_domains.language.forms import forms, one_of
from rut_domains.language.lists import LOOKUPS

_LOOK = one_of(" ".join(sorted(LOOKUPS)))
_RULES = r"(?:policy|policies|rules?|terms)"

REFUSAL = forms(
    r"""
    (?:can|could|may|will|would|am|are|is|be) not (?:\w+ ){0,3}?<possible>\b
    (?:can|may) not (?:be )?\w+
    unable to\b
    impossible\b
    no way (?:to|for|around)\b
    not (?:possible|allowed|permitted|eligible|authorised|authorized|an option|able to)\b
    not (?:in a position|something (?:i|we) (?:can|do|offer))\b
    (?:have|must|need|had) to (?:decline|refuse|turn (?:this|that|it|you) down|say no)\b
    must (?:decline|refuse)\b
    (?:declined?|refused?|rejected?|denied|deny)\b
    against (?:our|the|company) (?:\w+ )?<rules>\b
    <rules> (?:\w+ )?(?:do|does|will|would) not\b
    <rules> (?:\w+ )?(?:prohibits?|forbids?|prevents?|excludes?)\b
    do not (?:\w+ )?(?:offer|allow|permit|accept|provide|support|refund|exchange|cancel|make|do)\b
    nothing (?:\w+ ){0,4}?(?:i|we) can do\b
    non-? ?refundable\b
    final sale\b
    too (?:late|old) (?:to|for)\b
    too long ago\b
    (?:outside|beyond|past|exceeds?) (?:\w+ ){0,5}?(?:window|period|limit|policy|days|deadline)\b
    out of (?:my|our) hands\b
    no longer (?:\w+ )?(?:possible|eligible|available)\b
    no exceptions?\b
    """,
    possible=one_of(
        "able|possible|allow|allowed|permitted|eligible|supported|available|qualify|permissible|"
        "something (?:i|we) can"
    ),
    rules=_RULES,
)
LOOKUP_FAILS = forms(
    r"""
    not (?:be )?(?:able to |yet |seem to |quite |currently )*(?:<look>|<more>)\b
    unable to (?:<look>|pull up|bring up)\b
    no (?:record|match|account|order|result)s?\b
    """,
    look=_LOOK,
    more="open|pull up|bring up|sure|help but",
)

PEOPLE = one_of(
    "human person people colleague agent specialist supervisor manager team department "
    "representative someone somebody support expert advisor adviser staff desk operator line "
    "technician engineer"
)
MOVING = forms(
    r"""
    transfer\w*
    escalat\w*
    hand(?:ing|ed)? (?:you |this |it |your \w+ )?(?:over|off)\b
    pass(?:ing|ed)? (?:you|this|it|your)\b
    forward\w*
    connect\w*
    put(?:ting)? you (?:\w+ )?(?:through|in touch)\b
    redirect\w*
    rout(?:e|ed|ing)\b
    refer(?:red|ring)?\b
    """
)
TRANSFER_DONE = forms(
    r"""
    (?:have|has|been|being|are|is) (?:\w+ ){0,3}?<moved>\b
    (?:i|we) (?:\w+ )?<moved>\b
    (?:am|are|now) (?:now |just )?<moving>\b
    ^(?:now )?<moving>\b
    ^(?:(?:just|now|okay|done|and|all right) )*<moved>\b
    (?:transfer|escalation|handover) (?:is |has been )?(?:complete|done|initiated|made|confirmed)\b
    you are (?:now )?(?:with|through to|in the queue)\b
    """,
    moved=one_of(
        "transferred|escalated|handed|passed|forwarded|connected|put (?:you )?through|redirected|"
        "routed|referred|put (?:you )?in touch"
    ),
    moving=one_of(
        "transferring escalating handing passing forwarding connecting putting redirecting routing"
    ),
)
IN_QUEUE = forms(r"you are (?:now )?(?:through to|in the queue)\b")
MONEY_MOVED = forms(r"transferr?(?:ed)? (?:the )?(?:fee|money|funds|amount)")
