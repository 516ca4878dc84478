from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rut_annotations.estimation.proportion import wilson_interval
from rut_annotations.fidelity.frontier import (
    Priced,
    choose,
    draw_frontier,
    estimate_choice_odds,
    price_sources,
)
from rut_annotations.fidelity.published.user_proxy_bench import load_publication
from rut_annotations.fidelity.wording import REASONS
from tests.support.outcome_tables import PLAN, random_table, table


def test_published_numbers_give_the_published_frontier() -> None:
    """Seven proxies of UserProxyBench (2026): four on the frontier, three dominated."""
    frontier = load_publication().frontier()
    assert frontier.undominated == ("GPT-4.1-mini", "Gemma-26B", "Gemma-31B", "Gemini-3.5-Flash")
    dominated = {row.priced.source: row.dominated_by for row in frontier.rows if row.dominated}
    assert dominated == {
        "GPT-5.4-mini": ("GPT-4.1-mini",),
        "Qwen3.6-35B": ("GPT-4.1-mini", "Gemma-26B", "Gemma-31B"),
        "Sonnet-4-6": ("Gemma-31B", "Gemini-3.5-Flash"),
    }
    assert [row.priced.cost for row in frontier.rows] == sorted(
        row.priced.cost for row in frontier.rows
    )


def test_published_choices_and_spread() -> None:
    """q = .84 picks Gemma-31B, q = .86 Gemini at 3.2 times the cost and 1.9 points more."""
    publication = load_publication()
    frontier = publication.frontier()
    cheap, dear = choose(frontier, 0.84).source, choose(frontier, 0.86).source
    assert (cheap, dear) == ("Gemma-31B", "Gemini-3.5-Flash")
    by_name = {row.source: row for row in publication.sources}
    assert by_name[dear].cost / by_name[cheap].cost == pytest.approx(3.2, abs=0.05)
    assert by_name[dear].ufs - by_name[cheap].ufs == pytest.approx(0.019)
    rewards = [row.reward or 0.0 for row in publication.sources]
    assert max(rewards) - min(rewards) == pytest.approx(0.152)
    assert choose(frontier, 0.9).reason == "no_source_reaches_it"
    assert choose(frontier, 0.84, safe=True).reason == "no_lower_bounds"
    assert choose(frontier, 0.84).price_date == "2026-09-29"


def test_published_counts_are_of_one_study() -> None:
    publication = load_publication()
    assert publication.trajectories.total == publication.trajectories.tasks * 7
    assert publication.trajectories.total - publication.trajectories.scored == 7
    assert publication.price_date == "2026-09-29"
    assert publication.price_date_note


def test_published_judge_free_probe_is_this_uncertain() -> None:
    """23 of 54 is 43%, from 30 to 56."""
    probe = load_publication().probe
    interval = wilson_interval(probe.missed_and_faithful, probe.missed)
    assert (round(interval.low, 2), round(interval.high, 2)) == (0.30, 0.56)


def test_the_safe_choice_goes_by_the_lower_bound() -> None:
    rows = [
        Priced(source="cheap", ufs=0.9, lower=0.7, cost=1),
        Priced(source="dear", ufs=0.9, lower=0.85, cost=2),
    ]
    frontier = draw_frontier(rows, "2026-01-01")
    assert choose(frontier, 0.8).source == "cheap"
    assert choose(frontier, 0.8, safe=True).source == "dear"


def test_equals_do_not_dominate_each_other() -> None:
    rows = [Priced(source=name, ufs=0.5, cost=1) for name in "ab"]
    assert draw_frontier(rows, "2026-01-01").undominated == ("a", "b")


def test_prices_without_a_date_or_a_source_twice_are_refused() -> None:
    with pytest.raises(ValidationError, match="price_date"):
        draw_frontier([], "")
    with pytest.raises(ValueError, match="twice"):
        draw_frontier([Priced(source="a", ufs=0.5, cost=1)] * 2, "2026-01-01")
    assert choose(draw_frontier([], "2026-01-01"), 0.5).reason == "no_sources"


PRICED = st.lists(
    st.tuples(st.sampled_from([0.1, 0.5, 0.9]), st.sampled_from([1.0, 2.0, 3.0])), max_size=7
)


@given(PRICED, st.sampled_from([0.0, 0.1, 0.5, 0.9]))
def test_a_choice_is_never_dominated(pairs: list[tuple[float, float]], threshold: float) -> None:
    rows = [Priced(source=str(n), ufs=u, cost=c) for n, (u, c) in enumerate(pairs)]
    frontier = draw_frontier(rows, "2026-01-01")
    found = choose(frontier, threshold).source
    assert (found is None) == all(row.ufs < threshold for row in rows)
    assert found is None or found in frontier.undominated


def test_odds_are_shares_and_follow_the_thresholds() -> None:
    outcomes = random_table(7, tasks=40)
    sources = {row.source: row.ufs for row in price_sources(outcomes, PLAN)}
    low = estimate_choice_odds(outcomes, 0.0, "2026-01-01", PLAN)
    assert low.picked == {"s0": 1.0, "s1": 0.0, "s2": 0.0}
    assert estimate_choice_odds(outcomes, 1.01, "2026-01-01", PLAN).none == 1
    close = estimate_choice_odds(outcomes, sources["s1"], "2026-01-01", PLAN)
    assert sum(each or 0 for each in (*close.picked.values(), close.none)) == pytest.approx(1)
    assert 0.3 < (close.picked["s1"] or 0) < 0.8
    assert close.lost == 0


def test_odds_without_costs_pick_nobody() -> None:
    odds = estimate_choice_odds(table({"faithful": True}), 0.5, "2026-01-01", PLAN)
    assert (odds.picked, odds.none) == ({}, 1.0)


def test_a_faultless_source_has_a_lower_bound_to_be_picked_by() -> None:
    """All of 40 tasks in two domains: the exact interval starts at .025^(1/40) = .91."""
    rows = [
        {"task": f"t{number}", "domain": "ab"[number % 2], "faithful": True, "cost": 1}
        for number in range(40)
    ]
    priced = price_sources(table(*rows), PLAN)
    assert priced[0].lower == pytest.approx(0.025 ** (1 / 40))
    assert choose(draw_frontier(priced, "2026-01-01"), 0.9, safe=True).source == "s"


def test_every_reason_of_a_choice_has_words() -> None:
    frontiers = [load_publication().frontier(), draw_frontier([], "2026-01-01")]
    for frontier in frontiers:
        for safe in (True, False):
            assert choose(frontier, 2.0, safe=safe).reason in REASONS
