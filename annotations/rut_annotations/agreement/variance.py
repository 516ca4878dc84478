"""Agreement on numbers from an analysis of variance: the six intraclass correlations."""

from __future__ import annotations

from typing import Literal

import numpy as np

from rut_annotations.estimation.interval import FloatArray, Interval

Form = Literal["ICC(1,1)", "ICC(2,1)", "ICC(3,1)", "ICC(1,k)", "ICC(2,k)", "ICC(3,k)"]
FORMS: tuple[Form, ...] = ("ICC(1,1)", "ICC(2,1)", "ICC(3,1)", "ICC(1,k)", "ICC(2,k)", "ICC(3,k)")


def intraclass_correlation(
    values: FloatArray, form: Form, level: float = 0.95
) -> tuple[float, Interval | None]:
    """Return an intraclass correlation of Shrout and Fleiss (1979) with its interval by F.

    (1, .): each unit has its own raters; (2, .): the raters are a sample, and what they add
    counts as disagreement; (3, .): these raters only, whose means may differ. (., 1): one rating;
    (., k): the mean of the k. The interval of (2, .) is by Satterthwaite's degrees of freedom
    (McGraw and Wong, 1996).

    Args:
        values: Units x raters, without gaps; at least 2 x 2.
        form: Which.
        level: The level of the interval.

    Returns:
        The value, NaN where the units do not vary at all, and the interval or None.
    """
    n, k = values.shape
    if n < 2 or k < 2:
        return float("nan"), None
    mean = values.mean()
    units = k * ((values.mean(axis=1) - mean) ** 2).sum() / (n - 1)
    raters = n * ((values.mean(axis=0) - mean) ** 2).sum() / (k - 1)
    total = ((values - mean) ** 2).sum()
    scale = 1e-12 * max(total, 1e-300)
    rest = max(0.0, total - units * (n - 1) - raters * (k - 1)) / ((n - 1) * (k - 1))
    within = (total - units * (n - 1)) / (n * (k - 1))
    if total <= 0 or units <= scale:
        return float("nan"), None
    squares = _Squares(float(units), float(raters), float(rest), float(within), n, k)
    value = squares.single(form[4]) if form.endswith("1)") else squares.mean(form[4])
    return value, None if np.isnan(value) else squares.interval(form, level)


class _Squares:
    """Mean squares between units, between raters, left over, and within units."""

    def __init__(
        self, units: float, raters: float, rest: float, within: float, n: int, k: int
    ) -> None:
        self.units, self.raters, self.rest, self.within = units, raters, rest, within
        self.n, self.k = n, k

    def single(self, model: str) -> float:
        error = self.within if model == "1" else self.rest
        below = self.units + (self.k - 1) * error
        if model == "2":
            below += self.k * (self.raters - self.rest) / self.n
        return _share(self.units - error, below)

    def mean(self, model: str) -> float:
        error = self.within if model == "1" else self.rest
        below = self.units
        if model == "2":
            below += (self.raters - self.rest) / self.n
        return _share(self.units - error, below)

    def interval(self, form: Form, level: float) -> Interval | None:
        low, high = self._limits(form[4], (1 + level) / 2)
        if not form.endswith("1)"):
            low, high = _step_up(low, self.k), _step_up(high, self.k)
        if not (np.isfinite(low) and np.isfinite(high)) or low > high:
            return None
        return Interval(low=low, high=min(1.0, high), level=level, method="exact_f")

    def _limits(self, model: str, share: float) -> tuple[float, float]:
        """Return the limits of the single form."""
        n, k = self.n, self.k
        if model == "2":
            return self._limits_2(share)
        error = self.within if model == "1" else self.rest
        if error <= 0:
            return float("nan"), float("nan")
        freedom = n * (k - 1) if model == "1" else (n - 1) * (k - 1)
        ratio = self.units / error
        low = ratio / _f_quantile(share, n - 1, freedom)
        high = ratio * _f_quantile(share, freedom, n - 1)
        return _share(low - 1, low + k - 1), _share(high - 1, high + k - 1)

    def _limits_2(self, share: float) -> tuple[float, float]:
        n, k = self.n, self.k
        value = self.single("2")
        if self.rest <= 0 or not value < 1:
            return float("nan"), float("nan")
        a = k * value / (n * (1 - value))
        b = 1 + k * value * (n - 1) / (n * (1 - value))
        joined = a * self.raters + b * self.rest
        freedom = joined**2 / (
            (a * self.raters) ** 2 / (k - 1) + (b * self.rest) ** 2 / ((n - 1) * (k - 1))
        )
        spread = k * self.raters + (k * n - k - n) * self.rest
        f_low = _f_quantile(share, n - 1, freedom)
        f_high = _f_quantile(share, freedom, n - 1)
        low = n * (self.units - f_low * self.rest) / (f_low * spread + n * self.units)
        high = n * (f_high * self.units - self.rest) / (spread + n * f_high * self.units)
        return low, high


def _share(above: float, below: float) -> float:
    return above / below if below > 0 else float("nan")


def _step_up(single: float, k: int) -> float:
    """Return the correlation of the mean of k from that of one (Spearman and Brown, 1910)."""
    below = 1 + (k - 1) * single
    return k * single / below if below > 0 else -np.inf


def _f_quantile(share: float, above: float, below: float) -> float:
    from scipy.special import fdtri

    return float(fdtri(above, below, share))
