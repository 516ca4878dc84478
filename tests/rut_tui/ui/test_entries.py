"""The list of texts behind transcripts: nothing of a text is cut off, whatever its length."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_tui.ui.screens.dialogues import DialogueScreen
from tests.support.dialogues import Log
from tests.support.screens import make_app, screen_text, wait_until


@pytest.mark.parametrize("width", range(80, 90))
async def test_the_last_word_of_each_message_is_shown(tmp_path: Path, width: int) -> None:
    app = make_app(tmp_path)
    log = Log()
    for length in range(64, 76):
        log.user(f"{'x' * length} end{length}")
        log.call("agent", "look", {"q": "y" * (length - 12)}, f"{'z' * (length - 12)} e{length}")
    app.store.dialogues.add(log.dialogue("d-0001"))
    async with app.run_test(size=(width, 120)) as pilot:
        await app.push_screen(DialogueScreen(app.store.dialogues.get("d-0001")))
        screen = app.screen
        assert isinstance(screen, DialogueScreen)
        await wait_until(pilot, lambda: "end75" in screen_text(app), "the last message")
        shown = screen_text(app)
        for length in range(64, 76):
            assert f"end{length}" in shown
            assert f"e{length}" in shown.replace(f"end{length}", "")
