from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.pack import load_pack
from rut_domains.pack.check import CheckReport, check_pack
from tests.support.packs import TASK, change, line_of, make_pack

DONE_AS = """      done_as:
        - renewed
        - have renewed
        - is renewed
        - extended
        - is now due
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make_pack(tmp_path)


def check(pack: Path) -> CheckReport:
    return check_pack(load_pack(pack))


def test_the_scaffold_passes_without_any_finding(pack: Path) -> None:
    report = check(pack)
    assert report.findings == ()
    assert (report.ok, report.tasks, report.replayed) == (True, 1, 1)
    assert report.hash == load_pack(pack).hash


@pytest.mark.parametrize(
    ("old", "new", "rule", "at"),
    [
        # the oracle
        ("tool: renew_loan\n    arg", "tool: renew\n    arg", "unknown-tool", "tool: renew\n"),
        (
            "tool: get_loan\n    arg",
            "by: user\n    tool: get_loan\n    arg",
            "unknown-tool",
            "tool: get_loan",
        ),
        (
            "{loan_id: L-104}\n    conf",
            "{loan_id: L-999}\n    conf",
            "step-fails",
            "- tool: renew_loan",
        ),
        (
            "{loan_id: L-104}\n    conf",
            "{loan: L-104}\n    conf",
            "step-fails",
            "- tool: renew_loan",
        ),
        (
            "{loan_id: L-104}\n    conf",
            "{loan_id: L-104, fast: true}\n    conf",
            "step-fails",
            "- tool: renew_loan",
        ),
        # the assertions
        (
            'value: "2027-05-13"',
            'value: "2027-05-14"',
            "assertion-fails",
            "- path: loans.L-104.due",
        ),
        (
            "path: loans.L-104.due",
            "path: loans.L-104.dew",
            "assertion-fails",
            "- path: loans.L-104.dew",
        ),
        ("path: loans.L-107\n", "path: loans.L-999\n", "nothing-there", "path: loans.L-999"),
        # forbidden calls
        (
            "tool: renew_loan\n    arguments: {loan_id: L-107}",
            "tool: sell\n    arguments: {}",
            "unknown-tool",
            "tool: sell",
        ),
        ("{loan_id: L-107}", "{loan: L-107}", "unknown-argument", "arguments: {loan: L-107}"),
        (
            "{loan_id: L-107}",
            "{loan_id: L-104}",
            "forbidden-in-oracle",
            "- tool: renew_loan\n    arguments: {loan_id: L-104}\n    message",
        ),
        (
            "tool: renew_loan\n    arguments: {loan_id: L-107}",
            "tool: get_loan\n    arguments: {}",
            "forbidden-read",
            "tool: get_loan\n    arguments: {}",
        ),
        # where arguments come from
        ("value: L-104\n", "value: L-103\n", "value-unsaid", "- The sander, that is L-104."),
        (
            "        pattern: '\\b",
            "        said: [saw]\n        pattern: '\\b",
            "said-by-nobody",
            "arguments: {loan_id: L-104}",
        ),
        (
            "pattern: '\\bL-\\d{3}\\b'",
            "pattern: '\\bL-\\d{4}\\b'",
            "pattern-misses",
            "arguments: {loan_id: L-104}",
        ),
        # words
        ("      about: email\n", "", "unreachable-fact", "- id: email"),
        ("      about: email\n", "      about: mail\n", "unreachable-fact", "about: mail"),
        ("        - renewed before\n", "", "few-phrasings", "- id: renewals"),
        (DONE_AS, "", "goal-never-done", "- id: renew\n"),
        (
            "{result.data.due}.\n      - Done",
            "{result.data.day}.\n      - Done",
            "placeholder",
            "- Loan {loan_id} is renewed",
        ),
        ("renew loan {loan_id}", "renew loan {loan}", "placeholder", "- I would renew loan {loan}"),
        ("    - Hello, I need more time with one of your tools.\n", "", "opening", "opening:"),
        (
            "          - Thank you. What is the loan number?",
            "          - Go on?",
            "question-unheard",
            "- Go on?",
        ),
        # ends and criteria
        ("ends: [satisfied]", "ends: [transferred]", "ends-differ", "contract:"),
        ("ends: [satisfied]", "ends: []", "no-end", "ends:"),
        ("ends: [satisfied]", "ends: [satisfied, quit]", "no-end", "ends:"),
        (
            "ends: [satisfied]",
            "ends: [satisfied]\norder: [[renew_loan, get_loan]]",
            "order-broken",
            "order:",
        ),
        (
            "ends: [satisfied]",
            "ends: [satisfied]\norder: [[get_loan, sell]]",
            "unknown-tool",
            "order:",
        ),
    ],
)
def test_each_weakness_is_found_with_its_line(
    pack: Path, old: str, new: str, rule: str, at: str
) -> None:
    change(pack, TASK, old, new)
    found = [finding for finding in check(pack).findings if finding.rule == rule]
    assert found
    assert found[0].task == "renew-sander"
    assert f"{pack}/{TASK}:{line_of(pack, TASK, at)}" in [finding.place for finding in found]


def rules(report: CheckReport) -> set[str]:
    return {finding.rule for finding in report.findings}


def test_an_argument_that_nobody_gave_is_found(pack: Path) -> None:
    for _ in range(4):
        change(pack, TASK, "L-104", "L-111")
    change(pack, TASK, "The sander, that is L-111", "The sander, that is L-104")
    path = pack / TASK
    head, tail = path.read_text().split("oracle:")
    path.write_text(head.replace("L-111", "L-104") + "oracle:" + tail.replace("L-104", "L-111"))
    assert "argument-from-nowhere" in rules(check(pack))


def test_a_task_that_is_won_from_the_start_is_found(pack: Path) -> None:
    change(pack, TASK, 'value: "2027-05-13"', 'value: "2027-05-06"')
    change(pack, TASK, "  - path: loans.L-104.due", "  - path: loans.L-107.due")
    change(pack, TASK, 'value: "2027-05-06"', 'value: "2027-05-05"')
    report = check(pack)
    assert {"won-from-the-start", "true-from-the-start"} <= rules(report)
    assert not report.ok


def test_a_task_in_which_nothing_is_to_be_done_must_forbid_something(pack: Path) -> None:
    path = pack / TASK
    text = path.read_text()
    start, rest = text.index("  - tool: renew_loan\n    arguments: {loan_id: L-104}"), "assertions:"
    text = text[:start] + text[text.index(rest) :]
    text = text.replace('value: "2027-05-13"', "test: unchanged")
    path.write_text(text)
    assert check(pack).ok
    forbidden = text.index("forbidden:")
    path.write_text(text[:forbidden] + text[text.index("ends:") :])
    assert "cannot-fail" in rules(check(pack))


REFUSAL = """refusals:
  - heard_as: [HEARD]
    says:
      - I am sorry, SAYS.
      - No, SAYS.
      - Unfortunately SAYS.
