"""Bad input from the outside: one clear message, the right exit code, the database as it was."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import Run, Start, refused
from tests.support.recorded import PLAIN_TALK, said, tau2_results, tau2_simulation, write_json

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]

# Arguments, exit code, words of the message.
Case = tuple[tuple[str, ...], int, tuple[str, ...]]
PLAY = ("play", "--plain", "--seat", "agent", "--domain", "retail")

FILES: dict[str, bytes] = {
    "empty.json": b"",
    "cut.json": b'{"simulations": [',
    "words.json": b"hello\n",
    "utf16.json": b'\xff\xfe{\x00"\x00a\x00"\x00',
    "latin.json": b'{"simulations": ["caf\xe9"]}',
    "nan.json": b'{"simulations": [\n{"a": NaN}]}',
    "twice.json": b'{"simulations": [], "simulations": []}',
    "deep.json": b'{"simulations": ' + b"[" * 5_000,
    "other.json": b'{"some": "thing"}',
    "rubric.yaml": b"id: [",
    "no-database.sqlite": b"hello\n" * 100,
}

IMPORTS: list[Case] = [
    (("import", "missing.json"), 3, ("missing.json", "Check the path")),
    (("import", "folder"), 3, ("folder", "nothing to import")),
    (("import", "empty.json"), 3, ("empty.json", "empty")),
    (("import", "cut.json"), 3, ("cut.json:1:", "cut off")),
    (("import", "words.json"), 3, ("words.json:1:1", "not JSON")),
    (("import", "utf16.json"), 3, ("utf16.json", "UTF-16", "iconv")),
    (("import", "latin.json"), 3, ("latin.json", "UTF-8")),
    (("import", "nan.json"), 3, ("nan.json:2:", "NaN")),
    (("import", "twice.json"), 3, ("twice.json", "simulations")),
    (("import", "deep.json"), 3, ("deep.json",)),
    (("import", "other.json"), 3, ("other.json", "none of the formats")),
    (("import", "/dev/zero"), 3, ("/dev/zero", "no regular file")),
    (("import",), 2, ("PATHS",)),
]
NAMES: list[Case] = [
    (("dialogues", "nothing"), 2, ("nothing", "rut dialogues")),
    (("dialogues", "tau2"), 2, ("several", "Choose one of tau2-")),
    (("dialogues", "x"), 2, ("at least",)),
    (("dialogues", "--limit", "0"), 2, ("at least one",)),
    (("dialogues", "--link", "loose"), 2, ("--link", "unlinked")),
    (("score", "nothing"), 2, ("nothing",)),
    (("export", "--format", "xml"), 2, ("xml", "jsonl")),
    (("export", "nothing", "--format", "jsonl"), 2, ("nothing",)),
    (("domains", "show", "nowhere"), 2, ("nowhere", "retail")),
    (("domains", "show", "retail", "nothing"), 2, ("nothing", "retail")),
    (("domains", "check", "nowhere"), 2, ("nowhere",)),
    (("domains", "new", "a/b"), 2, ("a/b", "letters")),
    (("domains", "list", "--pack", "nowhere"), 2, ("nowhere", "--pack")),
    (("rubrics", "show", "nothing"), 3, ("nothing", "user_contract")),
    (("rubrics", "check", "nothing"), 3, ("nothing", "user_contract")),
    (("rubrics", "check", "/dev/zero"), 3, ("/dev/zero", "no regular file")),
    (("rate", "--plain"), 2, ("--rater",)),
    (("rate", "--plain", "--rater", "  "), 2, ("--rater",)),
    (("rate", "--plain", "--rater", "ada", "--rubric", "rubric.yaml"), 3, ("rubric.yaml:1",)),
    (("report", "--rubric", "nothing"), 3, ("nothing",)),
    (("report", "--format", "pdf"), 2, ("pdf", "markdown")),
    (("report", "--replicates", "0"), 2, ("--replicates",)),
]
PLAYS: list[Case] = [
    ((*PLAY[:3], "judge"), 2, ("judge", "agent")),
    ((*PLAY, "--task", "nothing"), 2, ("nothing",)),
    (("play", "--plain", "--domain", "nowhere"), 2, ("nowhere", "retail")),
    ((*PLAY, "--fault", "nothing"), 2, ("nothing", "--faults")),
    (("play", "--plain", "--seat", "user", "--fault", "overrun"), 2, ("scripted user", "agent")),
    ((*PLAY, "--counterpart", "model:x"), 2, ("model:x", "scripted")),
    ((*PLAY, "--counterpart", "replay:nothing"), 2, ("nothing",)),
    ((*PLAY, "--resume", "nothing"), 2, ("nothing", "rut dialogues")),
    ((*PLAY, "--fork", "nothing"), 2, ("nothing",)),
    ((*PLAY, "--fork", "nothing", "--resume", "nothing"), 2, ("--fork", "--resume")),
    ((*PLAY, "--at", "3"), 2, ("--fork",)),
    *(((*PLAY, "--seed", seed), 2, ("--seed", seed)) for seed in ("x", "-1", "1.5", "99999999999")),
]
DATABASES: list[Case] = [
    (("dialogues", "--db", "folder"), 3, ("folder", "rut.sqlite")),
    (("dialogues", "--db", "no-database.sqlite"), 3, ("no-database.sqlite", "not an SQLite")),
    (("dialogues", "--db", "words.json"), 3, ("words.json", "rut import")),
    (("dialogues", "--db", "newer.sqlite"), 3, ("newer.sqlite", "newer version", "--db")),
    (("dialogues", "--db", "foreign.sqlite"), 3, ("foreign.sqlite", "another program")),
    (("dialogues", "--db", "missing.sqlite"), 3, ("missing.sqlite", "--db")),
    (("rate", "--plain", "--rater", "ada", "--db", "missing.sqlite"), 3, ("missing.sqlite",)),
    (("report", "--db", "missing.sqlite"), 3, ("missing.sqlite",)),
    (("export", "--format", "csv", "--db", "missing.sqlite"), 3, ("missing.sqlite",)),
    (("db", "check", "--db", "newer.sqlite"), 3, ("newer.sqlite", "newer version")),
    (("db", "info", "--db", "missing.sqlite"), 3, ("missing.sqlite",)),
    (("import", "results.json", "--db", "newer.sqlite"), 3, ("newer.sqlite",)),
    ((*PLAY, "--db", "newer.sqlite"), 3, ("newer.sqlite",)),
]
SCREENS: list[Case] = [
    ((), 2, ("terminal", "rut --help")),
    (("play",), 2, ("terminal", "--plain")),
    (("rate", "--rater", "ada"), 2, ("terminal", "--plain")),
    (("demo",), 2, ("terminal", "--fill-only")),
]


@pytest.fixture(scope="module")
def place(
    installed: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Path:
    """A folder with a sound database of two dialogues and every bad file of the tables."""
    folder = tmp_path_factory.mktemp("bad")
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    (folder / "folder").mkdir()
    simulations = [
        tau2_simulation(f"s{number}", messages=(said("assistant", f"{number}"), *PLAIN_TALK))
        for number in range(2)
    ]
    write_json(folder / "results.json", tau2_results(simulations))
    subprocess.run(
        [str(installed / "bin" / "rut"), "import", "results.json", "--db", "rut.sqlite"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    _copy_with(folder, "newer.sqlite", "PRAGMA user_version = 999")
    foreign = sqlite3.connect(folder / "foreign.sqlite")
    foreign.execute("CREATE TABLE theirs (id)")
    foreign.close()
    return folder


def _copy_with(folder: Path, name: str, change: str) -> None:
    (folder / name).write_bytes((folder / "rut.sqlite").read_bytes())
    database = sqlite3.connect(folder / name)
    database.execute(change)
    database.commit()
    database.close()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "code", "words"), [*IMPORTS, *NAMES, *PLAYS, *DATABASES, *SCREENS], ids=str
)
def test_bad_input_is_told_and_changes_nothing(
    rut: Run, place: Path, arguments: tuple[str, ...], code: int, words: tuple[str, ...]
) -> None:
    before = contents(place)
    done = rut(*arguments, cwd=place, env={"RUT_DB": str(place / "rut.sqlite")})
    refused(done, code, *words)
    assert contents(place) == before


@pytest.mark.parametrize(
    ("variables", "code", "words"),
    [
        ({"RUT_SANDBOX": "maybe"}, 2, ("RUT_SANDBOX", "maybe", "bwrap")),
        ({"RUT_DB": "/dev/null"}, 3, ("/dev/null", "--db")),
    ],
)
def test_a_variable_that_cannot_be_used_is_named(
    rut: Run, variables: dict[str, str], code: int, words: tuple[str, ...]
) -> None:
    refused(rut("dialogues", env=variables), code, *words)


@pytest.mark.parametrize("columns", ["0", "1", "-5", "many", "100000"])
def test_a_strange_width_breaks_nothing(rut: Run, columns: str) -> None:
    done = rut("domains", "list", env={"COLUMNS": columns})
    assert done.returncode == 0, done.stderr
    assert "retail" in done.stdout


def test_a_folder_that_may_not_be_written_is_told(rut: Run, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    if os.geteuid() == 0:
        # No permission holds root back, but these folders take no files from anybody.
        closed = Path("/proc/self")
        if not closed.is_dir():
            pytest.skip("root may write everywhere here")
    else:
        closed.mkdir(mode=0o500)
    done = rut(*PLAY, "--db", str(closed / "rut.sqlite"))
    refused(done, 4, "rut.sqlite", "--db")


def test_a_full_disk_keeps_what_was_there(start: Start, rut: Run, tmp_path: Path) -> None:
    first = tau2_results([tau2_simulation("first")])
    write_json(tmp_path / "first.json", first)
    rut("import", "first.json")
    simulations = [
        tau2_simulation(f"s{number}", messages=(said("assistant", "x" * 900), *PLAIN_TALK))
        for number in range(2_000)
    ]
    for number, simulation in enumerate(simulations):
        simulation["messages"][0] = said("assistant", f"{number} " * 300)
    write_json(tmp_path / "large.json", tau2_results(simulations))
    before = rut("db", "info", "--json").stdout

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))

    process = start("import", "large.json", preexec_fn=limit)
    out, told = process.communicate(timeout=120)
    refused(
        subprocess.CompletedProcess((), process.returncode, out, told), 4, "rut.sqlite", "quota"
    )
    after = json.loads(rut("db", "info", "--json").stdout)
    assert after["counts"] == json.loads(before)["counts"]
    assert rut("db", "check").returncode == 0
    assert rut("import", "large.json").returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("dialogues",),
        ("dialogues", "--json"),
        ("export", "--format", "jsonl"),
        ("play", "--faults"),
        ("domains", "show", "retail"),
        ("--help",),
    ],
    ids=str,
)
def test_a_reader_that_goes_away_is_no_failure(
    start: Start, place: Path, arguments: tuple[str, ...]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = start("--db", str(place / "rut.sqlite"), *arguments, stdout=writing)
    os.close(writing)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_written_is_told(start: Start, rut: Run) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = start("domains", "list", "--json", stdout=full)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 4
    assert "No space left" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_no_harm(
    command: str, environment: dict[str, str], tmp_path: Path, closed: str
) -> None:
    """A file that is opened must never take the number of a stream that is closed."""
    script = f'"{command}" play --plain --seat agent --domain retail {closed}; echo $?'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.stdout.splitlines()[-1] == "0", done.stdout + done.stderr
    checked = subprocess.run(
        [command, "db", "check"], env=environment, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


def test_a_current_folder_that_is_gone_is_told(
    command: str, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "gone").mkdir()
    script = f'cd gone && rmdir ../gone && "{command}" domains list'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    refused(done, 4, "current folder")
