"""The zip of a bundle: the same bytes, everything made again, and every change found and named."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_domains.faults import UsageFault
from rut_exports.archive.contents import MANIFEST, ArchiveFault, make_archive, pack, sha256
from rut_exports.archive.reading import read_bundle
from rut_exports.archive.verifying import Verification, verify_archive
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.machine import render_json
from rut_exports.report.sheets import render_tables
from tests.support.archives import altered, edit_json, files_of
from tests.support.studies import small_bundle


@cache
def small() -> Bundle:
    return small_bundle()


@cache
def small_zip() -> bytes:
    return make_archive(small(), "1.0")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "bundle.zip"
    made.write_bytes(small_zip())
    return made


def names(found: Verification) -> set[str]:
    return {finding.file for finding in found.findings}


def test_it_holds_the_data_the_report_the_tables_and_the_rubrics(path: Path) -> None:
    files = files_of(path.read_bytes())
    report = build_report(small())
    tables = render_tables(report, small())
    assert next(iter(files)) == MANIFEST
    assert files["report.json"].decode() == render_json(report)
    assert {name: files[name].decode() for name in tables} == tables
    [rubric] = [name for name in files if name.startswith("rubric-user_contract-")]
    assert json.loads(files[rubric])["criteria"] == [
        item.model_dump(mode="json") for item in small().rubrics[0].criteria
    ]
    assert set(files) == {MANIFEST, "bundle.json", "report.json", rubric, *tables}
    manifest = json.loads(files[MANIFEST])
    assert (manifest["format"], manifest["version"], manifest["program"]) == (
        "rut-bundle",
        1,
        "1.0",
    )
    assert manifest["bundle_hash"] == small().hash
    assert {item["name"]: (item["sha256"], item["size"]) for item in manifest["files"]} == {
        name: (sha256(data), len(data)) for name, data in files.items() if name != MANIFEST
    }


def test_the_bundle_comes_back_and_everything_agrees(path: Path) -> None:
    assert read_bundle(path) == small()
    found = verify_archive(path, "1.0")
    assert found.holds
    assert set(found.agreeing) == set(files_of(path.read_bytes()))


def test_the_same_data_give_the_same_bytes_in_any_order() -> None:
    shuffled = small_bundle(
        judgements=tuple(reversed(small().judgements)),
        dialogues=tuple(reversed(small().dialogues)),
    )
    assert make_archive(shuffled, "1.0") == small_zip()
    assert make_archive(small_bundle(seed=6), "1.0") != small_zip()


def test_another_version_of_the_program_is_told_and_numbers_are_compared(path: Path) -> None:
    found = verify_archive(path, "2.0")
    assert (found.written_by, found.checked_by, found.holds) == ("1.0", "2.0", True)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_flipped_byte_of_any_file_goes_unseen(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    files = files_of(small_zip())
    name = data.draw(st.sampled_from(sorted(files)))
    at = data.draw(st.integers(0, len(files[name]) - 1))
    mask = data.draw(st.integers(1, 255))
    changed = bytearray(files[name])
    changed[at] ^= mask
    target = tmp_path_factory.mktemp("flip") / "bundle.zip"
    target.write_bytes(pack({**files, name: bytes(changed)}))
    assert name in told(target)


def told(path: Path) -> str:
    """Name what does not hold: the files that differ, or the place of the error."""
    try:
        return " ".join(names(verify_archive(path, "1.0")))
    except ArchiveFault as fault:
        return fault.place


def test_every_flipped_byte_of_stored_data_is_damage(path: Path) -> None:
    whole = path.read_bytes()
    at = whole.index(b'"sections"')
    path.write_bytes(whole[:at] + b"'" + whole[at + 1 :])
    with pytest.raises(ArchiveFault, match="damaged") as caught:
        verify_archive(path, "1.0")
    assert caught.value.place.endswith(":report.json")


def test_a_number_altered_in_a_table_is_named_with_row_and_column(path: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        lines = files["ufs.csv"].decode().split("\n")
        cells = lines[1].split(",")
        cells[lines[0].split(",").index("n_rated")] = "999"
        files["ufs.csv"] = "\n".join([lines[0], ",".join(cells), *lines[2:]]).encode()

    altered(small(), path, change)
    unlisted, differs = verify_archive(path, "1.0").findings
    assert (unlisted.file, differs.file) == ("ufs.csv", "ufs.csv")
    altered(small(), path, change, relist=True)
    [finding] = verify_archive(path, "1.0").findings
    assert finding.file == "ufs.csv"
    assert finding.difference is not None
    assert finding.difference.place == "row 2, column n_rated"
    assert finding.difference.inside == "999"
    assert finding.difference.again != "999"


def test_a_number_altered_in_the_report_is_named_with_its_field(path: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        report = json.loads(files["report.json"])
        report["sections"][0]["flow"]["rated"] = 77
        files["report.json"] = (json.dumps(report, indent=2) + "\n").encode()

    altered(small(), path, change, relist=True)
    [finding] = verify_archive(path, "1.0").findings
    assert finding.difference is not None
    assert finding.difference.place == "sections.0.flow.rated"
    assert (finding.difference.inside, finding.difference.again) == ("77", "4")


def test_altered_data_are_found_even_if_every_hash_was_made_to_fit(path: Path) -> None:
    altered(small(), path, lambda files: edit_json(files, "bundle.json", seed=6), relist=True)
    found = verify_archive(path, "1.0")
    assert {"bundle.json", "report.json"} <= names(found)
    altered(small(), path, lambda files: edit_json(files, "bundle.json", seed=6))
    assert "bundle.json" in names(verify_archive(path, "1.0"))
    with pytest.raises(ArchiveFault, match="hash the manifest names"):
        read_bundle(path)


def test_missing_and_added_files_are_named(path: Path) -> None:
    altered(small(), path, lambda files: files.pop("ufs.csv"))
    assert names(verify_archive(path, "1.0")) == {"ufs.csv"}
    with pytest.raises(ArchiveFault, match="missing") as caught:
        read_bundle(path)
    assert caught.value.place.endswith("ufs.csv")
    altered(small(), path, lambda files: files.pop("ufs.csv"), relist=True)
    assert names(verify_archive(path, "1.0")) == {"ufs.csv"}
    for relist in (False, True):
        altered(small(), path, lambda files: files.update({"more.txt": b"x"}), relist=relist)
        assert names(verify_archive(path, "1.0")) == {"more.txt"}


def test_a_changed_program_version_breaks_the_seal(path: Path) -> None:
    altered(small(), path, lambda files: edit_json(files, MANIFEST, program="0.9"))
    assert names(verify_archive(path, "1.0")) == {MANIFEST}


def test_a_seed_that_cannot_be_read_back_is_not_written() -> None:
    with pytest.raises(UsageFault, match="seed"):
        make_archive(small_bundle(seed=2**64), "1.0")
