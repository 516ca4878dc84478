"""What the rated seat was given, beside its dialogue, with a criterion's grounding span marked."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rut_annotations.blind import BlindDialogue
from rut_domains.text import one_line
from rut_tui.ui.text import plain, prose


class ContractPane(VerticalScroll, can_focus=True):
    """The sections of a contract or policy, and the seat's own tools."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._blind: BlindDialogue | None = None
        self._parts: list[Static] = []
        self._marked: int | None = None

    def show(self, blind: BlindDialogue) -> None:
        """Show another dialogue's contract."""
        self._blind = blind
        self._marked = None
        self.remove_children()
        sections = [(section.title, prose(section.text)) for section in blind.sections]
        if blind.tools:
            lines = (f"{tool.name}: {_first_line(tool.description)}" for tool in blind.tools)
            sections.append(("Tools", plain("\n".join(lines))))
        self._parts = [Static(_titled(title, text), classes="section") for title, text in sections]
        self.mount_all(self._parts)
        self.scroll_home(animate=False)

    def go_to(self, index: int) -> None:
        """Bring a section into view."""
        self._parts[index].scroll_visible(top=True, animate=False)

    def highlight(self, span: str) -> None:
        """Mark the part of the contract that a criterion rests on, if it names one."""
        if self._blind is None:
            return
        if self._marked is not None:
            before = self._blind.sections[self._marked]
            self._parts[self._marked].update(_titled(before.title, prose(before.text)))
            self._marked = None
        found = self._blind.find_span(span) if span else None
        if found is None:
            return
        index, start, end = found
        section = self._blind.sections[index]
        # Neutralised piece by piece: the offsets count in the text as it is stored.
        text = Content("").join(
            [
                plain(section.text[:start]),
                plain(section.text[start:end], "reverse"),
                plain(section.text[end:]),
            ]
        )
        self._parts[index].update(_titled(section.title, text))
        self._marked = index
        self.call_after_refresh(self.go_to, index)


def _titled(title: str, text: Content) -> Content:
    return Content("\n").join([plain(title, "bold $primary"), text])


def _first_line(text: str) -> str:
    return one_line(text.strip().split("\n")[0])