ends:"""


@pytest.mark.parametrize(
    ("heard", "says", "found"),
    [
        ("renew loan", "I cannot renew it", set()),
        ("buy tool", "I cannot renew it", {"refusal-unreached"}),
        ("renew loan", "that is against the rules", {"refusal-not-understood"}),
    ],
)
def test_a_refusal_is_held_against_what_the_user_says_and_hears(
    pack: Path, heard: str, says: str, found: set[str]
) -> None:
    change(pack, TASK, "ends:", REFUSAL.replace("HEARD", heard).replace("SAYS", says))
    assert rules(check(pack)) == found


def test_a_goal_that_no_report_settles_is_found(pack: Path) -> None:
    change(pack, TASK, DONE_AS, "      done_as: [cancelled]\n")
    assert "goal-unheard" in rules(check(pack))


def test_too_few_criteria_are_an_error(pack: Path) -> None:
    path = pack / TASK
    text = path.read_text()
    path.write_text(text[: text.index("  - id: leaves-tile-cutter")])
    assert rules(check(pack)) == {"criteria-count"}


def test_a_result_that_differs_between_two_replays_is_named_by_path(pack: Path) -> None:
    change(
        pack,
        "environment.py",
        'loan["renewals"] += 1',
        'loan["renewals"] += 1\n        loan["token"] = str(self)',
    )
    found = [finding for finding in check(pack).findings if finding.rule == "not-deterministic"]
    assert len(found) == 1
    assert "loans.L-104.token" in found[0].text


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("class ToolLibrary:", "class Library:", "ToolLibrary"),
        ("RENEWAL = ", "RENEWAL == ", "RENEWAL"),
        ("RENEWAL = ", "import socket\n\nRENEWAL = ", "socket"),
        ("RENEWAL = timedelta(days=7)", "RENEWAL = timedelta(days=7", "was never closed"),
    ],
)
def test_code_that_does_not_open_is_one_error(pack: Path, old: str, new: str, words: str) -> None:
    change(pack, "environment.py", old, new)
    report = check(pack)
    assert not report.ok
    assert report.replayed == 0
    (finding,) = report.findings
    assert finding.rule == "environment"
    assert words in f"{finding.text} {finding.place}"


def test_a_tool_that_never_returns_is_one_error(pack: Path) -> None:
    change(pack, "environment.py", 'loan["renewals"] += 1', "while True:\n            pass")
    report = check_pack(load_pack(pack))
    assert not report.ok
    assert rules(report) == {"environment"}


def test_a_task_that_is_not_playable_is_not_replayed(pack: Path) -> None:
    change(pack, TASK, "tags:", "playable: it needs a world that is not here\ntags:")
    report = check(pack)
    assert (report.ok, report.tasks, report.replayed) == (True, 1, 0)


def test_directions_are_held_against_the_users_tools(pack: Path) -> None:
    change(
        pack,
        "pack.yaml",
        "lexicon:\n",
        "lexicon:\n  directions:\n    - tool: restart_phone\n      heard_as: [restart]\n",
    )
    (finding,) = check(pack).findings
    assert finding.rule == "unknown-tool"
    assert finding.place.startswith(f"{pack}/pack.yaml:")


@pytest.mark.parametrize(
    ("old", "new", "rule", "words"),
    [
        ("    @read\n    def get_loan", "    def get_loan", "unmarked-tool", "get_loan"),
        ("            email: The whole address.", "", "undescribed-tool", "email"),
    ],
)
def test_a_tool_that_says_too_little_is_found(
    pack: Path, old: str, new: str, rule: str, words: str
) -> None:
    change(pack, "environment.py", old, new)
    (finding,) = check(pack).findings
    assert (finding.severity, finding.rule) == ("warning", rule)
    assert words in finding.text
    assert finding.place == f"{pack}/pack.yaml:{line_of(pack, 'pack.yaml', 'class:')}"


def test_the_progress_of_a_check_is_told(pack: Path) -> None:
    told: list[tuple[int, int]] = []
    check_pack(load_pack(pack), progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 1)]


def test_a_report_survives_json(pack: Path) -> None:
    data = check(pack).model_dump(mode="json")
    assert data["ok"] is True
    assert data["findings"] == []
