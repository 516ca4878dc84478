"""Words for the checklist, as every form writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rut_exports.report.checklist.model import Asks, State
from rut_exports.report.model import Section

STATES: Mapping[State, str] = {
    "filled": "filled",
    "nothing_to_report": "nothing to report",
    "missing": "not known to this report",
    "lead": "for the lead to fill in",
}
ASKS: Mapping[Asks, str] = {"report": "R", "lead": "A", "both": "R, A"}
GAP = "____"


def tally(section: Section) -> str:
    """Say in one sentence how many points are in which state."""
    states = Counter(answer.state for answer in section.checklist)
    others = ", ".join(
        f"{states[state]} {words}"
        for state, words in STATES.items()
        if state != "filled" and states[state]
    )
    more = f"; {others}" if others else ""
    return f"Checklist: {states['filled']} of {len(section.checklist)} filled{more}."
