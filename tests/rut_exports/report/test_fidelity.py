"""The tables of fidelity in a report: what stands in them, and what is left out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rut_domains.outcomes import UserWrite
from rut_exports.bundle import Bundle, DialogueSummary
from rut_exports.conduct import Conduct, Told
from rut_exports.report.assembly import build_report
from rut_exports.report.fidelity.model import AgentTables, FidelityTables
from rut_exports.report.html import render_html
from rut_exports.report.latex import render_latex
from rut_exports.report.markdown import render_markdown
from rut_exports.report.pages.whole import make_document
from rut_exports.report.sheets import render_tables
from rut_exports.report.terminal import render_text
from tests.support.judging import RUBRIC
from tests.support.studies import HUMAN, MODEL, small_bundle, summary, words

PROXY = "tau2: proxy"


def dialogue(id: str, source: str, task: str, success: bool, **parts: Any) -> DialogueSummary:
    told = parts.pop("told", 1)
    given = {
        "human": source == HUMAN,
        "agent": "tau2: shop-agent",
        "success": success,
        "turns": 4,
        "efforts": {"agent calls": 2.0},
        "features": {"messages": 4.0},
        "facts": (
            Told(fact="order", requested=2, disclosed=told),
            Told(fact="name", opening=True, disclosed=1),
        ),
        "cost": None if source == HUMAN else 0.01,
        "date": "2026-11-30",
    }
    return summary(id, source, task, conduct=Conduct(**{**given, **parts}))


def study(**parts: Any) -> Bundle:
    """Four tasks, a person and a proxy each: the proxy fails one criterion in two of them."""
    pairs = (("t1", True, True), ("t2", True, True), ("t3", False, True), ("t4", True, False))
    dialogues, judgements = [], []
    for number, (task, human, simulated) in enumerate(pairs):
        dialogues += [
            dialogue(f"h{task}", HUMAN, task, human, told=2),
            dialogue(f"p{task}", PROXY, task, simulated, told=1),
        ]
        for rater in ("ann", "bob"):
            judgements += words(f"h{task}", rater, "mmmm")
            judgements += words(f"p{task}", rater, "mmmm" if number % 2 else "mnmm")
    given: dict[str, Any] = {
        "rubrics": (RUBRIC,),
        "dialogues": dialogues,
        "judgements": judgements,
        "replicates": 100,
    }
    return Bundle(**{**given, **parts})


def tables_of(bundle: Bundle) -> FidelityTables:
    (section,) = build_report(bundle).sections
    assert section.fidelity is not None
    return section.fidelity


def only(bundle: Bundle) -> AgentTables:
    (tables,) = tables_of(bundle).agents
    return tables


def test_the_2x2_of_success_and_faithfulness_is_counted_by_the_majority() -> None:
    rows = {(row.source, row.pooled): row for row in only(study()).hidden}
    proxy = rows[PROXY, False]
    # Faithful in t2 and t4; successful in t1, t2, t3.
    counts = (
        proxy.success_faithful,
        proxy.success_unfaithful,
        proxy.failure_faithful,
        proxy.failure_unfaithful,
    )
    assert counts == (1, 2, 1, 0)
    assert proxy.hidden.value == pytest.approx(2 / 3)
    assert rows["human", True].success_faithful == 3


def test_the_gap_to_people_is_over_the_tasks_of_both() -> None:
    (proxy,) = (row for row in only(study()).axes if not row.human)
    gap = proxy.contract.against_people
    assert gap is not None
    assert (gap.tasks, gap.matched.value) == (4, pytest.approx(-0.5))
    assert proxy.likeness is not None
    assert proxy.likeness.success is not None
    assert proxy.likeness.success.matched.value == pytest.approx(0.0)


def test_failures_are_counted_by_family() -> None:
    found = {(row.kind, row.source): row for row in only(study()).failures}
    row = found["premature_disclosure", PROXY]
    assert (row.verdicts, row.dialogues, row.scored) == (2, 2, 4)
    assert found["groundedness", PROXY].dialogues == 0


def test_facts_a_user_may_begin_with_do_not_count_as_disclosed_early() -> None:
    found = {row.source: row for row in only(study()).disclosure}
    assert found[PROXY].facts == 4
    assert found[PROXY].early.value == 1.0
    assert found[HUMAN].early.value == 0.0
    assert found[HUMAN].front_load.value == 0.0


def test_prices_have_the_date_of_the_last_priced_dialogue() -> None:
    prices = only(study()).prices
    assert prices is not None
    assert prices.frontier.price_date == "2026-11-30"
    assert [row.priced.source for row in prices.frontier.rows] == [PROXY]
    picks = {(choice.threshold, choice.safe): choice.source for choice in prices.choices}
    assert picks[0.8, False] is None


def test_what_the_agent_asked_for_and_the_user_never_did_is_probed() -> None:
    writes = {
        "pt1": (UserWrite(tool="restart", done=False, asked=True),),
        "pt2": (UserWrite(tool="restart", done=False, asked=False),),
        "pt3": (UserWrite(tool="restart", done=True, asked=True),),
    }
    rows = [
        row.model_copy(
            update={
                "conduct": row.conduct.model_copy(update={"user_writes": writes.get(row.id, ())})
            }
        )
        for row in study().dialogues
    ]
    probe = only(study(dialogues=rows)).probe
    assert probe is not None
    (row,) = (row for row in probe.rows if row.source == PROXY)
    assert (row.eligible, row.actions, row.missed) == (3, 3, 2)
    assert (row.asked_not_done, row.never_asked) == (1, 1)
    assert row.at_fault.value == pytest.approx(1 / 3)
    page = render_markdown(make_document(build_report(study(dialogues=rows))))
    assert "Probe without a judge" in page
    assert only(study()).probe is None


def test_what_nothing_is_known_of_is_left_out_and_said() -> None:
    found = only(study())
    assert "behaviours" in found.absent
    assert found.reward == ()
    page = render_markdown(make_document(build_report(study())))
    assert "behaviours that users were told to show" in page
    assert "Mean reward by domain" not in page


def test_one_rater_settles_a_dialogue_where_no_dialogue_has_two() -> None:
    alone = [row for row in study().judgements if row.rater == "ann"]
    found = tables_of(study(judgements=alone))
    assert found.by == "one_rater"
    (proxy,) = (row for row in found.agents[0].axes if not row.human)
    assert proxy.contract.score.pooled.value == 0.5
    some = [*alone, *words("ht1", "bob", "mmmm")]
    found = tables_of(study(judgements=some))
    assert found.by == "majority"
    assert sum(row.contract.score.scored for row in found.agents[0].axes) == 1


def test_agents_are_kept_apart_and_ranked() -> None:
    other = [
        dialogue(f"{who}2{task}", source, task, success, agent="tau2: other")
        for task in ("t1", "t2")
        for who, source, success in (("h", HUMAN, False), ("p", PROXY, task == "t1"))
    ]
    found = tables_of(study(dialogues=[*study().dialogues, *other]))
    assert [(each.agent, each.dialogues) for each in found.agents] == [
        ("tau2: shop-agent", 8),
        ("tau2: other", 4),
    ]
    (ranking,) = found.rankings
    assert {rate.agent for rate in ranking.agents} == {"tau2: shop-agent", "tau2: other"}


def test_a_source_of_people_and_programs_is_two_sources() -> None:
    mixed = [
        summary("a", MODEL, "t1", conduct=Conduct(human=True, agent="x", turns=1)),
        summary("b", MODEL, "t2", conduct=Conduct(human=False, agent="x", turns=1)),
    ]
    found = only(study(dialogues=mixed, judgements=()))
    assert {row.source for row in found.axes} == {MODEL, f"{MODEL} (people)"}


def test_nothing_is_invented_without_conduct_or_verdicts() -> None:
    for bundle in (small_bundle(), study(judgements=())):
        report = build_report(bundle)
        document = make_document(report)
        for text in (render_markdown(document), render_html(document), render_text(report)):
            assert not re.search(r"\bnan\b", text, re.IGNORECASE)
    assert build_report(study(dialogues=(), judgements=())).sections[0].fidelity is None


def test_every_form_holds_the_tables_and_escapes_names() -> None:
    hostile = '<script>alert(1)</script>=cmd|"x",]\n\x1b[31m:'
    renamed = [
        row.model_copy(
            update={
                "source": hostile if row.source == PROXY else row.source,
                "conduct": row.conduct.model_copy(update={"agent": hostile}),
            }
        )
        for row in study().dialogues
    ]
    report = build_report(study(dialogues=renamed))
    document = make_document(report)
    page = render_html(document)
    assert "<script>" not in page
    assert "\x1b" not in page
    assert "Hidden failures" in page
    assert "hidden failures" in render_text(report, 80)
    assert all(len(line) <= 80 for line in render_text(report, 80).splitlines())
    assert r"\begin{table}" in render_latex(document)
    sheet = render_tables(report, study(dialogues=renamed))["fidelity.csv"]
    assert "hidden_failures" in sheet
    assert "\x1b" not in sheet


def test_the_csv_holds_each_number_with_its_reason() -> None:
    sheet = render_tables(build_report(study()), study())["fidelity.csv"].splitlines()
    header = sheet[0].split(",")
    rows = [dict(zip(header, line.split(","), strict=False)) for line in sheet[1:]]
    hidden = next(
        row
        for row in rows
        if (row["table"], row["source"], row["quantity"]) == ("hidden_failures", PROXY, "hidden")
    )
    assert float(hidden["value"]) == pytest.approx(2 / 3, abs=1e-6)
    assert all(row["value"] or row["reason"] or row["quantity"] for row in rows)
    assert len({tuple(row.items()) for row in rows}) == len(rows)


def test_the_order_of_dialogues_and_verdicts_changes_nothing() -> None:
    turned = study(
        dialogues=tuple(reversed(study().dialogues)), judgements=tuple(reversed(study().judgements))
    )
    assert tables_of(turned) == tables_of(study())
