"""Time and chance inside: frozen, seeded, and alike in every replay."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from rut_domains.environment import Environment, EnvironmentFault, SandboxChoice
from tests.support.environments import answer_to, open_code

TOOLS = """
import calendar, copy, datetime, json, random, secrets, time, uuid
from datetime import date, datetime as moment, timedelta, timezone
from rut_env import now

class A:
    def __init__(self):
        self.made = [moment.now().isoformat(), random.random(), str(uuid.uuid4())]
        self._own = random.Random()
        self._fixed = random.Random(7)

    def look(self, code: str) -> dict:
        return {"success": True, "data": eval(code)}

    def numbers(self) -> dict:
        kinds = [
            random.random(), random.randint(1, 10**9), random.choice("abcdefgh"),
            random.gauss(0, 1), random.sample(range(1000), 3), random.getrandbits(64),
            random.randbytes(4).hex(),
            random.Random().random(), random.SystemRandom().random(), self._own.random(),
            secrets.token_hex(8), secrets.randbelow(10**9), secrets.choice(range(10**6)),
            str(uuid.uuid4()), str(uuid.uuid1()),
        ]
        return {"success": True, "data": kinds}

    def fail(self) -> dict:
        random.random()
        raise ValueError(str(uuid.uuid4()))
"""
HALF_PAST = "2026-03-01T09:30:00+05:30"
EPOCH = datetime.fromisoformat(HALF_PAST).timestamp()


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    with open_code(tmp_path_factory.mktemp("clock"), TOOLS, now=HALF_PAST) as environment:
        yield environment


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("now().isoformat()", "2026-03-01T09:30:00+05:30"),
        ("now().tzinfo.utcoffset(None).total_seconds()", 19800.0),
        ("moment.now().isoformat()", "2026-03-01T09:30:00"),
        ("moment.today().isoformat()", "2026-03-01T09:30:00"),
        ("datetime.datetime.now(timezone.utc).isoformat()", "2026-03-01T04:00:00+00:00"),
        ("moment.utcnow().isoformat()", "2026-03-01T04:00:00"),
        ("moment.now().astimezone().isoformat()", "2026-03-01T09:30:00+05:30"),
        ("moment.now().timestamp()", EPOCH),
        ("date.today().isoformat()", "2026-03-01"),
        ("datetime.date.today().strftime('%A')", "Sunday"),
        ("time.time()", EPOCH),
        ("time.time_ns()", int(EPOCH) * 10**9),
        ("time.monotonic() == time.perf_counter() == time.process_time()", True),
        ("time.clock_gettime(0)", EPOCH),
        ("time.strftime('%Y-%m-%d %H:%M')", "2026-03-01 09:30"),
        ("time.strftime('%H:%M', time.gmtime())", "04:00"),
        ("time.strftime('%H:%M', time.gmtime(0))", "00:00"),
        ("time.localtime().tm_hour", 9),
        ("time.ctime()", "Sun Mar  1 09:30:00 2026"),
        ("time.asctime()", "Sun Mar  1 09:30:00 2026"),
        ("time.mktime(time.localtime())", EPOCH),
        ("time.sleep(10**6)", None),
        # Real dates and frozen ones are of one kind.
        ("isinstance(moment.now(), moment)", True),
        ("isinstance(moment.now(), date)", True),
        ("isinstance(moment.now().date(), date)", True),
        ("isinstance(date.today(), moment)", False),
        ("isinstance('2026-03-01', date)", False),
        ("isinstance(now() + timedelta(days=1), moment)", True),
        ("issubclass(moment, date)", True),
        ("issubclass(date, moment)", False),
        ("type(moment.now()) is type(moment(2026, 1, 1))", True),
        ("(date.today() - date(2026, 2, 1)).days", 28),
        ("(now() - moment(2026, 3, 1, tzinfo=timezone.utc)).total_seconds()", 14400.0),
        ("moment.now().date() == date.today()", True),
        ("date.fromisoformat('2026-02-01') < date.today()", True),
        ("moment.strptime('1 Mar 2026', '%d %b %Y').isoformat()", "2026-03-01T00:00:00"),
        ("time.strptime('1 Mar 2026', '%d %b %Y').tm_yday", 60),
        ("moment.fromisoformat('2026-03-01T10:00:00Z').isoformat()", "2026-03-01T10:00:00+00:00"),
        ("moment.combine(date.today(), datetime.time(8)).isoformat()", "2026-03-01T08:00:00"),
        ("copy.deepcopy(moment.now()).isoformat()", "2026-03-01T09:30:00"),
        ("calendar.monthrange(2026, 2)[1]", 28),
        ("moment.max.year", 9999),
        ("sorted([moment.now(), moment(2020, 1, 1)])[0].year", 2020),
    ],
)
def test_every_clock_shows_the_frozen_present(
    clock: Environment, code: str, expected: object
) -> None:
    assert answer_to(clock, "look", code=code) == expected


def test_classes_of_its_own_below_the_frozen_ones_keep_their_meaning(tmp_path: Path) -> None:
    code = (
        "from datetime import date, datetime\nclass Day(date): pass\n"
        "class A:\n  def f(self):\n    day = Day.today()\n"
        "    kinds = [type(day) is Day, isinstance(date.today(), Day), isinstance(day, date)]\n"
        "    return {'success': True, 'data': [*kinds, day.isoformat()]}\n"
    )
    with open_code(tmp_path, code) as environment:
        assert answer_to(environment, "f") == [True, False, True, "2026-03-01"]


@pytest.mark.parametrize(
    ("now", "local", "utc"),
    [
        ("2026-03-01T09:00:00Z", "2026-03-01T09:00:00", "2026-03-01T09:00:00"),
        ("2026-03-01T09:00:00", "2026-03-01T09:00:00", "2026-03-01T09:00:00"),
        ("2026-03-01T09:00:00-03:30", "2026-03-01T09:00:00", "2026-03-01T12:30:00"),
        ("2026-07-01T00:30:00+14:00", "2026-07-01T00:30:00", "2026-06-30T10:30:00"),
        ("1969-12-31T23:00:00-01:00", "1969-12-31T23:00:00", "1970-01-01T00:00:00"),
        (
            "2026-03-01T09:00:00.250+00:00",
            "2026-03-01T09:00:00.250000",
            "2026-03-01T09:00:00.250000",
        ),
        ("2026-03-01", "2026-03-01T00:00:00", "2026-03-01T00:00:00"),
    ],
)
def test_the_present_is_in_the_time_zone_of_now(
    tmp_path: Path, now: str, local: str, utc: str
) -> None:
    with open_code(tmp_path, TOOLS, now=now) as environment:
        code = "[moment.now().isoformat(), moment.utcnow().isoformat()]"
        assert answer_to(environment, "look", code=code) == [local, utc]
        assert environment.state()["made"][0] == local


@pytest.mark.parametrize("now", ["", "tomorrow", "2026-13-01T00:00:00", "\x1b[2J" * 100])
def test_a_present_that_is_no_time_is_refused(tmp_path: Path, now: str) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        open_code(tmp_path, TOOLS, now=now)
    assert "is no time" in caught.value.title
    assert caught.value.place == "now"
    assert "\x1b" not in str(caught.value)


def test_a_tick_moves_the_present_on(clock: Environment) -> None:
    def at(tick: int) -> object:
        got = clock.call("agent", "look", {"code": "[now().isoformat(), time.time()]"}, tick=tick)
        assert isinstance(got.content, dict)
        return got.content["data"]

    assert at(0) == ["2026-03-01T09:30:00+05:30", EPOCH]
    assert at(90_000) == ["2026-03-02T10:30:00+05:30", EPOCH + 90_000]
    assert at(30) == ["2026-03-01T09:30:30+05:30", EPOCH + 30]


def play(folder: Path, steps: list[tuple[str, int]], seed: int, sandbox: SandboxChoice) -> Any:
    with open_code(folder, TOOLS, seed=seed, sandbox=sandbox) as environment:
        made = environment.state()["made"]
        results = [environment.call("agent", tool, {}, tick=tick) for tool, tick in steps]
        return [made, *[got.content for got in results]]


def test_the_same_seed_and_ticks_bring_the_same_numbers(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    steps = [("numbers", 30), ("numbers", 60)]
    first = play(tmp_path, steps, 1, sandbox)
    assert first == play(tmp_path, steps, 1, sandbox) == play(tmp_path, steps, 1, "none")
    other = play(tmp_path, steps, 2, sandbox)
    values = [first[1]["data"], first[2]["data"], other[1]["data"]]
    # A choice among eight letters may agree by chance; nothing else may.
    for left, right in ((0, 1), (0, 2)):
        same = [a == b for a, b in zip(values[left], values[right], strict=True)]
        assert sum(same) <= 1
    assert first[0] != other[0]


def test_two_calls_at_one_tick_bring_different_numbers(tmp_path: Path) -> None:
    first = play(tmp_path, [("numbers", 30), ("numbers", 30), ("numbers", 30)], 1, "none")
    ids = {got["data"][13] for got in first[1:]}
    assert len(ids) == 3


def test_a_call_left_out_of_a_replay_changes_no_number_after_it(tmp_path: Path) -> None:
    whole = play(tmp_path, [("numbers", 30), ("fail", 60), ("numbers", 90)], 1, "none")
    replay = play(tmp_path, [("numbers", 30), ("numbers", 90)], 1, "none")
    assert whole[3] == replay[2]


def test_a_seed_that_the_environment_sets_itself_is_kept(clock: Environment) -> None:
    code = "[random.seed(5), random.random(), random.Random(5).random()][1:]"
    first, second = answer_to(clock, "look", code=code)  # type: ignore[misc]
    assert first == second
    code = "[random.getstate(), random.random(), random.random()][1:]"
    state = "(random.setstate(random.getstate()), random.random())[1]"
    assert answer_to(clock, "look", code=code) != answer_to(clock, "look", code=state)
    assert answer_to(clock, "look", code="self._fixed.random()") == pytest.approx(0.32383276483316)
