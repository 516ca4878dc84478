"""The one SQLite file: dialogues, judgements, assignments."""

from __future__ import annotations

from rut_tui.store.audit import Flaw, Info
from rut_tui.store.db import Store
from rut_tui.store.faults import StorageFault, StoreFault
from rut_tui.store.imports import Import
from rut_tui.store.rating import Mark, Place
from rut_tui.store.summary import Summary

__all__ = [
    "Flaw",
    "Import",
    "Info",
    "Mark",
    "Place",
    "StorageFault",
    "Store",
    "StoreFault",
    "Summary",
]
