"""What a reader finds wrong or noteworthy in a file: findings, their counts, the whole report."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from pydantic import Field, JsonValue

from rut_domains.frozen import Frozen

FindingKind = Literal[
    "mislinked",
    "task_missing",
    "actions_differ",
    "contract_missing",
    "guidelines_mismatch",
    "duplicate_id",
    "duplicate_dialogue",
    "duplicate_task",
    "empty_dialogue",
    "empty_message",
    "unknown_role",
    "system_message",
    "result_without_call",
    "call_without_result",
    "repeated_call_id",
    "caller_mismatch",
    "mixed_text_and_calls",
    "text_not_kept",
    "arguments_unreadable",
    "content_truncated",
    "characters_replaced",
    "time_unreadable",
    "end_not_by_user",
    "end_without_token",
    "end_disagrees",
    "token_before_end",
    "several_tokens",
    "voice_flattened",
    "voice_without_text",
    "simulations_missing",
    "index_mismatch",
    "extension_unreadable",
]

# One line for each kind: what it means for the one who reads the report.
MEANINGS: dict[FindingKind, str] = {
    "mislinked": "the task id names another task than the one played",
    "task_missing": "the task id names no task of the file",
    "actions_differ": "the checked actions are only in part those of the task",
    "contract_missing": "the task says nothing about the user",
    "guidelines_mismatch": "the user called tools, the recorded guidelines are those without tools",
    "duplicate_id": "two different dialogues bear one id; both are kept",
    "duplicate_dialogue": "the same dialogue occurs twice; it is kept once",
    "duplicate_task": "two different tasks bear one id; the first is kept",
    "empty_dialogue": "nobody says or does anything",
    "empty_message": "a message without text and calls",
    "unknown_role": "a message by neither seat; kept for the lead alone",
    "system_message": "a system message in the middle; kept for the lead alone",
    "result_without_call": "a tool result that answers no call",
    "call_without_result": "a tool call that is never answered",
    "repeated_call_id": "a call id that occurs twice; the later one is renamed",
    "caller_mismatch": "a result names another caller than its call",
    "mixed_text_and_calls": "text beside tool calls, which the other seat never saw",
    "text_not_kept": "content that is not text; kept for the lead alone",
    "arguments_unreadable": "call arguments that are not a JSON object; kept for the lead alone",
    "content_truncated": "content that ends in a truncation marker",
    "characters_replaced": "half characters (lone surrogates), replaced by U+FFFD",
    "time_unreadable": "a timestamp that cannot be read; kept for the lead alone",
    "end_not_by_user": "the user did not end the dialogue",
    "end_without_token": "the user ended the dialogue, nothing says why",
    "end_disagrees": "the stop token and the recorded end contradict each other; the token counts",
    "token_before_end": "a stop token after which the dialogue goes on; read as text",
    "several_tokens": "several stop tokens; the first counts",
    "voice_flattened": "a voice run, joined from its ticks to text",
    "voice_without_text": "a voice run without a transcript; not imported",
    "simulations_missing": "a results file without one simulation",
    "index_mismatch": "the index of the run and its files differ",
    "extension_unreadable": "the file's own notes to rut-tui cannot be read",
}


class Finding(Frozen):
    """One thing found.

    `dialogue` is our id of the dialogue, `source` the id that the file gives it (a simulation or
    task id); either may be empty. `place` is where in the file, `text` what is the matter.
    """

    kind: FindingKind
    dialogue: str = ""
    source: str = ""
    place: str = ""
    text: str


class Integrity(Frozen):
    """The integrity report of one file or folder.

    `checkable` dialogues name checked actions, so that their link to a task can be tested;
    `mislinked` of these name another task. `uncheckable` ones name a task of the file, and nothing
    tells whether it was played: they are linked to it. `unlinked` are stored without a contract.
    `kept` counts
    keys that we do not know, by where they stand: they are kept under `recorded`. `file` holds what
    the file says about itself, wherever it stands in it.
    """

    format: str
    dialogues: int = 0
    tasks: int = 0
    checkable: int = 0
    mislinked: int = 0
    uncheckable: int = 0
    unlinked: int = 0
    guidelines: str = ""
    kept: dict[str, int] = Field(default_factory=dict)
    counts: dict[str, int] = Field(default_factory=dict)
    file: dict[str, JsonValue] = Field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


class Ledger:
    """Collects findings and counts while a file is read."""

    def __init__(self, format_name: str) -> None:
        self.format = format_name
        self.numbers: Counter[str] = Counter()
        self.kept: Counter[str] = Counter()
        self.guidelines = ""
        self.file: dict[str, JsonValue] = {}
        self._findings: list[Finding] = []

    def add(
        self, kind: FindingKind, text: str, *, dialogue: str = "", source: str = "", place: str = ""
    ) -> None:
        """Note a finding."""
        self._findings.append(
            Finding(kind=kind, dialogue=dialogue, source=source, place=place, text=text)
        )

    def report(self) -> Integrity:
        """Return what was found so far."""
        counts = Counter(finding.kind for finding in self._findings)
        return Integrity(
            format=self.format,
            dialogues=self.numbers["dialogues"],
            tasks=self.numbers["tasks"],
            checkable=self.numbers["checkable"],
            mislinked=self.numbers["mislinked"],
            uncheckable=self.numbers["uncheckable"],
            unlinked=self.numbers["unlinked"],
            guidelines=self.guidelines,
            kept=dict(sorted(self.kept.items())),
            counts=dict(sorted(counts.items())),
            file=dict(self.file),
            findings=tuple(self._findings),
        )
