from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.faults import Fault, MissingFault, PackFault, UsageFault
from rut_domains.pack import load_pack
from rut_domains.pack.scaffolding import scaffold_pack


@pytest.mark.parametrize("name", ["bakery", "night-bus", "a1", "null", "true", "x" * 48])
def test_a_new_pack_bears_its_name(tmp_path: Path, name: str) -> None:
    made = scaffold_pack(name, tmp_path / "domains")
    assert made == tmp_path / "domains" / name
    pack = load_pack(made)
    assert pack.name == name
    assert "NAME" not in (made / "pack.yaml").read_text()


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "/tmp/x",
        "a/b",
        "a\\b",
        "a b",
        "A",
        "7up",
        "-x",
        "x-",
        "x--y",
        "a\n",
        "a\x00b",
        "é",
        "x" * 49,
        "[bold]x[/]",
        "$(id)",
    ],
)
def test_a_name_that_is_no_slug_is_refused_and_nothing_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageFault):
        scaffold_pack(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    with pytest.raises(PackFault) as caught:
        scaffold_pack("mine", tmp_path)
    assert caught.value.place == str(tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_a_link_that_leads_nowhere_is_something_that_exists(tmp_path: Path) -> None:
    (tmp_path / "mine").symlink_to(tmp_path / "gone")
    with pytest.raises(PackFault):
        scaffold_pack("mine", tmp_path)
    assert not (tmp_path / "gone").exists()


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "domains").write_text("a file")
    with pytest.raises(Fault) as caught:
        scaffold_pack("mine", tmp_path / "domains")
    assert str(tmp_path / "domains") in caught.value.place


@pytest.mark.parametrize("written", [0, 1, 3])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_half_way_leaves_nothing(
    tmp_path: Path, written: int, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packs").mkdir()
    write, done = Path.write_text, list[Path]()

    def write_some(path: Path, text: str, encoding: str) -> int:
        if len(done) == written:
            path.touch()
            raise error
        done.append(path)
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", write_some)
    expected = MissingFault if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        scaffold_pack("mine", tmp_path / "packs" / "of" / "mine")
    assert len(done) == written
    assert [item.name for item in tmp_path.iterdir()] == ["packs"]
    assert list((tmp_path / "packs").iterdir()) == []


def test_no_folder_is_left_where_not_even_a_folder_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mkdir = Path.mkdir

    def refuse(path: Path, *rest: object, **more: object) -> None:
        if path.name == "mine":
            raise OSError(28, "No space left on device", str(path))
        mkdir(path, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(MissingFault, match="No space left"):
        scaffold_pack("mine", tmp_path / "domains")
    assert list(tmp_path.iterdir()) == []
