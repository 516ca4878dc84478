"""Reading a pack's folder into a `Pack`; every fault names the file, the line and the field."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from rut_domains.environment import EnvironmentSource
from rut_domains.faults import PackFault
from rut_domains.pack.document import Document, read_document
from rut_domains.pack.explain import Problem, fault_of, problems_of
from rut_domains.pack.files import (
    MAX_STATE,
    own_files,
    read_bytes,
    read_json,
    read_text,
)
from rut_domains.pack.lint import lint_lexicon, lint_task
from rut_domains.pack.manifest import Manifest, Pack
from rut_domains.task import Task

MANIFEST = "pack.yaml"
T = TypeVar("T")


def load_pack(path: Path) -> Pack:
    """Read and validate the pack in a folder; its environment code is not run.

    Raises:
        PackFault: The folder is no pack, or one of its files breaks the format.
    """
    root = path.absolute()
    if not has_manifest(root):
        raise PackFault(
            f"the folder has no {MANIFEST}",
            hint="A pack is a folder with pack.yaml, policy.md, guidelines.md, state, environment "
            "and tasks; 'rut domains new NAME' makes one.",
            place=str(path),
        )
    try:
        return _load(root)
    except OSError as error:
        raise PackFault(
            f"the pack cannot be read: {error.strerror}", place=str(error.filename or root)
        ) from None


def find_faults(path: Path) -> list[PackFault]:
    """Return the first fault of every file of a pack, so that one does not hide another's."""
    root, found = path.absolute(), list[PackFault]()

    def attempt(read: Callable[[], T]) -> T | None:
        try:
            return read()
        except PackFault as fault:
            found.append(fault)
            return None

    manifest = attempt(lambda: _read_manifest(root))
    attempt(lambda: _read_prose(root, "policy.md"))
    guidelines = attempt(lambda: _read_prose(root, "guidelines.md")) or ""
    attempt(lambda: _find_environment(root))
    attempt(lambda: _read_state(root))
    for file in own_files(root, root / "tasks", "*.yaml"):
        document = attempt(partial(_read_yaml, root, file))
        if document is not None and manifest is not None:
            attempt(partial(_read_task, document, manifest, guidelines))
    return found


def has_manifest(folder: Path) -> bool:
    """Tell whether a folder looks like a pack; one that cannot be looked into does not."""
    try:
        return (folder / MANIFEST).is_file()
    except OSError:
        return False


def _load(root: Path) -> Pack:
    manifest = _read_manifest(root)
    guidelines = _read_prose(root, "guidelines.md")
    return Pack(
        name=manifest.name,
        title=manifest.title,
        summary=manifest.summary,
        version=manifest.version,
        now=manifest.now,
        greeting=manifest.greeting.strip(),
        policy=_read_prose(root, "policy.md"),
        guidelines=guidelines,
        environment=EnvironmentSource(path=_find_environment(root), class_name=manifest.class_name),
        state=_read_state(root),
        tasks=_read_tasks(root, manifest, guidelines),
        lexicon=manifest.lexicon,
        path=root,
        hash=_hash(root),
    )


def read_manifest_document(pack: Pack) -> Document:
    """Return a pack's manifest with its line numbers.

    Raises:
        PackFault: The file has changed since and is broken.
    """
    return _read_yaml(pack.path, pack.path / MANIFEST)


def read_task_documents(pack: Pack) -> dict[str, Document]:
    """Return a pack's task files with their line numbers, by task id.

    Raises:
        PackFault: A file has changed since and is broken.
    """
    paths = own_files(pack.path, pack.path / "tasks", "*.yaml")
    documents = (_read_yaml(pack.path, path) for path in paths)
    return {str(document.data.get("id")): document for document in documents}


def _read_manifest(root: Path) -> Manifest:
    document = _read_yaml(root, root / MANIFEST)
    try:
        manifest = Manifest.model_validate(document.data)
    except ValidationError as error:
        raise fault_of(document, problems_of(error, Manifest)) from None
    problems = list(lint_lexicon(manifest.lexicon))
    if problems:
        raise fault_of(document, problems)
    return manifest


