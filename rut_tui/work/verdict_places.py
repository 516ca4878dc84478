"""What the rows of a file of verdicts are about: which dialogue here, which criterion of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rut_annotations.blind import turn_seqs
from rut_annotations.faults import RatingsFileFault
from rut_annotations.ratings_files.verdicts import ForeignVerdict
from rut_annotations.rubric import Criterion, Rubric, with_task_criteria
from rut_domains.dialogue import Dialogue
from rut_domains.text import one_line
from rut_tui.settings import Settings
from rut_tui.store import Store, UnknownDialogue
from rut_tui.work.tasks import TaskFinder

_NAMED = 5
_LINES = 8


@dataclass(frozen=True)
class Judged:
    """A dialogue that verdicts are about: its header, what is asked about it, how many turns."""

    dialogue: Dialogue
    criteria: Mapping[str, Criterion]
    turns: int
    ended: bool

    @property
    def counted(self) -> bool:
        """Whether a report counts it."""
        practice = self.dialogue.recorded.get("practice") is True
        return self.ended and not practice and self.dialogue.link != "unlinked"


@dataclass
class Unplaced:
    """What could not be placed: by its name and why, the lines on which it stands."""

    dialogues: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    criteria: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def rows(self) -> int:
        """How many rows could not be placed."""
        groups = (*self.dialogues.values(), *self.criteria.values())
        return sum(map(len, groups))

    def fault(self, place: str) -> RatingsFileFault:
        """Return the fault that names all of them with their lines.

        Args:
            place: The file.
        """
        titles = []
        if self.dialogues:
            titles.append(f"{_count(len(self.dialogues), 'dialogue')} unknown or unclear")
        if self.criteria:
            some = len(self.criteria)
            titles.append("a criterion is unknown" if some == 1 else f"{some} criteria are unknown")
        listed = [*_list(self.dialogues), *_list(self.criteria)]
        first = min(lines[0] for lines in (*self.dialogues.values(), *self.criteria.values()))
        return RatingsFileFault(
            f"{', '.join(titles)}; nothing of the file is stored",
            hint="\n".join(
                [*listed, "Mend the file, or import the other rows alone (--skip-unknown)."]
            ),
            place=f"{place}:{first}",
        )


class Places:
    """Finds dialogues and criteria, each once.

    Args:
        store: Where the dialogues are.
        settings: Where packs are found, for the tasks' own criteria.
        rubric: What was asked.
    """

    def __init__(self, store: Store, settings: Settings, rubric: Rubric) -> None:
        self._store = store
        self._rubric = rubric
        self._tasks = TaskFinder(settings)
        self._by_source: defaultdict[str, list[str]] = defaultdict(list)
        self._by_task: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
        self._ids: set[str] = set()
        for known in store.dialogues.names():
            self._ids.add(known.id)
            if known.source_id:
                self._by_source[known.source_id].append(known.id)
            self._by_task[known.task_id].append((known.trial, known.domain, known.id))
        self._found: dict[tuple[str, ...], str] = {}
        self._judged: dict[str, Judged] = {}
        self.unplaced = Unplaced()

    def place(
        self, rows: Iterable[ForeignVerdict]
    ) -> Iterator[tuple[ForeignVerdict, Judged, Criterion]]:
        """Yield the rows with what they are about; `unplaced` is told of the others."""
        for row in rows:
            try:
                name = self._name(row)
            except UnknownDialogue as fault:
                self.unplaced.dialogues[f"{fault.title} ({fault.hint})"].append(row.line)
                continue
            judged = self._judge(name)
            criterion = judged.criteria.get(row.criterion)
            if criterion is None:
                known = ", ".join(judged.criteria)
                why = f"there is no criterion {_quote(row.criterion)} (known: {known})"
                self.unplaced.criteria[why].append(row.line)
                continue
            yield row, judged, criterion

    def _name(self, row: ForeignVerdict) -> str:
        asked = (row.dialogue,) if row.dialogue else ("", row.task, row.trial, row.domain)
        if asked not in self._found:
            self._found[asked] = self._look_up(row)
        return self._found[asked]

    def _look_up(self, row: ForeignVerdict) -> str:
        if not row.dialogue:
            return self._by_trial(row)
        if row.dialogue in self._ids:
            return row.dialogue
        foreign = self._by_source.get(row.dialogue)
        if foreign:
            return _only(foreign, f"dialogue {_quote(row.dialogue)} of another system")
        return self._store.dialogues.resolve(row.dialogue)

    def _by_trial(self, row: ForeignVerdict) -> str:
        if not row.task:
            raise UnknownDialogue("a row names no dialogue", hint="Fill in the column 'dialogue'.")
        found = [
            name
            for trial, domain, name in self._by_task.get(row.task, ())
            if row.trial in ("", trial) and row.domain in ("", domain)
        ]
        what = f"task {_quote(row.task)}" + (f", trial {_quote(row.trial)}" if row.trial else "")
        if not found:
            raise UnknownDialogue(f"no dialogue here is of {what}", hint="`rut dialogues` lists.")
        return _only(found, what)

    def _judge(self, name: str) -> Judged:
        if name not in self._judged:
            dialogue = self._store.dialogues.get(name)
            criteria = with_task_criteria(self._rubric, self._tasks.find(dialogue))
            self._judged[name] = Judged(
                # Events are many; nothing here needs them any more.
                dialogue=dialogue.model_copy(update={"events": ()}),
                criteria={item.id: item for item in criteria},
                turns=len(turn_seqs(dialogue, self._rubric)),
                ended=any(event.kind == "stop" for event in dialogue.events),
            )
        return self._judged[name]


def _only(found: list[str], what: str) -> str:
    if len(found) == 1:
        return found[0]
    more = ", ..." if len(found) > _NAMED else ""
    raise UnknownDialogue(
        f"{len(found)} dialogues here are {what}",
        hint=f"Name one by its id here: {', '.join(found[:_NAMED])}{more}.",
    )


def _list(groups: Mapping[str, list[int]]) -> list[str]:
    listed = [f"  {_line(lines)}: {why}" for why, lines in list(groups.items())[:_LINES]]
    if len(groups) > _LINES:
        listed.append(f"  and {len(groups) - _LINES} more")
    return listed


def _line(lines: list[int]) -> str:
    some = ", ".join(map(str, lines[:_LINES]))
    more = f" and {len(lines) - _LINES} more" if len(lines) > _LINES else ""
    return f"line{'s' if len(lines) > 1 else ''} {some}{more}"


def _quote(text: str) -> str:
    return f"'{one_line(text, 60)}'"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
