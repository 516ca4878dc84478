"""A process killed at any moment leaves a sound file with all that was committed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rut_tui.store import Store
from tests.support.dialogues import make_dialogue

ROOT = Path(__file__).resolve().parents[3]

PLAY = """
import sys
from pathlib import Path
from rut_domains.dialogue import Message, Note
from rut_tui.store import Store

with Store.open(Path(sys.argv[1])) as store:
    seq = 0
    while True:
        moves = [Message(seq=seq, actor="user", text="x" * (seq % 50) * 100)]
        moves += [Note(seq=seq + n, kind="cost", data={}) for n in range(1, seq % 4)]
        store.dialogues.append("d-0001", moves)
        store.drafts.put("draft", str(seq), "")
        seq += len(moves)
        print(seq, flush=True)
"""

IMPORT = """
import sys
from pathlib import Path
from rut_tui.store import Store
from tests.support.dialogues import make_dialogue

with Store.open(Path(sys.argv[1])) as store, store.bulk():
    number = 0
    while True:
        store.dialogues.add(make_dialogue(f"imported-{number}"))
        number += 1
        print(number, flush=True)
"""


def kill_after(program: str, path: Path, lines: int) -> int:
    """Run a program, kill it once it has printed so many lines; return the last number printed."""
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    with child:
        for _ in range(lines):
            printed = child.stdout.readline()
            assert printed, "the child ended by itself"
        os.kill(child.pid, signal.SIGKILL)
        rest = child.stdout.read().splitlines()
    assert child.returncode == -signal.SIGKILL
    # The last line may have been cut off in the middle.
    whole = [int(printed), *map(int, rest[:-1])]
    return whole[-1]


@pytest.mark.parametrize("lines", [1, 2, 17, 60, 151])
def test_a_killed_player_loses_nothing_that_was_committed(path: Path, lines: int) -> None:
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue(events=[]))
    committed = kill_after(PLAY, path, lines)
    with Store.open(path) as store:
        assert store.check() == ()
        events = store.dialogues.events("d-0001")
        assert [event.seq for event in events] == list(range(len(events)))
        assert len(events) >= committed
        assert store.drafts.get("draft") is not None
        # Whoever resumes can go on at once.
        last = make_dialogue().events[0].model_copy(update={"seq": len(events)})
        store.dialogues.append("d-0001", [last])


def test_a_killed_import_leaves_nothing(path: Path) -> None:
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue())
    assert kill_after(IMPORT, path, 300) >= 300
    with Store.open(path) as store:
        assert store.check() == ()
        assert [row.id for row in store.dialogues.list()] == ["d-0001"]


def test_processes_that_make_a_file_at_once_make_it_once(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from rut_tui.store import Store\n"
        "from tests.support.dialogues import make_dialogue\n"
        "print(flush=True); sys.stdin.readline()\n"
        "with Store.open(Path(sys.argv[1])) as store:\n"
        "    store.dialogues.add(make_dialogue('by-' + sys.argv[2]))\n"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(path), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for number in range(4)
    ]
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        child.communicate()
    assert [child.returncode for child in children] == [0, 0, 0, 0]
    with Store.open(path) as store:
        assert store.check() == ()
        assert store.dialogues.count() == 4
