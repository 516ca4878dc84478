"""The full report of a study of 375 dialogues x 6 criteria x 3 raters + judge, by its bootstrap."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.measure import Ratio
from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.estimation.interval import Plan
from rut_annotations.judgement import Judgement, RaterKind
from rut_annotations.rubric import Rubric, load_rubric
from rut_exports.bundle import Bundle, DialogueSummary
from rut_exports.conduct import Conduct, Told
from rut_exports.report.assembly import build_report
from rut_exports.report.html import render_html
from rut_exports.report.pages.whole import make_document
from rut_exports.report.ratings import SCALE, list_ratings
from rut_exports.report.sorting import sort_judgements

RATERS: tuple[tuple[str, RaterKind], ...] = (
    ("ann", "human"),
    ("bob", "human"),
    ("cyd", "human"),
    ("judge", "model"),
)
SOURCES = (("played: human", 0.95), ("tau2: dear", 0.85), ("tau2: cheap", 0.75))
TASKS, TRIALS = 25, 5


def measure() -> Iterator[Ratio]:
    """Measure building and writing the page, against measuring agreement with its bootstrap."""
    bundle = make_study()
    whole, bootstrap = [], []
    for _ in range(3):
        start = time.perf_counter()
        _bootstrap(bundle)
        middle = time.perf_counter()
        render_html(make_document(build_report(bundle)))
        whole.append(time.perf_counter() - middle)
        bootstrap.append(middle - start)
    ours, theirs = min(whole), min(bootstrap)
    yield Ratio(
        name="full report by its bootstrap",
        ratio=ours / theirs,
        goal=10,
        a=f"{ours:.2f} s",
        b=f"{theirs:.2f} s",
    )


def _bootstrap(bundle: Bundle) -> None:
    found = sort_judgements(bundle, bundle.rubrics[0])
    rows = list_ratings(found, found.entries, "generic", "task")
    plan = Plan(resampled="task", replicates=bundle.replicates, choice="bca")
    measure_agreement(Ratings.from_rows(rows, SCALE), plan, Settings(minimum_units=2))


def make_rubric() -> Rubric:
    """Return the built-in rubric with two criteria more."""
    rubric = load_rubric("user_contract")
    more = [
        item.model_copy(update={"id": f"{item.id}_again", "title": f"{item.name()} again"})
        for item in rubric.criteria[:2]
    ]
    return rubric.model_copy(update={"criteria": (*rubric.criteria, *more)})


def make_study(seed: int = 1) -> Bundle:
    """Return people and two proxies on the same tasks, judged by three people and a model."""
    generator = np.random.default_rng(seed)
    rubric = make_rubric()
    dialogues, judgements = [], []
    for source, share in SOURCES:
        for task in range(TASKS):
            for trial in range(TRIALS):
                name = f"{source[-5:]}-{task}-{trial}"
                dialogues.append(_dialogue(name, source, f"t{task}", generator))
                judgements += _verdicts(name, rubric, share, generator)
    return Bundle(rubrics=(rubric,), dialogues=dialogues, judgements=judgements, replicates=1000)


def _dialogue(name: str, source: str, task: str, generator: np.random.Generator) -> DialogueSummary:
    turns = int(generator.integers(4, 15))
    human = source.endswith("human")
    conduct = Conduct(
        human=human,
        agent="tau2: shop-agent",
        success=bool(generator.random() < 0.7),
        cost=None if human else float(generator.uniform(0.01, 0.05)),
        end="satisfied",
        turns=turns,
        efforts={"agent calls": float(generator.integers(1, 9)), "agent messages": float(turns)},
        features={
            "messages": float(turns),
            "words a message": float(generator.normal(14 if human else 22, 5)),
            "share of questions": float(generator.random()),
        },
        facts=tuple(
            Told(fact=fact, requested=2, disclosed=int(generator.integers(1, 4)))
            for fact in ("name", "postcode", "order")
        ),
        date="2026-01-01",
    )
    return DialogueSummary(
        id=name, source=source, domain="retail", task_id=task, turns=2 * turns, conduct=conduct
    )


def _verdicts(
    name: str, rubric: Rubric, share: float, generator: np.random.Generator
) -> Iterator[Judgement]:
    truth = generator.random(len(rubric.criteria)) < share
    for rater, kind in RATERS:
        for criterion, kept in zip(rubric.criteria, truth, strict=True):
            met = kept if generator.random() < 0.9 else not kept
            failed = {"mode": criterion.mode_slugs()[0], "evidence": (2,), "effect": "helped"}
            yield Judgement(
                id=f"{name}-{rater}-{criterion.id}",
                dialogue_id=name,
                rater=rater,
                rater_kind=kind,
                rubric_id=rubric.id,
                rubric_version=rubric.version,
                rubric_hash=rubric.hash,
                guideline_version=rubric.guideline_version,
                criterion_id=criterion.id,
                criterion_hash=criterion.hash,
                verdict="met" if met else "not_met",
                active_s=float(generator.uniform(3, 30)),
                **({} if met else failed),
            )
