"""Making everything in a bundle's zip again, and comparing."""

from __future__ import annotations

from pathlib import Path

from rut_domains.frozen import Frozen
from rut_exports.archive.contents import MANIFEST, make_members, render_manifest
from rut_exports.archive.differences import Difference, first_difference
from rut_exports.archive.reading import Archive, find_flaws, open_archive


class Finding(Frozen):
    """Something that does not hold: in which file, what, and the first values that differ."""

    file: str
    problem: str
    difference: Difference | None = None


class Verification(Frozen):
    """What came of making a bundle's files again."""

    bundle_hash: str
    written_by: str
    checked_by: str
    agreeing: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether everything agrees."""
        return not self.findings


def verify_archive(path: Path, program: str) -> Verification:
    """Check every hash, make every file from the bundle again and compare byte by byte.

    Args:
        path: The zip.
        program: The version of the program that checks.

    Raises:
        ArchiveFault: It is no bundle, is damaged, or comes from a newer program.
        JudgementFault: Two judgements of the bundle claim to be the same revision.
    """
    archive = open_archive(path)
    flaws = [Finding(file=flaw.file, problem=flaw.problem) for flaw in find_flaws(archive)]
    findings = [*flaws, *_compare(archive)]
    bad = {finding.file for finding in findings}
    return Verification(
        bundle_hash=archive.bundle.hash,
        written_by=archive.manifest.program,
        checked_by=program,
        agreeing=tuple(sorted(name for name in archive.files if name not in bad)),
        findings=tuple(findings),
    )


def _compare(archive: Archive) -> list[Finding]:
    made = make_members(archive.bundle)
    listed = [entry.name for entry in archive.manifest.files]
    made[MANIFEST] = render_manifest(archive.manifest)
    findings = [
        Finding(file=name, problem="this version of the program makes no such file")
        for name in listed
        if name not in made
    ]
    findings += [
        Finding(file=name, problem="this file should be there and is not")
        for name in made
        if name not in archive.files and name not in listed
    ]
    for name, data in made.items():
        inside = archive.files.get(name)
        if inside is not None and inside != data:
            findings.append(
                Finding(
                    file=name,
                    problem="it is not what the bundle gives",
                    difference=first_difference(name, inside, data),
                )
            )
    return findings
