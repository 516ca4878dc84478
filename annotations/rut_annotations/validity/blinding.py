"""Whether raters could tell what was hidden from them, such as who played the user."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from rut_annotations.agreement.ratings import IntArray
from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide
from rut_annotations.validity.sampling import Quantity, encode_clusters, estimate
from rut_domains.frozen import Frozen

UNDECIDED = "cannot_tell"


class ArmBlinding(Frozen):
    """Bang's index of one arm: 1 all guessed right, 0 as by chance, -1 all guessed wrong."""

    arm: str
    right: int
    wrong: int
    undecided: int
    bang: Estimate


class Blinding(Frozen):
    """Both indices of blinding.

    James' index is 1 where nobody ventured a guess, one half where all guessed by chance, and 0
    where all guessed right. `counts` is arms x (guesses in the order of the arms, undecided);
    `no_answer` guesses are missing and enter nothing.
    """

    arms: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    no_answer: int
    james: Estimate
    by_arm: tuple[ArmBlinding, ...]


def measure_blinding(
    arms: Sequence[str],
    guesses: Sequence[str | None],
    clusters: ArrayLike,
    plan: Plan,
    *,
    undecided: str = UNDECIDED,
    names: Sequence[str] | None = None,
) -> Blinding:
    """Return James' index over all arms and Bang's of each.

    Bang, Ni and Davis (2004): (right - wrong) / n, the undecided in n; with more than two arms
    wrong / (arms - 1), so that chance stays 0. James et al. (1996): (1 + P_u + (1 - P_u) K) / 2
    with P_u the share of undecided and K = (P_o - P_e) / P_e, the disagreement of guess and arm
    among the others beyond chance. With one guess a cluster the intervals are the multinomial's,
    else clusters are resampled.

    Args:
        arms: What each thing was.
        guesses: What its rater took it for, `undecided`, or null for no answer.
        clusters: Each guess's cluster; one rater's guesses or one dialogue's are alike.
        plan: How intervals are made.
        undecided: The guess that is none.
        names: The arms there could be; those that occur, as arm or guess, if null.

    Raises:
        ValueError: The three are not equally long, an arm or guess is none of `names`, or an arm
            is called as the undecided are.
    """
    seen = {*arms, *(guess for guess in guesses if guess is not None and guess != undecided)}
    names = tuple(sorted(seen if names is None else set(names)))
    codes, cluster_of, count = _encode(names, arms, guesses, clusters, undecided)
    k = len(names)
    answered = codes >= 0
    arm = np.array([names.index(name) for name in arms], dtype=np.int32)
    cells = np.zeros((len(codes), k * (k + 1)))
    rows_of = np.flatnonzero(answered)
    cells[rows_of, arm[rows_of] * (k + 1) + codes[rows_of]] = 1.0
    rows = cluster_sums(cluster_of, count, list(cells.T)) if k else np.zeros((0, 0))
    counts = rows.sum(axis=0).reshape(k, k + 1).round().astype(np.int32)
    single = bool((rows.sum(axis=1) <= 1).all())
    draws = Draws(count, plan)
    return Blinding(
        arms=names,
        counts=tuple(tuple(int(cell) for cell in row) for row in counts),
        no_answer=int((~answered).sum()),
        james=_james(rows, counts, single, draws),
        by_arm=tuple(_arm(names, at, rows, counts[at], single, draws) for at in range(k)),
    )


def james_index(sums: FloatArray, k: int) -> FloatArray:
    """Return James' index of counts (..., arms x (guesses, undecided)), NaN where undefined.

    All undecided is 1. A wrong guess has the same weight whatever it was.
    """
    cells = sums.reshape(*sums.shape[:-1], k, k + 1)
    total = cells.sum(axis=(-2, -1))
    shares = divide(cells, total[..., None, None])
    undecided = shares[..., k].sum(axis=-1)
    guessed = 1 - undecided
    ventured = shares[..., :k]
    right = np.trace(ventured, axis1=-2, axis2=-1)
    same = (ventured.sum(axis=-1) * ventured.sum(axis=-2)).sum(axis=-1)
    observed = 1 - divide(right, guessed)
    by_chance = 1 - divide(same, guessed * guessed)
    by_chance = np.where(np.abs(by_chance) < 1e-12, 0.0, by_chance)
    beyond = divide(observed - by_chance, by_chance)
    index = (1 + undecided + guessed * beyond) / 2
    return np.asarray(np.where(np.isclose(guessed, 0) & (total > 0), 1.0, index))


