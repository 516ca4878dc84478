"""Whatever a study holds, its report can be made, in every form, and twice the same."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_domains.outcomes import UserWrite
from rut_exports.bundle import Bundle, DialogueSummary
from rut_exports.conduct import Conduct, Told
from rut_exports.report.assembly import build_report
from rut_exports.report.html import render_html
from rut_exports.report.latex import render_latex
from rut_exports.report.machine import render_json
from rut_exports.report.markdown import render_markdown
from rut_exports.report.pages.whole import make_document
from rut_exports.report.sheets import render_tables
from rut_exports.report.terminal import render_text
from tests.support.judging import RUBRIC
from tests.support.studies import summary, words

TURNS = st.integers(0, 6)
LETTERS = st.text("mnx?-", min_size=4, max_size=4)
SHARES = st.none() | st.floats(0, 1)
NUMBERS = st.dictionaries(st.sampled_from(["a", "b"]), st.floats(-1e6, 1e6), max_size=2)


@st.composite
def conducts(draw: st.DrawFn) -> Conduct:
    turns = draw(TURNS)
    turn = st.none() | st.integers(1, turns) if turns else st.none()
    names = draw(st.sets(st.sampled_from(["x", "y", "z"]))) if turns else set()
    return Conduct(
        human=draw(st.booleans()),
        agent=draw(st.sampled_from(["", "tau2: one", "played: scripted"])),
        success=draw(st.none() | st.booleans()),
        reward=draw(SHARES),
        cost=draw(st.none() | st.floats(0, 1e6)),
        end=draw(st.none() | st.sampled_from(["satisfied", "abandoned"])),
        turns=turns,
        efforts=draw(NUMBERS),
        features=draw(NUMBERS),
        facts=tuple(
            Told(fact=name, disclosed=draw(turn), requested=draw(st.none() | st.integers(1, 9)))
            for name in sorted(names)
        ),
        user_writes=draw(
            st.none()
            | st.lists(
                st.builds(UserWrite, tool=st.just("t"), done=st.booleans(), asked=st.booleans()),
                max_size=2,
            ).map(tuple)
        ),
        date=draw(st.sampled_from(["", "2026-01-01"])),
    )


@st.composite
def bundles(draw: st.DrawFn) -> Bundle:
    dialogues: list[DialogueSummary] = []
    judgements: list[Any] = []
    for number in range(draw(st.integers(0, 7))):
        name = f"d{number}"
        dialogues.append(
            summary(
                name,
                draw(st.sampled_from(["played: human", "tau2: m", "tau2: n"])),
                draw(st.sampled_from(["t1", "t2", "t3"])),
                domain=draw(st.sampled_from(["retail", "telecom"])),
                contract=draw(st.booleans()),
                conduct=draw(conducts()),
            )
        )
        for rater in draw(st.sets(st.sampled_from(["ann", "bob", "cyd"]))):
            judgements += words(name, rater, draw(LETTERS))
        if draw(st.booleans()):
            # A model may bear a person's name.
            judgements += [
                row.model_copy(update={"id": f"{row.id}-model", "rater_kind": "model"})
                for row in words(name, "ann", draw(LETTERS))
            ]
    return Bundle(rubrics=(RUBRIC,), dialogues=dialogues, judgements=judgements, replicates=20)


def refuse(constant: str) -> float:
    raise AssertionError(f"{constant} is no JSON")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(bundles())
def test_any_study_has_a_report(bundle: Bundle) -> None:
    report = build_report(bundle)
    document = make_document(report)
    made = [
        render_text(report, 80),
        render_markdown(document),
        render_html(document),
        render_latex(document),
        render_json(report),
        *render_tables(report, bundle).values(),
    ]
    json.loads(render_json(report), parse_constant=refuse)
    again = build_report(bundle)
    assert again == report
    assert render_html(make_document(again)) == made[2]
