"""What the screens look like; `pytest tests/snapshots --snapshot-update` accepts a change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.ui.dialogs.ending import Ending
from rut_tui.ui.screens.dialogues import DialoguesScreen
from rut_tui.ui.screens.play import PlayScreen
from rut_tui.ui.screens.rate import RateScreen
from tests.support.gallery import make_gallery_app, open_desk, open_gallery, open_played
from tests.support.screens import LARGE, SMALL, screen_text, wait_until

Compare = Callable[..., bool]
Gallery = tuple[Store, Settings]
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


@pytest.fixture
def theme(request: pytest.FixtureRequest) -> str:
    """The colours: dark unless a test asks for others."""
    return str(getattr(request, "param", "rut-dark"))


@pytest.fixture
def gallery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theme: str) -> Iterator[Gallery]:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    store, settings = open_gallery(tmp_path, theme)
    with store:
        yield store, settings


def shown(*words: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Return what waits until the screen shows all words."""

    async def wait(pilot: Pilot[None]) -> None:
        await wait_until(
            pilot,
            lambda: all(word in screen_text(pilot.app) for word in words),  # type: ignore[arg-type]
            f"{words} on the screen",
        )
        for field in pilot.app.screen.query("TextArea, Input").results():
            field.cursor_blink = False  # type: ignore[attr-defined]
        await pilot.pause()

    return wait


@SIZES
def test_home(gallery: Gallery, snap_compare: Compare, size: tuple[int, int]) -> None:
    app = make_gallery_app(*gallery)
    assert snap_compare(app, terminal_size=size, run_before=shown("Play the user", "rut.sqlite"))


@SIZES
def test_play(gallery: Gallery, snap_compare: Compare, size: tuple[int, int]) -> None:
    session = open_played(*gallery)
    app = make_gallery_app(*gallery, lambda _: PlayScreen(session))
    assert snap_compare(app, terminal_size=size, run_before=shown("your turn", "At the counter"))


@SIZES
def test_rate(gallery: Gallery, snap_compare: Compare, size: tuple[int, int]) -> None:
    desk = open_desk(*gallery)
    app = make_gallery_app(*gallery, lambda _: RateScreen(desk))
    assert snap_compare(app, terminal_size=size, run_before=shown("Where is my parcel?"))


@SIZES
def test_dialogues(gallery: Gallery, snap_compare: Compare, size: tuple[int, int]) -> None:
    app = make_gallery_app(*gallery, lambda _: DialoguesScreen())
    assert snap_compare(app, terminal_size=size, run_before=shown("3 of 3 dialogues"))


@pytest.mark.parametrize("theme", ["rut-light"], indirect=True)
def test_play_in_light_colours(gallery: Gallery, snap_compare: Compare) -> None:
    session = open_played(*gallery)
    app = make_gallery_app(*gallery, lambda _: PlayScreen(session))
    assert snap_compare(app, terminal_size=SMALL, run_before=shown("your turn", "At the counter"))


def test_wide_characters_behind_a_dialog(gallery: Gallery, snap_compare: Compare) -> None:
    desk = open_desk(*gallery)
    app = make_gallery_app(*gallery, lambda _: RateScreen(desk))

    async def go_on(pilot: Pilot[None]) -> None:
        await shown("Where is my parcel?")(pilot)
        await pilot.press(*"mmmm")
        await shown("荷物", "שלום", "調べます")(pilot)
        pilot.app.push_screen(Ending("user"))
        await shown("End the dialogue")(pilot)

    assert snap_compare(app, terminal_size=SMALL, run_before=go_on)
