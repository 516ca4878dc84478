"""Everyday ways to name the usual choices at a service desk.

A choice like `ordered_by_mistake` is seldom named by its own words. Where the user answers a
question for a choice, these phrases count as hints: a word of the choice stands on the left, what
people say instead on the right. They weigh less than the choice's own words and the task's.
"""

from __future__ import annotations

from functools import lru_cache

from rut_domains.language.words import content

_ROWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "mistake",
        (
            "accident",
            "accidentally",
            "by error",
            "oops",
            "twice",
            "double",
            "duplicate",
            "two times",
            "wrong button",
            "wrong one",
            "did not mean",
            "unintentionally",
            "slipped",
            "misclicked",
        ),
    ),
    (
        "mind",
        (
            "no longer want",
            "do not want",
            "not want anymore",
            "no longer need",
            "do not need",
            "not need anymore",
            "decided otherwise",
            "thought better",
            "second thoughts",
            "rather not",
            "regret",
            "save money",
            "do without",
        ),
    ),
    (
        "long",
        (
            "late",
            "slow",
            "forever",
            "cannot wait",
            "waiting",
            "delay",
            "delayed",
            "in time",
            "holiday",
            "need it sooner",
            "ages",
        ),
    ),
    (
        "damaged",
        ("broken", "smashed", "torn", "scratched", "dented", "shattered", "split", "in pieces"),
    ),
    ("defective", ("does not work", "not working", "dead", "stopped working", "will not start")),
    (
        "stolen",
        (
            "nicked",
            "robbed",
            "robbery",
            "theft",
            "thief",
            "pickpocket",
            "swiped",
            "pinched",
            "mugged",
            "snatched",
            "somebody took",
            "someone took",
        ),
    ),
    ("lost", ("misplaced", "left it", "gone missing", "missing", "dropped", "cannot find")),
    ("pause", ("for a while", "temporarily", "break", "away for", "for now")),
    ("size", ("too big", "too small", "too large", "too tight", "too loose", "does not fit")),
    ("colour", ("shade", "does not match", "not match", "hue")),
    ("gift", ("voucher", "store credit", "shop credit")),
    (
        "original",
        (
            "same way",
            "way paid",
            "how paid",
            "card",
            "my account",
            "back where it came from",
            "bank",
        ),
    ),
    (
        "today",
        ("now", "at once", "immediately", "right away", "straight away", "as soon as possible"),
    ),
    ("next", ("later", "wait", "end of the month", "no rush", "no hurry", "when it is free")),
    ("esim", ("digital", "electronic", "virtual", "without a card")),
    ("card", ("plastic", "physical", "by post", "by mail")),
    ("express", ("fast", "fastest", "quick", "quickest", "urgent")),
    ("standard", ("normal", "regular", "usual", "ordinary")),
    ("expected", ("disappointed", "looks different", "other than described")),
    ("price", ("cheaper", "too expensive", "costs less")),
)


@lru_cache(maxsize=256)
def hints_for(choice: str) -> tuple[str, ...]:
    """Return what people may say for a choice, by the words that it is made of."""
    keys = set(content(choice.replace("_", " ").replace("-", " ")))
    return tuple(
        phrase for word, phrases in _ROWS if set(content(word)) & keys for phrase in phrases
    )
