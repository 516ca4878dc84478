"""Other ways of writing: what a scripted user says, as somebody else would type it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from rut_tui.play.scripted.user import ScriptedUser
from rut_tui.play.seat import Move, View

Style = Callable[[str, random.Random], str]

_CODE = re.compile(r"\b([A-Z]{1,3})-(\d{3,5})\b")
_MAIL = re.compile(r"([\w.+-]+)@([\w.-]+\w)")
_POSTCODE = re.compile(r"\b([A-Z]{2}\d{1,2}) (\d[A-Z]{2})\b")
_PHONE = re.compile(r"\b(0551)-(\d{3})-(\d{3})\b")
_DAY = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def lower(text: str, _: random.Random) -> str:
    """all small, no full stops"""
    return re.sub(r"[.!](?=\s|$)", "", text).lower()


def shouting(text: str, _: random.Random) -> str:
    return text.upper()


def compact(text: str, _: random.Random) -> str:
    """Codes and numbers run together: mk4127, 0551664259, QN45TS."""
    text = _CODE.sub(lambda m: f"{m[1].lower()}{m[2]}", text)
    text = _PHONE.sub(lambda m: f"{m[1]}{m[2]}{m[3]}", text)
    return _POSTCODE.sub(lambda m: f"{m[1]}{m[2]}".lower(), text)


def spaced(text: str, _: random.Random) -> str:
    """Codes and numbers with other signs: MK 4127, 0551 664 259, anna at example dot com."""
    text = _CODE.sub(lambda m: f"{m[1]} {m[2]}", text)
    text = _PHONE.sub(lambda m: f"{m[1]} {m[2]} {m[3]}", text)
    text = _DAY.sub(lambda m: f"{int(m[3])} {_MONTHS[int(m[2]) - 1]} {m[1]}", text)
    return _MAIL.sub(
        lambda m: f"{m[1].replace('.', ' dot ')} at {m[2].replace('.', ' dot ')}", text
    )


def spoken(text: str, _: random.Random) -> str:
    """Numbers digit by digit, as in a call."""
    text = _CODE.sub(lambda m: f"{m[1]} dash {' '.join(_DIGITS[int(each)] for each in m[2])}", text)
    return _PHONE.sub(lambda m: " ".join(_DIGITS[int(each)] for each in m[1] + m[2] + m[3]), text)


def chatty(text: str, source: random.Random) -> str:
    before = (
        "Well, let me think. ",
        "Oh, thanks for asking! ",
        "Hmm, right, ",
        "So, ",
        "Hi again! ",
    )
    after = (
        " Thanks a million!",
        " I hope that helps.",
        " Sorry, it's been a long day.",
        " Cheers!",
    )
    return source.choice(before) + text + source.choice(after)


def hasty(text: str, source: random.Random) -> str:
    """Letters swapped in longer plain words."""

    def slip(match: re.Match[str]) -> str:
        word = match.group()
        if source.random() < 0.75:
            return word
        at = source.randrange(1, len(word) - 2)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    return re.sub(r"(?<![\w@.-])[a-z]{6,}(?![\w@-]|\.\w)", slip, text)


STYLES: dict[str, Style] = {
    "lower": lower,
    "shouting": shouting,
    "compact": compact,
    "spaced": spaced,
    "spoken": spoken,
    "chatty": chatty,
    "hasty": hasty,
}


class StyledUser(ScriptedUser):
    """A scripted user whose words are written in another style."""

    style: Style = staticmethod(lower)
    source: random.Random = random.Random(0)

    def move(self, view: View) -> Move:
        move = super().move(view)
        return move.model_copy(update={"text": type(self).style(move.text, self.source)})


def in_style(name: str, seed: int) -> type[StyledUser]:
    """Return a user class that writes in a style."""
    made = {"style": staticmethod(STYLES[name]), "source": random.Random(seed)}
    return type(f"{name.capitalize()}User", (StyledUser,), made)
