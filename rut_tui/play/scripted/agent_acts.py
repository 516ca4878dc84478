"""What a reply of the user does: yes, no, thanks, a question, a report, a wish for a person."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from rut_domains.language.acts import asked_clauses
from rut_domains.language.answers import Answer, answer_of, knows_not
from rut_domains.language.clauses import clauses, sentences
from rut_domains.language.forms import forms, one_of
from rut_domains.language.manners import greets, says_goodbye
from rut_domains.language.words import content, normalise, words

Report = Literal["report", "wait", "trouble", "refusal", "promise", "question"]

_PEOPLE = (
    r"(?:human|humans|person|people|real (?:person|human|agent)|live (?:person|human|agent)|"
    r"colleague|manager|supervisor|representative|rep|operator|advisor|adviser|someone else|"
    r"somebody else|human being|customer service|service desk|member of staff)"
)
_HUMAN = forms(
    r"""
    (?:speak|talk|chat)\b(?: \w+){0,3}? (?:to|with) (?:\w+ ){0,3}?<people>\b
    (?:transfer|connect|escalate|forward|pass)\b(?: \w+){0,5}? <people>\b
    <wish>\b(?: \w+){0,4}? (?:a|an|another|your|to) (?:\w+ )?<people>\b
    ^(?:a |an )?(?:real |live )?<one>(?: please)?[.!]*$
    (?:insist on|demand|ask for|asking for|request|requesting)(?: \w+){0,3}? <people>\b
    (?:real|actual|live) (?:person|human|agent)\b
    (?:transfer|escalate|connect) me\b
    """,
    people=_PEOPLE,
    wish=one_of("want need get give like prefer put"),
    one=one_of("human person agent representative supervisor manager"),
)
_BOT = forms(
    r"""
    (?:are|is) (?:you|this) (?:\w+ ){0,4}?<what>\b
    (?:am i|is this) (?:\w+ ){0,3}?(?:talking|speaking|chatting) (?:to|with) (?:\w+ ){0,2}?<what>\b
    """,
    what=one_of("bot robot human machine computer ai chatbot real person program automated"),
)
_HELLO = forms(
    r"""
    (?:hi|hello|hey|greetings|morning|dear \w+)\b(?: there| again)?
    good (?:morning|afternoon|evening|day)\b(?: there)?
    nice to meet you\b
    """
)
_SMALL_TALK = forms(
    r"""
    how are you\b
    how is it going\b
    how (?:do you do|have you been)\b
    how is your day\b
    nice weather\b
    """
)
_INSULT = forms(
    r"""
    (?:idiots?|stupid|useless|moron|dumb|crap|damn|bloody|hell|fuck\w*|shit\w*|bullshit|wtf|rubbish)\b
    (?:incompetent|ridiculous|pathetic|joke|scam|worst|terrible|awful|disgrace\w*|unacceptable)\b
    (?:waste of (?:my )?time|fed up|sick of|hate you|hate this)\b
    """
)
_CLOSING = forms(
    r"""
    (?:that|this|it) (?:is|was|will be|would be) (?:all|everything|it)\b
    (?:nothing|no more|not anything) (?:else|more|further)\b
    no(?:pe|,)? (?:that|this|it) is (?:all|it|fine|okay|everything)\b
    no,? (?:thank you|thanks)\b
    (?:all|everything) (?:is )?(?:set|sorted|good|done|clear) ?(?:now|here)?[.!]*$
    i am (?:all )?(?:set|good|done|finished)\b
    that (?:does|did) it\b
    not (?:for )?(?:now|today)\b
    """
)
_DROP = forms(
    r"""
    never ?mind\b(?! (?:the|about|that|my|your|his|her|what|if|this)\b)
    forget (?:it|about it|that|the whole)\b
    leave (?:it|that) (?:be|alone|as it is|then)?\b
    (?:do not|no need to) bother\b
    drop it\b
    """
)
_THANKS = forms(r"(?:thanks|thank you|thx|ty|cheers|much appreciated|appreciate it)\b")
_WHY = forms(
    r"""
    why (?:do|would|should|are|is|on earth)\b(?: \w+){0,4} <told>\b
    what (?:do|would) you need (?:that|this|it|my \w+|the \w+) for\b
    what (?:is )?(?:that|this|it) for\b
    ^(?:what|oh|but|huh)?[ ,?!]*why not\b
    ^what for\b
    ^why[ ?!.]*$
    why that\b
    """,
    told=one_of("need want ask asking give tell know that this it"),
)
_PARDON = forms(
    r"""
    ^(?:what|huh|pardon|sorry|excuse me|come again|eh|hm+|\?+)[ ?!.]*$
    what do you mean\b
    (?:do|did|can|could) not (?:\w+ )?(?:understand|get it|follow|get that)\b
    (?:say|explain) (?:that|it) again\b
    repeat (?:that|it|please|yourself)\b
    (?:i am )?confused\b
    can you (?:repeat|rephrase|explain)\b
    """
)
_WAIT = forms(
    r"""
    (?:one|a|just a|just one|gimme a|give me a|give me) (?:\w+ )?<while>s?\b
    (?:hold|hang) on\b
    let me (?:\w+ )?(?:check|look|see|find|get|think|try|go|fetch|search|open|do)\b
    (?:i will|i am going to|lemme|^will) (?:\w+ )?<do>\b
    (?:looking|searching|checking|trying|working on it|doing (?:it|that)) ?(?:now|for it|it)?[ .!]*$
    wait(?: a| please|$| for)
    brb\b
    """,
    **{
        "while": one_of("moment second sec minute min mo tick bit"),
        "do": one_of("check|look|try|find|do it|do that|get it|see|search|fetch"),
    },
)
_TROUBLE = forms(
    r"""
    (?:can|could|do|did|does) not (?:\w+ ){0,3}?<act>\b
    (?:can ?not|unable to|not able to|no way to|struggling|stuck)\b
    (?:do|did) not know (?:how|where|what)\b
    (?:how|where) (?:do|can|should|would|is|are|to)\b
    no (?:idea|clue)\b
    there is no (?:such|\w+ (?:button|menu|option|setting))\b
    not (?:there|available|possible)\b
    """,
    act=one_of("find see do open get work manage turn locate access reach understand let"),
)
_WILL_NOT = forms(
    r"""
    (?:will|would|do) not (?:\w+ )?(?:want to|do (?:that|it|this)|like to)\b
    (?:rather|prefer) not\b
    (?:i )?(?:refuse|decline)\b
    no way\b
    why should i\b
    do it yourself\b
    """
)
_STILL_BAD = forms(
    r"""
    still (?:need|have|got|get)\b
    (?:still|again) (?:\w+ ){0,4}?<bad>\b
    (?:does|did|do|is|has) not (?:\w+ )?(?:work|working|help|helped|changed?|fixed|better)\b
    (?:not|never) (?:working|fixed|solved|resolved|better)\b
    no (?:change|difference|improvement|better)\b
    same (?:problem|thing|issue|as before)\b
    nothing (?:changed|happens|happened|works)\b
    """,
    bad=one_of("not|no|nothing|slow|broken|dead|the same|failing|fails|bad|off"),
)
_BUT = re.compile(
    r"\b(?:but|except|however|only not|just not|although)\b(.*)", re.IGNORECASE | re.S
)
_OTHERWISE = re.compile(
    r"\b(?:other|another|different|instead|rather|change|new|not|wrong|else|my|first|want|prefer|"
    r"should|need)\b",
    re.IGNORECASE,
)
_BARE_OK = re.compile(
    r"^(?:ok(?:ay)?|k|sure|fine|alright|all right|yes|yep|yeah|right|good|got it|understood|"
    r"will do|i see|great|cool|aha|hm+|mhm+)"
    r"(?:[ ,.!]+(?:sure|will do|yes|ok(?:ay)?|please|then|thanks?))*[ .!]*$"
)
_QUESTION_WORD = re.compile(
    r"^(?:(?:and|so|but|also|please|ok(?:ay)?)[ ,]+)*(?:what|which|who|where|when|how|why|is|are|"
    r"do|does|did|can|could|will|would|tell me)\b"
)
_BARE_NO = re.compile(
    r"^(?:no|nope|nah|never)(?:[ ,.!]+(?:no|thanks?|thank you|sorry|not now|i will not|"
    r"i do not want to|why))*[ .!?]*$"
)
_SLOPPY_YES = forms(
    r"""
    y+e+[sp]+h*\b
    y(?:ea|eah|eh|ea?h+|ep|up|us|ah|a|is|rs)?\b
    ok\w{0,4}\b
    s+u+r+e+\b
    (?:go|please go) a?h?e+a?d\b
    ^(?:let us |please )?go(?: on| for it| then)?[ .!]*$
    (?:confirm\w*|proceed|agreed?|corr?ect|perfect|definite\w*|defo|absolute\w*|affirmative)\b
    (?:fine|deal|do it|please do|do that|do so|go for it|by all means|of course|all good)\b
    (?:that|this|it) (?:is|would be|sounds|looks|works) (?:\w+ )?(?:right|fine|good|great)\b
    (?:that|this|it) (?:is|would be|sounds|looks|works) (?:\w+ )?(?:okay|well)\b
    (?:looks|sounds|works|all) (?:good|right|fine|great|well)\b
    you (?:can|may|have my)\b
    (?:make it so|that is the one|i would say so|i guess so|i suppose|why not|let us(?: do)?)\b
    """
)
_SLOPPY_NO = forms(r"^(?:n+o+|na+h*|nope|nay|negative|no+pe)\b")
_CLEAR_NO = re.compile(
    r"^\W*(?:(?:oh|um|uh|hmm|well|okay|ok|so|sorry|please|actually|and|but|thanks)[ ,.!]+)*"
    r"(?:no|nope|nah|not|never|wrong|incorrect|stop|wait|hold on|do not)\b"
    r"|\b(?:no,? thank|rather (?:not|have|keep)|would (?:rather|prefer)|never ?mind|cancel that|"
    r"leave it|decline|refuse|disagree|wrong|incorrect|mistake|mixed)\b"
    r"|\bnot (?:right|correct|true|what|quite|yet|that|this|like that|okay|fine|agree)\b"
    r"|\b(?:do|does|did|would|will|can) not (?:\w+ )?"
    r"(?:want|need|like|agree|accept|do|go|proceed)\b"
    r"|\bplease (?:do not|stop|wait)\b|👎"
)
_NOT = re.compile(r"\b(?:not|never|no|nothing|neither)\b")
_TRY_AGAIN = forms(r"(?:try|check|look|search) (?:\w+ ){0,3}?again\b|once more\b|retry\b")


class Reply(NamedTuple):
    """What one or several fresh messages of the user do."""

    text: str
    answer: Answer
    empty: bool
    greeting: bool
    thanks: bool
    small_talk: bool
    bot: bool
    insult: bool
    human: bool
    closing: bool
    drop: bool
    goodbye: bool
    why: bool
    pardon: bool
    wait: bool
    unknown: bool
    bare: bool
    still_bad: bool
    again: bool
    questions: tuple[str, ...]
    but: str


@lru_cache(maxsize=512)
def read_reply(text: str) -> Reply:
    """Read a reply."""
    short = text[:2000]
    plain = normalise(short)
    empty = not any(character.isalpha() or character.isdigit() for character in plain)
    but = _BUT.search(plain)
    return Reply(
        text=text,
        answer=_answer(short, plain) if not empty else _answer_of_marks(text),
        empty=empty and _answer_of_marks(text) == "none",
        greeting=greets(short),
        thanks=_THANKS.search(plain) is not None,
        small_talk=_SMALL_TALK.search(plain) is not None,
        bot=_BOT.search(plain) is not None,
        insult=_INSULT.search(plain) is not None,
        human=_HUMAN.search(plain) is not None,
        closing=_CLOSING.search(plain) is not None,
        drop=_DROP.search(plain) is not None,
        goodbye=says_goodbye(short),
        why=_WHY.search(plain) is not None,
        pardon=_PARDON.search(plain.strip()) is not None,
        wait=_WAIT.search(plain) is not None,
        unknown=knows_not(short),
        bare=_BARE_OK.match(plain.strip()) is not None,
        still_bad=_STILL_BAD.search(plain) is not None,
        again=_TRY_AGAIN.search(plain) is not None,
        questions=_questions(short),
        but=but[1].strip() if but and ("?" in short or _OTHERWISE.search(but[1])) else "",
    )


def _answer(text: str, plain: str) -> Answer:
    """Return yes or no, sloppy spellings ("yess", "go ahed", "noo") included."""
    found = answer_of(text)
    if found == "no" and not _CLEAR_NO.search(plain):
        # "That wasn't me" is no answer to a proposal.
        return "none"
    if found != "none" or "?" in text:
        return found
    if _SLOPPY_NO.search(plain):
        return "no"
    if not _SLOPPY_YES.search(plain):
        return "none"
    return "no" if _NOT.search(plain) else "yes"


def _answer_of_marks(text: str) -> Answer:
    if "👍" in text or "✅" in text or "👌" in text:
        return "yes"
    return "no" if "👎" in text or "❌" in text else "none"


def _questions(text: str) -> tuple[str, ...]:
    """Return the clauses that ask, and whole sentences that end in a question mark."""
    marked = [each.text for each in sentences(text) if each.question]
    marked = [each for each in marked if len(words(each)) > 2 or _asks(each)]
    unmarked = [each.text for each in asked_clauses(text) if not each.question and _asks(each.text)]
    return tuple(dict.fromkeys([*marked, *unmarked]))


def _asks(text: str) -> bool:
    return _QUESTION_WORD.match(normalise(text)) is not None


_ASKS_CHOICE = re.compile(
    r"\b(?:what|which) (?:\w+ ){0,2}?(?:are there|do you (?:have|offer|sell)|is there|"
    r"are available|can i|could i|have you|are (?:my|the) (?:options|choices))\b"
    r"|\bwhat else is there\b|\bwhat is (?:available|on offer|possible|there)\b"
)


def asks_choice(text: str) -> bool:
    """Whether a text asks what there is to choose from."""
    return _ASKS_CHOICE.search(normalise(text)) is not None


_ASKS_NEED = re.compile(
    r"\bwhat (?:else )?(?:do|did) you (?:still |actually )?(?:need|want|require|ask)\b"
    r"|\bwhat (?:should|must|shall|do) i (?:have to )?(?:do|say|give|tell|write)\b"
    r"|\bwhat is (?:still )?missing\b|^(?:and |so )?(?:now what|what now)\b"
)


def asks_need(text: str) -> bool:
    """Whether a text asks what the agent needs."""
    return _ASKS_NEED.search(normalise(text)) is not None


def is_request(text: str) -> bool:
    """Whether a text says more than greetings, thanks and other manners."""
    reply = read_reply(text)
    if reply.empty or reply.bare or reply.bot or reply.wait:
        return False
    plain = normalise(text[:2000])
    for manners in (_HELLO, _THANKS, _SMALL_TALK, _BOT, _PARDON, _CLOSING, _DROP):
        plain = manners.sub(" ", plain)
    return len(content(plain)) > 0 and len(words(plain)) > 1


def read_report(reply: Reply, *, asked_as_question: bool) -> Report:
    """Return what a reply to "please do this and tell me" amounts to.

    Whatever is none of the others counts as a report: the agent cannot see the user's side, and
    people word what they see in every way.
    """
    plain = normalise(reply.text[:2000])
    if reply.empty or (reply.bare and not (asked_as_question or "done" in plain)):
        return "promise"
    if reply.wait and len(words(plain)) <= 12 and not _shows(plain):
        return "wait"
    if _shows(plain) and not _WILL_NOT.search(plain):
        return "report"
    if reply.bot or reply.human or not _says_more(plain):
        return "promise"
    if _WILL_NOT.search(plain) or (_BARE_NO.match(plain) and not asked_as_question):
        return "refusal"
    if _TROUBLE.search(plain) or reply.unknown or reply.pardon:
        return "trouble"
    if reply.questions and all(each.question for each in sentences(reply.text[:2000])):
        return "question"
    return "report"


def _says_more(plain: str) -> bool:
    """Whether a text has words beside thanks, greetings and curses."""
    for manners in (_HELLO, _THANKS, _INSULT, _SMALL_TALK):
        plain = manners.sub(" ", plain)
    return bool(content(plain)) or any(word in ("no", "on", "off", "yes") for word in words(plain))


_SHOWN = forms(
    r"""
    (?:says?|shows?|showing|reads?|displays?|tells? me|states?|lists?|appears?|reports?)\b
    (?:it|screen|display|phone|app|page|bar|light|status) (?:is|was|has|now)\b
    (?:done|finished|completed|restarted|rebooted|turned|switched|toggled|reset|approved)\b
    (?:i did|did it)\b
    i (?:see|have|got|get|can see)\b(?! no idea)
    """
)


def _shows(plain: str) -> bool:
    """Whether a text tells what is to be seen or was done, and not only that it cannot be done."""
    return any(
        _SHOWN.search(normalise(clause.text)) and not _TROUBLE.search(normalise(clause.text))
        for clause in clauses(plain)
    ) or ('"' in plain and plain.count('"') >= 2)
