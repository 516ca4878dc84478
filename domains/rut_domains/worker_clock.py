"""The worker's time and chance: frozen, seeded, and so the same in every replay.

Loaded by file path beside `worker.py`, before any code of a pack; the standard library only.
"""

from __future__ import annotations

import datetime as datetime_module
import os
import random
import time
import types
import typing
import uuid


class Clock:
    """The frozen present: the task's `now` plus the tick of the call."""

    def __init__(self, now: str) -> None:
        self.start = _real_datetime.fromisoformat(now)
        if self.start.tzinfo is None:
            self.start = self.start.replace(tzinfo=datetime_module.UTC)
        self.present = self.start

    def set(self, tick: float) -> None:
        """Put the present `tick` seconds after the start."""
        self.present = self.start + datetime_module.timedelta(seconds=tick)

    def seconds(self) -> float:
        """Return the present as seconds since 1970."""
        return self.present.timestamp()


_real_datetime = datetime_module.datetime
_real_date = datetime_module.date


class _Instances(type):
    """Makes real dates instances of the frozen classes, so that isinstance keeps its meaning."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.__mro__[1])


def freeze_time(clock: Clock) -> None:
    """Replace every clock that the standard library offers by the frozen one."""

    class datetime(_real_datetime, metaclass=_Instances):
        @classmethod
        def now(cls, tz: typing.Any = None) -> typing.Any:
            present = clock.present
            return present.replace(tzinfo=None) if tz is None else present.astimezone(tz)

        @classmethod
        def utcnow(cls) -> typing.Any:
            return clock.present.astimezone(datetime_module.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> typing.Any:
            return clock.present.replace(tzinfo=None)

    class date(_real_date, metaclass=_Instances):
        @classmethod
        def today(cls) -> typing.Any:
            return clock.present.date()

    datetime_module.datetime = datetime  # type: ignore[misc]
    datetime_module.date = date  # type: ignore[misc]
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, clock.seconds)
        setattr(time, f"{name}_ns", lambda: int(clock.seconds() * 1_000_000_000))
    real = {name: getattr(time, name) for name in ("gmtime", "localtime", "strftime", "ctime")}

    def gmtime(seconds: float | None = None) -> time.struct_time:
        moment: time.struct_time = real["gmtime"](clock.seconds() if seconds is None else seconds)
        return moment

    time.gmtime = time.localtime = gmtime
    time.ctime = lambda seconds=None: time.asctime(gmtime(seconds))
    time.strftime = lambda form, t=None: real["strftime"](form, time.gmtime() if t is None else t)
    time.sleep = lambda _: None


def seed_chance(seed: str) -> None:
    """Make random, secrets and uuid repeat themselves."""
    random.seed(seed)
    source = random.Random(f"urandom {seed}")
    # SystemRandom, and so secrets, reads this name; uuid reads that of os.
    os.urandom = source.randbytes
    random._urandom = source.randbytes  # type: ignore[attr-defined]
    uuid._node = 0x02_00_00_00_00_01  # type: ignore[attr-defined]
    uuid._generate_time_safe = None  # type: ignore[attr-defined]
    uuid._last_timestamp = None  # type: ignore[attr-defined]


def make_rut_env(clock: Clock) -> types.ModuleType:
    """Return the module that environments import."""
    module = types.ModuleType("rut_env")

    def user_tool(method: typing.Any) -> typing.Any:
        method.__rut_seat__ = "user"
        return method

    def read(method: typing.Any) -> typing.Any:
        method.__rut_writes__ = False
        return method

    def write(method: typing.Any) -> typing.Any:
        method.__rut_writes__ = True
        return method

    def now() -> typing.Any:
        return clock.present

    for thing in (user_tool, read, write, now):
        setattr(module, thing.__name__, thing)
    return module
