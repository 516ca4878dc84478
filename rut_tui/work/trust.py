"""Consent to run a foreign pack's code where nothing keeps it in."""

from __future__ import annotations

from rut_domains.environment import bubblewrap_works, source_hash
from rut_domains.faults import UsageFault
from rut_domains.pack import BUILTIN, Pack
from rut_tui.settings import Settings, read_trusted, remember_trusted


def require_trust(pack: Pack, settings: Settings, *, granted: bool = False) -> None:
    """Pass for built-in packs, inside bubblewrap, or with consent; consent is kept by file hash.

    Raises:
        UsageFault: The pack is foreign, nothing keeps its code in, and nobody agreed to that.
    """
    if pack.path.is_relative_to(BUILTIN) or (settings.sandbox != "none" and bubblewrap_works()):
        return
    code = source_hash(pack.environment)
    if code in read_trusted(settings):
        return
    if granted:
        remember_trusted(settings, code)
        return
    raise UsageFault(
        f"the pack {pack.name!r} brings code of its own, and bubblewrap is not here to keep it in",
        hint="Read its environment code; then add --trust (asked once for these files), or install "
        "bubblewrap.",
        place=str(pack.environment.path),
    )
