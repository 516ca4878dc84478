"""What the person's seat was given: the contract for the user, the policy for the agent."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rut_domains.dialogue import Briefing, SeatName
from rut_domains.text import unwrap
from rut_tui.ui.text import plain, prose


class BriefingPane(VerticalScroll, can_focus=True):
    """A scrollable text, one widget a section so that a search can go to it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down", show=False),
        Binding("k", "scroll_up", "Up", show=False),
    ]

    def __init__(self, seat: SeatName, briefing: Briefing, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sections = brief_sections(seat, briefing)

    def compose(self) -> ComposeResult:
        """Show each section under its title."""
        for title, text in self._sections:
            head = plain(title, "bold $primary")
            yield Static(Content("\n").join([head, prose(unwrap(text))]), classes="section")

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """The sections shown: title and text."""
        return self._sections

    def go_to(self, index: int) -> None:
        """Bring a section into view."""
        self.query_children(".section")[index].scroll_visible(top=True, animate=False)


def brief_sections(seat: SeatName, briefing: Briefing) -> tuple[tuple[str, str], ...]:
    """Return what a seat may read: never the other seat's briefing."""
    if seat == "user":
        return briefing.contract.sections() if briefing.contract is not None else ()
    return tuple(_policy_sections(briefing.policy))


def _policy_sections(policy: str) -> list[tuple[str, str]]:
    """Split a policy at its headings."""
    sections: list[tuple[str, list[str]]] = [("Policy", [])]
    for line in policy.splitlines():
        if line.startswith("#"):
            sections.append((line.lstrip("# ").strip(), []))
        else:
            sections[-1][1].append(line)
    joined = [(title, "\n".join(lines).strip()) for title, lines in sections]
    return [(title, text) for title, text in joined if text or title != "Policy"]
