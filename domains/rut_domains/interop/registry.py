"""Which formats there are, and which of them a file or folder is in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rut_domains.faults import InputFault, MissingFault
from rut_domains.frozen import Frozen
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.openai_chat import ChatLines
from rut_domains.interop.own import KEY, KEYS, OwnLines
from rut_domains.interop.probe import Probe, take_probe
from rut_domains.interop.reading import Options, Reading
from rut_domains.interop.tau2.domain import DomainFolder, task_files
from rut_domains.interop.tau2.results import RESULTS, SIMULATIONS, Results
from rut_domains.interop.tau_bench import Trajectories

# How deep a folder is searched for files and folders that can be imported.
_DEPTH = 4
_NAMED = 3
_SUFFIXES = (".json", ".jsonl")


class UnknownFormat(InputFault):
    """A file that may be sound, but is in none of the formats."""


class Format(Frozen):
    """One format: its name, what marks it, and how to tell and read it."""

    name: str
    marks: str
    recognises: Callable[[Probe], bool]
    open: Callable[[Path, Options], Reading]


def _is_results(probe: Probe) -> bool:
    if probe.folder:
        return (probe.path / RESULTS).is_file()
    return probe.root == "{" and (
        "simulations" in probe.keys or {"info", "tasks"} <= set(probe.keys)
    )


def _is_domain(probe: Probe) -> bool:
    if probe.folder:
        return bool(task_files(probe.path)) and not (probe.path / RESULTS).is_file()
    keys = probe.element_keys if probe.root == "[" else probe.keys
    return {"id", "user_scenario"} <= set(keys)


def _is_chat(probe: Probe) -> bool:
    if probe.folder:
        return False
    if probe.root == "{":
        return "messages" in probe.keys and "task_id" not in probe.keys
    return "messages" in probe.element_keys or "role" in probe.element_keys


FORMATS: tuple[Format, ...] = (
    Format(
        name="jsonl",
        marks=f"rut-tui's own lines, with the key '{KEY}'",
        recognises=lambda probe: not set(KEYS).isdisjoint(probe.keys),
        open=OwnLines,
    ),
    Format(
        name="tau2",
        marks="tau2 results: an object with 'simulations', or a folder with results.json",
        recognises=_is_results,
        open=Results,
    ),
    Format(
        name="tau-bench",
        marks="tau-bench v1: a list of objects with 'traj'",
        recognises=lambda probe: "traj" in probe.element_keys,
        open=Trajectories,
    ),
    Format(
        name="tau2-domain",
        marks="tau2 domain: a folder with tasks.json or tasks/, or a list of tasks",
        recognises=_is_domain,
        open=DomainFolder,
    ),
    Format(
        name="openai-chat",
        marks="OpenAI chat: lines with 'messages'",
        recognises=_is_chat,
        open=ChatLines,
    ),
)


def recognise(path: Path) -> Format:
    """Return the format of a file, or of a folder that is one unit of import.

    Raises:
        InputFault: It is in none of the formats, not JSON at all, or cannot be read.
    """
    probe = take_probe(path)
    for candidate in FORMATS:
        if candidate.recognises(probe):
            return candidate
    if not probe.folder:
        _check_json(path)
    raise _unknown(probe)


def _check_json(path: Path) -> None:
    """Raise what is wrong with a file that is not even JSON, rather than that it is unknown."""
    with JsonFile(path) as file:
        for _ in file.values():
            continue


def open_reading(path: Path, options: Options) -> Reading:
    """Open a file or folder with the reader of its format.

    Raises:
        InputFault: See `recognise`.
    """
    return recognise(path).open(path, options)


class PassedOver(Frozen):
    """A file below a folder that is not imported, and why."""

    path: Path
    reason: str


class Found(Frozen):
    """What there is to import: units, each a file, a run or a domain; and what is passed over."""

    units: tuple[Path, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()


def find_units(path: Path) -> Found:
    """Return what a path means to import: itself, or all that is found below a folder.

    JSON files below a folder that are in none of the formats are passed over, and named with the
    reason. One that is broken is a unit: what is wrong with it is told when it is imported.

    Raises:
        InputFault: There is no such path, or nothing to import in it.
    """
    if not path.exists():
        raise InputFault(
            "no such file or folder",
            hint="Check the path; 'rut import --help' says what can be read.",
            place=str(path),
        )
    if not path.is_dir():
        return Found(units=(path,))
    units: list[Path] = []
    passed_over: list[PassedOver] = []
    for child, reason in _search(path, _DEPTH):
        if reason:
            passed_over.append(PassedOver(path=child, reason=reason))
        else:
            units.append(child)
    if not units:
        raise _nothing(path, passed_over)
    return Found(units=tuple(units), passed_over=tuple(passed_over))


def _search(folder: Path, depth: int) -> Iterator[tuple[Path, str]]:
    """Yield what is found below a folder, with the reason if it cannot be imported."""
    probe = Probe(path=folder, folder=True)
    if any(candidate.recognises(probe) for candidate in FORMATS):
        yield folder, ""
        yield from _beside_results(folder)
        return
    for child in _children(folder):
        if child.is_dir() and depth > 0 and not child.is_symlink():
            yield from _search(child, depth - 1)
        elif child.suffix in _SUFFIXES and child.is_file():
            yield child, _objection(child)


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise MissingFault(
            f"the folder cannot be read: {error.strerror}",
            hint="Give yourself permission to read it.",
            place=str(folder),
        ) from None


def _beside_results(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files in the folder of a run that are no part of it, such as reviewed copies."""
    if (folder / RESULTS).is_file():
        for path in sorted(folder.glob("*.json")):
            if path.name != RESULTS:
                yield path, f"lies beside {RESULTS}; import it by its own name"


def _objection(path: Path) -> str:
    try:
        recognise(path)
    except UnknownFormat as fault:
        return fault.title
    except (InputFault, MissingFault):
        return ""
    return ""


def _nothing(path: Path, passed_over: list[PassedOver]) -> InputFault:
    named = "; ".join(f"{item.path.name}: {item.reason}" for item in passed_over[:_NAMED])
    return InputFault(
        "nothing to import in this folder",
        hint=f"{named}. Looked for {_all_marks()}." if named else f"Looked for {_all_marks()}.",
        place=str(path),
    )


def _unknown(probe: Probe) -> UnknownFormat:
    if probe.path.parent.name == SIMULATIONS and "task_id" in probe.keys:
        return UnknownFormat(
            "this is one simulation of a run that is kept as a folder",
            hint=f"Import the folder {probe.path.parent.parent}.",
            place=str(probe.path),
        )
    return UnknownFormat(
        "the file is in none of the formats that rut can import",
        hint=f"Looked for {_all_marks()}.",
        place=str(probe.path),
    )


def _all_marks() -> str:
    return "; ".join(candidate.marks for candidate in FORMATS)
