"""Greetings, thanks, patience, farewells: what a message does beside its business."""

from __future__ import annotations

from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.forms import forms, one_of
from rut_domains.language.lists import LOOKUPS
from rut_domains.language.words import normalise, stem, words

_MORE = forms(
    r"""
    (?:anything|something|any thing|what) else\b
    else (?:i|we|you|that)\b
    further (?:help|assistance|questions|requests)\b
    (?:any|more) other (?:questions|requests|concerns|issues)\b
    any (?:more |further )?(?:questions|concerns|requests)\b
    (?:will|would) that be all\b
    (?:is )?that (?:all|everything|it)(?: (?:for|then|from) ?\w*)?$
    are we (?:good|done|all set|finished|okay)\b
    is that (?:all|everything)\b(?! (?:right|okay|fine|good|clear|correct))
    all for (?:today|now)\b
    (?:anything|something) (?:more|further|different|additional)\b
    what more\b
    was there anything\b
    what (?:comes|is|would be)? ?next\b
    (?:next|other|another) (?:matter|request|thing|item on your list)$
    what else\b
    other than that\b
    """
)
_IS_DONE = forms(r"^(?:(?:all|so|are we|we) )*(?:done|finished|sorted|settled|good)$")
_PURPOSE = forms(
    r"""
    (?:how|what) (?:else )?(?:can|may|could|might) (?:i|we) (?:\w+ )?(?:help|do|assist|be of)\b
    what (?:brings you|is on your mind|seems to be|can be done|is the nature)\b
    what is the (?:issue|problem|trouble|matter)\b
    what is (?:this|it) (?:about|regarding)\b
    what would you like (?:me |us )?(?:to do|done)\b
    what do you (?:want|need|wish) (?:me |us )?(?:to do|done|help)\b
    what (?:would you like|do you (?:want|need))(?: \w+)?$
    what (?:is|are) you (?:calling|contacting|writing|reaching)\b
    reason for (?:your|the) (?:call|contact|message|visit|inquiry|enquiry)\b
    (?:describe|explain|outline) (?:\w+ ){0,3}?(?:issue|problem|request|situation)\b
    what are you (?:trying|looking|hoping)\b
    how (?:can|may) (?:i|we) (?:be of )?(?:help|assist|service)\b
    (?<!that is )(?<!this is )(?<!is that )(?<!is this )what you (?:need|would like)\b
    why are you (?:calling|contacting|writing)\b
    (?:can|may|could) (?:i|we) (?:help|assist) you with\b
    what is (?:the (?:issue|problem|trouble|matter)|wrong|going on|happening|up|not working)$
    what (?:happened|has happened|went wrong)$
    what can i (?:get|sort|fix) for you\b
    (?:how|what) (?:shall|should|do|can) (?:i|we) (?:proceed|go on|continue|do)(?: \w+){0,2}$
    (?:which|what)(?: part| bit)? is (?:not right|wrong with (?:that|it))$
    what would you (?:like|prefer)(?: to do)?(?: then| now| instead)*$
    what do you (?:want|need)(?: me to do| to do)?(?: then| now| instead)*$
    what then$
    """
)
_GREETING = forms(
    r"""
    ^(?:hi|hello|hey|greetings|welcome|good (?:morning|afternoon|evening|day))\b
    (?:thank you|thanks) for (?:contacting|calling|reaching|getting in touch|writing|joining)\b
    nice to (?:meet|hear|e-meet)\b
    how are you\b
    pleasure to\b
    hope you are\b
    """
)
_FAREWELL = forms(
    r"""
    (?:goodbye|good bye|bye|farewell|take care|so long)\b
    (?:have|enjoy) (?:a|an|your|the) (?:\w+ ){0,3}?<time>\b
    (?:thank you|thanks) for (?:choosing|being|shopping|your (?:loyalty|business|custom))\b
    closing (?:this|the) (?:chat|conversation|ticket)\b
    """,
    time=one_of("day evening weekend night one afternoon morning rest"),
)
_WAIT = forms(
    r"""
    (?:one|a|just a|a quick|few|a few|another|couple of) (?:\w+ )?<while>\b
    bear with me\b
    (?:hold on|hang on|hold tight|stand by|sit tight)\b
    (?:please wait|wait (?:a|one|while|please|for me))\b
    give me (?:a|one|just)\b
    let me (?!know)\w+
    (?:i am|we are) (?:\w+ly |now |just )?(?!happy|glad)\w+ing\b
    (?:can|could|would|will) you (?:please |just )?hold\b
    (?:are )?you still (?:there|here|with me)\b
    ^still (?:there|here|with me)$
    are you (?:there|ready)$
    (?:may|can|could) i (?:just )?ask you (?:a|some)\b
    working on it\b
    ^(?:i am |we are )?on it\b
    while i\b
    """,
    **{"while": one_of("moments? seconds? secs? minutes? mins? tick bit")},
)
_ANNOUNCED = forms(
    r"""
    (?:i|we) (?:will|shall|would|am going to) (?:\w+ ){0,3}?(?:<work>|be (?:right )?back)\b
    (?:i|we) (?:need|have|want) to <work>\b
    """,
    work=one_of(
        "check|look|see|pull|verify|get|find|review|confirm|bring|open|have|dig|take|process|do|"
        "go|put|fetch|access|search|consult|proceed|start|work|pass|note"
    ),
)
_COURTESY = forms(
    r"""
    (?:thank you|thanks|cheers|got it|perfect|great|understood|noted|i see|of course|certainly)\b
    (?:sure|no problem|my pleasure|sorry|apologi[sz]e|apologies|i understand|absolutely)\b
    (?:happy|glad|pleased|delighted|lovely) to\b
    (?:you are welcome|wonderful|excellent|makes sense|fair enough|okay|appreciate|frustrating)\b
    (?:inconvenience|right away|no worries|will do|all right|i hear you|that must be)\b
    i (?:can|will) (?:gladly |certainly |definitely |surely )?(?:help|assist)\b
    """
)
_REPEAT = forms(
    r"""
    ^(?:(?:sorry|oh|um|hm+|excuse me)[ ,]*)*(?:sorry|pardon|come again|huh|eh|what|how so)(?: me)?$
    <saying> (?:that|this|it|yourself)(?: (?:by|to|for|past) me)?(?: \w+){0,3}$
    what (?:do|did|are) you (?:mean|saying|say)(?: by that)?$
    (?:i|we) (?:do|did|can|could) not (?:\w+ )?(?:understand|follow|get|catch|hear)(?: <it>)?$
    not (?:sure|certain) (?:that )?i (?:follow|understand|got that|get that)
    (?:am|are) not (?:following|with you)$
    (?:lost|losing) (?:me|you)$
    """,
    saying=one_of("say repeat rephrase run explain"),
    it=one_of("you|that|this|it|that one|what you (?:mean|meant|said|say)"),
)
_LOOKUP = frozenset(map(stem, LOOKUPS))
_LONGEST_COURTESY = 14


