"""Files of verdicts made elsewhere: every spelling that is understood, every row that is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rut_annotations.faults import RatingsFileFault
from rut_annotations.ratings_files.verdicts import (
    ForeignVerdict,
    VerdictsFile,
    find_verdict,
    read_verdicts,
)

HEAD = "dialogue,criterion,rater,role,pass,verdict,evidence"


def read(folder: Path, text: str | bytes, name: str = "verdicts.csv") -> VerdictsFile:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_verdicts(path)


def one(folder: Path, row: str, head: str = HEAD) -> ForeignVerdict:
    [found] = read(folder, f"{head}\n{row}\n").verdicts
    return found


def refusal(folder: Path, text: str | bytes, name: str = "verdicts.csv") -> RatingsFileFault:
    with pytest.raises(RatingsFileFault) as caught:
        read(folder, text, name)
    return caught.value


@pytest.mark.parametrize(
    ("word", "verdict"),
    [
        ("met", "met"),
        (" Met ", "met"),
        ("YES", "met"),
        ("1", "met"),
        ("1.0", "met"),
        ("True", "met"),
        ("pass", "met"),
        ("not met", "not_met"),
        ("not_met", "not_met"),
        ("Not-Met", "not_met"),
        ("0", "not_met"),
        ("fail", "not_met"),
        ("no", "not_met"),
        ("n/a", "not_applicable"),
        ("NA", "not_applicable"),
        ("not_applicable", "not_applicable"),
        ("cannot_tell", "cannot_tell"),
        ("can't tell", "cannot_tell"),
        ("unsure", "cannot_tell"),
        ("", None),
        ("none", None),
        ("skipped", None),
    ],
)
def test_a_verdict_has_many_spellings(word: str, verdict: str | None) -> None:
    assert find_verdict(word) == verdict


@pytest.mark.parametrize("word", ["maybe", "-1", "2", "met?", "0.5", "not", "met not met", "=1"])
def test_other_words_are_no_verdicts(word: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        find_verdict(word)


def test_a_row_says_all_that_there_is_to_say(tmp_path: Path) -> None:
    head = "Dialogue ID;criterion;rater;role;pass;verdict;evidence;mode;effect;confidence;comment"
    row = "sim|1;groundedness;cy;LLM;2;not met;[7, 3];fabricated_fact;Helped;3;=1+1"
    assert one(tmp_path, row, head) == ForeignVerdict(
        line=2,
        dialogue="sim|1",
        criterion="groundedness",
        rater="cy",
        role="model",
        pass_number=2,
        verdict="not_met",
        evidence=(3, 7),
        mode="fabricated_fact",
        effect="helped",
        confidence=3,
        comment="=1+1",
    )


def test_what_is_left_out_has_a_plain_meaning(tmp_path: Path) -> None:
    found = one(tmp_path, "d,c,cy,met", "dialogue,criterion,rater,verdict")
    assert (found.role, found.pass_number, found.evidence) == ("human", 1, ())
    assert (found.mode, found.effect, found.confidence, found.comment) == (None, None, None, "")


@pytest.mark.parametrize(
    ("cell", "turns"),
    [
        ("", ()),
        ("3;7", (3, 7)),
        ("[3, 7]", (3, 7)),
        ('["7"]', (7,)),
        ("7 3 7", (3, 7)),
        ("3.0", (3,)),
    ],
)
def test_evidence_is_turn_numbers(tmp_path: Path, cell: str, turns: tuple[int, ...]) -> None:
    quoted = cell.replace('"', '""')
    assert one(tmp_path, f'd,c,cy,,,met,"{quoted}"').evidence == turns


@pytest.mark.parametrize(
    ("row", "title"),
    [
        ("d,c,cy,,,maybe,", "'maybe' is no verdict"),
        ("d,c,,,,met,", "names no rater"),
        ("d,,cy,,,met,", "names no criterion"),
        ("d,c,cy,judge,,met,", "'judge' is no role"),
        ("d,c,gpt-4o,,,met,", "the name says model"),
        ("d,c,gold,,,met,", "the name says gold"),
        ("d,c,cy,,0,met,", "no number of a pass"),
        ("d,c,cy,,1.5,met,", "no number of a pass"),
        ("d,c,cy,,training,met,", "no number of a pass"),
        ("d,c,cy,,,met,0", "no number of a turn"),
        ("d,c,cy,,,met,-3", "no number of a turn"),
        ("d,c,cy,,,met,3.5", "no number of a turn"),
        ("d,c,cy,,,met,[3", "no number of a turn"),
        ("d,c,cy,,,met,99999999999", "no number of a turn"),
        ("d,c,c\x1b[31my,,,met,", "cannot be shown"),
        ("d,c,cy,,,met", "6 cells, the first one 7"),
        ("d,c,cy,,,met,,", "8 cells, the first one 7"),
    ],
)
def test_a_row_that_is_wrong_is_named_with_its_line(tmp_path: Path, row: str, title: str) -> None:
    fault = refusal(tmp_path, f"{HEAD}\nd,c,cy,,,met,\n{row}\n")
    assert title in fault.title
    assert fault.place == f"{tmp_path / 'verdicts.csv'}:3"
    assert "\x1b" not in str(fault)


@pytest.mark.parametrize(
    ("name", "cell"), [("effect", "nice"), ("confidence", "4"), ("confidence", "high")]
)
def test_details_that_are_wrong_are_refused(tmp_path: Path, name: str, cell: str) -> None:
    fault = refusal(tmp_path, f"dialogue,criterion,rater,verdict,{name}\nd,c,cy,not met,{cell}\n")
    assert f"'{cell}' is no {name}" in fault.title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", "the file is empty"),
        (HEAD + "\n", "holds no verdicts"),
        ("dialogue,criterion,verdict\nd,c,met\n", "no column says who judged"),
        ("criterion,rater,verdict\nc,cy,met\n", "no column says which dialogue"),
        ("dialogue,rater,verdict\nd,cy,met\n", "no column says what was asked"),
        ("dialogue,criterion,rater\nd,c,cy\n", "no column says what the verdict is"),
        ("d,c,cy,met\nd,c,dy,met\n", "names no columns"),
        (f"{HEAD},verdict\nd,c,cy,,,met,,met\n", "two columns are called 'verdict'"),
        (f"{HEAD}\nd,c,cy,,,met,\0\n", "a NUL byte"),
        (f'{HEAD}\nd,c,"cy,,,met,\n', "the table is broken"),
        (b"PK\x03\x04....", "a zip file or a workbook"),
    ],
)
def test_what_is_no_file_of_verdicts_is_refused(
    tmp_path: Path, text: str | bytes, title: str
) -> None:
    assert title in refusal(tmp_path, text).title


@pytest.mark.parametrize(
    "text",
    [
        (f"\ufeff{HEAD}\r\nd,c,Zoë,,,met,1\r\n").encode(),
        (HEAD.replace(",", ";") + "\r\nd;c;Zoë;;;met;1\r\n").encode(),
        (HEAD.replace(",", "\t") + "\nd\tc\tZoë\t\t\tmet\t1\n").encode("utf-16"),
        f"{HEAD}\nd,c,Zoë,,,met,1\n".encode("cp1252"),
        f"sep=;\n{HEAD}\nd;c;Zoë;;;met;1\n".replace(",", ";").encode(),
        f'{HEAD}\n"d","c","Zoë",,,"met","1"'.encode(),
        json.dumps(
            {"dialogue": "d", "criterion": "c", "rater": "Zoë", "verdict": True, "evidence": [1]}
        ).encode(),
        json.dumps(
            [{"dialogue": "d", "criterion": "c", "rater": "Zoë", "verdict": "met", "evidence": 1}]
        ).encode(),
    ],
)
def test_dialects_and_encodings_do_not_matter(tmp_path: Path, text: bytes) -> None:
    [found] = read(tmp_path, text).verdicts
    assert (found.dialogue, found.rater, found.verdict, found.evidence) == ("d", "Zoë", "met", (1,))


def test_json_lines_are_rows_and_a_bad_one_has_its_line(tmp_path: Path) -> None:
    good = {"dialogue_id": "d", "criterion_id": "c", "rater": "cy", "verdict": "met"}
    lines = "\n".join(map(json.dumps, (good, {**good, "rater": "dy", "verdict": "eh"})))
    assert refusal(tmp_path, lines, "v.jsonl").place.endswith("v.jsonl:2")
    fault = refusal(tmp_path, '{"dialogue": "d"}\n[1]\n', "v.jsonl")
    assert fault.title == "a record is no object"


def test_rows_without_a_verdict_are_left_out_and_counted(tmp_path: Path) -> None:
    found = read(tmp_path, f"{HEAD}\nd,c,cy,,,met,\nd,c,dy,,,,\n,,,,,,\nd,c,ey,,,skipped,\n")
    assert [row.rater for row in found.verdicts] == ["cy"]
    assert found.left_out == {"without a verdict": 2, "blank rows": 1}
    assert len(found.notes) == 2


def test_columns_are_known_by_other_names_and_the_others_are_told(tmp_path: Path) -> None:
    head = "simulation_id,question,annotator,rater_kind,label,favourite colour"
    found = read(tmp_path, f"{head}\ns1,c,cy,person,yes,blue\n")
    [row] = found.verdicts
    assert (row.dialogue, row.criterion, row.rater, row.role) == ("s1", "c", "cy", "human")
    assert "not used: columns 'favourite colour'" in found.taken


def test_the_hash_is_that_of_the_bytes(tmp_path: Path) -> None:
    import hashlib

    text = f"{HEAD}\nd,c,cy,,,met,\n"
    assert read(tmp_path, text).file_hash == hashlib.sha256(text.encode()).hexdigest()
