"""The documents name all that there is, and all that they name is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import rut_tui
from rut_domains.behaviours import MODES
from rut_exports.registry import writers
from rut_tui.cli.main import COMMANDS, cli
from rut_tui.cli.main import run as run_command
from rut_tui.settings import Settings, load_settings

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "domains/README.md",
    "annotations/README.md",
    "exports/README.md",
)
READMES = tuple(name for name in DOCUMENTS if name.endswith("README.md"))
READERS = ("rut_tui/settings.py", "rut_tui/__main__.py")
# What stands for something else in a line of a document.
PLACEHOLDER = re.compile(r"^[A-Z][A-Z-]*(\.\.\.)?$|^\.\.\.$|\|")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def all_commands(group: click.Group, path: str = "rut") -> Iterator[tuple[str, click.Command]]:
    with click.Context(group, info_name=path) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            assert command is not None
            yield f"{path} {name}", command
            if isinstance(command, click.Group):
                yield from all_commands(command, f"{path} {name}")


EVERY_COMMAND = dict(all_commands(cli))


def block_lines() -> list[tuple[str, str]]:
    """Return each line of a code block that runs `rut`, with its document."""
    found = []
    for name in DOCUMENTS:
        for block in re.findall(r"^```\w*\n(.*?)^```", read(name), re.DOTALL | re.MULTILINE):
            found += [(name, line) for line in block.splitlines() if re.match(r"rut( |$)", line)]
    return found


def inline_commands() -> list[tuple[str, str]]:
    """Return each `rut ...` in the text of a document."""
    found = []
    for name in DOCUMENTS:
        prose = re.sub(r"^```.*?^```", "", read(name), flags=re.DOTALL | re.MULTILINE)
        codes = re.findall(r"`([^`]+)`", prose)
        found += [(name, " ".join(code.split())) for code in codes if code.startswith("rut ")]
    return found


def parse(words: list[str]) -> click.Command:
    """Parse a command line as click does, without running it; return the command it leads to."""
    context = cli.make_context("rut", list(words))
    command: click.Command = cli
    while isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        if not rest:
            return command
        name, found, rest = command.resolve_command(context, rest)
        assert found is not None
        assert name is not None
        context = found.make_context(name, rest, parent=context)
        command = found
    return command


def test_there_is_something_to_look_at() -> None:
    assert len(block_lines()) >= 10
    assert len(inline_commands()) >= 10
    assert len(EVERY_COMMAND) >= 20


@pytest.mark.parametrize("path", EVERY_COMMAND)
def test_every_command_is_documented(path: str) -> None:
    texts = [read(name) for name in READMES]
    assert any(re.search(rf"`{path}\b|^{path}\b", text, re.MULTILINE) for text in texts)


@pytest.mark.parametrize("path", EVERY_COMMAND)
def test_every_command_and_option_has_help(path: str) -> None:
    command = EVERY_COMMAND[path]
    assert command.help
    assert command.help.strip().splitlines()[0].endswith(".")
    options = [item for item in command.params if isinstance(item, click.Option)]
    unnamed = [item.name for item in options if not item.help]
    assert unnamed == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_overview_says_what_a_command_does(name: str) -> None:
    assert COMMANDS[name][2].endswith(".")
    assert EVERY_COMMAND[f"rut {name}"].name == name


@pytest.mark.parametrize(("document", "line"), block_lines())
def test_every_command_line_in_a_block_can_be_run(document: str, line: str) -> None:
    _, *words = shlex.split(line, comments=True)
    parse(words)


@pytest.mark.parametrize(("document", "code"), inline_commands())
def test_every_command_in_the_text_exists_with_its_options(document: str, code: str) -> None:
    _, *words = code.split()
    named = [word for word in words if not PLACEHOLDER.search(word)]
    command: click.Command = cli
    for word in named:
        if isinstance(command, click.Group) and not word.startswith("-"):
            with click.Context(command) as ctx:
                following = command.get_command(ctx, word)
            assert following is not None, f"{word} in {code}"
            command = following
        elif word.startswith("--"):
            known = {name for item in command.params for name in (*item.opts, *item.secondary_opts)}
            assert word in known | {"--help", "--version"}, f"{word} in {code}"


@pytest.mark.parametrize("name", writers())
def test_every_export_format_is_documented_and_offered(name: str) -> None:
    assert name in read("README.md")
    assert re.search(rf"^\| `{name}` \|", read("exports/README.md"), re.MULTILINE)
    assert f"### {name}" in read("exports/README.md")
    formats = next(
        item for item in EVERY_COMMAND["rut export"].params if item.name == "format_name"
    )
    assert isinstance(formats.type, click.Choice)
    assert name in formats.type.choices


def test_every_variable_is_documented_and_every_documented_one_is_read() -> None:
    code = "".join(map(read, READERS))
    used = set(re.findall(r"[\"'](RUT_[A-Z]+)[\"']", code))
    told = set(re.findall(r"`(RUT_[A-Z]+)`", "".join(map(read, READMES))))
    assert used == told
    assert len(used) >= 7


def test_no_other_module_reads_a_variable() -> None:
    sources = [
        path for path in (ROOT / "rut_tui").rglob("*.py") if "os.environ" in path.read_text()
    ]
    assert {str(path.relative_to(ROOT)) for path in sources} == set(READERS)


@pytest.mark.parametrize(
    ("variable", "field"),
    [("RUT_PLAYER", "player"), ("RUT_RATER", "rater"), ("RUT_THEME", "theme")],
)
def test_a_variable_sets_what_the_table_says(variable: str, field: str, tmp_path: Path) -> None:
    settings = load_settings(environ={variable: "pat", "XDG_DATA_HOME": "d"}, folder=tmp_path)
    assert isinstance(settings, Settings)
    assert getattr(settings, field) == "pat"


def test_every_failure_mode_is_listed_by_the_command_and_told_in_the_handbook(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run_command(["play", "--faults"]) == 0
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[0] for line in lines if line and not line.startswith(" ")]
    assert listed == ["slug", *(mode.slug for mode in MODES)]
    handbook = read("annotations/README.md")
    assert [mode.title for mode in MODES if f"| {mode.title} |" not in handbook] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_within_the_project_leads_somewhere(name: str) -> None:
    here = (ROOT / name).parent
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", read(name)):
        if "://" not in target:
            assert (here / target).exists(), f"{target} in {name}"


def test_the_version_is_told() -> None:
    changes = read("CHANGELOG.md")
    assert "## Unreleased" in changes or f"## {rut_tui.__version__}" in changes
