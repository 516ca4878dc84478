"""Yes, no, not known: what an answer amounts to."""

from __future__ import annotations

import re
from typing import Literal

from rut_domains.language.forms import forms
from rut_domains.language.words import normalise

Answer = Literal["yes", "no", "none"]

_EDGE = r"(?:(?:hi|hello|oh|um|uh|hmm|well|okay|ah|so|and|thanks|thank you|great)[ ,.!]+)*"
_NO_BUT_YES = forms(
    r"""
    no (?:problem|worries|objections?|issues?|trouble|doubt|need to ask)\b
    why not\b
    not a problem\b
    do not mind\b
    no that is (?:right|fine|correct|all|okay)\b
    no go ahead\b
    """
)
_NO = forms(
    rf"""
    ^{_EDGE}(?:no|never|wrong|incorrect|stop|wait|hold on|actually no|do not)\b
    ^{_EDGE}not (?:yet|really|quite|at all|that|the|this|now|right)\b
    please (?:do not|stop|wait)\b
    (?:do|would|did|will) not (?:want|like|do (?:that|it)|proceed|go ahead|agree|accept|need)\b
    (?:is|are|was) (?:not|wrong|incorrect)\b
    (?:rather not|not right|not correct|never ?mind|cancel that|leave it)\b
    would (?:rather|prefer)\b
    i (?:decline|refuse|disagree)\b
    no,? thank
    can not accept\b
    """
)
_YES = forms(
    rf"""
    ^{_EDGE}(?:yes|sure|correct|right|exactly|absolutely|definitely|certainly|indeed|aye)\b
    ^{_EDGE}(?:agreed|confirmed|fine|perfect|proceed|okay|of course|by all means|deal|true)\b
    ^{_EDGE}(?:precisely|totally|affirmative|please do|do it|sounds|great|good|y$)
    go (?:ahead|for it)\b
    please (?:do|proceed|go|continue)\b
    do (?:it|that|so)(?: please)?$
    sounds (?:good|fine|great|right|perfect|okay)\b
    that (?:works|suits|sounds|is (?:right|correct|fine|okay|good|it|perfect|great))\b
    that would be (?:great|fine|good|perfect|lovely)\b
    (?:works for me|fine (?:by|with) me|let us do (?:it|that)|no objections?|yes please|proceed)\b
    i (?:confirm|agree|accept|approve|would like that|do want|am happy with)\b
    you (?:may|can) (?:proceed|go ahead)\b
    (?:looks|all) (?:good|right|correct)\b
    (?:👍|✅)
    """
)
_KNOWS_NOT = forms(
    r"""
    (?:do|did|does|can|could) not (?:\w+ ){0,2}?(?:know|have|remember|recall|find)\b
    (?:do|did|can) not see (?:it|one|any)\b
    no (?:idea|clue)\b
    not (?:sure|certain|aware)\b
    unsure\b
    (?:have|has) no\b
    forgot(?:ten)?\b
    i lost\b
    not (?:with me|at hand|to hand)\b
    can not (?:tell|say|find|give)\b
    have not got\b
    never (?:got|received|had) (?:one|a|it)\b
    """
)


def answer_of(text: str) -> Answer:
    """Return whether a text says yes or no; "no problem" and "why not" are a yes.

    A no beats a yes that comes with it ("okay, no, wait").
    """
    plain = re.sub(r"\s+", " ", normalise(text)).strip(" .,!?")
    softened = re.sub(r"(?<=\bno),", "", plain)
    if _NO_BUT_YES.search(softened):
        return "yes"
    if _NO.search(plain):
        return "no"
    return "yes" if _YES.search(plain) else "none"


def knows_not(text: str) -> bool:
    """Whether a text says that its speaker does not know or does not have something."""
    return _KNOWS_NOT.search(normalise(text)) is not None
