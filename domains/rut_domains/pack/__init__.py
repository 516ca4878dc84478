"""Domain packs: a world, its policy and its tasks, in one folder that anyone can write."""

from __future__ import annotations

from rut_domains.pack.loader import load_pack
from rut_domains.pack.manifest import Manifest, Pack, is_slug
from rut_domains.pack.search import BUILTIN, PackEntry, find_pack, list_packs
from rut_domains.pack.start import merge_patch, start_state

__all__ = [
    "BUILTIN",
    "Manifest",
    "Pack",
    "PackEntry",
    "find_pack",
    "is_slug",
    "list_packs",
    "load_pack",
    "merge_patch",
    "start_state",
]
