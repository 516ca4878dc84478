"""The store: one SQLite file behind a few small tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from rut_domains.faults import Fault
from rut_tui.store.alone import connect_alone, require_room
from rut_tui.store.audit import Flaw, Info, find_flaws, read_info
from rut_tui.store.connection import Connection
from rut_tui.store.copies import copy_database
from rut_tui.store.dialogues import Dialogues
from rut_tui.store.documents import Documents
from rut_tui.store.drafts import Drafts
from rut_tui.store.faults import FullDisk
from rut_tui.store.imports import Imports
from rut_tui.store.judgements import Judgements
from rut_tui.store.listing import register_search
from rut_tui.store.opening import (
    CACHE_KIB,
    connect_reading,
    connect_writing,
    find_file,
    find_unwritable,
    read_stamp,
    refuse_foreign,
    refuse_network,
)
from rut_tui.store.rating import Marks, Orders
from rut_tui.store.version import NEWEST, STEPS


class Store:
    """All that is kept. Made by `open`; belongs to the thread that opened it.

    Attributes:
        path: The file, links resolved.
        dialogues: Dialogues and their events.
        judgements: What raters said, every revision.
        orders: Each rater's order of dialogues.
        marks: What raters put off or flagged.
        drafts: What was typed but not handed in.
        imports: Which files were read.
        documents: Contracts, policies and tool lists by hash, and imported tasks.
    """

    def __init__(self, connection: Connection, path: Path) -> None:
        self._connection = connection
        self.path = path
        self.documents = Documents(connection)
        self.dialogues = Dialogues(connection, self.documents)
        self.judgements = Judgements(connection)
        self.orders = Orders(connection)
        self.marks = Marks(connection)
        self.drafts = Drafts(connection)
        self.imports = Imports(connection)
        register_search(connection)

    @classmethod
    def open(cls, path: Path, *, create: bool = True, read_only: bool = False) -> Self:
        """Open the file, or make it with the folders above it.

        A file of an older version is copied to one beside it (`NAME.v1`) and brought up to date.

        Args:
            path: The file, or a link to it.
            create: Whether it may be made; else it must be there.
            read_only: Leave the file as it is: an older version stays old, and whatever would
                write is refused.

        Raises:
            StoreFault: Not a database, of another program, of a newer version, damaged, missing
                and not to be made, or on a network file system. The file is untouched.
            StorageFault: No permission or no space.
        """
        exists = find_file(path, create=create and not read_only)
        # SQLite keeps its log beside the file itself, not beside a link to it.
        path = Path(os.path.realpath(path))
        if not read_only:
            refuse_network(path)
        stamp = read_stamp(path) if exists else None
        if stamp is not None:
            refuse_foreign(stamp, NEWEST, STEPS, str(path))
        if read_only:
            return cls(connect_reading(path), path)
        connection = connect_writing(path, exists=exists)
        try:
            version = stamp.version if stamp is not None else 0
            if version < NEWEST:
                # Loaded for this alone: sqlite-utils brings NumPy along where that is installed.
                from rut_tui.store.migrations import bring_up_to_date

                bring_up_to_date(connection, path, version)
            return cls(connection, path)
        except BaseException:
            connection.close()
            raise

    @classmethod
    def open_to_read(cls, path: Path) -> Self:
        """Open a file that is there for commands that write nothing.

        Where it, or its folder, may not be written it is read as it is, and so it is where the
        disk is full; else it is opened as always, so that others may write to it meanwhile.

        Raises:
            StoreFault: As `open`.
            StorageFault: It may not even be read.
        """
        real = Path(os.path.realpath(path))
        closed = find_file(path, create=False) and find_unwritable(real) is not None
        try:
            return cls.open(path, create=False, read_only=closed)
        except FullDisk as fault:
            try:
                return cls(connect_alone(real), real)
            except Fault:
                # Another process has it open: what stands in the way is the disk, all the same.
                raise fault from None

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
        """Close the file; what was not committed is taken back."""
        self._connection.close()

    def transaction(self) -> AbstractContextManager[None]:
        """Hold the file's one write lock: all that is written inside is kept, or none of it.

        What is read inside still holds at its end, whatever other processes do: claiming work is
        one such transaction. Inside another one it is a part of it that can fail by itself.

        Raises:
            StoreFault: Another process holds the lock for longer than 5 seconds.
        """
        return self._connection.immediate()

    @contextmanager
    def bulk(self) -> Iterator[None]:
        """Keep all that is written inside together: one transaction for a file that is imported.

        An error or an interrupt leaves nothing of it. Afterwards the write-ahead log, which grew
        with it, is folded into the file; what was taken back gives its space back to the disk.

        Raises:
            FullDisk: There is no space left, or not enough to fold the log into the file.
        """
        try:
            with self._connection.immediate():
                yield
                require_room(self._connection, self.path, CACHE_KIB * 1024)
        except BaseException:
            self._connection.cut_log()
            raise
        self._connection.fold_log()

    def info(self) -> Info:
        """Return what the file is and how much is in it."""
        return read_info(self._connection, self.path)

    def check(self) -> tuple[Flaw, ...]:
        """Return what is wrong with the file; empty when nothing is."""
        return tuple(find_flaws(self._connection))

    def backup(self, to: Path) -> int:
        """Copy the file, soundly even while others write; return the copy's size in bytes.

        Raises:
            StoreFault: There is a file of that name already.
            StorageFault: No folder, permission or space.
        """
        return copy_database(self._connection, to)