def _read_yaml(root: Path, path: Path) -> Document:
    document = read_document(read_text(root, path), str(path))
    if not isinstance(document.data, dict):
        raise PackFault("the file should be a mapping of fields", place=document.place(()))
    return document


def _read_prose(root: Path, name: str) -> str:
    text = read_text(root, root / name).replace("\r\n", "\n").strip()
    if not text:
        raise PackFault("the file is empty", place=str(root / name))
    return text


def _find_environment(root: Path) -> Path:
    single, folder = root / "environment.py", root / "environment"
    if single.is_file() and folder.is_dir():
        raise PackFault(
            "there is both environment.py and environment/",
            hint="Keep one of them.",
            place=str(single),
        )
    if folder.is_dir():
        read_bytes(root, folder / "__init__.py")
        return folder
    read_bytes(root, single)
    return single


def _read_state(root: Path) -> dict[str, Any]:
    single, folder = root / "state.json", root / "state"
    if single.exists() and folder.is_dir():
        raise PackFault(
            "there is both state.json and state/",
            hint="Keep one of them.",
            place=str(single),
        )
    if folder.is_dir():
        files = own_files(root, folder, "*.json")
        state = {file.stem: read_json(root, file) for file in files}
        places = {file.stem: str(file) for file in files}
    else:
        state = read_json(root, single)
        if not isinstance(state, dict):
            raise PackFault("the state should be an object", place=str(single))
        places = dict.fromkeys(state, str(single))
    for name in state:
        if not name.isidentifier() or name.startswith("_"):
            raise PackFault(
                f"{name!r} cannot be a public attribute of the environment",
                hint="Use letters, digits and '_', a letter first.",
                place=places[name],
            )
    return state


def _read_tasks(root: Path, manifest: Manifest, guidelines: str) -> dict[str, Task]:
    tasks: dict[str, Task] = {}
    files: dict[str, str] = {}
    for path in own_files(root, root / "tasks", "*.yaml"):
        document = _read_yaml(root, path)
        task = _read_task(document, manifest, guidelines)
        if task.id in tasks:
            raise fault_of(
                document, [Problem(("id",), f"{task.id!r} is already the id of {files[task.id]}")]
            )
        tasks[task.id] = task
        files[task.id] = document.file
    if not tasks:
        raise PackFault(
            "the pack has no task",
            hint="Write at least one file tasks/NAME.yaml.",
            place=str(root / "tasks"),
        )
    return tasks


def _read_task(document: Document, manifest: Manifest, guidelines: str) -> Task:
    data = dict(document.data)
    if "domain" in data:
        raise fault_of(document, [Problem(("domain",), "is given by the pack; leave it out")])
    data["domain"] = manifest.name
    data.setdefault("greeting", manifest.greeting.strip())
    data.setdefault("now", manifest.now)
    if isinstance(data.get("contract"), dict):
        data["contract"] = {"guidelines": guidelines, **data["contract"]}
    try:
        task = Task.model_validate(data)
    except ValidationError as error:
        raise fault_of(document, problems_of(error, Task)) from None
    problems = list(lint_task(task))
    if problems:
        raise fault_of(document, problems)
    return task


def _hash(root: Path) -> str:
    total = hashlib.sha256()
    for path in _all_files(root):
        name = path.relative_to(root).as_posix()
        content = hashlib.sha256(read_bytes(root, path, MAX_STATE)).hexdigest()
        total.update(f"{name}\0{content}\n".encode())
    return total.hexdigest()


def _all_files(root: Path) -> list[Path]:
    named = [root / name for name in (MANIFEST, "policy.md", "guidelines.md")]
    folders = {"state": "*.json", "tasks": "*.yaml", "environment": "**/*.py"}
    single = [path for path in (root / "state.json", root / "environment.py") if path.is_file()]
    many = [
        file for name, pattern in folders.items() for file in own_files(root, root / name, pattern)
    ]
    return sorted({*named, *single, *many})
