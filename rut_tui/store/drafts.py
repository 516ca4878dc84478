"""What was typed but not handed in: the only rows that change."""

from __future__ import annotations

from rut_tui.store.connection import Connection


class Drafts:
    """The table `drafts`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, key: str) -> str | None:
        """Return the draft kept under a key."""
        text = self._connection.value("SELECT text FROM drafts WHERE key = ?", (key,))
        return None if text is None else str(text)

    def put(self, key: str, text: str, at: str) -> None:
        """Keep a draft in place of the one before."""
        with self._connection.immediate():
            self._connection.write(
                "INSERT INTO drafts (key, text, at) VALUES (?, ?, ?) "
                "ON CONFLICT (key) DO UPDATE SET text = excluded.text, at = excluded.at",
                (key, text, at),
            )

    def clear(self, key: str) -> None:
        """Forget a draft."""
        with self._connection.immediate():
            self._connection.write("DELETE FROM drafts WHERE key = ?", (key,))
