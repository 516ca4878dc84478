"""From values to places on paper, and the lines that show the scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rut_exports.figures.svg import Svg, line, number, text

_TICKS = 5


@dataclass(frozen=True)
class Axis:
    """A scale from `low` to `high`, drawn from `start` to `stop`; by powers of ten where `log`."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False

    def place(self, value: float) -> float:
        """Return where a value stands; one outside stands at the edge."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        share = (self._scaled(value) - low) / (high - low) if high > low else 0.5
        return self.start + min(1.0, max(0.0, share)) * (self.stop - self.start)

    def ticks(self) -> list[float]:
        """Return about five round values inside the scale."""
        if self.log:
            return self._powers()
        span = self.high - self.low
        if span <= 0:
            return [self.low]
        rough = span / _TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]

    def _powers(self) -> list[float]:
        low, high = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        factors = (1,) if high - low > _TICKS else (1, 2, 5)
        all_of = (factor * 10.0**power for power in range(low, high + 1) for factor in factors)
        return [value for value in all_of if self.low <= value <= self.high]

    def _scaled(self, value: float) -> float:
        return math.log10(max(value, 1e-12)) if self.log else value


def span_of(values: list[float], margin: float = 0.05) -> tuple[float, float]:
    """Return the least and the greatest value with some room on both sides."""
    low, high = min(values), max(values)
    room = (high - low) * margin or abs(low) * margin or 1.0
    return low - room, high + room


def horizontal(axis: Axis, y: float, top: float, label: str = "") -> list[Svg]:
    """Return the scale below a plot: a rule up to `top` and a number for each tick."""
    parts = [line(axis.start, y, axis.stop, y)]
    for tick in axis.ticks():
        x = axis.place(tick)
        parts += [line(x, top, x, y), text(x, y + 16, tick_text(tick), "middle", "soft")]
    if label:
        parts.append(text((axis.start + axis.stop) / 2, y + 34, label, "middle"))
    return parts


def vertical(axis: Axis, x: float, right: float, label: str = "") -> list[Svg]:
    """Return the scale at the left of a plot: a rule to `right` and a number for each tick."""
    parts = [line(x, axis.start, x, axis.stop)]
    for tick in axis.ticks():
        y = axis.place(tick)
        parts += [line(x, y, right, y), text(x - 6, y + 4, tick_text(tick), "end", "soft")]
    if label:
        parts.append(text(x, min(axis.start, axis.stop) - 10, label, "middle"))
    return parts


def tick_text(value: float) -> str:
    """Return a tick's number: short, without the noise of binary fractions."""
    return (
        f"{value:,.0f}"
        if abs(value) >= 1000
        else number(value)
        if abs(value) >= 0.1
        else (f"{value:.3g}" if value else "0")
    )