def bang_index(sums: FloatArray, arm: int) -> FloatArray:
    """Return Bang's index of one arm's counts (..., guesses and undecided), NaN where empty."""
    k = sums.shape[-1] - 1
    right = sums[..., arm]
    wrong = sums[..., :k].sum(axis=-1) - right
    return divide(right - wrong / max(k - 1, 1), sums.sum(axis=-1))


def _encode(
    names: tuple[str, ...],
    arms: Sequence[str],
    guesses: Sequence[str | None],
    clusters: ArrayLike,
    undecided: str,
) -> tuple[IntArray, IntArray, int]:
    """Return each guess's column (-1 for none), its cluster, and how many clusters there are."""
    cluster_of, count = encode_clusters(clusters)
    if not len(arms) == len(guesses) == len(cluster_of):
        raise ValueError("arms, guesses and clusters must be equally many")
    if undecided in names:
        raise ValueError(f"no arm may be called {undecided!r}")
    place: dict[str | None, int] = {name: at for at, name in enumerate(names)}
    place |= {undecided: len(names), None: -1}
    strange = (set(guesses) - set(place)) | (set(arms) - set(names))
    if strange:
        raise ValueError(f"there is no arm {sorted(map(str, strange))[0]!r}")
    return np.array([place[guess] for guess in guesses], dtype=np.int32), cluster_of, count


def _james(rows: FloatArray, counts: IntArray, single: bool, draws: Draws) -> Estimate:
    k = len(counts)
    n = int(counts.sum())
    if k < 2 or n == 0:
        reason = "no_guesses" if n == 0 else "empty_arm"
        return Estimate(name="james", value=None, reason=reason, n=n)
    quantity = Quantity(
        "james", rows, lambda sums: james_index(sums, k), n, "one_category", (0.0, 1.0)
    )
    found = estimate(quantity, draws)
    if not single or found.value is None:
        return found
    shares = counts.reshape(-1) / n
    slope = _gradient(lambda x: float(james_index(x, k)), shares)
    variance = float(shares @ slope**2 - (shares @ slope) ** 2) / n
    return _normal(found, variance, draws.plan, (0.0, 1.0))


def _arm(
    names: tuple[str, ...],
    at: int,
    rows: FloatArray,
    counts: IntArray,
    single: bool,
    draws: Draws,
) -> ArmBlinding:
    k, n = len(names), int(counts.sum())
    right, undecided = int(counts[at]), int(counts[k])
    own = rows[:, at * (k + 1) : (at + 1) * (k + 1)]
    name = f"bang:{names[at]}"
    if k < 2:
        bang = Estimate(name=name, value=None, reason="empty_arm", n=n)
    else:
        quantity = Quantity(name, own, lambda sums: bang_index(sums, at), n, "no_guesses")
        bang = estimate(quantity, draws)
    if single and bang.value is not None:
        # (P_r + P_w / (k - 1)^2 - (P_r - P_w / (k - 1))^2) / n, Bang's own for two arms.
        hits, misses = right / n, (n - right - undecided) / n
        variance = (hits + misses / (k - 1) ** 2 - bang.value**2) / n
        bang = _normal(bang, variance, draws.plan, (-1.0, 1.0))
    return ArmBlinding(
        arm=names[at], right=right, wrong=n - right - undecided, undecided=undecided, bang=bang
    )


def _normal(found: Estimate, variance: float, plan: Plan, bounds: tuple[float, float]) -> Estimate:
    """Return the estimate with value +- z error, or none where nothing varies."""
    if found.value is None:
        return found
    if variance <= 1e-15:
        return found.model_copy(update={"interval": None, "interval_reason": "no_variation"})
    half = NormalDist().inv_cdf((1 + plan.level) / 2) * math.sqrt(variance)
    interval = Interval(
        low=max(bounds[0], found.value - half),
        high=min(bounds[1], found.value + half),
        level=plan.level,
        method="analytic",
        resampled=plan.resampled,
        clusters=found.n,
        rule="multinomial",
    )
    return found.model_copy(update={"interval": interval, "interval_reason": ""})


def _gradient(value: Callable[[FloatArray], float], shares: FloatArray) -> FloatArray:
    """Return the slopes of a smooth function of shares by central differences."""
    step = 1e-6
    slopes = np.zeros(len(shares))
    for at in range(len(shares)):
        move = np.zeros(len(shares))
        move[at] = step
        slopes[at] = (value(shares + move) - value(shares - move)) / (2 * step)
    return slopes
