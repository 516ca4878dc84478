"""Whether a text names a value in another order or with a slip of the pen."""

from __future__ import annotations

import re

from rut_domains.language.matching import one_slip
from rut_domains.language.values import holds_value, tokens

_HOUSE = re.compile(r"(\d+\w?),? (\D+)")
_LEAST_FOR_SLIPS = 4


def names_value(text: str, value: object) -> bool:
    """Whether a text names a value: "17 Wier Street" and "Weir Street 17" are one address.

    Digits must be right; a word of four letters or more may have one typing error.
    """
    if holds_value(text, value):
        return True
    house = _HOUSE.fullmatch(str(value))
    if house is None:
        return False
    number, street = house[1].lower(), tokens(house[2])
    found = tokens(text)
    for start in range(len(found) - len(street) + 1):
        stop = start + len(street)
        if all(map(_is_like, found[start:stop], street)):
            beside = (*found[max(start - 1, 0) : start], *found[stop : stop + 1])
            if number in beside:
                return True
    return False


_SHORT = {"st": "street", "rd": "road", "ave": "avenue", "ln": "lane", "sq": "square"}


def _is_like(word: str, wanted: str) -> bool:
    if word == wanted or _SHORT.get(word) == wanted:
        return True
    long = min(len(word), len(wanted)) >= _LEAST_FOR_SLIPS
    return long and word[0] == wanted[0] and word.isalpha() and one_slip(word, wanted)
