"""The one SQLite file: dialogues, judgements, orders, imports, drafts."""

from __future__ import annotations

from rut_tui.store.audit import Flaw, Info
from rut_tui.store.db import Store
from rut_tui.store.faults import StorageFault, StoreFault, UnknownDialogue
from rut_tui.store.headers import LinkEntry
from rut_tui.store.imports import Import
from rut_tui.store.opening import find_cut
from rut_tui.store.rating import Mark, Place
from rut_tui.store.summary import Names, Summary, Wanted

__all__ = [
    "Flaw",
    "Import",
    "Info",
    "LinkEntry",
    "Mark",
    "Names",
    "Place",
    "StorageFault",
    "Store",
    "StoreFault",
    "Summary",
    "UnknownDialogue",
    "Wanted",
    "find_cut",
]
