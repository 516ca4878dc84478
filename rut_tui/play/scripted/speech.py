"""The user's wordings: tables of set phrases, and sentences made from the contract."""

from __future__ import annotations

import re

from rut_domains.contract import Fact, Goal, Unknown
from rut_domains.language.clauses import sentences
from rut_domains.language.words import normalise

HELLO = ("Hi,", "Hello,", "Good day,", "Hi there,")
CONFIRM = (
    "Yes, please.",
    "Yes, that's right.",
    "That's correct, please go ahead.",
    "Sure, go ahead.",
    "Yes, please do that.",
    "Sounds good, please go ahead.",
    "Yes, that works for me.",
    "Please do, thank you.",
)
RIGHT = ("Yes, that's right.", "That's correct.", "Yes, exactly.", "Right, that's it.", "Correct.")
NO_THANKS = (
    "No, thank you.",
    "No thanks, I don't need that.",
    "Thanks, but no.",
    "No, that won't be necessary.",
    "No, I'd rather not.",
)
NOT_WANTED = (
    "No, that's not what I want.",
    "No, please don't do that.",
    "Sorry, that's not what I'm after.",
    "No, that isn't what I asked for.",
)
NOT_RIGHT = (
    "No, that's not right.",
    "Sorry, that's not correct.",
    "No, there's a mistake in that.",
    "Wait, that isn't right.",
)
WAIT = (
    "Sure, take your time.",
    "Of course, I'll wait.",
    "No problem, I'm here.",
    "All right, thank you.",
    "Okay, no rush.",
    "That's fine, I'll hold.",
)
NOD = (
    "Okay.",
    "All right.",
    "I see.",
    "Okay, thanks.",
    "Got it.",
    "Understood.",
    "Good to know, thanks.",
)
THANKS = (
    "Great, thank you!",
    "Perfect, thanks.",
    "Thank you, that's good to hear.",
    "Wonderful, thank you.",
    "Thanks for that.",
    "Excellent, thank you.",
)
ACCEPTS = (
    "I see. That's a pity.",
    "Okay, I understand.",
    "All right, then that's how it is.",
    "Too bad, but I understand.",
    "Fair enough.",
)
STILL_OPEN = (
    "There is still this:",
    "Yes, one thing is still open.",
    "Wait, that isn't settled yet.",
    "Actually, we're not done yet.",
    "I still need help with this:",
)
INSIST = (
    "I understand, but I would really like that. Is there no way at all?",
    "Are you sure? It matters to me.",
    "Could you please check again whether something can be done?",
    "That's not what I hoped for. Is there really no other way?",
)
SOMEONE_ELSE = (
    "Then could somebody else take care of it?",
    "Is there a colleague who can help me with that?",
    "Could you pass me on to someone who can do it, then?",
)
HERE_PLEASE = (
    "I'd rather sort it out here with you, if that's possible.",
    "No, please. Can't we do it here?",
    "I'd prefer not to be passed on. Can you not help me yourself?",
)
HANDED_OVER_FINE = (
    "Yes, please do that.",
    "Yes, that would be good.",
    "All right, please hand me over.",
    "Okay, please pass me on.",
)
ABSENT = (
    "I don't have that, sorry.",
    "Sorry, that's something I don't have.",
    "I'm afraid I can't tell you that.",
    "I don't know that, sorry.",
    "That I can't say, I'm afraid.",
)
UNKNOWN = (
    "I don't know that, I'm afraid.",
    "Sorry, I don't know.",
    "I couldn't say, sorry.",
    "No idea, to be honest.",
)
UNABLE = (
    "I'm not able to do that on my side, sorry.",
    "I have no way to do that here.",
    "That's not something I can do from here, I'm afraid.",
)
NOT_YET = (
    "No, I haven't. Shall I do that now?",
    "Not yet. Do you want me to?",
    "No, not so far. Should I try it?",
)
NOT_SINCE = (
    "I did, but that was before the last change. Shall I do it again?",
    "Yes, but not since the last thing we changed. Do you want me to?",
    "I did it earlier, not after that. Should I try it again?",
)
ALREADY = (
    "Yes, I did that already.",
    "Yes, I've done that.",
    "I did that before, yes.",
)
REPHRASE = (
    "Sorry, I don't quite follow. Could you put that another way?",
    "I'm not sure what you mean. Could you rephrase that?",
    "Sorry, I didn't understand that. What do you mean?",
    "Pardon? Could you say that differently?",
)
REST = (
    "The rest I didn't quite follow. Could you put that another way?",
    "I'm not sure what you mean by the rest. Could you rephrase it?",
    "As for the rest, I didn't understand it. What do you mean?",
)
UNSURE = (
    "I'm not sure about that, sorry.",
    "I can't say for certain, sorry.",
    "That I'm not sure of, I'm afraid.",
    "Hm, I'm not certain about that.",
)
AGAIN = ("As I said: {}", "Once more: {}", "Again: {}", "Like I said before: {}")
GOODBYE = (
    "No, that's everything. Thank you, goodbye!",
    "That's all I needed, thanks for your help. Bye!",
    "No, that was all. Thanks a lot!",
    "Great, then I'm all set. Thank you and goodbye.",
)
GOODBYE_DROPPED = (
    "Then I'll leave it at that. Thanks for your time.",
    "All right, then we leave it. Goodbye.",
    "Okay, I'll leave it then. Thank you anyway.",
)
GOODBYE_REFUSED = (
    "All right. Thank you for letting me know, goodbye.",
    "Okay, then there is nothing more to do. Thanks and bye.",
    "Understood. Thanks for your time anyway.",
)
GOODBYE_TRANSFERRED = (
    "Thank you, I'll wait for your colleague.",
    "Thanks for passing me on.",
    "All right, thank you. I'll wait.",
)
GOODBYE_STUCK = (
    "I'm sorry, we don't seem to understand each other. I'll try another time.",
    "This isn't getting anywhere, I'm afraid. I'll leave it for now.",
)
GOODBYE_UNHEARD = (
    "You haven't helped me with what I came for. I'll try elsewhere.",
    "So nobody takes care of it. Then I'll leave it for now.",
)


