"""Files that are no bundle, or a hostile one: one clear error each, and nothing is unpacked."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rut_domains.faults import InputFault
from rut_exports.archive.contents import BUNDLE, MANIFEST, ArchiveFault, make_archive
from rut_exports.archive.unpacking import MAX_FILES
from rut_exports.archive.verifying import verify_archive
from tests.support.archives import altered, edit_json, files_of, write_members
from tests.support.studies import small_bundle

SMALL = small_bundle()


def refused(path: Path) -> ArchiveFault:
    with pytest.raises(ArchiveFault) as caught:
        verify_archive(path, "1.0")
    assert caught.value.hint
    assert caught.value.place.startswith(str(path))
    assert caught.value.exit_code == 3
    assert [item.name for item in path.parent.iterdir()] in ([path.name], [])
    return caught.value


def test_no_file_no_zip_an_empty_file_a_folder_and_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with pytest.raises(InputFault, match="no such file"):
        verify_archive(path, "1.0")
    for data in (b"", b"hello", b"\x00" * 1000):
        path.write_bytes(data)
        assert "no zip" in refused(path).title
    path.unlink()
    path.mkdir()
    assert "no plain file" in refused(path).title
    path.rmdir()
    os.mkfifo(path)
    assert "no plain file" in refused(path).title


def test_a_zip_cut_off_anywhere(tmp_path: Path) -> None:
    whole = make_archive(SMALL, "1.0")
    path = tmp_path / "x.zip"
    for end in (2, 100, len(whole) // 2, len(whole) - 30, len(whole) - 1):
        path.write_bytes(whole[:end])
        assert "damaged or cut off" in refused(path).title, end


def test_another_zip_is_no_bundle(tmp_path: Path) -> None:
    path = write_members(tmp_path / "x.zip", ("readme.txt", b"hi"))
    assert "no bundle" in refused(path).title
    path = write_members(path, (MANIFEST, b'{"format": "other", "version": 1}'))
    assert "no bundle" in refused(path).title
    path = write_members(path)
    refused(path)


@pytest.mark.parametrize(
    "name", ["../bundle.json", "/etc/passwd", "a/b.csv", "a\\b.csv", "..", "C:x", "tables/", "a\nb"]
)
def test_names_that_lead_elsewhere(name: str, tmp_path: Path) -> None:
    path = write_members(tmp_path / "x.zip", (MANIFEST, b"{}"), (name, b""))
    assert "such a name" in refused(path).title


def test_links_and_duplicates(tmp_path: Path) -> None:
    link = zipfile.ZipInfo(BUNDLE)
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = write_members(tmp_path / "x.zip", (link, b"/etc/passwd"))
    assert "link" in refused(path).title
    path = write_members(path, (MANIFEST, b"{}"), (BUNDLE, b"1"), (BUNDLE, b"2"))
    fault = refused(path)
    assert "twice" in fault.title
    assert fault.place.endswith(BUNDLE)


def test_bombs_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    write_members(path, (BUNDLE, b"0" * 2**24), how=zipfile.ZIP_DEFLATED)
    assert "far more than it holds" in refused(path).title
    write_members(path, *((f"f{number}", b"") for number in range(MAX_FILES + 1)))
    assert "files" in refused(path).title
    write_members(path, (BUNDLE, b"0" * 100), how=zipfile.ZIP_BZIP2)
    assert "unusual" in refused(path).title
    write_members(path, (MANIFEST, b"{}"))
    data = path.read_bytes()
    at = data.index(b"PK\x01\x02") + 24
    path.write_bytes(data[:at] + b"\xff\xff\xff\x7f" + data[at + 4 :])
    assert "larger than" in refused(path).title


def test_a_zip_made_anew_with_compression_is_the_same_bundle(tmp_path: Path) -> None:
    files = files_of(make_archive(SMALL, "1.0"))
    path = write_members(tmp_path / "x.zip", *files.items(), how=zipfile.ZIP_DEFLATED)
    assert verify_archive(path, "1.0").holds


def test_a_bundle_of_a_newer_format_says_what_to_do(tmp_path: Path) -> None:
    def newer(files: dict[str, bytes]) -> None:
        edit_json(files, MANIFEST, version=2, new_field={})

    fault = refused(altered(SMALL, tmp_path / "x.zip", newer))
    assert "version 2" in fault.title
    assert "Update" in fault.hint


def put(name: str, old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return change


@pytest.mark.parametrize("name", [BUNDLE, MANIFEST])
@pytest.mark.parametrize(
    ("value", "words"),
    [
        (b"NaN", "NaN"),
        (b"Infinity", "Infinity"),
        (b"1e999", "too large"),
        (b"9" * 5000, "too long"),
        (b"9" * 40, "larger than"),
        (b"-1e300", "larger than"),
        (b"[" * 200 + b"]" * 200, "nested"),
        (b"[" * 100_000, "nested"),
        (b"\xff", "UTF-8"),
        (b'1,"x":1,"x":2', "twice"),
        (b"", "not JSON"),
        (b'{"deep": "unknown"}', ""),
    ],
    ids=str,
)
def test_json_that_is_not_ours(name: str, value: bytes, words: str, tmp_path: Path) -> None:
    change = put(name, b"{", b'{"zzz":' + value + b",")
    fault = refused(altered(SMALL, tmp_path / "x.zip", change))
    assert words in fault.title
    assert name in fault.place


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"rubrics": []}, "rubrics"),
        ({"dialogues": [{"id": 1}]}, "dialogues.0"),
        ({"replicates": 1_000_000}, "replicates"),
        ({"judgements": None}, "judgements"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_data_that_fit_no_bundle(fields: dict[str, object], where: str, tmp_path: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        edit_json(files, BUNDLE, **fields)

    fault = refused(altered(SMALL, tmp_path / "x.zip", change))
    assert f"{BUNDLE}:{where}" in fault.place


def test_a_bundle_without_its_data(tmp_path: Path) -> None:
    fault = refused(altered(SMALL, tmp_path / "x.zip", lambda files: files.pop(BUNDLE)))
    assert BUNDLE in fault.title
