from __future__ import annotations

import re
from pathlib import Path

from rut_annotations import validity
from rut_annotations.validity.wording import HEADLINES, REASONS, RULES, WARNINGS

SLUG = re.compile(r'"([a-z]+(?:_[a-z]+)*)"')
KNOWN = {*REASONS, *WARNINGS, *RULES, *HEADLINES}


def used(pattern: str) -> set[str]:
    folder = Path(next(iter(validity.__path__)))
    source = "\n".join(
        path.read_text("utf-8") for path in folder.glob("*.py") if path.name != "wording.py"
    )
    return {slug for line in re.findall(pattern, source) for slug in SLUG.findall(line)}


def test_every_slug_has_its_words() -> None:
    patterns = (r"reason=.*", r"reason = .*", r"why = .*", r"rule = .*", r"return None, .*")
    found = set().union(*(used(pattern) for pattern in patterns))
    assert len(found) > 15
    # The first is caught and answered by another interval; the second is a method.
    others = {"estimate_outside_replicates", "clopper_pearson"}
    assert {slug for slug in found - KNOWN if "_" in slug} <= others


def test_no_words_are_left_over() -> None:
    assert KNOWN - used(r".*") <= {"degenerate_replicates"}
