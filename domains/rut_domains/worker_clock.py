"""The worker's time and chance: frozen, seeded, and so the same in every replay.

Loaded by file path beside `worker.py`, before any code of a pack; the standard library only.
"""

from __future__ import annotations

import datetime as datetime_module
import os
import random
import time
import types
import uuid
from collections.abc import Callable
from typing import Any

_Datetime = datetime_module.datetime
_Date = datetime_module.date
_localtime, _gmtime, _asctime, _strftime = time.localtime, time.gmtime, time.asctime, time.strftime
_CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")


class Clock:
    """The frozen present: `now` plus the tick of the call, in the time zone of `now`.

    Args:
        now: ISO 8601 with an offset.
    """

    def __init__(self, now: str) -> None:
        start = _Datetime.fromisoformat(now)
        self.tick: float = 0
        self._micros = round(start.timestamp() * 1_000_000)
        self._zone = datetime_module.timezone(start.utcoffset() or datetime_module.timedelta())
        # Naive dates are local ones, and local is where the pack's `now` is.
        os.environ["TZ"] = posix_zone(self._zone.utcoffset(None))
        time.tzset()

    def nanoseconds(self) -> int:
        """Return the present as nanoseconds since 1970."""
        return self._micros * 1000 + round(self.tick * 1_000_000_000)

    def seconds(self) -> float:
        """Return the present as seconds since 1970."""
        return self.nanoseconds() / 1_000_000_000

    def present(self) -> _Datetime:
        """Return the present with its time zone."""
        return datetime_module.datetime.fromtimestamp(self.seconds(), self._zone)


def posix_zone(ahead: datetime_module.timedelta) -> str:
    """Return the TZ text of a zone that is always `ahead` of UTC; POSIX counts the other way."""
    east = round(ahead.total_seconds())
    minutes, seconds = divmod(abs(east), 60)
    hours, minutes = divmod(minutes, 60)
    name, counted = ("+", "-") if east >= 0 else ("-", "+")
    return f"<{name}{hours:02}{minutes:02}>{counted}{hours:02}:{minutes:02}:{seconds:02}"


class _Frozen(type):
    """Makes real dates instances of the frozen classes, so that isinstance keeps its meaning."""

    def __instancecheck__(cls, value: object) -> bool:
        real = vars(cls).get("real")
        return type.__instancecheck__(cls, value) if real is None else isinstance(value, real)

    def __subclasscheck__(cls, other: type) -> bool:
        real = vars(cls).get("real")
        return type.__subclasscheck__(cls, other) if real is None else issubclass(other, real)


def freeze_time(clock: Clock) -> None:
    """Replace every clock that the standard library offers by the frozen one."""
    utc = datetime_module.UTC

    class FrozenDatetime(_Datetime, metaclass=_Frozen):
        real = _Datetime

        @classmethod
        def now(cls, tz: datetime_module.tzinfo | None = None) -> Any:
            return cls.fromtimestamp(clock.seconds(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.fromtimestamp(clock.seconds(), utc).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Any:
            return cls.now()

    class FrozenDate(_Date, metaclass=_Frozen):
        real = _Date

        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(clock.seconds())

    for name, frozen in {"datetime": FrozenDatetime, "date": FrozenDate}.items():
        frozen.__name__ = frozen.__qualname__ = name
        frozen.__module__ = "datetime"
        setattr(datetime_module, name, frozen)
    for name, value in _frozen_functions(clock).items():
        setattr(time, name, value)


def _frozen_functions(clock: Clock) -> dict[str, Callable[..., Any]]:
    """Return what stands in for the functions of `time`."""

    def localtime(seconds: float | None = None) -> time.struct_time:
        return _localtime(clock.seconds() if seconds is None else seconds)

    def gmtime(seconds: float | None = None) -> time.struct_time:
        return _gmtime(clock.seconds() if seconds is None else seconds)

    def strftime(form: str, moment: Any = None) -> str:
        return _strftime(form, localtime() if moment is None else moment)

    def asctime(moment: Any = None) -> str:
        return _asctime(localtime() if moment is None else moment)

    def ctime(seconds: float | None = None) -> str:
        return _asctime(localtime(seconds))

    return {
        "localtime": localtime,
        "gmtime": gmtime,
        "strftime": strftime,
        "asctime": asctime,
        "ctime": ctime,
        "sleep": lambda _: None,
        "clock_gettime": lambda _: clock.seconds(),
        "clock_gettime_ns": lambda _: clock.nanoseconds(),
        **dict.fromkeys(_CLOCKS, clock.seconds),
        **{f"{name}_ns": clock.nanoseconds for name in _CLOCKS},
    }


class LazyRandom(random.Random):
    """Random numbers of a seed (`pending`) that is set when the first number is asked for."""

    pending: tuple[object, ...] | None = None

    def _catch_up(self) -> None:
        seed, self.pending = self.pending, None
        if seed is not None:
            super().seed(repr(seed))

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Start anew, as environment code asks for it."""
        self.pending = None
        super().seed(a, version)

    def random(self) -> float:
        """Return the next number of [0, 1)."""
        if self.pending is not None:
            self._catch_up()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Return `k` random bits."""
        if self.pending is not None:
            self._catch_up()
        return super().getrandbits(k)

    def getstate(self) -> tuple[Any, ...]:
        """Return what `setstate` takes."""
        self._catch_up()
        return super().getstate()

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on where `getstate` was called."""
        self.pending = None
        super().setstate(state)


class Chance:
    """All randomness, from the seed: the same calls at the same ticks bring the same numbers.

    It begins anew with each call, so that a call that crashed, and is left out of a replay, changes
    no number after it; calls at one tick are told apart by their count.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._tick: float = -1
        self._count = 0
        self._numbers = LazyRandom(0)
        self._bytes = LazyRandom(0)
        real_seed = random.Random.seed
        draw = self._bytes.randbytes

        def reseed(generator: random.Random, a: Any = None, version: int = 2) -> None:
            real_seed(generator, draw(16) if a is None else a, version)

        # The functions of the module are methods of one hidden generator.
        for name, function in list(vars(random).items()):
            if isinstance(getattr(function, "__self__", None), random.Random):
                setattr(random, name, getattr(self._numbers, name))
        for owner, name, value in (
            (os, "urandom", draw),
            (random, "_inst", self._numbers),
            (random, "_urandom", draw),
            (random.Random, "seed", reseed),
            (uuid, "_generate_time_safe", None),
            (uuid, "_UuidCreate", None),
            (uuid, "getnode", lambda: 0x02_00_00_00_00_01),
        ):
            setattr(owner, name, value)
        self._begin()

    def turn(self, tick: float) -> None:
        """Begin the numbers of the next call."""
        self._count = self._count + 1 if tick == self._tick else 0
        self._tick = tick
        self._begin()

    def _begin(self) -> None:
        seed = (self._seed, self._tick, self._count)
        self._numbers.pending = seed
        self._bytes.pending = (*seed, "bytes")
        # uuid1 moves its time on from the last one, which may lie in another turn.
        uuid._last_timestamp = None  # type: ignore[attr-defined]


def make_rut_env(clock: Clock) -> types.ModuleType:
    """Return the module that environments import."""
    module = types.ModuleType("rut_env")

    def user_tool(method: Any) -> Any:
        method.__rut_seat__ = "user"
        return method

    def read(method: Any) -> Any:
        method.__rut_writes__ = False
        return method

    def write(method: Any) -> Any:
        method.__rut_writes__ = True
        return method

    def now() -> _Datetime:
        return clock.present()

    for thing in (user_tool, read, write, now):
        setattr(module, thing.__name__, thing)
    return module
