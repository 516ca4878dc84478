"""Saying *not met*: the mode by its number, then whether it helped the agent: two keys."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from rut_annotations.judgement import Effect
from rut_annotations.rubric import Criterion, ModeDefinition
from rut_tui.ui.text import plain
from rut_tui.work.rate import Answer

EFFECTS: tuple[tuple[str, Effect, str], ...] = (
    ("h", "helped", "it made the agent's work easier"),
    ("i", "hindered", "it made the agent's work harder"),
    ("x", "neither", "it made no difference to the agent"),
)


class Failure(ModalScreen[Answer | None]):
    """Choose mode and effect; the cited turns are shown. Escape goes back without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back"),
        Binding("h", "effect('helped')", "Helped"),
        Binding("i", "effect('hindered')", "Hindered"),
        Binding("x", "effect('neither')", "Neither"),
        Binding("s", "second", "Also this mode"),
    ]

    def __init__(self, criterion: Criterion, evidence: tuple[int, ...]) -> None:
        super().__init__(classes="dialog wide")
        self._modes = criterion.modes
        self._evidence = evidence
        self._second: set[str] = set()

    def compose(self) -> ComposeResult:
        """Show the modes, the explanation of the highlighted one, and the effects."""
        cited = ", ".join(map(str, self._evidence))
        with Vertical():
            yield Static(plain(f"Not met, at turn {cited}. Which way?", "bold"))
            yield OptionList(*map(self._option, range(len(self._modes))), id="modes")
            with VerticalScroll(classes="told", id="explained"):
                yield Static("", id="explanation")
            yield Static(Content("And the effect on the agent?").stylize("bold"))
            with Horizontal(classes="buttons"):
                for key, effect, _ in EFFECTS:
                    yield Button(f"{effect} ({key})", id=effect)
            hint = "number: mode · s: also this one · h/i/x: effect, done · esc: back"
            yield Static(plain(hint, "$text-muted"), id="hint")

    def on_mount(self) -> None:
        """Start on the modes, with none of them chosen."""
        modes = self.query_one(OptionList)
        modes.highlighted = None
        modes.focus()

    @on(Key)
    def _digit(self, event: Key) -> None:
        if event.key.isdigit() and 0 < int(event.key) <= len(self._modes):
            self.query_one(OptionList).highlighted = int(event.key) - 1
            event.stop()

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#explanation", Static).update(_explain(self._modes[event.option_index]))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        title = self._modes[event.option_index].title
        self._hint(f"{title}. And the effect on the agent? h, i or x", "$warning")

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.action_effect(str(event.button.id))

    def action_second(self) -> None:
        """Mark or unmark the highlighted mode as a secondary one."""
        modes = self.query_one(OptionList)
        at = modes.highlighted
        if at is None:
            self._hint("Choose a mode first: its number, or the arrows.", "$warning")
            return
        self._second ^= {self._modes[at].slug}
        modes.replace_option_prompt_at_index(at, self._prompt(at))

    def action_effect(self, effect: str) -> None:
        """Finish: the highlighted mode is the primary one."""
        at = self.query_one(OptionList).highlighted
        if at is None:
            self._hint("Choose the mode first: its number, or the arrows.", "$warning")
            return
        primary = self._modes[at].slug
        if primary in self._second:
            self._hint("Marked as also shown: choose the main mode, or unmark it (s).", "$warning")
            return
        self.dismiss(
            Answer.model_validate(
                {
                    "verdict": "not_met",
                    "mode": primary,
                    "secondary_modes": tuple(
                        mode.slug
                        for mode in self._modes
                        if mode.slug in self._second and mode.slug != primary
                    ),
                    "evidence": self._evidence,
                    "effect": effect,
                }
            )
        )

    def _hint(self, text: str, style: str) -> None:
        self.query_one("#hint", Static).update(plain(text, style))

    def _option(self, index: int) -> Option:
        return Option(self._prompt(index), id=self._modes[index].slug)

    def _prompt(self, index: int) -> Content:
        mode = self._modes[index]
        also = " (also)" if mode.slug in self._second else ""
        return Content.assemble((f"{index + 1} ", "bold $primary"), plain(mode.title), also)


def _explain(mode: ModeDefinition) -> Content:
    lines = [plain(mode.definition)]
    lines += [plain(f"  e.g. {text}", "$text-muted") for text in mode.examples]
    lines += [plain(f"  not: {text}", "$text-muted") for text in mode.contrasts]
    return Content("\n").join(lines)
