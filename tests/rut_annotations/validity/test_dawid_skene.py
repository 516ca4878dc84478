from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from rut_annotations.estimation.interval import Plan
from rut_annotations.validity.confusion import confuse
from rut_annotations.validity.dawid_skene import compare_with_majority, fit_codes, fit_items
from rut_annotations.validity.items import find_majority
from tests.support.judged_tables import exchangeable, items

BINARY = ("met", "not_met")
TABLES = {
    "good": [[0.95, 0.05], [0.1, 0.9]],
    "fair": [[0.85, 0.15], [0.25, 0.75]],
    "strict": [[0.7, 0.3], [0.05, 0.95]],
    "poor": [[0.6, 0.4], [0.4, 0.6]],
}


def simulate(units: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    truth = (generator.random(units) < 0.3).astype(np.int32)
    columns = [
        (generator.random(units) < np.array(table)[truth, 1]).astype(np.int32)
        for table in TABLES.values()
    ]
    return truth, np.column_stack(columns).astype(np.int32)


def test_known_error_rates_are_found_again() -> None:
    truth, codes = simulate(20_000, seed=1)
    fit = fit_codes(codes, BINARY, tuple(TABLES), smoothing=0.01)
    assert fit.prior == pytest.approx([0.7, 0.3], abs=0.02)
    assert fit.confusion == pytest.approx(np.array(list(TABLES.values())), abs=0.03)
    assert (fit.report.converged, fit.report.monotone, fit.report.switched) == (True, True, False)
    assert fit.report.warnings == ()
    majority = find_majority(codes, 2).code
    assert (fit.code == truth).mean() > (majority == truth).mean() + 0.02


def test_the_fit_is_at_the_top_of_the_likelihood() -> None:
    """A climb by another method, over the logits of 1 + 3 x 2 shares, gets no further."""
    _, codes = simulate(150, seed=4)
    codes = codes[:, :3]
    fit = fit_codes(codes, BINARY, ("a", "b", "c"), smoothing=0, tolerance=1e-13)

    def loss(logits: np.ndarray) -> float:
        share = 1 / (1 + np.exp(-logits))
        chance = np.stack([1 - share[0], share[0]])
        said = share[1:].reshape(3, 2)
        per = np.where(codes[:, :, None] == 1, said[None], 1 - said[None]).prod(axis=1)
        return -float(np.log((chance * per).sum(axis=1)).sum())

    starts = [fit.prior[1], *fit.confusion[:, :, 1].reshape(-1)]
    logits = np.array([np.log(p / (1 - p)) for p in np.clip(starts, 1e-6, 1 - 1e-6)])
    best = minimize(loss, logits, method="BFGS")
    assert fit.report.log_likelihood == pytest.approx(-best.fun, abs=1e-4)
    assert fit.report.objective[-1] == fit.report.log_likelihood


def test_one_step_by_hand() -> None:
    """Units pp, pf, ff. Votes (1, 0), (1/2, 1/2), (0, 1): prior 1/2, both raters (2/3, 1/3) for
    met as h0 says p, p, f; h1 says p, f, f. Then the middle unit: 1/2 x 1 x 1/3 to 1/2 x 1/3 x 1.
    """
    codes = np.array([[0, 0], [0, 1], [1, 1]], dtype=np.int32)
    fit = fit_codes(codes, BINARY, ("a", "b"), smoothing=0, iterations=1)
    assert fit.prior.tolist() == [0.5, 0.5]
    assert fit.confusion[0] == pytest.approx(np.array([[1, 0], [1 / 3, 2 / 3]]))
    assert fit.confusion[1] == pytest.approx(np.array([[2 / 3, 1 / 3], [0, 1]]))
    assert fit.posterior[1] == pytest.approx([0.5, 0.5])
    assert fit.code.tolist() == [0, -1, 1]
    assert not fit.report.converged
    assert "not_converged" in fit.report.warnings


def test_repeats_of_a_rater_are_one_raters() -> None:
    """Four classes, observer 1 three times, as in the paper's own table."""
    generator = np.random.default_rng(0)
    truth = generator.choice(4, 400, p=[0.4, 0.4, 0.1, 0.1])
    right = generator.random((400, 7)) < 0.8
    other = generator.integers(0, 4, (400, 7))
    codes = np.where(right, truth[:, None], other).astype(np.int32)
    names = ("1", "1", "1", "2", "3", "4", "5")
    fit = fit_codes(codes, ("1", "2", "3", "4"), names)
    assert fit.report.raters == ("1", "2", "3", "4", "5")
    assert fit.confusion.shape == (5, 4, 4)
    assert fit.prior == pytest.approx(np.bincount(truth, minlength=4) / 400, abs=0.02)
    assert (fit.code == truth).mean() > 0.97


def test_judges_are_never_among_the_raters() -> None:
    table = exchangeable(3000, people=3, judges=1, skill=0.85, fails=0.4, seed=2)
    fit = fit_items(table)
    assert fit.report.raters == table.humans
    found = confuse(table, "j0", Plan(replicates=50), reference=fit.code)
    # Labels are right where two of three are: .939. The judge agrees if both are right or wrong.
    assert found.agreement.value == pytest.approx(0.85 * 0.939 + 0.15 * 0.061, abs=0.03)


def test_beside_the_majority_ties_are_settled() -> None:
    """The fourth of four raters is poor: where two stand against two the model decides."""
    _, codes = simulate(600, seed=3)
    fit = fit_codes(codes, BINARY, tuple(TABLES))
    beside = compare_with_majority(fit, codes)
    assert beside.settled == int(find_majority(codes, 2).tied.sum()) > 0
    assert beside.same + beside.different + beside.settled + beside.undecided == 600


def test_switched_classes_give_no_labels() -> None:
    """Where nearly all say met of both kinds, one class turns into the other's."""
    generator = np.random.default_rng(5)
    truth = generator.integers(0, 2, 400)
    wrong = np.array([[0.98, 0.02], [0.75, 0.25]])
    codes = (generator.random((400, 3)) < wrong[truth][:, [1]]).astype(np.int32)
    fit = fit_codes(codes, BINARY, ("a", "b", "c"))
    assert fit.report.switched
    assert fit.report.reason == "label_switching"
    assert (fit.code == -1).all()


def test_silence_and_one_category() -> None:
    empty = fit_items(items(["....", "xx?-"]))
    assert empty.report.reason == "no_ratings"
    none = fit_codes(np.zeros((0, 0), dtype=np.int32), BINARY, ())
    assert (none.report.reason, none.code.tolist()) == ("no_ratings", [])
    single = fit_codes(np.zeros((3, 2), dtype=np.int32), ("met",), ("a", "b"))
    assert single.report.reason == "one_category"
    agreed = fit_items(items(["pppp", "pppp", "pp.."]))
    assert agreed.code.tolist() == [0, 0, 0, 0]
    gap = fit_codes(np.array([[0], [-1], [1]], dtype=np.int32), BINARY, ("a",))
    assert gap.posterior[1].tolist() == [0, 0]
    assert gap.code[1] == -1


def test_bad_arguments_are_refused() -> None:
    codes = np.zeros((2, 2), dtype=np.int32)
    with pytest.raises(ValueError, match="smoothing"):
        fit_codes(codes, BINARY, ("a", "b"), smoothing=-1)
    with pytest.raises(ValueError, match="one name"):
        fit_codes(codes, BINARY, ("a",))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(-1, 2), min_size=3, max_size=3), min_size=1, max_size=25))
def test_it_climbs_sums_to_one_and_heeds_no_order(table: list[list[int]]) -> None:
    codes, names = np.array(table, dtype=np.int32), ("x", "y", "z")
    fit = fit_codes(codes, names, ("a", "b", "c"), iterations=300)
    assert fit.report.monotone
    voted = (codes >= 0).any(axis=1)
    assert fit.posterior[voted].sum(axis=1) == pytest.approx(1.0)
    assert (fit.posterior[~voted] == 0).all()
    turned = fit_codes(codes[::-1, ::-1], names, ("c", "b", "a"), iterations=300)
    if fit.report.iterations == turned.report.iterations:
        assert turned.posterior[::-1] == pytest.approx(fit.posterior, abs=1e-6)
        assert turned.confusion[::-1] == pytest.approx(fit.confusion, abs=1e-6)
