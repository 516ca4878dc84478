"""What came out, in five answers: how faithful, how sure, how agreed, without what, what next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from rut_annotations.agreement.result import REASONS, RELY, TENTATIVE, Agreement
from rut_annotations.fidelity.axes import Axes
from rut_annotations.fidelity.ufs import Score
from rut_exports.report import wording
from rut_exports.report.document import Text, prose
from rut_exports.report.fidelity.wording import say
from rut_exports.report.limits import FEW_UNITS
from rut_exports.report.methods import series
from rut_exports.report.model import Section
from rut_exports.report.wording import count, number


def summary_lines(section: Section) -> tuple[Text, ...]:
    """Say how faithful, how sure, how far raters agree, what was left out, and what to do next."""
    questions = (
        ("How faithful?", _faithful(section)),
        ("How sure is that?", _sure(section)),
        ("How far do raters agree?", _agree(section)),
        ("What was left out?", _left_out(section)),
        ("What to do next?", _next(section)),
    )
    return tuple(
        prose("*{question}* {answer}", question=question, answer=" ".join(answer))
        for question, answer in questions
    )


def headline_scores(section: Section) -> tuple[Score, ...]:
    """Return the scores that are spoken of: by majority, or by each rater without one."""
    majority = tuple(score for score in section.ufs if score.by == "majority")
    return majority or section.ufs


def _faithful(section: Section) -> Iterator[str]:
    scores = headline_scores(section)
    if not scores:
        yield "No criterion that all dialogues share was judged."
        return
    found = [
        f"{_who(score)} {score.ufs.successes} of {score.ufs.n} ({_percent(score.ufs.value)})"
        if score.ufs.n
        else f"{_who(score)} none settled"
        for score in scores
    ]
    yield f"Settled dialogues in which every criterion that applies is met: {'; '.join(found)}."
    for tables in section.fidelity.agents if section.fidelity else ():
        for row in tables.axes:
            yield from _beside_people(row, tables.agent)


def _beside_people(row: Axes, agent: str) -> Iterator[str]:
    gap = row.contract.against_people
    if gap is None or gap.verdict is None or gap.matched.value is None:
        return
    told = {
        "equivalent": "is as faithful as people",
        "different": f"is {'more' if gap.matched.value > 0 else 'less'} faithful than people",
    }.get(gap.verdict.decision, "may be as faithful as people or not: too few data to decide,")
    yield (
        f'"{row.source}", served by "{agent}", {told} on the {count(gap.tasks, "task")} of both: '
        f"difference {say(gap.matched)}, margin {number(gap.verdict.margin, 2)}."
    )


def _sure(section: Section) -> Iterator[str]:
    scores = [score for score in headline_scores(section) if score.ufs.n]
    if not scores:
        yield "There is no share that could be more or less sure."
        return
    ranges = [
        f"{_who(score)} {_percent(score.ufs.low)} to {_percent(score.ufs.high)}" for score in scores
    ]
    level = number(100 * scores[0].ufs.level, 0)
    yield f"At {level}%, the true share may be anything in: {'; '.join(ranges)}."
    if len({score.source for score in scores}) > 1:
        yield _order(scores)
    opened = sum(score.unresolved for score in scores)
    if opened:
        moved = [
            f"{_who(score)} {_percent(score.lower)} to {_percent(score.upper)}"
            for score in scores
            if score.unresolved
        ]
        yield (
            f"{count(opened, 'dialogue')} stayed open; by how these come out, the share is: "
            f"{'; '.join(moved)}."
        )


def _order(scores: Sequence[Score]) -> str:
    apart = [
        f'"{one.source}" and "{other.source}"'
        for one, other in combinations(scores, 2)
        if one.source != other.source and not _overlap(one, other)
    ]
    if not apart:
        return "These ranges overlap: by themselves they settle no order."
    return f"Ranges that do not overlap: {'; '.join(apart)}."


def _overlap(one: Score, other: Score) -> bool:
    ends = (one.ufs.low, one.ufs.high, other.ufs.low, other.ufs.high)
    low, high, other_low, other_high = (0.0 if end is None else end for end in ends)
    return low <= other_high and other_low <= high


def _agree(section: Section) -> Iterator[str]:
    flow = section.flow
    people = sum(row.judgements > 0 for row in section.raters)
    yield (
        f"{count(people, 'rater')} made {count(flow.judgements, 'judgement')} on {flow.rated} of "
        f"{count(flow.counted, 'counted dialogue')}."
    )
    pairs = [item for item in section.agreement if item.n_pairable]
    if not pairs:
        yield "That cannot be said: no dialogue has verdicts by two people."
        return
    shares = [item.percent.value for item in pairs if item.percent.value is not None]
    if shares:
        yield (
            f"Two raters of a dialogue give the same verdict {_range(shares)} of the time, "
            f"criterion by criterion ({count(len(pairs), 'criterion', 'criteria')})."
        )
    yield from _alphas(section, pairs)


def _alphas(section: Section, pairs: Sequence[Agreement]) -> Iterator[str]:
    known = [(item.alpha.value, item) for item in pairs if item.alpha.value is not None]
    if known:
        low, high = (pick(known, key=lambda pair: pair[0]) for pick in (min, max))
        yield (
            "Beyond chance, where 1 is perfect and 0 is chance, alpha is "
            f"{number(low[0], 2)} ({_name(section, low[1])})"
            + (
                "."
                if low[1] is high[1]
                else f" to {number(high[0], 2)} ({_name(section, high[1])})."
            )
        )
    if known:
        yield _bars(section.agreement)
    if chance := [
        _name(section, item)
        for _, item in known
        if item.alpha.interval and item.alpha.interval.low <= 0
    ]:
        yield f"Not told apart from chance on {series(chance)}."
    for item in pairs:
        if item.alpha.value is None:
            yield f"No alpha on {_name(section, item)}: {REASONS[item.alpha.reason]}."


def _bars(measured: tuple[Agreement, ...]) -> str:
    """Say how many criteria reach Krippendorff's bars with the lower end of their interval."""
    lows = [item.alpha.interval.low for item in measured if item.alpha.interval]
    relied = sum(low >= RELY for low in lows)
    tentative = sum(TENTATIVE <= low < RELY for low in lows)
    told = (
        f"By the lower ends of the intervals, {relied} reach .800, Krippendorff's bar for relying "
        f"on verdicts (2004), {tentative} more reach .667 for tentative conclusions, and "
        f"{len(lows) - relied - tentative} reach neither"
    )
    bare = len(measured) - len(lows)
    return f"{told}; {bare} have no interval." if bare else f"{told}."


