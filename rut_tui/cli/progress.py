"""A progress bar on standard error, for what takes longer than a second."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0


class ProgressBar:
    """Appears after a second, and only on a terminal; gone when the work is done."""

    def __init__(self) -> None:
        self._started: float | None = None
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hide()

    def show(self, name: str, part: float) -> None:
        """Show how much is done.

        Args:
            name: What is worked on.
            part: How much of it is done, from 0 to 1.
        """
        from rut_tui.work.chance import read_stopwatch

        if self._progress is None:
            now = read_stopwatch()
            self._started = self._started if self._started is not None else now
            if now - self._started < _PATIENCE or not sys.stderr.isatty():
                return
            self._open()
        if self._progress is not None and self._task is not None:
            from rich.text import Text

            from rut_domains.text import one_line

            label = Text(one_line(name, 40))
            self._progress.update(self._task, completed=part, description=label.plain)

    def hide(self) -> None:
        """Take the bar away; the next `show` begins anew."""
        if self._progress is not None:
            self._progress.stop()
        self._progress = self._task = self._started = None

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn("{task.percentage:>3.0f}%", markup=False),
            console=Console(stderr=True, markup=False, emoji=False, highlight=False),
            transient=True,
        )
        self._task = self._progress.add_task("", total=1.0)
        self._progress.start()