def tell_fact(fact: Fact, *, again: bool, among_others: bool) -> tuple[str, ...]:
    """Return wordings of a fact.

    Args:
        fact: The fact.
        again: Whether it was told before.
        among_others: Whether other answers stand beside it: bare values are then left out if
            there is a fuller wording.
    """
    options = fact.says or _made_up(fact)
    if among_others:
        options = tuple(option for option in options if _names_itself(option, fact)) or options
    if again:
        options = (*options, *(form.format(option) for form in AGAIN for option in options))
    return options


def _names_itself(option: str, fact: Fact) -> bool:
    """Whether a wording is more than the value, "It's" and a full stop."""
    value = normalise(str(fact.value)).strip(" .")
    rest = normalise(option).replace(value, "") if value else normalise(option)
    return len(re.findall(r"\w+", rest)) > 2


def _made_up(fact: Fact) -> tuple[str, ...]:
    """Make wordings for a fact that brings none, from its value or its text."""
    own = in_first_person(fact.text)
    if fact.value is None or isinstance(fact.value, bool | dict | list):
        return (own,)
    value = str(fact.value)
    return (own, f"It's {value}.", f"{value}.") if value not in own else (own, f"It's {value}.")


def tell_unknown(unknown: Unknown) -> tuple[str, ...]:
    """Return wordings that say that the user does not know something."""
    return unknown.says or UNKNOWN


def tell_absent(concept: str) -> tuple[str, ...]:
    """Return wordings that say that the user does not have something it is asked for."""
    if not concept:
        return UNSURE
    label = concept.replace("_", " ")
    article = "an" if label[0] in "aeiou" else "a"
    return (*ABSENT, f"I don't have {article} {label} to give you.", f"The {label}? I don't know.")


def tell_goal(goal: Goal) -> tuple[str, ...]:
    """Return wordings that bring up a goal."""
    if goal.says:
        return goal.says
    text = goal.text.strip().rstrip(".")
    return (
        f"I'd like to {text[:1].lower()}{text[1:]}.",
        f"I want to {text[:1].lower()}{text[1:]}.",
    )


def tell_reason(reason: str) -> tuple[str, ...]:
    """Return what a contract's reason says first, as the user says it."""
    return (in_first_person(sentences(reason)[0].text),)


_PERSONS: tuple[tuple[str, str], ...] = (
    (r"\byou are\b", "I am"),
    (r"\byou're\b", "I'm"),
    (r"\byou've\b", "I've"),
    (r"\byou'd\b", "I'd"),
    (r"\byou'll\b", "I'll"),
    (r"\byou were\b", "I was"),
    (r"\bare you\b", "am I"),
    (r"\byourself\b", "myself"),
    (r"\byours\b", "mine"),
    (r"\byour\b", "my"),
    (r"(?<=\bfor )you\b|(?<=\bto )you\b|(?<=\bwith )you\b|(?<=\bof )you\b|(?<=\bat )you\b", "me"),
    (r"\byou\b(?=\s*[.,;:!?]|\s*$)", "me"),
    (r"\byou\b", "I"),
)


def in_first_person(text: str) -> str:
    """Turn what a contract says to "you" into what the user says of itself."""
    turned = text.strip()
    for pattern, own in _PERSONS:
        turned = re.sub(pattern, own, turned, flags=re.IGNORECASE)
    if not turned:
        return turned
    turned = turned[0].upper() + turned[1:]
    return turned if turned[-1] in ".!?" else f"{turned}."
