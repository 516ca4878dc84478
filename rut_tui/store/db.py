"""The store: one SQLite file behind a few small tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from rut_tui.store.audit import Flaw, Info, find_flaws, read_info
from rut_tui.store.connection import copy_database, open_database, writing
from rut_tui.store.dialogues import Dialogues
from rut_tui.store.documents import Documents
from rut_tui.store.drafts import Drafts
from rut_tui.store.faults import told
from rut_tui.store.imports import Imports
from rut_tui.store.judgements import Judgements
from rut_tui.store.migrations import MIGRATIONS
from rut_tui.store.rating import Marks, Orders


class Store:
    """All that is kept. Belongs to the thread that opened it.

    Attributes:
        path: The file.
        dialogues: Dialogues and their events.
        judgements: What raters said.
        orders: Each rater's order.
        marks: What raters put off or flagged.
        drafts: What was typed but not sent.
        imports: Which files were read.
        documents: Contracts, policies and tool lists by hash.
    """

    def __init__(self, db: Database, path: Path) -> None:
        self._db = db
        self.path = path
        self.documents = Documents(db)
        self.dialogues = Dialogues(db, self.documents, path)
        self.judgements = Judgements(db, path)
        self.orders = Orders(db, path)
        self.marks = Marks(db, path)
        self.drafts = Drafts(db, path)
        self.imports = Imports(db, path)

    @classmethod
    def open(cls, path: Path, *, create: bool = True, read_only: bool = False) -> Self:
        """Open or make the file.

        Raises:
            StoreFault: Not a usable database of this or an older version.
            StorageFault: No space or permission, or missing and not to be made.
        """
        return cls(open_database(path, create=create, read_only=read_only), path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside one transaction: all of it is kept, or nothing.

        The write lock is held from its start, so that what is read inside still holds at its end.
        """
        with told(self.path):
            try:
                with writing(self._db):
                    yield
            except BaseException:
                self.documents.forget_known()
                raise

    def info(self) -> Info:
        """Return what the file is and how much is in it."""
        with told(self.path):
            version = list(MIGRATIONS.applied(self._db))[-1].name
            return read_info(self._db.conn, self.path, version)

    def check(self) -> tuple[Flaw, ...]:
        """Return what is wrong with the file; empty when nothing is."""
        with told(self.path):
            return tuple(find_flaws(self._db.conn))

    def backup(self, to: Path) -> None:
        """Copy the file, safely while it is in use.

        Raises:
            StoreFault: The target exists.
        """
        copy_database(self._db.conn, to)