def asks_for_more(text: str) -> bool:
    """Whether a text asks if there is anything else."""
    return any(
        _MORE.search(normalise(clause.text))
        or (clause.question and _IS_DONE.search(normalise(clause.text)))
        for clause in clauses(text)
    )


def asks_purpose(text: str) -> bool:
    """Whether a text asks what the other has come for ("How can I help?")."""
    return any(_PURPOSE.search(normalise(clause.text)) for clause in clauses(text))


def greets(text: str) -> bool:
    """Whether a text greets or makes the polite small talk of a greeting."""
    return any(_GREETING.search(normalise(clause.text)) for clause in clauses(text))


def says_goodbye(text: str) -> bool:
    """Whether a text takes leave."""
    return _FAREWELL.search(normalise(text)) is not None


def holds(text: str) -> bool:
    """Whether a text asks for patience or announces something that the speaker will do."""
    return keeps_waiting(text) or _ANNOUNCED.search(normalise(text)) is not None


def asks_to_repeat(text: str) -> bool:
    """Whether a text says that its speaker did not understand and asks to hear it again."""
    return any(_REPEAT.search(normalise(clause.text).strip(" .!?")) for clause in clauses(text))


def keeps_waiting(text: str) -> bool:
    """Whether a text says that its speaker is at work right now ("one moment", "let me check")."""
    return _WAIT.search(normalise(text)) is not None


def is_courtesy(clause: Clause) -> bool:
    """Whether a clause thanks, apologises, acknowledges or comforts, and no more than that."""
    short = len(words(clause.text)) <= _LONGEST_COURTESY
    return short and _COURTESY.search(normalise(clause.text)) is not None


def is_own_lookup(clause: Clause) -> bool:
    """Whether the speaker tells of looking at something on its own side."""
    found = clause.words
    return found[:1] in (("i",), ("we",)) and any(stem(word) in _LOOKUP for word in found)