def _left_out(section: Section) -> Iterator[str]:
    flow = section.flow
    parts = {
        "dialogues not linked to their contract": flow.unlinked,
        "practice dialogues": flow.practice,
        "dialogues without a contract": flow.without_contract,
        "dialogues that nobody rated": flow.counted - flow.rated,
        "dialogues that stayed open, from the shares above": sum(
            score.unresolved for score in headline_scores(section)
        ),
        "judgements by models, which stand beside people": flow.by_models,
        "judgements by adjudicators, gold standards or in training": flow.other_roles,
        "second looks": flow.repeats,
        "judgements made after identities were revealed": flow.after_reveal,
        "judgements on another version of the question": flow.other_versions,
        "judgements on dialogues that are not counted": flow.not_counted_dialogues,
        "judgements withdrawn": flow.withdrawn,
    }
    found = [f"{name} ({times})" for name, times in parts.items() if times]
    told = f"{series(found)}." if found else "nothing."
    yield told[0].upper() + told[1:]


def _next(section: Section) -> Iterator[str]:
    told = list(_steps(section))
    yield from told or ["Nothing that these numbers ask for."]


def _steps(section: Section) -> Iterator[str]:
    raters = sum(row.judgements > 0 for row in section.raters)
    alone = sum(section.conditions.raters_per_dialogue[:2])
    if raters == 1:
        yield "Have a second person judge the same dialogues."
    elif alone:
        yield (
            f"Have {count(alone, 'dialogue')} judged by two: so far nobody or one rater has judged "
            f"{'it' if alone == 1 else 'them'}."
        )
    verdicts = Counter(
        row.criterion
        for row in section.disagreements
        if row.kind == "verdict" and row.scope == "generic"
    )
    if verdicts:
        worst, times = min(verdicts.items(), key=lambda pair: (-pair[1], pair[0]))
        yield (
            "Read the disagreements and talk them over, first on "
            f"{wording.criterion_name(section, worst)} ({times} of {sum(verdicts.values())}); what "
            "comes of it belongs into new guidelines."
        )
    scores = [score for score in headline_scores(section) if score.by == "majority"]
    if raters == 2 and (ties := sum(score.causes.get("tie", 0) for score in scores)):
        yield f"A third rater would settle {count(ties, 'dialogue')} without a majority."
    few = [item.n_pairable for item in section.agreement if item.n_pairable]
    if few and min(few) < FEW_UNITS:
        yield f"Judge more: with fewer than {FEW_UNITS} dialogues by two raters, ranges stay wide."
    if section.flow.unlinked:
        yield (
            f"Look at the {count(section.flow.unlinked, 'dialogue')} without a link: rut import "
            "--relink gives them the contract of the task that was played."
        )


def _name(section: Section, item: Agreement) -> str:
    return wording.criterion_name(section, item.criterion)


def _who(score: Score) -> str:
    return f'"{score.source}"' + ("" if score.by == "majority" else f" ({score.rater})")


def _range(shares: Sequence[float]) -> str:
    low, high = _percent(min(shares)), _percent(max(shares))
    return low if low == high else f"{low} to {high}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{number(100 * value, 0)}%"
