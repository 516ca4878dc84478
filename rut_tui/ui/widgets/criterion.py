"""A criterion as it is put before the rater: statement, ways to fail, the answer so far."""

from __future__ import annotations

from textual.content import Content

from rut_annotations.judgement import Judgement, Verdict
from rut_annotations.rubric import Criterion
from rut_domains.text import one_line
from rut_tui.ui.text import plain
from rut_tui.work.rate import Draft, Item

SHOWN: dict[Verdict, str] = {
    "met": "✓ met",
    "not_met": "✗ not met",
    "not_applicable": "– not applicable",
    "cannot_tell": "? cannot tell",
}


def describe_criterion(item: Item, criterion: Criterion, draft: Draft) -> Content:
    """Return the criterion with the rater's own answer or draft, and dots for all criteria."""
    lines = [plain(criterion.name(), "bold $primary"), plain(criterion.statement.strip())]
    if criterion.applies_when:
        lines.append(plain(f"Applies when: {criterion.applies_when}", "$text-muted"))
    names = ", ".join(mode.title for mode in criterion.modes)
    lines.append(plain(f"Fails by: {names}", "$text-muted"))
    given = item.answers.get(criterion.id)
    if given is not None and given.verdict is not None:
        lines.append(plain(_given(given, criterion), "bold $secondary"))
    comment = draft.comment or comment_of(item, criterion)
    if comment:
        lines.append(plain(f"“{one_line(comment, 60)}”", "italic"))
    dots = "".join("●" if one.id in item.answers else "○" for one in item.criteria)
    lines.append(plain(dots, "$text-muted"))
    return Content("\n").join(lines)


def _given(given: Judgement, criterion: Criterion) -> str:
    """Say what was answered: the verdict, the mode by its title, the turns, the effect."""
    titles = {mode.slug: mode.title for mode in criterion.modes}
    parts = [titles.get(given.mode, given.mode)] if given.mode else []
    if given.evidence:
        parts.append(f"turn {', '.join(map(str, given.evidence))}")
    if given.effect:
        parts.append(str(given.effect))
    shown = SHOWN[given.verdict] if given.verdict else ""
    return f"{shown}: {'; '.join(parts)}" if parts else shown


def comment_of(item: Item, criterion: Criterion) -> str:
    """Return the comment of the answer that holds now."""
    given = item.answers.get(criterion.id)
    return given.comment if given is not None else ""
