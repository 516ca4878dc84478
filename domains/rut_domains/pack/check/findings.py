"""What a check found."""

from __future__ import annotations

from typing import Literal

from pydantic import computed_field

from rut_domains.frozen import Frozen
from rut_domains.pack.document import Path

Severity = Literal["error", "warning", "note"]


class Finding(Frozen):
    """One thing found: how bad, by which rule, where, and what.

    An error makes the pack fail its check. `place` is `file:line`, `task` and `field` say the
    same by name.
    """

    severity: Severity
    rule: str
    text: str
    task: str = ""
    field: str = ""
    place: str = ""


class CheckReport(Frozen):
    """All findings about one pack. `sandboxed` says whether its code ran inside bubblewrap."""

    pack: str
    path: str
    hash: str
    tasks: int
    replayed: int
    sandboxed: bool
    findings: tuple[Finding, ...]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return all(finding.severity != "error" for finding in self.findings)


class Remark(Frozen):
    """A finding about a path of one file, before the line is known."""

    severity: Severity
    rule: str
    path: Path
    text: str


def error(rule: str, path: Path, text: str) -> Remark:
    """Return a remark that makes the check fail."""
    return Remark(severity="error", rule=rule, path=path, text=text)


def warning(rule: str, path: Path, text: str) -> Remark:
    """Return a remark on something that should be better."""
    return Remark(severity="warning", rule=rule, path=path, text=text)
