"""Which formats there are, and which of them a file or folder is in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rut_domains.faults import InputFault
from rut_domains.frozen import Frozen
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.openai_chat import ChatLines
from rut_domains.interop.own import KEY, OwnLines
from rut_domains.interop.probe import Probe, take_probe
from rut_domains.interop.reading import Options, Reading
from rut_domains.interop.tau2.domain import DomainFolder, task_files
from rut_domains.interop.tau2.results import RESULTS, SIMULATIONS, Results
from rut_domains.interop.tau_bench import Trajectories

# How deep a folder is searched for files and folders that can be imported.
_DEPTH = 4
_SUFFIXES = (".json", ".jsonl")


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
        recognises=lambda probe: KEY in probe.keys,
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


def find_units(path: Path) -> list[Path]:
    """Return what a path means to import: itself, or all units found below a folder.

    A unit is a file, a folder that holds one run, or a domain folder. Files below a folder that
    are in none of the formats are passed over.

    Raises:
        InputFault: There is no such path, or nothing to import in it.
    """
    if not path.exists():
        raise InputFault("no such file or folder", hint="Check the path.", place=str(path))
    if not path.is_dir():
        return [path]
    units = list(_search(path, _DEPTH))
    if not units:
        raise InputFault(
            "nothing to import in this folder", hint=f"Looked for {_all_marks()}.", place=str(path)
        )
    return units


def _search(folder: Path, depth: int) -> Iterator[Path]:
    probe = Probe(path=folder, folder=True)
    if any(candidate.recognises(probe) for candidate in FORMATS):
        yield folder
        return
    for child in sorted(folder.iterdir()):
        if child.is_dir() and depth > 0 and not child.is_symlink():
            yield from _search(child, depth - 1)
        elif child.suffix in _SUFFIXES and child.is_file() and _fits(child):
            yield child


def _fits(path: Path) -> bool:
    try:
        recognise(path)
    except InputFault:
        return False
    return True


def _unknown(probe: Probe) -> InputFault:
    if probe.path.parent.name == SIMULATIONS and "task_id" in probe.keys:
        return InputFault(
            "this is one simulation of a run that is kept as a folder",
            hint=f"Import the folder {probe.path.parent.parent}.",
            place=str(probe.path),
        )
    return InputFault(
        "the file is in none of the formats that rut can import",
        hint=f"Looked for {_all_marks()}.",
        place=str(probe.path),
    )


def _all_marks() -> str:
    return "; ".join(candidate.marks for candidate in FORMATS)
